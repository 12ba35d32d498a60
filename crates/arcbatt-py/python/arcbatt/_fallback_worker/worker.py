"""The worker: runs candidates in a forked child, the runner.

A fork takes milliseconds, so a runner runs one candidate after the other as long as each leaves it
clean (`Candidate.is_clean`); otherwise it ends, and the next candidate has a new one.
"""

from __future__ import annotations

import ctypes
import gc
import importlib
import json
import mmap
import os
import select
import signal
import socket
import struct
import sys
import time
from typing import NamedTuple, NoReturn

from .candidate import PRELOADED, Candidate, interpreter_state
from .processes import descendants, frame, kill, receive

#: Seconds after the wall limit when a child is killed that its own timer did not end.
CHILD_GRACE = 0.1
#: Bytes for the result on one input; a grid of 30x30 takes 3 kB.
RESULT_BYTES = 4096
#: A runner ends after this many candidates, which bounds the memory that it loses to fragments.
MOST_CANDIDATES = 1000
#: A runner has room for the results on this many inputs at least.
LEAST_INPUTS = 16
#: What a runner sends after a candidate that left it clean.
CLEAN = b"."
PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36


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


def main(descriptor: int) -> None:
    """Work for the pool at the other end of this socket."""
    # The pool blocks it while a worker starts.
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    worker = Worker(socket.socket(fileno=descriptor))
    path = receive(worker.control)
    if path is None:
        return
    sys.path[:] = json.loads(path)
    preload()
    gc.collect()
    gc.freeze()
    os.dup2(os.open(os.devnull, os.O_RDWR), 2)
    worker.serve()
