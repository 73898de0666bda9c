"""Free Companies that form (13): as soon as five Routiers are together, under a leader of the active faction's choice.

A company forms before the next decision or fight, not between the dice of a battle, nor while Routiers move or gather.
"""

from __future__ import annotations

from simcore.engine.jit import routine
from simcore.games.cent_ans.full_game import state as s
from simcore.games.cent_ans.full_game.frames import pop, push, top
from simcore.games.cent_ans.full_game.rules.zones import company_in, units

PLACES = 100  # an action of COMPANY_LEADER: leader times this, and zone
MOVING = 2  # the stage of ROUTIER_TURN in which bands move


@routine
def is_calm(state):
    """Is it no moment of a fight, nor of a move of Routiers?"""
    at = top(state)
    if state[at] in (s.ROUTE, s.BAND, s.GATHER) or (state[at] == s.ROUTIER_TURN and state[at + 2] == MOVING):
        return False
    if state[at] == s.FIGHT:
        return state[at + 3] == 0
    return at == s.FRAMES or state[at - 4] != s.FIGHT or state[at - 1] == 0


@routine
def is_free(table, state, company):
    """Can a leader form a company? A card's own one is never taken without that card."""
    return state[s.COMPANY + company] == s.AWAY and table.company[company, 1] == 0


@routine
def is_group(table, state, zone):
    """Are there enough Routiers in a zone for a company, without being one?"""
    return units(state, zone, s.ROUTIER) >= table.company_size and company_in(state, zone) < 0


@routine
def legal_company_leader(table, state, actions):
    """A free leader for a group of Routiers."""
    count = 0
    for company in range(s.COMPANIES):
        if is_free(table, state, company):
            for zone in range(table.zones):
                if is_group(table, state, zone):
                    actions[count] = s.FORM_COMPANY * s.VERB + PLACES * company + zone
                    count += 1
    return count


@routine
def apply_company_leader(table, state, action):
    """He leads it; there may be another group and another leader."""
    pop(state)
    _form(state, action)
    state[s.DIRTY] = 1


@routine
def _form(state, action):
    argument = action % s.VERB
    state[s.COMPANY + argument // PLACES] = argument % PLACES


@routine
def form_companies(table, state):
    """Form the companies that leave no choice, and ask for the others; True: a decision waits."""
    while True:
        groups, free, last, leader = 0, 0, 0, 0
        for zone in range(table.zones):
            if is_group(table, state, zone):
                groups += 1
                last = zone
        if groups == 0:
            return False
        for company in range(s.COMPANIES):
            if is_free(table, state, company):
                free += 1
                leader = company
        if free == 0:
            return False
        if groups > 1 or free > 1:
            push(state, s.COMPANY_LEADER, 0, 0, 0)
            return True
        _form(state, PLACES * leader + last)
