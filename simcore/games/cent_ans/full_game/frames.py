"""The stack of what is still to happen, and small questions that every room asks of the state."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import routine
from simcore.games.cent_ans.full_game import state as s
from simcore.games.cent_ans.full_game.board_arrays import SPACES


@routine
def push(state, kind, a, b, c):
    """A frame on top."""
    at = s.FRAMES + 4 * state[s.DEPTH]
    state[at] = kind
    state[at + 1] = a
    state[at + 2] = b
    state[at + 3] = c
    state[s.DEPTH] += 1


@routine
def pop(state):
    """The top frame off."""
    state[s.DEPTH] -= 1
    at = s.FRAMES + 4 * state[s.DEPTH]
    for i in range(4):
        state[at + i] = 0


@routine
def top(state):
    """Where the top frame stands in the state; -1: the game is over."""
    return s.FRAMES + 4 * (state[s.DEPTH] - 1) if state[s.DEPTH] > 0 else -1


@routine
def count_down(state, part, action):
    """One fewer in the part (1 to 3) of the top frame that counts; with the last, or a PASS, it goes. Has it gone?"""
    at = top(state)
    state[at + part] -= 1
    over = action == s.PASS or state[at + part] == 0
    if over:
        pop(state)
    return over


@routine
def push_fight(state, zone, attacker, defender, flags):
    """A fight on top of everything else."""
    push(state, s.FIGHT, zone, attacker * s.ATTACKER + defender * s.DEFENDER + flags, 0)


@routine
def or_pass(actions, count):
    """PASS where there is nothing else to do; returns how many actions there are then."""
    if count > 0:
        return count
    actions[0] = s.PASS
    return 1


@routine
def in_hand(state, faction, card):
    """Does a faction hold a card?"""
    return state[s.CARD + faction * s.CARDS + card] == s.IN_HAND


@routine
def count_tactics(state, where):
    """TACTIC cards that are somewhere."""
    found = 0
    for card in range(s.TACTICS):
        found += state[s.TACTIC + card] == where
    return found


@routine
def maneuvers_left(state, building):
    """Maneuvers that the active faction has left; those of its ally's tokens move no army (10.4.2)."""
    return np.int64(state[s.MANEUVERS] + (state[s.TOKEN_MANEUVERS] if building else 0))


@routine
def spend(state, count, building):
    """Spend maneuvers: those that are good for buildings and the TTM track only come first where they can."""
    of_tokens = min(count, np.int64(state[s.TOKEN_MANEUVERS])) if building else 0
    state[s.TOKEN_MANEUVERS] -= of_tokens
    state[s.MANEUVERS] -= count - of_tokens


@routine
def can_spend_token(state):
    """Can a MANEUVER token be spent (10.4.2)? A card must have been played: it says how far an army goes (10.1)."""
    faction = state[s.ACTIVE]
    useful = faction == s.ENGLISH or (faction == s.BURGUNDIAN and not (state[s.BUILT] and state[s.IMPROVED]))
    return useful and state[s.TOKENS] > 0 and state[s.PLAYED_CARD] > 0


@routine
def spend_token(state):
    """One maneuver more: the English do with it what they like, the Burgundians build or improve the TTM level."""
    state[s.TOKENS] -= 1
    state[s.MANEUVERS if state[s.ACTIVE] == s.ENGLISH else s.TOKEN_MANEUVERS] += 1


@routine
def advance_ttm(table, state, camp, spaces):
    """Move a camp's marker on the TTM track, at most to its last space (10.4); the introduction has no track (18.1)."""
    if table.scenario != s.INTRODUCTORY:
        state[s.TTM + camp] = min(state[s.TTM + camp] + spaces, 3 * table.numbers[SPACES])


@routine
def on_last_space(table, state, camp):
    """Has a camp's marker reached the end of the TTM track?"""
    return state[s.TTM + camp] >= 3 * table.numbers[SPACES]
