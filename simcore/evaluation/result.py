"""The answer to a scenario: a small immutable record, printed as `simcore.evaluation.result/1`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import isnan, nan
from typing import Any, Literal

import numpy as np

from simcore.contracts.combat import Combat
from simcore.contracts.condition import holds
from simcore.contracts.provenance import ByPolicies
from simcore.contracts.totals import Totals
from simcore.engine.outcomes import Weighed, sort_endings
from simcore.engine.resolver import Problem
from simcore.scenarios.scenario import Statement
from simcore.stats.intervals import standard_error, wilson
from simcore.types import Array

SCHEMA = "simcore.evaluation.result/1"
WHOLE = 1.0 - 1e-9  # a probability mass that lacks nothing but rounding
CERTAIN = 1.0 - 1e-12  # a sum of chances that comes closer to 1 is 1


@dataclass(frozen=True, eq=False)
class Result(ByPolicies):
    """Who wins, with what left, how sure. All chances are shares of 1; means are in units (or rounds).

    A mean of `expected` is None where there is none: of rounds and the like, where some courses never come to an end,
    and of everything where none does. `mass`: the chance of coming to an end.
    """

    combat: Combat
    statement: Statement
    method: Literal["exact", "monte-carlo"]
    win: Mapping[str, float]
    standard_error: Mapping[str, float] | None
    interval: Mapping[str, tuple[float, float]] | None
    trials: int | None
    seed: int | None
    sampler: str | None
    mass: float
    expected: Mapping[str, Any]
    chances: Array  # of each outcome, likeliest first
    weighed: Weighed  # the outcomes
    chosen: Mapping[str, Any]
    totals: Totals  # what outcomes say beside their columns

    @property
    def scenario(self) -> Mapping[str, Any]:
        return self.statement.plain

    @property
    def scenario_id(self) -> str:
        return self.statement.identity

    def parts(self) -> dict[str, Any]:
        found = super().parts()
        # The statement names the combat; outcomes may be kept by a model that several answers share.
        del found["weighed"], found["combat"], found["totals"]
        return found | {"columns": self.columns}

    @property
    def endless(self) -> float:
        """The chance that the combat never ends; by trials the share of those that did not."""
        return 0.0 if self.mass > WHOLE else 1.0 - self.mass

    @cached_property
    def columns(self) -> Mapping[str, Array]:
        """`p`, then integer columns: one value for each outcome, likeliest first."""
        return {"p": self.chances, **self.weighed.columns}

    def chance_of(self, condition: str) -> float:
        """The chance of a condition on the columns, such as `attacker.english>=3 and winner=attacker`: see `condition`.

        >>> from simcore.evaluation.questions import solve
        >>> battle = solve({"game": "breizh", "combat": "battle", "montfort": 6, "blois": 5})
        >>> battle.chance_of("winner=montfort") == battle.win["montfort"]
        True
        """
        return settled(float(self.chances[holds(condition, self.combat, self.columns, self.totals)].sum()))

    @property
    def outcomes(self) -> list[dict[str, Any]]:
        """Every outcome that can happen (or came up), likeliest first: `p` and its integer columns."""
        names = tuple(self.columns)
        rows = zip(*(column.tolist() for column in self.columns.values()), strict=True)
        return [dict(zip(names, row)) for row in rows]  # noqa: B905 - a row has a value for each column

    def to_dict(self, *, outcomes: bool = True) -> dict[str, Any]:
        """The record as plain data, by the public contract; the list of `outcomes` can be left out."""
        stated = {"schema": SCHEMA, "scenario": dict(self.scenario), "scenario_id": self.scenario_id}
        return stated | self.figures() | ({"outcomes": self.outcomes} if outcomes else {})

    def figures(self) -> dict[str, Any]:
        """What is found, outcomes apart, and how."""
        record = {
            "method": self.method,
            "win": dict(self.win),
            "standard_error": None if self.standard_error is None else dict(self.standard_error),
            "interval": None if self.interval is None else {k: list(v) for k, v in self.interval.items()},
            "trials": self.trials,
            "seed": self.seed,
            "sampler": self.sampler,
            "mass": self.mass,
            "expected": self.expected,
            "chosen": dict(self.chosen),
        }
        return self.told(record)


def settled(chance: float) -> float:
    """A chance, exactly 1 where it is 1 but for rounding.

    >>> settled(0.9999999999999998), settled(0.999)
    (1.0, 0.999)
    """
    return 1.0 if chance > CERTAIN else chance


@lru_cache(maxsize=1 << 12)
def _steps(name: str) -> tuple[list[str], str]:
    *path, leaf = name.split(".")
    return path, leaf


def nested(flat: Mapping[str, float | None]) -> dict[str, Any]:
    """`{"a.b": 1, "c": 2}` as `{"a": {"b": 1}, "c": 2}`."""
    tree: dict[str, Any] = {}
    for name, value in flat.items():
        here = tree
        path, leaf = _steps(name)
        for step in path:
            here = here.setdefault(step, {})
        here[leaf] = value
    return tree


def merged_outcomes(problem: Problem, ends: Array) -> Weighed:
    """The distinct outcomes, heaviest first; endings that look alike are one outcome."""
    ends = ends[: problem.endings]
    if problem.outcomes is not None:
        return problem.outcomes().weigh(ends)
    reached = np.flatnonzero(ends)
    return sort_endings(problem.columns, reached).weigh(ends[reached])


def make_result(
    combat: Combat,
    problem: Problem,
    ends: Array,
    rolls: Array,
    *,
    trials: int | None,
    **provenance: Any,
) -> Result:
    """A `Result` from what either engine counted: chances (`trials` is None) or counts of trials."""
    weighed = merged_outcomes(problem, ends)
    whole, won, sums = weighed.sums()
    # Unfinished trials are a category of their own; means are over what was finished.
    finished = float(whole) if weighed.order.size else 1.0
    mass = whole / (trials or 1)
    complete = mass > WHOLE
    # Where nothing but rounding is lacking, chances are shares of what there is: what is certain is 1.
    total = trials if trials is not None else finished if complete else 1
    counts = {**dict.fromkeys(combat.winners, 0.0), **dict(zip(combat.winners, won, strict=False))}
    order = [*combat.winners[1:], combat.winners[0]]
    win = {name: counts[name] / total for name in order}
    error = interval = None
    if trials is not None:
        if unfinished := int(ends[-1]):
            counts["unfinished"] = unfinished
            win["unfinished"] = unfinished / trials
            order.append("unfinished")
        error = {name: standard_error(int(counts[name]), trials) for name in order}
        interval = {name: wilson(int(counts[name]), trials) for name in order}
    # Of what never comes to an end nothing is left, and nothing not left.
    means: dict[str, float] = {name: weight / finished if whole else nan for name, weight in sums.items()}
    means.pop("winner", None)
    # What adds up over rolls has no mean where some courses never end. Only rows that were rolled are summed up:
    # a model that is shared has more of them, and the same answer to the last bit.
    if problem.tallies:
        rolled = rolls.nonzero()[0]
        added = problem.tallies.table.take(rolled, axis=1) @ rolls[rolled] / (total if complete else nan)
        for name, amount in zip(problem.tallies, added.tolist(), strict=True):
            means[name] = means.get(name, 0.0) + amount
    for name, constant in problem.constants.items():
        means[name] = means.get(name, 0.0) + constant
    return Result(
        combat=combat,
        win=win,
        standard_error=error,
        interval=interval,
        trials=trials,
        mass=mass,
        expected=nested({name: None if isnan(mean) else mean for name, mean in problem.derive(means).items()}),
        chances=weighed.weight / total,
        weighed=weighed,
        chosen=dict(problem.notes),
        totals=Totals.of(problem),
        **provenance,
    )
