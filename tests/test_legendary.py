"""Legendary Battles: cases worked out by hand, laws, both engines against each other, bad input, facts."""

from fractions import Fraction as F
from math import comb
from typing import get_args

import jsonschema
import numpy as np
import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st
from scipy import stats

from simcore.cli.arguments import read_scenario
from simcore.cli.schema import published
from simcore.engine import run
from simcore.errors import BadInput
from simcore.evaluation.questions import prepare, simulate, solve
from simcore.games import find_combat
from simcore.games.legendary.facts import UnitName, facts
from simcore.games.legendary.rolls import Areas, Figures
from simcore.games.legendary.scenarios import Melee, Shooting

FACTS = facts()
# By these names the hand-worked cases are asked, whatever the defaults are.
NAMED = {
    "defenders_policy": "spare_characters", "targeting_policy": "characters_first", "terror_policy": "most_kills",
    "somerset_policy": "most_shields", "parry_policy": "keep_both", "ruthless_policy": "always",
}  # fmt: skip
CHARACTERS, TROOPS = set(FACTS.characters), set(FACTS.troops)


def area(names):
    """`"bowmen 3, henry-v"` as a list of entries."""
    entries = []
    for words in names.split(", "):
        name, _, count = words.partition(" ")
        entries.append({"character": name} if name in CHARACTERS else {"unit": name, "count": int(count or 1)})
    return entries


def melee(attackers, defenders, **more):
    return (
        {"game": "legendary", "combat": "melee", "attackers": area(attackers), "defenders": area(defenders)}
        | NAMED
        | more
    )


def shooting(attackers, defenders, **more):
    return melee(attackers, defenders, **more) | {"combat": "shooting"}


def chance(scenario, **wanted):
    """Exact chance that all wanted columns hold."""
    columns = solve(scenario).columns
    holds = np.ones(columns["p"].size, bool)
    for name, value in wanted.items():
        holds &= columns[name] == value
    return columns["p"][holds].sum()


def fates(scenario, name="peasants", side="defender"):
    """Expected units killed, disrupted, pushed, left."""
    means = solve(scenario).expected[side]
    return *(means.get(f"{name}_{fate}", 0.0) for fate in ("killed", "disrupted", "pushed")), means[name]


def near(*values):
    return pytest.approx(tuple(float(value) for value in values), abs=1e-12)


def area_of(scenario):
    shape = Melee if scenario["combat"] == "melee" else Shooting
    return Areas(
        shape.model_validate({k: v for k, v in scenario.items() if k not in ("game", "combat")}), Figures(FACTS)
    )


# ---- one die, two dice -------------------------------------------------------------------------------------------


def test_one_red_die_against_nobody_who_defends():
    scenario = melee("sergeants-at-arms", "peasants")
    assert fates(scenario) == near(F(1, 3), F(1, 3), F(1, 6), F(1, 6))
    assert solve(scenario).win == pytest.approx({"attacker": 5 / 6, "defender": 1 / 6, "none": 0.0})


def test_a_white_die_shields():
    scenario = melee("sergeants-at-arms", "crossbowmen")
    assert fates(scenario, "crossbowmen")[:3] == near(F(1, 3) * F(2, 3), F(1, 3) * F(2, 3), F(1, 6) * F(2, 3))


def test_a_shield_cancels_a_kill_before_a_disrupt_before_a_push():
    scenario = melee("mounted-knights", "culverin, peasants")  # one fixed Shield, all results on the peasants
    assert fates(scenario) == near(F(1, 9), F(1, 3), F(1, 4), F(11, 36))
    assert fates(scenario, "culverin")[3] == 1
    assert solve(scenario).win["attacker"] == pytest.approx(25 / 36)


def test_starred_dice_need_their_target():
    assert fates(melee("foot-knights-two-handed", "peasants"))[3] == pytest.approx(1 / 6**3)
    two = melee("foot-knights-two-handed", "arthur-de-richemont")
    assert chance(two, **{"defender.arthur-de-richemont_wounds": 0, "defender.arthur-de-richemont": 1}) == (
        pytest.approx(1 / 36)
    )


def test_sums_over_a_side():
    expected = solve(melee("foot-knights", "peasants, arthur-de-richemont")).expected["defender"]
    for fate in ("killed", "disrupted", "pushed"):
        assert expected[fate] == expected[f"peasants_{fate}"] + expected[f"arthur-de-richemont_{fate}"]
    assert sum(expected[fate] for fate in ("left", "killed", "disrupted", "pushed")) == pytest.approx(2)


