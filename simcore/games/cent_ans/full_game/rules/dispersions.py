"""What a roll does to its own side (11.4.2 to 11.4.5), and the leaders who may turn DISPERSION into RETREAT results.

John Talbot may turn all of a roll, Charles V one of it, of the faction that his player names. He is asked once the dice
lie, before anything of the roll is applied, and only where it changes anything: not where nobody can retreat anyhow.
"""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import inner, routine
from simcore.games.cent_ans.full_game import state as s
from simcore.games.cent_ans.full_game.board_arrays import L_DISPERSION
from simcore.games.cent_ans.full_game.frames import pop, push, top
from simcore.games.cent_ans.full_game.rules.casualties import room
from simcore.games.cent_ans.full_game.rules.fights import leaders_here, pitched_rule, roller
from simcore.games.cent_ans.full_game.rules.sides import camp_of
from simcore.games.cent_ans.kernels import (
    ALL_DISPERSION_RETREATS,
    NO_DISPERSION_CHANGE,
    ONE_DISPERSION_RETREATS,
    ONE_OF_SECOND_RETREATS,
    faction_results,
)

POWER_OF_ONE, POWER_OF_ALL = 1, 2  # L_DISPERSION
RESULTS = 5


@routine
def fates(table, state, zone, flags, side, change, space):
    """Who of the roller goes if `change` is made: dispersed, retreated, turned Routier, of either faction."""
    at = s.FIGHTING + 3 * side
    rule = pitched_rule(table, state, zone, flags, side, change)
    first, second = state[s.ROLLED : s.ROLLED + RESULTS], state[s.ROLLED + RESULTS : s.ROLLED + 2 * RESULTS]
    _, dispersed0, dispersed1, retreated0, retreated1, turned0, turned1 = faction_results(
        rule, first, second, 0, np.int64(state[at]), np.int64(state[at + 1]), space
    )
    return (
        np.int64(dispersed0), np.int64(dispersed1), np.int64(retreated0), np.int64(retreated1), np.int64(turned0),
        np.int64(turned1),
    )  # fmt: skip


@inner
def own_results(table, state, zone, flags, change):
    """What a roll does to its own side becomes due (11.3); `settle_dues` settles it."""
    side = roller(state, flags)
    dispersed0, dispersed1, retreated0, retreated1, turned0, turned1 = fates(
        table, state, zone, flags, side, change, room(table, state, zone, flags, side)
    )
    at = s.FIGHTING + 3 * side
    state[at] -= dispersed0 + retreated0 + turned0
    state[at + 1] -= dispersed1 + retreated1 + turned1
    state[s.DUE_RETREAT + 3 * side] += retreated0
    state[s.DUE_RETREAT + 3 * side + 1] += retreated1
    state[s.DUE_DISPERSION + 2 * side] += dispersed0
    state[s.DUE_DISPERSION + 2 * side + 1] += dispersed1
    state[s.DUE_ROUTIER + 2 * side] += turned0
    state[s.DUE_ROUTIER + 2 * side + 1] += turned1
    for result in range(2 * RESULTS):
        state[s.ROLLED + result] = 0


@inner
def _differs(table, state, zone, flags, side, change, faction):
    """Does a change of the roll change anything for a faction?"""
    space = room(table, state, zone, flags, side)
    plain = fates(table, state, zone, flags, side, NO_DISPERSION_CHANGE, space)
    other = fates(table, state, zone, flags, side, change, space)
    dispersed, retreated, turned = faction, 2 + faction, 4 + faction
    if plain[turned] != other[turned]:
        return True
    if space == 0:  # who cannot retreat is dispersed
        return plain[dispersed] + plain[retreated] != other[dispersed] + other[retreated]
    return plain[dispersed] != other[dispersed] or plain[retreated] != other[retreated]


@inner
def legal_turn(table, state, actions):
    """To leave the DISPERSION results as they are; to turn all, or one of either faction."""
    at = top(state)
    side, zone, flags = np.int64(state[at + 2]), np.int64(state[at - 3]), np.int64(state[at - 2])
    power = leaders_here(table, state, zone, camp_of(flags, side), L_DISPERSION)
    actions[0] = s.PASS
    count = 1
    for faction in range(2):
        change = ALL_DISPERSION_RETREATS
        if power == POWER_OF_ONE:
            change = ONE_DISPERSION_RETREATS if faction == 0 else ONE_OF_SECOND_RETREATS
        new = count == 1 or power == POWER_OF_ONE
        if new and power > 0 and _differs(table, state, zone, flags, side, change, faction):
            actions[count] = s.SAVE * s.VERB + change
            count += 1
    return count


@inner
def offer_turn(table, state, zone, flags):
    """Ask the leader of whoever has rolled, if he can change anything; True: he is asked."""
    side = roller(state, flags)
    camp = camp_of(flags, side)
    if flags & (s.IN_SIEGE | s.CIVIL) or leaders_here(table, state, zone, camp, L_DISPERSION) == 0:
        return False
    choices = np.zeros(3, np.int32)
    push(state, s.TURN_RESULTS, camp, side, 0)
    if legal_turn(table, state, choices) > 1:
        return True
    pop(state)
    return False


@inner
def apply_turn(table, state, action):
    """The roll counts as its leader has it; with that it is over."""
    pop(state)
    at = top(state)
    change = NO_DISPERSION_CHANGE if action == s.PASS else action % s.VERB
    own_results(table, state, np.int64(state[at + 1]), np.int64(state[at + 2]), change)
    state[s.STEPS] += 1


@inner
def turn_value(table, state, action):
    """What a change is worth in units: those it keeps from the reserve, twice those it takes from the battle."""
    if action == s.PASS:
        return 0.0
    at = top(state)
    side, zone, flags = np.int64(state[at + 2]), np.int64(state[at - 3]), np.int64(state[at - 2])
    space = room(table, state, zone, flags, side)
    plain = fates(table, state, zone, flags, side, NO_DISPERSION_CHANGE, space)
    other = fates(table, state, zone, flags, side, action % s.VERB, space)
    saved = plain[0] + plain[1] - other[0] - other[1] if space > 0 else 0
    gone = other[0] + other[1] + other[2] + other[3] + other[4] + other[5]
    gone -= plain[0] + plain[1] + plain[2] + plain[3] + plain[4] + plain[5]
    return 1.0 * saved - 2.0 * gone
