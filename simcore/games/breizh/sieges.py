"""Sieges: one castle, or the castles of one Besiege action in their order with a pool of troops between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from simcore.engine.jit import uncompiled
from simcore.engine.resolver import Problem
from simcore.errors import ABSENT, BadInput
from simcore.games.breizh import roll_kernels
from simcore.games.breizh.facts import ActionName, TrackedFacts
from simcore.games.breizh.names import RegionName
from simcore.games.breizh.narration import siege_text
from simcore.games.breizh.roll_kernels import A_CHOICE, BOTH, NOTHING
from simcore.games.breizh.scenarios import Besieged, Siege
from simcore.games.breizh.separate_rolls import Told, rolls_problem
from simcore.text import counted
from simcore.types import Array

WINNERS = ("held", "taken", "partly")
ELIMINATION, RALLY = ("eliminate", "both"), ("rally", "both")  # supplements that have the one and the other
brings, result_of = uncompiled(roll_kernels.brings), uncompiled(roll_kernels.result)
HELD, TAKEN, PARTLY = range(3)
SIDES: dict[str, ActionName] = {"": "siege", "opponent_": "siege_defence"}  # beginnings of their fields


@dataclass(frozen=True)
class Assault:
    """One siege, settled but for its die. `troops` is 0 where no siege takes place."""

    name: str
    region: RegionName | None
    strength: int
    troops: int
    bonus: int  # of both sides together
    brings: int  # NOTHING, A_CHOICE or BOTH, if it falls
    supplement: Literal["rally", "eliminate", "both", "none"]  # what is taken of it


def siege_problem(scenario: Siege, facts: TrackedFacts) -> tuple[Siege, Problem]:
    """The sieges with all they leave open filled in, and ready for either engine."""
    listed = scenario.listed()
    placed = [region_and_strength(path, siege, facts) for path, siege in listed]
    _check_castles(listed)
    asked = [
        _troops(path, siege, strength, facts)
        for (path, siege), (_, strength) in zip(listed, placed, strict=True)
    ]  # fmt: skip
    bonuses = bonuses_of(listed, facts)
    pool = Pool(scenario, facts)
    assaults = [
        Assault(
            name=siege.castle or f"siege-{number}",
            region=region,
            strength=strength,
            troops=pool.take(path, region, troops, strength),
            bonus=own - opponent,
            brings=brought(strength, facts),
            supplement=_taken(path, siege, strength, facts),
        )
        for number, ((path, siege), (region, strength), troops, (own, opponent)) in enumerate(
            zip(listed, placed, asked, bonuses, strict=True), start=1
        )
    ]
    _check_partisans(scenario, facts)
    fought = [assault for assault in assaults if assault.troops]
    margin = facts.rule("siege-margin")
    consequences = OutcomeDecoder(assaults, scenario.enemy_partisans or {})
    problem = rolls_problem(
        facts.die(),
        # Won by troops + bonus + die >= strength + margin: a result of 1, nothing beyond it matters.
        added=[lead(a.troops + a.bonus, a.strength, margin) for a in fought],
        most=[1] * len(fought),
        columns=consequences,
        constants=pool.means(),
        told=told_of(assaults, consequences, margin),
    )
    notes = {
        "not_besieged": [f"{a.name} (too few troops in {a.region or 'the pool'})" for a in assaults if not a.troops],
        "without_effect": list(_without_effect(listed, assaults, bonuses, facts)),
    }
    return _understood(scenario, asked), replace(problem, notes={what: told for what, told in notes.items() if told})


def _understood(scenario: Siege, asked: Sequence[int]) -> Siege:
    """The scenario with the troops of each siege filled in."""
    if scenario.sieges is None:
        return scenario.model_copy(update={"troops": asked[0]})
    filled = [s.model_copy(update={"troops": troops}) for s, troops in zip(scenario.sieges, asked, strict=True)]
    return scenario.model_copy(update={"sieges": tuple(filled)})


def region_and_strength(path: str, siege: Besieged, facts: TrackedFacts) -> tuple[RegionName | None, int]:
    """Region and strength of the castle."""
    if siege.castle is not None:
        for field in ("strength", "region"):
            if getattr(siege, field) is not None:
                raise BadInput(
                    path + field, getattr(siege, field), f"nothing beside castle {siege.castle}, which has one"
                )
        castle = facts.castle(siege.castle)
        return castle.region, castle.strength
    if siege.strength is None:
        raise BadInput(path + "castle", ABSENT, "a castle by name, or its `strength`")
    return siege.region, siege.strength


def _check_castles(listed: Sequence[tuple[str, Besieged]]) -> None:
    """A castle is besieged once in an action."""
    seen = set()
    for path, siege in listed:
        if siege.castle is not None and siege.castle in seen:
            raise BadInput(path + "castle", siege.castle, "each castle once in an action")
        seen.add(siege.castle)


def _troops(path: str, siege: Besieged, strength: int, facts: TrackedFacts) -> int:
    """Troops asked for."""
    most = strength + facts.rule("siege-reserve")
    if siege.troops is None:
        return most
    if siege.troops > most:
        raise BadInput(
            path + "troops", siege.troops,
            f"a whole number from 0 to {most}: {strength} to {most} besiege a castle of strength {strength} (Besiege)",
        )  # fmt: skip
    return siege.troops


def brought(strength: int, facts: TrackedFacts) -> int:
    """What the fall of a castle brings: NOTHING, A_CHOICE or BOTH."""
    return int(brings(strength, facts.rule("strength-for-choice"), facts.rule("strength-for-both")))


def lead(besiegers: int, strength: int, margin: int) -> int:
    """What the die is added to: the castle falls where both together are 1 or more (Besiege)."""
    return besiegers - strength - margin + 1


def faces_won(besiegers: int, strength: int, facts: TrackedFacts) -> int:
    """Faces of the die with which a castle falls to so many troops and bonuses together."""
    ahead = lead(besiegers, strength, facts.rule("siege-margin"))
    return sum(int(result_of(face, ahead, 1)) for face in facts.die())


def _taken(
    path: str, siege: Besieged, strength: int, facts: TrackedFacts
) -> Literal["rally", "eliminate", "both", "none"]:
    """What the attacker takes of that which a castle's fall brings: if he does not say, all, and of a choice the
    rally."""
    there = brought(strength, facts)
    if there == NOTHING:
        return "none"
    if siege.supplement == "both" and there == A_CHOICE:
        allowed = f"one of rally, eliminate, none: a castle of strength {strength} brings one of both (Besiege)"
        raise BadInput(path + "supplement", siege.supplement, allowed)
    return siege.supplement or ("both" if there == BOTH else "rally")


def _without_effect(
    listed: Sequence[tuple[str, Besieged]],
    assaults: Sequence[Assault],
    bonuses: Sequence[tuple[int, int]],
    facts: TrackedFacts,
) -> Iterator[str]:
    """Fields that are legal and change nothing: help where the same faces win without it, what a fall cannot bring."""
    for (path, siege), assault, (own, opponent) in zip(listed, assaults, bonuses, strict=True):
        there = assault.troops + assault.bonus
        won = faces_won(there, assault.strength, facts)
        for side, helped in (("", own), ("opponent_", -opponent)):
            if helped and not (assault.troops and won != faces_won(there - helped, assault.strength, facts)):
                yield f"{path}{side}{'character' if getattr(siege, f'{side}character') else 'bonus'}"
        if siege.supplement is not None and assault.brings == NOTHING:
            yield f"{path}supplement"


def bonuses_of(listed: Sequence[tuple[str, Besieged]], facts: TrackedFacts) -> list[tuple[int, int]]:
    """The besieger's and the opponent's bonus in each siege; a side's is for one siege only (Besiege)."""
    given: list[list[int]] = []
    camps = {}
    for side, action in SIDES.items():
        aided = None
        given.append([])
        for number, (path, siege) in enumerate(listed):
            character = getattr(siege, f"{side}character")
            field = path + side + ("bonus" if character is None else "character")
            bonus = facts.bonus(field, getattr(siege, f"{side}bonus"), character, action)
            given[-1].append(bonus)
            if character is None and not bonus:
                continue
            if aided is not None:
                raise BadInput(
                    field, character or bonus, f"one siege of an action with a bonus (Besiege), here {aided}"
                )
            aided = siege.castle or f"the siege number {number + 1}"
            if character is not None:
                camps[side] = facts.facts.characters[character].value.camp
                if side and camps.get("") == camps[side]:
                    raise BadInput(
                        field, character, f"a character of the other camp: the besieger's is {camps[side]}'s too"
                    )
    return list(zip(*given, strict=True))


