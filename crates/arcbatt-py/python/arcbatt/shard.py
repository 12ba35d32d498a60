"""Work divided into shards, which any batch system can run, and merged again.

A plan holds tasks, programs and settings. Its shards run anywhere, in any order, once or several times;
with a budget in steps, the merged results are those of one process that does all of it. The command
`arcbatt shard` uses the same files, and `arcbatt.ray` runs a plan on a Ray cluster.

>>> import arcbatt as ab, tempfile
>>> plan = ab.shard.plan(ab.load("embedded", first=4), shards=2, steps=2_000)
>>> with tempfile.TemporaryDirectory() as out:
...     for index in range(len(plan)):
...         result = ab.shard.run(plan, index, out)
...     merged = ab.shard.merge(plan, out)
>>> merged.missing, len(merged.report)
([], 4)
"""

from __future__ import annotations

import os

from arcbatt._arcbatt import (
    Definition,
    Limits,
    Plan,
    SolveReport,
    merge_shards,
    plan_from_json,
    plan_rank,
    plan_solve,
    read_plan,
    run_shard,
    shard_status,
    write_shard,
)

# Type checkers take it for true. Importing typing would take as long as the rest of the package.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import TypeAlias

    from arcbatt._arcbatt import _ProgramsLike, _TasksLike

    Path: TypeAlias = str | os.PathLike[str]

__all__ = ["Merged", "Plan", "Result", "Status", "from_json", "merge", "plan", "rank_plan", "read", "run", "status"]

#: The name of a plan in the folder of its results.
PLAN = "plan.json"


class Status:
    """Which shards of a plan have a result.

    >>> import arcbatt as ab
    >>> plan = ab.shard.plan(ab.load("embedded", first=2), shards=2, steps=10)
    >>> ab.shard.status(plan, "no-such-folder")
    <Status: 0 of 2 shards done>
    """

    def __init__(self, done: list[int], missing: list[int], left_out: list[tuple[str, str]]) -> None:
        #: The indices of the shards with a result.
        self.done = done
        #: The indices of the others.
        self.missing = missing
        #: Files that are left out, and why: damaged, stale, or of another plan.
        self.left_out = left_out

    def __repr__(self) -> str:
        shards = len(self.done) + len(self.missing)
        left_out = f", {len(self.left_out):,} left out" if self.left_out else ""
        word = "shard" if shards == 1 else "shards"
        return f"<{type(self).__name__}: {len(self.done):,} of {shards:,} {word} done{left_out}>"


class Merged(Status):
    """Merged results: what `merge` returns.

    >>> import arcbatt as ab
    >>> plan = ab.shard.plan(ab.load("embedded", first=2), shards=1, steps=10)
    >>> ab.shard.merge(plan, {0: ab.shard.run(plan, 0).data})
    <Merged: 1 of 1 shard done>
    """

    def __init__(
        self, done: list[int], missing: list[int], left_out: list[tuple[str, str]], report: SolveReport | None
    ) -> None:
        super().__init__(done, missing, left_out)
        self._report = report

    @property
    def report(self) -> SolveReport:
        """The report of a search."""
        if self._report is None:
            raise ValueError("a ranking has no report of a search: give report=FILE, or submission=FILE")
        return self._report


class Result:
    """The result of a shard: what `run` returns.

    >>> import arcbatt as ab
    >>> plan = ab.shard.plan(ab.load("embedded")["half_turn"], shards=1, steps=20_000)
    >>> ab.shard.run(plan, 0)
    <Result of shard 0: 1 of 1 task fits>
    """

    def __init__(self, index: int, shard_id: str, data: bytes, tasks: int, fitting: int) -> None:
        #: The index of the shard.
        self.index = index
        #: The id of the shard, by which its file is named.
        self.shard_id = shard_id
        #: The bytes of the Parquet file.
        self.data = data
        #: Number of tasks.
        self.tasks = tasks
        #: Number of tasks with a program that is right on all demonstrations.
        self.fitting = fitting

    def __repr__(self) -> str:
        words = "task fits" if self.tasks == 1 else "tasks fit"
        return f"<Result of shard {self.index}: {self.fitting:,} of {self.tasks:,} {words}>"


