"""Choices and figures worked out by hand from the rulebooks: the game and the plain twin must both give them.

The arithmetic stands above each case. What a player may do is asked by the name of each behaviour.
"""

from __future__ import annotations

from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest

import naive.breizh
import naive.legendary
import simcore as sc
from cent_ans_battles import twin as cent_ans_twin
from crosscheck import disagreements, plain_twin

Scenario = dict[str, Any]


def asked(scenario: Scenario) -> sc.Result:
    """The exact answer, which is the twin's in every column together."""
    result = sc.solve(scenario)
    if scenario["game"] == "cent-ans":
        told = cent_ans_twin({"events": [], **scenario}, dict(result.chosen.get("elite_card", {})))
    else:
        told = plain_twin({"breizh": naive.breizh, "legendary": naive.legendary}[scenario["game"]], scenario, {})
    assert disagreements(result, told) == []
    return result


def chance(scenario: Scenario, **columns: int) -> float:
    """Chance that all these columns have these values together (`__` for a dot, `_` for a dash within a name)."""
    rows = asked(scenario).outcomes
    return sum(row["p"] for row in rows if all(row[name] == value for name, value in named(columns).items()))


def named(columns: dict[str, int]) -> dict[str, int]:
    names = {}
    for key, value in columns.items():
        side, _, rest = key.partition("__")
        name, _, fate = rest.partition("__")
        names[f"{side}.{name.replace('_', '-')}" + (f"_{fate}" if fate else "")] = value
    return names


# ---- La guerre de Cent Ans ---------------------------------------------------------------------------------------


def battle(attacker: Scenario, defender: Scenario, initiative: str = "attacker") -> Scenario:
    return {
        "game": "cent-ans", "combat": "pitched-battle", "initiative": initiative,
        "attacker": {"policy": "keep_dice", **attacker}, "defender": {"policy": "keep_dice", **defender},
    }  # fmt: skip


# One Burgundian die against nobody who rolls: LOSS 2/6 wins; RETREAT 1/6 gets away, with Talbot the DISPERSION 2/6 too.
@pytest.mark.parametrize(("effects", "away"), [("always", F(3, 6)), ("unless-doubled", F(3, 6)), ("never", F(1, 6))])
def test_talbot_may_turn_dispersions_into_retreats(effects: str, away: F) -> None:
    led = {"burgundian": 1, "leaders": ["john-talbot"], "leader_effects": effects}
    result = asked(battle(led, {"papal_guard": 1}))
    assert result.win["attacker"] == pytest.approx(F(1, 3))
    assert result.expected["attacker"]["retreated"] == pytest.approx(float(away))


# Two Burgundians against stakes: LOSS (2 of 6) is nothing, a RETREAT (1) takes two, DISPERSION (2) or ROUTIER (1) one.
# Not turned: both stay on 4/36, one on 2 * 2 * 3/36 = 12/36. Turned, a DISPERSION takes two: 4/36 and 2 * 2 * 1/36.
# A French die then loses its unit on 1/2 (won), else takes a Burgundian; the last one, alone, wins on a LOSS, 1/3.
# From one 1/2, from two 1/2 + 1/2 * 1/3 = 2/3: 12/36 * 1/2 + 4/36 * 2/3 = 13/54, turned 4/36 * 1/2 + 4/36 * 2/3 = 7/54.
@pytest.mark.parametrize(
    ("effects", "won"), [("always", F(7, 54)), ("unless-doubled", F(13, 54)), ("never", F(13, 54))]
)
def test_against_stakes_a_turned_dispersion_costs_two(effects: str, won: F) -> None:
    led = {"burgundian": 2, "leaders": ["john-talbot"], "leader_effects": effects}
    result = asked(battle(led, {"french": 1, "techniques": ["stakes-and-traps"]}))
    assert result.win["attacker"] == pytest.approx(float(won))


# Knolles takes one of a French and an Armagnac. The English die kills the other on 1/2; else it is gone and the elite
# unit meets the enemy's die: a French LOSS on 3/6, an Armagnac one on 2/6, and what is no LOSS takes the roller away.
@pytest.mark.parametrize(
    ("policy", "won"),
    [("weakest_first", F(1, 2) + F(1, 2) * F(3, 6)), ("strongest_first", F(1, 2) + F(1, 2) * F(4, 6))],
)
def test_who_of_two_factions_falls_first(policy: str, won: F) -> None:
    knolles = {"english": 1, "elite": 1, "leaders": ["robert-knolles"]}
    result = asked(battle(knolles, {"french": 1, "armagnac": 1, "policy": policy}))
    assert result.win["attacker"] == pytest.approx(float(won))


