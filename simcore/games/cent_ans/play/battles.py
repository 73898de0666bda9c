"""The BATTLES phase (11): which battle next, shelter or field, and the cards before the dice."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import inner, routine
from simcore.games.cent_ans.play.aftermath import begin_dice, conclude, run_dice
from simcore.games.cent_ans.play.casualties import camp_of, fighting, muster, place_of, settle_dues
from simcore.games.cent_ans.play.fights import ATTACKING, DEFENDING, PITCHED, works
from simcore.games.cent_ans.play.frames import in_hand, pop, push, push_fight, top
from simcore.games.cent_ans.play.layout import (
    ACTIVE,
    ASKED,
    ATTACK_COMPANY,
    ATTACKER,
    BATTLE_CARD,
    BESIEGE,
    CARD,
    CARD_ENGINES,
    CARD_GENOESE,
    CARD_SAPPING,
    CARD_STAKES,
    CARDS,
    CHOOSE_BATTLE,
    CIVIL,
    DICE,
    DISCARDED,
    DUE_LOSS,
    DUE_RETREAT,
    EFFECT,
    ENGINES,
    ENGLISH,
    FIGHT,
    FIGHT_IN,
    FIGHTING,
    FIRST_CARD,
    FIRST_EFFECT,
    FOUGHT_CARDS,
    FRENCH,
    FRENCH_BATTLE,
    GENOESE,
    GUARD,
    HELD,
    IN_SIEGE,
    LED,
    MARCH_LEFT,
    OPEN_FIELD,
    PASS,
    PLAY,
    PLAY_TACTIC,
    PLAYED,
    ROUTIERS,
    SAPPING,
    SHELTER,
    SHELTERED,
    SLIP,
    SLIP_AWAY,
    SLIP_EVENT,
    SLIPPING,
    STAKES,
    STEPS,
    TACTIC,
    TACTICS,
    VERB,
    WORKING,
)
from simcore.games.cent_ans.play.marches import bonus, march_after_fight
from simcore.games.cent_ans.play.table import A_PARIS, C_EFFECT, C_WHEN, T_EFFECT
from simcore.games.cent_ans.play.zones import (
    company_in,
    hostile,
    leaders_follow,
    settle_losses,
    shift,
    siege_camp,
    strength,
    stronghold,
    take,
    units,
)


@routine
def run_battle(table, state):
    """The active faction's battles, one after the other (11.1)."""
    at = top(state)
    camp = state[ACTIVE] // 2
    if state[at + 1] == 0:
        state[at + 1] = 1
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
        begin_battle(table, state, where)
    else:
        push(state, CHOOSE_BATTLE, 0, 0, 0)


@routine
def begin_battle(table, state, zone):
    """The active camp attacks whoever opposes it there."""
    camp = state[ACTIVE] // 2
    enemy = 1 - camp if siege_camp(table, zone) or strength(table, state, zone, 1 - camp) > 0 else GUARD
    push_fight(state, zone, camp, enemy, 0)


@routine
def legal_choose_battle(table, state, actions):
    """A battle that must be fought, or a Free Company that may be attacked (13)."""
    camp = state[ACTIVE] // 2
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
        alone = company_in(state, zone) >= 0 and hostile(table, state, zone, camp) == 0
        if alone and units(state, zone, 3 * camp + state[ACTIVE] % 2) > 0:
            actions[count] = ATTACK_COMPANY * VERB + zone
            count += 1
    return count


