"""The BATTLES phase (11): which battle next, shelter or field, and how a fight goes stage by stage."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import inner, routine
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
from simcore.games.cent_ans.full_game.state import (
    ACTIVE,
    ASKED,
    ATTACK_COMPANY,
    BATTLE,
    BESIEGE,
    CARD,
    CARDS,
    CHOOSE_BATTLE,
    DICE,
    DUE_LOSS,
    DUE_RETREAT,
    ENGLISH,
    FIGHT,
    FIGHT_IN,
    FIGHTING,
    FIRST_CARD,
    FIRST_EFFECT,
    FOUGHT_CARDS,
    FRENCH,
    GUARD,
    IN_SIEGE,
    LED,
    MARCH_LEFT,
    OPEN_FIELD,
    PASS,
    PLAYED,
    REACT,
    ROUTIER_TURN,
    ROUTIERS,
    SHELTER,
    SHELTERED,
    SLIP,
    SLIP_AWAY,
    SLIP_EVENT,
    SLIPPING,
    STEPS,
    TO_MOVE,
    VERB,
)


@routine
def run_battle(table, state):
    """The active faction's battles, one after the other (11.1)."""
    at = top(state)
    camp = state[ACTIVE] // 2
    if state[at + 1] == 0:  # the enemy's last chance for an event of any moment (17.1.1)
        state[at + 1] = 1
        if holds_any_time(table, state, 1 - camp):
            push(state, REACT, 1 - camp, 0, 0)
            return
    if state[at + 1] == 1:
        state[at + 1] = 2
        if camp == 0 and state[ACTIVE] == ENGLISH:
            for card in range(CARDS):
                if in_hand(state, FRENCH, card) and table.card[FRENCH, card, C_EFFECT] == SLIP_AWAY:
                    push(state, SLIP_EVENT, card, 0, 0)
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
        elif company_in(state, zone) >= 0 and units(state, zone, 3 * camp + state[ACTIVE] % 2) > 0:
            free += 1
    if fights == 0 and free == 0:
        pop(state)
        state[SLIPPING] = 0
    elif fights == 1 and free == 0:
        attack(table, state, where, camp, 0)
    else:
        push(state, CHOOSE_BATTLE, 0, 0, 0)


@routine
def legal_choose_battle(table, state, actions):
    """A battle that must be fought, or a Free Company that may be attacked (13): in the BATTLES phase."""
    camp = state[ACTIVE] // 2
    if state[top(state) - 4] == ROUTIER_TURN:  # their battles (12.3), in the order of the active faction too
        return _legal_routier_battle(table, state, actions)
    companies = state[top(state) - 4] == BATTLE
    count = 0
    for zone in range(table.zones):
        if strength(table, state, zone, camp) > 0 and (
            siege_camp(table, zone) or hostile(table, state, zone, camp) > 0
        ):
            actions[count] = FIGHT_IN * VERB + zone
            count += 1
    if count == 0:
        actions[0] = PASS
        count = 1
    for zone in range(table.zones):
        alone = companies and company_in(state, zone) >= 0 and hostile(table, state, zone, camp) == 0
        if alone and units(state, zone, 3 * camp + state[ACTIVE] % 2) > 0:
            actions[count] = ATTACK_COMPANY * VERB + zone
            count += 1
    return count


@routine
def _legal_routier_battle(table, state, actions):
    """Where Routiers have still to fight."""
    count = 0
    for zone in range(table.zones):
        if state[TO_MOVE + zone] > 0:
            actions[count] = FIGHT_IN * VERB + zone
            count += 1
    return count


@routine
def apply_choose_battle(table, state, action):
    """That battle; without one the phase is over."""
    pop(state)
    verb, zone, camp = action // VERB, action % VERB, state[ACTIVE] // 2
    if state[top(state)] == ROUTIER_TURN:
        fight_routiers(state, zone, np.int64(state[top(state) + 1]))
    elif verb == FIGHT_IN:
        attack(table, state, zone, camp, 0)
    elif verb == ATTACK_COMPANY:
        push_fight(state, zone, camp, ROUTIERS, OPEN_FIELD)
    else:
        pop(state)
        state[SLIPPING] = 0


