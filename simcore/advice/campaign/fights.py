"""The two ways in which a campaign fights a battle: by the exact engine, or by one trial after the other.

A *band* is what comes to a battle along one way. It weighs its chance, or it is the trials that have come along, by
number. What a band is worth is known here alone.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal

import numpy as np

from simcore.advice.campaign.plan import Planned
from simcore.engine import cost, run
from simcore.engine.rng import LATER_BATTLES, TRIAL
from simcore.errors import SimcoreError
from simcore.evaluation.questions import PreparedScenario
from simcore.evaluation.result import Result
from simcore.types import Array

Band = Any  # float, or int64[trials]
Rows = tuple[Mapping[str, Array], Array]  # columns of endings, and for each row its chance or the trial that it is


READY_SIZE = 20_000  # bytes of one scenario made ready
TOLD = 1e-6  # seconds: a trial of a stage, parted by what it leads to


class TooLarge(SimcoreError):
    """No exact answer at a price worth paying."""


class Fighting(ABC):
    """What the walk over the stages asks for."""

    method: ClassVar[Literal["exact", "monte-carlo"]]
    trials: int | None = None
    seed: int | None = None

    @abstractmethod
    def everything(self) -> Band:
        """The band of all that can happen."""

    @abstractmethod
    def share(self, band: Band) -> float:
        """The chance of a band."""

    @abstractmethod
    def joined(self, bands: Sequence[Band]) -> Band:
        """Several bands as one."""

    @abstractmethod
    def weights(self, rows: Array) -> Array:
        """What each row adds to the chance of its ending, or to the trials that came to it."""

    @abstractmethod
    def parted(self, rows: Array, which: Array, groups: int) -> list[Band]:
        """A band for each group of rows; `which` int64[rows]: the group of each."""

    @abstractmethod
    def fight(self, stage: Planned, prepared: PreparedScenario, bands: Sequence[Band]) -> tuple[Result, Iterator[Rows]]:
        """The answer to a scenario, and what comes of each band."""

    def begin(self, stage: Planned, scenarios: int) -> None:
        """So many scenarios of a stage are made ready, and answered one by one."""
        cost.pay(cost.Cost(2 * cost.READY, 0.0).times(scenarios))

    def hold(self, stage: Planned, size: int) -> None:
        """So many bytes of endings stay to the end."""
        cost.pay(cost.Cost(0.0, 0.0), held=size)


class Chances(Fighting):
    """Bands weigh their chance; the exact engine says what comes of them."""

    method = "exact"

    def everything(self) -> Band:
        return 1.0

    def share(self, band: Band) -> float:
        return float(band)

    def joined(self, bands: Sequence[Band]) -> Band:
        return sum(bands)

    def weights(self, rows: Array) -> Array:
        return rows

    def parted(self, rows: Array, which: Array, groups: int) -> list[Band]:
        return list(np.bincount(which, weights=rows, minlength=groups))

    def fight(self, stage: Planned, prepared: PreparedScenario, bands: Sequence[Band]) -> tuple[Result, Iterator[Rows]]:
        if not run.affordable(prepared.problem):
            states = f"stages.{stage.number}: {prepared.problem.states:,} states"
            raise TooLarge(f"{states} are too many for it, or for what is left after others; give trials")
        solution = run.solve_problem(prepared.problem)
        result = prepared.result(solution.ends, solution.rolls, method="exact", trials=None, seed=None, sampler=None)
        columns = {name: column for name, column in result.columns.items() if name != "p"}
        cost.pay(cost.valued(result.chances.size))
        return result, ((columns, result.columns["p"] * band) for band in bands)

    def begin(self, stage: Planned, scenarios: int) -> None:
        whole = cost.Cost(2 * cost.READY * scenarios, READY_SIZE * scenarios)
        cost.check(f"stages.{stage.number}: {scenarios:,} different battles", whole, "give trials")
        super().begin(stage, scenarios)

    def hold(self, stage: Planned, size: int) -> None:
        cost.check(f"stages.{stage.number}: its endings", cost.Cost(0.0, size), "give trials")
        super().hold(stage, size)


class Trials(Fighting):
    """Bands are trials by number. What a trial draws in a battle is addressed by seed, trial and stage alone."""

    method = "monte-carlo"

    def __init__(self, seed: int, trials: int) -> None:
        self.seed: int = seed
        self.trials: int = trials

    def everything(self) -> Band:
        return np.arange(self.trials)

    def share(self, band: Band) -> float:
        return len(band) / self.trials

    def joined(self, bands: Sequence[Band]) -> Band:
        return np.concatenate(bands)

    def weights(self, rows: Array) -> Array:
        return np.ones(rows.size, np.int64)

    def parted(self, rows: Array, which: Array, groups: int) -> list[Band]:
        order = np.argsort(which, kind="stable")
        return list(np.split(rows[order], np.cumsum(np.bincount(which, minlength=groups))[:-1]))

    def fight(self, stage: Planned, prepared: PreparedScenario, bands: Sequence[Band]) -> tuple[Result, Iterator[Rows]]:
        problem, chosen = prepared.problem, np.concatenate(bands)
        purpose = LATER_BATTLES + stage.number if stage.number else TRIAL
        ended, rolls = np.empty(chosen.size, np.int64), np.zeros(problem.rows, np.int64)
        problem.resolver.each(
            problem.model, problem.start, np.uint64(self.seed), np.uint64(purpose), chosen, ended, rolls
        )
        if (ended < 0).any():
            raise SimcoreError(f"stages.{stage.number}: a trial never came to its end")
        cost.pay(cost.Cost(cost.ROLL * float(rolls.sum()) + TOLD * chosen.size, 0.0))
        reached, which = np.unique(ended, return_inverse=True)
        ends = np.zeros(problem.endings + 1, np.int64)
        ends[reached] = np.bincount(which)
        result = prepared.result(
            ends, rolls, method="monte-carlo", trials=chosen.size, seed=self.seed, sampler="direct"
        )
        columns = {name: np.asarray(column) for name, column in problem.columns(reached).items()}
        of_bands = np.split(which, np.cumsum([len(band) for band in bands])[:-1])
        return result, (
            ({name: column[rows] for name, column in columns.items()}, band)
            for band, rows in zip(bands, of_bands, strict=True)
        )
