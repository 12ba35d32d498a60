#!/usr/bin/env python3
"""Measures the Python package on one core; see benches/RESULTS.md for the figures.

    ARCBATT_PROFILE=release .ci/python install
    target/python/bin/python crates/arcbatt-py/benches/speed.py

Calls of a program, many runs, ranking next to CPython, an import, the size of the wheel, and how long a call
takes to end after Ctrl-C. Every figure is the best of several turns, in CPU time where the work is that of one
thread, as others may use the machine. CPython runs the same candidates with
arc-dsl's functions, which the package reasoning-gym has on PyPI; pip downloads it into a temporary folder.
"""

from __future__ import annotations

import importlib
import os
import pathlib
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import types
import zipfile
from collections.abc import Callable

import arcbatt as ab

PACKAGE = "reasoning-gym==0.1.25"
FOLDER = "reasoning_gym/arc/rearc_utils"
CANDIDATES = 10_000
#: Candidates that CPython runs; it needs minutes for all.
SAMPLED = 1_000
TURNS = 5

#: Programs of three lines, one of each family of work.
THREE_LINES = {
    "mirror, rotate, mirror": "x1 = hmirror(I)\nx2 = rot90(x1)\nO = vmirror(x2)",
    "replace colours": "x1 = replace(I, 1, 2)\nx2 = replace(x1, 3, 4)\nO = switch(x2, 5, 6)",
    "halves": "x1 = tophalf(I)\nx2 = bottomhalf(I)\nO = vconcat(x2, x1)",
}


def best(work: Callable[[], object], turns: int = TURNS, clock: Callable[[], float] = time.process_time) -> float:
    """The shortest time of several turns, in seconds: CPU time, unless another clock is given."""
    times = []
    for _ in range(turns):
        started = clock()
        work()
        times.append(clock() - started)
    return min(times)


def calls() -> None:
    """Calls of a program on a list of lists, and runs on many grids."""
    random.seed(1)
    rows = [[random.randrange(10) for _ in range(10)] for _ in range(10)]
    grids = [ab.Grid([[random.randrange(10) for _ in range(10)] for _ in range(10)]) for _ in range(50_000)]
    for name, lines in THREE_LINES.items():
        program = ab.Program(lines + "\n")

        def call(program: ab.Program = program, count: int = 50_000) -> None:
            for _ in range(count):
                program(rows)

        def many(program: ab.Program = program) -> None:
            program.run_many(grids, threads=1)

        print(f"{name}: {50_000 / best(call):,.0f} calls/s of a 10x10 list of lists, ", end="")
        print(f"{50_000 / best(many):,.0f} runs/s with run_many, one thread")


def candidates() -> list[str]:
    """Programs of two to five lines, as a sampler would write them.

    None depends on the order of a set, in which arcbatt differs from CPython.
    """
    random.seed(2)
    colors = range(10)
    steps = ["hmirror({0})", "vmirror({0})", "rot90({0})", "dmirror({0})", "tophalf({0})", "lefthalf({0})"]
    steps += ["hconcat({0}, {0})", "upscale({0}, TWO)", "trim({0})", "compress({0})"]
    steps += [f"replace({{0}}, {a}, {b})" for a, b in zip(colors, reversed(colors), strict=True)]
    steps += [f"fill({{0}}, {c}, ofcolor({{0}}, {9 - c}))" for c in colors]
    steps += [f"fill({{0}}, {c}, mapply(delta, objects({{0}}, T, F, T)))" for c in colors]
    steps += [f"fill({{0}}, {c}, mapply(box, colorfilter(objects({{0}}, T, T, T), {9 - c})))" for c in colors]
    steps += [f"underfill({{0}}, {c}, mapply(outbox, objects({{0}}, T, F, T)))" for c in colors]
    steps += [f"cover({{0}}, merge(colorfilter(partition({{0}}), {c})))" for c in colors]
    steps += ["paint({0}, merge(sizefilter(objects({0}, T, T, F), ONE)))", "paint({0}, shift(asobject({0}), DOWN))"]
    steps += ["fill({0}, EIGHT, mapply(backdrop, fgpartition({0})))"]
    texts = []
    for _ in range(CANDIDATES):
        lines, value = [], "I"
        for k in range(random.randint(2, 5)):
            lines.append(f"    x{k} = {random.choice(steps).format(value)}\n")
            value = f"x{k}"
        texts.append("def solve(I):\n" + "".join(lines) + f"    return {value}\n")
    return texts


def reference(folder: pathlib.Path) -> dict[str, object]:
    """The names of arc-dsl in CPython."""
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder), PACKAGE]
    subprocess.run(pip, check=True)
    for wheel in folder.glob("*.whl"):
        zipfile.ZipFile(wheel).extractall(folder)
    # Importing the package itself would need its dependencies.
    package = types.ModuleType("rearc_utils")
    package.__path__ = [str(folder / FOLDER)]
    sys.modules["rearc_utils"] = package
    return vars(importlib.import_module("rearc_utils.dsl"))


def in_cpython(names: dict[str, object], text: str, inputs: list[tuple[tuple[int, ...], ...]]) -> list[object]:
    """The answers of a candidate that is exec'd, None where it fails."""
    space = dict(names)
    exec(text, space)  # noqa: S102
    outputs: list[object] = []
    for grid in inputs:
        try:
            outputs.append(space["solve"](grid))  # type: ignore[operator]
        except Exception:
            outputs.append(None)
    return outputs


