"""`luck` against simulation and enumeration, for a battle and for a campaign."""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from math import prod

import numpy as np
import pytest
from scipy.stats import chi2

import simcore as sc
from simcore.errors import BadInput
from simcore.games import find_combat

BATTLE = {
    "game": "cent-ans", "combat": "pitched-battle", "attacker": {"english": 4, "burgundian": 2},
    "defender": {"french": 3, "armagnac": 2},
}  # fmt: skip
SIEGE = {"game": "cent-ans", "combat": "siege", "place": "fortified-town", "defender": {"french": 2},
         "attacker": {"english": 4, "elite": 3, "equipment": "bombard"}}  # fmt: skip
BREIZH = {"game": "breizh", "combat": "battle", "montfort": 6, "blois": 5}
ATTACK = {"game": "joan", "combat": "combat", "attacker": {"cards": [4, 4]}, "defender": {"card": 5}}
MELEE = {"game": "legendary", "combat": "melee", "attackers": [{"unit": "foot-knights", "count": 2}],
         "defenders": [{"unit": "pikemen"}, {"unit": "bowmen"}]}  # fmt: skip
CHARGE = {"game": "bouvines", "combat": "charge", "charger": "horse", "cells": 2, "target": "knight"}
CASES = [
    (BATTLE, {"winner": "defender", "defender.french": 2}, None),
    (BATTLE, {"winner": "attacker", "attacker.english": 2}, "defender"),
    (SIEGE, {"winner": "attacker"}, None),
    (BREIZH, {"winner": "none"}, None),
    (ATTACK, {"winner": "defender"}, "attacker"),
    (MELEE, {"defender.bowmen": 1}, None),
    (CHARGE, {"winner": "unhorsed"}, "unhorsed"),
]
TRIALS = 40_000


def order(scenario, outcome, side):
    """The default order, as documented, for one outcome: what makes it better comes first."""
    combat = find_combat(scenario["game"], scenario["combat"])
    winner = combat.winners[outcome["winner"]]
    sides = {column.partition(".")[0] for column in outcome} & set(combat.winners)

    def left(name):
        own = {column: count for column, count in outcome.items() if column.startswith(f"{name}.")}
        lost = [count for column, count in own.items() if column.endswith(("cards_lost", "points_lost"))]
        if lost:
            return -own[f"{name}.points_lost"]
        fates = ("killed", "disrupted", "pushed", "wounds", "captured", "partisans")
        return sum(count for column, count in own.items() if not column.endswith(fates))

    if side not in sides:
        return (winner == side,)

    def met(name, fate):
        return sum(
            count for column, count in outcome.items() if column.startswith(f"{name}.") and column.endswith(fate)
        )

    level = 1 if winner == side else -1 if winner in sides else 0
    fates = {"legendary": ("killed", "captured", "wounds", "disrupted")}.get(scenario["game"], ())
    grades = [sum(met(name, fate) for name in sides - {side}) - met(side, fate) for fate in fates]
    return level, left(side) - sum(left(name) for name in sides - {side}), *grades


def matches(scenario, outcome, happened):
    combat = find_combat(scenario["game"], scenario["combat"])
    stated = {k: combat.winners.index(v) if k == "winner" else v for k, v in happened.items()}
    return all(outcome[column] == value for column, value in stated.items())


def shares(scenario, outcomes, happened, side):
    """Worse, equal, better, averaged over the outcomes that are as stated; `outcomes`: (outcome, weight) pairs."""
    keyed = [(order(scenario, one, side), weight, matches(scenario, one, happened)) for one, weight in outcomes]
    total = sum(weight for _, weight, _ in keyed)
    stated = sum(weight for _, weight, mine in keyed if mine)
    told = []
    for compare in (lambda a, b: a < b, lambda a, b: a == b, lambda a, b: a > b):
        told.append(sum(
            mine_weight / stated * sum(weight for other, weight, _ in keyed if compare(other, key)) / total
            for key, mine_weight, mine in keyed if mine
        ))  # fmt: skip
    return told


def side_of(scenario, side):
    return side or find_combat(scenario["game"], scenario["combat"]).winners[1]


@pytest.mark.parametrize(("scenario", "happened", "side"), CASES)
def test_the_documented_order_over_all_outcomes(scenario, happened, side):
    found = sc.luck(scenario, happened, side=side)
    exact = [(one, one["p"]) for one in sc.solve(scenario).outcomes]
    expected = shares(scenario, exact, happened, side_of(scenario, side))
    assert [found.worse, found.equal, found.better] == pytest.approx(expected, abs=1e-9)
    assert found.worse + found.equal + found.better == pytest.approx(1.0)
    assert found.rank == pytest.approx(found.worse + found.equal / 2)
    assert found.chance == pytest.approx(sum(p for one, p in exact if matches(scenario, one, happened)))
    assert float(found.ranks @ found.result.columns["p"]) == pytest.approx(0.5)