def test_a_troop_takes_one_result_and_results_spread():
    scenario = melee("mounted-knights", "peasants 2")
    columns = solve(scenario).columns
    assert chance(scenario, **{"defender.peasants_killed": 2}) == pytest.approx(1 / 9)
    assert chance(scenario, **{"defender.peasants_killed": 1, "defender.peasants_pushed": 1}) == pytest.approx(1 / 9)
    assert columns["defender.peasants"].max() == 2


# ---- rerolls and conversions -------------------------------------------------------------------------------------


def test_bowmen_turn_shields_into_disrupts():
    assert fates(shooting("bowmen", "peasants")) == near(0, F(5, 9), F(1, 3), F(1, 9))


def test_crossbowmen_reroll_shields_once():
    assert fates(shooting("crossbowmen", "peasants"))[3] == pytest.approx(1 / 36)


def test_guisarmers_and_the_culverin_turn_blanks():
    assert fates(melee("guisarmers", "peasants")) == near(0, F(1, 2), F(1, 3), F(1, 6))
    # Disrupt 1/6, Push 4/6 on each of three dice.
    expected = (0, 1 - F(5, 6) ** 3, F(5, 6) ** 3 - F(1, 6) ** 3, F(1, 6) ** 3)
    assert fates(shooting("culverin", "peasants")) == near(*expected)


def test_clermont_turns_shields_into_pushes():
    # R: Shield pushes too; W: nothing on the blank only.
    assert fates(melee("jean-de-clermont", "peasants")) == near(F(1, 3), F(2, 3) * 1 - F(1, 3) * F(2, 3), F(2, 9), 0)


def test_feint_rerolls_one_blank():
    assert fates(melee("henry-v", "peasants")) == near(F(1, 6), F(4, 9), F(2, 9), F(1, 6))


def test_parry_rerolls_one_die_without_a_shield():
    unshielded = F(4, 9)  # W: 2/3 twice
    assert fates(melee("sergeants-at-arms", "crossbowmen", terrain="forest"), "crossbowmen")[0] == (
        pytest.approx(float(F(1, 3) * unshielded))
    )
    assert fates(melee("sergeants-at-arms", "guisarmers"), "guisarmers")[0] == pytest.approx(
        float(F(1, 3) * unshielded)
    )
    village = melee("sergeants-at-arms", "guisarmers", terrain="village")
    assert fates(village, "guisarmers")[0] == pytest.approx(float(F(1, 3) * unshielded))  # sources do not add up


def test_parry_keeps_what_retaliates_and_the_blank_that_dodges():
    # R in the forest: Kill and Disrupt stay, a Push is rerolled once.
    scenario = melee("sergeants-at-arms", "sergeants-at-arms", terrain="forest")
    back = F(1, 3) + F(1, 6) * F(1, 3)
    assert fates(scenario, "sergeants-at-arms", "attacker")[:2] == near(back, back)
    # W: blank 1/6 stays; Disrupt and Push (1/2) are rerolled.
    bearer = melee("sergeants-at-arms", "standard-bearer", terrain="forest")
    exposed = F(1, 2) * F(1, 2)
    assert fates(bearer, "standard-bearer")[0] == pytest.approx(float(F(1, 3) * exposed))


def test_philippe_dorleans_adds_a_push_for_each_wound():
    assert chance(melee("philippe-d-orleans", "peasants 2"), winner=1) == pytest.approx(29 / 36)


def test_fixed_pushes():
    assert fates(melee("matthew-goth", "peasants"))[3] == 0
    assert fates(melee("french-mounted-knights", "peasants", charging=True))[3] == 0
    assert fates(melee("french-mounted-knights", "peasants"))[3] == pytest.approx(1 / 36)


def test_ruthless_tokens_turn_disrupts_into_kills():
    assert fates(melee("walter-of-brienne", "peasants", ruthless_tokens=1))[0] == pytest.approx(7 / 9)
    assert fates(melee("walter-of-brienne", "peasants"))[0] == pytest.approx(1 / 3)
    assert fates(melee("foot-knights", "peasants", ruthless_tokens=3)) == fates(melee("foot-knights", "peasants"))


# ---- cancels, terrain, obstacles, loose dice ---------------------------------------------------------------------


def test_cancels_and_dodge():
    # Standard Bearer: blank 1/6 dodges, Shield 1/3 protects, his banner cancels the Disrupt.
    bearer = fates(melee("sergeants-at-arms", "standard-bearer"), "standard-bearer")
    assert bearer == near(F(1, 6), 0, F(1, 12), F(3, 4))
    assert fates(melee("sergeants-at-arms", "boucicaut"), "boucicaut")[2] == 0


def test_marsh_takes_one_shield():
    assert fates(melee("sergeants-at-arms", "crossbowmen", terrain="marsh"), "crossbowmen")[3] == pytest.approx(1 / 6)
    two = melee("sergeants-at-arms", "crossbowmen 2", terrain="marsh")
    assert chance(two, winner=2) == pytest.approx(1 / 6 + 5 / 6 / 9)  # a Shield is left of two


