"""The laws that hold after every decision: units, markers and cards are conserved, nobody stands where he may not."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import routine
from simcore.games.cent_ans.full_game.board_arrays import (
    C_IN_DECK,
    CASTLES,
    HAND,
    L_CAMP,
    MOST_TOKENS,
    SLOTS,
    TACTIC_HAND,
    TOWNS,
)
from simcore.games.cent_ans.full_game.frames import count_tactics, top
from simcore.games.cent_ans.full_game.rules.companies import is_calm, is_free, is_group
from simcore.games.cent_ans.full_game.rules.sides import across, camp_of, place_of
from simcore.games.cent_ans.full_game.rules.zones import reserve_of, siege_camp, strength, units
from simcore.games.cent_ans.full_game.state import (
    ACTIVE,
    BURGUNDIAN,
    CARD,
    CARDS,
    CASTLE_1,
    CASTLE_2,
    CASTLES_LEFT,
    COMPANIES,
    COMPANY,
    COMPANY_LEADER,
    DEPTH,
    DISCARD,
    DUE_DISPERSION,
    DUE_RETREAT,
    DUE_ROUTIER,
    EQUIPPED,
    FACTIONS,
    FALL,
    FIGHTING,
    FORTIFIED,
    HELD,
    IN_DECK,
    IN_HAND,
    INSIDE,
    INTRODUCTORY,
    KINDS,
    LEADER,
    LEADERS,
    LEFT_OUT,
    MOVED,
    PLACE,
    RESERVE,
    RETREAT,
    REVOLT,
    ROLLED,
    ROUTIER,
    ROUTIERS,
    TOKEN_MANEUVERS,
    TOKENS,
    TOOK_LEADER,
    TOWNS_LEFT,
    TURN_RESULTS,
    UNITS,
    WORKING,
    WORKS,
)

(
    NO_LAW, UNITS_KEPT, NOT_NEGATIVE, ONE_CAMP_A_ZONE, CARDS_KEPT, TACTICS_KEPT, MARKERS_KEPT, LEADERS_LED,
    COMPANY_SIZE, FIGHTERS_PRESENT, COMPANY_FORMED, TOKENS_KEPT, DICE_READ,
) = range(13)  # fmt: skip


@routine
def check(table, state):
    """The first law that the state breaks, 0: none."""
    for at in range(UNITS, RESERVE + 6):
        if state[at] < 0:
            return NOT_NEGATIVE
    for store in range(6):
        total = int(state[RESERVE + store])
        for zone in range(table.zones):
            for kind in range(KINDS):
                if reserve_of(kind) == RESERVE + store:
                    total += units(state, zone, kind)
        if total != table.box[store]:
            return UNITS_KEPT
    if state[DEPTH] == 0:
        return 0
    at = top(state)
    due = np.int64(state[at])
    # Both camps stand in one zone only from a march to its battle, and where a leader has just appeared.
    quiet = due in (REVOLT, PLACE) and not state[TOOK_LEADER]
    castles, towns = 0, 0
    for zone in range(table.zones):
        english, french = strength(table, state, zone, 0), strength(table, state, zone, 1)
        if english > 0 and french > 0 and (quiet or siege_camp(table, zone)):
            return ONE_CAMP_A_ZONE
        if siege_camp(table, zone) and english + french > 0 and quiet:
            return ONE_CAMP_A_ZONE
        for one in range(3):
            if state[MOVED + 3 * zone + one] > units(state, zone, 3 * (state[ACTIVE] // 2) + one):
                return NOT_NEGATIVE
        castles += state[WORKS + zone] == CASTLE_1 or state[WORKS + zone] == CASTLE_2
        towns += state[WORKS + zone] == FORTIFIED
    if castles + state[CASTLES_LEFT] != table.numbers[CASTLES] or towns + state[TOWNS_LEFT] != table.numbers[TOWNS]:
        return MARKERS_KEPT
    for faction in range(FACTIONS):
        held = 0
        for card in range(CARDS):
            where = np.int64(state[CARD + faction * CARDS + card])
            held += where == IN_HAND
            if where < IN_DECK or where > LEFT_OUT:
                return CARDS_KEPT
            if table.scenario != INTRODUCTORY and (where == LEFT_OUT) == (table.card[faction, card, C_IN_DECK] > 0):
                return CARDS_KEPT
        if held > table.numbers[HAND]:
            return CARDS_KEPT
    for camp in range(2):
        spare = 1 if due == DISCARD and state[at + 1] == camp else 0
        if count_tactics(state, HELD + camp) > table.numbers[TACTIC_HAND] + spare:
            return TACTICS_KEPT
        if count_tactics(state, EQUIPPED + camp) > table.numbers[SLOTS] + spare:
            return TACTICS_KEPT
    for leader in range(LEADERS):
        place = np.int64(state[LEADER + leader])
        if place >= 0 and strength(table, state, place, table.leader[leader, L_CAMP]) == 0:
            return LEADERS_LED
    for company in range(COMPANIES):
        place = np.int64(state[COMPANY + company])
        if place >= 0 and units(state, place, ROUTIER) < table.company_size:
            return COMPANY_SIZE
    if is_calm(state) and due != COMPANY_LEADER and _waits_for_a_leader(table, state):
        return COMPANY_FORMED
    spent = np.int64(state[TOKEN_MANEUVERS])
    if state[TOKENS] + spent > table.numbers[MOST_TOKENS] or (spent > 0 and state[ACTIVE] != BURGUNDIAN):
        return TOKENS_KEPT
    for at_dice in range(ROLLED, WORKING):
        if state[at_dice] != 0 and due != TURN_RESULTS:
            return DICE_READ
    if due in (FALL, RETREAT, TURN_RESULTS):
        return _fighters(table, state, np.int64(state[at - 3]), np.int64(state[at - 2]))
    return NO_LAW


@routine
def _waits_for_a_leader(table, state):
    """Is there a group of Routiers that should be a Free Company, and a leader for it (13)?"""
    for company in range(COMPANIES):
        if is_free(table, state, company):
            for zone in range(table.zones):
                if is_group(table, state, zone):
                    return True
    return False


@routine
def _fighters(table, state, zone, flags):
    """Who fights, must still retreat or has taken refuge stands where the fight is."""
    for side in range(2):
        camp = camp_of(flags, side)
        for kind in range(3):
            told = state[FIGHTING + 3 * side + kind] + state[DUE_RETREAT + 3 * side + kind]
            if kind < 2:
                told += state[DUE_DISPERSION + 2 * side + kind] + state[DUE_ROUTIER + 2 * side + kind]
            told += state[INSIDE + kind] if side == 1 else 0
            if camp < ROUTIERS:
                here = units(state, place_of(table, zone, side), 3 * camp + kind)
                other = across(table, state, zone, camp) if side == 0 else -1
                here += units(state, other, 3 * camp + kind) if other >= 0 else 0
                if told > here or told < 0:
                    return FIGHTERS_PRESENT
    return NO_LAW
