"""The plain twin of Legendary Battles against cases worked out by hand.

Chances of one die, in sixths: white D2 P1 S2 blank 1, yellow D1 P2 S1 blank 2, red K2 D2 P1 S1, black K1 D2 S3.
One result of a lone peasant (yellow) has the chance 1/2, one of a white or black die too.
"""

from fractions import Fraction as F
from typing import Any

import pytest

from naive.legendary import FACTS, Attack, choose, outcomes

Scenario = dict[str, Any]
# By these names the hand-worked cases are asked, whatever the defaults are.
NAMED = {
    "defenders_policy": "spare_characters", "targeting_policy": "characters_first", "terror_policy": "most_kills",
    "somerset_policy": "most_shields", "parry_policy": "keep_both", "ruthless_policy": "always",
}  # fmt: skip
BRAVE = "arthur-de-richemont"  # two wounds, no defence die: what is rolled against him is what he gets


def listed(*names: Any) -> list[dict[str, Any]]:
    """A name is one troop or an unhurt character, a pair carries the count or the wounds."""
    out = []
    for item in names:
        name, number = item if isinstance(item, tuple) else (item, None)
        if name in FACTS["characters"]:
            out.append({"character": name} | ({} if number is None else {"wounds": number}))
        else:
            out.append({"unit": name} | ({} if number is None else {"count": number}))
    return out


def side(names: Any) -> list[dict[str, Any]]:
    return listed(*names) if isinstance(names, list) else listed(names)


def melee(attackers: Any, defenders: Any, **fields: Any) -> Scenario:
    return {"combat": "melee", "attackers": side(attackers), "defenders": side(defenders)} | NAMED | fields


def shooting(attackers: Any, defenders: Any, **fields: Any) -> Scenario:
    return melee(attackers, defenders, **fields) | {"combat": "shooting"}


def chance(scenario: Scenario, **wanted: Any) -> F:
    """Chance that the columns have these values; `a__NAME__left` is `attacker.NAME`, `_` in NAME is `-`."""
    columns = {}
    for key, value in wanted.items():
        side, _, unit = key.partition("__")
        name, _, what = unit.partition("__")
        column = f"{ {'a': 'attacker', 'd': 'defender'}[side] }.{name.replace('_', '-')}" if unit else key
        columns[column if what in ("", "left") else f"{column}_{what}"] = value
    total = F(0)
    for outcome, weight in outcomes(scenario).items():
        row = dict(outcome)
        total += weight if all(row[name] == value for name, value in columns.items()) else 0
    return total


def dice(scenario: Scenario) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    """The own dice of every unit on either side."""
    attack = Attack(scenario)
    return [d for _, d in attack.attack_units()], [tuple(d) for _, d in attack.defence_units()]


# ---- dice and the columns ----


def test_the_dice_have_six_faces() -> None:
    dice = {colour: die["value"] for colour, die in FACTS["dice"].items()}
    assert all(sum(faces.values()) == 6 for faces in dice.values())
    assert dice["white"] == {"disrupt": 2, "push": 1, "shield": 2, "blank": 1}
    assert dice["yellow"] == {"disrupt": 1, "push": 2, "shield": 1, "blank": 2}
    assert dice["red"] == {"kill": 2, "disrupt": 2, "push": 1, "shield": 1}
    assert dice["black"] == {"kill": 1, "disrupt": 2, "shield": 3}


def test_peasant_against_peasant() -> None:
    def row(winner: str, left: int, disrupted: int, pushed: int) -> Any:
        return (
            ("winner", winner),
            ("attacker.angry-peasants", 1),
            ("attacker.angry-peasants_killed", 0),
            ("attacker.angry-peasants_disrupted", 0),
            ("defender.peasants", left),
            ("defender.peasants_killed", 0),
            ("defender.peasants_disrupted", disrupted),
            ("defender.peasants_pushed", pushed),
        )

    assert outcomes(melee("angry-peasants", "peasants")) == {
        row("attacker", 0, 1, 0): F(1, 3),
        row("attacker", 0, 0, 1): F(1, 6),
        row("defender", 1, 0, 0): F(1, 2),
    }


def test_columns_of_a_shooting_and_of_a_ransom() -> None:
    (some, *_) = outcomes(shooting(["crossbowmen", "captal-de-buch"], BRAVE))
    assert [name for name, _ in some] == [
        "winner",
        "attacker.crossbowmen",
        "attacker.captal-de-buch",
        f"defender.{BRAVE}",
        *(f"defender.{BRAVE}_{what}" for what in ("killed", "disrupted", "pushed", "wounds")),
    ]
    (some, *_) = outcomes(melee("captal-de-buch", BRAVE, optional_rules=["ransom"]))
    assert [name for name, _ in some] == [
        "winner",
        "attacker.captal-de-buch",
        *(f"attacker.captal-de-buch_{what}" for what in ("killed", "disrupted", "wounds")),
        f"defender.{BRAVE}",
        *(f"defender.{BRAVE}_{what}" for what in ("killed", "disrupted", "pushed", "wounds", "captured")),
    ]


