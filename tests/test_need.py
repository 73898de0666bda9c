"""`need` against brute force: every force of a box answered by itself, and searched in plain Python."""

from __future__ import annotations

import math
from itertools import product

import pytest

import simcore as sc
from simcore.advice import need as module
from simcore.errors import BadInput, SimcoreError
from simcore.scenarios.edits import variant

FRENCH = {"french": 3}
GUNS = {"equipment": "field-artillery"}
BATTLE = {"game": "cent-ans", "combat": "pitched-battle", "attacker": GUNS, "defender": FRENCH}
MELEE = {
    "game": "legendary", "combat": "melee", "defenders": [{"unit": "pikemen"}, {"unit": "bowmen"}],
    "attackers": [{"unit": "foot-knights"}, {"unit": "halberdiers"}],
}  # fmt: skip
# scenario, counts, costs, wanted chance, budget, side
BOXES = {
    "cent-ans": (BATTLE, {"attacker.english": range(5), "attacker.elite": range(3)}, (1, 2.5), 0.8, 4.5, None),
    "more is worse": (
        {**BATTLE, "attacker": {**GUNS, "policy": "strip_dice"}},
        {"attacker.english": range(1, 3), "attacker.burgundian": range(4), "attacker.elite": range(2, 4)},
        (1, 1, 0.5), 0.9, 3.5, "attacker",
    ),
    "the defender's": (
        {"game": "cent-ans", "combat": "siege", "place": "city", "attacker": {"english": 4}, "defender": {"french": 1}},
        {"defender.french": range(4), "defender.armagnac": range(3)}, (1, 1), 0.3, 2, "defender",
    ),
    "breizh battle": (
        {"game": "breizh", "combat": "battle", "blois": 5},
        {"montfort": range(1, 9), "montfort_bonus": range(2)}, (1, 1), 0.9, 6, None,
    ),
    "breizh siege": ({"game": "breizh", "combat": "siege", "castle": "dinan"}, {"troops": [3, 0, 2, 3]}, (1,), 0.5, 2,
                     "taken"),
    "joan": (
        {"game": "joan", "combat": "combat", "attacker": {"cards": [4, 4]}, "defender": {"card": 5}},
        {"attacker.influence": range(6), "defender.influence": [1, 0]}, (2, 1), 0.6, 4, None,
    ),
    "bouvines": ({"game": "bouvines", "combat": "charge", "charger": "horse", "cells": 1, "target": "sergeant"},
                 {"cells": range(4)}, (1,), 0.1, 1, "killed"),
    "legendary": (MELEE, {"attackers.0.count": range(3), "attackers.1.count": range(1, 3)}, (1.5, 1), 0.1, 3, None),
}  # fmt: skip


def answered(scenario, axes, costs, side):
    """Every force of the box by itself: (units, cost, chance), chance None where it is forbidden."""
    box = []
    for units in product(*axes.values()):
        try:
            win = sc.solve(variant(scenario, dict(zip(axes, units, strict=True)))).win
            chance = next(iter(win.values())) if side is None else win[side]
        except BadInput:
            chance = None
        box.append((units, dot(units, costs), chance))
    return box


def dot(units, costs):
    return sum(count * cost for count, cost in zip(units, costs, strict=True))


def told(forces):
    return [(tuple(force.units.values()), round(force.cost, 9), round(force.chance, 9)) for force in forces]


def rounded(box):
    return [(units, round(cost, 9), round(chance, 9)) for units, cost, chance in box]


