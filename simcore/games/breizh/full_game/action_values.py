"""What orders, actions and the smaller choices are worth to a player now; on it the greedy player decides."""

from __future__ import annotations

from simcore.engine.jit import routine
from simcore.games.breizh.full_game import state as s
from simcore.games.breizh.full_game.heuristics import (
    best_recruits_rate,
    castle_gains,
    domination_value,
    elimination_gain,
    gain,
    rally_gain,
    sieges_gain,
)
from simcore.games.breizh.full_game.rules.pieces import holding

LATER = 0.8  # part of the worth of sieges that recruits keep if a Besiege action can follow in this turn
RECRUITS_CONSIDERED = 4  # in one region: a castle of the greatest strength falls surely to so many
CARD_POINTS = 0.5  # points that a card drawn from the enemy is thought worth
TROOP_POINTS = 0.3  # points that an enemy troop less is thought worth


@routine
def recruit_value(board, state, player, risk, regions):
    """What a recruit is worth where recruits are worth most, if a Besiege action follows."""
    best = 0.0
    for region in range(s.REGIONS):
        best = max(best, best_recruits_rate(board, state, player, region, RECRUITS_CONSIDERED, risk, regions))
    return best * LATER


@routine
def _one_a_region(state, player, number, open_regions, own, enemy, regions):
    """What so many partisans are worth, one in each of some regions (bits), where they are worth most.

    Each changes the player's own partisans there by `own` and the enemy's by `enemy`, and is worth a point at least.
    """
    total = 0.0
    while number > 0 and open_regions != 0:
        best, place = 0.0, 0
        for region in range(s.REGIONS):
            if (open_regions >> region) & 1:
                value = gain(state, player, region, own, 0, enemy, 0, regions)
                if value > best:
                    best, place = value, region
        open_regions &= ~(1 << place)
        total += best
        number -= 1
    return total


@routine
def rallying(state, player, number, open_regions, regions):
    """What so many partisans are worth."""
    return _one_a_region(state, player, number, open_regions, 1, 0, regions)


@routine
def _eliminating(state, player, number, open_regions, regions):
    """What so many enemy partisans fewer are worth."""
    there = holding(state, s.PARTISANS + s.REGIONS * (1 - player))
    return _one_a_region(state, player, number, open_regions & there, 0, -1, regions)


@routine
def _highwaymen_gain(state, player, region, regions):
    """What it is worth to `player` that all highwaymen leave a region."""
    return domination_value(state, player, region, regions) if state[s.HIGHWAYMEN + region] > 0 else 0.0


@routine
def _marker_gain(state, player, region, regions):
    """What the first highwaymen in a region are worth."""
    return -domination_value(state, player, region, regions) if state[s.HIGHWAYMEN + region] == 0 else 0.0


@routine
def _removing(board, state, player, removals, regions):
    """What so many removals are worth, the most for each first: a region is cleared of highwaymen, or a troop goes."""
    total, cleared, most, troops = 0.0, 0, board[s.REMOVED_PER_REGION], 0
    enemies = 0  # troops that can go; without any, highwaymen keep no removal from a troop
    for region in range(s.REGIONS):
        enemies += min(state[s.TROOPS + s.REGIONS * (1 - player) + region], most)
    while removals > 0:
        best, place = TROOP_POINTS if enemies > 0 else 0.0, -1
        for region in range(s.REGIONS):
            there = state[s.HIGHWAYMEN + region]
            if there > 0 and there <= min(removals, most) and (cleared >> region) & 1 == 0:
                value = _highwaymen_gain(state, player, region, regions) / there
                if value > best:
                    best, place = value, region
        if place < 0:
            break
        cleared |= 1 << place
        total += best * state[s.HIGHWAYMEN + place]
        removals -= state[s.HIGHWAYMEN + place]
    for region in range(s.REGIONS):
        room = most
        if (cleared >> region) & 1 and board[s.EACH] == 0:
            room -= state[s.HIGHWAYMEN + region]
        troops += min(state[s.TROOPS + s.REGIONS * (1 - player) + region], room)
    return total + TROOP_POINTS * min(troops, removals)


