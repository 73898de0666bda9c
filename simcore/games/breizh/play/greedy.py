"""The greedy player: what gains most now, by the exact odds of sieges and battles, whatever the enemy may reply."""

from __future__ import annotations

from simcore.engine.jit import routine
from simcore.games.breizh.play.appraisal import (
    battle_chance,
    best_recruits_rate,
    castle_gain,
    castle_gains,
    elimination_gain,
    gain,
    lead_in_points,
    rally_gain,
    siege_chance,
    sieges_gain,
)
from simcore.games.breizh.play.layout import (
    ACTION,
    ACTOR,
    BATTLE,
    BESIEGE,
    BONUS,
    BOTH,
    CARD,
    CARD_ACTIONS,
    CARD_AT,
    CARDS,
    CASTLE_REGION,
    CHARACTER_BONUS,
    CHARACTERS,
    DECISION,
    DRAWS,
    EFFECT_SIZE,
    EFFECTS,
    EITHER,
    ELIMINATE_IN,
    ELIMINATES_PARTISANS,
    EVENTS_HELD,
    EVERYWHERE,
    FAVOURS,
    FIGHT,
    FIRST_EFFECT,
    HAND,
    HERE,
    HIGHWAYMEN,
    HIGHWAYMEN_IN,
    LEFT,
    MOST_BESIEGERS,
    MOST_PLAYED,
    ORDER,
    OVER,
    PARTISAN_FROM,
    PARTISANS,
    PLAY_CARD,
    PLAY_CHARACTER,
    PLAYED,
    RALLIED,
    RALLIES,
    RALLIES_PARTISANS,
    RALLY,
    RALLY_IN,
    RECRUIT,
    RECRUIT_IN,
    RECRUITED,
    RECRUITS,
    REGIONS,
    REMOVE,
    SIEGE,
    SIEGE_ACTION,
    SIEGE_NOW,
    SUPPLEMENT,
    TROOP_FROM,
    TROOPS,
    TURN,
    USE,
    WINNER,
    of_card,
    of_turn,
)
from simcore.games.breizh.play.pieces import dominates

RISK, REGIONS_WORTH = 0, 1  # parameters
DEFAULTS = {"risk": 0.5, "regions": 2.0}
LATER = 0.8  # part of the worth of sieges that recruits keep if a Besiege action can follow in this turn
NEVER = 0.1  # the same if none can
RECRUITS_CONSIDERED = 4  # in one region: a castle of the greatest strength falls surely to so many
CARD_WORTH = 0.5  # points that a card drawn from the enemy is thought worth
TROOP_WORTH = 0.3  # points that an enemy troop less is thought worth
BATTLE_STEP, SIEGE_STEP = 0.15, 0.3  # change of a chance from which a character is spent on it
HALFWAY = 8.0  # points ahead at which a game is thought half won from even


@routine
def _recruit_worth(board, state, player, risk, regions):
    """What a recruit is worth where recruits are worth most, if a Besiege action follows."""
    best = 0.0
    for region in range(REGIONS):
        best = max(best, best_recruits_rate(board, state, player, region, RECRUITS_CONSIDERED, risk, regions))
    return best * LATER


@routine
def _rallying(state, player, partisans, where, regions):
    """What so many partisans are worth, one a region, where they are worth most."""
    worth, done = 0.0, 0
    for _ in range(partisans):
        best, place = 0.0, -1
        for region in range(REGIONS):
            if (where >> region) & 1 and (done >> region) & 1 == 0:
                value = rally_gain(state, player, region, regions)
                if place < 0 or value > best:
                    best, place = value, region
        if place < 0:
            break
        done |= 1 << place
        worth += best
    return worth


@routine
def _eliminating(state, player, partisans, where, regions):
    """What so many enemy partisans fewer are worth, one a region."""
    worth, done = 0.0, 0
    for _ in range(partisans):
        best, place = 0.0, -1
        for region in range(REGIONS):
            there = state[PARTISANS + REGIONS * (1 - player) + region] > 0
            if there and (where >> region) & 1 and (done >> region) & 1 == 0:
                value = elimination_gain(state, player, region, regions)
                if value > best:
                    best, place = value, region
        if place < 0:
            break
        done |= 1 << place
        worth += best
    return worth


@routine
def _highwaymen_gain(state, player, region, regions):
    """What the last highwaymen gone from a region are worth."""
    owner = dominates(state, region)
    if owner == 0 or state[HIGHWAYMEN + region] != 1:
        return 0.0
    return regions if owner == player + 1 else -regions


@routine
def _fighting(state, player, regions):
    """What a Fight action is worth."""
    worth = 0.0
    for region in range(REGIONS):
        worth = max(worth, TROOP_WORTH * min(state[TROOPS + REGIONS * (1 - player) + region], 2))
        worth = max(worth, _highwaymen_gain(state, player, region, regions))
    return worth


