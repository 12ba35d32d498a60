"""The reference of the Python package, from the docstrings of the installed one."""

from __future__ import annotations

import inspect
import re


def page() -> str:
    """Every public name: functions, then classes."""
    import arcbatt

    names = sorted((name for name in arcbatt.__all__ if name[0] != "_"), key=str.lower)
    values = {name: getattr(arcbatt, name) for name in names}
    parts = ["# Python", docstring(arcbatt), "## Functions"]
    for name, value in values.items():
        if not inspect.isclass(value):
            parts += function(name, value)
    parts.append("## Classes")
    for name, value in values.items():
        if inspect.isclass(value):
            parts += class_(name, value)
    return "\n\n".join(parts) + "\n"


def function(name: str, value: object) -> list[str]:
    if not callable(value):  # `dsl`, an object.
        return [f"### {name}", docstring(type(value))]
    return [f"### {name}", signature(name, value), docstring(value)]


def class_(name: str, value: type) -> list[str]:
    parts = [f"### {name}"]
    if value.__new__ is not object.__new__ and not issubclass(value, BaseException):
        parts.append(signature(name, value))
    parts.append(docstring(value))
    attributes, methods = [], []
    for member, found in sorted(vars(value).items()):
        if member.startswith("_"):
            continue
        if callable(found):
            methods += [signature(f"{name}.{member}", found), docstring(found)]
        else:
            text = " ".join(docstring(found).split()).replace("|", "&#124;")
            attributes.append(f"| `{member}` | {text} |")
    if attributes:
        parts.append("\n".join(["| attribute | |", "|---|---|", *attributes]))
    return parts + methods


def signature(name: str, value: object) -> str:
    """A call, with a line per argument if it is long."""
    try:
        found = inspect.signature(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return ""
    bare = [
        parameter.replace(annotation=inspect.Parameter.empty)
        for parameter in found.parameters.values()
        if parameter.name != "self"
    ]
    text = str(inspect.Signature(bare))
    if len(name) + len(text) > 80:
        text = "(\n    " + ",\n    ".join(text[1:-1].split(", ")) + ",\n)"
    return f"```python\n{name}{text}\n```"


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
