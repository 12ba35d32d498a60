"""Types and documentation: the stub, mypy, and an example for every public name."""

from __future__ import annotations

import doctest
import inspect
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import arcbatt as ab
from arcbatt import _rank

HERE = Path(__file__).parent


def documented() -> list[tuple[str, str]]:
    """The docstring of every public name, and of the public methods of classes."""
    found = [("arcbatt", ab.__doc__ or "")]
    for name in ab.__all__:
        thing: Any = getattr(ab, name)
        if name in ("__version__", "dsl"):
            continue
        found.append((name, thing.__doc__ or ""))
        if inspect.ismodule(thing):
            members = [(f"{name}.{member}", getattr(thing, member)) for member in thing.__all__]
            found += [(member, value.__doc__ or "") for member, value in members]
        if inspect.isclass(thing) and not issubclass(thing, BaseException):
            for method, value in vars(thing).items():
                if not method.startswith("_"):
                    found.append((f"{name}.{method}", value.__doc__ or ""))
    return found


@pytest.mark.parametrize(("name", "text"), documented(), ids=[name for name, _ in documented()])
def test_every_public_name_has_an_example_that_runs(name: str, text: str) -> None:
    assert text.strip(), f"{name} has no docstring"
    owner, _, member = name.partition(".")
    is_property = bool(member) and not callable(getattr(getattr(ab, owner), member))
    examples = doctest.DocTestParser().get_doctest(text, {}, name, None, None)
    assert is_property or examples.examples, f"{name} has no example"
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    report: list[str] = []
    runner.run(examples, out=report.append)
    assert not runner.failures, "".join(report)


def test_everything_has_a_repr_that_says_something() -> None:
    for name in ab.__all__:
        thing = getattr(ab, name)
        if inspect.isclass(thing) and not issubclass(thing, BaseException):
            assert "__repr__" in vars(thing), f"{name} has no __repr__"


def test_all_is_sorted_and_complete() -> None:
    public = {name for name in vars(ab) if not name.startswith("_")}
    assert public - set(ab.__all__) == set() and set(ab.__all__) - {"__version__"} == public
    assert _rank.rank is ab.rank


def run(*arguments: str) -> None:
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, cwd=HERE.parents[2])
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_stub_is_the_module() -> None:
    allowed = str(HERE / "stubtest_allowlist.txt")
    run("-m", "mypy.stubtest", "arcbatt._arcbatt", "--allowlist", allowed, "--ignore-unused-allowlist")


def test_mypy_is_strict_about_the_package_and_its_tests() -> None:
    run("-m", "mypy", "--strict", "-p", "arcbatt")
    # The pool is tested without types.
    files = [str(path) for path in HERE.glob("*.py") if path.name != "test_fallback.py"]
    run("-m", "mypy", "--strict", "--ignore-missing-imports", *files, str(HERE.parent / "benches" / "speed.py"))


def test_mypy_is_strict_about_the_examples(tmp_path: Path) -> None:
    lines = []
    for name, text in documented():
        examples = doctest.DocTestParser().get_examples(text)
        # Examples of errors are calls that types forbid.
        sources = [example.source for example in examples if not example.exc_msg]
        body = "".join(sources) or "pass\n"
        lines.append(f"def example_of_{name.replace('.', '_')}() -> None:\n")
        lines.extend(f"    {line}\n" for line in body.splitlines())
    path = tmp_path / "examples.py"
    path.write_text("".join(lines))
    run("-m", "mypy", "--strict", str(path))
