"""Best play: the choices that are left to the sides, made for a utility that one side wants and the other does not.

`optimize` makes the choices between dice, by the engine's backward pass. `settle` makes those before the first one,
which are few: each side in its turn takes what is best for it, knowing how the others will answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

import numpy as np

from simcore.contracts.combat import Combat
from simcore.contracts.utility import Utility
from simcore.engine import cost
from simcore.engine.choices import ModelUnderPolicy
from simcore.engine.resolver import Problem
from simcore.engine.run import exact_cost
from simcore.errors import SimcoreError
from simcore.types import Array

T = TypeVar("T")
EQUAL, DIGITS = 1e-12, 9  # worths, and digits of costs, that differ by rounding alone


def aim(players: Mapping[str, str], stated: Mapping[str, float] | None = None) -> Utility:
    """What is sought, the most by the first player and the least by the second, whoever of them plays his best: what
    is stated, else the first one's win chance (`players` as in `Combat`).

    >>> aim({"montfort": "win.montfort", "blois": "win.blois"}).weights
    {'win.montfort': 1.0}
    """
    return Utility({next(iter(players.values())): 1.0} if stated is None else stated)


@dataclass(frozen=True)
class Optimum:
    """What best play is worth, and the problem with its choices made."""

    value: float
    problem: Problem
    values: Array  # float64[states], without the constant of the utility


def optimal_cost(problem: Problem) -> cost.Cost:
    """What best play costs: every decision of both sides, and the endings that they are made for."""
    return cost.best_play(problem.states, exact_cost(problem), problem.endings, problem.decisions)


def optimize(combat: Combat, problem: Problem, utility: Utility) -> Optimum:
    """Every free choice made: the first side's for the most utility, the second side's for the least. The problem's
    note `optimal` says what was sought."""
    resolver = problem.resolver
    if resolver.optimal is None or resolver.guided is None:
        raise SimcoreError(f"optimal: {combat.game} {combat.name} leaves no choice between dice")
    whole = optimal_cost(problem)
    cost.check("optimal", whole, "name the policies of so large a combat; simcore odds --exact insists")
    cost.pay(whole)
    worth = utility.priced(combat, problem)
    values, chosen = np.zeros(problem.states), np.full(problem.decisions, -1, np.int16)
    stuck = resolver.optimal(problem.model, problem.phases, worth.endings, worth.rolls, values, chosen)
    if stuck >= 0:
        raise SimcoreError(f"optimal: a choice in state {stuck} can lead back to it")
    guided = replace(
        problem, resolver=resolver.guided, model=ModelUnderPolicy(problem.model.rows, problem.model, chosen),
        notes={**problem.notes, "optimal": dict(utility.weights)},
    )  # fmt: skip
    return Optimum(float(values[problem.start]) + worth.constant, guided, values)


@dataclass(frozen=True)
class Plan(Generic[T]):
    """A point where a side chooses before the dice: what it is worth to both sides, which option is taken, and every
    option's own plan. Without options the dice decide.

    `equals`: where several options are worth the most, each of them and what it costs the side that chooses.
    """

    at: T
    worth: tuple[float, float]
    taken: int = 0
    options: tuple[Plan[T], ...] = ()
    equals: Mapping[int, float] = field(default_factory=dict)

    def line(self) -> Iterator[Plan[T]]:
        """The points that are come to, to the end."""
        yield self
        if self.options:
            yield from self.options[self.taken].line()

    @property
    def end(self) -> T:
        """Where the choices lead."""
        *_, last = self.line()
        return last.at


def settle(
    at: T,
    turn: Callable[[T], tuple[int, Sequence[T]] | None],
    worth: Callable[[T], tuple[float, float]],
    cost: Callable[[T, int], float] | None = None,
) -> Plan[T]:
    """Choices one after the other, each side in its turn knowing how the others will answer.

    `turn(at)`: (side that chooses, 0 or 1, where its options lead), None where no choice is left; `worth(at)`: what
    that is worth to both sides. Of options worth the same the one is taken that ends at the least `cost(at, side)` for
    the side that chooses, or the first.

    >>> pays = {(0, 0): 3.0, (0, 1): 1.0, (1, 0): 2.0, (1, 1): 4.0}
    >>> turn = lambda made: (len(made), [(*made, 0), (*made, 1)]) if len(made) < 2 else None
    >>> plan = settle((), turn, lambda made: (pays[made], -pays[made]))
    >>> plan.worth, plan.end
    ((2.0, -2.0), (1, 0))
    """
    choice = turn(at)
    if choice is None:
        return Plan(at, worth(at))
    side, leads = choice
    options = tuple(settle(there, turn, worth, cost) for there in leads)
    most = max(option.worth[side] for option in options)
    equals = [number for number, option in enumerate(options) if most - option.worth[side] <= EQUAL * max(1, abs(most))]
    if cost is None or len(equals) == 1:
        return Plan(at, options[equals[0]].worth, equals[0], options)
    costs = {number: cost(options[number].end, side) for number in equals}
    taken = min(equals, key=lambda number: round(costs[number], DIGITS))
    return Plan(at, options[taken].worth, taken, options, costs)
