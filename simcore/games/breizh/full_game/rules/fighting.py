"""Battles and the Fight action."""

from __future__ import annotations

from simcore.engine.jit import routine, step
from simcore.engine.rng import below
from simcore.games.breizh import kernels
from simcore.games.breizh.full_game.odds import most_removals
from simcore.games.breizh.full_game.rules.characters import offer
from simcore.games.breizh.full_game.rules.pieces import rally, wait_for
from simcore.games.breizh.full_game.state import (
    ACTIVE,
    ACTOR,
    ARCHERS,
    ASKED,
    BATTLE,
    BATTLE_FROM,
    BATTLE_IN,
    BLOIS,
    BONUS,
    DECISIVE_LEAD,
    DIE,
    FACES,
    FIGHT,
    HERE,
    HIGHWAYMEN,
    LEFT,
    MONTFORT,
    REGIONS,
    REMOVE,
    REMOVED,
    SURVIVOR,
    TROOPS,
)


@step
def battles(board, state):
    """Regions (bits) where a battle is due (Battle)."""
    found = 0
    for region in range(REGIONS):
        montfort, blois = state[TROOPS + region], state[TROOPS + REGIONS + region]
        if kernels.goes_on(montfort, blois, board[BATTLE_FROM]):
            found |= 1 << region
    return found


@step
def only_region(regions):
    """The region of a single bit, -1: there are none or several."""
    for region in range(REGIONS):
        if regions == 1 << region:
            return region
    return -1


@routine
def battle(board, state, stream):
    """Fight the battle to its end, round by round; returns the winner: 0 nobody, else player and 1.

    A round is two dice and a few additions: no slower than a look at a table of whole battles, and less to keep.
    """
    faces = board[FACES]
    here = TROOPS + state[HERE]
    lead = board[ARCHERS] + state[BONUS + MONTFORT] - state[BONUS + BLOIS]
    montfort, blois = state[here], state[here + REGIONS]
    leader = kernels.NOBODY
    while kernels.goes_on(montfort, blois, board[BATTLE_FROM]):
        dice = board[DIE + below(stream, faces)] - board[DIE + below(stream, faces)]
        montfort_lost, blois_lost, leader = kernels.round_losses(
            montfort, blois, montfort + lead - blois + dice, board[DECISIVE_LEAD]
        )
        montfort, blois = max(montfort - montfort_lost, 0), max(blois - blois_lost, 0)
    state[here], state[here + REGIONS] = montfort, blois
    return kernels.winner(montfort, blois, leader, board[SURVIVOR])


@routine
def carry_on_battles(board, state, stream):
    """The battles that recruiting has begun, up to the next decision; False: all are over."""
    while True:
        if state[HERE] < 0:
            due = battles(board, state)
            if due == 0:
                return False
            state[ASKED] = 0
            state[BONUS] = 0
            state[BONUS + 1] = 0
            state[HERE] = only_region(due)
            if state[HERE] < 0:
                wait_for(state, BATTLE_IN, state[ACTOR])
                return True
        asked = state[ASKED]
        state[ASKED] += 1
        if asked < 2:  # the active player first
            if offer(board, state, state[ACTIVE] if asked == 0 else 1 - state[ACTIVE], BATTLE):
                return True
        elif asked == 2:
            winner = battle(board, state, stream)
            if winner != kernels.NOBODY and rally(board, state, winner - 1, state[HERE]):
                return True
        else:
            state[HERE] = -1


@step
def remove(board, state, action):
    """A piece is removed, or (0) no more are."""
    if action == 0:
        state[LEFT] = 0
        return
    region, highwaymen = (action - 1) // 2, (action - 1) % 2
    state[REMOVED + region + REGIONS * highwaymen] += 1
    if highwaymen:
        state[HIGHWAYMEN + region] -= 1
    else:
        state[TROOPS + REGIONS * (1 - state[ACTOR]) + region] -= 1
    state[LEFT] -= 1


@routine
def carry_on_fight(board, state, stream):
    """The Fight action up to the next decision; False: it is over."""
    player = state[ACTOR]
    if state[ASKED] == 0:
        state[ASKED] = 1
        if offer(board, state, player, FIGHT):
            return True
    if state[ASKED] == 1:
        state[ASKED] = 2
        state[LEFT] = max(board[DIE + below(stream, board[FACES])] + state[BONUS + player], 0)
    if state[LEFT] > 0 and most_removals(board, state, player) > 0:
        wait_for(state, REMOVE, player)
        return True
    for cell in range(REMOVED, REMOVED + 2 * REGIONS):
        state[cell] = 0
    return False
