"""Runs every command and every Python snippet of the pages, in order, in a folder per page.

- A block of `sh` has commands, one per line, that succeed: exit code 0, or 1 if a task is unsolved.
- A block of `python` is run; all blocks of a page share their names.
- A block with `title="FILE"` is written to that file first.
- A block of `text` directly after one of these is its exact output; with `UPDATE_PAGES=1` in the
  environment it is rewritten instead: look at the difference before you commit.
- A block of `console` has commands that are run elsewhere; `ELSEWHERE` lists them.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import subprocess
import textwrap
from dataclasses import dataclass
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1]
PAGES = sorted(path for path in DOCS.rglob("*.md") if "tools" not in path.parts)
#: Commands that no page runs: .ci/python builds and installs the wheel, .ci/ray installs Ray, tests of the
#: command have a fake `sbatch`, .ci/web tests the page.
ELSEWHERE = {
    "pip install .",
    "pip install 'arcbatt[ray]'",
    "pip wheel . --wheel-dir wheels",
    "sbatch --array=0-2 shard.sh",
    "sbatch --array=$(arcbatt shard status plan.json results --missing) shard.sh",
    "arcbatt serve",
    "arcbatt serve --data arc1-training --store lib.sqlite",
}
#: Languages of blocks that are not run.
SHOWN = {"text", "", "json"}
FENCE = re.compile(r"^( *)```(\w*)([^\n]*)\n(.*?)^\1```$", re.M | re.S)


@dataclass
class Block:
    language: str
    options: str
    code: str
    line: int
    indent: str
    #: Where the block begins and ends in the text.
    start: int
    end: int


def blocks(text: str) -> list[Block]:
    found = []
    for match in FENCE.finditer(text):
        indent, language, options, code = match.groups()
        code = re.sub(rf"^{indent}", "", code, flags=re.M)
        line = text.count("\n", 0, match.start()) + 2
        found.append(Block(language, options, code, line, indent, match.start(), match.end()))
    return found


def run_commands(block: Block) -> str:
    """The standard output of the commands of a block."""
    said = ""
    for line in block.code.replace("\\\n", " ").splitlines():
        if line.strip() and not line.startswith("#"):
            done = subprocess.run(
                line, shell=True, capture_output=True, text=True, timeout=300, check=False
            )
            assert done.returncode in (0, 1), f"{line}\n{done.stderr}"
            assert "Traceback" not in done.stderr, done.stderr
            said += done.stdout
    return said


def run_python(block: Block, names: dict, path: Path) -> str:
    code = compile("\n" * (block.line - 1) + block.code, str(path), "exec")
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(code, names)
    return said.getvalue()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(DOCS)))
def test_page(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    if command := os.environ.get("ARCBATT"):
        monkeypatch.setenv("PATH", f"{Path(command).parent}:{os.environ['PATH']}")
    text = path.read_text()
    names: dict = {"__name__": "__main__"}
    last: Block | None = None
    output = ""
    replaced: list[tuple[Block, str]] = []
    for block in blocks(text):
        if title := re.search(r'title="([^"]+)"', block.options):
            Path(title[1]).write_text(block.code)
            continue
        if block.language == "sh":
            output = run_commands(block)
        elif block.language == "python":
            output = run_python(block, names, path)
        elif block.language == "console":
            unknown = set(block.code.split("\n")) - ELSEWHERE - {""}
            assert not unknown, f"{path.name}:{block.line}: add to ELSEWHERE, or use `sh`"
        elif block.language == "text" and last and not text[last.end : block.start].strip():
            if os.environ.get("UPDATE_PAGES") and block.code.rstrip() != output.rstrip():
                replaced.append((block, output))
                continue
            assert block.code.rstrip() == output.rstrip(), f"{path.name}:{block.line}"
        else:
            assert block.language in SHOWN, f"{path.name}:{block.line}: nobody runs this block"
        last = block if block.language in ("sh", "python") else None
    for block, output in reversed(replaced):
        new = textwrap.indent(f"```text\n{output.rstrip()}\n```", block.indent)
        text = text[: block.start] + new + text[block.end :]
    if replaced:
        path.write_text(text)


def test_first_screen_of_the_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The calls of the table at the top, with two files as a user would have them."""
    monkeypatch.chdir(tmp_path)
    answer = "def solve_half_turn(I):\n    return rot180(I)\n"
    Path("solvers.py").write_text(answer)
    Path("answers.md").write_text(f"An answer:\n\n```python\n{answer}```\n")
    first_screen = DOCS.with_name("README.md").read_text().split("</table>")[0]
    command, python = blocks(first_screen)
    assert command.language == "sh" and python.language == "python"
    run_commands(command)
    names: dict = {"answers": [answer]}
    for line in python.code.splitlines():
        exec(f"last = {line}" if line.startswith("ab.") else line, names)
        assert names.get("last") in (None, ["half_turn"], {"right": 1}), line


def test_the_command_is_there():
    assert os.environ.get("ARCBATT") or shutil.which("arcbatt"), "install the package first"


def test_every_page_has_a_title():
    for path in PAGES:
        assert path.read_text().startswith("# "), path


def test_pages_are_read_as_blocks():
    text = (
        "a\n\n```sh\narcbatt x\n```\n\n```text\nyes\n```\n\n- b\n\n    ```python\n    1\n    ```\n"
    )
    assert [(block.language, block.code) for block in blocks(text)] == [
        ("sh", "arcbatt x\n"),
        ("text", "yes\n"),
        ("python", "1\n"),
    ]
