"""The plain twin of Joan of Arc against cases worked out by hand."""

from fractions import Fraction as F
from itertools import product

import pytest

from naive.joan import (
    Laid,
    attacks,
    commitment_matrix,
    commitment_payoff,
    means,
    outcomes,
    plans,
    sign,
    who_plays,
    win_chances,
)

# Of 36 throws of two dice: those in which the side that is so much ahead is higher, equal, lower.
AHEAD = {0: (15, 6, 15), 1: (21, 5, 10), 2: (26, 4, 6), 3: (30, 3, 3), 4: (33, 2, 1), 5: (35, 1, 0), 6: (36, 0, 0)}
AHEAD |= {-margin: ways[::-1] for margin, ways in AHEAD.items()}


def combat(attacker=None, defender=None, **rules):
    attacker = {"cards": [3, 4]} | (attacker or {})
    return {"combat": "combat", "attacker": attacker, "defender": defender or {}, "rules": rules}


def force(name, defender=None, **more):
    return {"combat": "combat", "attacker": {"force": name} | more, "defender": defender or {}}


def ways(scenario, *names):
    """Of 36: attacker, none, defender."""
    chances = win_chances(scenario)
    return tuple(36 * chances.get(name, F(0)) for name in names or ("attacker", "none", "defender"))


def chance(scenario, **columns):
    """That the columns have these values; a double underscore stands for the dot."""
    wanted = {(name.replace("__", "."), value) for name, value in columns.items()}
    return sum(part for outcome, part in outcomes(scenario).items() if wanted <= set(outcome))


def names(scenario):
    (found,) = {tuple(name for name, _ in outcome) for outcome in outcomes(scenario)}
    return found


# ---- combat: points ----


@pytest.mark.parametrize(
    ("scenario", "margin"),
    [
        # 3 + 4 against ...
        (combat(defender={"card": 3}), 2),  # a garrison, 2
        (combat(defender={"card": 5}), 0),
        (combat(defender={"card": 3, "fortification": "none"}), 4),
        (combat(defender={"card": 3, "fortification": "castle"}), 0),
        (combat(defender={"card": 3, "fortification": "fortress"}), -2),
        (combat(defender={"fortification": "castle"}), 3),  # no card left
        (combat({"influence": 3}, {"card": 6, "influence": 1}), 1),
        (combat({"hero": True}, {"card": 6}), 1),
        (combat(defender={"card": 3, "hero": True}), 0),
        (combat({"grand_master": True, "hero": True}, {"card": 6, "grand_master": True}), 1),
        (combat(defender={"card": 3, "mercenaries": 3}), -1),
        (combat(defender={"card": 3, "mountain": True}), 1),
        (combat(defender={"card": 3, "mountain": True, "landing": True}), 0),
        # Engineer and Traitor of the attacker; the terrain stays
        (combat({"engineer": True}, {"card": 3, "fortification": "fortress"}), 0),
        (combat({"engineer": True}, {"card": 3, "fortification": "castle"}), 2),
        (combat({"engineer": True}, {"card": 3, "mountain": True}), 3),
        (combat({"engineer": True}, {"card": 3, "fortification": "none", "landing": True}), 3),
        (combat({"engineer": True}, {"card": 3, "fortification": "castle", "engineer": True}), 0),
        (combat(defender={"card": 3, "fortification": "castle", "engineer": True}), 0),
        (combat({"traitor": True}, {"card": 5, "fortification": "fortress", "mountain": True}), 1),
        (combat({"traitor": True}, {"card": 5, "fortification": "fortress", "engineer": True}), 2),
        (combat({"traitor": True, "engineer": True}, {"card": 5, "fortification": "fortress", "engineer": True}), 2),
        # optional rules
        (combat(defender={"card": 3, "engineer": True}, engineer_in_defence=True), 0),
        (combat({"engineer": True}, {"card": 3, "engineer": True}, engineer_in_defence=True), 2),
        (combat({"traitor": True}, {"card": 3, "engineer": True}, engineer_in_defence=True), 2),
        (combat(defender={"card": 3, "landing": True}, harder_landings=True), 0),
        (combat(defender={"card": 3}, harder_landings=True), 2),
        (combat({"nation": "england"}, {"card": 3, "landing": True}), 1),
        (combat({"nation": "england"}, {"card": 3, "landing": True}, nations=True), 2),
        (combat({"nation": "england"}, {"card": 3, "landing": True}, nations=True, harder_landings=True), 1),
        (combat({"nation": "england"}, {"card": 3, "mountain": True}, nations=True, knowledge_of_the_land=True), 1),
        (combat({"nation": "france"}, {"card": 3, "mountain": True}), 1),
        (combat({"nation": "france"}, {"card": 3, "mountain": True}, knowledge_of_the_land=True), 2),
        (combat({"nation": "france"}, {"card": 3, "landing": True}, nations=True, knowledge_of_the_land=True), 1),
        # against those without cards, 3 + 4 again
        (combat(defender={"force": "foreign"}), 0),
        (combat(defender={"force": "foreign", "fortification": "castle", "mountain": True}), -3),
        (combat(defender={"force": "ally", "influence": 2}), -2),
        (combat(defender={"force": "neutral"}), 0),
        (combat(defender={"force": "neutral", "fortification": "castle"}), -4),
        (combat({"engineer": True}, {"force": "neutral"}), 0),
        (combat({"engineer": True}, {"force": "neutral", "fortification": "castle"}), 0),
        (combat({"engineer": True}, {"force": "neutral", "fortification": "fortress"}), -4),
        (combat({"traitor": True}, {"force": "neutral", "fortification": "fortress"}), 0),
        (combat({"traitor": True}, {"force": "foreign", "fortification": "fortress"}), 2),
        # attacks without cards
        (force("foreign", {"force": "militia"}), 3),
        (force("foreign", {"card": 4}), -1),
        (force("foreign"), 3),
        (force("ally", {"card": 4}, influence=3), 2),
        (force("neutral", {"card": 4, "fortification": "none"}), 2),
        (force("neutral", {"force": "foreign"}), -1),
    ],
)
def test_the_margin_decides(scenario, margin):
    assert ways(scenario) == AHEAD[margin]
    mean = means(scenario)
    assert mean["attacker.points"] - mean["defender.points"] == margin


