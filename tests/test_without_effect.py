"""Fields that are legal and change nothing are told in the answer; those that do something are not."""

from __future__ import annotations

import pytest

import simcore as sc
from command_line import failed
from simcore.errors import BadInput

CONTACT = {"game": "bouvines", "combat": "contact", "target": "knight", "target_acts": "before"}
MELEE = {"game": "legendary", "combat": "melee", "attackers": ["foot-knights"], "defenders": ["pikemen", "peasants"]}
FIDELITY = {"game": "joan", "combat": "fidelity", "coins": 3}
TOWN = {"game": "joan", "combat": "combat", "attacker": {"cards": [6, 4], "nation": "england"}}
LANDING = {**TOWN, "defender": {"landing": True}}
UPRISING = {"game": "joan", "combat": "uprising", "towns": ["garrison"]}
NAVAL = {"game": "joan", "combat": "naval-battle", "first": {"card": 5}, "second": {}}
SIEGE = {"game": "breizh", "combat": "siege", "castle": "dinan"}
BATTLE = {"game": "breizh", "combat": "battle", "montfort": 3, "blois": 3}
FIGHT = {"game": "breizh", "combat": "fight", "targets": [1]}


@pytest.mark.parametrize(
    ("idle", "fields", "works"),
    [
        (CONTACT, ["target_acts"], {**CONTACT, "target_order": "repair"}),
        ({**MELEE, "ruthless_tokens": 1}, ["ruthless_tokens"],
         {**MELEE, "attackers": ["captal-de-buch", "arnoul-d-audrehem", "jean-de-bourbon"]}),
        ({**MELEE, "behind": "stakes"}, ["behind"], {**MELEE, "defenders": "bowmen", "behind": "stakes"}),
        ({**MELEE, "blocked_push": "nothing"}, ["blocked_push"],
         {**MELEE, "blocked_push": "nothing", "push_room": 1}),
        ({**FIDELITY, "ambassador": True}, ["coins"], FIDELITY),
        ({**MELEE, "targeting_policy": "as_listed"}, ["targeting_policy"],
         {**MELEE, "attackers": ["culverin", "foot-knights"], "shooters_in_melee": True,
          "targeting_policy": "as_listed"}),
        ({**MELEE, "defenders": "peasants", "defenders_policy": "as_listed"}, ["defenders_policy"],
         {**MELEE, "defenders_policy": "as_listed"}),
        ({**MELEE, "attackers_policy": "as_listed"}, ["attackers_policy"],
         {**MELEE, "attackers": ["foot-knights", "peasants"], "defenders": ["sergeants-at-arms"],
          "attackers_policy": "as_listed"}),
        ({**MELEE, "bodyguard": False}, ["bodyguard"],
         {**MELEE, "attackers": ["culverin"], "shooters_in_melee": True,
          "defenders": ["earl-of-oxford", "edward-of-york"], "bodyguard": False}),
        ({**MELEE, "shooters_in_melee": True}, ["shooters_in_melee"],
         {**MELEE, "attackers": ["bowmen"], "shooters_in_melee": True}),
        ({**MELEE, "culverin_untouchable": False}, ["culverin_untouchable"],
         {**MELEE, "defenders": ["culverin", "pikemen"], "culverin_untouchable": False}),
        ({**MELEE, "push_room": 2}, ["push_room"], {**MELEE, "push_room": 1}),
        ({**MELEE, "attackers": ["mounted-knights"], "charging": True}, ["charging"],
         {**MELEE, "attackers": ["french-mounted-knights"], "charging": True}),
        ({**MELEE, "attackers": ["mounted-knights"], "charging": True, "optional_rules": ["ransom"]},
         ["charging", "optional_rules.ransom"],
         {**MELEE, "attackers": ["mounted-knights"], "charging": True, "optional_rules": ["cavalry-breakthrough"]}),
        ({**MELEE, "optional_rules": ["forced-march", "concentrated-fire", "cavalry-breakthrough"]},
         [f"optional_rules.{rule}" for rule in ("forced-march", "concentrated-fire", "cavalry-breakthrough")],
         {**MELEE, "combat": "shooting", "attackers": ["bowmen"], "defenders": [{"unit": "pikemen", "count": 6}],
          "optional_rules": ["concentrated-fire"]}),
        (TOWN, ["attacker.nation"], {**LANDING, "rules": {"nations": True}}),
        ({**TOWN, "rules": {"nations": True}}, ["attacker.nation", "rules.nations"],
         {**LANDING, "rules": {"nations": True}}),
        ({**TOWN, "rules": {"harder_landings": True}}, ["attacker.nation", "rules.harder_landings"],
         {**LANDING, "rules": {"harder_landings": True, "nations": True}}),
        ({**LANDING, "rules": {"knowledge_of_the_land": True}}, ["attacker.nation", "rules.knowledge_of_the_land"],
         {"game": "joan", "combat": "combat", "attacker": {"cards": [6, 4], "nation": "france"},
          "defender": {"mountain": True}, "rules": {"knowledge_of_the_land": True}}),
        ({**LANDING, "rules": {"engineer_in_defence": True, "nations": True}}, ["rules.engineer_in_defence"],
         {**LANDING, "defender": {"landing": True, "engineer": True},
          "rules": {"engineer_in_defence": True, "nations": True}}),
        ({**FIDELITY, "coins": 0, "rules": {"table": "as_printed"}}, ["rules.table"],
         {**FIDELITY, "rules": {"table": "as_printed"}}),
        ({**UPRISING, "rules": {"fortunes_of_war": True}}, ["rules.fortunes_of_war"],
         {**UPRISING, "towns": ["garrison", "castle"], "rules": {"fortunes_of_war": True}}),
        ({**NAVAL, "first": {"card": 5, "traitor": True}}, ["first.traitor"],
         {**NAVAL, "first": {"card": 5, "traitor": True}, "second": {"card": 3}}),
        ({**SIEGE, "character": "walter-manny"}, ["character"], {**SIEGE, "troops": 2, "character": "walter-manny"}),
        ({**SIEGE, "opponent_bonus": 9, "bonus": 1}, ["bonus"], {**SIEGE, "opponent_bonus": 2, "bonus": 1}),
        ({**SIEGE, "troops": 1, "opponent_bonus": 2}, ["opponent_bonus"], {**SIEGE, "troops": 2, "opponent_bonus": 2}),
        ({**SIEGE, "castle": "dol", "supplement": "eliminate"}, ["supplement"], {**SIEGE, "supplement": "eliminate"}),
        ({**BATTLE, "montfort": 1, "blois_bonus": 2}, ["blois_bonus"], {**BATTLE, "blois_bonus": 2}),
        ({**BATTLE, "montfort": 4, "blois": 1, "montfort_character": "william-de-bohun"}, ["montfort_character"],
         {**BATTLE, "montfort_character": "william-de-bohun"}),
        ({**FIGHT, "character": "robert-bemborough"}, ["character"],
         {**FIGHT, "targets": [2], "character": "robert-bemborough"}),
        ({**TOWN, "attacker": {"cards": [6, 4], "sign_of_god_when": "always"}}, ["attacker.sign_of_god_when"],
         {**TOWN, "attacker": {"cards": [6, 4], "sign_of_god": 0, "sign_of_god_when": "always"}}),
    ],
)  # fmt: skip
def test_a_field_without_effect_is_told(idle, fields, works):
    result = sc.solve(idle)
    assert result.chosen["without_effect"] == fields
    assert "without_effect" not in sc.solve(works).chosen
    assert sc.solve(without(idle, fields)).win == result.win


def without(scenario, fields):
    """The scenario as if these fields had not been stated; of `optional_rules` all is taken away."""
    left = dict(scenario)
    for field in fields:
        group, _, last = field.rpartition(".")
        if isinstance(left.get(group), dict):
            left[group] = {key: value for key, value in left[group].items() if key != last}
        else:
            left.pop(group or last, None)
    return left


def test_a_castle_that_too_few_come_to_is_told():
    short = sc.solve({**SIEGE, "pool_by_region": {"rennes": 3}})
    assert short.chosen["not_besieged"] == ["dinan (too few troops in saint-malo-et-dol)"]
    assert short.win["taken"] == 0.0
    assert not sc.solve({**SIEGE, "pool_by_region": {"saint-malo-et-dol": 3}}).chosen


def test_more_tokens_than_an_area_has_units_are_refused():
    with pytest.raises(BadInput, match="ruthless_tokens: 999 is not allowed; a whole number from 0 to 8"):
        sc.solve({**MELEE, "ruthless_tokens": 999})


def test_why_a_kind_cannot_march():
    for unit, why in (("mounted-knights", "this is cavalry"), ("culverin", "this is artillery"), ("nobody", "allowed")):
        assert why in failed("odds", "legendary", "forced-march", f"unit={unit}")
