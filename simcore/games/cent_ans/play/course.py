"""The full game on the contract of `simcore.engine.game`: set-up (6), whose decision, legal, apply, the laws."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import inner, routine
from simcore.engine.rng import below
from simcore.games.cent_ans.play.battles import (
    apply_battle_card,
    apply_besiege,
    apply_choose_battle,
    apply_exploit,
    apply_shelter,
    apply_slip,
    apply_slip_event,
    legal_battle_card,
    legal_choose_battle,
    legal_exploit,
    run_battle,
    run_fight,
)
from simcore.games.cent_ans.play.events import apply_event_zone, legal_event_zone
from simcore.games.cent_ans.play.frames import count_tactics, pop, push, top
from simcore.games.cent_ans.play.layout import (
    A_MADNESS,
    ACTIVE,
    ARMY,
    AWAY,
    BASIC,
    BATTLE,
    BATTLE_CARD,
    BATTLES,
    BESIEGE,
    BY_HEART,
    CALAMITY,
    CARD,
    CARDS,
    CASTLE_1,
    CASTLE_2,
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
    ENGLISH_WIN,
    EQUIPMENT,
    EQUIPPED,
    EVENT_CARD,
    EVENT_ZONE,
    EXPLOIT,
    FACTIONS,
    FIGHT,
    FORTIFIED,
    FRANCS_ARCHERS,
    FRENCH_WIN,
    GOING_ON,
    GUARD_LEFT,
    HELD,
    HISTORICAL,
    HOW,
    IN_DECK,
    IN_HAND,
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
    MOVED,
    NEXT,
    NOT_IN_GAME,
    PILE,
    PILE_1,
    PLACE,
    POINTS,
    REACT,
    REINFORCE,
    RESERVE,
    REVOLT,
    ROUTE,
    ROUTIER,
    ROUTIER_TURN,
    SHELTER,
    SIEGES,
    SLIP,
    SLIP_EVENT,
    TACTIC,
    TACTIC_DRAW,
    TACTIC_ZONE,
    TACTICS,
    TECHNIQUE,
    TOOK_LEADER,
    TOWNS_LEFT,
    TTM,
    TURN,
    UNITS,
    WINNER,
    WORKS,
)
from simcore.games.cent_ans.play.maneuvers import (
    apply_army,
    apply_choose_card,
    apply_compose,
    apply_madness,
    apply_react,
    legal_army,
    legal_choose_card,
    legal_compose,
    legal_react,
    legal_yes_no,
    run_maneuver,
)
from simcore.games.cent_ans.play.marches import apply_march, legal_march
from simcore.games.cent_ans.play.routiers import apply_route, legal_route, run_routier_turn
from simcore.games.cent_ans.play.table import (
    C_IN_DECK,
    C_KIND,
    CASTLES,
    ENGLISH_START,
    FRENCH_START,
    HAND,
    L_CAMP,
    SLOTS,
    T_EFFECT,
    T_ERA,
    T_IN_GAME,
    T_KIND,
    T_START,
    TACTIC_HAND,
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
from simcore.games.cent_ans.play.turns import (
    apply_leader_castle,
    apply_leader_zone,
    apply_place,
    apply_revolt,
    fill_hand,
    legal_leader_castle,
    legal_leader_zone,
    legal_place,
    run_leader_draw,
    run_next,
    run_reinforce,
)
from simcore.games.cent_ans.play.zones import count_points, put, reserve_of, siege_camp, strength, units

ENDINGS = ("points", "heart-of-france", "surrender", "truncated")
OUTCOME = ("winner", "ended", "turns", "english.points", "french.points", "battles", "sieges")
NO_LAW, UNITS_KEPT, NOT_NEGATIVE, ONE_CAMP_A_ZONE, CARDS_KEPT, TACTICS_KEPT, MARKERS_KEPT, LEADERS_LED, COMPANY_SIZE = (
    range(9)
)


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
    _spread_calamities(table, state, stream)
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
def _spread_calamities(table, state, stream):
    """One CALAMITY at random in each pile (6.3.3): those not drawn yet change places."""
    piles = np.zeros(3, np.int64)
    left = 0
    for card in range(TACTICS):
        if table.tactic[card, T_KIND] == CALAMITY and table.tactic[card, T_IN_GAME] and state[TACTIC + card] < HELD:
            piles[left] = state[TACTIC + card] if state[TACTIC + card] >= PILE_1 else PILE_1 + left
            left += 1
    for card in range(TACTICS):
        if table.tactic[card, T_KIND] == CALAMITY and table.tactic[card, T_IN_GAME] and state[TACTIC + card] < HELD:
            at = below(stream, left)
            state[TACTIC + card] = piles[at]
            left -= 1
            piles[at] = piles[left]


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
    if kind in (EVENT_ZONE, MILITIA_ZONE):
        return np.int64(a // 2)
    if kind in (REACT, MADNESS, SHELTER, BESIEGE, BATTLE_CARD, EXPLOIT, DISCARD, PILE, ROUTE, MILITIA, TACTIC_ZONE):
        return np.int64(a)
    return np.int64(state[ACTIVE] // 2)


@routine
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
    elif kind == SLIP:
        apply_slip(table, state, action)
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
    elif kind == MILITIA:
        apply_militia(state, action)
    elif kind == MILITIA_ZONE:
        apply_militia_zone(state, action)
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


@routine
def check(table, state):
    """The first law that the state breaks, 0: none."""
    for at in range(UNITS, RESERVE + 6):
        if state[at] < 0:
            return NOT_NEGATIVE
    for store in range(6):
        total = int(state[RESERVE + store])
        for zone in range(table.zones):
            for kind in range(KINDS):
                if reserve_of(kind) == RESERVE + store:
                    total += units(state, zone, kind)
        if total != table.box[store]:
            return UNITS_KEPT
    if state[DEPTH] == 0:
        return 0
    at = top(state)
    due = np.int64(state[at])
    # Both camps stand in one zone only from a march to its battle, and where a leader has just appeared.
    quiet = due in (REVOLT, PLACE) and not state[TOOK_LEADER]
    castles, towns = 0, 0
    for zone in range(table.zones):
        english, french = strength(table, state, zone, 0), strength(table, state, zone, 1)
        if english > 0 and french > 0 and (quiet or siege_camp(table, zone)):
            return ONE_CAMP_A_ZONE
        if siege_camp(table, zone) and english + french > 0 and quiet:
            return ONE_CAMP_A_ZONE
        for one in range(3):
            if state[MOVED + 3 * zone + one] > units(state, zone, 3 * (state[ACTIVE] // 2) + one):
                return NOT_NEGATIVE
        castles += state[WORKS + zone] == CASTLE_1 or state[WORKS + zone] == CASTLE_2
        towns += state[WORKS + zone] == FORTIFIED
    if castles + state[CASTLES_LEFT] != table.numbers[CASTLES] or towns + state[TOWNS_LEFT] != table.numbers[TOWNS]:
        return MARKERS_KEPT
    for faction in range(FACTIONS):
        held = 0
        for card in range(CARDS):
            where = np.int64(state[CARD + faction * CARDS + card])
            held += where == IN_HAND
            if where < IN_DECK or where > LEFT_OUT:
                return CARDS_KEPT
            if table.scenario != INTRODUCTORY and (where == LEFT_OUT) == (table.card[faction, card, C_IN_DECK] > 0):
                return CARDS_KEPT
        if held > table.numbers[HAND]:
            return CARDS_KEPT
    for camp in range(2):
        spare = 1 if due == DISCARD and state[at + 1] == camp else 0
        if count_tactics(state, HELD + camp) > table.numbers[TACTIC_HAND] + spare:
            return TACTICS_KEPT
        if count_tactics(state, EQUIPPED + camp) > table.numbers[SLOTS] + spare:
            return TACTICS_KEPT
    for leader in range(LEADERS):
        place = np.int64(state[LEADER + leader])
        if place >= 0 and strength(table, state, place, table.leader[leader, L_CAMP]) == 0:
            return LEADERS_LED
    for company in range(COMPANIES):
        place = np.int64(state[COMPANY + company])
        if place >= 0 and units(state, place, ROUTIER) < table.company_size:
            return COMPANY_SIZE
    return NO_LAW


@inner
def determinise(table, state, player, stream):
    """Deal anew the enemy's hands and piles, his held TACTIC cards and where the calamities lie."""
    for faction in range(2 * (1 - player), 2 * (1 - player) + 2):
        base = CARD + faction * CARDS
        held, unseen = 0, 0
        for card in range(CARDS):
            held += state[base + card] == IN_HAND
            unseen += state[base + card] == IN_HAND or state[base + card] == IN_DECK
        for card in range(CARDS):
            if state[base + card] == IN_HAND or state[base + card] == IN_DECK:
                chosen = below(stream, unseen) < held
                state[base + card] = IN_HAND if chosen else IN_DECK
                held -= chosen
                unseen -= 1
        # A hand has an order to give wherever there is one (6.3.1, 14).
        orders, spare, event = 0, -1, -1
        for card in range(CARDS):
            order = table.card[faction, card, C_KIND] != EVENT_CARD
            orders += order and state[base + card] == IN_HAND
            if order and state[base + card] == IN_DECK:
                spare = card
            if not order and state[base + card] == IN_HAND:
                event = card
        if orders == 0 and spare >= 0 and event >= 0:
            state[base + spare] = IN_HAND
            state[base + event] = IN_DECK
    if state[top(state)] == DISCARD:
        return
    for card in range(TACTICS):
        if state[TACTIC + card] == HELD + 1 - player:
            era = PILE_1 + table.tactic[card, T_ERA] - 1
            like = 1
            for other in range(TACTICS):
                like += state[TACTIC + other] == era and _can_be_held(table, other)
            skip = below(stream, like)
            for other in range(TACTICS):
                if state[TACTIC + other] == era and _can_be_held(table, other):
                    if skip == 0:
                        state[TACTIC + other] = HELD + 1 - player
                        state[TACTIC + card] = era
                        break
                    skip -= 1
    _spread_calamities(table, state, stream)


@routine
def _can_be_held(table, card):
    """Is it a card that a player keeps in hand?"""
    effect = table.tactic[card, T_EFFECT]
    kept = table.tactic[card, T_KIND] == TECHNIQUE or effect in (A_MADNESS, FRANCS_ARCHERS)
    return kept and table.tactic[card, T_IN_GAME] > 0