def test_points_before_the_dice():
    scenario = combat({"cards": [3, 6], "hero": True, "sign_of_god": 0}, {"card": 5, "traitor": True, "landing": True})
    assert means(scenario) == {"attacker.points": F(13, 2), "defender.points": 8}


# ---- combat: who loses what ----


def test_the_loser_loses_cards_and_hero():
    scenario = combat({"hero": True}, {"card": 5, "hero": True})  # 9 against 9
    assert outcomes(scenario) == {
        (
            ("winner", "attacker"),
            ("attacker.cards_lost", 0),
            ("attacker.points_lost", 0),
            ("attacker.hero", 1),
            ("defender.cards_lost", 1),
            ("defender.points_lost", 5),
            ("defender.hero", 0),
        ): F(15, 36),
        (
            ("winner", "none"),
            ("attacker.cards_lost", 2),
            ("attacker.points_lost", 7),
            ("attacker.hero", 0),
            ("defender.cards_lost", 1),
            ("defender.points_lost", 5),
            ("defender.hero", 0),
        ): F(6, 36),
        (
            ("winner", "defender"),
            ("attacker.cards_lost", 2),
            ("attacker.points_lost", 7),
            ("attacker.hero", 0),
            ("defender.cards_lost", 0),
            ("defender.points_lost", 0),
            ("defender.hero", 1),
        ): F(15, 36),
    }


def test_sides_without_cards_have_no_columns():
    assert names(combat()) == ("winner", "attacker.cards_lost", "attacker.points_lost")
    assert names(force("foreign", {"card": 3})) == ("winner", "defender.cards_lost", "defender.points_lost")
    assert outcomes(force("foreign", {"force": "militia"})) == {
        (("winner", "attacker"),): F(30, 36),
        (("winner", "none"),): F(3, 36),
        (("winner", "defender"),): F(3, 36),
    }


def test_a_hero_defends_without_a_card():
    scenario = combat(defender={"hero": True, "influence": 3})  # 7 against 7
    assert ways(scenario) == (15, 6, 15)
    assert chance(scenario, defender__hero=1) == F(15, 36)


