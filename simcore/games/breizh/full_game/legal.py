"""Legal actions of the decision that is due, sorted."""

from __future__ import annotations

from simcore.engine.jit import routine, step
from simcore.games.breizh.full_game import state as s
from simcore.games.breizh.full_game.odds import most_removals, removable
from simcore.games.breizh.full_game.rules.characters import aims_of, is_held, is_playable
from simcore.games.breizh.full_game.rules.fighting import battles
from simcore.games.breizh.full_game.rules.pieces import eliminate_regions, holding, rally_regions, recruit_regions
from simcore.games.breizh.full_game.rules.sieges import besiegeable, can_besiege, most_besiegers, supplements


@step
def _bits(regions, actions):
    count = 0
    for region in range(s.REGIONS):
        if (regions >> region) & 1:
            actions[count] = region
            count += 1
    return count


@step
def _cards(board, state, player, actions):
    """Cards that can be played; the Special Event card must be, in this turn (Play Event Cards)."""
    special = state[s.SPECIAL_HELD + player]
    if special > 0 and state[s.PLAYED + player] + 1 >= s.of_turn(board, state[s.TURN], s.MOST_PLAYED):
        actions[0] = special - 1
        return 1
    count = 0
    for card in range(s.EVENTS):
        if state[s.CARD_AT + card] == s.HAND + player:
            actions[count] = card
            count += 1
    if special > 0:
        actions[count] = special - 1
        count += 1
    return count


@step
def _uses(board, state, player, actions):
    """What the active player can do with the card: the order if it favours him, one of its actions, or nothing."""
    card = state[s.CARD]
    favours, shown = s.of_card(board, card, s.FAVOURS), s.of_card(board, card, s.CARD_ACTIONS)
    actions[0] = s.NOTHING
    count = 1
    if (favours == player or favours == s.EITHER) and s.of_card(board, card, s.EFFECTS) > 0:
        actions[count] = s.ORDER
        count += 1
    for use in (s.RALLY, s.RECRUIT):
        if (shown >> use) & 1:
            actions[count] = use
            count += 1
    if (shown >> s.FIGHT) & 1 and most_removals(board, state, player) > 0:
        actions[count] = s.FIGHT
        count += 1
    if (shown >> s.SIEGE_ACTION) & 1 and can_besiege(board, state, player):
        actions[count] = s.SIEGE_ACTION
        count += 1
    return count


@step
def _sieges(board, state, player, actions):
    """Sieges that can be announced, and after the first one: no more."""
    count = 0
    if state[s.SIEGES] > 0:
        actions[0] = 0
        count = 1
    for castle in range(s.CASTLES):
        troops = state[s.TROOPS + s.REGIONS * player + board[s.CASTLE_REGION + castle]]
        if troops > 0 and besiegeable(board, state, player, castle, troops):
            strength = board[s.CASTLE_STRENGTH + castle]
            for besiegers in range(strength, most_besiegers(board, strength, troops) + 1):
                actions[count] = 1 + castle * s.MOST_BESIEGERS + besiegers
                count += 1
    return count


@step
def _removals(board, state, player, actions):
    """Pieces that the fight can remove, or no more."""
    actions[0] = 0
    count = 1
    for region in range(s.REGIONS):
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
    for character in range(s.CHARACTERS):
        if is_held(board, state, character, player):
            for aim in range(aims_of(board, state, state[s.ACTION])):
                if is_playable(board, state, character, player, state[s.ACTION], aim):
                    actions[count] = 1 + s.AIMS * character + aim
                    count += 1
    return count


@step
def _elsewhere(state, cells):
    """Regions (bits) from which a piece can be taken to another one."""
    return holding(state, cells) & ~(1 << state[s.TO])


@routine
def _arguments(board, state, actions):
    """The arguments of the legal actions, as `state` has them for each decision."""
    decision, player = state[s.DECISION], state[s.PLAYER]
    if decision == s.RECRUIT_IN:
        return _bits(recruit_regions(board, state, player), actions)
    if decision == s.PLAY_CARD:
        return _cards(board, state, player, actions)
    if decision == s.USE:
        return _uses(board, state, player, actions)
    if decision == s.RALLY_IN:
        return _bits(rally_regions(board, state, player), actions)
    if decision == s.ELIMINATE_IN:
        return _bits(eliminate_regions(state, player), actions)
    if decision == s.BESIEGE:
        return _sieges(board, state, player, actions)
    if decision == s.PLAY_CHARACTER:
        return _characters(board, state, player, actions)
    if decision == s.BATTLE_IN:
        return _bits(battles(board, state), actions)
    if decision == s.REMOVE:
        return _removals(board, state, player, actions)
    if decision == s.SUPPLEMENT:
        return supplements(board, state, player, actions)
    if decision == s.PARTISAN_FROM:
        return _bits(_elsewhere(state, s.PARTISANS + s.REGIONS * player), actions)
    if decision == s.TROOP_FROM:
        return _bits(_elsewhere(state, s.TROOPS + s.REGIONS * player), actions)
    if decision == s.HIGHWAYMEN_IN:
        return _bits(s.EVERYWHERE, actions)
    return 0


@routine
def legal_actions(board, state, actions):
    """Legal actions into `actions`, sorted; returns how many."""
    count = _arguments(board, state, actions)
    for at in range(count):
        actions[at] = s.number_of(state, actions[at])
    return count