def test_stakes_and_palisades_give_a_white_die():
    plain = shooting("bowmen 2", "bowmen 2")
    stakes, palisade = (solve(plain | {"behind": behind}).win for behind in ("stakes", "palisade"))
    assert stakes == pytest.approx(palisade)
    assert stakes["attacker"] < solve(plain).win["attacker"]
    # A palisade helps everybody, stakes only Bowmen; direct shots stop at a palisade.
    behind = shooting("bowmen, crossbowmen", "peasants", behind="palisade")
    assert chance(behind, winner=2) == pytest.approx(
        sum(
            comb(2, hits) * (2 / 3) ** hits * (1 / 3) ** (2 - hits) * (1 / 3 if hits == 1 else hits == 0)
            for hits in range(3)
        )
    )


def test_support_and_its_guest():
    assert fates(melee("peasants 3", "peasants"))[3] == pytest.approx(1 / 2**4)
    assert fates(melee("peasants 2", "peasants"))[3] == pytest.approx(1 / 2**2)
    # R and W of Philippe d'Orléans, and the W that his company brings
    assert fates(melee("peasants 2, philippe-d-orleans", "peasants"))[3] == pytest.approx(1 / 2**2 / 6 / 2 / 2)


def test_cohesion():
    assert chance(melee("sergeants-at-arms", "guisarmers 2"), winner=2) == pytest.approx(1 - 5 / 6 * (4 / 9) ** 2)
    assert chance(melee("sergeants-at-arms", "guisarmers 3"), winner=2) == pytest.approx(
        1 - 5 / 6 * (4 / 9) ** 3 * 2 / 3
    )
    # A forest gives the loose die no Parry.
    assert chance(melee("sergeants-at-arms", "guisarmers 3", terrain="forest"), winner=2) == pytest.approx(
        1 - 5 / 6 * (4 / 9) ** 3 * 2 / 3
    )
    assert area_of(melee("peasants", "pikemen 3, jean-de-clermont")).loose_defence() == ["white"]
    assert area_of(melee("peasants", "pikemen 3")).loose_defence() == []


def test_musicians_lend_a_die_and_terrify():
    assert fates(melee("peasants, musician", "peasants"))[3] == pytest.approx(1 / 4)

    def hits_not_shielded(dice):
        return sum(
            comb(dice, hits)
            * F(5, 6) ** hits
            * F(1, 6) ** (dice - hits)
            * sum(comb(2, shields) * F(1, 3) ** shields * F(2, 3) ** (2 - shields) for shields in range(hits))
            for hits in range(dice + 1)
        )

    expected = (hits_not_shielded(3) + hits_not_shielded(1)) / 2
    assert chance(melee("foot-knights-two-handed", "musician"), winner=1) == pytest.approx(float(expected))


def test_dice_lent_to_bowmen():
    groups = area_of(shooting("bowmen 3, earl-of-salisbury", "peasants")).attack_groups()
    dice = ("yellow", "yellow")
    assert {(group.dice, group.copies) for group in groups} == {((*dice, "red"), 1), (dice, 2)}
    groups = area_of(shooting("bowmen 1, earl-of-salisbury, thomas-kyriell", "peasants")).attack_groups()
    assert [(group.dice, group.copies) for group in groups] == [((*dice, "red", "red"), 1)]


def test_oxford_counts_troops():
    assert area_of(melee("earl-of-oxford, peasants 3", "peasants")).attack_groups()[0].dice == (
        "black",
        "yellow",
        "white",
    )
    assert area_of(melee("earl-of-oxford, peasants 2", "peasants")).attack_groups()[0].dice == ("black", "yellow")


def test_somerset_takes_the_best_die():
    assert fates(melee("edmund-of-somerset", "sergeants-at-arms"), "edmund-of-somerset", "attacker")[3] == 1
    groups = area_of(melee("edmund-of-somerset", "halberdiers 2, foot-knights 3")).defence_groups()
    assert [(group.dice, group.copies) for group in groups] == [
        (("red", "white"), 2), (("black",), 2), ((), 1),
    ]  # fmt: skip


def test_father_to_your_left():
    assert chance(melee("peasants", "jean-ii-the-good, philippe-the-bold"), winner=2) == pytest.approx(1)
    assert chance(melee("peasants", "jean-ii-the-good, philippe-the-bold", terrain="marsh"), winner=2) < 0.99


# ---- characters --------------------------------------------------------------------------------------------------


