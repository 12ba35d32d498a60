"""Runs the notebooks in docs/notebooks, and turns them into pages with their outputs.

They are committed without outputs, so what a page shows is what the code printed or drew now.
"""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

import nbformat
from jupyter_client import KernelManager
from nbclient import NotebookClient

#: Outputs that pages show, the best first.
SHOWN = ("text/html", "image/svg+xml", "text/plain")


def run(path: Path) -> nbformat.NotebookNode:
    """A notebook with the outputs of all its cells. Fails if a cell does."""
    notebook = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        # Sockets in the file system: a port is open to everybody on the machine.
        kernel = KernelManager(transport="ipc", ip=f"{folder}/kernel")
        resources = {"metadata": {"path": folder}}
        try:
            NotebookClient(notebook, km=kernel, timeout=300, resources=resources).execute()
        finally:
            kernel.shutdown_kernel(now=True)
    return notebook


def pages(folder: Path) -> dict[str, str | bytes]:
    """The page of every notebook, and the pictures in it."""
    made: dict[str, str | bytes] = {}
    for path in sorted(folder.glob("*.ipynb")):
        made |= page(path.stem, run(path))
    return made


def page(name: str, notebook: nbformat.NotebookNode) -> dict[str, str | bytes]:
    made: dict[str, str | bytes] = {}
    parts = []
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            parts.append(cell.source)
            continue
        fence = "````" if "```" in cell.source else "```"
        parts.append(f"{fence}python\n{cell.source}\n{fence}")
        for kind, content in outputs(cell):
            if kind == "image/svg+xml":
                picture = f"{name}-{len(made)}.svg"
                made[f"notebooks/{picture}"] = content
                parts.append(f"![output]({picture})")
            elif kind == "text/html":
                # One line without blank ones, so that Markdown leaves it alone.
                line = re.sub(r"\s*\n\s*", " ", content)
                parts.append(f'<div class="output">{line}</div>')
            else:
                parts.append(f"```text\n{without_colours(content).rstrip()}\n```")
    made[f"notebooks/{name}.md"] = "\n\n".join(parts) + "\n"
    return made


def outputs(cell: nbformat.NotebookNode) -> list[tuple[str, str]]:
    """What a cell printed and drew: the kind and the content."""
    found = []
    for output in cell.outputs:
        if output.output_type == "stream":
            found.append(("text/plain", output.text))
        elif output.output_type in ("execute_result", "display_data"):
            kind = next(kind for kind in SHOWN if kind in output.data)
            found.append((kind, output.data[kind]))
    return found


def without_colours(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)
