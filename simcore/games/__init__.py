"""The games: which combats and full games there are and where they live. Nothing is imported before it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from importlib import import_module
from typing import Any

from simcore.contracts.combat import Combat
from simcore.contracts.full_game import FullGame
from simcore.errors import ABSENT, BadInput, nearest
from simcore.gameplay.game import HOMES

COMBATS: dict[str, dict[str, str]] = {
    "bouvines": {
        "charge": "simcore.games.bouvines.combats:CHARGE",
        "shot": "simcore.games.bouvines.combats:SHOT",
        "contact": "simcore.games.bouvines.combats:CONTACT",
        "clash": "simcore.games.bouvines.combats:CLASH",
    },
    "breizh": {
        "battle": "simcore.games.breizh.combats:BATTLE",
        "siege": "simcore.games.breizh.combats:SIEGE",
        "fight": "simcore.games.breizh.combats:FIGHT",
    },
    "cent-ans": {
        "pitched-battle": "simcore.games.cent_ans.combats:PITCHED_BATTLE",
        "siege": "simcore.games.cent_ans.combats:SIEGE",
    },
    "joan": {
        "combat": "simcore.games.joan.combats:COMBAT",
        "raid": "simcore.games.joan.events:RAID",
        "corruption": "simcore.games.joan.events:CORRUPTION",
        "embassy": "simcore.games.joan.events:EMBASSY",
        "uprising": "simcore.games.joan.events:UPRISING",
        "free-companies": "simcore.games.joan.events:FREE_COMPANIES",
        "fidelity": "simcore.games.joan.events:FIDELITY",
        "naval-battle": "simcore.games.joan.combats:NAVAL_BATTLE",
        "great-battle": "simcore.games.joan.combats:GREAT_BATTLE",
        "game-end": "simcore.games.joan.events:GAME_END",
    },
    "legendary": {
        "melee": "simcore.games.legendary.combats:MELEE",
        "shooting": "simcore.games.legendary.combats:SHOOTING",
        "forced-march": "simcore.games.legendary.combats:FORCED_MARCH",
    },
}

FULL_GAMES: dict[str, str] = {
    "breizh": "simcore.games.breizh.full_game.game:GAME",
    "cent-ans": "simcore.games.cent_ans.full_game.game:GAME",
}


@cache
def _found(home: str) -> object:
    module, _, variable = home.partition(":")
    return getattr(import_module(module), variable)


def find_game(name: object) -> FullGame:
    """The full game of that public name.

    >>> find_game("breizh").options(setup="variant").setup
    'variant'
    """
    if not isinstance(name, str) or name not in FULL_GAMES:
        raise BadInput("game", name, nearest(name, FULL_GAMES))
    game = _found(FULL_GAMES[name])
    assert isinstance(game, FullGame)
    return game


HOMES.update({name: partial(find_game, name) for name in FULL_GAMES})


def register_combat(game: str, name: str, home: str) -> None:
    """Add the combat `name` of `game`, a game of yours or one that is there.

    `home`: where it is found when it is first asked for, as `package.module:VARIABLE`, an instance of
    `simcore.contracts.combat.Combat`. Raises `BadInput` for a name that another combat has.
    """
    if COMBATS.setdefault(game, {}).setdefault(name, home) != home:
        raise BadInput("combat", name, f"a name that no other combat of {game} has")


def register_full_game(name: str, home: str) -> None:
    """Add the full game `name`, which `play` and `new_game` then know.

    `home`: where it is found when it is first asked for, as `package.module:VARIABLE`, an instance of
    `simcore.contracts.full_game.FullGame`. Raises `BadInput` for a name that another game has.
    """
    if FULL_GAMES.setdefault(name, home) != home:
        raise BadInput("game", name, "a name that no other full game has")
    HOMES[name] = partial(find_game, name)


def find_combat(game: object, name: object) -> Combat:
    """The combat `name` of `game`, both by their public names.

    >>> find_combat("cent-ans", "siege").name
    'siege'
    """
    if not isinstance(game, str) or game not in COMBATS:
        raise BadInput("game", game, nearest(game, COMBATS))
    if not isinstance(name, str) or name not in COMBATS[game]:
        raise BadInput("combat", name, nearest(name, COMBATS[game]))
    combat = _found(COMBATS[game][name])
    assert isinstance(combat, Combat)
    return combat


def shape_of(scenario: Mapping[str, Any]) -> Any:
    """The schema of a scenario's combat: the class, or union of classes, that checks it."""
    return find_combat(scenario.get("game", ABSENT), scenario.get("combat", ABSENT)).shape
