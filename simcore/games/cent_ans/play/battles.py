"""The BATTLES phase (11): which battle next, shelter or field, cards, the fight itself and what it leaves."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import inner, routine
from simcore.games.cent_ans.kernels import UNLIMITED
from simcore.games.cent_ans.play.fights import (
    LOST,
    PITCHED,
    RETREATED,
    TURNED,
    best_card,
    disperse_excess,
    pitched,
    siege,
)
from simcore.games.cent_ans.play.frames import in_hand, pop, push, push_fight, top
from simcore.games.cent_ans.play.layout import (
    ACTIVE,
    ATTACK_COMPANY,
    ATTACKER,
    BATTLE_CARD,
    BATTLES,
    BESIEGE,
    CARD,
    CARD_ENGINES,
    CARD_GENOESE,
    CARD_SAPPING,
    CARD_STAKES,
    CARDS,
    CHOOSE_BATTLE,
    CIVIL,
    DEFENDER,
    DIRTY,
    DISCARDED,
    ENGINES,
    ENGLISH,
    EXPLOIT,
    EXPLOIT_ZONE,
    EXPLOITATION,
    FIGHT_IN,
    FOUGHT_CARDS,
    FRENCH,
    FRENCH_BATTLE,
    GENOESE,
    GUARD,
    GUARD_LEFT,
    HELD,
    IN_SIEGE,
    LED,
    MARCH,
    MARCH_LEFT,
    MARCH_ZONE,
    MOVED,
    OPEN_FIELD,
    PASS,
    PLAY,
    PLAY_TACTIC,
    PLAYED,
    ROUTIER,
    ROUTIERS,
    SAPPING,
    SHELTER,
    SHELTERED,
    SIEGES,
    SLIP,
    SLIP_AWAY,
    SLIP_EVENT,
    SLIPPING,
    STAKES,
    STEP,
    TACTIC,
    TACTICS,
    VERB,
)
from simcore.games.cent_ans.play.marches import bonus, end_march, leaders_follow, march_after_fight, paris_from
from simcore.games.cent_ans.play.table import A_NORTH_CAMP, A_PARIS, A_SOUTH_CAMP, C_EFFECT, C_WHEN, T_EFFECT, T_LOST
from simcore.games.cent_ans.play.zones import (
    company_in,
    hostile,
    put,
    retreat_zone,
    routier_retreat_zone,
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
def apply_slip_event(state, action):
    """Better a Plundered Country (French card 12), at the start of the English BATTLES phase."""
    card = np.int64(state[top(state) + 1])
    pop(state)
    if action != PASS:
        state[CARD + FRENCH * CARDS + card] = PLAYED
        state[SLIPPING] = 1


# ---- one fight, stage by stage -------------------------------------------------------------------------------------


@inner
def run_fight(table, state, stream):
    """Shelter, cards, then the dice."""
    at = top(state)
    zone, flags, stage = np.int64(state[at + 1]), np.int64(state[at + 2]), np.int64(state[at + 3])
    attacker, defender = flags // ATTACKER % 4, flags // DEFENDER % 4
    state[at + 3] += 1
    if stage == 0:
        state[FOUGHT_CARDS] = 0
        here = strength(table, state, zone, attacker)
        held = table.marks[A_PARIS] if siege_camp(table, zone) else zone
        if here == 0 or strength(table, state, held, defender) == 0:
            pop(state)
            if flags & LED:
                march_after_fight(table, state, True)
            return
        if siege_camp(table, zone) or defender == GUARD:
            state[at + 2] |= IN_SIEGE
            _shelter(table, state, held, defender)
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
    elif stage == 3 or stage == 4:
        camp = attacker if stage == 3 else defender
        attacks = int(stage == 3)
        choices = np.zeros(CARDS + TACTICS + 1, np.int32)
        if camp < 2 and flags & CIVIL == 0 and fight_cards(table, state, camp, attacks, zone, flags, choices) > 1:
            push(state, BATTLE_CARD, camp, attacks, 0)
    else:
        _resolve(table, state, stream, zone, flags)


@routine
def _faction_units(state, zone, camp):
    """Cubes of a camp in a zone, elite not counted."""
    return units(state, zone, 3 * camp) + units(state, zone, 3 * camp + 1)


@inner
def _shelter(table, state, zone, camp):
    """Those for whom there is no room within the walls are dispersed (11.5)."""
    if camp == GUARD:
        return
    keep = table.shelter[stronghold(table, state, zone)]
    inside = np.zeros(3, np.int64)
    results = np.zeros((6, 3), np.int64)
    for kind in range(3):
        inside[kind] = units(state, zone, 3 * camp + kind)
    disperse_excess(table, camp, inside, keep, results, 0)
    for kind in range(3):
        take(state, zone, 3 * camp + kind, results[LOST, kind])


@inner
def apply_shelter(table, state, action):
    """Refuge in the stronghold, or a pitched battle (11.5)."""
    defender = np.int64(state[top(state) + 1])
    pop(state)
    if action != PASS:
        at = top(state)
        state[at + 2] |= IN_SIEGE
        _shelter(table, state, np.int64(state[at + 1]), defender)


@routine
def apply_besiege(state, action):
    """The leader besieges, or goes on; whom he leaves will besiege in the BATTLES phase (11.5)."""
    pop(state)
    if action == PASS:
        state[SHELTERED] = state[top(state) + 1] + 1
        pop(state)


@routine
def apply_slip(table, state, action):
    """The outnumbered army retreats as one man (French card 12); whoever cannot is dispersed."""
    zone = np.int64(state[top(state) + 1])
    pop(state)
    if action == PASS:
        return
    to = retreat_zone(table, state, zone, 1, -1)
    for kind in range(3, 6):
        if to >= 0:
            shift(state, zone, to, kind, units(state, zone, kind))
        else:
            take(state, zone, kind, units(state, zone, kind))
    if to >= 0:
        leaders_follow(table, state, zone, to, 1)
    settle_losses(table, state)
    state[top(state) + 3] = 0  # nobody is left to fight


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
            useful = effect in (GENOESE, ENGINES) or (effect == SAPPING and 1 <= walls <= 2)
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
        pop(state)
    elif verb == PLAY_TACTIC:
        state[TACTIC + argument] = DISCARDED
        state[FOUGHT_CARDS] |= played_bit(table.tactic[argument, T_EFFECT])
    else:
        state[CARD + argument] = PLAYED
        for kind in range(3, 5):
            take(state, zone, kind, units(state, zone, kind) // 2)


# ---- the dice, and what they leave ---------------------------------------------------------------------------------


@inner
def _resolve(table, state, stream, zone, flags):
    """Roll it out and bring the result onto the board."""
    attacker, defender = flags // ATTACKER % 4, flags // DEFENDER % 4
    besieged = flags & IN_SIEGE != 0
    paris = siege_camp(table, zone)
    held = table.marks[A_PARIS] if paris else zone
    camps = (attacker, defender)
    cards = np.int64(state[FOUGHT_CARDS])
    army = np.zeros((2, 3), np.int64)
    results = np.zeros((6, 3), np.int64)
    other = -1
    if paris:
        across = table.marks[A_NORTH_CAMP] + table.marks[A_SOUTH_CAMP] - zone
        if strength(table, state, across, attacker) > 0:
            other = across
    for side in range(2):
        place = zone if side == 0 else held
        for kind in range(3):
            army[side, kind] = _of_camp(state, place, camps[side], kind)
            if side == 0 and other >= 0:
                army[side, kind] += _of_camp(state, other, camps[side], kind)
    if flags & CIVIL:
        army[0, 1] = army[0, 2] = army[1, 0] = army[1, 2] = 0
    elites = (army[0, 2], army[1, 2])
    escape = _retreat(table, state, held, defender, -1)  # the defender knows the country: he takes the better zone
    retreats = (_retreat(table, state, zone, attacker, -1 if flags & CIVIL else escape), escape)
    if besieged:
        walls = stronghold(table, state, held)
        if other >= 0:
            walls += 1
        state[SIEGES] += 1
        rolls, lifted = siege(table, state, stream, zone, other, walls, camps, army, cards, results)
    else:
        rooms = (UNLIMITED if retreats[0] >= 0 else 0, UNLIMITED if retreats[1] >= 0 else 0)
        state[BATTLES] += 1
        lifted = False
        rolls = pitched(table, state, stream, zone, camps, army, rooms, flags, cards, results)
        for side in range(2):
            if army[side].sum() == 0 and camps[side] < 2 and flags & CIVIL == 0:
                card = best_card(table, state, camps[side], PITCHED, elites[side], cards)
                if card >= 0 and table.tactic[card, T_LOST]:
                    state[TACTIC + card] = DISCARDED
    for side in range(2):
        for kind in range(3):
            _bring(table, state, zone if side == 0 else held, other if side == 0 else -1, camps[side], kind,
                   results[LOST + side, kind], results[RETREATED + side, kind], results[TURNED + side, kind],
                   retreats[side])  # fmt: skip
        place = zone if side == 0 else held
        if camps[side] < 2 and results[RETREATED + side].sum() > 0 and strength(table, state, place, camps[side]) == 0:
            leaders_follow(table, state, place, retreats[side], camps[side])
    settle_losses(table, state)
    won = army[0].sum() > 0 and army[1].sum() == 0
    if lifted:
        _lift(table, state, zone, attacker)
        if other >= 0:
            _lift(table, state, other, attacker)
        settle_losses(table, state)
    elif won and paris:
        for place in (zone, other):
            if place >= 0:
                for kind in range(3):
                    moved = np.int64(state[MOVED + 3 * place + kind])
                    shift(state, place, held, 3 * attacker + kind, units(state, place, 3 * attacker + kind))
                    state[MOVED + 3 * held + kind] += moved
                leaders_follow(table, state, place, held, attacker)
        if flags & LED:
            state[MARCH_ZONE] = held
    pop(state)
    if flags & LED:
        march_after_fight(table, state, rolls <= 1)
    if won and attacker < 2 and attacker == state[ACTIVE] // 2 and flags & CIVIL == 0:
        for card in range(TACTICS):
            if state[TACTIC + card] == HELD + attacker and table.tactic[card, T_EFFECT] == EXPLOITATION:
                state[EXPLOIT_ZONE] = held
                push(state, EXPLOIT, attacker, card, flags & LED)


@routine
def _of_camp(state, zone, camp, kind):
    """Units of a camp by its own kinds."""
    if camp == ROUTIERS:
        return units(state, zone, ROUTIER) if kind == 0 else 0
    if camp == GUARD:
        return np.int64(state[GUARD_LEFT]) if kind == 0 else 0
    return units(state, zone, 3 * camp + kind)


@routine
def _retreat(table, state, zone, camp, taken):
    """Where those go who retreat from a zone; -1: nowhere."""
    if camp == ROUTIERS:
        return routier_retreat_zone(table, state, zone)
    return retreat_zone(table, state, zone, camp, taken) if camp < 2 else -1


@routine
def _bring(table, state, zone, other, camp, kind, lost, retreated, turned, to):
    """A side's losses of one kind onto the board; of two siege zones the larger pays first."""
    if camp == GUARD:
        state[GUARD_LEFT] -= lost if kind == 0 else 0
        state[DIRTY] = 1
        return
    if camp == ROUTIERS and kind > 0:
        return
    own = ROUTIER if camp == ROUTIERS else 3 * camp + kind
    if other < 0:
        take(state, zone, own, lost)
    else:
        for _ in range(lost):
            take(state, other if units(state, other, own) > units(state, zone, own) else zone, own, 1)
    if retreated > 0:
        shift(state, zone, to, own, retreated)
    if turned > 0:
        take(state, zone, own, turned)
        put(state, zone, ROUTIER, turned)


