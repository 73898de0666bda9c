"""Best play in Breizh 1341: plans of sieges against all that a pool of troops allows, battles with a bonus."""

from itertools import product

import pytest

from breizh_scenarios import EXAMPLE_SIEGES, battle, fight, siege
from naive.breizh import CASTLES, siege_outcomes
from simcore.advice.best_play import best_play
from simcore.errors import BadInput
from simcore.scenarios.edits import variant

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


# ---- what a castle's fall brings: may (Besiege) ----------------------------------------------------------------


SUPPLEMENTS = {1: (None,), 2: ("rally", "eliminate", "none"), 3: ("both", "rally", "eliminate", "none")}


def best_with_supplements(scenario, weights):
    """By the twin, the most of every number of besiegers and every way to take or leave what the castles bring."""
    values = [weights.get("troops.spent", 0.0) * 0.0]
    strengths = [STRENGTHS[castle] for castle in scenario["sieges"]]
    for troops in product(*((0, strength, strength + 1) for strength in strengths)):
        if sum(troops) > scenario["pool"] or not any(troops):
            continue
        for taken in product(*(SUPPLEMENTS[strength] for strength in strengths)):
            plan = [
                {"castle": castle, "troops": count, **({"supplement": word} if word else {})}
                for castle, count, word in zip(scenario["sieges"], troops, taken, strict=True)
            ]
            outcomes = siege_outcomes({**scenario, "sieges": plan})
            values.append(
                sum(
                    float(chance) * sum(weight * dict(outcome)[name] for name, weight in weights.items())
                    for outcome, chance in outcomes.items()
                )
            )
    return max(values)


@pytest.mark.parametrize(
    ("castles", "enemies"),
    [(["vannes", "auray"], {"vannes": 1}), (["auray", "vannes"], {"vannes": 1}), (["rennes", "dinan", "dol"], None),
     (["auray", "josselin"], {"vannes": 2})],
)  # fmt: skip
@pytest.mark.parametrize(
    "weights",
    [
        {"partisans.rallied": 1.0},
        {"partisans.eliminated": 1.0},
        {"partisans.rallied": 1.0, "partisans.eliminated": 1.5},
        {"partisans.rallied": -1.0, "partisans.eliminated": 0.5, "taken": 2.0},
        {"partisans.rallied": -1.0, "partisans.eliminated": -1.0, "taken": 3.0},
    ],
)
def test_what_is_taken_of_a_castles_fall_is_the_best_there_is(castles, enemies, weights):
    scenario = siege(sieges=castles, pool=7, **({"enemy_partisans": enemies} if enemies else {}))
    played = best_play(scenario, utility=weights)
    assert played.value == pytest.approx(best_with_supplements(scenario, weights), abs=1e-12)


def test_a_condition_on_partisans_compares_every_castle_by_itself():
    """One of each: the castles, though of one strength, do not do the same."""
    scenario = siege(sieges=["auray", "josselin"], pool=6)
    played = best_play(scenario, utility={"partisans.rallied>=1 and partisans.eliminated>=1": 1.0})
    assert played.value == pytest.approx(1.0)
    taken = {choice.what: choice.taken for choice in played.choices}
    assert {taken["what auray brings"], taken["what josselin brings"]} == {"rally", "eliminate"}


def test_what_a_fall_brings_is_no_choice_where_nobody_asks_for_partisans():
    assert [choice.what for choice in best_play(siege(sieges=["vannes", "auray"], pool=7)).choices] == ["plan"]


# ---- help that changes nothing ---------------------------------------------------------------------------------


def test_a_bonus_is_offered_only_where_it_changes_what_the_die_must_show():
    """Dinan by 3 falls to any face, by 2 with the bonus too; Rennes by 3 needs a 2 without it, nothing with it."""
    helped = {"castle": "dinan", "character": "robert-de-beaumanoir"}
    [plan] = best_play(siege(sieges=[helped, "rennes"], pool=7)).choices
    assert "dinan by 2 with the bonus, rennes by 4" in plan.options
    assert "dinan by 2, rennes by 3 with the bonus" in plan.options
    assert not [name for name in plan.options if "dinan by 3 with" in name or "rennes by 4 with" in name]
    [alone] = best_play(siege(castle="dinan", bonus=-1)).choices
    assert not [name for name in alone.options if "with the bonus" in name]


@pytest.mark.parametrize(
    ("troops", "bonus", "offered"),
    [((2, 2), 3, False), ((4, 1), 2, False), ((3, 3), 1, True), ((3, 3), -1, False)],
)
def test_a_bonus_that_changes_no_battle_is_no_choice(troops, bonus, offered):
    """Fewer than five do not fight; 4 to 1 ends in one round with 3 left and none, whoever leads by how much."""
    choices = best_play(battle(*troops, bonus)).choices
    assert ("bonus of montfort" in {choice.what for choice in choices}) == offered


def test_too_many_plans():
    many = siege(sieges=[{"castle": castle} for castle, strength in STRENGTHS.items() if strength == 1][:8])
    with pytest.raises(BadInput, match="fewer castles"):
        best_play(many)
