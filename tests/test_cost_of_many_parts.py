"""What a question of many parts costs as a whole: campaigns, comparisons, luck. All parts are on one account."""

from __future__ import annotations

import time

import numpy as np
import pytest

import simcore as sc
from campaigns import BRITTANY
from command_line import failed
from simcore.advice.campaign import walk
from simcore.engine import cost, run
from simcore.evaluation.questions import prepare
from simcore.stats import ranks

BATTLE = {"game": "breizh", "combat": "battle", "montfort": 6, "blois": 5}
LOST = {**BATTLE, "happened": {"winner": "none"}}


def test_each_part_may_cost_what_the_ones_before_it_have_left():
    with cost.account(cost.Cost(3.0, 100.0)) as whole:
        cost.pay(cost.Cost(1.0, 500.0))
        assert cost.allowed() == (2.0, 100.0)
        whole.reserved = 0.5
        cost.pay(cost.Cost(0.25, 0.0), held=40.0)
        assert cost.allowed() == (1.25, 60.0)
        with cost.up_to(cost.Cost(1.0, 1e9)):
            assert cost.allowed() == (1.0, 60.0)
        cost.pay(cost.Cost(9.0, 0.0))
        assert cost.allowed().seconds == 0.0
    assert cost.allowed() == cost.LIMIT


def test_what_an_exact_pass_has_made_is_paid_for():
    problem = prepare(BATTLE).problem
    with cost.account() as whole:
        assert run.affordable(problem)
        run.solve_problem(problem)
        assert 0.0 < whole.seconds <= max(run.pass_cost(problem).seconds, cost.MOVE_MADE * run.exact_cost(problem))
        cost.pay(cost.Cost(cost.LIMIT.seconds, 0.0))
        assert not run.affordable(problem)
        assert run.small_enough(problem)


@pytest.mark.compiled
def test_battles_for_which_too_little_is_left_are_counted_in_trials():
    """Each of them would be answered exactly if it were asked alone."""
    one = run.pass_cost(prepare(BATTLE).problem).seconds
    with cost.up_to(cost.Cost(one / 2, 1e9)):
        found = sc.luck(BATTLE, {"winner": "none"})
    assert found.result.method == "monte-carlo"
    assert found.result.trials == 1 << 12
    exactly = sc.luck(BATTLE, {"winner": "none"})
    assert found.chance == pytest.approx(exactly.chance, abs=0.05)


def test_luck_of_more_battles_than_fit_is_refused_unless_insisted_on(tmp_path):
    with (
        cost.up_to(cost.Cost(5 * cost.READY, 1e9)),
        pytest.raises(
            cost.TooDear, match=r"^luck of \d+ of 12 battles: .* ask of fewer at a time, or insist with --exact$"
        ),
    ):
        sc.campaign_luck({"battles": [LOST] * 12}, trials=None)
    with cost.up_to(cost.Cost(10.0, 2000.0)), pytest.raises(cost.TooDear, match=r"^luck of \d+ of 12 battles: "):
        sc.campaign_luck({"battles": [LOST] * 12})
    with cost.up_to(cost.Cost(5 * cost.READY, 1e9)):
        assert len(sc.campaign_luck({"battles": [LOST] * 12}, exact=True).battles) == 12


@pytest.mark.compiled
def test_trials_of_luck_are_as_many_as_fit():
    """A million where that fits."""
    problem = prepare(BATTLE).problem
    each = run.rolls_of_a_trial(problem) * cost.ROLL
    for fit in (20_000, 300_000):
        with cost.up_to(cost.Cost(2 * fit * each, 0.0)):
            assert sc.luck(BATTLE, {"winner": "none"}).result.trials in range(fit - 2, fit + 2)


