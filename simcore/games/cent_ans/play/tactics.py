"""TACTIC cards (10.4, 17): drawn, held, laid out as equipment, and those that happen at once."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import inner, routine
from simcore.engine.rng import below
from simcore.games.cent_ans.play.frames import count_tactics, or_pass, pop, push, push_fight, top
from simcore.games.cent_ans.play.layout import (
    A_MADNESS,
    A_MILITIA,
    ARMAGNAC,
    AWAY,
    BLACK_DEATH,
    BURGUNDIAN,
    COMPANY,
    DISCARD,
    DISCARDED,
    DRAW_FROM,
    ELITE,
    EPIDEMIC,
    EQUIPMENT,
    EQUIPPED,
    FACTION_NUMBER,
    FRANCS_ARCHERS,
    HELD,
    IGNORES_DISPERSION,
    KINDS,
    MILITIA,
    MILITIA_ZONE,
    OPEN_FIELD,
    PASS,
    PILE_1,
    PILE_3,
    PILLAGE,
    RECRUIT,
    RESERVE,
    REVOLT_OF_ROUTIERS,
    ROUTIER,
    ROUTIERS,
    TACTIC,
    TACTIC_DRAW,
    TACTIC_ZONE,
    TACTICS,
    TECHNIQUE,
    TETE_NOIRE,
    THROW_AWAY,
    TO_ZONE,
    TTM,
    VERB,
)
from simcore.games.cent_ans.play.routiers import activate, begin_company
from simcore.games.cent_ans.play.table import A_NORTH_CAMP, SLOTS, SPACES, T_AMOUNT, T_EFFECT, T_KIND, TACTIC_HAND
from simcore.games.cent_ans.play.zones import (
    company_in,
    distances,
    hostile,
    put,
    settle_companies,
    settle_losses,
    shift,
    strength,
    take,
    units,
)


@routine
def hold(table, state, camp, card):
    """A card into a camp's hand of TACTIC cards (10.4)."""
    state[TACTIC + card] = HELD + camp
    if count_tactics(state, HELD + camp) > table.numbers[TACTIC_HAND]:
        push(state, DISCARD, camp, HELD, 0)


@routine
def equip(table, state, camp, card):
    """A card into a camp's EQUIPMENT zone (10.4.1)."""
    state[TACTIC + card] = EQUIPPED + camp
    if count_tactics(state, EQUIPPED + camp) > table.numbers[SLOTS]:
        push(state, DISCARD, camp, EQUIPPED, 0)


@routine
def legal_discard(table, state, actions):
    """One card too many: any of them may go."""
    at = top(state)
    where = state[at + 2] + state[at + 1]
    count = 0
    for card in range(TACTICS):
        if state[TACTIC + card] == where:
            actions[count] = THROW_AWAY * VERB + card
            count += 1
    return count


@routine
def apply_discard(table, state, action):
    """The chosen card leaves the game."""
    pop(state)
    state[TACTIC + action % VERB] = DISCARDED


@routine
def run_tactic_draw(table, state, stream):
    """Draw a card of the camp's era, or the next that has one (10.4)."""
    at = top(state)
    camp, pile = np.int64(state[at + 1]), np.int64(state[at + 2])
    if pile < 0:
        era = (max(state[TTM + camp], 1) - 1) // table.numbers[SPACES]
        pile = PILE_1 + min(era, 2)
    left = count_tactics(state, pile)
    while left == 0 and pile < PILE_3:
        pile += 1
        left = count_tactics(state, pile)
    if left == 0:
        pop(state)
        return
    skip = below(stream, left)
    drawn = 0
    for card in range(TACTICS):
        if state[TACTIC + card] == pile:
            if skip == 0:
                drawn = card
                break
            skip -= 1
    state[TACTIC + drawn] = DISCARDED
    effect = table.tactic[drawn, T_EFFECT]
    if effect in (BLACK_DEATH, EPIDEMIC):
        _plague(table, state, effect == BLACK_DEATH)
        state[at + 2] = pile  # then one more from the same pile
        return
    pop(state)
    if table.tactic[drawn, T_KIND] == TECHNIQUE or effect in (FRANCS_ARCHERS, A_MADNESS):
        hold(table, state, camp, drawn)
    elif table.tactic[drawn, T_KIND] == EQUIPMENT:
        equip(table, state, camp, drawn)
    elif effect == A_MILITIA:
        push(state, MILITIA, camp, table.tactic[drawn, T_AMOUNT], 0)
    else:
        push(state, TACTIC_ZONE, camp, effect, table.tactic[drawn, T_AMOUNT])
        if effect != RECRUIT:
            activate(state, camp)


