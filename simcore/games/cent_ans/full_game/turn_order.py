"""The turn (7): whose sequence it is, and the end of the game (15, 16)."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import routine
from simcore.engine.rng import below
from simcore.games.cent_ans.full_game import state as s
from simcore.games.cent_ans.full_game.board_arrays import L_CAMP, SURRENDER, TRUCES_THAT_END
from simcore.games.cent_ans.full_game.frames import push
from simcore.games.cent_ans.full_game.rules.zones import count_points

# ---- the turn ------------------------------------------------------------------------------------------------------


@routine
def run_next(table, state, stream):
    """The next faction's sequence, drawn (7.1); after the last, the end of the turn (15, 16)."""
    if state[s.DRAWN] == 15:
        count_points(table, state)
        if _ends(table, state):
            state[s.DEPTH] = 0
            return
        state[s.TURN] += 1
        state[s.DRAWN] = 0
        state[s.ROUTIERS_DONE] = 0
    if state[s.DRAWN] == 0:
        state[s.LEADER_DUE] = 0
        for camp in range(2):
            state[s.LEADER_DUE] |= _due(table, state, camp) << camp
    if state[s.TURN] == 1 and state[s.DRAWN] == 0:
        faction = s.ENGLISH  # 7.2
    else:
        left = 0
        for one in range(4):
            left += state[s.DRAWN] >> one & 1 == 0
        skip = below(stream, left)
        faction = 0
        for one in range(4):
            if state[s.DRAWN] >> one & 1 == 0:
                if skip == 0:
                    faction = one
                    break
                skip -= 1
    state[s.DRAWN] |= 1 << faction
    state[s.ACTIVE] = faction
    for at in range(s.MOVED, s.MOVED + 3 * table.zones):
        state[at] = 0
    for leader in range(s.LEADERS):
        state[s.LEADER_MOVED + leader] = 0
    for at in (
        s.NO_REINFORCEMENTS, s.SLIPPING, s.TOOK_LEADER, s.PLACED_ONCE, s.PLACED_TWICE, s.LEADERS_CLOSED, s.BONUS_USED,
        s.CHEVAUCHEE, s.SHELTERED, s.EXPLOIT_ZONE,
    ):  # fmt: skip
        state[at] = 0
    push(state, s.DRAW, 0, 0, 0)
    push(state, s.BATTLE, 0, 0, 0)
    push(state, s.MANEUVER, 0, 0, 0)
    push(state, s.REINFORCE, 0, 0, 0)
    push(state, s.LEADER_DRAW, 0, 0, 0)


@routine
def _due(table, state, camp):
    """Does a leader of that camp come in this turn (8)?"""
    if table.scenario == s.BASIC:
        return 1 if table.leader_turn[camp, state[s.TURN]] else 0
    for leader in range(s.LEADERS):
        if table.leader[leader, L_CAMP] == camp and table.arrival[leader] == state[s.TURN]:
            return 1
    return 0


@routine
def _ends(table, state):
    """Is the game over at the end of a turn (16)? Then it says how."""
    english, french = np.int64(state[s.POINTS]), np.int64(state[s.POINTS + 1])
    leader = 1 if english > french else (2 if french > english else s.NO_WINNER)
    last = state[s.TURN] >= table.turns
    if table.scenario == s.BASIC and abs(english - french) >= table.numbers[SURRENDER]:
        state[s.WINNER], state[s.HOW] = leader, s.BY_SURRENDER
        return True
    truces = max(state[s.TRUCES], state[s.TRUCES + 1]) >= table.numbers[TRUCES_THAT_END]
    if not last and (not truces or table.scenario != s.BASIC):
        return False
    if leader == s.NO_WINNER and table.scenario == s.HISTORICAL:
        leader = s.ENGLISH_WIN  # 18.2.2
    state[s.WINNER] = leader
    state[s.HOW] = s.DRAWN_GAME if leader == s.NO_WINNER else s.BY_POINTS
    return True
