"""The turn (7): whose sequence it is, and the end of the game (15, 16)."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import routine
from simcore.engine.rng import below
from simcore.games.cent_ans.full_game.board_arrays import L_CAMP, SURRENDER, TRUCES_THAT_END
from simcore.games.cent_ans.full_game.frames import push
from simcore.games.cent_ans.full_game.rules.zones import count_points
from simcore.games.cent_ans.full_game.state import (
    ACTIVE,
    BASIC,
    BATTLE,
    BONUS_USED,
    BY_POINTS,
    BY_SURRENDER,
    CHEVAUCHEE,
    DEPTH,
    DRAW,
    DRAWN,
    DRAWN_GAME,
    ENGLISH,
    ENGLISH_WIN,
    EXPLOIT_ZONE,
    HISTORICAL,
    HOW,
    LEADER_DRAW,
    LEADER_DUE,
    LEADER_MOVED,
    LEADERS,
    LEADERS_CLOSED,
    MANEUVER,
    MOVED,
    NO_REINFORCEMENTS,
    NO_WINNER,
    PLACED_ONCE,
    PLACED_TWICE,
    POINTS,
    REINFORCE,
    ROUTIERS_DONE,
    SHELTERED,
    SLIPPING,
    TOOK_LEADER,
    TRUCES,
    TURN,
    WINNER,
)

# ---- the turn ------------------------------------------------------------------------------------------------------


@routine
def run_next(table, state, stream):
    """The next faction's sequence, drawn (7.1); after the last, the end of the turn (15, 16)."""
    if state[DRAWN] == 15:
        count_points(table, state)
        if _ends(table, state):
            state[DEPTH] = 0
            return
        state[TURN] += 1
        state[DRAWN] = 0
        state[ROUTIERS_DONE] = 0
    if state[DRAWN] == 0:
        state[LEADER_DUE] = 0
        for camp in range(2):
            state[LEADER_DUE] |= _due(table, state, camp) << camp
    if state[TURN] == 1 and state[DRAWN] == 0:
        faction = ENGLISH  # 7.2
    else:
        left = 0
        for one in range(4):
            left += state[DRAWN] >> one & 1 == 0
        skip = below(stream, left)
        faction = 0
        for one in range(4):
            if state[DRAWN] >> one & 1 == 0:
                if skip == 0:
                    faction = one
                    break
                skip -= 1
    state[DRAWN] |= 1 << faction
    state[ACTIVE] = faction
    for at in range(MOVED, MOVED + 3 * table.zones):
        state[at] = 0
    for leader in range(LEADERS):
        state[LEADER_MOVED + leader] = 0
    for at in (
        NO_REINFORCEMENTS, SLIPPING, TOOK_LEADER, PLACED_ONCE, PLACED_TWICE, LEADERS_CLOSED, BONUS_USED, CHEVAUCHEE,
        SHELTERED, EXPLOIT_ZONE,
    ):  # fmt: skip
        state[at] = 0
    push(state, DRAW, 0, 0, 0)
    push(state, BATTLE, 0, 0, 0)
    push(state, MANEUVER, 0, 0, 0)
    push(state, REINFORCE, 0, 0, 0)
    push(state, LEADER_DRAW, 0, 0, 0)


@routine
def _due(table, state, camp):
    """Does a leader of that camp come in this turn (8)?"""
    if table.scenario == BASIC:
        return 1 if table.leader_turn[camp, state[TURN]] else 0
    for leader in range(LEADERS):
        if table.leader[leader, L_CAMP] == camp and table.arrival[leader] == state[TURN]:
            return 1
    return 0


@routine
def _ends(table, state):
    """Is the game over at the end of a turn (16)? Then it says how."""
    english, french = np.int64(state[POINTS]), np.int64(state[POINTS + 1])
    leader = 1 if english > french else (2 if french > english else NO_WINNER)
    last = state[TURN] >= table.turns
    if table.scenario == BASIC and abs(english - french) >= table.numbers[SURRENDER]:
        state[WINNER], state[HOW] = leader, BY_SURRENDER
        return True
    truces = max(state[TRUCES], state[TRUCES + 1]) >= table.numbers[TRUCES_THAT_END]
    if not last and (not truces or table.scenario != BASIC):
        return False
    if leader == NO_WINNER and table.scenario == HISTORICAL:
        leader = ENGLISH_WIN  # 18.2.2
    state[WINNER] = leader
    state[HOW] = DRAWN_GAME if leader == NO_WINNER else BY_POINTS
    return True
