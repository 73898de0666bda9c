"""The combat of Border towers, ready for `evaluate` and the rest."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from docs.example_game import NAME, scenarios
from docs.example_game.compile import raid_problem
from docs.example_game.facts import TowersFacts, load
from simcore.contracts.combat import Combat, Prepared


class RaidCombat(Combat):
    """Raiders against guards."""

    game = NAME
    flows = frozenset({"lost"})
    singular: ClassVar[Mapping[str, str]] = {"raiders": "raider", "guards": "guard", "rounds": "round"}

    def load_facts(self, override: Path | None) -> TowersFacts:
        return load(override)

    def prepare(self, scenario: scenarios.Raid, facts: TowersFacts) -> Prepared:
        return scenario, raid_problem(scenario, facts), {"dice.raid"}

    def started(self, scenario: Mapping[str, Any]) -> Mapping[str, int]:
        return {"attacker.raiders": scenario["raiders"], "defender.guards": scenario["guards"]}


RAID = RaidCombat("raid", scenarios.Raid)
