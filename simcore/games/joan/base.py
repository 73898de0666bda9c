"""What all combats of this house share: facts that know which of them were used, and the way to a `Problem`."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from simcore.contracts.combat import Combat
from simcore.engine.resolver import Problem
from simcore.games.joan.facts import JoanFacts
from simcore.games.joan.facts import facts as load
from simcore.games.joan.narration import SINGULAR, Retelling
from simcore.games.joan.roll_sequence import Outcomes
from simcore.scenarios.scenario import Scenario


class TrackedFacts:
    """The facts, with a note of each one used."""

    def __init__(self, facts: JoanFacts) -> None:
        self.facts = facts
        self.used: set[str] = set()

    def __call__(self, group: str, name: str) -> Any:
        self.used.add(f"{group}.{name}")
        return getattr(self.facts, group)[name].value

    def points(self, name: str, count: int = 1) -> int:
        """Combat points of `count` things; none are not looked up."""
        return int(self("points", name)) * count if count else 0


class JoanCombat(Combat):
    """One combat of Joan of Arc."""

    game = "joan"
    singular: ClassVar[Mapping[str, str]] = SINGULAR

    def load_facts(self, override: Path | None) -> JoanFacts:
        return load(override)

    @abstractmethod
    def understand(self, scenario: Any, facts: JoanFacts) -> Scenario:
        """The scenario checked, and filled in."""

    @abstractmethod
    def problem(self, scenario: Any, figures: TrackedFacts) -> Problem:
        """The scenario as a course of rolls."""

    def without_effect(self, scenario: Any) -> list[str]:
        """Fields stated that change nothing here: told, so that nobody counts on them."""
        return []

    def prepare(self, scenario: Any, facts: Any) -> tuple[Scenario, Problem, set[str]]:
        understood, figures = self.understand(scenario, facts), TrackedFacts(facts)
        problem = self.problem(understood, figures)
        assert isinstance(problem.columns, Outcomes)
        retell = Retelling(problem, problem.columns, self.winners, self.words)
        idle = self.without_effect(understood)
        notes = {"without_effect": idle} if idle else {}
        return understood, replace(problem, retell=retell, notes=notes), figures.used
