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
start = whose = legal = apply = outcome = check = determinise = choose = worth = None
STATE = ACTIONS = PLAYERS = 0

RANDOM, LOOKAHEAD, OWN = 0, 1, 2  # policies of every game; a game numbers its own from OWN on
PARAMETERS = 8  # numbers that a policy can be tuned by
# Parameters of LOOKAHEAD: games for each action, decisions in each, the policy they follow, how sure it must be to
# leave what that policy itself would do (standard errors); then that policy's own.
GAMES, HORIZON, BASE, SURE, BASE_PARAMETERS = 0, 1, 2, 3, 4
DECISIONS, BROKEN = -2, -1  # last columns of a row: decisions taken, number of a law that was broken (0: none)
NO_ACTION = 99  # the law that who has to decide has a legal action

CHANCE = np.uint64(rng.GAME)  # purposes of streams: the game's chance, then a player each, then what he imagines


def play(board, policies, parameters, seed, first, count, limit, checking, rows, history):
    """Play games `first` .. `first + count - 1`, a row of `rows` int64[count, columns] each.

    `policies` int64[players], `parameters` float64[players, PARAMETERS]. A game that has not ended after `limit`
    decisions is truncated: its row says what it has come to. `checking`: are the laws tested after every decision?
    `history` int32[any]: the actions of the last game, as many as fit.
    """
    state = np.zeros(STATE, np.int32)
    actions = np.zeros(ACTIONS, np.int32)
    chance = np.zeros(STREAM, np.uint64)
    own = np.zeros((PLAYERS, STREAM), np.uint64)
    desk = new_desk()
    for at in range(count):
        number = np.uint64(first + at)
        open_stream(chance, seed, number, CHANCE)
        for player in range(PLAYERS):
            open_stream(own[player], seed, number, CHANCE + np.uint64(1 + player))
        state[:] = 0
        start(board, state, chance)
        taken, broken = 0, 0
        player = whose(board, state)
        while player >= 0 and taken < limit:
            options = legal(board, state, actions)
            if options < 1:
                broken = NO_ACTION
                break
            place = 0
            if options > 1:
                if policies[player] == RANDOM:
                    place = below(own[player], options)
                else:
                    place = pick(
                        board, state, player, actions, options, policies[player], parameters[player], own[player], desk
                    )
            if taken < history.size:
                history[taken] = actions[place]
            apply(board, state, actions[place], chance)
            taken += 1
            if checking:
                broken = check(board, state)
                if broken > 0:
                    break
            player = whose(board, state)
        outcome(board, state, rows[at])
        rows[at, DECISIONS] = taken
        rows[at, BROKEN] = broken


def new_desk():
    """Room to think for `pick`: two states, actions, three figures of each action, a stream."""
    return (
        np.zeros(STATE, np.int32), np.zeros(STATE, np.int32), np.zeros(ACTIONS, np.int32), np.zeros((3, ACTIONS)),
        np.zeros(STREAM, np.uint64),
    )  # fmt: skip


def pick(board, state, player, actions, count, policy, parameters, own, desk):
    """The place among `count` legal `actions` of the one that any of the policies takes, at a `new_desk`."""
    if policy == RANDOM:
        return below(own, count)
    if policy != LOOKAHEAD:
        return choose(board, state, player, actions, count, policy, parameters, own)
    ahead, dealt, replies, judged, imagined = desk
    worths, gain, squares = judged[0], judged[1], judged[2]
    games = max(1, int(parameters[GAMES]))
    horizon, base, tuned = int(parameters[HORIZON]), int(parameters[BASE]), parameters[BASE_PARAMETERS:]
    # What the policy would do stands until another action is better beyond doubt: few games are noisy judges.
    usual = choose(board, state, player, actions, count, base, tuned, own) if base != RANDOM else 0
    sure = parameters[SURE] if base != RANDOM else 0.0
    gain[:count] = 0.0
    squares[:count] = 0.0
    for _game in range(games):
        # Every action is tried in the same imagined world: hidden cards dealt anew, chance of the player's own.
        dealt[:] = state
        determinise(board, dealt, player, own)
        world = next_word(own) << rng.S32
        for option in range(count):
            open_stream(imagined, own[rng.SEED] ^ world, own[rng.NUMBER], CHANCE + np.uint64(PLAYERS + 1))
            ahead[:] = dealt
            apply(board, ahead, actions[option], imagined)
            mover = whose(board, ahead)
            depth = 0
            while mover >= 0 and depth < horizon:
                choices = legal(board, ahead, replies)
                reply = 0
                if choices > 1 and base == RANDOM:
                    reply = below(imagined, choices)
                elif choices > 1:
                    reply = choose(board, ahead, mover, replies, choices, base, tuned, imagined)
                apply(board, ahead, replies[reply], imagined)
                mover = whose(board, ahead)
                depth += 1
            worths[option] = worth(board, ahead, player)
        for option in range(count):
            better = worths[option] - worths[usual]
            gain[option] += better
            squares[option] += better * better
    place, best = usual, 0.0
    for option in range(count):
        # A gain over its standard error `sure` times: sum / games > sure * sqrt((squares / games - mean ** 2) / games)
        doubt = sure * np.sqrt(max(squares[option] - gain[option] * gain[option] / games, 0.0))
        if gain[option] > doubt and gain[option] > best:
            place, best = option, gain[option]
    return place


# ---- the same functions one by one, for a game that Python plays ---------------------------------------------------


def begin(board, state, stream):
    """Set the game up in `state`; returns whose decision it is."""
    state[:] = 0
    start(board, state, stream)
    return whose(board, state)


def mover(board, state):
    """Whose decision it is; -1: over."""
    return whose(board, state)


def options(board, state, actions):
    """Legal actions into `actions`; returns how many."""
    return legal(board, state, actions)


def act(board, state, action, stream):
    """Apply a legal action; returns the number of a law that it broke, 0: none."""
    apply(board, state, action, stream)
    return check(board, state)


def law(board, state):
    """Number of a law that the state breaks, 0: none."""
    return check(board, state)


def decide(board, state, player, actions, count, policy, parameters, own):
    """The place of the action that a policy takes, as in `pick`."""
    return pick(board, state, player, actions, count, policy, parameters, own, new_desk())


def deal(board, state, player, stream):
    """Deal anew what `player` cannot see."""
    determinise(board, state, player, stream)


def read(board, state, row):
    """The outcome's columns into `row`."""
    outcome(board, state, row)


def value(board, state, player):
    """How well `player` stands, 0 to 1."""
    return worth(board, state, player)


@entry
def open_at(stream, seed, number, purpose):
    """`rng.open_stream` for Python."""
    open_stream(stream, seed, number, purpose)


@entry
def next_of(stream):
    """`rng.next_word` for Python."""
    return next_word(stream)
