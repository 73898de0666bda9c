"""EVENT cards of the factions as effects (17): when they can be played, in which zone, what they do."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import routine
from simcore.games.cent_ans.full_game import state as s
from simcore.games.cent_ans.full_game.board_arrays import (
    A_GUARD,
    A_NORTH_CAMP,
    A_PARIS,
    C_AMOUNT,
    C_EFFECT,
    C_FACTION,
    C_WHEN,
)
from simcore.games.cent_ans.full_game.frames import (
    advance_ttm,
    count_down,
    in_hand,
    or_pass,
    pop,
    push,
    push_fight,
    top,
)
from simcore.games.cent_ans.full_game.rules.zones import (
    dissolve_companies,
    kind_of_faction,
    put,
    settle_losses,
    shift,
    strength,
    take,
    units,
)

ZONE_BASE = s.MOST_ZONES + 1
MOST_CHOSEN = 6  # zones of one event: those before the last are held in one number of 31 bits


@routine
def legal_events(table, state, faction, when, actions, count):
    """Append the events of a faction's hand that can be played at that moment; returns how many actions there are."""
    for card in range(s.CARDS):
        now = table.card[faction, card, C_WHEN] == when and in_hand(state, faction, card)
        if now and _can_happen(table, state, faction, card):
            actions[count] = s.PLAY * s.VERB + faction * s.CARDS + card
            count += 1
    return count


@routine
def legal_any_time(table, state, camp, actions, count):
    """Append the events for any moment (17.1.1) of both factions of a camp; returns how many actions there are."""
    count = legal_events(table, state, 2 * camp, s.ANY_TIME, actions, count)
    return legal_events(table, state, 2 * camp + 1, s.ANY_TIME, actions, count)


@routine
def holds_any_time(table, state, camp):
    """Does a camp hold an event for any moment?"""
    for faction in range(2 * camp, 2 * camp + 2):
        for card in range(s.CARDS):
            if in_hand(state, faction, card) and table.card[faction, card, C_WHEN] == s.ANY_TIME:
                return True
    return False


@routine
def _can_happen(table, state, faction, card):
    """Would the event do anything?"""
    effect = table.card[faction, card, C_EFFECT]
    if effect == s.ELITE_REINFORCEMENT:
        return state[s.RESERVE + s.RESERVE_ELITE] > 0
    if effect in (s.ADVANCE_TTM, s.HALVE):
        return True
    zones = 0
    for zone in range(table.marks[A_NORTH_CAMP]):
        zones += fits(table, state, faction, card, 0, zone)
    return zones > 0


