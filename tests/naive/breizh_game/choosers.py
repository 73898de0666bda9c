"""Who plays in the games that the referee watches: at random, at random but busily, and the game's own `greedy`."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from naive.breizh_game.watching import GAME, Chooser, plain_driver
from simcore.engine import rng
from simcore.gameplay import rollouts
from simcore.games.breizh.full_game import state as layout

IDLE = layout.USE, layout.PLAY_CHARACTER, layout.REMOVE, layout.BESIEGE  # where the first action does nothing


def busy(dealer: random.Random, lazy: float) -> Chooser:
    """Any legal action, but seldom nothing."""

    def choose(board: Any, state: Any, player: int, legal: list[int]) -> int:
        due = int(state[layout.DECISION])
        may_idle = due in IDLE and legal[0] == layout.FIRST_ACTION[due]
        if len(legal) > 1 and may_idle and dealer.random() >= lazy:
            return dealer.choice(legal[1:])
        return dealer.choice(legal)

    return choose


def policy(text: str, seed: int) -> Chooser:
    """A policy of the game's own, as plain Python."""
    number, parameters = GAME.rules.policy(text)
    decide = plain_driver()["select_action"]
    own, actions = np.zeros(rng.STREAM, np.uint64), np.zeros(GAME.rules.actions, np.int32)
    rollouts.open_at(own, np.uint64(seed), np.uint64(0), rollouts.CHANCE + np.uint64(1))

    def choose(board: Any, state: Any, player: int, legal: list[int]) -> int:
        actions[: len(legal)] = legal
        return legal[decide(board, state, player, actions, len(legal), number, parameters, own)]

    return choose


def pair(number: int) -> Chooser:
    """Two players, of one kind or of two."""
    dealer = random.Random(number)
    kinds = (
        lambda: busy(dealer, dealer.choice((0.0, 0.2, 1.0))),
        lambda: policy(dealer.choice(("greedy", "greedy(regions=8)", "greedy(risk=1)")), number),
    )
    seats = [kinds[number % 2](), kinds[number // 2 % 2]()]
    return lambda board, state, player, legal: seats[player](board, state, player, legal)
