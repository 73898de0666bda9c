"""The compiled half of the suite: plays games and holds every law of the contract that compiled code can hold.

Games are those of `rollouts.play` under the same seed, numbers and policies, so whatever is found can be replayed. The
loop stops at the first broken law and says in `failure` which, in which game, at which decision, for which player, at
which place, what it found and what should have been there.
"""

from __future__ import annotations

import numpy as np

from simcore.engine import rng
from simcore.engine.jit import kernel
from simcore.engine.rng import STREAM, below, next_word, open_stream
from simcore.gameplay.rollouts import CHANCE, RANDOM

# Bound by `probe.bound_probe` to the functions and sizes of one game.
start = current_player = legal_actions = apply_action = check_invariants = returns = observe = None
resample_hidden = select_action = state_value = None
STATE = ACTIONS = PLAYERS = OBSERVATION = NUM_DISTINCT = 0

NONE = 0
(
    MOVER, SORTED, DENSE, COUNTED, CELLS, LAWFUL, UNTOUCHED, FILLED, LIMITS, OBSERVED, TURN, OFFERED, WORLD_CELLS,
    WORLD_LAWFUL, CANONICAL, DRAWS, PLACE, CHOICE, VALUE, VALUE_RANGE, LENGTH, SHARES, SUM, FINAL_VALUE,
) = range(1, 25)  # fmt: skip
TEXTS = {
    MOVER: "current_player gives a player's number, or -1",
    SORTED: "legal actions are sorted, and no one is there twice",
    DENSE: "legal actions are numbers below num_distinct_actions",
    COUNTED: "there is at least one legal action, and no more than the longest list there is",
    CELLS: "every cell of a state holds what its Cells allow",
    LAWFUL: "invariants hold after every decision",
    UNTOUCHED: "only start, apply_action and resample_hidden change a state",
    FILLED: "observe writes every number of the observation",
    LIMITS: "every observed number lies within the limits of its Field",
    OBSERVED: "what a player observes is the same in every world resampled for him",
    TURN: "whose decision it is is the same in every resampled world",
    OFFERED: "the legal actions of whoever decides are the same in every world resampled for him",
    WORLD_CELLS: "every cell of a resampled world holds what its Cells allow",
    WORLD_LAWFUL: "invariants hold in every resampled world",
    CANONICAL: "the same stream gives the same world from every world that the player cannot tell apart",
    DRAWS: "resample_hidden draws as many numbers in every world that the player cannot tell apart",
    PLACE: "select_action gives the place of a legal action",
    CHOICE: "a compiled policy chooses alike in every resampled world",
    VALUE: "state_value is the same in every resampled world",
    VALUE_RANGE: "state_value is a number from 0 to 1",
    LENGTH: "no game has more than max_game_length decisions",
    SHARES: "returns are numbers from 0 to 1",
    SUM: "returns of all players sum to 1",
    FINAL_VALUE: "state_value at the end is the player's return",
}
LAW, GAME, DECISION, PLAYER, AT, FOUND, WANTED = range(7)  # of a failure, int64[7]
CHECKS, UNLIKE, APART = range(3)  # counted for each player: worlds, unlike the real one, unlike the one before
UNWRITTEN = -0x7A57_0BAD
WORLDS, AGAIN = 2, 3  # worlds that are dealt and looked at; one more, dealt from the first by the second's stream
RETURNS, VALUES = 0, 1  # rows of shares


def probe(board, lineup, policies, parameters, seed, first, count, limit, long, cells, fields, counts, failure):
    """Play games `first` .. `first + count - 1` and hold all laws at each of at most `limit` decisions of a game.

    `lineup` int64[players] and row p of `parameters` float64[many, PARAMETERS]: who plays, as in `rollouts.play`.
    `policies` int64[any], with the rows of `parameters` from PLAYERS on: those that must choose alike in all worlds.
    `long`: the most decisions of a game. `cells` int64[2, STATE], `fields` int64[2, OBSERVATION]: least and most of
    each number. `counts` int64[players, 3] are added to. Returns games played and how many ended, and decisions.
    """
    state = np.zeros(STATE, np.int32)
    chance = np.zeros(STREAM, np.uint64)
    own = np.zeros((PLAYERS, STREAM), np.uint64)
    dealing = np.zeros(STREAM, np.uint64)
    workspace = new_workspace()
    actions = workspace[2][0]
    ended, decisions = 0, 0
    for at in range(count):
        number = np.uint64(first + at)
        open_stream(chance, seed, number, CHANCE)
        for player in range(PLAYERS):
            open_stream(own[player], seed, number, CHANCE + np.uint64(1 + player))
        open_stream(dealing, seed, number, CHANCE + np.uint64(2 + PLAYERS))
        state[:] = 0
        start(board, state, chance)
        taken, over = 0, False
        while True:
            player, available = hold_position(board, state, cells, workspace, failure)
            hold_views(
                board, state, player, available, policies, parameters, cells, fields, dealing, workspace, counts,
                failure,
            )  # fmt: skip
            over = player < 0
            if over:
                hold_end(board, state, workspace, failure)
            elif taken >= long:
                fail(failure, LENGTH, player, taken, taken + 1, long)
            if failure[LAW] != NONE:
                failure[GAME] = first + at
                failure[DECISION] = taken
                return at, ended, decisions
            if over or taken >= limit:
                break
            place = 0
            if available > 1 and lineup[player] == RANDOM:
                place = below(own[player], available)
            elif available > 1:
                place = select_action(
                    board, state, player, actions, available, lineup[player], parameters[player], own[player]
                )
            apply_action(board, state, actions[place], chance)
            taken += 1
        ended += over
        decisions += taken
    return count, ended, decisions


