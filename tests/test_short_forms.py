"""Lists in short: a text with commas, or the only entry, from Python, JSON and the command line alike."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

import simcore as sc
from command_line import answer
from simcore.advice.campaign.document import Stage
from simcore.cli.schema import published
from simcore.errors import BadInput
from simcore.evaluation.questions import prepare
from simcore.games import shape_of
from simcore.scenarios.edits import variant
from simcore.scenarios.schema_paths import is_list

MELEE = {"game": "legendary", "combat": "melee", "attackers": ["foot-knights"], "defenders": ["pikemen"]}
PITCHED = {"game": "cent-ans", "combat": "pitched-battle", "attacker": {"english": 3}, "defender": {"french": 3}}
SIX = ["knight", "sergeant", "dead", "dead", "dead", "sergeant"]
CLASH = {
    "game": "bouvines", "combat": "clash", "coalition": {"troops": SIX}, "france": {"troops": SIX}, "order_limit": 1,
}  # fmt: skip
TOWN = {"game": "joan", "combat": "combat", "attacker": {"cards": [6, 4]}, "defender": {"card": 5}}

WRITTEN = [
    (MELEE, "attackers", "foot-knights,henry-v", ["foot-knights", "henry-v"]),
    (MELEE, "optional_rules", "ransom, concentrated-fire", ["ransom", "concentrated-fire"]),
    (PITCHED, "attacker.leaders", "henry-v,robert-knolles", ["henry-v", "robert-knolles"]),
    (PITCHED, "attacker.equipment", "bombard,english-longbow", ["bombard", "english-longbow"]),
    ({"game": "breizh", "combat": "siege", "pool": 7}, "sieges", "dinan,2", ["dinan", 2]),
    ({"game": "breizh", "combat": "fight"}, "targets", "3,2", [3, 2]),
    (TOWN, "attacker.cards", "5, 3", [5, 3]),
    ({"game": "joan", "combat": "uprising"}, "towns", "castle,garrison", ["castle", "garrison"]),
    (CLASH, "coalition.troops", ",".join(SIX), SIX),
    (CLASH, "coalition.hit_points", "1,1,0,0,0,1", [1, 1, 0, 0, 0, 1]),
    (CLASH, "france.orders", "defence,attack", ["defence", "attack"]),
    (CLASH, "offset", "3,0", [3, 0]),
    (MELEE, "attackers", "henry-v", ["henry-v"]),
    ({"game": "breizh", "combat": "siege", "pool": 7}, "sieges", 2, [2]),
    ({"game": "breizh", "combat": "fight"}, "targets", 3, [3]),
]


@pytest.mark.parametrize(("scenario", "path", "short", "full"), WRITTEN)
def test_a_text_with_commas_is_the_list_and_the_schema_says_so(scenario, path, short, full):
    in_short, in_full = variant(scenario, {path: short}), variant(scenario, {path: full})
    assert is_list(shape_of(scenario), path.split("."))
    assert prepare(in_short).scenario == prepare(in_full).scenario
    jsonschema.validate(in_short, published(scenario["game"], scenario["combat"]))


def test_the_command_line_and_python_say_the_same():
    words = ["legendary", "melee", "attackers=foot-knights,henry-v", "defenders=pikemen"]
    assert (
        json.loads(answer("odds", *words, "--json"))["win"]
        == sc.solve(variant(MELEE, {"attackers": "foot-knights,henry-v"})).win
    )
    hands: list[Any] = [
        {"attacker": {"cards": cards}, "defender": {"cards": 5}} for cards in ("6,4,engineer", [6, 4, "engineer"])
    ]
    assert sc.commit(**hands[0]).value == sc.commit(**hands[1]).value


def test_the_winners_of_a_stage_too():
    stage = {"name": "relief", "combat": "pitched-battle"}
    for when in ("attacker, none", ["attacker", "none"], {"": "attacker,none"}):
        assert Stage.model_validate({**stage, "when": when}).when == {"": ("attacker", "none")}


@pytest.mark.parametrize(
    ("scenario", "path", "short", "said"),
    [
        (MELEE, "attackers", "foot-knights,henry", "attackers.1: 'henry' is not allowed; did you mean henry-v?"),
        (MELEE, "attackers", "foot-knights,", "attackers: 'foot-knights,' is not allowed; values with one comma"),
        (MELEE, "attackers", 5, "attackers.0: 5 is not allowed; allowed: foot-knights, "),
        (TOWN, "attacker.cards", "6,7", "attacker.cards.1: 7 is not allowed; allowed: 3, 4, 5, 6"),
        (TOWN, "attacker.cards", "6", "attacker.cards.0: '6' is not allowed; allowed: 3, 4, 5, 6"),
        (PITCHED, "attacker.leaders", True, "attacker.leaders: true is not allowed; a list"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_text_is_said_of_its_entry(scenario, path, short, said):
    with pytest.raises(BadInput) as caught:
        sc.solve(variant(scenario, {path: short}))
    assert str(caught.value).startswith(said)
