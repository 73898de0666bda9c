"""The combats of Breizh 1341, ready for `evaluate` and the rest."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from simcore.contracts.combat import Choice, Combat, SharingCombat
from simcore.engine.resolver import Problem
from simcore.errors import first_problem
from simcore.games.breizh import battles, fights, scenarios, sieges
from simcore.games.breizh import best_play as plans
from simcore.games.breizh.facts import BreizhFacts, TrackedFacts
from simcore.games.breizh.facts import facts as load
from simcore.scenarios.neighbours import Change


class BreizhCombat(Combat):
    """What the three combats share."""

    game = "breizh"
    singular: ClassVar[Mapping[str, str]] = {
        "castles": "castle", "highwaymen": "highwayman", "partisans": "partisan", "points": "point", "troops": "troop"
    }  # fmt: skip

    def load_facts(self, override: Path | None) -> BreizhFacts:
        return load(override)


class BattleCombat(BreizhCombat, SharingCombat):
    """Montfort against Blois in one region."""

    winners: ClassVar[tuple[str, ...]] = battles.WINNERS
    words: ClassVar[Mapping[str, str]] = {"partisans": "partisan rallied"}
    fates = frozenset({"partisans"})
    flows = frozenset({"lost", "partisans"})

    def started(self, scenario: Mapping[str, Any]) -> Mapping[str, int]:
        return {f"{camp}.troops": scenario[camp] for camp in battles.CAMPS}

    def army(self, scenario: Mapping[str, Any], side: str, units: Mapping[str, int], what: str) -> int:
        return sum(units.values())

    players: ClassVar[Mapping[str, str]] = {"montfort": "win.montfort", "blois": "win.blois"}

    def next_choice(
        self, scenario: Mapping[str, Any], decided: Collection[str], asks: str, facts: Any,
        sought: Collection[str] = (),
    ) -> Choice | None:  # fmt: skip
        return plans.battle_choice(scenario, decided, asks, TrackedFacts(facts))

    def lay_out(self, scenario: scenarios.Battle, facts: BreizhFacts) -> battles.Terms:
        return battles.battle_terms(scenario, TrackedFacts(facts))


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

    players: ClassVar[Mapping[str, str]] = {"besieger": "win.taken"}
    places = frozenset({"castle", "strength", "region"})

    def spent(self, side: str) -> str:
        return "troops.spent"

    def neighbours(self, scenario: Mapping[str, Any], facts: BreizhFacts) -> Iterator[Change]:
        """Another castle is besieged by as many as can, where this one is."""
        reserve = facts.rules["siege-reserve"].value
        for change in super().neighbours(scenario, facts):
            path, _, name = change.path.rpartition(".")
            siege = scenario["sieges"][int(path.rpartition(".")[2])] if path.startswith("sieges.") else scenario
            if name in ("castle", "strength") and "troops" in siege:
                strength = facts.castles[siege["castle"]].value.strength if "castle" in siege else siege["strength"]
                if siege["troops"] == strength + reserve:
                    change = replace(change, also={f"{path}.troops".lstrip("."): None})
            yield change

    def next_choice(
        self, scenario: Mapping[str, Any], decided: Collection[str], asks: str, facts: Any,
        sought: Collection[str] = (),
    ) -> Choice | None:  # fmt: skip
        fields = {name: part for name, part in scenario.items() if name not in ("game", "combat")}
        stated, consulted = first_problem(scenarios.Siege, fields, facts=facts), TrackedFacts(facts)
        if not decided:
            return plans.siege_choice(stated, consulted, sought)
        return plans.supplement_choice(stated, decided, consulted, sought)

    def prepare(self, scenario: scenarios.Siege, facts: BreizhFacts) -> tuple[scenarios.Siege, Problem, set[str]]:
        consulted = TrackedFacts(facts)
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

    players: ClassVar[Mapping[str, str]] = {"attacker": "win.cleared"}

    def next_choice(
        self, scenario: Mapping[str, Any], decided: Collection[str], asks: str, facts: Any,
        sought: Collection[str] = (),
    ) -> Choice | None:  # fmt: skip
        options = {f"{first} first": {"prefer": first} for first in ("highwaymen", "troops")}
        return None if decided else Choice("attacker", "order of removal", options)

    def prepare(self, scenario: scenarios.Fight, facts: BreizhFacts) -> tuple[scenarios.Fight, Problem, set[str]]:
        consulted = TrackedFacts(facts)
        return scenario, fights.fight_problem(scenario, consulted), consulted.used


BATTLE = BattleCombat("battle", scenarios.Battle)
SIEGE = SiegeCombat("siege", scenarios.Siege)
FIGHT = FightCombat("fight", scenarios.Fight)
