"""arcbatt.shard: plans, shards and merged results."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import polars as pl
import pytest
from conftest import program

import arcbatt as ab

STEPS = 2_000


@pytest.fixture(scope="module")
def some(tasks: ab.TaskSet) -> ab.TaskSet:
    """The tasks of the plans."""
    return tasks[:6]


def test_merged_shards_are_one_process(some: ab.TaskSet, tmp_path: Path) -> None:
    plan = ab.shard.plan(some, 3, steps=STEPS)
    assert len(plan) == len(plan.ids) == len(plan.costs) == 3 and plan.tasks == some.ids and plan.repeatable
    for index in (2, 0, 1, 0):
        result = ab.shard.run(plan, index, tmp_path / "out", threads=1)
        assert (tmp_path / "out" / f"{result.shard_id}.parquet").read_bytes() == result.data
    merged = ab.shard.merge(
        plan,
        tmp_path / "out",
        store=tmp_path / "lib.sqlite",
        submission=tmp_path / "merged.json",
        report=tmp_path / "report.json",
        tasks=some,
    )
    assert merged.missing == [] and merged.left_out == [] and merged.done == [0, 1, 2]
    one = ab.solve(some, steps=STEPS, passes=1, submission=tmp_path / "one.json")
    assert (tmp_path / "merged.json").read_bytes() == (tmp_path / "one.json").read_bytes()
    assert merged.report.fits == one.fits and merged.report.right == one.right
    assert [task.program for task in merged.report] == [task.program for task in one]
    assert json.loads((tmp_path / "report.json").read_text()) and (tmp_path / "lib.sqlite").exists()
    assert pl.read_parquet(next((tmp_path / "out").glob("*.parquet"))).height > 0


def test_missing_and_damaged_results_are_named(some: ab.TaskSet, tmp_path: Path) -> None:
    plan = ab.shard.plan(some, 3, steps=STEPS)
    assert ab.shard.status(plan, tmp_path / "none").missing == [0, 1, 2]
    ab.shard.run(plan, 1, tmp_path)
    (tmp_path / f"{plan.ids[2]}.parquet").write_bytes(b"PAR1 nonsense")
    status = ab.shard.status(plan, tmp_path)
    assert status.done == [1] and status.missing == [0, 2]
    ((path, why),) = status.left_out
    assert path.endswith(f"{plan.ids[2]}.parquet") and why.startswith("damaged")
    assert repr(status) == "<Status: 1 of 3 shards done, 1 left out>"
    assert ab.shard.merge(plan, tmp_path).missing == [0, 2]


def test_plans_travel(some: ab.TaskSet, tmp_path: Path) -> None:
    plan = ab.shard.plan(some, 2, steps=STEPS, library=program("return rot180(I)"), seed=3)
    plan.save(tmp_path / "plan.json")
    assert ab.shard.read(tmp_path / "plan.json") == plan == pickle.loads(pickle.dumps(plan))
    assert ab.shard.from_json(plan.to_json()).ids == plan.ids
    assert ab.shard.plan(some, 2, steps=STEPS, seed=4).ids != plan.ids
    assert not ab.shard.plan(some, 2, time_per_task=0.1).repeatable
    changed = plan.to_json().replace('"seed":3', '"seed":5')
    with pytest.raises(ValueError, match="changed"):
        ab.shard.from_json(changed)


def test_rankings_are_divided(tasks: ab.TaskSet, tmp_path: Path) -> None:
    texts = [program(f"return replace(I, {k % 10}, {k // 10})") for k in range(100)]
    candidates = {"half_turn": [program("return rot180(I)"), "nonsense", *texts]}
    plan = ab.shard.rank_plan([tasks["half_turn"]], candidates, 4)
    assert plan.command == "rank" and len(plan) == 4
    results = {index: ab.shard.run(plan, index).data for index in range(4)}
    merged = ab.shard.merge(plan, results, submission=tmp_path / "s.json", report=tmp_path / "r.json")
    assert merged.done == [0, 1, 2, 3] and ab.score(tmp_path / "s.json", [tasks["half_turn"]]).tasks_right == 1
    with pytest.raises(ValueError, match="has no report of a search"):
        merged.report
    with pytest.raises(ValueError, match="no task none"):
        ab.shard.rank_plan("embedded", {"none": []}, 1)


def test_mistakes_are_named(some: ab.TaskSet, tmp_path: Path) -> None:
    plan = ab.shard.plan(some, 2, steps=STEPS)
    with pytest.raises(IndexError, match="there is no shard 7"):
        ab.shard.run(plan, 7)
    with pytest.raises(ValueError, match="either steps or times"):
        ab.shard.plan(some, 2, steps=1, time_per_task=1)
    with pytest.raises(ValueError, match="not a plan"):
        ab.shard.from_json("{}")
    with pytest.raises(OSError, match="no-plan"):
        ab.shard.read(tmp_path / "no-plan.json")
