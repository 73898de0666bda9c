"""What all tests share."""

import pytest
from hypothesis import settings

from simcore.games import COMBATS

# The same examples in every run, and all the time that the JIT needs.
settings.register_profile("simcore", deadline=None, derandomize=True, database=None)
settings.load_profile("simcore")


@pytest.fixture
def toy_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game `toy` with the combat `lock`."""
    monkeypatch.setitem(COMBATS, "toy", {"lock": "toys:LOCK"})
