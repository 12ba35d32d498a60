"""The package with another version of Python, and nothing else installed: `.ci/python` runs this."""

from __future__ import annotations

import asyncio
import multiprocessing
import pickle
import sys

import arcbatt as ab

RIGHT = "def solve(I):\n    return rot180(I)\n"
LISTS = "def solve(I):\n    return [row[::-1] for row in I[::-1]]\n"


def counts(task: ab.Task) -> dict[str, int]:
    """Rank in another process."""
    return dict(ab.rank(task, [RIGHT] * 100).counts())


def main() -> None:
    """Use every part of the package once."""
    tasks = ab.load("embedded")
    task = tasks["half_turn"]
    assert memoryview(task.train[0].input).format == "B"  # type: ignore[arg-type, unused-ignore]
    assert ab.Program(RIGHT)(task.train[0].input) == task.train[0].output
    assert ab.check("embedded", tasks).solved == tasks.ids
    assert ab.check(LISTS, [task], fallback="process").solved == ["half_turn"]
    result = ab.rank(task, [RIGHT, LISTS, "It is a ("], fallback="process")
    assert result.counts() == {"right": 2, "unsupported": 1}, result
    assert asyncio.run(ab.arank(task, [RIGHT])).counts() == {"right": 1}
    report = ab.solve(task, steps=20_000)
    assert report.right == ["half_turn"]
    for thing in (task, result, report, ab.Program(RIGHT).trace(task)):
        assert repr(pickle.loads(pickle.dumps(thing))) == repr(thing)
    for method in ("fork", "spawn"):
        with multiprocessing.get_context(method).Pool(1) as pool:
            assert pool.apply_async(counts, (task,)).get(timeout=300) == {"right": 100}
    print(f"Python {sys.version.split()[0]}: arcbatt {ab.__version__} works")


if __name__ == "__main__":
    main()