@pytest.mark.parametrize("name", BOXES)
def test_brute_force(name):
    scenario, vary, costs, wanted, budget, side = BOXES[name]
    axes = {kind: sorted(set(counts)) for kind, counts in vary.items()}
    box = answered(scenario, axes, costs, side)
    allowed = [force for force in box if force[2] is not None]
    found = sc.need(scenario, vary, dict(zip(vary, costs, strict=True)), chance=wanted, budget=budget, side=side)

    assert found.forbidden == len(box) - len(allowed)
    for (_, _, chance), ours in zip(box, found.chances.ravel().tolist(), strict=True):
        assert math.isnan(ours) if chance is None else ours == pytest.approx(chance, abs=1e-12)

    enough = [force for force in allowed if force[2] >= wanted - 1e-12]
    cheapest = [force for force in enough if force[1] == min(force[1] for force in enough)]
    assert sorted(told(found.cheapest)) == sorted(rounded(cheapest))

    within = [force for force in allowed if force[1] <= budget]
    top = max(force[2] for force in within)
    best = [force for force in within if force[2] >= top - 1e-12]
    best = [force for force in best if force[1] == min(force[1] for force in best)]
    assert sorted(told(found.best)) == sorted(rounded(best))

    def beaten(force):
        cheaper = any(other[2] >= force[2] - 1e-12 for other in allowed if other[1] < force[1])
        return cheaper or any(other[2] > force[2] + 1e-12 for other in allowed if other[1] == force[1])

    frontier = [force for force in allowed if not beaten(force)]
    assert sorted(told(found.frontier)) == sorted(rounded(frontier))
    assert [force.cost for force in found.frontier] == sorted(force.cost for force in found.frontier)

    chance_of = {units: chance for units, _, chance in allowed}
    rises = []
    for units in chance_of:
        for axis, counts in enumerate(axes.values()):
            above = counts[counts.index(units[axis]) + 1 :][:1]
            more = (*units[:axis], *above, *units[axis + 1 :])
            if above and more in chance_of:
                rises.append(chance_of[more] - chance_of[units])
    falls = [rise for rise in rises if rise < -1e-12]
    assert (found.steps, found.worse) == (len(rises), len(falls))
    worst = [step.after.chance - step.before.chance for step in found.worst]
    assert worst == pytest.approx(sorted(falls)[:10], abs=1e-12)


def test_the_boxes_hold_what_they_are_for():
    """Forces that are forbidden, ties, and steps up that make it worse all come up in the boxes above."""
    found = {
        name: sc.need(box[0], box[1], dict(zip(box[1], box[2], strict=True)), chance=box[3], side=box[5])
        for name, box in BOXES.items()
    }
    assert {name for name, one in found.items() if one.forbidden} >= {"cent-ans", "joan", "bouvines", "legendary"}
    assert found["more is worse"].worse > 0
    assert any(len(one.cheapest) > 1 for one in found.values())


def test_blocks_of_forces_do_not_show(monkeypatch):
    scenario, vary, costs, wanted, *_ = BOXES["cent-ans"]
    how = {"costs": dict(zip(vary, costs, strict=True)), "chance": wanted}
    seen = []
    whole = sc.need(scenario, vary, progress=lambda *done: seen.append(done), **how).to_dict()
    assert seen == [(15, 15)]
    monkeypatch.setattr(module, "AT_ONCE", 4)
    parts = sc.need(scenario, vary, progress=lambda *done: seen.append(done), **how).to_dict()
    assert seen[1:] == [(4, 15), (8, 15), (12, 15), (15, 15)]
    assert parts["chances"][0] is whole["chances"][0] is None
    assert parts["chances"][1:] == pytest.approx(whole["chances"][1:], abs=1e-12)
    assert parts["cheapest"][0]["units"] == whole["cheapest"][0]["units"]


def test_figures_of_an_owner_count(tmp_path):
    file = tmp_path / "box.toml"
    file.write_text('[dice.english]\nvalue = { loss = 6 }\nsource = "a test"\n')
    found = sc.need(BATTLE, {"attacker.english": [2]}, {"attacker.english": 1}, facts=file)
    alone = sc.solve(variant(BATTLE, {"attacker.english": 2}), facts=file).win["attacker"]
    assert found.frontier[0].chance == pytest.approx(alone) != sc.need(BATTLE, UNITS, ONE).frontier[-1].chance


UNITS = {"attacker.english": range(3)}
ONE = {"attacker.english": 1}


