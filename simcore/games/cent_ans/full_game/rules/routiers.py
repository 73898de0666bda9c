"""The Routiers' turn (12) and the ways of a Free Company (13)."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import inner, routine
from simcore.games.cent_ans.full_game import state as s
from simcore.games.cent_ans.full_game.board_arrays import A_NORTH_CAMP
from simcore.games.cent_ans.full_game.frames import count_down, or_pass, pop, push, push_fight, top
from simcore.games.cent_ans.full_game.rules.zones import (
    company_in,
    dissolve_companies,
    distances,
    put,
    shift,
    strength,
    stronghold,
    units,
)

CARDS_COMPANY = 0  # the one that a card forms


@routine
def activate(state, camp):
    """The Routiers' turn, once in a turn (12); `camp` plays them, against the other one."""
    if state[s.ROUTIERS_DONE] == 0:
        state[s.ROUTIERS_DONE] = 1
        push(state, s.ROUTIER_TURN, camp, 0, 0)


@routine
def run_routier_turn(table, state):
    """Reinforcements (12.1), then every army moves (12.2), then they fight those whom the players' enemy has."""
    at = top(state)
    camp, stage = np.int64(state[at + 1]), np.int64(state[at + 2])
    if stage == 0:
        state[at + 2] = 1
        _reinforce(table, state, camp)
        return
    if stage == 1:
        for zone in range(table.zones):
            state[s.TO_MOVE + zone] = units(state, zone, s.ROUTIER)
        state[at + 2] = 2
        return
    if stage == 2:
        bands, last = 0, 0
        for zone in range(table.zones):
            state[s.TO_MOVE + zone] = min(state[s.TO_MOVE + zone], units(state, zone, s.ROUTIER))
            if state[s.TO_MOVE + zone] > 0:
                bands += 1
                last = zone
        if bands > 1:
            push(state, s.BAND, camp, 0, 0)
            return
        if bands == 1:
            push(state, s.ROUTE, camp, last, 0)
            return
        state[at + 2] = 3
        for zone in range(table.zones):  # from here on: where a battle is still to be fought, each once
            state[s.TO_MOVE + zone] = _meets(table, state, zone, camp)
        return
    fights, where = 0, 0
    for zone in range(table.zones):
        state[s.TO_MOVE + zone] = state[s.TO_MOVE + zone] > 0 and _meets(table, state, zone, camp)
        if state[s.TO_MOVE + zone]:
            fights += 1
            where = zone
    if fights > 1:
        push(state, s.CHOOSE_BATTLE, 0, 0, 0)
    elif fights == 1:
        fight_routiers(state, where, camp)
    else:
        pop(state)


@routine
def _meets(table, state, zone, camp):
    """Do Routiers, played by a camp, meet units of the other one in the open (12.3)?"""
    meets = units(state, zone, s.ROUTIER) > 0 and strength(table, state, zone, 1 - camp) > 0
    return meets and stronghold(table, state, zone) == 0


@routine
def fight_routiers(state, zone, camp):
    """Their battle in a zone; it is fought once."""
    state[s.TO_MOVE + zone] = 0
    push_fight(state, zone, s.ROUTIERS, 1 - camp, 0)


@routine
def _free(table, state, zone):
    """Is a zone without a unit of the factions?"""
    return strength(table, state, zone, 0) + strength(table, state, zone, 1) == 0