def test_forced_march() -> None:
    assert outcomes({"combat": "forced-march", "unit": "pikemen"}) == {
        (("winner", "one-area"), ("areas", 1)): F(1, 3),
        (("winner", "cannot-move"), ("areas", 0)): F(1, 6),
        (("winner", "two-areas"), ("areas", 2)): F(1, 2),
    }


# ---- who rolls what ----


def test_starred_dice_need_a_troop_of_the_class() -> None:
    two_handed = "foot-knights-two-handed"
    assert chance(melee(two_handed, "peasants"), d__peasants__left=1) == F(1, 216)
    assert chance(melee(two_handed, BRAVE), d__arthur_de_richemont__wounds=0, winner="defender") == F(1, 36)
    # white, white against a white defence die: 0, 1, 2 results on 1/4, 1/2, 1/4; the Shield on 1/3
    riders = "mounted-sergeants-at-arms"
    assert chance(melee("pikemen", riders), d__mounted_sergeants_at_arms__left=1) == F(5, 12)
    assert chance(melee("pikemen", "peasants"), d__peasants__left=1) == F(1, 2)
    assert dice(melee("halberdiers", ["culverin", riders]))[0] == [("white",)]


def test_shooters_in_a_melee() -> None:
    scenario = melee(["peasants", "crossbowmen"], "angry-peasants")
    assert chance(scenario, d__angry_peasants__left=1) == F(1, 2)
    assert chance(scenario | {"shooters_in_melee": True}, d__angry_peasants__left=1) == F(1, 72)


def test_range_of_the_shooters() -> None:
    scenario = shooting(["bowmen", "crossbowmen", "black-prince", "foot-knights"], "peasants")
    assert chance(scenario | {"distance": 2}, d__peasants__left=1) == F(1, 9)
    assert chance(scenario | {"distance": 1}, d__peasants__left=1) == F(1, 9) * F(1, 36)


def test_oxford_needs_three_troops() -> None:
    left = {"d__peasants__left": 1}
    assert chance(melee(["earl-of-oxford", ("pavisiers", 2)], "peasants"), **left) == F(1, 4)
    assert chance(melee(["earl-of-oxford", ("pavisiers", 3)], "peasants"), **left) == F(1, 8)
    assert chance(melee(["earl-of-oxford", ("pavisiers", 2), "captal-de-buch"], "peasants"), **left) == F(1, 24)


def test_a_red_die_lent_to_bowmen() -> None:
    assert chance(shooting("bowmen", "peasants"), d__peasants__left=1) == F(1, 9)
    scenario = shooting(["earl-of-salisbury", "bowmen"], "peasants")
    assert chance(scenario, d__peasants__left=1) == 0  # the Shield of the red die is a Disrupt as well
    assert chance(scenario, d__peasants__killed=1) == F(1, 3)
    both = shooting(["earl-of-salisbury", "thomas-kyriell", "bowmen"], "peasants")
    assert dice(both)[0] == [("yellow", "yellow", "red", "red")]
    both["attackers"][2]["count"] = 3
    assert dice(both)[0] == [("yellow", "yellow", "red"), ("yellow", "yellow", "red"), ("yellow", "yellow")]
    assert dice(melee(["earl-of-salisbury", "bowmen"], "peasants"))[0] == [("red", "yellow")]


def test_bowmen_behind_stakes() -> None:
    scenario = melee("peasants", "bowmen")
    assert chance(scenario, d__bowmen__disrupted=1) == F(1, 6) * F(2, 3)
    assert chance(scenario | {"behind": "stakes"}, d__bowmen__disrupted=1) == F(1, 6) * F(4, 9)
    assert dice(melee("peasants", "halberdiers", behind="stakes"))[1] == [("red", "white")]


def test_shooting_over_a_palisade() -> None:
    # 0, 1, 2 results on 1/9, 4/9, 4/9 against one white die
    assert chance(shooting("bowmen", "peasants", behind="palisade"), d__peasants__left=1) == F(7, 27)
    mixed = shooting(["bowmen", "crossbowmen"], "peasants", behind="palisade")
    assert chance(mixed, d__peasants__left=1) == F(7, 27)
    guests = shooting("bowmen", ["culverin", BRAVE, ("foot-knights", 2)], behind="palisade")
    assert dice(guests)[1] == [("white",), ("white",), ("black", "white"), ("black", "white")]


def test_musicians_lend_a_die() -> None:
    assert chance(melee(["peasants", "musician"], "angry-peasants"), d__angry_peasants__left=1) == F(1, 4)
    assert chance(shooting(["bowmen", ("musician", 2)], "peasants"), d__peasants__left=1) == F(1, 36)


