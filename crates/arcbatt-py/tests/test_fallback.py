"""The pool of worker processes: every candidate ends as a recorded outcome, and leaves nothing."""

from __future__ import annotations

import ctypes
import importlib
import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
import types
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

PACKAGE = Path(__file__).parent.parent / "python" / "arcbatt"
#: Seconds after which a candidate that the limits did not end is taken to hang. Much more than the
#: limits, so that a slow machine fails no test.
HANGS = 30.0


def load() -> Any:
    """The modules, without the package around them and its compiled part."""
    package = types.ModuleType("fallback_package")
    package.__path__ = [str(PACKAGE)]
    sys.modules["fallback_package"] = package
    return importlib.import_module("fallback_package._fallback")


fallback = load()
descendants = fallback.descendants
Limits = fallback.ProcessLimits
SHORT = Limits(cpu=1.0, wall=1.5)
GRID = [[1, 2], [3, 4]]


@pytest.fixture(scope="module", autouse=True)
def subreaper() -> None:
    """Makes this process the parent of whatever workers leave, so that a test can see it."""
    assert ctypes.CDLL(None).prctl(36, 1, 0, 0, 0) == 0


@pytest.fixture(scope="module")
def pool() -> Iterator[Any]:
    with fallback.ProcessPool(workers=2, limits=Limits(cpu=HANGS, wall=HANGS)) as pool:
        yield pool
    assert_nothing_left()


def resting() -> set[int]:
    """The idle workers of all pools, and the runner that each may have."""
    workers = [worker.process.pid for pool in fallback._pools for worker in pool._idle]
    below = [descendants(worker) for worker in workers]
    return {*workers, *(runners[0] for runners in below if len(runners) == 1)}


def assert_nothing_left() -> None:
    """No process is left below this one, dead or alive, but for resting ones of pools.

    Processes whose parent was killed are children of this process now, and are reaped here.
    """
    end = time.monotonic() + HANGS
    while left := set(descendants(os.getpid())) - resting():
        for pid in left:
            try:
                os.waitpid(pid, os.WNOHANG)
            except ChildProcessError:
                pass
        assert time.monotonic() < end, [Path(f"/proc/{pid}/stat").read_text() for pid in left]
        time.sleep(0.01)


def run(pool: Any, source: str, inputs: Iterable[list[list[int]]] = (GRID,), **options: Any) -> Any:
    """The outcome of one candidate. No process but the idle workers may be left."""
    start = time.monotonic()
    ((index, outcome),) = pool.run([textwrap.dedent(source)], list(inputs), **options)
    took = time.monotonic() - start
    print(f"{took:.3f} s: {outcome}")
    assert index == 0 and outcome.engine == "cpython" and took < HANGS
    assert_nothing_left()
    return outcome


def test_answers_in_the_order_of_the_inputs(pool: Any) -> None:
    outcome = run(pool, "def solve(I):\n    return I[::-1]\n", [GRID, [[5]]])
    assert (outcome.status, outcome.outputs) == ("ok", [[[3, 4], [1, 2]], [[5]]])
    assert (outcome.line, outcome.message, outcome.index) == (None, None, None)


@pytest.mark.parametrize(
    ("source", "entry"),
    [
        ("def transform(grid):\n    return grid", None),
        ("def solve_a(I):\n    return 1\ndef solve_b(I):\n    return I", None),
        ("def p(g):\n    return g\ndef solve(I):\n    return 1", "p"),
        ("solve = lambda I: tuple(map(tuple, I))", None),
        ("import numpy as np\ndef solve(I):\n    return np.array(I, dtype=float)", None),
        ("def solve(I):\n    I_copy = [r[:] for r in I]\n    I.clear()\n    return I_copy", None),
    ],
)
def test_spellings(pool: Any, source: Any, entry: Any) -> None:
    assert run(pool, source, [GRID, GRID], entry=entry).outputs == [GRID, GRID]


