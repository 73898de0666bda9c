"""What zones and armies are worth to a player, by the exact chances of battles and sieges."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import inner, routine
from simcore.games.cent_ans.full_game import state as s
from simcore.games.cent_ans.full_game.board_arrays import A_GUARD, A_NORTH_CAMP, A_PARIS
from simcore.games.cent_ans.full_game.odds import MOST
from simcore.games.cent_ans.full_game.rules.fights import has_initiative
from simcore.games.cent_ans.full_game.rules.marches import sea_cost
from simcore.games.cent_ans.full_game.rules.zones import controller, controls_zone, hostile, strength, stronghold, units

RISK, CAUTION, TRUCE_LEAD = range(3)  # parameters, as `game` names them
DENIED = 0.8  # to take a point from the enemy, against winning it
HEART = 0.4  # a region of the heart of France on top of its point
UNFINISHED = 0.35  # a place of a region whose other places are still missing, shared among those
EMPTY_LAND = 0.02
UNIT = 0.04  # what a unit is worth, in points


# ---- zones ---------------------------------------------------------------------------------------------------------


@routine
def zone_value(table, state, zone, camp):
    """What it is worth for a camp to hold a zone: for the region's point, and for the enemy's."""
    region = table.region[zone]
    if region < 0:
        return 0.0
    weight = 1.0 * table.point[region] + HEART * table.heart[region]
    missing, walls = 0, False
    for at in range(table.region_zones.shape[1]):
        other = table.region_zones[region, at]
        if other < 0:
            break
        place = table.place[other] != s.NO_PLACE or state[s.WORKS + other] > 0
        walls = walls or stronghold(table, state, other) > 0
        missing += place and other != zone and not controls_zone(table, state, other, camp)
    if walls and table.place[zone] == s.NO_PLACE and state[s.WORKS + zone] == 0:
        return EMPTY_LAND
    worth = weight if missing == 0 else weight * UNFINISHED / missing
    if strength(table, state, zone, 1 - camp) > 0 and controller(table, state, region) == 1 - camp:
        worth += DENIED * weight
    return worth + EMPTY_LAND * (1 + (table.place[zone] != s.NO_PLACE))


@routine
def threat(table, state, zone, camp):
    """Enemy units one step away."""
    found = 0
    for at in range(table.roads.shape[1]):
        to = table.roads[zone, at]
        if to < 0:
            break
        found += strength(table, state, to, 1 - camp)
    return found


@routine
def army_in(state, zone, camp):
    """A camp's units in a zone by kind."""
    return units(state, zone, 3 * camp), units(state, zone, 3 * camp + 1), units(state, zone, 3 * camp + 2)


# ---- chances -------------------------------------------------------------------------------------------------------


@routine
def army_number(first, second, elite):
    """The number of an army in the tables of chances; larger ones are scaled down."""
    most = max(first, second)
    if most > MOST[0]:
        first, second = first * MOST[0] // most, second * MOST[0] // most
    return (first * (MOST[1] + 1) + second) * (MOST[2] + 1) + min(elite, MOST[2])


@routine
def field_chance(table, state, camp, first, second, elite, zone):
    """Chance of an army to win a pitched battle against whoever holds a zone."""
    enemy = 3 * (1 - camp)
    theirs = army_number(units(state, zone, enemy), units(state, zone, enemy + 1), units(state, zone, enemy + 2))
    initiative = 1 - has_initiative(state, camp, 1 - camp)
    return table.pitched[camp, initiative, army_number(first, second, elite), theirs]


@routine
def siege_chance(table, state, camp, first, second, elite, zone):
    """Chance of an army to take the stronghold of a zone; the garrison is what finds shelter."""
    walls = stronghold(table, state, zone)
    if walls == 0:
        return np.float32(0.0)
    enemy = 3 * (1 - camp)
    garrison1, garrison2 = units(state, zone, enemy), units(state, zone, enemy + 1)
    garrison3 = units(state, zone, enemy + 2)
    if zone == table.marks[A_GUARD] and state[s.GUARD_LEFT] > 0:
        garrison1, garrison2, garrison3 = np.int64(state[s.GUARD_LEFT]), 0, 0
    room = table.shelter[walls]
    garrison3 = min(garrison3, room)
    garrison1 = min(garrison1, room - garrison3)
    garrison2 = min(garrison2, room - garrison3 - garrison1)
    initiative = 1 - has_initiative(state, camp, 1 - camp)
    theirs = army_number(garrison1, garrison2, garrison3)
    cancels = min(max(table.cancels[walls], 1), table.siege.shape[2])
    return table.siege[camp, initiative, cancels - 1, army_number(first, second, elite), theirs]


