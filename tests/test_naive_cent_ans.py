"""The plain twin of La guerre de Cent Ans against cases worked out by hand."""

from fractions import Fraction as F

import pytest

from naive.cent_ans import KINDS, Outcome, expected_rounds, outcomes, win_chances

NOBODY = (0,) * 7


def units(**counts):
    return tuple(counts.get(kind, 0) for kind in KINDS)


def battle(attacker, defender, initiative="attacker", events=()):
    return {
        "combat": "pitched-battle",
        "attacker": attacker,
        "defender": defender,
        "initiative": initiative,
        "events": list(events),
    }


def siege(place, attacker, defender, initiative="attacker"):
    return {"combat": "siege", "place": place, "attacker": attacker, "defender": defender, "initiative": initiative}


def wins(scenario):
    chances = win_chances(scenario)
    return chances["attacker"], chances["defender"], chances["none"]


def test_one_english_with_the_initiative_against_one_french():
    assert outcomes(battle({"english": 1}, {"french": 1})) == {
        Outcome("attacker", units(english=1), NOBODY, 0, 0, 0, 0): F(1, 2),
        Outcome("defender", NOBODY, units(french=1), 1, 0, 0, 0): F(1, 2),
    }


def test_one_french_with_the_initiative_against_one_english():
    scenario = battle({"english": 1}, {"french": 1}, "defender")
    assert outcomes(scenario) == {
        Outcome("defender", NOBODY, units(french=1), 0, 0, 0, 0): F(1, 2),
        Outcome("attacker", units(english=1), NOBODY, 0, 1, 0, 0): F(1, 3),
        Outcome("attacker", units(english=1), NOBODY, 0, 0, 0, 0): F(1, 6),
    }
    assert expected_rounds(scenario) == 1


def test_a_routier_result_turns_the_last_unit():
    assert outcomes(battle({"burgundian": 1}, {"papal_guard": 1})) == {
        Outcome("attacker", units(burgundian=1), NOBODY, 0, 0, 0, 0): F(1, 3),
        Outcome("defender", NOBODY, units(papal_guard=1), 1, 0, 0, 0): F(1, 6),
        Outcome("defender", NOBODY, units(papal_guard=1), 0, 0, 0, 0): F(1, 3),
        Outcome("defender", NOBODY, units(papal_guard=1), 0, 0, 1, 0): F(1, 6),
    }


def test_a_retreat_without_room_is_a_dispersion():
    chances = outcomes(battle({"english": 2, "retreat_room": 1}, {"french": 2}))
    # Two LOSS 1/4; two RETREAT 1/4, of which one has room.
    assert chances[Outcome("attacker", units(english=2), NOBODY, 0, 0, 0, 0)] == F(1, 4)
    assert chances[Outcome("defender", NOBODY, units(french=2), 1, 0, 0, 0)] == F(1, 4)


def test_talbot_and_charles_v_turn_dispersions_into_retreats():
    talbot = battle({"burgundian": 2, "leaders": ["john-talbot"]}, {"papal_guard": 2})
    # Both gone at once without a LOSS, by (RETREAT or DISPERSION) twice: 3/6 * 3/6.
    assert outcomes(talbot)[Outcome("defender", NOBODY, units(papal_guard=2), 2, 0, 0, 0)] == F(1, 4)
    charles = battle({"french": 2, "leaders": ["charles-v"]}, {"papal_guard": 2})
    two_dispersions = outcomes(charles)[Outcome("defender", NOBODY, units(papal_guard=2), 1, 0, 0, 0)]
    assert two_dispersions == F(1, 36)
    charles["attacker"]["retreat_room"] = 0
    assert outcomes(charles)[Outcome("defender", NOBODY, units(papal_guard=2), 0, 0, 0, 0)] == F(1, 4)


def test_stakes_and_traps_and_new_armour():
    # LOSS ignored in the attacker's first roll: RETREAT 1/2 ends it, else the French die decides, 1/2.
    for card in ("stakes-and-traps", "new-armour"):
        assert wins(battle({"english": 1}, {"french": 1, "techniques": [card]})) == (F(1, 4), F(3, 4), 0)
    # One RETREAT of two dice empties the army where it is doubled: only two LOSS, 1/4, keep it; then all are fresh.
    doubled = outcomes(battle({"english": 2}, {"papal_guard": 1, "techniques": ["stakes-and-traps"]}))
    assert doubled[Outcome("defender", NOBODY, units(papal_guard=1), 2, 0, 0, 0)] == F(3, 4) + F(1, 4) * F(1, 4)


