"""An army on its way (10.2): steps over borders and bridges, by sea, with a leader and without."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import routine
from simcore.games.cent_ans.full_game import state as s
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


@routine
def led(state):
    """Is the marching army led, or moves as if it were?"""
    return state[s.MARCH_LEADER] >= 0


@routine
def passes(table, state):
    """Can its leader cross zones of the enemy without fighting (leader card 2)?"""
    leader = np.int64(state[s.MARCH_LEADER])
    return 0 <= leader < s.LEADERS and table.leader[leader, L_PASSES] > 0


@routine
def bonus(table, state):
    """Arrows that one army of the camp may add in a sequence (leader card 9), if none has."""
    return 0 if np.int64(state[s.BONUS_USED]) else arrows_of_leaders(table, state, state[s.ACTIVE] // 2, L_ONE)


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
    faction = np.int64(state[s.ACTIVE])
    camp, own, zone = faction // 2, faction % 2, np.int64(state[s.MARCH_ZONE])
    actions[0] = s.PASS
    count = int(state[s.MARCH_STEPS] > 0)
    arrows = state[s.MARCH_LEFT] + bonus(table, state)
    if arrows > 0 and not besieges_paris(table, state, zone, camp):
        for at in range(table.roads.shape[1]):
            to = table.roads[zone, at]
            if to < 0:
                break
            if to == table.marks[A_PARIS]:
                to = paris_from(table, state, zone, camp)
            actions[count] = s.STEP * s.VERB + to
            count += 1
        if arrows >= 2 and own == 0 and table.coast[zone] > 0:  # 10.2.5: English and French only
            for to in range(table.marks[A_NORTH_CAMP]):
                cost = sea_cost(table, zone, to)
                if 0 < cost <= arrows:
                    actions[count] = s.SAIL * s.VERB + to
                    count += 1
    if led(state) and arrows > 0:
        total = state[s.MARCH_ARMY] + state[s.MARCH_ARMY + 1] + state[s.MARCH_ARMY + 2]
        for kind in range(3):
            if state[s.MARCH_ARMY + kind] > (kind == own) and total > 1:
                actions[count] = s.DROP * s.VERB + kind
                count += 1
        if state[s.MARCH_STEPS] > 0:
            for kind in range(3):
                if unmoved(state, zone, kind) - state[s.MARCH_ARMY + kind] > 0:
                    actions[count] = s.PICK_UP * s.VERB + kind
                    count += 1
    company = led(state) and state[s.MARCH_STEPS] > 0 and company_in(state, zone) >= 0
    if company and hostile(table, state, zone, camp) == 0:
        actions[count] = s.ATTACK_COMPANY * s.VERB + zone  # 13; other Routiers are ignored (10.2.1)
        count += 1
    return max(count, 1)


@routine
def apply_march(table, state, action):
    """Take the step; an army stops or fights where the enemy stands (10.2.1, 10.2.2)."""
    camp, zone = state[s.ACTIVE] // 2, np.int64(state[s.MARCH_ZONE])
    verb, argument = action // s.VERB, action % s.VERB
    if verb == s.DROP:
        state[s.MARCH_ARMY + argument] -= 1
        if state[s.MARCH_STEPS] > 0:
            state[s.MOVED + 3 * zone + argument] += 1
        return
    if verb == s.PICK_UP:
        state[s.MARCH_ARMY + argument] += 1
        return
    if verb == s.ATTACK_COMPANY:
        push_fight(state, zone, camp, s.ROUTIERS, s.OPEN_FIELD | s.LED)
        return
    if action == s.PASS:
        waiting = passes(table, state) and state[s.SHELTERED] != zone + 1
        if waiting and state[s.MARCH_STEPS] > 0 and strength(table, state, zone, 1 - camp) > 0:
            push_fight(state, zone, camp, 1 - camp, s.LED)
        else:
            end_march(state)
        return
    cost = 1 if verb == s.STEP else sea_cost(table, zone, argument)
    if cost > state[s.MARCH_LEFT]:
        state[s.MARCH_LEFT] += bonus(table, state)
        state[s.BONUS_USED] = 1
    state[s.MARCH_LEFT] -= cost
    state[s.MARCH_STEPS] += 1
    carry(table, state, zone, argument, camp)
    state[s.MARCH_ZONE] = argument
    state[s.SHELTERED] = 0
    if siege_camp(table, argument) or hostile(table, state, argument, camp) > 0:
        if not led(state):
            end_march(state)
        elif siege_camp(table, argument) or strength(table, state, argument, 1 - camp) == 0 or not passes(table, state):
            attack(table, state, argument, camp, s.LED)


@routine
def carry(table, state, zone, to, camp):
    """The marching army goes from zone to zone; other leaders left without a unit go along, and have moved by that."""
    for kind in range(3):
        shift(state, zone, to, 3 * camp + kind, np.int64(state[s.MARCH_ARMY + kind]))
    if 0 <= state[s.MARCH_LEADER] < s.LEADERS:
        state[s.LEADER + state[s.MARCH_LEADER]] = to
    if strength(table, state, zone, camp) == 0:
        for leader in range(s.LEADERS):
            if state[s.LEADER + leader] == zone and table.leader[leader, L_CAMP] == camp:
                state[s.LEADER_MOVED + leader] = 1
        leaders_follow(table, state, zone, to, camp)


@routine
def end_march(state):
    """The army has moved; its units do not move again in this sequence (10.2)."""
    zone = np.int64(state[s.MARCH_ZONE])
    if state[s.MARCH_STEPS] > 0:
        for kind in range(3):
            state[s.MOVED + 3 * zone + kind] += state[s.MARCH_ARMY + kind]
    for kind in range(3):
        state[s.MARCH_ARMY + kind] = 0
    state[s.DIRTY] = 1  # who only passes through takes no control from anybody, who stays does
    pop(state)


@routine
def march_after_fight(table, state, first_roll):
    """What is left of a led army after its fight, and whether it goes on (11.6)."""
    camp, zone = state[s.ACTIVE] // 2, np.int64(state[s.MARCH_ZONE])
    leader = np.int64(state[s.MARCH_LEADER])
    for kind in range(3):
        state[s.MARCH_ARMY + kind] = min(state[s.MARCH_ARMY + kind], unmoved(state, zone, kind))
    fallen = 0 <= leader < s.LEADERS and state[s.LEADER + leader] != zone
    if fallen or state[s.MARCH_ARMY + state[s.ACTIVE] % 2] == 0 or hostile(table, state, zone, camp) > 0:
        end_march(state)
        return
    if not first_roll:
        state[s.MARCH_LEFT] = max(state[s.MARCH_LEFT] - 1, 0)
    if 0 <= leader < s.LEADERS:
        state[s.MARCH_LEFT] += table.leader[leader, L_VICTORY]