@routine
def apply_slip_event(table, state, action):
    """Better a Plundered Country (French card 12), at the start of the English BATTLES phase."""
    card = np.int64(state[top(state) + 1])
    pop(state)
    if action != PASS:
        state[CARD + FRENCH * CARDS + card] = PLAYED
        state[SLIPPING] = 1


# ---- one fight, stage by stage -------------------------------------------------------------------------------------


@inner
def run_fight(table, state, stream):
    """Shelter, cards, then the dice; whatever is due is settled first."""
    at = top(state)
    zone, flags, stage = np.int64(state[at + 1]), np.int64(state[at + 2]), np.int64(state[at + 3])
    attacker, defender = camp_of(flags, 0), camp_of(flags, 1)
    if stage == DICE:
        if run_dice(table, state, stream, zone, flags):
            conclude(table, state, zone, flags)
        elif state[top(state)] == FIGHT and not offer_cards(table, state, zone, flags, 0):
            state[ASKED] = state[STEPS]
        return
    if settle_dues(table, state, zone, flags):
        return
    state[at + 3] += 1
    if stage == 0:
        settle_losses(table, state)
        state[FOUGHT_CARDS] = 0
        held = place_of(table, zone, 1)
        if strength(table, state, zone, attacker) == 0 or strength(table, state, held, defender) == 0:
            pop(state)
            if flags & LED:
                march_after_fight(table, state, True)
            return
        muster(table, state, zone, flags)
        if siege_camp(table, zone) or defender == GUARD:
            _shelter(table, state)
        elif attacker < 2 and defender < 2 and flags & OPEN_FIELD == 0 and stronghold(table, state, zone) > 0:
            push(state, SHELTER, defender, 0, 0)
    elif stage == 1:
        left = state[MARCH_LEFT] + bonus(table, state)
        if flags & LED and flags & IN_SIEGE and left > 0 and not siege_camp(table, zone):
            push(state, BESIEGE, attacker, 0, 0)
    elif stage == 2:
        outnumbered = _faction_units(state, zone, 0) > _faction_units(state, zone, 1)
        if state[SLIPPING] and attacker == 0 and defender == 1 and flags & IN_SIEGE == 0 and outnumbered:
            push(state, SLIP, zone, 0, 0)
    elif stage < FIRST_EFFECT:
        offer_cards(table, state, zone, flags, stage - FIRST_CARD)
    elif stage < DICE - 1:
        if stage == FIRST_EFFECT:
            muster(table, state, zone, flags)
        offer_effects(table, state, flags, stage - FIRST_EFFECT)
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
    state[at + 2] |= IN_SIEGE
    if camp_of(flags, 1) != GUARD:
        room = table.shelter[stronghold(table, state, place_of(table, zone, 1))]
        state[DUE_LOSS + 1] = max(fighting(state, 1) - room, 0)


@routine
def apply_shelter(table, state, action):
    """Refuge in the stronghold, or a pitched battle (11.5)."""
    pop(state)
    if action != PASS:
        _shelter(table, state)


@routine
def apply_besiege(table, state, action):
    """The leader besieges, or goes on; whom he leaves will besiege in the BATTLES phase (11.5)."""
    pop(state)
    if action == PASS:
        state[SHELTERED] = state[top(state) + 1] + 1
        pop(state)


@routine
def apply_slip(table, state, action):
    """The outnumbered army retreats as one man (French card 12); nobody is left to fight."""
    pop(state)
    if action == PASS:
        return
    for kind in range(3):
        state[DUE_RETREAT + 3 + kind] = state[FIGHTING + 3 + kind]
        state[FIGHTING + 3 + kind] = 0
    state[top(state) + 3] = 0
