"""Scenarios and sweeps as words of a command line."""

from __future__ import annotations

import json

import pytest

from simcore.cli.arguments import read_changes, read_scenario, read_sweep
from simcore.errors import BadInput
from simcore.games import shape_of

BATTLE = ["cent-ans", "pitched-battle"]


def field(word: str) -> object:
    """What the word makes of its field."""
    scenario = read_scenario([*BATTLE, word])
    for step in word.partition("=")[0].split("."):
        scenario = scenario[step]
    return scenario


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("attacker.english=6", 6),
        ("attacker.english=007", 7),
        ("attacker.english=+6", 6),
        ("attacker.english=-6", -6),
        ("attacker.english=6.5", "6.5"),
        ("attacker.english=٦", "٦"),
        ("attacker.english=" + "9" * 5000, "9" * 5000),
        ("attacker.english=true", True),
        ("attacker.english=false", False),
        ("attacker.policy=keep_dice", "keep_dice"),
        ("attacker.policy=a,b", "a,b"),
        ("attacker.policy=a=b", "a=b"),
        ('attacker.policy="true"', "true"),
        ("attacker.leaders=edward-iii,henry-v", ["edward-iii", "henry-v"]),
        ("attacker.leaders=edward-iii, henry-v", ["edward-iii", "henry-v"]),
        ("attacker.leaders=henry-v", ["henry-v"]),
        ("attacker.leaders=[]", []),
        ('attacker.leaders=["henry-v"]', ["henry-v"]),
        ('attacker={"english": 6}', {"english": 6}),
        ("events=pillage", ["pillage"]),
        ("nonsense.of.mine=1", 1),  # for the combat to refuse
    ],
)
def test_values(word, value):
    assert field(word) == value


def test_words_make_a_scenario():
    words = [*BATTLE, "attacker.english=6", "attacker.leaders=edward-iii,henry-v", "defender.french=5"]
    assert read_scenario(words) == {
        "game": "cent-ans",
        "combat": "pitched-battle",
        "attacker": {"english": 6, "leaders": ["edward-iii", "henry-v"]},
        "defender": {"french": 5},
    }


def test_game_and_combat_can_be_words_too():
    assert read_scenario(["combat=siege", "place=paris", "game=cent-ans"])["place"] == "paris"


def test_words_lie_over_a_file(tmp_path):
    path = tmp_path / "scenario.json"
    path.write_text(json.dumps({"game": "cent-ans", "combat": "siege", "attacker": {"english": 6, "elite": 1}}))
    laid = read_scenario([str(path), "attacker.english=7", "place=paris", "defender.french=2", "combat=siege"])
    assert laid["attacker"] == {"english": 7, "elite": 1}
    assert (laid["place"], laid["defender"]) == ("paris", {"french": 2})


def test_a_document_must_be_a_table(tmp_path):
    path = tmp_path / "scenario.json"
    path.write_text("[1]")
    with pytest.raises(BadInput, match=r"scenario: \[1\] is not allowed; a table"):
        read_scenario([str(path)])


