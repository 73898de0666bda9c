"""What dice can bring: faces that win a siege and odds of whole battles, as they stand on the board, and what a fight
can remove. Rules ask it whether a bonus changes anything, policies what their choices are worth."""

from __future__ import annotations

from simcore.engine.jit import routine, step
from simcore.games.breizh.full_game import state as s


@step
def faces_won(board, castle, troops, bonus):
    """With how many faces of the die the castle falls to so many troops (Besiege)."""
    return board[s.SIEGE_FALLS + s.MOST_SIEGE_LEAD + troops + bonus - board[s.CASTLE_STRENGTH + castle]]


@routine
def odds(board, montfort, blois, lead, column):
    """A figure of the exact outcome of a battle: chances that Montfort, that Blois wins, troops left of each."""
    size = board[s.TROOP_LIMIT] + 1
    table = min(max(lead - board[s.LEAST_LEAD], 0), board[s.LEADS] - 1)
    return board[s.ODDS + ((table * size + montfort) * size + blois) * s.ODDS_COLUMNS + column] / s.ODDS_UNIT


@step
def removable(board, state, player, region, highwaymen):
    """Can the fight under way remove one more piece of that kind here (Fight)?"""
    there = state[s.HIGHWAYMEN + region] if highwaymen else state[s.TROOPS + s.REGIONS * (1 - player) + region]
    gone = state[s.REMOVED + region + s.REGIONS * highwaymen]
    if board[s.EACH] == 0:
        gone += state[s.REMOVED + region + s.REGIONS * (1 - highwaymen)]
    return there > 0 and gone < board[s.REMOVED_PER_REGION]


@step
def most_removals(board, state, player):
    """How many pieces a fight, or the one under way, can remove in all regions (Fight)."""
    pieces, most = 0, board[s.REMOVED_PER_REGION]
    for region in range(s.REGIONS):
        troops, highwaymen = state[s.TROOPS + s.REGIONS * (1 - player) + region], state[s.HIGHWAYMEN + region]
        troops_gone, highwaymen_gone = state[s.REMOVED + region], state[s.REMOVED + s.REGIONS + region]
        if board[s.EACH] == 1:
            pieces += min(troops, most - troops_gone) + min(highwaymen, most - highwaymen_gone)
        else:
            pieces += min(troops + highwaymen, most - troops_gone - highwaymen_gone)
    return pieces