# A French die: no LOSS on 1/2, and the field is the attacker's. A LOSS takes the elite unit, which rolls nothing, and
# the English die wins on 1/2; or it takes the English unit, and the elite unit alone is dispersed at the round's end.
@pytest.mark.parametrize(("policy", "won"), [("weakest_first", F(3, 4)), ("keep_dice", F(1, 2))])
def test_elite_units_without_a_die_fall_first(policy: str, won: F) -> None:
    result = asked(battle({"english": 1, "elite": 1, "policy": policy}, {"french": 1}, "defender"))
    assert result.win["attacker"] == pytest.approx(float(won))


# With a Ribaudequin each 2 elite units roll a die (LOSS 4 of 6): they add something, so the faction falls first.
# French die first: none left on 1/2. A LOSS takes the English unit: the elite die wins on 2/3, else the French roll
# again: gone on 1/2, or a LOSS leaves one elite unit without a die, which the end of that round disperses.
def test_elite_units_with_a_die_fall_last() -> None:
    army = {"english": 1, "elite": 2, "equipment": ["ribaudequin"], "policy": "weakest_first"}
    won = F(1, 2) + F(1, 2) * (F(2, 3) + F(1, 3) * F(1, 2))
    assert asked(battle(army, {"french": 1}, "defender")).win["attacker"] == pytest.approx(float(won))


# Room for one. English die RETREAT 3/6, Burgundian 1/6, two guards who roll nothing. The Burgundian gets away when he
# retreats and the English unit shows a LOSS, 1/6 * 1/2; where both retreat, 1/12, the room is whose its player wants.
@pytest.mark.parametrize(("policy", "away"), [("keep_dice", F(1, 12)), ("optimal", F(1, 6))])
def test_who_gets_the_last_room(policy: str, away: F) -> None:
    army = {"english": 1, "burgundian": 1, "retreat_room": 1, "retreated_by_kind": True, "policy": policy}
    scenario = battle(army, {"papal_guard": 2}) | {"utility": {"attacker.burgundian_retreated": 1.0}}
    result = sc.solve(scenario)
    assert result.expected["attacker"]["burgundian_retreated"] == pytest.approx(float(away))


# ---- Breizh 1341 -------------------------------------------------------------------------------------------------


def besieged(**fields: Any) -> Scenario:
    return {"game": "breizh", "combat": "siege", **fields}


# Auray has strength 2: three besiegers and any die make 4 or more. It may take an enemy partisan or bring a friend.
@pytest.mark.parametrize(
    ("supplement", "enemies", "rallied", "eliminated"),
    [("rally", 1, 1, 0), ("eliminate", 1, 0, 1), ("eliminate", 0, 1, 0), ("none", 1, 0, 0)],
)
def test_what_a_castle_of_strength_two_brings(supplement: str, enemies: int, rallied: int, eliminated: int) -> None:
    result = asked(besieged(castle="auray", supplement=supplement, enemy_partisans={"vannes": enemies}))
    assert result.win["taken"] == pytest.approx(1.0)
    assert result.expected["partisans"] == pytest.approx({"rallied": rallied, "eliminated": eliminated})


# Brest has strength 3 and falls to 5. Manny's card: 1 as a besieger, 3 for the defence. Besieging with three troops:
# 3 + 1 + die, always. Against three: 3 - 3 + die, never. Against four and Louis of Spain, 4 + 2 - 3 + die: 2 or 3.
@pytest.mark.parametrize(
    ("fields", "falls"),
    [
        ({"troops": 3, "character": "walter-manny"}, F(1)),
        ({"troops": 3, "opponent_character": "walter-manny"}, F(0)),
        ({"troops": 4, "character": "louis-of-spain", "opponent_character": "walter-manny"}, F(2, 3)),
    ],
)
def test_a_card_with_a_figure_for_each_side_of_a_siege(fields: Scenario, falls: F, tmp_path: Path) -> None:
    file = tmp_path / "cards.toml"
    file.write_text("[characters.walter-manny]\nvalue = { camp = 'montfort', siege = 1, siege_defence = 3 }\n")
    result = sc.solve(besieged(castle="brest", **fields), facts=file)
    assert result.win["taken"] == pytest.approx(float(falls))


