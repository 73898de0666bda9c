"""Best play: the choices that are left to the sides, made for a utility that one side wants and the other does not.

`optimize` makes the choices between dice, by the engine's backward pass. `settle` makes those before the first one,
which are few: each side in its turn takes what is best for it, knowing how the others will answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from simcore.combat import Combat
from simcore.engine.choices import Guided
from simcore.engine.resolver import Problem
from simcore.errors import SimcoreError
from simcore.utility import Utility

Array = np.ndarray[Any, np.dtype[Any]]
MOST_STATES = 60_000_000  # about half a gigabyte of values
MOST_DECISIONS = 500_000_000  # one byte each


@dataclass(frozen=True)
class Optimum:
    """What best play is worth, and the problem with its choices made."""

    value: float
    problem: Problem
    values: Array  # float64[states], without the constant of the utility


def optimize(combat: Combat, problem: Problem, utility: Utility) -> Optimum:
    """Every free choice made: the first side's for the most utility, the second side's for the least."""
    resolver = problem.resolver
    if resolver.optimal is None or resolver.guided is None:
        raise SimcoreError(f"optimal: {combat.game} {combat.name} leaves no choice between dice")
    if problem.states > MOST_STATES or problem.decisions > MOST_DECISIONS:
        raise SimcoreError(
            f"optimal: {problem.states:,} states are more than {MOST_STATES:,}; name the policies of so large a combat"
        )
    worth = utility.priced(combat, problem)
    values, chosen = np.zeros(problem.states), np.full(problem.decisions, -1, np.int8)
    stuck = resolver.optimal(problem.model, problem.phases, worth.endings, worth.rolls, values, chosen)
    if stuck >= 0:
        raise SimcoreError(f"optimal: a choice in state {stuck} can lead back to it")
    guided = replace(problem, resolver=resolver.guided, model=Guided(problem.model.rows, problem.model, chosen))
    return Optimum(float(values[problem.start]) + worth.constant, guided, values)


@dataclass(frozen=True)
class Plan:
    """A choice before the dice: what it is worth to both sides, which option is taken, and every option's own plan.

    Without options it is the end of the choices.
    """

    worth: tuple[float, float]
    taken: int = 0
    options: tuple[Plan, ...] = ()

    def picks(self) -> Iterator[int]:
        """The options taken, stage by stage."""
        if self.options:
            yield self.taken
            yield from self.options[self.taken].picks()


def settle(
    stages: Sequence[tuple[int, int]],
    worth: Callable[[tuple[int, ...]], tuple[float, float]],
    made: tuple[int, ...] = (),
) -> Plan:
    """Choices one after the other: each stage is (side that chooses: 0 or 1, how many options).

    `worth(options)`: what it is worth to both sides when these are taken; of equal ones the first is.

    >>> pays = {(0, 0): 3.0, (0, 1): 1.0, (1, 0): 2.0, (1, 1): 4.0}
    >>> plan = settle([(0, 2), (1, 2)], lambda made: (pays[made], -pays[made]))
    >>> plan.worth, list(plan.picks())
    ((2.0, -2.0), [1, 0])
    """
    if len(made) == len(stages):
        return Plan(worth(made))
    side, count = stages[len(made)]
    options = tuple(settle(stages, worth, (*made, option)) for option in range(count))
    taken = max(range(count), key=lambda option: options[option].worth[side])
    return Plan(options[taken].worth, taken, options)
