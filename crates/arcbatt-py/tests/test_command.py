"""The command `arcbatt` that the package installs."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

COMMANDS = [
    [str(Path(sys.executable).parent / "arcbatt")],
    [sys.executable, "-m", "arcbatt"],
]


@pytest.fixture(params=COMMANDS, ids=["script", "module"])
def command(request: pytest.FixtureRequest) -> list[str]:
    """The two ways to call it."""
    found: list[str] = request.param
    assert shutil.which(found[0]), f"{found[0]} is not installed"
    return found


def run(command: list[str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*command, *arguments], capture_output=True, text=True, timeout=120)


def test_output_and_exit_codes(command: list[str], tmp_path: Path) -> None:
    done = run(command, "check", "--quiet")
    assert (done.returncode, done.stderr) == (0, "") and "106" in done.stdout
    wrong = tmp_path / "s.py"
    wrong.write_text("def solve_half_turn(I):\n    return I\n")
    assert run(command, "check", str(wrong)).returncode == 1
    bad = run(command, "check", "no-such-file.py")
    assert bad.returncode == 2 and "no-such-file.py" in bad.stderr
    usage = run(command, "--no-such-option")
    assert usage.returncode == 2 and "--no-such-option" in usage.stderr
    assert "Usage: arcbatt" in run(command, "--help").stdout


def test_a_closed_pipe_is_no_error(command: list[str]) -> None:
    with subprocess.Popen([*command, "dsl"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout and process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


@pytest.mark.parametrize(("arguments", "codes"), [
    # A search ends with a report, another command at once.
    (["solve", "--time-per-task", "60s", "--threads", "1"], {0, 1}),
    (["run", "--mutants", "200000", "--threads", "1"], {0, 1, -signal.SIGINT}),
])
def test_ctrl_c_ends_it(arguments: list[str], codes: set[int]) -> None:
    process = subprocess.Popen([*COMMANDS[0], *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=60)
    assert process.returncode in codes, stderr
    assert b"Traceback" not in stderr


def test_the_report_names_the_command_as_typed() -> None:
    done = run(COMMANDS[0], "solve", "--task", "half_turn", "--steps", "1000", "--json")
    header = json.loads(done.stdout)["header"]
    assert header["command"] == "arcbatt solve --task half_turn --steps 1000 --json"
