"""A player who raids when he thinks it worth it, and what a position is worth to whoever looks ahead."""

from __future__ import annotations

from docs.example_game.full_game import board as b
from docs.example_game.full_game import state as s
from simcore.engine.jit import kernel

MARGIN = 0  # parameters


@kernel
def select_action(board, state, player, actions, count, policy, parameters, stream):
    """The place of his choice: the strongest raid if it is large enough, else the weakest card into the tower."""
    strongest = count // 2 - 1  # raids come first, from the weakest card to the strongest
    raiders = board[b.RAIDERS + actions[strongest]]
    return strongest if raiders >= state[s.GUARDS + 1 - player] + parameters[MARGIN] else count // 2


@kernel
def state_value(board, state, player):
    if state[s.PLAYER] < 0:
        return 0.5 if state[s.WINNER] == 0 else 1.0 if state[s.WINNER] == player + 1 else 0.0
    own, enemy = state[s.GUARDS + player], state[s.GUARDS + 1 - player]
    return own / (own + enemy)
