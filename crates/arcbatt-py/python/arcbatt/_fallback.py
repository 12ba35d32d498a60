"""Runs candidates that are plain Python in worker processes, for ``fallback="process"``.

A pool keeps worker processes with numpy loaded. A worker runs candidates in a forked child, and forks
a new one after a candidate that changed the interpreter, crashed or reached a limit, so that no
candidate spoils the next one. Each has limits on CPU time, memory and wall time. The worker then kills
and reaps whatever the candidate left behind: it is the subreaper of all its descendants. A worker
whose pool is gone sees the end of its socket, kills its candidate and exits.

This is no sandbox against hostile code: a candidate may read and write files, open connections and
send signals, all as the user. It protects from mistakes: endless loops, swallowed exceptions,
memory, forks, closed files, crashes.

The workers run `_fallback_worker`. Both need Linux, and only the standard library.
"""

from __future__ import annotations

import atexit
import contextlib
import importlib.util
import itertools
import json
import math
import os
import re
import selectors
import signal
import socket
import subprocess
import sys
import time
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ._fallback_worker.processes import descendants, frame, kill, unframe

MIB = 1 << 20
#: Seconds after the wall limit when the pool kills a worker that does not answer.
WORKER_GRACE = 0.5
#: Seconds between two calls of `stop`.
STOP_INTERVAL = 0.05
#: Seconds that a worker may take to start.
START_LIMIT = 60.0
#: A block of code in Markdown; the last one may lack its end.
FENCED = re.compile(r"^ {0,3}(```+|~~~+)[^\n`]*\n(.*?)(?:^ {0,3}\1|\Z)", re.M | re.S)


@dataclass(frozen=True, slots=True)
class ProcessLimits:
    """Limits of one candidate on all its inputs together.

    >>> ProcessLimits(wall=0.5).cpu
    1.0
    """

    #: Seconds of CPU time.
    cpu: float = 1.0
    #: Bytes of address space on top of the interpreter's.
    memory: int = 512 * MIB
    #: Seconds on the clock.
    wall: float = 2.0


@dataclass(slots=True)
class Outcome:
    """The result of one candidate.

    >>> Outcome("ok", [[[1]]]).engine
    'cpython'
    """

    #: ``ok`` (a grid for every input), ``wrong`` (an answer is not a grid), ``failed`` (an
    #: exception or a crash), ``cut`` (a limit) or ``rejected`` (no function to call).
    status: str
    #: For every input the rows of the answer, or None.
    outputs: list[list[list[int]] | None]
    #: The first input without a grid, from 0, if the candidate got as far.
    index: int | None = None
    #: The line of the candidate that failed or was running, from 1.
    line: int | None = None
    #: What happened, in words.
    message: str | None = None
    engine: str = field(default="cpython", init=False)