# ---- Legendary Battles -------------------------------------------------------------------------------------------
# Sixths of a die: white D2 P1 S2 blank 1, yellow D1 P2 S1 blank 2, red K2 D2 P1 S1, black K1 D2 S3.


def melee(attackers: list[Scenario], defenders: list[Scenario], **fields: Any) -> Scenario:
    return {"game": "legendary", "combat": "melee", "attackers": attackers, "defenders": defenders, **fields}


def unit(name: str, count: int = 1) -> Scenario:
    return {"unit": name, "count": count}


def hero(name: str, wounds: int = 0) -> Scenario:
    return {"character": name, "wounds": wounds}


# One red die can show one result: as "any" d'Audrehem cancels it; as "push" a Kill or Disrupt (4/6) wounds him unless
# his black die shows a Shield (1/2).
@pytest.mark.parametrize(("cancels", "wounded"), [("any", F(0)), ("push", F(1, 3))])
def test_two_results_are_cancelled(cancels: str, wounded: F) -> None:
    scenario = melee([unit("sergeants-at-arms")], [hero("arnoul-d-audrehem")], cancels=cancels)
    assert chance(scenario, defender__arnoul_d_audrehem__wounds=1) == pytest.approx(float(wounded))


# Somerset's black and yellow die give no result on 1/4, one on 1/2. The Halberdier stays by the former, or by the
# latter and a Shield: on the white die left to him 1/3, on the red one 1/6.
@pytest.mark.parametrize(
    ("taken", "stays"),
    [("halberdiers.red", F(5, 12)), ("halberdiers.white", F(1, 3)), ("most_shields", F(1, 3)), ("dodge_first", F(1, 3)),
     ("retaliation_first", F(5, 12))],
)  # fmt: skip
def test_a_defence_die_of_somersets_choice(taken: str, stays: F) -> None:
    scenario = melee([hero("edmund-of-somerset")], [unit("halberdiers")], somerset_policy=taken)
    assert chance(scenario, defender__halberdiers=1) == pytest.approx(float(stays))


# A forest gives Parry. A peasant's yellow die has a result on 1/2. The red die shows a Shield on 1/6; any other face
# rolled again: 1/6 + 5/6 * 1/6 = 11/36; only the Push (Kill and Disrupt strike back): 1/6 + 1/6 * 1/6 = 7/36.
@pytest.mark.parametrize(
    ("policy", "shield"),
    [("never", F(6, 36)), ("keep_none", F(11, 36)), ("keep_dodge", F(11, 36)), ("keep_retaliation", F(7, 36)),
     ("keep_both", F(7, 36))],
)  # fmt: skip
def test_which_die_is_parried_again(policy: str, shield: F) -> None:
    scenario = melee([unit("peasants")], [unit("sergeants-at-arms")], terrain="forest", parry_policy=policy)
    assert chance(scenario, defender__sergeants_at_arms=1) == pytest.approx(float(1 - F(1, 2) * (1 - shield)))


# Dodge: a Standard Bearer with a Shield or a blank stays. White: 3/6; what is neither (3/6) rolled again: 3/4. With
# the blank (1/6) rolled again as well: a Shield 2/6 + 4/6 * 2/6, a blank 4/6 * 1/6: 24/36. He cancels Disrupts.
@pytest.mark.parametrize(("policy", "safe"), [("never", F(1, 2)), ("keep_dodge", F(3, 4)), ("keep_none", F(24, 36))])
def test_a_blank_that_dodges_is_kept(policy: str, safe: F) -> None:
    scenario = melee([unit("peasants")], [unit("standard-bearer")], terrain="forest", parry_policy=policy)
    assert chance(scenario, defender__standard_bearer__pushed=1) == pytest.approx(float(F(1, 3) * (1 - safe)))


# Henry V: black shows nothing on 1/2; yellow a Shield or blank on 1/2, with the blank (1/3) rolled again 1/6 + 1/6.
@pytest.mark.parametrize(("policy", "stays"), [("never", F(1, 4)), ("always", F(1, 6))])
def test_feint_is_a_choice(policy: str, stays: F) -> None:
    scenario = melee([hero("henry-v")], [unit("peasants")], feint_policy=policy)
    assert chance(scenario, defender__peasants=1) == pytest.approx(float(stays))


