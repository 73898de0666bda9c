"""Contestants that take turns: how long each runs, how it is checked, what comes of all rounds."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

SIGMAS = 5.0  # how far a count may be from the exact chance
T = TypeVar("T")
Turn = Callable[[int], float]  # does a piece of work so many times, returns the nanoseconds of one


@dataclass(frozen=True)
class Pace:
    """How long a bench runs: turns in alternation, and the seconds that one turn should take."""

    rounds: int
    turn: float


CHECK = Pace(1, 0.0)  # correctness alone: each contestant once
QUICK = Pace(5, 0.03)
FULL = Pace(11, 0.25)
MOST_AT_ONCE = 1 << 34


def check_wins(who: str, wins: int, trials: int, chance: float) -> None:
    """Refuse what does not fight the same battle."""
    error = (chance * (1 - chance) / trials) ** 0.5
    if abs(wins / trials - chance) > SIGMAS * error + 1e-12:
        raise AssertionError(f"{who}: {wins} wins in {trials} trials are not those of a chance of {chance:.6f}")


def fill(turn: Turn, seconds: float, least: int = 1) -> int:
    """How often a turn must do its work to take so long; at least `least` times. Warms it up."""
    turn(least)  # compiles, where nothing is kept: no measure of the turns to come
    times = least
    while True:
        spent = turn(times) * times / 1e9
        if spent >= seconds / 2 or times >= MOST_AT_ONCE:
            return max(least, int(times * seconds / max(spent, 1e-9)))
        times = max(2 * times, min(100 * times, int(times * seconds / max(spent, 1e-9) / 2)))


def take_turns(contestants: Mapping[str, Turn], pace: Pace, least: int = 1) -> dict[str, list[float]]:
    """Nanoseconds of one piece of work of every contestant in every round.

    Each round has an order of its own, the same in every run: what a turn leaves in the caches, and how warm the
    processor is, falls on everyone.
    """
    if pace == CHECK:
        return {name: [turn(least)] for name, turn in contestants.items()}
    times = {name: fill(turn, pace.turn, least) for name, turn in contestants.items()}
    spent: dict[str, list[float]] = {name: [] for name in contestants}
    order, shuffle = list(contestants), random.Random(1).shuffle
    for _ in range(pace.rounds):
        shuffle(order)
        for name in order:
            spent[name].append(contestants[name](times[name]))
    return spent


def of_many(work: Callable[[int], T], check: Callable[[T, int], object] = lambda result, times: None) -> Turn:
    """A turn of which one call does so many pieces; `check` is shown its result, untimed."""

    def turn(times: int) -> float:
        before = time.process_time()
        result = work(times)
        spent = time.process_time() - before
        check(result, times)
        return spent * 1e9 / times

    return turn


def of_calls(call: Callable[[], object], clock: Callable[[], float] = time.process_time) -> Turn:
    """A turn that makes a call again and again, by the processor's time that this process has had."""

    def turn(times: int) -> float:
        before = clock()
        for _ in range(times):
            call()
        return (clock() - before) * 1e9 / times

    return turn


def of_fresh_calls(call: Callable[[], object], prepare: Callable[[], object]) -> Turn:
    """The same, each call after `prepare`, untimed."""

    def turn(times: int) -> float:
        spent = 0.0
        for _ in range(times):
            prepare()
            before = time.process_time()
            call()
            spent += time.process_time() - before
        return spent * 1e9 / times

    return turn
