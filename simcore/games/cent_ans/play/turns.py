"""The turn (7), leaders that come (8), reinforcements (9), cards drawn (14), and the end of the game (16)."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import routine
from simcore.engine.rng import below
from simcore.games.cent_ans.play.events import legal_events, play_event
from simcore.games.cent_ans.play.frames import advance_ttm, in_hand, pop, push, top
from simcore.games.cent_ans.play.layout import (
    ACTIVE,
    ARMAGNAC,
    AWAY,
    BASIC,
    BATTLE,
    BONUS_USED,
    BURGUNDIAN,
    BY_POINTS,
    BY_SURRENDER,
    CARD,
    CARDS,
    CASTLE_1,
    CASTLES_LEFT,
    CHEVAUCHEE,
    DEPTH,
    DRAW,
    DRAWN,
    DRAWN_GAME,
    ELITE_TO_PLACE,
    ENGLISH,
    ENGLISH_WIN,
    EVENT_CARD,
    EXPLOIT_ZONE,
    FRANCS_ARCHERS,
    FRENCH,
    HELD,
    HISTORICAL,
    HOW,
    IN_DECK,
    IN_HAND,
    IN_REINFORCEMENTS,
    LEADER,
    LEADER_CASTLE,
    LEADER_DRAW,
    LEADER_DUE,
    LEADER_MOVED,
    LEADER_ZONE,
    LEADERS,
    LEADERS_CLOSED,
    MANEUVER,
    MOVED,
    NO_PLACE,
    NO_REINFORCEMENT,
    NO_REINFORCEMENTS,
    NO_WINNER,
    PASS,
    PLACE,
    PLACED_ONCE,
    PLACED_TWICE,
    PLAY,
    PLAY_TACTIC,
    PLAYED,
    POINTS,
    REINFORCE,
    RESERVE,
    RESERVE_ELITE,
    REVOLT,
    ROUTIERS_DONE,
    SHELTERED,
    SLIPPING,
    TACTIC,
    TACTICS,
    TO_PLACE,
    TO_ZONE,
    TOKENS,
    TOOK_LEADER,
    TRUCES,
    TURN,
    VERB,
    WINNER,
    WORKS,
    YES,
)
from simcore.games.cent_ans.play.table import (
    A_NORTH_CAMP,
    A_PARIS,
    A_PORT,
    ARMAGNAC_UNITS,
    BORDEAUX_UNITS,
    BURGUNDIAN_UNITS,
    C_EFFECT,
    C_KIND,
    CITY_LIMIT,
    ENGLISH_UNITS,
    FRENCH_UNITS,
    HAND,
    L_CAMP,
    L_CASTLE,
    L_ELITE,
    L_FIRST,
    L_SECOND,
    L_TOKENS,
    L_TTM,
    MOST_TOKENS,
    SURRENDER,
    T_AMOUNT,
    T_EFFECT,
    TRUCES_THAT_END,
)
from simcore.games.cent_ans.play.tactics import equip
from simcore.games.cent_ans.play.zones import (
    controller,
    count_points,
    hostile,
    put,
    settle_losses,
    strength,
    stronghold,
    take,
    units,
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


# ---- leaders -------------------------------------------------------------------------------------------------------


@routine
def run_leader_draw(table, state, stream):
    """The first faction of the camp whose turn it is draws its leader (8)."""
    pop(state)
    camp = state[ACTIVE] // 2
    if state[LEADER_DUE] >> camp & 1 == 0:
        return
    state[LEADER_DUE] &= ~(1 << camp)
    if table.scenario != BASIC:
        for leader in range(LEADERS - 1, -1, -1):
            if table.leader[leader, L_CAMP] == camp and table.arrival[leader] == state[TURN]:
                state[TOOK_LEADER] = 1
                push(state, LEADER_ZONE, leader, 0, 0)
        return
    left = 0
    for leader in range(LEADERS):
        left += table.leader[leader, L_CAMP] == camp and state[LEADER + leader] == AWAY
    if left == 0:
        return
    skip = below(stream, left)
    for leader in range(LEADERS):
        if table.leader[leader, L_CAMP] == camp and state[LEADER + leader] == AWAY:
            if skip == 0:
                state[TOOK_LEADER] = 1
                push(state, LEADER_ZONE, leader, 0, 0)
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
            actions[count] = TO_ZONE * VERB + zone
            count += 1
    if count == 0:
        actions[0] = PASS
        count = 1
    return count


@routine
def apply_leader_zone(table, state, action):
    """The leader appears with his army, as far as the reserve goes; what his card does at once (8.1)."""
    leader = np.int64(state[top(state) + 1])
    pop(state)
    if action == PASS:
        return
    camp, zone = table.leader[leader, L_CAMP], action % VERB
    placed = put(state, zone, 3 * camp, table.leader[leader, L_FIRST])
    placed += put(state, zone, 3 * camp + 1, table.leader[leader, L_SECOND])
    placed += put(state, zone, 3 * camp + 2, table.leader[leader, L_ELITE])
    if placed == 0 and strength(table, state, zone, camp) == 0:
        state[LEADER + leader] = AWAY - 1
        return
    state[LEADER + leader] = zone
    advance_ttm(table, state, camp, table.leader[leader, L_TTM])
    state[TOKENS] = min(state[TOKENS] + table.leader[leader, L_TOKENS], table.numbers[MOST_TOKENS])
    if table.leader[leader, L_CASTLE]:
        push(state, LEADER_CASTLE, leader, 0, 0)


@routine
def can_build(table, state, zone):
    """May a castle stand there: a zone without a place, or a castle to be raised (10.3, reading)?"""
    if state[WORKS + zone] == CASTLE_1:
        return True
    free = table.place[zone] == NO_PLACE and state[WORKS + zone] == 0
    return free and state[CASTLES_LEFT] > 0 and zone < table.marks[A_NORTH_CAMP]


@routine
def build_castle(state, zone):
    """A castle, or a castle raised to level 2."""
    if state[WORKS + zone] == 0:
        state[CASTLES_LEFT] -= 1
    state[WORKS + zone] += 1


@routine
def legal_leader_castle(table, state, actions):
    """Philip VI's castle: where his camp has 2 faction units (leader card 1)."""
    camp = table.leader[state[top(state) + 1], L_CAMP]
    actions[0] = PASS
    count = 1
    for zone in range(table.marks[A_NORTH_CAMP]):
        here = units(state, zone, 3 * camp) + units(state, zone, 3 * camp + 1)
        new = state[WORKS + zone] == 0
        if here >= 2 and new and hostile(table, state, zone, camp) == 0 and can_build(table, state, zone):
            actions[count] = TO_ZONE * VERB + zone
            count += 1
    return count


