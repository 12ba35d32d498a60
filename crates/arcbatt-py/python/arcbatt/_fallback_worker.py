"""The worker process of `_fallback.py`: runs candidates in a forked child, the runner.

A fork takes milliseconds, so a runner runs one candidate after the other as long as each leaves it
clean (`Candidate.is_clean`); otherwise it ends, and the next candidate has a new one.

A script of its own that imports nothing of the package, so that a worker starts quickly and has
nothing but Python, and numpy if it is installed.
"""

from __future__ import annotations

import builtins
import ctypes
import gc
import importlib
import json
import math
import mmap
import os
import resource
import select
import signal
import socket
import struct
import sys
import time
from typing import Any, NamedTuple, NoReturn

MIB = 1 << 20
#: The file name of a candidate in tracebacks.
CANDIDATE = "<candidate>"
#: The longest side of a grid.
MAX_SIDE = 30
#: Seconds after the wall limit when a child is killed that its own timer did not end.
CHILD_GRACE = 0.1
#: Bytes for the result on one input; a grid of 30x30 takes 3 kB.
RESULT_BYTES = 4096
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
#: A runner ends after this many candidates, which bounds the memory that it loses to fragments.
MOST_CANDIDATES = 1000
#: A runner has room for the results on this many inputs at least.
LEAST_INPUTS = 16
#: What a runner sends after a candidate that left it clean.
CLEAN = b"."
PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36


def frame(data: bytes) -> bytes:
    """A message between pool and worker: its length, then its bytes."""
    return struct.pack("<Q", len(data)) + data


def unframe(data: bytes) -> bytes | None:
    """The message of a frame; None while it is incomplete."""
    if len(data) < 8 or len(data) < 8 + struct.unpack_from("<Q", data)[0]:
        return None
    return data[8:]


def kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def descendants(root: int) -> list[int]:
    """All processes below a process."""
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", "rb") as file:
                    stat = file.read()
            except OSError:  # It has ended.
                continue
            parent = int(stat[stat.rindex(b")") + 2 :].split()[1])
            children.setdefault(parent, []).append(int(name))
    found = [root]
    for pid in found:
        found += children.get(pid, [])
    return found[1:]


def receive(connection: socket.socket) -> bytes | None:
    """The next message; None when the other end is closed."""
    data = b""
    while (message := unframe(data)) is None:
        more = connection.recv(1 << 16)
        if not more:
            return None
        data += more
    return message


