"""The BATTLES phase (11): which battle next, shelter or field, and how a fight goes stage by stage."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import inner, routine
from simcore.games.cent_ans.full_game import state as s
from simcore.games.cent_ans.full_game.board_arrays import A_PARIS, C_EFFECT
from simcore.games.cent_ans.full_game.frames import in_hand, pop, push, push_fight, top
from simcore.games.cent_ans.full_game.rules.aftermath import begin_dice, conclude, run_dice
from simcore.games.cent_ans.full_game.rules.battle_cards import offer_cards, offer_effects
from simcore.games.cent_ans.full_game.rules.casualties import settle_dues
from simcore.games.cent_ans.full_game.rules.events import holds_any_time
from simcore.games.cent_ans.full_game.rules.marches import bonus, march_after_fight
from simcore.games.cent_ans.full_game.rules.routiers import fight_routiers
from simcore.games.cent_ans.full_game.rules.sides import attack, camp_of, fighting, muster, place_of
from simcore.games.cent_ans.full_game.rules.zones import (
    company_in,
    hostile,
    leaders_follow,
    settle_losses,
    shift,
    siege_camp,
    strength,
    stronghold,
    units,
)


@routine
def run_battle(table, state):
    """The active faction's battles, one after the other (11.1)."""
    at = top(state)
    camp = state[s.ACTIVE] // 2
    if state[at + 1] == 0:  # the enemy's last chance for an event of any moment (17.1.1)
        state[at + 1] = 1
        if holds_any_time(table, state, 1 - camp):
            push(state, s.REACT, 1 - camp, 0, 0)
            return
    if state[at + 1] == 1:
        state[at + 1] = 2
        if camp == 0 and state[s.ACTIVE] == s.ENGLISH:
            for card in range(s.CARDS):
                if in_hand(state, s.FRENCH, card) and table.card[s.FRENCH, card, C_EFFECT] == s.SLIP_AWAY:
                    push(state, s.SLIP_EVENT, card, 0, 0)
                    return
    fights, free = 0, 0
    where = 0
    for zone in range(table.zones):
        if strength(table, state, zone, camp) == 0:
            continue
        if siege_camp(table, zone):
            if strength(table, state, table.marks[A_PARIS], 1 - camp) > 0:
                fights += 1
                where = zone
            else:
                for kind in range(3):
                    shift(state, zone, table.marks[A_PARIS], 3 * camp + kind, units(state, zone, 3 * camp + kind))
                leaders_follow(table, state, zone, table.marks[A_PARIS], camp)
        elif hostile(table, state, zone, camp) > 0:
            fights += 1
            where = zone
        elif company_in(state, zone) >= 0 and units(state, zone, 3 * camp + state[s.ACTIVE] % 2) > 0:
            free += 1
    if fights == 0 and free == 0:
        pop(state)
        state[s.SLIPPING] = 0
    elif fights == 1 and free == 0:
        attack(table, state, where, camp, 0)
    else:
        push(state, s.CHOOSE_BATTLE, 0, 0, 0)


@routine
def legal_choose_battle(table, state, actions):
    """A battle that must be fought, or a Free Company that may be attacked (13): in the BATTLES phase."""
    camp = state[s.ACTIVE] // 2
    if state[top(state) - 4] == s.ROUTIER_TURN:  # their battles (12.3), in the order of the active faction too
        return _legal_routier_battle(table, state, actions)
    companies = state[top(state) - 4] == s.BATTLE
    count = 0
    for zone in range(table.zones):
        if strength(table, state, zone, camp) > 0 and (
            siege_camp(table, zone) or hostile(table, state, zone, camp) > 0
        ):
            actions[count] = s.FIGHT_IN * s.VERB + zone
            count += 1
    if count == 0:
        actions[0] = s.PASS
        count = 1
    for zone in range(table.zones):
        alone = companies and company_in(state, zone) >= 0 and hostile(table, state, zone, camp) == 0
        if alone and units(state, zone, 3 * camp + state[s.ACTIVE] % 2) > 0:
            actions[count] = s.ATTACK_COMPANY * s.VERB + zone
            count += 1
    return count


@routine
def _legal_routier_battle(table, state, actions):
    """Where Routiers have still to fight."""
    count = 0
    for zone in range(table.zones):
        if state[s.TO_MOVE + zone] > 0:
            actions[count] = s.FIGHT_IN * s.VERB + zone
            count += 1
    return count


