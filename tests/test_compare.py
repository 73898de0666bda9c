"""`compare`: exact differences, paired trials around them, names, and what is refused; at the command line too."""

import json

import pytest

import simcore as sc
from command_line import answer, failed
from compared import BREIZH, MANNERS, MELEE, ONE_UNIT, SIEGE, STRUCTURE, TEN, WORTH_MORE, battle, both
from simcore.contracts.utility import means
from simcore.errors import BadInput, SimcoreError

SMALL = battle(2, 2, 2, 1)
MORE = battle(3, 2, 2, 1)
WORDS = ["cent-ans", "pitched-battle", "initiative=attacker", "attacker.english=2", "attacker.burgundian=2",
         "defender.french=2", "defender.armagnac=1",
         *(f"{side}.{field}={value}" for side in ("attacker", "defender") for field, value in MANNERS.items())
]  # fmt: skip


@pytest.mark.parametrize(
    "pair", [(SMALL, MORE), both(STRUCTURE["place"]), both(STRUCTURE["breizh"]), both(STRUCTURE["legendary"])]
)
def test_exact_differences_are_those_of_two_answers(pair):
    one, other = (means(sc.solve(scenario)) for scenario in pair)
    common = [name for name in one if name in other]
    found = sc.compare(*pair, outcomes=common)
    assert (found.method, found.trials, found.seed) == ("exact", None, None)
    for name in common:
        difference = found.differences[name]
        assert difference.base == pytest.approx(one[name], abs=1e-9)
        assert difference.other == pytest.approx(other[name], abs=1e-9)
        assert difference.difference == pytest.approx(other[name] - one[name], abs=1e-9)
        assert difference.interval is difference.standard_error is difference.variance_ratio is None


def test_by_default_every_chance_and_every_loss():
    assert list(sc.compare(SMALL, MORE).differences) == [
        "win.attacker", "win.defender", "win.none", "attacker.lost", "defender.lost",
    ]  # fmt: skip
    assert list(sc.compare(MELEE, MELEE).differences) == ["win.attacker", "win.defender", "win.none"]


@pytest.mark.compiled
@pytest.mark.parametrize("change", [*STRUCTURE, *ONE_UNIT, *WORTH_MORE])
def test_trials_are_right_whatever_differs(change):
    """Also where the variants roll other dice, in another order, or another number of times."""
    pair = both({**STRUCTURE, **ONE_UNIT, **WORTH_MORE}[change])
    exact, found = sc.compare(*pair), sc.compare(*pair, trials=20_000, seed=4)
    assert list(found.differences) == list(exact.differences)
    for name, counted in found.differences.items():
        wanted = exact.differences[name]
        errors = counted.standard_error
        assert abs(counted.base - wanted.base) <= 4.5 * errors.base + 1e-3
        assert abs(counted.other - wanted.other) <= 4.5 * errors.other + 1e-3
        low, high = counted.interval
        slack = 1.5 * (high - low) / 2  # 2.5 half-widths in all
        assert low - slack <= wanted.difference <= high + slack


@pytest.mark.compiled
def test_a_roll_more_does_not_put_the_rest_out_of_step():
    """Longbows shoot once before the battle; all that follows has the luck it had."""
    found = sc.compare(*both(STRUCTURE["card"]), trials=20_000)
    assert found.differences["win.attacker"].variance_ratio < 0.31
    assert found.differences["attacker.lost"].variance_ratio < 0.2


def test_two_combats_with_a_name_in_common():
    found = sc.compare(TEN, SIEGE, outcomes="win.attacker")
    wanted = sc.solve(SIEGE).win["attacker"] - sc.solve(TEN).win["attacker"]
    assert found.differences["win.attacker"].difference == pytest.approx(wanted)
    games = sc.compare(SMALL, {**BREIZH, "montfort": 2, "blois": 2}, outcomes=["rounds"], trials=20)
    assert games.rules.split("-")[0] == games.other_rules.split("-")[0]
    assert games.rules != games.other_rules
    assert list(games.differences) == ["rounds"]


def test_what_is_settled_without_a_roll():
    sapped = {**SIEGE, "place": "castle-1", "attacker": {"french": 2, "elite": 1, "techniques": "sapping"}}
    found = sc.compare(sapped, {**sapped, "defender": {"english": 1}}, trials=10)
    assert found.differences["win.attacker"].base == found.differences["win.attacker"].other == 1.0
    assert found.differences["win.attacker"].variance_ratio is None


def test_trials_without_end(toy_game):
    lock, coin = ({"game": "toy", "combat": "lock", "locks": locks} for locks in (2, 0))
    found = sc.compare(coin, lock)
    assert found.mass == pytest.approx((1.0, 0.5))
    assert not any(name == "rounds" for name in found.differences)
    with pytest.raises(SimcoreError, match=r"rounds has no mean"):
        sc.compare(coin, lock, outcomes=["rounds"])


@pytest.mark.compiled
def test_trials_without_end_are_said(toy_game):
    lock, coin = ({"game": "toy", "combat": "lock", "locks": locks} for locks in (2, 0))
    found = sc.compare(coin, lock, trials=40)
    assert found.mass[0] == 1.0
    assert 0.2 < found.mass[1] < 0.8


