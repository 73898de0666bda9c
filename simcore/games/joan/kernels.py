"""What the machine runs for Joan of Arc: a walk over a course of rolls that `course` has laid out.

Its combats are one to ten dice with a rule between them, so the rules decide beforehand where each face leads. A
state is its own number; later states have higher numbers, and a roll made again leads to itself.
"""

from __future__ import annotations

from typing import NamedTuple

from simcore.engine.dice import Rows
from simcore.engine.jit import index, step
from simcore.types import Array


class Course(NamedTuple):
    """The model of one scenario."""

    rows: Rows
    row_of: Array  # int64[states]: what is rolled; -1: over
    offset: Array  # int64[states]: add a face of that row to find its entry in `to`; of an ending: its number
    to: Array  # int64: the state that follows


@step
def next_roll(model, state):
    """The row rolled next (-1: over), and where its faces lead."""
    return model.row_of[index(state[0])], model.offset[index(state[0])]


@step
def transition(model, view, face):
    """The state that a face leads to."""
    return (model.to[index(view + face)],)


@step
def terminal_outcome(model, state):
    """The number of a finished state's ending."""
    return model.offset[index(state[0])]


@step
def pack(model, state):
    """A state is nothing but its number."""
    return state[0]


@step
def unpack(model, number):
    """Inverse of `pack`."""
    return (number,)