@routine
def apply_choose_battle(table, state, action):
    """That battle; without one the phase is over."""
    pop(state)
    verb, zone, camp = action // s.VERB, action % s.VERB, state[s.ACTIVE] // 2
    if state[top(state)] == s.ROUTIER_TURN:
        fight_routiers(state, zone, np.int64(state[top(state) + 1]))
    elif verb == s.FIGHT_IN:
        attack(table, state, zone, camp, 0)
    elif verb == s.ATTACK_COMPANY:
        push_fight(state, zone, camp, s.ROUTIERS, s.OPEN_FIELD)
    else:
        pop(state)
        state[s.SLIPPING] = 0


@routine
def apply_slip_event(table, state, action):
    """Better a Plundered Country (French card 12), at the start of the English BATTLES phase."""
    card = np.int64(state[top(state) + 1])
    pop(state)
    if action != s.PASS:
        state[s.CARD + s.FRENCH * s.CARDS + card] = s.PLAYED
        state[s.SLIPPING] = 1


# ---- one fight, stage by stage -------------------------------------------------------------------------------------


@inner
def run_fight(table, state, stream):
    """Shelter, cards, then the dice; whatever is due is settled first."""
    at = top(state)
    zone, flags, stage = np.int64(state[at + 1]), np.int64(state[at + 2]), np.int64(state[at + 3])
    attacker, defender = camp_of(flags, 0), camp_of(flags, 1)
    if stage == s.DICE:
        if run_dice(table, state, stream, zone, flags):
            conclude(table, state, zone, flags)
        elif state[top(state)] == s.FIGHT and not offer_cards(table, state, zone, flags, 0):
            state[s.ASKED] = state[s.STEPS]
        return
    if settle_dues(table, state, zone, flags):
        return
    state[at + 3] += 1
    if stage == 0:
        settle_losses(table, state)
        state[s.FOUGHT_CARDS] = 0
        held = place_of(table, zone, 1)
        if strength(table, state, zone, attacker) == 0 or strength(table, state, held, defender) == 0:
            pop(state)
            if flags & s.LED:
                march_after_fight(table, state, True)
            return
        muster(table, state, zone, flags)
        if siege_camp(table, zone) or defender == s.GUARD:
            _shelter(table, state)
        elif attacker < 2 and defender < 2 and flags & s.OPEN_FIELD == 0 and stronghold(table, state, zone) > 0:
            push(state, s.SHELTER, defender, 0, 0)
    elif stage == 1:
        left = state[s.MARCH_LEFT] + bonus(table, state)
        if flags & s.LED and flags & s.IN_SIEGE and left > 0 and not siege_camp(table, zone):
            push(state, s.BESIEGE, attacker, 0, 0)
    elif stage == 2:
        outnumbered = _faction_units(state, zone, 0) > _faction_units(state, zone, 1)
        if state[s.SLIPPING] and attacker == 0 and defender == 1 and flags & s.IN_SIEGE == 0 and outnumbered:
            push(state, s.SLIP, zone, 0, 0)
    elif stage < s.FIRST_EFFECT:
        offer_cards(table, state, zone, flags, stage - s.FIRST_CARD)
    elif stage < s.DICE - 1:
        if stage == s.FIRST_EFFECT:
            muster(table, state, zone, flags)
        offer_effects(table, state, flags, stage - s.FIRST_EFFECT)
    else:
        begin_dice(table, state, zone, flags)


@routine
def _faction_units(state, zone, camp):
    """Cubes of a camp in a zone, elite not counted."""
    return units(state, zone, 3 * camp) + units(state, zone, 3 * camp + 1)


@routine
def _shelter(table, state):
    """The defenders of the fight on top take refuge; those for whom there is no room are dispersed (11.5)."""
    at = top(state)
    zone, flags = np.int64(state[at + 1]), np.int64(state[at + 2])
    state[at + 2] |= s.IN_SIEGE
    if camp_of(flags, 1) != s.GUARD:
        room = table.shelter[stronghold(table, state, place_of(table, zone, 1))]
        state[s.DUE_LOSS + 1] = max(fighting(state, 1) - room, 0)


@routine
def apply_shelter(table, state, action):
    """Refuge in the stronghold, or a pitched battle (11.5)."""
    pop(state)
    if action != s.PASS:
        _shelter(table, state)


@routine
def apply_besiege(table, state, action):
    """The leader besieges, or goes on; whom he leaves will besiege in the BATTLES phase (11.5)."""
    pop(state)
    if action == s.PASS:
        state[s.SHELTERED] = state[top(state) + 1] + 1
        pop(state)


@routine
def apply_slip(table, state, action):
    """The outnumbered army retreats as one man (French card 12); nobody is left to fight."""
    pop(state)
    if action == s.PASS:
        return
    for kind in range(3):
        state[s.DUE_RETREAT + 3 + kind] = state[s.FIGHTING + 3 + kind]
        state[s.FIGHTING + 3 + kind] = 0
    state[top(state) + 3] = 0