def test_support() -> None:
    assert chance(melee([("peasants", 2)], BRAVE), winner="defender", d__arthur_de_richemont__wounds=0) == F(1, 4)
    assert chance(melee([("peasants", 3)], BRAVE), winner="defender", d__arthur_de_richemont__wounds=0) == F(1, 16)
    mixed = melee([("peasants", 2), ("angry-peasants", 2)], BRAVE)
    assert chance(mixed, winner="defender", d__arthur_de_richemont__wounds=0) == F(1, 16)
    # Philippe d'Orléans counts for both kinds: 4 own dice, 2 of Support, his red and white
    mixed = melee([("peasants", 2), ("angry-peasants", 2), "philippe-d-orleans"], BRAVE)
    assert chance(mixed, winner="defender", d__arthur_de_richemont__wounds=0) == F(1, 64) * F(1, 12)
    assert chance(shooting(["crossbowmen", ("peasants", 3)], "angry-peasants"), d__angry_peasants__left=1) == F(1, 36)


def test_cohesion() -> None:
    # a Parry makes 5/9 of a white die, the loose one has 1/3
    two, three = (melee("peasants", ("guisarmers", n)) for n in (2, 3))
    assert chance(two, d__guisarmers__left=1) == F(1, 2) * F(4, 9) ** 2
    assert chance(three, d__guisarmers__left=2) == F(1, 2) * F(4, 9) ** 3 * F(2, 3)
    clermont = melee("angry-peasants", [("peasants", 3), "jean-de-clermont"])
    assert chance(clermont, d__peasants__left=2) == F(1, 2) * F(1, 2) * F(2, 3) * F(2, 3)


def test_concentrated_fire() -> None:
    rule = {"optional_rules": ["concentrated-fire"]}
    assert chance(shooting("crossbowmen", ("peasants", 6)), d__peasants__left=6) == F(1, 36)
    assert chance(shooting("crossbowmen", ("peasants", 6), **rule), d__peasants__left=6) == F(1, 216)
    assert chance(shooting("crossbowmen", ("peasants", 5), **rule), d__peasants__left=5) == F(1, 36)
    assert chance(shooting("crossbowmen", [("peasants", 5), BRAVE], **rule), winner="defender") == F(1, 216)
    assert chance(melee("angry-peasants", ("peasants", 6), **rule), d__peasants__left=6) == F(1, 2)


def test_somerset_takes_a_defence_die() -> None:
    # without a die the Standard Bearer cannot dodge; he still cancels every Disrupt: Kill 1/6, Push 1/3
    assert chance(melee("edmund-of-somerset", "standard-bearer"), d__standard_bearer__left=1) == F(5, 9)
    somerset = "edmund-of-somerset"
    assert dice(melee(somerset, [("halberdiers", 2)]))[1] == [("red",), ("red", "white")]
    assert dice(melee(somerset, ["halberdiers", ("foot-knights", 2)]))[1] == [("red", "white"), (), ("black",)]
    assert dice(melee(somerset, ["pavisiers", "foot-knights"]))[1] == [("white",), ("black",)]
    assert dice(melee([somerset], "peasants"))[1] == [()]
    stakes = melee(somerset, "bowmen", behind="stakes")
    assert dice(stakes)[1] == [("white",)]
    assert dice(shooting([somerset, "bowmen"], "bowmen"))[1] == [("white",)]


def test_terror() -> None:
    # Shields of white, white: 4/9, 4/9, 1/9. Kills of red, red: 4/9, 4/9, 1/9; of one red 2/3, 1/3.
    assert chance(melee("foot-knights", "musician"), d__musician__killed=1) == F(1, 2) * (F(24, 81) + F(12, 81))
    # Goth keeps his Push and at most the black die: 0 results of dice on 3/8, at most one on 7/8
    assert chance(melee("matthew-goth", "musician"), d__musician__left=1) == F(4, 9) * F(3, 8) + F(1, 9) * F(7, 8)
    assert chance(melee("peasants", "musician"), d__musician__left=1) == 1 - F(1, 2) * F(4, 9)
    # a shooting knows no Terror: nothing, one, two results of bowmen on 1/9, 4/9, 4/9
    left = F(4, 9) * F(1, 9) + F(4, 9) * F(5, 9) + F(1, 9)
    assert chance(shooting("bowmen", "musician"), d__musician__left=1) == left


# ---- rerolls and conversions ----


def test_crossbowmen_reroll_shields() -> None:
    assert chance(shooting("crossbowmen", "peasants"), d__peasants__left=1) == F(1, 36)
    assert chance(shooting("crossbowmen", "peasants"), d__peasants__killed=1) == F(1, 3) * F(7, 6)


def test_feint() -> None:
    # black: nothing on 1/2; yellow: a Shield on 1/6, a blank on 1/3 and then nothing on 1/2
    assert chance(melee("henry-v", "peasants"), d__peasants__left=1) == F(1, 2) * F(1, 3)


