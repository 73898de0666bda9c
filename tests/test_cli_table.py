"""`simcore table`: sweeps on the screen and in files."""

from __future__ import annotations

import json

import pandas as pd
import pytest

import simcore as sc
from command_line import BATTLE, SCENARIO, answer, app, failed, runner
from simcore.cli.formatting import counted_chance
from simcore.errors import BadInput
from simcore.tables import caption, read_table

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
    lines = answer("table", *SWEEP[:-2], "defender.french=1").splitlines()
    assert lines[0].split() == ["attacker.english", "attacker", "defender", "nobody"]
    assert lines[1].split() == ["1", "50.00", "%", "50.00", "%", "0", "%"]
    assert len(lines) > 4


def test_a_table_of_two_fields_reads_as_a_grid():
    lines = answer("table", *SWEEP).splitlines()
    assert lines[0] == "chance of attacker, %: attacker.english down, defender.french across"
    assert lines[1].split() == ["attacker.english", "1", "3"]
    shown = sc.table(SCENARIO, {"attacker.english": [1, 2, 3], "defender.french": [1, 3]})["win_attacker"].tolist()
    assert [line.split() for line in lines[2:5]] == [
        [str(n + 1), *(f"{100 * share:.2f}" for share in shown[2 * n : 2 * n + 2])] for n in range(3)
    ]
    assert lines[6].startswith("chance of defender")
    assert not any(line.startswith("chance of nobody") for line in lines)  # never happens


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_a_grid_wider_than_the_terminal_goes_on_below(columns, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(columns))
    wide = [*BATTLE[:2], "initiative=attacker", "--vary", "attacker.english=1:2", "--vary", "defender.french=1:15"]
    first = answer("table", *wide).partition("\n\n")[0].splitlines()
    assert max(map(len, first[1:])) <= columns
    heads = [head for line in first if line.startswith("attacker.english") for head in line.split()[1:]]
    assert heads == [str(n) for n in range(1, 16)]


def test_combinations_that_are_left_out_are_blank_in_a_grid():
    shot = ["bouvines", "shot", "target=knight", "--vary", "weapon=bow,crossbow", "--vary", "distance=2:3"]
    result = runner.invoke(app, ["table", *shot[:-1], "distance=3:4", "--skip-impossible"])
    assert result.exit_code == 0
    bow, crossbow = result.stdout.splitlines()[2:4]
    assert (len(bow.split()), len(crossbow.split())) == (2, 3)


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


SHOT = ["bouvines", "shot", "weapon=bow", "target=knight", "--vary", "distance=2:4"]


def test_rows_that_the_rules_refuse_are_an_error_or_left_out(tmp_path):
    path = tmp_path / "a.json"
    assert "--skip-impossible" in failed("table", *SHOT, "-o", str(path))
    result = runner.invoke(app, ["table", *SHOT, "--skip-impossible", "-o", str(path)])
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr.startswith("left out 1 row that the rules refuse; row ")
    frame = read_table(path)
    shot = {"game": "bouvines", "combat": "shot", "weapon": "bow", "target": "knight"}
    possible = [distance for distance in (2, 3, 4) if answered({**shot, "distance": distance})]
    assert frame["distance"].tolist() == possible
    assert frame["win_hit"].tolist() == [sc.solve({**shot, "distance": at}).win["hit"] for at in possible]
    assert frame.attrs["skipped"]["rows"] == 3 - len(possible) == 1
    assert "--skip-impossible" in frame.attrs["command"]
    assert "Left out, as the rules refuse them: 1 row." in caption(frame.attrs)
    assert "--skip-impossible" not in failed("table", *SHOT[:-1], "distance=90:95", "--skip-impossible")


def answered(scenario):
    try:
        return sc.solve(scenario)
    except BadInput:
        return None


def test_a_table_by_trials_keeps_to_its_decimals():
    lines = answer("table", *SWEEP, "--trials", "100", "--seed", "2").splitlines()
    won = sc.simulate({**SCENARIO, "attacker": {"english": 1}, "defender": {"french": 1}}, trials=100, seed=2).win
    assert lines[2].split()[1] == counted_chance(won["attacker"], 100).removesuffix(" %")


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
