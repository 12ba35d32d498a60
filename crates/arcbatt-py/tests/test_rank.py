"""Ranking: statuses, groups, votes, progress, async."""

from __future__ import annotations

import asyncio
import pickle
from typing import Literal

import numpy as np
import pytest
from conftest import program

import arcbatt as ab

RIGHT = program("return rot180(I)")
LONGER = program("x1 = vmirror(I)", "return hmirror(x1)")
WRONG = program("return I")
FAILED = program("x1 = palette(I)", "x2 = difference(x1, x1)", "return canvas(first(x2), UNITY)")
NO_GRID = program("return height(I)")
OUTSIDE = program("return I[::-1]")
NONSENSE = "I cannot solve this task."


def test_every_candidate_has_an_entry_in_its_order(task: ab.Task) -> None:
    result = ab.rank(task, [WRONG, RIGHT, FAILED, NO_GRID, OUTSIDE, NONSENSE, LONGER, ab.Program(RIGHT)])
    statuses = [candidate.status for candidate in result]
    assert statuses == ["wrong", "right", "failed", "wrong", "unsupported", "unsupported", "right", "right"]
    assert [candidate.index for candidate in result] == list(range(8))
    assert result.counts() == {"right": 3, "wrong": 2, "failed": 1, "unsupported": 2}
    assert (result[2].line, result[2].pair) == (4, 0)
    assert "there is no element" in (result[2].message or "")
    assert result[4].line == 2 and result[4].program is None
    assert "cells differ" in (result[0].message or "") and result[0].line is None
    assert result[1].message is None and result[1].line is None
    assert "expected a grid" in (result[3].message or "")
    assert all(candidate.engine == "arcbatt" for candidate in result)


def test_groups_vote(task: ab.Task) -> None:
    result = ab.rank(task, [WRONG, RIGHT, LONGER, WRONG, WRONG])
    best, other = result.groups()
    assert (best.votes, best.members, best.train_right, best.fits) == (2, [1, 2], 3, True)
    assert (other.votes, other.members, other.fits) == (3, [0, 3, 4], False)
    assert other.cells_wrong > 0 and best.cells_wrong == 0
    assert best.calls == 1 and best.rank == 0
    assert np.asarray(best.outputs[0]).dtype == np.uint8
    assert best.outputs[0] == task.test[0].output
    assert result[1].fingerprint == result[2].fingerprint == best.fingerprint != other.fingerprint
    assert result.best is not None and result.best.index == 1
    assert result.attempts() == [(task.test[0].output, task.test[0].input)]
    assert result[0].right == [False] * 4 and result[1].right == [True] * 4
    assert result[1].test_right == 1 and result[0].train_right == 0
    assert result[1].train_outputs == [pair.output for pair in task.train]


def test_fingerprints_are_the_same_in_every_run(task: ab.Task) -> None:
    fingerprints = {ab.rank(task, [RIGHT, WRONG], threads=k)[0].fingerprint for k in (1, 2, 3)}
    assert len(fingerprints) == 1
    assert fingerprints.pop() == ab.rank(task, [LONGER])[0].fingerprint


def test_tests_without_an_output_fit(task: ab.Task) -> None:
    hidden = task.to_dict()
    for pair in hidden["test"]:
        del pair["output"]
    result = ab.rank(hidden, [RIGHT, WRONG])
    assert [candidate.status for candidate in result] == ["fits", "wrong"]
    assert result[0].test_right is None and result[0].right[-1] is None


def test_limits_cut_a_candidate(task: ab.Task) -> None:
    text = program("x1 = asindices(I)", "x2 = product(x1, x1)", "x3 = size(x2)", "return I")
    result = ab.rank(task, [text], limits=ab.Limits(cells=50))
    assert result[0].status == "cut" and result[0].line == 3
    assert "cells" in (result[0].message or "")


def test_progress_is_reported(task: ab.Task, capsys: pytest.CaptureFixture[str]) -> None:
    seen: list[tuple[int, int]] = []
    candidates = [program(f"x1 = canvas({k % 10}, astuple({k // 10 % 30 + 1}, 2))", "return x1") for k in range(9000)]
    ab.rank(task, candidates, progress=lambda done, of: seen.append((done, of)))
    assert seen[-1] == (9000, 9000) and len(seen) >= 3
    ab.rank(task, candidates[:10], progress=True)
    assert "10 of 10 candidates" in capsys.readouterr().err

    def fail(done: int, of: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        ab.rank(task, candidates, progress=fail)


def test_no_candidates_and_bad_arguments(task: ab.Task, tasks: ab.TaskSet) -> None:
    empty = ab.rank(task, [])
    assert len(empty) == 0 and empty.groups() == [] and empty.best is None
    with pytest.raises(TypeError, match="give a list"):
        ab.rank(task, RIGHT)
    with pytest.raises(TypeError):
        ab.rank(task, [5])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="choose one, as in tasks"):
        ab.rank(tasks, [RIGHT])
    with pytest.raises(ValueError, match="give at least 1"):
        ab.rank(task, [RIGHT], threads=0)
    with pytest.raises(ValueError, match='expected None or "process"'):
        ab.rank(task, [RIGHT], fallback="thread")  # type: ignore[arg-type]
    with pytest.raises(IndexError, match="no candidate 1 among 1 candidate"):
        ab.rank(task, [RIGHT])[1]


