"""Contestants that take turns: how long each runs, how it is checked, what comes of all rounds."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

SHORTEST = 0.35  # seconds that a contestant's turn should take
WARM_UP = 100_000, 0.05  # trials to begin with, seconds that tell how many trials fill a turn
SIGMAS = 5.0  # how far a count may be from the exact chance
Turn = Callable[[int], float]  # runs so many trials, returns nanoseconds a trial


def check_wins(who: str, wins: int, trials: int, chance: float) -> None:
    """Stop where a contestant does not fight the same battle."""
    error = (chance * (1 - chance) / trials) ** 0.5
    if abs(wins / trials - chance) > SIGMAS * error:
        sys.exit(f"{who}: {wins} wins in {trials} trials are not those of a chance of {chance:.6f}")


def take_turns(contestants: dict[str, Turn], rounds: int) -> dict[str, list[float]]:
    """Nanoseconds a trial of every contestant in every round."""
    trials = {}
    for name, turn in contestants.items():  # the first turn warms up, the second tells how many trials fill the time
        about = turn(WARM_UP[0])
        trials[name] = int(SHORTEST * 1e9 / turn(max(WARM_UP[0], int(WARM_UP[1] * 1e9 / about))))
    spent: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(rounds):
        for name, turn in contestants.items():
            spent[name].append(turn(trials[name]))
    return spent


def milliseconds(call: Callable[[], object]) -> float:
    before = time.perf_counter()
    call()
    return (time.perf_counter() - before) * 1e3
