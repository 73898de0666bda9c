"""`simcore commit`: the hidden commitments of Joan of Arc at the command line."""

from __future__ import annotations

import json

import pytest

from command_line import answer, failed
from simcore.games.joan.commitment import commit, reply

WORDS = ["attacker.cards=6,5,4", "attacker.influence=3", "defender.cards=4,3"]
QUESTION = {"attacker": {"cards": [6, 5, 4], "influence": 3}, "defender": {"cards": [4, 3]}}


def test_words_and_documents_ask_the_same(tmp_path):
    path = tmp_path / "hands.json"
    path.write_text(json.dumps({**QUESTION, "fortification": "fortress"}))
    expected = json.loads(json.dumps(commit(QUESTION, fortification="castle").to_dict()))
    assert json.loads(answer("commit", *WORDS, "fortification=castle", "--json")) == expected
    assert json.loads(answer("commit", str(path), "fortification=castle", "--json")) == expected
    given = json.dumps({**QUESTION, "fortification": "castle"})
    assert json.loads(answer("commit", "-", "--json", given=given)) == expected


@pytest.mark.parametrize("habit", ["least", "everything", '[{"cards": [4], "weight": 3}, {"cards": [3]}]'])
def test_the_reply_to_a_habit(habit):
    stated = json.loads(habit) if habit[0] == "[" else habit
    expected = reply(QUESTION, side="attacker", habit=stated)
    assert json.loads(answer("commit", *WORDS, "--habit", habit, "--json")) == json.loads(
        json.dumps(expected.to_dict())
    )
    assert expected.capture <= 1.0


def test_what_is_certain_is_exactly_so():
    assert reply(QUESTION, side="attacker", habit="least").capture == 1.0
    assert "chance of capture      100 %" in answer("commit", *WORDS, "--habit", "least")


def test_people_read_who_lays_what():
    said = answer("commit", *WORDS, "fortification=fortress")
    for part in ("The attacker lays", "The defender lays", "6 and 5", "coins", "town stake"):
        assert part in said
    drawn = answer("commit", *WORDS[:2], "defender.cards=4,traitor", "--habit", "everything", "--side", "defender")
    assert "Traitor (if it took a 6)" in drawn
    assert "The attacker lays" not in drawn


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "question: nothing is given"),
        (["attacker.cards"], "question: 'attacker.cards' is not allowed; key=value"),
        (["nowhere.toml"], "nowhere.toml"),
        (["attacker.card=6,5"], "attacker: 'card' is not allowed; did you mean cards?"),
        (["attacker.cards=6", "defender.cards=4"], "attacker.cards: [6] is not allowed; at least two yellow cards"),
        ([*WORDS, "--habit", "lots"], "habit: 'lots' is not allowed; everything, least, or a list"),
        ([*WORDS, "--habit", "[{"], "habit: '[{' is not allowed; valid JSON"),
        ([*WORDS, "--habit", "least", "--side", "nobody"], "side: 'nobody' is not allowed; attacker or defender"),
        ([*WORDS, "--side", "defender"], "side: 'defender' is not allowed; "),
    ],
)
def test_bad_questions_are_refused(words, said):
    assert said in failed("commit", *words)


def test_best_play_points_here():
    assert "simcore commit" in failed("best", "joan", "combat", "attacker.cards=6,5", "defender.card=3")
