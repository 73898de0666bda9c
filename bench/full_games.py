"""Full games: how many a second on one core, beside OpenSpiel's backgammon, with the laws checked and sense shown."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import simcore as sc
from simcore.plays import prepare

GAMES = ("breizh", "cent-ans")
CHECKED = 10_000  # random games in which every law is tested after every decision
PAIRED = 2_000  # games against random, half of them on each side
SHORTEST = 0.5  # seconds of a turn
YARDSTICK = "pyspiel backgammon: random games"


def _rate(turn: Callable[[int], object]) -> float:
    """Games a second, of the processor's time that this process has had."""
    turn(1)  # compiles
    games, spent = 16, 0.0
    while spent < SHORTEST:
        games *= 4
        before = time.process_time()
        turn(games)
        spent = time.process_time() - before
    return games / spent


def _backgammon() -> Callable[[int], object] | None:
    """Random games of backgammon by OpenSpiel, called from Python; None where it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    game: Any = pyspiel.load_game("backgammon")
    chance = random.Random(1)

    def turn(games: int) -> None:
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, shares = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(chance.choices(actions, shares)[0])
                else:
                    state.apply_action(chance.choice(state.legal_actions()))

    return turn


def full_games(rounds: int) -> Iterator[tuple[str, str, list[float]]]:
    """Speed of random and greedy games, the yardstick, and how often greedy beats random."""
    for name in GAMES:
        checked = sc.play(name, games=CHECKED, checking=True)
        if checked.games != CHECKED:
            sys.exit(f"{name}: {checked.games} games are not {CHECKED}")
        sides = checked.war.game.rules.players
        for policy in ("random", "greedy"):
            war = prepare(name, dict.fromkeys(sides, policy))
            rates = [_rate(lambda games, war=war: war.unit(0, 0, games)) for _ in range(rounds)]  # type: ignore[misc]
            yield f"{name}: {policy} games", "/s", rates
        won = sum(sc.play(name, games=PAIRED // 2, policies={side: "greedy"}).counts()[side] for side in sides)
        yield f"{name}: greedy wins against random", "%", [100.0 * won / PAIRED]
    yardstick = _backgammon()
    if yardstick is not None:
        yield YARDSTICK, "/s", [_rate(yardstick) for _ in range(rounds)]
