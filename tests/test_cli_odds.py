"""`simcore odds`: what it prints for people and for programs."""

from __future__ import annotations

import dataclasses
import json
import re

import pytest

import simcore as sc
from command_line import BATTLE, SCENARIO, answer
from simcore.cli.answer import notes
from simcore.cli.formatting import counted_chance, counted_interval, exact_chance

SAPPED = [
    *("cent-ans", "siege", "place=castle-1", "attacker.english=2", "attacker.elite=1", "attacker.techniques=sapping"),
    "defender.french=2",
]


@pytest.fixture
def toml_file(tmp_path):
    path = tmp_path / "battle.toml"
    path.write_text(
        'game = "cent-ans"\ncombat = "pitched-battle"\ninitiative = "attacker"\n'
        "[attacker]\nenglish = 2\n[defender]\nfrench = 2\n"
    )
    return path


def test_the_same_scenario_in_every_form_has_the_same_answer(tmp_path, toml_file):
    json_file = tmp_path / "battle.json"
    json_file.write_text(json.dumps(SCENARIO))
    expected = sc.evaluate(SCENARIO).to_dict()
    printed = [
        answer("odds", *BATTLE, "--json"),
        answer("odds", str(toml_file), "--json"),
        answer("odds", str(json_file), "--json"),
        answer("odds", "-", "--json", given=toml_file.read_bytes()),
        answer("odds", "-", "--json", given=json_file.read_bytes()),
    ]
    assert [json.loads(text) for text in printed] == [expected] * 5
    assert printed[0].count("\n") == 1


def test_words_after_a_file_override_it(toml_file):
    given = {**SCENARIO, "defender": {"french": 3}}
    assert json.loads(answer("odds", str(toml_file), "defender.french=3", "--json")) == sc.evaluate(given).to_dict()


def test_trials_print_what_simulate_counts():
    words = [*BATTLE, "--trials", "500", "--seed", "7", "--threads", "2", "--json"]
    assert json.loads(answer("odds", *words)) == sc.simulate(SCENARIO, trials=500, seed=7).to_dict()


def test_a_target_error_stops_the_trials():
    printed = json.loads(answer("odds", *BATTLE, "--target-error", "0.4", "--trials", "300", "--json"))
    assert printed["method"] == "monte-carlo"
    assert printed["trials"] == 300


def test_a_checkpoint_goes_on(tmp_path):
    kept = str(tmp_path / "kept")
    answer("odds", *BATTLE, "--trials", "300", "--checkpoint", kept)
    printed = json.loads(answer("odds", *BATTLE, "--trials", "500", "--checkpoint", kept, "--json"))
    assert printed == sc.simulate(SCENARIO, trials=500).to_dict()


def test_facts_of_the_owner_count(tmp_path):
    facts = tmp_path / "facts.toml"
    facts.write_text("[dice.english]\nvalue = { loss = 6 }\n")
    printed = json.loads(answer("odds", *BATTLE, "--facts", str(facts), "--json"))
    assert printed["win"]["attacker"] == 1.0


def test_an_exact_answer_for_people():
    text = answer("odds", *BATTLE)
    result = sc.evaluate(SCENARIO)
    for side, share in result.win.items():
        word = "nobody" if side == "none" else side
        assert re.search(rf"^{word} +{re.escape(exact_chance(share))}$", text, re.MULTILINE), text
    left = result.expected["attacker"]["english"]
    assert re.search(rf"^english left +{left:.2f} of 2$", text, re.MULTILINE)
    assert re.search(rf"^rounds +{result.expected['rounds']:.2f}$", text, re.MULTILINE)
    assert re.search(r"^initiative +attacker$", text, re.MULTILINE)
    assert "exact: every course the dice can take was counted" in text
    assert "assumed" not in text
    assert "%  attacker  2 english" in text


