"""Breizh 1341 under names of an owner: castles and characters of his own box, wherever a name is read or written."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import jsonschema
import pytest

import simcore as sc
from breizh_scenarios import battle, fight, siege
from command_line import answer, failed
from simcore.advice.best_play import best_play
from simcore.cli.schema import published
from simcore.errors import BadInput
from simcore.gameplay.position import Position
from simcore.games.breizh.facts import facts
from simcore.games.breizh.full_game import board as boards
from simcore.games.breizh.full_game import state as cell
from simcore.games.breizh.full_game.action_text import action_text, castle_text, character_text
from simcore.games.breizh.full_game.game import GAME

OWN = """
[castles.chateaubriant]
value = { region = "nantes", strength = 1, name = "Châteaubriant" }
replaces = "ancenis"
[characters.john-chandos]
value = { camp = "montfort", siege = 1, battle = 2 }
replaces = "walter-manny"
[characters.olivier-de-clisson]
value = { camp = "blois", fight = 2 }
replaces = "bertrand-du-guesclin"
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    file = tmp_path / "box.toml"
    file.write_text(OWN, encoding="utf-8")
    return file


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "other.toml"
    file.write_text(text, encoding="utf-8")
    return file


# ---- the combats -----------------------------------------------------------------------------------------------


def test_scenarios_know_the_names_of_the_facts_in_force(own):
    fell = sc.solve(siege(castle="chateaubriant", troops=1, character="john-chandos"), facts=own)
    assert (fell.win["taken"], fell.columns["castles.chateaubriant"].tolist()) == (1.0, [1])
    assert fell.assumed == ()
    assert sc.solve(battle(4, 4, montfort_character="john-chandos"), facts=own).win == sc.solve(battle(4, 4, 2)).win
    assert sc.solve(fight(2, 2, character="olivier-de-clisson"), facts=own).win == sc.solve(fight(2, 2, bonus=2)).win
    assert sc.solve(siege(sieges=["chateaubriant", "dinan"]), facts=own).expected["castles"]["chateaubriant"] == 1.0
    played = best_play(
        siege(sieges=["chateaubriant", {"castle": "dinan", "character": "john-chandos"}], pool=4), facts=own
    )
    assert "chateaubriant by 2, dinan by 2 with the bonus" in played.choices[0].options


@pytest.mark.parametrize(
    ("scenario", "field", "gone"),
    [
        (siege(castle="ancenis"), "castle", "ancenis"),
        (siege(sieges=["ancenis"]), "sieges.0", "ancenis"),
        (siege(castle="dinan", character="walter-manny"), "character", "walter-manny"),
        (battle(4, 4, montfort_character="walter-manny"), "montfort_character", "walter-manny"),
        (fight(2, character="bertrand-du-guesclin"), "character", "bertrand-du-guesclin"),
    ],
)
def test_a_name_that_was_replaced_is_no_name_any_more(own, scenario, field, gone):
    with pytest.raises(BadInput) as caught:
        sc.solve(scenario, facts=own)
    assert caught.value.field == field
    names = str(caught.value).partition("allowed: ")[2].split(", ")
    assert gone not in names
    assert {"chateaubriant", "john-chandos", "olivier-de-clisson"} & {*names}


def test_schemas_name_whom_the_facts_name(own):
    schema = published("breizh", "siege", str(own))
    document = siege(sieges=["chateaubriant", {"castle": "dinan", "character": "john-chandos"}])
    jsonschema.validate(document, schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, published("breizh", "siege"))
    printed = published("breizh", "battle")["properties"]["blois_character"]["anyOf"][0]["enum"]
    assert printed == ["jean-de-beaumanoir", "alain-de-rohan"]  # of the camp, and with a bonus for a battle