@routine
def apply_leader_castle(table, state, action):
    """Two units go back to the reserve for it, of the larger faction first."""
    camp = table.leader[state[top(state) + 1], L_CAMP]
    pop(state)
    if action == PASS:
        return
    zone = action % VERB
    build_castle(state, zone)
    for _ in range(2):
        second = units(state, zone, 3 * camp + 1) > units(state, zone, 3 * camp)
        take(state, zone, 3 * camp + second, 1)
    settle_losses(table, state)


# ---- reinforcements ------------------------------------------------------------------------------------------------


@routine
def run_reinforce(table, state):
    """What the active faction receives (9); the Armagnacs may first answer with the English Revolt."""
    at = top(state)
    if state[at + 1] == 0 and state[ACTIVE] == ENGLISH and not state[TOOK_LEADER]:
        state[at + 1] = 1
        for card in range(CARDS):
            if in_hand(state, ARMAGNAC, card) and table.card[ARMAGNAC, card, C_EFFECT] == NO_REINFORCEMENT:
                push(state, REVOLT, card, 0, 0)
                return
    pop(state)
    faction = np.int64(state[ACTIVE])
    state[TO_PLACE] = 0
    state[ELITE_TO_PLACE] = 0
    if not state[TOOK_LEADER] and not state[NO_REINFORCEMENTS]:
        numbers = table.numbers
        if faction == ENGLISH:
            state[TO_PLACE] = numbers[ENGLISH_UNITS]
            if strength(table, state, table.marks[A_PORT], 0) > 0:
                put(state, table.marks[A_PORT], 0, numbers[BORDEAUX_UNITS])
        elif faction == BURGUNDIAN:
            state[TO_PLACE] = numbers[BURGUNDIAN_UNITS]
        elif faction == FRENCH:
            state[TO_PLACE] = numbers[FRENCH_UNITS]
        else:
            state[TO_PLACE] = numbers[ARMAGNAC_UNITS]
    push(state, PLACE, 0, 0, 0)


@routine
def can_reinforce(table, state, faction, zone):
    """May the active faction place a unit there (9.1 to 9.4)?"""
    camp = faction // 2
    if not table.reinforced[faction, zone] or hostile(table, state, zone, camp) > 0:
        # A leader who appeared among enemies is no place to send levies to before he has fought.
        return False
    if faction == ENGLISH:
        return strength(table, state, zone, 0) > 0
    if faction == BURGUNDIAN:
        return controller(table, state, table.region[zone]) != 1
    if faction == FRENCH:
        if units(state, zone, 3) == 0:
            return False
        if stronghold(table, state, zone) > 0:
            return True
        leaders = 0
        for leader in range(LEADERS):
            leaders += state[LEADER + leader] == zone
        return leaders > 0
    return True