@routine
def _fighting(board, state, player, regions):
    """What a Fight action is worth: the mean over the faces of its die."""
    total = 0.0
    for face in range(board[s.FACES]):
        total += _removing(board, state, player, board[s.DIE + face], regions)
    return total / board[s.FACES]


@routine
def _besieging(board, state, player, risk, regions):
    """What a Besiege action is worth."""
    total = 0.0
    for region in range(s.REGIONS):
        troops = state[s.TROOPS + s.REGIONS * player + region]
        if troops > 0:
            gains = castle_gains(state, player, region, regions)
            total += sieges_gain(board, state, player, region, troops, -1, risk, gains)
    return total


@routine
def order_value(board, state, player, card, recruit, regions, again):
    """What a card's order is worth to who gives it; `recruit`: what a recruit is worth to him.

    `again`: the other player has given it before, and no highwaymen are left for the Great Plague.
    """
    total = 0.0
    for effect in range(s.of_card(board, card, s.EFFECTS)):
        kind, number, where = s.of_effect(board, card, effect)
        if kind == s.RALLIES_PARTISANS:
            total += rallying(state, player, number, where, regions)
        elif kind == s.RECRUITS:
            total += recruit * number
        elif kind == s.ELIMINATES_PARTISANS:
            total += _eliminating(state, player, number, where, regions)
        elif kind == s.DRAWS:
            total += CARD_POINTS * min(number, state[s.EVENTS_HELD + 1 - player])
        elif not again:
            for region in range(s.REGIONS):
                total += _highwaymen_gain(state, player, region, regions)
    return total


@routine
def action_value(board, state, player, use, recruit, risk, regions):
    """What an action is worth; `recruit` as in `order_value`."""
    if use == s.RALLY:
        return rallying(state, player, board[s.RALLIED], s.EVERYWHERE, regions)
    if use == s.RECRUIT:
        return recruit * board[s.RECRUITED]
    if use == s.FIGHT:
        return _fighting(board, state, player, regions)
    return _besieging(board, state, player, risk, regions)


@routine
def _removal_gain(board, state, player, action, regions):
    """What a piece removed in a fight is worth; 0: no more of them."""
    if action == 0:
        return 0.0
    region = (action - 1) // 2
    if (action - 1) % 2 == 1:
        there = state[s.HIGHWAYMEN + region]
        gone = state[s.REMOVED + region] * (board[s.EACH] == 0) + state[s.REMOVED + s.REGIONS + region]
        if there > min(state[s.LEFT], board[s.REMOVED_PER_REGION] - gone):
            return 0.0  # some would stay
        return _highwaymen_gain(state, player, region, regions) / there
    # Of all troops first those where most of them stand.
    return TROOP_POINTS * (1.0 + 0.1 * state[s.TROOPS + s.REGIONS * (1 - player) + region])


@routine
def choice_value(board, state, player, action, risk, regions):
    """What an action is worth in one of the smaller decisions."""
    decision = state[s.DECISION]
    if decision == s.RALLY_IN:
        return rally_gain(state, player, action, regions)
    if decision == s.ELIMINATE_IN:
        return elimination_gain(state, player, action, regions)
    if decision == s.RECRUIT_IN:
        return best_recruits_rate(board, state, player, action, state[s.LEFT], risk, regions)
    if decision == s.REMOVE:
        return _removal_gain(board, state, player, action, regions)
    if decision == s.SUPPLEMENT:
        own, enemy = int(action in (s.RALLIES, s.DOES_BOTH)), int(action in (s.ELIMINATES, s.DOES_BOTH))
        return gain(state, player, state[s.HERE], own, 0, -enemy, 0, regions)
    if decision == s.PARTISAN_FROM:
        return gain(state, player, action, -1, 0, 0, 0, regions)
    if decision == s.TROOP_FROM:
        troops = state[s.TROOPS + s.REGIONS * player + action]
        gains = castle_gains(state, player, action, regions)
        left = sieges_gain(board, state, player, action, troops - 1, -1, risk, gains)
        return left - sieges_gain(board, state, player, action, troops, -1, risk, gains)
    if decision == s.HIGHWAYMEN_IN:
        return _marker_gain(state, player, action, regions)
    return 0.0
