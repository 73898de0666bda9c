"""The command line: one thin module per command. What a command answers is computed elsewhere."""

from __future__ import annotations

import sys


def main() -> None:
    """The program `simcore`."""
    try:
        from simcore.cli import startup

        startup.begin()
        from simcore.cli.app import app
    except KeyboardInterrupt:  # later ones the app answers
        sys.exit("error: stopped")
    app()
