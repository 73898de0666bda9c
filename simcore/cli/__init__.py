"""The command line: one thin module per command. What a command answers is computed elsewhere."""

from __future__ import annotations


def main() -> None:
    """The program `simcore`."""
    from simcore.cli import startup

    startup.begin()
    from simcore.cli.app import app

    app()
