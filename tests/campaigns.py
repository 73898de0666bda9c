"""Campaigns for tests, and what a plain second program says of them: fractions, stage by stage, nothing merged."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Any

import naive.cent_ans as twin

Document = dict[str, Any]

# A battle before a castle, the castle with those who got away into it, and whoever comes to its relief.
MARCH: Document = {
    "game": "cent-ans",
    "stages": [
        {
            "name": "field", "combat": "pitched-battle", "initiative": "attacker",
            "attacker": {"english": 2, "burgundian": 1, "elite": 1},
            "defender": {"french": 1, "armagnac": 2, "retreat_room": 2},
        },
        {
            "name": "siege", "when": "attacker", "combat": "siege", "place": "castle-1", "initiative": "attacker",
            "attacker": {"carry": ["attacker of field", "retreated attacker of field"], "add": {"english": 1}},
            "defender": {"carry": "retreated defender of field"},
        },
        {
            "name": "relief", "when": {"siege": "attacker"}, "combat": "pitched-battle", "initiative": "attacker",
            "attacker": {"french": 2},
            "defender": {"carry": {"from": "siege", "side": "attacker"}},
        },
    ],
}  # fmt: skip
BRITTANY: Document = {
    "game": "breizh",
    "stages": [
        {"name": "battle", "combat": "battle", "montfort": 7, "blois": 7},
        {
            "name": "pursuit", "when": "montfort", "otherwise": "sieges", "combat": "battle",
            "montfort": {"carry": "montfort of battle"}, "blois": 3,
        },
        {
            "name": "sieges", "combat": "siege", "pool": {"carry": "montfort of battle", "add": 1},
            "sieges": [{"castle": "dinan"}, {"strength": 1, "troops": 1}],
        },
    ],
}  # fmt: skip
AGINCOURT: Document = {
    "game": "legendary",
    "stages": [
        {
            "name": "arrows", "combat": "shooting", "attackers": [{"unit": "bowmen", "count": 3}],
            "defenders": [{"unit": "mounted-knights", "count": 3}],
        },
        {
            "name": "charge", "combat": "melee", "charging": True, "behind": "stakes",
            "attackers": {"carry": "defender of arrows", "add": [{"unit": "mounted-knights"}]},
            "defenders": {"carry": "attacker of arrows"},
        },
        {
            "name": "second", "when": {"charge": ["attacker", "none"]}, "combat": "melee",
            "attackers": {"carry": "attacker of charge"}, "defenders": {"carry": "defender of charge"},
        },
    ],
}  # fmt: skip
TOWNS: Document = {
    "game": "joan",
    "stages": [
        {
            "name": "orleans", "combat": "combat", "attacker": {"cards": [6, 4], "hero": True},
            "defender": {"card": 4, "fortification": "castle"},
        },
        {
            "name": "reims", "when": "attacker", "otherwise": "raid", "combat": "combat",
            "attacker": {"cards": [5, 3]}, "defender": {"fortification": "fortress"},
        },
        {"name": "raid", "combat": "raid", "fortification": "castle"},
    ],
}  # fmt: skip
CAMPAIGNS = {"march": MARCH, "brittany": BRITTANY, "agincourt": AGINCOURT, "towns": TOWNS}


def army(units: twin.Units) -> dict[str, int]:
    return {kind: count for kind, count in zip(twin.KINDS, units, strict=True) if count}


def march_by_twin() -> dict[str, Fraction]:
    """Chances of the ways of `MARCH`, every final position of every battle followed by itself."""
    field, siege, relief = (dict(stage) for stage in MARCH["stages"])
    chances: dict[str, Fraction] = defaultdict(Fraction)

    def fight(stage: Document, attacker: Document, defender: Document) -> list[tuple[twin.State, str, Fraction]]:
        if not attacker or not defender:
            alone = twin.State((tuple(attacker.get(kind, 0) for kind in twin.KINDS), twin.NOBODY))
            return [(alone, "attacker unopposed" if attacker else "defender unopposed", Fraction(1))]
        sides = {
            "attacker": {**attacker, "retreated_by_kind": True},
            "defender": {**defender, "retreated_by_kind": True},
        }
        final, _ = twin.play({**stage, **sides})
        return [(state, twin.winner(state), chance) for state, chance in final.items()]

    for first, winner, p in fight(field, field["attacker"], field["defender"]):
        way = f"field: {winner}"
        if winner != "attacker":
            chances[way] += p
            continue
        besiegers = twin.plus(first.units[0], first.retreated[0])
        besiegers = twin.plus(besiegers, (1, *twin.NOBODY[1:]))
        for second, taken, q in fight(siege, army(besiegers), army(first.retreated[1])):
            on = f"{way}, siege: {taken}"
            if not taken.startswith("attacker"):
                chances[on] += p * q
                continue
            for _, relieved, r in fight(relief, relief["attacker"], army(second.units[0])):
                chances[f"{on}, relief: {relieved}"] += p * q * r
    return dict(chances)