def test_retreats_bring_back_the_highest_cards():
    one = combat({"retreat": 1}, {"card": 5, "retreat": 1})
    assert ways(one) == (15, 6, 15)
    assert chance(one, winner="attacker", attacker__retreat=0, attacker__cards_lost=0) == F(15, 36)
    assert chance(one, winner="attacker", defender__retreat=1, defender__cards_lost=0) == F(15, 36)
    assert chance(one, winner="none", attacker__retreat=1, attacker__points_lost=3, defender__retreat=1) == F(6, 36)
    assert chance(one, winner="defender", attacker__retreat=1, attacker__cards_lost=1) == F(15, 36)
    two = combat({"retreat": 2}, {"card": 5})
    assert chance(two, winner="defender", attacker__retreat=2, attacker__points_lost=0) == F(15, 36)
    assert chance(two, winner="defender", defender__points_lost=0) == F(15, 36)


# ---- combat: Traitor in defence ----


def test_a_traitor_takes_either_card():
    # 6 left against 5 (3 taken), or 3 left against 5 (6 taken)
    scenario = combat({"cards": [3, 6], "retreat": 2}, {"card": 3, "traitor": True})
    assert outcomes(scenario) == {
        row(winner, taken, lost, points, mine, back): F(number, 72)
        for winner, taken, lost, points, mine, back, number in (
            ("attacker", 3, 1, 3, 1, 0, 21),
            ("none", 3, 1, 3, 1, 1, 5),
            ("defender", 3, 1, 3, 0, 1, 10),
            ("attacker", 6, 1, 6, 1, 0, 6),
            ("none", 6, 1, 6, 1, 1, 4),
            ("defender", 6, 1, 6, 0, 1, 26),
        )
    }


def row(winner, taken, lost, points, mine, back):
    return (
        ("winner", winner),
        ("attacker.cards_lost", lost),
        ("attacker.points_lost", points),
        ("attacker.retreat", back),
        ("defender.cards_lost", mine),
        ("defender.points_lost", 3 * mine),
        ("taken", taken),
    )


def test_a_traitor_without_a_retreat():
    scenario = combat({"cards": [5, 5]}, {"traitor": True})  # 5 left against 2
    assert ways(scenario) == AHEAD[3]
    assert chance(scenario, taken=5) == 1
    assert chance(scenario, winner="attacker", attacker__cards_lost=1, attacker__points_lost=5) == F(30, 36)
    assert chance(scenario, winner="defender", attacker__cards_lost=2, attacker__points_lost=10) == F(3, 36)
    assert names(scenario) == ("winner", "attacker.cards_lost", "attacker.points_lost", "taken")


def test_traitors_on_both_sides():
    # 3 or 4 left, the castle nothing: against a card of 3
    scenario = combat({"traitor": True}, {"card": 3, "traitor": True, "fortification": "castle"})
    assert ways(scenario) == (18, 5.5, 12.5)


# ---- combat: Sign of God ----


def test_sign_of_god_as_needed():
    # 7 against 7: the sign on the 4 makes 11. Needed in the 21 that are not won.
    scenario = combat({"sign_of_god": 1}, {"card": 5})
    assert ways(scenario) == AHEAD[4]
    assert chance(scenario, winner="attacker", attacker__sign_of_god=0) == F(15, 36)
    assert chance(scenario, winner="attacker", attacker__sign_of_god=1) == F(18, 36)
    # from -4 to equal: better than lost; at -5 it would help nothing
    assert chance(scenario, winner="none", attacker__sign_of_god=1) == F(2, 36)
    assert chance(scenario, winner="defender", attacker__sign_of_god=0) == F(1, 36)
    assert ways(combat({"sign_of_god": 0}, {"card": 5})) == AHEAD[3]


def test_sign_of_god_always():
    scenario = combat({"sign_of_god": 1, "sign_of_god_when": "always"}, {"card": 5})
    assert ways(scenario) == AHEAD[4]
    assert chance(scenario, attacker__sign_of_god=1) == 1
    assert chance(scenario, winner="none", attacker__points_lost=7) == F(2, 36)  # a doubled card is one card


@pytest.mark.parametrize("index", [True, 0])
def test_sign_of_god_in_defence(index):
    # 12 against 5, 7 ahead; with the doubled card 4 ahead
    scenario = combat({"cards": [6, 6]}, {"card": 3, "sign_of_god": index})
    assert ways(scenario) == AHEAD[4]
    assert chance(scenario, defender__sign_of_god=1) == F(3, 36)
    assert chance(scenario, winner="none", defender__sign_of_god=1, attacker__cards_lost=2) == F(2, 36)


def test_no_sign_of_god():
    assert names(combat({"sign_of_god": None}, {"sign_of_god": False}))[-1] == "attacker.points_lost"


