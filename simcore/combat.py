"""What a game must offer for one kind of combat; everything above the engine works through this."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any, ClassVar

from simcore.engine.resolver import Problem
from simcore.facts import Facts
from simcore.scenario import Scenario


class Combat(ABC):
    """One combat of one game: its scenarios, its facts, and how a scenario becomes a `Problem`.

    `winners` names the values of the column `winner` of an ending, from 0 on; an event without sides names what can
    happen instead (miss, hit).
    """

    game: ClassVar[str]
    winners: ClassVar[tuple[str, ...]] = ("none", "attacker", "defender")

    def __init__(self, name: str, shape: type[Scenario]) -> None:
        self.name, self.shape = name, shape

    @abstractmethod
    def load_facts(self, override: Path | None) -> Facts:
        """The game's facts with an owner's file laid over them."""

    @abstractmethod
    def prepare(self, scenario: Any, facts: Any) -> tuple[Scenario, Problem, set[str]]:
        """The scenario as understood, the problem, and the names of the facts it used."""
