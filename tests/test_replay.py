"""A trial retold is the trial that was counted."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import simcore as sc
from cent_ans_battles import dealt
from simcore.errors import BadInput, SimcoreError
from simcore.evaluation.questions import prepare
from simcore.evaluation.replay import replay
from trial_runs import BATTLE, SAMPLERS, one_line

SCENARIOS = dealt("pitched-battle", 24, seed=8, troops=3, elite=2) + dealt("siege", 16, seed=9, troops=3, elite=3)
WINNERS = {"none": 0, "attacker": 1, "defender": 2}
TRIALS = 6


def ended(outcome: dict[str, Any]) -> tuple[tuple[str, int], ...]:
    """Winner and survivors, in the words of `outcomes`."""
    return tuple(sorted((name, WINNERS[n] if name == "winner" else n) for name, n in outcome.items() if name != "p"))


@pytest.mark.parametrize("sampler", SAMPLERS)
@pytest.mark.parametrize("number", range(len(SCENARIOS)))
def test_trials_end_as_they_were_counted(number, sampler):
    scenario = SCENARIOS[number]
    stories = [replay(scenario, trial=trial, seed=number, sampler=sampler) for trial in range(TRIALS)]
    counted = sc.simulate(scenario, trials=TRIALS, seed=number, sampler=sampler)
    assert Counter(ended(dict(story.outcome)) for story in stories) == {
        tuple(sorted((name, n) for name, n in row.items() if name != "p")): round(row["p"] * TRIALS)
        for row in counted.outcomes
    }
    for story in stories:
        assert story.lines
        assert all(line == " ".join(line.split()) for line in story.lines)
        assert story.sampler == counted.sampler
        again = replay(scenario, trial=story.trial, seed=number, sampler=sampler)
        assert again == story
        assert story.to_dict()["lines"] == list(story.lines)


@pytest.mark.parametrize("field", ["trial", "seed"])
@pytest.mark.parametrize("value", [-1, 2**64, 1.5, True, "1"])
def test_bad_addresses_are_refused_in_one_line(field, value):
    with pytest.raises(BadInput) as refused:
        replay(BATTLE, **{"trial": 0, field: value})
    one_line(refused, f"{field}: ", "a whole number from 0 to ")


def test_an_unknown_sampler_is_refused():
    with pytest.raises(BadInput, match=r"^sampler: 'best' is not allowed; chain or direct$"):
        replay(BATTLE, trial=0, sampler="best")


@pytest.mark.usefixtures("toy_game")
def test_a_combat_without_a_tale_says_so():
    with pytest.raises(SimcoreError, match=r"^replay: toy lock has nothing to retell$"):
        replay({"game": "toy", "combat": "lock"}, trial=0)


@pytest.mark.parametrize("sampler", SAMPLERS)
def test_a_trial_too_long_to_be_told_is_refused(sampler, monkeypatch):
    rolls = []
    problem = prepare(BATTLE).problem
    told = problem.retell
    monkeypatch.setattr(type(told), "__call__", lambda self, steps: rolls.append(len(steps)) or ["told"])
    replay(BATTLE, trial=1, sampler=sampler)
    monkeypatch.setattr("simcore.evaluation.replay.MOST_ROLLS", rolls[0])
    assert replay(BATTLE, trial=1, sampler=sampler).lines == ("told",)
    monkeypatch.setattr("simcore.evaluation.replay.MOST_ROLLS", rolls[0] - 1)
    with pytest.raises(SimcoreError, match=rf"^replay: trial 1 takes more than {rolls[0] - 1} rolls$"):
        replay(BATTLE, trial=1, sampler=sampler)
