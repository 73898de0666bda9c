"""Breizh 1341: facts and what is assumed, scenarios as understood, and bad input field by field."""

import json

import jsonschema
import pytest

from breizh_scenarios import EXAMPLE_SIEGES, SCENARIOS, battle, fight, siege
from simcore.cli.schema import published
from simcore.errors import BadInput
from simcore.evaluation.questions import prepare, solve
from simcore.games.breizh.facts import facts


@pytest.mark.parametrize("scenario", [*SCENARIOS, EXAMPLE_SIEGES, siege(castle="dinan")], ids=lambda s: s["combat"])
def test_a_scenario_as_understood_means_the_same(scenario):
    first = prepare(scenario)
    again = prepare(first.scenario)
    assert (again.scenario, again.scenario_id) == (first.scenario, first.scenario_id)


@pytest.mark.parametrize("scenario", [*SCENARIOS, EXAMPLE_SIEGES], ids=lambda s: s["combat"])
def test_scenarios_and_results_are_plain_documents(scenario):
    jsonschema.validate(scenario, published("breizh", scenario["combat"]))
    told = solve(scenario).to_dict()
    assert json.loads(json.dumps(told)) == told


def test_limits_stand_in_the_published_schema():
    fields = published("breizh", "battle")["properties"]
    assert (fields["montfort"]["minimum"], fields["montfort"]["maximum"]) == (1, 20)
    assert (fields["blois_bonus"]["minimum"], fields["blois_bonus"]["maximum"]) == (-9, 9)


def test_what_is_printed_and_what_is_assumed():
    figures = facts()
    assert sorted(castle.value.strength for castle in figures.castles.values()) == [1] * 12 + [2] * 11 + [3] * 6
    assert {castle.value.region for castle in figures.castles.values()} == {
        "nantes", "rennes", "vannes", "saint-malo-et-dol", "saint-brieuc", "tregor", "leon", "cornouaille",
    }  # fmt: skip
    assert [name for name, castle in figures.castles.items() if not castle.assumed] == ["rennes", "dinan", "dol"]
    camps = [character.value.camp for character in figures.characters.values()]
    assert (camps.count("montfort"), camps.count("blois")) == (8, 8)
    assert {name for name, character in figures.characters.items() if not character.assumed} == {
        "william-de-bohun", "robert-de-beaumanoir",
    }  # fmt: skip
    assert not any(fact.assumed for group in (figures.box, figures.die, figures.rules) for fact in group.values())


@pytest.mark.parametrize(
    ("scenario", "assumed"),
    [
        (battle(10, 10, 1, 1), ()),
        (battle(10, 10, blois_character="alain-de-rohan"), ("alain-de-rohan character",)),
        (siege(castle="dinan"), ()),
        (siege(strength=3), ()),
        (siege(castle="nantes", character="louis-of-spain"), ("nantes castle", "louis-of-spain character")),
        (siege(sieges=[{"castle": "guingamp"}, {"castle": "dol"}]), ("guingamp castle",)),
        (fight(2), ()),
        (fight(2, character="robert-bemborough"), ("robert-bemborough character",)),
    ],
)
def test_a_result_names_what_it_assumes(scenario, assumed):
    assert solve(scenario).assumed == assumed


def test_an_owners_figures_replace_the_assumed_ones(tmp_path):
    own = tmp_path / "own.toml"
    own.write_text(
        "[castles.nantes]\nvalue = { region = 'nantes', strength = 1 }\nsource = 'the board'\n"
        "[die.faces]\nvalue = [1, 1, 2]\n[rules.archers]\nvalue = 0\n"
    )
    result = solve(siege(castle="nantes", troops=1), facts=own)
    assert result.win["taken"] == pytest.approx(1 / 3)
    assert result.assumed == ()
    even = solve(battle(8, 8), facts=own)
    assert even.win["montfort"] == pytest.approx(even.win["blois"])


LISTED = {"sieges": [{"castle": "dol"}]}
BOTH_MONTFORT = {"character": "walter-manny", "opponent_character": "tanguy-du-chastel"}


