"""Pieces on the board before the first turn."""

from __future__ import annotations

from simcore.engine.jit import routine
from simcore.engine.rng import below
from simcore.games.breizh.full_game.rules.pieces import own_castle
from simcore.games.breizh.full_game.state import (
    ALLOCATION,
    CASTLES,
    MONTFORT,
    PARTISANS,
    PLAYERS,
    REGION_CASTLE,
    REGIONS,
    STARTING,
    STARTING_OWNER,
    TROOPS,
    VARIANT,
)


@routine
def set_up(board, state, stream):
    """Pieces on the board (Setup; Variant Setup Rules)."""
    if board[VARIANT] == 0:
        for player in range(PLAYERS):
            for region in range(REGIONS):
                state[PARTISANS + REGIONS * player + region] = board[STARTING + REGIONS * (2 * player + 0) + region]
                state[TROOPS + REGIONS * player + region] = board[STARTING + REGIONS * (2 * player + 1) + region]
        for castle in range(CASTLES):
            if board[STARTING_OWNER + castle] > 0:
                own_castle(board, state, castle, board[STARTING_OWNER + castle] - 1)
        return
    # A Region card and an Allocation card each.
    first = below(stream, REGIONS)
    second = (first + 1 + below(stream, REGIONS - 1)) % REGIONS
    allocation = below(stream, PLAYERS)
    for player in range(PLAYERS):
        region = first if player == MONTFORT else second
        allocated = (allocation + player) % PLAYERS
        state[PARTISANS + REGIONS * player + region] = board[ALLOCATION + 3 * allocated + 0]
        state[TROOPS + REGIONS * player + region] = board[ALLOCATION + 3 * allocated + 1]
        if board[ALLOCATION + 3 * allocated + 2] > 0:
            own_castle(board, state, board[REGION_CASTLE + region], player)
