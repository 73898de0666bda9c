"""Who plays the sides of a game, and one game played by them from Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from simcore.engine.rng import STREAM
from simcore.gameplay import rollouts
from simcore.gameplay.game import MOST_DECISIONS
from simcore.gameplay.observation import Observation
from simcore.gameplay.position import Position
from simcore.types import Array

PythonPolicy = Callable[[Observation, list[int]], int]  # (what the player may know, legal actions) -> one of them
Agent = tuple[int, Array] | PythonPolicy  # who plays a side: a compiled policy with its parameters, or a function


def play_with_agents(
    start: Position, agents: Sequence[Agent], seed: int, number: int, limit: int = MOST_DECISIONS
) -> tuple[Array, list[int]]:
    """One game played on from Python, any side by a function: its row as `rollouts.play` gives it, and the actions.

    Compiled policies decide as they do in `rollouts.play`, number for number; `seed` and `number` are for their own
    chance.
    """
    position, game = start.copy(), start.game
    own = np.zeros((len(agents), STREAM), np.uint64)
    for at, stream in enumerate(own, start=1):
        rollouts.open_at(stream, np.uint64(seed), np.uint64(number), rollouts.CHANCE + np.uint64(at))
    taken: list[int] = []
    while (player := position.player) >= 0 and len(taken) < limit:
        legal = position.legal_actions()
        agent = agents[player]
        if len(legal) == 1:
            action = legal[0]
        elif callable(agent):
            action = agent(position.observation(player), list(legal))
        else:
            actions = np.zeros(game.actions, np.int32)
            actions[: len(legal)] = legal
            place = game.select_action(position.board, position.state, player, actions, len(legal), *agent, own[player])
            action = legal[place]
        position.apply(action)
        taken.append(action)
    row = np.zeros(len(game.columns) + 2, np.int64)
    game.final_row(position.board, position.state, row)
    row[rollouts.DECISIONS] = len(taken)
    return row, taken
