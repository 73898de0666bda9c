"""Breizh 1341: what holds for every battle, siege and fight, and both engines against each other."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

from breizh_scenarios import SCENARIOS, battle, distribution, fight, siege
from simcore.evaluation.questions import simulate, solve
from simcore.games.breizh.combats import SIEGE
from simcore.games.breizh.facts import facts

pytestmark = pytest.mark.compiled

laws = settings(max_examples=40, deadline=None)
troops = st.integers(1, 20)
bonuses = st.integers(-3, 3)


@laws
@given(troops, troops, bonuses, bonuses, st.sampled_from(["difference", "survivor"]))
def test_laws_of_battles(montfort, blois, montfort_bonus, blois_bonus, rule):
    rules = {"winner": rule}
    result = solve(battle(montfort, blois, montfort_bonus, blois_bonus, rules=rules))
    assert result.mass == pytest.approx(1)
    assert sum(result.win.values()) == pytest.approx(1)
    assert result.assumed == ()
    for outcome in result.outcomes:
        mine, theirs = outcome["montfort.troops"], outcome["blois.troops"]
        assert mine + theirs <= 4 or 0 in (mine, theirs)
        assert (montfort + blois >= 5) == (mine < montfort and theirs < blois)
        assert outcome["montfort.partisans"] - outcome["blois.partisans"] == (0, 1, -1)[outcome["winner"]]
        if rule == "survivor" and montfort + blois >= 5 and 0 in (mine, theirs):
            assert outcome["winner"] == (1 if mine else 2)
    for camp, start in (("montfort", montfort), ("blois", blois)):
        assert result.expected[camp]["troops"] + result.expected[camp]["lost"] == pytest.approx(start)
        assert result.expected[camp]["lost"] >= result.expected["rounds"] - 1e-9
    # The archers are a bonus of 1: with it handed over, the camps can change places.
    mirrored = solve(battle(blois, montfort, blois_bonus - 1, montfort_bonus + 1, rules=rules))
    assert mirrored.win["blois"] == pytest.approx(result.win["montfort"])
    assert mirrored.expected["blois"] == pytest.approx(result.expected["montfort"])
    # A bonus for both is a bonus for nobody.
    assert solve(battle(montfort, blois, montfort_bonus + 1, blois_bonus + 1, rules=rules)).win == pytest.approx(
        result.win
    )


SUPPLEMENTS = [None, "rally", "eliminate", "none"]
plans = st.lists(
    st.tuples(st.sampled_from(sorted(facts().castles)), st.integers(0, 1), st.sampled_from(SUPPLEMENTS)),
    min_size=1,
    max_size=6,
    unique_by=lambda plan: plan[0],
)


@laws
@given(plans, st.integers(0, 20), st.integers(0, 3))
def test_laws_of_sieges(plan, pool, enemies):
    listed = [
        {"castle": name, "troops": facts().castles[name].value.strength + more, "supplement": supplement}
        for name, more, supplement in plan
    ]
    scenario = siege(sieges=listed, pool=pool, enemy_partisans={"vannes": enemies})
    result = solve(scenario)
    assert result.mass == pytest.approx(1)
    assert result.expected["troops"]["spent"] + result.expected["troops"]["left"] == pool
    assert sum(result.expected["castles"].values()) == pytest.approx(result.expected["taken"])
    for outcome in result.outcomes:
        fell = [name for name, _, _ in plan if outcome[f"castles.{name}"]]
        assert len(fell) == outcome["taken"]
        assert SIEGE.winners[outcome["winner"]] == (
            "taken" if len(fell) == len(plan) else "partly" if fell else "held"
        )  # fmt: skip
        strong = [name for name in fell if facts().castles[name].value.strength > 1]
        assert outcome["partisans.rallied"] + outcome["partisans.eliminated"] <= 2 * len(strong)
        elsewhere = [name for name in strong if facts().castles[name].value.region != "vannes"]
        assert outcome["partisans.eliminated"] <= enemies + len(elsewhere)
    # A siege does not touch another: each falls as if it were alone.
    left = pool
    chance = 1.0
    for entry in listed:
        alone = solve(siege(**{**entry, "troops": min(entry["troops"], left)}))
        assert result.expected["castles"][entry["castle"]] == pytest.approx(alone.win["taken"])
        left -= int(alone.expected["troops"]["spent"])
        chance *= alone.win["taken"]
    assert result.win["taken"] == pytest.approx(chance)


@laws
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 1)).filter(any), min_size=1, max_size=3), bonuses)
def test_laws_of_fights(targets, bonus):
    result = solve(fight(*({"troops": t, "highwaymen": h} for t, h in targets), bonus=bonus))
    most = sum(min(2, t + h) for t, h in targets)
    expected = {}
    for die in (1, 2, 3):
        gone = min(max(die + bonus, 0), most)
        expected[gone] = expected.get(gone, 0) + 1 / 3
    assert {o["removed"]: o["p"] for o in result.outcomes} == pytest.approx(expected)
    for outcome in result.outcomes:
        assert outcome["troops"] + outcome["highwaymen"] == outcome["removed"]
        assert sum(outcome[f"regions.region-{n}"] for n in range(1, len(targets) + 1)) == outcome["removed"]
        assert outcome["highwaymen"] == min(outcome["removed"], sum(h for _, h in targets))


@pytest.mark.parametrize("sampler", ["chain", "direct"])
@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda s: s["combat"])
def test_trials_agree_with_the_exact_answer(scenario, sampler):
    trials = 200_000
    exact = distribution(solve(scenario))
    result = simulate(scenario, trials=trials, sampler=sampler, seed=7)
    counted = distribution(result)
    assert set(counted) <= set(exact)
    seen = np.array([counted.get(name, 0.0) for name in exact]) * trials
    wanted = np.array(list(exact.values())) * trials
    rare = wanted < 10
    if rare.any():
        seen = np.append(seen[~rare], seen[rare].sum())
        wanted = np.append(wanted[~rare], wanted[rare].sum())
    if len(wanted) > 1:
        assert chisquare(seen, wanted * seen.sum() / wanted.sum()).pvalue > 1e-4
    if scenario["combat"] == "battle":
        assert result.expected["rounds"] == pytest.approx(solve(scenario).expected["rounds"], rel=0.01)