class ProcessPool:
    """Worker processes that stay for the next call.

    >>> with ProcessPool(workers=1) as pool:
    ...     for index, outcome in pool.run(["def solve(I):\\n    return I[::-1]"], [[[1], [2]]]):
    ...         print(index, outcome.status, outcome.outputs)
    0 ok [[[2], [1]]]
    """

    def __init__(self, workers: int | None = None, limits: ProcessLimits | None = None):
        if sys.platform != "linux":
            raise RuntimeError('fallback="process" needs Linux: it limits and kills processes')
        if workers is not None and workers < 1:
            raise ValueError(f"workers is {workers}; a pool has at least 1")
        self.workers = workers or len(os.sched_getaffinity(0))
        self.limits = limits or ProcessLimits()
        self._idle: list[_Worker] = []
        _pools.add(self)

    def __repr__(self) -> str:
        return f"ProcessPool(workers={self.workers}, limits={self.limits})"

    def __enter__(self) -> ProcessPool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the workers. The pool may be used again: it starts new ones."""
        idle, self._idle = self._idle, []
        _end(idle)

    def run(
        self,
        candidates: Sequence[str],
        inputs: Iterable[Sequence[Sequence[int]]],
        *,
        entry: str | None = None,
        limits: ProcessLimits | None = None,
        numpy_inputs: bool = False,
        workers: int | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> Iterator[tuple[int, Outcome]]:
        """Runs each candidate on all inputs; yields its index and outcome as they come.

        A candidate is a Python source, or Markdown with one in fenced blocks. The function called
        is `entry`, or ``solve``, ``transform``, or the last one whose name starts with ``solve_``
        or ``verify_``. It gets a list of lists, or a numpy array with `numpy_inputs`. `workers`
        is another number of workers for this call. The call ends early once `stop` returns True.
        When the caller stops early, by an exception or Ctrl-C, the candidates that run are killed.
        """
        limits = limits or self.limits
        if numpy_inputs and importlib.util.find_spec("numpy") is None:
            raise ValueError("numpy_inputs needs numpy, which is not installed")
        rows = [[list(map(int, row)) for row in grid] for grid in inputs]
        given = {"inputs": rows, "entry": entry, "numpy": numpy_inputs, "limits": _checked(limits)}
        rest = json.dumps(given)[1:]
        todo = enumerate(candidates)
        left = len(candidates)
        most = workers or self.workers
        at_work: list[_Worker] = []
        selector = selectors.DefaultSelector()
        try:
            while left > 0 and not (stop and stop()):
                while len(at_work) < min(most, left):
                    with _without_interrupts():
                        at_work.append(self._idle_worker() or _Worker())
                    selector.register(at_work[-1].socket, selectors.EVENT_READ, at_work[-1])
                for worker in at_work:
                    if worker.ready and worker.index is None:
                        for index, source in itertools.islice(todo, 1):
                            request = f'{{"source": {json.dumps(code_of(source))}, {rest}'
                            worker.send(index, request, limits.wall)
                now = time.monotonic()
                wait = max(0.0, min(worker.deadline for worker in at_work) - now)
                wait = min(wait, STOP_INTERVAL) if stop else wait
                for key, _ in selector.select(None if wait == math.inf else wait):
                    key.data.receive()
                for worker in list(at_work):
                    ended = worker.outcome(len(rows), limits)
                    if worker.lost:
                        selector.unregister(worker.socket)
                        at_work.remove(worker)
                        _end([worker], patience=0.0)
                    if ended is not None:
                        left -= 1
                        yield ended
        finally:
            selector.close()
            idle = [worker for worker in at_work if worker.ready and worker.index is None]
            busy = [worker for worker in at_work if worker not in idle]
            room = max(0, self.workers - len(self._idle))
            self._idle += idle[:room]
            _end(busy + idle[room:])

    def _idle_worker(self) -> _Worker | None:
        while self._idle:
            worker = self._idle.pop()
            if worker.process.poll() is None:
                return worker
            _end([worker])  # It was killed from outside.
        return None


@contextlib.contextmanager
def _without_interrupts() -> Iterator[None]:
    """Puts Ctrl-C off until a worker that starts is known, and so ended."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def code_of(text: str) -> str:
    """The code in the fenced blocks of Markdown; a text without any is code itself.

    >>> code_of("So:\\n```python\\ndef solve(I):\\n    return I\\n```\\nDone.")
    'def solve(I):\\n    return I\\n'
    """
    blocks = FENCED.findall(text)
    return "".join(code for _, code in blocks) if blocks else text


_pools: weakref.WeakSet[ProcessPool] = weakref.WeakSet()


@atexit.register
def _close_pools() -> None:
    for pool in list(_pools):
        pool.close()


def _forget_workers() -> None:
    """In a forked child: the workers belong to the parent."""
    for pool in list(_pools):
        for worker in pool._idle:
            worker.process.returncode = 0
            worker.socket.close()
        pool._idle = []


os.register_at_fork(after_in_child=_forget_workers)


def _checked(limits: ProcessLimits) -> list[float]:
    if not (limits.cpu > 0 and limits.wall > 0 and limits.memory > 0):
        raise ValueError(f"{limits}: limits are above 0")
    return [float(limits.cpu), int(limits.memory), float(limits.wall)]


