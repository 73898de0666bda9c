"""One small valid scenario of every combat, with as many of its fields stated as go together."""

from __future__ import annotations

from typing import Any

Scenario = dict[str, Any]

BASES: dict[tuple[str, str], Scenario] = {
    ("cent-ans", "pitched-battle"): {
        "attacker": {"english": 2, "leaders": ["henry-v"], "equipment": "new-armour", "policy": "keep_dice"},
        "defender": {"french": 2, "retreat_room": 2, "retreated_by_kind": True, "techniques": ["stakes-and-traps"]},
        "initiative": "attacker",
    },
    ("cent-ans", "siege"): {
        "attacker": {"english": 2, "elite": 1, "techniques": ["sapping"]},
        "defender": {"french": 2},
        "place": "castle-1",
    },
    ("breizh", "battle"): {"montfort": 3, "blois": 2, "montfort_bonus": 1, "rules": {"winner": "survivor"}},
    ("breizh", "siege"): {
        "sieges": [{"castle": "dinan", "troops": 2}, {"strength": 1, "region": "rennes", "bonus": 1}],
        "pool_by_region": {"saint-malo-et-dol": 3, "rennes": 2},
        "enemy_partisans": {"rennes": 1},
    },
    ("breizh", "fight"): {"targets": [1, {"region": "leon", "troops": 1, "highwaymen": 1}], "rules": {"limit": "each"}},
    ("bouvines", "charge"): {"charger": "horse", "cells": 2, "target": {"kind": "knight", "hit_points": 2}},
    ("bouvines", "shot"): {"weapon": "bow", "distance": 2, "target": "sergeant"},
    ("bouvines", "contact"): {"target": "sergeant", "rules": {"forced_march": "at_least"}},
    ("bouvines", "clash"): {
        "coalition": {"troops": ["sergeant", "dead", "dead", "dead", "knight", "archer"], "orders": ["attack"]},
        "france": {"troops": ["sergeant", "dead", "dead", "archer", "dead", "knight"]},
        "offset": [2, 1],
        "order_limit": 1,
    },
    ("joan", "combat"): {
        "attacker": {"cards": [6, 4], "influence": 2, "sign_of_god": 0},
        "defender": {"card": 5, "sign_of_god": True, "retreat": 1, "fortification": "castle"},
        "rules": {"harder_landings": True},
    },
    ("joan", "raid"): {"fortification": "castle"},
    ("joan", "corruption"): {"fortification": "castle"},
    ("joan", "embassy"): {"corrupts": "garrison"},
    ("joan", "uprising"): {"towns": ["castle", "garrison"], "rules": {"fortunes_of_war": True}},
    ("joan", "free-companies"): {"towns": ["castle", "garrison"]},
    ("joan", "fidelity"): {"coins": 2, "enemy_coins": 1, "rules": {"table": "as_printed"}},
    ("joan", "naval-battle"): {"first": {"card": 5, "influence": 1}, "second": {"card": 4, "traitor": True}},
    ("joan", "great-battle"): {
        "duels": [{"first": {"card": 5}, "second": {"card": 4}}, {"first": {"card": 3}, "second": {"influence": 2}}],
        "rules": {"ties": "none"},
    },
    ("joan", "game-end"): {"length": "normal", "turn": 5},
    ("legendary", "melee"): {
        "attackers": [{"unit": "foot-knights", "count": 2}, {"character": "henry-v", "wounds": 1}],
        "defenders": [{"unit": "bowmen", "count": 2}],
        "behind": "stakes",
        "push_room": 1,
    },
    ("legendary", "shooting"): {
        "attackers": [{"unit": "bowmen", "count": 2}],
        "defenders": [{"unit": "sergeants-at-arms"}],
        "distance": 1,
    },
    ("legendary", "forced-march"): {"unit": "bowmen"},
}


def base(game: str, combat: str) -> Scenario:
    """The base of a combat as a whole document."""
    return {"game": game, "combat": combat, **BASES[game, combat]}
