"""The Monte-Carlo engine: trials, each with its own random numbers, counted into a histogram of outcomes.

A *unit of work* is (problem, seed, first trial, count) and gives whole numbers: how often each ending came up and
how often each row was rolled. Merging is addition, so threads, chunks, processes and resumed runs give the same
counts to the last bit. Two samplers: the *direct* trial looks every roll up in the rules; the *chain* (see
`chain`) walks a scenario whose states were all found beforehand, one load and one compare a draw.

Both run many trials in step, so that the loads of one hide the waiting of the others; a trial takes a block of four
words at a time. Where all begin alike and go on for long, a *batch* is run to the end of its last trial; the walk of a
chain is so short that a *lane* whose trial is over takes the next one after the block. What a trial does next is chosen
by address or arithmetic wherever a branch would follow the dice: a wrongly predicted one costs more than a roll.
"""

from __future__ import annotations

import numpy as np

from simcore.engine import rng
from simcore.engine.dice import sample
from simcore.engine.jit import entry, index, specialise, step, with_part
from simcore.engine.rng import WORDS, alike, words, words_in_step, words_of_block

# Bound by `resolver.Resolver` to the functions of one combat.
next_roll = transition = terminal_outcome = pack = unpack = None
DRAWS = 0  # bound in `SHORT_WALKS`

DRAW_LIMIT = 100_000  # draws after which a trial counts as unfinished: no printed combat comes near it
BATCH = 128  # direct trials in step: a multiple of `rng.VECTOR`, and all that belongs to them fits the first cache
LANES = 48  # walks in step: a multiple of `rng.VECTOR`, and at most 64, one bit of a word for each
_PURPOSE = np.uint64(rng.TRIAL)
_NONE, _ONE = np.uint64(0), np.uint64(1)


@step
def renew(trial, block, over, stride):
    """The next block of every lane, or the first one of its next trial where its bit in `over` is set.

    Returns the largest block.
    """
    largest = _NONE
    for lane in range(trial.size):
        done = (over >> np.uint64(lane)) & _ONE
        trial[lane] += done * stride
        block[lane] = (block[lane] + _ONE) * (_ONE - done)
        largest = max(largest, block[lane])
    return largest


@step
def put(states, lane, state):
    """Keep a lane's state, in `states` int64[lanes, parts of a state]: a list is half as slow again."""
    for part in range(len(state)):
        states[index(lane), index(part)] = state[part]


@step
def state_in(states, lane, like):
    """The state that was put; `like` is any state."""
    for part in range(len(like)):
        like = with_part(like, part, states[index(lane), index(part)])
    return like


