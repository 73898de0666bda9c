"""Tables of Legendary Battles: every unit of the roster against every other, hand to hand and by shooting."""

from __future__ import annotations

from functools import cache

import numpy as np
import pandas as pd

import simcore as sc
from outcome_tables.legendary_designs import DESIGNS
from outcome_tables.shared import COMMAND, Game, Published, beyond_among, with_metadata
from simcore.errors import BadInput
from simcore.games.legendary.combats import MELEE, SHOOTING, AttackCombat
from simcore.games.legendary.facts import UnitName
from simcore.games.legendary.numbers import areas_of, every_attack
from simcore.games.legendary.rolls import Figures
from simcore.tables import stack

FACTS = MELEE.load_facts(None)
ROSTER = tuple(FACTS.troops)
LARGEST = FACTS.areas["largest"].value
FATES = ("killed", "disrupted", "pushed")


@cache
def meetings(combat: AttackCombat) -> list[tuple[UnitName, UnitName]]:
    """The pairs of units between which there is such an attack: who attacks has dice for it, who defends can suffer."""
    return [pair for pair in ((ours, theirs) for ours in ROSTER for theirs in ROSTER) if possible(combat, *pair)]


def possible(combat: AttackCombat, attacker: UnitName, defender: UnitName) -> bool:
    """May the one attack the other?"""
    try:
        areas_of(combat.shape, attacker, defender, 1, Figures(FACTS))
    except BadInput:
        return False
    return True


def attacks(combat: AttackCombat) -> pd.DataFrame:
    """Every unit against every other, in any numbers."""
    figures, pairs = Figures(FACTS), meetings(combat)
    parts: dict[str, list[np.ndarray]] = {}
    for attacker, defender in pairs:
        columns = every_attack(combat.shape, attacker, defender, figures)
        left = f"attacker.{attacker}", f"defender.{defender}"
        told = {name: columns[name] for name in ("attacker_units", "defender_units")}
        told |= {f"win_{name}": columns[f"win_{name}"] for name in ("attacker", "defender", "none")}
        told |= {"expected_attacker_left": columns[left[0]], "expected_defender_left": columns[left[1]]}
        told |= {f"expected_defender_{fate}": columns[f"{left[1]}_{fate}"] for fate in FATES}
        for name, column in told.items():
            parts.setdefault(name, []).append(column)
    frame = pd.DataFrame({name: np.concatenate(columns) for name, columns in parts.items()})
    for at, side, names in zip((0, 2), ("attacker", "defender"), zip(*pairs, strict=True), strict=True):
        frame.insert(at, side, np.repeat(names, len(frame) // len(pairs)))
    units = range(1, LARGEST + 1)
    vary = {
        "attackers.0.unit": dict.fromkeys(ours for ours, _ in pairs),
        "attackers.0.count": units,
        "defenders.0.unit": dict.fromkeys(theirs for _, theirs in pairs),
        "defenders.0.count": units,
    }
    scenario = {"game": "legendary", "combat": combat.name}
    first = {side: [{"unit": unit}] for side, unit in zip(("attackers", "defenders"), pairs[0], strict=True)}
    like = sc.solve({**scenario, **first})
    return stack([with_metadata(frame, scenario, vary, like, [beyond_among(combat, figures.used)])], command=COMMAND)


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

GAME = Game("Legendary Battles", "legendary", "legendary", TABLES, COLUMNS, DESIGNS)
