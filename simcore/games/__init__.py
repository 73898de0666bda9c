"""The games: which combats there are and where they live. Nothing is imported before it is asked for."""

from __future__ import annotations

from importlib import import_module

from simcore.combat import Combat
from simcore.errors import BadInput, nearest

COMBATS: dict[str, dict[str, str]] = {
    "cent-ans": {
        "pitched-battle": "simcore.games.cent_ans.combats:PITCHED_BATTLE",
        "siege": "simcore.games.cent_ans.combats:SIEGE",
    },
    "bouvines": {
        "charge": "simcore.games.bouvines.combats:CHARGE",
        "shot": "simcore.games.bouvines.combats:SHOT",
        "contact": "simcore.games.bouvines.combats:CONTACT",
        "clash": "simcore.games.bouvines.combats:CLASH",
    },
}


def find_combat(game: object, name: object) -> Combat:
    """The combat `name` of `game`, both by their public names.

    >>> find_combat("cent-ans", "siege").name
    'siege'
    """
    if not isinstance(game, str) or game not in COMBATS:
        raise BadInput("game", game, nearest(game, COMBATS))
    if not isinstance(name, str) or name not in COMBATS[game]:
        raise BadInput("combat", name, nearest(name, COMBATS[game]))
    module, _, variable = COMBATS[game][name].partition(":")
    combat = getattr(import_module(module), variable)
    assert isinstance(combat, Combat)
    return combat