def test_parry() -> None:
    assert chance(melee("peasants", "guisarmers"), d__guisarmers__disrupted=1) == F(1, 6) * F(4, 9)
    for terrain in ("forest", "village"):
        scenario = melee("peasants", "crossbowmen", terrain=terrain)
        assert chance(scenario, d__crossbowmen__disrupted=1) == F(1, 6) * F(4, 9)
        assert chance(melee("peasants", "guisarmers", terrain=terrain), d__guisarmers__disrupted=1) == F(2, 27)
    for terrain in ("plains", "field"):
        scenario = melee("peasants", "crossbowmen", terrain=terrain)
        assert chance(scenario, d__crossbowmen__disrupted=1) == F(1, 6) * F(2, 3)
    # a Pavisier (black, white; the black one is rerolled first) has no Shield on 1/2 * 2/3 * 1/2,
    # the crossbowman beside him on 2/3 * 2/3
    both = melee("angry-peasants", ["crossbowmen", "pavisiers"])
    assert chance(both, winner="defender") == 1 - F(1, 2) * F(1, 6) * F(4, 9)


def test_philippe_the_bold_lends_parry_to_characters() -> None:
    # d'Albret: black, no Shield on 1/4; Philippe: black, white on 1/6; a troop beside them has no Parry
    party = melee("peasants", ["charles-d-albret", "philippe-the-bold", "crossbowmen"])
    assert chance(party, d__crossbowmen__left=0) == F(1, 2) * F(1, 4) * F(1, 6) * F(2, 3)


def test_parry_leaves_the_dice_of_retaliation() -> None:
    forest = melee("peasants", "sergeants-at-arms", terrain="forest")
    assert chance(forest, a__peasants__killed=1) == F(1, 3) + F(1, 6) * F(1, 3)
    assert chance(forest, a__peasants__left=1) == 1 - 2 * F(7, 18)
    # white first, unless it shows a Disrupt; then a red Push: no Shield on 20 + 24 + 5 of 108
    village = melee("peasants", "halberdiers", terrain="village")
    assert chance(village, d__halberdiers__left=0) == F(1, 2) * F(49, 108)
    shots = shooting("crossbowmen", "sergeants-at-arms", terrain="forest")  # no Retaliation: any die
    assert chance(shots, d__sergeants_at_arms__left=0) == F(35, 36) * F(25, 36)
    # Pikemen retaliate against cavalry only. Yellow without a Shield: 5/6 * 5/6, or 1/6 + 4/6 * 5/6.
    assert chance(melee("peasants", "pikemen", terrain="forest"), d__pikemen__left=0) == F(1, 2) * F(25, 36)
    riders = melee("mounted-sergeants-at-arms", "pikemen", terrain="forest")
    assert chance(riders, d__pikemen__left=0) == F(5, 6) * F(26, 36)


def test_dodge() -> None:
    scenario = melee("peasants", "standard-bearer")
    assert chance(scenario, winner="attacker", d__standard_bearer__pushed=1) == F(1, 3) * F(1, 2)
    assert chance(scenario, winner="defender", d__standard_bearer__left=1) == F(5, 6)
    # Parry: neither Shield nor blank on 3/6 * 3/6; a blank stays
    assert chance(scenario | {"terrain": "forest"}, d__standard_bearer__pushed=1) == F(1, 3) * F(1, 4)
    # two bearers: a single Push falls on the one that does not dodge; no Shield on either, not both blank
    pair = melee("peasants", ("standard-bearer", 2))
    assert chance(pair, d__standard_bearer__pushed=1) == F(1, 3) * (F(16, 36) - F(1, 36))


def test_conversions() -> None:
    left = {"d__peasants__left": 1}
    assert chance(melee("jean-de-clermont", "peasants"), **left) == 0
    # no Kill, no Disrupt: a Push or a Shield of either die moves the peasant
    assert chance(melee("walter-of-brienne", "peasants"), d__peasants__pushed=1) == F(1, 3) * F(4, 6)
    assert chance(melee("guisarmers", "peasants"), **left) == F(1, 6)
    assert chance(melee("guisarmers", "peasants"), d__peasants__disrupted=1) == F(1, 2)
    assert chance(shooting("bowmen", "peasants"), d__peasants__disrupted=1) == 1 - F(4, 6) ** 2
    assert chance(shooting("culverin", "peasants"), **left) == F(1, 216)
    assert chance(shooting("culverin", "peasants"), d__peasants__disrupted=1) == 1 - F(125, 216)


