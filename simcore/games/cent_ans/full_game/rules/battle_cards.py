"""Cards of a fight: TACTIC and EVENT cards a side may play, and the one that works through its elite dice (11.3.1)."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import inner, routine
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
from simcore.games.cent_ans.full_game.state import (
    ACTIVE,
    ASKED,
    ATTACKER,
    BATTLE,
    BATTLE_CARD,
    CARD,
    CARD_ENGINES,
    CARD_GENOESE,
    CARD_SAPPING,
    CARD_STAKES,
    CARDS,
    CIVIL,
    DEPTH,
    DISCARDED,
    EFFECT,
    ENGINES,
    ENGLISH,
    EQUIPPED,
    FIGHTING,
    FOUGHT_CARDS,
    FRAMES,
    FRENCH,
    FRENCH_BATTLE,
    GENOESE,
    HELD,
    IN_SIEGE,
    PASS,
    PLAY,
    PLAY_TACTIC,
    PLAYED,
    ROUTIERS,
    SAPPING,
    STAKES,
    STEPS,
    TACTIC,
    TACTICS,
    VERB,
    WORKING,
)

PITCHED, ATTACKING, DEFENDING = range(3)  # how elite units fight


@inner
def offer_cards(table, state, zone, flags, side):
    """Ask a side for its cards, if it has any to play; True: it is asked."""
    choices = np.zeros(CARDS + TACTICS + 1, np.int32)
    camp = camp_of(flags, side)
    if camp >= ROUTIERS or flags & CIVIL or fight_cards(table, state, camp, 1 - side, zone, flags, choices) == 1:
        return False
    push(state, BATTLE_CARD, camp, 1 - side, 0)
    return True


@inner
def offer_effects(table, state, flags, side):
    """The card that works through the elite dice of a side; the side is asked where there are several (11.3.1)."""
    state[WORKING + side] = 0
    choices = np.zeros(TACTICS, np.int32)
    count = 0 if flags & CIVIL else effects(table, state, flags, side, choices)
    if count == 1:
        state[WORKING + side] = choices[0] % VERB + 1
    elif count > 1:
        push(state, EFFECT, camp_of(flags, side), side, 0)


@routine
def mode_of(flags, side):
    """In what way a side's elite units fight."""
    return PITCHED if flags & IN_SIEGE == 0 else (ATTACKING if side == 0 else DEFENDING)


@routine
def card_worth(table, card, mode, elite):
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
    if camp >= ROUTIERS:
        return False
    genoese = table.tactic[card, T_EFFECT] == GENOESE and mode == ATTACKING
    held = state[TACTIC + card] == EQUIPPED + camp or (genoese and state[FOUGHT_CARDS] & CARD_GENOESE != 0)
    return held and card_worth(table, card, mode, elite) > 0


@routine
def effects(table, state, flags, side, actions):
    """Cards that work through the elite dice of a side, one of which applies (11.3.1); returns how many."""
    elite, count = np.int64(state[FIGHTING + 3 * side + 2]), 0
    for card in range(TACTICS):
        if works(table, state, card, camp_of(flags, side), mode_of(flags, side), elite):
            actions[count] = PLAY_TACTIC * VERB + card
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
    state[WORKING + state[top(state) + 2]] = action % VERB + 1
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
    besieged = flags & IN_SIEGE
    actions[0] = PASS
    count = 1
    battles = battles_phase(state)
    if battles and camp == 0 and not attacks and state[ACTIVE] == FRENCH and flags // ATTACKER % 4 == 1:
        count = _capture(table, state, actions, count)
    for card in range(TACTICS):
        if state[TACTIC + card] != HELD + camp:
            continue
        effect = table.tactic[card, T_EFFECT]
        useful = not attacks and effect == STAKES and not besieged
        if attacks and besieged:
            walls = stronghold(table, state, zone)
            useful = effect == ENGINES or (effect == GENOESE and state[STEPS] == 0 and battles)
            useful = useful or (effect == SAPPING and 1 <= walls <= 2)
        if useful and state[FOUGHT_CARDS] & played_bit(effect) == 0:
            actions[count] = PLAY_TACTIC * VERB + card
            count += 1
    return count


@routine
def battles_phase(state):
    """Is it the BATTLES phase? Led armies fight before it, in the MANEUVERS phase (11.1)."""
    for at in range(np.int64(state[DEPTH])):
        if state[FRAMES + 4 * at] == BATTLE:
            return state[FRAMES + 4 * at + 1] > 0
    return False


@routine
def _capture(table, state, actions, count):
    """The English event that halves the attacking French (English card 12)."""
    for card in range(CARDS):
        if in_hand(state, ENGLISH, card) and table.card[ENGLISH, card, C_WHEN] == FRENCH_BATTLE:
            actions[count] = PLAY * VERB + ENGLISH * CARDS + card
            count += 1
    return count


@routine
def played_bit(effect):
    """The mark of a technique in the fight under way."""
    if effect == STAKES:
        return CARD_STAKES
    if effect == GENOESE:
        return CARD_GENOESE
    return CARD_ENGINES if effect == ENGINES else CARD_SAPPING


@routine
def apply_battle_card(table, state, action):
    """Play it, or no more."""
    at = top(state)
    zone = np.int64(state[at - 4 + 1])
    verb, argument = action // VERB, action % VERB
    if action == PASS:
        state[ASKED] = state[STEPS]
        pop(state)
    elif verb == PLAY_TACTIC:
        state[TACTIC + argument] = DISCARDED
        state[FOUGHT_CARDS] |= played_bit(table.tactic[argument, T_EFFECT])
    else:
        state[CARD + argument] = PLAYED
        for kind in range(3, 5):
            take(state, zone, kind, units(state, zone, kind) // 2)
