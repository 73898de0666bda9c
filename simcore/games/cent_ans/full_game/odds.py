"""Exact chances of battles and sieges for the greedy player: every army up to MOST, by one backward pass each."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from simcore.engine.run import state_values
from simcore.games.cent_ans.facts import BattleEnd, CentAnsFacts, Place, Side
from simcore.games.cent_ans.scenarios import PitchedBattle, Siege, understand
from simcore.games.cent_ans.setup import Setup
from simcore.scenarios.facts import Fact
from simcore.types import Array

MOST = (8, 8, 3)  # units of a camp's first faction, its second, its elite; larger armies are taken for these
ARMIES = (MOST[0] + 1) * (MOST[1] + 1) * (MOST[2] + 1)
WALLS = 3  # LOSS results that a place cancels, 1 to 3
_CAMPS: tuple[tuple[str, str, str | None], ...] = (
    ("english", "burgundian", "english-longbow"),
    ("french", "armagnac", "crossbow"),
)
_SIDES: tuple[Side, ...] = ("defender", "attacker")


def nothing() -> tuple[Array, Array]:
    """Tables of the same shape without a chance in them."""
    shape = (ARMIES, ARMIES)
    return np.zeros((2, 2, *shape), np.float32), np.zeros((2, 2, WALLS, *shape), np.float32)


_pitched: dict[tuple[str, BattleEnd], Array] = {}
_sieges: dict[str, Array] = {}


def exact_odds(figures: CentAnsFacts, battle_end: BattleEnd) -> tuple[Array, Array]:
    """Chance of the attacker to win: pitched float32[camp, initiative, attacker, defender], siege [.., walls - 1, ..].

    `initiative`: has the attacker it? Armies are numbered by `army`. Each camp has the EQUIPMENT it starts with.
    `battle_end` (11.3) as in the game; in a siege nobody has results of his own to be spared.
    """
    key = figures.digest, battle_end
    if key not in _pitched:
        _pitched[key] = _pitched_odds(figures, battle_end)
    if figures.digest not in _sieges:
        _sieges[figures.digest] = _siege_odds(figures)
    return _pitched[key], _sieges[figures.digest]


def _battle(camp: int, side: Side) -> dict[str, Any]:
    """A camp attacks with all that is counted, and a side has the initiative."""
    return {"attacker": _army(camp), "defender": _army(1 - camp), "initiative": side}


def _pitched_odds(figures: CentAnsFacts, battle_end: BattleEnd) -> Array:
    pitched, _ = nothing()
    for camp in range(2):
        for initiative, side in enumerate(_SIDES):
            scenario = PitchedBattle.model_validate({**_battle(camp, side), "battle_end": battle_end})
            pitched[camp, initiative] = _values(scenario, figures, (_CAMPS[camp][2], _CAMPS[1 - camp][2]))
    return pitched


def _siege_odds(figures: CentAnsFacts) -> Array:
    _, siege = nothing()
    for camp in range(2):
        for initiative, side in enumerate(_SIDES):
            scenario = Siege.model_validate({**_battle(camp, side), "place": "city"})
            for walls in range(WALLS):
                place: Fact[Place] = Fact(value=Place(shelter=sum(MOST), cancels=walls + 1), source="any")
                there = figures.model_copy(update={"places": {**figures.places, "city": place}})
                siege[camp, initiative, walls] = _values(scenario, there, (None, None))
    return siege


def _army(camp: int) -> dict[str, Any]:
    first, second, _ = _CAMPS[camp]
    # As the greedy player itself takes losses and picks victims (`players`).
    policy_fields = {"policy": "keep_dice", "shooting_policy": "strip_dice"}
    return {first: MOST[0], second: MOST[1], "elite": MOST[2], **policy_fields}


def _values(scenario: Any, figures: CentAnsFacts, cards: tuple[str | None, str | None]) -> Array:
    problem = Setup(*understand(scenario, figures), figures).problem(cards, everything=True)
    won = (problem.columns(np.arange(problem.endings))["winner"] == 1).astype(float)
    values = state_values(problem, won).reshape(*problem.model.positions, problem.phases)
    # Positions count down from the whole army, numbers of armies count up.
    return values[::-1, ::-1, 0].astype(np.float32)


@lru_cache(maxsize=1)
def compiled() -> bool:
    """Is there a compiler? Without one the tables would take hours."""
    import numba

    settings: Any = numba.config
    return not settings.DISABLE_JIT