def test_standard_input_may_be_closed(monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(BadInput, match="which is closed"):
        read_scenario(["-"])


def test_words_reach_into_lists(tmp_path):
    path = tmp_path / "scenario"
    path.write_text('game = "cent-ans"\ncombat = "siege"\nhosts = [{count = 1}, {count = 2}]')
    assert read_scenario([str(path), "hosts.1.count=5"])["hosts"] == [{"count": 1}, {"count": 5}]
    assert read_scenario([str(path), "hosts.2.count=5"])["hosts"][2] == {"count": 5}
    with pytest.raises(BadInput, match=r"^hosts\.3\.count: 5 is not allowed; .* the next one is hosts\.2$"):
        read_scenario([str(path), "hosts.3.count=5"])


MELEE = ["legendary", "melee"]


def test_words_with_indices_make_lists():
    words = ["attackers.1.character=henry-v", "attackers.0.unit=bowmen", "attackers.0.count=3"]
    entries = [{"unit": "bowmen", "count": 3}, {"character": "henry-v"}]
    assert read_scenario([*MELEE, *words])["attackers"] == entries
    words = ["attacker.cards.1=4", "attacker.cards.0=6"]
    assert read_scenario(["joan", "combat", *words])["attacker"]["cards"] == [6, 4]


@pytest.mark.parametrize("given", ['"bowmen"', '["bowmen", "henry-v"]', '{"unit": "bowmen"}'])
def test_a_name_is_the_table_it_stands_for_where_a_word_goes_into_it(given):
    scenario = {"game": "legendary", "combat": "melee", "attackers": json.loads(given)}
    changed = read_changes(scenario, ["attackers.0.count=3"])["attackers"]
    assert changed[0] == {"unit": "bowmen", "count": 3}
    assert changed[1:] == (["henry-v"] if "henry" in given else [])


@pytest.mark.parametrize(
    ("word", "allowed"),
    [
        ("attackers.1.unit=bowmen", "indices that follow one another from 0; the next one is attackers.0"),
        ("attackers.01.unit=bowmen", "indices that follow one another from 0; the next one is attackers.0"),
        ("defenders.2.unit=bowmen", "indices that follow one another from 0; the next one is defenders.1"),
        ("defenders." + "9" * 5000 + ".unit=bowmen", "an entry of a list by its index, such as defenders.0"),
        ("defenders.-1.unit=bowmen", "an entry of a list by its index, such as defenders.0"),
        ("defenders.first.unit=bowmen", "an entry of a list by its index, such as defenders.0"),
    ],
)
def test_entries_are_named_by_indices_that_follow_one_another(word, allowed):
    with pytest.raises(BadInput) as caught:
        read_changes({"game": "legendary", "combat": "melee", "defenders": ["pikemen"]}, [word])
    assert str(caught.value) == f"{word.partition('=')[0]}: 'bowmen' is not allowed; {allowed}"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "scenario: nothing is given"),
        (["cent-an", "siege"], "did you mean cent-ans?"),
        (["nowhere.toml"], "nowhere.toml"),
        (["x" * 5000], "GAME COMBAT"),
        (["cent-ans"], "combat: nothing is given; allowed: pitched-battle, siege"),
        (["legendary"], "combat: nothing is given; allowed: melee"),
        (["joan", "combat", "attacker.cards"], "'attacker.cards' is not allowed; key=value"),
        (["cent-ans", "sige"], "did you mean siege?"),
        (["cent-ans", "attacker.english=6"], "combat: nothing is given"),
        (["attacker.english=6"], "game: nothing is given"),
        (["game=cent-ans", "attacker.english=6"], "combat: nothing is given"),
        (["game=chess", "combat=mate", "a=1"], "game: 'chess'"),
        ([*BATTLE, "attacker.english"], "scenario: 'attacker.english' is not allowed; key=value"),
        ([*BATTLE, "=6"], "key=value"),
        ([*BATTLE, ".english=6"], "key=value"),
        ([*BATTLE, "attacker..english=6"], "key=value"),
        ([*BATTLE, "atta cker=6"], "key=value"),
        ([*BATTLE, ""], "key=value"),
        ([*BATTLE, "attacker.english="], "attacker.english: nothing is given"),
        ([*BATTLE, "attacker.english= "], "attacker.english: nothing is given"),
        (
            [*BATTLE, "initiative=attacker", "initiative=attacker"],
            "initiative: 'attacker' is not allowed; a value given",
        ),
        ([*BATTLE, "game=cent-ans"], "game: 'cent-ans' is not allowed; a value given once"),
        ([*BATTLE, "combat=siege"], "combat: 'siege' is not allowed; a value given once"),
        ([*BATTLE, "a=1", "a.b=2"], "a.b: '2' is not allowed; either the whole or its parts; a is given too"),
        ([*BATTLE, "a.b.c=1", "a=2"], "a: '2' is not allowed; either the whole or its parts; a.b.c is given too"),
        ([*BATTLE, "game.a=1"], "game.a: '1' is not allowed; either the whole or its parts; game is given too"),
        ([*BATTLE, "attacker.leaders=henry-v,,edward-iii"], "one comma between"),
        ([*BATTLE, "attacker.leaders=,"], "one comma between"),
        ([*BATTLE, "attacker={"], "attacker: '{' is not allowed; valid JSON"),
        ([*BATTLE, 'attacker={"english":1,"english":2}'], "given twice"),
        ([*BATTLE, "attacker=[NaN]"], "NaN"),
        ([*BATTLE, "attacker=" + "[" * 5000], "nested too deeply"),
        ([*BATTLE, ".".join("a" * 5000) + "=1"], "at most 8 steps"),
    ],
)
def test_bad_words_are_refused(words, said):
    with pytest.raises(BadInput) as caught:
        read_scenario(words)
    assert said in str(caught.value)
    assert len(str(caught.value)) < 250


