"""What is measured: one battle for the trials, all positions of four factions, all leaders with all their equipment."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

from simcore.engine.resolver import Problem
from simcore.games.cent_ans.facts import CampName, facts
from simcore.games.cent_ans.scenarios import ENEMY, SIDES, PitchedBattle, understand
from simcore.games.cent_ans.setup import Setup
from simcore.types import Array

MANNERS = {"policy": "keep_dice"}  # as in the golden values
UNITS = (6, 4, 5, 5)  # English and Burgundian attack French and Armagnac
BATTLE: dict[str, Any] = {
    "game": "cent-ans",
    "combat": "pitched-battle",
    "initiative": "attacker",
    "attacker": {"english": UNITS[0], "burgundian": UNITS[1], **MANNERS},
    "defender": {"french": UNITS[2], "armagnac": UNITS[3], **MANNERS},
}
GARRISON: dict[str, Any] = {  # against forces of many sizes
    "game": "cent-ans",
    "combat": "pitched-battle",
    "attacker": {"equipment": "ribaudequin"},
    "defender": {"french": 8, "armagnac": 4},
}
MOST_UNITS = 20  # of each faction, in the table of all positions
POSITIONS = (MOST_UNITS + 1) ** 4


def all_positions() -> Problem:
    """Every battle of 0 to `MOST_UNITS` units of each of the four factions, the attacker rolling first."""
    figures = facts()
    scenario, camps = understand(
        PitchedBattle.model_validate(
            {
                "initiative": "attacker",
                "attacker": {"english": MOST_UNITS, "burgundian": MOST_UNITS, **MANNERS},
                "defender": {"french": MOST_UNITS, "armagnac": MOST_UNITS, **MANNERS},
            }
        ),
        figures,
    )
    return Setup(scenario, camps, figures).problem((None, None), everything=True)


def large(**policy_fields: str) -> dict[str, Any]:
    """10 + 10 against 10 + 10 units, each side with these manners."""
    attacker = {"english": 10, "burgundian": 10, **MANNERS, **policy_fields}
    defender = {"french": 10, "armagnac": 10, **MANNERS, **policy_fields}
    return {**BATTLE, "attacker": attacker, "defender": defender}


def attacker_wins(problem: Problem) -> Array:
    """Worth of each ending of which the value is the attacker's win chance."""
    won: Array = problem.columns(np.arange(problem.endings))["winner"] == 1
    return won.astype(float)


def _leaders(camp: CampName) -> list[str]:
    return [name for name, fact in facts().leaders.items() if fact.value.camp == camp]


def _equipment(camp: CampName) -> list[str | None]:
    """No card, then each EQUIPMENT card that the camp can hold in a pitched battle."""
    figures = facts()
    held: list[str | None] = [None]
    for name, fact in figures.elite_cards.items():
        if fact.value.kind == "equipment" and fact.value.camp in (None, camp):
            held.append(name)
    for other, top in figures.cards.items():
        if top.value.kind == "equipment" and top.value.camp in (None, camp) and top.value.combat == "pitched-battle":
            held.append(other)
    return held


def leaders_and_cards() -> Iterator[dict[str, Any]]:
    """Every English leader against every French one, each with every card, or none."""
    english, french = (list(product(_leaders(camp), _equipment(camp))) for camp in ENEMY)
    for attack, defence in product(english, french):
        scenario: dict[str, Any] = {"game": "cent-ans", "combat": "pitched-battle"}
        for side, (leader, card) in zip(SIDES, (attack, defence), strict=True):
            scenario[side] = {"leaders": [leader], "equipment": [] if card is None else [card]}
        yield scenario
