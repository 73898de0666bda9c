"""The Monte-Carlo engine: trials, each with its own random numbers, counted into a histogram of outcomes.

A *unit of work* is (problem, seed, first trial, count) and gives whole numbers: how often each ending came up and
how often each row was rolled. Merging is addition, so threads, chunks, processes and resumed runs give the same
counts to the last bit. Two samplers: the *direct* trial looks every roll up in the rules; the *chain* (see
`chain`) walks a scenario whose states were all found beforehand, one load and one compare a roll.

Both run `LANES` trials in step, so that the loads of one hide the waiting of the others. A lane takes a block of four
words at a time; when its trial is over it takes trial + `LANES` after the block. What a lane does next is chosen by
address or arithmetic wherever a branch would follow the dice: a wrongly predicted one costs more than a roll.
"""

from __future__ import annotations

import numpy as np

from simcore.engine import rng
from simcore.engine.dice import sample
from simcore.engine.jit import entry, index, step
from simcore.engine.rng import words, words_in_step

# Bound by `resolver.Resolver` to the functions of one combat.
look = advance = ending = pack = unpack = None

ROLL_LIMIT = 100_000  # rolls after which a trial counts as unfinished: no printed combat comes near it
LANES = 48  # trials in step: four times something, and at most 64, one bit of a word for each
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


def trials(model, start, seed, first, count, ends, rolls):
    """Direct trials `first` .. `first + count - 1`; adds to `ends` int64[endings + 1] (the last: unfinished)
    and `rolls` int64[rows]."""
    rows = model.rows
    origin = unpack(model, start)
    opening = look(model, origin)[0]
    if opening < 0:
        ends[ending(model, origin)] += count
        return
    last, stride, limit = np.uint64(first + count), np.uint64(LANES), np.uint64(ROLL_LIMIT // 4)
    draws = np.empty((4, LANES), np.uint64)
    trial = np.arange(first, first + LANES).astype(np.uint64)
    block = np.zeros(LANES, np.uint64)
    states = [origin] * LANES
    row_of = np.full(LANES, opening)  # -1: over
    rolling = np.arange(LANES)  # the lanes whose trial goes on, `going` of them
    over = np.empty(LANES, np.int64)  # those whose trial came to its end in this block, `ended` of them
    going = min(LANES, count)
    row_of[going:] = -1
    while going > 0:
        words_in_step(draws, seed, trial, block)
        ended = 0
        for word in range(4):
            lanes, going = going, 0
            for k in range(lanes):
                lane = rolling[index(k)]
                row = row_of[index(lane)]
                rolls[index(row)] += 1
                view = look(model, states[lane])[1]
                state = advance(model, view, sample(rows, row, draws[word, index(lane)]))
                states[lane] = state
                row = look(model, state)[0]
                row_of[index(lane)] = row
                rolling[index(going)] = lane
                over[index(ended)] = lane
                going += row >= 0
                ended += row < 0
        bits = _NONE
        for k in range(ended):
            bits |= _ONE << np.uint64(over[index(k)])
        largest = renew(trial, block, bits, stride)
        for k in range(ended):
            lane = over[index(k)]
            ends[index(ending(model, states[lane]))] += 1
            states[lane] = origin
            row_of[index(lane)] = opening if trial[index(lane)] < last else -1
        if largest >= limit:
            for lane in range(LANES):
                if row_of[lane] >= 0 and block[lane] >= limit:
                    ends[ends.size - 1] += 1
                    trial[lane] += stride
                    block[lane] = _NONE
                    states[lane] = origin
                    row_of[lane] = opening if trial[lane] < last else -1
        going = 0
        for lane in range(LANES):
            rolling[index(going)] = lane
            going += row_of[lane] >= 0


def steps(model, start, seed, trial, states, faces):
    """The states (as numbers, the last one too) and faces of one direct trial, for retelling; returns the rolls."""
    state = unpack(model, start)
    for rolled in range(faces.size):
        states[rolled] = pack(model, state)
        row, view = look(model, state)
        if row < 0:
            return rolled
        block = words(seed, np.uint64(trial), np.uint64(rolled >> 2), _PURPOSE)
        faces[rolled] = sample(model.rows, row, block[rolled & 3])
        state = advance(model, view, faces[rolled])
    return faces.size


def each(model, start, seed, purpose, chosen, ended, rolls):
    """The ending of each direct trial in `chosen` int64[n], into `ended` int64[n] (-1: unfinished).

    Adds to `rolls` int64[rows]. For the purpose `rng.TRIAL` they are the very trials that `trials` counts.
    """
    rows = model.rows
    for k in range(chosen.size):
        state = unpack(model, start)
        row, view = look(model, state)
        block = words(seed, np.uint64(chosen[k]), _NONE, purpose)
        rolled = 0
        while row >= 0 and rolled < ROLL_LIMIT:
            if rolled & 3 == 0:
                block = words(seed, np.uint64(chosen[k]), np.uint64(rolled >> 2), purpose)
            rolls[index(row)] += 1
            state = advance(model, view, sample(rows, row, block[rolled & 3]))
            row, view = look(model, state)
            rolled += 1
        ended[k] = ending(model, state) if row < 0 else -1


def moves(model, number, targets, ends_as):
    """What each face of a state's row does: the state it leads to, and the ending that is (left alone: not over).

    Returns the row (-1: over, and nothing is filled) and the ending of the state itself (-1: not over).
    """
    state = unpack(model, number)
    row, view = look(model, state)
    if row < 0:
        return row, ending(model, state)
    first = model.rows.first[row]
    for face in range(first, model.rows.first[row + 1]):
        after = advance(model, view, face)
        targets[face - first] = pack(model, after)
        if look(model, after)[0] < 0:
            ends_as[face - first] = ending(model, after)
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
    last, stride, limit = np.uint64(first + count), np.uint64(LANES), np.uint64(ROLL_LIMIT // 4)
    draws = np.empty((4, LANES), np.uint64)
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
            for word in range(4):
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


@entry
def trace(cells, width, start, over, seed, trial, places):
    """The places of one trial over a compiled chain, ending included; returns how many there are."""
    place = start
    for rolled in range(places.size):
        places[rolled] = place
        if place >= over:
            return rolled + 1
        block = words(seed, np.uint64(trial), np.uint64(rolled >> 2), _PURPOSE)
        place = next_place(cells, width, place, block[rolled & 3])
    return places.size
