"""The greedy player: what gains most now, by the exact odds of sieges and battles, whatever the enemy may reply."""

from __future__ import annotations

from simcore.engine.jit import routine
from simcore.games.breizh.play.appraisal import (
    battle_chance,
    castle_gain,
    castle_gains,
    lead_in_points,
    siege_chance,
    sieges_gain,
    weighed,
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
    EFFECTS,
    EITHER,
    FAVOURS,
    FIGHT,
    HAND,
    HERE,
    MOST_BESIEGERS,
    MOST_PLAYED,
    ORDER,
    OVER,
    PLAY_CARD,
    PLAY_CHARACTER,
    PLAYED,
    RALLY,
    RECRUIT,
    RECRUITED,
    RECRUITS,
    REGIONS,
    SIEGE,
    SIEGE_ACTION,
    SIEGE_DEFENCE,
    SIEGE_NOW,
    TROOPS,
    TURN,
    USE,
    WINNER,
    of_card,
    of_effect,
    of_turn,
)
from simcore.games.breizh.play.worths import action_worth, choice_worth, order_worth, recruit_worth

RISK, REGIONS_WORTH = 0, 1  # parameters, as `driver` names them
NEVER = 0.1  # part of what a recruit is worth (`recruit_worth`) that is left if no Besiege action can follow
BATTLE_STEP, SIEGE_STEP = 0.15, 0.3  # change of a chance from which a character is spent on it
HALFWAY = 8.0  # points ahead at which a game is thought half won from even


@routine
def _order_recruits(board, card):
    """Does the card's order recruit?"""
    for effect in range(of_card(board, card, EFFECTS)):
        kind, _number, _regions = of_effect(board, card, effect)
        if kind == RECRUITS:
            return True
    return False


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
    recruit = recruit_worth(board, state, player, risk, regions)
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
            value = max(value, order_worth(board, state, player, card, mine, regions, False))
        elif favours == BOTH:
            value += order_worth(board, state, player, card, mine, regions, False)
        if favours == BOTH or favours == 1 - player:
            if enemy_recruit < 0.0 and _order_recruits(board, card):
                enemy_recruit = recruit_worth(board, state, 1 - player, risk, regions)
            value -= order_worth(board, state, 1 - player, card, enemy_recruit, regions, favours == BOTH)
        if value > best:
            place, best = option, value
    return place


@routine
def _use(board, state, player, actions, count, risk, regions):
    """The use of a card that is worth most."""
    recruit = 0.0
    if (of_card(board, state[CARD], CARD_ACTIONS) >> RECRUIT) & 1 or _order_recruits(board, state[CARD]):
        recruit = recruit_worth(board, state, player, risk, regions)
        if _sieges_to_come(board, state, player) == 0:
            recruit *= NEVER
    place, best = 0, 0.0
    for option in range(1, count):
        use = actions[option]
        if use == ORDER:
            value = order_worth(board, state, player, state[CARD], recruit, regions, False)
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
    if action in (SIEGE_ACTION, SIEGE_DEFENCE):
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
            weight = weighed(chance, risk)
            if weight > 0.0:
                stay = state[TROOPS + REGIONS * player + region] - besiegers
                gains = castle_gains(state, player, region, regions)
                value = weight * castle_gain(board, state, player, castle, gains)
                value += sieges_gain(board, state, player, region, stay, castle, risk, gains)
                if value > best:
                    place, best = option, value
    return place


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
        value = choice_worth(board, state, player, actions[option], risk, regions)
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
