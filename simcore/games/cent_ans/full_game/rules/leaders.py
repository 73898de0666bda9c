"""Leaders that come (8): drawn, landed, and the castle that one of them builds."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import routine
from simcore.engine.rng import below
from simcore.games.cent_ans.full_game import state as s
from simcore.games.cent_ans.full_game.board_arrays import (
    A_NORTH_CAMP,
    A_PARIS,
    L_CAMP,
    L_CASTLE,
    L_ELITE,
    L_FIRST,
    L_SECOND,
    L_TOKENS,
    L_TTM,
    MOST_TOKENS,
)
from simcore.games.cent_ans.full_game.frames import advance_ttm, count_down, or_pass, pop, push, top
from simcore.games.cent_ans.full_game.rules.zones import hostile, put, settle_losses, strength, take, units

CASTLE_UNITS = 2  # what Philip VI pays for his castle (leader card 1)

# ---- leaders -------------------------------------------------------------------------------------------------------


@routine
def run_leader_draw(table, state, stream):
    """The first faction of the camp whose turn it is draws its leader (8)."""
    pop(state)
    camp = state[s.ACTIVE] // 2
    if state[s.LEADER_DUE] >> camp & 1 == 0:
        return
    state[s.LEADER_DUE] &= ~(1 << camp)
    if table.scenario != s.BASIC:
        for leader in range(s.LEADERS - 1, -1, -1):
            if table.leader[leader, L_CAMP] == camp and table.arrival[leader] == state[s.TURN]:
                state[s.TOOK_LEADER] = 1
                push(state, s.LEADER_ZONE, leader, 0, 0)
        return
    left = 0
    for leader in range(s.LEADERS):
        left += table.leader[leader, L_CAMP] == camp and state[s.LEADER + leader] == s.AWAY
    if left == 0:
        return
    skip = below(stream, left)
    for leader in range(s.LEADERS):
        if table.leader[leader, L_CAMP] == camp and state[s.LEADER + leader] == s.AWAY:
            if skip == 0:
                state[s.TOOK_LEADER] = 1
                push(state, s.LEADER_ZONE, leader, 0, 0)
                return
            skip -= 1


@routine
def legal_leader_zone(table, state, actions):
    """Zones in which a leader can appear or land (8.1); not a Paris that the enemy holds (5.3)."""
    leader = np.int64(state[top(state) + 1])
    camp = table.leader[leader, L_CAMP]
    count = 0
    for zone in range(table.marks[A_NORTH_CAMP]):
        held = zone == table.marks[A_PARIS] and strength(table, state, zone, 1 - camp) > 0
        if table.leader_zone[leader, zone] and not held:
            actions[count] = s.TO_ZONE * s.VERB + zone
            count += 1
    return or_pass(actions, count)


@routine
def apply_leader_zone(table, state, action):
    """The leader appears with his army, as far as the reserve goes; what his card does at once (8.1)."""
    leader = np.int64(state[top(state) + 1])
    pop(state)
    if action == s.PASS:
        return
    camp, zone = table.leader[leader, L_CAMP], action % s.VERB
    placed = put(state, zone, 3 * camp, table.leader[leader, L_FIRST])
    placed += put(state, zone, 3 * camp + 1, table.leader[leader, L_SECOND])
    placed += put(state, zone, 3 * camp + 2, table.leader[leader, L_ELITE])
    if placed == 0 and strength(table, state, zone, camp) == 0:
        state[s.LEADER + leader] = s.AWAY - 1
        return
    state[s.LEADER + leader] = zone
    advance_ttm(table, state, camp, table.leader[leader, L_TTM])
    state[s.TOKENS] = min(state[s.TOKENS] + table.leader[leader, L_TOKENS], table.numbers[MOST_TOKENS])
    if table.leader[leader, L_CASTLE]:
        push(state, s.LEADER_CASTLE, leader, 0, 0)


@routine
def can_build(table, state, zone):
    """May a castle stand there: a zone without a place, or a castle to be raised (10.3, reading)?"""
    if state[s.WORKS + zone] == s.CASTLE_1:
        return True
    free = table.place[zone] == s.NO_PLACE and state[s.WORKS + zone] == 0
    return free and state[s.CASTLES_LEFT] > 0 and zone < table.marks[A_NORTH_CAMP]


@routine
def build_castle(state, zone):
    """A castle, or a castle raised to level 2."""
    if state[s.WORKS + zone] == 0:
        state[s.CASTLES_LEFT] -= 1
    state[s.WORKS + zone] += 1


@routine
def legal_leader_castle(table, state, actions):
    """Philip VI's castle: where his camp has 2 units (leader card 1)."""
    camp = table.leader[state[top(state) + 1], L_CAMP]
    actions[0] = s.PASS
    count = 1
    for zone in range(table.marks[A_NORTH_CAMP]):
        new = state[s.WORKS + zone] == 0 and can_build(table, state, zone)
        if new and strength(table, state, zone, camp) >= CASTLE_UNITS and hostile(table, state, zone, camp) == 0:
            actions[count] = s.TO_ZONE * s.VERB + zone
            count += 1
    return count


@routine
def apply_leader_castle(table, state, action):
    """Two units go back to the reserve for it, which ones is asked."""
    camp = table.leader[state[top(state) + 1], L_CAMP]
    pop(state)
    if action == s.PASS:
        return
    zone = action % s.VERB
    build_castle(state, zone)
    push(state, s.CASTLE_PRICE, camp, zone, CASTLE_UNITS)
    _pay_alike(table, state)


@routine
def legal_castle_price(table, state, actions):
    """A unit that goes back for the castle, of which kind, elite or not."""
    at = top(state)
    count = 0
    for kind in range(3):
        if units(state, np.int64(state[at + 2]), 3 * np.int64(state[at + 1]) + kind) > 0:
            actions[count] = s.FALLS * s.VERB + kind
            count += 1
    return count


@routine
def apply_castle_price(table, state, action):
    """That one goes back."""
    at = top(state)
    take(state, np.int64(state[at + 2]), 3 * np.int64(state[at + 1]) + action % s.VERB, 1)
    if not count_down(state, 3, action):
        _pay_alike(table, state)
    settle_losses(table, state)


@routine
def _pay_alike(table, state):
    """Units that are all of one kind go back without a question."""
    at = top(state)
    camp, zone = np.int64(state[at + 1]), np.int64(state[at + 2])
    here = strength(table, state, zone, camp)
    for kind in range(3):
        if units(state, zone, 3 * camp + kind) == here:
            take(state, zone, 3 * camp + kind, np.int64(state[at + 3]))
            pop(state)
            settle_losses(table, state)
            return
