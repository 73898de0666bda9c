"""The chance of a condition is the sum over the outcomes in which it holds, wherever it is asked for."""

from __future__ import annotations

import json

import pytest

import simcore as sc
from command_line import answer, failed
from simcore.contracts.utility import Utility
from simcore.errors import BadInput

BATTLE = {
    "game": "cent-ans", "combat": "pitched-battle", "attacker": {"english": 3, "burgundian": 1},
    "defender": {"french": 3},
}  # fmt: skip
WORDS = ["cent-ans", "pitched-battle", "attacker.english=3", "attacker.burgundian=1", "defender.french=3"]


def summed(holds) -> float:
    return sum(outcome["p"] for outcome in sc.solve(BATTLE).outcomes if holds(outcome))


CONDITIONS = {
    "attacker.english>=2": lambda o: o["attacker.english"] >= 2,
    "attacker.left<2": lambda o: o["attacker.english"] + o["attacker.burgundian"] < 2,
    "winner=attacker and attacker.english!=1": lambda o: o["winner"] == 1 and o["attacker.english"] != 1,
    "winner == defender && defender.left > 1": lambda o: o["winner"] == 2 and o["defender.french"] > 1,
}


@pytest.mark.parametrize("condition", CONDITIONS)
def test_it_is_the_sum_over_outcomes(condition):
    wanted = pytest.approx(summed(CONDITIONS[condition]))
    result = sc.solve(BATTLE)
    assert result.chance_of(condition) == wanted
    assert Utility({condition: 2.0}).of(result) == pytest.approx(2 * result.chance_of(condition))
    assert json.loads(answer("odds", *WORDS, "--json", "--chance-of", condition))["chance_of"][condition] == wanted
    line = answer("batch", "--no-outcomes", "--chance-of", condition, given=json.dumps(BATTLE))
    assert json.loads(line)["chance_of"][condition] == wanted
    assert sc.table(BATTLE, {}, chance_of=[condition])[f"chance_of {condition}"].tolist() == [wanted]
    need = sc.need(BATTLE, {"attacker.english": [2, 3]}, {"attacker.english": 1.0}, budget=3, chance_of=condition)
    assert need.chances[1] == wanted
    found = sc.compare(BATTLE, {**BATTLE, "initiative": "attacker"}, outcomes=[condition])
    assert found.differences[condition].base == wanted


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("attacker.engish>=2", "did you mean attacker.english"),
        ("winner=french", "allowed: none, attacker, defender"),
        ("attacker.english>=two", "a whole number"),
        ("__import__('os')", "comparisons joined by `and`"),
        ("attacker.english>=2 and", "comparisons joined by `and`"),
        ("a>=1 and " * 100 + "a>=1", "comparisons joined by `and`"),
    ],
)
def test_what_is_no_condition_is_refused_in_one_line(condition, said):
    assert said in failed("odds", *WORDS, "--chance-of", condition)
    with pytest.raises(BadInput):
        sc.solve(BATTLE).chance_of(condition)


def test_survivors_are_told_exactly_and_at_least():
    rows = answer("odds", *WORDS).partition("Attacker has left\n")[2].partition("\n\n")[0].splitlines()
    told = [row.split() for row in rows[1:]]
    assert [int(row[0]) for row in told] == sorted((int(row[0]) for row in told), reverse=True)
    assert float(told[1][3]) == pytest.approx(
        100 * summed(lambda o: o["attacker.english"] + o["attacker.burgundian"] >= int(told[1][0])), abs=0.006
    )


def test_what_a_side_has_left_is_a_number_of_units_and_not_their_hit_points_or_wounds():
    plaque = ["knight", "sergeant", "sergeant", "sergeant", "sergeant", "sergeant"]
    clash = {"game": "bouvines", "combat": "clash", "listed": "from-the-front", "order_limit": 2,
             "coalition": {"troops": plaque}, "france": {"troops": plaque}}  # fmt: skip
    result = sc.solve(clash)
    assert result.chance_of("coalition.left>=7") == 0.0
    for count in range(7):
        assert result.chance_of(f"coalition.left>={count}") == result.chance_of(f"coalition.troops>={count}")
    melee = {"game": "legendary", "combat": "melee", "attackers": "henry-v", "defenders": ["pikemen", "boucicaut"]}
    assert sc.solve(melee).chance_of("attacker.left>=2") == 0.0
    assert sc.luck(clash, {"coalition.left": 5}).rank


def test_odds_tell_survivors_of_a_plaque_by_its_troops():
    troops = "quality-sergeant,quality-sergeant,sergeant,sergeant,sergeant,sergeant"
    text = answer("odds", "bouvines", "clash", "listed=from-the-front", f"coalition.troops={troops}",
                  "france.troops=knight,knight,sergeant,sergeant,sergeant,sergeant")  # fmt: skip
    left = text.partition("Coalition has left")[2].partition("\n\n")[0].splitlines()[2:]
    assert left
    assert all(int(line.split()[0]) <= 6 for line in left)


@pytest.mark.parametrize(
    ("scenario", "condition", "holds"),
    [
        ({"game": "breizh", "combat": "battle", "montfort": 6, "blois": 5}, "montfort.lost>=4",
         lambda o: o["montfort.troops"] <= 2),
        ({**BATTLE, "attacker": {"english": 3, "retreated_by_kind": True}}, "attacker.retreated>=1",
         lambda o: o["attacker.english_retreated"] >= 1),
    ],
)  # fmt: skip
def test_a_total_that_outcomes_settle_is_a_condition(scenario, condition, holds):
    """What an answer prints as lost, and no column of an outcome holds."""
    result = sc.solve(scenario)
    wanted = sum(outcome["p"] for outcome in result.outcomes if holds(outcome))
    assert 0.0 < wanted < 1.0
    assert result.chance_of(condition) == pytest.approx(wanted)
    assert sc.table(scenario, {}, chance_of=[condition])[f"chance_of {condition}"].tolist() == [pytest.approx(wanted)]


def test_a_total_that_is_left_open_is_told_by_what_tells_it():
    alone = {**BATTLE, "attacker": {"english": 3}}
    with pytest.raises(BadInput, match=r"with attacker.retreated_by_kind=true it tells this too$"):
        sc.solve(alone).chance_of("attacker.retreated>=1")
    words = ["cent-ans", "pitched-battle", "attacker.english=3", "defender.french=3"]
    told = json.loads(answer("odds", *words, "--json", "--chance-of", "attacker.retreated>=1"))
    assert told["scenario"]["attacker"]["retreated_by_kind"] is True
    assert 0.0 < told["chance_of"]["attacker.retreated>=1"] < 1.0
    assert "adds up over the rolls (rounds)" in failed("odds", *words, "--chance-of", "rounds>=2")
