"""What an order or an action does, step by step: beginning it, and carrying it on to the next decision."""

from __future__ import annotations

from simcore.engine.jit import routine, step
from simcore.games.breizh.full_game.rules.characters import action_of_part, offer, spend_aid
from simcore.games.breizh.full_game.rules.fighting import carry_on_battles, carry_on_fight
from simcore.games.breizh.full_game.rules.hands import steal
from simcore.games.breizh.full_game.rules.pieces import eliminate_regions, rally_regions, recruit_regions, wait_for
from simcore.games.breizh.full_game.rules.sieges import can_besiege, carry_on_sieges
from simcore.games.breizh.full_game.state import (
    ACTIVITY,
    ACTOR,
    ANNOUNCING,
    ASKED,
    BATTLES,
    BESIEGE,
    BESIEGING,
    BONUS,
    BOTH,
    CARD,
    DRAWS,
    EACH_SIEGE,
    EFFECT,
    ELIMINATE_IN,
    ELIMINATES_PARTISANS,
    ELIMINATING,
    EVERYWHERE,
    FAVOURS,
    FIGHT,
    FIGHTING,
    GIVER,
    HERE,
    HIGHWAYMEN,
    IDLE,
    LEFT,
    OPEN,
    ORDER,
    ORDERING,
    RALLIED,
    RALLIES_PARTISANS,
    RALLY,
    RALLY_IN,
    RALLYING,
    RECRUIT,
    RECRUIT_IN,
    RECRUITED,
    RECRUITING,
    RECRUITS,
    REGIONS,
    of_card,
    of_effect,
)


@step
def begin(state, activity, player, number, regions):
    """An activity of `player` begins: so many of it, where it may be."""
    state[ACTIVITY] = activity
    state[ACTOR] = player
    state[ASKED] = 0
    state[LEFT] = number
    state[OPEN] = regions
    state[HERE] = -1
    state[BONUS] = 0
    state[BONUS + 1] = 0


@step
def begin_action(board, state, use, player):
    """One of the actions on a card is taken."""
    if use == RALLY:
        begin(state, RALLYING, player, board[RALLIED], EVERYWHERE)
    elif use == RECRUIT:
        begin(state, RECRUITING, player, board[RECRUITED], EVERYWHERE)
    elif use == FIGHT:
        begin(state, FIGHTING, player, 0, EVERYWHERE)
    else:
        begin(state, ANNOUNCING, player, 0, EVERYWHERE)


@routine
def begin_effect(board, state, card, stream):
    """The next effect of an order begins; those without a decision are done with."""
    kind, number, regions = of_effect(board, card, state[EFFECT])
    player = state[GIVER]
    number += spend_aid(board, state, player, action_of_part(board, card, state[EFFECT]), state[EFFECT])
    state[EFFECT] += 1
    if kind == RALLIES_PARTISANS:
        begin(state, RALLYING, player, number, regions)
    elif kind == RECRUITS:
        begin(state, RECRUITING, player, number, regions)
    elif kind == ELIMINATES_PARTISANS:
        begin(state, ELIMINATING, player, number, regions)
    elif kind == DRAWS:
        steal(board, state, player, number, stream)
    else:  # the Great Plague
        for region in range(REGIONS):
            state[HIGHWAYMEN + region] = 0


@step
def _asks_first(board, state, action):
    """A character can be played before the first partisan or troop comes, if none was announced before the order."""
    if state[ASKED] > 0:
        return False
    state[ASKED] = 1
    if state[GIVER] >= 0 and board[EACH_SIEGE] == 0:
        return False
    return offer(board, state, state[ACTOR], action)


@step
def _asks_before_order(board, state):
    """Characters are announced before the order is given (Character Cards): by whoever gives it, by both if both do."""
    givers = 2 if of_card(board, state[CARD], FAVOURS) == BOTH else 1
    while state[ASKED] < givers:
        player = state[ACTOR] if state[ASKED] == 0 else 1 - state[ACTOR]
        state[ASKED] += 1
        if offer(board, state, player, ORDER):
            return True
    return False


@step
def _asks_where(state, decision, regions):
    """The next one can be in any of these regions (bits), as long as there is one left."""
    if state[LEFT] > 0 and regions != 0:
        wait_for(state, decision, state[ACTOR])
        return True
    return False


@routine
def carry_on(board, state, stream):
    """Carry the activity on to the next decision; False: it is over."""
    player = state[ACTOR]
    activity = state[ACTIVITY]
    if activity == RALLYING:
        waits = _asks_first(board, state, RALLY)
        waits = waits or _asks_where(state, RALLY_IN, rally_regions(board, state, player))
    elif activity == ELIMINATING:
        waits = _asks_where(state, ELIMINATE_IN, eliminate_regions(state, player))
    elif activity == RECRUITING:
        waits = _asks_first(board, state, RECRUIT)
        waits = waits or _asks_where(state, RECRUIT_IN, recruit_regions(board, state, player))
        if not waits:
            state[ACTIVITY] = BATTLES
            state[HERE] = -1
            waits = carry_on_battles(board, state, stream)
    elif activity == BATTLES:
        waits = carry_on_battles(board, state, stream)
    elif activity == FIGHTING:
        waits = carry_on_fight(board, state, stream)
    elif activity == ORDERING:
        waits = _asks_before_order(board, state)
    elif activity == ANNOUNCING and can_besiege(board, state, player):
        wait_for(state, BESIEGE, player)
        waits = True
    else:
        state[ACTIVITY] = BESIEGING
        waits = carry_on_sieges(board, state, stream)
    if not waits:
        state[ACTIVITY] = IDLE
    return waits
