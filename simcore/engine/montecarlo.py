"""The Monte-Carlo engine: trials, each with its own random numbers, counted into a histogram of outcomes.

A *unit of work* is (problem, seed, first trial, count) and gives whole numbers: how often each ending came up and
how often each row was rolled. Merging is addition, so threads, chunks, processes and resumed runs give the same
counts to the last bit. Two samplers: the *direct* trial looks every roll up in the rules; the *chain* (see
`chain`) walks a scenario whose states were all found beforehand, one load and one compare a roll.
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
_PURPOSE = np.uint64(rng.TRIAL)


def trials(model, start, seed, first, count, ends, rolls):
    """Direct trials `first` .. `first + count - 1`; adds to `ends` int64[endings + 1] (the last: unfinished)
    and `rolls` int64[rows]."""
    rows = model.rows
    origin = unpack(model, start)
    for trial in range(first, first + count):
        row, view = look(model, origin)
        state = origin
        rolled = 0
        while row >= 0 and rolled < ROLL_LIMIT:
            word, w1, w2, w3 = words(seed, np.uint64(trial), np.uint64(rolled >> 2), _PURPOSE)
            for _ in range(4):
                rolls[row] += 1
                rolled += 1
                state = advance(model, view, sample(rows, row, word))
                row, view = look(model, state)
                if row < 0:
                    break
                word, w1, w2 = w1, w2, w3
        ends[ending(model, state) if row < 0 else ends.size - 1] += 1


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


LANES = 32  # trials walked in step: enough independent loads to hide their latency

_FRACTION = np.uint64(24)  # bits of a draw that choose the side of a cell
_PLACE = np.uint64(20)  # bits of a place
_PLACES = np.uint64((1 << 20) - 1)
_WORD = np.uint64(32)


@step
def next_place(cells, width, place, word):
    """Where a 32-bit `word` leads from `place`: its first bits choose the cell, the next 24 the side of it."""
    bits = np.uint64(width)
    cell = cells[index((place << width) + np.int64(word >> (_WORD - bits)))]
    fraction = ((word << bits) & rng.LOW) >> (_WORD - _FRACTION)
    side = cell >> _PLACE if fraction < cell >> (_PLACE + _PLACE) else cell
    return np.int64(side & _PLACES)


@entry
def walk(cells, width, start, over, seed, first, count, visits, ends):
    """Trials over a compiled chain, `LANES` in step; adds to `visits` int64[places] (meaningful below `over`) and
    `ends` int64[places - over + 1] (the last: unfinished).

    A cell is (cut: 24 bits, place if below: 20 bits, place else: 20 bits); place k has the cells
    k << width .. ((k + 1) << width) - 1; places from `over` on are endings and lead to themselves.
    """
    draws = np.empty((4, LANES), np.uint64)
    at = np.empty(LANES, np.int64)
    for base in range(first, first + count, LANES):
        lanes = min(LANES, first + count - base)
        for lane in range(LANES):
            at[lane] = start if lane < lanes else over  # lanes on an ending stand still
        rolled = 0
        alive = start < over
        while alive and rolled < ROLL_LIMIT:
            words_in_step(draws, seed, np.uint64(base), np.uint64(rolled >> 2))
            rolled += 4
            for word in range(4):
                for lane in range(LANES):
                    place = at[lane]
                    visits[index(place)] += 1
                    at[lane] = next_place(cells, width, place, draws[word, lane])
            # Not a minimum over `at`: LLVM would load vectors just after scalar stores, which stalls (factor 3).
            alive = False
            for lane in range(LANES):
                alive = alive or at[lane] < over
        for lane in range(lanes):
            ends[at[lane] - over if at[lane] >= over else ends.size - 1] += 1


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
