"""The Routiers' turn (12) and the ways of a Free Company (13)."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import routine
from simcore.games.cent_ans.play.frames import pop, push, push_fight, top
from simcore.games.cent_ans.play.layout import (
    AWAY,
    COMPANY,
    PASS,
    ROUTE,
    ROUTIER,
    ROUTIER_TURN,
    ROUTIERS,
    ROUTIERS_DONE,
    STEP,
    TO_MOVE,
    VERB,
)
from simcore.games.cent_ans.play.table import A_NORTH_CAMP
from simcore.games.cent_ans.play.zones import company_in, put, settle_companies, shift, strength, stronghold, units


@routine
def activate(state, camp):
    """The Routiers' turn, once in a turn (12); `camp` plays them, against the other one."""
    if state[ROUTIERS_DONE] == 0:
        state[ROUTIERS_DONE] = 1
        push(state, ROUTIER_TURN, camp, 0, 0)


@routine
def run_routier_turn(table, state):
    """Reinforcements (12.1), then every army moves (12.2), then they fight those whom the players' enemy has."""
    at = top(state)
    camp, stage = np.int64(state[at + 1]), np.int64(state[at + 2])
    if stage == 0:
        _reinforce(table, state)
        settle_companies(table, state)
        for zone in range(table.zones):
            state[TO_MOVE + zone] = units(state, zone, ROUTIER)
        state[at + 2] = 1
        return
    if stage == 1:
        for zone in range(table.zones):
            state[TO_MOVE + zone] = min(state[TO_MOVE + zone], units(state, zone, ROUTIER))
            if state[TO_MOVE + zone] > 0:
                push(state, ROUTE, camp, zone, 0)
                return
        settle_companies(table, state)
        state[at + 2] = 2
        return
    for zone in range(np.int64(state[at + 3]), table.zones):
        meets = units(state, zone, ROUTIER) > 0 and strength(table, state, zone, 1 - camp) > 0
        if meets and stronghold(table, state, zone) == 0:
            state[at + 3] = zone + 1
            push_fight(state, zone, ROUTIERS, 1 - camp, 0)
            return
    pop(state)


@routine
def _free(table, state, zone):
    """Is a zone without a unit of the factions?"""
    return strength(table, state, zone, 0) + strength(table, state, zone, 1) == 0


@routine
def _reinforce(table, state):
    """One unit in each camp, both in the free one, else where most Routiers are, else in the first free zone (12.1)."""
    free = 0
    for zone in table.camps:
        free += _free(table, state, zone)
    if free > 0:
        for zone in table.camps:
            if _free(table, state, zone):
                put(state, zone, ROUTIER, table.camps.size // free)
        return
    best = -1
    for zone in range(table.marks[A_NORTH_CAMP]):
        here = units(state, zone, ROUTIER)
        if here > 0 and (best < 0 or here > units(state, best, ROUTIER)):
            best = zone
    for zone in range(table.marks[A_NORTH_CAMP]):
        if best < 0 and _free(table, state, zone):
            best = zone
    if best >= 0:
        put(state, best, ROUTIER, table.camps.size)


@routine
def legal_route(table, state, actions):
    """Where the Routiers of a zone go: to a neighbour (12.2), a company as far as its leader leads it (13.3.1)."""
    zone = np.int64(state[top(state) + 2])
    company = company_in(state, zone)
    count = 0
    arrows = table.company[company, 0] if company >= 0 else 1
    kept = company >= 0 and table.point[table.region[zone]] > 0  # it stays in a region whose point it contests
    for to in range(table.marks[A_NORTH_CAMP]):
        if (
            to != zone
            and not (kept and table.region[to] != table.region[zone])
            and _reaches(table, zone, to, arrows, kept)
        ):
            actions[count] = STEP * VERB + to
            count += 1
    if count == 0:
        actions[0] = PASS
        count = 1
    return count


@routine
def _reaches(table, zone, to, arrows, kept):
    """Is there a way of at most so many steps?"""
    for at in range(table.roads.shape[1]):
        one = table.roads[zone, at]
        if one < 0:
            return False
        if kept and table.region[one] != table.region[zone]:
            continue
        if one == to or (arrows > 1 and _two_steps(table, one, to, arrows - 1, kept)):
            return True
    return False


@routine
def _two_steps(table, zone, to, arrows, kept):
    """Up to three more steps."""
    for a in range(table.roads.shape[1]):
        one = table.roads[zone, a]
        if one < 0:
            return False
        if kept and table.region[one] != table.region[zone]:
            continue
        if one == to:
            return True
        if arrows < 2:
            continue
        for b in range(table.roads.shape[1]):
            two = table.roads[one, b]
            if two < 0:
                break
            if kept and table.region[two] != table.region[zone]:
                continue
            if two == to:
                return True
            if arrows < 3:
                continue
            for c in range(table.roads.shape[1]):
                if table.roads[two, c] == to:
                    return True
    return False


@routine
def apply_route(table, state, action):
    """All who still stand there move together, their company's leader with them."""
    zone = np.int64(state[top(state) + 2])
    pop(state)
    company = company_in(state, zone)
    # A company picks up whom it meets (13.3.1), so nobody of it stays behind.
    count = units(state, zone, ROUTIER) if company >= 0 else np.int64(state[TO_MOVE + zone])
    state[TO_MOVE + zone] = 0
    if action == PASS:
        return
    to = action % VERB
    shift(state, zone, to, ROUTIER, count)
    if company >= 0:
        if company_in(state, to) < 0:
            state[COMPANY + company] = to
        else:
            state[COMPANY + company] = AWAY  # two companies join under one leader


@routine
def form_company(table, state, company, zone):
    """A card forms its own company there, from the reserve and then from the largest bands (TACTIC card 18)."""
    wanted = table.company[company, 1]
    wanted -= put(state, zone, ROUTIER, wanted)
    while wanted > 0:
        best = -1
        for other in range(table.zones):
            here = units(state, other, ROUTIER)
            if other != zone and here > 0 and (best < 0 or here > units(state, best, ROUTIER)):
                best = other
        if best < 0:
            break
        shift(state, best, zone, ROUTIER, 1)
        wanted -= 1
    settle_companies(table, state)
    if units(state, zone, ROUTIER) >= table.company_size:
        other = company_in(state, zone)
        if other >= 0:
            state[COMPANY + other] = AWAY
        state[COMPANY + company] = zone
