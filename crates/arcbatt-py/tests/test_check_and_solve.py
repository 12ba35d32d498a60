"""check, solve, score, profile, and tables for polars and pandas."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from conftest import program

import arcbatt as ab


def test_the_built_in_solvers_solve_the_built_in_tasks(tasks: ab.TaskSet) -> None:
    report = ab.check("embedded", tasks)
    assert report.solved == tasks.ids and report.wrong == [] and report.errors == []
    assert report.time > 0 and len(report) == len(tasks)


def test_wrong_failed_and_rejected_solvers(tasks: ab.TaskSet) -> None:
    text = (
        "def solve_half_turn(I):\n    return I\n"
        "def solve_add_border(I):\n    x1 = palette(I)\n    x2 = difference(x1, x1)\n"
        "    return canvas(first(x2), UNITY)\n"
        "def solve_arrow_ray(I):\n    return I + 1\n"
        "def solve_nothing(I):\n    return I\n"
    )
    report = ab.check(text, tasks)
    assert report.solved == [] and report.wrong == ["add_border", "arrow_ray", "half_turn"]
    assert report.idle == ["solve_nothing"] and report.errors[0].line == 8
    pair = report["half_turn"].solvers[0].pairs[0]
    assert pair.status == "wrong" and pair.cells_wrong and pair.output == tasks["half_turn"].train[0].input
    assert pair.expected == tasks["half_turn"].train[0].output
    assert report["add_border"].solvers[0].pairs[0].line == 6
    assert report["arrow_ray"].solvers == []
    assert repr(report) == "<Report of 3 tasks: 0 solved, 3 not; 1 solver rejected>"
    assert "currentColor" in report._repr_html_() and "cells differ" in report._repr_html_()


def test_what_holds_no_solvers_is_named(tasks: ab.TaskSet) -> None:
    with pytest.raises(TypeError, match="expected solvers: .*; found int"):
        ab.check(5, tasks)  # type: ignore[arg-type]


def test_reports_pickle_by_content(tasks: ab.TaskSet) -> None:
    report = ab.check("embedded", tasks[:5])
    copy = pickle.loads(pickle.dumps(report))
    assert copy.solved == report.solved and copy[0].solvers[0].program == report[0].solvers[0].program


def test_tables_for_polars_pandas_and_pyarrow(tasks: ab.TaskSet, task: ab.Task) -> None:
    report = ab.check("embedded", tasks)
    frame = pl.DataFrame(report)
    assert frame.height == sum(len(solver.pairs) for row in report for solver in row.solvers)
    assert frame["status"].unique().to_list() == ["ok"]
    assert frame.filter(pl.col("task") == "half_turn").height == 4
    assert pl.DataFrame(report.to_arrow()).equals(frame)
    table = pa.table(report)
    assert table.to_pandas()["task"].nunique() == len(tasks)
    if hasattr(pd.DataFrame, "from_arrow"):
        assert len(pd.DataFrame.from_arrow(report)) == frame.height
    result = ab.rank(task, [program("return rot180(I)"), "nonsense"])
    ranks = pl.DataFrame(result)
    assert ranks["status"].to_list() == ["right", "unsupported"]
    assert ranks["line"].to_list() == [None, 1] and ranks["votes"].to_list() == [1, None]
    # A stream that nobody reads is freed.
    for _ in range(1000):
        result.__arrow_c_stream__()


def test_solve_finds_keeps_and_submits(tasks: ab.TaskSet, tmp_path: Path) -> None:
    chosen = ab.TaskSet([tasks["half_turn"], tasks["add_border"]])
    store, submission = tmp_path / "lib.sqlite", tmp_path / "submission.json"
    events: list[ab.Event] = []
    report = ab.solve(chosen, steps=30_000, store=store, submission=submission, on_event=events.append)
    assert "half_turn" in report.fits and "half_turn" in report.right and report.stop == "done"
    kinds = [event.kind for event in events]
    assert kinds[0] == "run_started" and kinds[-1] == "run_done" and "program_found" in kinds
    found = next(event for event in events if event.kind == "program_found" and event.task == "half_turn")
    assert found.program is not None and found.program.calls >= 1
    assert kinds.count("task_done") == 2 and all(repr(event) for event in events)
    assert store.exists() and sorted(json.loads(submission.read_text())) == ["add_border", "half_turn"]
    score = ab.score(submission, chosen)
    assert score.tasks == 2 and score.tasks_right == len(report.right)
    assert score.by_task["half_turn"] == (1, 1)
    assert len(score.wrong) == score.outputs - score.outputs_right
    again = ab.solve(chosen, steps=30_000, threads=1)
    assert [task.program for task in again] == [task.program for task in report], "steps are reproducible"
    assert ab.check(report.solvers, chosen).solved == report.right or report.fits != report.right
    frame = pl.DataFrame(report)
    assert frame["task"].to_list() == ["add_border", "half_turn"]
    assert pickle.loads(pickle.dumps(report)).fits == report.fits
    assert report["half_turn"].attempts[0][0] == tasks["half_turn"].test[0].output


def test_solve_says_what_is_wrong(task: ab.Task, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="either steps or times"):
        ab.solve(task, steps=10, time_per_task=1)
    with pytest.raises(ValueError, match="needs a store"):
        ab.solve(task, steps=10, resume=True)
    with pytest.raises(ValueError, match="time_per_task is -1"):
        ab.solve(task, time_per_task=-1)
    with pytest.raises(OSError, match="submission"):
        ab.solve(task, steps=10, submission=tmp_path / "no" / "such.json")

    def fail(event: ab.Event) -> None:
        raise KeyError(event.kind)

    with pytest.raises(KeyError, match="run_started"):
        ab.solve(task, steps=10, on_event=fail)


def test_a_submission_without_a_task_is_an_error(tasks: ab.TaskSet, tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    ab.solve(tasks["half_turn"], steps=10, submission=path)
    with pytest.raises(ValueError, match="it lacks 1 of 2 tasks"):
        ab.score(path, [tasks["half_turn"], tasks["add_border"]])
    assert ab.score(path, [tasks["half_turn"], tasks["add_border"]], partial=True).tasks == 1


def test_profile(tasks: ab.TaskSet, tmp_path: Path) -> None:
    profile = ab.profile("embedded", tasks[:3], mutants=2)
    assert "rimitive" in profile.text and profile._repr_markdown_() == profile.text
    assert profile.to_dict()["truth"]
    for name in ("p.html", "p.svg", "p.md", "p.json"):
        profile.save(tmp_path / name)
        assert (tmp_path / name).stat().st_size > 100
    with pytest.raises(ValueError, match="ends in .html"):
        profile.save(tmp_path / "p.txt")
