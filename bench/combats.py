"""A typical scenario of each combat of the five games, as large as battles on the table are."""

from __future__ import annotations

from typing import Any

from bench import battles

Scenario = dict[str, Any]
LETTERS = {"s": "sergeant", "q": "quality-sergeant", "a": "archer", "c": "crossbowman", "k": "knight"}
PLAQUES = "kqssac", "sackqs"  # in contact; each attacks in every turn


def _clash(coalition: str, france: str) -> Scenario:
    return {
        side: {"troops": [LETTERS[letter] for letter in plaque], "orders": ["attack"]}
        for side, plaque in (("coalition", coalition), ("france", france))
    }


TYPICAL: dict[tuple[str, str], Scenario] = {
    ("cent-ans", "pitched-battle"): battles.BATTLE,
    ("cent-ans", "siege"): {
        "attacker": {"english": 6, "burgundian": 4, "equipment": "bombard"}, "defender": {"french": 5}, "place": "city",
    },
    ("breizh", "battle"): {"montfort": 10, "blois": 10},
    ("breizh", "siege"): {"castle": "nantes", "troops": 4},
    ("breizh", "fight"): {"targets": [2, 1, 2]},
    ("joan", "combat"): {
        "attacker": {"cards": [4, 5], "influence": 1},
        "defender": {"card": 5, "influence": 1, "fortification": "castle"},
    },
    ("joan", "raid"): {"fortification": "castle"},
    ("joan", "corruption"): {"fortification": "castle"},
    ("joan", "embassy"): {"corrupts": "garrison"},
    ("joan", "uprising"): {"towns": ["castle", "garrison", "garrison"]},
    ("joan", "free-companies"): {"towns": ["castle", "garrison"]},
    ("joan", "fidelity"): {"coins": 2, "enemy_coins": 1},
    ("joan", "naval-battle"): {"first": {"card": 5, "influence": 1}, "second": {"card": 4, "traitor": True}},
    ("joan", "great-battle"): {
        "duels": [{"first": {"card": 5}, "second": {"card": 4}}, {"first": {"card": 3}, "second": {"influence": 2}}],
    },
    ("joan", "game-end"): {"length": "normal", "turn": 5},
    ("bouvines", "charge"): {"charger": "horse", "cells": 2, "target": "knight"},
    ("bouvines", "shot"): {"weapon": "bow", "distance": 3, "target": "archer"},
    ("bouvines", "contact"): {"target": "sergeant"},
    ("bouvines", "clash"): _clash(*PLAQUES),
    ("legendary", "melee"): {
        "attackers": [{"unit": "foot-knights", "count": 3}, {"unit": "standard-bearer"}],
        "defenders": [{"unit": "sergeants-at-arms", "count": 2}, {"unit": "halberdiers", "count": 2}],
    },
    ("legendary", "shooting"): {
        "attackers": [{"unit": "bowmen", "count": 6}], "defenders": [{"unit": "mounted-knights", "count": 6}],
    },
    ("legendary", "forced-march"): {"unit": "bowmen"},
}  # fmt: skip
SCENARIOS: dict[str, Scenario] = {
    f"{game} {combat}": {"game": game, "combat": combat, **fields} for (game, combat), fields in TYPICAL.items()
}
