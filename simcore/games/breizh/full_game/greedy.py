"""The greedy player: what gains most now, by the exact odds of sieges and battles, whatever the enemy may reply."""

from __future__ import annotations

from simcore.engine.jit import routine
from simcore.games.breizh.full_game.action_values import (
    action_worth,
    choice_worth,
    order_worth,
    rallying,
    recruit_worth,
)
from simcore.games.breizh.full_game.heuristics import (
    battle_chance,
    castle_gain,
    castle_gains,
    lead_in_points,
    siege_chance,
    sieges_gain,
    weighed,
)
from simcore.games.breizh.full_game.rules.characters import action_of_part, aid, bonus_of
from simcore.games.breizh.full_game.rules.pieces import siege_of
from simcore.games.breizh.full_game.state import (
    ACTION,
    ACTOR,
    AIMS,
    BATTLE,
    BESIEGE,
    BOTH,
    CARD,
    CARD_ACTIONS,
    CARD_AT,
    CARDS,
    CASTLE_REGION,
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
    TROOPS,
    TURN,
    USE,
    WINNER,
    of_card,
    of_effect,
    of_turn,
)

RISK, REGIONS_WORTH = 0, 1  # parameters, as `game` names them
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
def _recruit(board, state, player, risk, regions):
    """What a recruit is worth, as far as a Besiege action can follow."""
    worth = recruit_worth(board, state, player, risk, regions)
    return worth if _sieges_to_come(board, state, player) > 0 else worth * NEVER


@routine
def _use(board, state, player, actions, count, risk, regions):
    """The use of a card that is worth most."""
    recruit = 0.0
    if (of_card(board, state[CARD], CARD_ACTIONS) >> RECRUIT) & 1 or _order_recruits(board, state[CARD]):
        recruit = _recruit(board, state, player, risk, regions)
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
def _part_helped(board, state, player, character, part, risk, regions):
    """What a character is worth in a part of an order."""
    card = state[CARD]
    kind, number, where = of_effect(board, card, part)
    bonus = bonus_of(board, character, action_of_part(board, card, part))
    if kind == RECRUITS:
        return bonus * _recruit(board, state, player, risk, regions)
    return rallying(state, player, number + bonus, where, regions) - rallying(state, player, number, where, regions)


@routine
def _siege_helped(board, state, player, character, castle, regions):
    """What a character is worth in a siege to whom it helps, -1: he changes too little."""
    besieger, bonus = state[ACTOR], bonus_of(board, character, state[ACTION])
    troops = state[SIEGE + siege_of(state, castle)] % MOST_BESIEGERS
    now = aid(board, state, besieger, SIEGE_ACTION, castle) - aid(board, state, 1 - besieger, SIEGE_DEFENCE, castle)
    then = now + (bonus if player == besieger else -bonus)
    change = abs(siege_chance(board, castle, troops, then) - siege_chance(board, castle, troops, now))
    if change < SIEGE_STEP:
        return -1.0
    gains = castle_gains(state, besieger, board[CASTLE_REGION + castle], regions)
    return change * max(castle_gain(board, state, besieger, castle, gains), 0.0)


@routine
def _character(board, state, player, actions, count, risk, regions):
    """The character who gains most where he helps, if he changes enough; of equal ones the one with the greatest bonus.

    Of sieges and of parts of an order that one can be helped where he is worth most.
    """
    action = state[ACTION]
    place, best, most = 0, 0.0, 0
    for option in range(1, count):
        character, aim = (actions[option] - 1) // AIMS, (actions[option] - 1) % AIMS
        if action == ORDER:
            bonus = bonus_of(board, character, action_of_part(board, state[CARD], aim))
            value = _part_helped(board, state, player, character, aim, risk, regions)
        elif action in (SIEGE_ACTION, SIEGE_DEFENCE):
            bonus = bonus_of(board, character, action)
            value = _siege_helped(board, state, player, character, aim, regions)
        else:
            bonus, value = bonus_of(board, character, action), 0.0
        if value > best or (value == best and bonus > most):
            place, best, most = option, value, bonus
    if place > 0 and action == BATTLE:
        region = state[HERE]
        ahead = battle_chance(board, state, player, region, most) - battle_chance(board, state, player, region, 0)
        return place if ahead >= BATTLE_STEP else 0
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
        return _character(board, state, player, actions, count, risk, regions)
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