@pytest.mark.compiled
@pytest.mark.parametrize(("scenario", "happened", "side"), CASES)
def test_a_simulation(scenario, happened, side):
    """Trials fall into worse, equal and better as often as told (G-test), for one outcome stated in full."""
    outcomes = sc.solve(scenario).outcomes
    winners = find_combat(scenario["game"], scenario["combat"]).winners
    one = next(one for one in outcomes if matches(scenario, one, happened))
    whole = {k: winners[v] if k == "winner" else v for k, v in one.items() if k != "p"}
    found = sc.luck(scenario, whole, side=side)
    trials = sc.simulate(scenario, trials=TRIALS, seed=11)
    mine = order(scenario, one, side_of(scenario, side))
    counted = [0, 0, 0]
    for drawn in trials.outcomes:
        key = order(scenario, drawn, side_of(scenario, side))
        counted[(key > mine) - (key < mine) + 1] += round(drawn["p"] * TRIALS)
    assert g_test(counted, [found.worse, found.equal, found.better])


def g_test(counted, chances) -> bool:
    """Counts that chances explain: one in ten thousand would not pass."""
    total = sum(counted)
    assert all(count == 0 for count, chance in zip(counted, chances, strict=True) if chance < 1e-12)
    pairs = [(count, chance) for count, chance in zip(counted, chances, strict=True) if chance >= 1e-12]
    statistic = 2 * sum(count * np.log(count / (total * chance)) for count, chance in pairs if count)
    return len(pairs) == 1 or statistic < chi2.isf(1e-4, len(pairs) - 1)


CAMPAIGN = {
    "battles": [
        {**BATTLE, "happened": {"winner": "defender", "defender.french": 2}, "name": "the landing"},
        {**SIEGE, "happened": {"winner": "attacker"}, "side": "defender"},
        {**BREIZH, "happened": {"winner": "none"}},
        {**ATTACK, "happened": {"winner": "attacker"}},
        {**MELEE, "happened": {"defender.bowmen": 1}, "utility": {"win.attacker": 2, "defender.bowmen": -1}},
    ]
}


def test_a_campaign_against_simulation():
    """Whole campaigns drawn battle by battle, their ranks added up."""
    found = sc.campaign_luck(CAMPAIGN)
    draws, random = 100_000, np.random.default_rng(5)
    total, happened = np.zeros(draws, np.int64), np.zeros(draws, np.int64)
    for battle in found.battles:
        chances = battle.result.columns["p"]
        drawn = [random.choice(chances.size, size=draws, p=p / p.sum()) for p in (chances, battle.came)]
        total += np.rint(battle.ranks[drawn[0]] * 10_000).astype(np.int64)
        happened += np.rint(battle.ranks[drawn[1]] * 10_000).astype(np.int64)
    assert found.total == pytest.approx(sum(battle.rank for battle in found.battles), abs=5e-4)
    counted = [int((total < happened).sum()), int((total == happened).sum()), int((total > happened).sum())]
    assert g_test(counted, [found.worse, found.equal, found.better])
    assert found.expected == pytest.approx(len(found.battles) / 2, abs=1e-3)


def test_a_campaign_by_enumeration():
    """Over all pairs of a course of two battles and a course as stated: statements in part are mixtures."""
    stated = [{**BREIZH, "happened": {"winner": "montfort"}}, {**ATTACK, "happened": {"winner": "attacker"}}]
    found = sc.campaign_luck({"battles": stated})
    courses = []
    outcomes = [sc.solve({key: part for key, part in one.items() if key != "happened"}).outcomes for one in stated]
    for course in product(*(range(len(listed)) for listed in outcomes)):
        ones = [listed[one] for listed, one in zip(outcomes, course, strict=True)]
        rank = sum(round(battle.ranks[one] * 10_000) for battle, one in zip(found.battles, course, strict=True))
        mine = all(matches(battle, one, battle["happened"]) for battle, one in zip(stated, ones, strict=True))
        courses.append((rank, prod(one["p"] for one in ones), mine))
    assert len({rank for rank, _, mine in courses if mine}) > 1
    total = sum(chance for _, chance, mine in courses if mine)
    shares = [0.0, 0.0, 0.0]
    for (happened, weight, mine), (rank, chance, _) in product(courses, courses):
        shares[1 + (rank > happened) - (rank < happened)] += mine * weight / total * chance
    assert [found.worse, found.equal, found.better] == pytest.approx(shares, abs=1e-9)


