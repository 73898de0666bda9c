"""An army on its way (10.2): steps over borders and bridges, by sea, with a leader and without."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import routine
from simcore.games.cent_ans.full_game.board_arrays import (
    A_NORTH,
    A_NORTH_CAMP,
    A_PARIS,
    A_SOUTH_CAMP,
    L_CAMP,
    L_ONE,
    L_PASSES,
    L_VICTORY,
)
from simcore.games.cent_ans.full_game.frames import pop, push_fight
from simcore.games.cent_ans.full_game.rules.maneuvers import arrows_of_leaders, besieges_paris, unmoved
from simcore.games.cent_ans.full_game.rules.sides import attack
from simcore.games.cent_ans.full_game.rules.zones import (
    company_in,
    hostile,
    leaders_follow,
    shift,
    siege_camp,
    strength,
)
from simcore.games.cent_ans.full_game.state import (
    ACTIVE,
    ATTACK_COMPANY,
    BONUS_USED,
    DIRTY,
    DROP,
    LEADER,
    LEADER_MOVED,
    LEADERS,
    LED,
    MARCH_ARMY,
    MARCH_LEADER,
    MARCH_LEFT,
    MARCH_STEPS,
    MARCH_ZONE,
    MOVED,
    OPEN_FIELD,
    PASS,
    PICK_UP,
    ROUTIERS,
    SAIL,
    SHELTERED,
    STEP,
    VERB,
)


@routine
def led(state):
    """Is the marching army led, or moves as if it were?"""
    return state[MARCH_LEADER] >= 0


@routine
def passes(table, state):
    """Can its leader cross zones of the enemy without fighting (leader card 2)?"""
    leader = np.int64(state[MARCH_LEADER])
    return 0 <= leader < LEADERS and table.leader[leader, L_PASSES] > 0


@routine
def bonus(table, state):
    """Arrows that one army of the camp may add in a sequence (leader card 9), if none has."""
    return 0 if np.int64(state[BONUS_USED]) else arrows_of_leaders(table, state, state[ACTIVE] // 2, L_ONE)


@routine
def paris_from(table, state, zone, camp):
    """Where a step towards Paris leads: into it, or to a siege zone if the enemy holds it (5.3)."""
    paris = table.marks[A_PARIS]
    if strength(table, state, paris, 1 - camp) == 0:
        return paris
    return table.marks[A_NORTH_CAMP] if zone == table.marks[A_NORTH] else table.marks[A_SOUTH_CAMP]


@routine
def sea_cost(table, zone, to):
    """Zones that a way by sea counts: each sea one, the landing one (10.2.5); 0: no way."""
    here, there = table.coast[zone], table.coast[to]
    if here == 0 or there == 0 or zone == to:
        return 0
    return 2 if here & there else 3


@routine
def legal_march(table, state, actions):
    """The next step, units dropped or picked up, or the end of the march: not before it has begun (10.2)."""
    faction = np.int64(state[ACTIVE])
    camp, own, zone = faction // 2, faction % 2, np.int64(state[MARCH_ZONE])
    actions[0] = PASS
    count = int(state[MARCH_STEPS] > 0)
    arrows = state[MARCH_LEFT] + bonus(table, state)
    if arrows > 0 and not besieges_paris(table, state, zone, camp):
        for at in range(table.roads.shape[1]):
            to = table.roads[zone, at]
            if to < 0:
                break
            if to == table.marks[A_PARIS]:
                to = paris_from(table, state, zone, camp)
            actions[count] = STEP * VERB + to
            count += 1
        if arrows >= 2 and own == 0 and table.coast[zone] > 0:  # 10.2.5: English and French only
            for to in range(table.marks[A_NORTH_CAMP]):
                cost = sea_cost(table, zone, to)
                if 0 < cost <= arrows:
                    actions[count] = SAIL * VERB + to
                    count += 1
    if led(state) and arrows > 0:
        total = state[MARCH_ARMY] + state[MARCH_ARMY + 1] + state[MARCH_ARMY + 2]
        for kind in range(3):
            if state[MARCH_ARMY + kind] > (kind == own) and total > 1:
                actions[count] = DROP * VERB + kind
                count += 1
        if state[MARCH_STEPS] > 0:
            for kind in range(3):
                if unmoved(state, zone, kind) - state[MARCH_ARMY + kind] > 0:
                    actions[count] = PICK_UP * VERB + kind
                    count += 1
    company = led(state) and state[MARCH_STEPS] > 0 and company_in(state, zone) >= 0
    if company and hostile(table, state, zone, camp) == 0:
        actions[count] = ATTACK_COMPANY * VERB + zone  # 13; other Routiers are ignored (10.2.1)
        count += 1
    return max(count, 1)


@routine
def apply_march(table, state, action):
    """Take the step; an army stops or fights where the enemy stands (10.2.1, 10.2.2)."""
    camp, zone = state[ACTIVE] // 2, np.int64(state[MARCH_ZONE])
    verb, argument = action // VERB, action % VERB
    if verb == DROP:
        state[MARCH_ARMY + argument] -= 1
        if state[MARCH_STEPS] > 0:
            state[MOVED + 3 * zone + argument] += 1
        return
    if verb == PICK_UP:
        state[MARCH_ARMY + argument] += 1
        return
    if verb == ATTACK_COMPANY:
        push_fight(state, zone, camp, ROUTIERS, OPEN_FIELD | LED)
        return
    if action == PASS:
        waiting = passes(table, state) and state[SHELTERED] != zone + 1
        if waiting and state[MARCH_STEPS] > 0 and strength(table, state, zone, 1 - camp) > 0:
            push_fight(state, zone, camp, 1 - camp, LED)
        else:
            end_march(state)
        return
    cost = 1 if verb == STEP else sea_cost(table, zone, argument)
    if cost > state[MARCH_LEFT]:
        state[MARCH_LEFT] += bonus(table, state)
        state[BONUS_USED] = 1
    state[MARCH_LEFT] -= cost
    state[MARCH_STEPS] += 1
    carry(table, state, zone, argument, camp)
    state[MARCH_ZONE] = argument
    state[SHELTERED] = 0
    if siege_camp(table, argument) or hostile(table, state, argument, camp) > 0:
        if not led(state):
            end_march(state)
        elif siege_camp(table, argument) or strength(table, state, argument, 1 - camp) == 0 or not passes(table, state):
            attack(table, state, argument, camp, LED)


@routine
def carry(table, state, zone, to, camp):
    """The marching army goes from zone to zone; other leaders left without a unit go along, and have moved by that."""
    for kind in range(3):
        shift(state, zone, to, 3 * camp + kind, np.int64(state[MARCH_ARMY + kind]))
    if 0 <= state[MARCH_LEADER] < LEADERS:
        state[LEADER + state[MARCH_LEADER]] = to
    if strength(table, state, zone, camp) == 0:
        for leader in range(LEADERS):
            if state[LEADER + leader] == zone and table.leader[leader, L_CAMP] == camp:
                state[LEADER_MOVED + leader] = 1
        leaders_follow(table, state, zone, to, camp)


@routine
def end_march(state):
    """The army has moved; its units do not move again in this sequence (10.2)."""
    zone = np.int64(state[MARCH_ZONE])
    if state[MARCH_STEPS] > 0:
        for kind in range(3):
            state[MOVED + 3 * zone + kind] += state[MARCH_ARMY + kind]
    for kind in range(3):
        state[MARCH_ARMY + kind] = 0
    state[DIRTY] = 1  # who only passes through takes no control from anybody, who stays does
    pop(state)


@routine
def march_after_fight(table, state, first_roll):
    """What is left of a led army after its fight, and whether it goes on (11.6)."""
    camp, zone = state[ACTIVE] // 2, np.int64(state[MARCH_ZONE])
    leader = np.int64(state[MARCH_LEADER])
    for kind in range(3):
        state[MARCH_ARMY + kind] = min(state[MARCH_ARMY + kind], unmoved(state, zone, kind))
    fallen = 0 <= leader < LEADERS and state[LEADER + leader] != zone
    if fallen or state[MARCH_ARMY + state[ACTIVE] % 2] == 0 or hostile(table, state, zone, camp) > 0:
        end_march(state)
        return
    if not first_roll:
        state[MARCH_LEFT] = max(state[MARCH_LEFT] - 1, 0)
    if 0 <= leader < LEADERS:
        state[MARCH_LEFT] += table.leader[leader, L_VICTORY]
