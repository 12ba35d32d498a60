#!/usr/bin/env python3
"""Compares arcbatt with CPython on programs that people wrote, on one core.

    cargo build --release
    arcbatt data pull arc1-training
    python3 crates/arcbatt/benches/real_programs.py --data DIR [--arcbatt target/release/arcbatt]

The programs are the 400 verifiers of re-arc, one per ARC-1 training task. The package reasoning-gym on PyPI has
them, next to the reference implementation of their language; pip downloads it into a temporary folder. DIR has one
JSON file per task.

Both sides run every program on every input of its task. The time of a task is the CPU time of all its inputs, the
best of several turns. Outputs are compared, too.
"""

import argparse
import importlib
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time
import types
import zipfile

PACKAGE = "reasoning-gym==0.1.25"
FOLDER = "reasoning_gym/arc/rearc_utils"
# Turns of a task in CPython, unless one takes longer than this.
TURNS = 3
LONG_TURN = 0.5


def download(folder):
    """Unpacks the package into the folder; returns the module of the programs and its source."""
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder), PACKAGE]
    subprocess.run(pip, check=True)
    for wheel in folder.glob("*.whl"):
        zipfile.ZipFile(wheel).extractall(folder)
    # Importing the package itself would need its dependencies.
    package = types.ModuleType("rearc_utils")
    package.__path__ = [str(folder / FOLDER)]
    sys.modules["rearc_utils"] = package
    source = (folder / FOLDER / "verifiers.py").read_text()
    return importlib.import_module("rearc_utils.verifiers"), source


def run_in_cpython(function, inputs):
    """The outputs (None where the program fails) and the shortest CPU time of a turn, in microseconds."""
    best = float("inf")
    for _ in range(TURNS):
        outputs, total = [], 0.0
        for grid in inputs:
            output = None
            start = time.process_time()
            try:
                output = function(grid)
            except Exception:
                pass
            total += time.process_time() - start
            outputs.append(output)
        best = min(best, total)
        if total > LONG_TURN:
            break
    return outputs, best * 1e6


def run_in_arcbatt(binary, solvers, data):
    """The report of `arcbatt check` by task."""
    command = [binary, "check", str(solvers), "--data", str(data), "--threads", "1", "--repeat", "5", "--json"]
    ran = subprocess.run(command, capture_output=True, text=True)
    # 1: some task is not solved, which is no error here.
    if ran.returncode > 1:
        sys.exit(f"arcbatt check failed: {ran.stderr}")
    return {task["id"]: task for task in json.loads(ran.stdout)["tasks"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=pathlib.Path, required=True, help="a folder with one JSON file per task")
    parser.add_argument("--arcbatt", default="target/release/arcbatt", help="the command to measure")
    parser.add_argument("--worst", type=int, default=10, help="how many of the worst tasks to list")
    args = parser.parse_args()
    rows = []
    right = {"CPython": 0, "arcbatt": 0}
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        module, source = download(folder)
        solvers = folder / "solvers.py"
        solvers.write_text(re.sub(r"^def verify_", "def solve_", source, flags=re.MULTILINE))
        report = run_in_arcbatt(args.arcbatt, solvers, args.data)
        for path in sorted(args.data.glob("*.json")):
            function = getattr(module, "verify_" + path.stem, None)
            if function is None or path.stem not in report:
                continue
            task = json.loads(path.read_text())
            pairs = task["train"] + task["test"]
            inputs = [tuple(map(tuple, pair["input"])) for pair in pairs]
            outputs, theirs = run_in_cpython(function, inputs)
            right["CPython"] += outputs == [tuple(map(tuple, pair.get("output", ()))) for pair in pairs]
            ours = report[path.stem]
            right["arcbatt"] += all(pair["status"] == "ok" for pair in ours["pairs"])
            rows.append((theirs / max(sum(pair["us"] for pair in ours["pairs"]), 0.1), theirs, path.stem))
    if not rows:
        sys.exit(f"no task in {args.data} has a program: are these the ARC-1 training tasks?")
    rows.sort()
    theirs = sum(row[1] for row in rows)
    ours = sum(row[1] / row[0] for row in rows)
    print(f"{len(rows)} tasks; right on all pairs: arcbatt {right['arcbatt']}, CPython {right['CPython']}")
    print(f"all together: {theirs / ours:.0f} times as fast ({theirs / 1e3:.0f} ms, {ours / 1e3:.1f} ms)")
    print(f"median task:  {statistics.median(row[0] for row in rows):.0f} times")
    print("worst tasks of those that take CPython over 200 us:")
    for ratio, time_there, name in [row for row in rows if row[1] > 200][: args.worst]:
        print(f"  {name}  {ratio:6.1f} times  {time_there:9.0f} us  {time_there / ratio:8.1f} us")


main()