def _check_partisans(scenario: Siege, facts: TrackedFacts) -> None:
    total = 0
    for region, partisans in (scenario.enemy_partisans or {}).items():
        total += partisans
        facts.limit(f"enemy_partisans.{region}", partisans, "partisans")
        facts.limit("enemy_partisans", total, "partisans")


def told_of(assaults: Sequence[Assault], consequences: OutcomeDecoder, margin: int) -> Told:
    """The sieges in words."""
    fought = [assault for assault in assaults if assault.troops]

    def roll(number: int, die: int, result: int) -> str:
        siege = fought[number]
        return siege_text(siege.name, siege.troops, siege.bonus, die, siege.strength, margin, falls=bool(result))

    def end(results: Array) -> str:
        came = {name: int(values[0]) for name, values in consequences(results).items()}
        return (
            f"{came['taken']} of {counted(len(assaults), 'castle')} taken; {came['partisans.rallied']} rallied and "
            f"{came['partisans.eliminated']} enemy partisans eliminated."
        )

    idle = [f"{assault.name}: too few troops for a siege." for assault in assaults if not assault.troops]
    return Told(idle, roll, end)


class Pool:
    """Troops at hand, for all sieges or by region; without either, as many as are asked for and the box holds."""

    def __init__(self, scenario: Siege, facts: TrackedFacts) -> None:
        self.facts = facts
        self.shared = scenario.pool
        self.by_region = None if scenario.pool_by_region is None else Counter(scenario.pool_by_region)
        self.spent = 0
        if self.shared is not None:
            facts.limit("pool", self.shared, "troops")
        if self.by_region is not None:
            for region, troops in self.by_region.items():
                facts.limit(f"pool_by_region.{region}", troops, "troops")
            facts.limit("pool_by_region", self.by_region.total(), "troops")

    def take(self, path: str, region: RegionName | None, asked: int, strength: int) -> int:
        """Troops that go to a siege: what is asked for or all that is left, none where that is too few (Besiege)."""
        if self.by_region is not None:
            if region is None:
                raise BadInput(path + "region", ABSENT, "a region, because the pool is by region")
            troops = min(asked, self.by_region[region])
        else:
            troops = asked if self.shared is None else min(asked, self.shared)
        if troops < strength:
            return 0
        if self.by_region is not None and region is not None:
            self.by_region[region] -= troops
        if self.shared is not None:
            self.shared -= troops
        self.spent += troops
        if self.spent > (most := self.facts.facts.box["troops"].value):
            raise BadInput(path + "troops", asked, f"{most} troops in all sieges together, what the box holds")
        return troops

    def means(self) -> dict[str, float]:
        """What the plan spends and keeps."""
        told = {"troops.spent": float(self.spent)}
        left = self.by_region.total() if self.by_region is not None else self.shared
        return told if left is None else told | {"troops.left": float(left)}


