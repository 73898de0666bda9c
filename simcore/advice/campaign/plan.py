"""A campaign as a person writes it: stages in their order, who goes on from one to the next, and when.

Everything is checked here, before anything is computed; what comes of it is computed in `walk`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

from simcore.advice.campaign.document import Plan, Stage
from simcore.contracts.combat import Combat
from simcore.errors import BadInput, first_problem, nearest, whole_number
from simcore.evaluation.questions import PreparedScenario, prepare
from simcore.games import find_combat
from simcore.scenarios.edits import plain, variant
from simcore.scenarios.scenario import LARGEST

MOST_CARRIES = 8
LEFT = "left"
_WORDS = re.compile(r"(?:([a-z_-]+) )?([a-z_-]+) of (\S+)")
CARRY = "SIDE of STAGE, such as attacker of field, or retreated defender of field"

Held = tuple[tuple["Carry", str], ...]  # what each side has to hand on, as JSON, in a fixed order
Armies = dict[tuple[str, ...], Any]  # as scenarios write them, by the path of their place
Fight = tuple[int, str, bool]  # a stage, who won it, and whether anybody stood against him


@dataclass(frozen=True, order=True)
class Carry:
    """Whom a stage hands on: those a side has left, or those who met a fate."""

    stage: int
    side: str
    what: str = LEFT


@dataclass(frozen=True)
class Place:
    """A field that is taken from earlier stages: whom it takes in, and what comes to them."""

    path: tuple[str, ...]
    side: str | None  # whose army it is, if it is one
    carries: tuple[Carry, ...]
    add: Any = None
    most: int | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Planned:
    """One stage, understood."""

    number: int
    name: str
    combat: Combat
    fields: Mapping[str, Any]  # of its scenario, places included
    places: tuple[Place, ...]
    when: Mapping[int, tuple[str, ...]]
    otherwise: int | None


class Campaign:
    """A campaign understood: where it goes from any point, and what scenario is fought there."""

    def __init__(self, document: object, facts: Any = None) -> None:
        if not isinstance(document, Mapping):
            raise BadInput("campaign", document, "a table with game and stages")
        try:
            self.plan = first_problem(Plan, plain("campaign", dict(document)))
        except BadInput as error:
            raise BadInput(
                "campaign" if error.field == "scenario" else error.field, error.value, error.allowed
            ) from None
        self.facts = facts
        self.names = [stage.name for stage in self.plan.stages]
        self.stages: list[Planned] = []
        self.telling: list[dict[str, Any]] = [{} for _ in self.names]
        for number, written in enumerate(self.plan.stages):
            self.stages.append(self._understood(number, written))
        self._check_routes()
        self.last_use = {carry: stage.number for stage in self.stages for carry in self.carries(stage.number)}
        self.samples: list[PreparedScenario] = []
        for stage in self.stages:
            self.samples.append(self._sample(stage))

    # ---- understanding ----

    def _understood(self, number: int, stage: Stage) -> Planned:
        where = f"stages.{number}"
        if stage.name in self.names[:number]:
            raise BadInput(f"{where}.name", stage.name, "another name for each stage")
        fields = dict(stage.model_extra or {})
        if "game" in fields:
            raise BadInput(f"{where}.game", fields["game"], "nothing here: `game` stands once, above all stages")
        try:
            combat = find_combat(self.plan.game, stage.combat)
        except BadInput as error:
            place = "game" if error.field == "game" else f"{where}.combat"
            raise BadInput(place, error.value, error.allowed) from None
        when = {}
        for name, winners in stage.when.items():
            if not number:
                raise BadInput(f"{where}.when", ", ".join(winners), "nothing at the first stage")
            other = self._earlier(f"{where}.when", name, number) if name else number - 1
            known = self.stages[other].combat.winners
            for winner in winners:
                if winner not in known:
                    raise BadInput(f"{where}.when", winner, nearest(winner, known))
            when[other] = winners
        otherwise = None
        if stage.otherwise is not None:
            later = self.names[number + 1 :]
            if not when or stage.otherwise not in later:
                allowed = f"a later stage; {nearest(stage.otherwise, later)}" if when else "nothing without `when`"
                raise BadInput(f"{where}.otherwise", stage.otherwise, allowed)
            otherwise = self.names.index(stage.otherwise)
        places = tuple(self._places(where, combat, number, fields, ()))
        return Planned(number, stage.name, combat, fields, places, when, otherwise)

    def _earlier(self, where: str, name: str, number: int) -> int:
        if name not in self.names[:number]:
            raise BadInput(where, name, f"an earlier stage; {nearest(name, self.names[:number])}")
        return self.names.index(name)

    def _places(self, where: str, combat: Combat, number: int, value: Any, path: tuple[str, ...]) -> Iterator[Place]:
        """The places of a scenario, wherever they stand in it."""
        if isinstance(value, Mapping) and "carry" in value:
            yield self._place(".".join((where, *path)), combat, number, value, path)
        elif isinstance(value, (Mapping, list)):
            items = value.items() if isinstance(value, Mapping) else enumerate(value)
            for key, item in items:
                yield from self._places(where, combat, number, item, (*path, str(key)))

    def _place(self, where: str, combat: Combat, number: int, table: Mapping[str, Any], path: tuple[str, ...]) -> Place:
        said = table["carry"]
        listed = said if isinstance(said, list) else [said]
        if not 1 <= len(listed) <= MOST_CARRIES:
            raise BadInput(f"{where}.carry", said, f"1 to {MOST_CARRIES} entries; {CARRY}")
        carries = tuple(self._carry(f"{where}.carry", one, number) for one in listed)
        if len(set(carries)) < len(carries):
            raise BadInput(f"{where}.carry", said, "each army once")
        for carry in carries:
            self.telling[carry.stage] |= self.stages[carry.stage].combat.telling(carry.side, carry.what)
        settings = {key: value for key, value in table.items() if key not in ("carry", "add", "most")}
        for key in settings.keys() & combat.kinds:
            raise BadInput(f"{where}.{key}", settings[key], "units that come to the army in a table `add`")
        most = table.get("most")
        if most is not None:
            most = whole_number(f"{where}.most", most, 0, LARGEST)
        side = combat.side_of(path[0]) if len(path) == 1 else None
        return Place(path, side, carries, table.get("add"), most, settings)

    def _carry(self, where: str, said: object, number: int) -> Carry:
        if isinstance(said, str):
            if not (found := _WORDS.fullmatch(said)):
                raise BadInput(where, said, CARRY)
            what, side, stage = found.groups()
        elif isinstance(said, Mapping) and {"from", "side"} <= said.keys() <= {"from", "side", "what"}:
            what, side, stage = said.get("what"), said["side"], said["from"]
            if not all(isinstance(word, str) for word in (what or LEFT, side, stage)):
                raise BadInput(where, said, "words for from, side and what")
        else:
            raise BadInput(where, said, f"{CARRY}; or a table with from, side and perhaps what")
        other = self._earlier(where, stage, number)
        combat = self.stages[other].combat
        for word, known in ((side, combat.winners[1:]), (what or LEFT, (LEFT, *sorted(combat.fates)))):
            if word not in known:
                raise BadInput(where, word, nearest(word, known))
        return Carry(other, side, what or LEFT)

    def _check_routes(self) -> None:
        """A stage can only take in armies of stages that are fought on every way to it."""
        every = frozenset(range(len(self.stages)))
        arriving: list[list[frozenset[int]]] = [[] for _ in range(len(self.stages) + 1)]
        arriving[0].append(frozenset())
        for stage in self.stages:
            sure = reduce(frozenset.intersection, arriving[stage.number], every)
            if stage.when and stage.otherwise is not None:
                arriving[stage.otherwise].append(sure)
            sure = sure.union(stage.when)
            arriving[stage.number + 1].append(sure | {stage.number})
            for place in stage.places:
                for carry in place.carries:
                    if carry.stage not in sure:
                        where = ".".join((f"stages.{stage.number}", *place.path, "carry"))
                        name, safe = self.names[carry.stage], [self.names[number] for number in sorted(sure)]
                        instead = f", or carry from {' or '.join(safe)}" if safe else ""
                        raise BadInput(where, name, f"a stage fought on every way to this one, which {name} is not: "
                                       f"name its winners in `when`{instead}")  # fmt: skip

    def _sample(self, stage: Planned) -> PreparedScenario:
        """The stage with nobody lost on the way, to see that it can be fought at all."""
        whole = {}
        for place in stage.places:
            for carry in place.carries:
                source = self.samples[carry.stage]
                columns = self.stages[carry.stage].combat.units(names(source), carry.side, carry.what)
                if not columns:
                    where = ".".join((f"stages.{stage.number}", *place.path, "carry"))
                    said = f"{carry.side} of {self.names[carry.stage]}"
                    said = said if carry.what == LEFT else f"{carry.what} {said}"
                    raise BadInput(where, said, nearest(said, self._can_be_carried(carry.stage)))
                started = source.combat.started(source.scenario)
                units = {kind: started.get(f"{carry.side}.{kind}", 0) for kind in columns}
                whole[carry] = json.dumps(source.combat.army(source.scenario, carry.side, units, carry.what))
        armies = self.armies(stage, tuple(whole.items()))
        try:
            return prepare(self.scenario(stage, armies), self.facts)
        except BadInput as error:
            raise self.at_stage(stage, error) from None

    def _can_be_carried(self, number: int) -> list[str]:
        """What a stage has to hand on, as `carry` says it."""
        combat, columns = self.stages[number].combat, names(self.samples[number])
        sides = dict.fromkeys(column.partition(".")[0] for column in columns if "." in column)
        return [
            f"{f'{what} ' if what != LEFT else ''}{side} of {self.names[number]}"
            for side in sides if side in combat.winners
            for what in (LEFT, *sorted(combat.fates))
            if combat.units(columns, side, what) or combat.telling(side, what)
        ]  # fmt: skip

    # ---- on the way ----

    def carries(self, number: int) -> list[Carry]:
        """Whom a stage takes in."""
        return [carry for place in self.stages[number].places for carry in place.carries]

    def wanted(self, number: int) -> list[Carry]:
        """Whom a stage must hand on."""
        return sorted(carry for carry in self.last_use if carry.stage == number)

    def route(self, path: Sequence[Fight], number: int | None) -> int | None:
        """The stage that is fought next after `path`, from stage `number` on; None: the campaign is over."""
        won = {stage: winner for stage, winner, _ in path}
        while number is not None and number < len(self.stages):
            stage = self.stages[number]
            if all(won.get(other) in winners for other, winners in stage.when.items()):
                return number
            number = stage.otherwise
        return None

    def armies(self, stage: Planned, held: Held) -> Armies:
        """What stands at each place of a stage."""
        parts = {carry: json.loads(text) for carry, text in held}
        armies = {}
        for place in stage.places:
            where = ".".join((f"stages.{stage.number}", *place.path))
            army = reduce(lambda one, other: joined(where, one, other), (parts[carry] for carry in place.carries))
            if place.add is not None:
                army = joined(f"{where}.add", army, place.add)
            if place.most is not None:
                if not isinstance(army, int):
                    raise BadInput(f"{where}.most", place.most, "nothing here: this is no single number")
                army = min(army, place.most)
            if place.settings:
                if not isinstance(army, dict):
                    raise BadInput(where, ", ".join(place.settings), "only carry, add and most here")
                army |= place.settings
            armies[place.path] = army
        return armies

    def scenario(self, stage: Planned, armies: Armies) -> dict[str, Any]:
        """The scenario of a stage with these armies at its places."""
        fields = variant(stage.fields, {".".join(path): army for path, army in armies.items()})
        for path, value in self.telling[stage.number].items():
            if isinstance(fields.get(path.partition(".")[0]), dict):  # anything else is an error of its own
                fields = variant(fields, {path: value})
        return {"game": self.plan.game, "combat": stage.combat.name, **fields}

    def yields(self, stage: Planned, armies: Armies) -> list[str]:
        """Sides of whom nobody has come to a stage."""
        return [
            place.side for place in stage.places if place.side and not self.strength(stage, armies[place.path])
        ]  # fmt: skip

    @staticmethod
    def strength(stage: Planned, army: Any) -> int:
        """Units of an army, however it is written."""
        if isinstance(army, Mapping):
            return sum(army.get(kind, 0) for kind in stage.combat.kinds)
        return army if isinstance(army, int) else sum(entry.get("count", 1) for entry in army)

    def at_stage(self, stage: Planned, error: BadInput) -> BadInput:
        """An error of a stage's scenario, with where that stands in the document."""
        return BadInput(f"stages.{stage.number}.{error.field}", error.value, error.allowed)

    def to_dict(self) -> dict[str, Any]:
        """The document as understood."""
        stages = []
        for stage, written in zip(self.stages, self.plan.stages, strict=True):
            told: dict[str, Any] = {"name": stage.name, "combat": stage.combat.name}
            if stage.when:
                told["when"] = {self.names[other]: list(winners) for other, winners in stage.when.items()}
            if written.otherwise is not None:
                told["otherwise"] = written.otherwise
            stages.append({**told, **stage.fields})
        return {"game": self.plan.game, "stages": stages}


