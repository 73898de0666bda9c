"""`simcore need`, `sensitivity` and `luck`: what they print for people and for programs, and draw."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import simcore as sc
from command_line import BATTLE, SCENARIO, answer, failed
from simcore.cli.app import app
from simcore.cli.formatting import ordinal, points, signed

NEED = [*BATTLE, "--vary", "attacker.english=0:4", "--cost", "attacker.english=1"]
TWO = [*NEED, "--vary", "attacker.elite=0:2", "--cost", "attacker.elite=2.5"]
README = Path(__file__).parents[1] / "README.md"
PNG = b"\x89PNG\r\n"


# ---- need --------------------------------------------------------------------------------------------------------


def test_need_for_programs():
    printed = json.loads(answer("need", *TWO, "--chance", "0.8", "--budget", "3", "--json"))
    found = sc.need(
        SCENARIO, {"attacker.english": range(5), "attacker.elite": range(3)},
        {"attacker.english": 1, "attacker.elite": 2.5}, chance=0.8, budget=3,
    )  # fmt: skip
    assert printed == json.loads(json.dumps(found.to_dict()))
    assert printed["schema"] == "simcore.need/1"
    assert {"scenario", "side", "frontier", "monotone", "assumed", "public", "rules", "version"} <= set(printed)


def test_need_for_people():
    text = answer("need", *NEED, "--chance", "0.8", "--budget", "3")
    for said in ("Cheapest for 80 %", "Best for 3", "What each chance costs", "chance: attacker",
                 "the rules forbid 1 more", "no step up of 3 makes the chance worse"):  # fmt: skip
        assert said in text


def test_need_tells_ties_and_where_more_is_worse():
    text = answer(
        "need", "cent-ans", "pitched-battle", "attacker.equipment=field-artillery", "attacker.policy=strip_dice",
        "defender.french=3", "--vary", "attacker.english=1:2", "--vary", "attacker.burgundian=0:3",
        "--vary", "attacker.elite=2:3", "--cost", "attacker.english=1", "--cost", "attacker.burgundian=1",
        "--cost", "attacker.elite=0.5", "--chance", "0.5",
    )  # fmt: skip
    assert "steps up make it worse" in text
    assert "one more attacker.burgundian at" in " ".join(text.split())


CERTAIN = ["joan", "combat", "attacker.cards=6,4", "defender.card=5", "--vary", "attacker.influence=0:9",
           "--cost", "attacker.influence=1", "--chance", "1"]  # fmt: skip


def test_need_of_a_certain_win():
    assert ">99.99 %" not in answer("need", *CERTAIN)
    assert "100 %" in answer("need", *CERTAIN)
    assert json.loads(answer("need", *CERTAIN, "--json"))["cheapest"][0]["chance"] == 1.0


def test_a_long_frontier_is_cut(monkeypatch):
    monkeypatch.setattr("simcore.cli.need.MOST_SHOWN", 2)
    assert "and 2 more (--json has them all)" in answer("need", *NEED)


def test_need_names_the_side_whose_chance_it_is():
    units = [*BATTLE, "--vary", "defender.french=1:3", "--cost", "defender.french=1"]
    assert "--side defender asks for their own chance" in " ".join(answer("need", *units).split())
    _, whose, *_ = answer("need", *units).splitlines()
    assert whose.startswith("whose chance  attacker, by units of defender")
    assert "asks for their own" not in answer("need", *units, "--side", "defender")
    assert "whose chance  attacker\n" in answer("need", *NEED)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([*BATTLE, "--vary", "attacker.english=0:4"], "error: cost attacker.english: 'nothing' is not allowed"),
        ([*BATTLE, "--vary", "attacker.englsh=0:4"], "error: attacker: 'englsh' is not allowed; did you mean english"),
        ([*BATTLE, "--vary", "attacker.english=0:4", "--side", "atacker"], "error: side: 'atacker' is not allowed"),
        (BATTLE, "error: vary: nothing is given; at least one --vary"),
        ([*NEED, "--chance", "0.999"], "error: chance: 0.999 is not allowed; at most 0."),
        ([*NEED, "--chance", "high"], "error: chance: 'high' is not allowed; a number"),
        ([*NEED, "--chance", "nan"], "error: chance: NaN is not allowed; a number above 0 and at most 1"),
        ([*NEED, "--budget", "-1"], "error: budget: -1.0 is not allowed; a number, 0 or more"),
        ([*NEED, "--cost", "defender.french=1"], "error: cost: 'defender.french' is not allowed"),
        ([*BATTLE, "--vary", "attacker.english=4:1", "--cost", "attacker.english=1"], "error: vary attacker.english:"),
        ([*BATTLE, "--vary", "attacker.english=1:4", "--cost", "attacker.english=0"], "error: cost attacker.english:"),
        ([*BATTLE, "--vary", "attacker.english=1:4", "--cost", "attacker.english=x"], "error: cost attacker.english:"),
        ([*BATTLE, "--vary", "attacker.english=1:4", "--cost", "1"], "error: cost: '1' is not allowed; key=value"),
        ([*NEED, "--picture", "a.jpg"], "error: picture: 'a.jpg' is not allowed; a name that ends in .png"),
        ([*NEED, "--picture", "no/where.png"], "error: picture: 'no/where.png' is not allowed; a file in a folder"),
    ],
)
def test_need_refuses(words, said):
    assert failed("need", *words).startswith(said)


# ---- sensitivity -------------------------------------------------------------------------------------------------


def test_sensitivity_for_programs():
    printed = json.loads(answer("sensitivity", *BATTLE, "--side", "defender", "--json"))
    assert printed == json.loads(json.dumps(sc.sensitivity(SCENARIO, side="defender").to_dict()))
    assert printed["schema"] == "simcore.sensitivity/1"


def test_sensitivity_for_people():
    text = answer("sensitivity", *BATTLE)
    for said in ("As it stands", "What a change is worth", "attacker.english: 2 to 3", "What one face of a die",
                 "english die: retreat to loss", "the rules forbid"):  # fmt: skip
        assert said in text


def test_a_long_list_of_changes_is_cut(monkeypatch):
    monkeypatch.setattr("simcore.cli.sensitivity.MOST_SHOWN", 2)
    assert answer("sensitivity", *BATTLE).count("smaller ones (--json has them all)") == 2


def test_sensitivity_of_an_event_names_it():
    text = answer("sensitivity", "joan", "raid", "fortification=castle")
    assert "fortification: castle to none" in text
    assert "die" not in text.partition("How this was found")[0]


def test_sensitivity_refuses():
    assert failed("sensitivity", *BATTLE, "--side", "me").startswith("error: side: 'me' is not allowed; allowed: att")
    assert failed("sensitivity", "cent-ans", "siege").startswith("error: ")


# ---- luck --------------------------------------------------------------------------------------------------------

LOST = ["--happened", "winner=defender", "--happened", "defender.french=1"]
CAMPAIGN = """
[[battles]]
name = "the landing"
game = "cent-ans"
combat = "pitched-battle"
initiative = "attacker"
attacker = { english = 2 }
defender = { french = 2 }
happened = { winner = "defender" }