# Brienne: red Kill 1/3, red or white Disrupt: a Kill or a Disrupt that becomes one on 1 - 1/3 * 2/3. Nobody is Tough.
@pytest.mark.parametrize(("policy", "killed"), [("never", F(1, 3)), ("always", F(7, 9)), ("spare_tough", F(7, 9))])
def test_ruthless_is_a_choice(policy: str, killed: F) -> None:
    scenario = melee([hero("walter-of-brienne")], [unit("peasants")], ruthless_tokens=1, ruthless_policy=policy)
    assert chance(scenario, defender__peasants__killed=1) == pytest.approx(float(killed))


# White: a Disrupt on 1/3; no Shield on red and black 5/6 * 1/2. Aimed at d'Albret, whose last wound it is, or taken by
# Edward of York, who has three.
@pytest.mark.parametrize(("policy", "falls", "taken"), [("always", F(0), F(5, 36)), ("never", F(5, 36), F(0))])
def test_a_bodyguard_may_step_in(policy: str, falls: F, taken: F) -> None:
    scenario = melee(
        [hero("jean-son-of-the-king")], [hero("edward-of-york"), hero("charles-d-albret", 2)],
        targeting_policy="characters_first", bodyguard_policy=policy,
    )  # fmt: skip
    assert chance(scenario, defender__charles_d_albret__disrupted=1) == pytest.approx(float(falls))
    assert chance(scenario, defender__edward_of_york__wounds=1) == pytest.approx(float(taken))


# Two red dice of a Slayer, two wounds, no defence die. A Kill: 1 - 4/9 = 20/36 ends him; two Disrupts 4/36.
@pytest.mark.parametrize(("policy", "captured", "killed", "disrupted"), [("always", 24, 0, 0), ("never", 0, 20, 4)])
def test_ransom_is_a_choice(policy: str, captured: int, killed: int, disrupted: int) -> None:
    scenario = melee(
        [hero("arnoul-d-audrehem")], [hero("arthur-de-richemont")], optional_rules=["ransom"], ransom_policy=policy
    )
    for fate, ways in {"captured": captured, "killed": killed, "disrupted": disrupted}.items():
        fell = {f"defender__arthur_de_richemont__{fate}": 1}
        assert chance(scenario, **fell) == pytest.approx(ways / 36)


# Terror 1: on 1/2 Henry V keeps one die. Only the black one kills, 1/6, if two white dice show no Shield, 4/9. Alone
# it gives a result on 1/2, the yellow one with Feint on 1/2 + 1/3 * 1/2 = 2/3; only the yellow one has Pushes.
@pytest.mark.parametrize(
    ("policy", "killed"), [("most_kills", F(2, 27)), ("most_results", F(1, 27)), ("most_pushes", F(1, 27))]
)
def test_the_die_kept_under_terror(policy: str, killed: F) -> None:
    scenario = melee([hero("henry-v")], [unit("musician")], terror_policy=policy)
    assert chance(scenario, defender__musician__killed=1) == pytest.approx(float(killed))


# Salisbury (red, yellow) and Kyriell (black, yellow) lend a red die each to one Bowman who fights (yellow, yellow),
# or here to two; all dice fall alike, but for Terror, of which there is none: no chance differs.
def test_whose_dice_are_lent_matters_under_terror_alone() -> None:
    lenders = [hero("earl-of-salisbury"), hero("thomas-kyriell"), unit("bowmen", 2)]
    plain = [asked(melee(lenders, [unit("foot-knights", 2)], shooters_in_melee=True, lending_policy=policy)).win
             for policy in ("apart", "together")]  # fmt: skip
    assert plain[0] == pytest.approx(plain[1])
    # Under Terror a Bowman keeps the best die: with a red one lent to each, both can keep a red one (Kill 1/3).
    feared = [asked(melee(lenders, [unit("musician", 2)], shooters_in_melee=True, lending_policy=policy,
                          terror_policy="most_kills")).expected["defender"]["killed"]
              for policy in ("apart", "together")]  # fmt: skip
    assert feared[0] > feared[1] + 0.01
