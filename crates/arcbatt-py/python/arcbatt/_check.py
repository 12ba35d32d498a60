"""check: the fallback around the engine's check."""

from __future__ import annotations

import os

from arcbatt._arcbatt import (
    Definition,
    Interrupted,
    Limits,
    Program,
    Report,
    Solvers,
    Stop,
    check_solvers,
    load,
    outside_solvers,
)
from arcbatt._rank import check_fallback

# Type checkers take it for true. Importing typing would take as long as the rest of the package.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal, TypeAlias

    from arcbatt._arcbatt import TaskSet, _ProgramsLike, _TasksLike

    Foreign: TypeAlias = tuple[str, str, str, int | None, str | None, list[list[list[int]] | None]]

#: The status of a pair without an answer, by that of the program in CPython.
STATUS = {"failed": "fail", "cut": "limit", "wrong": "wrong"}


def check(
    solvers: _ProgramsLike,
    tasks: _TasksLike,
    *,
    limits: Limits | None = None,
    threads: int | None = None,
    entry: str | Sequence[str] | None = None,
    define: Sequence[Definition] | None = None,
    fallback: Literal["process"] | None = None,
) -> Report:
    """Run every solver on every pair of its task.

    Solvers find their tasks by name: `solve_half_turn` is for the task `half_turn`, and `solve` for the
    only one. `solvers` is a path, a text, programs or `Solvers`; "embedded" are the built-in ones. A task
    is solved if one of its solvers is right on all pairs with a known output. Ctrl-C raises
    `Interrupted`, whose `result` has the results so far.

    A solver outside the language is in `errors`. With `fallback="process"`, it runs as plain Python in a
    worker process instead, with the same limits, and its `engine` is "cpython". That is no sandbox:
    hostile code can do what you can.

    >>> import arcbatt as ab
    >>> tasks = ab.load("embedded")
    >>> text = "def solve_half_turn(I):\\n    return [row[::-1] for row in I[::-1]]\\n"
    >>> report = ab.check(text, tasks)
    >>> report.solved, report.wrong, report.errors[0].line
    ([], ['half_turn'], 2)
    >>> ab.check(text, tasks, fallback="process").solved
    ['half_turn']
    """
    check_fallback(fallback)
    if hasattr(solvers, "__iter__") and not isinstance(solvers, (str, os.PathLike, Program, Solvers)):
        solvers = list(solvers)
    foreign: list[Foreign] = []
    stop = Stop()
    interrupted = False
    if fallback == "process":
        tasks = load(tasks)
        try:
            _in_cpython(solvers, tasks, limits, entry, define, stop, foreign)
        except KeyboardInterrupt:
            interrupted = True
            stop.set()
    report = check_solvers(
        solvers, tasks, foreign, limits=limits, threads=threads, entry=entry, define=define, stop=stop
    )
    if interrupted:
        error = Interrupted()
        error.result = report
        raise error
    return report


def _in_cpython(
    solvers: _ProgramsLike,
    tasks: TaskSet,
    limits: Limits | None,
    entry: str | Sequence[str] | None,
    define: Sequence[Definition] | None,
    stop: Stop,
    found: list[Foreign],
) -> None:
    """Run solvers as plain Python in worker processes, and add the outcome of each to `found`."""
    from arcbatt._cpython import run

    for ids, name, code, function in outside_solvers(solvers, tasks, entry=entry, define=define):
        for id in ids:
            for _, outcome in run(tasks[id], [code], function, limits, None, stop):
                if outcome.status != "rejected":
                    status = STATUS.get(outcome.status, outcome.status)
                    found.append((id, name, status, outcome.line, outcome.message, outcome.outputs))