def test_definitions_and_entries(task: ab.Task) -> None:
    turn = ab.define("turn", "def turn(g):\n    return rot180(g)\n")
    texts = [program("return turn(I)"), "def p(I):\n    return rot180(I)\n"]
    assert [c.status for c in ab.rank(task, texts, define=[turn])] == ["right", "unsupported"]
    assert [c.status for c in ab.rank(task, texts, entry="p")] == ["unsupported", "right"]


def test_results_pickle_by_content(task: ab.Task) -> None:
    result = ab.rank(task, [WRONG, RIGHT, FAILED, OUTSIDE], limits=ab.Limits(steps=1000))
    copy = pickle.loads(pickle.dumps(result))
    for one, other in zip(result, copy, strict=True):
        for name in ("status", "line", "message", "pair", "fingerprint", "right", "outputs", "cells_wrong"):
            assert getattr(one, name) == getattr(other, name), (one, name)
        assert one.program == other.program
    assert [g.members for g in copy.groups()] == [g.members for g in result.groups()]
    assert copy.task == task and repr(copy) == repr(result)
    assert pickle.loads(pickle.dumps(result[2])).line == result[2].line
    assert pickle.loads(pickle.dumps(result.groups()[0])).votes == 1


def test_pictures_mark_wrong_cells(task: ab.Task) -> None:
    result = ab.rank(task, [WRONG, RIGHT])
    right, wrong = (group._repr_html_() for group in result.groups())
    assert wrong.count("<path") > right.count("<path"), "wrong cells are marked"
    assert result._repr_svg_().startswith("<svg") and "group 0: 1 vote" in str(result)


def test_async_runs_beside_other_work(task: ab.Task) -> None:
    async def both() -> tuple[ab.RankResult, ab.RankResult]:
        one = ab.arank(task, [RIGHT] * 10)
        other = asyncio.to_thread(ab.rank, task, [WRONG] * 10)
        first, second = await asyncio.gather(one, other)
        return first, second

    first, second = asyncio.run(both())
    assert first.counts() == {"right": 10} and second.counts() == {"wrong": 10}


def test_the_engine_agrees_with_check(tasks: ab.TaskSet) -> None:
    solvers = ab.read("embedded")
    report = ab.check(solvers, tasks)
    for program_ in solvers.programs[::10]:
        name = program_.name.removeprefix("solve_")
        (candidate,) = ab.rank(tasks[name], [program_])
        assert (candidate.status == "right") == report[name].solved


@pytest.mark.parametrize("fallback", [None, "process"])
def test_a_text_that_is_not_unicode_is_unsupported(task: ab.Task, fallback: Literal["process"] | None) -> None:
    # json.loads makes such texts of what a language model wrote.
    broken = RIGHT + "# \ud83d\n"
    result = ab.rank(task, [RIGHT, broken, WRONG], fallback=fallback)
    assert [candidate.status for candidate in result] == ["right", "unsupported", "wrong"]
    assert result[1].line == 1 and "surrogate" in (result[1].message or "")


def test_what_is_no_candidate_is_named(task: ab.Task) -> None:
    with pytest.raises(TypeError, match="candidate 1 is NoneType; expected a text or an arcbatt.Program"):
        ab.rank(task, [RIGHT, None])  # type: ignore[list-item]


@pytest.mark.parametrize(("fallback", "engine"), [(None, "arcbatt"), ("process", "cpython")])
def test_candidates_may_be_an_iterator(task: ab.Task, fallback: Literal["process"] | None, engine: str) -> None:
    result = ab.rank(task, iter([RIGHT, OUTSIDE]), fallback=fallback)  # type: ignore[arg-type]
    assert result[0].status == "right" and len(result) == 2
    assert result[1].engine == engine


def test_candidates_are_indexed_and_sliced(task: ab.Task) -> None:
    result = ab.rank(task, [RIGHT, WRONG, NONSENSE])
    assert [candidate.index for candidate in result[1:]] == [1, 2]
    assert [candidate.index for candidate in result[::-2]] == [2, 0]
    assert result[5:] == [] and result[-1].index == 2
    with pytest.raises(IndexError, match="no candidate 3 among 3 candidates"):
        result[3]


def test_no_candidates_are_ranked(task: ab.Task) -> None:
    result = ab.rank(task, [])
    assert repr(result) == "<RankResult of 0 candidates>"
    assert (len(result), result.counts(), result.groups(), result.best) == (0, {}, [], None)
    assert result.attempts() == [(None, None)] and len(result.to_arrow()) == 0
