"""TACTIC cards that happen at once (17): who or which zone is chosen, and what comes of it."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import inner, routine
from simcore.games.cent_ans.full_game import state as s
from simcore.games.cent_ans.full_game.board_arrays import A_NORTH_CAMP
from simcore.games.cent_ans.full_game.frames import count_down, or_pass, pop, push, push_fight, top
from simcore.games.cent_ans.full_game.rules.routiers import begin_company
from simcore.games.cent_ans.full_game.rules.zones import (
    company_in,
    dissolve_companies,
    distances,
    hostile,
    kind_of_faction,
    put,
    settle_losses,
    shift,
    strength,
    units,
)


@inner
def legal_tactic_zone(table, state, actions):
    """Zones for Pillage, Tête-Noire, Recruitment and the Revolt of the Routiers."""
    at = top(state)
    camp, effect, amount = np.int64(state[at + 1]), np.int64(state[at + 2]), np.int64(state[at + 3])
    if effect == s.REVOLT_OF_ROUTIERS and amount > 0:
        return _nearest_enemies(table, state, amount - 1, camp, actions)
    count = 0
    for zone in range(table.marks[A_NORTH_CAMP]):
        fits = effect == s.PILLAGE
        if effect == s.RECRUIT:
            fits = strength(table, state, zone, camp) > 0
        elif effect == s.TETE_NOIRE:
            fits = table.company_zone[0, zone] > 0
        elif effect == s.REVOLT_OF_ROUTIERS:
            fits = units(state, zone, s.ROUTIER) > 0
        if fits:
            actions[count] = s.TO_ZONE * s.VERB + zone
            count += 1
    return or_pass(actions, count)


@inner
def _nearest_enemies(table, state, zone, camp, actions):
    """The nearest zones, by road, with units of a camp's enemy (TACTIC card 27); returns how many."""
    far = distances(table, zone, table.zones, -1)
    count, nearest = 0, table.zones
    for to in range(table.marks[A_NORTH_CAMP]):
        if strength(table, state, to, 1 - camp) > 0 and 0 <= far[to] <= nearest:
            count = count if far[to] == nearest else 0
            nearest = far[to]
            actions[count] = s.TO_ZONE * s.VERB + to
            count += 1
    return or_pass(actions, count)


@routine
def apply_tactic_zone(table, state, action):
    """The event happens there; a revolt is first told where, then whither."""
    at = top(state)
    camp, effect, amount = np.int64(state[at + 1]), np.int64(state[at + 2]), np.int64(state[at + 3])
    pop(state)
    if action == s.PASS:
        return
    zone = action % s.VERB
    if effect == s.RECRUIT:
        put(state, zone, 3 * camp + s.ELITE, amount)
        return
    if effect == s.TETE_NOIRE:
        begin_company(table, state, camp, zone)
        return
    if effect == s.REVOLT_OF_ROUTIERS and amount == 0:
        push(state, s.TACTIC_ZONE, camp, effect, zone + 1)
        return
    if effect == s.PILLAGE:
        put(state, zone, s.ROUTIER, amount)
    elif amount - 1 != zone:
        company = company_in(state, amount - 1)
        shift(state, amount - 1, zone, s.ROUTIER, units(state, amount - 1, s.ROUTIER))
        if company >= 0:
            state[s.COMPANY + company] = zone if company_in(state, zone) < 0 else s.AWAY
    dissolve_companies(table, state)
    if units(state, zone, s.ROUTIER) > 0 and strength(table, state, zone, 1 - camp) > 0:
        push_fight(state, zone, s.ROUTIERS, 1 - camp, s.OPEN_FIELD | s.IGNORES_DISPERSION)


@routine
def legal_militia(table, state, actions):
    """Whose militia it is: the Burgundians' or the Armagnacs' (TACTIC card 13)."""
    actions[0] = s.FACTION_NUMBER * s.VERB + s.BURGUNDIAN
    actions[1] = s.FACTION_NUMBER * s.VERB + s.ARMAGNAC
    return 2


@routine
def apply_militia(table, state, action):
    """That faction places its units."""
    amount = np.int64(state[top(state) + 2])
    pop(state)
    push(state, s.MILITIA_ZONE, action % s.VERB, amount, 0)


@routine
def legal_militia_zone(table, state, actions):
    """Any zone without units of the opposing camp, or no more; if the reserve is empty, first whence a unit comes."""
    at = top(state)
    faction, source = np.int64(state[at + 1]), np.int64(state[at + 3]) - 1
    calls_up = state[s.RESERVE + faction] == 0 and source < 0
    actions[0] = s.PASS
    count = 1 if source < 0 else 0
    for zone in range(table.marks[A_NORTH_CAMP]):
        fits = hostile(table, state, zone, faction // 2) == 0
        if calls_up:
            fits = units(state, zone, kind_of_faction(faction)) > 0
        if fits:
            actions[count] = s.TO_ZONE * s.VERB + zone
            count += 1
    return count


@routine
def apply_militia_zone(table, state, action):
    """One unit to a zone."""
    at = top(state)
    faction, source = np.int64(state[at + 1]), np.int64(state[at + 3]) - 1
    kind = kind_of_faction(faction)
    if action != s.PASS and state[s.RESERVE + faction] == 0 and source < 0:
        state[at + 3] = action % s.VERB + 1
        return
    state[at + 3] = 0
    count_down(state, 2, action)
    if action == s.PASS:
        return
    if source >= 0:
        shift(state, source, action % s.VERB, kind, 1)
        settle_losses(table, state)
    else:
        put(state, action % s.VERB, kind, 1)
