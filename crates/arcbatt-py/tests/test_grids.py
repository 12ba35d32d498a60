"""Grids in, grids out."""

from __future__ import annotations

import array
import io
import pickle

import numpy as np
import pytest

import arcbatt as ab


@pytest.mark.parametrize("dtype", ["u1", "i1", "i2", "u2", "i4", "u4", "i8", "u8", ">i2", ">u4", ">i8"])
def test_arrays_of_all_whole_numbers_go_in(dtype: str) -> None:
    cells = np.arange(6).reshape(2, 3).astype(dtype)
    assert ab.Grid(cells).tolist() == [[0, 1, 2], [3, 4, 5]]
    assert ab.Grid(cells.T).tolist() == [[0, 3], [1, 4], [2, 5]], "strides are honoured"
    assert ab.Grid(cells[:, ::-1]).tolist() == [[2, 1, 0], [5, 4, 3]]


def test_lists_tuples_and_other_rows_go_in() -> None:
    expected = ab.Grid("12/34")
    for rows in (
        [[1, 2], [3, 4]],
        ((1, 2), (3, 4)),
        [np.array([1, 2]), np.array([3, 4])],
        [array.array("b", [1, 2]), array.array("b", [3, 4])],
        np.array([[1, 2], [3, 4]], dtype=object),
        expected,
    ):
        assert ab.Grid(rows) == expected, repr(rows)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([[1, 2], [3]], "row 1 has 1 cells, the rows before it 2"),
        ([[1, 12]], "row 0, column 1 is 12; a cell is a colour from 0 to 9"),
        ([[1, -1]], "row 0, column 1 is -1"),
        ([["a"]], "row 0, column 0 is 'a'"),
        ([], "at least one cell"),
        ([[]], "at least one cell"),
        (np.zeros((2, 2, 2), dtype=np.uint8), "two dimensions; it has 3"),
        (np.full((1, 2), 10), "row 0, column 0 is 10"),
        ("12/3", "the same number of digits"),
        ("", "the same number of digits"),
    ],
)
def test_bad_grids_are_errors_that_say_where(rows: object, message: str) -> None:
    with pytest.raises(ValueError, match=message.replace("(", r"\(")):
        ab.Grid(rows)  # type: ignore[arg-type]


@pytest.mark.parametrize("rows", [5, None, object(), [1, 2]])
def test_other_objects_are_type_errors(rows: object) -> None:
    with pytest.raises(TypeError):
        ab.Grid(rows)  # type: ignore[arg-type]


def test_numpy_shares_the_memory_and_cannot_change_it() -> None:
    grid = ab.Grid("123/456")
    view = np.asarray(grid)
    assert view.dtype == np.uint8 and view.shape == (2, 3)
    assert view.tolist() == grid.tolist()
    assert not view.flags.writeable and not view.flags.owndata
    copy = np.array(grid)
    copy[0, 0] = 9
    assert grid[0, 0] == 1
    assert grid.__array__(dtype=np.int32).dtype == np.int32
    del grid
    assert view[1, 2] == 6, "the view keeps the grid alive"


def test_buffers_of_all_kinds() -> None:
    grid = ab.Grid("12/34")
    view = memoryview(grid)
    assert (view.format, view.shape, view.strides, view.readonly) == ("B", (2, 2), (2, 1), True)
    assert bytes(grid) == bytes([1, 2, 3, 4])
    assert np.frombuffer(grid, dtype=np.uint8).tolist() == [1, 2, 3, 4]  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="read-write"):
        io.BytesIO(bytes(4)).readinto(grid)


def test_indices_iteration_and_equality() -> None:
    grid = ab.Grid("12/34")
    assert (grid[0], grid[-1], grid[1, 1], grid[-1, -2]) == ([1, 2], [3, 4], 4, 3)
    assert list(grid) == [[1, 2], [3, 4]] and len(grid) == 2
    with pytest.raises(IndexError, match="outside of a 2x2 grid"):
        grid[2, 0]
    with pytest.raises(IndexError):
        grid[2]
    assert grid == [[1, 2], [3, 4]] and grid != [[1, 2]] and grid != "12/34"
    assert len({grid, ab.Grid([[1, 2], [3, 4]])}) == 1


def test_pickles_by_content() -> None:
    grid = ab.Grid("012/345")
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(grid, protocol)) == grid


def test_pictures() -> None:
    grid = ab.Grid("01/20")
    assert str(grid) == "· 1\n2 ·" or "2×2" in str(grid)
    assert grid._repr_svg_().startswith("<svg")
    html = grid._repr_html_()
    assert "<svg" in html and "#0074d9" in html, "the blue that everyone knows"
    assert "marker" not in html
    assert repr(ab.Grid(np.zeros((20, 20), dtype=int))) == "<Grid 20x20, colours 0>"
    assert grid.diff([[0, 1], [2, 1]]).startswith("<svg")
