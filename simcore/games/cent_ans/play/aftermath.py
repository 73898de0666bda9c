"""The dice of a fight, and what they leave on the board: losses, retreats, lifted sieges, Exploitation."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import inner, routine
from simcore.games.cent_ans.kernels import UNLIMITED
from simcore.games.cent_ans.play.fights import LOST, PITCHED, RETREATED, TURNED, best_card, pitched, siege
from simcore.games.cent_ans.play.frames import pop, push, push_fight, top
from simcore.games.cent_ans.play.layout import (
    ACTIVE,
    ATTACKER,
    BATTLES,
    CIVIL,
    DEFENDER,
    DIRTY,
    DISCARDED,
    EXPLOIT,
    EXPLOIT_ZONE,
    EXPLOITATION,
    FOUGHT_CARDS,
    GUARD,
    GUARD_LEFT,
    HELD,
    IN_SIEGE,
    LED,
    MARCH,
    MARCH_ZONE,
    MOVED,
    PASS,
    ROUTIER,
    ROUTIERS,
    SIEGES,
    STEP,
    TACTIC,
    TACTICS,
    VERB,
)
from simcore.games.cent_ans.play.marches import end_march, leaders_follow, march_after_fight, paris_from
from simcore.games.cent_ans.play.table import A_NORTH_CAMP, A_PARIS, A_SOUTH_CAMP, T_EFFECT, T_LOST
from simcore.games.cent_ans.play.zones import (
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

# ---- the dice, and what they leave ---------------------------------------------------------------------------------


@inner
def resolve(table, state, stream, zone, flags):
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
