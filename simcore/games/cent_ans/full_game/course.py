"""The full game on the contract of `simcore.gameplay.game`: set-up (6), whose decision, legal, apply, outcome."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import inner, routine
from simcore.games.cent_ans.full_game.board_arrays import (
    C_IN_DECK,
    CASTLES,
    ENGLISH_START,
    FRENCH_START,
    T_ERA,
    T_IN_GAME,
    T_KIND,
    T_START,
    TOWNS,
)
from simcore.games.cent_ans.full_game.decisions import apply_in, legal_in
from simcore.games.cent_ans.full_game.frames import pop, push, top
from simcore.games.cent_ans.full_game.rules.aftermath import run_onward
from simcore.games.cent_ans.full_game.rules.battles import run_battle, run_fight
from simcore.games.cent_ans.full_game.rules.companies import form_companies, is_calm
from simcore.games.cent_ans.full_game.rules.hands import fill_hand, spread_calamities
from simcore.games.cent_ans.full_game.rules.leaders import run_leader_draw
from simcore.games.cent_ans.full_game.rules.orders import run_maneuver
from simcore.games.cent_ans.full_game.rules.reinforcements import run_reinforce
from simcore.games.cent_ans.full_game.rules.routiers import run_routier_turn
from simcore.games.cent_ans.full_game.rules.tactics import run_tactic_draw
from simcore.games.cent_ans.full_game.rules.zones import count_points, put, set_markers
from simcore.games.cent_ans.full_game.state import (
    ACTIVE,
    AWAY,
    BASIC,
    BATTLE,
    BATTLES,
    BY_HEART,
    CARD,
    CARDS,
    CASTLES_LEFT,
    COMPANIES,
    COMPANY,
    DEPTH,
    DIRTY,
    DRAW,
    DRAWN_GAME,
    ENGLISH_WIN,
    EQUIPMENT,
    EQUIPPED,
    FACTIONS,
    FIGHT,
    FRENCH_WIN,
    GOING_ON,
    GUARD_LEFT,
    HISTORICAL,
    HOW,
    IN_DECK,
    IN_PLAY,
    INTRODUCTORY,
    KINDS,
    LEADER,
    LEADER_DRAW,
    LEADER_ZONE,
    LEADERS,
    LEFT_OUT,
    MANEUVER,
    MARCH,
    NEXT,
    NOT_IN_GAME,
    ONWARD,
    PILE_1,
    POINTS,
    REINFORCE,
    RESERVE,
    ROUTIER_TURN,
    SIEGES,
    TACTIC,
    TACTIC_DRAW,
    TACTICS,
    TOWNS_LEFT,
    TTM,
    TURN,
    WINNER,
)
from simcore.games.cent_ans.full_game.turn_order import run_next

ENDINGS = ("points", "heart-of-france", "surrender", "truncated")


OUTCOME = ("winner", "ended", "turns", "english.points", "french.points", "battles", "sieges")


@inner
def start(table, state, stream):
    """Set up (6): units, leaders and cards; piles are what is left, never an order."""
    for kind in range(6):
        state[RESERVE + kind] = table.box[kind]
    for zone in range(table.zones):
        for kind in range(KINDS):
            put(state, zone, kind, table.setup[zone, kind])
    for leader in range(LEADERS):
        state[LEADER + leader] = AWAY
    for company in range(COMPANIES):
        state[COMPANY + company] = AWAY
    state[TURN] = 1
    state[TTM] = table.numbers[ENGLISH_START]
    state[TTM + 1] = table.numbers[FRENCH_START]
    state[CASTLES_LEFT] = table.numbers[CASTLES]
    state[TOWNS_LEFT] = table.numbers[TOWNS]
    state[GUARD_LEFT] = 2
    if table.scenario == INTRODUCTORY:  # the English camp has the initiative
        state[TTM] = max(state[TTM], state[TTM + 1] + 1)
    for card in range(TACTICS):
        if not table.tactic[card, T_IN_GAME]:
            state[TACTIC + card] = NOT_IN_GAME
        elif table.tactic[card, T_START] >= 0:
            equipment = table.tactic[card, T_KIND] == EQUIPMENT
            state[TACTIC + card] = EQUIPPED + table.tactic[card, T_START] if equipment else IN_PLAY
        else:
            state[TACTIC + card] = PILE_1 + table.tactic[card, T_ERA] - 1
    spread_calamities(table, state, stream)
    for faction in range(FACTIONS):
        for card in range(CARDS):
            where = IN_DECK if table.card[faction, card, C_IN_DECK] else LEFT_OUT
            if table.scenario == INTRODUCTORY:
                where = table.hands[faction, card]
            state[CARD + faction * CARDS + card] = where
        if table.scenario != INTRODUCTORY:
            fill_hand(table, state, stream, faction)
    count_points(table, state)
    push(state, NEXT, 0, 0, 0)
    for leader in range(LEADERS):
        if table.scenario == HISTORICAL and table.arrival[leader] == 0:
            push(state, LEADER_ZONE, leader, 0, 0)
    _settle(table, state, stream)


@inner
def _settle(table, state, stream):
    """Run what needs no decision, until one is due or the game is over."""
    while state[DEPTH] > 0:
        if state[DIRTY]:
            if is_calm(state):
                state[DIRTY] = 0
                if table.markers and state[top(state)] != MARCH:
                    set_markers(table, state)
                if form_companies(table, state):
                    return
            if table.scenario == BASIC and _heart(table, state):
                return
        kind = np.int64(state[top(state)])
        if kind == NEXT:
            run_next(table, state, stream)
        elif kind == LEADER_DRAW:
            run_leader_draw(table, state, stream)
        elif kind == REINFORCE:
            run_reinforce(table, state)
        elif kind == MANEUVER:
            run_maneuver(table, state)
        elif kind == BATTLE:
            run_battle(table, state)
        elif kind == DRAW:
            fill_hand(table, state, stream, np.int64(state[ACTIVE]))
            pop(state)
        elif kind == TACTIC_DRAW:
            run_tactic_draw(table, state, stream)
        elif kind == ROUTIER_TURN:
            run_routier_turn(table, state)
        elif kind == FIGHT:
            run_fight(table, state, stream)
        elif kind == ONWARD:
            run_onward(table, state)
        else:
            return
    count_points(table, state)


@routine
def _heart(table, state):
    """Has a camp won by the heart of France (16.1)? At once."""
    heart0, heart1 = count_points(table, state)
    if heart0 < table.heart_needed[0] and heart1 < table.heart_needed[1]:
        return False
    state[WINNER] = ENGLISH_WIN if heart0 >= table.heart_needed[0] else FRENCH_WIN
    state[HOW] = BY_HEART
    state[DEPTH] = 0
    return True


@inner
def legal(table, state, actions):
    """The legal actions, sorted."""
    count = legal_in(np.int64(state[top(state)]), table, state, actions)
    for at in range(1, count):  # nearly in order already
        action = actions[at]
        place = at
        while place > 0 and actions[place - 1] > action:
            actions[place] = actions[place - 1]
            place -= 1
        actions[place] = action
    return count


@inner
def apply(table, state, action, stream):
    """A legal action, then everything up to the next decision."""
    # One width for all that follows: Numba compiles a rule for every width it meets.
    apply_in(np.int64(state[top(state)]), table, state, np.int64(action))
    _settle(table, state, stream)


@routine
def outcome(table, state, row):
    """Columns of OUTCOME; `ended` by ENDINGS."""
    row[0] = state[WINNER]
    row[1] = 3 if state[HOW] == GOING_ON else (0 if state[HOW] == DRAWN_GAME else state[HOW] - 1)
    row[2] = state[TURN]
    row[3] = state[POINTS]
    row[4] = state[POINTS + 1]
    row[5] = state[BATTLES]
    row[6] = state[SIEGES]
