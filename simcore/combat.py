"""What a game must offer for one kind of combat; everything above the engine works through this."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from simcore.engine.resolver import Problem
from simcore.engine.shared import Shelf, Size
from simcore.errors import SimcoreError
from simcore.facts import Facts
from simcore.scenario import Scenario

Prepared = tuple[Scenario, Problem, set[str]]


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

    def __init__(self, name: str, shape: type[Scenario]) -> None:
        self.name, self.shape = name, shape

    def started(self, scenario: Mapping[str, Any]) -> Mapping[str, int]:
        """What a side began with, by column, as far as the scenario as understood says so."""
        sides = {side: scenario[side] for side in self.winners if isinstance(scenario.get(side), Mapping)}
        return {f"{side}.{kind}": units for side, army in sides.items() for kind, units in army.items()
                if isinstance(units, int) and not isinstance(units, bool)}  # fmt: skip

    @abstractmethod
    def load_facts(self, override: Path | None) -> Facts:
        """The game's facts with an owner's file laid over them."""

    @abstractmethod
    def prepare(self, scenario: Any, facts: Any) -> Prepared:
        """The scenario as understood, the problem, and the names of the facts it used."""

    def prepare_many(self, scenarios: Sequence[Any], facts: Any) -> list[Callable[[], Prepared]]:
        """`prepare` for many, each when it is called: that raises what is wrong with one, and touches no other.

        Those that differ in numbers alone may share a model, each with a start of its own.
        """
        return [partial(self.prepare, scenario, facts) for scenario in scenarios]


class Layout(ABC):
    """A scenario thought through, but for its model."""

    @property
    @abstractmethod
    def kind(self) -> Hashable:
        """Everything that goes into the model but the size; scenarios of one kind can share it."""

    @property
    @abstractmethod
    def size(self) -> Size:
        """The numbers in which scenarios that share a model may differ."""

    @abstractmethod
    def largest(self, size: Size) -> Problem | None:
        """The problem of this kind and that size, which has the states of all smaller ones; None if it is too large."""

    @abstractmethod
    def prepared(self, shared: Problem | None) -> Prepared:
        """This scenario ready, with its own start in a model that it shares, or with a model of its own."""


class SharingCombat(Combat):
    """A combat whose scenarios share models."""

    def __init__(self, name: str, shape: type[Scenario]) -> None:
        super().__init__(name, shape)
        self._shelf = Shelf()

    @abstractmethod
    def lay_out(self, scenario: Any, facts: Any) -> Layout:
        """The scenario thought through."""

    def prepare(self, scenario: Any, facts: Any) -> Prepared:
        return self.lay_out(scenario, facts).prepared(None)

    def prepare_many(self, scenarios: Sequence[Any], facts: Any) -> list[Callable[[], Prepared]]:
        ready: dict[int, Callable[[], Prepared]] = {}
        alike: dict[Hashable, list[tuple[int, Layout]]] = {}
        for number, scenario in enumerate(scenarios):
            try:
                layout = self.lay_out(scenario, facts)
                alike.setdefault(layout.kind, []).append((number, layout))
            except (SimcoreError, MemoryError) as error:
                ready[number] = partial(_fail, error)
        for kind, group in alike.items():
            shared = self._shelf.shared(kind, [layout.size for _, layout in group], group[0][1].largest)
            ready |= {
                number: partial(layout.prepared, model) for (number, layout), model in zip(group, shared, strict=True)
            }
        return [ready[number] for number in range(len(scenarios))]


def _fail(error: Exception) -> Prepared:
    raise error
