"""Programs: read, call, run on many grids, trace."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest
from conftest import program

import arcbatt as ab


def test_all_spellings_are_read() -> None:
    body = "    x1 = vmirror(I)\n    return x1\n"
    for text in (
        "def solve(I):\n" + body,
        "def solve_007bbfb7(I):\n" + body,
        "def verify_007bbfb7(I):\n" + body,
        "def transform(I):\n" + body,
        "O = vmirror(I)\n",
        "Here it is:\n\n```python\ndef solve(I):\n" + body + "```\n",
        "def solve(S, I, C):\n" + body,
    ):
        assert ab.Program(text)([[1, 2]]) == [[2, 1]], text
    assert ab.Program("def mine(I):\n" + body, entry="mine")([[1, 2]]) == [[2, 1]]


def test_the_last_of_one_name_counts_as_in_python() -> None:
    text = program("return hmirror(I)") + program("return vmirror(I)")
    assert ab.Program(text)([[1, 2]]) == [[2, 1]]
    with pytest.raises(ab.ProgramError, match="2 programs with different names"):
        ab.Program("def solve_a(I):\n    return I\ndef solve_b(I):\n    return I\n")


def test_errors_name_the_line() -> None:
    with pytest.raises(ab.ProgramError) as caught:
        ab.Program(program("x1 = vmirror(I)", "return x1[0]"))
    assert caught.value.line == 3 and isinstance(caught.value, ValueError)
    with pytest.raises(ab.ProgramError) as empty:
        ab.Program("")
    assert str(empty.value) == f"line 1, column 1: {empty.value.message}", "without an empty line below"
    with pytest.raises(ab.RunError) as failed:
        ab.Program(program("x1 = palette(I)", "x2 = difference(x1, x1)", "return canvas(first(x2), UNITY)"))([[1]])
    assert (failed.value.status, failed.value.line) == ("failed", 4)
    assert "there is no element" in failed.value.message


def test_limits_cut_a_program() -> None:
    text = program("x1 = asindices(I)", "x2 = product(x1, x1)", "return canvas(size(x2), UNITY)")
    grid = np.zeros((20, 20), dtype=np.uint8)
    with pytest.raises(ab.RunError) as cut:
        ab.Program(text)(grid, limits=ab.Limits(cells=1000))
    assert cut.value.status == "cut"
    for bad in ({"steps": 0}, {"time": 0.0}, {"time": -1.0}, {"time": float("nan")}):
        with pytest.raises(ValueError, match="give"):
            ab.Limits(**bad)


def test_demonstrations_come_from_the_task(task: ab.Task) -> None:
    text = "def solve(S, I, C):\n    x1 = first(S)\n    return last(x1)\n"
    assert ab.Program(text).takes_demonstrations
    assert ab.Program(text)([[1]], task) == task.train[0].output


def test_many_grids_in_and_out() -> None:
    turned = ab.Program(program("return rot90(I)"))
    grids = [ab.Grid([[k % 10, 1]]) for k in range(5000)]
    outputs = turned.run_many(grids)
    assert len(outputs) == 5000 and outputs.failures == []
    assert all(outputs[k] == [[k % 10], [1]] for k in range(0, 5000, 97))
    stack = np.arange(12, dtype=np.uint8).reshape(3, 2, 2) % 10
    assert [grid.tolist() for grid in turned.run_many(stack) if grid] == [
        np.rot90(cells, -1).tolist() for cells in stack
    ]
    with pytest.raises(ValueError, match="grid 1: row 0, column 0 is 11"):
        turned.run_many([[[1]], [[11]]])


def test_a_grid_without_an_answer_is_a_failure_not_an_error() -> None:
    text = program("x1 = colorfilter(objects(I, T, F, T), TWO)", "return subgrid(first(x1), I)")
    outputs = ab.Program(text).run_many([[[0, 2, 0]], [[0, 1, 0]]])
    assert outputs[0] == [[2]] and outputs[1] is None
    (failure,) = outputs.failures
    assert (failure.index, failure.status, failure.line) == (1, "failed", 3)


def test_traces(task: ab.Task) -> None:
    trace = ab.Program(program("x1 = vmirror(I)", "x2 = height(x1)", "return x1")).trace(task)
    assert [step.name for step in trace.steps] == ["x1", "x2"]
    assert isinstance(trace.steps[0].value, ab.Grid) and isinstance(trace.steps[1].value, str)
    assert trace.status == "wrong" and trace.result == trace.steps[0].value
    assert trace._repr_svg_().startswith("<svg") and "currentColor" in trace._repr_html_()
    assert "x1 = vmirror(I)" in str(trace)
    test = ab.Program(program("return rot180(I)")).trace(task, len(task.train))
    assert test.status == "ok"
    with pytest.raises(IndexError, match="has 4 pairs"):
        ab.Program(program("return I")).trace(task, 4)


def test_definitions_are_there_for_one_call() -> None:
    twice = ab.define("twice", "def twice(g):\n    return hconcat(g, g)\n")
    text = program("x1 = vmirror(I)", "return twice(x1)")
    assert ab.Program(text, define=[twice])([[1, 2]]) == [[2, 1, 2, 1]]
    with pytest.raises(ab.ProgramError, match="unknown name `twice`"):
        ab.Program(text)
    with pytest.raises(ab.ProgramError) as caught:
        ab.Program(program("x1 = twice(I)", "return x1 + 1"), define=[twice])
    assert caught.value.line == 3, "lines are those of the candidate"
    fenced = "```\n" + text + "```\n"
    assert ab.Program(fenced, define=[twice])([[1, 2]]) == [[2, 1, 2, 1]]
    with pytest.raises(ValueError, match="begins with `def other"):
        ab.define("other", "def twice(g):\n    return g\n")
    with pytest.raises(ValueError, match="a primitive already"):
        ab.define("rot90", "def rot90(g):\n    return g\n")
    assert pickle.loads(pickle.dumps(twice)) == twice


def test_read_takes_files_texts_and_jsonl(tmp_path: Path) -> None:
    path = tmp_path / "s.py"
    path.write_text(program("return rot90(I)"))
    assert ab.read(path).programs == ab.read(str(path)).programs == ab.read(path.read_text()).programs
    record = '{"task": "a1", "code": "def solve(I):\\n    return rot90(I)"}\n'
    assert ab.read(record + record).programs[0].name == "solve_a1"
    with pytest.raises(FileNotFoundError, match="a program as text has a line break"):
        ab.read("no-such-file.py")


def test_pickles_keep_lines() -> None:
    text = "\n\n" + program("x1 = palette(I)", "x2 = difference(x1, x1)", "return canvas(first(x2), UNITY)")
    original = ab.Program(text)
    copy = pickle.loads(pickle.dumps(original))
    assert copy == original and hash(copy) == hash(original)
    with pytest.raises(ab.RunError) as failed:
        copy([[1]])
    assert failed.value.line == 6


def test_primitives_draw_their_examples() -> None:
    assert len(ab.dsl) == len(ab.dsl.keys()) == len(set(ab.dsl))
    for primitive in ab.dsl.values():
        assert primitive.doc and primitive.signatures and primitive.value, primitive
    assert ab.dsl["objects"]._repr_svg_().startswith("<svg")
    assert pickle.loads(pickle.dumps(ab.dsl["objects"])).name == "objects"
    with pytest.raises(KeyError, match="no primitive nothing"):
        ab.dsl["nothing"]
