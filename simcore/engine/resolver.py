"""What a combat must offer the two engines.

A combat is a chain of states; a state is a short tuple of whole numbers. Its rules are five compiled functions:

    next_roll(model, state) -> row, view        which distribution is rolled next (below 0: over), and what
                                                `transition` needs, loaded once for all faces
    transition(model, view, face) -> state      what that face does
    terminal_outcome(model, state) -> number    which outcome a finished state stands for
    pack(model, state) -> number, unpack(model, number) -> state
    (model.rows is the packed table of distributions, see `dice`)

Where the sides choose something after a roll, three more say what (see `choices`):

    decision(model, view, face) -> number       which decision this is, -1 if there is nothing to choose; the same
                                                number stands for the same options everywhere
    options(model, view, face) -> side, count   whose decision (1 or 2), among how many options
    decide(model, view, face, option) -> state  `transition` with that option

States are numbered so that armies only wear down: `number // phases` never falls, and within one such block a chain
may only turn among its `phases` (who rolls next). So both exact passes are one walk over the numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from simcore.engine import choices, exact, montecarlo, paired
from simcore.engine.jit import bind, specialise, step
from simcore.engine.outcomes import Outcomes
from simcore.types import Array


class Resolver:
    """The rules of one kind of combat, bound to the loops of both engines."""

    def __init__(
        self, name: str, *, next_roll: Any, transition: Any, terminal_outcome: Any, pack: Any, unpack: Any,
        decision: Any = None, options: Any = None, decide: Any = None,
    ) -> None:  # fmt: skip
        kernels = {
            "next_roll": next_roll,
            "transition": transition,
            "terminal_outcome": terminal_outcome,
            "pack": pack,
            "unpack": unpack,
        }
        self.name = name
        self.forward = specialise(exact.forward, name, **kernels)
        self.forward_each = specialise(exact.forward_each, name, push=self.forward)
        self.backward = self._backward(exact.by_policy, name, kernels)
        self.link = specialise(exact.link, name, **kernels)
        self.trials = specialise(montecarlo.trials, name, **kernels)
        self.steps = specialise(montecarlo.steps, name, **kernels)
        self.moves = specialise(montecarlo.moves, name, **kernels)
        self.each = specialise(montecarlo.each, name, **kernels)
        self.keyed = specialise(paired.keyed, name, **kernels)
        self.optimal: Any = None
        self.guided: Resolver | None = None  # of models `choices.ModelUnderPolicy`
        if decision is not None:
            kernels |= {"decision": decision, "options": options, "decide": decide}
            self.optimal = self._backward(exact.by_best, f"{name}, best", kernels)
            self.guided = Resolver(f"{name}, guided", **choices.bound_rules(kernels))

    @staticmethod
    def _backward(follow: Any, name: str, kernels: dict[str, Any]) -> Any:
        return specialise(exact.backward, name, follow=step(bind(follow, **kernels)), **kernels)

    @classmethod
    def of(cls, name: str, *modules: Any) -> Resolver:
        """The resolver of modules that call their five rules, and the three of their choices, by these names."""
        names = ("next_roll", "transition", "terminal_outcome", "pack", "unpack", "decision", "options", "decide")
        return cls(name, **{rule: getattr(room, rule) for room in modules for rule in names if hasattr(room, rule)})


@dataclass(frozen=True)
class Step:
    """One roll of a trial, for retelling: the states as numbers, the face as its number in the packed rows.

    `pick(weights)` chooses what the face leaves open (which dice made it), by the trial's own random address.
    """

    before: int
    face: int
    after: int
    pick: Callable[[Array], int]


class Tallies(dict[str, Array]):
    """What adds up over rolls, by name: how much a roll of each row is worth, float64[rows]."""

    @cached_property
    def table(self) -> Array:
        """All together, float64[tally, row]."""
        return np.array(list(self.values()))


@dataclass(frozen=True)
class Problem:
    """One scenario, made ready for either engine.

    `columns` gives the integer columns of the endings asked for; the column `winner` numbers the sides of the combat
    from 1 (0: none). A run also counts how often each row was rolled, and everything that adds up over rolls (retreats,
    rounds) is a weight per row in `tallies`, so both engines give it by the same sum.
    """

    resolver: Resolver
    model: Any
    start: int
    states: int
    phases: int
    endings: int
    columns: Callable[[Array], Mapping[str, Array]]
    purposes: Array | None = None  # int64[rows]: what a row is rolled for, see `paired`; else all for one purpose
    decisions: int = 0  # that may have to be made
    # All endings sorted, where many problems share a model: worked out once, when first asked for.
    outcomes: Callable[[], Outcomes] | None = None
    most_moves: int | None = None  # of a forward pass, where the combat knows better than states times faces
    tallies: Tallies = field(default_factory=Tallies)
    constants: Mapping[str, float] = field(default_factory=dict)  # what is settled before the first roll
    notes: Mapping[str, Any] = field(default_factory=dict)  # choices made on the way, for the reader
    derive: Callable[[dict[str, float]], dict[str, float]] = dict  # means to more means, such as what was lost
    retell: Callable[[Sequence[Step]], list[str]] | None = None  # a trial in words

    def with_start(self, start: int, **own: Any) -> Problem:
        """Another scenario of the same model, with its start and whatever else is its `own`."""
        other = object.__new__(Problem)  # a third of the time of dataclasses.replace, for every scenario of a feed
        vars(other).update(vars(self), start=start, **own)
        return other

    @property
    def rows(self) -> int:
        """Number of distinct distributions that can be rolled."""
        return int(self.model.rows.first.size - 1)
