"""Paired trials: two problems fought with the same luck, so that far fewer trials tell their difference.

Both run the same trials with the same numbers. A draw is addressed by seed, trial, *purpose* (what a roll is for: which
side's, of which kind) and how often that purpose came up before in the trial: a variant that rolls once more or earlier
keeps all its other luck. The number chooses the face by the inverse of the distribution over faces in order of how good
they are (`Order`), so that good luck in one variant is good luck in the other; an alias table would scatter it. How
good a face is was learnt from a *pilot*, trials with numbers of their own: by the first quantity asked for, and where
the pilot cannot tell faces apart by that, by the others, each the way it goes with the first in both variants together.

Whatever the purposes and the order are, each variant by itself is sampled rightly: they decide only what is saved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from simcore.engine import rng
from simcore.engine.jit import entry, index, step
from simcore.engine.montecarlo import DRAW_LIMIT
from simcore.types import Array

# Bound by `resolver.Resolver` to the functions of one combat.
next_roll = transition = terminal_outcome = unpack = None

PILOT_TRIALS = 1 << 16
PILOT_UNIT = 1 << 13  # of which all faces are kept at a time
PILOT_SEED = 0  # one order of faces for all seeds
PILOT_ROLLS = 64  # of a trial, that teach
DOUBT = 3.0  # standard errors within which the pilot does not tell two faces apart
_LOW_BITS, _SPARE = np.uint64(21), np.uint64(11)


class Order(NamedTuple):
    """The faces of every row in some order, and how a number chooses among them; `first` as in `dice.Rows`."""

    first: Array  # int64[rows + 1]
    face: Array  # int64[faces]
    upto: Array  # float64[faces]: chance of this face or one before it; 1 from the last on that can come up
    guide: Array  # int64[faces]: for each of n equal shares of a row, where the search begins


@step
def choose(order, row, word, other):
    """The face of `row` for the number that 53 bits of two words make; found by a guide table (Chen and Asau, 1974)."""
    number = np.float64((word << _LOW_BITS) | (other >> _SPARE)) * 2.0**-53
    first = order.first[index(row)]
    at = order.guide[index(first + np.int64(number * (order.first[index(row + 1)] - first)))]
    while order.upto[index(at)] <= number:
        at += 1
    return order.face[index(at)]


@entry
def _fill(first, face, probability, upto, guide):
    for row in range(first.size - 1):
        begin, end = first[row], first[row + 1]
        total, last = 0.0, begin
        for at in range(begin, end):
            total += probability[face[at]]
            upto[at] = total
            if probability[face[at]] > 0.0:
                last = at
        upto[begin:end] /= total
        upto[last:end] = 1.0
        at = begin
        for cell in range(end - begin):
            while upto[at] <= cell / (end - begin):
                at += 1
            guide[begin + cell] = at


def ordered(rows: Any, worth: Array) -> Order:
    """The faces of `rows` (`dice.Rows`) by rising `worth` float64[faces]."""
    row = np.repeat(np.arange(rows.first.size - 1), np.diff(rows.first))
    face = np.lexsort((worth, row))
    upto, guide = np.empty(face.size), np.empty(face.size, np.int64)
    _fill(rows.first, face, rows.probability, upto, guide)
    return Order(rows.first, face, upto, guide)


def keyed(model, order, purposes, start, stream, seed, first, count, step_rewards, ends, paid, faces):
    """Trials `first` .. `first + count - 1`, each roll at the address of its purpose, counted from `stream` on.

    `purposes` int64[rows]. Fills `ends` int64[count] (-1: unfinished), adds `tolls` float64[rows, k] of each roll to
    `paid` float64[count, k], and keeps the first faces of each trial in `faces` int64[count, any number].
    """
    origin = unpack(model, start)
    made = np.zeros(purposes.max() + 1 if purposes.size > 0 else 0, np.uint64)
    for at in range(count):
        trial, state, rolled = np.uint64(first + at), origin, 0
        made[:] = 0
        row, view = next_roll(model, state)
        while row >= 0 and rolled < DRAW_LIMIT:
            purpose = purposes[index(row)]
            block = rng.words(seed, trial, made[index(purpose)], np.uint64(stream + purpose))
            made[index(purpose)] += np.uint64(1)
            face = choose(order, row, block[0], block[1])
            for k in range(step_rewards.shape[1]):
                paid[at, k] += step_rewards[row, k]
            if rolled < faces.shape[1]:
                faces[at, rolled] = face
            rolled += 1
            state = transition(model, view, face)
            row, view = next_roll(model, state)
        ends[at] = terminal_outcome(model, state) if row < 0 else -1


@dataclass(frozen=True)
class Priced:
    """A problem and what is asked of its trials, k quantities: what an ending and what each roll adds to them."""

    problem: Any  # resolver.Problem
    endings: Any  # float64[endings, k], or what gives such rows by the numbers of endings
    rolls: Array  # float64[rows, k]

    def run(self, order: Order, stream: int, seed: int, first: int, count: int, faces: Array) -> tuple[Array, int]:
        """The quantities of each trial, float64[count, k], and how many trials were not finished: these have 0."""
        problem, used = self.problem, self.rolls.any(axis=0)
        purposes = np.zeros(problem.rows, np.int64) if problem.purposes is None else problem.purposes
        ends, paid = np.empty(count, np.int64), np.zeros((count, int(used.sum())))
        problem.resolver.keyed(
            problem.model, order, purposes, problem.start, stream, np.uint64(seed), first, count,
            np.ascontiguousarray(self.rolls[:, used]), ends, paid, faces,
        )  # fmt: skip
        values = self.endings[np.maximum(ends, 0)]
        values[:, used] += paid
        values[ends < 0] = 0.0
        return values, int((ends < 0).sum())

    def learnt(self, trials: int) -> Learnt:
        """What every face is worth, by the pilot's trials in which it came up."""
        rows = self.problem.model.rows
        size, quantities = rows.probability.size, self.endings.shape[1]
        times, worth = np.zeros(size, np.int64), np.zeros((quantities, size))
        total = squares = 0.0
        as_they_stand = ordered(rows, np.zeros(size))
        for first in range(0, trials, PILOT_UNIT):
            faces = np.full((min(PILOT_UNIT, trials - first), PILOT_ROLLS), -1)
            values, _ = self.run(as_they_stand, rng.PILOT, PILOT_SEED, first, faces.shape[0], faces)
            total += float(values[:, 0].sum())
            squares += float(values[:, 0] @ values[:, 0])
            shown = faces >= 0
            came, rolled = faces[shown], shown.sum(axis=1)
            times += np.bincount(came, minlength=size)
            for k in range(quantities):
                worth[k] += np.bincount(came, np.repeat(values[:, k], rolled), minlength=size)
        row = np.repeat(np.arange(self.problem.rows), np.diff(rows.first))
        of_row = np.array([np.bincount(row, sums) for sums in worth]) / np.maximum(np.bincount(row, times), 1)
        # A face that hardly came up is worth as much as its row.
        spread = sqrt(max(0.0, squares / trials - (total / trials) ** 2)) or 1.0
        doubt = DOUBT * spread / np.sqrt(times + 1)
        return Learnt(rows, times, (worth + of_row[:, row]) / (times + 1) - of_row[:, row], doubt)