@routine
def _besieging(board, state, player, risk, regions):
    """What a Besiege action is worth."""
    worth = 0.0
    for region in range(REGIONS):
        troops = state[TROOPS + REGIONS * player + region]
        if troops > 0:
            gains = castle_gains(state, player, region, regions)
            worth += sieges_gain(board, state, player, region, troops, -1, risk, gains)
    return worth


@routine
def _order_recruits(board, card):
    """Does the card's order recruit?"""
    for effect in range(of_card(board, card, EFFECTS)):
        if of_card(board, card, FIRST_EFFECT + EFFECT_SIZE * effect) == RECRUITS:
            return True
    return False


@routine
def order_worth(board, state, player, card, recruit, regions):
    """What a card's order is worth to who gives it; `recruit`: what a recruit is worth to him."""
    worth = 0.0
    for effect in range(of_card(board, card, EFFECTS)):
        at = FIRST_EFFECT + EFFECT_SIZE * effect
        kind, number, where = of_card(board, card, at), of_card(board, card, at + 1), of_card(board, card, at + 2)
        if kind == RALLIES_PARTISANS:
            worth += _rallying(state, player, number, where, regions)
        elif kind == RECRUITS:
            worth += recruit * number
        elif kind == ELIMINATES_PARTISANS:
            worth += _eliminating(state, player, number, where, regions)
        elif kind == DRAWS:
            worth += CARD_WORTH * min(number, state[EVENTS_HELD + 1 - player])
        else:
            for region in range(REGIONS):
                worth += _highwaymen_gain(state, player, region, regions)
    return worth


@routine
def action_worth(board, state, player, use, recruit, risk, regions):
    """What an action is worth; `recruit` as in `order_worth`."""
    if use == RALLY:
        return _rallying(state, player, board[RALLIED], EVERYWHERE, regions)
    if use == RECRUIT:
        return recruit * board[RECRUITED]
    if use == FIGHT:
        return _fighting(state, player, regions)
    return _besieging(board, state, player, risk, regions)


@routine
def _sieges_to_come(board, state, player):
    """Cards in hand that show Besiege, if another card can be played in this turn."""
    cards = 0
    if state[PLAYED + player] < of_turn(board, state[TURN], MOST_PLAYED):
        for card in range(CARDS):
            if state[CARD_AT + card] == HAND + player:
                cards += (of_card(board, card, CARD_ACTIONS) >> SIEGE_ACTION) & 1
    return cards


@routine
def _card(board, state, player, actions, count, risk, regions):
    """The card that is worth most when it is played, the enemy's part in it taken off."""
    to_come = _sieges_to_come(board, state, player)
    last = state[PLAYED + player] + 1 >= of_turn(board, state[TURN], MOST_PLAYED)
    rallied = action_worth(board, state, player, RALLY, 0.0, risk, regions)
    fought = action_worth(board, state, player, FIGHT, 0.0, risk, regions)
    besieged = action_worth(board, state, player, SIEGE_ACTION, 0.0, risk, regions)
    recruit = _recruit_worth(board, state, player, risk, regions)
    enemy_recruit = -1.0  # worked out for the first card that needs it
    place, best = 0, -1e9
    for option in range(count):
        card = actions[option]
        shown, favours = of_card(board, card, CARD_ACTIONS), of_card(board, card, FAVOURS)
        follows = not last and to_come > (shown >> SIEGE_ACTION) & 1
        mine = recruit if follows else recruit * NEVER
        value = 0.0
        if (shown >> RALLY) & 1:
            value = max(value, rallied)
        if (shown >> FIGHT) & 1:
            value = max(value, fought)
        if (shown >> SIEGE_ACTION) & 1:
            value = max(value, besieged)
        if (shown >> RECRUIT) & 1:
            value = max(value, mine * board[RECRUITED])
        if favours == player or favours == EITHER:
            value = max(value, order_worth(board, state, player, card, mine, regions))
        elif favours == BOTH:
            value += order_worth(board, state, player, card, mine, regions)
        if favours == BOTH or favours == 1 - player:
            if enemy_recruit < 0.0 and _order_recruits(board, card):
                enemy_recruit = _recruit_worth(board, state, 1 - player, risk, regions)
            value -= order_worth(board, state, 1 - player, card, enemy_recruit, regions)
        if value > best:
            place, best = option, value
    return place


@routine
def _use(board, state, player, actions, count, risk, regions):
    """The use of a card that is worth most."""
    recruit = 0.0
    if (of_card(board, state[CARD], CARD_ACTIONS) >> RECRUIT) & 1 or _order_recruits(board, state[CARD]):
        recruit = _recruit_worth(board, state, player, risk, regions)
        if _sieges_to_come(board, state, player) == 0:
            recruit *= NEVER
    place, best = 0, 0.0
    for option in range(1, count):
        use = actions[option]
        if use == ORDER:
            value = order_worth(board, state, player, state[CARD], recruit, regions)
        else:
            value = action_worth(board, state, player, use, recruit, risk, regions)
        if value > best:
            place, best = option, value
    return place


