"""Cards of a fight: TACTIC and EVENT cards a side may play, and the one that works through its elite dice (11.3.1)."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import inner, routine
from simcore.games.cent_ans.full_game import state as s
from simcore.games.cent_ans.full_game.board_arrays import (
    C_WHEN,
    E_ATTACK,
    E_CHOOSES,
    E_DEFENCE,
    E_DIAMOND,
    E_FREE,
    E_LOSS,
    E_LOSS_FROM,
    E_PITCHED,
    E_WORKS,
    T_EFFECT,
)
from simcore.games.cent_ans.full_game.frames import in_hand, pop, push, top
from simcore.games.cent_ans.full_game.rules.sides import camp_of
from simcore.games.cent_ans.full_game.rules.zones import stronghold, take, units

PITCHED, ATTACKING, DEFENDING = range(3)  # how elite units fight


@inner
def offer_cards(table, state, zone, flags, side):
    """Ask a side for its cards, if it has any to play; True: it is asked."""
    choices = np.zeros(s.CARDS + s.TACTICS + 1, np.int32)
    camp = camp_of(flags, side)
    if camp >= s.ROUTIERS or flags & s.CIVIL or fight_cards(table, state, camp, 1 - side, zone, flags, choices) == 1:
        return False
    push(state, s.BATTLE_CARD, camp, 1 - side, 0)
    return True


@inner
def offer_effects(table, state, flags, side):
    """The card that works through the elite dice of a side; the side is asked where there are several (11.3.1)."""
    state[s.WORKING + side] = 0
    choices = np.zeros(s.TACTICS, np.int32)
    count = 0 if flags & s.CIVIL else effects(table, state, flags, side, choices)
    if count == 1:
        state[s.WORKING + side] = choices[0] % s.VERB + 1
    elif count > 1:
        push(state, s.EFFECT, camp_of(flags, side), side, 0)


@routine
def mode_of(flags, side):
    """In what way a side's elite units fight."""
    return PITCHED if flags & s.IN_SIEGE == 0 else (ATTACKING if side == 0 else DEFENDING)


@routine
def card_value(table, card, mode, elite):
    """How much a card gives that works through the elite dice, in twelfths of a die a round; 0: nothing here.

    A free attack counts as a third of the same dice in every round.
    """
    effect = table.elite_card[card]
    if not effect[E_WORKS] or elite == 0:
        return 0
    per = effect[E_PITCHED] if mode == PITCHED else (effect[E_ATTACK] if mode == ATTACKING else effect[E_DEFENCE])
    worth = 12 * min(elite // per, 3) if per > 0 else 0
    if mode == PITCHED and effect[E_FREE]:
        worth += 4 * min(elite, 3) + effect[E_CHOOSES]
    if mode == ATTACKING and elite >= effect[E_LOSS_FROM]:
        worth += 24 * effect[E_LOSS]
    return worth + (effect[E_DIAMOND] == 1) * (worth > 0) * 2


@routine
def works(table, state, card, camp, mode, elite):
    """Can a camp apply this card through the elite dice of the fight under way (11.3.1)?"""
    if camp >= s.ROUTIERS:
        return False
    genoese = table.tactic[card, T_EFFECT] == s.GENOESE and mode == ATTACKING
    held = state[s.TACTIC + card] == s.EQUIPPED + camp or (genoese and state[s.FOUGHT_CARDS] & s.CARD_GENOESE != 0)
    return held and card_value(table, card, mode, elite) > 0


@routine
def effects(table, state, flags, side, actions):
    """Cards that work through the elite dice of a side, one of which applies (11.3.1); returns how many."""
    elite, count = np.int64(state[s.FIGHTING + 3 * side + 2]), 0
    for card in range(s.TACTICS):
        if works(table, state, card, camp_of(flags, side), mode_of(flags, side), elite):
            actions[count] = s.PLAY_TACTIC * s.VERB + card
            count += 1
    return count


@routine
def legal_effect(table, state, actions):
    """Which card applies."""
    at = top(state)
    return effects(table, state, np.int64(state[at - 2]), np.int64(state[at + 2]), actions)


@routine
def apply_effect(table, state, action):
    """That card; it stays where it is."""
    state[s.WORKING + state[top(state) + 2]] = action % s.VERB + 1
    pop(state)


@routine
def legal_battle_card(table, state, actions):
    """TACTIC and EVENT cards that a side may play before the dice roll."""
    at = top(state)
    camp, attacks = np.int64(state[at + 1]), np.int64(state[at + 2])
    return fight_cards(table, state, camp, attacks, np.int64(state[at - 3]), np.int64(state[at - 2]), actions)


@routine
def fight_cards(table, state, camp, attacks, zone, flags, actions):
    """No card, and those that a camp may play in a fight; returns how many actions that are."""
    besieged = flags & s.IN_SIEGE
    actions[0] = s.PASS
    count = 1
    battles = battles_phase(state)
    if battles and camp == 0 and not attacks and state[s.ACTIVE] == s.FRENCH and flags // s.ATTACKER % 4 == 1:
        count = _capture(table, state, actions, count)
    for card in range(s.TACTICS):
        if state[s.TACTIC + card] != s.HELD + camp:
            continue
        effect = table.tactic[card, T_EFFECT]
        useful = not attacks and effect == s.STAKES and not besieged
        if attacks and besieged:
            walls = stronghold(table, state, zone)
            useful = effect == s.ENGINES or (effect == s.GENOESE and state[s.STEPS] == 0 and battles)
            useful = useful or (effect == s.SAPPING and 1 <= walls <= 2)
        if useful and state[s.FOUGHT_CARDS] & played_bit(effect) == 0:
            actions[count] = s.PLAY_TACTIC * s.VERB + card
            count += 1
    return count


@routine
def battles_phase(state):
    """Is it the BATTLES phase? Led armies fight before it, in the MANEUVERS phase (11.1)."""
    for at in range(np.int64(state[s.DEPTH])):
        if state[s.FRAMES + 4 * at] == s.BATTLE:
            return state[s.FRAMES + 4 * at + 1] > 0
    return False


@routine
def _capture(table, state, actions, count):
    """The English event that halves the attacking French (English card 12)."""
    for card in range(s.CARDS):
        if in_hand(state, s.ENGLISH, card) and table.card[s.ENGLISH, card, C_WHEN] == s.FRENCH_BATTLE:
            actions[count] = s.PLAY * s.VERB + s.ENGLISH * s.CARDS + card
            count += 1
    return count


@routine
def played_bit(effect):
    """The mark of a technique in the fight under way."""
    if effect == s.STAKES:
        return s.CARD_STAKES
    if effect == s.GENOESE:
        return s.CARD_GENOESE
    return s.CARD_ENGINES if effect == s.ENGINES else s.CARD_SAPPING


@routine
def apply_battle_card(table, state, action):
    """Play it, or no more."""
    at = top(state)
    zone = np.int64(state[at - 4 + 1])
    verb, argument = action // s.VERB, action % s.VERB
    if action == s.PASS:
        state[s.ASKED] = state[s.STEPS]
        pop(state)
    elif verb == s.PLAY_TACTIC:
        state[s.TACTIC + argument] = s.DISCARDED
        state[s.FOUGHT_CARDS] |= played_bit(table.tactic[argument, T_EFFECT])
    else:
        state[s.CARD + argument] = s.PLAYED
        for kind in range(3, 5):
            take(state, zone, kind, units(state, zone, kind) // 2)
