"""Policy `optimal` of Legendary Battles: the best assignment, by a search through the whole tree of an attack."""

import numpy as np
import pytest

import naive.legendary
import simcore as sc
from crosscheck import disagreements, plain_twin
from legendary_attacks import MELEES, UNITS, dealt
from naive.legendary_best import ORDERS, BestAttack, best
from simcore.advice.best_play import best_play
from simcore.contracts.utility import Utility
from simcore.errors import BadInput, SimcoreError
from simcore.evaluation.replay import replay
from simcore.scenarios.edits import variant

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


# What the text leaves to a side, one or two of them free at once, with and without the assignment.
BETWEEN = ("terror_policy", "feint_policy", "parry_policy", "bodyguard_policy")
LEFT = [*ORDERS, *BETWEEN, "ruthless_policy", "ransom_policy"]
SKILLED = {
    "somerset_policy": ("Somerset and a banner", "Somerset and pikes", "Somerset robs one of two"),
    "ruthless_policy": ("Ruthless", "Ruthless twice", "Ruthless against Tough"),
    "ransom_policy": ("Ransom", "Ransom of the Tough"),
    "parry_policy": ("Parry and Retaliation", "Parry and Dodge", "Somerset and a banner"),
    "feint_policy": ("Feint", "Terror and a choice of dice"),
    "terror_policy": ("Terror and a choice of dice", "Terror 1", "Musicians on both sides"),
    "bodyguard_policy": ("Targeting and Bodyguard", "Bodyguard without room"),
    "lending_policy": ("Terror and lent dice",),
}


def meeting(name):
    """A listed meeting as a scenario."""
    met = MELEES[name]
    sides = {
        side: [
            {"unit": one, "count": count} if one in UNITS else {"character": one, "wounds": count}
            for one, count in getattr(met, side).items()
        ]
        for side in ("attackers", "defenders")
    }
    return {"game": "legendary", "combat": "melee", **sides, **met.fields}


def skilled():
    """Attacks in which a decision matters, with the fields that are free in them."""
    number = 0
    for field, names in SKILLED.items():
        for name in names:
            scenario = meeting(name)
            for other in ((), (LEFT[number % len(LEFT)],), FIELDS):
                number += 1
                yield scenario, (field, *other), number


@pytest.mark.parametrize(("scenario", "free", "number"), list(skilled()))
def test_what_the_text_leaves_to_a_side_is_chosen_as_a_search_chooses_it(scenario, free, number):
    utility = utility_of(scenario, number)
    found = sc.solve(variant(scenario, {**dict.fromkeys(free, "optimal"), "utility": utility}))
    assert Utility(utility).of(found) == pytest.approx(best(scenario, utility, free), abs=1e-9)


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
    named = {**MELEE, "defenders_policy": "spare_characters"}
    assert stated.against_stated == pytest.approx(sc.solve(named).win["defender"], abs=1e-12)
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
             "defenders": ["bowmen", "earl-of-suffolk"]}  # fmt: skip
    told = {one.where: one for one in best_play(melee, utility={"win.defender": -1.0}).situations}
    assert told.keys() == {"1 Kill", "1 Disrupt", "1 Push"}
    for where, faces in {"1 Kill": 2, "1 Disrupt": 2, "1 Push": 1}.items():
        assert told[where].side == "defender"
        assert told[where].chance == pytest.approx((2 / 3) ** 3 * faces / 6, abs=1e-12)
    assert (
        told["1 Kill"].does == told["1 Disrupt"].does == "earl-of-suffolk has 1 wound"
    )  # nobody is lost: the area holds
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


# ---- what the text leaves to a side -----------------------------------------------------------------------------

SOMERSET = {
    "game": "legendary", "combat": "melee", "terrain": "forest",
    "attackers": ["edmund-of-somerset", {"unit": "foot-knights", "count": 2}],
    "defenders": ["standard-bearer", "foot-knights"],
    "defenders_policy": "optimal", "attackers_policy": "optimal", "parry_policy": "keep_both",
}  # fmt: skip
BRIENNE = {
    "game": "legendary", "combat": "melee", "attackers": "walter-of-brienne", "ruthless_tokens": 1,
    "defenders": [{"character": "earl-of-salisbury", "wounds": 1}],
}  # fmt: skip


