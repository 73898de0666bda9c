"""Reinforcements (9): what a faction receives, where it may place it, and what may be played meanwhile."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import routine, step
from simcore.games.cent_ans.full_game import state as s
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

# ---- reinforcements ------------------------------------------------------------------------------------------------


@routine
def run_reinforce(table, state):
    """What the active faction receives (9); the Armagnacs may first answer with the English Revolt."""
    at = top(state)
    if state[at + 1] == 0 and state[s.ACTIVE] == s.ENGLISH and not state[s.TOOK_LEADER]:
        state[at + 1] = 1
        for card in range(s.CARDS):
            if in_hand(state, s.ARMAGNAC, card) and table.card[s.ARMAGNAC, card, C_EFFECT] == s.NO_REINFORCEMENT:
                push(state, s.REVOLT, card, 0, 0)
                return
    pop(state)
    faction = np.int64(state[s.ACTIVE])
    state[s.TO_PLACE] = 0
    state[s.ELITE_TO_PLACE] = 0
    if not state[s.TOOK_LEADER] and not state[s.NO_REINFORCEMENTS]:
        numbers = table.numbers
        if faction == s.ENGLISH:
            state[s.TO_PLACE] = numbers[ENGLISH_UNITS]
            if strength(table, state, table.marks[A_PORT], 0) > 0:
                put(state, table.marks[A_PORT], 0, numbers[BORDEAUX_UNITS])
        elif faction == s.BURGUNDIAN:
            state[s.TO_PLACE] = numbers[BURGUNDIAN_UNITS]
        elif faction == s.FRENCH:
            state[s.TO_PLACE] = numbers[FRENCH_UNITS]
        else:
            state[s.TO_PLACE] = numbers[ARMAGNAC_UNITS]
    push(state, s.PLACE, 0, 0, 0)


@routine
def can_reinforce(table, state, faction, zone):
    """May the active faction place a unit there (9.1 to 9.4)?"""
    camp = faction // 2
    if not table.reinforced[faction, zone] or hostile(table, state, zone, camp) > 0:
        # A leader who appeared among enemies is no place to send levies to before he has fought.
        return False
    if faction == s.ENGLISH:
        return strength(table, state, zone, 0) > 0
    if faction == s.BURGUNDIAN:
        return controller(table, state, table.region[zone]) != 1
    if faction == s.FRENCH:
        if units(state, zone, 3) == 0:
            return False
        if stronghold(table, state, zone) > 0:
            return True
        leaders = 0
        for leader in range(s.LEADERS):
            leaders += state[s.LEADER + leader] == zone
        return leaders > 0
    return True


@step
def _city_number(table, zone):
    """The number of an Armagnac city, by their order on the board."""
    number = 0
    for other in range(zone):
        number += table.reinforced[s.ARMAGNAC, other]
    return number


@routine
def _city_full(table, state, zone):
    """Has an Armagnac city had its units of this phase (9.4)?"""
    number = _city_number(table, zone)
    if table.numbers[CITY_LIMIT] < 2:
        return state[s.PLACED_ONCE] >> number & 1
    return state[s.PLACED_TWICE] >> number & 1


@routine
def _takes_levies(table, state, faction, zone):
    """Can one more of the faction's own units be placed there?"""
    if not table.reinforced[faction, zone] or not can_reinforce(table, state, faction, zone):
        return False
    return faction != s.ARMAGNAC or not _city_full(table, state, zone)


@routine
def levies_left(table, state, faction):
    """Are there units of the faction's own to place, and a zone that takes one? Else elite units come at once."""
    if state[s.TO_PLACE] > 0 and state[s.RESERVE + faction] > 0:
        for zone in range(table.marks[A_NORTH_CAMP]):
            if _takes_levies(table, state, faction, zone):
                return True
    return False


@routine
def legal_place(table, state, actions):
    """One unit to a zone, an event of this phase (9, 17.1.1), or enough."""
    faction = np.int64(state[s.ACTIVE])
    actions[0] = s.PASS
    count = 1
    normal = levies_left(table, state, faction)
    elite = not normal and state[s.ELITE_TO_PLACE] > 0 and state[s.RESERVE + s.RESERVE_ELITE] > 0
    if normal or elite:
        for zone in range(table.marks[A_NORTH_CAMP]):
            elite_too = elite and table.reinforced[faction, zone] and can_reinforce(table, state, faction, zone)
            if elite_too or (normal and _takes_levies(table, state, faction, zone)):
                actions[count] = s.TO_ZONE * s.VERB + zone
                count += 1
    count = legal_events(table, state, faction, s.IN_REINFORCEMENTS, actions, count)
    count = legal_any_time(table, state, faction // 2, actions, count)
    for card in range(s.TACTICS):
        if state[s.TACTIC + card] == s.HELD + faction // 2 and table.tactic[card, T_EFFECT] == s.FRANCS_ARCHERS:
            actions[count] = s.PLAY_TACTIC * s.VERB + card
            count += 1
    return count


@routine
def apply_place(table, state, action):
    """Place, play or stop; elite units after the faction's own."""
    faction = np.int64(state[s.ACTIVE])
    verb, argument = action // s.VERB, action % s.VERB
    if verb == s.TO_ZONE:
        if levies_left(table, state, faction):
            put(state, argument, kind_of_faction(faction), 1)
            state[s.TO_PLACE] -= 1
            if faction == s.ARMAGNAC:
                number = _city_number(table, argument)
                state[s.PLACED_TWICE] |= state[s.PLACED_ONCE] & 1 << number
                state[s.PLACED_ONCE] |= 1 << number
        else:
            put(state, argument, 3 * (faction // 2) + 2, 1)
            state[s.ELITE_TO_PLACE] -= 1
    elif verb == s.PLAY:
        play_event(table, state, argument // s.CARDS, argument % s.CARDS)
    elif verb == s.PLAY_TACTIC:
        state[s.ELITE_TO_PLACE] += table.tactic[argument, T_AMOUNT]
        equip(table, state, faction // 2, argument)
    else:
        pop(state)
        state[s.TO_PLACE] = 0
        state[s.ELITE_TO_PLACE] = 0


@routine
def apply_revolt(table, state, action):
    """English Revolt (17.1.1): no reinforcements for the English."""
    card = np.int64(state[top(state) + 1])
    pop(state)
    if action == s.YES * s.VERB:
        state[s.CARD + s.ARMAGNAC * s.CARDS + card] = s.PLAYED
        state[s.NO_REINFORCEMENTS] = 1