def test_equal_signs_of_god():
    # 7 against 7, signs of 4 and 4: nothing they can do together changes the result.
    scenario = combat({"sign_of_god": 1}, {"card": 4, "sign_of_god": True, "mountain": True})
    assert ways(scenario) == AHEAD[0]
    assert chance(scenario, attacker__sign_of_god=0, defender__sign_of_god=0) == 1


def test_unequal_signs_of_god():
    # 9 against 7, Signs of 6 and 3: in the end 5 ahead, which only one throw makes equal.
    scenario = combat({"cards": [3, 6], "sign_of_god": 1}, {"card": 3, "sign_of_god": True, "fortification": "castle"})
    assert ways(scenario) == AHEAD[5]
    # Ahead by the dice (26): nobody. Equal (4), 1 or 2 behind (3, 2): he plays, and an answer of 3 changes nothing.
    # 3 behind (1): he plays and is 3 ahead, the answer makes it equal.
    assert chance(scenario, attacker__sign_of_god=0, defender__sign_of_god=0) == F(26, 36)
    assert chance(scenario, winner="attacker", attacker__sign_of_god=1, defender__sign_of_god=0) == F(9, 36)
    assert chance(scenario, winner="none", attacker__sign_of_god=1, defender__sign_of_god=1) == F(1, 36)


def test_a_sign_answers_one_that_is_always_played():
    # 7 + 4 against 7, then the defender's 5: he plays it unless he is ahead anyway or it does not help.
    scenario = combat({"sign_of_god": 1, "sign_of_god_when": "always"}, {"card": 5, "sign_of_god": True})
    assert ways(scenario) == AHEAD[-1]
    # 4 ahead: lower already in 1; else he plays, except where 5 would leave him lower, 6 ahead or more (10)
    assert chance(scenario, defender__sign_of_god=1) == F(25, 36)
    both = combat(
        {"sign_of_god": 1, "sign_of_god_when": "always"},
        {"card": 5, "sign_of_god": True, "sign_of_god_when": "always"},
    )
    assert ways(both) == AHEAD[-1]
    assert chance(both, attacker__sign_of_god=1, defender__sign_of_god=1) == 1


def test_the_sign_of_god_moves_to_the_card_that_is_left():
    # named 6 taken: 3 + 3 against 6; 3 taken: 6 + 6 against 6
    scenario = combat({"cards": [6, 3], "sign_of_god": 0}, {"card": 4, "traitor": True})
    assert chance(scenario, winner="attacker", taken=6) == F(15, 72)
    assert chance(scenario, winner="none", taken=6, attacker__sign_of_god=1) == F(6, 72)
    assert chance(scenario, winner="attacker", taken=3) == F(36, 72)
    assert chance(scenario, winner="attacker", taken=3, attacker__sign_of_god=0) == F(15, 72)


def test_signs_are_what_two_best_players_do():
    """Each in turn plays his Sign or passes until both have passed: the result first, then sparing the Sign."""

    def best(margin, signs, mover, passed):
        if passed == 2:
            return sign(margin), (False, False)
        choices = [best(margin, signs, 1 - mover, passed + 1)]
        if signs[mover]:
            spent = tuple(0 if side == mover else worth for side, worth in enumerate(signs))
            result, plays = best(margin + (signs[mover], -signs[mover])[mover], spent, 1 - mover, 0)
            choices.append((result, tuple(side == mover or play for side, play in enumerate(plays))))
        return max(choices, key=lambda end: ((end[0], -end[0])[mover], not end[1][mover]))

    for margin, first, second in product(range(-14, 15), (0, 3, 4, 5, 6), (0, 3, 4, 5, 6)):
        for mover in (0, 1):
            result, plays = best(margin, (first, second), mover, 0)
            assert plays == who_plays(margin, first, second)
            assert result == sign(margin + first - second)


# ---- one die against a fortification ----


@pytest.mark.parametrize(
    ("town", "hits", "coins"), [("none", 6, 1), ("garrison", 4, 1), ("castle", 2, 2), ("fortress", 0, 0)]
)
def test_raid_and_corruption(town, hits, coins):
    raid = {"combat": "raid", "fortification": town}
    assert chance(raid, winner="hit", coins=coins) == F(hits, 6)
    assert chance(raid, winner="miss", coins=0) == F(6 - hits, 6)
    if town != "none":
        corruption = {"combat": "corruption", "fortification": town}
        assert win_chances(corruption).get("hit", 0) == F(hits, 6)
        assert names(corruption) == ("winner",)


