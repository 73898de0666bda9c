"""Advice must fit: an option that a message or a docstring of a command names is one that can be given there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer.main

import simcore
from simcore.cli.app import app

PACKAGE = Path(simcore.__file__).parent
OPTION = re.compile(r"(?:\b([a-z]+) )?(?<![\w-])(--[a-z][a-z0-9-]*)")
COMMANDS = {name: command for name, command in typer.main.get_command(app).commands.items()}
# Which commands can print what a module outside their own says.
REACHED = {
    "cli/answer.py": {"--assumed": "facts", "--json": "best campaign commit compare luck need odds sensitivity"},
    "cli/combat_help.py": dict.fromkeys(("--help", "--facts"), "odds table compare need sensitivity luck replay best"),
    "cli/options.py": {"--trials": "odds table compare"},
    "cli/play.py": {"--assumed": "facts"},
    "cli/schema.py": {"--chance-of": "odds batch"},
    "cli/arguments.py": {"--vary": "table need"},
    "advice/best_play.py": {"--exact": "best"},
    "advice/campaign/__init__.py": {"--trials": "campaign"},
    "advice/luck.py": {"--exact": "luck"},
    "advice/need.py": {"--exact": "need"},
    "advice/sensitivity.py": {"--exact": "sensitivity"},
    "tables/progress.py": {"--skip-impossible": "table"},
}


def named() -> Iterator[tuple[str, str, str]]:
    """Every option named in a text of the program: the module that says it, the command before it, the option."""
    for path in sorted(PACKAGE.rglob("*.py")):
        module = path.relative_to(PACKAGE).as_posix()
        found: set[tuple[str, str]] = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            # An option alone is no text: there it is declared, or put into a command.
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and not OPTION.fullmatch(node.value):
                found |= set(OPTION.findall(node.value))
        yield from ((module, before if before in COMMANDS else "", option) for before, option in sorted(found))


def of(module: str, option: str) -> list[str]:
    """The commands that say it."""
    if option in REACHED.get(module, {}):
        return REACHED[module][option].split()
    own = {"best_play": "best"}.get(name := Path(module).stem, name)
    assert module.startswith("cli/"), f"{module} names {option}: which commands can print it?"
    assert own in COMMANDS, f"{module} names {option}: which commands can print it?"
    return [own]


def has(command: str) -> set[str]:
    return {"--help"} | {option for one in COMMANDS[command].params for option in one.opts}


@pytest.mark.parametrize(("module", "before", "option"), sorted(set(named())), ids=str)
def test_every_option_that_is_named_can_be_given(module: str, before: str, option: str) -> None:
    commands = [before] if before else of(module, option)
    assert [command for command in commands if option not in has(command)] == []


def test_no_entry_is_stale() -> None:
    said = {(module, option) for module, before, option in named() if not before}
    assert {(module, option) for module, options in REACHED.items() for option in options} <= said
