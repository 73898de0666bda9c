"""What an outcome says beside its columns: what a side has left in all, and the means that follow from the columns."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from simcore.contracts.combat import Combat
from simcore.engine.resolver import Problem
from simcore.types import Array

NOTHING = 1e-9  # slopes below this are rounding


@dataclass(frozen=True)
class Totals:
    """How a problem derives its means: all that is needed to say which of them an outcome settles."""

    derive: Callable[[dict[str, float]], dict[str, float]]
    tallies: Mapping[str, Array]
    constants: Mapping[str, float]

    @classmethod
    def of(cls, problem: Problem) -> Totals:
        return cls(problem.derive, problem.tallies, problem.constants)

    def in_outcomes(self, combat: Combat, known: Mapping[str, Array]) -> dict[str, Array | None]:
        """Every total in each outcome, float64[outcomes], from its columns: what a side has left in all, and the means
        that follow from the columns. None for one that an outcome leaves open, as what adds up over the rolls."""
        columns = {name: column.astype(float) for name, column in known.items() if name != "winner"}
        basis = dict.fromkeys((*columns, *self.tallies, *self.constants), 0.0)
        fixed = self.derive({**basis, **self.constants})
        totals: dict[str, Array | None] = {name: np.full(known["winner"].size, mean) for name, mean in fixed.items()}
        counted = self._counted(combat, columns)
        at_zero = self.derive(dict(basis))
        for name, column in {**columns, **counted}.items():  # means are affine in columns and tallies
            raised = self.derive({**basis, name: 1.0})
            for total, now in totals.items():
                slope = raised[total] - at_zero[total]
                if abs(slope) > NOTHING and now is not None:
                    totals[total] = None if column is None else now + slope * column
        for side in combat.winners:
            if kept := combat.counted(columns, side, "left"):
                totals.setdefault(f"{side}.left", np.sum(list(kept.values()), axis=0))
        return totals

    def _counted(self, combat: Combat, columns: Mapping[str, Array]) -> dict[str, Array | None]:
        """What adds up over the rolls: known where an outcome counts it by kind; what no roll adds to is left out."""
        met = {
            f"{side}.{fate}": np.sum(own, axis=0)
            for side, fate in product(combat.winners, combat.fates)
            if (own := [c for name, c in columns.items() if name.startswith(f"{side}.") and name.endswith(f"_{fate}")])
        }
        return {name: met.get(name) for name, per_roll in self.tallies.items() if per_roll.any()}

    def hangs_on(self, combat: Combat, known: Mapping[str, Array], total: str) -> list[str]:
        """What adds up over the rolls, no outcome tells, and leaves a total open."""
        unknown = [name for name, column in self._counted(combat, known).items() if column is None]
        basis = dict.fromkeys((*known, *self.tallies, *self.constants), 0.0)
        at_zero = self.derive(dict(basis))
        return [
            name for name in unknown if abs(self.derive({**basis, name: 1.0})[total] - at_zero[total]) > NOTHING
        ]  # fmt: skip


def telling(combat: Combat, problem: Problem, names: Collection[str]) -> dict[str, Any]:
    """Fields of the scenario, by path, that make outcomes tell those of the names that they leave open (see
    `Combat.telling`)."""
    if not names:
        return {}
    totals = Totals.of(problem).in_outcomes(combat, problem.columns(np.zeros(1, np.int64)))
    unsettled = {name for name in names if name in totals and totals[name] is None}
    sides = {name.partition(".")[0] for name in unsettled} & {*combat.winners}
    return {
        path: value
        for side, fate in product(sorted(sides), sorted(combat.fates))
        for path, value in combat.telling(side, fate).items()
    }
