"""What a game must offer for one kind of combat; everything above the engine works through this."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from simcore.engine.resolver import Problem
from simcore.facts import Facts
from simcore.scenario import Scenario

V = TypeVar("V")


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
    kinds: ClassVar[frozenset[str]] = frozenset()  # fields of a side's table that hold units
    flows: ClassVar[frozenset[str]] = frozenset()  # means of a side that add up over several combats

    def __init__(self, name: str, shape: type[Scenario]) -> None:
        self.name, self.shape = name, shape

    def started(self, scenario: Mapping[str, Any]) -> Mapping[str, int]:
        """What a side began with, by column, as far as the scenario as understood says so."""
        sides = {side: scenario[side] for side in self.winners if isinstance(scenario.get(side), Mapping)}
        return {f"{side}.{kind}": units for side, army in sides.items() for kind, units in army.items()
                if isinstance(units, int) and not isinstance(units, bool)}  # fmt: skip

    def is_fate(self, column: str) -> bool:
        """Does a side's column or mean say what happened to it, and not what it has left?"""
        last = column.rpartition(".")[2]
        return last in self.fates or last.rpartition("_")[2] in self.fates

    # ---- what goes on from one combat to the next (see `advice.campaign`) ----

    def side_of(self, field: str) -> str | None:
        """The side whose units a field of the scenario holds."""
        return field if field in self.winners[1:] else None

    def units(self, columns: Mapping[str, V], side: str, what: str) -> dict[str, V]:
        """Those columns of an outcome, by kind, that say what a side has `left`, or whom a fate met (`retreated`)."""
        own = {name[len(side) + 1 :]: value for name, value in columns.items() if name.startswith(f"{side}.")}
        if what == "left":
            return {kind: value for kind, value in own.items() if not self.is_fate(kind)}
        return {kind.removesuffix(f"_{what}"): value for kind, value in own.items() if kind.endswith(f"_{what}")}

    def army(self, scenario: Mapping[str, Any], side: str, units: Mapping[str, int], what: str) -> Any:
        """Such units as the game's scenarios write them, with what goes with them from `scenario` (leaders)."""
        return dict(units)

    def telling(self, side: str, what: str) -> Mapping[str, Any]:
        """Fields of a scenario, by path, without which no outcome says whom a fate met."""
        return {}

    # ---- what the engines ask for ----

    @abstractmethod
    def load_facts(self, override: Path | None) -> Facts:
        """The game's facts with an owner's file laid over them."""

    @abstractmethod
    def prepare(self, scenario: Any, facts: Any) -> tuple[Scenario, Problem, set[str]]:
        """The scenario as understood, the problem, and the names of the facts it used."""

    def prepare_many(self, scenarios: Sequence[Any], facts: Any) -> list[tuple[Scenario, Problem, set[str]]]:
        """`prepare` for many; those that differ in numbers alone may share a model, each with a start of its own."""
        return [self.prepare(scenario, facts) for scenario in scenarios]
