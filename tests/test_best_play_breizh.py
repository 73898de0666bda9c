"""Best play in Breizh 1341: plans of sieges against all that a pool of troops allows, battles with a bonus."""

from itertools import product

import pytest

from breizh_scenarios import EXAMPLE_SIEGES, battle, fight, siege
from naive.breizh import CASTLES, siege_outcomes
from simcore.advice.best_play import best_play
from simcore.errors import BadInput
from simcore.variants import variant

STRENGTHS = {castle: strength for held in CASTLES.values() for castle, strength in held.items()}


def plan_values(scenario, weights):
    """By the twin, what every number of besiegers and every place of the bonus is worth."""
    listed = scenario["sieges"]
    helper = next(({k: one[k] for k in ("bonus", "character") if k in one} for one in listed if "character" in one), {})
    strengths = [STRENGTHS[one["castle"]] for one in listed]
    for troops in product(*((0, strength, strength + 1) for strength in strengths)):
        if sum(troops) > scenario["pool"]:
            continue
        for aided in [None, *range(len(listed))] if helper else [None]:
            plan = [
                {"castle": one["castle"], "troops": count, **(helper if at == aided and count else {})}
                for at, (one, count) in enumerate(zip(listed, troops, strict=True))
            ]
            total = weights.get("troops.spent", 0.0) * sum(troops)
            for outcome, chance in siege_outcomes({**scenario, "sieges": plan}).items():
                told = dict(outcome)
                worth = weights.get(f"win.{told['winner']}", 0.0) + weights.get("taken", 0.0) * told["taken"]
                total += float(chance) * worth
            yield total


@pytest.mark.parametrize("pool", [4, 6, 7, 9])
@pytest.mark.parametrize("weights", [{"win.taken": 1.0}, {"taken": 1.0, "troops.spent": -0.3}, {"win.partly": 1.0}])
def test_the_best_plan_is_the_best_of_all(pool, weights):
    scenario = {**EXAMPLE_SIEGES, "pool": pool}
    played = best_play(scenario, utility=weights)
    assert played.value == pytest.approx(max(plan_values(scenario, weights)), abs=1e-12)
    [plan] = played.choices
    assert plan.options[plan.taken] == played.value == max(plan.options.values())


def test_troops_of_a_region_stay_there():
    scenario = siege(
        sieges=[{"castle": "dinan"}, {"castle": "rennes"}], pool_by_region={"saint-malo-et-dol": 2}
    )  # fmt: skip
    [plan] = best_play(scenario, utility={"taken": 1.0}).choices
    assert set(plan.options) == {"no siege", "dinan by 2"}


def test_one_castle():
    [plan] = best_play(siege(strength=2, troops=2, bonus=1), utility={"taken": 1.0, "troops.spent": -1.0}).choices
    assert plan.taken == "no siege"
    assert plan.options["siege-1 by 2 with the bonus"] == pytest.approx(-1.0)
    assert plan.options["siege-1 by 3"] == pytest.approx(-2.0)


def test_battle_or_not_and_whom_a_bonus_helps():
    cost = {"win.montfort": 1.0, "montfort.lost": -0.5}
    played = best_play(battle(4, 4, 1, 1), utility=cost)
    fought, mine, theirs = played.choices[:3]
    assert (fought.what, fought.taken, fought.options["waits"]) == ("battle", "waits", 0.0)
    assert (mine.side, mine.taken, theirs.side, theirs.taken) == ("montfort", "uses it", "blois", "uses it")
    alone = variant(battle(4, 4, 1, 1), {"blois_bonus": 0})
    assert theirs.options["keeps it"] == pytest.approx(best_play(alone, utility=cost).choices[0].options["fights"])
    assert best_play(battle(4, 4, 1, 1), side="blois").choices[0].side == "blois"


def test_what_a_fight_removes_first():
    [order] = best_play(fight({"troops": 2, "highwaymen": 2}), utility={"troops": 1.0}).choices
    assert order.taken == "troops first"


def test_too_many_plans():
    many = siege(sieges=[{"castle": castle} for castle, strength in STRENGTHS.items() if strength == 1][:8])
    with pytest.raises(BadInput, match="fewer castles"):
        best_play(many)
