"""What dice can bring: faces that win a siege and odds of whole battles, as they stand on the board, and what a fight
can remove. Rules ask it whether a bonus changes anything, policies what their choices are worth."""

from __future__ import annotations

from simcore.engine.jit import routine, step
from simcore.games.breizh.full_game.state import (
    CASTLE_STRENGTH,
    EACH,
    HIGHWAYMEN,
    LEADS,
    LEAST_LEAD,
    MOST_SIEGE_LEAD,
    ODDS,
    ODDS_COLUMNS,
    ODDS_UNIT,
    REGIONS,
    REMOVED,
    REMOVED_PER_REGION,
    SIEGE_FALLS,
    TROOP_LIMIT,
    TROOPS,
)


@step
def faces_won(board, castle, troops, bonus):
    """With how many faces of the die the castle falls to so many troops (Besiege)."""
    return board[SIEGE_FALLS + MOST_SIEGE_LEAD + troops + bonus - board[CASTLE_STRENGTH + castle]]


@routine
def odds(board, montfort, blois, lead, column):
    """A figure of the exact outcome of a battle: chances that Montfort, that Blois wins, troops left of each."""
    size = board[TROOP_LIMIT] + 1
    table = min(max(lead - board[LEAST_LEAD], 0), board[LEADS] - 1)
    return board[ODDS + ((table * size + montfort) * size + blois) * ODDS_COLUMNS + column] / ODDS_UNIT


@step
def removable(board, state, player, region, highwaymen):
    """Can the fight under way remove one more piece of that kind here (Fight)?"""
    there = state[HIGHWAYMEN + region] if highwaymen else state[TROOPS + REGIONS * (1 - player) + region]
    gone = state[REMOVED + region + REGIONS * highwaymen]
    if board[EACH] == 0:
        gone += state[REMOVED + region + REGIONS * (1 - highwaymen)]
    return there > 0 and gone < board[REMOVED_PER_REGION]


@step
def most_removals(board, state, player):
    """How many pieces a fight, or the one under way, can remove in all regions (Fight)."""
    pieces, most = 0, board[REMOVED_PER_REGION]
    for region in range(REGIONS):
        troops, highwaymen = state[TROOPS + REGIONS * (1 - player) + region], state[HIGHWAYMEN + region]
        troops_gone, highwaymen_gone = state[REMOVED + region], state[REMOVED + REGIONS + region]
        if board[EACH] == 1:
            pieces += min(troops, most - troops_gone) + min(highwaymen, most - highwaymen_gone)
        else:
            pieces += min(troops + highwaymen, most - troops_gone - highwaymen_gone)
    return pieces
