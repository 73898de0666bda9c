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
SIEGE = {"game": "breizh", "combat": "siege", "castle": "dinan"}


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
        (TOWN, ["attacker.nation"], {**TOWN, "rules": {"nations": True}}),
        ({**TOWN, "attacker": {"cards": [6, 4], "sign_of_god_when": "always"}}, ["attacker.sign_of_god_when"],
         {**TOWN, "attacker": {"cards": [6, 4], "sign_of_god": 0, "sign_of_god_when": "always"}}),
    ],
)  # fmt: skip
def test_a_field_without_effect_is_told(idle, fields, works):
    result = sc.solve(idle)
    assert result.chosen["without_effect"] == fields
    assert "without_effect" not in sc.solve(works).chosen
    group, _, last = fields[0].rpartition(".")
    without = {key: value for key, value in (idle[group] if group else idle).items() if key != last}
    assert sc.solve({**idle, group: without} if group else without).win == result.win


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