@pytest.mark.parametrize(
    ("vary", "costs", "how", "said"),
    [
        (UNITS, ONE, {"chance": 0.99}, r"chance: 0.99 is not allowed; at most 0.\d+, .*\(attacker.english=2\)"),
        (UNITS, ONE, {"chance": 0}, "chance: 0 is not allowed; a number above 0 and at most 1"),
        (UNITS, ONE, {"chance": 1.5}, "chance: 1.5 is not allowed; a number above 0 and at most 1"),
        (UNITS, ONE, {"chance": float("nan")}, "chance: NaN is not allowed"),
        (UNITS, ONE, {"chance": "0.5"}, "chance: '0.5' is not allowed"),
        (UNITS, ONE, {"budget": 0.5}, "budget: 0.5 is not allowed; at least 1, the cost of the cheapest force"),
        (UNITS, ONE, {"budget": -1}, "budget: -1 is not allowed; a number, 0 or more"),
        (UNITS, ONE, {"budget": float("inf")}, "budget: Infinity is not allowed"),
        (UNITS, ONE, {"side": "atacker"}, "side: 'atacker' is not allowed; did you mean attacker?"),
        (UNITS, {"attacker.english": 0}, {}, "cost attacker.english: 0 is not allowed; a number above 0"),
        (UNITS, {"attacker.english": -2}, {}, "cost attacker.english: -2 is not allowed"),
        (UNITS, {"attacker.english": True}, {}, "cost attacker.english: true is not allowed"),
        (UNITS, {}, {}, "cost attacker.english: 'nothing' is not allowed"),
        (UNITS, {**ONE, "attacker.elit": 1}, {}, "cost: 'attacker.elit' is not allowed; .*attacker.english"),
        (UNITS, 3, {}, "cost: 3 is not allowed"),
        ({}, {}, {}, "vary: {} is not allowed"),
        ({"attacker.english": []}, ONE, {}, "vary attacker.english: 'nothing' is not allowed; at least one value"),
        ({"attacker.english": [1.5]}, ONE, {}, "vary attacker.english: 1.5 is not allowed; whole numbers"),
        ({"attacker.english": [-1]}, ONE, {}, "vary attacker.english: -1 is not allowed; whole numbers"),
        ({"attacker.english": ["two"]}, ONE, {}, "vary attacker.english: 'two' is not allowed; whole numbers"),
        ({"attacker.english": range(200_000)}, ONE, {}, "vary: '200,000 forces' is not allowed; at most 100,000"),
        ({"attacker.english": [0]}, ONE, {}, "attacker: 'no unit' is not allowed"),
        ({"attacker.englis": [1]}, {"attacker.englis": 1}, {}, "attacker: 'englis' is not allowed; did you mean eng"),
    ],
)  # fmt: skip
def test_bad_input(vary, costs, how, said):
    with pytest.raises(BadInput, match=said) as caught:
        sc.need({"game": "cent-ans", "combat": "pitched-battle", "defender": FRENCH}, vary, costs, **how)
    assert "\n" not in str(caught.value)


def test_a_force_too_large_to_be_exact_is_refused(monkeypatch):
    monkeypatch.setattr("simcore.advice.values.affordable", lambda problem: False)
    with pytest.raises(SimcoreError, match=r"vary attacker.english=1: too large for exact answers"):
        sc.need(BATTLE, UNITS, ONE)


def test_a_budget_of_nothing_buys_what_is_free():
    scenario = {"game": "cent-ans", "combat": "pitched-battle", "attacker": {"english": 2}, "defender": {"french": 1}}
    [free] = sc.need(scenario, {"attacker.elite": range(2)}, {"attacker.elite": 1}, budget=0).best
    assert (free.units, free.cost) == ({"attacker.elite": 0}, 0.0)


def test_what_is_left_to_choose_is_said():
    siege = {"game": "breizh", "combat": "siege", "sieges": ["dinan", "dol", "rennes"]}
    found = sc.need(siege, {"pool": range(6, 9)}, {"pool": 1})
    assert found.as_stated == ("plan of besieger",)
    assert found.to_dict()["as_stated"] == ["plan of besieger"]
