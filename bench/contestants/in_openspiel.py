"""Random games of backgammon by OpenSpiel's own bots, in C++ alone: a yardstick for full games, not the same game."""

from __future__ import annotations

from collections.abc import Callable

from bench.contestants import library


def backgammon() -> Callable[[int], None]:
    """Plays so many games, each to its end."""
    spiel = library("pyspiel", "open_spiel")
    game = spiel.load_game("backgammon")
    bots = [spiel.make_uniform_random_bot(player, player) for player in range(2)]

    def play(games: int) -> None:
        for number in range(games):
            state = game.new_initial_state()
            spiel.evaluate_bots(state, bots, number)
            assert state.is_terminal()

    return play