def test_cavalry_charge_doubles_the_first_french_losses():
    scenario = battle({"french": 1, "techniques": ["cavalry-charge"]}, {"papal_guard": 2})
    assert outcomes(scenario)[Outcome("attacker", units(french=1), NOBODY, 0, 0, 0, 0)] == F(1, 2)


def test_longbow():
    english = {"english": 1, "elite": 1, "equipment": "english-longbow"}
    # Free attack 4/6. Else English LOSS 1/2; else the elite alone face one French roll: it dies by a LOSS, 1/2.
    assert wins(battle(english, {"french": 1})) == (F(11, 12), F(1, 12), 0)
    # Without the initiative the double diamond is blank, and the French die is rolled first.
    assert wins(battle(english, {"french": 1}, "defender"))[0] > F(1, 2)
    # Surpluses are equal (-1): the owner takes the French, with more LOSS faces; the sufferer would give an Armagnac.
    # The French die of round 1 then shows a LOSS or takes its own unit away; the elite has nothing to roll.
    defender = {"french": 1, "armagnac": 2}
    for policy, chance in (("strip_dice", F(1, 3) * F(1, 2)), ("keep_dice", F(1, 2))):
        archers = {"elite": 1, "equipment": ["english-longbow"], "shooting_policy": policy}
        assert sum(p for o, p in outcomes(battle(archers, defender)).items() if o.defender[2]) == chance


def test_elite_alone_is_dispersed_only_at_the_end_of_a_round():
    assert outcomes(battle({"elite": 2}, {"papal_guard": 1})) == {
        Outcome("defender", NOBODY, units(papal_guard=1), 0, 0, 0, 0): 1
    }
    assert wins(battle({"elite": 2}, {"elite": 1})) == (0, 0, 1)
    assert wins(battle({"elite": 1, "equipment": ["ribaudequin"]}, {"elite": 1}))[2] == 1


def test_blank_rounds_are_solved():
    gun = {"elite": 1, "equipment": "field-artillery"}
    scenario = battle(gun, {"papal_guard": 2})
    assert wins(scenario) == (1, 0, 0)
    assert expected_rounds(scenario) == 3
    duel = battle(gun, gun)
    assert wins(duel) == (F(3, 4), F(1, 4), 0)
    assert expected_rounds(duel) == F(9, 8)


def test_before_round_one():
    knolles = battle({"english": 1, "elite": 1, "leaders": ["robert-knolles"]}, {"french": 1})
    assert wins(knolles) == (1, 0, 0)
    assert expected_rounds(knolles) == 0
    charles = battle({"burgundian": 3, "retreat_room": 2}, {"french": 1, "leaders": ["charles-vii"]})
    assert outcomes(charles) == {Outcome("defender", NOBODY, units(french=1), 2, 0, 0, 0): 1}
    events = ["better-a-plundered-country"]
    plundered = battle({"english": 2, "burgundian": 1}, {"french": 2, "elite": 1}, events=events)
    assert outcomes(plundered) == {Outcome("attacker", units(english=2, burgundian=1), NOBODY, 0, 3, 0, 0): 1}
    plundered["attacker"]["burgundian"] = 0
    assert wins(plundered)[0] < 1
    king = battle({"french": 3, "elite": 1}, {"papal_guard": 1}, events=["capture-of-the-king"])
    assert max(o.attacker for o in outcomes(king)) == units(french=2, elite=1)


def test_routiers_never_have_the_initiative_and_events_help_them():
    plain = battle({"routier": 1}, {"french": 1})
    assert wins(plain) == wins(battle({"routier": 1}, {"french": 1}, "defender"))
    # French LOSS 1/2 wins for the defender; RETREAT or DISPERSION leaves the field to the Routiers.
    assert wins(plain) == (F(1, 2), F(1, 2), 0)
    against_guard = battle({"routier": 1}, {"papal_guard": 2}, events=["pillage"])
    assert wins(against_guard) == (F(1, 4), F(3, 4), 0)  # DISPERSION is blank: LOSS twice before a RETREAT
    against_guard["events"] = ["great-jacquerie"]
    assert wins(against_guard) == (F(1, 2), F(1, 2), 0)