FULL = {"winner": "attacker", "attacker.english": 2, "attacker.burgundian": 1, "defender.french": 0,
        "defender.armagnac": 0}  # fmt: skip


@pytest.mark.parametrize(
    ("scenario", "happened", "side"), [*CASES, (BATTLE, FULL, None), (BATTLE, {"winner": "attacker"}, None)]
)
def test_a_campaign_of_one_battle_is_that_battle(scenario, happened, side):
    one = sc.luck(scenario, happened, side=side)
    alone = sc.campaign_luck({"battles": [{**scenario, "happened": happened}]}, side=side)
    assert (alone.worse, alone.equal, alone.better) == pytest.approx((one.worse, one.equal, one.better), abs=1e-9)
    assert alone.total == pytest.approx(one.rank, abs=5e-5)  # a rank is a whole number of steps


def test_bad_luck_adds_up():
    """Ten times a little unlucky is rarer than once: percentiles are not averaged."""
    lost = {**BATTLE, "happened": {"winner": "defender"}}
    ranks = [sc.campaign_luck({"battles": [lost] * number}).rank for number in (1, 3, 9)]
    assert ranks == sorted(ranks, reverse=True)
    assert ranks[2] < ranks[0] / 4


def test_sides_mirror_each_other():
    ours = sc.luck(BATTLE, {"winner": "defender"})
    theirs = sc.luck(BATTLE, {"winner": "defender"}, side="defender")
    assert (ours.worse, ours.equal, ours.better) == pytest.approx((theirs.better, theirs.equal, theirs.worse))


def test_a_stated_utility():
    found = sc.luck(BATTLE, {"attacker.english": 1}, utility={"attacker.english": 1.0})
    english = sc.solve(BATTLE).columns
    chance = english["p"]
    assert found.worse == pytest.approx(chance[english["attacker.english"] < 1].sum())
    assert found.equal == pytest.approx(chance[english["attacker.english"] == 1].sum())


def test_by_trials():
    found = sc.luck(BATTLE, {"winner": "defender"}, trials=2_000, seed=3)
    assert (found.result.method, found.result.trials) == ("monte-carlo", 2_000)
    assert found.rank == pytest.approx(sc.luck(BATTLE, {"winner": "defender"}).rank, abs=0.05)


GREAT = {"game": "joan", "combat": "great-battle", "duels": [
    {"first": {"card": 5}, "second": {"card": 4}}, {"first": {"card": 3}, "second": {"card": 6}}]}  # fmt: skip


def test_nobody_is_none():
    assert sc.luck(BREIZH, {"winner": "nobody"}).rank == sc.luck(BREIZH, {"winner": "none"}).rank


def test_words_that_stand_for_numbers():
    assert sc.luck(GREAT, {"duel_1": "first"}).rank > 0.5 > sc.luck(GREAT, {"duel_1": "second"}).rank
    with pytest.raises(BadInput, match="happened: 'duel_1=frst' is not allowed; duel_1: did you mean first"):
        sc.luck(GREAT, {"duel_1": "frst"})


@pytest.mark.parametrize(
    ("happened", "how", "said"),
    [
        ({"winner": "attacker", "defender.french": 2}, {},
         "happened: 'winner=attacker, defender.french=2' is not allowed; an outcome that can happen; the nearest is "
         "winner=attacker, defender.french=0"),
        ({"winner": "attacker", "attacker.english": 9}, {}, ".*the nearest is winner=attacker, attacker.english=4$"),
        ({"winner": "french"}, {}, "happened: 'winner=french' is not allowed; winner: allowed: none"),
        ({"winner": 1}, {}, "happened: 'winner=1' is not allowed; winner: allowed: none"),
        ({"attacker.elite": 1}, {}, "happened: 'attacker.elite' is not allowed"),
        ({"p": 1}, {}, "happened: 'p' is not allowed"),
        ({"attacker.english": -1}, {}, "happened: 'attacker.english=-1' is not allowed; .* is a whole number"),
        ({"attacker.english": 1.5}, {}, "happened: 'attacker.english=1.5' is not allowed; .* is a whole number"),
        ({"attacker.english": True}, {}, "happened: 'attacker.english=True' is not allowed; .* is a whole number"),
        ({"attacker.english": "two"}, {}, "happened: 'attacker.english=two' is not allowed; .* is a whole number"),
        ({}, {}, "happened: {} is not allowed"),
        ("winner", {}, "happened: 'winner' is not allowed"),
        ({"winner": "attacker"}, {"side": "english"}, "side: 'english' is not allowed"),
        ({"winner": "attacker"}, {"utility": {"attacker.lost": 1}}, "utility: 'attacker.lost' is not allowed"),
        ({"winner": "attacker"}, {"utility": {}}, "utility: {} is not allowed"),
        ({"winner": "attacker"}, {"utility": {"win.attacker": 0, "win.none": 0}}, "utility: .*a weight that is not 0"),
        ({"winner": "attacker"}, {"utility": 3}, "utility: 3 is not allowed"),
    ],
)  # fmt: skip
def test_bad_input(happened, how, said):
    with pytest.raises(BadInput, match=said) as caught:
        sc.luck(BATTLE, happened, **how)
    assert "\n" not in str(caught.value)


