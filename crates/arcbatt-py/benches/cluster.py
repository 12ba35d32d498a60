#!/usr/bin/env python3
"""Measures `arcbatt.ray` on clusters of nodes on this machine; docs/how-to/ray.md has the figures.

    ARCBATT_PROFILE=release .ci/python install
    target/python/bin/python -m pip install 'ray>=2.50' fsspec
    target/python/bin/python crates/arcbatt-py/benches/cluster.py

The overhead of a shard, one, two and four nodes with one CPU each, and the latency of rewards.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"

import ray
from ray.cluster_utils import Cluster

import arcbatt as ab
import arcbatt.ray as abr

#: Steps per task for shards of some seconds.
STEPS = 400_000


@contextmanager
def nodes(count: int) -> Iterator[None]:
    """A cluster with so many nodes of one CPU."""
    options = {"num_cpus": 1, "object_store_memory": 100 << 20}
    cluster = Cluster(initialize_head=True, head_node_args=options)
    for _ in range(count - 1):
        cluster.add_node(**options)
    ray.init(address=cluster.address, log_to_driver=False)
    try:
        yield
    finally:
        ray.shutdown()
        cluster.shutdown()


def run(plan: ab.shard.Plan, count: int) -> tuple[float, float, float]:
    """Seconds on the clock, of work on the nodes, and of CPU time of the driver."""
    with nodes(count), tempfile.TemporaryDirectory() as out:
        # Workers start once.
        list(abr.solve(ab.shard.plan(ab.load("embedded", first=count), count, steps=1)))
        started, used = time.perf_counter(), time.process_time()
        done = list(abr.solve(plan, out=out))
        seconds, used = time.perf_counter() - started, time.process_time() - used
        assert all(part.error is None for part in done)
        return seconds, sum(part.seconds for part in done), used


def main() -> None:
    """Measure everything."""
    tasks = ab.load("embedded")
    tiny = ab.shard.plan(tasks, len(tasks), steps=1)
    seconds, work, used = run(tiny, 1)
    overhead = (seconds - work) / len(tiny)
    print(f"driver: {used / len(tiny) * 1e3:.1f} ms of CPU time per shard")
    print(f"overhead: {overhead * 1e3:.1f} ms per shard, from {len(tiny)} shards of {work / len(tiny) * 1e3:.1f} ms")
    print(f"shards of {overhead / 0.02:.1f} s keep it under 2 %")
    plan = ab.shard.plan(tasks, 24, steps=STEPS)
    started = time.perf_counter()
    for index in range(len(plan)):
        ab.shard.run(plan, index, threads=1)
    print(f"one process, one thread: {time.perf_counter() - started:.1f} s for {len(plan)} shards")
    for count in (1, 2, 4):
        seconds, work, _ = run(plan, count)
        share = work / seconds / count
        word = "node" if count == 1 else "nodes"
        print(f"{count} {word} of one CPU: {seconds:.1f} s, {work:.1f} s of work: busy {share:.0%} of the time")
    with nodes(2):
        pool = abr.start_rewards(tasks, actors=2)
        lines = "def solve(I):\n    x1 = replace(I, {}, {})\n    x2 = fill(x1, {}, ofcolor(x1, {}))\n    return rot180(x2)\n"
        texts = [lines.format(k % 10, k // 10 % 10, k // 100 % 10, k % 7) for k in range(1000)]
        times = []
        for _ in range(50):
            started = time.perf_counter()
            rewards = abr.reward("half_turn", texts)
            times.append(time.perf_counter() - started)
        assert len(rewards) == 1000
        times.sort()
        median, p90 = statistics.median(times) * 1e3, times[45] * 1e3
        print(f"reward of 1,000 different programs, 2 actors: median {median:.1f} ms, p90 {p90:.1f} ms")
        pool.close()


if __name__ == "__main__":
    main()
