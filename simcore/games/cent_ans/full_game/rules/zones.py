"""Units in zones: who stands where, taking off and putting on, leaders and companies that fall, control and points."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import inner, routine, step
from simcore.games.cent_ans.full_game import state as s
from simcore.games.cent_ans.full_game.board_arrays import A_GUARD, A_NORTH_CAMP, A_PARIS, L_CAMP


@routine
def units(state, zone, kind):
    """Units of a kind in a zone."""
    return np.int64(state[s.UNITS + zone * s.KINDS + kind])


@routine
def strength(table, state, zone, camp):
    """Units of a camp in a zone."""
    at = s.UNITS + zone * s.KINDS
    if camp == s.ROUTIERS:
        return np.int64(state[at + s.ROUTIER])
    if camp == s.GUARD:
        return np.int64(state[s.GUARD_LEFT]) if zone == table.marks[A_GUARD] else 0
    at += 3 * camp
    return np.int64(state[at] + state[at + 1] + state[at + 2])


@routine
def hostile(table, state, zone, camp):
    """Units that a camp must fight in a zone; Routiers are ignored (10.2.1, 10.2.2)."""
    guard = np.int64(state[s.GUARD_LEFT]) if zone == table.marks[A_GUARD] else 0
    at = s.UNITS + zone * s.KINDS + 3 * (1 - camp)
    return np.int64(state[at] + state[at + 1] + state[at + 2] + guard)


@step
def kind_of_faction(faction):
    """The kind of a faction's own units."""
    return 3 * (faction // 2) + faction % 2


@routine
def reserve_of(kind):
    """Where units of a kind lie in the reserve."""
    if kind == s.ROUTIER:
        return s.RESERVE + 5
    if kind % 3 == 2:
        return s.RESERVE + 4
    return s.RESERVE + (kind if kind < 2 else kind - 1)


@routine
def put(state, zone, kind, count):
    """Place up to `count` units from the reserve; returns how many there were."""
    store = reserve_of(kind)
    count = min(count, np.int64(state[store]))
    state[store] -= count
    state[s.UNITS + zone * s.KINDS + kind] += count
    state[s.DIRTY] = 1
    return count


@routine
def take(state, zone, kind, count):
    """Put up to `count` units back into the reserve; returns how many there were."""
    at = s.UNITS + zone * s.KINDS + kind
    count = min(count, np.int64(state[at]))
    state[at] -= count
    state[reserve_of(kind)] += count
    state[s.DIRTY] = 1
    if kind // 3 == state[s.ACTIVE] // 2:  # only its own units have moved (10.2)
        moved = s.MOVED + zone * 3 + kind % 3
        state[moved] = min(state[moved], state[at])
    return count


@routine
def shift(state, zone, to, kind, count):
    """Move units from zone to zone."""
    at = s.UNITS + zone * s.KINDS + kind
    state[at] -= count
    state[s.UNITS + to * s.KINDS + kind] += count
    state[s.DIRTY] = 1
    if kind // 3 == state[s.ACTIVE] // 2:  # only its own units have moved (10.2)
        moved = s.MOVED + zone * 3 + kind % 3
        state[moved] = min(state[moved], state[at])


@routine
def stronghold(table, state, zone):
    """0: none; else its row among shelters: castle 1 and 2, fortified town, city, Paris (5.2.2, 11.5)."""
    if table.place[zone] == s.CITY:
        return 4
    if table.place[zone] == s.PARIS:
        return 5
    return np.int64(state[s.WORKS + zone])


@routine
def leaders_follow(table, state, zone, to, camp):
    """A camp's leaders in a zone go to another."""
    for leader in range(s.LEADERS):
        if state[s.LEADER + leader] == zone and table.leader[leader, L_CAMP] == camp:
            state[s.LEADER + leader] = to


@routine
def settle_losses(table, state):
    """Leaders without a unit are eliminated (11.6.1), companies below their size dissolved (13)."""
    for leader in range(s.LEADERS):
        zone = np.int64(state[s.LEADER + leader])
        if zone >= 0 and strength(table, state, zone, table.leader[leader, L_CAMP]) == 0:
            state[s.LEADER + leader] = s.GONE
    dissolve_companies(table, state)


@routine
def company_in(state, zone):
    """The Free Company in a zone, -1: none."""
    for company in range(s.COMPANIES):
        if state[s.COMPANY + company] == zone:
            return company
    return -1


@routine
def dissolve_companies(table, state):
    """A Free Company is dissolved as soon as it is below its size (13)."""
    for company in range(s.COMPANIES):
        camp = np.int64(state[s.COMPANY + company])
        if camp >= 0 and units(state, camp, s.ROUTIER) < table.company_size:
            state[s.COMPANY + company] = s.AWAY


@inner
def distances(table, zone, most, region):
    """Steps by road from a zone to each other, at most `most`, else -1: int64[zones]. `region`: within it, -1: any."""
    far = np.full(table.zones, -1, np.int64)
    queue = np.zeros(table.zones, np.int64)
    far[zone] = 0
    queue[0] = zone
    head, tail = 0, 1
    while head < tail:
        here = queue[head]
        head += 1
        if far[here] == most:
            break
        for at in range(table.roads.shape[1]):
            to = table.roads[here, at]
            if to < 0:
                break
            if far[to] < 0 and (region < 0 or table.region[to] == region):
                far[to] = far[here] + 1
                queue[tail] = to
                tail += 1
    return far


# ---- control -------------------------------------------------------------------------------------------------------


@routine
def controls_zone(table, state, zone, camp):
    """Does a camp alone have units in a zone? (5.4)"""
    if zone == table.marks[A_PARIS] and strength(table, state, zone, camp) == 0:
        return False
    return strength(table, state, zone, camp) > 0 and hostile(table, state, zone, camp) == 0


@routine
def holder(table, state, region):
    """The camp whose CONTROL marker lies in a region (5.4), -1: nobody.

    Who holds all places, or where no place is strong is there alone. By the option `control` a marker stays until the
    enemy alone holds a place of the region, where no place is strong until he alone is there.
    """
    walls = False
    alone0, alone1 = True, True  # all places held by that camp
    present0, present1 = False, False
    entered0, entered1 = False, False  # does that camp alone hold a place?
    for at in range(table.region_zones.shape[1]):
        zone = table.region_zones[region, at]
        if zone < 0:
            break
        strong = stronghold(table, state, zone) > 0
        walls = walls or strong
        present0 = present0 or strength(table, state, zone, 0) > 0
        present1 = present1 or strength(table, state, zone, 1) > 0
        if strong or table.place[zone] != s.NO_PLACE:
            here0, here1 = controls_zone(table, state, zone, 0), controls_zone(table, state, zone, 1)
            alone0, alone1 = alone0 and here0, alone1 and here1
            entered0, entered1 = entered0 or here0, entered1 or here1
    if not walls:
        entered0, entered1 = present0 and not present1, present1 and not present0
        alone0, alone1 = entered0, entered1
    if alone0 or alone1:
        return 0 if alone0 else 1
    kept = np.int64(state[s.MARKER + region]) - 1 if table.markers else -1
    return -1 if kept < 0 or (entered1 if kept == 0 else entered0) else kept


@routine
def controller(table, state, region):
    """The camp that controls a region (5.4), -1: nobody; a Free Company contests it (13)."""
    for at in range(table.region_zones.shape[1]):
        zone = table.region_zones[region, at]
        if zone < 0:
            break
        if company_in(state, zone) >= 0:
            return -1
    return holder(table, state, region)


@routine
def set_markers(table, state):
    """The CONTROL markers as the units stand (11.3), under the option `control`."""
    for region in range(table.point.size):
        state[s.MARKER + region] = holder(table, state, region) + 1


@routine
def count_points(table, state):
    """Points of both camps into the state (5.4); returns the regions of the heart of France that each controls."""
    heart0, heart1 = 0, 0
    state[s.POINTS] = 0
    state[s.POINTS + 1] = 0
    for region in range(table.point.size):
        if table.point[region] or table.heart[region]:
            camp = controller(table, state, region)
            if camp >= 0 and table.point[region]:
                state[s.POINTS + camp] += 1
            if table.heart[region]:
                heart0 += camp == 0
                heart1 += camp == 1
    return heart0, heart1


@routine
def siege_camp(table, zone):
    """Is the zone one of those from which Paris is besieged (11.5.1)?"""
    return zone >= table.marks[A_NORTH_CAMP]
