"""Pickles by content: of every class, and of the parts of results."""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Iterator
from typing import Any

import pytest
from conftest import program

import arcbatt as ab

#: Classes whose objects are not results: a table is a view of one, and Dsl has no content.
OTHERS = {"Table", "Dsl"}


@pytest.fixture(scope="module")
def objects(tasks: ab.TaskSet, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """An object of every class."""
    task = tasks["half_turn"]
    file = tmp_path_factory.mktemp("pickles") / "submission.json"
    events: list[ab.Event] = []
    found = ab.solve(tasks[:3], steps=3_000, submission=file, on_event=events.append)
    solver = ab.Program(program("x1 = rot90(I)", "x2 = first(difference(palette(x1), palette(x1)))", "return canvas(x2, UNITY)"))
    outputs = ab.Program(program("return rot90(I)")).run_many([[[1, 2]], [[3]]])
    failed = solver.run_many([[[1]]])
    report = ab.check("def solve_half_turn(I):\n    return I\ndef solve_add_border(I):\n    return I + 1\n", tasks)
    result = ab.rank(task, [program("return rot180(I)"), program("return I"), "nonsense"])
    parts: list[Any] = [task, tasks[:3], task.train[0], task.train[0].input, solver, found, found[0], events, outputs]
    parts += [failed, failed.failures[0], report, report["half_turn"], report["half_turn"].solvers[0]]
    parts += [report["half_turn"].solvers[0].pairs[0], report.errors[0], result, result[0], result[2], result.groups()[0]]
    parts += [solver.trace(task), solver.trace(task).steps[0], solver.trace(task).steps[-1]]
    parts += [ab.score(file, tasks[:3]), ab.profile("embedded", tasks[:2], mutants=0), ab.Limits(steps=7)]
    parts += [ab.read(program("return I") + "def solve_b(I):\n    return I + 1\n"), ab.dsl["objects"]]
    parts += [ab.define("twice", "def twice(g):\n    return hconcat(g, g)\n"), *events]
    return {f"{type(part).__name__} {at}": part for at, part in enumerate(parts)}


def content(thing: Any) -> Iterator[Any]:
    """What the properties and drawings of an object say."""
    yield repr(thing)
    for name in ("_repr_svg_", "_repr_html_", "_repr_markdown_", "to_dict", "svg"):
        if hasattr(thing, name):
            yield getattr(thing, name)()
    for name, value in vars(type(thing)).items():
        if inspect.isgetsetdescriptor(value):
            said = getattr(thing, name)
            yield [repr(part) for part in said] if isinstance(said, list) else repr(said)


def test_every_object_comes_back_the_same(objects: dict[str, Any]) -> None:
    for name, thing in objects.items():
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            copy = pickle.loads(pickle.dumps(thing, protocol))
            assert type(copy) is type(thing) and list(content(copy)) == list(content(thing)), name


def test_no_class_is_missing(objects: dict[str, Any]) -> None:
    classes = {name for name in ab.__all__ if inspect.isclass(getattr(ab, name))}
    errors = {name for name in classes if issubclass(getattr(ab, name), BaseException)}
    assert {name.split()[0] for name in objects} - {"list"} == classes - errors - OTHERS


def test_a_damaged_pickle_says_so() -> None:
    trace: Any = ab.Program(program("return rot90(I)")).trace([[1, 2]])
    restore, (state,) = trace.__reduce__()
    with pytest.raises(ValueError, match="the pickle is damaged, or of another version of arcbatt"):
        restore(state[:-5])