@pytest.mark.parametrize(
    ("scenario", "field", "said"),
    [
        (battle(0, 5), "montfort", "a whole number from 1 to 20, what the box holds (Breizh 1341, Contents"),
        (battle(5, 21), "blois", "1 to 20, what the box holds"),
        (battle(5.5, 5), "montfort", "a whole number from 1 to 20, what the box holds"),
        (battle(True, 5), "montfort", "a whole number from 1 to 20"),
        (battle(5, "6"), "blois", "a whole number from 1 to 20"),
        (battle(5, 10**20), "blois", "a whole number from 1 to 20"),
        (battle(5, 5, 10), "montfort_bonus", "a whole number from -9 to 9"),
        (battle(5, 5, 0, -10), "blois_bonus", "a whole number from -9 to 9"),
        (battle(5, 5, 0.5), "montfort_bonus", "a whole number"),
        (battle(5, 5, float("nan")), "montfort_bonus", "a whole number"),
        (battle(5, 5, montfort_character="william-of-bohun"), "montfort_character", "did you mean william-de-bohun?"),
        (battle(5, 5, montfort_character="jean-de-beaumanoir"), "montfort_character", "of Montfort with"),
        (battle(5, 5, blois_character="robert-de-beaumanoir"), "blois_character", ": jean-de-beaumanoir, alain"),
        (battle(5, 5, 1, montfort_character="william-de-bohun"), "montfort_character", "not both"),
        (battle(5, 5, rules={"winner": "loser"}), "rules.winner", "allowed: difference, survivor"),
        (battle(5, 5, rules={"winer": "survivor"}), "rules", "did you mean winner?"),
        (battle(5, 5, rules="survivor"), "rules", "a table"),
        (battle(5, 5, troops=3), "scenario", "montfort, blois"),
        ({"game": "breizh", "combat": "battle", "montfort": 3}, "blois", "a value is needed"),
        ({"game": "breizh", "combat": "bataille"}, "combat", "did you mean battle?"),
        (siege(), "castle", "a castle by name, or its `strength`"),
        (siege(castle="paris"), "castle", "quimper"),
        (siege(castle="dol", strength=1), "strength", "nothing beside castle dol"),
        (siege(castle="dol", region="leon"), "region", "nothing beside castle dol"),
        (siege(strength=4), "strength", "a whole number from 1 to 3"),
        (siege(strength=0), "strength", "a whole number from 1 to 3"),
        (siege(strength=1, region="bretagne"), "region", "allowed: nantes"),
        (siege(castle="dinan", troops=4), "troops", "0 to 3: 2 to 3 besiege"),
        (siege(castle="dinan", troops=-1), "troops", "a whole number from 0 to 4, for the strongest castle"),
        (siege(castle="dinan", bonus=11), "bonus", "a whole number from -9 to 9"),
        (siege(castle="dinan", opponent_bonus="x"), "opponent_bonus", "a whole number"),
        (siege(castle="dinan", character="william-de-bohun"), "character", "a character with a bonus for a siege"),
        (siege(castle="dinan", opponent_bonus=1, opponent_character="walter-manny"), "opponent_character", "not both"),
        (siege(castle="dinan", **BOTH_MONTFORT), "opponent_character", "other camp"),
        (siege(castle="dinan", supplement="both"), "supplement", "rally, eliminate, none"),
        (siege(castle="dinan", **LISTED), "castle", "nothing here beside `sieges`"),
        (siege(sieges=["dol", "paris"]), "sieges.1", "a strength, or a castle by name; "),
        (siege(sieges=["dol", 4]), "sieges.1.strength", "from 1 to 3"),
        (siege(sieges=[True]), "sieges.0", "a castle by name, a strength, or a table"),
        (siege(sieges=["dol", {"castle": "dol"}]), "sieges.1.castle", "each castle once"),
        (siege(sieges=[]), "sieges", "a list of at least 1"),
        (siege(sieges=[{"strength": 1, "troops": 1}] * 17), "sieges", "a list of at most 16"),
        (siege(sieges=[{"castle": "dol"}, {"castle": "dol"}]), "sieges.1.castle", "each castle once"),
        (siege(sieges=[{"castle": "dol"}, {"troops": 1}]), "sieges.1.castle", "a castle by name"),
        (siege(sieges=[{"castle": "dol"}, {"castle": "dinan", "troops": 4}]), "sieges.1.troops", "0 to 3"),
        (siege(sieges=[{"castle": "dol", "trops": 1}]), "sieges.0", "did you mean troops?"),
        (siege(sieges=[{"castle": "dol", "bonus": 1}, {"castle": "dinan", "bonus": 1}]), "sieges.1.bonus", "one siege"),
        (siege(sieges=[{"strength": 3}] * 6), "sieges.5.troops", "20 troops in all"),
        (siege(pool=21, **LISTED), "pool", "0 to 20"),
        (siege(pool=1, pool_by_region={"leon": 1}, **LISTED), "pool", "not both"),
        (siege(pool_by_region={"lyon": 1}, **LISTED), "pool_by_region", "did you mean leon?"),
        (siege(pool_by_region={"leon": -1}, **LISTED), "pool_by_region.leon", "0 to 20"),
        (siege(pool_by_region={"leon": 11, "nantes": 10}, **LISTED), "pool_by_region", "0 to 20"),
        (siege(strength=1, pool_by_region={"leon": 11}), "region", "because the pool is by region"),
        (siege(castle="dol", enemy_partisans={"leon": 21}), "enemy_partisans.leon", "0 to 20"),
        (siege(castle="dol", enemy_partisans={"leon": 11, "nantes": 10}), "enemy_partisans", "0 to 20"),
        (siege(castle="dol", enemy_partisans={"dol": 1}), "enemy_partisans", "allowed: nantes"),
        (fight(), "targets", "a list of at least 1"),
        (fight("two"), "targets.0", "a number of troops, or a table"),
        (fight(0), "targets.0", "at least one of troops and highwaymen"),
        (fight(-1), "targets.0.troops", "0 to 20"),
        (fight(21), "targets.0.troops", "0 to 20"),
        (fight(11, 10), "targets", "0 to 20"),
        (fight({"highwaymen": 4}), "targets.0.highwaymen", "0 to 3"),
        (fight({"highwaymen": 2}, {"highwaymen": 2}), "targets", "0 to 3"),
        (fight({"region": "leon", "troops": 1}, {"region": "leon"}), "targets.1.region", "each region once"),
        (fight({"troop": 1}), "targets.0", "did you mean troops?"),
        (fight(1, bonus=10), "bonus", "a whole number from -9 to 9"),
        (fight(1, character="william-de-bohun"), "character", "with a bonus for a fight"),
        (fight(1, bonus=1, character="bertrand-du-guesclin"), "character", "not both"),
        (fight(1, prefer="knights"), "prefer", "highwaymen, troops"),
        (fight(1, rules={"limit": "none"}), "rules.limit", "together, each"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line_that_says_what_is_allowed(scenario, field, said):
    with pytest.raises(BadInput) as caught:
        prepare(scenario)
    assert caught.value.field == field
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_name_or_a_strength_stands_for_a_siege():
    named = solve(siege(sieges=["dinan", 2, {"castle": "rennes", "troops": 3}], pool=7))
    in_full = [{"castle": "dinan"}, {"strength": 2}, {"castle": "rennes", "troops": 3}]
    assert named.to_dict() == solve(siege(sieges=in_full, pool=7)).to_dict()
    entry = published("breizh", "siege")["properties"]["sieges"]["anyOf"][0]["items"]["anyOf"]
    assert [kind.get("type", kind.get("$ref")) for kind in entry] == ["#/$defs/Besieged", "string", "integer"]


CARD = "[events.1]\nvalue = {{ name = 'A', epoch = 1, {} }}"
RALLY = "order = [{{ effect = 'rally', number = {} }}]"


@pytest.mark.parametrize(
    ("written", "field", "said"),
    [
        (CARD.format("favours = 'none', " + RALLY.format(1)), "favours", "whom the order favours"),
        (CARD.format("favours = 'blue', actions = ['rally']"), "favours", "none, as the card has no order"),
        (CARD.format("favours = 'none'"), "actions", "at least one action"),
        (CARD.format("favours = 'none', actions = ['rally', 'rally']"), "actions", "each action once"),
        (CARD.format("favours = 'red', " + RALLY.format(9)), "number", "at most 8 for rally, one a region"),
        (
            CARD.format("favours = 'both', order = [{ effect = 'plague', regions = ['leon'] }]"),
            "regions",
            "none: plague has no place",
        ),
        ("[characters.louis-of-spain]\nvalue = { camp = 'blois', siege = -1 }", "siege", "`siege_defence`"),
        ("[characters.louis-of-spain]\nvalue = { camp = 'montfort', siege = 1 }", "characters", "8 of each camp"),
        ("[rules.decisive-lead]\nvalue = 0", "rules.decisive-lead", "from 1 to 99"),
        ("[rules.victory-regions]\nvalue = 4", "rules.victory-regions", "from 5 to 99: more than half"),
        ("[rules.siege-reserve]\nvalue = 13", "rules.siege-reserve", "from 0 to 12"),
        ("[rules.character-cards]\nvalue = 2", "rules.character-cards", "from 0 to 1"),
        ("[rules.recruit]\nvalue = 21", "rules.recruit", "from 0 to 20"),
        ("[allocation_cards.nobles]\nvalue = { partisans = 21 }", "allocation_cards.nobles", "at most 20 in the box"),
        ("[turns.1]\nvalue = { epoch = 1, event_cards = 10, most_played = 5 }", "events", "at least 20, the hands"),
        ("[turns.1]\nvalue = { epoch = 2, event_cards = 7, most_played = 5 }", "epoch", "an epoch that a turn begins"),
        (
            "[turns.6]\nvalue = { epoch = 3, all_cards = true, special_cards = 1, most_played = 5 }",
            "turns",
            "at most 8",
        ),
    ],
)
def test_facts_that_make_no_game_are_refused_in_one_line(tmp_path, written, field, said):
    own = tmp_path / "own.toml"
    own.write_text(written + "\n")
    with pytest.raises(BadInput) as caught:
        facts(own)
    assert field in caught.value.field
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