def test_wounds_add_up_and_the_last_result_decides():
    scenario = melee("mounted-knights", "arthur-de-richemont")
    told = {name: f"defender.arthur-de-richemont_{name}" for name in ("killed", "disrupted", "wounds")}
    assert chance(scenario, **{told["killed"]: 1}) == pytest.approx(1 / 9)  # two Kills; Disrupts are assigned last
    assert chance(scenario, **{told["disrupted"]: 1}) == pytest.approx(2 / 9 + 1 / 9)
    assert chance(scenario, **{told["wounds"]: 1, "defender.arthur-de-richemont": 1}) == pytest.approx(
        2 * (2 / 3) * (1 / 6)
    )
    scenario["defenders"][0]["wounds"] = 1
    assert chance(scenario, **{told["killed"]: 1}) == pytest.approx(1 - (2 / 3) ** 2)


def test_slayer():
    scenario = melee("earl-of-warwick", "arthur-de-richemont")
    assert fates(scenario, "arthur-de-richemont")[:2] == near(F(4, 9), F(1, 9))
    assert fates(melee("earl-of-warwick", "peasants"))[0] == pytest.approx(4 / 9)


def test_tough_survives_half_of_the_last_kills():
    scenario = melee("sergeants-at-arms", "prigent-de-coetivy")
    scenario["defenders"][0]["wounds"] = 1
    assert fates(scenario, "prigent-de-coetivy")[:3] == near(F(5, 36), F(5, 18), F(5, 36))
    # A Slayer's Kill takes both wounds or, survived, none; one Disrupt must get through alone.
    fresh = melee("earl-of-warwick", "prigent-de-coetivy")
    unshielded = F(1, 6) + F(1, 9) + F(1, 2) * F(1, 6)  # a Disrupt without a Kill; with one, survived
    shielded = F(1, 6) + F(1, 9)  # the Kill is cancelled; one of two Disrupts is
    assert chance(fresh, **{"defender.prigent-de-coetivy_wounds": 1}) == pytest.approx(
        float(F(5, 6) * unshielded + F(1, 6) * shielded)
    )


def test_targeting_and_the_bodyguard():
    aimed = melee("jean-son-of-the-king", "peasants, arthur-de-richemont")
    assert chance(aimed, **{"defender.arthur-de-richemont_wounds": 1}) == pytest.approx(1 / 3)
    assert (
        chance(melee("charles-d-albret", "peasants, arthur-de-richemont"), **{"defender.arthur-de-richemont_wounds": 0})
        > 0.8
    )
    guarded = melee("jean-son-of-the-king", "arthur-de-richemont, edward-of-york")
    assert chance(guarded, **{"defender.edward-of-york_wounds": 1}) == pytest.approx(1 / 3 * 5 / 6)
    assert chance(guarded | {"bodyguard": False}, **{"defender.arthur-de-richemont_wounds": 1}) == pytest.approx(
        1 / 3 * 5 / 6
    )
    guarded["defenders"][1]["wounds"] = 2  # he never gives his last wound
    guarded["targeting_policy"] = "as_listed"
    assert chance(guarded, **{"defender.arthur-de-richemont_wounds": 1}) == pytest.approx(1 / 3 * 5 / 6)


@pytest.mark.parametrize(
    ("policy", "hit"),
    [
        ("spare_characters", "peasants"),
        ("cheapest_first", "arthur-de-richemont"),
        ("characters_first", "arthur-de-richemont"),
        ("as_listed", "foot-knights-two-handed"),
    ],
)
def test_policies_choose_who_takes_a_result(policy, hit):
    names = ("foot-knights-two-handed", "peasants", "arthur-de-richemont")
    scenario = melee("peasants", ", ".join(names), defenders_policy=policy)
    expected = solve(scenario).expected["defender"]
    disrupted = {name: expected[f"{name}_disrupted"] + expected.get(f"{name}_wounds", 0.0) for name in names}
    assert disrupted == pytest.approx({name: 1 / 6 * 1 / 2 if name == hit else 0.0 for name in names})
    pushed = {name: expected[f"{name}_pushed"] for name in names}
    victim = "peasants" if policy == "cheapest_first" else hit  # nobody survives a Push
    assert pushed == pytest.approx({name: 1 / 3 * 1 / 2 if name == victim else 0.0 for name in names})


# ---- retaliation -------------------------------------------------------------------------------------------------


def test_retaliation_uses_the_dice_that_were_rolled():
    scenario = melee("sergeants-at-arms", "sergeants-at-arms")
    assert chance(
        scenario, **{"attacker.sergeants-at-arms_killed": 1, "defender.sergeants-at-arms_killed": 1}
    ) == pytest.approx(1 / 9)
    # Attacker: his hit 5/6 on a Push, 1/6. Both gone: 2/3 * 5/6.
    assert solve(scenario).win == pytest.approx({"attacker": 5 / 36, "defender": 11 / 36, "none": 5 / 9})
    # A Shield and a Kill cannot show on one die.
    assert chance(scenario, **{"attacker.sergeants-at-arms": 0, "defender.sergeants-at-arms": 1}) == pytest.approx(
        2 / 3 * 1 / 6
    )


