"""The combats of Breizh 1341, ready for `evaluate` and the rest."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from simcore.combat import Combat, SharingCombat
from simcore.engine.resolver import Problem
from simcore.games.breizh import battles, fights, scenarios, sieges
from simcore.games.breizh.facts import BreizhFacts, Consulted
from simcore.games.breizh.facts import facts as load


class BreizhCombat(Combat):
    """What the three combats share."""

    game = "breizh"

    def load_facts(self, override: Path | None) -> BreizhFacts:
        return load(override)


class BattleCombat(BreizhCombat, SharingCombat):
    """Montfort against Blois in one region."""

    winners: ClassVar[tuple[str, ...]] = battles.WINNERS
    words: ClassVar[Mapping[str, str]] = {"partisans": "partisan rallied"}
    fates = frozenset({"partisans"})

    def started(self, scenario: Mapping[str, Any]) -> Mapping[str, int]:
        return {f"{camp}.troops": scenario[camp] for camp in battles.CAMPS}

    def lay_out(self, scenario: scenarios.Battle, facts: BreizhFacts) -> battles.Terms:
        return battles.battle_terms(scenario, Consulted(facts))


class SiegeCombat(BreizhCombat):
    """One castle or several."""

    winners: ClassVar[tuple[str, ...]] = sieges.WINNERS
    words: ClassVar[Mapping[str, str]] = {
        "winner.taken": "every castle falls",
        "winner.partly": "some castles fall",
        "winner.held": "no castle falls",
        "castles": "{} falls",
        "taken": "castles taken",
        "partisans.rallied": "partisans rallied",
        "partisans.eliminated": "enemy partisans eliminated",
        "troops.spent": "troops spent",
        "troops.left": "troops left at hand",
    }

    def prepare(self, scenario: scenarios.Siege, facts: BreizhFacts) -> tuple[scenarios.Siege, Problem, set[str]]:
        consulted = Consulted(facts)
        understood, problem = sieges.siege_problem(scenario, consulted)
        return understood, problem, consulted.used


class FightCombat(BreizhCombat):
    """A Fight action."""

    winners: ClassVar[tuple[str, ...]] = fights.WINNERS
    words: ClassVar[Mapping[str, str]] = {
        "winner.cleared": "all are removed",
        "winner.partly": "some are removed",
        "winner.nothing": "none is removed",
        "removed": "removed in all",
        "troops": "troops removed",
        "highwaymen": "highwaymen removed",
        "regions": "removed in {}",
    }

    def prepare(self, scenario: scenarios.Fight, facts: BreizhFacts) -> tuple[scenarios.Fight, Problem, set[str]]:
        consulted = Consulted(facts)
        return scenario, fights.fight_problem(scenario, consulted), consulted.used


BATTLE = BattleCombat("battle", scenarios.Battle)
SIEGE = SiegeCombat("siege", scenarios.Siege)
FIGHT = FightCombat("fight", scenarios.Fight)
