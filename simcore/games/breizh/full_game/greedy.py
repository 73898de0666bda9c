"""The greedy player: what gains most now, by the exact odds of sieges and battles, whatever the enemy may reply."""

from __future__ import annotations

from simcore.engine.jit import routine
from simcore.games.breizh.full_game import state as s
from simcore.games.breizh.full_game.action_values import (
    action_value,
    choice_value,
    order_value,
    rallying,
    recruit_value,
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

RISK, REGION_POINTS = 0, 1  # parameters, as `game` names them
NEVER = 0.1  # part of what a recruit is worth (`recruit_value`) that is left if no Besiege action can follow
BATTLE_STEP, SIEGE_STEP = 0.15, 0.3  # change of a chance from which a character is spent on it
HALFWAY = 8.0  # points ahead at which a game is thought half won from even


@routine
def _order_recruits(board, card):
    """Does the card's order recruit?"""
    for effect in range(s.of_card(board, card, s.EFFECTS)):
        kind, _number, _regions = s.of_effect(board, card, effect)
        if kind == s.RECRUITS:
            return True
    return False


@routine
def _sieges_to_come(board, state, player):
    """Cards in hand that show Besiege, if another card can be played in this turn."""
    cards = 0
    if state[s.PLAYED + player] < s.of_turn(board, state[s.TURN], s.MOST_PLAYED):
        for card in range(s.CARDS):
            if state[s.CARD_AT + card] == s.HAND + player:
                cards += (s.of_card(board, card, s.CARD_ACTIONS) >> s.SIEGE_ACTION) & 1
    return cards


@routine
def _card(board, state, player, actions, count, risk, regions):
    """The card that is worth most when it is played, the enemy's part in it taken off."""
    to_come = _sieges_to_come(board, state, player)
    last = state[s.PLAYED + player] + 1 >= s.of_turn(board, state[s.TURN], s.MOST_PLAYED)
    rallied = action_value(board, state, player, s.RALLY, 0.0, risk, regions)
    fought = action_value(board, state, player, s.FIGHT, 0.0, risk, regions)
    besieged = action_value(board, state, player, s.SIEGE_ACTION, 0.0, risk, regions)
    recruit = recruit_value(board, state, player, risk, regions)
    enemy_recruit = -1.0  # worked out for the first card that needs it
    place, best = 0, -1e9
    for option in range(count):
        card = s.argument_of(state, actions[option])
        shown, favours = s.of_card(board, card, s.CARD_ACTIONS), s.of_card(board, card, s.FAVOURS)
        follows = not last and to_come > (shown >> s.SIEGE_ACTION) & 1
        mine = recruit if follows else recruit * NEVER
        value = 0.0
        if (shown >> s.RALLY) & 1:
            value = max(value, rallied)
        if (shown >> s.FIGHT) & 1:
            value = max(value, fought)
        if (shown >> s.SIEGE_ACTION) & 1:
            value = max(value, besieged)
        if (shown >> s.RECRUIT) & 1:
            value = max(value, mine * board[s.RECRUITED])
        if favours == player or favours == s.EITHER:
            value = max(value, order_value(board, state, player, card, mine, regions, False))
        elif favours == s.BOTH:
            value += order_value(board, state, player, card, mine, regions, False)
        if favours == s.BOTH or favours == 1 - player:
            if enemy_recruit < 0.0 and _order_recruits(board, card):
                enemy_recruit = recruit_value(board, state, 1 - player, risk, regions)
            value -= order_value(board, state, 1 - player, card, enemy_recruit, regions, favours == s.BOTH)
        if value > best:
            place, best = option, value
    return place


@routine
def _recruit(board, state, player, risk, regions):
    """The value of a recruit, as far as a Besiege action can follow."""
    value = recruit_value(board, state, player, risk, regions)
    return value if _sieges_to_come(board, state, player) > 0 else value * NEVER


@routine
def _use(board, state, player, actions, count, risk, regions):
    """The use of a card that is worth most."""
    recruit = 0.0
    if (s.of_card(board, state[s.CARD], s.CARD_ACTIONS) >> s.RECRUIT) & 1 or _order_recruits(board, state[s.CARD]):
        recruit = _recruit(board, state, player, risk, regions)
    place, best = 0, 0.0
    for option in range(1, count):
        use = s.argument_of(state, actions[option])
        if use == s.ORDER:
            value = order_value(board, state, player, state[s.CARD], recruit, regions, False)
        else:
            value = action_value(board, state, player, use, recruit, risk, regions)
        if value > best:
            place, best = option, value
    return place


@routine
def _part_helped(board, state, player, character, part, risk, regions):
    """What a character is worth in a part of an order."""
    card = state[s.CARD]
    kind, number, where = s.of_effect(board, card, part)
    bonus = bonus_of(board, character, action_of_part(board, card, part))
    if kind == s.RECRUITS:
        return bonus * _recruit(board, state, player, risk, regions)
    return rallying(state, player, number + bonus, where, regions) - rallying(state, player, number, where, regions)


@routine
def _siege_helped(board, state, player, character, castle, regions):
    """What a character is worth in a siege to whom it helps, -1: he changes too little."""
    besieger, bonus = state[s.ACTOR], bonus_of(board, character, state[s.ACTION])
    troops = state[s.SIEGE + siege_of(state, castle)] % s.MOST_BESIEGERS
    now = aid(board, state, besieger, s.SIEGE_ACTION, castle) - aid(board, state, 1 - besieger, s.SIEGE_DEFENCE, castle)
    then = now + (bonus if player == besieger else -bonus)
    change = abs(siege_chance(board, castle, troops, then) - siege_chance(board, castle, troops, now))
    if change < SIEGE_STEP:
        return -1.0
    gains = castle_gains(state, besieger, board[s.CASTLE_REGION + castle], regions)
    return change * max(castle_gain(board, state, besieger, castle, gains), 0.0)


@routine
def _character(board, state, player, actions, count, risk, regions):
    """The character who gains most where he helps, if he changes enough; of equal ones the one with the greatest bonus.

    Of sieges and of parts of an order that one can be helped where he is worth most.
    """
    action = state[s.ACTION]
    place, best, most = 0, 0.0, 0
    for option in range(1, count):
        chosen = s.argument_of(state, actions[option]) - 1
        character, aim = chosen // s.AIMS, chosen % s.AIMS
        if action == s.ORDER:
            bonus = bonus_of(board, character, action_of_part(board, state[s.CARD], aim))
            value = _part_helped(board, state, player, character, aim, risk, regions)
        elif action in (s.SIEGE_ACTION, s.SIEGE_DEFENCE):
            bonus = bonus_of(board, character, action)
            value = _siege_helped(board, state, player, character, aim, regions)
        else:
            bonus, value = bonus_of(board, character, action), 0.0
        if value > best or (value == best and bonus > most):
            place, best, most = option, value, bonus
    if place > 0 and action == s.BATTLE:
        region = state[s.HERE]
        ahead = battle_chance(board, state, player, region, most) - battle_chance(board, state, player, region, 0)
        return place if ahead >= BATTLE_STEP else 0
    return place


@routine
def _siege(board, state, player, actions, count, risk, regions):
    """The siege with the most to expect of it and of the troops that stay, or no more."""
    place, best = 0, 0.0
    for option in range(count):
        chosen = s.argument_of(state, actions[option]) - 1
        if chosen >= 0:
            castle, besiegers = chosen // s.MOST_BESIEGERS, chosen % s.MOST_BESIEGERS
            region = board[s.CASTLE_REGION + castle]
            chance = siege_chance(board, castle, besiegers, 0)
            weight = weighed(chance, risk)
            if weight > 0.0:
                stay = state[s.TROOPS + s.REGIONS * player + region] - besiegers
                gains = castle_gains(state, player, region, regions)
                value = weight * castle_gain(board, state, player, castle, gains)
                value += sieges_gain(board, state, player, region, stay, castle, risk, gains)
                if value > best:
                    place, best = option, value
    return place


@routine
def select_action(board, state, player, actions, count, policy, parameters, stream):
    """The place of the greedy player's action."""
    risk, regions = parameters[RISK], parameters[REGION_POINTS]
    decision = state[s.DECISION]
    if decision == s.PLAY_CARD:
        return _card(board, state, player, actions, count, risk, regions)
    if decision == s.USE:
        return _use(board, state, player, actions, count, risk, regions)
    if decision == s.PLAY_CHARACTER:
        return _character(board, state, player, actions, count, risk, regions)
    if decision == s.BESIEGE:
        return _siege(board, state, player, actions, count, risk, regions)
    place, best = 0, -1e9
    for option in range(count):
        value = choice_value(board, state, player, s.argument_of(state, actions[option]), risk, regions)
        if value > best:
            place, best = option, value
    return place


@routine
def state_value(board, state, player):
    """How well `player` stands, 0 to 1."""
    if state[s.DECISION] == s.OVER:
        if state[s.WINNER] == 0:
            return 0.5
        return 1.0 if state[s.WINNER] == player + 1 else 0.0
    ahead = lead_in_points(state, player, 2.0)
    return 0.5 + 0.5 * ahead / (abs(ahead) + HALFWAY)
