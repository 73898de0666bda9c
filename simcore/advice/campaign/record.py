"""How a campaign ends: the record that `campaign` gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from simcore.contracts.provenance import ByPolicies

SCHEMA = "simcore.campaign/1"


@dataclass(frozen=True)
class StageSummary:
    """A stage over all ways to it. Chances are of the whole campaign; means are over the fights of this stage."""

    name: str
    reached: float
    unopposed: float
    scenarios: int  # different ones that were fought
    win: Mapping[str, float]
    expected: Mapping[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """The summary as plain data."""
        told = {name: getattr(self, name) for name in ("reached", "unopposed", "scenarios", "win", "expected")}
        return {"stage": self.name, **told}


@dataclass(frozen=True, eq=False)
class CampaignResult(ByPolicies):
    """How a campaign ends. All chances are shares of 1, means are in units.

    `paths`: each way it can go with its chance, the likeliest first; `outcomes`: the same told apart by what the last
    stage on the way left (its columns); `armies`: what each army, followed through its stages, loses in all.
    """

    document: Mapping[str, Any]
    method: Literal["exact", "monte-carlo"]
    trials: int | None
    seed: int | None
    mass: float
    stages: tuple[StageSummary, ...]
    paths: tuple[Mapping[str, Any], ...]
    armies: Mapping[str, Mapping[str, Any]]
    outcomes: tuple[Mapping[str, Any], ...]

    def to_dict(self) -> dict[str, Any]:
        """The record as plain data, `simcore.campaign/1`."""
        record = {
            "schema": SCHEMA,
            "campaign": dict(self.document),
            "method": self.method,
            "trials": self.trials,
            "seed": self.seed,
            "mass": self.mass,
            "stages": [stage.to_dict() for stage in self.stages],
            "paths": [dict(path) for path in self.paths],
            "armies": {name: dict(army) for name, army in self.armies.items()},
            "outcomes": [dict(outcome) for outcome in self.outcomes],
        }
        return self.told(record)
