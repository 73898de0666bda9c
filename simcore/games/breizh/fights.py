"""Fights: how many troops and highwaymen a Fight action removes, and where."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from simcore.engine.jit import uncompiled
from simcore.engine.resolver import Problem
from simcore.errors import ABSENT, BadInput
from simcore.games.breizh.facts import TrackedFacts
from simcore.games.breizh.roll_kernels import result
from simcore.games.breizh.scenarios import Fight
from simcore.games.breizh.separate_rolls import Told, rolls_problem
from simcore.text import counted
from simcore.types import Array

WINNERS = ("nothing", "cleared", "partly")
NOTHING, CLEARED, PARTLY = range(3)
TROOPS, HIGHWAYMEN = range(2)
removals = uncompiled(result)


def fight_problem(scenario: Fight, facts: TrackedFacts) -> Problem:
    """A fight ready for either engine."""
    pieces = _targets(scenario, facts)
    bonus = facts.bonus("character" if scenario.character else "bonus", scenario.bonus, scenario.character, "fight")
    taken = removal(
        pieces,
        facts.rule("removed-per-region"),
        highwaymen_first=scenario.prefer == "highwaymen",
        together=scenario.rules.limit == "together",
    )
    names = [target.region or f"region-{number}" for number, target in enumerate(scenario.targets, start=1)]

    def columns(results: Array) -> dict[str, Array]:
        removed = results[:, 0]
        gone = taken[removed]
        winner = np.where(removed == pieces.sum(), CLEARED, np.where(removed > 0, PARTLY, NOTHING))
        kinds = {"troops": gone[:, :, TROOPS].sum(axis=1), "highwaymen": gone[:, :, HIGHWAYMEN].sum(axis=1)}
        regions = {f"regions.{name}": gone[:, place, :].sum(axis=1) for place, name in enumerate(names)}
        return {"winner": winner, "removed": removed, **kinds, **regions}

    def roll(_: int, die: int, removed: int) -> str:
        return f"The die shows {die}, with the bonus {max(die + bonus, 0)}: {counted(removed, 'removal')}."

    def end(results: Array) -> str:
        gone = taken[int(results[0, 0])]
        lost = [
            f"{counted(int(here[TROOPS]), 'troop')} and {int(here[HIGHWAYMEN])} highwaymen in {name}"
            for name, here in zip(names, gone, strict=True)
            if here.any()
        ]
        left = int(pieces.sum() - gone.sum())
        return f"Removed: {', '.join(lost) or 'nothing'}; {left or 'nothing'} left."

    most = len(taken) - 1
    problem = rolls_problem(facts.die(), [bonus], [most], columns, constants={}, told=Told([], roll, end))
    if bonus and all(removals(die, bonus, most) == removals(die, 0, most) for die in facts.die()):
        return replace(problem, notes={"without_effect": ["character" if scenario.character else "bonus"]})
    return problem


def _targets(scenario: Fight, facts: TrackedFacts) -> Array:
    """Enemy pieces, int64[target, kind]."""
    regions: set[str] = set()
    troops = highwaymen = 0
    for number, target in enumerate(scenario.targets):
        path = f"targets.{number}"
        if target.region is not None:
            if target.region in regions:
                raise BadInput(f"{path}.region", target.region, "each region once")
            regions.add(target.region)
        if not target.troops + target.highwaymen:
            raise BadInput(path, ABSENT, "at least one of troops and highwaymen")
        troops, highwaymen = troops + target.troops, highwaymen + target.highwaymen
        facts.limit(f"{path}.troops", target.troops, "troops")
        facts.limit(f"{path}.highwaymen", target.highwaymen, "highwaymen")
        facts.limit("targets", troops, "troops")
        facts.limit("targets", highwaymen, "highwaymen")
    return np.array([[target.troops, target.highwaymen] for target in scenario.targets])


def removal(pieces: Array, per_region: int, *, highwaymen_first: bool, together: bool) -> Array:
    """Pieces gone after 0, 1, ... removals up to the most there can be, int64[removals, target, kind] (Fight)."""
    gone = np.zeros_like(pieces)
    steps = [gone.copy()]
    for kind in (HIGHWAYMEN, TROOPS) if highwaymen_first else (TROOPS, HIGHWAYMEN):
        for place in range(len(pieces)):
            already = int(gone[place].sum()) if together else 0
            for _ in range(min(int(pieces[place, kind]), per_region - already)):
                gone[place, kind] += 1
                steps.append(gone.copy())
    return np.stack(steps)
