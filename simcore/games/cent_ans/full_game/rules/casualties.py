"""What a roll owes: who falls (11.4.1) and where those go who retreat (11.4.3), unit by unit, asked of who may choose.

Who is due to go has left those who fight (`sides`), and stands in his zone until he is settled.
"""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import inner, routine
from simcore.games.cent_ans.full_game import state as s
from simcore.games.cent_ans.full_game.board_arrays import MOST_NEIGHBOURS
from simcore.games.cent_ans.full_game.frames import pop, push, top
from simcore.games.cent_ans.full_game.rules.sides import (
    across,
    camp_of,
    decider,
    fall,
    fall_in,
    fighting,
    kind_of,
    leave,
    place_of,
    turn_routier,
)
from simcore.games.cent_ans.full_game.rules.zones import (
    hostile,
    leaders_follow,
    settle_losses,
    shift,
    strength,
    stronghold,
    take,
    units,
)

ACROSS = 3  # of an action of FALL: kinds from here on stand in the other siege zone
NOT_LIFTED, TO_LIFT, IS_LIFTED = range(3)

# ---- where a unit can retreat --------------------------------------------------------------------------------------


@routine
def shelters(table, state, zone, flags, side):
    """Units that can still retreat into the stronghold of the zone (11.4.3, the optional rule)."""
    if not table.refuge or side == 0 or state[s.STEPS] == 0 or flags & (s.IN_SIEGE | s.OPEN_FIELD):
        return 0
    if camp_of(flags, 1) >= s.ROUTIERS:
        return 0
    return table.shelter[stronghold(table, state, zone)] - (state[s.INSIDE] + state[s.INSIDE + 1] + state[s.INSIDE + 2])


@routine
def retreats(table, state, place, camp, as_one, actions):
    """Neighbour zones to which a camp's units can retreat; returns how many.

    Free of opposing and of Routier units (11.4.3); for Routiers, whom everybody opposes, also without a stronghold,
    rivers or not (11.4.4). `as_one`: besiegers whose siege is lifted, whom Routiers do not bar (11.5.2).
    """
    count = 0
    if camp == s.GUARD:
        return count
    for at in range(table.roads.shape[1]):
        to = table.borders[place, at] if camp == s.ROUTIERS else table.roads[place, at]
        if to < 0:
            break
        if camp < s.ROUTIERS:
            free = hostile(table, state, to, camp) == 0 and (as_one or units(state, to, s.ROUTIER) == 0)
        else:
            free = stronghold(table, state, to) == 0
            for other in range(s.ROUTIERS):  # a stronghold bars them from the zone of the Papal Guard
                free = free and strength(table, state, to, other) == 0
        if free:
            actions[count] = s.TO_ZONE * s.VERB + to
            count += 1
    return count


@routine
def ways_out(table, state, zone, flags, side, actions):
    """Where a unit of a side can retreat, the stronghold of the zone among it; returns how many ways there are."""
    place = place_of(table, zone, side)
    count = retreats(table, state, place, camp_of(flags, side), False, actions)
    if shelters(table, state, zone, flags, side) > 0:
        actions[count] = s.TO_ZONE * s.VERB + place
        count += 1
    return count


@inner
def room(table, state, zone, flags, side):
    """Units of a side that can retreat from a roll: all, if there is a neighbour zone, else those who find shelter."""
    actions = np.zeros(MOST_NEIGHBOURS + 1, np.int32)
    free = retreats(table, state, place_of(table, zone, side), camp_of(flags, side), False, actions)
    return 1 << 30 if free > 0 else shelters(table, state, zone, flags, side)


@routine
def withdraw(table, state, zone, flags, side, kind, to):
    """A unit retreats; leaders left without one go along."""
    camp, place = camp_of(flags, side), place_of(table, zone, side)
    state[s.DUE_RETREAT + 3 * side + kind] -= 1
    if to == place:
        state[s.INSIDE + kind] += 1
        return
    shift(state, place, to, kind_of(camp, kind), 1)
    if camp < s.ROUTIERS and strength(table, state, place, camp) == 0:
        leaders_follow(table, state, place, to, camp)


@routine
def lift(table, state, place, to, camp):
    """Besiegers retreat as one army and have moved (11.5.2); `to` -1: they are dispersed."""
    for kind in range(3):
        here = units(state, place, 3 * camp + kind)
        if to < 0:
            take(state, place, 3 * camp + kind, here)
            continue
        shift(state, place, to, 3 * camp + kind, here)
        if camp == state[s.ACTIVE] // 2:
            state[s.MOVED + 3 * to + kind] += here
    if to >= 0:
        leaders_follow(table, state, place, to, camp)


# ---- settled -------------------------------------------------------------------------------------------------------


