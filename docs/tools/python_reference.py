"""The reference of the Python package, from the docstrings and types of the installed one."""

from __future__ import annotations

import ast
import inspect
import re
from functools import cache
from pathlib import Path
from types import ModuleType

import arcbatt


def page() -> str:
    """Every public name: functions, then classes."""
    names = sorted((name for name in arcbatt.__all__ if name[0] != "_"), key=str.lower)
    values = {name: getattr(arcbatt, name) for name in names}
    parts = ["# Python", docstring(arcbatt), "## Functions"]
    for name, value in values.items():
        if not inspect.isclass(value) and not inspect.ismodule(value):
            parts += function(name, value)
    parts.append("## Classes")
    for name, value in values.items():
        if inspect.isclass(value):
            parts += class_(name, value)
    for name, value in values.items():
        if inspect.ismodule(value):
            parts += module(name, value)
    parts += ["## Types", types()]
    return "\n\n".join(parts) + "\n"


def function(name: str, value: object) -> list[str]:
    if not callable(value):  # `dsl`, an object.
        return [f"### {name}", docstring(type(value))]
    return [f"### {name}", signature(name), docstring(value)]


def module(name: str, value: ModuleType) -> list[str]:
    parts = [f"## {name}", docstring(value)]
    for member in sorted(value.__all__, key=str.lower):
        found = getattr(value, member)
        full = f"{name}.{member}"
        described = class_(full, found) if found is value.Plan else [f"### {full}", docstring(found)]
        parts += described if inspect.isclass(found) else function(full, found)
    return parts


def class_(name: str, value: type) -> list[str]:
    parts = [f"### {name}"]
    if value.__new__ is not object.__new__ and not issubclass(value, BaseException):
        parts.append(signature(name))
    parts.append(docstring(value))
    attributes, methods = [], []
    for member, found in sorted(vars(value).items()):
        if member.startswith("_"):
            continue
        if callable(found):
            methods += [signature(f"{name}.{member}"), docstring(found)]
        else:
            text = " ".join(docstring(found).split()).replace("|", "&#124;")
            kind = without_underscores(ast.unparse(typed()[f"{name}.{member}"].returns))
            attributes.append(f"| `{member}` | `{kind.replace('|', 'or')}` | {text} |")
    if attributes:
        head = ["| attribute | type | |", "|---|---|---|"]
        parts.append("\n".join(head + attributes))
    return parts + methods


@cache
def stub() -> ast.Module:
    return ast.parse(Path(arcbatt.__file__).with_name("_arcbatt.pyi").read_text())


@cache
def typed() -> dict[str, ast.FunctionDef | ast.AsyncFunctionDef]:
    """The functions of the package with their types: `rank`, `Grid`, `Grid.tolist`."""
    functions = {}
    folder = Path(arcbatt.__file__).parent
    sources = [("", "_arcbatt.pyi"), ("", "_rank.py"), ("", "_check.py"), ("shard.", "shard.py")]
    for prefix, source in sources:
        for node in ast.parse((folder / source).read_text()).body:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                functions[prefix + node.name] = node
            elif isinstance(node, ast.ClassDef):
                of_shard = prefix or ("shard." if node.name == "Plan" else "")
                for member in node.body:
                    if isinstance(member, ast.FunctionDef):
                        name = "" if member.name == "__new__" else f".{member.name}"
                        functions[of_shard + node.name + name] = member
    return functions


def signature(name: str) -> str:
    """A call with its types, a line per argument if it is long."""
    node = typed()[name]
    arguments = [argument for argument in node.args.args if argument.arg not in ("self", "cls")]
    given = [ast.unparse(argument) for argument in arguments]
    defaults = node.args.defaults
    for at, default in zip(range(len(given) - len(defaults), len(given)), defaults, strict=True):
        given[at] += f" = {ast.unparse(default)}"
    if node.args.kwonlyargs:
        given.append("*")
    for argument, option in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True):
        given.append(ast.unparse(argument) + (f" = {ast.unparse(option)}" if option else ""))
    is_class = inspect.isclass(getattr(arcbatt, name, None))
    result = f" -> {ast.unparse(node.returns)}" if node.returns and not is_class else ""
    text = f"{name}({', '.join(given)}){result}"
    if len(text) > 90:
        text = f"{name}(\n" + "".join(f"    {argument},\n" for argument in given) + f"){result}"
    return f"```python\n{without_underscores(text)}\n```"


def types() -> str:
    """What the names of types that arguments have stand for."""
    rows = []
    for node in stub().body:
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias":
            rows.append(f"{ast.unparse(node.target)} = {ast.unparse(node.value)}")
    return "```python\n" + without_underscores("\n".join(rows)) + "\n```"


def without_underscores(text: str) -> str:
    """Names of types without the mark that they are private to the stub."""
    return re.sub(r"\b_([A-Z])", r"\1", text)


def docstring(value: object) -> str:
    """A docstring as Markdown: its examples become blocks of code."""
    text = inspect.getdoc(value) or ""
    parts = []
    for paragraph in re.split(r"\n\s*\n", text):
        before, mark, example = paragraph.partition(">>> ")
        if before.strip():
            parts.append(re.sub(r"``([^`]+)``", r"`\1`", before.strip()))
        if mark:
            parts.append(f"```pycon\n{mark}{example}\n```")
    return "\n\n".join(parts)