class Worker:
    """Runs the candidates that come through a socket, one after the other."""

    def __init__(self, control: socket.socket):
        self.control = control
        self.libc = ctypes.CDLL(None, use_errno=True)
        # Orphans of a candidate become children of this process, whatever session they are in.
        if self.libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
            raise OSError(ctypes.get_errno(), "cannot become the subreaper of candidates")
        self.wakeup, wakeup = socket.socketpair()
        for end in (self.wakeup, wakeup):
            end.setblocking(False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(wakeup.fileno(), warn_on_full_buffer=False)
        self.wakeup_writer = wakeup
        self.runner: Runner | None = None

    def serve(self) -> None:
        """Works until the pool closes its end of the socket."""
        self.control.sendall(frame(b""))
        while (request := receive(self.control)) is not None:
            self.control.sendall(frame(self.run(request)))
        self.end_children()

    def run(self, request: bytes) -> bytes:
        """Runs a candidate; the reply says how the runner ended, then has a line per result."""
        given = json.loads(request)
        runner = self.ready_runner(len(given["inputs"]))
        struct.pack_into("<Q", runner.results, 0, 0)
        deadline = time.monotonic() + given["limits"][2] + CHILD_GRACE
        try:
            runner.socket.sendall(frame(request))
        except OSError:
            pass  # It was killed: `wait` says so.
        end = self.wait(runner, deadline)
        if end is not None:
            self.end_runner()
        length = struct.unpack_from("<Q", runner.results)[0]
        return json.dumps(end or "exit code 0").encode() + b"\n" + runner.results[8 : 8 + length]

    def ready_runner(self, inputs: int) -> Runner:
        """The last runner, or a new one if it has ended or has no room for the results."""
        if self.runner is not None:
            alive = os.waitpid(self.runner.pid, os.WNOHANG)[0] == 0
            if alive and self.runner.inputs >= inputs:
                return self.runner
            self.end_runner()
        ours, theirs = socket.socketpair()
        most = max(inputs, LEAST_INPUTS)
        # Shared memory, as a candidate may close every file. The first 8 bytes hold the length.
        results = mmap.mmap(-1, 8 + RESULT_BYTES * (most + 1))
        pid = os.fork()
        if pid == 0:
            ours.close()
            self.become_runner(theirs, results)
        theirs.close()
        self.runner = Runner(pid, ours, results, most)
        return self.runner

    def end_runner(self) -> None:
        """Ends the runner, and all that its candidates have started."""
        self.end_children()
        if self.runner is not None:
            self.runner.socket.close()
            self.runner = None

    def wait(self, runner: Runner, deadline: float) -> str | None:
        """Waits for a candidate: None if the runner is clean, else its end or the limit reached."""
        watched = [self.control, self.wakeup, runner.socket]
        while True:
            readable, _, _ = select.select(watched, [], [], max(0.0, deadline - time.monotonic()))
            if runner.socket in readable:
                try:
                    said = runner.socket.recv(1)
                except OSError:
                    said = b""
                if said == CLEAN:
                    return None
                watched.remove(runner.socket)  # The candidate has closed it.
            if self.control in readable:  # The pool is gone: it sends nothing in between.
                self.end_children()
                os._exit(0)
            if self.wakeup in readable:
                self.wakeup.recv(4096)
            pid, status = os.waitpid(runner.pid, os.WNOHANG)
            if pid == runner.pid:
                break
            if not readable and time.monotonic() >= deadline:
                return "wall"
        if os.WIFSIGNALED(status):
            number = os.WTERMSIG(status)
            return "cpu" if number == signal.SIGXCPU else signal.Signals(number).name
        return f"exit code {os.WEXITSTATUS(status)}"

    def end_children(self) -> None:
        """Kills and reaps all descendants."""
        while True:
            try:
                pid, _ = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                for descendant in descendants(os.getpid()):
                    kill(descendant)
                time.sleep(0.001)

    def become_runner(self, requests: socket.socket, results: mmap.mmap) -> NoReturn:
        """In the child: runs candidates, and exits after one that does not leave it clean."""
        worker = os.getppid()
        try:
            os.setsid()
            self.libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            for end in (self.control, self.wakeup, self.wakeup_writer):
                end.close()
            state = interpreter_state()
            left = MOST_CANDIDATES if os.getppid() == worker else 0
            while left > 0 and (request := receive(requests)) is not None:
                left -= 1
                candidate = Candidate(json.loads(request), results)
                candidate.run()
                gc.collect()  # Whatever its objects do at their end, they do now.
                if left == 0 or not candidate.is_clean(state):
                    break
                requests.sendall(CLEAN)
        finally:
            os._exit(0)


class Runner(NamedTuple):
    """A child that runs candidates, as the worker sees it."""

    pid: int
    socket: socket.socket
    results: mmap.mmap
    #: The number of inputs that the results have room for.
    inputs: int


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


class NotAGridError(Exception):
    """Why an answer is not a grid."""


def as_grid(value: Any) -> list[list[int]]:
    """The rows of lists, tuples or a numpy array with cells 0 to 9."""
    rows = [as_row(row) for row in sequence(value, "row")]
    if any(len(row) != len(rows[0]) for row in rows):
        raise NotAGridError("rows differ in length")
    return rows


def as_row(row: Any) -> list[int]:
    cells = []
    for cell in sequence(row, "cell"):
        try:
            number = int(cell)
            known = number == cell and 0 <= number <= 9
        except (TypeError, ValueError, OverflowError):
            known = False
        if not known or isinstance(cell, str):
            raise NotAGridError(f"a cell is {repr(cell)[:50]}, not a colour from 0 to 9")
        cells.append(number)
    return cells


def sequence(value: Any, part: str) -> Any:
    """A list, tuple or numpy array of 1 to 30 parts."""
    if not isinstance(value, (list, tuple)) and not hasattr(value, "tolist"):
        raise NotAGridError(f"found {type(value).__name__} instead of a list of {part}s")
    try:
        length = len(value)
    except TypeError:  # A numpy scalar, or an array without dimensions.
        raise NotAGridError(f"found a number instead of a list of {part}s") from None
    if not 1 <= length <= MAX_SIDE:
        parts = f"{length:,} {part}" + ("s" if length != 1 else "")
        raise NotAGridError(f"it has {parts}; a grid has 1 to {MAX_SIDE}")
    return value


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


def preload() -> None:
    """Imports what candidates use, so that a forked child has it at once."""
    for name in PRELOADED:
        try:
            importlib.import_module(name)
        except ImportError:  # numpy is optional.
            continue
        parent, _, child = name.rpartition(".")
        if parent:  # numpy adds some names to itself on their first use.
            getattr(sys.modules[parent], child)


def main() -> None:
    worker = Worker(socket.socket(fileno=int(sys.argv[1])))
    path = receive(worker.control)
    if path is None:
        return
    sys.path[:] = json.loads(path)
    preload()
    gc.collect()
    gc.freeze()
    os.dup2(os.open(os.devnull, os.O_RDWR), 2)
    worker.serve()


if __name__ == "__main__":
    main()