@routine
def _lift(table, state, zone, camp):
    """The besiegers retreat to a free neighbour and have moved, or are dispersed (11.5.2)."""
    to = retreat_zone(table, state, zone, camp, -1)
    for kind in range(3):
        here = units(state, zone, 3 * camp + kind)
        if to < 0:
            take(state, zone, 3 * camp + kind, here)
            continue
        shift(state, zone, to, 3 * camp + kind, here)
        if camp == state[ACTIVE] // 2:
            state[MOVED + 3 * to + kind] += here
    if to >= 0:
        leaders_follow(table, state, zone, to, camp)


# ---- Exploitation --------------------------------------------------------------------------------------------------


@routine
def legal_exploit(table, state, actions):
    """The victors may go on into a neighbour zone of the enemy (TACTIC card 12)."""
    camp, zone = np.int64(state[top(state) + 1]), np.int64(state[EXPLOIT_ZONE])
    actions[0] = PASS
    count = 1
    for at in range(table.roads.shape[1]):
        to = table.roads[zone, at]
        if to < 0:
            break
        if hostile(table, state, to, camp) > 0:
            actions[count] = STEP * VERB + (paris_from(table, state, zone, camp) if to == table.marks[A_PARIS] else to)
            count += 1
    return count


@routine
def apply_exploit(table, state, action):
    """All of the victorious army goes; a led army's march is over by that."""
    at = top(state)
    camp, card, was_led = np.int64(state[at + 1]), np.int64(state[at + 2]), np.int64(state[at + 3])
    zone = np.int64(state[EXPLOIT_ZONE])
    pop(state)
    if action == PASS:
        return
    state[TACTIC + card] = DISCARDED
    if was_led and state[top(state)] == MARCH:
        end_march(state)
    to = action % VERB
    for kind in range(3):
        here = units(state, zone, 3 * camp + kind)
        shift(state, zone, to, 3 * camp + kind, here)
        state[MOVED + 3 * to + kind] += here
    leaders_follow(table, state, zone, to, camp)
    enemy = 1 - camp if siege_camp(table, to) or strength(table, state, to, 1 - camp) > 0 else GUARD
    push_fight(state, to, camp, enemy, 0)
