"""Running commands in tests: in this process where that will do, else as a program."""

from __future__ import annotations

import re
import subprocess
import sys

from typer.testing import CliRunner

from simcore.cli.app import app

BATTLE = ["cent-ans", "pitched-battle", "initiative=attacker", "attacker.english=2", "defender.french=2"]
SCENARIO = {
    "game": "cent-ans",
    "combat": "pitched-battle",
    "initiative": "attacker",
    "attacker": {"english": 2},
    "defender": {"french": 2},
}
runner = CliRunner()
PROGRAM = [sys.executable, "-c", "from simcore.cli import main; main()"]


def answer(*words: str, given: str | bytes | None = None) -> str:
    """Standard output of a command that answers."""
    result = runner.invoke(app, list(words), input=given)
    assert (result.exit_code, result.stderr) == (0, ""), result.output
    return result.stdout


def failed(*words: str, given: str | bytes | None = None, status: int = 2) -> str:
    """The one line of a command that fails."""
    result = runner.invoke(app, list(words), input=given)
    assert (result.exit_code, result.stdout) == (status, ""), result.output
    assert re.fullmatch(r"error: .+\n", result.stderr), result.stderr
    return result.stderr


def program(*words: str, **how) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*PROGRAM, *words], capture_output=True, text=True, timeout=120, **how)