def test_what_never_came_up_in_trials():
    with pytest.raises(BadInput, match="an outcome that came up in 500 trials; the nearest is"):
        sc.luck(BATTLE, {"winner": "attacker", "defender.french": 2}, trials=500)


WON = {**BATTLE, "happened": {"winner": "attacker"}}


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ({}, "battles: {} is not allowed; a list of scenarios"),
        ({"battles": []}, "battles: "),
        ({"battles": WON}, "battles: "),
        ({"battles": [WON], "sides": "attacker"}, "campaign: 'sides' is not allowed; did you mean side"),
        ({"battles": [WON, 3]}, "battles.1: 3 is not allowed"),
        ({"battles": [WON, BATTLE]}, "battles.1.happened: {} is not allowed"),
        ({"battles": [{**WON, "name": 3}]}, "battles.0.name: 3 is not allowed"),
        ({"battles": [{**WON, "happend": 1}]}, "battles.0.scenario: 'happend' is not allowed"),
        ({"battles": [{**WON, "side": "x"}]}, "battles.0.side: 'x' is not allowed"),
        ({"battles": [WON], "side": ["attacker"]}, "battles.0.side: "),
        ({"battles": [WON] * 201}, "battles: '201 battles' is not allowed; at most 200"),
    ],
)
def test_bad_campaigns(document, said):
    with pytest.raises(BadInput, match=said):
        sc.campaign_luck(document)


def test_totals_are_conditions_too():
    scenario = {**BATTLE, "defender": {"french": 3}}
    kinds = [(english, burgundian) for english, burgundian in product(range(5), range(3)) if english + burgundian == 4]
    chances = []
    for english, burgundian in kinds:
        with suppress(BadInput):
            chances.append(sc.luck(scenario, {"attacker.english": english, "attacker.burgundian": burgundian}).chance)
    assert sc.luck(scenario, {"attacker.left": 4}).chance == pytest.approx(sum(chances))
    whole = sum(sc.luck(scenario, {"defender.lost": lost}).chance for lost in range(4))
    assert whole == pytest.approx(1.0)
    with pytest.raises(BadInput, match=r"'rounds' is not allowed; what an outcome tells \(of this only the mean"):
        sc.luck(scenario, {"rounds": 3})


def test_killing_is_more_than_pushing_away():
    killed, disrupted, pushed = (
        sc.luck(
            MELEE, {"attacker.foot-knights": 2, "defender.left": 0, "defender.killed": kills, "defender.pushed": away}
        )
        for kills, away in ((2, 0), (0, 0), (0, 2))
    )
    assert killed.rank > disrupted.rank > pushed.rank


def test_intervals_of_a_campaign_hold_the_exact_shares():
    battles = [{**BREIZH, "happened": {"winner": "montfort"}}, {**BATTLE, "happened": {"winner": "defender"}}]
    exact, counted = sc.campaign_luck({"battles": battles}), sc.campaign_luck({"battles": battles}, trials=2_000)
    assert exact.interval is None
    for name, (low, high) in counted.interval.items():
        assert low <= getattr(exact, name) <= high


def test_one_more_fact_does_not_change_the_order():
    """Who of an army got away is told only if it is stated: what an outcome is worth must not hang on that."""
    left = {"winner": "attacker", "attacker.english": 2, "attacker.burgundian": 1}
    known = sc.luck(BATTLE, left)
    for more in ({"attacker.retreated": 2}, {"attacker.retreated": 3}, {"defender.retreated": 1}):
        found = sc.luck(BATTLE, {**left, **more})
        assert (found.worse, found.equal) == pytest.approx((known.worse, known.equal), abs=1e-12)
    with_weights = sc.luck(BATTLE, left | {"attacker.retreated": 2}, utility={"attacker.burgundian_retreated": 1.0})
    assert with_weights.rank != pytest.approx(known.rank, abs=1e-3)