@routine
def _city_full(table, state, zone):
    """Has an Armagnac city had its units of this phase (9.4)? Cities are counted by their order on the board."""
    number = 0
    for other in range(zone):
        number += table.reinforced[ARMAGNAC, other]
    if table.numbers[CITY_LIMIT] < 2:
        return state[PLACED_ONCE] >> number & 1
    return state[PLACED_TWICE] >> number & 1


@routine
def legal_place(table, state, actions):
    """One unit to a zone, an event of this phase (9, 17.1.1), or enough."""
    faction = np.int64(state[ACTIVE])
    actions[0] = PASS
    count = 1
    normal = state[TO_PLACE] > 0 and state[RESERVE + faction] > 0
    elite = not normal and state[ELITE_TO_PLACE] > 0 and state[RESERVE + RESERVE_ELITE] > 0
    if normal or elite:
        for zone in range(table.marks[A_NORTH_CAMP]):
            if table.reinforced[faction, zone] and can_reinforce(table, state, faction, zone):
                if faction == ARMAGNAC and normal and _city_full(table, state, zone):
                    continue
                actions[count] = TO_ZONE * VERB + zone
                count += 1
    count = legal_events(table, state, faction, IN_REINFORCEMENTS, actions, count)
    for card in range(TACTICS):
        if state[TACTIC + card] == HELD + faction // 2 and table.tactic[card, T_EFFECT] == FRANCS_ARCHERS:
            actions[count] = PLAY_TACTIC * VERB + card
            count += 1
    return count


@routine
def apply_place(table, state, action):
    """Place, play or stop; elite units after the faction's own."""
    faction = np.int64(state[ACTIVE])
    verb, argument = action // VERB, action % VERB
    if verb == TO_ZONE:
        if state[TO_PLACE] > 0 and state[RESERVE + faction] > 0:
            put(state, argument, 3 * (faction // 2) + faction % 2, 1)
            state[TO_PLACE] -= 1
            if faction == ARMAGNAC:
                number = 0
                for other in range(argument):
                    number += table.reinforced[ARMAGNAC, other]
                state[PLACED_TWICE] |= state[PLACED_ONCE] & 1 << number
                state[PLACED_ONCE] |= 1 << number
        else:
            put(state, argument, 3 * (faction // 2) + 2, 1)
            state[ELITE_TO_PLACE] -= 1
    elif verb == PLAY:
        play_event(table, state, argument // CARDS, argument % CARDS)
    elif verb == PLAY_TACTIC:
        state[ELITE_TO_PLACE] += table.tactic[argument, T_AMOUNT]
        equip(table, state, faction // 2, argument)
    else:
        pop(state)
        state[TO_PLACE] = 0
        state[ELITE_TO_PLACE] = 0


@routine
def apply_revolt(table, state, action):
    """English Revolt (17.1.1): no reinforcements for the English."""
    card = np.int64(state[top(state) + 1])
    pop(state)
    if action == YES * VERB:
        state[CARD + ARMAGNAC * CARDS + card] = PLAYED
        state[NO_REINFORCEMENTS] = 1


# ---- cards drawn ---------------------------------------------------------------------------------------------------


@routine
def fill_hand(table, state, stream, faction):
    """Draw up to a full hand; a hand of events alone goes back and is drawn anew while it can be helped (6.3.1, 14)."""
    base = CARD + faction * CARDS
    for _ in range(100):
        held, orders, orders_left = 0, 0, 0
        for card in range(CARDS):
            order = table.card[faction, card, C_KIND] != EVENT_CARD
            held += state[base + card] == IN_HAND
            orders += state[base + card] == IN_HAND and order
            orders_left += state[base + card] == IN_DECK and order
        while held < table.numbers[HAND]:
            left = 0
            for card in range(CARDS):
                left += state[base + card] == IN_DECK
            if left == 0:
                break
            skip = below(stream, left)
            for card in range(CARDS):
                if state[base + card] == IN_DECK:
                    if skip == 0:
                        state[base + card] = IN_HAND
                        order = table.card[faction, card, C_KIND] != EVENT_CARD
                        orders += order
                        orders_left -= order
                        break
                    skip -= 1
            held += 1
        if orders > 0 or orders_left == 0:
            return
        for card in range(CARDS):
            if state[base + card] == IN_HAND:
                state[base + card] = IN_DECK
