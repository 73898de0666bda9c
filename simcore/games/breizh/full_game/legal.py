"""Legal actions of the decision that is due, sorted."""

from __future__ import annotations

from simcore.engine.jit import routine, step
from simcore.games.breizh.full_game.odds import most_removals, removable
from simcore.games.breizh.full_game.rules.characters import aims_of, is_held, is_playable
from simcore.games.breizh.full_game.rules.fighting import battles
from simcore.games.breizh.full_game.rules.pieces import eliminate_regions, holding, rally_regions, recruit_regions
from simcore.games.breizh.full_game.rules.sieges import besiegeable, can_besiege, most_besiegers, supplements
from simcore.games.breizh.full_game.state import (
    ACTION,
    AIMS,
    BATTLE_IN,
    BESIEGE,
    CARD,
    CARD_ACTIONS,
    CARD_AT,
    CASTLE_REGION,
    CASTLE_STRENGTH,
    CASTLES,
    CHARACTERS,
    DECISION,
    EFFECTS,
    EITHER,
    ELIMINATE_IN,
    EVENTS,
    EVERYWHERE,
    FAVOURS,
    FIGHT,
    HAND,
    HIGHWAYMEN_IN,
    MOST_BESIEGERS,
    MOST_PLAYED,
    NOTHING,
    ORDER,
    PARTISAN_FROM,
    PARTISANS,
    PLAY_CARD,
    PLAY_CHARACTER,
    PLAYED,
    PLAYER,
    RALLY,
    RALLY_IN,
    RECRUIT,
    RECRUIT_IN,
    REGIONS,
    REMOVE,
    SIEGE_ACTION,
    SIEGES,
    SPECIAL_HELD,
    SUPPLEMENT,
    TO,
    TROOP_FROM,
    TROOPS,
    TURN,
    USE,
    of_card,
    of_turn,
)


@step
def _bits(regions, actions):
    count = 0
    for region in range(REGIONS):
        if (regions >> region) & 1:
            actions[count] = region
            count += 1
    return count


@step
def _cards(board, state, player, actions):
    """Cards that can be played; the Special Event card must be, in this turn (Play Event Cards)."""
    special = state[SPECIAL_HELD + player]
    if special > 0 and state[PLAYED + player] + 1 >= of_turn(board, state[TURN], MOST_PLAYED):
        actions[0] = special - 1
        return 1
    count = 0
    for card in range(EVENTS):
        if state[CARD_AT + card] == HAND + player:
            actions[count] = card
            count += 1
    if special > 0:
        actions[count] = special - 1
        count += 1
    return count


@step
def _uses(board, state, player, actions):
    """What the active player can do with the card: the order if it favours him, one of its actions, or nothing."""
    card = state[CARD]
    favours, shown = of_card(board, card, FAVOURS), of_card(board, card, CARD_ACTIONS)
    actions[0] = NOTHING
    count = 1
    if (favours == player or favours == EITHER) and of_card(board, card, EFFECTS) > 0:
        actions[count] = ORDER
        count += 1
    for use in (RALLY, RECRUIT):
        if (shown >> use) & 1:
            actions[count] = use
            count += 1
    if (shown >> FIGHT) & 1 and most_removals(board, state, player) > 0:
        actions[count] = FIGHT
        count += 1
    if (shown >> SIEGE_ACTION) & 1 and can_besiege(board, state, player):
        actions[count] = SIEGE_ACTION
        count += 1
    return count


@step
def _sieges(board, state, player, actions):
    """Sieges that can be announced, and after the first one: no more."""
    count = 0
    if state[SIEGES] > 0:
        actions[0] = 0
        count = 1
    for castle in range(CASTLES):
        troops = state[TROOPS + REGIONS * player + board[CASTLE_REGION + castle]]
        if troops > 0 and besiegeable(board, state, player, castle, troops):
            strength = board[CASTLE_STRENGTH + castle]
            for besiegers in range(strength, most_besiegers(board, strength, troops) + 1):
                actions[count] = 1 + castle * MOST_BESIEGERS + besiegers
                count += 1
    return count


@step
def _removals(board, state, player, actions):
    """Pieces that the fight can remove, or no more."""
    actions[0] = 0
    count = 1
    for region in range(REGIONS):
        for highwaymen in range(2):
            if removable(board, state, player, region, highwaymen):
                actions[count] = 1 + 2 * region + highwaymen
                count += 1
    return count


@step
def _characters(board, state, player, actions):
    """Characters that change the action, each for what he changes, or none."""
    actions[0] = 0
    count = 1
    for character in range(CHARACTERS):
        if is_held(board, state, character, player):
            for aim in range(aims_of(board, state, state[ACTION])):
                if is_playable(board, state, character, player, state[ACTION], aim):
                    actions[count] = 1 + AIMS * character + aim
                    count += 1
    return count


@step
def _elsewhere(state, cells):
    """Regions (bits) from which a piece can be taken to another one."""
    return holding(state, cells) & ~(1 << state[TO])


@routine
def legal(board, state, actions):
    """Legal actions into `actions`, sorted; returns how many."""
    decision, player = state[DECISION], state[PLAYER]
    if decision == RECRUIT_IN:
        return _bits(recruit_regions(board, state, player), actions)
    if decision == PLAY_CARD:
        return _cards(board, state, player, actions)
    if decision == USE:
        return _uses(board, state, player, actions)
    if decision == RALLY_IN:
        return _bits(rally_regions(board, state, player), actions)
    if decision == ELIMINATE_IN:
        return _bits(eliminate_regions(state, player), actions)
    if decision == BESIEGE:
        return _sieges(board, state, player, actions)
    if decision == PLAY_CHARACTER:
        return _characters(board, state, player, actions)
    if decision == BATTLE_IN:
        return _bits(battles(board, state), actions)
    if decision == REMOVE:
        return _removals(board, state, player, actions)
    if decision == SUPPLEMENT:
        return supplements(board, state, player, actions)
    if decision == PARTISAN_FROM:
        return _bits(_elsewhere(state, PARTISANS + REGIONS * player), actions)
    if decision == TROOP_FROM:
        return _bits(_elsewhere(state, TROOPS + REGIONS * player), actions)
    if decision == HIGHWAYMEN_IN:
        return _bits(EVERYWHERE, actions)
    return 0