def test_pikemen_retaliate_against_cavalry_only():
    riders = melee("mounted-sergeants-at-arms", "pikemen")
    assert fates(riders, "mounted-sergeants-at-arms", "attacker")[:2] == near(0, F(1, 6))
    assert fates(melee("peasants", "pikemen"), "peasants", "attacker")[3] == 1
    assert solve(shooting("mounted-bowmen", "pikemen")).expected["attacker"] == {"mounted-bowmen": 1, "left": 1}


def test_shooters_fight_only_by_a_switch():
    assert chance(melee("peasants, bowmen 3", "peasants"), winner=2) == pytest.approx(1 / 2)
    assert chance(melee("peasants, bowmen 3", "peasants", shooters_in_melee=True), winner=2) == pytest.approx(
        1 / 2 / 3**6
    )


# ---- optional rules ----------------------------------------------------------------------------------------------


def test_concentrated_fire():
    rule = {"optional_rules": ["concentrated-fire"]}
    assert chance(shooting("bowmen", "peasants 6", **rule), winner=2) == pytest.approx(1 / 9 / 6)
    assert chance(shooting("bowmen", "peasants 5", **rule), winner=2) == pytest.approx(1 / 9)
    assert chance(melee("peasants", "peasants 6", **rule), winner=2) == pytest.approx(1 / 2)


def test_ransom():
    scenario = melee("earl-of-warwick", "arthur-de-richemont", optional_rules="ransom")
    assert chance(scenario, **{"defender.arthur-de-richemont_captured": 1}) == pytest.approx(5 / 9)
    assert not solve(scenario).columns["defender.arthur-de-richemont_killed"].any()


def test_cavalry_breakthrough():
    rule = {"optional_rules": ["cavalry-breakthrough"], "charging": True}
    assert solve(melee("mounted-knights", "peasants 2", **rule)).expected["breakthrough"] == pytest.approx(35 / 36)
    assert solve(melee("mounted-knights", "peasants", **rule)).expected["breakthrough"] == 1  # half, rounded down
    back = solve(melee("mounted-sergeants-at-arms", "sergeants-at-arms", **rule)).expected["breakthrough"]
    assert back == pytest.approx(1 / 3)  # the rider has to be left
    assert (
        "breakthrough"
        not in solve(melee("mounted-knights", "peasants", optional_rules=rule["optional_rules"])).expected
    )


def test_forced_march():
    march = {"game": "legendary", "combat": "forced-march", "unit": "pikemen"}
    result = solve(march)
    assert result.win == pytest.approx({"cannot-move": 1 / 6, "one-area": 1 / 3, "two-areas": 1 / 2})
    assert result.expected == pytest.approx({"areas": 4 / 3})


def test_pushes_without_room():
    scenario = melee("sergeants-at-arms", "peasants", push_room=0)
    assert fates(scenario) == near(F(1, 3), F(1, 2), 0, F(1, 6))
    assert fates(scenario | {"blocked_push": "nothing"}) == near(F(1, 3), F(1, 3), 0, F(1, 3))
    assert solve(scenario).assumed == ("blocked_push reading",)
    assert solve(scenario | {"blocked_push": "disrupt"}).assumed == ()
    # The first Push finds room, a second is a Disrupt: D and P (1/3 * 5/6, 1/2 * 1/6), or two Pushes (1/6).
    one = melee("matthew-goth", "peasants 2", push_room=1)
    assert chance(one, **{"defender.peasants_pushed": 1, "defender.peasants_disrupted": 1}) == pytest.approx(19 / 36)


# ---- both engines, laws ------------------------------------------------------------------------------------------

SOME = [
    melee("mounted-knights 6", "bowmen 6", behind="stakes", charging=True, optional_rules=["cavalry-breakthrough"]),
    melee("impetuous-knights 3, henry-v, musician", "halberdiers 3, pikemen 2, standard-bearer", terrain="forest"),
    melee(
        "earl-of-warwick, jean-son-of-the-king, foot-knights 2",
        "prigent-de-coetivy, edward-of-york, standard-bearer 2, sergeants-at-arms",
        push_room=1, optional_rules=["ransom"], attackers_policy="characters_first",
    ),
    melee("prigent-de-coetivy, mounted-sergeants-at-arms 3", "foot-knights 4", attackers_policy="cheapest_first"),
    shooting("bowmen 8", "mounted-knights 6, boucicaut", optional_rules=["concentrated-fire"]),
]  # fmt: skip


