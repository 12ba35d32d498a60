"""`arcbatt.ray` on a real Ray cluster of several nodes on this machine: `.ci/ray` runs this.

Nothing here depends on how fast the machine is, but for the limit on a whole test.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"

import pytest
import ray
from ray.cluster_utils import Cluster

import arcbatt as ab
import arcbatt.ray as abr

# Shells start background jobs with SIGINT ignored, and Ctrl-C is tested.
signal.signal(signal.SIGINT, signal.default_int_handler)

TASKS = ab.load("embedded", first=24)
SHARDS = 12
RIGHT = "def solve(I):\n    return rot180(I)\n"
#: Bytes that the greedy worker takes, and how much of it the cluster allows.
GREEDY, ALLOWED = 4 << 30, 2 << 30


@pytest.fixture(scope="module")
def plan() -> ab.shard.Plan:
    """A search of about a second per shard."""
    return ab.shard.plan(TASKS, SHARDS, steps=20_000)


@pytest.fixture(scope="module")
def alone(plan: ab.shard.Plan, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results of one process."""
    folder = tmp_path_factory.mktemp("alone")
    for index in range(len(plan)):
        ab.shard.run(plan, index, folder / "shards")
    merge(plan, folder)
    ab.solve(TASKS, steps=20_000, passes=1, submission=folder / "one.json")
    assert (folder / "one.json").read_bytes() == (folder / "submission.json").read_bytes()
    return folder


def merge(plan: ab.shard.Plan, folder: Path) -> None:
    outputs = {"submission": folder / "submission.json", "report": folder / "report.json"}
    merged = ab.shard.merge(plan, folder / "shards", solvers=folder / "solvers.py", **outputs)
    assert merged.missing == [] and merged.left_out == []


def check_equal(plan: ab.shard.Plan, folder: Path, alone: Path) -> None:
    """Merge, and compare everything byte for byte with one process."""
    merge(plan, folder)
    names = [f"shards/{id}.parquet" for id in plan.ids]
    for name in [*names, "submission.json", "report.json", "solvers.py"]:
        assert (folder / name).read_bytes() == (alone / name).read_bytes(), name


@pytest.fixture
def cluster(request: pytest.FixtureRequest) -> Iterator[Any]:
    """Nodes with these CPUs, the first as the head; three with one CPU each, unless the test says so."""
    cpus, config = getattr(request, "param", ([1, 1, 1], {}))
    head = {"num_cpus": cpus[0], "object_store_memory": 100 << 20, "_system_config": config}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    for count in cpus[1:]:
        cluster.add_node(num_cpus=count, object_store_memory=100 << 20)
    ray.init(address=cluster.address, log_to_driver=False)
    try:
        yield cluster
    finally:
        ray.shutdown()
        cluster.shutdown()


def test_all_shards_on_three_nodes(cluster: Any, plan: ab.shard.Plan, alone: Path, tmp_path: Path) -> None:
    job = abr.solve(plan, out=tmp_path / "shards", max_in_flight=4, tasks=TASKS)
    done = list(job)
    assert sorted(part.index for part in done) == list(range(SHARDS)) and not job.failed
    assert {part.shard_id for part in done} == set(plan.ids) and len({part.node for part in done}) > 1
    assert sum(part.tasks for part in done) == len(TASKS) and all(part.error is None for part in done)
    merged = job.merge()
    assert sum(part.solved or 0 for part in done) == len(merged.report.right) > 0
    assert sum(part.fitting for part in done) == len(merged.report.fits)
    check_equal(plan, tmp_path, alone)
    again = abr.solve(plan, out=tmp_path / "shards")
    assert list(again) == [] and again.resumed == list(range(SHARDS))
    # Through the object store, and by a URL.
    assert abr.solve(plan).merge(tasks=TASKS).report.right == merged.report.right
    url = abr.solve(plan, out=f"file://{tmp_path}/url/shards")
    assert url.merge(tasks=TASKS).report.right == merged.report.right
    check_equal(plan, tmp_path / "url", alone)


def test_a_node_is_killed_without_grace(cluster: Any, plan: ab.shard.Plan, alone: Path, tmp_path: Path) -> None:
    victim = cluster.add_node(num_cpus=1, object_store_memory=100 << 20)
    job = abr.solve(plan, out=tmp_path / "shards", max_retries=10)
    done = []
    for part in job:
        done.append(part)
        if len(done) == 3:
            cluster.remove_node(victim, allow_graceful=False)
    assert len(done) == SHARDS and not job.failed
    check_equal(plan, tmp_path, alone)


