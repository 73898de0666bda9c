"""What an order or an action does, step by step: beginning it, and carrying it on to the next decision."""

from __future__ import annotations

from simcore.engine.jit import routine, step
from simcore.games.breizh.full_game import state as s
from simcore.games.breizh.full_game.rules.characters import action_of_part, offer, spend_aid
from simcore.games.breizh.full_game.rules.fighting import carry_on_battles, carry_on_fight
from simcore.games.breizh.full_game.rules.hands import steal
from simcore.games.breizh.full_game.rules.pieces import eliminate_regions, rally_regions, recruit_regions, wait_for
from simcore.games.breizh.full_game.rules.sieges import can_besiege, carry_on_sieges


@step
def begin(state, activity, player, number, regions):
    """An activity of `player` begins: so many of it, where it may be."""
    state[s.ACTIVITY] = activity
    state[s.ACTOR] = player
    state[s.ASKED] = 0
    state[s.LEFT] = number
    state[s.OPEN] = regions
    state[s.HERE] = -1
    state[s.BONUS] = 0
    state[s.BONUS + 1] = 0


@step
def begin_action(board, state, use, player):
    """One of the actions on a card is taken."""
    if use == s.RALLY:
        begin(state, s.RALLYING, player, board[s.RALLIED], s.EVERYWHERE)
    elif use == s.RECRUIT:
        begin(state, s.RECRUITING, player, board[s.RECRUITED], s.EVERYWHERE)
    elif use == s.FIGHT:
        begin(state, s.FIGHTING, player, 0, s.EVERYWHERE)
    else:
        begin(state, s.ANNOUNCING, player, 0, s.EVERYWHERE)


@routine
def begin_effect(board, state, card, stream):
    """The next effect of an order begins; those without a decision are done with."""
    kind, number, regions = s.of_effect(board, card, state[s.EFFECT])
    player = state[s.GIVER]
    number += spend_aid(board, state, player, action_of_part(board, card, state[s.EFFECT]), state[s.EFFECT])
    state[s.EFFECT] += 1
    if kind == s.RALLIES_PARTISANS:
        begin(state, s.RALLYING, player, number, regions)
    elif kind == s.RECRUITS:
        begin(state, s.RECRUITING, player, number, regions)
    elif kind == s.ELIMINATES_PARTISANS:
        begin(state, s.ELIMINATING, player, number, regions)
    elif kind == s.DRAWS:
        steal(board, state, player, number, stream)
    else:  # the Great Plague
        for region in range(s.REGIONS):
            state[s.HIGHWAYMEN + region] = 0


@step
def _asks_first(board, state, action):
    """A character can be played before the first partisan or troop comes, if none was announced before the order."""
    if state[s.ASKED] > 0:
        return False
    state[s.ASKED] = 1
    if state[s.GIVER] >= 0 and board[s.EACH_SIEGE] == 0:
        return False
    return offer(board, state, state[s.ACTOR], action)


@step
def _asks_before_order(board, state):
    """Characters are announced before the order is given (Character Cards): by whoever gives it, by both if both do."""
    givers = 2 if s.of_card(board, state[s.CARD], s.FAVOURS) == s.BOTH else 1
    while state[s.ASKED] < givers:
        player = state[s.ACTOR] if state[s.ASKED] == 0 else 1 - state[s.ACTOR]
        state[s.ASKED] += 1
        if offer(board, state, player, s.ORDER):
            return True
    return False


@step
def _asks_where(state, decision, regions):
    """The next one can be in any of these regions (bits), as long as there is one left."""
    if state[s.LEFT] > 0 and regions != 0:
        wait_for(state, decision, state[s.ACTOR])
        return True
    return False


@routine
def carry_on(board, state, stream):
    """Carry the activity on to the next decision; False: it is over."""
    player = state[s.ACTOR]
    activity = state[s.ACTIVITY]
    if activity == s.RALLYING:
        waits = _asks_first(board, state, s.RALLY)
        waits = waits or _asks_where(state, s.RALLY_IN, rally_regions(board, state, player))
    elif activity == s.ELIMINATING:
        waits = _asks_where(state, s.ELIMINATE_IN, eliminate_regions(state, player))
    elif activity == s.RECRUITING:
        waits = _asks_first(board, state, s.RECRUIT)
        waits = waits or _asks_where(state, s.RECRUIT_IN, recruit_regions(board, state, player))
        if not waits:
            state[s.ACTIVITY] = s.BATTLES
            state[s.HERE] = -1
            waits = carry_on_battles(board, state, stream)
    elif activity == s.BATTLES:
        waits = carry_on_battles(board, state, stream)
    elif activity == s.FIGHTING:
        waits = carry_on_fight(board, state, stream)
    elif activity == s.ORDERING:
        waits = _asks_before_order(board, state)
    elif activity == s.ANNOUNCING and can_besiege(board, state, player):
        wait_for(state, s.BESIEGE, player)
        waits = True
    else:
        state[s.ACTIVITY] = s.BESIEGING
        waits = carry_on_sieges(board, state, stream)
    if not waits:
        state[s.ACTIVITY] = s.IDLE
    return waits
