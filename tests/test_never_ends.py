"""Where no die can end a battle, every command says so: no number that is none, no warning, no traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import simcore as sc
from command_line import answer, failed
from simcore.errors import BadInput, SimcoreError

WORDS = ["cent-ans", "pitched-battle", "attacker.english=3", "defender.french=3"]
BATTLE = {"game": "cent-ans", "combat": "pitched-battle", "attacker": {"english": 3}, "defender": {"french": 3}}


@pytest.fixture
def blank(tmp_path: Path) -> str:
    file = tmp_path / "blank.toml"
    file.write_text(
        "".join(f'[dice.{die}]\nvalue = {{ blank = 6 }}\nsource = "mine"\n' for die in ("english", "french"))
    )
    return str(file)


def test_odds_say_it_once_and_show_no_mean(blank):
    text = answer("odds", *WORDS, "--facts", blank)
    assert "never ends   100 %" in text
    assert "On average" not in text
    assert "0 of 3" not in text
    record = json.loads(answer("odds", *WORDS, "--facts", blank, "--json"))
    assert record["mass"] == 0.0
    assert record["expected"]["attacker"]["english"] is None


def test_no_command_fails_on_it(blank):
    compared = answer("compare", *WORDS, "--facts", blank, "--with", "attacker.english=4")
    assert compared.count("this never comes to an end") == 2
    frame = sc.table(BATTLE, {"attacker.english": [1, 2]}, facts=blank)
    assert frame["win_never_ends"].tolist() == [1.0, 1.0]
    assert "at most 0" in failed(
        "need", *WORDS, "--facts", blank, "--vary", "attacker.english=1:3", "--cost", "attacker.english=1",
        "--chance", "0.5",
    )  # fmt: skip
    with pytest.raises(BadInput, match="never ends"):
        sc.luck(BATTLE, {"winner": "attacker"}, facts=blank)
    with pytest.raises(SimcoreError, match="never ends"):
        sc.simulate(BATTLE, trials=10, facts=blank)
    assert "never ends" in failed("replay", *WORDS, "--facts", blank, status=1)
    assert sc.campaign({"game": "cent-ans", "stages": [{"name": "a", **{
        key: part for key, part in BATTLE.items() if key != "game"}}]}, facts=blank).mass == 0.0  # fmt: skip


def test_chances_of_what_sometimes_never_ends_are_numbers_in_a_shared_model(tmp_path: Path):
    """English dice that only hit themselves, French ones that hit nothing: with enough English it may go on forever."""
    file = tmp_path / "one.toml"
    file.write_text('[dice.french]\nvalue = { blank = 6 }\nsource = "mine"\n')
    found = sc.need(BATTLE, {"attacker.english": [1, 2, 3]}, {"attacker.english": 1.0}, budget=3, facts=str(file))
    alone = [
        sc.solve({**BATTLE, "attacker": {"english": count}}, facts=str(file)).win["attacker"] for count in (1, 2, 3)
    ]
    assert found.chances.tolist() == pytest.approx(alone)
