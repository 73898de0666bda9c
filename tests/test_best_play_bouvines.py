"""Best play in Bouvines: when a plaque should attack."""

import pytest

import simcore as sc
from simcore.advice.best_play import best_play
from simcore.errors import BadInput, SimcoreError
from simcore.variants import variant

CLASH = {
    "game": "bouvines",
    "combat": "clash",
    "coalition": {"troops": ["knight", "sergeant", "dead", "dead", "dead", "sergeant"], "orders": ["attack"]},
    "france": {"troops": ["sergeant", "dead", "dead", "archer", "sergeant", "dead"], "orders": ["defence", "attack"]},
    "offset": [3, 0],
    "order_limit": 3,
}


@pytest.mark.parametrize("side", ["coalition", "france"])
def test_every_plan_is_worth_what_odds_says(side):
    played = best_play(CLASH, side=side)
    [plan] = played.choices
    assert len(plan.options) == 1 + 5 * 3
    assert played.value == plan.options[plan.taken] == max(plan.options.values())
    for told, orders in {"attack at once": ["attack"], "repair to the end": ["repair"],
                         "defence, attack from turn 3 on": ["defence", "defence", "attack"]}.items():  # fmt: skip
        chance = sc.solve(variant(CLASH, {f"{side}.orders": orders})).win[side]
        assert plan.options[told] == pytest.approx(chance, abs=1e-12)


def test_what_cannot_be_compared(monkeypatch):
    with pytest.raises(BadInput, match=r"left to choose in it: .* of a clash"):
        best_play({"game": "bouvines", "combat": "charge", "charger": "horse", "cells": 2, "target": "knight"})
    monkeypatch.setattr("simcore.advice.best_play.MOST_STATES", 1)
    with pytest.raises(SimcoreError, match="too large"):
        best_play(CLASH)
