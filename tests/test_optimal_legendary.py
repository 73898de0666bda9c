"""Policy `optimal` of Legendary Battles: the best assignment, by a search through the whole tree of an attack."""

import numpy as np
import pytest

import simcore as sc
from legendary_attacks import dealt
from naive.legendary_best import BestAttack
from simcore.advice.best_play import best_play
from simcore.errors import SimcoreError
from simcore.replay import replay
from simcore.utility import Utility
from simcore.variants import variant

FIELDS = ("defenders_policy", "targeting_policy", "attackers_policy")
FREE = (FIELDS, FIELDS[:1], FIELDS[1:], FIELDS[:2])
SMALL = [*dealt("melee", 30, seed=81, more=1, most=4), *dealt("shooting", 12, seed=82, more=1, most=4)]
POLICIES = ("spare_characters", "cheapest_first", "characters_first", "as_listed")


def utility_of(scenario, number):
    if number % 3 == 0:
        return {"win.attacker": 1.0}
    names = [name for name in sc.solve(scenario).columns if name not in ("p", "winner")]
    drawn = np.random.default_rng(number).normal(size=len(names) + 1).round(3)
    return dict(zip(["win.attacker", *names], drawn.tolist(), strict=True))


@pytest.mark.parametrize("number", range(len(SMALL)))
def test_as_good_as_a_search_through_the_whole_tree(number):
    scenario, free = SMALL[number], FREE[number % len(FREE)]
    utility = utility_of(scenario, number)
    found = sc.solve(variant(scenario, {**dict.fromkeys(free, "optimal"), "utility": utility}))
    searched = BestAttack(scenario, utility, free).answer()
    assert Utility(utility).of(found) == pytest.approx(searched, abs=1e-9)


@pytest.mark.compiled
def test_never_worse_than_a_named_policy():
    """Against the opponent as he stands, for a utility of either side."""
    for number, scenario in enumerate([*dealt("melee", 60, seed=83, more=1, most=4), *dealt("shooting", 40, seed=84,
                                                                                         more=1, most=4)]):  # fmt: skip
        attacks = number % 2 == 0
        fields = FIELDS[1:] if attacks else FIELDS[:1]
        weights = {"win.attacker": 1.0, "defender.killed": 0.3, "attacker.killed": -0.4}
        weights = {name: w for name, w in weights.items() if name != "attacker.killed" or scenario["combat"] == "melee"}
        worth = {
            policy: Utility(weights).of(
                sc.solve(variant(scenario, {**dict.fromkeys(fields, policy), "utility": weights}))
            )
            for policy in (*POLICIES, "optimal")
        }
        best = worth.pop("optimal")
        assert all(best >= other - 1e-12 if attacks else best <= other + 1e-12 for other in worth.values()), scenario


MELEE = {
    "game": "legendary",
    "combat": "melee",
    "attackers": [{"unit": "foot-knights", "count": 3}, {"unit": "bowmen", "count": 2}],
    "defenders": [{"unit": "pikemen", "count": 2}, {"unit": "bowmen", "count": 2}, {"character": "henry-v"}],
}


def test_regrets_of_the_named_policies():
    played = best_play(MELEE, side="defender")
    stated = next(one for one in played.policies if one.policy == "spare_characters")
    sought = {**MELEE, "defenders_policy": "optimal", "utility": {"win.defender": -1.0}}
    assert played.value == pytest.approx(sc.solve(sought).win["defender"], abs=1e-12)
    assert stated.against_stated == pytest.approx(sc.solve(MELEE).win["defender"], abs=1e-12)
    assert stated.regret > 0.05
    assert min(one.regret for one in played.policies) == pytest.approx(0.0, abs=1e-12)


def test_trials_and_tellings_choose_the_same():
    scenario = {**MELEE, "defenders_policy": "optimal"}
    exact = sc.solve(scenario)
    for sampler in ("chain", "direct"):
        counted = sc.simulate(scenario, trials=20_000, seed=3, sampler=sampler)
        assert abs(counted.win["defender"] - exact.win["defender"]) < 5 * counted.standard_error["defender"]
        assert replay(scenario, trial=3, sampler=sampler).lines


def test_too_many_ways(monkeypatch):
    monkeypatch.setattr("simcore.games.legendary.every_way.MOST_STANDS", 10)
    with pytest.raises(SimcoreError, match="too many ways"):
        sc.solve({**MELEE, "defenders": [{"unit": "pikemen", "count": 3}, {"unit": "bowmen", "count": 2}],
                  "defenders_policy": "optimal"})  # fmt: skip


def test_the_table_says_where_results_fall():
    """One red die (Kill 2, Disrupt 2, Push 1 of 6) gets past three white ones without a Shield with (2/3)^3."""
    melee = {"game": "legendary", "combat": "melee", "attackers": "sergeants-at-arms",
             "defenders": ["bowmen", "henry-v"]}  # fmt: skip
    told = {one.where: one for one in best_play(melee, utility={"win.defender": -1.0}).situations}
    assert told.keys() == {"1 Kill", "1 Disrupt", "1 Push"}
    for where, faces in {"1 Kill": 2, "1 Disrupt": 2, "1 Push": 1}.items():
        assert told[where].side == "defender"
        assert told[where].chance == pytest.approx((2 / 3) ** 3 * faces / 6, abs=1e-12)
    assert told["1 Kill"].does == told["1 Disrupt"].does == "henry-v has 1 wound"  # nobody is lost: the area holds
    assert told["1 Push"].does.endswith("pushed")


def test_a_choice_that_hangs_on_more_than_the_results_says_so():
    """Retaliation falls on the attackers, who look at what became of the defenders; Tough characters roll first."""
    melee = {"game": "legendary", "combat": "melee", "attackers": ["foot-knights", "jean-de-bourbon"],
             "defenders": [{"unit": "halberdiers", "count": 2}, "earl-of-salisbury"]}  # fmt: skip
    played = best_play(melee, utility={"win.attacker": 1.0, "attacker.killed": -0.1})
    assert {one.side for one in played.situations} == {"attacker", "defender"}
    simple = [one.where for one in played.situations if "Tough" not in one.where]
    assert len(set(simple)) == len(simple) < len(played.situations)  # where choices differ, what they hang on is told
    assert any(where.startswith("Retaliation: ") for where in simple)
    assert all("{" not in one.where and one.where[0] != "," for one in played.situations)