def test_markdown(pool: Any) -> None:
    text = "Two parts:\n\n```python\ndef f(x):\n    return x\n```\nand\n~~~\ndef solve(I):\n    return f(I)\n"
    assert run(pool, text).outputs == [GRID]
    assert run(pool, "Text without code.").status == "rejected"


def test_stop_ends_a_call(pool: Any) -> None:
    results = pool.run(["while True: pass"] * 3, [GRID], stop=lambda: True)
    assert list(results) == []
    start = time.monotonic()
    results = pool.run(
        ["def solve(I):\n    return I", "while True: pass", "while True: pass"],
        [GRID],
        stop=lambda: time.monotonic() > start + 1,
        workers=1,
    )
    assert [(index, outcome.status) for index, outcome in results] == [(0, "ok")]
    assert_nothing_left()


def test_numpy_inputs(pool: Any) -> None:
    source = "def transform(grid):\n    grid[grid == 1] = 7\n    return grid.T"
    assert run(pool, source, numpy_inputs=True).outputs == [[[7, 3], [2, 4]]]


@pytest.mark.parametrize(
    ("source", "line", "message"),
    [
        ("def solve(I):\n    x = 1\n    return x / 0", 3, "ZeroDivisionError: division by zero"),
        ("def f():\n    raise KeyError('k')\ndef solve(I):\n    return f()", 2, "KeyError: 'k'"),
        ("import sys\ndef solve(I):\n    sys.exit(3)", 3, "SystemExit: 3"),
        ("import no_such_module\n", 1, "ModuleNotFoundError: No module named 'no_such_module'"),
        ("def solve(I):\n    return solve(I)", 2, "RecursionError: maximum recursion depth"),
        ("import os\ndef solve(I):\n    os._exit(3)", None, "ended without an answer: exit code 3"),
        ("import os\ndef solve(I):\n    os._exit(0)", None, "ended without an answer: exit code 0"),
        ("import os\ndef solve(I):\n    os.abort()", None, "ended without an answer: SIGABRT"),
        (
            "import ctypes\ndef solve(I):\n    ctypes.string_at(0)",
            None,
            "ended without an answer: SIGSEGV",
        ),
        (
            "class E(Exception):\n    def __str__(self):\n        1 / 0\n"
            "def solve(I):\n    raise E",
            5,
            "E",
        ),
    ],
)
def test_failures(pool: Any, source: Any, line: Any, message: Any) -> None:
    outcome = run(pool, source)
    assert (outcome.status, outcome.line, outcome.outputs) == ("failed", line, [None])
    assert outcome.message.startswith(message)


@pytest.mark.parametrize(
    ("source", "line", "message"),
    [
        ("def solve(I):\n    return (\n", 2, "SyntaxError: '(' was never closed"),
        ("x = 1\n", None, "defines no function `solve` or `transform`"),
        ("\0", None, "SyntaxError: source code string cannot contain null bytes"),
        ("", None, "defines no function"),
        ("x = '\ud800'", None, "UnicodeEncodeError"),
    ],
)
def test_rejected(pool: Any, source: Any, line: Any, message: Any) -> None:
    outcome = run(pool, source)
    assert (outcome.status, outcome.line, outcome.outputs) == ("rejected", line, [None])
    assert message in outcome.message.replace("ValueError", "SyntaxError")


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("None", "found NoneType instead of a list of rows"),
        ("'1234'", "found str instead of a list of rows"),
        ("[]", "it has 0 rows; a grid has 1 to 30"),
        ("[[]]", "it has 0 cells; a grid has 1 to 30"),
        ("[1, 2]", "found int instead of a list of cells"),
        ("[[1], [1, 2]]", "rows differ in length"),
        ("[[10]]", "a cell is 10, not a colour from 0 to 9"),
        ("[[-1]]", "a cell is -1"),
        ("[[1.5]]", "a cell is 1.5"),
        ("[['1']]", "a cell is '1'"),
        ("[[float('nan')]]", "a cell is nan"),
        ("[[None]]", "a cell is None"),
        ("[[0] * 31]", "it has 31 cells"),
        ("[[0]] * 1_000_000", "it has 1,000,000 rows"),
        ("__import__('numpy').zeros((20_000, 20_000), 'uint8')", "it has 20,000 rows"),
        ("__import__('numpy').int64(3)", "found a number instead of a list of rows"),
        ("iter([])", "found list_iterator"),
    ],
)
def test_answers_that_are_not_grids(pool: Any, answer: Any, message: Any) -> None:
    outcome = run(pool, f"def solve(I):\n    return {answer}")
    assert (outcome.status, outcome.outputs, outcome.index) == ("wrong", [None], 0)
    assert outcome.message.startswith("the answer is not a grid: " + message)


