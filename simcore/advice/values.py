"""What many scenarios are worth to somebody, exactly; those that share a model are answered by one backward pass."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from simcore.combat import Combat
from simcore.engine.run import affordable, solve_problem, state_values
from simcore.errors import BadInput, SimcoreError, nearest
from simcore.facts import Facts
from simcore.questions import Asked, ask_many
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
        prices = [utility.priced(asked[number].combat, asked[number].problem) for number in numbers]
        if len(numbers) == 1:
            solution = solve_problem(asked[numbers[0]].problem)
            values[numbers[0]] = prices[0].of(solution.ends, solution.rolls)
            continue
        # One model: endings and rolls are worth the same whatever army began; only the constant is its own.
        of_state = state_values(asked[numbers[0]].problem, prices[0].endings, prices[0].rolls)
        for number, price in zip(numbers, prices, strict=True):
            values[number] = of_state[asked[number].problem.start] + price.constant
    return values


def exact_means(asked: Asked) -> dict[str, float]:
    """Every chance and mean of a scenario by name, as `utility.means` has them, without its list of outcomes.

    >>> from simcore.questions import ask
    >>> fight = exact_means(ask({"game": "breizh", "combat": "battle", "montfort": 6, "blois": 5}))
    >>> round(fight["win.montfort"], 6), round(fight["blois.lost"], 6)
    (0.617284, 4.0)
    """
    problem = asked.problem
    solution = solve_problem(problem)
    reached = np.flatnonzero(solution.ends)
    weight = solution.ends[reached]
    columns = dict(problem.columns(reached))
    winner = columns.pop("winner")
    finished = float(weight.sum()) or 1.0  # means are over what comes to an end
    known = {name: float(weight @ column) / finished for name, column in columns.items()}
    for name, per_roll in problem.tallies.items():
        known[name] = known.get(name, 0.0) + float(solution.rolls @ per_roll)
    for name, constant in problem.constants.items():
        known[name] = known.get(name, 0.0) + constant
    wins = {f"win.{name}": float(weight[winner == code].sum()) for code, name in enumerate(asked.combat.winners)}
    return wins | problem.derive(known)


def allowed(scenarios: Sequence[Mapping[str, Any]], facts: Path | str | Facts | None = None) -> list[Asked | BadInput]:
    """Each scenario made ready, or what forbids it; those around a forbidden one still share what they can."""
    try:
        return list(ask_many(scenarios, facts))
    except BadInput as error:
        if len(scenarios) == 1:
            return [error]
    half = len(scenarios) // 2
    return [*allowed(scenarios[:half], facts), *allowed(scenarios[half:], facts)]


def check_exact(asked: Asked, what: str) -> None:
    """Advice is a difference of exact answers; refuse what is too large for them."""
    if not affordable(asked.problem):
        raise SimcoreError(f"{what}: too large for exact answers, and trials would hide small differences; use odds")


def named_side(combat: Combat, side: str | None) -> str:
    """The side that asks, or the event asked for: by name, or the first of the combat."""
    if side is None:
        return combat.winners[1]
    if side not in combat.winners:
        raise BadInput("side", side, nearest(side, [*combat.winners[1:], combat.winners[0]]))
    return side
