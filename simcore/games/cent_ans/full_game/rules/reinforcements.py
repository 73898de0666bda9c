"""Reinforcements (9): what a faction receives, where it may place it, and what may be played meanwhile."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import routine, step
from simcore.games.cent_ans.full_game.board_arrays import (
    A_NORTH_CAMP,
    A_PORT,
    ARMAGNAC_UNITS,
    BORDEAUX_UNITS,
    BURGUNDIAN_UNITS,
    C_EFFECT,
    CITY_LIMIT,
    ENGLISH_UNITS,
    FRENCH_UNITS,
    T_AMOUNT,
    T_EFFECT,
)
from simcore.games.cent_ans.full_game.frames import in_hand, pop, push, top
from simcore.games.cent_ans.full_game.rules.events import legal_any_time, legal_events, play_event
from simcore.games.cent_ans.full_game.rules.tactics import equip
from simcore.games.cent_ans.full_game.rules.zones import (
    controller,
    hostile,
    kind_of_faction,
    put,
    strength,
    stronghold,
    units,
)
from simcore.games.cent_ans.full_game.state import (
    ACTIVE,
    ARMAGNAC,
    BURGUNDIAN,
    CARD,
    CARDS,
    ELITE_TO_PLACE,
    ENGLISH,
    FRANCS_ARCHERS,
    FRENCH,
    HELD,
    IN_REINFORCEMENTS,
    LEADER,
    LEADERS,
    NO_REINFORCEMENT,
    NO_REINFORCEMENTS,
    PASS,
    PLACE,
    PLACED_ONCE,
    PLACED_TWICE,
    PLAY,
    PLAY_TACTIC,
    PLAYED,
    RESERVE,
    RESERVE_ELITE,
    REVOLT,
    TACTIC,
    TACTICS,
    TO_PLACE,
    TO_ZONE,
    TOOK_LEADER,
    VERB,
    YES,
)

# ---- reinforcements ------------------------------------------------------------------------------------------------


@routine
def run_reinforce(table, state):
    """What the active faction receives (9); the Armagnacs may first answer with the English Revolt."""
    at = top(state)
    if state[at + 1] == 0 and state[ACTIVE] == ENGLISH and not state[TOOK_LEADER]:
        state[at + 1] = 1
        for card in range(CARDS):
            if in_hand(state, ARMAGNAC, card) and table.card[ARMAGNAC, card, C_EFFECT] == NO_REINFORCEMENT:
                push(state, REVOLT, card, 0, 0)
                return
    pop(state)
    faction = np.int64(state[ACTIVE])
    state[TO_PLACE] = 0
    state[ELITE_TO_PLACE] = 0
    if not state[TOOK_LEADER] and not state[NO_REINFORCEMENTS]:
        numbers = table.numbers
        if faction == ENGLISH:
            state[TO_PLACE] = numbers[ENGLISH_UNITS]
            if strength(table, state, table.marks[A_PORT], 0) > 0:
                put(state, table.marks[A_PORT], 0, numbers[BORDEAUX_UNITS])
        elif faction == BURGUNDIAN:
            state[TO_PLACE] = numbers[BURGUNDIAN_UNITS]
        elif faction == FRENCH:
            state[TO_PLACE] = numbers[FRENCH_UNITS]
        else:
            state[TO_PLACE] = numbers[ARMAGNAC_UNITS]
    push(state, PLACE, 0, 0, 0)


@routine
def can_reinforce(table, state, faction, zone):
    """May the active faction place a unit there (9.1 to 9.4)?"""
    camp = faction // 2
    if not table.reinforced[faction, zone] or hostile(table, state, zone, camp) > 0:
        # A leader who appeared among enemies is no place to send levies to before he has fought.
        return False
    if faction == ENGLISH:
        return strength(table, state, zone, 0) > 0
    if faction == BURGUNDIAN:
        return controller(table, state, table.region[zone]) != 1
    if faction == FRENCH:
        if units(state, zone, 3) == 0:
            return False
        if stronghold(table, state, zone) > 0:
            return True
        leaders = 0
        for leader in range(LEADERS):
            leaders += state[LEADER + leader] == zone
        return leaders > 0
    return True


@step
def _city_number(table, zone):
    """The number of an Armagnac city, by their order on the board."""
    number = 0
    for other in range(zone):
        number += table.reinforced[ARMAGNAC, other]
    return number


@routine
def _city_full(table, state, zone):
    """Has an Armagnac city had its units of this phase (9.4)?"""
    number = _city_number(table, zone)
    if table.numbers[CITY_LIMIT] < 2:
        return state[PLACED_ONCE] >> number & 1
    return state[PLACED_TWICE] >> number & 1


@routine
def _takes_levies(table, state, faction, zone):
    """Can one more of the faction's own units be placed there?"""
    if not table.reinforced[faction, zone] or not can_reinforce(table, state, faction, zone):
        return False
    return faction != ARMAGNAC or not _city_full(table, state, zone)


