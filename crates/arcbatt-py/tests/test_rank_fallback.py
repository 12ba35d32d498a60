"""`rank(fallback="process")`: candidates outside the language run in CPython."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from conftest import program

import arcbatt as ab
from arcbatt import _rank



@pytest.fixture(scope="module", autouse=True)
def close_the_pool() -> Iterator[None]:
    """End the workers, which would stay for the next call."""
    yield
    if _rank._pool is not None:
        _rank._pool.close()


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