def names(prepared: PreparedScenario) -> dict[str, str]:
    """The columns that an outcome will have."""
    import numpy as np

    return {name: name for name in prepared.problem.columns(np.zeros(1, np.int64))}


def joined(where: str, one: Any, other: Any) -> Any:
    """Two armies as one: numbers are added, tables and lists of entries joined, what is said twice said once.

    >>> joined("army", {"english": 2, "leaders": ["henry-v"]}, {"english": 1, "elite": 3})
    {'english': 3, 'leaders': ['henry-v'], 'elite': 3}
    >>> joined("army", [{"unit": "bowmen", "count": 2}], [{"unit": "bowmen"}, {"character": "henry-v"}])
    [{'unit': 'bowmen', 'count': 3}, {'character': 'henry-v'}]
    """
    if isinstance(one, dict) and isinstance(other, dict):
        return one | {
            key: joined(f"{where}.{key}", one[key], value) if key in one else value for key, value in other.items()
        }
    if isinstance(one, list) and isinstance(other, list):
        entries: list[Any] = [*one]
        for entry in other:
            alike = [at for at, known in enumerate(entries) if _unit(entry) and _unit(known) == _unit(entry)]
            if alike:
                counts = [
                    whole_number(f"{where}.count", e.get("count", 1), 0, LARGEST) for e in (entries[alike[0]], entry)
                ]
                entries[alike[0]] = {**entries[alike[0]], "count": sum(counts)}
            elif entry not in entries:
                entries.append(entry)
        return entries
    if isinstance(one, str) and isinstance(other, str):
        return one  # how an army chooses: the first one's way
    if isinstance(one, int) and not isinstance(one, bool):
        return one + whole_number(where, other, 0, LARGEST)
    kind = "a table" if isinstance(one, dict) else "a list" if isinstance(one, list) else "the like"
    raise BadInput(where, other, f"{kind}, as what it comes to")


def _unit(entry: Any) -> Any:
    return entry.get("unit") if isinstance(entry, dict) else None
