"""Does a game keep the contract? `check(game, board)` plays random games and holds every law of it.

Whoever adds a game calls it (`tests/test_conformance.py` does, for every registered game and every value of its
options). What compiled code can hold is in `loop`: at every decision worlds are resampled for every player. What Python
promises of positions, and that all ways to play a game agree, is in `positions`, `secrets` and `ways_to_play`, on fewer
games. A broken law is a `ConformanceError` that says which one, and in which game and decision it is found again.
"""

from simcore.gameplay.conformance.check import check
from simcore.gameplay.conformance.probe import ConformanceError, Report, probe, probe_until

__all__ = ["ConformanceError", "Report", "check", "probe", "probe_until"]