@routine
def fits(table, state, faction, card, done, zone):
    """Can the event happen in that zone? `done`: how far it has come (zones chosen, see `_chosen`; or how many)."""
    effect = table.card[faction, card, C_EFFECT]
    camp = faction // 2
    enemies = strength(table, state, zone, 1 - camp)
    if effect == s.JACQUERIE:
        return table.card_zone[faction, card, min(done, 2), zone] > 0
    if effect == s.TURN_COATS:
        place = table.place[zone] != s.NO_PLACE and zone != table.marks[A_PARIS] and zone != table.marks[A_GUARD]
        return place and enemies > 0 and state[s.RESERVE + faction] > 0
    if effect == s.CIVIL_WAR:
        return units(state, zone, 3) > 0 and units(state, zone, 4) > 0
    if effect == s.RISING:
        return table.card_zone[faction, card, 0, zone] > 0 and state[s.RESERVE + faction] > 0
    if effect == s.REMOVE_UNITS:
        target = table.card[faction, card, C_FACTION]
        here = units(state, zone, kind_of_faction(target))
        return here > 0 and strength(table, state, zone, target // 2) > 1 and not _chosen(done, zone)
    if effect == s.ENROL_ROUTIERS:
        paris = zone == table.marks[A_PARIS] and enemies > 0
        return units(state, zone, s.ROUTIER) > 0 and not paris
    return False


@routine
def _chosen(done, zone):
    """Has that zone been chosen for the event? `done` holds each chosen zone and one, as digits to `ZONE_BASE`."""
    while done > 0:
        if done % ZONE_BASE == zone + 1:
            return True
        done //= ZONE_BASE
    return False


@routine
def _how_many(done):
    """Zones chosen for the event so far."""
    count = 0
    while done > 0:
        done //= ZONE_BASE
        count += 1
    return count


@routine
def play_event(table, state, faction, card):
    """The card is played; what needs a zone waits for it."""
    state[s.CARD + faction * s.CARDS + card] = s.PLAYED
    effect, amount = table.card[faction, card, C_EFFECT], table.card[faction, card, C_AMOUNT]
    if effect == s.ELITE_REINFORCEMENT:
        state[s.ELITE_TO_PLACE] += amount
    elif effect == s.ADVANCE_TTM:
        advance_ttm(table, state, faction // 2, amount)
        push(state, s.TACTIC_DRAW, faction // 2, -1, 0)
    elif effect == s.HALVE:
        _halve(table, state, faction, card)
    else:
        push(state, s.EVENT_ZONE, faction, card, 0)


@routine
def _halve(table, state, faction, card):
    """Half of a faction's units in each zone of some regions, rounded down, never a camp's last (17.2)."""
    target = table.card[faction, card, C_FACTION]
    kind = kind_of_faction(target)
    for zone in range(table.marks[A_NORTH_CAMP]):
        if table.card_zone[faction, card, 0, zone] or table.card_zone[faction, card, 1, zone]:
            take(state, zone, kind, units(state, zone, kind) // 2)


@routine
def legal_event_zone(table, state, actions):
    """Zones where the event can happen; the Scots may stop."""
    at = top(state)
    faction, card, done = np.int64(state[at + 1]), np.int64(state[at + 2]), np.int64(state[at + 3])
    count = 0
    if table.card[faction, card, C_EFFECT] == s.REMOVE_UNITS:
        actions[0] = s.PASS
        count = 1
    for zone in range(table.marks[A_NORTH_CAMP]):
        if fits(table, state, faction, card, done, zone):
            actions[count] = s.TO_ZONE * s.VERB + zone
            count += 1
    return or_pass(actions, count)


@routine
def apply_event_zone(table, state, action):
    """The event happens in that zone."""
    at = top(state)
    faction, card, done = np.int64(state[at + 1]), np.int64(state[at + 2]), np.int64(state[at + 3])
    effect, amount = table.card[faction, card, C_EFFECT], table.card[faction, card, C_AMOUNT]
    camp, kind = faction // 2, kind_of_faction(faction)
    if action == s.PASS:
        pop(state)
        return
    zone = action % s.VERB
    if effect == s.REMOVE_UNITS:  # in any order, no zone twice
        target = table.card[faction, card, C_FACTION]
        take(state, zone, kind_of_faction(target), 1)
        if _how_many(done) + 1 >= min(amount, MOST_CHOSEN):
            pop(state)
        else:
            state[at + 3] = ZONE_BASE * done + zone + 1
        return
    if effect == s.JACQUERIE:
        state[at + 3] += 1
        if state[at + 3] == 3:
            pop(state)
        put(state, zone, s.ROUTIER, amount)
        dissolve_companies(table, state)
        if units(state, zone, s.ROUTIER) > 0 and strength(table, state, zone, 1 - camp) > 0:
            push_fight(state, zone, s.ROUTIERS, 1 - camp, s.OPEN_FIELD | s.IGNORES_DISPERSION | s.DOUBLE_LOSS)
        return
    pop(state)
    if effect == s.CIVIL_WAR:
        push_fight(state, zone, 1, 1, s.OPEN_FIELD | s.CIVIL)
        return
    if effect == s.RISING:
        put(state, zone, kind, amount)
    # Who is there in the end fights; if one camp is not, the fight is none.
    flags = s.OPEN_FIELD | (s.IGNORES_DISPERSION if effect != s.ENROL_ROUTIERS else 0)
    if strength(table, state, zone, 1 - camp) > 0:
        push_fight(state, zone, camp, 1 - camp, flags)
    if effect == s.TURN_COATS:
        push(state, s.TURN_COAT, faction, zone, amount)
    elif effect == s.ENROL_ROUTIERS:
        push(state, s.ENROL, faction, zone, amount)


# ---- unit by unit --------------------------------------------------------------------------------------------------


@routine
def legal_turn_coat(table, state, actions):
    """Which enemy unit changes sides (Charles of Navarre), or no more."""
    at = top(state)
    faction, zone = np.int64(state[at + 1]), np.int64(state[at + 2])
    actions[0] = s.PASS
    count = 1
    for kind in range(3):
        if state[s.RESERVE + faction] > 0 and units(state, zone, 3 * (1 - faction // 2) + kind) > 0:
            actions[count] = s.FALLS * s.VERB + kind
            count += 1
    return count


@routine
def apply_turn_coat(table, state, action):
    """It goes back into its reserve, one of the faction's stands there."""
    at = top(state)
    faction, zone = np.int64(state[at + 1]), np.int64(state[at + 2])
    if action != s.PASS:
        take(state, zone, 3 * (1 - faction // 2) + action % s.VERB, 1)
        put(state, zone, kind_of_faction(faction), 1)
    count_down(state, 3, action)
    settle_losses(table, state)  # every time: a Free Company below its size is none while the next is enrolled (13)


@routine
def legal_enrol(table, state, actions):
    """Enrol a Routier (Giving the Slip) with a unit of the reserve, or of a zone if it is empty; or no more."""
    at = top(state)
    faction, target = np.int64(state[at + 1]), np.int64(state[at + 2])
    actions[0] = s.PASS
    count = 1
    if units(state, target, s.ROUTIER) == 0:
        return count
    if state[s.RESERVE + faction] > 0:
        actions[1] = s.YES * s.VERB
        return 2
    for zone in range(table.marks[A_NORTH_CAMP]):
        if zone != target and units(state, zone, kind_of_faction(faction)) > 0:
            actions[count] = s.TO_ZONE * s.VERB + zone
            count += 1
    return count


@routine
def apply_enrol(table, state, action):
    """The Routier goes, the unit comes."""
    at = top(state)
    faction, target = np.int64(state[at + 1]), np.int64(state[at + 2])
    kind = kind_of_faction(faction)
    if action != s.PASS:
        take(state, target, s.ROUTIER, 1)
        if action // s.VERB == s.TO_ZONE:
            shift(state, action % s.VERB, target, kind, 1)
        else:
            put(state, target, kind, 1)
    count_down(state, 3, action)
    settle_losses(table, state)  # every time: a Free Company below its size is none while the next is enrolled (13)