@routine
def _reinforce(table, state, camp):
    """One unit in each camp, both in the free one, else in another zone, which is asked for (12.1)."""
    free = 0
    for zone in table.camps:
        free += _free(table, state, zone)
    if free == 0:
        push(state, s.ROUTIER_CAMP, camp, 0, 0)
        return
    for zone in table.camps:
        if _free(table, state, zone):
            put(state, zone, s.ROUTIER, table.camps.size // free)


@routine
def legal_camp(table, state, actions):
    """Where there are Routiers already, else where there is nobody: "another zone", so none of the camps."""
    count = 0
    for bands in (True, False):
        for zone in range(table.marks[A_NORTH_CAMP]):
            fits = units(state, zone, s.ROUTIER) > 0 if bands else _free(table, state, zone)
            for held in table.camps:
                fits = fits and zone != held
            if fits:
                actions[count] = s.TO_ZONE * s.VERB + zone
                count += 1
        if count > 0:
            break
    return or_pass(actions, count)


@routine
def apply_camp(table, state, action):
    """Both appear there."""
    pop(state)
    if action != s.PASS:
        put(state, action % s.VERB, s.ROUTIER, table.camps.size)


@routine
def legal_band(table, state, actions):
    """Which band moves next (12.2): whoever plays the Routiers says so."""
    count = 0
    for zone in range(table.zones):
        if state[s.TO_MOVE + zone] > 0:
            actions[count] = s.TO_ZONE * s.VERB + zone
            count += 1
    return count


@routine
def apply_band(table, state, action):
    """That one moves."""
    camp = np.int64(state[top(state) + 1])
    pop(state)
    push(state, s.ROUTE, camp, action % s.VERB, 0)


@inner
def legal_route(table, state, actions):
    """Where the Routiers of a zone go: to a neighbour (12.2), a company as far as its leader leads it (13.3.1)."""
    zone = np.int64(state[top(state) + 2])
    company = company_in(state, zone)
    arrows = table.company[company, 0] if company >= 0 else 1
    kept = company >= 0 and table.point[table.region[zone]] > 0  # it stays in a region whose point it contests
    far = distances(table, zone, arrows, table.region[zone] if kept else -1)
    count = 0
    for to in range(table.marks[A_NORTH_CAMP]):
        if far[to] > 0:
            actions[count] = s.STEP * s.VERB + to
            count += 1
    return or_pass(actions, count)


@routine
def apply_route(table, state, action):
    """All who still stand there move together, their company's leader with them."""
    zone = np.int64(state[top(state) + 2])
    pop(state)
    company = company_in(state, zone)
    # A company picks up whom it meets (13.3.1), so nobody of it stays behind.
    count = units(state, zone, s.ROUTIER) if company >= 0 else np.int64(state[s.TO_MOVE + zone])
    state[s.TO_MOVE + zone] = 0
    if action == s.PASS:
        return
    to = action % s.VERB
    shift(state, zone, to, s.ROUTIER, count)
    if company >= 0:
        state[s.TO_MOVE + to] = 0  # whom it has picked up has moved with it (13.3.1)
        if company_in(state, to) < 0:
            state[s.COMPANY + company] = to
        else:
            state[s.COMPANY + company] = s.AWAY  # two companies join under one leader


@routine
def begin_company(table, state, camp, zone):
    """A card forms its own company there (TACTIC card 18): from the reserve, then from zones that are asked for."""
    wanted = table.company[CARDS_COMPANY, 1] - put(state, zone, s.ROUTIER, table.company[CARDS_COMPANY, 1])
    if wanted > 0:
        push(state, s.GATHER, camp, zone, wanted)
    else:
        _form_company(table, state, zone)


@routine
def legal_gather(table, state, actions):
    """Zones from which a Routier comes."""
    count = 0
    for zone in range(table.marks[A_NORTH_CAMP]):
        if zone != state[top(state) + 2] and units(state, zone, s.ROUTIER) > 0:
            actions[count] = s.TO_ZONE * s.VERB + zone
            count += 1
    return or_pass(actions, count)


@routine
def apply_gather(table, state, action):
    """One comes from there; after the last the company is formed."""
    zone = np.int64(state[top(state) + 2])
    if action != s.PASS:
        shift(state, action % s.VERB, zone, s.ROUTIER, 1)
        dissolve_companies(table, state)
    if count_down(state, 3, action):
        _form_company(table, state, zone)


@routine
def _form_company(table, state, zone):
    """The card's leader leads whoever has gathered, if they are enough (13)."""
    dissolve_companies(table, state)
    if units(state, zone, s.ROUTIER) >= table.company_size:
        other = company_in(state, zone)
        if other >= 0:
            state[s.COMPANY + other] = s.AWAY
        state[s.COMPANY + CARDS_COMPANY] = zone
