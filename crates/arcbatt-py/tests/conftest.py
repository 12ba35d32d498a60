"""What the tests share."""

from __future__ import annotations

import pytest

import arcbatt as ab


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


def slow(seed: int = 0) -> str:
    """The text of a program that takes seconds, and hits no limit but that of time."""
    lines = [f"x{k} = product(x1, remove(astuple({k % 30}, {seed % 30}), x1))" for k in range(2, 200)]
    return program("x1 = asindices(canvas(0, astuple(30, 30)))", *lines, f"return canvas({seed % 10}, UNITY)")
