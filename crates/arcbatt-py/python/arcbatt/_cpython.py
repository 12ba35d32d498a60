"""Runs programs outside the language in CPython, for `fallback="process"`."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Sequence

from arcbatt._arcbatt import Limits, Stop, Task
from arcbatt._fallback import Outcome, ProcessLimits, ProcessPool

#: Worker processes, which stay for the next call.
_pool: ProcessPool | None = None


def run(
    task: Task,
    texts: Sequence[str],
    entry: str | None,
    limits: Limits | None,
    threads: int | None,
    stop: Stop,
) -> Iterator[tuple[int, Outcome]]:
    """Run texts on all pairs of a task; yield the index and the outcome of each, as they come."""
    global _pool
    if _pool is None:
        _pool = ProcessPool()
    inputs = [pair.input.tolist() for pair in (*task.train, *task.test)]
    usual = ProcessLimits()
    seconds = limits.time * len(inputs) if limits else usual.wall
    bounds = ProcessLimits(cpu=seconds, memory=usual.memory, wall=seconds)
    # Annotated arguments say who wants arrays; `numpy.array` also takes the lists of the others. Without
    # numpy all get lists, and those that import it fail.
    has_numpy = importlib.util.find_spec("numpy") is not None
    for wants_arrays in (False, True):
        indices = [k for k, text in enumerate(texts) if (has_numpy and "ndarray" in text) == wants_arrays]
        if not indices:
            continue
        outcomes = _pool.run(
            [texts[index] for index in indices],
            inputs,
            entry=entry,
            limits=bounds,
            numpy_inputs=wants_arrays,
            workers=threads,
            stop=stop.is_set,
        )
        for at, outcome in outcomes:
            yield indices[at], outcome


def close() -> None:
    """End the worker processes; the next call starts new ones."""
    if _pool is not None:
        _pool.close()
