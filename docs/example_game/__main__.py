"""The program `simcore` with this game in it: `python -m docs.example_game odds towers raid raiders=3 guards=2`."""

from docs.example_game import register
from simcore.cli import main

register()
main()