class OutcomeDecoder:
    """Results of the rolls as columns: which castles fell, and the partisans that this brings or takes (Besiege)."""

    def __init__(self, assaults: Sequence[Assault], enemy_partisans: Mapping[RegionName, int]) -> None:
        self.assaults, self.enemy_partisans = assaults, enemy_partisans

    def __call__(self, results: Array) -> dict[str, Array]:
        fell = np.zeros((len(results), len(self.assaults)), np.int64)
        fell[:, [bool(assault.troops) for assault in self.assaults]] = results
        taken = fell.sum(axis=1)
        rallied, eliminated = np.zeros_like(taken), np.zeros_like(taken)
        enemies = {region: np.full_like(taken, count) for region, count in self.enemy_partisans.items()}
        for assault, falls in zip(self.assaults, fell.T, strict=True):
            left = enemies.get(assault.region) if assault.region is not None else None
            there = falls if left is None else falls * (left > 0)  # an enemy partisan that can go
            gone, come = self.supplement(assault, falls, there)
            eliminated += gone
            rallied += come
            if left is not None:
                left -= gone
        winner = np.where(taken == len(self.assaults), TAKEN, np.where(taken > 0, PARTLY, HELD))
        castles = {f"castles.{assault.name}": falls for assault, falls in zip(self.assaults, fell.T, strict=True)}
        partisans = {"partisans.rallied": rallied, "partisans.eliminated": eliminated}
        return {"winner": winner, "taken": taken, **castles, **partisans}

    @staticmethod
    def supplement(assault: Assault, falls: Array, there: Array) -> tuple[Array, Array]:
        """Enemy partisans eliminated and friendly ones rallied by one castle's fall."""
        gone = there if assault.supplement in ELIMINATION else np.zeros_like(falls)
        come = falls if assault.supplement in RALLY else np.zeros_like(falls)
        # Of one or the other the other is left where nobody can be eliminated.
        return gone, falls - gone if assault.brings == A_CHOICE and assault.supplement == "eliminate" else come
