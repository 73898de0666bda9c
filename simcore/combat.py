"""What a game must offer for one kind of combat; everything above the engine works through this."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from simcore.engine.resolver import Problem
from simcore.facts import Facts
from simcore.neighbours import Change, neighbours
from simcore.scenario import Scenario


class Combat(ABC):
    """One combat of one game: its scenarios, its facts, and how a scenario becomes a `Problem`.

    `winners` names the values of the column `winner` of an ending, from 0 on; an event without sides names what can
    happen instead (miss, hit). The rest is for people who read an answer.
    """

    game: ClassVar[str]
    winners: ClassVar[tuple[str, ...]] = ("none", "attacker", "defender")
    # Columns and means in words, by the whole name, its last part, or its first part with a {} for the last; winners
    # as `winner.hit`.
    words: ClassVar[Mapping[str, str]] = {}
    # Columns that are not what a side has left but what happened to it, by their last part or its ending (`_killed`).
    fates: ClassVar[frozenset[str]] = frozenset()
    coded: ClassVar[Mapping[str, Sequence[str]]] = {}  # columns whose numbers stand for words, and these
    losses: ClassVar[str] = "lost"  # the mean of a side by which its losses are counted

    def __init__(self, name: str, shape: type[Scenario]) -> None:
        self.name, self.shape = name, shape

    def is_fate(self, column: str) -> bool:
        """Does a side's column say what happened to it, and not what it has left?"""
        last = column.rpartition(".")[2]
        return last in self.fates or last.rpartition("_")[2] in self.fates

    def started(self, scenario: Mapping[str, Any]) -> Mapping[str, int]:
        """What a side began with, by column, as far as the scenario as understood says so."""
        sides = {side: scenario[side] for side in self.winners if isinstance(scenario.get(side), Mapping)}
        return {f"{side}.{kind}": units for side, army in sides.items() for kind, units in army.items()
                if isinstance(units, int) and not isinstance(units, bool)}  # fmt: skip

    def neighbours(self, scenario: Mapping[str, Any], facts: Any) -> Iterator[Change]:
        """What could be different in a scenario as understood: one thing at a time, by its schema.

        A combat adds what a schema cannot know; which of all this the rules forbid, `ask` says.
        """
        return neighbours(self.shape.published(facts), scenario)

    def dice(self, facts: Facts, used: Collection[str]) -> list[str]:
        """The keys of the dice that were rolled, `used` being the facts that an answer rests on."""
        return [key for key in facts.dice_keys() if key in used]

    @abstractmethod
    def load_facts(self, override: Path | None) -> Facts:
        """The game's facts with an owner's file laid over them."""

    @abstractmethod
    def prepare(self, scenario: Any, facts: Any) -> tuple[Scenario, Problem, set[str]]:
        """The scenario as understood, the problem, and the names of the facts it used."""

    def prepare_many(self, scenarios: Sequence[Any], facts: Any) -> list[tuple[Scenario, Problem, set[str]]]:
        """`prepare` for many; those that differ in numbers alone may share a model, each with a start of its own."""
        return [self.prepare(scenario, facts) for scenario in scenarios]
