"""The answer to a scenario: a small immutable record, printed as `simcore.result/1`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isnan, nan
from typing import Any, Literal

import numpy as np

from simcore.combat import Combat
from simcore.engine.resolver import Problem
from simcore.stats.intervals import standard_error, wilson

Array = np.ndarray[Any, np.dtype[Any]]
SCHEMA = "simcore.result/1"
LARGEST_KEY = 1 << 62
WHOLE = 1.0 - 1e-9  # a probability mass that lacks nothing but rounding


@dataclass(frozen=True)
class Result:
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
    assumed: tuple[str, ...]
    public: tuple[str, ...]
    rules: str
    version: str

    @property
    def outcomes(self) -> list[dict[str, Any]]:
        """Every outcome that can happen (or came up), likeliest first: `p` and its integer columns."""
        names = list(self.columns)
        return [
            dict(zip(names, row, strict=True)) for row in zip(*(c.tolist() for c in self.columns.values()), strict=True)
        ]

    def to_dict(self) -> dict[str, Any]:
        """The record as plain data, by the public contract."""
        return {
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
            "outcomes": self.outcomes,
            "chosen": dict(self.chosen),
            "assumed": list(self.assumed),
            "public": list(self.public),
            "rules": self.rules,
            "version": self.version,
        }


def nested(flat: Mapping[str, float | None]) -> dict[str, Any]:
    """`{"a.b": 1, "c": 2}` as `{"a": {"b": 1}, "c": 2}`."""
    tree: dict[str, Any] = {}
    for name, value in flat.items():
        *path, leaf = name.split(".")
        here = tree
        for step in path:
            here = here.setdefault(step, {})
        here[leaf] = value
    return tree


def distinct_rows(columns: Sequence[Array], rows: int) -> tuple[Array, Array]:
    """Of rows of whole numbers, 0 or more: where each distinct one stands first, and which of these each row is."""
    # Each row as one number, columns as its digits: sorting rows of a table would take most of a warm answer.
    key, size = np.zeros(rows, np.int64), 1
    for column in columns:
        span = int(column.max(initial=0)) + 1
        if size * span > LARGEST_KEY:
            key = np.unique(key, return_inverse=True)[1].reshape(-1)
            size = int(key.max(initial=0)) + 1
        key, size = key * span + column, size * span
    _, first, which = np.unique(key, return_index=True, return_inverse=True)
    return first, which.reshape(-1)


def merged_outcomes(problem: Problem, ends: Array) -> tuple[Array, dict[str, Array]]:
    """Weight of each distinct outcome, heaviest first, and its columns; endings that look alike are one outcome."""
    reached = np.flatnonzero(ends[: problem.endings])
    columns = {name: np.asarray(c) for name, c in problem.columns(reached).items()}
    first, which = distinct_rows(list(columns.values()), reached.size)
    weight = np.zeros(first.size, ends.dtype)
    np.add.at(weight, which, ends[reached])
    order = np.argsort(-weight, kind="stable")
    chosen = first[order]
    return weight[order], {name: column[chosen] for name, column in columns.items()}


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
    weight, columns = merged_outcomes(problem, ends)
    # Unfinished trials are a category of their own; means are over what was finished.
    finished = weight.sum() if weight.size else 1
    mass = float(finished / (trials or 1)) if weight.size else 0.0
    whole = mass > WHOLE
    # Where nothing but rounding is lacking, chances are shares of what there is: what is certain is 1.
    total = trials if trials is not None else finished if whole else 1
    counts = {name: weight[columns["winner"] == code].sum() for code, name in enumerate(combat.winners)}
    order = [*combat.winners[1:], combat.winners[0]]
    win = {name: float(counts[name] / total) for name in order}
    error = interval = None
    if trials is not None:
        if unfinished := int(ends[-1]):
            counts["unfinished"] = unfinished
            win["unfinished"] = unfinished / trials
            order.append("unfinished")
        error = {name: standard_error(int(counts[name]), trials) for name in order}
        interval = {name: wilson(int(counts[name]), trials) for name in order}
    means = {name: float(weight @ column / finished) for name, column in columns.items() if name != "winner"}
    for name, per_roll in problem.tallies.items():
        # What adds up over rolls has no mean where some courses never end.
        means[name] = means.get(name, 0.0) + (float(rolls @ per_roll / total) if whole else nan)
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
