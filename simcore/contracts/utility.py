"""What an answer is worth to somebody: a weighted sum of winning, of what is left and of what is spent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Protocol

import numpy as np
from pydantic import BeforeValidator, Field

from simcore.contracts.combat import Combat
from simcore.contracts.condition import holds, is_condition
from simcore.contracts.totals import Totals
from simcore.engine.resolver import Problem
from simcore.errors import BadInput, nearest
from simcore.types import Array

MOST_WEIGHT = 1e12  # in size: sums stay finite, and a weight of 1 beside it still counts


def _flattened(value: object) -> object:
    """`{"win": {"attacker": 1}}`, as documents and command lines nest it, is `{"win.attacker": 1}`."""
    if not isinstance(value, Mapping):
        return value
    flat: dict[Any, Any] = {}
    for name, part in value.items():
        parts = {f"{name}.{below}": one for below, one in part.items()} if isinstance(part, Mapping) else {name: part}
        if twice := flat.keys() & parts.keys():
            raise ValueError(f"each name once, here {min(twice)} twice")
        flat |= parts
    return flat


# As a field of a scenario.
_Weight = Annotated[float, Field(ge=-MOST_WEIGHT, le=MOST_WEIGHT, allow_inf_nan=False, strict=True)]
_Nested = Annotated[dict[str, _Weight | dict[str, _Weight]], Field(min_length=1)]
Weights = Annotated[
    dict[str, _Weight],
    Field(min_length=1),
    BeforeValidator(_flattened, json_schema_input_type=_Nested),
]


class Answered(Protocol):
    """An answer: a `simcore.evaluation.result.Result`."""

    @property
    def win(self) -> Mapping[str, float]: ...

    @property
    def expected(self) -> Mapping[str, Any]: ...

    def chance_of(self, condition: str) -> float: ...


def means(result: Answered) -> dict[str, float]:
    """Every chance and mean of an answer by name: `win.attacker`, `attacker.english`, `rounds`."""
    return {**{f"win.{name}": share for name, share in result.win.items()}, **dict(_flat(result.expected, ""))}


def _flat(tree: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, float]]:
    for name, value in tree.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{name}.")
        else:
            yield prefix + name, value


def names(combat: Combat, problem: Problem) -> list[str]:
    """The names that the answer to a problem will have, in the order of `means`."""
    columns = [name for name in problem.columns(np.zeros(1, np.int64)) if name != "winner"]
    known = problem.derive(dict.fromkeys((*columns, *problem.tallies, *problem.constants), 0.0))
    return [*(f"win.{name}" for name in (*combat.winners[1:], combat.winners[0])), *known]


@dataclass(frozen=True)
class Worth:
    """A utility in the terms of one problem, for the engine: worth of each ending, of each roll, of the start."""

    endings: Array  # float64[endings]
    rolls: Array  # float64[rows]
    constant: float

    def of(self, ends: Array, rolls: Array) -> float:
        """The expected utility of a distribution over endings with its expected rolls."""
        return float(self.endings @ ends[: self.endings.size] + self.rolls @ rolls) + self.constant


@dataclass(frozen=True)
class Utility:
    """Weights by the name of a chance or mean (see `means`), or by a condition (see `condition`); an answer is worth
    their sum.

    >>> Utility({"win.attacker": 1.0}).weights["win.attacker"]
    1.0
    """

    weights: Mapping[str, float]

    def __post_init__(self) -> None:
        if not isinstance(self.weights, Mapping) or not self.weights:
            raise BadInput("utility", self.weights, "weights by name")
        for name, weight in self.weights.items():
            number = isinstance(weight, (int, float)) and not isinstance(weight, bool)
            if not number or not -MOST_WEIGHT <= weight <= MOST_WEIGHT:
                raise BadInput(f"utility {name}", weight, f"a number from {-MOST_WEIGHT:g} to {MOST_WEIGHT:g}")
        if not any(self.weights.values()):
            raise BadInput("utility", self.weights, "a weight that is not 0: else all outcomes are worth the same")

    def check(self, combat: Combat, problem: Problem) -> None:
        """`BadInput` for a name that the answer to the problem will not have."""
        self._check(names(combat, problem))
        for name in filter(is_condition, self.weights):
            holds(name, combat, problem.columns(np.zeros(1, np.int64)), Totals.of(problem))

    def of(self, result: Answered) -> float:
        """What an answer is worth."""
        known = {name: mean for name, mean in means(result).items() if mean is not None}
        self._check(known)
        return sum(
            weight * (result.chance_of(name) if is_condition(name) else known[name])
            for name, weight in self.weights.items()
        )

    def priced(self, combat: Combat, problem: Problem, of: Array | None = None) -> Worth:
        """The same as worth of endings (all, or some by number) and rolls: means that are derived from others are
        affine in them."""
        columns = dict(problem.columns(np.arange(problem.endings) if of is None else of))
        winner = columns.pop("winner")
        basis = dict.fromkeys((*columns, *problem.tallies, *problem.constants), 0.0)
        fixed = self._fixed(combat, problem, basis)
        endings, rolls = np.zeros(winner.size), np.zeros(problem.rows)
        own = {name: weight for name, weight in self.weights.items() if name in fixed}
        for name, weight in self.weights.items():
            if is_condition(name):
                endings += weight * holds(name, combat, {**columns, "winner": winner}, Totals.of(problem))
        for code, name in enumerate(combat.winners):
            endings += self.weights.get(f"win.{name}", 0.0) * (winner == code)
        at_zero = problem.derive(dict(basis))
        for name in basis if own else ():  # chances alone need no slopes
            one = problem.derive({**basis, name: 1.0})
            slope = sum(weight * (one[mean] - at_zero[mean]) for mean, weight in own.items())
            if slope and name in columns:
                endings += slope * columns[name]
            if slope and name in problem.tallies:
                rolls += slope * problem.tallies[name]
        return Worth(endings, rolls, sum(weight * fixed[mean] for mean, weight in own.items()))

    def constant(self, combat: Combat, problem: Problem) -> float:
        """The constant of `priced` alone: all in which problems that share a model differ."""
        if all(name.startswith("win.") or is_condition(name) for name in self.weights):
            return 0.0  # chances alone have none
        names = problem.columns(np.arange(0))
        basis = dict.fromkeys((*names, *problem.tallies, *problem.constants), 0.0)
        fixed = self._fixed(combat, problem, basis)
        return sum(weight * fixed[mean] for mean, weight in self.weights.items() if mean in fixed)

    def _fixed(self, combat: Combat, problem: Problem, basis: Mapping[str, float]) -> dict[str, float]:
        """Every mean where nothing is left and nothing is rolled."""
        fixed = problem.derive({**basis, **problem.constants})
        self._check([*(f"win.{name}" for name in combat.winners), *fixed])
        return fixed

    def _check(self, known: Any) -> None:
        for name in self.weights:
            if name not in known and not is_condition(name):
                raise BadInput("utility", name, nearest(name, known))
