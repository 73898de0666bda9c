"""The laws that hold after every decision: units, markers and cards are conserved, nobody stands where he may not."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import routine
from simcore.games.cent_ans.full_game import state as s
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

(
    UNITS_KEPT, NOT_NEGATIVE, ONE_CAMP_A_ZONE, CARDS_KEPT, TACTICS_KEPT, MARKERS_KEPT, LEADERS_LED, COMPANY_SIZE,
    FIGHTERS_PRESENT, COMPANY_FORMED, TOKENS_KEPT, DICE_READ,
) = range(1, 13)  # fmt: skip
INVARIANTS = {
    UNITS_KEPT: "units on the board and in the reserve are those of the box",
    NOT_NEGATIVE: "no count is below nothing",
    ONE_CAMP_A_ZONE: "no two camps stand in one zone unless they fight there",
    CARDS_KEPT: "each faction's cards are in its deck, its hand or played, and hands are as large as they may be",
    TACTICS_KEPT: "no faction or camp has more TACTIC cards than it may",
    MARKERS_KEPT: "castles and towns built and left are those of the box",
    LEADERS_LED: "a leader on the board stands with units of his camp",
    COMPANY_SIZE: "a Free Company on the board has its units",
    FIGHTERS_PRESENT: "those who fight, or still owe results, stand where the fight is",
    COMPANY_FORMED: "no group of Routiers that can be a Free Company waits for one",
    TOKENS_KEPT: "no more maneuver tokens than there are",
    DICE_READ: "dice wait only for a leader who is asked for them",
}


# ---- one function a law: is it kept? --------------------------------------------------------------------------------


@routine
def _nothing_is_negative(table, state):
    for at in range(s.UNITS, s.RESERVE + 6):
        if state[at] < 0:
            return False
    if state[s.DEPTH] > 0:
        for zone in range(table.zones):
            for one in range(3):
                if state[s.MOVED + 3 * zone + one] > units(state, zone, 3 * (state[s.ACTIVE] // 2) + one):
                    return False
    return True


@routine
def _units_are_of_the_box(table, state):
    for store in range(6):
        total = int(state[s.RESERVE + store])
        for zone in range(table.zones):
            for kind in range(s.KINDS):
                if reserve_of(kind) == s.RESERVE + store:
                    total += units(state, zone, kind)
        if total != table.box[store]:
            return False
    return True


@routine
def _zones_have_one_camp(table, state, due):
    # Both camps stand in one zone only from a march to its battle, and where a leader has just appeared.
    quiet = due in (s.REVOLT, s.PLACE) and not state[s.TOOK_LEADER]
    for zone in range(table.zones):
        english, french = strength(table, state, zone, 0), strength(table, state, zone, 1)
        if english > 0 and french > 0 and (quiet or siege_camp(table, zone)):
            return False
        if siege_camp(table, zone) and english + french > 0 and quiet:
            return False
    return True


@routine
def _markers_are_kept(table, state):
    castles, towns = 0, 0
    for zone in range(table.zones):
        castles += state[s.WORKS + zone] == s.CASTLE_1 or state[s.WORKS + zone] == s.CASTLE_2
        towns += state[s.WORKS + zone] == s.FORTIFIED
    castles_kept = castles + state[s.CASTLES_LEFT] == table.numbers[CASTLES]
    return castles_kept and towns + state[s.TOWNS_LEFT] == table.numbers[TOWNS]


@routine
def _cards_are_kept(table, state):
    for faction in range(s.FACTIONS):
        held = 0
        for card in range(s.CARDS):
            where = np.int64(state[s.CARD + faction * s.CARDS + card])
            held += where == s.IN_HAND
            if where < s.IN_DECK or where > s.LEFT_OUT:
                return False
            out, in_deck = where == s.LEFT_OUT, table.card[faction, card, C_IN_DECK] > 0
            if table.scenario != s.INTRODUCTORY and out == in_deck:
                return False
        if held > table.numbers[HAND]:
            return False
    return True


@routine
def _tactics_are_kept(table, state, at):
    for camp in range(2):
        spare = 1 if state[at] == s.DISCARD and state[at + 1] == camp else 0
        if count_tactics(state, s.HELD + camp) > table.numbers[TACTIC_HAND] + spare:
            return False
        if count_tactics(state, s.EQUIPPED + camp) > table.numbers[SLOTS] + spare:
            return False
    return True


@routine
def _leaders_have_units(table, state):
    for leader in range(s.LEADERS):
        place = np.int64(state[s.LEADER + leader])
        if place >= 0 and strength(table, state, place, table.leader[leader, L_CAMP]) == 0:
            return False
    return True


@routine
def _companies_have_units(table, state):
    for company in range(s.COMPANIES):
        place = np.int64(state[s.COMPANY + company])
        if place >= 0 and units(state, place, s.ROUTIER) < table.company_size:
            return False
    return True


@routine
def _tokens_are_kept(table, state):
    spent = np.int64(state[s.TOKEN_MANEUVERS])
    return state[s.TOKENS] + spent <= table.numbers[MOST_TOKENS] and (spent <= 0 or state[s.ACTIVE] == s.BURGUNDIAN)


@routine
def _dice_wait_for_a_leader(state, due):
    for at in range(s.ROLLED, s.WORKING):
        if state[at] != 0 and due != s.TURN_RESULTS:
            return False
    return True


@routine
def _waits_for_a_leader(table, state):
    """Is there a group of Routiers that should be a Free Company, and a leader for it (13)?"""
    for company in range(s.COMPANIES):
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
            told = state[s.FIGHTING + 3 * side + kind] + state[s.DUE_RETREAT + 3 * side + kind]
            if kind < 2:
                told += state[s.DUE_DISPERSION + 2 * side + kind] + state[s.DUE_ROUTIER + 2 * side + kind]
            told += state[s.INSIDE + kind] if side == 1 else 0
            if camp < s.ROUTIERS:
                here = units(state, place_of(table, zone, side), 3 * camp + kind)
                other = across(table, state, zone, camp) if side == 0 else -1
                here += units(state, other, 3 * camp + kind) if other >= 0 else 0
                if told > here or told < 0:
                    return FIGHTERS_PRESENT
    return 0


@routine
def check_invariants(table, state):
    """Number of the first law of `INVARIANTS` that is broken, 0: none."""
    if not _units_are_of_the_box(table, state):
        return UNITS_KEPT
    if not _nothing_is_negative(table, state):
        return NOT_NEGATIVE
    if state[s.DEPTH] == 0:
        return 0
    at = top(state)
    due = np.int64(state[at])
    if not _zones_have_one_camp(table, state, due):
        return ONE_CAMP_A_ZONE
    if not _cards_are_kept(table, state):
        return CARDS_KEPT
    if not _tactics_are_kept(table, state, at):
        return TACTICS_KEPT
    if not _markers_are_kept(table, state):
        return MARKERS_KEPT
    if not _leaders_have_units(table, state):
        return LEADERS_LED
    if not _companies_have_units(table, state):
        return COMPANY_SIZE
    if is_calm(state) and due != s.COMPANY_LEADER and _waits_for_a_leader(table, state):
        return COMPANY_FORMED
    if not _tokens_are_kept(table, state):
        return TOKENS_KEPT
    if not _dice_wait_for_a_leader(state, due):
        return DICE_READ
    if due in (s.FALL, s.RETREAT, s.TURN_RESULTS):
        return _fighters(table, state, np.int64(state[at - 3]), np.int64(state[at - 2]))
    return 0