def plan(
    tasks: _TasksLike,
    shards: int,
    *,
    steps: int | None = None,
    time_per_task: float | None = None,
    library: _ProgramsLike | None = None,
    allow_same_tasks: bool = False,
    limits: Limits | None = None,
    memory: int | None = None,
    seed: int = 0,
) -> Plan:
    """Divide a search into shards of about equal cost. The arguments are those of `arcbatt.solve`.

    Give `steps`: the results are then the same whenever and wherever a shard runs. With
    `time_per_task` they are not.

    >>> import arcbatt as ab
    >>> ab.shard.plan("embedded", 8, steps=100_000)
    <Plan of 8 shards: solve, 106 tasks>
    """
    return plan_solve(
        tasks,
        shards,
        steps=steps,
        time_per_task=time_per_task,
        library=library,
        allow_same_tasks=allow_same_tasks,
        limits=limits,
        memory=memory,
        seed=seed,
    )


def rank_plan(
    tasks: _TasksLike,
    candidates: Mapping[str, Sequence[str]],
    shards: int,
    *,
    limits: Limits | None = None,
    entry: str | Sequence[str] | None = None,
    define: Sequence[Definition] | None = None,
) -> Plan:
    """Divide a ranking into shards: texts of candidates, by the id of their task.

    >>> import arcbatt as ab
    >>> ab.shard.rank_plan("embedded", {"half_turn": ["def solve(I):\\n    return rot180(I)\\n"]}, 4)
    <Plan of 1 shard: rank, 106 tasks>
    """
    listed = [(id, list(texts)) for id, texts in candidates.items()]
    return plan_rank(tasks, listed, shards, limits=limits, entry=entry, define=define)


def read(path: Path) -> Plan:
    """Read a plan of `Plan.save` or `arcbatt shard plan`.

    >>> import arcbatt as ab
    >>> ab.shard.read("no-such-plan.json")
    Traceback (most recent call last):
    ...
    OSError: no-such-plan.json: No such file or directory (os error 2)
    """
    return read_plan(path)


def from_json(text: str) -> Plan:
    """Read a plan of `Plan.to_json`.

    >>> import arcbatt as ab
    >>> plan = ab.shard.plan(ab.load("embedded", first=2), shards=2, steps=10)
    >>> ab.shard.from_json(plan.to_json()).ids == plan.ids
    True
    """
    return plan_from_json(text)


def run(plan: Plan, index: int, out: Path | None = None, *, threads: int | None = None) -> Result:
    """Run a shard, and write its result into the folder `out`: as a whole, named by the id of the shard.

    >>> import arcbatt as ab
    >>> plan = ab.shard.plan(ab.load("embedded", first=2), shards=2, steps=10)
    >>> ab.shard.run(plan, 1).shard_id == plan.ids[1]
    True
    """
    result = Result(index, *run_shard(plan, index, threads=threads))
    if out is not None:
        write_shard(out, result.shard_id, result.data)
    return result


def status(plan: Plan, out: Path) -> Status:
    """Which shards have a result in a folder.

    >>> import arcbatt as ab
    >>> plan = ab.shard.plan(ab.load("embedded", first=2), shards=2, steps=10)
    >>> ab.shard.status(plan, "no-such-folder").missing
    [0, 1]
    """
    done, missing, left_out = shard_status(plan, out)
    return Status(done, missing, [(str(path), why) for path, why in left_out])


def merge(
    plan: Plan,
    results: Path | Mapping[int, bytes],
    *,
    store: Path | None = None,
    submission: Path | None = None,
    report: Path | None = None,
    solvers: Path | None = None,
    tasks: _TasksLike | None = None,
) -> Merged:
    """Merge results: those in a folder, or bytes by the index of their shard.

    Writes what is asked for: programs and scores into a `store`, two attempts at every test into a
    `submission`, the best programs into `solvers`, all of it into a `report` (JSON). With the answers of
    `tasks`, the report says which attempts are right. Missing, damaged, stale and foreign results are named
    and left out.

    >>> import arcbatt as ab
    >>> task = ab.load("embedded")["half_turn"]
    >>> plan = ab.shard.plan(task, shards=1, steps=20_000)
    >>> ab.shard.merge(plan, {0: ab.shard.run(plan, 0).data}, tasks=task).report.right
    ['half_turn']
    """
    folder, given = (results, {}) if isinstance(results, (str, os.PathLike)) else (None, results)
    (done, missing, left_out), found = merge_shards(
        plan,
        folder,
        list(given.items()),
        store=store,
        submission=submission,
        report=report,
        solvers=solvers,
        tasks=tasks,
    )
    return Merged(done, missing, [(str(path), why) for path, why in left_out], found)