def test_the_driver_is_killed_and_resumed(cluster: Any, plan: ab.shard.Plan, alone: Path, tmp_path: Path) -> None:
    plan.save(tmp_path / "plan.json")
    script = (
        "import sys, ray, arcbatt as ab, arcbatt.ray as abr\n"
        f"ray.init(address={cluster.address!r}, log_to_driver=False)\n"
        f"plan = ab.shard.read({str(tmp_path / 'plan.json')!r})\n"
        f"for done in abr.solve(plan, out={str(tmp_path / 'shards')!r}):\n"
        "    print(done.index, flush=True)\n"
    )
    driver = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert driver.stdout is not None and driver.stdout.readline().strip().isdigit()
    driver.send_signal(signal.SIGKILL)
    driver.wait()
    saved = ab.shard.read(tmp_path / "shards" / "plan.json")
    assert saved == plan
    job = abr.solve(saved, out=tmp_path / "shards", resume=True, max_retries=10)
    assert job.resumed
    done = list(job)
    assert len(done) + len(job.resumed) == SHARDS and not job.failed
    check_equal(plan, tmp_path, alone)


def test_ctrl_c_leaves_a_plan_that_resumes(cluster: Any, plan: ab.shard.Plan, alone: Path, tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), abr.solve(plan, out=tmp_path / "shards", progress=True) as job:
        for _ in job:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(60)
    assert len(ab.shard.status(plan, tmp_path / "shards").missing) < SHARDS
    assert not abr.solve(plan, out=tmp_path / "shards").wait().failed
    check_equal(plan, tmp_path, alone)


@pytest.mark.parametrize("cluster", [([0], {})], indirect=True)
def test_a_node_joins_late(cluster: Any, plan: ab.shard.Plan, alone: Path, tmp_path: Path) -> None:
    job = iter(abr.solve(plan, out=tmp_path / "shards"))
    cluster.add_node(num_cpus=1, object_store_memory=100 << 20)
    assert next(job).attempt == 1
    cluster.add_node(num_cpus=1, object_store_memory=100 << 20)
    assert len(list(job)) == SHARDS - 1
    check_equal(plan, tmp_path, alone)


def test_a_shard_that_always_crashes(
    cluster: Any, plan: ab.shard.Plan, alone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = abr._run_shard

    def crashing(text: str, index: int, threads: int, url: str | None) -> Any:
        if index == 2:
            os._exit(1)
        return run(text, index, threads, url)

    monkeypatch.setattr(abr, "_run_shard", crashing)
    job = abr.solve(plan, out=tmp_path / "shards", max_retries=2)
    done = {part.index: part for part in job}
    assert len(done) == SHARDS and list(job.failed) == [2] and "WorkerCrashed" in (done[2].error or "")
    assert done[2].attempt == 3 and done[2].shard_id == plan.ids[2]
    assert ab.shard.status(plan, tmp_path / "shards").missing == [2]
    monkeypatch.undo()
    assert not abr.solve(plan, out=tmp_path / "shards").wait().failed
    check_equal(plan, tmp_path, alone)


def memory_config() -> tuple[list[int], dict[str, Any]]:
    """A cluster that kills workers once this much more memory is in use."""
    facts = dict(line.split(":") for line in Path("/proc/meminfo").read_text().splitlines())
    total, free = (int(facts[name].split()[0]) << 10 for name in ("MemTotal", "MemAvailable"))
    share = (total - free + ALLOWED) / total
    return [1, 1], {"memory_usage_threshold": share, "memory_monitor_refresh_ms": 50}


@pytest.mark.parametrize("cluster", [memory_config()], indirect=True)
def test_a_worker_out_of_memory(
    cluster: Any, plan: ab.shard.Plan, alone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, marker = abr._run_shard, tmp_path / "was greedy"

    def greedy(text: str, index: int, threads: int, url: str | None) -> Any:
        if index == 0 and not marker.exists():
            marker.touch()
            taken = [bytearray(os.urandom(1 << 20)) * 64 for _ in range(GREEDY >> 26)]
            time.sleep(600)
            del taken
        return run(text, index, threads, url)

    monkeypatch.setattr(abr, "_run_shard", greedy)
    job = abr.solve(plan, out=tmp_path / "shards", max_retries=20)
    done = {part.index: part for part in job}
    assert not job.failed and done[0].attempt > 1 and marker.exists()
    check_equal(plan, tmp_path, alone)


def test_rank_and_reward(cluster: Any) -> None:
    candidates = {"half_turn": [RIGHT, "def solve(I):\n    return I\n", "nonsense"] * 1000, "add_border": [RIGHT]}
    tasks = ab.load("embedded")
    results = abr.rank(candidates, tasks)
    assert list(results) == ["half_turn", "add_border"]
    assert results["half_turn"].counts() == {"right": 1000, "wrong": 1000, "unsupported": 1000}
    with pytest.raises(KeyError, match="no task none"):
        abr.rank({"none": []}, tasks)
    with pytest.raises(RuntimeError, match="start_rewards"):
        abr.reward("half_turn", [RIGHT])
    pool = abr.start_rewards(tasks, actors=2)
    rewards = abr.reward("half_turn", candidates["half_turn"][:1001])
    assert rewards == ([1.0, 0.0, 0.0] * 334)[:1001] and abr.reward("half_turn", []) == []
    # An actor that dies is replaced.
    ray.kill(pool._actors[0])
    assert abr.reward("half_turn", [RIGHT] * 10) == [1.0] * 10
    pool.close()
