"""Makes the generated pages of the site: an mkdocs hook.

The reference of commands and primitives comes from the command, that of the Python package from its
docstrings, the notebooks from running them. Nothing of this is committed.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(Path(__file__).parent))

import notebooks  # noqa: E402
import python_reference  # noqa: E402

#: Files of the repository that are pages, too.
COPIED = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
    "crates/arcbatt/benches/RESULTS.md": "figures.md",
}

COSTS = {
    "constant": "constant",
    "rows": "grows with the rows of its argument",
    "cells": "grows with the cells or elements of its argument",
    "product": "grows with the product of its arguments' sizes",
}


def arcbatt(*args: str) -> str:
    """The output of the command."""
    command = os.environ.get("ARCBATT") or shutil.which("arcbatt")
    if command is None:
        raise PluginError("the command arcbatt is not installed: install the package first")
    done = subprocess.run([command, *args], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise PluginError(f"arcbatt {' '.join(args)}: {done.stderr}")
    return done.stdout


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the generated pages."""
    pages: dict[str, str | bytes] = {"reference/commands.md": commands()}
    pages["reference/python.md"] = python_reference.page()
    pages |= primitives()
    pages |= notebooks.pages(ROOT / "docs" / "notebooks")
    for source, page in COPIED.items():
        pages[page] = links_between_pages((ROOT / source).read_text(), source)
    for path, content in pages.items():
        files.append(File.generated(config, path, content=content))
    return files


def on_page_markdown(markdown: str, *, page: object, **_: object) -> str:
    """Lets a page link to files outside of docs/ that are pages of the site."""
    source = f"docs/{page.file.src_uri}"  # type: ignore[attr-defined]
    return links_between_pages(markdown, source) if Path(ROOT, source).exists() else markdown


def links_between_pages(markdown: str, source: str) -> str:
    """Changes relative links between files of the repository into links between pages."""

    def change(match: re.Match[str]) -> str:
        text, target = match.groups()
        path = os.path.normpath(Path(source).parent / target)
        if path in COPIED:
            page = COPIED[path]
        elif path.startswith("docs/"):
            page = path.removeprefix("docs/")
        else:
            return text if (ROOT / path).exists() else match[0]
        here = Path(COPIED.get(source, source.removeprefix("docs/"))).parent
        return f"[{text}]({os.path.relpath(page, here)})"

    return re.sub(r"\[([^\]]*)\]\(([^)#:\s]+)\)", change, markdown)


def commands() -> str:
    """The help of every command."""
    overview = arcbatt("--help")
    names = re.findall(r"^  ([a-z]+)  ", overview.split("Commands:")[1].split("Options:")[0], re.M)
    parts = ["# Commands", f"```text\n{overview}```"]
    for name in names:
        if name != "help":
            parts.append(f"## arcbatt {name}\n\n```text\n{arcbatt(name, '--help')}```")
    return "\n\n".join(parts) + "\n"


def primitives() -> dict[str, str | bytes]:
    """A page per family, with the drawn example of every primitive."""
    table = json.loads(arcbatt("dsl", "--json"))
    families: dict[str, list[dict]] = {}
    for primitive in table["primitives"]:
        families.setdefault(primitive["family"], []).append(primitive)
    titles = dict(re.findall(r"^(\w+)  (\S.*)$", arcbatt("dsl"), re.M))
    folder = "reference/primitives"
    pages: dict[str, str | bytes] = {f"{folder}/constants.md": constants(table["constants"])}
    index = [
        "# Primitives",
        f"The language has {len(table['primitives'])} primitives, those of arc-dsl and extensions. "
        "`arcbatt dsl NAME` shows one in the terminal, and `arcbatt dsl --json` prints the table.",
    ]
    for family, members in families.items():
        title = f"{family.capitalize()}: {titles[family]}" if titles.get(family) else family
        parts = [f"# {title}"]
        rows = ["| primitive | purpose |", "|---|---|"]
        for primitive in members:
            parts.append(entry(primitive))
            link = f"[`{primitive['name']}`]({family}.md#{primitive['name']})"
            rows.append(f"| {link} | {escaped(primitive['doc'])} |")
        pages[f"{folder}/{family}.md"] = "\n\n".join(parts) + "\n"
        index += [f"## {title}", "\n".join(rows)]
    pages[f"{folder}/index.md"] = "\n\n".join(index) + "\n"
    with tempfile.TemporaryDirectory() as drawn:
        for primitive in table["primitives"]:
            file = Path(drawn, f"{primitive['name']}.svg")
            arcbatt("dsl", primitive["name"], "--svg", str(file))
            pages[f"{folder}/{file.name}"] = file.read_bytes()
    return pages


def entry(primitive: dict) -> str:
    """A primitive: what it does, its signatures, and its example as a picture."""
    name = primitive["name"]
    signatures = "\n".join(f"{name}({call(text)}" for text in primitive["signatures"])
    facts = [
        f"Time: {COSTS[primitive['cost']]}.",
        "May fail." if primitive["fails"] else "Never fails.",
        "Runs on a GPU." if primitive["gpu"] else "Runs on the CPU only.",
    ]
    return (
        f"## {name}\n\n{escaped(primitive['doc'])}\n\n"
        f"```python\n{signatures}\n```\n\n{' '.join(facts)}\n\n"
        f"![`{primitive['example']}` drawn]({name}.svg)"
    )


def call(signature: str) -> str:
    """A signature with the parameters in brackets: `a: Int -> Int` is `a: Int) -> Int`."""
    depth = 0
    for at, letter in enumerate(signature):
        depth += (letter in "([") - (letter in ")]")
        if depth == 0 and signature.startswith(" -> ", at):
            return f"{signature[:at]}){signature[at:]}"
    raise PluginError(f"a signature without a result: {signature}")


def constants(table: list[dict]) -> str:
    rows = [f"| `{item['name']}` | `{item['value']}` | {item['role']} |" for item in table]
    return "# Constants\n\n| name | value | used as |\n|---|---|---|\n" + "\n".join(rows) + "\n"


def escaped(text: str) -> str:
    """Text without the characters that Markdown reads as marks."""
    return re.sub(r"([|<>*_\[\]])", r"\\\1", text)
