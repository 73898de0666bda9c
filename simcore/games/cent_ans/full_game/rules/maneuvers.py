"""Armies chosen (10.2), castles and towns built (10.3), the TTM level improved (10.4)."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import routine
from simcore.games.cent_ans.full_game.board_arrays import (
    A_NORTH_CAMP,
    A_PARIS,
    C_KIND,
    L_CAMP,
    L_EACH,
    L_OWN,
    T_EFFECT,
    TTM_COST,
)
from simcore.games.cent_ans.full_game.frames import (
    advance_ttm,
    can_spend_token,
    maneuvers_left,
    on_last_space,
    pop,
    push,
    spend,
    spend_token,
    top,
)
from simcore.games.cent_ans.full_game.rules.events import legal_any_time, legal_events, play_event
from simcore.games.cent_ans.full_game.rules.leaders import build_castle, can_build
from simcore.games.cent_ans.full_game.rules.zones import hostile, settle_losses, siege_camp, strength, take, units
from simcore.games.cent_ans.full_game.state import (
    A_CHEVAUCHEE,
    ACTIVE,
    ANY_ARMY,
    ARROWS,
    AWAY,
    BUILD_CASTLE,
    BUILT,
    CARDS,
    CHEVAUCHEE,
    COMPOSE,
    COMPOSE_ARMY,
    DISCARDED,
    FORTIFIED,
    FORTIFY,
    HELD,
    IMPROVE,
    IMPROVED,
    IN_MANEUVERS,
    INTRODUCTORY,
    KINDS,
    LEAD,
    LEADER,
    LEADER_MOVED,
    LEADERS,
    LEADERS_CLOSED,
    MANEUVER_CARD,
    MARCH,
    MARCH_ARMY,
    MARCH_LEADER,
    MARCH_LEFT,
    MARCH_STEPS,
    MARCH_ZONE,
    MOVED,
    NO_WORKS,
    NUMBER,
    PASS,
    PILE,
    PLAY,
    PLAY_TACTIC,
    PLAYED_CARD,
    SEND_ALL,
    SEND_BUT_ONE,
    SPEND_TOKEN,
    TACTIC,
    TACTIC_DRAW,
    TACTICS,
    TOKEN_MANEUVERS,
    TOWN,
    TOWNS_LEFT,
    UNITS,
    VERB,
    VICTORS,
    WORKS,
)

# ---- armies and buildings --------------------------------------------------------------------------------------------


@routine
def unmoved(state, zone, kind):
    """Units of a kind of the active camp in a zone that have not moved; `kind` 0 to 2."""
    return state[UNITS + zone * KINDS + 3 * (state[ACTIVE] // 2) + kind] - state[MOVED + 3 * zone + kind]


@routine
def army_of(state, zone):
    """Units of the active camp in a zone that have not moved."""
    return unmoved(state, zone, 0) + unmoved(state, zone, 1) + unmoved(state, zone, 2)


@routine
def without_leader(table, state, zone):
    """How many of them can go without a leader: one of the camp who is there keeps a unit, or it is his army (10.2)."""
    here, camp = army_of(state, zone), state[ACTIVE] // 2
    if here == strength(table, state, zone, camp):
        for leader in range(LEADERS):
            if state[LEADER + leader] == zone and table.leader[leader, L_CAMP] == camp:
                return here - 1
    return here


@routine
def besieges_paris(table, state, zone, camp):
    """Does a camp stand before a Paris that the enemy holds (5.3)? From there nobody marches on."""
    return siege_camp(table, zone) and strength(table, state, table.marks[A_PARIS], 1 - camp) > 0


@routine
def legal_army(table, state, actions):
    """An army to move (10.2), a castle (10.3), the TTM level (10.4), a Chevauchée, or the end of the phase."""
    faction = np.int64(state[ACTIVE])
    camp, own = faction // 2, faction % 2
    actions[0] = PASS
    count = legal_events(table, state, faction, IN_MANEUVERS, actions, 1)  # before and after the card (17.1)
    count = legal_any_time(table, state, camp, actions, count)
    move = maneuvers_left(state, False) >= 1 and state[ARROWS] > 0
    if move:
        several = 0
        for zone in range(table.marks[A_NORTH_CAMP]):
            if unmoved(state, zone, own) > 0:
                here = army_of(state, zone)
                several += here > 1
                if without_leader(table, state, zone) == here:
                    actions[count] = SEND_ALL * VERB + zone
                    count += 1
        for zone in range(table.marks[A_NORTH_CAMP]):
            if unmoved(state, zone, own) > 0 and army_of(state, zone) > 1:
                actions[count] = SEND_BUT_ONE * VERB + zone
                actions[count + several] = COMPOSE_ARMY * VERB + zone
                count += 1
        count += several
        if not state[LEADERS_CLOSED]:
            for leader in range(LEADERS):
                place = np.int64(state[LEADER + leader])
                if place < 0 or table.leader[leader, L_CAMP] != camp or state[LEADER_MOVED + leader]:
                    continue
                if unmoved(state, place, own) > 0 and not besieges_paris(table, state, place, camp):
                    actions[count] = LEAD * VERB + leader
                    count += 1
    builds = maneuvers_left(state, True) >= 1 and not state[BUILT] and state[PLAYED_CARD] > 0
    if builds:
        kind = 3 * camp + own
        for zone in range(table.marks[A_NORTH_CAMP]):
            if (
                units(state, zone, kind) > 0
                and can_build(table, state, zone)
                and hostile(table, state, zone, camp) == 0
            ):
                actions[count] = BUILD_CASTLE * VERB + zone
                count += 1
        if state[TOWNS_LEFT] > 0:
            for zone in range(table.marks[A_NORTH_CAMP]):
                open_town = table.place[zone] == TOWN and state[WORKS + zone] == NO_WORKS
                if open_town and units(state, zone, kind) > 0 and hostile(table, state, zone, camp) == 0:
                    actions[count] = FORTIFY * VERB + zone
                    count += 1
    cost = table.numbers[TTM_COST]
    ordered = state[PLAYED_CARD] > 0 and table.card[faction, state[PLAYED_CARD] - 1, C_KIND] == MANEUVER_CARD
    if ordered and table.scenario != INTRODUCTORY and not state[IMPROVED] and maneuvers_left(state, True) >= cost:
        actions[count] = IMPROVE * VERB
        count += 1
    if move and not state[CHEVAUCHEE]:
        for card in range(TACTICS):
            if state[TACTIC + card] == HELD + camp and table.tactic[card, T_EFFECT] == A_CHEVAUCHEE:
                actions[count] = PLAY_TACTIC * VERB + card
                count += 1
    if can_spend_token(state):
        actions[count] = SPEND_TOKEN * VERB
        count += 1
    return count


@routine
def apply_army(table, state, action):
    """Begin a march, build, improve, or end the phase."""
    faction = np.int64(state[ACTIVE])
    camp, own = faction // 2, faction % 2
    verb, argument = action // VERB, action % VERB
    if action == PASS:
        state[TOKEN_MANEUVERS] = 0
        pop(state)
    elif verb == SPEND_TOKEN:
        spend_token(state)
    elif verb == PLAY:
        play_event(table, state, argument // CARDS, argument % CARDS)
    elif verb in (BUILD_CASTLE, FORTIFY):
        spend(state, 1, True)
        state[BUILT] = 1
        take(state, argument, 3 * camp + own, 1)
        if verb == FORTIFY:
            state[WORKS + argument] = FORTIFIED
            state[TOWNS_LEFT] -= 1
        else:
            build_castle(state, argument)
        settle_losses(table, state)
    elif verb == IMPROVE:
        spend(state, table.numbers[TTM_COST], True)
        state[IMPROVED] = 1
        if on_last_space(table, state, camp):
            push(state, PILE, camp, 0, 0)
        else:
            advance_ttm(table, state, camp, 1)
            push(state, TACTIC_DRAW, camp, -1, 0)
    elif verb == PLAY_TACTIC:
        state[TACTIC + argument] = DISCARDED
        state[CHEVAUCHEE] = 1
    else:
        leader = argument if verb == LEAD else AWAY
        zone = np.int64(state[LEADER + leader]) if verb == LEAD else argument
        state[MARCH_ZONE] = zone
        for kind in range(3):
            state[MARCH_ARMY + kind] = unmoved(state, zone, kind)
        if verb == LEAD:
            state[LEADER_MOVED + leader] = 1
        elif state[CHEVAUCHEE]:  # as if commanded by a leader: others may still march (10.2.1)
            leader = LEADERS
            state[CHEVAUCHEE] = 0
        else:
            state[LEADERS_CLOSED] = 1
        if verb == SEND_BUT_ONE:
            _leave_one(state, own)
        state[MARCH_LEADER] = leader
        state[MARCH_STEPS] = 0
        state[MARCH_LEFT] = state[ARROWS] + arrows_of_leaders(table, state, camp, L_EACH)
        if 0 <= leader < LEADERS:
            state[MARCH_LEFT] += table.leader[leader, L_OWN]
        spend(state, 1, False)
        push(state, MARCH, 0, 0, 0)
        if verb == COMPOSE_ARMY:
            begin_compose(state, zone, ANY_ARMY)


@routine
def _leave_one(state, own):
    """Who stays behind: one of the other faction, else of its own, else an elite unit."""
    if state[MARCH_ARMY + 1 - own] > 0:
        state[MARCH_ARMY + 1 - own] -= 1
    elif state[MARCH_ARMY + own] > 1:
        state[MARCH_ARMY + own] -= 1
    else:
        state[MARCH_ARMY + 2] -= 1


@routine
def arrows_of_leaders(table, state, camp, column):
    """Arrows that a camp's leaders in play give."""
    most = 0
    for leader in range(LEADERS):
        if state[LEADER + leader] >= 0 and table.leader[leader, L_CAMP] == camp:
            most = max(most, table.leader[leader, column])
    return most