@inner
def settle_dues(table, state, zone, flags):
    """Settle what is due up to the first choice, in the order of 11.4: LOSS, DISPERSION, RETREAT, ROUTIER; True: a
    decision is waiting."""
    actions = np.zeros(MOST_NEIGHBOURS + 1, np.int32)
    for side in range(2):
        due = np.int64(state[s.DUE_LOSS + side])
        if 0 < due < fighting(state, side) and victims(table, state, zone, flags, side, actions) > 1:
            push(state, s.FALL, decider(flags, 1 - side if state[s.SHOT] else side), side, camp_of(flags, side))
            return True
        for kind in range(3):
            if due > 0:
                fall(table, state, zone, flags, side, kind, min(due, np.int64(state[s.FIGHTING + 3 * side + kind])))
        state[s.DUE_LOSS + side] = 0
    state[s.SHOT] = 0
    for side in range(2):
        for kind in range(2):
            leave(table, state, zone, flags, side, kind, np.int64(state[s.DUE_DISPERSION + 2 * side + kind]))
            state[s.DUE_DISPERSION + 2 * side + kind] = 0
    for side in range(2):
        for kind in range(3):
            while state[s.DUE_RETREAT + 3 * side + kind] > 0:
                ways = ways_out(table, state, zone, flags, side, actions)
                if ways > 1:
                    push(state, s.RETREAT, decider(flags, side), side, 4 * camp_of(flags, side) + kind)
                    return True
                if ways == 1:
                    withdraw(table, state, zone, flags, side, kind, actions[0] % s.VERB)
                else:
                    state[s.DUE_RETREAT + 3 * side + kind] -= 1
                    leave(table, state, zone, flags, side, kind, 1)
    for side in range(2):
        for kind in range(2):
            turn_routier(table, state, zone, flags, side, kind, np.int64(state[s.DUE_ROUTIER + 2 * side + kind]))
            state[s.DUE_ROUTIER + 2 * side + kind] = 0
    if state[s.LIFTED] == TO_LIFT:
        camp = camp_of(flags, 0)
        ways = retreats(table, state, zone, camp, True, actions)
        if ways > 1:
            push(state, s.RETREAT, decider(flags, 0), 0, 4 * camp + s.WHOLE_ARMY)
            return True
        other = across(table, state, zone, camp)
        lift(table, state, zone, np.int64(actions[0] % s.VERB) if ways == 1 else -1, camp)
        if other >= 0:
            ways = retreats(table, state, other, camp, True, actions)
            lift(table, state, other, np.int64(actions[0] % s.VERB) if ways == 1 else -1, camp)
        state[s.LIFTED] = IS_LIFTED
    return False


@routine
def victims(table, state, zone, flags, side, actions):
    """Who of a side can fall: its kinds, and of those who besiege Paris from both sides where (11.5.1)."""
    other = across(table, state, zone, camp_of(flags, side)) if side == 0 else -1
    count = 0
    for place in range(2):
        for kind in range(3):
            falls = state[s.FIGHTING + 3 * side + kind] > 0
            if other >= 0:
                falls = units(state, zone if place == 0 else other, kind_of(camp_of(flags, side), kind)) > 0
            if falls and (place == 0 or other >= 0):
                actions[count] = s.FALLS * s.VERB + ACROSS * place + kind
                count += 1
    return count


@routine
def legal_fall(table, state, actions):
    """Which unit falls."""
    at = top(state)
    return victims(table, state, np.int64(state[at - 3]), np.int64(state[at - 2]), np.int64(state[at + 2]), actions)


@routine
def apply_fall(table, state, action):
    """One unit of that kind falls."""
    side = np.int64(state[top(state) + 2])
    pop(state)
    at = top(state)
    zone, flags = np.int64(state[at + 1]), np.int64(state[at + 2])
    state[s.DUE_LOSS + side] -= 1
    other = across(table, state, zone, camp_of(flags, side)) if side == 0 else -1
    if other >= 0:
        fall_in(state, zone if action % s.VERB < ACROSS else other, flags, side, action % s.VERB % ACROSS)
    else:
        fall(table, state, zone, flags, side, action % s.VERB, 1)
    settle_losses(table, state)


@routine
def legal_retreat(table, state, actions):
    """Where the unit, or the besieging army, goes."""
    at = top(state)
    side = np.int64(state[at + 2])
    zone, flags = np.int64(state[at - 3]), np.int64(state[at - 2])  # of the fight below
    if state[at + 3] % 4 == s.WHOLE_ARMY:
        return retreats(table, state, zone, camp_of(flags, side), True, actions)
    return ways_out(table, state, zone, flags, side, actions)


@routine
def apply_retreat(table, state, action):
    """There it goes."""
    at = top(state)
    side, kind = np.int64(state[at + 2]), np.int64(state[at + 3]) % 4
    pop(state)
    at = top(state)
    zone, flags = np.int64(state[at + 1]), np.int64(state[at + 2])
    if kind == s.WHOLE_ARMY:
        lift(table, state, zone, action % s.VERB, camp_of(flags, side))
        state[s.LIFTED] = IS_LIFTED
    else:
        withdraw(table, state, zone, flags, side, kind, action % s.VERB)
    settle_losses(table, state)