def test_john_the_fearless_is_simultaneous():
    scenario = battle({"french": 1}, {"armagnac": 1}, events=["john-the-fearless"])
    # French LOSS 1/2: the Armagnac answers with a LOSS, 1/3. Else the French are gone: so are the Armagnacs, 1/2.
    assert wins(scenario) == (F(1, 3), F(1, 4), F(5, 12))
    # Who retreats is out of reach of the LOSS of that round: 2 of 6 faces on either die, whatever the other shows.
    chances = outcomes(scenario)
    assert sum(p for o, p in chances.items() if o.attacker_retreated) == F(1, 3)
    assert sum(p for o, p in chances.items() if o.defender_retreated) == F(1, 3)


def test_sieges():
    castle = siege("castle-1", {"english": 2, "retreat_room": 1}, {"french": 1})
    assert outcomes(castle) == {
        Outcome("attacker", units(english=2), NOBODY, 0, 0, 0, 0): F(1, 4),
        Outcome("defender", units(english=1), units(french=1), 0, 0, 0, 0): F(3, 4),
    }
    assert expected_rounds(castle) == 1
    sapped = siege("castle-2", {"english": 1, "techniques": ["sapping"]}, {"french": 9})
    assert outcomes(sapped) == {Outcome("attacker", units(english=1), NOBODY, 0, 0, 0, 0): 1}
    engines = siege("castle-1", {"english": 1, "techniques": ["siege-engines"]}, {"papal_guard": 1})
    assert wins(engines) == (F(1, 2), F(1, 2), 0)
    bombard = siege("city", {"elite": 3, "equipment": ["bombard"], "leaders": ["joan-of-arc"]}, {"papal_guard": 1})
    assert wins(bombard) == (F(7, 8), F(1, 8), 0)  # two sure LOSS are cancelled, one of three dice has to hit


@pytest.mark.parametrize(
    ("policy", "left"),
    [
        ("keep_dice", units(armagnac=1, elite=2)),
        ("largest_first", units(french=1, armagnac=1, elite=1)),
        ("proportional", units(french=2, elite=1)),
        ("elite_first", units(french=1, armagnac=2)),
        ("strip_dice", units(french=1, elite=2)),
    ],
)
def test_policies_choose_who_finds_no_shelter(policy, left):
    crowd = {"french": 4, "armagnac": 2, "elite": 2, "policy": policy}
    assert {o.defender for o in outcomes(siege("fortified-town", {"elite": 1}, crowd))} == {left}


SOME = [
    battle(
        {"english": 2, "burgundian": 2, "elite": 1, "equipment": "field-artillery", "policy": policy},
        {"french": 2, "armagnac": 2, "elite": 2, "equipment": ["crossbow"], "retreat_room": 2, "policy": policy},
        side,
    )
    for policy in ("keep_dice", "largest_first", "proportional", "elite_first", "strip_dice")
    for side in ("attacker", "defender")
] + [
    siege(
        place,
        {"english": 3, "burgundian": 3, "elite": 3, "equipment": ["heavy-bombard"]},
        {"french": 3, "armagnac": 3, "elite": 1, "equipment": "hand-culverin"},
    )
    for place in ("castle-1", "city", "paris", "paris-invested")
]


@pytest.mark.parametrize("scenario", SOME)
def test_chances_are_fractions_that_sum_to_one(scenario):
    chances = outcomes(scenario)
    assert all(isinstance(chance, F) and chance > 0 for chance in chances.values())
    assert sum(chances.values()) == 1
    for side, chance in win_chances(scenario).items():
        assert chance == sum(p for outcome, p in chances.items() if outcome.winner == side)
    assert expected_rounds(scenario) >= 1


@pytest.mark.parametrize(("initiative", "chance"), [("attacker", 0.4837844525), ("defender", 0.5540358323)])
def test_a_known_battle(initiative, chance):
    keep = {"policy": "keep_dice"}
    scenario = battle({"english": 6, "burgundian": 4, **keep}, {"french": 5, "armagnac": 5, **keep}, initiative)
    assert float(win_chances(scenario)["attacker"]) == pytest.approx(chance, abs=5e-11)