def test_embassy():
    plain = {"combat": "embassy"}
    assert outcomes(plain) == {
        (("winner", "corruption"), ("cards", 0), ("hero", 0), ("enemy_cards", 0)): F(10, 36),
        (("winner", "outside-help"), ("cards", 2), ("hero", 0), ("enemy_cards", 0)): F(16, 36),
        (("winner", "hero"), ("cards", 0), ("hero", 1), ("enemy_cards", 0)): F(7, 36),
        (("winner", "court-intrigue"), ("cards", 0), ("hero", 0), ("enemy_cards", 1)): F(3, 36),
    }
    for town, faces in (("garrison", 4), ("castle", 2), ("fortress", 0)):
        scenario = plain | {"corrupts": town}
        assert win_chances(scenario) == win_chances(plain)
        assert chance(scenario, town=1) == chance(scenario, winner="corruption", town=1) == F(10 * faces, 216)


@pytest.mark.parametrize("event", ["uprising", "free-companies"])
def test_towns_rise(event):
    one = {"combat": event, "towns": ["castle"]}
    assert outcomes(one) == {
        (("winner", "some"), ("attempts", 1), ("towns", 1), ("town_1", 1)): F(1, 3),
        (("winner", "quiet"), ("attempts", 1), ("towns", 0), ("town_1", 0)): F(2, 3),
    }
    three = {"combat": event, "towns": ["garrison", "castle", "fortress", "garrison"]}
    assert [chance(three, attempts=n) for n in range(5)] == [0, F(1, 3), F(1, 3), F(1, 3), 0]
    assert chance(three, town_1=1) == F(2, 3)
    assert chance(three, town_2=1) == F(2, 3) * F(1, 3)
    assert chance(three, town_3=1) == chance(three, town_4=1) == 0
    # quiet: one attempt 1/3, two or three 1/3 * 2/3
    assert chance(three, winner="quiet", towns=0) == F(1, 3) * F(1, 3) + F(2, 3) * F(2, 9)
    assert names(three) == ("winner", "attempts", "towns", "town_1", "town_2", "town_3", "town_4")


def test_fortunes_of_war():
    scenario = {"combat": "uprising", "towns": ["fortress"] * 4 + ["castle"], "rules": {"fortunes_of_war": True}}
    assert [chance(scenario, attempts=n) for n in range(1, 6)] == [F(1, 6)] * 4 + [F(1, 3)]
    assert chance(scenario, winner="some", towns=1, town_5=1) == F(1, 9)


@pytest.mark.parametrize(
    ("coins", "against", "low", "printed"),
    [
        (0, 0, 4, 4),
        (1, 0, 5, 3),  # printed: 2, 3 and 6
        (9, 0, 5, 1),  # printed: 6
        (0, 1, 3, 5),  # printed: 2 to 5 and 6
        (0, 9, 1, 5),
        (3, 0, 5, 1),  # printed: 6, for a rolled 1 is neutral
        (2, 2, 4, 4),  # printed: 2, 3, 4 and 6
    ],
)
def test_fidelity(coins, against, low, printed):
    scenario = {"combat": "fidelity", "coins": coins, "enemy_coins": against}
    assert win_chances(scenario)["loyal"] == F(low, 6)
    assert win_chances(scenario | {"rules": {"table": "as_printed"}})["loyal"] == F(printed, 6)
    assert outcomes(scenario | {"ambassador": True}) == {(("winner", "loyal"),): 1}


def test_fidelity_without_coins():
    assert outcomes({"combat": "fidelity"}) == {(("winner", "loyal"),): F(2, 3), (("winner", "neutral"),): F(1, 3)}
    only_his = {"combat": "fidelity", "enemy_coins": 2, "rules": {"table": "low_is_loyal"}}
    assert win_chances(only_his)["loyal"] == F(1, 3)


# ---- naval battle and great battle ----


def naval(first, second, **rules):
    return {"combat": "naval-battle", "first": first, "second": second, "rules": rules}


def test_naval_battle_rolled_again():
    scenario = naval({"card": 3, "influence": 2}, {"card": 4})  # 5 against 4
    assert outcomes(scenario) == {
        (("winner", "first"), ("first.card_lost", 0), ("second.card_lost", 1)): F(21, 31),
        (("winner", "second"), ("first.card_lost", 1), ("second.card_lost", 0)): F(10, 31),
    }
    assert means(scenario) == {"rounds": F(36, 31)}


