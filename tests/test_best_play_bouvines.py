"""Best play in Bouvines: when a plaque should attack."""

import json
import re
from functools import partial
from itertools import product

import pytest

import simcore as sc
from command_line import answer
from simcore.advice.best_play import best_play
from simcore.engine import cost
from simcore.errors import BadInput, first_problem
from simcore.evaluation.questions import prepare
from simcore.games import find_combat
from simcore.games.bouvines.scenarios import Clash, order_of, understand_clash
from simcore.games.bouvines.solve_orders import NAMES, AnewEachTurn
from simcore.scenarios.edits import variant

CLASH = {
    "game": "bouvines",
    "combat": "clash",
    "coalition": {"troops": ["knight", "sergeant", "dead", "dead", "dead", "sergeant"], "orders": ["attack"]},
    "france": {"troops": ["sergeant", "dead", "dead", "archer", "sergeant", "dead"], "orders": ["defence", "attack"]},
    "offset": [3, 0],
    "order_limit": 3,
}


@pytest.mark.parametrize("side", ["coalition", "france"])
def test_every_plan_is_worth_what_odds_says(side, monkeypatch):
    monkeypatch.setattr("simcore.games.bouvines.solve_orders.MOST_GROUNDS", 0)
    played = best_play(CLASH, side=side)
    assert played.turn_by_turn is None
    [left_out] = played.to_dict()["left_out"]
    assert re.fullmatch(r"orders given anew each turn: turn 2 can begin on \d+ grounds, 0 at most; fewer .*", left_out)
    printed = " ".join(answer("best", "-", "--side", side, given=json.dumps(CLASH)).split())
    assert f"left out: {left_out}" in printed
    assert "by one plan" in printed
    plan, *led = played.choices
    assert [one.what for one in led][:3] == ["policy", "movement", "charges"]
    assert len(plan.options) == 1 + 5 * 3
    assert played.value == plan.options[plan.taken] == max(plan.options.values())
    for told, orders in {"attack at once": ["attack"], "repair to the end": ["repair"],
                         "defence, attack from turn 3 on": ["defence", "defence", "attack"]}.items():  # fmt: skip
        chances = [sc.solve(variant(CLASH, {f"{side}.orders": orders, **ways})).win[side] for ways in led_ways(side)]
        assert plan.options[told] == pytest.approx(max(chances), abs=1e-12)


def led_ways(side):
    """Every way to lead a plaque that turns nothing."""
    fields = {"policy": ["weakest_first", "strongest_first", "shooters_first"], "movement": ["close", "hold"],
              "charges": ["all", "horse", "none"]}  # fmt: skip
    for ways in product(*fields.values()):
        yield {f"{side}.{name}": way for name, way in zip(fields, ways, strict=True)}


def test_a_leader_with_two_dice_can_still_choose_how_his_plaque_is_led():
    clash = variant(CLASH, {"france.leader": "guerin", "france.second_orders": ["repair"], "order_limit": 2})
    played = best_play(clash, side="france")
    assert list(dict.fromkeys(one.what for one in played.choices)) == ["policy", "movement", "charges"]
    chances = [sc.solve(variant(clash, ways)).win["france"] for ways in led_ways("france")]
    assert played.value == pytest.approx(max(chances))


def test_a_plaque_under_rotate_can_stay_as_it_is():
    turned = {"coalition.orders": ["rotate", "attack"], "order_limit": 2}
    still = sc.solve(variant(CLASH, turned | {"coalition.rotation": "none"}))
    no_order = sc.solve(variant(CLASH, turned | {"coalition.orders": ["recall", "attack"]}))  # nobody is out
    assert still.win == no_order.win


def test_a_clash_that_ends_in_its_first_turn_whatever_is_ordered():
    lost = variant(CLASH, {"coalition.troops": ["sergeant"] * 3 + ["dead"] * 3, "coalition.banner": "captain"})
    lost = variant(lost, {"offset": [2, 1], "order_limit": 2})
    assert sc.solve(lost).expected["orders"] == 1.0
    assert best_play(lost, side="coalition").turn_by_turn.value == 0.0


def anew():
    combat = find_combat("bouvines", "clash")
    facts = combat.load_facts(None)
    fields = {name: part for name, part in CLASH.items() if name not in ("game", "combat")} | {"order_limit": 2}
    return AnewEachTurn(understand_clash(first_problem(Clash, fields, facts=facts), facts), facts)


def test_turn_by_turn_under_stated_orders_is_what_odds_says():
    clash = anew()
    for ours, theirs in ((["attack"], ["defence", "attack"]), (["repair", "recall"], ["rotate", "forced-march"])):
        orders = {"coalition.orders": ours, "france.orders": theirs, "order_limit": 2}
        chances = sc.solve(variant(CLASH, orders)).win
        for side, name in enumerate(("coalition", "france")):
            worth = {0: float(side == 0), 1: float(side == 1), -1: 0.0}
            assert clash.values(worth, partial(under, ours, theirs)) == pytest.approx(chances[name], abs=1e-12)


def under(ours, theirs, turn, payoff):
    return payoff[:, NAMES.index(order_of(ours, turn)), NAMES.index(order_of(theirs, turn))]


def plan_values(side, utility):
    """What each plan is worth to a side whose plaque is led as stated."""
    combat = find_combat("bouvines", "clash")
    options = combat.next_choice(prepare(CLASH).scenario, (), side, combat.load_facts(None)).options
    for changes in options.values():
        chances = sc.solve(variant(CLASH, changes)).win
        yield sum(weight * chances[name.removeprefix("win.")] for name, weight in utility.items())


@pytest.mark.compiled
def test_orders_given_anew_each_turn():
    """As good as any plan against the stated orders, no better against the best ones; what one side has the other
    lacks."""
    utility = {"win.coalition": 1.0, "win.france": -0.5}
    ours = best_play(CLASH, side="coalition", utility=utility)
    flipped = {name: -weight for name, weight in utility.items()}
    theirs = best_play(CLASH, side="france", utility=flipped)
    assert ours.turn_by_turn.value == pytest.approx(-theirs.turn_by_turn.value, abs=1e-9)
    assert ours.turn_by_turn.situations == theirs.turn_by_turn.situations
    for played in (ours, theirs):
        stated = max(plan_values(played.side, utility if played is ours else flipped))
        assert played.turn_by_turn.against_stated >= stated - 1e-12
        assert played.turn_by_turn.against_stated >= played.turn_by_turn.value - 1e-12
    first = [one for one in ours.turn_by_turn.situations if one.where.startswith("turn 1,")]
    assert [(one.side, one.chance) for one in first] == [("coalition", 1.0), ("france", 1.0)]


def test_more_than_who_wins_is_not_sought_turn_by_turn():
    played = best_play(CLASH, utility={"win.coalition": 1.0, "coalition.lost": -0.1})
    assert played.turn_by_turn is None
    assert played.left_out == (
        "orders given anew each turn: more is sought than who wins; a utility of win.none, win.coalition, win.france "
        "alone",
    )


def test_what_cannot_be_compared():
    with pytest.raises(BadInput, match=r"left to choose in it: .* of a clash"):
        best_play({"game": "bouvines", "combat": "charge", "charger": "horse", "cells": 2, "target": "knight"})
    with cost.up_to(cost.Cost(10.0, 1.0)), pytest.raises(cost.TooDear, match=r"^best play: .* insist with --exact$"):
        best_play(CLASH)
