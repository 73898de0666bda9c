"""The gate by itself: what it lets pass and what not, on turns with a known spread."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.figures import RATIO, Figure, Promise, Run, ratios, read_promises, read_run
from bench.gate import TOLERANCE, Losses, change, changes, judge, losses

AT_LEAST, AT_MOST = Promise(4.0, at_least=True), Promise(0.2, at_least=False)
TURNS = st.lists(st.floats(1.0, 1.05), min_size=5, max_size=11)


def ratio(*runs: float, name: str = "chain") -> Figure:
    return Figure("battle", name, RATIO, runs)


@pytest.mark.parametrize(
    ("runs", "promise", "verdict"),
    [
        ((3.0, 4.5, 5.0), AT_LEAST, "kept"),
        ((3.0, 3.9, 5.0), AT_LEAST, "in doubt"),
        ((3.5, 3.6, 3.7, 3.8, 3.9), AT_LEAST, "MISSED"),
        ((3.5, 3.6, 3.7, 3.8, 4.1), AT_LEAST, "in doubt"),
        ((3.5,) * 9 + (4.5,) * 2, AT_LEAST, "MISSED"),
        ((0.1, 0.15, 0.3), AT_MOST, "kept"),
        ((0.3,), AT_MOST, "MISSED"),
    ],
)
def test_a_promise_is_kept_in_doubt_or_missed(runs: tuple[float, ...], promise: Promise, verdict: str) -> None:
    assert judge(ratio(*runs), promise) == verdict


@given(TURNS, TURNS)
def test_what_differs_by_less_than_the_tolerance_is_no_change(before: list[float], after: list[float]) -> None:
    assert not change(ratio(*before), ratio(*after)).real


@given(TURNS, TURNS, st.floats(0.3, 0.8))
def test_a_fifth_less_is_a_loss_and_a_quarter_more_a_gain(before: list[float], after: list[float], by: float) -> None:
    fallen = change(ratio(*before), ratio(*(by * value for value in after)))
    risen = change(ratio(*before), ratio(*(value / by for value in after)))
    assert fallen.real
    assert risen.real
    assert fallen.factor < 1 < risen.factor


@settings(max_examples=20)
@given(TURNS, st.integers(0, 4))
def test_one_bad_turn_is_no_loss(before: list[float], at: int) -> None:
    after = [1.0] * 5
    after[at] = 0.1
    assert not change(ratio(*before), ratio(*after)).real


def test_noise_is_seldom_suspected() -> None:
    random = np.random.default_rng(1)
    turns = random.lognormal(0.0, 0.2, (2, 500, 5))  # a fifth up or down: a machine with others on it
    suspected = sum(change(ratio(*a), ratio(*b)).real for a, b in zip(*turns, strict=True))
    assert suspected < 2 * 0.01 * 500


def test_times_are_not_compared_with_those_of_another_run() -> None:
    slow, fast = (Run(figures=[Figure("battle", "chain", "ns", [time] * 5)]) for time in (9.0, 5.0))
    assert changes(fast, slow) == []


def test_a_loss_counts_if_it_is_seen_again() -> None:
    before = Run(figures=[ratio(*[5.0] * 5), ratio(*[2.0] * 5, name="direct")])
    first = Run(figures=[ratio(*[4.0] * 5), ratio(*[1.0] * 5, name="direct")])
    again = Run(figures=[ratio(*[4.9] * 5), ratio(*[1.1] * 5, name="direct")])
    promises = {"battle: chain": Promise(4.5, at_least=True)}
    found = losses(first, promises, before)
    assert found == Losses(frozenset({"battle: chain"}), frozenset({"battle: chain", "battle: direct"}))
    assert list(first.with_turns_of(again).figures[0].runs) == [4.0] * 5 + [4.9] * 5
    assert found & losses(again, promises, before) == Losses(frozenset(), frozenset({"battle: direct"}))
    assert not losses(before, promises, before)
    assert TOLERANCE < 0.2


def test_ratios_are_those_of_the_same_round() -> None:
    (figure,) = ratios("battle", {"chain": [1.0, 2.0], "C": [3.0, 8.0]}, ["chain"])
    assert (figure.name, list(figure.runs)) == ("battle: chain / C", [3.0, 4.0])


def test_a_run_is_read_as_it_was_kept(tmp_path: Path) -> None:
    run = Run({"processor": "any"}, [Figure("a", "b", "ns", [1.5, 2.5], 3.0, "test")], {"c": "none"})
    run.write(tmp_path / "run.json")
    assert read_run(tmp_path / "run.json") == run
    (tmp_path / "other.json").write_text("{}")
    with pytest.raises(ValueError, match="not a run of this bench"):
        read_run(tmp_path / "other.json")


def test_promises_have_a_side(tmp_path: Path) -> None:
    assert read_promises()["cent-ans battle: chain / C die by die"] == AT_LEAST
    (tmp_path / "promises.toml").write_text('["a: b"]\nabout = 3')
    with pytest.raises(ValueError, match="about is neither"):
        read_promises(tmp_path / "promises.toml")