def test_naval_battle_without_a_second_roll():
    scenario = naval({"card": 3}, {"influence": 3}, ties="none")
    assert outcomes(scenario) == {
        (("winner", "first"), ("first.card_lost", 0)): F(15, 36),
        (("winner", "second"), ("first.card_lost", 1)): F(15, 36),
        (("winner", "none"), ("first.card_lost", 1)): F(6, 36),
    }
    assert means(scenario) == {"rounds": 1}


def test_traitors_at_sea():
    scenario = naval({"card": 5, "traitor": True, "influence": 1}, {"card": 6}, ties="none")  # 6 against 0
    assert outcomes(scenario) == {(("winner", "first"), ("first.card_lost", 0), ("second.card_lost", 1)): 1}
    both = naval({"card": 3, "traitor": True}, {"card": 6, "traitor": True})  # nothing against nothing
    assert outcomes(both) == {
        (("winner", "first"), ("first.card_lost", 1), ("second.card_lost", 1)): F(1, 2),
        (("winner", "second"), ("first.card_lost", 1), ("second.card_lost", 1)): F(1, 2),
    }


def test_a_sign_of_god_on_a_card_that_is_gone():
    for when in ("needed", "always"):
        scenario = naval(
            {"card": 3, "sign_of_god": True, "sign_of_god_when": when}, {"traitor": True, "sign_of_god": True}
        )
        assert outcomes(scenario) == {
            (("winner", "first"), ("first.card_lost", 1), ("first.sign_of_god", 0)): F(1, 2),
            (("winner", "second"), ("first.card_lost", 1), ("first.sign_of_god", 0)): F(1, 2),
        }


def test_a_sign_of_god_at_sea():
    # 3 against 3. 15 ahead: no Sign. Equal (6) and 1 or 2 behind (5 + 4): won with it. 3 behind (3): equal with it,
    # rolled again with the Sign in force: 30 won, 3 lost of 33. Further behind (3): lost without it.
    scenario = naval({"card": 3, "sign_of_god": 0}, {"card": 3})
    assert outcomes(scenario) == {
        (("winner", "first"), ("first.card_lost", 0), ("first.sign_of_god", 0), ("second.card_lost", 1)): F(15, 36),
        (("winner", "first"), ("first.card_lost", 0), ("first.sign_of_god", 1), ("second.card_lost", 1)): (
            F(15, 36) + F(3, 36) * F(30, 33)
        ),
        (("winner", "second"), ("first.card_lost", 1), ("first.sign_of_god", 1), ("second.card_lost", 0)): (
            F(3, 36) * F(3, 33)
        ),
        (("winner", "second"), ("first.card_lost", 1), ("first.sign_of_god", 0), ("second.card_lost", 0)): F(3, 36),
    }
    assert means(scenario) == {"rounds": 1 + F(3, 36) * F(36, 33)}
    always = scenario | {"first": {"card": 3, "sign_of_god": True, "sign_of_god_when": "always"}}
    assert win_chances(always) == {"first": F(30, 33), "second": F(3, 33)}
    assert chance(always, first__sign_of_god=1) == 1


def test_a_sign_of_god_without_a_second_roll():
    scenario = naval({"card": 3, "sign_of_god": True}, {"card": 3}, ties="none")
    assert chance(scenario, winner="none", first__sign_of_god=1, first__card_lost=1, second__card_lost=1) == F(3, 36)
    equal = naval({"card": 4, "sign_of_god": True}, {"card": 4, "sign_of_god": True})
    assert chance(equal, winner="first", first__sign_of_god=0, second__sign_of_god=0) == F(1, 2)


def test_great_battle():
    # chances of the first: 1/2, 21/31
    even, ahead = {"first": {"card": 3}, "second": {"card": 3}}, {"first": {"influence": 1}, "second": {}}
    scenario = {"combat": "great-battle", "duels": [even, ahead]}
    assert outcomes(scenario) == {
        (
            ("winner", winner),
            ("duel_1", one),
            ("duel_2", two),
            ("first.claimant_points", first),
            ("second.claimant_points", second),
        ): part
        for winner, one, two, first, second, part in (
            ("first", 1, 1, 4, 0, F(21, 62)),
            ("none", 1, 2, 1, 1, F(10, 62)),
            ("none", 2, 1, 1, 1, F(21, 62)),
            ("second", 2, 2, 0, 4, F(10, 62)),
        )
    }
    assert means(scenario) == {"rounds": F(36, 30) + F(36, 31)}


