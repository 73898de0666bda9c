"""Combats whose states have no dense numbers: the reachable ones are found beforehand and numbered by time.

Game-independent. Such a combat is written over states that are tuples of whole numbers, and offers

    look, advance, ending               as in `resolver`; every face of a row has a chance above 0
    clock(state) -> number              rises with every roll, so the chain never turns in a circle

The search begins with *openings*: states before anything happened, which wait for no roll (`look` gives -1), and from
each of which `advance`, whatever the face, gives a first state. From these an `Explorer` makes a `Graph`: the
successors of every state by number, which the one resolver `GRAPH` hands to both engines. What is too large to be
explored keeps its rules and goes to direct trials.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from simcore.engine.dice import Rows
from simcore.engine.jit import index, specialise, step, with_part
from simcore.engine.resolver import Resolver
from simcore.engine.rng import LOW, S32
from simcore.types import Array

MOST_STATES = 400_000  # about a second of exploring
_LOW_FACTOR, _HIGH_FACTOR = np.uint64(0x9E3779B1), np.uint64(0x85EBCA77)  # odd numbers without a pattern
UNNUMBERED = 1 << 62  # states of what was not explored: more than either engine would number


class Graph(NamedTuple):
    """The model of an explored combat."""

    rows: Rows
    row_of: Array  # int64[states]: row rolled there, -1 where it is over
    to: Array  # int64[states, faces of the longest row]
    ending_of: Array  # int64[states]


@step
def _look(model, state):
    row = model.row_of[index(state[0])]
    return row, (state[0], model.rows.first[index(row)] if row >= 0 else row)


@step
def _advance(model, view, face):
    number, first = view
    return (model.to[index(number), index(face - first)],)


@step
def _ending(model, state):
    return model.ending_of[index(state[0])]


@step
def _number(_, state):
    return state[0]


@step
def _state(_, number):
    return (number,)


GRAPH = Resolver(
    "explored", next_roll=_look, transition=_advance, terminal_outcome=_ending, pack=_number, unpack=_state
)

# Bound by `Explorer` to the functions of one combat.
next_roll = transition = terminal_outcome = clock = None


def _search(model, opening, openings, most):
    """The states that can be reached, in the order found, the first one first; no more than `most`.

    `openings` int64[openings, words], of which `opening` is the first. Returns (the first state of each opening; of
    each state words, clock, row, successors, ending; and whether that is all: if not, only the first).
    """
    rows = model.rows
    longest = 1
    for row in range(rows.first.size - 1):
        longest = max(longest, rows.first[row + 1] - rows.first[row])
    begun = openings.shape[0]
    states = [opening]
    mixes = [np.uint64(0)]
    for number in range(1, begun):
        state = opening
        for at in range(len(opening)):
            state = with_part(state, at, openings[number, at])
        states.append(state)
        mixes.append(np.uint64(0))
    starts = np.zeros(begun, np.int64)
    row_of = [0]
    row_of.pop()
    to = [0]
    to.pop()
    size = 1 << 10
    table = np.full(size, -1)  # open addressing
    done = 0
    while done < len(states) <= most + begun:
        row, view = next_roll(model, states[done])
        begin = rows.first[row] if row >= 0 else 0
        faces = rows.first[row + 1] - begin if row >= 0 else 0
        for face in range(1 if done < begun else faces):
            state = transition(model, view, begin + face)
            mix = np.uint64(0)
            for word in state:
                mix ^= np.uint64(word)
                mix = (mix & LOW) * _LOW_FACTOR ^ (mix >> S32) * _HIGH_FACTOR  # products of 32 bits: they fit
                mix ^= mix >> np.uint64(29)
            slot = np.int64(mix & np.uint64(size - 1))
            while table[slot] >= 0 and states[table[slot]] != state:
                slot = (slot + 1) & (size - 1)
            if table[slot] < 0:
                table[slot] = len(states)
                states.append(state)
                mixes.append(mix)
            if done < begun:
                starts[done] = table[slot] - begun
            else:
                to.append(table[slot] - begun)
            if 2 * len(states) > size:
                size *= 4
                table = np.full(size, -1)
                for known in range(begun, len(states)):
                    slot = np.int64(mixes[known] & np.uint64(size - 1))
                    while table[slot] >= 0:
                        slot = (slot + 1) & (size - 1)
                    table[slot] = known
        if done >= begun:
            row_of.append(row)
            for _ in range(faces, longest):
                to.append(-1)
        done += 1
    complete = len(states) <= most + begun
    found = len(states) - begun if complete else 1
    words = np.empty((found, len(opening)), np.int64)
    times, ends, rolled = np.empty(found, np.int64), np.full(found, -1), np.full(found, -1)
    successors = np.full((found, longest), -1)
    for number in range(found):
        state = states[number + begun]
        for at, word in enumerate(state):
            words[number, at] = word
        times[number] = clock(state)
        if complete:
            rolled[number] = row_of[number]
            for face in range(longest):
                successors[number, face] = to[number * longest + face]
            if rolled[number] < 0:
                ends[number] = terminal_outcome(model, state)
    return starts, words, times, rolled, successors, ends, complete


@dataclass(frozen=True)
class Explored:
    """What can be reached, as a graph unless there is too much of it; the first state of each opening, by number."""

    graph: Graph | None
    words: Array  # int64[states, words], without a graph of the first one alone
    starts: Array  # int64[openings]

    @property
    def first(self) -> Array:
        """The words of the first state of all."""
        return np.asarray(self.words[0])


class Explorer:
    """The rules of one kind of combat over tuples, bound to the search."""

    def __init__(self, name: str, *, next_roll: Any, transition: Any, terminal_outcome: Any, clock: Any) -> None:
        self._search = specialise(
            _search, name, next_roll=next_roll, transition=transition, terminal_outcome=terminal_outcome, clock=clock
        )  # fmt: skip

    @classmethod
    def of(cls, name: str, rules: Any) -> Explorer:
        """The explorer of a module that calls its rules by these names."""
        return cls(
            name,
            next_roll=rules.next_roll,
            transition=rules.transition,
            terminal_outcome=rules.terminal_outcome,
            clock=rules.clock,
        )

    def explore(self, model: Any, openings: Sequence[tuple[int, ...]], most: int) -> Explored:
        """All states from `openings` on, if not more than `most`, numbered by the clock (`model.rows` as in `dice`)."""
        starts, words, times, row_of, to, ends, complete = self._search(
            model, openings[0], np.array(openings, np.int64), most
        )
        if not complete:
            return Explored(None, words, starts)
        order = np.argsort(times, kind="stable")
        rank = np.empty_like(order)
        rank[order] = np.arange(order.size)
        to = np.where(to >= 0, rank[to], -1)[order]
        return Explored(Graph(model.rows, row_of[order], to, ends[order]), words[order], rank[starts])
