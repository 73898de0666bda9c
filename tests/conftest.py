"""What all tests share."""

import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

from docs import example_game as towers
from simcore.gameplay.game import HOMES
from simcore.games import COMBATS, FULL_GAMES

# Tests interrupt programs that they start; one begun in the background would hand on that these signals are ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)

os.environ.setdefault("SIMCORE_QUIET", "1")  # standard error is looked at, whatever must be compiled first

# The same examples in every run, and all the time that the JIT needs; fewer where there is no JIT.
EXAMPLES = 20 if os.environ.get("NUMBA_DISABLE_JIT") == "1" else 100
settings.register_profile("simcore", deadline=None, derandomize=True, database=None, max_examples=EXAMPLES)
settings.load_profile("simcore")


@pytest.fixture
def toy_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game `toy` with the combat `lock`."""
    monkeypatch.setitem(COMBATS, "toy", {"lock": "toys:LOCK"})


@pytest.fixture
def example_game() -> Iterator[None]:
    """The game of docs/adding-a-game.md, registered."""
    before = [(known, dict(known)) for known in (COMBATS, FULL_GAMES, HOMES)]
    towers.register()
    yield
    for known, kept in before:
        known.clear()
        known.update(kept)