def test_great_battle_of_six():
    even = {"first": {}, "second": {}}
    three = {"combat": "great-battle", "duels": [even] * 3}
    assert win_chances(three) == {"first": F(1, 2), "second": F(1, 2)}
    assert chance(three, winner="first", first__claimant_points=5, second__claimant_points=1) == F(3, 8)
    assert chance(three, winner="first", first__claimant_points=6, second__claimant_points=0) == F(1, 8)
    # nobody in a duel: 1/6; one duel won and two even is enough
    none = three | {"rules": {"ties": "none"}}
    assert chance(none, winner="none", duel_1=0, duel_2=0, duel_3=0) == F(1, 216)
    assert chance(none, winner="first", duel_1=0, duel_2=0, duel_3=1, first__claimant_points=4) == F(15, 36 * 36)
    assert chance(none, winner="none", duel_1=1, duel_2=2, duel_3=0, first__claimant_points=1) == F(15 * 15, 36**2 * 6)


# ---- end of the game ----


def end(winner, turn):
    return (("winner", winner), ("last_turn", turn))


def test_game_end():
    game = {"combat": "game-end"}
    assert outcomes(game) == {end("ends", 8): F(1, 3), end("goes-on", 9): F(4, 9), end("goes-on", 10): F(2, 9)}
    assert outcomes(game | {"turn": 8}) == outcomes(game)
    assert outcomes(game | {"turn": 9}) == {end("ends", 9): F(2, 3), end("goes-on", 10): F(1, 3)}
    assert outcomes(game | {"turn": 10}) == {end("ends", 10): 1}
    assert outcomes(game | {"turn": 1}) == {
        end("goes-on", 8): F(1, 3),
        end("goes-on", 9): F(4, 9),
        end("goes-on", 10): F(2, 9),
    }
    assert outcomes(game | {"length": "short"}) == {end("ends", 6): F(1, 2), end("goes-on", 7): F(1, 2)}
    assert outcomes(game | {"length": "short", "turn": 7}) == {end("ends", 7): 1}
    assert outcomes(game | {"length": "two-players"}) == {end("ends", 5): F(2, 3), end("goes-on", 6): F(1, 3)}
    assert outcomes(game | {"length": "two-players", "turn": 2}) == {
        end("goes-on", 5): F(2, 3),
        end("goes-on", 6): F(1, 3),
    }


# ---- what to commit ----


def hands(attacker, defender, **more):
    return {"attacker": attacker, "defender": defender} | more


def test_what_can_be_laid():
    hand = {"cards": [4, 3, 4], "influence": 5, "engineer": True}
    assert len(attacks(hand)) == 2 * 4 * 2  # 3 + 4 and 4 + 4
    assert Laid((3, 4), 3, engineer=True) in attacks(hand)
    assert len(plans(hand, [3])) == 2 * 4 * 2
    assert plans({"hero": True}, [3, 4]) == [{0: Laid(())}, {0: Laid((), hero=True)}]
    assert len(plans({"cards": [3, 4], "traitor": True}, [3, 5, 5])) == 2 + 2 * 2


def test_worth_of_a_commitment():
    scenario = hands({"cards": [3, 4], "hero": True}, {"cards": [5], "influence": 1})
    attack, plan = Laid((3, 4), hero=True), {0: Laid((5,), 1)}  # 9 against 8: 21, 5, 10
    won = 12 + F(5, 2) + 1
    equal = -F(7, 2) - 3 + F(5, 2) + 1
    lost = -F(7, 2) - 3 + 1
    assert commitment_payoff(scenario, attack, plan) == (F(21, 36), (21 * won + 5 * equal + 10 * lost) / 36)
    free = scenario | {"stakes": dict.fromkeys(("point", "influence", "hero", "red"), 0) | {"town": 1}}
    assert commitment_payoff(free, attack, plan) == (F(21, 36), F(21, 36))


