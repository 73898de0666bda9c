"""`simcore table`: sweeps on the screen and in files."""

from __future__ import annotations

import json

import pandas as pd
import pytest

import simcore as sc
from command_line import BATTLE, SCENARIO, answer, failed
from simcore.cli.saying import counted_chance
from simcore.tables import read_table

SWEEP = [*BATTLE[:2], "initiative=attacker", "--vary", "attacker.english=1:3", "--vary", "defender.french=1,3"]


@pytest.mark.parametrize("name", ["a.csv", "a.parquet", "a.json"])
def test_a_table_goes_to_a_file_with_the_command_that_made_it(tmp_path, name):
    path = tmp_path / name
    assert answer("table", *SWEEP, "-o", str(path)) == ""
    frame = read_table(path)
    expected = sc.table(
        {"game": "cent-ans", "combat": "pitched-battle", "initiative": "attacker"},
        {"attacker.english": [1, 2, 3], "defender.french": [1, 3]},
    )
    pd.testing.assert_frame_equal(frame, expected, check_exact=True)
    assert frame.attrs["command"] == f"simcore table {' '.join(SWEEP)} -o {path}"


def test_a_table_for_people_shows_the_chances():
    lines = answer("table", *SWEEP).splitlines()
    assert lines[0].split() == ["attacker.english", "defender.french", "attacker", "defender", "nobody"]
    assert lines[1].split() == ["1", "1", "50.00", "%", "50.00", "%", "0", "%"]
    assert len(lines) > 6


@pytest.mark.parametrize("given", ["attackers=foot-knights", "attackers.0.unit=foot-knights"])
def test_a_table_varies_an_entry_of_a_list(given):
    words = ["legendary", "melee", given, "defenders=pikemen", "--vary", "attackers.0.count=1:2"]
    lines = answer("table", *words).splitlines()
    shown = [
        sc.solve(
            {
                "game": "legendary",
                "combat": "melee",
                "defenders": ["pikemen"],
                "attackers": [{"unit": "foot-knights", "count": count}],
            }
        ).win["attacker"]
        for count in (1, 2)
    ]
    assert [line.split()[:2] for line in lines[:3]] == [
        ["attackers.0.count", "attacker"],
        *([str(n), f"{100 * share:.2f}"] for n, share in enumerate(shown, start=1)),
    ]


def test_a_table_by_trials_keeps_to_its_decimals():
    lines = answer("table", *SWEEP, "--trials", "100", "--seed", "2").splitlines()
    won = sc.simulate({**SCENARIO, "attacker": {"english": 1}, "defender": {"french": 1}}, trials=100, seed=2).win
    assert lines[1].split()[2:4] == counted_chance(won["attacker"], 100).split()


def test_a_table_can_insist_on_exact_answers_or_aim_at_an_error(tmp_path):
    path = tmp_path / "a.json"
    answer("table", *SWEEP, "--target-error", "0.02", "-o", str(path))
    frame = read_table(path)
    assert (frame["method"] == "monte-carlo").all()
    assert ((frame["interval_attacker_high"] - frame["interval_attacker_low"]) / 2 <= 0.02).all()
    assert frame.attrs["command"] == f"simcore table {' '.join(SWEEP)} --target-error 0.02 -o {path}"
    answer("table", *SWEEP, "--exact", "-o", str(path))
    assert (read_table(path)["method"] == "exact").all()
    assert "--exact" in read_table(path).attrs["command"]
    assert "exact: true" in failed("table", *SWEEP, "--exact", "--trials", "5")


def test_a_table_for_programs_is_what_a_json_file_holds(tmp_path):
    path = tmp_path / "a.json"
    answer("table", *SWEEP, "-o", str(path))
    printed, kept = json.loads(answer("table", *SWEEP, "--json")), json.loads(path.read_text())
    assert printed["rows"] == kept["rows"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (BATTLE, "vary: nothing is given"),
        ([*BATTLE, "--vary", "attacker.english"], "key=value"),
        ([*BATTLE, "--vary", "attacker.english=3:1"], "a range"),
        ([*BATTLE, "--vary", "attacker.english=1:9999999"], "at most 1,000,000 rows"),
        ([*BATTLE, "--vary", "attacker.english=1:2", "--vary", "attacker.english=3"], "given once"),
        ([*BATTLE, "--vary", "attacker.english=1:99"], "attacker.english: 26"),
        ([*BATTLE, "--vary", "atacker.english=1:2"], "did you mean attacker?"),
        ([*BATTLE, "--vary", "initiative.x=1"], "initiative.x"),
        ([*BATTLE, "--vary", "attacker.english=1:2", "-o", "{}/a.xls"], ".parquet"),
        ([*BATTLE, "--vary", "attacker.english=1:2", "-o", "{}/none/a.csv"], "a folder that exists"),
        ([*BATTLE, "--vary", "attacker.english=1:2", "-o", "{}/a.csv", "--json"], "json"),
        ([*BATTLE, "--vary", "attacker.english=1:99", "-o", "{}/a.csv"], "attacker.english: 26"),
    ],
    ids=range(12),
)
def test_a_bad_table_is_refused_and_leaves_no_file(tmp_path, words, said):
    assert said in failed("table", *(word.format(tmp_path) if "/" in word else word for word in words))
    assert list(tmp_path.iterdir()) == []
