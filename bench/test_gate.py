"""The gate by itself: what it lets pass and what not, on turns with a known spread."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.baselines import ACCEPTED, BEFORE, Baselines, against
from bench.figures import PUBLISHED, RATE, RATIO, TIMES, Figure, Promise, Run, ratios, read_promises, read_run
from bench.gate import TOLERANCE, Earlier, Losses, change, changes, gone, judge, losses, promised, slowness
from simcore.errors import BadInput, SimcoreError

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


def timed(ours: float, others: float, unit: str = "ns") -> Run:
    return Run(
        figures=[Figure("battle", "chain", unit, [ours] * 5), Figure("battle", "C die by die", "ns", [others] * 5)]
    )


def test_times_are_compared_as_others_took_theirs() -> None:
    before = timed(5.0, 10.0)
    assert slowness(before, timed(9.0, 18.0)) == 1.8
    assert changes(before, timed(9.0, 18.0)) == []  # all of it: the machine was slower
    (one,) = changes(before, timed(9.0, 10.0))
    assert str(one) == "battle: chain: 5 ns before, 9 ns now (speed -44 %)"
    assert changes(before, timed(9.0, 10.0), only_ratios=True) == []
    assert changes(before, timed(5.0, 18.0))[0].factor == 1.8
    assert changes(timed(5.0, 10.0, "/s"), timed(3.0, 10.0, "/s"))[0].factor == 0.6


def test_what_is_lost_little_by_little_is_found_by_the_accepted_run(tmp_path: Path) -> None:
    about = {"processor": "any", "pace": "quick"}
    baselines = Baselines(about, tmp_path / "state")
    assert baselines.read() == []
    found = []
    for step in range(4):  # 9 % each time
        now = Run(about, [ratio(*[5.0 * 0.91**step] * 5)])
        found.append({before.label for before in baselines.read() if losses(now, {}, [before])})
        baselines.keep(now, accept=False)
    assert found == [set(), set(), {ACCEPTED}, {ACCEPTED}]
    baselines.keep(now, accept=True)
    assert [before.run.figures[0].median for before in baselines.read()] == [5.0 * 0.91**3] * 2


def test_what_the_accepted_run_lacks_is_taken_from_the_first_that_has_it(tmp_path: Path) -> None:
    about = {"processor": "any", "pace": "quick"}
    baselines, runs = (
        Baselines(about, tmp_path),
        [Run(about), *(Run(about, [ratio(*[x] * 5)]) for x in (5.0, 4.6, 4.2))],
    )
    for run in runs:
        baselines.keep(run, accept=False)
    before, accepted = (each.run.figures[0].median for each in baselines.read())
    assert (before, accepted) == (4.2, 5.0)


def test_what_is_no_longer_measured_is_told_unless_there_is_a_reason() -> None:
    before = Run(figures=[ratio(5.0), ratio(4.0, name="direct")])
    assert gone(before, Run(figures=[ratio(5.0)])) == ["battle: direct"]
    assert gone(before, Run(figures=[ratio(5.0)], missing={"battle": "no compiler"})) == []


@pytest.mark.parametrize(("unit", "worse"), [("MB", 1.6), ("s", 1.6), ("/s", 0.6), (RATIO, 0.6)])
def test_memory_and_what_has_few_turns_are_compared_too(unit: str, worse: float) -> None:
    before, after = (Run(figures=[Figure("battle", "chain", unit, [x, 1.01 * x])]) for x in (10.0, 10.0 * worse))
    (one,) = changes(before, after)
    assert one.factor < 1
    assert changes(before, before) == []


def test_times_are_promised_for_the_machine_of_the_published_page(monkeypatch: pytest.MonkeyPatch) -> None:
    published = read_run(PUBLISHED)
    slow = [
        replace(f, runs=[x * (2.0 if f.unit in TIMES else 0.5 if f.unit == RATE else 1.0) for x in f.runs])
        for f in published.figures
    ]
    at_home, as_fast = promised(published)
    away, slower = promised(Run(published.about, slow))
    assert (as_fast, slower) == (1.0, 2.0)
    assert at_home == read_promises()
    for name, bound in {"cent-ans battle: chain / C die by die": 1.0, "simcore odds: start-up": 2.0}.items():
        assert away[name].bound == at_home[name].bound * bound
    assert away["breizh: random games"].bound == at_home["breizh: random games"].bound / 2.0
    kept, missed = (losses(Run(published.about, slow), promises, []).missed for promises in (away, at_home))
    assert kept < missed


def test_earlier_runs_that_cannot_be_read_or_kept_cost_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    about = {"processor": "any", "pace": "quick"}
    baselines = Baselines(about, tmp_path)
    baselines.keep(Run(about), accept=False)
    next(tmp_path.glob("*before*")).write_text("{")
    assert [before.label for before in baselines.read()] == [ACCEPTED]
    (tmp_path / "file").touch()
    Baselines(about, tmp_path / "file" / "folder").keep(Run(about), accept=False)
    told = capsys.readouterr().err.splitlines()
    assert [line.partition(":")[0] for line in told] == [
        f"{BEFORE} is left out", "later runs will not be compared with this one",
    ]  # fmt: skip


def test_a_run_of_another_machine_is_compared_by_ratios(tmp_path: Path) -> None:
    here = Baselines({"processor": "any", "pace": "quick"}, tmp_path)
    for processor, pace, only_ratios in (("any", "quick", False), ("other", "quick", True), ("any", "full", True)):
        Run({"processor": processor, "pace": pace}).write(tmp_path / "run.json")
        assert against(tmp_path / "run.json", here).only_ratios == only_ratios


def test_a_loss_counts_if_it_is_seen_again() -> None:
    before = Run(figures=[ratio(*[5.0] * 5), ratio(*[2.0] * 5, name="direct")])
    first = Run(figures=[ratio(*[4.0] * 5), ratio(*[1.0] * 5, name="direct")])
    again = Run(figures=[ratio(*[4.9] * 5), ratio(*[1.1] * 5, name="direct")])
    promises = {"battle: chain": Promise(4.5, at_least=True)}
    earlier = [Earlier("before", before)]
    found = losses(first, promises, earlier)
    assert found == Losses(frozenset({"battle: chain"}), frozenset({"battle: chain", "battle: direct"}))
    assert list(first.with_turns_of(again).figures[0].runs) == [4.0] * 5 + [4.9] * 5
    assert found & losses(again, promises, earlier) == Losses(frozenset(), frozenset({"battle: direct"}))
    assert not losses(before, promises, earlier)
    assert TOLERANCE < 0.2


def test_ratios_are_those_of_the_same_round() -> None:
    (figure,) = ratios("battle", {"chain": [1.0, 2.0], "C": [3.0, 8.0]}, ["chain"])
    assert (figure.name, list(figure.runs)) == ("battle: chain / C", [3.0, 4.0])


def test_a_run_is_read_as_it_was_kept(tmp_path: Path) -> None:
    run = Run({"processor": "any"}, [Figure("a", "b", "ns", [1.5, 2.5], 3.0, "test")], {"c": "none"})
    run.write(tmp_path / "run.json")
    assert read_run(tmp_path / "run.json") == run


KEPT = '{"schema": "simcore.bench/1", "about": {}, "missing": {}, "figures": %s}'


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "can be read"),
        ("[]", "a table"),
        ("null", "a table"),
        ("{}", "schema: nothing"),
        (KEPT.replace("bench/1", "bench/0") % "[]", "simcore.bench/1"),
        (KEPT % 5, "figures: 5"),
        (KEPT % "[[1, 2]]", "figures.0"),
        (KEPT % '[{"what": "a", "who": "b", "unit": "x", "runs": []}]', "at least 1"),
        (KEPT % '[{"what": "a", "who": "b", "unit": "x", "runs": ["c"]}]', "a number"),
        (KEPT % '[{"what": "a", "who": "b", "unit": "x", "runs": [NaN]}]', "NaN"),
    ],
)
def test_what_is_no_run_is_refused_in_a_line(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "run.json").write_text(text)
    with pytest.raises(SimcoreError, match=says) as told:
        read_run(tmp_path / "run.json")
    assert "run.json" in str(told.value)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    "stated", ["about = 3", "at_least = 3\nat_most = 4", "at_least = -3", "at_least = nan", 'at_most = "a"', ""]
)
def test_what_is_no_promise_is_refused(tmp_path: Path, stated: str) -> None:
    (tmp_path / "promises.toml").write_text(f'["a: b"]\n{stated}')
    with pytest.raises(BadInput, match=r"promises\.toml: a: b: "):
        read_promises(tmp_path / "promises.toml")


def test_what_is_promised_is_what_is_measured() -> None:
    assert read_promises()["cent-ans battle: chain / C die by die"] == AT_LEAST
    assert read_promises().keys() <= read_run(PUBLISHED).by_name().keys()