def test_added_pushes() -> None:
    # Philippe d'Orléans moves four if both dice show a Kill or a Disrupt
    assert chance(melee("philippe-d-orleans", ("peasants", 4)), d__peasants__left=0) == F(2, 3) * F(1, 3)
    assert chance(melee("matthew-goth", "peasants"), d__peasants__left=1) == 0
    assert chance(melee("matthew-goth", ("peasants", 2)), d__peasants__left=1) == F(1, 4)
    charge = melee("french-mounted-knights", ("peasants", 2), charging=True)
    assert chance(charge, d__peasants__left=2) == 0
    assert chance(charge, d__peasants__left=1) == F(1, 36)
    assert chance(charge | {"charging": False}, d__peasants__left=2) == F(1, 36)
    assert chance(charge | {"attackers": side(("french-mounted-knights", 2))}, d__peasants__left=1) == 0


# ---- Ruthless, cancels, Shields ----


def test_ruthless() -> None:
    scenario = melee("walter-of-brienne", "peasants")
    assert chance(scenario, d__peasants__killed=1) == F(1, 3)
    assert chance(scenario | {"ruthless_tokens": 1}, d__peasants__killed=1) == 1 - F(1, 3) * F(2, 3)
    pair = melee("walter-of-brienne", ("peasants", 2), ruthless_tokens=2)  # one character, one Disrupt
    assert chance(pair, d__peasants__killed=2) == F(1, 3) * F(1, 3)
    pair["attackers"] = side(["walter-of-brienne", BRAVE])
    # red, white, red, yellow: two tokens make a second Kill of any Disrupt
    assert chance(pair | {"ruthless_tokens": 1}, d__peasants__killed=0) == F(2, 6) * F(4, 6) * F(2, 6) * F(5, 6)


def test_cancels() -> None:
    knights = melee("peasants", "foot-knights")
    assert chance(knights, d__foot_knights__pushed=1) == 0
    assert chance(knights, d__foot_knights__disrupted=1) == F(1, 6) * F(1, 2)
    # two impetuous knights (white, white) cancel 2 Pushes, one only 1
    pushes = F(1, 3) ** 2
    assert chance(melee([("peasants", 2)], ("impetuous-knights", 2)), d__impetuous_knights__pushed=1) == 0
    assert chance(melee([("peasants", 2)], "impetuous-knights"), d__impetuous_knights__pushed=1) == pushes * F(2, 3)
    assert chance(melee([("peasants", 2)], "boucicaut"), d__boucicaut__pushed=1) == 0
    assert chance(melee([("peasants", 2)], "arnoul-d-audrehem"), d__arnoul_d_audrehem__pushed=1) == 0
    bearer = melee([("peasants", 2)], "standard-bearer")
    assert chance(bearer, d__standard_bearer__disrupted=1) == 0


def test_shields_and_the_marsh() -> None:
    assert chance(melee("peasants", "musician"), d__musician__left=0) == F(1, 2) * F(4, 9)
    assert chance(melee("peasants", "musician", terrain="marsh"), d__musician__left=0) == F(1, 2) * F(8, 9)
    guns = melee("angry-peasants", ["culverin", "peasants"])
    assert chance(guns, d__peasants__left=1) == 1
    assert chance(guns | {"terrain": "marsh"}, d__peasants__left=1) == F(1, 2)
    king = melee("peasants", ["jean-ii-the-good", "philippe-the-bold"])
    assert chance(king, winner="defender", d__jean_ii_the_good__wounds=0, d__philippe_the_bold__wounds=0) == 1
    king["defenders"][0] = {"character": "charles-d-albret"}
    assert chance(king, d__charles_d_albret__wounds=0, d__charles_d_albret__left=1) < 1


def test_shields_stop_the_gravest_first() -> None:
    # Captal: black. A Slayer's Kill left over is his end.
    captal = melee("arnoul-d-audrehem", "captal-de-buch")
    assert chance(captal, d__captal_de_buch__killed=1) == F(1, 2) * F(5, 9) + F(1, 2) * F(1, 9)
    # Kill and Disrupt against one Shield: the Disrupt stays. Red, red against a white die.
    plain = melee("black-prince", "crossbowmen")
    kills = {0: F(4, 9), 1: F(4, 9), 2: F(1, 9)}
    assert chance(plain, d__crossbowmen__killed=1) == F(2, 3) * (kills[1] + kills[2]) + F(1, 3) * kills[2]


# ---- what a result does ----


def test_slayer_against_a_character() -> None:
    scenario = melee("arnoul-d-audrehem", BRAVE)
    name = "d__arthur_de_richemont__"
    assert chance(scenario, **{name + "killed": 1, name + "wounds": 2}) == F(20, 36)
    assert chance(scenario, **{name + "disrupted": 1, name + "wounds": 2}) == F(4, 36)
    assert chance(scenario, **{name + "pushed": 1, name + "wounds": 1}) == F(4, 36)
    assert chance(scenario, **{name + "pushed": 1, name + "wounds": 0}) == F(3, 36)
    assert chance(scenario, winner="none", **{name + "wounds": 1}) == 0  # a wound moves nobody
    assert chance(scenario, winner="defender", **{name + "wounds": 1}) == F(4, 36)
    assert chance(scenario, winner="defender", **{name + "wounds": 0}) == F(1, 36)