class _Worker:
    """A worker process, as the pool sees it."""

    def __init__(self) -> None:
        if not sys.executable:
            raise RuntimeError('fallback="process" needs a Python to run: sys.executable is empty')
        self.socket, theirs = socket.socketpair()
        one_thread = dict.fromkeys(
            ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"
        )
        with theirs:
            # The worker replaces its path by that of this process. The hash seed makes the order of a
            # set of strings the same in every worker.
            start = (
                f"import sys; sys.path.insert(0, {os.path.dirname(__file__)!r}); "
                f"from _fallback_worker.worker import main; main({theirs.fileno()})"
            )
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-c", start],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                start_new_session=True,
                env=os.environ | one_thread | {"PYTHONHASHSEED": "0"},
            )
        self.ready = False
        #: The candidate that runs.
        self.index: int | None = None
        #: Whether the process must be ended: it exited, or did not answer in time.
        self.lost = False
        self.deadline = time.monotonic() + START_LIMIT
        self._received = b""
        self._send(json.dumps(sys.path).encode())

    def send(self, index: int, request: str, wall: float) -> None:
        self.index = index
        self.deadline = time.monotonic() + wall + WORKER_GRACE
        self._send(request.encode())

    def _send(self, data: bytes) -> None:
        self.socket.settimeout(5.0)
        try:
            self.socket.sendall(frame(data))
        except OSError:  # It is gone, or stopped.
            self.lost = True

    def receive(self) -> None:
        """Takes what has arrived; the socket is readable."""
        try:
            data = self.socket.recv(1 << 16)
        except OSError:
            data = b""
        self._received += data
        self.lost |= not data

    def outcome(self, inputs: int, limits: ProcessLimits) -> tuple[int, Outcome] | None:
        """The outcome of the candidate, if it has ended or the worker is lost."""
        reply = unframe(self._received)
        late = time.monotonic() >= self.deadline
        if reply is None and not self.lost and not late:
            return None
        if not self.ready:
            if reply is None:
                self.lost = True
                raise RuntimeError("a worker process did not start; its standard error says why")
            self.ready = True
            self._received = b""
            self.deadline = math.inf
            return None
        if self.index is None:  # An idle worker was killed from outside.
            return None
        index, self.index, self.deadline = self.index, None, math.inf
        if reply is not None:
            self._received = b""
            return index, _outcome(reply, inputs, limits)
        end = "wall" if late else "its worker process was killed"
        self.lost = True
        return index, _outcome(json.dumps(end).encode(), inputs, limits)


def _end(workers: list[_Worker], patience: float = 0.3) -> None:
    """Ends workers and their candidates, and reaps them.

    They have some seconds of `patience` to end themselves, which leaves the least behind.
    """
    for worker in workers:
        worker.socket.close()  # The worker kills its candidate, and exits.
    for worker in workers:
        try:
            worker.process.wait(patience)
        except subprocess.TimeoutExpired:  # It was stopped or spoiled by its candidate.
            for pid in [*descendants(worker.process.pid), worker.process.pid]:
                kill(pid)
            worker.process.wait()


def _outcome(reply: bytes, inputs: int, limits: ProcessLimits) -> Outcome:
    """Reads a reply: how the child ended, then a line per input that has a result."""
    end, *records = [json.loads(line) for line in reply.splitlines()]
    outputs: list[list[list[int]] | None] = [None] * inputs
    problem = None
    for record in records:
        if "output" in record:
            outputs[record["index"]] = record["output"]
        elif problem is None:
            problem = record
    if problem is None and (len(records) < inputs or end != "exit code 0"):
        problem = {"status": "failed", "message": f"ended without an answer: {end}"}
        if end in ("wall", "cpu"):
            problem = {"status": "cut", "limit": end}
        problem["index"] = len(records) if len(records) < inputs else None
    if problem is None:
        return Outcome("ok", outputs)
    message = problem.get("message") or _limit_message(problem["limit"], limits)
    return Outcome(problem["status"], outputs, problem.get("index"), problem.get("line"), message)


def _limit_message(limit: str, limits: ProcessLimits) -> str:
    text = {
        "cpu": f"{limits.cpu:g} s of CPU time",
        "wall": f"{limits.wall:g} s",
        "memory": f"{limits.memory / MIB:g} MiB of memory",
    }
    return f"reached the limit of {text[limit]}"