@pytest.mark.parametrize(
    "source",
    [
        "def solve(I):\n    while True: pass",
        "while True: pass",
        "def solve(I):\n    while True:\n        try:\n            while True: pass\n"
        "        except BaseException: pass",
        "import time\ndef solve(I):\n    time.sleep(1000)",
        "def solve(I):\n    return 7 ** (10 ** 9)",
        "import signal\nfor s in range(1, 65):\n    try: signal.signal(s, lambda *_: None)\n"
        "    except (OSError, ValueError): pass\nwhile True: pass",
        "import signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))\nwhile True: pass",
    ],
    ids=["loop", "module", "swallows", "sleeps", "inside-c", "handles-signals", "blocks-signals"],
)
def test_endless(pool: Any, source: Any) -> None:
    outcome = run(pool, source, limits=SHORT)
    assert outcome.status in ("cut", "failed") and outcome.outputs == [None]
    assert "limit of" in outcome.message or "SIGKILL" in outcome.message


def test_results_before_a_loop_are_kept(pool: Any) -> None:
    source = "def solve(I):\n    while I == [[5]]: pass\n    return I"
    outcome = run(pool, source, [GRID, [[5]], [[6]]], limits=SHORT)
    assert (outcome.status, outcome.index) == ("cut", 1)
    assert outcome.outputs == [GRID, None, None]
    assert outcome.message.startswith("reached the limit of 1")


@pytest.mark.parametrize("limits", [Limits(cpu=0.2, wall=HANGS), Limits(cpu=HANGS, wall=0.2)])
def test_the_line_of_a_loop(pool: Any, limits: Any) -> None:
    """On a busy machine the worker may kill a candidate before it says its line."""
    for _ in range(20):
        outcome = run(pool, "def solve(I):\n    x = 1\n    while True: pass", limits=limits)
        assert outcome.status == "cut" and outcome.line in (3, None)
        if outcome.line is not None:
            return
    pytest.fail("no line in 20 runs")


def test_an_error_on_one_input_leaves_the_others(pool: Any) -> None:
    outcome = run(pool, "def solve(I):\n    assert I != [[5]], 'five'\n    return I", [[[5]], GRID])
    assert (outcome.status, outcome.index, outcome.outputs) == ("failed", 0, [None, GRID])
    assert outcome.message == "AssertionError: five"


@pytest.mark.parametrize(
    "source",
    [
        "def solve(I):\n    x = []\n    while True: x.append(bytearray(1 << 20))",
        "x = []\nwhile True: x.append([0] * 1000)\n",
        "def solve(I):\n    return 'a' * (1 << 40)",
        "import numpy as np\ndef solve(I):\n    return np.ones((1 << 20, 1 << 12))",
        "def solve(I):\n    x = []\n    while True:\n        try:\n"
        "            while True: x.append(bytes(1 << 20))\n        except MemoryError: pass",
    ],
)
def test_memory(pool: Any, source: Any) -> None:
    outcome = run(pool, source, limits=Limits(cpu=2.0, wall=3.0, memory=64 << 20))
    assert outcome.status == "cut" and outcome.outputs == [None]
    assert "limit of" in outcome.message


