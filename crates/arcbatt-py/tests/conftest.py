"""What the tests share."""

from __future__ import annotations

import signal

import pytest

import arcbatt as ab

# Shells start background jobs with SIGINT ignored; tests of Ctrl-C would wait forever.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def tasks() -> ab.TaskSet:
    """The built-in tasks."""
    return ab.load("embedded")


@pytest.fixture(scope="session")
def task(tasks: ab.TaskSet) -> ab.Task:
    """A task whose solution is `rot180`."""
    return tasks["half_turn"]


def program(*lines: str) -> str:
    """The text of a program with these lines."""
    return "def solve(I):\n" + "".join(f"    {line}\n" for line in lines)


def patient() -> ab.Limits:
    """Limits of which slow programs reach only that of time."""
    return ab.Limits(time=60, steps=10**9, cells=10**10)


def slow(seed: int = 0) -> str:
    """The text of a program that takes seconds with the limits of `patient`."""
    head = [
        "x1 = asindices(canvas(0, astuple(30, 30)))",
        "x2 = lbind(matcher, first)",
        "x3 = lbind(sfilter, x1)",
        "x4 = chain(size, x3, x2)",
    ]
    lines = [f"x{k} = argmax(shift(x1, astuple({k}, {seed})), x4)" for k in range(5, 2000)]
    return program(*head, *lines, f"return canvas({seed % 10}, UNITY)")
