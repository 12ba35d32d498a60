"""A candidate, in the runner: its limits, its results, and what it changed."""

from __future__ import annotations

import builtins
import json
import math
import mmap
import os
import resource
import signal
import struct
import sys
import time
from typing import Any

from .grids import NotAGridError, as_grid

#: The file name of a candidate in tracebacks.
CANDIDATE = "<candidate>"
#: The longest message, in characters.
MAX_MESSAGE = 500
#: Imported once per worker. Candidates that import nothing else leave their runner clean.
PRELOADED = "collections copy functools heapq itertools math operator random re typing".split()
PRELOADED += [
    "numpy",
    "numpy.fft",
    "numpy.lib.stride_tricks",
    "numpy.linalg",
    "numpy.ma",
    "numpy.random",
]


def interpreter_state() -> list[Any]:
    """What a candidate may change without importing more than is preloaded."""
    modules = [builtins, *(sys.modules[name] for name in PRELOADED if name in sys.modules)]
    state: list[Any] = [dict(vars(module)) for module in modules]
    if numpy := sys.modules.get("numpy"):
        state += [numpy.geterr(), numpy.get_printoptions()]
    return state


class Candidate:
    """A candidate, in the runner."""

    def __init__(self, request: dict[str, Any], results: mmap.mmap):
        self.request = request
        self.results = results
        self.length = 0
        self.pid = os.getpid()
        #: Whether time no longer matters.
        self.done = False
        self.imports_more = False
        #: The input that it works on.
        self.index: int | None = None

    def run(self) -> None:
        """Records a result for every input, or why there is none."""
        try:
            self.limit(*self.request["limits"])
            function = self.define()
            if function is not None:
                for index, rows in enumerate(self.request["inputs"]):
                    self.index = index
                    self.call(function, rows)
        except BaseException as error:
            self.record_error("failed", error)
        self.done = True
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)

    def is_clean(self, state: list[Any]) -> bool:
        """Whether the interpreter is as before, so that the next candidate may run in it."""
        try:
            return (
                not self.imports_more and os.getpid() == self.pid and interpreter_state() == state
            )
        except Exception:  # Values that cannot be compared are not the ones from before.
            return False

    def limit(self, cpu: float, memory: int, wall: float) -> None:
        with open("/proc/self/statm", encoding="ascii") as file:
            pages = int(file.read().split()[0])
        most, hard = pages * resource.getpagesize() + memory, hard_limit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (most if hard < 0 else min(most, hard), hard))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        # The kernel counts whole seconds; the timers below end most candidates earlier, with the
        # line that was running. They do not run Python code inside a long call of a C function.
        seconds = math.floor(time.process_time() + cpu) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, hard_limit(resource.RLIMIT_CPU)))
        # No new processes and threads; the kernel does not hold root to it.
        resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
        signal.signal(signal.SIGPROF, lambda _, current: self.out_of_time("cpu", current))
        signal.signal(signal.SIGALRM, lambda _, current: self.out_of_time("wall", current))
        signal.setitimer(signal.ITIMER_PROF, cpu)
        signal.setitimer(signal.ITIMER_REAL, wall)

    def out_of_time(self, limit: str, current: Any) -> None:
        """Ends the process: an exception could be swallowed."""
        if self.done:
            return
        while current is not None and current.f_code.co_filename != CANDIDATE:
            current = current.f_back
        line = current.f_lineno if current is not None else None
        self.record({"status": "cut", "limit": limit, "line": line})
        os._exit(0)

    def define(self) -> Any:
        """Runs the source; the function to call."""
        # Seeds, so that equal runs give equal answers.
        sys.modules["random"].seed(0)
        if "numpy" in sys.modules:
            sys.modules["numpy"].random.seed(0)
        names: dict[str, Any] = {"__name__": "candidate"}
        names["__builtins__"] = vars(builtins) | {"__import__": self.import_module}
        try:
            code = compile(self.request["source"], CANDIDATE, "exec")
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            self.record_error("rejected", error)
            return None
        exec(code, names)
        entry = self.request["entry"]
        wanted = [entry] if entry else ["solve", "transform"]
        if not entry:
            prefixes = ("solve_", "verify_")
            wanted += [name for name in reversed(names) if name.startswith(prefixes)]
        for name in wanted:
            if callable(names.get(name)):
                return names[name]
        expected = f"`{entry}`" if entry else "`solve` or `transform`"
        self.record({"status": "rejected", "message": f"defines no function {expected}"})
        return None

    def import_module(self, name: str, *args: Any, **options: Any) -> Any:
        self.imports_more |= name.partition(".")[0] not in PRELOADED
        return builtins.__import__(name, *args, **options)

    def call(self, function: Any, rows: list[list[int]]) -> None:
        if self.request["numpy"]:
            rows = sys.modules["numpy"].array(rows, dtype=int)
        try:
            answer = function(rows)
        except BaseException as error:
            self.record_error("failed", error)
            return
        try:
            self.record({"output": as_grid(answer)})
        except NotAGridError as error:
            self.record({"status": "wrong", "message": f"the answer is not a grid: {error}"})

    def record_error(self, status: str, error: BaseException) -> None:
        if isinstance(error, MemoryError):
            # Leave room for the record.
            soft, hard = resource.getrlimit(resource.RLIMIT_AS)
            resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
            self.record({"status": "cut", "limit": "memory", "line": line_of(error)})
            resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
            return
        try:
            text = f"{type(error).__name__}: {error}"
        except Exception:
            text = type(error).__name__
        self.record({"status": status, "message": text[:MAX_MESSAGE], "line": line_of(error)})

    def record(self, record: dict[str, Any]) -> None:
        """Appends a record. The length is written last, so what is read is always complete."""
        if os.getpid() != self.pid:  # A fork of the candidate came back from its function.
            os._exit(0)
        data = json.dumps(record | {"index": self.index}).encode() + b"\n"
        start, end = 8 + self.length, 8 + self.length + len(data)
        self.results[start:end] = data
        self.length += len(data)
        struct.pack_into("<Q", self.results, 0, self.length)


def hard_limit(kind: int) -> int:
    return resource.getrlimit(kind)[1]


def line_of(error: BaseException) -> int | None:
    """The last line of the candidate on the way to an exception, from 1."""
    if isinstance(error, SyntaxError) and error.filename == CANDIDATE:
        return error.lineno
    line, step = None, error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == CANDIDATE:
            line = step.tb_lineno
        step = step.tb_next
    return line
