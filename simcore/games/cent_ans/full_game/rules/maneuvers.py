"""Armies chosen (10.2), castles and towns built (10.3), the TTM level improved (10.4)."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import routine
from simcore.games.cent_ans.full_game import state as s
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

# ---- armies and buildings --------------------------------------------------------------------------------------------


@routine
def unmoved(state, zone, kind):
    """Units of a kind of the active camp in a zone that have not moved; `kind` 0 to 2."""
    return state[s.UNITS + zone * s.KINDS + 3 * (state[s.ACTIVE] // 2) + kind] - state[s.MOVED + 3 * zone + kind]


@routine
def army_of(state, zone):
    """Units of the active camp in a zone that have not moved."""
    return unmoved(state, zone, 0) + unmoved(state, zone, 1) + unmoved(state, zone, 2)


@routine
def without_leader(table, state, zone):
    """How many of them can go without a leader: one of the camp who is there keeps a unit, or it is his army (10.2)."""
    here, camp = army_of(state, zone), state[s.ACTIVE] // 2
    if here == strength(table, state, zone, camp):
        for leader in range(s.LEADERS):
            if state[s.LEADER + leader] == zone and table.leader[leader, L_CAMP] == camp:
                return here - 1
    return here


@routine
def besieges_paris(table, state, zone, camp):
    """Does a camp stand before a Paris that the enemy holds (5.3)? From there nobody marches on."""
    return siege_camp(table, zone) and strength(table, state, table.marks[A_PARIS], 1 - camp) > 0


@routine
def legal_army(table, state, actions):
    """An army to move (10.2), a castle (10.3), the TTM level (10.4), a Chevauchée, or the end of the phase."""
    faction = np.int64(state[s.ACTIVE])
    camp, own = faction // 2, faction % 2
    actions[0] = s.PASS
    count = legal_events(table, state, faction, s.IN_MANEUVERS, actions, 1)  # before and after the card (17.1)
    count = legal_any_time(table, state, camp, actions, count)
    move = maneuvers_left(state, False) >= 1 and state[s.ARROWS] > 0
    if move:
        several = 0
        for zone in range(table.marks[A_NORTH_CAMP]):
            if unmoved(state, zone, own) > 0:
                here = army_of(state, zone)
                several += here > 1
                if without_leader(table, state, zone) == here:
                    actions[count] = s.SEND_ALL * s.VERB + zone
                    count += 1
        for zone in range(table.marks[A_NORTH_CAMP]):
            if unmoved(state, zone, own) > 0 and army_of(state, zone) > 1:
                actions[count] = s.SEND_BUT_ONE * s.VERB + zone
                actions[count + several] = s.COMPOSE_ARMY * s.VERB + zone
                count += 1
        count += several
        if not state[s.LEADERS_CLOSED]:
            for leader in range(s.LEADERS):
                place = np.int64(state[s.LEADER + leader])
                if place < 0 or table.leader[leader, L_CAMP] != camp or state[s.LEADER_MOVED + leader]:
                    continue
                if unmoved(state, place, own) > 0 and not besieges_paris(table, state, place, camp):
                    actions[count] = s.LEAD * s.VERB + leader
                    count += 1
    builds = maneuvers_left(state, True) >= 1 and not state[s.BUILT] and state[s.PLAYED_CARD] > 0
    if builds:
        kind = 3 * camp + own
        for zone in range(table.marks[A_NORTH_CAMP]):
            if (
                units(state, zone, kind) > 0
                and can_build(table, state, zone)
                and hostile(table, state, zone, camp) == 0
            ):
                actions[count] = s.BUILD_CASTLE * s.VERB + zone
                count += 1
        if state[s.TOWNS_LEFT] > 0:
            for zone in range(table.marks[A_NORTH_CAMP]):
                open_town = table.place[zone] == s.TOWN and state[s.WORKS + zone] == s.NO_WORKS
                if open_town and units(state, zone, kind) > 0 and hostile(table, state, zone, camp) == 0:
                    actions[count] = s.FORTIFY * s.VERB + zone
                    count += 1
    cost = table.numbers[TTM_COST]
    ordered = state[s.PLAYED_CARD] > 0 and table.card[faction, state[s.PLAYED_CARD] - 1, C_KIND] == s.MANEUVER_CARD
    if ordered and table.scenario != s.INTRODUCTORY and not state[s.IMPROVED] and maneuvers_left(state, True) >= cost:
        actions[count] = s.IMPROVE * s.VERB
        count += 1
    if move and not state[s.CHEVAUCHEE]:
        for card in range(s.TACTICS):
            if state[s.TACTIC + card] == s.HELD + camp and table.tactic[card, T_EFFECT] == s.A_CHEVAUCHEE:
                actions[count] = s.PLAY_TACTIC * s.VERB + card
                count += 1
    if can_spend_token(state):
        actions[count] = s.SPEND_TOKEN * s.VERB
        count += 1
    return count


@routine
def apply_army(table, state, action):
    """Begin a march, build, improve, or end the phase."""
    faction = np.int64(state[s.ACTIVE])
    camp, own = faction // 2, faction % 2
    verb, argument = action // s.VERB, action % s.VERB
    if action == s.PASS:
        state[s.TOKEN_MANEUVERS] = 0
        pop(state)
    elif verb == s.SPEND_TOKEN:
        spend_token(state)
    elif verb == s.PLAY:
        play_event(table, state, argument // s.CARDS, argument % s.CARDS)
    elif verb in (s.BUILD_CASTLE, s.FORTIFY):
        spend(state, 1, True)
        state[s.BUILT] = 1
        take(state, argument, 3 * camp + own, 1)
        if verb == s.FORTIFY:
            state[s.WORKS + argument] = s.FORTIFIED
            state[s.TOWNS_LEFT] -= 1
        else:
            build_castle(state, argument)
        settle_losses(table, state)
    elif verb == s.IMPROVE:
        spend(state, table.numbers[TTM_COST], True)
        state[s.IMPROVED] = 1
        if on_last_space(table, state, camp):
            push(state, s.PILE, camp, 0, 0)
        else:
            advance_ttm(table, state, camp, 1)
            push(state, s.TACTIC_DRAW, camp, -1, 0)
    elif verb == s.PLAY_TACTIC:
        state[s.TACTIC + argument] = s.DISCARDED
        state[s.CHEVAUCHEE] = 1
    else:
        leader = argument if verb == s.LEAD else s.AWAY
        zone = np.int64(state[s.LEADER + leader]) if verb == s.LEAD else argument
        state[s.MARCH_ZONE] = zone
        for kind in range(3):
            state[s.MARCH_ARMY + kind] = unmoved(state, zone, kind)
        if verb == s.LEAD:
            state[s.LEADER_MOVED + leader] = 1
        elif state[s.CHEVAUCHEE]:  # as if commanded by a leader: others may still march (10.2.1)
            leader = s.LEADERS
            state[s.CHEVAUCHEE] = 0
        else:
            state[s.LEADERS_CLOSED] = 1
        if verb == s.SEND_BUT_ONE:
            _leave_one(state, own)
        state[s.MARCH_LEADER] = leader
        state[s.MARCH_STEPS] = 0
        state[s.MARCH_LEFT] = state[s.ARROWS] + arrows_of_leaders(table, state, camp, L_EACH)
        if 0 <= leader < s.LEADERS:
            state[s.MARCH_LEFT] += table.leader[leader, L_OWN]
        spend(state, 1, False)
        push(state, s.MARCH, 0, 0, 0)
        if verb == s.COMPOSE_ARMY:
            begin_compose(state, zone, s.ANY_ARMY)


@routine
def _leave_one(state, own):
    """Who stays behind: one of the other faction, else of its own, else an elite unit."""
    if state[s.MARCH_ARMY + 1 - own] > 0:
        state[s.MARCH_ARMY + 1 - own] -= 1
    elif state[s.MARCH_ARMY + own] > 1:
        state[s.MARCH_ARMY + own] -= 1
    else:
        state[s.MARCH_ARMY + 2] -= 1


@routine
def arrows_of_leaders(table, state, camp, column):
    """Arrows that a camp's leaders in play give."""
    most = 0
    for leader in range(s.LEADERS):
        if state[s.LEADER + leader] >= 0 and table.leader[leader, L_CAMP] == camp:
            most = max(most, table.leader[leader, column])
    return most


