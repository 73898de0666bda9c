"""The full game on the contract of `simcore.gameplay.game`: set-up (6), legal actions, what they do, how it ended."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import inner, routine
from simcore.games.cent_ans.full_game import state as s
from simcore.games.cent_ans.full_game.action_numbers import action_of, number_of
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
from simcore.games.cent_ans.full_game.turn_order import run_next

ENDINGS = ("points", "heart-of-france", "surrender", "truncated")


OUTCOME = ("winner", "ended", "turns", "english.points", "french.points", "battles", "sieges")


@inner
def start(table, state, stream):
    """Set up (6): units, leaders and cards; piles are what is left, never an order."""
    for kind in range(6):
        state[s.RESERVE + kind] = table.box[kind]
    for zone in range(table.zones):
        for kind in range(s.KINDS):
            put(state, zone, kind, table.setup[zone, kind])
    for leader in range(s.LEADERS):
        state[s.LEADER + leader] = s.AWAY
    for company in range(s.COMPANIES):
        state[s.COMPANY + company] = s.AWAY
    state[s.TURN] = 1
    state[s.TTM] = table.numbers[ENGLISH_START]
    state[s.TTM + 1] = table.numbers[FRENCH_START]
    state[s.CASTLES_LEFT] = table.numbers[CASTLES]
    state[s.TOWNS_LEFT] = table.numbers[TOWNS]
    state[s.GUARD_LEFT] = 2
    if table.scenario == s.INTRODUCTORY:  # the English camp has the initiative
        state[s.TTM] = max(state[s.TTM], state[s.TTM + 1] + 1)
    for card in range(s.TACTICS):
        if not table.tactic[card, T_IN_GAME]:
            state[s.TACTIC + card] = s.NOT_IN_GAME
        elif table.tactic[card, T_START] >= 0:
            equipment = table.tactic[card, T_KIND] == s.EQUIPMENT
            state[s.TACTIC + card] = s.EQUIPPED + table.tactic[card, T_START] if equipment else s.IN_PLAY
        else:
            state[s.TACTIC + card] = s.PILE_1 + table.tactic[card, T_ERA] - 1
    spread_calamities(table, state, stream)
    for faction in range(s.FACTIONS):
        for card in range(s.CARDS):
            where = s.IN_DECK if table.card[faction, card, C_IN_DECK] else s.LEFT_OUT
            if table.scenario == s.INTRODUCTORY:
                where = table.hands[faction, card]
            state[s.CARD + faction * s.CARDS + card] = where
        if table.scenario != s.INTRODUCTORY:
            fill_hand(table, state, stream, faction)
    count_points(table, state)
    push(state, s.NEXT, 0, 0, 0)
    for leader in range(s.LEADERS):
        if table.scenario == s.HISTORICAL and table.arrival[leader] == 0:
            push(state, s.LEADER_ZONE, leader, 0, 0)
    _settle(table, state, stream)


@inner
def _settle(table, state, stream):
    """Run what needs no decision, until one is due or the game is over."""
    while state[s.DEPTH] > 0:
        if state[s.DIRTY]:
            if is_calm(state):
                state[s.DIRTY] = 0
                if table.markers and state[top(state)] != s.MARCH:
                    set_markers(table, state)
                if form_companies(table, state):
                    return
            if table.scenario == s.BASIC and _heart(table, state):
                return
        kind = np.int64(state[top(state)])
        if kind == s.NEXT:
            run_next(table, state, stream)
        elif kind == s.LEADER_DRAW:
            run_leader_draw(table, state, stream)
        elif kind == s.REINFORCE:
            run_reinforce(table, state)
        elif kind == s.MANEUVER:
            run_maneuver(table, state)
        elif kind == s.BATTLE:
            run_battle(table, state)
        elif kind == s.DRAW:
            fill_hand(table, state, stream, np.int64(state[s.ACTIVE]))
            pop(state)
        elif kind == s.TACTIC_DRAW:
            run_tactic_draw(table, state, stream)
        elif kind == s.ROUTIER_TURN:
            run_routier_turn(table, state)
        elif kind == s.FIGHT:
            run_fight(table, state, stream)
        elif kind == s.ONWARD:
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
    state[s.WINNER] = s.ENGLISH_WIN if heart0 >= table.heart_needed[0] else s.FRENCH_WIN
    state[s.HOW] = s.BY_HEART
    state[s.DEPTH] = 0
    return True


@inner
def legal_actions(table, state, actions):
    """The legal actions, sorted."""
    count = legal_in(np.int64(state[top(state)]), table, state, actions)
    for at in range(count):
        actions[at] = number_of(table, state, np.int64(actions[at]))
    for at in range(1, count):  # nearly in order already
        action = actions[at]
        place = at
        while place > 0 and actions[place - 1] > action:
            actions[place] = actions[place - 1]
            place -= 1
        actions[place] = action
    return count


@inner
def apply_action(table, state, action, stream):
    """A legal action, then everything up to the next decision."""
    # One width for all that follows: Numba compiles a rule for every width it meets.
    apply_in(np.int64(state[top(state)]), table, state, action_of(table, state, np.int64(action)))
    _settle(table, state, stream)


@routine
def final_row(table, state, row):
    """Columns of OUTCOME; `ended` by ENDINGS."""
    row[0] = state[s.WINNER]
    row[1] = 3 if state[s.HOW] == s.GOING_ON else (0 if state[s.HOW] == s.DRAWN_GAME else state[s.HOW] - 1)
    row[2] = state[s.TURN]
    row[3] = state[s.POINTS]
    row[4] = state[s.POINTS + 1]
    row[5] = state[s.BATTLES]
    row[6] = state[s.SIEGES]


@routine
def returns(table, state, out):
    """Each camp's share of the win; half for both where nobody has won."""
    for camp in range(2):
        out[camp] = 0.5
        if state[s.WINNER] != s.NO_WINNER:
            out[camp] = 1.0 if state[s.WINNER] == camp + 1 else 0.0