@routine
def _character(board, state, player, actions, count):
    """The character with the greatest bonus, if it changes enough."""
    action = state[ACTION]
    place, bonus = 0, 0
    for option in range(1, count):
        found = board[CHARACTER_BONUS + CHARACTERS * action + actions[option] - 1]
        if found > bonus:
            place, bonus = option, found
    if place == 0:
        return 0
    if action == BATTLE:
        region = state[HERE]
        ahead = battle_chance(board, state, player, region, bonus) - battle_chance(board, state, player, region, 0)
        return place if ahead >= BATTLE_STEP else 0
    if action == SIEGE_ACTION:
        siege = state[SIEGE + state[SIEGE_NOW]]
        castle, troops = siege // MOST_BESIEGERS, siege % MOST_BESIEGERS
        besieger = state[ACTOR]
        now = state[BONUS + besieger] - state[BONUS + 1 - besieger]
        then = now + (bonus if player == besieger else -bonus)
        change = siege_chance(board, castle, troops, then) - siege_chance(board, castle, troops, now)
        return place if abs(change) >= SIEGE_STEP else 0
    return place


@routine
def _siege(board, state, player, actions, count, risk, regions):
    """The siege with the most to expect of it and of the troops that stay, or no more."""
    place, best = 0, 0.0
    for option in range(count):
        if actions[option] > 0:
            castle, besiegers = (actions[option] - 1) // MOST_BESIEGERS, (actions[option] - 1) % MOST_BESIEGERS
            region = board[CASTLE_REGION + castle]
            chance = siege_chance(board, castle, besiegers, 0)
            if 1.0 - chance <= risk:
                stay = state[TROOPS + REGIONS * player + region] - besiegers
                gains = castle_gains(state, player, region, regions)
                value = chance * castle_gain(board, state, player, castle, gains)
                value += sieges_gain(board, state, player, region, stay, castle, risk, gains)
                if value > best:
                    place, best = option, value
    return place


@routine
def _removal_gain(state, player, action, regions):
    if action == 0:
        return 0.0
    region = (action - 1) // 2
    if (action - 1) % 2 == 1:
        return _highwaymen_gain(state, player, region, regions)
    return TROOP_WORTH * (1.0 + 0.1 * state[TROOPS + REGIONS * (1 - player) + region])


@routine
def _marker_gain(state, player, region, regions):
    """What highwaymen in a region are worth to who places them."""
    owner = dominates(state, region)
    if owner == 0 or state[HIGHWAYMEN + region] > 0:
        return 0.0
    return -regions if owner == player + 1 else regions


@routine
def _choice_gain(board, state, player, decision, action, risk, regions):
    """What one of the smaller choices is worth."""
    if decision == RALLY_IN:
        return rally_gain(state, player, action, regions)
    if decision == ELIMINATE_IN:
        return elimination_gain(state, player, action, regions)
    if decision == RECRUIT_IN:
        return best_recruits_rate(board, state, player, action, state[LEFT], risk, regions)
    if decision == REMOVE:
        return _removal_gain(state, player, action, regions)
    if decision == SUPPLEMENT:
        if action == RALLIES:
            return rally_gain(state, player, state[HERE], regions)
        return elimination_gain(state, player, state[HERE], regions)
    if decision == PARTISAN_FROM:
        return gain(state, player, action, -1, 0, 0, 0, regions)
    if decision == TROOP_FROM:
        troops = state[TROOPS + REGIONS * player + action]
        gains = castle_gains(state, player, action, regions)
        left = sieges_gain(board, state, player, action, troops - 1, -1, risk, gains)
        return left - sieges_gain(board, state, player, action, troops, -1, risk, gains)
    if decision == HIGHWAYMEN_IN:
        return _marker_gain(state, player, action, regions)
    return 0.0


@routine
def choose(board, state, player, actions, count, policy, parameters, stream):
    """The place of the greedy player's action."""
    risk, regions = parameters[RISK], parameters[REGIONS_WORTH]
    decision = state[DECISION]
    if decision == PLAY_CARD:
        return _card(board, state, player, actions, count, risk, regions)
    if decision == USE:
        return _use(board, state, player, actions, count, risk, regions)
    if decision == PLAY_CHARACTER:
        return _character(board, state, player, actions, count)
    if decision == BESIEGE:
        return _siege(board, state, player, actions, count, risk, regions)
    place, best = 0, -1e9
    for option in range(count):
        value = _choice_gain(board, state, player, decision, actions[option], risk, regions)
        if value > best:
            place, best = option, value
    return place


@routine
def worth(board, state, player):
    """How well `player` stands, 0 to 1."""
    if state[DECISION] == OVER:
        if state[WINNER] == 0:
            return 0.5
        return 1.0 if state[WINNER] == player + 1 else 0.0
    ahead = lead_in_points(state, player, 2.0)
    return 0.5 + 0.5 * ahead / (abs(ahead) + HALFWAY)