def test_a_slayer_kills_one_troop() -> None:
    assert chance(melee("arnoul-d-audrehem", ("peasants", 2)), d__peasants__killed=2) == F(1, 9)


def test_wounds_from_before() -> None:
    assert chance(melee("captal-de-buch", (BRAVE, 1)), d__arthur_de_richemont__killed=1) == F(1, 3)
    assert chance(melee("captal-de-buch", (BRAVE, 1)), d__arthur_de_richemont__disrupted=1) == F(1, 3)


def test_tough() -> None:
    scenario = melee("captal-de-buch", ("prigent-de-coetivy", 1))
    name = "d__prigent_de_coetivy__"
    assert chance(scenario, **{name + "killed": 1}) == F(5, 36)
    assert chance(scenario, **{name + "disrupted": 1}) == F(10, 36)
    assert chance(scenario, **{name + "pushed": 1, name + "wounds": 1}) == F(5, 36)
    assert chance(scenario, **{name + "left": 1, name + "wounds": 1}) == F(16, 36)
    # each of a Slayer's Kills would take both wounds: black die, so 0 or 1 Shield
    salisbury = melee("arnoul-d-audrehem", "earl-of-salisbury")
    killed = F(1, 2) * (F(4, 9) * F(1, 2) + F(1, 9) * F(3, 4)) + F(1, 2) * F(1, 9) * F(1, 2)
    assert chance(salisbury, d__earl_of_salisbury__killed=1) == killed


def test_targeting_and_the_bodyguard() -> None:
    # white against red and black: Disrupt 1/3, no Shield 5/12
    scenario = melee("jean-son-of-the-king", ["edward-of-york", ("charles-d-albret", 2)])
    assert chance(scenario, d__edward_of_york__wounds=1) == F(5, 36)
    assert chance(scenario, d__charles_d_albret__pushed=1) == F(1, 6) * F(5, 12)
    alone = scenario | {"bodyguard": False}
    assert chance(alone, d__charles_d_albret__disrupted=1) == F(5, 36)
    assert chance(alone, d__edward_of_york__wounds=1) == 0
    # too few wounds left to step in; Boucicaut is the dearer of the two
    tired = melee("jean-son-of-the-king", [("edward-of-york", 2), ("boucicaut", 2)])
    assert chance(tired, d__boucicaut__disrupted=1) == F(1, 3) * F(5, 6) * F(1, 4)
    # the defender assigns: nobody steps in
    mild = melee("captal-de-buch", ["charles-d-albret", "edward-of-york"], defenders_policy="as_listed")
    assert chance(mild, d__charles_d_albret__wounds=1) == F(2, 3) * F(5, 12)
    # without room a Push is a Disrupt, but not one for which he steps in
    packed = scenario | {"push_room": 0}
    assert chance(packed, d__edward_of_york__wounds=1) == F(1, 3) * F(5, 12)
    assert chance(packed, d__charles_d_albret__disrupted=1) == F(1, 6) * F(5, 12)


def test_targeting_picks_the_victim() -> None:
    party = shooting("culverin", ["peasants", BRAVE])
    assert chance(party, d__peasants__disrupted=1) == F(1, 216)  # the third Disrupt, if there are three
    crowd = melee(["jean-son-of-the-king"], ["peasants", BRAVE])
    assert chance(crowd, d__arthur_de_richemont__wounds=1) == F(1, 3)
    assert chance(crowd | {"targeting_policy": "spare_characters"}, d__peasants__disrupted=1) == F(1, 3)
    assert chance(melee("angry-peasants", ["peasants", BRAVE]), d__peasants__disrupted=1) == F(1, 3)


def test_push_without_room() -> None:
    scenario = melee("angry-peasants", "peasants", push_room=0)
    assert chance(scenario, d__peasants__disrupted=1) == F(1, 2)
    nothing = scenario | {"blocked_push": "nothing"}
    assert chance(nothing, d__peasants__disrupted=1) == F(1, 3)
    assert chance(nothing, d__peasants__left=1) == F(2, 3)
    # yellow, yellow: two Pushes on 1/9
    pair = melee([("peasants", 2)], ("angry-peasants", 2), push_room=1)
    assert chance(pair, d__angry_peasants__pushed=1, d__angry_peasants__disrupted=1) == F(1, 9) + F(1, 9)
    assert chance(pair, d__angry_peasants__left=0) == F(1, 4)
    # one character suffers one Push at most: in 36ths DD 1, DP 4 end him; PP 4, D 6, P 12 are one wound
    alone = melee([("peasants", 2)], BRAVE, push_room=0)
    assert chance(alone, d__arthur_de_richemont__disrupted=1) == F(5, 36)
    assert chance(alone, d__arthur_de_richemont__left=1, d__arthur_de_richemont__wounds=1) == F(22, 36)