#: Names that a mutation replaces by one another.
SWAPS = (
    "ZERO ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE",
    "hmirror vmirror rot90 rot180 rot270 dmirror cmirror identity",
    "UP DOWN LEFT RIGHT",
    "box outbox inbox delta backdrop",
    "height width size numcolors",
    "fill underfill",
    "hconcat vconcat",
)
#: Primitives whose answer may depend on the order of a set, in which arcbatt differs from CPython.
ORDERED = {"first", "last", "other", "argmax", "argmin", "extract", "order", "mostcommon", "leastcommon"}


def mutants(names: dict[str, object]) -> list[str]:
    """The built-in solvers, each with one or two names replaced; many occur several times.

    Some paint overlapping objects, whose order is that of a set: their answers may differ from CPython's.
    """
    random.seed(3)
    swaps = {name: group.split() for group in SWAPS for name in group.split()}
    sources = []
    for solver in ab.read("embedded").programs:
        source = solver.source.replace(solver.name, "solve")
        used = set(re.findall(r"[A-Za-z_]\w*", source)) - {"def", "return", "solve", "I", "O"}
        if ORDERED & used:
            continue
        if all(name in names or re.fullmatch(r"x\d+", name) for name in used):
            sources.append(source)
    texts = []
    for _ in range(CANDIDATES):
        text = random.choice(sources)
        for _ in range(random.randint(1, 2)):
            places = [match for match in re.finditer(r"[A-Za-z_]\w*", text) if match.group() in swaps]
            if places:
                place = random.choice(places)
                text = text[: place.start()] + random.choice(swaps[place.group()]) + text[place.end() :]
        texts.append(text)
    return texts


def ranking() -> None:
    """10,000 candidates on a task of four pairs, next to CPython."""
    with tempfile.TemporaryDirectory() as folder:
        names = reference(pathlib.Path(folder))
        compare("short programs, all different", names, candidates())
        compare("mutated solvers, with repetitions", names, mutants(names))


def compare(what: str, names: dict[str, object], texts: list[str]) -> None:
    """Time both sides on one thread, and compare the answers."""
    task = ab.load("embedded")["connect_pairs"]
    pairs = [*task.train, *task.test]
    assert len(pairs) == 4
    result = ab.rank(task, texts, threads=1)
    seconds = best(lambda: ab.rank(task, texts, threads=1))
    print(f"rank, {what}: {len(texts):,} candidates on {len(pairs)} pairs in {seconds * 1e3:,.1f} ms, ", end="")
    print(f"{len(set(texts)):,} distinct; {result.counts()}")
    inputs = [tuple(map(tuple, pair.input.tolist())) for pair in pairs]
    sampled = range(0, len(texts), len(texts) // SAMPLED)
    started = time.process_time()
    outputs = [in_cpython(names, texts[k], inputs) for k in sampled]
    theirs = (time.process_time() - started) / len(sampled) * len(texts)
    different = 0
    for k, answers in zip(sampled, outputs, strict=True):
        ours = [*result[k].train_outputs, *result[k].outputs]
        for our, their in zip(ours, answers, strict=True):
            grid = [list(row) for row in their] if isinstance(their, tuple) and their and their[0] else [[]]
            # Answers that no task can have, such as ragged ones, count as none here.
            fits = 0 < len(grid) <= 30 and len({len(row) for row in grid}) == 1 and 0 < len(grid[0]) <= 30
            if fits and our != grid:
                different += 1
    print(f"  CPython with arc-dsl: {theirs:,.1f} s for {len(texts):,}, from {len(sampled):,} of them; ", end="")
    print(f"{theirs / seconds:,.0f} times; {different} of {4 * len(sampled):,} answers differ")


def importing() -> None:
    """An import, next to an empty script."""

    def run(code: str) -> float:
        command = [sys.executable, "-c", code]
        return best(lambda: subprocess.run(command, check=True), turns=20, clock=time.perf_counter)

    empty, imported = run(""), run("import arcbatt")
    print(f"import arcbatt: {(imported - empty) * 1e3:.1f} ms more than an empty script ({empty * 1e3:.1f} ms)")


def wheel() -> None:
    """The size of the wheel, if there is one."""
    for path in pathlib.Path("target/wheels").glob("arcbatt-*.whl"):
        print(f"{path.name}: {path.stat().st_size / 1e6:.1f} MB")


def interrupts() -> None:
    """The time from Ctrl-C to the end of a call."""
    script = (
        "import arcbatt as ab, time\n"
        "tasks = ab.load('embedded')\n"
        "print('ready', flush=True)\n"
        "try:\n"
        "    ab.solve(tasks, time_per_task=60)\n"
        "except ab.Interrupted as error:\n"
        "    print(time.time(), error.result is not None)\n"
    )
    times = []
    for _ in range(10):
        child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        child.stdout.readline()
        time.sleep(1 + random.random() / 10)
        sent = time.time()
        child.send_signal(signal.SIGINT)
        ended, has_result = child.communicate()[0].split()
        assert has_result == "True", "an interrupted search has the results so far"
        times.append(float(ended) - sent)
    print(f"Ctrl-C: median {statistics.median(times) * 1e3:.0f} ms, most {max(times) * 1e3:.0f} ms, during solve")


def main() -> None:
    """Measure everything, or the parts that are named."""
    os.environ.setdefault("ARCBATT_THREADS", "1")
    parts = {"calls": calls, "rank": ranking, "import": importing, "wheel": wheel, "interrupt": interrupts}
    for name in sys.argv[1:] or parts:
        parts[name]()


if __name__ == "__main__":
    main()
