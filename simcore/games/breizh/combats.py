"""The combats of Breizh 1341, ready for `evaluate` and the rest."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from simcore.combat import Combat
from simcore.engine.resolver import Problem
from simcore.games.breizh import battles, fights, scenarios, sieges
from simcore.games.breizh.facts import BreizhFacts, Consulted
from simcore.games.breizh.facts import facts as load


class BreizhCombat(Combat):
    """What the three combats share."""

    game = "breizh"

    def load_facts(self, override: Path | None) -> BreizhFacts:
        return load(override)


class BattleCombat(BreizhCombat):
    """Montfort against Blois in one region."""

    winners: ClassVar[tuple[str, ...]] = battles.WINNERS

    def prepare(self, scenario: scenarios.Battle, facts: BreizhFacts) -> tuple[scenarios.Battle, Problem, set[str]]:
        consulted = Consulted(facts)
        return scenario, battles.battle_problem(scenario, consulted), consulted.used


class SiegeCombat(BreizhCombat):
    """One castle or several."""

    winners: ClassVar[tuple[str, ...]] = sieges.WINNERS

    def prepare(self, scenario: scenarios.Siege, facts: BreizhFacts) -> tuple[scenarios.Siege, Problem, set[str]]:
        consulted = Consulted(facts)
        understood, problem = sieges.siege_problem(scenario, consulted)
        return understood, problem, consulted.used


class FightCombat(BreizhCombat):
    """A Fight action."""

    winners: ClassVar[tuple[str, ...]] = fights.WINNERS

    def prepare(self, scenario: scenarios.Fight, facts: BreizhFacts) -> tuple[scenarios.Fight, Problem, set[str]]:
        consulted = Consulted(facts)
        return scenario, fights.fight_problem(scenario, consulted), consulted.used


BATTLE = BattleCombat("battle", scenarios.Battle)
SIEGE = SiegeCombat("siege", scenarios.Siege)
FIGHT = FightCombat("fight", scenarios.Fight)