def test_the_command_line_knows_the_names(own, tmp_path):
    file, words = ["--facts", str(own)], ["breizh", "siege", "castle=chateaubriant", "troops=1"]
    assert "chateaubriant" in answer("odds", *words, *file)
    assert answer("replay", *words, *file).startswith("chateaubriant: 1 troop")
    assert "chateaubriant" in answer("schema", "breizh", "siege", *file)
    told = answer("odds", "breizh", "siege", "--help", *file)
    assert "chateaubriant" in told
    assert "ancenis" not in told
    listed = json.loads(answer("facts", "breizh", "--json", *file))["games"]["breizh"]["facts"]
    keys = {fact["key"]: fact["overridden"] for fact in listed}
    assert keys["castles.chateaubriant"]
    assert "castles.ancenis" not in keys
    table = tmp_path / "castles.csv"
    answer("table", *words[:2], "--vary", "castle=chateaubriant,dinan", "-o", str(table), *file)
    assert "chateaubriant" in table.read_text(encoding="utf-8")
    lines = json.dumps(siege(castle="chateaubriant")) + "\n" + json.dumps(siege(castle="ancenis")) + "\n"
    good, bad = map(json.loads, answer("batch", *file, given=lines).splitlines())
    assert good["win"]["taken"] == 1.0
    assert "ancenis" in bad["error"]["value"]


def test_a_column_of_a_castle_with_the_word_and_can_be_asked_for(tmp_path):
    file = written(
        tmp_path, '[castles.rock-and-sea]\nvalue = { region = "leon", strength = 1 }\nreplaces = "lesneven"\n'
    )
    result = sc.solve(siege(castle="rock-and-sea", troops=1), facts=file)
    assert result.chance_of("castles.rock-and-sea=1 and taken=1") == pytest.approx(2 / 3)


# ---- the full game ---------------------------------------------------------------------------------------------


def test_a_game_is_told_under_the_owners_names(own):
    board = boards.make_board(facts(own), boards.Options())
    castles, characters = list(facts(own).castles), list(facts(own).characters)
    assert castle_text(board, castles.index("chateaubriant")) == "Châteaubriant"
    assert character_text(board, characters.index("john-chandos")) == "John Chandos"
    castle = castles.index("chateaubriant")
    siege_of = cell.FIRST_ACTION[cell.BESIEGE] + 1 + castle * cell.MOST_BESIEGERS + 2
    assert action_text(board, siege_of) == "besiege Châteaubriant with 2"
    announced = cell.CHARACTER_IN_SIEGE + cell.CASTLES * characters.index("olivier-de-clisson") + castle
    assert action_text(board, announced) == "play Olivier de Clisson in the siege of Châteaubriant"
    assert "Ancenis" not in {castle_text(board, at) for at in range(cell.CASTLES)}


def test_a_retold_game_writes_the_owners_names(own):
    told = [line for game in range(3) for line in sc.replay_game("breizh", number=game, facts=own).lines]
    assert any("Châteaubriant is " in line for line in told)
    assert any("siege of Châteaubriant: " in line for line in told)
    assert not any("Ancenis" in line or "play Walter Manny" in line for line in told)


def test_a_board_with_names_of_its_own_is_found_again(own):
    board, _ = GAME.build(boards.Options(), facts(own))
    position = Position.start(GAME.rules, board, 3, 0)
    kept = pickle.dumps(position)
    GAME.rules.boards.clear()
    again = pickle.loads(kept)
    assert again.to_dict()["rules"] == position.to_dict()["rules"]
    assert castle_text(again.board, list(facts(own).castles).index("chateaubriant")) == "Châteaubriant"


def test_numbers_of_castles_follow_the_names_and_not_the_order_of_the_file(own, tmp_path):
    castle, *characters = OWN.strip().split("[characters.")
    turned = facts(written(tmp_path, "".join(f"[characters.{one}\n" for one in reversed(characters)) + castle))
    assert [*turned.castles, *turned.characters] == [*facts(own).castles, *facts(own).characters]
    board = boards.make_board(turned, boards.Options())
    assert GAME.rules.rules_of(board) == GAME.rules.rules_of(boards.make_board(facts(own), boards.Options()))


# ---- what may be a name ----------------------------------------------------------------------------------------


def deck(names: dict[str, str], also: str = "") -> str:
    """All 16 characters, some under other names."""
    lines = [
        f"[characters.{names.get(name, name)}]\nvalue = {{ camp = '{fact.value.camp}', battle = 1 }}\n"
        for name, fact in facts().characters.items()
    ]
    return "".join(lines) + also