[[battles]]
game = "breizh"
combat = "siege"
castle = "dinan"
happened = { winner = "taken" }
"""


@pytest.fixture
def campaign(tmp_path):
    file = tmp_path / "campaign.toml"
    file.write_text(CAMPAIGN)
    return file


def test_luck_for_programs():
    printed = json.loads(answer("luck", *BATTLE, *LOST, "--json"))
    assert printed == sc.luck(SCENARIO, {"winner": "defender", "defender.french": 1}).to_dict()
    weighed = json.loads(answer("luck", *BATTLE, *LOST, "--utility", "win.attacker=1.5", "--json"))
    assert weighed["utility"] == {"win.attacker": 1.5}
    trials = json.loads(answer("luck", *BATTLE, *LOST, "--trials", "500", "--seed", "2", "--json"))
    assert (trials["method"], trials["trials"], trials["seed"]) == ("monte-carlo", 500, 2)


def test_luck_for_people():
    text = answer("luck", *BATTLE, *LOST)
    for said in ("What happened", "worse for attacker", "as good for attacker", "better for attacker", "percentile",
                 "own win first"):  # fmt: skip
        assert said in text
    assert "win.defender" in answer("luck", *BATTLE, *LOST, "--utility", "win.defender=1", "--side", "defender")


def test_luck_of_a_document_that_says_what_happened(tmp_path):
    file = tmp_path / "battle.json"
    file.write_text(json.dumps({**SCENARIO, "happened": {"winner": "defender", "defender.french": 1}}))
    assert answer("luck", str(file)) == answer("luck", *BATTLE, *LOST)


def test_luck_of_a_campaign(campaign):
    printed = json.loads(answer("luck", str(campaign), "--json"))
    assert [battle.get("name") for battle in printed["battles"]] == ["the landing", None]
    assert printed["worse"] + printed["equal"] + printed["better"] == pytest.approx(1.0)
    text = answer("luck", str(campaign))
    for said in ("the landing", "2: breizh siege", "All together", "ranks added up", "a campaign worse"):
        assert said in text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([*BATTLE], "error: happened: {} is not allowed"),
        ([*BATTLE, "--happened", "winner"], "error: happened: 'winner' is not allowed; key=value"),
        ([*BATTLE, "--happened", "winner="], "error: happened winner: nothing is given"),
        ([*BATTLE, "--happened", "winner=attacker", "--happened", "defender.french=1"],
         "error: happened: 'winner=attacker, defender.french=1' is not allowed; an outcome that can happen"),
        ([*BATTLE, *LOST, "--utility", "win.attacker=lots"], "error: utility win.attacker: 'lots' is not allowed"),
    ],
)  # fmt: skip
def test_luck_refuses(words, said):
    assert failed("luck", *words).startswith(said)


def test_luck_says_what_it_averages(tmp_path):
    told = "can be what happened: worse, as good and better are averages over them"
    assert told in " ".join(answer("luck", *BATTLE, "--happened", "winner=defender").split())
    document = tmp_path / "all.json"
    document.write_text(json.dumps({"battles": [{**SCENARIO, "happened": {"winner": "defender"}}] * 2}))
    assert told in " ".join(answer("luck", str(document)).split())
    assert "averages" not in answer("luck", *BATTLE, *LOST)


def test_luck_of_a_campaign_refuses(campaign):
    assert failed("luck", str(campaign), *LOST).startswith("error: happened: ")
    campaign.write_text(CAMPAIGN.replace('"taken"', '"held"'))
    assert failed("luck", str(campaign)).startswith("error: battles.1.happened: 'winner=held' is not allowed")


# ---- pictures, help, figures -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words", [["need", *NEED], ["need", *TWO, "--chance", "0.8", "--budget", "3"], ["sensitivity", *BATTLE]]
)
def test_pictures(words, tmp_path):
    file = tmp_path / "picture.png"
    text = answer(*words, "--picture", str(file))
    assert file.read_bytes().startswith(PNG)
    assert text == answer(*words)


@pytest.mark.parametrize("words", [["need", *NEED], ["need", *TWO], ["sensitivity", *BATTLE]])
def test_without_matplotlib_the_answer_comes_first(words, tmp_path):
    file = tmp_path / "picture.png"
    code = "import sys; sys.modules['matplotlib'] = None; from simcore.cli import main; main()"
    command = [sys.executable, "-c", code, *words, "--picture", str(file)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (ran.returncode, ran.stdout) == (1, answer(*words))
    assert ran.stderr == "error: pictures need matplotlib: pip install matplotlib\n"
    assert not file.exists()


@pytest.mark.parametrize("columns", [80, 60, 40])
def test_nothing_is_cut_in_a_narrow_terminal(columns, tmp_path, monkeypatch):
    document = tmp_path / "many.json"
    battles = [{**SCENARIO, "happened": {"winner": "defender"}, "name": "between two rivers"}] * 2
    document.write_text(json.dumps({"battles": battles}))
    monkeypatch.setenv("COLUMNS", "300")
    wide = answer("luck", str(document))
    monkeypatch.setenv("COLUMNS", str(columns))
    narrow = answer("luck", str(document))
    assert max(map(len, narrow.splitlines())) <= columns
    assert sorted("".join(narrow.split())) == sorted("".join(wide.split()))


@pytest.mark.parametrize("command", ["need", "sensitivity", "luck"])
def test_help_has_an_example(command):
    assert f"simcore {command} cent-ans pitched-battle" in answer(command, "--help")
    assert any(one.name == command for one in app.registered_commands)


def test_figures_in_words():
    assert [points(change) for change in (0.1, -0.00001, 0.0)] == ["+10.00", "-<0.01", "0"]
    assert signed(-1e-12) == "0"
    assert [ordinal(place) for place in (0.0, 0.2, 2.6, 11.0, 99.9)] == ["0th", "below the 1st", "3rd", "11th",
                                                                      "above the 99th"]  # fmt: skip


def test_an_entry_of_a_list_can_vary():
    words = ["legendary", "melee", 'attackers=[{"unit":"foot-knights"}]', 'defenders=[{"unit":"bowmen"}]']
    text = answer("need", *words, "--vary", "attackers.0.count=1:3", "--cost", "attackers.0.count=2", "--chance", "0.5")
    assert "attackers.0.count" in text


SIEGES = ["breizh", "siege", "sieges=dinan,dol,rennes", "pool=7"]


def test_what_is_not_chosen_anew_is_said():
    said = "as stated plan of besieger: not chosen anew for each case; simcore best finds the best"
    assert said in " ".join(answer("sensitivity", *SIEGES).split())
    varied = [*SIEGES[:-1], "--vary", "pool=7:8", "--cost", "pool=1"]
    assert "plan of besieger" in answer("need", *varied)


def test_another_place_stands_apart():
    changes, places = answer("sensitivity", *SIEGES).split("What another place is worth")
    assert "pool: 7 to 8" in changes
    assert "castle: rennes to" not in changes
    places, idle = places.split("Without effect")
    assert "castle: rennes to" in places
    assert "rally" not in changes + places
    assert "rally" in idle


def test_equals_are_marked_and_the_cheapest_is_taken():
    siege = ["cent-ans", "siege", "place=paris", "attacker.english=3", "defender.french=2"]
    text = answer("best", *siege)
    assert re.search(r"moves on +0 % +best +0.00\nbesieges +0 % +as good +1.00", text)
    assert answer("best", *SIEGES).count("as good") == 2


def test_luck_says_whether_it_was_counted(tmp_path):
    lost = {"game": "breizh", "combat": "battle", "montfort": 6, "blois": 5, "happened": {"winner": "none"}}
    file = tmp_path / "campaign.json"
    file.write_text(json.dumps({"battles": [lost, lost]}))
    exact = answer("luck", str(file))
    assert "exact: every course" in exact
    assert "interval" not in exact
    counted = answer("luck", str(file), "--trials", "2000", "--seed", "4")
    assert "2,000 random trials (seed 4)" in counted
    assert "95 % interval" in counted


def test_an_event_is_wished_for():
    text = answer("luck", *SIEGES, "--happened", "winner=partly")
    assert "wished for  every castle falls" in text
    assert "worse for" not in text