def test_red_cards_in_a_commitment():
    # 5 + 3 against 2 for the garrison that the Engineer takes away: 8 against 0 is always won.
    scenario = hands({"cards": [3, 5], "engineer": True, "retreat": 2, "sign_of_god": True}, {})
    assert commitment_payoff(scenario, Laid((3, 5), engineer=True), {0: Laid(())}) == (1, 12 - 2)
    # 8 against 6 + 6: with the Sign on the 5 one ahead. Ahead without it: 1; 0 to 4 behind: 2 + 3 + 4 + 5 + 6, played,
    # won; 5 behind: 5, played, equal; else lost. A Retreat saves the 5 only (a card of 4 is not worth more than 2).
    scenario["defender"] = {"cards": [6], "fortification": "fortress"}
    won, equal, lost = 12 + F(3), -2 - 2 - F(3, 2) + 3, -2 - F(3, 2)
    assert commitment_payoff(scenario, Laid((3, 5)), {0: Laid((6,))}) == (
        F(21, 36),
        (1 * won + 20 * (won - 2) + 5 * equal + 10 * lost) / 36,
    )


def test_retreats_that_are_not_worth_a_red_card():
    # 4 + 5 against 9: the 5 would come back, the 4 would not, nor the defender's 4. His Sign has no card without one.
    scenario = hands({"cards": [4, 5]}, {"cards": [4], "fortification": "castle", "mountain": True, "retreat": 1})
    attack, plan = Laid((4, 5)), {0: Laid((4,))}
    won, equal, lost = 12 + 2, -F(9, 2) + 2, -F(9, 2)
    assert commitment_payoff(scenario, attack, plan) == (F(15, 36), (15 * won + 6 * equal + 15 * lost) / 36)
    scenario["attacker"]["retreat"] = 2
    assert (
        commitment_payoff(scenario, attack, plan)[1] == (15 * won + 6 * (equal + F(1, 2)) + 15 * (lost + F(1, 2))) / 36
    )
    bare = hands({"cards": [4, 5]}, {"fortification": "fortress", "sign_of_god": True})  # 9 against 6
    assert commitment_payoff(bare, attack, {0: Laid(())}) == (F(30, 36), (30 * 12 - 6 * F(9, 2)) / 36)


def test_a_traitor_sees_before_he_lays():
    scenario = hands({"cards": [3, 6], "retreat": 1}, {"cards": [3, 6], "traitor": True})
    plan = {3: Laid((6,), traitor=True), 6: Laid((3,), traitor=True)}
    # 3 taken: 6 against 8; 6 taken: 3 against 5. Two behind either way: 6, 4, 26. The Retreat is kept for the 6.
    three = 6 * (12 - F(3, 2) + 3) + 4 * (-F(3, 2) - 2 + 3) + 26 * (-F(3, 2) - 2)
    six = 6 * (12 - 3 + F(3, 2)) + 4 * (-F(9, 2) + F(3, 2)) + 26 * -F(9, 2)
    assert commitment_payoff(scenario, Laid((3, 6)), plan) == (F(6, 36), (three + six) / 72 + 2)


def test_all_pairs_of_commitments():
    scenario = hands({"cards": [3, 4, 6], "influence": 1}, {"cards": [3, 5], "traitor": True}, rules={})
    rows, columns, matrix = commitment_matrix(scenario)
    assert (len(rows), len(columns)) == (3 * 2, 2 + 2**3)
    laid, answer = rows.index(Laid((4, 6), 1)), columns.index({0: Laid((5,))})
    assert matrix[laid][answer][0] == win_chances(combat({"cards": [4, 6], "influence": 1}, {"card": 5}))["attacker"]
    assert all(0 <= taken <= 1 for line in matrix for taken, _ in line)


# ---- every combat ----


@pytest.mark.parametrize(
    "scenario",
    [
        combat({"sign_of_god": 0, "retreat": 1, "hero": True}, {"card": 6, "traitor": True, "sign_of_god": True}),
        {"combat": "raid", "fortification": "castle"},
        {"combat": "corruption", "fortification": "castle"},
        {"combat": "embassy", "corrupts": "garrison"},
        {"combat": "uprising", "towns": ["castle", "garrison", "garrison"]},
        {"combat": "free-companies", "towns": ["garrison"] * 6, "rules": {"fortunes_of_war": True}},
        {"combat": "fidelity", "coins": 1},
        naval({"card": 5, "sign_of_god": True}, {"card": 6, "sign_of_god": True, "influence": 1}),
        {"combat": "great-battle", "duels": [naval({"card": 5, "sign_of_god": True}, {"card": 6})] * 3},
        {"combat": "game-end"},
    ],
)
def test_chances_sum_to_one(scenario):
    chances = outcomes(scenario)
    assert sum(chances.values()) == 1
    assert all(part > 0 for part in chances.values())
    names(scenario)