def test_ransom() -> None:
    rule = {"optional_rules": ["ransom"]}
    scenario = melee("arnoul-d-audrehem", BRAVE, **rule)
    name = "d__arthur_de_richemont__"
    assert chance(scenario, **{name + "captured": 1, name + "wounds": 2, name + "left": 0}) == F(24, 36)
    assert chance(scenario, **{name + "killed": 0, name + "disrupted": 0}) == 1
    tough = melee("captal-de-buch", ("prigent-de-coetivy", 1), **rule)
    assert chance(tough, d__prigent_de_coetivy__captured=1) == F(15, 36)
    # an attacker who falls is not captured
    back = melee(("captal-de-buch", 1), "sergeants-at-arms", **rule)
    assert chance(back, a__captal_de_buch__killed=1) == F(1, 3)


# ---- Retaliation ----


def test_retaliation() -> None:
    scenario = melee("peasants", "sergeants-at-arms")
    assert chance(scenario, a__peasants__killed=1) == F(1, 3)
    assert chance(scenario, a__peasants__disrupted=1) == F(1, 3)
    assert chance(scenario, winner="none", d__sergeants_at_arms__left=0) == F(1, 3)  # both areas empty
    assert chance(scenario, winner="attacker") == F(1, 12)
    assert chance(scenario, winner="defender") == F(7, 12)
    pikes = "pikemen"
    riders = "mounted-sergeants-at-arms"
    assert chance(melee(riders, pikes), a__mounted_sergeants_at_arms__disrupted=1) == F(1, 6)
    assert chance(melee("crossbowmen", pikes, shooters_in_melee=True), a__crossbowmen__left=1) == 1
    idle = melee(["peasants", "mounted-bowmen"], pikes)  # bowmen that do not roll are cavalry all the same
    assert chance(idle, a__peasants__disrupted=1) == F(1, 6)


def test_retaliation_against_characters() -> None:
    scenario = melee("captal-de-buch", "sergeants-at-arms")
    assert chance(scenario, a__captal_de_buch__wounds=1, a__captal_de_buch__left=1) == F(2, 3)
    tough = melee(("earl-of-salisbury", 1), "sergeants-at-arms")
    assert chance(tough, a__earl_of_salisbury__killed=1) == F(1, 6)
    assert chance(tough, a__earl_of_salisbury__disrupted=1) == F(1, 3)
    party = melee(["peasants", "captal-de-buch"], "sergeants-at-arms")
    assert chance(party, a__peasants__killed=1) == F(1, 3)
    braver = party | {"attackers_policy": "characters_first"}
    assert chance(braver, a__captal_de_buch__wounds=1, a__peasants__left=1) == F(2, 3)


def test_retaliation_and_reach() -> None:
    guns = melee(["culverin", "peasants"], "sergeants-at-arms", attackers_policy="as_listed")
    assert chance(guns, a__culverin__left=1) == 1
    assert chance(guns, a__peasants__killed=1) == F(1, 3)
    assert chance(guns | {"culverin_untouchable": False}, a__culverin__killed=1) == F(1, 3)
    flag = melee(["standard-bearer", "peasants"], "sergeants-at-arms", attackers_policy="as_listed")
    assert chance(flag, a__standard_bearer__killed=1) == F(1, 3)


def test_loose_dice_do_not_retaliate() -> None:
    # Clermont's loose die is no die of the sergeants: three red ones strike, and he himself does not
    scenario = melee(("peasants", 5), [("sergeants-at-arms", 3), "jean-de-clermont"])
    assert chance(scenario, a__peasants__killed=3) == F(1, 27)
    assert chance(scenario, a__peasants__left=1) == 0


# ---- policies ----


@pytest.mark.parametrize(
    ("policy", "peasant", "wound", "peasant_pushed"),
    [
        ("spare_characters", F(1, 3), F(0), F(1, 6)),
        ("cheapest_first", F(0), F(2, 3), F(1, 6)),
        ("characters_first", F(0), F(2, 3), F(0)),
        ("as_listed", F(0), F(2, 3), F(0)),
    ],
)
def test_policies_of_the_defenders(policy: str, peasant: F, wound: F, peasant_pushed: F) -> None:
    scenario = melee("captal-de-buch", [BRAVE, "peasants"], defenders_policy=policy)
    assert chance(scenario, d__peasants__killed=1) == peasant
    assert chance(scenario, d__arthur_de_richemont__wounds=1) == wound
    assert chance(scenario, d__peasants__pushed=1) == peasant_pushed


