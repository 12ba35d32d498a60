"""Every notebook runs, and draws."""

from __future__ import annotations

from pathlib import Path

import nbformat
import notebooks
import pytest

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook(path: Path):
    committed = nbformat.read(path, as_version=4)
    code = [cell for cell in committed.cells if cell.cell_type == "code"]
    assert not any(cell.outputs for cell in code), "commit notebooks without outputs"
    made = notebooks.page(path.stem, notebooks.run(path))
    page = made[f"notebooks/{path.stem}.md"]
    assert page.startswith("# ")
    assert "<svg" in page or len(made) > 1, "no cell draws anything"
    assert "object at 0x" not in page, "an object does not say what it is"


def test_there_are_notebooks():
    assert len(NOTEBOOKS) >= 2
