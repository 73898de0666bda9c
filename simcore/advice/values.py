"""What many scenarios are worth to somebody, exactly; those that share a model are answered by one backward pass."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from simcore.contracts.combat import Combat
from simcore.contracts.condition import holds
from simcore.contracts.provenance import joined
from simcore.contracts.totals import Totals
from simcore.contracts.utility import Utility
from simcore.engine.run import affordable, solve_problem, state_values
from simcore.errors import BadInput, SimcoreError, nearest
from simcore.evaluation.questions import PreparedScenario, package_version, prepare_each
from simcore.evaluation.result import settled
from simcore.scenarios.facts import Facts
from simcore.types import Array


class Grounds:
    """What an answer made of several scenarios rests on: the figures of all, the rules of the first."""

    def __init__(self, *prepared: PreparedScenario) -> None:
        self._played: list[Mapping[str, str]] = []
        self._assumed: dict[str, None] = {}
        self._public: dict[str, None] = {}
        self._rules = ""
        for one in prepared:
            self.add(one)

    def add(self, prepared: PreparedScenario) -> None:
        """One scenario more."""
        if prepared.policies not in self._played:
            self._played.append(prepared.policies)
        self._assumed |= dict.fromkeys(prepared.assumed)
        self._public |= dict.fromkeys(prepared.public)
        self._rules = self._rules or prepared.rules

    def told(self) -> dict[str, Any]:
        """The fields of `Provenance`."""
        return {
            "policies": joined(self._played), "assumed": tuple(self._assumed), "public": tuple(self._public),
            "rules": self._rules, "version": package_version(),
        }  # fmt: skip


def exact_values(prepared: Sequence[PreparedScenario], utility: Utility) -> Array:
    """Expected utility of each scenario, float64[len(asked)].

    >>> from simcore.evaluation.questions import ask
    >>> fight = ask({"game": "breizh", "combat": "battle", "montfort": 6, "blois": 5})
    >>> exact_values([fight], Utility({"win.montfort": 1.0})).round(6).tolist()
    [0.617284]
    """
    alike: dict[int, list[int]] = {}
    for number, one in enumerate(prepared):
        alike.setdefault(id(one.problem.model), []).append(number)
    values = np.empty(len(prepared))
    for numbers in alike.values():
        first = prepared[numbers[0]]
        price = utility.priced(first.combat, first.problem)
        if len(numbers) == 1:
            solution = solve_problem(first.problem)
            values[numbers[0]] = price.of(solution.ends, solution.rolls)
            continue
        # One model: endings and rolls are worth the same whatever army began; only the constant is its own.
        of_state = state_values(first.problem, price.endings, price.rolls)
        for number in numbers:
            one = prepared[number]
            value = of_state[one.problem.start]
            if np.isnan(value):  # some courses never end, for which the backward pass has no number
                solution = solve_problem(one.problem)
                value = price.of(solution.ends, solution.rolls) - price.constant
            values[number] = value + utility.constant(one.combat, one.problem)
    return values


def exact_means(prepared: PreparedScenario) -> dict[str, float]:
    """Every chance and mean of a scenario by name, as `utility.means` has them, without its list of outcomes.

    >>> from simcore.evaluation.questions import ask
    >>> fight = exact_means(ask({"game": "breizh", "combat": "battle", "montfort": 6, "blois": 5}))
    >>> round(fight["win.montfort"], 6), round(fight["blois.lost"], 6)
    (0.617284, 4.0)
    """
    return means_and_mass(prepared)[0]


def means_and_mass(prepared: PreparedScenario, conditions: Sequence[str] = ()) -> tuple[dict[str, float], float]:
    """`exact_means` with the chances of some conditions, and the share of all courses that comes to an end.

    Only endings that can be come to are looked at, however many there are.
    """
    problem = prepared.problem
    solution = solve_problem(problem)
    reached = np.flatnonzero(solution.ends)
    weight = solution.ends[reached]
    columns = dict(problem.columns(reached))
    chances = {
        text: settled(float(weight[holds(text, prepared.combat, columns, Totals.of(problem))].sum()))
        for text in conditions
    }
    winner = columns.pop("winner")
    finished = float(weight.sum()) or 1.0  # means are over what comes to an end
    # Not as a product of matrices: the threads of a busy machine wait longer for each other than the sum takes.
    known = {name: float((weight * column).sum()) / finished for name, column in columns.items()}
    for name, per_roll in problem.tallies.items():
        known[name] = known.get(name, 0.0) + float(solution.rolls @ per_roll)
    for name, constant in problem.constants.items():
        known[name] = known.get(name, 0.0) + constant
    wins = {
        f"win.{name}": settled(float(weight[winner == code].sum())) for code, name in enumerate(prepared.combat.winners)
    }
    return wins | problem.derive(known) | chances, solution.mass


def allowed(
    scenarios: Sequence[Mapping[str, Any]], facts: Path | str | Facts | None = None
) -> list[PreparedScenario | BadInput]:
    """Each scenario made ready, or what forbids it."""
    answers: list[PreparedScenario | BadInput] = []
    for ready in prepare_each(scenarios, facts):
        try:
            answers.append(ready())
        except BadInput as error:
            answers.append(error)
    return answers


def as_stated(prepared: PreparedScenario) -> tuple[str, ...]:
    """The choices, before and between the dice, that an answer takes as the scenario states them, best or not.

    >>> from simcore.evaluation.questions import ask
    >>> as_stated(ask({"game": "breizh", "combat": "siege", "sieges": ["dinan", "dol"], "pool": 5}))
    ('plan of besieger',)
    """
    combat, told = prepared.combat, list[str]()
    side, made = next(iter(combat.players)), list[str]()
    try:
        while choice := combat.next_choice(prepared.scenario, made, side, prepared.figures):
            made.append(choice.what)
            told.append(choice.what if choice.side in choice.what else f"{choice.what} of {choice.side}")
    except BadInput as error:  # more options than best play compares
        told.append(error.field)
    return (
        *told,
        *(
            manner.path
            for manner in combat.policy_fields(prepared.scenario, prepared.figures)
            if manner.stated != manner.best
        ),
    )


def check_exact(prepared: PreparedScenario, what: str) -> None:
    """Advice is a difference of exact answers; refuse what is too large for them."""
    if not affordable(prepared.problem):
        raise SimcoreError(f"{what}: too large for exact answers, and trials would hide small differences; use odds")


def named_side(combat: Combat, side: str | None) -> str:
    """The side that asks, or the event asked for: by name, or the first of the combat."""
    if side is None:
        return combat.winners[1]
    if side not in combat.winners:
        raise BadInput("side", side, nearest(side, [*combat.winners[1:], combat.winners[0]]))
    return side
