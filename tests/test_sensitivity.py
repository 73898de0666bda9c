"""`sensitivity` against two direct runs for every entry, under a facts file where a die is changed."""

from __future__ import annotations

import json

import pytest

import simcore as sc
from base_scenarios import BASES, base
from simcore.advice import no_effect
from simcore.contracts.utility import means
from simcore.errors import BadInput, SimcoreError
from simcore.games import find_combat
from simcore.scenarios.edits import variant

BATTLE = {
    "game": "cent-ans", "combat": "pitched-battle", "initiative": "attacker",
    "attacker": {"english": 2, "elite": 2, "leaders": ["robert-knolles"], "equipment": ["field-artillery"]},
    "defender": {"french": 2, "armagnac": 1},
}  # fmt: skip
SLOW = {("bouvines", "clash"), ("legendary", "melee"), ("legendary", "shooting")}  # hundreds of neighbours
SCENARIOS = [
    pytest.param(base(*kind), id=" ".join(kind), marks=[pytest.mark.compiled] if kind in SLOW else []) for kind in BASES
]


def written(value) -> str:
    """A figure as TOML."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {written(part)}" for key, part in value.items()) + " }"
    return json.dumps(value)


def direct(scenario, effect, file) -> dict[str, float]:
    """The chances and means after a change, by the public way."""
    if not effect.fact:
        return means(sc.solve(variant(scenario, {effect.path: effect.after, **effect.also})))
    file.write_text(f'[{effect.path}]\nvalue = {written(effect.after)}\nsource = "a test"\n')
    return means(sc.solve(scenario, facts=file))


def test_the_best_card_is_told_once():
    """Under its own name, and not as `auto` too."""
    without = {**BATTLE, "attacker": {"english": 2, "elite": 2}}
    told = [effect.what for effect in sc.sensitivity(without).effects if "attacker.equipment" in effect.what]
    assert "attacker.equipment: with field-artillery" in told
    assert not [what for what in told if "auto" in what]


@pytest.mark.parametrize("scenario", [*SCENARIOS, pytest.param(BATTLE, id="a battle")])
def test_two_direct_runs(scenario, tmp_path):
    found = sc.sensitivity(scenario)
    understood = sc.solve(scenario).scenario
    before = means(sc.solve(scenario))
    combat = find_combat(scenario["game"], scenario["combat"])
    assert found.side == combat.winners[1]
    assert found.chance == pytest.approx(before[f"win.{found.side}"], abs=1e-12)
    for number, effect in enumerate(found.effects):
        after = direct(understood, effect, tmp_path / f"{number}.toml")
        change = after[f"win.{found.side}"] - before[f"win.{found.side}"]
        assert effect.chance == pytest.approx(change, abs=1e-12), effect.what
        for side, lost in effect.losses.items():
            mean = f"{side}.{combat.losses}"
            assert lost == pytest.approx(after.get(mean, 0.0) - before.get(mean, 0.0), abs=1e-9), effect.what
        assert abs(change) > 1e-13 or any(abs(lost) > 1e-13 for lost in effect.losses.values())
    sizes = [round(abs(effect.chance), 11) for effect in found.effects]
    assert sizes == sorted(sizes, reverse=True)
    assert len({effect.what for effect in found.effects}) == len(found.effects)


def test_everything_that_a_player_asks_for_is_there():
    told = {effect.what: effect for effect in sc.sensitivity(BATTLE).effects}
    assert {
        "attacker.english: 2 to 1", "attacker.english: 2 to 3", "attacker.elite: 2 to 3", "attacker.burgundian: 0 to 1",
        "defender.armagnac: 1 to 2", "defender.elite: 0 to 1", "initiative: attacker to defender",
        "attacker.leaders: without robert-knolles", "attacker.leaders: robert-knolles to john-talbot",
        "attacker.equipment: without field-artillery", "attacker.equipment: field-artillery to ribaudequin",
        "defender.techniques: with stakes-and-traps", "attacker.policy: weakest_first to elite_first",
        "french die: loss to blank", "english die: retreat to loss", "elite die: blank to diamond",
    } <= set(told)  # fmt: skip
    more = told["attacker.english: 2 to 3"]
    assert more.chance > 0 > told["attacker.english: 2 to 1"].chance
    assert more.parameter == told["attacker.english: 2 to 1"].parameter
    assert told["defender.elite: 0 to 1"].losses.keys() == {"attacker", "defender"}
    assert not any("french:" in what and what.startswith("attacker.") for what in told)  # no camp mixes


def test_places_characters_and_plaques():
    siege = {"game": "cent-ans", "combat": "siege", "place": "city", "attacker": {"english": 3}, "defender": FRENCH}
    assert any(effect.path == "place" for effect in sc.sensitivity(siege).effects)
    melee = {"game": "legendary", "combat": "melee", "attackers": [{"unit": "foot-knights"}],
             "defenders": [{"unit": "bowmen"}]}  # fmt: skip
    told = {effect.what for effect in sc.sensitivity(melee).effects}
    assert {"attackers: with pikemen", "attackers.0.count: 1 to 2", "defenders: with henry-v"} <= told


FRENCH = {"french": 2}


def test_what_follows_a_change():
    """Another target of a charge is in full health, and another castle is besieged by as many as can."""
    charge = sc.sensitivity(base("bouvines", "charge"), side="killed").effects
    kinds = [effect for effect in charge if effect.path == "target.kind"]
    assert kinds
    assert all(effect.also == {"target.hit_points": None} for effect in kinds)
    siege = sc.sensitivity({"game": "breizh", "combat": "siege", "castle": "dinan", "pool": 3, "bonus": -1}).effects
    castles = [effect for effect in siege if effect.path == "castle"]
    assert castles
    assert all(effect.also == {"troops": None} for effect in castles)


def test_another_side_and_an_owners_figures(tmp_path):
    file = tmp_path / "box.toml"
    file.write_text('[dice.french]\nvalue = { blank = 6 }\nsource = "a test"\n')
    ours, theirs = sc.sensitivity(BATTLE, facts=file), sc.sensitivity(BATTLE, facts=file, side="defender")
    assert ours.chance == pytest.approx(sc.solve(BATTLE, facts=file).win["attacker"])
    assert ours.chance + theirs.chance == pytest.approx(1.0)
    assert any(effect.what == "french die: blank to loss" for effect in theirs.effects)


def test_counts_and_progress():
    seen = []
    found = sc.sensitivity(BATTLE, progress=lambda *done: seen.append(done))
    assert seen[-1][0] == seen[-1][1] == len(seen)
    assert found.forbidden > 0
    assert found.without_effect > 0
    assert found.too_large == 0
    assert len(found.effects) + found.forbidden + found.without_effect <= len(seen)
    assert found.to_dict()["schema"] == "simcore.sensitivity/1"
    assert json.loads(json.dumps(found.to_dict()))["effects"][0]["what"] == found.effects[0].what


def test_bad_input():
    with pytest.raises(BadInput, match="side: 'english' is not allowed"):
        sc.sensitivity(BATTLE, side="english")
    with pytest.raises(BadInput, match="attacker: 'no unit' is not allowed"):
        sc.sensitivity({**BATTLE, "attacker": {}})


def test_what_is_too_large_to_be_exact(monkeypatch):
    monkeypatch.setattr("simcore.advice.sensitivity.affordable", lambda problem: problem.states < 100)
    assert sc.sensitivity(BATTLE).too_large > 0
    monkeypatch.setattr("simcore.advice.values.affordable", lambda problem: False)
    with pytest.raises(SimcoreError, match="sensitivity: too large for exact answers"):
        sc.sensitivity(BATTLE)


def test_what_has_no_effect_says_why_and_what_was_tried():
    battle = {"game": "cent-ans", "combat": "pitched-battle",
              "attacker": {"english": 2, "burgundian": 1}, "defender": {"french": 2}}  # fmt: skip
    found = sc.sensitivity(battle)
    assert found.without_effect == len(found.idle)
    reasons = {one.what: one.why for one in found.idle}
    assert reasons["attacker.equipment: with english-longbow"] == no_effect.IDLE  # no elite unit shoots
    assert reasons["attacker.shooting_policy: strongest_first to weakest_first"] == no_effect.UNDECIDED
    assert set(reasons.values()) <= {
        no_effect.IDLE, no_effect.UNDECIDED, no_effect.NOT_ROLLED, no_effect.SAME_RULES, no_effect.SAME_RESULT
    }  # fmt: skip
    told = json.loads(json.dumps(found.to_dict()))["idle"]
    assert [one["what"] for one in told] == [one.what for one in found.idle]
    assert all(one["why"] and {"from", "to"} <= one.keys() for one in told)
    for one in found.idle:  # what is said to be the same is the same
        if one.why in (no_effect.IDLE, no_effect.UNDECIDED, no_effect.SAME_RULES) and not one.fact:
            changed = variant(found.scenario, {one.path: one.after})
            assert sc.solve(changed).win == pytest.approx(sc.solve(battle).win, abs=1e-12)
