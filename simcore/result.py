"""The answer to a scenario: a small immutable record, printed as `simcore.result/1`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isnan, nan
from typing import Any, Literal

import numpy as np

from simcore.combat import Combat
from simcore.engine.outcomes import sort_endings
from simcore.engine.resolver import Problem
from simcore.provenance import Provenance
from simcore.stats.intervals import standard_error, wilson

Array = np.ndarray[Any, np.dtype[Any]]
SCHEMA = "simcore.result/1"
WHOLE = 1.0 - 1e-9  # a probability mass that lacks nothing but rounding
CERTAIN = 1.0 - 1e-12  # a sum of chances that comes closer to 1 is 1


@dataclass(frozen=True)
class Result(Provenance):
    """Who wins, with what left, how sure. All chances are shares of 1; means are in units (or rounds).

    A mean of `expected` is None where there is none: of rounds and the like, where some courses never come to an end.
    """

    scenario: Mapping[str, Any]
    scenario_id: str
    method: Literal["exact", "monte-carlo"]
    win: Mapping[str, float]
    standard_error: Mapping[str, float] | None
    interval: Mapping[str, tuple[float, float]] | None
    trials: int | None
    seed: int | None
    sampler: str | None
    mass: float
    expected: Mapping[str, Any]
    columns: Mapping[str, Array]  # `p`, then integer columns; one value for each outcome, likeliest first
    chosen: Mapping[str, Any]

    @property
    def outcomes(self) -> list[dict[str, Any]]:
        """Every outcome that can happen (or came up), likeliest first: `p` and its integer columns."""
        names = tuple(self.columns)
        rows = zip(*(column.tolist() for column in self.columns.values()), strict=True)
        return [dict(zip(names, row)) for row in rows]  # noqa: B905 - a row has a value for each column

    def to_dict(self, *, outcomes: bool = True) -> dict[str, Any]:
        """The record as plain data, by the public contract; the list of `outcomes` can be left out."""
        record = {
            "schema": SCHEMA,
            "scenario": dict(self.scenario),
            "scenario_id": self.scenario_id,
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
        return self.told(record) | ({"outcomes": self.outcomes} if outcomes else {})


def settled(chance: float) -> float:
    """A chance, exactly 1 where it is 1 but for rounding.

    >>> settled(0.9999999999999998), settled(0.999)
    (1.0, 0.999)
    """
    return 1.0 if chance > CERTAIN else chance


def nested(flat: Mapping[str, float | None]) -> dict[str, Any]:
    """`{"a.b": 1, "c": 2}` as `{"a": {"b": 1}, "c": 2}`."""
    tree: dict[str, Any] = {}
    for name, value in flat.items():
        path, _, leaf = name.rpartition(".")
        here = tree
        for step in path.split(".") if path else ():
            here = here.setdefault(step, {})
        here[leaf] = value
    return tree


def merged_outcomes(problem: Problem, ends: Array) -> tuple[Array, dict[str, Array]]:
    """Weight of each distinct outcome, heaviest first, and its columns; endings that look alike are one outcome."""
    names, weight, table = _weighed(problem, ends)
    return weight, dict(zip(names, table, strict=True))


def _weighed(problem: Problem, ends: Array) -> tuple[tuple[str, ...], Array, Array]:
    """Names of the columns, weight of each outcome, and int64[column, outcome]."""
    ends = ends[: problem.endings]
    if problem.outcomes is not None:
        outcomes = problem.outcomes()
    else:
        reached = np.flatnonzero(ends)
        outcomes, ends = sort_endings(problem.columns, reached), ends[reached]
    return outcomes.names, *outcomes.weigh(ends)


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
    names, weight, table = _weighed(problem, ends)
    columns = dict(zip(names, table, strict=True))
    # Unfinished trials are a category of their own; means are over what was finished.
    finished = float(weight.sum()) if weight.size else 1.0
    mass = finished / (trials or 1) if weight.size else 0.0
    whole = mass > WHOLE
    # Where nothing but rounding is lacking, chances are shares of what there is: what is certain is 1.
    total = trials if trials is not None else finished if whole else 1
    won = columns["winner"] == np.arange(len(combat.winners))[:, None]
    counts = dict(zip(combat.winners, (weight * won).sum(axis=1).tolist(), strict=True))
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
    # Summed as `finished` is: a column of ones has the mean 1, to the last bit.
    means = dict(zip(names, ((table * weight).sum(axis=1) / finished).tolist(), strict=True))
    del means["winner"]
    if problem.tallies:
        # What adds up over rolls has no mean where some courses never end. Only rows that were rolled are summed up:
        # a model that is shared has more of them, and the same answer to the last bit.
        rolled = np.flatnonzero(rolls)
        added = np.array([worth[rolled] for worth in problem.tallies.values()]) @ rolls[rolled]
        added = added / (total if whole else nan)
        for name, amount in zip(problem.tallies, added.tolist(), strict=True):
            means[name] = means.get(name, 0.0) + amount
    for name, constant in problem.constants.items():
        means[name] = means.get(name, 0.0) + constant
    return Result(
        win=win,
        standard_error=error,
        interval=interval,
        trials=trials,
        mass=mass,
        expected=nested({name: None if isnan(mean) else mean for name, mean in problem.derive(means).items()}),
        columns={"p": weight / total, **columns},
        chosen=dict(problem.notes),
        **provenance,
    )
