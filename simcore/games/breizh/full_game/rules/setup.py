"""Pieces on the board before the first turn."""

from __future__ import annotations

from simcore.engine.jit import routine
from simcore.engine.rng import below
from simcore.games.breizh.full_game import state as s
from simcore.games.breizh.full_game.rules.pieces import own_castle


@routine
def set_up(board, state, stream):
    """Pieces on the board (Setup; Variant Setup Rules)."""
    if board[s.VARIANT] == 0:
        for player in range(s.PLAYERS):
            for region in range(s.REGIONS):
                state[s.PARTISANS + s.REGIONS * player + region] = board[
                    s.STARTING + s.REGIONS * (2 * player + 0) + region
                ]
                state[s.TROOPS + s.REGIONS * player + region] = board[
                    s.STARTING + s.REGIONS * (2 * player + 1) + region
                ]
        for castle in range(s.CASTLES):
            if board[s.STARTING_OWNER + castle] > 0:
                own_castle(board, state, castle, board[s.STARTING_OWNER + castle] - 1)
        return
    # A Region card and an Allocation card each.
    first = below(stream, s.REGIONS)
    second = (first + 1 + below(stream, s.REGIONS - 1)) % s.REGIONS
    allocation = below(stream, s.PLAYERS)
    for player in range(s.PLAYERS):
        region = first if player == s.MONTFORT else second
        allocated = (allocation + player) % s.PLAYERS
        state[s.PARTISANS + s.REGIONS * player + region] = board[s.ALLOCATION + 3 * allocated + 0]
        state[s.TROOPS + s.REGIONS * player + region] = board[s.ALLOCATION + 3 * allocated + 1]
        if board[s.ALLOCATION + 3 * allocated + 2] > 0:
            own_castle(board, state, board[s.REGION_CASTLE + region], player)
