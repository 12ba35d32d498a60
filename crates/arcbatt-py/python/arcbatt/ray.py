"""Searches, rankings and rewards on a Ray cluster: `pip install arcbatt[ray]`.

`solve` runs the shards of a plan as Ray tasks, `rank` ranks the candidates of many tasks, and `reward` asks a
pool of actors, for reinforcement learning. The plan is put into the object store once. A shard whose worker
or node dies runs again elsewhere; one that keeps failing is reported, and the others are done.

    import arcbatt as ab, arcbatt.ray as abr

    tasks = ab.load("arc1-training")
    plan = ab.shard.plan(tasks, shards=200, steps=2_000_000)
    job = abr.solve(plan, out="results", cpus_per_task=2, tasks=tasks)
    for done in job:
        print(done.shard_id, done.solved, done.node, done.attempt)
    job.merge(store="library.sqlite", submission="submission.json")
"""

from __future__ import annotations

import functools
import os
import sys
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import ray

from arcbatt import shard
from arcbatt._arcbatt import Definition, Limits, Plan, RankResult, Task, TaskSet, load, write_shard
from arcbatt._rank import rank as _rank

__all__ = ["Done", "JobError", "RewardPool", "SolveJob", "rank", "reward", "solve", "start_rewards"]

#: Candidates of one Ray task, at least: a millisecond of overhead is then a hundredth of the work.
LEAST_CANDIDATES = 2_000
#: How often a call tries an actor: one that died is replaced.
ACTOR_STARTS = 3
#: Seconds between two looks at the progress.
LOOK = 1.0


class JobError(RuntimeError):
    """Some parts of a job failed after all retries. `results` has the others."""

    results: dict[str, RankResult]


@dataclass(frozen=True)
class Done:
    """A shard that is done, or that failed after its retries."""

    #: The index of the shard.
    index: int
    #: The id of the shard, by which its result is named.
    shard_id: str
    #: Number of its tasks.
    tasks: int
    #: Tasks with a program that is right on all demonstrations.
    fitting: int
    #: Tasks whose attempts are right on all tests; None if `solve` did not get the answers, or the result.
    solved: int | None
    #: The id of the node that ran it.
    node: str
    #: How often it was tried.
    attempt: int
    #: Seconds of the run on its node.
    seconds: float
    #: Why it failed, or None.
    error: str | None = None


def solve(
    plan: Plan,
    *,
    out: str | os.PathLike[str] | None = None,
    cpus_per_task: int = 1,
    max_in_flight: int = 64,
    max_retries: int = 3,
    resume: bool = True,
    tasks: Any = None,
    progress: bool = False,
) -> SolveJob:
    """Run the shards of a plan on the cluster; iterate over the job to get them as they are done.

    Results come through the object store; this process writes them into the folder `out`, or keeps them. If
    `out` is a URL of fsspec, such as "s3://bucket/run" or "file:///shared/run", the workers write there
    themselves. The plan is saved beside them: after Ctrl-C, or the end of this process, the same call with
    `resume` runs only what is missing.

    At most `max_in_flight` shards are submitted at a time, the dearest first. A shard that fails, because
    its worker crashed, its node died or memory ran out, is tried `max_retries` times more. With the answers
    of `tasks`, `solved` says how many tasks of a shard are right.
    """
    if cpus_per_task < 1 or max_in_flight < 1 or max_retries < 0:
        raise ValueError("cpus_per_task and max_in_flight are at least 1, max_retries at least 0")
    place = None if out is None else _Place(out)
    return SolveJob(plan, place, cpus_per_task, max_in_flight, max_retries, resume, tasks, progress)


