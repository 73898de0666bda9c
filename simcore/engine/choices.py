"""A combat whose decisions are made: its rules, with the option of every decision in a table.

Game-independent. `exact.backward`, bound with `by_best`, fills the table; a `ModelUnderPolicy` then goes to either
engine like any other model, by the resolver that `resolver.Resolver` binds to the functions below.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from simcore.engine.dice import Rows
from simcore.engine.jit import bind, index, step
from simcore.types import Array


class ModelUnderPolicy(NamedTuple):
    """The model of one scenario, and what is chosen."""

    rows: Rows
    rules: Any
    chosen: Array  # int16[decisions], -1 where nobody comes to decide


# Bound by `bound_rules` to the functions of one combat.
next_roll = transition = terminal_outcome = pack = unpack = None
decision = decide = None


def guided_look(model, state):
    return next_roll(model.rules, state)


def guided_advance(model, view, face):
    number = decision(model.rules, view, face)
    option = model.chosen[index(number)] if number >= 0 else -1
    if option < 0:
        return transition(model.rules, view, face)
    return decide(model.rules, view, face, option)


def guided_ending(model, state):
    return terminal_outcome(model.rules, state)


def guided_pack(model, state):
    return pack(model.rules, state)


def guided_unpack(model, number):
    return unpack(model.rules, number)


def bound_rules(kernels: dict[str, Any]) -> dict[str, Any]:
    """The functions of a resolver of `ModelUnderPolicy` models, of the combat with these functions."""
    functions: dict[str, Any] = {
        "next_roll": guided_look,
        "transition": guided_advance,
        "terminal_outcome": guided_ending,
        "pack": guided_pack,
        "unpack": guided_unpack,
    }
    return {rule: step(bind(function, **kernels)) for rule, function in functions.items()}
