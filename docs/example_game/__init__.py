"""Border towers: a small game made up for these pages, complete. `docs/adding-a-game.md` walks through it.

Two lords hold a tower each and send raiders against the other's. The rooms are those of the games in `simcore/games`.
"""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

from simcore.games import register_combat, register_full_game

NAME = "towers"
# Compiled rules are kept on disk under their name. A change to a game in `simcore/games` begins a new folder there; a
# game that lives elsewhere needs a name that changes with its text, or old machine code would run.
TEXT = b"".join(path.read_bytes() for path in sorted(Path(__file__).parent.rglob("*.py")))
EDITION = f"{NAME}-{blake2b(TEXT, digest_size=4).hexdigest()}"


def register() -> None:
    """Let `simcore` find the game; nothing of it is imported before it is asked for."""
    register_combat(NAME, "raid", f"{__name__}.combats:RAID")
    register_full_game(NAME, f"{__name__}.full_game.game:GAME")
