"""The loop that plays full games, many at once or one for the record. Knows no game; see `game` for what one offers.

A unit of work is (game, players, seed, first game, count) and gives a row of whole numbers for each game. Chance and
each player's own numbers are streams of their own, addressed by (seed, game, purpose): nothing is in the state, so a
player who looks ahead plays on with numbers of his own and never sees the real ones.
"""

from __future__ import annotations

import numpy as np

from simcore.engine import rng
from simcore.engine.jit import entry
from simcore.engine.rng import STREAM, below, next_word, open_stream

# Bound by `game.Game` to the functions and sizes of one game.
start = current_player = legal_actions = apply_action = final_row = check_invariants = None
resample_hidden = select_action = state_value = bound = None
STATE = ACTIONS = PLAYERS = 0

RANDOM, LOOKAHEAD, OWN = 0, 1, 2  # policies of every game; a game numbers its own from OWN on
PARAMETERS = 8  # numbers that a policy can be tuned by
# Parameters of LOOKAHEAD: games for each action, decisions in each, the policy they follow, how sure it must be to
# leave what that policy itself would do (standard errors); then that policy's own.
GAMES, HORIZON, BASE, SURE, BASE_PARAMETERS = 0, 1, 2, 3, 4
DECISIONS, BROKEN = -2, -1  # last columns of a row: decisions taken, number of an invariant broken (0: none)
NO_ACTION = 99  # the invariant that whoever has to decide has a legal action

CHANCE = np.uint64(rng.GAME)  # purposes of streams: the game's chance, then a player each, then his rollouts


def play(board, policies, parameters, seed, first, count, limit, checking, origin, rows, history):
    """Play games `first` .. `first + count - 1`, a row of `rows` int64[count, columns] each.

    `policies` int64[players], `parameters` float64[players, PARAMETERS]. A game that has not ended after `limit`
    decisions is truncated: its row says what it has come to. `checking`: are the invariants tested after every
    decision? `origin` int32[STATE] or int32[0]: the state from which each game goes on; empty: each is set up.
    `history` int32[any]: the actions of the last game, as many as fit.
    """
    state = np.zeros(STATE, np.int32)
    actions = np.zeros(ACTIONS, np.int32)
    chance = np.zeros(STREAM, np.uint64)
    own = np.zeros((PLAYERS, STREAM), np.uint64)
    workspace = new_workspace()
    for at in range(count):
        number = np.uint64(first + at)
        open_stream(chance, seed, number, CHANCE)
        for player in range(PLAYERS):
            open_stream(own[player], seed, number, CHANCE + np.uint64(1 + player))
        if origin.size:
            state[:] = origin
        else:
            state[:] = 0
            start(board, state, chance)
        taken, broken = 0, 0
        player = current_player(board, state)
        while player >= 0 and taken < limit:
            available = legal_actions(board, state, actions)
            if available < 1:
                broken = NO_ACTION
                break
            place = 0
            if available > 1:
                if policies[player] == RANDOM:
                    place = below(own[player], available)
                else:
                    place = decide(
                        board, state, player, actions, available, policies[player], parameters[player], own[player],
                        workspace,
                    )  # fmt: skip
            if taken < history.size:
                history[taken] = actions[place]
            apply_action(board, state, actions[place], chance)
            taken += 1
            if checking:
                broken = check_invariants(board, state)
                if broken > 0:
                    break
            player = current_player(board, state)
        final_row(board, state, rows[at])
        rows[at, DECISIONS] = taken
        rows[at, BROKEN] = broken


def new_workspace():
    """Arrays for `decide`: two states, actions, three figures of each action, a stream."""
    return (
        np.zeros(STATE, np.int32), np.zeros(STATE, np.int32), np.zeros(ACTIONS, np.int32), np.zeros((3, ACTIONS)),
        np.zeros(STREAM, np.uint64),
    )  # fmt: skip


def decide(board, state, player, actions, count, policy, parameters, own, workspace):
    """The place among `count` legal `actions` of the one that any of the policies takes."""
    if policy == RANDOM:
        return below(own, count)
    if policy != LOOKAHEAD:
        return select_action(board, state, player, actions, count, policy, parameters, own)
    ahead, dealt, replies, figures, rollout = workspace
    values, gain, squares = figures[0], figures[1], figures[2]
    games = max(1, int(parameters[GAMES]))
    horizon, base, tuned = int(parameters[HORIZON]), int(parameters[BASE]), parameters[BASE_PARAMETERS:]
    # What the policy would do stands until another action is better beyond doubt: few games are noisy judges.
    baseline = select_action(board, state, player, actions, count, base, tuned, own) if base != RANDOM else 0
    standard_errors = parameters[SURE] if base != RANDOM else 0.0
    gain[:count] = 0.0
    squares[:count] = 0.0
    for _game in range(games):
        # Every action is tried in the same sampled world: hidden cards dealt anew, chance of the player's own.
        dealt[:] = state
        resample_hidden(board, dealt, player, own)
        world = next_word(own) << rng.S32
        for option in range(count):
            open_stream(rollout, own[rng.SEED] ^ world, own[rng.NUMBER], CHANCE + np.uint64(PLAYERS + 1))
            ahead[:] = dealt
            apply_action(board, ahead, actions[option], rollout)
            mover = current_player(board, ahead)
            depth = 0
            while mover >= 0 and depth < horizon:
                choices = legal_actions(board, ahead, replies)
                reply = 0
                if choices > 1 and base == RANDOM:
                    reply = below(rollout, choices)
                elif choices > 1:
                    reply = select_action(board, ahead, mover, replies, choices, base, tuned, rollout)
                apply_action(board, ahead, replies[reply], rollout)
                mover = current_player(board, ahead)
                depth += 1
            values[option] = state_value(board, ahead, player)
        for option in range(count):
            better = values[option] - values[baseline]
            gain[option] += better
            squares[option] += better * better
    place, best = baseline, 0.0
    for option in range(count):
        # A gain of so many standard errors: sum / games > errors * sqrt((squares / games - mean ** 2) / games)
        doubt = standard_errors * np.sqrt(max(squares[option] - gain[option] * gain[option] / games, 0.0))
        if gain[option] > doubt and gain[option] > best:
            place, best = option, gain[option]
    return place


# ---- the same functions one by one, for a game that Python plays ---------------------------------------------------


def begin(board, state, stream):
    """Set the game up in `state`; returns the current player."""
    state[:] = 0
    start(board, state, stream)
    return current_player(board, state)


def step(board, state, action, stream):
    """Apply a legal action; returns the number of an invariant that it broke, 0: none."""
    apply_action(board, state, action, stream)
    return check_invariants(board, state)


def select(board, state, player, actions, count, policy, parameters, own):
    """The place of the action that a policy takes, as in `decide`."""
    return decide(board, state, player, actions, count, policy, parameters, own, new_workspace())


def forward(*arguments):
    """A function of the contract, called from Python."""
    return bound(*arguments)


@entry
def open_at(stream, seed, number, purpose):
    """`rng.open_stream` for Python."""
    open_stream(stream, seed, number, purpose)


@entry
def next_of(stream):
    """`rng.next_word` for Python."""
    return next_word(stream)
