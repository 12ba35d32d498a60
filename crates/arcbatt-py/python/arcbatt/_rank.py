"""rank and arank: progress, cancellation and the fallback around the engine's ranking."""

from __future__ import annotations

import sys
import time

from arcbatt._arcbatt import (
    Definition,
    Interrupted,
    Limits,
    Program,
    RankResult,
    Stop,
    Task,
    load,
    rank_candidates,
    unsupported,
)

# Type checkers take it for true. Importing typing would take as long as the rest of the package.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Literal, TypeAlias

    from arcbatt._arcbatt import _TasksLike

    Progress: TypeAlias = bool | Callable[[int, int], object]
    Foreign: TypeAlias = tuple[int, str, int | None, str | None, list[list[list[int]] | None]]


def check_fallback(fallback: str | None) -> None:
    """Raise an error for an unknown fallback."""
    if fallback not in (None, "process"):
        raise ValueError(f'fallback is {fallback!r}; expected None or "process"')


def rank(
    task: _TasksLike,
    candidates: Sequence[str | Program],
    *,
    limits: Limits | None = None,
    threads: int | None = None,
    progress: Progress = False,
    entry: str | Sequence[str] | None = None,
    define: Sequence[Definition] | None = None,
    fallback: Literal["process"] | None = None,
) -> RankResult:
    """Run every candidate on all pairs of a task, and rank the groups with equal answers.

    A candidate is a Program, or a text in any of the accepted spellings: a function `solve`,
    `solve_ID`, `verify_ID`, `transform` or the name in `entry`, or lines that assign `O`; as Python or in
    Markdown. The result has one entry per candidate, in their order: nothing is raised for a bad
    program. Groups are ranked by demonstrations right, then wrong cells, votes and calls; the outputs of
    tests never matter.

    `progress` is True for a line on the standard error, or a function that gets the number of
    candidates done and of all. `define` are functions that candidates may call (see `define`). Ctrl-C
    raises `Interrupted`, whose `result` has the results so far.

    A program outside the language is "unsupported", with its construct and line. With
    `fallback="process"`, such candidates run as plain Python in a pool of worker processes instead, with
    the same limits. That is no sandbox: hostile code can do what you can.

    >>> import arcbatt as ab
    >>> task = ab.load("embedded")["half_turn"]
    >>> result = ab.rank(task, [
    ...     "def solve(I):\\n    return vmirror(I)\\n",
    ...     "def solve(I):\\n    x1 = vmirror(I)\\n    return hmirror(x1)\\n",
    ...     "def solve(I):\\n    return rot180(I)\\n",
    ...     "def solve(I):\\n    return I[::-1]\\n",
    ... ])
    >>> [candidate.status for candidate in result]
    ['wrong', 'right', 'right', 'unsupported']
    >>> result.groups()[0].votes, result.groups()[0].members
    (2, [2, 1])
    >>> result[3].line, result[3].message
    (2, 'found `[`; a solver only calls primitives: use `first`, `last`, `index` or `crop`')
    """
    return _ranked(task, candidates, limits, threads, progress, entry, define, fallback, None)


async def arank(
    task: _TasksLike,
    candidates: Sequence[str | Program],
    *,
    limits: Limits | None = None,
    threads: int | None = None,
    progress: Progress = False,
    entry: str | Sequence[str] | None = None,
    define: Sequence[Definition] | None = None,
    fallback: Literal["process"] | None = None,
) -> RankResult:
    """Do as `rank` on another thread. Cancelling it ends the work.

    >>> import arcbatt as ab, asyncio
    >>> task = ab.load("embedded")["half_turn"]
    >>> asyncio.run(ab.arank(task, ["def solve(I):\\n    return rot180(I)\\n"])).counts()
    {'right': 1}
    """
    import asyncio

    stop = Stop()
    work = asyncio.to_thread(
        _ranked, task, candidates, limits, threads, progress, entry, define, fallback, stop
    )
    try:
        return await work
    except asyncio.CancelledError:
        stop.set()
        raise


def _ranked(
    task: _TasksLike,
    candidates: Sequence[str | Program],
    limits: Limits | None,
    threads: int | None,
    progress: Progress,
    entry: str | Sequence[str] | None,
    define: Sequence[Definition] | None,
    fallback: Literal["process"] | None,
    stop: Stop | None,
) -> RankResult:
    if isinstance(candidates, str):
        raise TypeError("candidates is one text; give a list of texts, or arcbatt.read(text).programs")
    check_fallback(fallback)
    line = ProgressLine() if progress is True else None
    on_progress = line or (progress if callable(progress) else None)
    foreign: list[Foreign] = []
    interrupted = False
    if fallback == "process":
        # They are read several times; an iterator is used up by the first.
        candidates = list(candidates)
        outside = unsupported(candidates, entry=entry, define=define)
        task = load(task)[0] if not isinstance(task, Task) else task
        stop = stop or Stop()
        try:
            _in_cpython(task, candidates, outside, limits, threads, entry, stop, foreign)
        except KeyboardInterrupt:
            interrupted = True
            stop.set()
    try:
        result = rank_candidates(
            task,
            candidates,
            foreign,
            limits=limits,
            threads=threads,
            entry=entry,
            define=define,
            on_progress=on_progress,
            stop=stop,
        )
    finally:
        if line:
            line.clear()
    if interrupted:
        error = Interrupted()
        error.result = result
        raise error
    return result


def _in_cpython(
    task: Task,
    candidates: Sequence[str | Program],
    outside: list[int],
    limits: Limits | None,
    threads: int | None,
    entry: str | Sequence[str] | None,
    stop: Stop,
    found: list[Foreign],
) -> None:
    """Run candidates as plain Python in worker processes, and add the outcome of each to `found`."""
    from arcbatt._cpython import run

    texts = {index: text for index in outside if isinstance(text := candidates[index], str)}
    name = entry if entry is None or isinstance(entry, str) else entry[0]
    left = set(texts)
    indices = list(texts)
    try:
        for at, outcome in run(task, list(texts.values()), name, limits, threads, stop):
            left.remove(indices[at])
            if outcome.status != "rejected":
                message = None if outcome.status == "ok" else outcome.message or outcome.status
                found.append((indices[at], outcome.status, outcome.line, message, outcome.outputs))
    finally:
        pairs = len(task.train) + len(task.test)
        why = "the call ended before"
        found += [(index, "not run", None, why, [None] * pairs) for index in sorted(left)]


class ProgressLine:
    """A line on the standard error: candidates done, and their rate."""

    def __init__(self) -> None:
        self.started = time.monotonic()
        self.shown = 0.0

    def __call__(self, done: int, of: int) -> None:
        """Show the progress, a few times a second."""
        now = time.monotonic()
        if now - self.shown < 0.1 and done < of:
            return
        self.shown = now
        rate = done / max(now - self.started, 1e-6)
        print(f"\r{done:,} of {of:,} candidates, {rate:,.0f}/s ", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """End the line."""
        if self.shown:
            print(file=sys.stderr)