@routine
def apply_choose_battle(table, state, action):
    """That battle; without one the phase is over."""
    pop(state)
    verb, zone = action // VERB, action % VERB
    if verb == FIGHT_IN:
        begin_battle(table, state, zone)
    elif verb == ATTACK_COMPANY:
        push_fight(state, zone, state[ACTIVE] // 2, ROUTIERS, OPEN_FIELD)
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
        elif state[top(state)] == FIGHT and not _offer_cards(table, state, zone, flags, 0):
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
        _offer_cards(table, state, zone, flags, stage - FIRST_CARD)
    elif stage < DICE - 1:
        if stage == FIRST_EFFECT:
            muster(table, state, zone, flags)
        _offer_effects(table, state, flags, stage - FIRST_EFFECT)
    else:
        begin_dice(table, state, zone, flags)


@inner
def _offer_cards(table, state, zone, flags, side):
    """Ask a side for its cards, if it has any to play; True: it is asked."""
    choices = np.zeros(CARDS + TACTICS + 1, np.int32)
    camp = camp_of(flags, side)
    if camp >= ROUTIERS or flags & CIVIL or fight_cards(table, state, camp, 1 - side, zone, flags, choices) == 1:
        return False
    push(state, BATTLE_CARD, camp, 1 - side, 0)
    return True


@inner
def _offer_effects(table, state, flags, side):
    """The card that works through the elite dice of a side; the side is asked where there are several (11.3.1)."""
    state[WORKING + side] = 0
    choices = np.zeros(TACTICS, np.int32)
    count = 0 if flags & CIVIL else effects(table, state, flags, side, choices)
    if count == 1:
        state[WORKING + side] = choices[0] % VERB + 1
    elif count > 1:
        push(state, EFFECT, camp_of(flags, side), side, 0)


@routine
def mode_of(flags, side):
    """In what way a side's elite units fight."""
    return PITCHED if flags & IN_SIEGE == 0 else (ATTACKING if side == 0 else DEFENDING)


@routine
def effects(table, state, flags, side, actions):
    """Cards that work through the elite dice of a side, one of which applies (11.3.1); returns how many."""
    elite, count = np.int64(state[FIGHTING + 3 * side + 2]), 0
    for card in range(TACTICS):
        if works(table, state, card, camp_of(flags, side), mode_of(flags, side), elite):
            actions[count] = PLAY_TACTIC * VERB + card
            count += 1
    return count


@routine
def legal_effect(table, state, actions):
    """Which card applies."""
    at = top(state)
    return effects(table, state, np.int64(state[at - 2]), np.int64(state[at + 2]), actions)


@routine
def apply_effect(table, state, action):
    """That card; it stays where it is."""
    state[WORKING + state[top(state) + 2]] = action % VERB + 1
    pop(state)


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


@routine
def legal_battle_card(table, state, actions):
    """TACTIC and EVENT cards that a side may play before the dice roll."""
    at = top(state)
    camp, attacks = np.int64(state[at + 1]), np.int64(state[at + 2])
    return fight_cards(table, state, camp, attacks, np.int64(state[at - 3]), np.int64(state[at - 2]), actions)


@routine
def fight_cards(table, state, camp, attacks, zone, flags, actions):
    """No card, and those that a camp may play in a fight; returns how many actions that are."""
    besieged = flags & IN_SIEGE
    actions[0] = PASS
    count = 1
    if camp == 0 and not attacks and state[ACTIVE] == FRENCH and flags // ATTACKER % 4 == 1:
        count = _capture(table, state, actions, count)
    for card in range(TACTICS):
        if state[TACTIC + card] != HELD + camp:
            continue
        effect = table.tactic[card, T_EFFECT]
        useful = not attacks and effect == STAKES and not besieged
        if attacks and besieged:
            walls = stronghold(table, state, zone)
            useful = effect == ENGINES or (effect == GENOESE and state[STEPS] == 0)
            useful = useful or (effect == SAPPING and 1 <= walls <= 2)
        if useful and state[FOUGHT_CARDS] & played_bit(effect) == 0:
            actions[count] = PLAY_TACTIC * VERB + card
            count += 1
    return count


@routine
def _capture(table, state, actions, count):
    """The English event that halves the attacking French (English card 12)."""
    for card in range(CARDS):
        if in_hand(state, ENGLISH, card) and table.card[ENGLISH, card, C_WHEN] == FRENCH_BATTLE:
            actions[count] = PLAY * VERB + ENGLISH * CARDS + card
            count += 1
    return count


@routine
def played_bit(effect):
    """The mark of a technique in the fight under way."""
    if effect == STAKES:
        return CARD_STAKES
    if effect == GENOESE:
        return CARD_GENOESE
    return CARD_ENGINES if effect == ENGINES else CARD_SAPPING


@routine
def apply_battle_card(table, state, action):
    """Play it, or no more."""
    at = top(state)
    zone = np.int64(state[at - 4 + 1])
    verb, argument = action // VERB, action % VERB
    if action == PASS:
        state[ASKED] = state[STEPS]
        pop(state)
    elif verb == PLAY_TACTIC:
        state[TACTIC + argument] = DISCARDED
        state[FOUGHT_CARDS] |= played_bit(table.tactic[argument, T_EFFECT])
    else:
        state[CARD + argument] = PLAYED
        for kind in range(3, 5):
            take(state, zone, kind, units(state, zone, kind) // 2)
