"""What an order or an action does, step by step: beginning it, and carrying it on to the next decision."""

from __future__ import annotations

from simcore.engine.jit import routine, step
from simcore.games.breizh.play.characters import offer
from simcore.games.breizh.play.fighting import carry_on_battles, carry_on_fight
from simcore.games.breizh.play.hands import steal
from simcore.games.breizh.play.layout import (
    ACTIVITY,
    ACTOR,
    ANNOUNCING,
    ASKED,
    BATTLES,
    BESIEGE,
    BESIEGING,
    BONUS,
    DRAWS,
    EFFECT,
    ELIMINATE_IN,
    ELIMINATES_PARTISANS,
    ELIMINATING,
    EVERYWHERE,
    FIGHT,
    FIGHTING,
    GIVER,
    HERE,
    HIGHWAYMEN,
    IDLE,
    LEFT,
    OPEN,
    PARTISAN_LIMIT,
    PARTISANS,
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
    TROOP_LIMIT,
    TROOPS,
    of_effect,
)
from simcore.games.breizh.play.pieces import holding, number_of, places, wait_for
from simcore.games.breizh.play.sieges import can_besiege, carry_on_sieges


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
def rally_regions(board, state, player):
    """Regions (bits) where the order or action under way can still rally: one partisan in each (Rally)."""
    return places(state, PARTISANS + REGIONS * player, board[PARTISAN_LIMIT], state[OPEN])


@step
def recruit_regions(board, state, player):
    """Regions (bits) where a troop can be recruited."""
    return places(state, TROOPS + REGIONS * player, board[TROOP_LIMIT], state[OPEN])


@step
def eliminate_regions(state, player):
    """Regions (bits) where the order under way can still eliminate an enemy partisan: one in each (Rally)."""
    return state[OPEN] & holding(state, PARTISANS + REGIONS * (1 - player))


@step
def _asks_first(board, state, action):
    """A character can be played before the first partisan or troop comes."""
    if state[ASKED] > 0:
        return False
    state[ASKED] = 1
    player = state[ACTOR]
    # Nobody is offered who changes nothing: one partisan a region at most, and troops only where there are any.
    if action == RALLY and state[LEFT] >= number_of(rally_regions(board, state, player)):
        return False
    if action == RECRUIT and recruit_regions(board, state, player) == 0:
        return False
    return offer(board, state, player, action)


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
    elif activity == ANNOUNCING and can_besiege(board, state, player):
        wait_for(state, BESIEGE, player)
        waits = True
    else:
        state[ACTIVITY] = BESIEGING
        waits = carry_on_sieges(board, state, stream)
    if not waits:
        state[ACTIVITY] = IDLE
    return waits
