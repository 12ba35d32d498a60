"""`fallback="process"` of `rank` and `check`: programs outside the language run in CPython."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

import pytest
from conftest import program

import arcbatt as ab
from arcbatt import _cpython


@pytest.fixture(scope="module", autouse=True)
def close_the_pool() -> Iterator[None]:
    """End the workers, which would stay for the next call."""
    yield
    _cpython.close()


RIGHT = program("return rot180(I)")
LISTS = "def solve(I):\n    return [row[::-1] for row in I[::-1]]\n"
ARRAYS = (
    "import numpy as np\n"
    "def transform(grid: np.ndarray) -> np.ndarray:\n"
    "    assert isinstance(grid, np.ndarray)\n"
    "    return np.rot90(grid, 2)\n"
)
HOSTILE = {
    "swallows and loops": "def solve(I):\n    while True:\n        try:\n            pass\n        except BaseException:\n            pass\n",
    "eats memory": "def solve(I):\n    x = [0]\n    while True:\n        x = x + x\n",
    "closes stdout": "import os\ndef solve(I):\n    os.close(1)\n    return I[0][0] + []\n",
    "forks": "import os\ndef solve(I):\n    os.fork()\n    while True:\n        pass\n",
}


def test_both_engines_vote_together(task: ab.Task) -> None:
    result = ab.rank(task, [RIGHT, LISTS, ARRAYS, "It is a ("], fallback="process")
    assert [candidate.status for candidate in result] == ["right", "right", "right", "unsupported"]
    assert [candidate.engine for candidate in result] == ["arcbatt", "cpython", "cpython", "arcbatt"]
    assert result.groups()[0].votes == 3 and result[1].fingerprint == result[0].fingerprint
    assert result[1].program is None and result[1].train_right == 3


def test_without_the_fallback_they_are_unsupported(task: ab.Task) -> None:
    assert ab.rank(task, [LISTS, ARRAYS]).counts() == {"unsupported": 2}


def test_failures_have_a_line_and_a_message(task: ab.Task) -> None:
    (failed,) = ab.rank(task, ["def solve(I):\n    x = 1\n    return x / 0\n"], fallback="process")
    assert (failed.status, failed.line, failed.engine) == ("failed", 3, "cpython")
    assert "division" in (failed.message or "")


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_candidates_end_as_outcomes(name: str, task: ab.Task) -> None:
    started = time.monotonic()
    result = ab.rank(task, [HOSTILE[name], RIGHT], limits=ab.Limits(time=0.25), fallback="process")
    assert result[0].status in ("failed", "cut", "wrong") and result[0].message
    assert result[1].status == "right"
    assert time.monotonic() - started < 60


def named(text: str, name: str) -> str:
    """A program under another name."""
    return text.replace("solve(", f"{name}(").replace("transform(", f"{name}(")


def test_check_runs_solvers_outside_the_language(tasks: ab.TaskSet) -> None:
    text = (
        named(LISTS, "solve_half_turn")
        + named(ARRAYS, "verify_add_border")
        + "def solve_arrow_ray(I):\n    return 1 / 0\n"
        + "def solve_nothing(I):\n    return I[:]\n"
        + named(RIGHT, "solve_half_turn_2")
    )
    report = ab.check(text, tasks, fallback="process")
    assert report.solved == ["half_turn"] and report.wrong == ["add_border", "arrow_ray"]
    assert [error.function for error in report.errors] == ["solve_nothing"], "it has no task"
    solvers = {solver.engine: solver for solver in report["half_turn"].solvers}
    assert set(solvers) == {"arcbatt", "cpython"} and all(solver.solved for solver in solvers.values())
    assert solvers["cpython"].program is None and solvers["arcbatt"].program is not None
    right, wrong = solvers["cpython"].pairs[0], report["add_border"].solvers[0].pairs[0]
    assert (right.status, right.time, right.cells_wrong) == ("ok", None, 0)
    assert wrong.status == "wrong" and wrong.output is not None
    (failed,) = report["arrow_ray"].solvers
    assert {pair.status for pair in failed.pairs} == {"fail"} and failed.pairs[0].line == 8
    assert "division" in failed.pairs[0].message and not failed.solved and failed.train_right == 0


def test_check_without_the_fallback_rejects_them(tasks: ab.TaskSet) -> None:
    report = ab.check(named(LISTS, "solve_half_turn"), tasks)
    assert report.wrong == ["half_turn"] and report["half_turn"].solvers == [] and len(report.errors) == 1


def test_check_runs_the_code_of_records_and_of_one_task(task: ab.Task, tasks: ab.TaskSet) -> None:
    record = json.dumps({"task": "half_turn", "code": ARRAYS}) + "\n"
    assert ab.check(record, tasks, fallback="process").solved == ["half_turn"]
    assert ab.check([LISTS, "def solve(I):\n    return I[:]\n"], [task], fallback="process").solved == ["half_turn"]
    with_entry = ab.check(named(LISTS, "p"), [task], entry="p", fallback="process")
    assert with_entry["half_turn"].solvers[0].solved
    with pytest.raises(ValueError, match="expected None or \"process\""):
        ab.check(LISTS, tasks, fallback="thread")  # type: ignore[arg-type]


def test_a_solver_that_never_ends_is_an_outcome(task: ab.Task) -> None:
    report = ab.check(HOSTILE["swallows and loops"], [task], limits=ab.Limits(time=0.1), fallback="process")
    (solver,) = report["half_turn"].solvers
    assert {pair.status for pair in solver.pairs} == {"limit"} and "limit" in solver.pairs[0].message