@routine
def begin_compose(state, zone, whose):
    """Ask kind by kind how many go: of an army that has not moved (10.2), or of the victors who fought (card 12)."""
    push(state, COMPOSE, zone, -1, whose)
    _next_kind(state)


@routine
def _next_kind(state):
    """The next kind of which anybody can go; after the last one the army is composed."""
    at = top(state)
    state[at + 2] += 1
    while state[at + 2] < 3 and _can_go(state, np.int64(state[at + 2])) == 0:
        state[at + 2] += 1
    if state[at + 2] == 3:
        pop(state)


@routine
def _can_go(state, kind):
    """Units of a kind among whom an army is composed."""
    at = top(state)
    zone = np.int64(state[at + 1])
    if state[at + 3] == VICTORS:  # of the camp that goes onward, whoever's sequence it is
        return units(state, zone, 3 * state[at - 3] + kind)
    return unmoved(state, zone, kind)


@routine
def legal_compose(table, state, actions):
    """How many of a kind go: at least one of the active faction (10.2), of victors at least one in all."""
    at = top(state)
    kind = np.int64(state[at + 2])
    least = 1 if kind == state[ACTIVE] % 2 else 0
    if state[at + 3] == VICTORS:
        others = state[MARCH_ARMY] + state[MARCH_ARMY + 1] + state[MARCH_ARMY + 2]  # kinds already chosen
        for later in range(kind + 1, 3):
            others += _can_go(state, later)
        least = 0 if others > 0 else 1
    most = _can_go(state, kind)
    if state[at + 3] == ANY_ARMY:
        most = min(most, _most_composed(table, state, np.int64(state[at + 1]), kind))
    count = 0
    for number in range(least, most + 1):
        actions[count] = NUMBER * VERB + number
        count += 1
    return count


@routine
def _most_composed(table, state, zone, kind):
    """Units of a kind that can go with those chosen before: a leader keeps one, one of the active faction must go."""
    chosen = 0
    for earlier in range(kind):
        chosen += state[MARCH_ARMY + earlier]
    return without_leader(table, state, zone) - chosen - (kind < state[ACTIVE] % 2)


@routine
def apply_compose(table, state, action):
    """So many; then the next kind."""
    state[MARCH_ARMY + state[top(state) + 2]] = action % VERB
    _next_kind(state)