def test_ranks_of_many_battles_are_added_up_in_no_time():
    """As sums of products two hundred battles of many outcomes would take minutes."""
    dice = np.random.default_rng(5)
    each = []
    for _ in range(200):
        shares = np.zeros(ranks.STEPS + 1)
        shares[dice.integers(0, ranks.STEPS + 1, 2000)] += 1.0 / 2000
        each.append(shares / shares.sum())
    began = time.process_time()
    total = ranks.summed(each)
    assert time.process_time() - began < 20.0
    assert total.sum() == pytest.approx(1.0)
    steps = np.arange(ranks.STEPS + 1)
    assert np.arange(total.size) @ total == pytest.approx(sum(steps @ one for one in each))


def test_a_folded_sum_is_the_sum_of_products(monkeypatch):
    dice = np.random.default_rng(6)
    each = [one / one.sum() for one in (dice.random(size) for size in (3, 50, 7, 400, 11))]
    plain = ranks.summed(each)
    monkeypatch.setattr(ranks, "MOST_PRODUCTS", 0)
    folded = ranks.summed(each)
    assert folded.size == plain.size
    assert np.abs(folded - plain).max() < 1e-15


@pytest.mark.compiled
def test_a_campaign_that_costs_too_much_as_a_whole_is_drawn_by_trials_and_says_so(monkeypatch):
    exactly = sc.campaign(BRITTANY)
    assert exactly.method == "exact"
    monkeypatch.setattr(walk, "MOST_BANDS", 1)
    assert sc.campaign(BRITTANY).trials == 100_000
    with cost.account(cost.MOST) as whole:
        sc.campaign(BRITTANY, trials=2000)
    with cost.up_to(cost.Cost(4 * whole.seconds, 1e9)):
        found = sc.campaign(BRITTANY)
    assert found.method == "monte-carlo"
    assert found.trials is not None
    assert 1000 <= found.trials < 100_000
    assert found.trials % 1000 == 0
    assert found.to_dict()["trials"] == found.trials
    for one, other in zip(found.stages, exactly.stages, strict=True):
        assert one.reached == pytest.approx(other.reached, abs=0.07)


@pytest.mark.compiled
def test_a_campaign_for_which_a_thousand_trials_are_too_dear_is_refused():
    with cost.up_to(cost.Cost(cost.READY, 1e9)):
        with pytest.raises(cost.TooDear, match=r"^campaign: 1,000 trials: .* or give --trials$"):
            sc.campaign(BRITTANY)
        assert sc.campaign(BRITTANY, trials=200).trials == 200
        assert sc.campaign(BRITTANY, exact=True).method == "exact"


@pytest.mark.compiled
def test_variants_that_cost_too_much_together_are_compared_by_trials():
    """Each of them alone is cheap enough."""
    other = {**BATTLE, "montfort": 7}
    both = [prepare(one).problem for one in (BATTLE, other)]
    each = max(run.pass_cost(one).seconds + cost.valued(one.endings).seconds for one in both)
    with cost.up_to(cost.Cost(1.2 * each, 1e9)):
        found = sc.compare(BATTLE, other)
    assert found.method == "monte-carlo"
    assert found.trials == run.PAIRED_UNIT  # the fewest
    exactly = sc.compare(BATTLE, other).differences["win.montfort"]
    low, high = found.differences["win.montfort"].interval
    assert low - 0.01 <= exactly.difference <= high + 0.01


@pytest.mark.compiled
def test_quantities_of_endings_that_do_not_fit_are_worked_out_as_they_come_up():
    other = {**BATTLE, "montfort": 7}
    whole = sc.compare(BATTLE, other, trials=2000, outcomes=["win.montfort", "blois.lost", "montfort.left>=2"])
    with cost.up_to(cost.Cost(10.0, 100.0)):
        part = sc.compare(BATTLE, other, trials=2000, outcomes=["win.montfort", "blois.lost", "montfort.left>=2"])
    assert part.differences == whole.differences


def test_luck_can_be_insisted_on_at_the_command_line(tmp_path):
    said = failed("luck", "breizh", "battle", "blois=5", "montfort=6", "--happened", "winner=none", "--exact",
                  "--trials", "10")  # fmt: skip
    assert "exact" in said