def test_a_word_cannot_go_below_a_value(tmp_path):
    path = tmp_path / "scenario.toml"
    path.write_text('game = "cent-ans"\ncombat = "siege"\nplace = "paris"')
    with pytest.raises(BadInput, match=r"place\.size: 3 is not allowed; a field of a table; place is 'paris'"):
        read_scenario([str(path), "place.size=3"])


def sweep(*words: str) -> dict[str, list[object]]:
    return read_sweep(words, shape_of({"game": "cent-ans", "combat": "pitched-battle"}))


@pytest.mark.parametrize(
    ("word", "values"),
    [
        ("attacker.english=1:4", [1, 2, 3, 4]),
        ("attacker.english=3:3", [3]),
        ("attacker.english=1:6:2", [1, 3, 5]),
        ("attacker.english=1,3:5,9", [1, 3, 4, 5, 9]),
        ("attacker.english=4", [4]),
        ("initiative=attacker,defender", ["attacker", "defender"]),
        ("attacker.leaders=henry-v,edward-iii", [["henry-v"], ["edward-iii"]]),
        ('attacker.leaders=[[],["henry-v","edward-iii"]]', [[], ["henry-v", "edward-iii"]]),
        ("attacker.retreat_room=[null,0,2]", [None, 0, 2]),
    ],
)
def test_sweeps(word, values):
    assert list(sweep(word).values()) == [values]


def test_sweeps_keep_their_order():
    assert list(sweep("defender.french=1:2", "attacker.english=1:3")) == ["defender.french", "attacker.english"]


@pytest.mark.parametrize(
    "words",
    [
        ["attacker.english"],
        ["attacker.english="],
        ["attacker.english=4:1"],
        ["attacker.english=1:"],
        ["attacker.english=:4"],
        ["attacker.english=1:4:0"],
        ["attacker.english=1:4:-1"],
        ["attacker.english=1:4:1:1"],
        ["attacker.english=a:b"],
        ["attacker.english=1.5:2"],
        ["attacker.english=1,,2"],
        ["attacker.english=[]"],
        ["attacker.english=[1"],
        ['attacker.english={"a": 1}'],
        ['attacker.english="a"'],
        ["attacker.english=1:1000001"],
        ["attacker.english=0:999999999999999999"],
        ["attacker.english=1:1001", "defender.french=1:1000"],
        ["attacker.english=1:2", "attacker.english=3"],
        ["attacker.english=1:2", "attacker=3"],
    ],
)
def test_bad_sweeps_are_refused(words):
    with pytest.raises(BadInput):
        sweep(*words)


def test_a_million_rows_are_allowed():
    assert len(sweep("attacker.english=1:1000", "defender.french=1:1000")["defender.french"]) == 1000