@routine
def begin_compose(state, zone, whose):
    """Ask kind by kind how many go: of an army that has not moved (10.2), or of the victors who fought (card 12)."""
    push(state, s.COMPOSE, zone, -1, whose)
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
    if state[at + 3] == s.VICTORS:  # of the camp that goes onward, whoever's sequence it is
        return units(state, zone, 3 * state[at - 3] + kind)
    return unmoved(state, zone, kind)


@routine
def legal_compose(table, state, actions):
    """How many of a kind go: at least one of the active faction (10.2), of victors at least one in all."""
    at = top(state)
    kind = np.int64(state[at + 2])
    least = 1 if kind == state[s.ACTIVE] % 2 else 0
    if state[at + 3] == s.VICTORS:
        others = state[s.MARCH_ARMY] + state[s.MARCH_ARMY + 1] + state[s.MARCH_ARMY + 2]  # kinds already chosen
        for later in range(kind + 1, 3):
            others += _can_go(state, later)
        least = 0 if others > 0 else 1
    most = _can_go(state, kind)
    if state[at + 3] == s.ANY_ARMY:
        most = min(most, _most_composed(table, state, np.int64(state[at + 1]), kind))
    count = 0
    for number in range(least, most + 1):
        actions[count] = s.NUMBER * s.VERB + number
        count += 1
    return count


@routine
def _most_composed(table, state, zone, kind):
    """Units of a kind that can go with those chosen before: a leader keeps one, one of the active faction must go."""
    chosen = 0
    for earlier in range(kind):
        chosen += state[s.MARCH_ARMY + earlier]
    return without_leader(table, state, zone) - chosen - (kind < state[s.ACTIVE] % 2)


@routine
def apply_compose(table, state, action):
    """So many; then the next kind."""
    state[s.MARCH_ARMY + state[top(state) + 2]] = action % s.VERB
    _next_kind(state)