def won(scenario, **fields):
    return sc.solve({**scenario, **fields}).win["attacker"]


def test_somerset_chooses_whose_die_he_takes():
    assert won(SOMERSET, somerset_policy="most_shields") == pytest.approx(0.3731, abs=5e-5)
    for taken in ("dodge_first", "standard-bearer", "standard-bearer.white", "optimal"):
        assert won(SOMERSET, somerset_policy=taken) == pytest.approx(0.5642, abs=5e-5)
    assert sc.solve({**SOMERSET, "somerset_policy": "optimal"}).chosen["settled"] == {
        "somerset_policy": "standard-bearer.white"
    }
    told = {one.policy: one for one in best_play(SOMERSET).policies if one.field == "somerset_policy"}
    assert told["most_shields"].regret > 0.05
    with pytest.raises(BadInput, match="somerset_policy: 'musician' is not allowed"):
        sc.solve({**SOMERSET, "somerset_policy": "musician"})
    with pytest.raises(BadInput, match=r"a defence die that standard-bearer has: white"):
        sc.solve({**SOMERSET, "somerset_policy": "standard-bearer.red"})


def test_ruthless_may_be_declined():
    assert won(BRIENNE, ruthless_policy="always") == pytest.approx(0.8472, abs=5e-5)
    for spared in ("spare_tough", "never", "optimal"):
        assert won(BRIENNE, ruthless_policy=spared) == pytest.approx(0.9028, abs=5e-5)


def test_ruthless_is_chosen_by_what_is_rolled():
    """A Kill saves a Disrupt from the banner, and is wasted on the Tough: neither always nor never is best."""
    scenario = {"game": "legendary", "combat": "melee", "attackers": ["walter-of-brienne", "foot-knights"],
                "defenders": [{"character": "earl-of-salisbury", "wounds": 1}, "standard-bearer"],
                "ruthless_tokens": 1}  # fmt: skip
    named = [won(scenario, ruthless_policy=policy) for policy in ("always", "spare_tough", "never")]
    assert won(scenario, ruthless_policy="optimal") > max(named) + 1e-3
    assert any("Disrupt turned into a Kill" in one.does for one in best_play(scenario).situations)


def test_best_orders_are_followed_in_trials_and_tellings():
    for scenario in (SOMERSET | {"somerset_policy": "optimal"}, BRIENNE | {"ruthless_policy": "optimal"}):
        exact = sc.solve(scenario)
        for sampler in ("chain", "direct"):
            counted = sc.simulate(scenario, trials=20_000, seed=5, sampler=sampler)
            assert abs(counted.win["attacker"] - exact.win["attacker"]) < 5 * counted.standard_error["attacker"]
            assert replay(scenario, trial=2, sampler=sampler).lines


@pytest.mark.parametrize("name", ["Somerset and a banner", "Parry and Dodge", "Terror and a choice of dice", "Feint"])
def test_the_orders_that_are_told_give_the_whole_distribution(name):
    """What `settled` says, asked of the twin by name: every column together, not the win chance alone."""
    scenario = meeting(name)
    orders = dict.fromkeys(ORDERS, "optimal") | dict.fromkeys(BETWEEN[:3], "standing")
    result = sc.solve(variant(scenario, orders))
    named = variant(scenario, dict(result.chosen["settled"]))
    assert disagreements(result, plain_twin(naive.legendary, named, {})) == []


def test_too_many_orders(monkeypatch):
    monkeypatch.setattr("simcore.games.legendary.standing.MOST_TRIED", 3)
    with pytest.raises(SimcoreError, match="too many orders"):
        sc.solve({**SOMERSET, "parry_policy": "standing", "somerset_policy": "optimal"})
