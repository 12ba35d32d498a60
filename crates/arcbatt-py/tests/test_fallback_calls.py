"""Calls of rank(..., fallback="process") that end early, and what they execute."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from pathlib import Path

import pytest

import arcbatt as ab
from arcbatt._fallback_worker.processes import descendants

LOOP = "def transform(grid):\n    while grid:\n        pass\n"
#: Says that it has begun, and does not end.
MARKED_LOOP = "open({mark!r}, 'w').close()\n" + LOOP
PLAIN = "def transform(grid):\n    return [row[::-1] for row in grid[::-1]]\n"


def runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] == "R"
    except FileNotFoundError:
        return False


def processes() -> int:
    """Number of processes below this one that are at work."""
    return sum(map(runs, descendants(os.getpid())))


def test_markdown(task: ab.Task) -> None:
    text = f"A model says:\n\n```python\nimport numpy as np\n{PLAIN}```\n"
    (candidate,) = ab.rank(task, [text], fallback="process")
    assert (candidate.status, candidate.engine) == ("right", "cpython")


def test_without_it_nothing_is_executed(task: ab.Task, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    text = f"open({str(mark)!r}, 'w')\n{PLAIN}"
    assert ab.rank(task, [text])[0].status == "unsupported"
    assert not mark.exists()
    assert ab.rank(task, [text], fallback="process")[0].status == "right"
    assert mark.exists()


def test_a_loop_ends_with_the_limit(task: ab.Task) -> None:
    result = ab.rank(task, [LOOP, PLAIN], limits=ab.Limits(time=0.1), fallback="process", threads=2)
    assert [c.status for c in result] == ["cut", "right"]
    message = result[0].message
    assert message is not None and message.startswith("reached the limit of 0.4 s")


def test_an_interrupt_ends_it_with_what_is_there(task: ab.Task, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    loop = MARKED_LOOP.format(mark=str(mark))

    def interrupt() -> None:
        while not mark.exists():
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(ab.Interrupted) as caught:
        limits = ab.Limits(time=1000.0)
        ab.rank(task, [PLAIN, loop, loop], limits=limits, fallback="process", threads=1)
    thread.join()
    assert [c.status for c in caught.value.result] == ["right", "not run", "not run"]
    while processes():
        time.sleep(0.01)
    assert ab.rank(task, [PLAIN], fallback="process")[0].status == "right"


def test_cancelling_ends_it(task: ab.Task, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    loop = MARKED_LOOP.format(mark=str(mark))

    async def main() -> None:
        limits = ab.Limits(time=1000.0)
        call = ab.arank(task, [loop] * 4, limits=limits, fallback="process", threads=2)
        work = asyncio.create_task(call)
        while not mark.exists():
            await asyncio.sleep(0.01)
        work.cancel()
        with pytest.raises(asyncio.CancelledError):
            await work
        while processes():
            await asyncio.sleep(0.01)

    asyncio.run(main())