@pytest.mark.parametrize(
    "source",
    [
        "import os, time\ndef solve(I):\n    if os.fork() == 0: time.sleep(1000)\n    return I",
        "import os\ndef solve(I):\n    os.fork()\n    while True: pass",
        """
        import os, time
        def solve(I):
            if os.fork() == 0:
                os.setsid()
                if os.fork() == 0:
                    os.setsid()
                    while True: pass
                os._exit(0)
            return I
        """,
        """
        import os, time
        def solve(I):
            for _ in range(50):
                if os.fork() == 0:
                    os.setsid()
                    time.sleep(1000)
            while True: pass
        """,
        "import subprocess\ndef solve(I):\n    subprocess.Popen(['sleep', '1000'])\n    return I",
        "import os\ndef solve(I):\n    os.fork()\n    return I",
    ],
    ids=["forks", "both-loop", "daemon", "fifty", "subprocess", "both-return"],
)
def test_forks(pool: Any, source: Any) -> None:
    outcome = run(pool, source, limits=SHORT)
    # Only root may fork: others get an exception.
    assert outcome.status in ("ok", "cut", "failed")


@pytest.mark.parametrize(
    "close",
    [
        "sys.stdout.close()",
        "sys.stdin.close()",
        "os.close(1)",
        "os.closerange(0, 65536)",
        "print('x' * (1 << 20), flush=True)\n    for _ in range(20): print('x' * (1 << 20))",
        "sys.stdout = sys.stderr = None",
        "os.write(2, b'x' * (1 << 22))",
    ],
)
def test_files(pool: Any, close: Any) -> None:
    outcome = run(pool, f"import os, sys\ndef solve(I):\n    {close}\n    return I")
    assert (outcome.status, outcome.outputs) == ("ok", [GRID])


@pytest.mark.parametrize("name", ["SIGKILL", "SIGSTOP"])
def test_a_candidate_that_signals_its_worker(pool: Any, name: Any) -> None:
    source = f"import os, signal\nos.kill(os.getppid(), signal.{name})\nwhile True: pass"
    outcome = run(pool, source, limits=SHORT)
    assert outcome.status in ("failed", "cut") and outcome.outputs == [None]
    assert run(pool, "def solve(I):\n    return I").status == "ok"


@pytest.mark.parametrize(
    "spoil",
    [
        "import builtins\nbuiltins.len = None",
        "import math\nmath.pi = 4",
        "import math\nsetattr(math, 'tau', None)",
        "import math\ndel math.e",
        "import numpy as np\nnp.made_up = 1",
        "import numpy as np\nnp.random.choice = None",
        "import numpy as np\nnp.seterr(all='raise')",
        "import numpy as np\nnp.set_printoptions(precision=1)",
        "import random\nrandom.seed(7)",
        "import numpy as np\nnp.random.seed(7)",
        "import sys\nsys.setrecursionlimit(50)",
        "import os\nos.chdir('/')",
        "import os\nos.environ['PATH'] = 'x'",
        "import threading\nthreading.Thread(target=lambda: [None for _ in iter(int, 1)]).start()",
        "import signal\nsignal.setitimer(signal.ITIMER_REAL, 0.2)",
        "__builtins__['len'] = None",
        "exec('import sys; sys.setrecursionlimit(50)')",
        "__import__('gc').disable()",
        "import math\nclass A:\n    def __init__(self): self.a = self\n"
        "    def __del__(self): math.pi = 5\nA()",
    ],
)
def test_candidates_do_not_see_each_other(pool: Any, spoil: Any) -> None:
    look = (
        "def solve(I):\n    import gc, math, os, random, sys, threading\n    import numpy as np\n"
        "    state = [len(I), math.pi, math.tau, math.e, hasattr(np, 'made_up'), np.geterr(),\n"
        "             np.get_printoptions(), random.random(), np.random.random(), os.getcwd(),\n"
        "             np.random.choice([1, 2]), sys.getrecursionlimit(), os.environ['PATH'],\n"
        "             threading.active_count(), gc.isenabled()]\n"
        "    from zlib import crc32\n"
        "    raise ValueError(f'{len(I)} {math.pi} {crc32(repr(state).encode())}')"
    )
    wanted = run(pool, look).message
    sources = [f"{spoil}\ndef solve(I):\n    return I\n", look]
    with fallback.ProcessPool(workers=1) as one:
        outcomes = [dict(one.run(sources, [GRID], limits=pool.limits)) for _ in range(2)]
    assert wanted.startswith("ValueError: 2 3.14")
    assert [outcome[1].message for outcome in outcomes] == [wanted, wanted]