@pytest.mark.compiled
@pytest.mark.parametrize("scenario", SOME)
@pytest.mark.parametrize("sampler", ["chain", "direct"])
def test_trials_follow_the_exact_distribution(scenario, sampler):
    trials = 60_000
    exact = solve(scenario)
    told = simulate(scenario, trials=trials, seed=7, sampler=sampler)
    names = [name for name in exact.columns if name != "p"]
    assert names == [name for name in told.columns if name != "p"]

    def outcomes(result):
        return list(zip(*(result.columns[name].tolist() for name in names), strict=True))

    counted = dict(zip(outcomes(told), told.columns["p"] * trials, strict=True))
    rows = outcomes(exact)
    assert set(counted) <= set(rows)
    expected = exact.columns["p"] * trials
    observed = np.array([counted.get(row, 0.0) for row in rows])
    often = expected >= 10
    pooled = [np.append(x[often], x[~often].sum()) for x in (observed, expected)]
    keep = pooled[1] > 0
    assert stats.chisquare(pooled[0][keep], pooled[1][keep] / pooled[1].sum() * trials).pvalue > 1e-4


def entries(names):
    return st.lists(st.sampled_from(sorted(names)), min_size=1, max_size=3, unique=True).flatmap(
        lambda kinds: st.tuples(*(st.integers(1, 2) for _ in kinds)).map(
            lambda counts: [
                {"character": name} if name in CHARACTERS else {"unit": name, "count": count}
                for name, count in zip(kinds, counts, strict=True)
            ]
        )
    )


OURS = sorted(TROOPS | set(sorted(CHARACTERS)[::2]))
THEIRS = sorted(TROOPS | set(sorted(CHARACTERS)[1::2]))
POLICY = st.sampled_from(["spare_characters", "cheapest_first", "characters_first", "as_listed"])
ATTACKS = st.fixed_dictionaries(
    {
        "game": st.just("legendary"),
        "combat": st.sampled_from(["melee", "shooting"]),
        "attackers": entries(OURS),
        "defenders": entries(THEIRS),
        "terrain": st.sampled_from(["plains", "field", "forest", "marsh", "village"]),
        "attackers_policy": POLICY,
        "defenders_policy": POLICY,
        "targeting_policy": POLICY,
        "push_room": st.integers(0, 3),
        "ruthless_tokens": st.integers(0, 1),
        "optional_rules": st.sampled_from([[], ["ransom"], ["concentrated-fire", "cavalry-breakthrough"]]),
    },
    optional={"behind": st.sampled_from(["stakes", "palisade"])},
)
QUICK = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


def answer(scenario):
    """The exact answer; scenarios that cannot be are passed over."""
    try:
        return solve(scenario)
    except BadInput:
        reject()


@QUICK
@given(ATTACKS)
def test_units_are_conserved_and_chances_sum_to_one(scenario):
    result = answer(scenario)
    assert result.mass == pytest.approx(1.0)
    assert sum(result.win.values()) == pytest.approx(1.0)
    for side in ("attacker", "defender"):
        for entry in scenario[f"{side}s"]:
            name = f"{side}.{entry.get('unit') or entry.get('character')}"
            fate = {key.removeprefix(f"{name}_"): c for key, c in result.columns.items() if key.startswith(f"{name}_")}
            fate["left"] = result.columns[name]
            wounds = fate.pop("wounds", None)
            assert (sum(fate.values()) == entry.get("count", 1)).all()
            assert min(column.min() for column in fate.values()) >= 0
            if wounds is not None:
                most = FACTS.characters[entry["character"]].value.wounds
                gone = sum(fate.get(key, 0) for key in ("killed", "disrupted", "captured"))
                assert ((wounds == most) == (gone == 1)).all()


@QUICK
@given(ATTACKS)
def test_a_marsh_never_helps_the_defenders(scenario):
    plains, marsh = (answer(scenario | {"terrain": terrain}) for terrain in ("plains", "marsh"))
    assert marsh.win["attacker"] >= plains.win["attacker"] - 1e-12
    assert marsh.win["defender"] <= plains.win["defender"] + 1e-12


@QUICK
@given(ATTACKS)
def test_one_more_bowman_never_hurts_the_shooters(scenario):
    scenario = scenario | {"combat": "shooting", "attackers": [{"unit": "bowmen", "count": 2}]}
    fewer, more = answer(scenario), answer(scenario | {"attackers": [{"unit": "bowmen", "count": 3}]})
    assert more.win["attacker"] >= fewer.win["attacker"] - 1e-12


@QUICK
@given(ATTACKS)
def test_no_more_moves_than_estimated(scenario):
    answer(scenario)
    problem = prepare(scenario).problem
    assert run.solve_problem(problem).moves <= run.exact_cost(problem)
    assert run.affordable(problem)