def trials(model, start, seed, first, count, ends, rolls):
    """Direct trials `first` .. `first + count - 1`; adds to `ends` int64[endings + 1] (the last: unfinished)
    and `rolls` int64[rows].

    A batch of trials goes in step from its first roll, which is the same for all, to the end of the last one. A word
    is used up in three short loops over those that go on (look, sample, advance). In one long loop the processor's
    queues are full of what waits for the first loads before it comes to the trials that could go on.
    """
    rows = model.rows
    origin = unpack(model, start)
    opening, outlook = next_roll(model, origin)
    if opening < 0:
        ends[terminal_outcome(model, origin)] += count
        return
    limit = np.uint64(DRAW_LIMIT // WORDS)
    draws = np.empty((WORDS, BATCH), np.uint64)
    states = np.empty((BATCH, len(origin)), np.int64)
    number = np.empty(BATCH, np.uint64)  # of the trial, counted from the first of the batch
    rolling = np.empty(BATCH, np.int64)  # the places of the trials that go on, `going` of them
    row_of = np.empty(BATCH, np.int64)  # of the state of each of these
    faces = np.empty(BATCH, np.int64)  # what each of them rolls
    over = np.empty(BATCH, np.int64)  # the places of the trials that came to their end in this block, `ended` of them
    done = 0
    while done < count:
        base = np.uint64(first + done)
        going = alike(base, min(count - done, BATCH))
        done += going
        for k in range(BATCH):
            number[k] = k
            rolling[k] = k
        block = _NONE
        words_of_block(draws, seed, base, number, block, going)
        rolls[opening] += going
        for k in range(going):
            faces[k] = sample(rows, opening, draws[0, k])
        for k in range(going):
            put(states, k, transition(model, outlook, faces[k]))
        word, ended = 1, 0
        while going > 0:
            lanes, going = going, 0
            for k in range(lanes):
                place = rolling[index(k)]
                row = next_roll(model, state_in(states, place, origin))[0]
                rolling[index(going)], row_of[index(going)] = place, row
                over[index(ended)] = place
                going += row >= 0
                ended += row < 0
            if word == WORDS or going == 0:
                for k in range(ended):
                    ends[index(terminal_outcome(model, state_in(states, over[index(k)], origin)))] += 1
                word, ended = 0, 0
                block += _ONE
                if block >= limit:
                    ends[ends.size - 1] += going
                    going = 0
                for k in range(going):  # move up
                    place = rolling[index(k)]
                    number[index(k)] = number[index(place)]
                    put(states, k, state_in(states, place, origin))
                    rolling[index(k)] = k
                words_of_block(draws, seed, base, number, block, going)
            for k in range(going):
                row = row_of[index(k)]
                rolls[index(row)] += 1
                faces[index(k)] = sample(rows, row, draws[word, index(rolling[index(k)])])
            for k in range(going):
                place = rolling[index(k)]
                view = next_roll(model, state_in(states, place, origin))[1]
                put(states, place, transition(model, view, faces[index(k)]))
            word += 1


def steps(model, start, seed, trial, states, faces):
    """The states (as numbers, the last one too) and faces of one direct trial, for retelling; returns the rolls."""
    state = unpack(model, start)
    for rolled in range(faces.size):
        states[rolled] = pack(model, state)
        row, view = next_roll(model, state)
        if row < 0:
            return rolled
        block = words(seed, np.uint64(trial), np.uint64(rolled >> 2), _PURPOSE)
        faces[rolled] = sample(model.rows, row, block[rolled & 3])
        state = transition(model, view, faces[rolled])
    return faces.size


def each(model, start, seed, purpose, chosen, ended, rolls):
    """The ending of each direct trial in `chosen` int64[n], into `ended` int64[n] (-1: unfinished).

    Adds to `rolls` int64[rows]. For the purpose `rng.TRIAL` they are the very trials that `trials` counts.
    """
    rows = model.rows
    for k in range(chosen.size):
        state = unpack(model, start)
        row, view = next_roll(model, state)
        block = words(seed, np.uint64(chosen[k]), _NONE, purpose)
        rolled = 0
        while row >= 0 and rolled < DRAW_LIMIT:
            if rolled & 3 == 0:
                block = words(seed, np.uint64(chosen[k]), np.uint64(rolled >> 2), purpose)
            rolls[index(row)] += 1
            state = transition(model, view, sample(rows, row, block[rolled & 3]))
            row, view = next_roll(model, state)
            rolled += 1
        ended[k] = terminal_outcome(model, state) if row < 0 else -1


def moves(model, number, targets, ends_as):
    """What each face of a state's row does: the state it leads to, and the ending that is (left alone: not over).

    Returns the row (below 0: over, and nothing is filled) and the ending of the state itself (-1: not over).
    """
    state = unpack(model, number)
    row, view = next_roll(model, state)
    if row < 0:
        return row, terminal_outcome(model, state)
    first = model.rows.first[row]
    for face in range(first, model.rows.first[row + 1]):
        after = transition(model, view, face)
        targets[face - first] = pack(model, after)
        if next_roll(model, after)[0] < 0:
            ends_as[face - first] = terminal_outcome(model, after)
    return row, -1


_PLACE = np.uint64(20)  # bits of a place
_PLACES = np.uint64((1 << 20) - 1)
_WORD = np.uint64(32)
_BELOW_CUT = np.uint64((1 << 40) - 1)


@step
def next_place(cells, width, place, word):
    """Where a 32-bit `word` leads from `place`: its first bits choose the cell, the next 24 the side of it."""
    bits = np.uint64(width)
    cell = cells[index((place << width) + np.int64(word >> (_WORD - bits)))]
    # Moved to where a cell has its cut, and full below it, the fraction compares with the cell as it is.
    side = cell >> _PLACE if (word << (_WORD + bits)) | _BELOW_CUT < cell else cell
    return np.int64(side & _PLACES)


@entry
def walk(cells, width, start, over, seed, first, count, visits, ends):
    """Trials over a compiled chain; adds to `visits` int64[places] (meaningful below `over`) and `ends`
    int64[places - over] (the last: unfinished).

    A cell is (cut: 24 bits, place if below: 20 bits, place else: 20 bits); place k has the cells
    k << width .. ((k + 1) << width) - 1; places from `over` on lead to themselves: the endings, and last of all the
    place where a lane stands that has no trial to run.
    """
    idle = over + ends.size - 1
    last, stride, limit = np.uint64(first + count), np.uint64(LANES), np.uint64(DRAW_LIMIT // WORDS)
    draws = np.empty((WORDS, LANES), np.uint64)
    trial = np.arange(first, first + LANES).astype(np.uint64)
    block = np.zeros(LANES, np.uint64)
    at = np.empty(2 * LANES, np.int64)  # where each lane is, then where it will go when its trial is over
    stood = np.zeros(idle + 1, np.int64)  # after how many blocks a lane was here
    for lane in range(LANES):
        at[lane] = start if trial[lane] < last else idle
        at[LANES + lane] = start if trial[lane] + stride < last else idle
    going = count > 0
    while going:
        words_in_step(draws, seed, trial, block)
        for lane in range(0, LANES, 4):  # four lanes fit the registers for the length of a block
            a, b, c, d = at[lane], at[lane + 1], at[lane + 2], at[lane + 3]
            for word in range(WORDS):
                visits[index(a)] += 1
                visits[index(b)] += 1
                visits[index(c)] += 1
                visits[index(d)] += 1
                a = next_place(cells, width, a, draws[word, lane])
                b = next_place(cells, width, b, draws[word, lane + 1])
                c = next_place(cells, width, c, draws[word, lane + 2])
                d = next_place(cells, width, d, draws[word, lane + 3])
            at[lane], at[lane + 1], at[lane + 2], at[lane + 3] = a, b, c, d
        bits = _NONE
        for lane in range(LANES):
            place = at[lane]
            stood[index(place)] += 1
            done = np.uint64(place >= over)
            bits |= done << np.uint64(lane)
            at[lane] = at[index(done * stride + np.uint64(lane))]
        largest = renew(trial, block, bits, stride)
        going = False
        for lane in range(LANES):
            going |= trial[lane] < last
            at[LANES + lane] = start if trial[lane] + stride < last else idle
        if largest >= limit:
            for lane in range(LANES):
                if block[lane] >= limit:
                    ends[ends.size - 1] += 1
                    at[lane] = idle
    for place in range(over, idle):
        ends[place - over] += stood[place]


def short_walk(cells, width, start, over, seed, first, count, visits, ends):
    """`walk` where every trial ends within `DRAWS` draws, at most a block of words: no lane need outlive its block."""
    stood = np.zeros(over + ends.size, np.int64)
    draws = np.empty((WORDS, LANES), np.uint64)
    number = np.arange(LANES).astype(np.uint64)
    visits[start] += count
    done = 0
    while done < count:
        base = np.uint64(first + done)
        lanes = alike(base, min(count - done, LANES))
        done += lanes
        words_of_block(draws, seed, base, number, _NONE, LANES)
        for lane in range(lanes):
            place = next_place(cells, width, start, draws[0, index(lane)])
            for word in range(1, DRAWS):
                visits[index(place)] += 1
                place = next_place(cells, width, place, draws[word, index(lane)])
            stood[index(place)] += 1
    for place in range(over, stood.size):
        ends[place - over] += stood[place]


SHORT_WALKS = {draws: specialise(short_walk, f"{draws}", DRAWS=draws) for draws in range(1, WORDS + 1)}


@entry
def trace(cells, width, start, over, seed, trial, places):
    """The places of one trial over a compiled chain, ending included; returns how many there are."""
    place = start
    for drawn in range(places.size):
        places[drawn] = place
        if place >= over:
            return drawn + 1
        block = words(seed, np.uint64(trial), np.uint64(drawn >> 2), _PURPOSE)
        place = next_place(cells, width, place, block[drawn & 3])
    return places.size