def test_the_likeliest_outcomes_come_first_and_the_rest_is_summed():
    words = ["cent-ans", "pitched-battle", "attacker.english=6", "defender.french=7"]
    text = answer("odds", *words)
    shares = [outcome["p"] for outcome in json.loads(answer("odds", *words, "--json"))["outcomes"]]
    listed = text.partition("Likeliest outcomes")[2].partition("has left\n   exactly")[0]
    assert re.findall(r"^ *(\d.*? %)", listed, re.MULTILINE) == [exact_chance(share) for share in shares[:8]]
    assert f"and {len(shares) - 8} more, {exact_chance(sum(shares[8:]))} together" in listed


def test_only_certainty_is_a_hundred_per_cent():
    assert re.search(r"^attacker +100 %$", answer("odds", *SAPPED), re.MULTILINE)
    assert "100 %" not in answer("odds", *SAPPED, "--trials", "400")
    strong = answer("odds", *BATTLE[:3], "attacker.english=25", "defender.french=1")
    assert re.search(r"^attacker +>99.99 %$", strong, re.MULTILINE)
    assert re.search(r"^defender +<0.01 %$", strong, re.MULTILINE)


def test_what_is_assumed_and_chosen_is_said():
    text = answer("odds", *BATTLE, "attacker.elite=2", "attacker.equipment=auto", "attacker.leaders=henry-v")
    assert re.search(
        r"^assumed +english-longbow card: not in the rulebook, see simcore facts cent-ans", text, re.MULTILINE
    )
    assert re.search(r"^chosen +elite card: attacker: [a-z-]+$", text, re.MULTILINE)
    assert re.search(r"^attacker +english 2, elite 2, leaders: henry-v, equipment: auto$", text, re.MULTILINE)


@pytest.mark.parametrize("trials", [1, 60, 2000])
def test_trials_show_no_more_decimals_than_their_interval_supports(trials):
    text = answer("odds", *BATTLE, "--trials", str(trials))
    result = sc.simulate(SCENARIO, trials=trials)
    for side, (low, high) in result.interval.items():
        word = "nobody" if side == "none" else side
        found = re.search(rf"^{word} +([<>]?)([\d.]+) % +([\d.]+) to ([\d.]+) %$", text, re.MULTILINE)
        assert found, text
        bound, chance, *limits = found.groups()
        decimals = len(chance.partition(".")[2])
        assert decimals == 0 or 10.0**-decimals > 100.0 * (high - low) / 2.0 / 10.0
        # The printed interval holds the computed one.
        assert float(limits[0]) / 100.0 <= low + 1e-9
        assert float(limits[1]) / 100.0 >= high - 1e-9
        if not bound:
            assert abs(float(chance) / 100.0 - result.win[side]) <= 0.5 * 10.0 ** -(decimals + 2) + 1e-12
    assert f"{trials:,} random trial{'s' if trials > 1 else ''} (seed 0)" in text


def test_chances_near_the_ends():
    assert [exact_chance(p) for p in (0.0, 1e-9, 0.00005, 0.99996, 1 - 1e-9, 1.0)] == [
        "0 %", "<0.01 %", "0.01 %", ">99.99 %", ">99.99 %", ">99.99 %",
    ]  # fmt: skip
    assert exact_chance(1.0, certain=True) == "100 %"
    assert counted_chance(0.0, 1_000_000) == "<0.0004 %"
    assert counted_chance(1.0, 1_000_000) == ">99.9996 %"
    assert counted_interval(0.0, 100) == "0 to 4 %"


def test_trials_that_never_ended_are_told():
    endless = dataclasses.replace(sc.simulate(SCENARIO, trials=100), mass=0.75)
    assert ["never ends", "25 % of all trials came to no end"] in notes(endless, None)
    assert ["never ends", "25.00 % of all courses"] in notes(dataclasses.replace(sc.solve(SCENARIO), mass=0.75), None)
    assert "not covered" not in dict(notes(sc.solve(SCENARIO), None))


def test_a_target_that_was_not_reached_is_told():
    text = answer("odds", *BATTLE, "--trials", "10", "--target-error", "0.1")
    assert "not reached: an interval is still" in " ".join(text.split())
    text = answer("odds", *BATTLE, "--target-error", "0.1")
    assert "not reached" not in text
