"""Files of many scenarios, all of them distinct, for `simcore batch`."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any

Scenario = dict[str, Any]
POLICIES = ("keep_dice", "largest_first", "elite_first", "strip_dice")


def pitched_battle(random: Random, **options: Sequence[Any]) -> Scenario:
    """1 to 6 units of both factions on both sides, and one of the `options` of each further field of an army."""
    sides = [("english", "burgundian"), ("french", "armagnac")]
    random.shuffle(sides)
    armies = [
        {kind: random.randint(1, 6) for kind in factions}
        | {field: random.choice(values) for field, values in options.items()}
        for factions in sides
    ]
    scenario = {"game": "cent-ans", "combat": "pitched-battle", "attacker": armies[0], "defender": armies[1]}
    return {**scenario, "initiative": random.choice(["attacker", "defender"])}


def breton_battle(random: Random) -> Scenario:
    """1 to 12 troops on both sides, and all the bonuses that can be stated."""
    troops = {camp: random.randint(1, 12) for camp in ("montfort", "blois")}
    bonuses = {f"{camp}_bonus": random.randint(-9, 9) for camp in ("montfort", "blois")}
    return {"game": "breizh", "combat": "battle", **troops, **bonuses}


WITH_POLICIES = partial(pitched_battle, policy=POLICIES)  # units alone are not enough for so many distinct battles
FEEDS: dict[str, tuple[Callable[[Random], Scenario], ...]] = {
    "cent-ans battles": (WITH_POLICIES,),
    "cent-ans battles with elite": (partial(pitched_battle, elite=range(5)),),
    "breizh battles": (breton_battle,),
    "both": (WITH_POLICIES, breton_battle),
}


def distinct(kinds: Sequence[Callable[[Random], Scenario]], number: int) -> list[str]:
    """So many scenarios, no two alike, as lines of JSON."""
    random = Random(1)
    lines: dict[str, None] = {}
    while len(lines) < number:
        lines[json.dumps(random.choice(kinds)(random))] = None
    return list(lines)
