"""Battles and the Fight action."""

from __future__ import annotations

from simcore.engine.jit import routine, step
from simcore.engine.rng import below
from simcore.games.breizh import kernels
from simcore.games.breizh.full_game import state as s
from simcore.games.breizh.full_game.odds import most_removals
from simcore.games.breizh.full_game.rules.characters import offer
from simcore.games.breizh.full_game.rules.pieces import rally, wait_for


@step
def battles(board, state):
    """Regions (bits) where a battle is due (Battle)."""
    found = 0
    for region in range(s.REGIONS):
        montfort, blois = state[s.TROOPS + region], state[s.TROOPS + s.REGIONS + region]
        if kernels.goes_on(montfort, blois, board[s.BATTLE_FROM]):
            found |= 1 << region
    return found


@step
def only_region(regions):
    """The region of a single bit, -1: there are none or several."""
    for region in range(s.REGIONS):
        if regions == 1 << region:
            return region
    return -1


@routine
def battle(board, state, stream):
    """Fight the battle to its end, round by round; returns the winner: 0 nobody, else player and 1.

    A round is two dice and a few additions: no slower than a look at a table of whole battles, and less to keep.
    """
    faces = board[s.FACES]
    here = s.TROOPS + state[s.HERE]
    lead = board[s.ARCHERS] + state[s.BONUS + s.MONTFORT] - state[s.BONUS + s.BLOIS]
    montfort, blois = state[here], state[here + s.REGIONS]
    leader = kernels.NOBODY
    while kernels.goes_on(montfort, blois, board[s.BATTLE_FROM]):
        dice = board[s.DIE + below(stream, faces)] - board[s.DIE + below(stream, faces)]
        montfort_lost, blois_lost, leader = kernels.round_losses(
            montfort, blois, montfort + lead - blois + dice, board[s.DECISIVE_LEAD]
        )
        montfort, blois = max(montfort - montfort_lost, 0), max(blois - blois_lost, 0)
    state[here], state[here + s.REGIONS] = montfort, blois
    return kernels.winner(montfort, blois, leader, board[s.SURVIVOR])


@routine
def carry_on_battles(board, state, stream):
    """The battles that recruiting has begun, up to the next decision; False: all are over."""
    while True:
        if state[s.HERE] < 0:
            due = battles(board, state)
            if due == 0:
                return False
            state[s.ASKED] = 0
            state[s.BONUS] = 0
            state[s.BONUS + 1] = 0
            state[s.HERE] = only_region(due)
            if state[s.HERE] < 0:
                wait_for(state, s.BATTLE_IN, state[s.ACTOR])
                return True
        asked = state[s.ASKED]
        state[s.ASKED] += 1
        if asked < 2:  # the active player first
            if offer(board, state, state[s.ACTIVE] if asked == 0 else 1 - state[s.ACTIVE], s.BATTLE):
                return True
        elif asked == 2:
            winner = battle(board, state, stream)
            if winner != kernels.NOBODY and rally(board, state, winner - 1, state[s.HERE]):
                return True
        else:
            state[s.HERE] = -1


@step
def remove(board, state, action):
    """A piece is removed, or (0) no more are."""
    if action == 0:
        state[s.LEFT] = 0
        return
    region, highwaymen = (action - 1) // 2, (action - 1) % 2
    state[s.REMOVED + region + s.REGIONS * highwaymen] += 1
    if highwaymen:
        state[s.HIGHWAYMEN + region] -= 1
    else:
        state[s.TROOPS + s.REGIONS * (1 - state[s.ACTOR]) + region] -= 1
    state[s.LEFT] -= 1


@routine
def carry_on_fight(board, state, stream):
    """The Fight action up to the next decision; False: it is over."""
    player = state[s.ACTOR]
    if state[s.ASKED] == 0:
        state[s.ASKED] = 1
        if offer(board, state, player, s.FIGHT):
            return True
    if state[s.ASKED] == 1:
        state[s.ASKED] = 2
        state[s.LEFT] = max(board[s.DIE + below(stream, board[s.FACES])] + state[s.BONUS + player], 0)
    if state[s.LEFT] > 0 and most_removals(board, state, player) > 0:
        wait_for(state, s.REMOVE, player)
        return True
    for cell in range(s.REMOVED, s.REMOVED + 2 * s.REGIONS):
        state[cell] = 0
    return False
