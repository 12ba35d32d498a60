"""Answers of candidates as grids."""

from __future__ import annotations

from typing import Any

#: The longest side of a grid.
MAX_SIDE = 30


class NotAGridError(Exception):
    """Why an answer is not a grid."""


def as_grid(value: Any) -> list[list[int]]:
    """The rows of lists, tuples or a numpy array with cells 0 to 9."""
    rows = [as_row(row) for row in sequence(value, "row")]
    if any(len(row) != len(rows[0]) for row in rows):
        raise NotAGridError("rows differ in length")
    return rows


def as_row(row: Any) -> list[int]:
    cells = []
    for cell in sequence(row, "cell"):
        try:
            number = int(cell)
            known = number == cell and 0 <= number <= 9
        except (TypeError, ValueError, OverflowError):
            known = False
        if not known or isinstance(cell, str):
            raise NotAGridError(f"a cell is {repr(cell)[:50]}, not a colour from 0 to 9")
        cells.append(number)
    return cells


def sequence(value: Any, part: str) -> Any:
    """A list, tuple or numpy array of 1 to 30 parts."""
    if not isinstance(value, (list, tuple)) and not hasattr(value, "tolist"):
        raise NotAGridError(f"found {type(value).__name__} instead of a list of {part}s")
    try:
        length = len(value)
    except TypeError:  # A numpy scalar, or an array without dimensions.
        raise NotAGridError(f"found a number instead of a list of {part}s") from None
    if not 1 <= length <= MAX_SIDE:
        parts = f"{length:,} {part}" + ("s" if length != 1 else "")
        raise NotAGridError(f"it has {parts}; a grid has 1 to {MAX_SIDE}")
    return value
