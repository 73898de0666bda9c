"""Pairs of scenarios that the tests of comparisons share."""

from __future__ import annotations

from typing import Any

from simcore.scenarios.edits import variant

Scenario = dict[str, Any]
MANNERS = {"policy": "keep_dice", "shooting_policy": "strip_dice"}


def battle(english: int, burgundian: int, french: int, armagnac: int) -> Scenario:
    return {
        "game": "cent-ans", "combat": "pitched-battle", "initiative": "attacker",
        "attacker": {"english": english, "burgundian": burgundian, **MANNERS},
        "defender": {"french": french, "armagnac": armagnac, **MANNERS},
    }  # fmt: skip


TEN = battle(10, 10, 10, 10)
WITH_ELITE = variant(battle(6, 4, 5, 5), {"attacker.elite": 3, "defender.elite": 3})
SIEGE = {
    "game": "cent-ans", "combat": "siege", "place": "castle-2",
    "attacker": {"french": 5, "armagnac": 4, "elite": 3}, "defender": {"english": 4, "burgundian": 2},
}  # fmt: skip
BREIZH = {"game": "breizh", "combat": "battle", "montfort": 12, "blois": 12}
MELEE = {
    "game": "legendary", "combat": "melee",
    "attackers": [{"unit": "foot-knights", "count": 3}], "defenders": [{"unit": "halberdiers", "count": 3}],
}  # fmt: skip
PLAQUE = ["knight", "quality-sergeant", "sergeant", "sergeant", "archer", "crossbowman"]
CLASH = {
    "game": "bouvines", "combat": "clash",
    "coalition": {"troops": PLAQUE, "orders": ["attack"]}, "france": {"troops": PLAQUE[::-1], "orders": ["attack"]},
}  # fmt: skip

# One unit more or less, from armies of about ten a side on.
ONE_UNIT = {
    "english +1": (TEN, {"attacker.english": 11}),
    "burgundian -1": (TEN, {"attacker.burgundian": 9}),
    "french +1": (TEN, {"defender.french": 11}),
    "armagnac -1": (TEN, {"defender.armagnac": 9}),
    "6 + 4 against 5 + 5, burgundian +1": (battle(6, 4, 5, 5), {"attacker.burgundian": 5}),
    "14 + 8 against 12 + 12, french -1": (battle(14, 8, 12, 12), {"defender.french": 11}),
}
WORTH_MORE = {  # one unit, but worth so much that no pairing of two chances comes down to a fifth
    "elite +1": (
        variant(battle(7, 6, 12, 12), {"attacker.elite": 4, "attacker.equipment": "ribaudequin"}),
        {"attacker.elite": 5},
    ),
    "breizh, montfort +1": (BREIZH, {"montfort": 13}),
    "breizh, blois -1": (BREIZH, {"blois": 11}),
}

# What changes the rolls themselves: another card, leader, policy, place, who begins, which dice.
STRUCTURE = {
    "card": (WITH_ELITE, {"attacker.equipment": "english-longbow"}),
    "leader": (WITH_ELITE, {"attacker.leaders": "robert-knolles"}),
    "techniques": (WITH_ELITE, {"defender.techniques": "stakes-and-traps"}),
    "initiative": (TEN, {"initiative": "defender"}),
    "policy": (TEN, {"attacker.policy": "strip_dice"}),
    "room to retreat": (battle(6, 4, 5, 5), {"attacker.retreat_room": 2}),
    "place": (SIEGE, {"place": "castle-1"}),
    "bombard": (SIEGE, {"attacker.equipment": "bombard"}),
    "breizh": (BREIZH, {"montfort_bonus": 1}),
    "legendary": (MELEE, {"defenders.0.count": 4}),
    "bouvines": (CLASH, {"coalition.troops.2": "archer"}),
}


def both(pair: tuple[Scenario, dict[str, Any]]) -> tuple[Scenario, Scenario]:
    """A scenario and its variant."""
    return pair[0], variant(*pair)