@routine
def attack_chance(table, state, camp, first, second, elite, zone):
    """Chance to take a zone, if its holder defends it in the better of his two ways (11.5)."""
    if hostile(table, state, zone, camp) == 0:
        return 1.0
    if stronghold(table, state, zone) == 0:
        return float(field_chance(table, state, camp, first, second, elite, zone))
    siege = float(siege_chance(table, state, camp, first, second, elite, zone))
    if zone == table.marks[A_PARIS] or strength(table, state, zone, 1 - camp) == 0:
        return siege
    return min(siege, float(field_chance(table, state, camp, first, second, elite, zone)))


# ---- marches -------------------------------------------------------------------------------------------------------


@inner
def best_way(table, state, camp, own, zone, arrows, first, second, elite, parameters):
    """The best zone for an army to reach with so many arrows: (gain, zone of the first step, by sea?)."""
    distance = np.full(table.zones, 99, np.int64)
    step_to = np.full(table.zones, -1, np.int64)
    queue = np.zeros(table.zones, np.int64)
    distance[zone] = 0
    queue[0] = zone
    head, tail = 0, 1
    best, best_step, best_sea = 0.0, -1, False
    while head < tail:
        here = queue[head]
        head += 1
        if here != zone:
            gain = gain_of(table, state, camp, here, first, second, elite, parameters) - 0.001 * distance[here]
            if gain > best:
                best, best_step, best_sea = gain, step_to[here], False
        if distance[here] >= arrows or (here != zone and hostile(table, state, here, camp) > 0):
            continue
        for at in range(table.roads.shape[1]):
            to = table.roads[here, at]
            if to < 0:
                break
            if distance[to] == 99:
                distance[to] = distance[here] + 1
                step_to[to] = to if here == zone else step_to[here]
                queue[tail] = to
                tail += 1
    if own == 0 and arrows >= 2 and table.coast[zone] > 0:
        for to in range(table.marks[A_NORTH_CAMP]):
            cost = sea_cost(table, zone, to)
            if 0 < cost <= arrows and distance[to] > arrows:
                gain = gain_of(table, state, camp, to, first, second, elite, parameters) - 0.001 * cost
                if gain > best:
                    best, best_step, best_sea = gain, to, True
    return best, best_step, best_sea


@routine
def gain_of(table, state, camp, zone, first, second, elite, parameters):
    """What an army gains by going to a zone: its worth by the chance to take it, less what it may lose there."""
    if hostile(table, state, zone, camp) == 0:
        return zone_value(table, state, zone, camp) if strength(table, state, zone, camp) == 0 else 0.0
    chance = attack_chance(table, state, camp, first, second, elite, zone)
    if chance < parameters[RISK]:
        return 0.0
    lost = UNIT * parameters[CAUTION] * (1.0 - chance) * (first + second + elite)
    beaten = UNIT * chance * strength(table, state, zone, 1 - camp)
    return chance * zone_value(table, state, zone, camp) + beaten - lost


@routine
def gain_of_refuge(table, state, camp, zone, parameters):
    """What an attacked army gains by refuge: the zone is held more surely, but whom it has no room for is dispersed."""
    first, second, elite = army_in(state, zone, 1 - camp)
    field = float(field_chance(table, state, 1 - camp, first, second, elite, zone))
    walls = float(siege_chance(table, state, 1 - camp, first, second, elite, zone))
    ours = strength(table, state, zone, camp)
    kept = min(ours, table.shelter[stronghold(table, state, zone)])
    more_lost = (ours - kept + walls * kept - field * ours) * parameters[CAUTION]
    beaten = (1.0 - field) * (first + second + elite)
    return (field - walls) * zone_value(table, state, zone, camp) - UNIT * (more_lost + beaten)
