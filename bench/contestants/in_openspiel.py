"""Random games of backgammon by OpenSpiel, called from Python: a yardstick for full games, not the same game."""

from __future__ import annotations

import random
from collections.abc import Callable

from bench.contestants import library


def backgammon() -> Callable[[int], None]:
    """Plays so many games."""
    spiel = library("pyspiel", "open_spiel")
    game = spiel.load_game("backgammon")
    chance = random.Random(1)

    def play(games: int) -> None:
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, shares = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(chance.choices(actions, shares)[0])
                else:
                    state.apply_action(chance.choice(state.legal_actions()))

    return play