@routine
def _plague(table, state, black):
    """Black Death: half of each faction in a zone; Epidemic: one unit of the largest, never a camp's last (17.2)."""
    for zone in range(table.zones):
        if black:
            for kind in range(KINDS):
                if kind % 3 != ELITE:  # elite units belong to no faction (4.3)
                    take(state, zone, kind, units(state, zone, kind) // 2)
            continue
        best, tied = -1, False
        for kind in range(KINDS):
            here = units(state, zone, kind)
            if kind % 3 == ELITE:
                continue
            if here > 0 and (best < 0 or here > units(state, zone, best)):
                best, tied = kind, False
            elif here > 0 and here == units(state, zone, best):
                tied = True
        if best >= 0 and not tied and (best == ROUTIER or strength(table, state, zone, best // 3) > 1):
            take(state, zone, best, 1)
    settle_losses(table, state)


@routine
def legal_pile(table, state, actions):
    """A marker at the end of the track draws from any era (10.4)."""
    count = 0
    for pile in range(PILE_1, PILE_3 + 1):
        if count_tactics(state, pile) > 0:
            actions[count] = DRAW_FROM * VERB + pile
            count += 1
    return or_pass(actions, count)


@routine
def apply_pile(table, state, action):
    """Draw from that pile."""
    camp = np.int64(state[top(state) + 1])
    pop(state)
    if action != PASS:
        push(state, TACTIC_DRAW, camp, action % VERB, 0)


# ---- what happens at once: a zone is chosen -------------------------------------------------------------------------


@inner
def legal_tactic_zone(table, state, actions):
    """Zones for Pillage, Tête-Noire, Recruitment and the Revolt of the Routiers."""
    at = top(state)
    camp, effect, amount = np.int64(state[at + 1]), np.int64(state[at + 2]), np.int64(state[at + 3])
    if effect == REVOLT_OF_ROUTIERS and amount > 0:
        return _nearest_enemies(table, state, amount - 1, camp, actions)
    count = 0
    for zone in range(table.marks[A_NORTH_CAMP]):
        fits = effect == PILLAGE
        if effect == RECRUIT:
            fits = strength(table, state, zone, camp) > 0 and hostile(table, state, zone, camp) == 0
        elif effect == TETE_NOIRE:
            fits = table.company_zone[0, zone] > 0
        elif effect == REVOLT_OF_ROUTIERS:
            fits = units(state, zone, ROUTIER) > 0
        if fits:
            actions[count] = TO_ZONE * VERB + zone
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
            actions[count] = TO_ZONE * VERB + to
            count += 1
    return or_pass(actions, count)


@routine
def apply_tactic_zone(table, state, action):
    """The event happens there; a revolt is first told where, then whither."""
    at = top(state)
    camp, effect, amount = np.int64(state[at + 1]), np.int64(state[at + 2]), np.int64(state[at + 3])
    pop(state)
    if action == PASS:
        return
    zone = action % VERB
    if effect == RECRUIT:
        put(state, zone, 3 * camp + ELITE, amount)
        return
    if effect == TETE_NOIRE:
        begin_company(table, state, camp, zone)
        return
    if effect == REVOLT_OF_ROUTIERS and amount == 0:
        push(state, TACTIC_ZONE, camp, effect, zone + 1)
        return
    if effect == PILLAGE:
        put(state, zone, ROUTIER, amount)
    elif amount - 1 != zone:
        company = company_in(state, amount - 1)
        shift(state, amount - 1, zone, ROUTIER, units(state, amount - 1, ROUTIER))
        if company >= 0:
            state[COMPANY + company] = zone if company_in(state, zone) < 0 else AWAY
    settle_companies(table, state)
    if units(state, zone, ROUTIER) > 0 and strength(table, state, zone, 1 - camp) > 0:
        push_fight(state, zone, ROUTIERS, 1 - camp, OPEN_FIELD | IGNORES_DISPERSION)


@routine
def legal_militia(table, state, actions):
    """Whose militia it is: the Burgundians' or the Armagnacs' (TACTIC card 13)."""
    actions[0] = FACTION_NUMBER * VERB + BURGUNDIAN
    actions[1] = FACTION_NUMBER * VERB + ARMAGNAC
    return 2


@routine
def apply_militia(table, state, action):
    """That faction places its units."""
    amount = np.int64(state[top(state) + 2])
    pop(state)
    push(state, MILITIA_ZONE, action % VERB, amount, 0)


@routine
def legal_militia_zone(table, state, actions):
    """Any zone without units of the opposing camp, or no more; if the reserve is empty, first whence a unit comes."""
    at = top(state)
    faction, source = np.int64(state[at + 1]), np.int64(state[at + 3]) - 1
    calls_up = state[RESERVE + faction] == 0 and source < 0
    actions[0] = PASS
    count = 1 if source < 0 else 0
    for zone in range(table.marks[A_NORTH_CAMP]):
        fits = hostile(table, state, zone, faction // 2) == 0
        if calls_up:
            fits = units(state, zone, 3 * (faction // 2) + faction % 2) > 0
        if fits:
            actions[count] = TO_ZONE * VERB + zone
            count += 1
    return count


@routine
def apply_militia_zone(table, state, action):
    """One unit to a zone."""
    at = top(state)
    faction, source = np.int64(state[at + 1]), np.int64(state[at + 3]) - 1
    kind = 3 * (faction // 2) + faction % 2
    if action != PASS and state[RESERVE + faction] == 0 and source < 0:
        state[at + 3] = action % VERB + 1
        return
    state[at + 2] -= 1
    state[at + 3] = 0
    if action == PASS or state[at + 2] == 0:
        pop(state)
    if action == PASS:
        return
    if source >= 0:
        shift(state, source, action % VERB, kind, 1)
        settle_losses(table, state)
    else:
        put(state, action % VERB, kind, 1)
