"""What many scenarios are worth to somebody, exactly; those that share a model are answered by one backward pass."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from simcore.engine.run import solve_problem, state_values
from simcore.questions import Asked
from simcore.utility import Utility

Array = np.ndarray[Any, np.dtype[Any]]


def exact_values(asked: Sequence[Asked], utility: Utility) -> Array:
    """Expected utility of each scenario, float64[len(asked)].

    >>> from simcore.questions import ask
    >>> fight = ask({"game": "breizh", "combat": "battle", "montfort": 6, "blois": 5})
    >>> exact_values([fight], Utility({"win.montfort": 1.0})).round(6).tolist()
    [0.617284]
    """
    alike: dict[int, list[int]] = {}
    for number, one in enumerate(asked):
        alike.setdefault(id(one.problem.model), []).append(number)
    values = np.empty(len(asked))
    for numbers in alike.values():
        first = asked[numbers[0]]
        price = utility.priced(first.combat, first.problem)
        if len(numbers) == 1:
            solution = solve_problem(first.problem)
            values[numbers[0]] = price.of(solution.ends, solution.rolls)
            continue
        # One model: endings and rolls are worth the same whatever army began; only the constant is its own.
        of_state = state_values(first.problem, price.endings, price.rolls)
        for number in numbers:
            one = asked[number]
            values[number] = of_state[one.problem.start] + utility.constant(one.combat, one.problem)
    return values