def test_candidates_that_leave_it_clean_share_a_runner(pool: Any) -> None:
    with fallback.ProcessPool(workers=1, limits=pool.limits) as one:
        runners = []
        for source in [
            "return I[::-1]",
            "return 1 / 0",
            "return 3",
            "import numpy as np; return np.array(I)",
        ]:
            run(one, f"def solve(I):\n    {source}")
            runners += descendants(one._idle[0].process.pid)
        assert len(runners) == 4 and len(set(runners)) == 1
        run(one, "import os\ndef solve(I):\n    return I")
        assert descendants(one._idle[0].process.pid) == []


def test_a_runner_is_replaced_after_many_candidates(pool: Any) -> None:
    with fallback.ProcessPool(workers=1, limits=pool.limits) as one:
        outcomes = dict(one.run(["def solve(I):\n    return I"] * 2500, [[[1]]]))
    assert {outcome.status for outcome in outcomes.values()} == {"ok"}


def test_more_inputs_than_a_runner_has_room_for(pool: Any) -> None:
    grid = [[9] * 30] * 30
    for inputs in (1, 100, 16, 300):
        assert run(pool, "def solve(I):\n    return I", [grid] * inputs).outputs == [grid] * inputs


def test_memory_is_counted_per_candidate(pool: Any) -> None:
    with fallback.ProcessPool(workers=1) as one:
        limits = Limits(cpu=HANGS, wall=HANGS, memory=100 << 20)
        source = "def solve(I):\n    x = [bytearray(80 << 20)]\n    x.append(x)\n    return I"
        outcomes = dict(one.run([source] * 20, [GRID], limits=limits))
    assert {outcome.status for outcome in outcomes.values()} == {"ok"}


def test_time_is_counted_per_candidate(pool: Any) -> None:
    with fallback.ProcessPool(workers=1) as one:
        source = "def solve(I):\n    for _ in range(3_000_000): pass\n    return I"
        limits = Limits(cpu=HANGS, wall=HANGS)
        assert {o.status for _, o in one.run([source] * 30, [GRID], limits=limits)} == {"ok"}


def test_equal_runs_give_equal_answers(pool: Any) -> None:
    source = (
        "import random, numpy as np\ndef solve(I):\n"
        "    return [[random.randrange(10), np.random.randint(10)] +"
        " [ord(c) % 10 for c in set('abcdef')]]"
    )
    outcomes = dict(pool.run([source] * 20, [GRID]))
    assert len({str(outcome.outputs) for outcome in outcomes.values()}) == 1


def test_many_candidates_with_bad_ones_between(pool: Any) -> None:
    good = "def solve(I):\n    return I"
    bad = "import os, signal\ndef solve(I):\n    os.kill(os.getppid(), 9)"
    outcomes = dict(pool.run([bad if at % 25 == 7 else good for at in range(100)], [GRID]))
    assert sorted(outcomes) == list(range(100))
    assert [at for at in range(100) if outcomes[at].status != "ok"] == [7, 32, 57, 82]
    assert outcomes[7].message == "ended without an answer: its worker process was killed"


def test_nothing_to_run(pool: Any) -> None:
    assert list(pool.run([], [GRID])) == []
    assert run(pool, "def solve(I):\n    return I", []).status == "ok"
    assert run(pool, "while True: pass", [], limits=SHORT).status == "cut"