def new_workspace():
    """Arrays for the functions below: the state as it was and worlds, observations, actions, streams, shares."""
    return (
        np.zeros((1 + AGAIN, STATE), np.int32), np.zeros((2, OBSERVATION), np.int32), np.zeros((2, ACTIONS), np.int32),
        np.zeros((1 + AGAIN, STREAM), np.uint64), np.zeros((2, PLAYERS)),
    )  # fmt: skip


@kernel
def fail(failure, law, player, at, found, wanted):
    """Write down a broken law, unless one was broken before."""
    if failure[LAW] == NONE:
        failure[LAW], failure[PLAYER], failure[AT], failure[FOUND], failure[WANTED] = law, player, at, found, wanted


@kernel
def first_difference(one, other, count):
    """The first place, among `count`, in which two lists of numbers differ; -1: none."""
    for at in range(count):
        if one[at] != other[at]:
            return at
    return -1


@kernel
def hold_alike(failure, law, player, found, wanted, count):
    """Two lists of numbers must be the same."""
    at = first_difference(found, wanted, count)
    if at >= 0:
        fail(failure, law, player, at, np.int64(found[at]), np.int64(wanted[at]))


@kernel
def hold_limits(failure, law, player, found, limits, count):
    """Numbers must lie between `limits` int64[2, count]."""
    for at in range(count):
        if found[at] < limits[0, at]:
            fail(failure, law, player, at, found[at], limits[0, at])
        elif found[at] > limits[1, at]:
            fail(failure, law, player, at, found[at], limits[1, at])


def hold_position(board, state, cells, workspace, failure):
    """Laws of the position itself. Returns whose decision it is, and how many actions he has."""
    states, _, actions, _, _ = workspace
    states[0] = state
    hold_limits(failure, CELLS, -1, state, cells, STATE)
    broken = check_invariants(board, state)
    if broken != 0:
        fail(failure, LAWFUL, -1, -1, broken, 0)
    player, count = current_player(board, state), 0
    if player < -1 or player >= PLAYERS:
        fail(failure, MOVER, -1, -1, player, -1)
        player = -1
    elif player >= 0:
        count = hold_actions(board, state, player, actions[0], failure)
    hold_alike(failure, UNTOUCHED, player, state, states[0], STATE)
    return player, count


def hold_actions(board, state, player, actions, failure):
    """Legal actions into `actions`, their laws held; returns how many."""
    actions[:] = -1
    count = legal_actions(board, state, actions)
    if count < 1 or count > ACTIONS:
        fail(failure, COUNTED, player, -1, count, ACTIONS)
        return 0
    for at in range(count):
        if actions[at] < 0 or actions[at] >= NUM_DISTINCT:
            fail(failure, DENSE, player, at, actions[at], NUM_DISTINCT - 1)
        elif at > 0 and actions[at] <= actions[at - 1]:
            fail(failure, SORTED, player, at, actions[at], actions[at - 1] + 1)
    return count