class SolveJob:
    """A plan at work: iterate over it. What `solve` returns."""

    def __init__(
        self,
        plan: Plan,
        place: _Place | None,
        cpus_per_task: int,
        max_in_flight: int,
        max_retries: int,
        resume: bool,
        tasks: Any,
        progress: bool,
    ) -> None:
        self.plan = plan
        #: Shards that had a result before.
        self.resumed: list[int] = []
        #: Shards that failed after their retries, with the reason.
        self.failed: dict[int, str] = {}
        #: Results by shard, if they are not written.
        self.results: dict[int, bytes] = {}
        self._place = place
        self._tasks = None if tasks is None else load(tasks)
        if place is not None:
            place.save(plan)
            if resume:
                self.resumed = place.done(plan)
        skipped = set(self.resumed)
        costs = plan.costs
        missing = [index for index in range(len(plan)) if index not in skipped]
        missing.sort(key=lambda index: -costs[index])
        url = place.url if place is not None and place.is_url else None
        shared = ray.put(plan.to_json())
        remote: Any = ray.remote(_run_shard).options(num_cpus=cpus_per_task, max_retries=0)

        def submit(index: int) -> Any:
            return remote.remote(shared, index, cpus_per_task, url)

        pump = _Pump(submit, missing, max_in_flight, max_retries)
        line = _ProgressLine(len(plan), len(self.resumed)) if progress else None
        self._events = self._done(pump, line)

    def __iter__(self) -> Iterator[Done]:
        return self._events

    def __repr__(self) -> str:
        failed = f", {len(self.failed):,} failed" if self.failed else ""
        return f"<SolveJob of {len(self.plan):,} shards: {len(self.resumed):,} resumed{failed}>"

    def _done(self, pump: _Pump, line: _ProgressLine | None) -> Generator[Done, None, None]:
        ids = self.plan.ids
        events = pump.run(line)
        try:
            for index, attempt, value, error in events:
                if error is not None:
                    self.failed[index] = error
                    yield Done(index, ids[index], 0, 0, None, "", attempt, 0.0, error)
                    continue
                data, tasks, fitting, node, seconds = value
                solved = None
                if data is not None:
                    if self._tasks is not None and self.plan.command == "solve":
                        merged = shard.merge(self.plan, {index: data}, tasks=self._tasks)
                        solved = len(merged.report.right)
                    if self._place is None:
                        self.results[index] = data
                    else:
                        write_shard(self._place.folder, ids[index], data)
                yield Done(index, ids[index], tasks, fitting, solved, node, attempt, seconds)
        finally:
            events.close()
            if line is not None:
                line.clear()

    def __enter__(self) -> SolveJob:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Cancel the shards at work; those that are done stay. `with abr.solve(...) as job` does it."""
        self._events.close()

    def wait(self) -> SolveJob:
        """Run what is left; returns the job."""
        for _ in self:
            pass
        return self

    def merge(self, **outputs: Any) -> shard.Merged:
        """Run what is left, and merge all results: see `arcbatt.shard.merge`."""
        self.wait()
        options = {"tasks": self._tasks, **outputs}
        if self._place is None:
            return shard.merge(self.plan, self.results, **options)
        if self._place.is_url:
            return shard.merge(self.plan, self._place.read(self.plan), **options)
        return shard.merge(self.plan, self._place.folder, **options)


class _Pump:
    """Keeps a number of Ray tasks in flight, and tries failed ones again."""

    def __init__(
        self, submit: Callable[[int], Any], items: Sequence[int], max_in_flight: int, max_retries: int
    ) -> None:
        self.submit = submit
        self.waiting = deque((item, 1) for item in items)
        self.running: dict[Any, tuple[int, int]] = {}
        self.max_in_flight = max_in_flight
        self.max_retries = max_retries

    def run(self, line: _ProgressLine | None) -> Generator[tuple[int, int, Any, str | None], None, None]:
        """Yield the item, the attempt, and the value or the error of each, as they come."""
        done: tuple[int, int, Any, str | None]
        try:
            while self.waiting or self.running:
                while self.waiting and len(self.running) < self.max_in_flight:
                    item, attempt = self.waiting.popleft()
                    self.running[self.submit(item)] = (item, attempt)
                ready, _ = ray.wait(list(self.running), num_returns=1, timeout=LOOK)
                for ref in ready:
                    item, attempt = self.running.pop(ref)
                    try:
                        value = ray.get(ref)
                    except Exception as error:
                        if attempt <= self.max_retries:
                            self.waiting.append((item, attempt + 1))
                            continue
                        done = (item, attempt, None, _reason(error))
                    else:
                        done = (item, attempt, value, None)
                    if line is not None:
                        line.done += 1
                    yield done
                if line is not None:
                    line.show(len(self.running))
        finally:
            # After Ctrl-C, or if the caller stops early. Without a connection there is nothing to cancel.
            if ray.is_initialized():
                for ref in self.running:
                    ray.cancel(ref, force=True)


def _reason(error: Exception) -> str:
    """The first line of an error, with its kind."""
    cause = getattr(error, "cause", None) or error
    lines = str(cause).strip().splitlines() or [""]
    return f"{type(cause).__name__}: {lines[0]}"


class _ProgressLine:
    """A line on the standard error, in terminals and notebooks."""

    def __init__(self, of: int, done: int) -> None:
        self.of = of
        self.done = done
        self.shown = False

    def show(self, running: int) -> None:
        self.shown = True
        text = f"\r{self.done:,} of {self.of:,} shards done, {running:,} submitted "
        print(text, end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self.shown:
            print(file=sys.stderr)


class _Place:
    """Where results are: a folder of this process, or a URL."""

    def __init__(self, out: str | os.PathLike[str]) -> None:
        self.url = os.fspath(out)
        self.is_url = "://" in self.url
        self.folder = self.url

    def save(self, plan: Plan) -> None:
        if self.is_url:
            _write(self.url, shard.PLAN, plan.to_json().encode())
        else:
            os.makedirs(self.folder, exist_ok=True)
            plan.save(os.path.join(self.folder, shard.PLAN))

    def done(self, plan: Plan) -> list[int]:
        if not self.is_url:
            return shard.status(plan, self.folder).done
        files, path = _file_system(self.url)
        names = {name.rpartition("/")[2] for name in files.ls(path, detail=False)}
        return [index for index, id in enumerate(plan.ids) if f"{id}.parquet" in names]

    def read(self, plan: Plan) -> dict[int, bytes]:
        files, path = _file_system(self.url)
        ids = plan.ids
        return {index: files.cat_file(f"{path}/{ids[index]}.parquet") for index in self.done(plan)}


def _file_system(url: str) -> tuple[Any, str]:
    import fsspec

    files, path = fsspec.core.url_to_fs(url)
    files.makedirs(path, exist_ok=True)
    return files, path


def _write(url: str, name: str, data: bytes) -> None:
    """Write a file as a whole, and rename it."""
    files, path = _file_system(url)
    temporary = f"{path}/.{name}.{os.getpid()}.{time.time_ns()}"
    files.pipe_file(temporary, data)
    files.mv(temporary, f"{path}/{name}")


@functools.lru_cache(maxsize=2)
def _plan(text: str) -> Plan:
    """A plan, read once per worker."""
    return shard.from_json(text)


def _run_shard(text: str, index: int, threads: int, url: str | None) -> tuple[bytes | None, int, int, str, float]:
    """Run a shard, on a worker."""
    started = time.monotonic()
    result = shard.run(_plan(text), index, threads=threads)
    data: bytes | None = result.data
    if url is not None:
        _write(url, f"{result.shard_id}.parquet", result.data)
        data = None
    node = ray.get_runtime_context().get_node_id()
    return data, result.tasks, result.fitting, node, time.monotonic() - started


def rank(
    candidates: Mapping[str, Sequence[str]],
    tasks: Any,
    *,
    limits: Limits | None = None,
    entry: str | Sequence[str] | None = None,
    define: Sequence[Definition] | None = None,
    cpus_per_task: int = 1,
    max_in_flight: int = 64,
    max_retries: int = 3,
    progress: bool = False,
) -> dict[str, RankResult]:
    """Rank the candidates of many tasks: texts by the id of their task.

    The results are those of `arcbatt.rank`, by the id of the task. Raises `JobError`, which has the other
    results, if some failed after all retries.
    """
    known = load(tasks)
    for id in candidates:
        if id not in known:
            raise KeyError(f"no task {id} for its candidates")
    parts: list[list[tuple[Task, list[str]]]] = []
    room = 0
    for id, texts in candidates.items():
        if room <= 0:
            parts.append([])
            room = LEAST_CANDIDATES
        parts[-1].append((known[id], list(texts)))
        room -= len(texts)
    remote: Any = ray.remote(_rank_part).options(num_cpus=cpus_per_task, max_retries=0)

    def submit(index: int) -> Any:
        return remote.remote(parts[index], limits, entry, define, cpus_per_task)

    pump = _Pump(submit, range(len(parts)), max_in_flight, max_retries)
    line = _ProgressLine(len(parts), 0) if progress else None
    results: dict[str, RankResult] = {}
    failed: list[str] = []
    try:
        for index, _, value, error in pump.run(line):
            if error is None:
                results.update(value)
            else:
                failed += [f"{task.id} ({error})" for task, _ in parts[index]]
    finally:
        if line is not None:
            line.clear()
    if failed:
        problem = JobError(f"{len(failed):,} of {len(candidates):,} tasks failed: {', '.join(failed[:5])}")
        problem.results = results
        raise problem
    return {id: results[id] for id in candidates}


def _rank_part(
    part: list[tuple[Task, list[str]]],
    limits: Limits | None,
    entry: str | Sequence[str] | None,
    define: Sequence[Definition] | None,
    threads: int,
) -> dict[str, RankResult]:
    options: dict[str, Any] = {"limits": limits, "entry": entry, "define": define, "threads": threads}
    return {task.id: _rank(task, texts, **options) for task, texts in part}


class RewardPool:
    """Actors that say how right programs are, for reinforcement learning.

    Call it with the id of a task and programs: it returns the share of pairs with a known output on which
    each program is right. 1.0 is right on all of them; a program that cannot be read gets 0.0.
    """

    def __init__(self, tasks: Any, *, actors: int = 2, cpus_per_actor: int = 1, limits: Limits | None = None) -> None:
        if actors < 1:
            raise ValueError(f"actors is {actors}; a pool has at least 1")
        shared = ray.put(load(tasks))
        remote: Any = ray.remote(_Rewarder)
        remote = remote.options(num_cpus=cpus_per_actor)
        self._start: Callable[[], Any] = lambda: remote.remote(shared, cpus_per_actor, limits)
        self._actors: list[Any] = [self._start() for _ in range(actors)]
        ray.get([actor.ready.remote() for actor in self._actors])

    def __call__(self, task_id: str, programs: Sequence[str]) -> list[float]:
        size = -(-len(programs) // len(self._actors))
        parts = [list(programs[at : at + size]) for at in range(0, len(programs), size or 1)]
        calls = [self._actors[k].rewards.remote(task_id, part) for k, part in enumerate(parts)]
        found: list[float] = []
        for k, part in enumerate(parts):
            for left in reversed(range(ACTOR_STARTS)):
                try:
                    found += ray.get(calls[k])
                    break
                except ray.exceptions.RayActorError:
                    if left == 0:
                        raise
                    self._actors[k] = self._start()
                    calls[k] = self._actors[k].rewards.remote(task_id, part)
        return found

    def __repr__(self) -> str:
        return f"<RewardPool of {len(self._actors):,} actors>"

    def close(self) -> None:
        """End the actors."""
        for actor in self._actors:
            ray.kill(actor)
        self._actors = []


class _Rewarder:
    """An actor of a pool."""

    def __init__(self, tasks: TaskSet, threads: int, limits: Limits | None) -> None:
        self.tasks = tasks
        self.threads = threads
        self.limits = limits

    def ready(self) -> None:
        """Return once the actor has started."""

    def rewards(self, task_id: str, programs: list[str]) -> list[float]:
        result = _rank(self.tasks[task_id], programs, limits=self.limits, threads=self.threads)
        rewards = []
        for candidate in result:
            known = [right for right in candidate.right if right is not None]
            rewards.append(sum(known) / len(known) if known else 0.0)
        return rewards


_rewards: RewardPool | None = None


def start_rewards(
    tasks: Any, *, actors: int = 2, cpus_per_actor: int = 1, limits: Limits | None = None
) -> RewardPool:
    """Start the pool of `reward`; it replaces the one before."""
    global _rewards
    if _rewards is not None:
        _rewards.close()
    _rewards = RewardPool(tasks, actors=actors, cpus_per_actor=cpus_per_actor, limits=limits)
    return _rewards


def reward(task_id: str, programs: Sequence[str]) -> list[float]:
    """How right each program is, from 0.0 to 1.0: see `RewardPool`. Call `start_rewards(tasks)` first."""
    if _rewards is None:
        raise RuntimeError("there are no actors yet: call arcbatt.ray.start_rewards(tasks) first")
    return _rewards(task_id, programs)
