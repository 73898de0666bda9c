"""What `import simcore` offers, and where the commands are in it."""

from pathlib import Path

import simcore as sc
from simcore.cli.app import app

PAGE = Path(__file__).parents[1] / "docs" / "python.md"


def test_names_are_shown_and_are_there():
    assert {*sc.__all__} <= {*dir(sc)}
    for name in sc.__all__:
        assert callable(getattr(sc, name))


def test_every_command_has_a_function_or_is_explained():
    names = [command.name or command.callback.__name__ for command in app.registered_commands]
    told = (
        PAGE.read_text()
        .partition("Every question has a function of its command's name, but for ")[2]
        .partition("\n")[0]
    )
    for name in names:
        assert name in dir(sc) or f"`{name}`" in told
