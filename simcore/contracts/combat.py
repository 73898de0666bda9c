"""What a game must offer for one kind of combat; everything above the engine works through this."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from simcore.engine.resolver import Problem
from simcore.engine.shared import SharedModelCache, Size
from simcore.errors import SimcoreError
from simcore.scenarios.facts import Facts
from simcore.scenarios.neighbours import Change, neighbours
from simcore.scenarios.scenario import Scenario

Prepared = tuple[Scenario, Problem, set[str]]
V = TypeVar("V")


@dataclass(frozen=True)
class NoCombat:
    """Nothing is fought: the chances and means that this amounts to, by name as in `utility`; all others are 0."""

    means: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Choice:
    """Something that a side decides before the dice: what, and for each option the changes that make it a scenario
    (see `edits`)."""

    side: str
    what: str
    options: Mapping[str, Mapping[str, Any] | NoCombat]


@dataclass(frozen=True)
class PolicyField:
    """How a side decides between dice: the field at `path`, the names it can hold and the one it holds, the name for
    the best there is, and the kinds with their counts that a list of steps can name (see `Combat.manners`)."""

    side: str
    path: str
    named: tuple[str, ...]
    stated: str
    best: str
    kinds: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Situation:
    """Something that a side decides between dice: where things stand, what its best play does then, both in words, and
    the chance that it comes to that."""

    side: str
    where: str
    does: str
    chance: float


@dataclass(frozen=True)
class TurnByTurn:
    """Both sides choose anew each turn, at once and unseen: what that is worth to the side that asks at both sides'
    best, what its best is worth against the opponent as stated, and what is chosen where (mixtures, in words)."""

    value: float
    against_stated: float
    situations: tuple[Situation, ...]


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
    measures: ClassVar[frozenset[str]] = frozenset()  # columns of a side that count no units: what the units have
    singular: ClassVar[Mapping[str, str]] = {}  # what one of those in the plural is called, word by word
    coded: ClassVar[Mapping[str, Sequence[str]]] = {}  # columns whose numbers stand for words, and these
    kinds: ClassVar[frozenset[str]] = frozenset()  # fields of a side's table that hold units
    flows: ClassVar[frozenset[str]] = frozenset()  # means of a side that add up over several combats
    losses: ClassVar[str] = "lost"  # the mean of a side by which its losses are counted
    # Among outcomes with as much left: fates of a side in the order in which they count, for it (1) or against it (-1).
    grades: ClassVar[Sequence[tuple[str, int]]] = ()
    places: ClassVar[frozenset[str]] = frozenset()  # fields that say where it is fought: not for an army to change

    # Who decides, the first for the most of a utility, the second for the least, and what each wants by default.
    players: ClassVar[Mapping[str, str]] = {"attacker": "win.attacker", "defender": "win.defender"}

    def __init__(self, name: str, shape: type[Scenario]) -> None:
        self.name, self.shape = name, shape

    # Where best play can be asked for, said to people who ask it of a scenario that leaves nothing to choose.
    leaves: ClassVar[str] = "best play is for combats in which a side decides something"

    def is_fate(self, column: str) -> bool:
        """Does a side's column say what happened to it, and not what it has left?"""
        last = column.rpartition(".")[2]
        return last in self.fates or last.rpartition("_")[2] in self.fates

    def is_measure(self, column: str) -> bool:
        """Does a side's column say what its units have (hit points, wounds), and not how many there are?"""
        last = column.rpartition(".")[2]
        return last in self.measures or last.rpartition("_")[2] in self.measures

    def counted(self, columns: Mapping[str, V], side: str, what: str) -> dict[str, V]:
        """Those columns of `units` that add up to a number of units."""
        return {kind: value for kind, value in self.units(columns, side, what).items() if not self.is_measure(kind)}

    def started(self, scenario: Mapping[str, Any]) -> Mapping[str, int]:
        """What a side began with, by column, as far as the scenario as understood says so."""
        sides = {side: scenario[side] for side in self.winners if isinstance(scenario.get(side), Mapping)}
        return {f"{side}.{kind}": units for side, army in sides.items() for kind, units in army.items()
                if isinstance(units, int) and not isinstance(units, bool)}  # fmt: skip

    def drawing(self, scenario: Mapping[str, Any]) -> Sequence[str]:
        """How both sides stand, in lines of text, where a scenario as understood does not show it at a glance."""
        return ()

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

    def spent(self, side: str) -> str:
        """The mean of what a decision costs a side: the less, the better, where two options are worth the same."""
        return f"{side}.{self.losses}"

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
    def prepare(self, scenario: Any, facts: Any) -> Prepared:
        """The scenario as understood, the problem, and the names of the facts it used."""

    def prepare_many(self, scenarios: Sequence[Any], facts: Any) -> list[Callable[[], Prepared]]:
        """`prepare` for many, each when it is called: that raises what is wrong with one, and touches no other.

        Those that differ in numbers alone may share a model, each with a start of its own.
        """
        return [partial(self.prepare, scenario, facts) for scenario in scenarios]

    def next_choice(
        self, scenario: Mapping[str, Any], decided: Collection[str], asks: str, facts: Any,
        sought: Collection[str] = (),
    ) -> Choice | None:  # fmt: skip
        """What is decided next before the dice, in a scenario as understood; `decided`: what was before, `asks`: the
        side that looks for its best play, `sought`: the names that its utility weighs, none: those of who wins. What
        bears on none of them is no choice."""
        return None

    def policy_fields(self, scenario: Mapping[str, Any], facts: Any) -> Sequence[PolicyField]:
        """How the sides decide between dice, in a scenario as understood. A list of steps is written
        `kind-to-n,kind,policy`: the first step that can be is taken, what is left goes by the policy."""
        return ()

    def policies(self, scenario: Mapping[str, Any], facts: Any) -> Mapping[str, str]:
        """The policy at each path at which one decides something, in a scenario as understood: what answers name."""
        return {manner.path: manner.stated for manner in self.policy_fields(scenario, facts)}

    def situations(self, problem: Problem) -> Sequence[Situation]:
        """Best play between dice as a table, the likeliest situation first; `problem` with every choice made. Nothing
        where a list of steps says it."""
        return ()

    def turn_by_turn(
        self, scenario: Mapping[str, Any], side: str, weights: Mapping[str, float], facts: Any
    ) -> TurnByTurn | str | None:
        """Best play where something is chosen by both sides at once each turn; None where nothing is. Where it cannot
        be told, why, and what is allowed."""
        return None


