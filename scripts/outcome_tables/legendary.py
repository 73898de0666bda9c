"""Tables of Legendary Battles: every unit of the roster against every other, hand to hand and by shooting."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import numpy as np
import pandas as pd

import simcore as sc
from outcome_tables.shared import COMMAND, Game, Published, assumed_among, with_metadata
from simcore.combat import Combat
from simcore.engine.run import solve_problem
from simcore.errors import BadInput, first_problem
from simcore.games.legendary.combats import MELEE, SHOOTING
from simcore.tables import stack

FACTS = MELEE.load_facts(None)
ROSTER = tuple(FACTS.troops)
LARGEST = FACTS.areas["largest"].value
EVERY_SIZE = tuple((ours, theirs) for ours in range(1, LARGEST + 1) for theirs in range(1, LARGEST + 1))
EQUAL_SIZES = tuple((units, units) for units in range(1, LARGEST + 1))
FATES = ("killed", "disrupted", "pushed")


@cache
def meetings(combat: Combat) -> list[tuple[str, str]]:
    """The pairs of units between which there is such an attack: who attacks has dice for it, who defends can suffer."""
    return [pair for pair in ((ours, theirs) for ours in ROSTER for theirs in ROSTER) if possible(combat, *pair)]


def possible(combat: Combat, attacker: str, defender: str) -> bool:
    """May the one attack the other?"""
    try:
        combat.prepare(first_problem(combat.shape, fields(attacker, 1, defender, 1)), FACTS)
    except BadInput:
        return False
    return True


def fields(attacker: str, ours: int, defender: str, theirs: int) -> dict[str, Any]:
    return {
        "attackers": [{"unit": attacker, "count": ours}],
        "defenders": [{"unit": defender, "count": theirs}],
    }


def rows(combat: Combat, sizes: Iterable[tuple[int, int]], used: set[str]) -> Iterator[tuple[Any, ...]]:
    """One row for each attack: straight from the engine, as there is no need to list the outcomes of thousands."""
    sizes = list(sizes)
    for attacker, defender in meetings(combat):
        for ours, theirs in sizes:
            scenario = first_problem(combat.shape, fields(attacker, ours, defender, theirs))
            _, problem, more = combat.prepare(scenario, FACTS)
            used |= more
            ends = solve_problem(problem).ends
            reached = np.flatnonzero(ends)
            chance, columns = ends[reached], problem.columns(reached)
            none, won, held = np.bincount(columns["winner"], weights=chance, minlength=len(combat.winners)).tolist()
            left = [f"attacker.{attacker}", f"defender.{defender}"]
            means = [float(chance @ columns[name]) for name in (*left, *(f"{left[1]}_{fate}" for fate in FATES))]
            yield attacker, ours, defender, theirs, won, held, none, *means


def attacks(combat: Combat, sizes: Iterable[tuple[int, int]] = EVERY_SIZE) -> pd.DataFrame:
    """Every unit against every other, so many a side."""
    used: set[str] = set()
    sizes = list(sizes)
    names = ["attacker", "attacker_units", "defender", "defender_units", "win_attacker", "win_defender", "win_none"]
    names += ["expected_attacker_left", "expected_defender_left", *(f"expected_defender_{fate}" for fate in FATES)]
    frame = pd.DataFrame(rows(combat, sizes, used), columns=pd.Index(names))
    pairs = meetings(combat)
    vary = {
        "attackers.0.unit": dict.fromkeys(ours for ours, _ in pairs),
        "attackers.0.count": dict.fromkeys(ours for ours, _ in sizes),
        "defenders.0.unit": dict.fromkeys(theirs for _, theirs in pairs),
        "defenders.0.count": dict.fromkeys(theirs for _, theirs in sizes),
    }
    scenario = {"game": "legendary", "combat": combat.name}
    like = sc.solve({**scenario, **fields(pairs[0][0], 1, pairs[0][1], 1)})
    assumed = assumed_among(combat, used)
    return stack([with_metadata(frame, scenario, vary, like, assumed)], command=COMMAND)


def melee() -> pd.DataFrame:
    """Hand to hand."""
    return attacks(MELEE)


def shooting() -> pd.DataFrame:
    """From a distance of one area; who loses nothing by it has no column."""
    return attacks(SHOOTING).drop(columns="expected_attacker_left")


TABLES = (
    Published(
        "legendary-melee",
        melee,
        "Melee",
        f"One attack of 1 to {LARGEST} units of one kind against 1 to {LARGEST} of another, hand to hand on plains: no "
        "charge, characters or optional rules, room for every push. Kinds without a die for it (those that shoot among "
        "them) do not attack, nobody attacks a Culverin. Dice and cards are public figures, not printed ones (`simcore "
        "facts legendary`).",
    ),
    Published(
        "legendary-shooting",
        shooting,
        "Shooting",
        f"One volley of 1 to {LARGEST} units of each kind that shoots at 1 to {LARGEST} of every kind, otherwise as "
        "above. Distance makes no difference but for the range: crossbowmen shoot one area far, the others two.",
    ),
)

COLUMNS = {
    "attacker": "kind of the attacking units",
    "attacker_units": "their number",
    "defender": "kind of the attacked units",
    "defender_units": "their number",
    "win_attacker": "chance that no defender is left in the area, but an attacker is",
    "win_defender": "chance that no defender has left it, or that no attacker is left",
    "win_none": "chance of anything in between",
    "_left": "mean number of units left in the area",
    "_killed": "mean number of units killed",
    "_disrupted": "mean number of units sent to the infirmary",
    "_pushed": "mean number of units pushed out",
}

GAME = Game("Legendary Battles", "legendary", "legendary", TABLES, COLUMNS)
