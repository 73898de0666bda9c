"""The full game on the contract of `simcore.engine.game`: set-up (6), whose decision, legal, apply, outcome."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import inner, routine
from simcore.games.cent_ans.play.aftermath import apply_exploit, legal_exploit, run_onward
from simcore.games.cent_ans.play.battles import (
    apply_battle_card,
    apply_besiege,
    apply_choose_battle,
    apply_effect,
    apply_shelter,
    apply_slip,
    apply_slip_event,
    legal_battle_card,
    legal_choose_battle,
    legal_effect,
    run_battle,
    run_fight,
)
from simcore.games.cent_ans.play.casualties import apply_fall, apply_retreat, legal_fall, legal_retreat
from simcore.games.cent_ans.play.events import (
    apply_enrol,
    apply_event_zone,
    apply_turn_coat,
    legal_enrol,
    legal_event_zone,
    legal_turn_coat,
)
from simcore.games.cent_ans.play.frames import pop, push, top
from simcore.games.cent_ans.play.hands import fill_hand, spread_calamities
from simcore.games.cent_ans.play.layout import (
    ACTIVE,
    ARMY,
    AWAY,
    BASIC,
    BATTLE,
    BATTLE_CARD,
    BATTLES,
    BESIEGE,
    BY_HEART,
    CARD,
    CARDS,
    CASTLES_LEFT,
    CHOOSE_BATTLE,
    CHOOSE_CARD,
    COMPANIES,
    COMPANY,
    COMPOSE,
    DEPTH,
    DIRTY,
    DISCARD,
    DRAW,
    DRAWN_GAME,
    EFFECT,
    ENGLISH_WIN,
    ENROL,
    EQUIPMENT,
    EQUIPPED,
    EVENT_ZONE,
    EXPLOIT,
    FACTIONS,
    FALL,
    FIGHT,
    FRENCH_WIN,
    GATHER,
    GOING_ON,
    GUARD_LEFT,
    HISTORICAL,
    HOW,
    IN_DECK,
    IN_PLAY,
    INTRODUCTORY,
    KINDS,
    LEADER,
    LEADER_CASTLE,
    LEADER_DRAW,
    LEADER_ZONE,
    LEADERS,
    LEFT_OUT,
    MADNESS,
    MANEUVER,
    MARCH,
    MILITIA,
    MILITIA_ZONE,
    NEXT,
    NOT_IN_GAME,
    ONWARD,
    PILE,
    PILE_1,
    PLACE,
    POINTS,
    REACT,
    REINFORCE,
    RESERVE,
    RETREAT,
    REVOLT,
    ROUTE,
    ROUTIER_CAMP,
    ROUTIER_TURN,
    SHELTER,
    SIEGES,
    SLIP,
    SLIP_EVENT,
    TACTIC,
    TACTIC_DRAW,
    TACTIC_ZONE,
    TACTICS,
    TOWNS_LEFT,
    TTM,
    TURN,
    TURN_COAT,
    WINNER,
)
from simcore.games.cent_ans.play.leaders import (
    apply_leader_castle,
    apply_leader_zone,
    legal_leader_castle,
    legal_leader_zone,
    run_leader_draw,
)
from simcore.games.cent_ans.play.maneuvers import apply_army, apply_compose, legal_army, legal_compose
from simcore.games.cent_ans.play.marches import apply_march, legal_march
from simcore.games.cent_ans.play.orders import (
    apply_choose_card,
    apply_madness,
    apply_react,
    legal_choose_card,
    legal_react,
    legal_yes_no,
    run_maneuver,
)
from simcore.games.cent_ans.play.reinforcements import apply_place, apply_revolt, legal_place, run_reinforce
from simcore.games.cent_ans.play.routiers import (
    apply_camp,
    apply_gather,
    apply_route,
    legal_camp,
    legal_gather,
    legal_route,
    run_routier_turn,
)
from simcore.games.cent_ans.play.table import (
    C_IN_DECK,
    CASTLES,
    ENGLISH_START,
    FRENCH_START,
    L_CAMP,
    T_ERA,
    T_IN_GAME,
    T_KIND,
    T_START,
    TOWNS,
)
from simcore.games.cent_ans.play.tactics import (
    apply_discard,
    apply_militia,
    apply_militia_zone,
    apply_pile,
    apply_tactic_zone,
    legal_discard,
    legal_militia,
    legal_militia_zone,
    legal_pile,
    legal_tactic_zone,
    run_tactic_draw,
)
from simcore.games.cent_ans.play.turns import run_next
from simcore.games.cent_ans.play.zones import count_points, put

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
            state[DIRTY] = 0
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


@routine
def whose(table, state):
    """The camp that decides, -1: over."""
    if state[DEPTH] == 0:
        return -1
    at = top(state)
    kind, a = np.int64(state[at]), np.int64(state[at + 1])
    if kind in (LEADER_ZONE, LEADER_CASTLE):
        return np.int64(table.leader[a, L_CAMP])
    if kind in (REVOLT, SLIP_EVENT, SLIP):
        return 1
    if kind in (EVENT_ZONE, MILITIA_ZONE, TURN_COAT, ENROL):
        return np.int64(a // 2)
    if kind in (
        REACT, MADNESS, SHELTER, BESIEGE, BATTLE_CARD, EFFECT, FALL, RETREAT, EXPLOIT, DISCARD, PILE, ROUTE, MILITIA,
        TACTIC_ZONE, GATHER, ROUTIER_CAMP,
    ):  # fmt: skip
        return np.int64(a)
    return np.int64(state[ACTIVE] // 2)


@inner
def legal(table, state, actions):
    """The legal actions, sorted."""
    kind = np.int64(state[top(state)])
    if kind == LEADER_ZONE:
        count = legal_leader_zone(table, state, actions)
    elif kind == LEADER_CASTLE:
        count = legal_leader_castle(table, state, actions)
    elif kind == PLACE:
        count = legal_place(table, state, actions)
    elif kind == CHOOSE_CARD:
        count = legal_choose_card(table, state, actions)
    elif kind == REACT:
        count = legal_react(table, state, actions)
    elif kind == ARMY:
        count = legal_army(table, state, actions)
    elif kind == COMPOSE:
        count = legal_compose(state, actions)
    elif kind == MARCH:
        count = legal_march(table, state, actions)
    elif kind == CHOOSE_BATTLE:
        count = legal_choose_battle(table, state, actions)
    elif kind == BATTLE_CARD:
        count = legal_battle_card(table, state, actions)
    elif kind == EFFECT:
        count = legal_effect(table, state, actions)
    elif kind == FALL:
        count = legal_fall(state, actions)
    elif kind == RETREAT:
        count = legal_retreat(table, state, actions)
    elif kind == EXPLOIT:
        count = legal_exploit(table, state, actions)
    elif kind == DISCARD:
        count = legal_discard(state, actions)
    elif kind == PILE:
        count = legal_pile(state, actions)
    elif kind == ROUTE:
        count = legal_route(table, state, actions)
    elif kind == EVENT_ZONE:
        count = legal_event_zone(table, state, actions)
    elif kind == TURN_COAT:
        count = legal_turn_coat(state, actions)
    elif kind == ENROL:
        count = legal_enrol(table, state, actions)
    elif kind == GATHER:
        count = legal_gather(table, state, actions)
    elif kind == ROUTIER_CAMP:
        count = legal_camp(table, state, actions)
    elif kind == MILITIA:
        count = legal_militia(actions)
    elif kind == MILITIA_ZONE:
        count = legal_militia_zone(table, state, actions)
    elif kind == TACTIC_ZONE:
        count = legal_tactic_zone(table, state, actions)
    else:
        count = legal_yes_no(actions)
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
    action = np.int64(action)  # one width for all that follows: Numba compiles a rule for every width it meets
    kind = np.int64(state[top(state)])
    if kind == LEADER_ZONE:
        apply_leader_zone(table, state, action)
    elif kind == LEADER_CASTLE:
        apply_leader_castle(table, state, action)
    elif kind == REVOLT:
        apply_revolt(table, state, action)
    elif kind == PLACE:
        apply_place(table, state, action)
    elif kind == CHOOSE_CARD:
        apply_choose_card(table, state, action)
    elif kind == REACT:
        apply_react(table, state, action)
    elif kind == MADNESS:
        apply_madness(table, state, action)
    elif kind == ARMY:
        apply_army(table, state, action)
    elif kind == COMPOSE:
        apply_compose(state, action)
    elif kind == MARCH:
        apply_march(table, state, action)
    elif kind == CHOOSE_BATTLE:
        apply_choose_battle(table, state, action)
    elif kind == SHELTER:
        apply_shelter(table, state, action)
    elif kind == BESIEGE:
        apply_besiege(state, action)
    elif kind == BATTLE_CARD:
        apply_battle_card(table, state, action)
    elif kind == EFFECT:
        apply_effect(state, action)
    elif kind == FALL:
        apply_fall(table, state, action)
    elif kind == RETREAT:
        apply_retreat(table, state, action)
    elif kind == SLIP:
        apply_slip(state, action)
    elif kind == SLIP_EVENT:
        apply_slip_event(state, action)
    elif kind == EXPLOIT:
        apply_exploit(table, state, action)
    elif kind == DISCARD:
        apply_discard(state, action)
    elif kind == PILE:
        apply_pile(state, action)
    elif kind == ROUTE:
        apply_route(table, state, action)
    elif kind == EVENT_ZONE:
        apply_event_zone(table, state, action)
    elif kind == TURN_COAT:
        apply_turn_coat(table, state, action)
    elif kind == ENROL:
        apply_enrol(table, state, action)
    elif kind == GATHER:
        apply_gather(table, state, action)
    elif kind == ROUTIER_CAMP:
        apply_camp(table, state, action)
    elif kind == MILITIA:
        apply_militia(state, action)
    elif kind == MILITIA_ZONE:
        apply_militia_zone(table, state, action)
    else:
        apply_tactic_zone(table, state, action)
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