@pytest.mark.compiled
def test_a_target_error_ends_the_run():
    found = sc.compare(*both(ONE_UNIT["english +1"]), target_error=0.002, threads=2)
    assert found.trials in (1 << k for k in range(14, 30))
    for name, one in found.differences.items():
        if name.startswith("win."):
            assert one.interval[1] - one.interval[0] <= 0.004
    assert sc.compare(*both(ONE_UNIT["english +1"]), target_error=0.002).to_dict() == found.to_dict()


def test_a_target_is_for_chances_or_for_the_outcomes_named():
    how = {"trials": 40, "target_error": 0.2}
    assert sc.compare(SMALL, MORE, **how).watched == ("win.attacker", "win.defender", "win.none")
    assert sc.compare(SMALL, MORE, outcomes=["defender.lost"], **how).watched == ("defender.lost",)
    text = answer("compare", *WORDS, "--with", "attacker.english=3", "--trials", "200", "--target-error", "0.12")
    assert "not reached" not in text  # the losses' intervals are wider, and nobody asked for theirs


def test_a_mean_has_an_interval_from_a_hundred_pairs_on():
    few, enough = (sc.compare(SMALL, MORE, trials=trials).differences for trials in (99, 100))
    assert few["defender.lost"].interval is few["defender.lost"].standard_error is None
    assert few["win.attacker"].interval is not None
    assert enough["defender.lost"].interval is not None
    text = answer("compare", *WORDS, "--with", "attacker.english=3", "--trials", "1")
    assert "no 95 % interval below 100 pairs" in text


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"outcomes": ["win.atacker"]}, "did you mean win.attacker"),
        ({"outcomes": []}, "at least one"),
        ({"trials": 0}, "trials"),
        ({"target_error": 0.7}, "target_error"),
        ({"seed": -1}, "seed"),
        ({"threads": 0}, "threads"),
    ],
)
def test_bad_input(wrong, says):
    with pytest.raises(BadInput, match=says):
        sc.compare(SMALL, MORE, **wrong)


def test_names_that_only_one_has():
    with pytest.raises(BadInput, match=r"outcome: 'attacker.lost' is not allowed; what both have"):
        sc.compare(SMALL, BREIZH, outcomes=["attacker.lost"])
    with pytest.raises(
        BadInput, match=r"outcome: .*games differ, cent-ans and breizh: .* both combats have: win.none, rounds"
    ):
        sc.compare(SMALL, BREIZH)


# ---- the command -------------------------------------------------------------------------------------------------


def test_the_command_says_what_the_function_says(tmp_path):
    exact = json.loads(answer("compare", *WORDS, "--with", "attacker.english=3", "--json"))
    assert exact == json.loads(json.dumps(sc.compare(SMALL, MORE).to_dict()))
    assert exact["schema"] == "simcore.compare/1"
    assert {"scenario", "other", "assumed", "public", "rules", "version"} <= set(exact)
    counted = ["--trials", "40", "--seed", "3", "--outcome", "defender.lost", "--outcome", "win.none", "--json"]
    found = json.loads(answer("compare", *WORDS, "--with", "attacker.english=3", *counted))
    wanted = sc.compare(SMALL, MORE, trials=40, seed=3, outcomes=["defender.lost", "win.none"])
    assert found == json.loads(json.dumps(wanted.to_dict()))
    file = tmp_path / "other.json"
    file.write_text(json.dumps(SMALL))
    other = ["--against", str(file), "--with", "attacker.english=3"]
    assert json.loads(answer("compare", *WORDS, *other, "--json")) == exact


def test_an_exact_comparison_for_people():
    text = answer("compare", *WORDS, "--with", "attacker.english=3")
    found = sc.compare(SMALL, MORE)
    assert f"{100 * found.differences['win.attacker'].difference:+.2f}" in text
    assert "the same" in text
    assert "attacker: lost for good" in text
    assert "exact" in text
    assert "interval" not in text


def test_a_counted_comparison_for_people():
    text = answer("compare", *WORDS, "--with", "attacker.english=3", "--trials", "60", "--target-error", "0.01")
    assert "95 % interval" in text
    assert "saved" in text
    assert "60 pairs of random trials" in text
    assert "target     not reached: the interval of win.attacker is still" in text


def test_two_combats_for_people():
    changes = ["--with", "combat=siege", "--with", "place=castle-1", "--outcome", "win.attacker"]
    text = answer("compare", *WORDS, *changes)
    assert "cent-ans: pitched battle against cent-ans: siege" in text


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "with: "),
        (["--with", "attacker.english"], "key=value"),
        (["--with", "attacker.english=3", "--with", "attacker.english=4"], "given once"),
        (["--with", "attacker.englisch=3"], "did you mean english"),
        (["--with", "attacker.english=-3"], "attacker.english"),
        (["--against", "no-such-file.toml"], "no-such-file.toml"),
        (["--with", "attacker.english=3", "--outcome", "lost"], "outcome"),
        (["--with", "attacker.english=3", "--trials", "x"], "trials"),
    ],
)
def test_bad_input_at_the_command_line(words, says):
    assert says in failed("compare", *WORDS, *words)
