"""The MANEUVERS phase (10.1) up to its card: what the enemy may throw in, events, and the order that is given."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import routine
from simcore.games.cent_ans.full_game import state as s
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


@routine
def run_maneuver(table, state):
    """First what the enemy may throw in, then the card, then the leaders who appeared among enemies, then armies."""
    at = top(state)
    stage = np.int64(state[at + 1])
    state[at + 1] += 1
    camp = state[s.ACTIVE] // 2
    if stage == 0:
        state[s.PLAYED_CARD] = 0
        state[s.MANEUVERS] = 0
        state[s.TOKEN_MANEUVERS] = 0
        state[s.ARROWS] = 0
        state[s.BUILT] = 0
        state[s.IMPROVED] = 0
        if holds_any_time(table, state, 1 - camp):
            push(state, s.REACT, 1 - camp, 0, 0)
    elif stage == 1:
        push(state, s.CHOOSE_CARD, 0, 0, 0)
    elif stage == 2:
        _fight_where_leaders_appeared(table, state, at, camp)
    else:
        pop(state)
        if state[s.PLAYED_CARD] > 0:
            push(state, s.ARMY, 0, 0, 0)


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
        push(state, s.CHOOSE_BATTLE, 0, 0, 0)


@routine
def legal_react(table, state, actions):
    """Events for any moment, of a camp that waits."""
    camp = np.int64(state[top(state) + 1])
    actions[0] = s.PASS
    return legal_any_time(table, state, camp, actions, 1)


@routine
def apply_react(table, state, action):
    """Play one, or let it be."""
    if action == s.PASS:
        pop(state)
    else:
        play_event(table, state, action % s.VERB // s.CARDS, action % s.VERB % s.CARDS)


@routine
def legal_choose_card(table, state, actions):
    """A MANEUVER or TRUCE card (10.1), or before it an event (17.1.1)."""
    faction = np.int64(state[s.ACTIVE])
    count = 0
    for card in range(s.CARDS):
        if in_hand(state, faction, card) and table.card[faction, card, C_KIND] != s.EVENT_CARD:
            actions[count] = s.PLAY * s.VERB + faction * s.CARDS + card
            count += 1
    if count == 0:
        actions[0] = s.PASS
        count = 1
    count = legal_events(table, state, faction, s.IN_MANEUVERS, actions, count)
    return legal_any_time(table, state, faction // 2, actions, count)


@routine
def apply_choose_card(table, state, action):
    """In the order of the card: Routiers, TTM marker, then the armies."""
    if action == s.PASS:
        pop(state)
        return
    faction, card = action % s.VERB // s.CARDS, action % s.VERB % s.CARDS
    if table.card[faction, card, C_KIND] == s.EVENT_CARD:
        play_event(table, state, faction, card)
        return
    pop(state)
    camp = faction // 2
    state[s.CARD + faction * s.CARDS + card] = s.PLAYED
    state[s.PLAYED_CARD] = card + 1
    state[s.MANEUVERS] = table.card[faction, card, C_ARMIES]
    state[s.ARROWS] = table.card[faction, card, C_ZONES]
    if table.card[faction, card, C_KIND] == s.TRUCE_CARD:
        state[s.TRUCES + camp] += 1
    elif mad_king(table, state, 1 - camp) >= 0:
        push(state, s.MADNESS, 1 - camp, 0, 0)
    if table.scenario != s.INTRODUCTORY:
        advance_ttm(table, state, camp, table.card[faction, card, C_TTM])
    if table.card[faction, card, C_ROUTIERS]:
        activate(state, camp)


@routine
def mad_king(table, state, camp):
    """The card by which a camp reduces the enemy's maneuvers, -1: none."""
    for card in range(s.TACTICS):
        if state[s.TACTIC + card] == s.HELD + camp and table.tactic[card, T_EFFECT] == s.A_MADNESS:
            return card
    return -1


@routine
def legal_yes_no(table, state, actions):
    """To do it or not."""
    actions[0] = s.PASS
    actions[1] = s.YES * s.VERB
    return 2


@routine
def apply_madness(table, state, action):
    """Madness of the King (TACTIC card 21): fewer maneuvers, at least one."""
    card = mad_king(table, state, np.int64(state[top(state) + 1]))
    pop(state)
    if action != s.PASS:
        state[s.TACTIC + card] = s.DISCARDED
        state[s.MANEUVERS] = max(1, state[s.MANEUVERS] - table.tactic[card, T_AMOUNT])