def test_who_is_cheaper() -> None:
    def order(names: list[Any], policy: str, result: str = "kill") -> list[str]:
        attack = Attack(melee("captal-de-buch", names))
        states = attack.start(attack.defenders, (0,) * len(names))
        able, taken = list(range(len(names))), []
        while able:
            able.remove(target := choose(attack.defenders, states, able, result, policy))
            taken.append(attack.defenders[target].card.name)
        return taken

    troops = ["halberdiers", "sergeants-at-arms", "peasants", "guisarmers", "angry-peasants"]
    cheap = ["peasants", "angry-peasants", "guisarmers", "sergeants-at-arms", "halberdiers"]
    assert order(troops, "spare_characters") == cheap
    assert order(troops, "characters_first") == cheap[::-1]
    assert order(troops, "as_listed") == troops
    heroes = ["captal-de-buch", ("earl-of-oxford", 1), "jean-ii-the-good", ("boucicaut", 2), "peasants"]
    names = ["captal-de-buch", "earl-of-oxford", "jean-ii-the-good", "boucicaut", "peasants"]
    captal, oxford, king, boucicaut, peasants = names
    assert order(heroes, "spare_characters") == [peasants, king, captal, oxford, boucicaut]
    assert order(heroes, "characters_first") == [boucicaut, oxford, captal, king, peasants]
    assert order(heroes, "cheapest_first") == [king, captal, oxford, peasants, boucicaut]
    assert order(heroes, "cheapest_first", "slay") == [king, peasants, captal, oxford, boucicaut]
    assert order(heroes, "cheapest_first", "push") == [peasants, captal, king, oxford, boucicaut]


# ---- outcomes ----


def test_an_untouchable_culverin_holds_nothing() -> None:
    scenario = melee([("peasants", 2)], ["culverin", "angry-peasants"])
    assert chance(scenario, winner="attacker", d__culverin__left=1) == F(1, 4)
    assert chance(scenario, winner="defender") == F(3, 4)
    assert chance(scenario | {"culverin_untouchable": False}, winner="none") == F(1, 4)


def test_an_untouchable_culverin_stays_when_all_others_are_gone() -> None:
    # three red against one Shield move the Sergeant if two hit (25/27), his red die strikes back by 2/3
    scenario = melee("foot-knights-two-handed", ["culverin", "sergeants-at-arms"])
    gone = {"a__foot_knights_two_handed__left": 0, "d__sergeants_at_arms__left": 0}
    assert chance(scenario, winner="defender", **gone) == F(2, 3) * F(25, 27)


def test_breakthrough() -> None:
    riders = "mounted-sergeants-at-arms"
    rule = {"charging": True, "optional_rules": ["cavalry-breakthrough"]}
    assert chance(melee(riders, "peasants", **rule), breakthrough=1) == 1
    assert chance(melee(riders, ("peasants", 2), **rule), breakthrough=1) == F(5, 6)
    assert chance(melee(riders, ("peasants", 3), **rule), breakthrough=1) == F(5, 6)
    assert chance(melee(riders, ("peasants", 4), **rule), breakthrough=1) == 0
    assert chance(melee(riders, "sergeants-at-arms", **rule), breakthrough=1) == F(1, 3)
    assert chance(melee("captal-de-buch", "peasants", **rule), breakthrough=1) == 0
    (some, *_) = outcomes(melee(riders, "peasants", **rule | {"charging": False}))
    assert "breakthrough" not in dict(some)


@pytest.mark.parametrize(
    "scenario",
    [
        melee([("foot-knights", 3), "earl-of-warwick"], [("foot-knights", 3), "prigent-de-coetivy"], terrain="forest"),
        melee([("bowmen", 3), "thomas-kyriell"], [("standard-bearer", 2), "musician"], shooters_in_melee=True),
        melee(["philippe-d-orleans", ("peasants", 2)], ["edward-of-york", ("pikemen", 3)], push_room=1),
        melee([("mounted-knights", 2), "jean-son-of-the-king"], [("pikemen", 3), "edward-of-york"], push_room=1),
        shooting([("bowmen", 3), "earl-of-salisbury"], [("halberdiers", 3), "standard-bearer"], behind="palisade"),
        shooting([("crossbowmen", 2), "culverin"], [("guisarmers", 3), "edward-of-york"], terrain="marsh"),
        {"combat": "forced-march", "unit": "peasants"},
    ],
)
def test_chances_sum_to_one(scenario: Scenario) -> None:
    chances = outcomes(scenario)
    assert sum(chances.values()) == 1
    assert min(chances.values()) > 0
    for outcome in chances:
        row = dict(outcome)
        for name, entry_side in (("attacker", "attackers"), ("defender", "defenders")):
            for entry in scenario.get(entry_side, ()):
                left = f"{name}.{entry.get('unit') or entry['character']}"
                fates = ("_killed", "_disrupted", "_pushed", "_captured")
                total = row[left] + sum(row.get(left + fate, 0) for fate in fates)
                assert total == entry.get("count", 1)