class CompiledScenario(ABC):
    """A scenario thought through, but for its model."""

    @property
    @abstractmethod
    def kind(self) -> Hashable | None:
        """Everything that goes into the model but the size; scenarios of one kind can share it. None: of its own."""

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
        self._shelf = SharedModelCache()

    @abstractmethod
    def lay_out(self, scenario: Any, facts: Any) -> CompiledScenario:
        """The scenario thought through."""

    def prepare(self, scenario: Any, facts: Any) -> Prepared:
        return self.lay_out(scenario, facts).prepared(None)

    def prepare_many(self, scenarios: Sequence[Any], facts: Any) -> list[Callable[[], Prepared]]:
        ready: dict[int, Callable[[], Prepared]] = {}
        alike: dict[Hashable, list[tuple[int, CompiledScenario]]] = {}
        for number, scenario in enumerate(scenarios):
            try:
                layout = self.lay_out(scenario, facts)
                kind = layout.kind
            except (SimcoreError, MemoryError) as error:
                ready[number] = partial(_fail, error)
                continue
            if kind is None:
                ready[number] = partial(layout.prepared, None)
            else:
                alike.setdefault((facts.digest, kind), []).append((number, layout))
        for kind, group in alike.items():
            shared = self._shelf.shared(kind, [layout.size for _, layout in group], group[0][1].largest)
            ready |= {
                number: partial(layout.prepared, model) for (number, layout), model in zip(group, shared, strict=True)
            }
        return [ready[number] for number in range(len(scenarios))]


def _fail(error: Exception) -> Prepared:
    raise error