class Learnt(NamedTuple):
    """What the pilot tells of the faces of `rows`: how often each came up, how much more than the mean of its row it is
    worth, float64[k, faces], and how far that can be off for the first quantity, float64[faces]."""

    rows: Any
    times: Array
    worth: Array
    doubt: Array

    def order(self, tastes: Array) -> Order:
        """Faces by what they are worth in the first quantity and, as far as that is in doubt, in the others."""
        return ordered(self.rows, self.worth[0] + self.doubt * (tastes @ self.worth))


def tastes(learnt: Sequence[Learnt]) -> Array:
    """How the other quantities count in the order of faces of all variants, float64[k], 0 for the first: by the sign
    with which they go with it from face to face, in standard deviations, all of them as much as one."""
    together = sum((one.worth * one.times) @ one.worth[0] for one in learnt)
    spread = np.sqrt(
        sum((one.worth**2) @ one.times for one in learnt) / max(1, sum(int(one.times.sum()) for one in learnt))
    )
    found: Array = np.where(together < 0.0, -1.0, 1.0) * (spread > 0.0) / np.where(spread > 0.0, spread, 1.0)
    found[0] = 0.0
    found /= max(1, np.count_nonzero(found))
    return found


class Pair:
    """Two problems with the same quantities, made ready for paired trials; `pilot`: trials that teach the order."""

    def __init__(self, both: Sequence[Priced], pilot: int = PILOT_TRIALS) -> None:
        self.quantities = both[0].endings.shape[1]
        learnt = [one.learnt(pilot) for one in both]
        by = tastes(learnt)
        self.both = [(one, of_one.order(by)) for one, of_one in zip(both, learnt, strict=True)]

    def unit(self, seed: int, first: int, count: int) -> tuple[Array, Array]:
        """Sums over trials `first` .. `first + count - 1`, float64[6, k], and trials unfinished, int64[2].

        The sums are of the first problem's quantity and its square, the second's, and of second less first. Those of
        whole numbers are exact; others depend in their last bits on how trials are cut into units.
        """
        none = np.empty((count, 0), np.int64)
        runs = [one.run(order, rng.PAIRED, seed, first, count, none) for one, order in self.both]
        (x, cut_x), (y, cut_y) = runs
        sums = [part.sum(axis=0) for value in (x, y, y - x) for part in (value, value * value)]
        return np.array(sums), np.array([cut_x, cut_y])