@routine
def levies_left(table, state, faction):
    """Are there units of the faction's own to place, and a zone that takes one? Else elite units come at once."""
    if state[TO_PLACE] > 0 and state[RESERVE + faction] > 0:
        for zone in range(table.marks[A_NORTH_CAMP]):
            if _takes_levies(table, state, faction, zone):
                return True
    return False


@routine
def legal_place(table, state, actions):
    """One unit to a zone, an event of this phase (9, 17.1.1), or enough."""
    faction = np.int64(state[ACTIVE])
    actions[0] = PASS
    count = 1
    normal = levies_left(table, state, faction)
    elite = not normal and state[ELITE_TO_PLACE] > 0 and state[RESERVE + RESERVE_ELITE] > 0
    if normal or elite:
        for zone in range(table.marks[A_NORTH_CAMP]):
            elite_too = elite and table.reinforced[faction, zone] and can_reinforce(table, state, faction, zone)
            if elite_too or (normal and _takes_levies(table, state, faction, zone)):
                actions[count] = TO_ZONE * VERB + zone
                count += 1
    count = legal_events(table, state, faction, IN_REINFORCEMENTS, actions, count)
    count = legal_any_time(table, state, faction // 2, actions, count)
    for card in range(TACTICS):
        if state[TACTIC + card] == HELD + faction // 2 and table.tactic[card, T_EFFECT] == FRANCS_ARCHERS:
            actions[count] = PLAY_TACTIC * VERB + card
            count += 1
    return count


@routine
def apply_place(table, state, action):
    """Place, play or stop; elite units after the faction's own."""
    faction = np.int64(state[ACTIVE])
    verb, argument = action // VERB, action % VERB
    if verb == TO_ZONE:
        if levies_left(table, state, faction):
            put(state, argument, kind_of_faction(faction), 1)
            state[TO_PLACE] -= 1
            if faction == ARMAGNAC:
                number = _city_number(table, argument)
                state[PLACED_TWICE] |= state[PLACED_ONCE] & 1 << number
                state[PLACED_ONCE] |= 1 << number
        else:
            put(state, argument, 3 * (faction // 2) + 2, 1)
            state[ELITE_TO_PLACE] -= 1
    elif verb == PLAY:
        play_event(table, state, argument // CARDS, argument % CARDS)
    elif verb == PLAY_TACTIC:
        state[ELITE_TO_PLACE] += table.tactic[argument, T_AMOUNT]
        equip(table, state, faction // 2, argument)
    else:
        pop(state)
        state[TO_PLACE] = 0
        state[ELITE_TO_PLACE] = 0


@routine
def apply_revolt(table, state, action):
    """English Revolt (17.1.1): no reinforcements for the English."""
    card = np.int64(state[top(state) + 1])
    pop(state)
    if action == YES * VERB:
        state[CARD + ARMAGNAC * CARDS + card] = PLAYED
        state[NO_REINFORCEMENTS] = 1