# ---- bad input ---------------------------------------------------------------------------------------------------

MELEE, SHOT = melee("mounted-knights", "peasants"), shooting("bowmen", "peasants")


@pytest.mark.parametrize(
    ("scenario", "field"),
    [
        (MELEE | {"attackers": []}, "attackers"),
        (MELEE | {"defenders": 7}, "defenders.0"),
        (MELEE | {"attackers": [{"unit": "archer"}]}, "attackers.0.unit"),
        (MELEE | {"attackers": [{"character": "henry-vi"}]}, "attackers.0.character"),
        (MELEE | {"attackers": [{"unit": "bowmen", "count": 0}]}, "attackers.0.count"),
        (MELEE | {"attackers": [{"unit": "bowmen", "count": 9}]}, "attackers.0.count"),
        (MELEE | {"attackers": [{"character": "henry-v", "count": 2}]}, "attackers.0.count"),
        (MELEE | {"attackers": [{"character": "henry-v", "wounds": 3}]}, "attackers.0.wounds"),
        (MELEE | {"attackers": [{"unit": "peasants", "wounds": 1}]}, "attackers.0.wounds"),
        (MELEE | {"attackers": [{"count": 2}]}, "attackers.0"),
        (MELEE | {"attackers": [{"unit": "peasants", "character": "henry-v"}]}, "attackers.0"),
        (MELEE | {"attackers": [{"unit": "peasants", "size": 2}]}, "attackers.0"),
        (melee("peasants, peasants", "peasants"), "attackers.1.unit"),
        (melee("henry-v", "henry-v"), "defenders.0.character"),
        (melee("bowmen", "peasants"), "attackers"),
        (melee("musician", "peasants"), "attackers"),
        (melee("peasants", "culverin"), "defenders"),
        (MELEE | {"terrain": "desert"}, "terrain"),
        (MELEE | {"behind": "wall"}, "behind"),
        (MELEE | {"behind": "palisade"}, "behind"),
        (MELEE | {"charging": "perhaps"}, "charging"),
        (melee("mounted-knights, peasants", "peasants", charging=True), "attackers.1"),
        (SHOT | {"charging": True}, "charging"),
        (MELEE | {"optional_rules": ["ransome"]}, "optional_rules.0"),
        (MELEE | {"optional_rules": ["ransom", "ransom"]}, "optional_rules"),
        (MELEE | {"push_room": -1}, "push_room"),
        (MELEE | {"blocked_push": "kill"}, "blocked_push"),
        (MELEE | {"ruthless_tokens": 1.5}, "ruthless_tokens"),
        (MELEE | {"bodyguard": 7}, "bodyguard"),
        (MELEE | {"shooters_in_melee": "no way"}, "shooters_in_melee"),
        (MELEE | {"culverin_untouchable": []}, "culverin_untouchable"),
        (MELEE | {"attackers_policy": "kind"}, "attackers_policy"),
        (MELEE | {"defenders_policy": "kind"}, "defenders_policy"),
        (MELEE | {"targeting_policy": "kind"}, "targeting_policy"),
        (MELEE | {"distance": 1}, "scenario"),
        (SHOT | {"distance": 3}, "distance"),
        (shooting("crossbowmen", "peasants", distance=2), "attackers"),
        (shooting("crossbowmen", "peasants", behind="palisade"), "attackers"),
        (shooting("bowmen", "philippe-the-bold"), "defenders.0.character"),
        ({"game": "legendary", "combat": "forced-march"}, "unit"),
        ({"game": "legendary", "combat": "forced-march", "unit": "mounted-knights"}, "unit"),
        ({"game": "legendary", "combat": "duel"}, "combat"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line_about_one_field(scenario, field):
    with pytest.raises(BadInput) as caught:
        solve(scenario)
    assert caught.value.field == field
    assert "\n" not in str(caught.value)


# ---- facts -------------------------------------------------------------------------------------------------------


def used(scenario):
    combat = find_combat("legendary", scenario["combat"])
    fields = {key: value for key, value in scenario.items() if key not in ("game", "combat")}
    return combat.prepare(combat.shape.model_validate(fields), FACTS)[2]


def test_a_melee_names_its_public_facts_and_assumes_nothing():
    scenario = melee("mounted-knights", "bowmen")
    sources = {key: fact.source for key, fact in FACTS.items() if key in used(scenario)}
    assert set(sources) == {"troops.mounted-knights", "troops.bowmen", "dice.red", "dice.white", "terrain.plains"}
    assert all(source.startswith("public") for source in sources.values())
    result = solve(scenario)
    assert result.public == ("white die", "red die", "mounted-knights card", "bowmen card", "plains terrain")
    assert result.to_dict()["public"] == list(result.public)
    assert result.assumed == ()


def test_only_what_matters_is_used():
    plain = used(melee("peasants 2", "peasants"))
    assert "skills.support" in plain
    assert "skills.tough" not in plain
    assert "optional_rules.ransom" in used(melee("peasants", "henry-v", optional_rules=["ransom"]))
    assert "optional_rules.ransom" not in used(melee("peasants", "peasants", optional_rules=["ransom"]))


def test_every_fact_has_a_source_of_the_three_kinds():
    for key, fact in FACTS.items():
        assert fact.source.startswith(("public", "assumed", "Legendary Battles")), key
        assert FACTS.title(key)


def test_an_owner_replaces_a_figure(tmp_path):
    file = tmp_path / "box.toml"
    file.write_text("[dice.red]\nvalue = { kill = 6 }\n[readings.blocked_push]\nvalue = 'nothing'\n", encoding="utf-8")
    scenario = melee("sergeants-at-arms", "peasants", push_room=0)
    mine = solve(scenario, facts=file)
    assert mine.expected["defender"]["peasants_killed"] == 1
    assert mine.assumed == ()
    file = tmp_path / "wrong.toml"
    file.write_text("[dice.red]\nvalue = { kill = 7 }\n", encoding="utf-8")
    with pytest.raises(BadInput, match="a die has 6 faces"):
        solve(scenario, facts=file)


def test_two_kinds_dodge_each_for_itself(tmp_path):
    file = tmp_path / "box.toml"
    card = (
        "{ kind = 'infantry', attack = ['red'], defence = ['white'], shot = 'direct', range = 1, skills = ['dodge'] }"
    )
    file.write_text(f"[troops.crossbowmen]\nvalue = {card}\n", encoding="utf-8")
    left = solve(melee("sergeants-at-arms", "standard-bearer, crossbowmen"), facts=file).expected["defender"]
    # The cheaper bearer takes the Kill unless his die is blank; a Shield on either die stops it.
    assert left["standard-bearer_killed"] == pytest.approx(1 / 3 * 1 / 2 * 2 / 3)
    assert left["crossbowmen_killed"] == pytest.approx(1 / 3 * 1 / 6 * 1 / 2)


def test_the_scenario_as_understood_can_be_asked_again():
    for scenario in SOME:
        result = solve(scenario)
        assert prepare(dict(result.scenario)).scenario_id == result.scenario_id


# ---- names alone -------------------------------------------------------------------------------------------------


def test_a_name_alone_is_one_of_it():
    written = {"attackers": [{"unit": "foot-knights"}, {"character": "henry-v"}], "defenders": [{"unit": "pikemen"}]}
    plain = {"attackers": ["foot-knights", "henry-v"], "defenders": "pikemen"}
    one, other = ({"game": "legendary", "combat": "melee", **sides} for sides in (written, plain))
    jsonschema.validate(other, published("legendary", "melee"))
    assert prepare(one).scenario == prepare(other).scenario
    words = read_scenario(["legendary", "melee", "attackers=foot-knights,henry-v", "defenders=pikemen"])
    assert prepare(words).scenario == prepare(one).scenario
    with pytest.raises(BadInput, match=r"^attackers.1: 'henry-vi' is not allowed; did you mean henry-v\? "):
        prepare({**other, "attackers": ["foot-knights", "henry-vi"]})


def test_the_units_that_march_are_the_units_allowed():
    march = {"game": "legendary", "combat": "forced-march"}
    allowed = published("legendary", "forced-march")["properties"]["unit"]["enum"]
    for unit in allowed:
        prepare({**march, "unit": unit})
    for unit in (*set(get_args(UnitName)) - set(allowed), "nobody"):
        with pytest.raises(BadInput) as refused:
            prepare({**march, "unit": unit})
        assert refused.value.allowed.endswith("allowed: " + ", ".join(allowed))


# ---- hit results that two characters cancel ----------------------------------------------------------------------


def test_hits_are_cancelled_as_pushes_or_the_gravest_first():
    # R, R: two Kills 1/9; a Kill and a Disrupt 2/9; with `any` both are gone, whatever they are.
    scenario = melee("mounted-knights", "boucicaut, peasants")
    assert fates(scenario | {"cancels": "any"})[3] == 1
    assert solve(scenario | {"cancels": "any"}).win["defender"] == pytest.approx(1.0)
    assert fates(scenario)[0] > 0.1
    assert fates(scenario)[2] == 0.0
    # The banner takes Disrupts first, so that three results are stopped of a Kill and two Disrupts.
    three = melee("mounted-sergeants-at-arms 3", "arthur-de-richemont, boucicaut, standard-bearer")
    figures = area_of(three | {"cancels": "any"}).cancels(), area_of(three).cancels()
    assert figures == ((2, 0, 2), (2, 2, 0))
