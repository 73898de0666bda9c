"""The MANEUVERS phase (10.1) up to its card: what the enemy may throw in, events, and the order that is given."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import routine
from simcore.games.cent_ans.full_game.board_arrays import (
    C_ARMIES,
    C_KIND,
    C_ROUTIERS,
    C_TTM,
    C_ZONES,
    T_AMOUNT,
    T_EFFECT,
)
from simcore.games.cent_ans.full_game.frames import advance_ttm, in_hand, pop, push, top
from simcore.games.cent_ans.full_game.rules.events import holds_any_time, legal_any_time, legal_events, play_event
from simcore.games.cent_ans.full_game.rules.routiers import activate
from simcore.games.cent_ans.full_game.rules.sides import attack
from simcore.games.cent_ans.full_game.rules.zones import hostile, strength
from simcore.games.cent_ans.full_game.state import (
    A_MADNESS,
    ACTIVE,
    ARMY,
    ARROWS,
    BUILT,
    CARD,
    CARDS,
    CHOOSE_BATTLE,
    CHOOSE_CARD,
    DISCARDED,
    EVENT_CARD,
    HELD,
    IMPROVED,
    IN_MANEUVERS,
    INTRODUCTORY,
    MADNESS,
    MANEUVERS,
    PASS,
    PLAY,
    PLAYED,
    PLAYED_CARD,
    REACT,
    TACTIC,
    TACTICS,
    TOKEN_MANEUVERS,
    TRUCE_CARD,
    TRUCES,
    VERB,
    YES,
)


@routine
def run_maneuver(table, state):
    """First what the enemy may throw in, then the card, then the leaders who appeared among enemies, then armies."""
    at = top(state)
    stage = np.int64(state[at + 1])
    state[at + 1] += 1
    camp = state[ACTIVE] // 2
    if stage == 0:
        state[PLAYED_CARD] = 0
        state[MANEUVERS] = 0
        state[TOKEN_MANEUVERS] = 0
        state[ARROWS] = 0
        state[BUILT] = 0
        state[IMPROVED] = 0
        if holds_any_time(table, state, 1 - camp):
            push(state, REACT, 1 - camp, 0, 0)
    elif stage == 1:
        push(state, CHOOSE_CARD, 0, 0, 0)
    elif stage == 2:
        _fight_where_leaders_appeared(table, state, at, camp)
    else:
        pop(state)
        if state[PLAYED_CARD] > 0:
            push(state, ARMY, 0, 0, 0)


@routine
def _fight_where_leaders_appeared(table, state, at, camp):
    """8.1: before any movement, one battle after the other in the order that the active faction chooses (11.1)."""
    fights, where = 0, 0
    for zone in range(table.zones):
        if strength(table, state, zone, camp) > 0 and hostile(table, state, zone, camp) > 0:
            fights += 1
            where = zone
    if fights == 0:
        return
    state[at + 1] = 2  # then the next one
    if fights == 1:
        attack(table, state, where, camp, 0)
    else:
        push(state, CHOOSE_BATTLE, 0, 0, 0)


@routine
def legal_react(table, state, actions):
    """Events for any moment, of a camp that waits."""
    camp = np.int64(state[top(state) + 1])
    actions[0] = PASS
    return legal_any_time(table, state, camp, actions, 1)


@routine
def apply_react(table, state, action):
    """Play one, or let it be."""
    if action == PASS:
        pop(state)
    else:
        play_event(table, state, action % VERB // CARDS, action % VERB % CARDS)


@routine
def legal_choose_card(table, state, actions):
    """A MANEUVER or TRUCE card (10.1), or before it an event (17.1.1)."""
    faction = np.int64(state[ACTIVE])
    count = 0
    for card in range(CARDS):
        if in_hand(state, faction, card) and table.card[faction, card, C_KIND] != EVENT_CARD:
            actions[count] = PLAY * VERB + faction * CARDS + card
            count += 1
    if count == 0:
        actions[0] = PASS
        count = 1
    count = legal_events(table, state, faction, IN_MANEUVERS, actions, count)
    return legal_any_time(table, state, faction // 2, actions, count)


@routine
def apply_choose_card(table, state, action):
    """In the order of the card: Routiers, TTM marker, then the armies."""
    if action == PASS:
        pop(state)
        return
    faction, card = action % VERB // CARDS, action % VERB % CARDS
    if table.card[faction, card, C_KIND] == EVENT_CARD:
        play_event(table, state, faction, card)
        return
    pop(state)
    camp = faction // 2
    state[CARD + faction * CARDS + card] = PLAYED
    state[PLAYED_CARD] = card + 1
    state[MANEUVERS] = table.card[faction, card, C_ARMIES]
    state[ARROWS] = table.card[faction, card, C_ZONES]
    if table.card[faction, card, C_KIND] == TRUCE_CARD:
        state[TRUCES + camp] += 1
    elif mad_king(table, state, 1 - camp) >= 0:
        push(state, MADNESS, 1 - camp, 0, 0)
    if table.scenario != INTRODUCTORY:
        advance_ttm(table, state, camp, table.card[faction, card, C_TTM])
    if table.card[faction, card, C_ROUTIERS]:
        activate(state, camp)


@routine
def mad_king(table, state, camp):
    """The card by which a camp reduces the enemy's maneuvers, -1: none."""
    for card in range(TACTICS):
        if state[TACTIC + card] == HELD + camp and table.tactic[card, T_EFFECT] == A_MADNESS:
            return card
    return -1


@routine
def legal_yes_no(table, state, actions):
    """To do it or not."""
    actions[0] = PASS
    actions[1] = YES * VERB
    return 2


@routine
def apply_madness(table, state, action):
    """Madness of the King (TACTIC card 21): fewer maneuvers, at least one."""
    card = mad_king(table, state, np.int64(state[top(state) + 1]))
    pop(state)
    if action != PASS:
        state[TACTIC + card] = DISCARDED
        state[MANEUVERS] = max(1, state[MANEUVERS] - table.tactic[card, T_AMOUNT])
