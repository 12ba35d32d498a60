"""Interrupts, threads and processes."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from conftest import patient, program, slow

import arcbatt as ab

#: A call ends within 100 ms of Ctrl-C; benches/speed.py measures it. A busy machine may take longer.
PATIENCE = 10.0


def interrupted(code: str, prepare: str = "pass") -> str:
    """Run code in another process, send it Ctrl-C while it works, and return what it printed."""
    script = (
        "import sys, time\n"
        f"sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
        "import arcbatt as ab\n"
        "from conftest import patient, slow\n"
        "tasks = ab.load('embedded')\n"
        "task = tasks['half_turn']\n"
        f"{prepare}\n"
        "print('ready', flush=True)\n"
        "try:\n"
        f"    {code}\n"
        "    print('not interrupted')\n"
        "except ab.Interrupted as error:\n"
        "    print(time.time(), repr(error.result))\n"
        "    assert ab.rank(task, ['O = rot180(I)']).counts() == {'right': 1}, 'the next call works'\n"
    )
    child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None and child.stdout.readline() == "ready\n"
    time.sleep(0.5)
    sent = time.time()
    child.send_signal(signal.SIGINT)
    printed, _ = child.communicate(timeout=120)
    assert child.returncode == 0 and printed != "not interrupted\n"
    at, _, result = printed.partition(" ")
    assert float(at) - sent < PATIENCE
    return result.strip()


def test_ctrl_c_ends_a_ranking_with_what_is_there() -> None:
    result = interrupted("ab.rank(task, ['O = I'] + [slow(k) for k in range(50)], limits=patient())")
    assert "not run" in result, result


def test_a_single_call_has_no_results_so_far() -> None:
    code = "ab.Program(slow())(task.train[0].input, limits=patient())"
    assert interrupted(code) == "None"


def test_ctrl_c_ends_a_check() -> None:
    text = "slow().replace('solve', 'solve_half_turn')"
    result = interrupted(f"ab.check('\\n'.join([{text}] * 50), tasks, limits=patient())")
    assert result.startswith("<Report of"), result


def test_ctrl_c_ends_many_runs_with_what_is_there() -> None:
    code = "ab.Program(slow()).run_many([[[1]]] * 1000, limits=patient())"
    assert interrupted(code).startswith("<Outputs: 0 grids, 1,000 failures")


def test_ctrl_c_while_reading_candidates() -> None:
    texts = "texts = [f'O = shift(I, ({k}, 0))' for k in range(10**6)]"
    result = interrupted("ab.rank(task, texts)", prepare=texts)
    assert result.startswith("<RankResult of 1,000,000 candidates"), result


def test_ctrl_c_ends_a_search_with_what_is_there() -> None:
    result = interrupted("ab.solve(tasks, time_per_task=60)")
    assert result.startswith("<SolveReport of 106 tasks"), result


def test_the_lock_is_released(task: ab.Task) -> None:
    beats = 0
    done = threading.Event()

    def beat() -> None:
        nonlocal beats
        while not done.is_set():
            beats += 1
            time.sleep(0.001)

    thread = threading.Thread(target=beat)
    thread.start()
    try:
        ab.solve(task, time_per_task=0.3)
    finally:
        done.set()
        thread.join()
    assert beats > 10


def test_threads_may_call_at_once(task: ab.Task) -> None:
    results: list[dict[str, int]] = []

    def run() -> None:
        results.append(dict(ab.rank(task, [program("return rot180(I)")] * 20).counts()))

    threads = [threading.Thread(target=run) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [{"right": 20}] * 8


def test_cancelling_a_task_stops_its_work(task: ab.Task) -> None:
    async def cancel() -> None:
        candidates = [slow(k) for k in range(50)]
        work = asyncio.create_task(ab.arank(task, candidates, limits=patient()))
        await asyncio.sleep(0.2)
        work.cancel()
        with pytest.raises(asyncio.CancelledError):
            await work

    started = time.monotonic()
    asyncio.run(cancel())
    assert time.monotonic() - started < 60


def _in_child(task: ab.Task) -> tuple[dict[str, int], list[list[int]], bytes]:
    """Use everything that has threads, in another process."""
    result = ab.rank(task, [program("return rot180(I)")] * 5000, threads=None)
    ab.check("def solve_half_turn(I):\n    return rot180(I)\n", [task])
    ab.solve(task, steps=1000)
    grid = ab.Program(program("return rot90(I)"))([[1, 2]])
    return dict(result.counts()), grid.tolist(), bytes(result.groups()[0].outputs[0] or b"")


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_children_work_however_they_were_made(method: str, task: ab.Task) -> None:
    # The pool of this process has threads when the child is made.
    here = _in_child(task)
    context = multiprocessing.get_context(method)
    with context.Pool(2) as pool:
        for there in pool.map_async(_in_child, [task] * 4).get(timeout=300):
            assert there == here
    assert _in_child(task) == here


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_fork_during_a_call_works(task: ab.Task) -> None:
    stop = threading.Event()

    def busy() -> None:
        while not stop.is_set():
            ab.rank(task, [program("return rot180(I)")] * 200)

    thread = threading.Thread(target=busy)
    thread.start()
    try:
        for _ in range(5):
            child = os.fork()
            if child == 0:
                counts = ab.rank(task, [program("return rot180(I)")] * 50).counts()
                os._exit(0 if counts == {"right": 50} else 1)
            _, status = os.waitpid(child, 0)
            assert os.waitstatus_to_exitcode(status) == 0
    finally:
        stop.set()
        thread.join()


def test_the_number_of_threads_is_honoured() -> None:
    code = (
        "import arcbatt as ab, os, time\n"
        "task = ab.load('embedded')['half_turn']\n"
        "ab.rank(task, ['def solve(I):\\n    return I\\n'])\n"
        "def count():\n"
        "    names = [open(f'/proc/self/task/{t}/comm').read() for t in os.listdir('/proc/self/task')]\n"
        "    return sum(name.startswith('arcbatt-') for name in names)\n"
        "begun = time.monotonic()\n"
        "while count() < 3 and time.monotonic() < begun + 60:\n"
        "    time.sleep(0.01)\n"
        "print(count())\n"
    )
    environment = {**os.environ, "ARCBATT_THREADS": "3"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "3"