def test_a_caller_that_stops_early_leaves_no_candidate(pool: Any) -> None:
    loop = "def solve(I):\n    while I[0][0]: pass\n    return I"
    results = pool.run(["def solve(I):\n    return I"] + [loop] * 5, [GRID])
    assert next(results)[1].status == "ok"
    results.close()
    assert_nothing_left()
    assert run(pool, "def solve(I):\n    return I").status == "ok"


def test_a_worker_killed_while_idle_is_replaced(pool: Any) -> None:
    run(pool, "def solve(I):\n    return I")
    for worker in pool._idle:
        os.kill(worker.process.pid, signal.SIGKILL)
        os.waitid(os.P_PID, worker.process.pid, os.WEXITED | os.WNOWAIT)
    assert run(pool, "def solve(I):\n    return I").status == "ok"


def test_threads_may_share_a_pool(pool: Any) -> None:
    outcomes: list[Any] = []

    def work() -> None:
        outcomes.extend(pool.run(["def solve(I):\n    return I"] * 10, [GRID]))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(outcomes) == 40 and all(outcome.status == "ok" for _, outcome in outcomes)
    assert len(pool._idle) <= 2
    assert_nothing_left()


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_forked_child_has_its_own_workers(pool: Any) -> None:
    run(pool, "def solve(I):\n    return I")

    def child(queue: Any) -> None:
        outcomes = [outcome for _, outcome in pool.run(["def solve(I):\n    return I"], [GRID])]
        pool.close()
        queue.put(outcomes[0].status)

    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    process = context.Process(target=child, args=(queue,))
    process.start()
    assert queue.get(timeout=HANGS) == "ok"
    process.join()
    assert run(pool, "def solve(I):\n    return I").status == "ok"


SESSION = """
import importlib, sys, types
package = types.ModuleType("fallback_package")
package.__path__ = [sys.argv[1]]
sys.modules["fallback_package"] = package
fallback = importlib.import_module("fallback_package._fallback")
pool = fallback.ProcessPool(workers=2, limits=fallback.ProcessLimits(cpu=500, wall=500))
loop = "import os\\ndef solve(I):\\n    os.fork()\\n    while I[0][0]: pass\\n    return I"
try:
    for at, outcome in pool.run(["def solve(I):\\n    return I", loop, loop], [[[1]]]):
        print("first", flush=True)
except KeyboardInterrupt:
    print("interrupted", flush=True)
    {after}
"""


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGKILL"])
def test_a_caller_that_is_stopped_leaves_no_process(name: Any) -> None:
    """Ctrl-C, and the end of the caller's process whatever ended it."""
    script = SESSION.format(after="input()" if name == "SIGINT" else "pass")
    caller = subprocess.Popen(
        [sys.executable, "-c", script, str(PACKAGE)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert caller.stdout is not None
    assert caller.stdout.readline() == "first\n"
    while len(descendants(caller.pid)) < 4:
        time.sleep(0.01)
    caller.send_signal(getattr(signal, name))
    if name == "SIGINT":
        start = time.monotonic()
        assert caller.stdout.readline() == "interrupted\n"
        print(f"interrupted after {time.monotonic() - start:.3f} s")
        assert descendants(caller.pid) == []
    caller.communicate("\n")
    assert_nothing_left()


def test_a_worker_that_does_not_start_is_an_error(
    monkeypatch: Any, tmp_path: Any, capfd: Any
) -> None:
    python = tmp_path / "python"
    python.write_text("#!/bin/sh\necho no such library >&2\nexit 1\n")
    python.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(python))
    pool = fallback.ProcessPool(workers=1)
    with pytest.raises(RuntimeError, match="did not start"):
        list(pool.run(["def solve(I):\n    return I"], [GRID]))
    assert "no such library" in capfd.readouterr().err


def test_bad_arguments() -> None:
    with pytest.raises(ValueError, match="workers is 0; a pool has at least 1"):
        fallback.ProcessPool(workers=0)
    with pytest.raises(ValueError, match="limits are above 0"):
        list(fallback.ProcessPool(1).run(["x"], [], limits=Limits(wall=0)))