def test_a_file_that_names_a_whole_group_need_not_say_who_is_replaced(tmp_path):
    figures = facts(written(tmp_path, deck({"walter-manny": "b-of-mine", "louis-of-spain": "a-of-mine"})))
    assert list(figures.characters)[3] == "a-of-mine"  # the vacant places by the alphabet
    assert len(figures.characters) == 16
    assert figures.digest != facts().digest


CASTLE = "[castles.{}]\nvalue = {{ region = 'leon', strength = 1 }}\n"
BREST = "[castles.brest]\nvalue = {{ region = 'leon', strength = 3, name = {} }}"
MANNY = "[characters.walter-manny]\nvalue = {{ camp = 'montfort', name = {} }}"
CARD = "[events.1]\nvalue = {{ name = '{}', epoch = 1, favours = 'none', actions = ['rally'] }}"
LESNEVEN = CASTLE + "replaces = 'lesneven'\n"


@pytest.mark.parametrize(
    ("text", "field", "said"),
    [
        (CASTLE.format("lesnevven"), "facts castles", "did you mean lesneven?"),
        (CASTLE.format("lesnevven"), "facts castles", "says which of them it `replaces`, or the file names 29 in all"),
        (LESNEVEN.format("''"), "facts castles", "'' is not allowed; a name of small letters"),
        (LESNEVEN.format("'Brest Two'"), "facts castles", "small letters a to z, digits and single hyphens"),
        (LESNEVEN.format('"a\\u0007b"'), "facts castles", "a name of small letters"),
        (LESNEVEN.format('"a\\nb"'), "facts castles", "a name of small letters"),
        (LESNEVEN.format("a" * 41), "facts castles", "40 characters at most"),
        (LESNEVEN.format("siege-2"), "facts castles", "none of true, false, none, a number, siege-1"),
        (LESNEVEN.format("12"), "facts castles", "a number"),
        (LESNEVEN.format("brest-"), "facts castles", "single hyphens"),
        (CASTLE.format("mine") + "replaces = 'lesnevven'", "facts castles.mine.replaces", "did you mean lesneven?"),
        (CASTLE.format("mine") + "replaces = 7", "facts castles.mine.replaces", "allowed: nantes"),
        (CASTLE.format("brest") + "replaces = 'lesneven'", "facts castles.brest.replaces", "only with a new name"),
        (LESNEVEN.format("mine") + LESNEVEN.format("more"), "facts castles.more.replaces", "replaced once"),
        (LESNEVEN.format("mine") + CASTLE.format("lesneven"), "facts castles.mine.replaces", "does not give itself"),
        (CASTLE.format("mine") + "replaces = 'guerande'", "setup.montfort.value.castles", "a castle: "),
        (CASTLE.format("mine") + "replaces = 'auray'", "region_cards.vannes.value.castle", "a castle in vannes"),
        (BREST.format("'Morlaix'"), "castles.morlaix", "that of brest"),
        (BREST.format("''"), "name", "1 to 80 characters"),
        (BREST.format('"a\\u001b[31m"'), "name", "on one line"),
        (BREST.format(f"'{'b' * 81}'"), "name", "1 to 80"),
        (MANNY.format("'No Character'"), "characters.", "where none is"),
        (deck({}, "[characters.mine]\nvalue = { camp = 'blois' }"), "facts characters", "or the file names 16 in all"),
        (CARD.format("c" * 81), "name", "1 to 80"),
        ("[box.pebbles]\nvalue = 3", "facts box", "allowed: troops"),
    ],
)  # fmt: skip
def test_names_that_no_owner_can_give_are_refused_in_one_line(tmp_path, text, field, said):
    with pytest.raises(BadInput) as caught:
        facts(written(tmp_path, text + "\n"))
    assert field in caught.value.field
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    assert str(caught.value).isprintable()


def test_names_in_an_error_of_the_command_line(tmp_path):
    file = written(tmp_path, LESNEVEN.format('"a\\u001b[31mb"'))
    assert "\x1b" not in failed("odds", "breizh", "siege", "castle=brest", "--facts", str(file))
