"""A shell is told what can come next, by the library's own completion."""

from __future__ import annotations

import os

import pytest

from command_line import program


@pytest.mark.parametrize(
    ("words", "offered"),
    [("simcore sens", "sensitivity"), ("simcore odds --tr", "--trials"), ("simcore table -", "--vary")],
)
def test_commands_and_options_are_completed(words, offered):
    asked = {"_SIMCORE_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    done = program(env={**os.environ, **asked})
    assert (done.returncode, done.stderr) == (0, "")
    assert offered in done.stdout.split()


def test_what_asks_for_it_otherwise_gets_one_line():
    done = program("odds", env={**os.environ, "_SIMCORE_COMPLETE": "nonsense"})
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1


def test_completion_can_be_installed(tmp_path):
    here = {**os.environ, "HOME": str(tmp_path), "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    done = program("--install-completion", "bash", env=here)
    assert done.returncode == 0
    assert "_simcore_completion" in "".join(
        file.read_text(encoding="utf-8") for file in tmp_path.rglob("*") if file.is_file()
    )