def hold_views(
    board, state, mover, available, policies, parameters, cells, fields, dealing, workspace, counts, failure
):  # fmt: skip
    """What each player may know, and the worlds in which he could be."""
    states, _, _, streams, _ = workspace
    for player in range(PLAYERS):
        if failure[LAW] != NONE:
            return
        deal(board, state, player, dealing, states, streams)
        for world in range(1 + WORLDS):
            hold_world(board, world, player, mover, available, cells, fields, workspace, failure)
        hold_alike(failure, UNTOUCHED, player, states[0], state, STATE)
        hold_alike(failure, CANONICAL, player, states[AGAIN], states[WORLDS], STATE)
        hold_alike(failure, DRAWS, player, streams[AGAIN], streams[WORLDS], STREAM)
        counts[player, CHECKS] += WORLDS
        for world in range(1, 1 + WORLDS):
            counts[player, UNLIKE] += first_difference(states[world], state, STATE) >= 0
        counts[player, APART] += first_difference(states[1], states[2], STATE) >= 0
        if player == mover and available > 1 and failure[LAW] == NONE:
            hold_choices(board, mover, available, policies, parameters, dealing, workspace, failure)
            hold_alike(failure, UNTOUCHED, mover, states[0], state, STATE)


def deal(board, state, player, dealing, states, streams):
    """Worlds 1 and 2 from the real one, each by a stream of its own, and AGAIN: by that of 2, but from world 1."""
    states[0] = state
    for world in range(1, 1 + AGAIN):
        if world < AGAIN:
            states[world] = state
            open_stream(streams[world], dealing[rng.SEED], dealing[rng.NUMBER], next_word(dealing))
            streams[0] = streams[world]
        else:
            states[world] = states[1]
            streams[world] = streams[0]
        resample_hidden(board, states[world], player, streams[world])


def hold_world(board, world, player, mover, available, cells, fields, workspace, failure):
    """What a player observes, thinks and can do, in the real world (0) or in another one in which he could be."""
    states, seen, actions, _, shares = workspace
    state, numbers = states[world], seen[min(world, 1)]
    numbers[:] = UNWRITTEN
    observe(board, state, player, numbers)
    value = state_value(board, state, player)
    if world == 0:
        for at in range(OBSERVATION):
            if numbers[at] == UNWRITTEN:
                fail(failure, FILLED, player, at, UNWRITTEN, 0)
        hold_limits(failure, LIMITS, player, numbers, fields, OBSERVATION)
        if not 0.0 <= value <= 1.0:
            fail(failure, VALUE_RANGE, player, -1, thousandths(value), 1000)
        shares[VALUES, player] = value
        return
    hold_alike(failure, OBSERVED, player, numbers, seen[0], OBSERVATION)
    hold_limits(failure, WORLD_CELLS, player, state, cells, STATE)
    broken = check_invariants(board, state)
    if broken != 0:
        fail(failure, WORLD_LAWFUL, player, -1, broken, 0)
    turn = current_player(board, state)
    if turn != mover:
        fail(failure, TURN, player, -1, turn, mover)
    elif player == mover:
        count = hold_actions(board, state, player, actions[1], failure)
        if count != available:
            fail(failure, OFFERED, player, -1, count, available)
        hold_alike(failure, OFFERED, player, actions[1], actions[0], available)
    if value != shares[VALUES, player]:
        fail(failure, VALUE, player, -1, thousandths(value), thousandths(shares[VALUES, player]))


@kernel
def thousandths(share):
    """A share as a whole number, for a report; what is none: -1."""
    return np.int64(1000 * share) if -1e9 < share < 1e9 else -1


def hold_choices(board, player, available, policies, parameters, dealing, workspace, failure):
    """Compiled policies, and what they think of a position, in the real world and in others."""
    states, _, actions, streams, _ = workspace
    for at in range(len(policies)):
        word, chosen = next_word(dealing), 0
        for world in range(1 + WORLDS):
            open_stream(streams[0], dealing[rng.SEED], dealing[rng.NUMBER], word)
            place = select_action(
                board, states[world], player, actions[0], available, policies[at], parameters[PLAYERS + at], streams[0]
            )
            if place < 0 or place >= available:
                fail(failure, PLACE, player, at, place, available - 1)
            elif world == 0:
                chosen = place
            elif place != chosen:
                fail(failure, CHOICE, player, at, actions[0][place], actions[0][chosen])


def hold_end(board, state, workspace, failure):
    """Laws of a game that is over."""
    states, _, _, _, shares = workspace
    shares[RETURNS] = -1.0
    returns(board, state, shares[RETURNS])
    hold_alike(failure, UNTOUCHED, -1, state, states[0], STATE)
    total = 0.0
    for player in range(PLAYERS):
        share = shares[RETURNS, player]
        total += share
        if not 0.0 <= share <= 1.0:
            fail(failure, SHARES, player, -1, thousandths(share), 1000)
        if share != shares[VALUES, player]:
            fail(failure, FINAL_VALUE, player, -1, thousandths(shares[VALUES, player]), thousandths(share))
    if abs(total - 1.0) > 1e-12:
        fail(failure, SUM, -1, -1, thousandths(total), 1000)
