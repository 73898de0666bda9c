"""The plain twin of Breizh 1341 against the rulebook's examples and cases worked out by hand."""

from fractions import Fraction as F
from typing import Any

import pytest

from naive.breizh import (
    CASTLES,
    CHARACTERS,
    Battle,
    Outcome,
    Siege,
    battle_round,
    battle_winner,
    castle_falls,
    fight_outcome,
    goes_on,
    means,
    outcomes,
)


def battle(montfort: int, blois: int, **fields: Any) -> dict[str, Any]:
    return {"combat": "battle", "montfort": montfort, "blois": blois, **fields}


def siege(**fields: Any) -> dict[str, Any]:
    return {"combat": "siege", **fields}


def fight(*targets: Any, **fields: Any) -> dict[str, Any]:
    return {"combat": "fight", "targets": list(targets), **fields}


def battle_end(winner: str, montfort: int, blois: int) -> Outcome:
    return (
        ("winner", winner),
        ("montfort.troops", montfort),
        ("blois.troops", blois),
        ("montfort.partisans", int(winner == "montfort")),
        ("blois.partisans", int(winner == "blois")),
    )


def siege_end(winner: str, castles: dict[str, int], rallied: int = 0, eliminated: int = 0) -> Outcome:
    return (
        ("winner", winner),
        ("taken", sum(castles.values())),
        *((f"castles.{name}", fell) for name, fell in castles.items()),
        ("partisans.rallied", rallied),
        ("partisans.eliminated", eliminated),
    )


def fight_end(winner: str, troops: int, highwaymen: int, regions: dict[str, int]) -> Outcome:
    return (
        ("winner", winner),
        ("removed", troops + highwaymen),
        ("troops", troops),
        ("highwaymen", highwaymen),
        *((f"regions.{name}", removed) for name, removed in regions.items()),
    )


def only(scenario: dict[str, Any]) -> Outcome:
    (outcome,) = outcomes(scenario)
    return outcome


# ---- the rulebook's five examples, with the dice that were rolled ----


def test_example_battle_in_vannes() -> None:
    end = battle_round(Battle(3, 3), montfort_die=3, blois_die=1)
    assert end == Battle(2, 1, lead=3, rounds=1)  # 7 to 4
    assert not goes_on(end)
    assert battle_winner(end, "difference") == battle_winner(end, "survivor") == "montfort"


def test_example_battle_in_nantes() -> None:
    bohun = CHARACTERS["battle"]["william-de-bohun"]
    first = battle_round(Battle(3, 6), montfort_die=1, blois_die=3, montfort_bonus=bohun)
    assert first == Battle(1, 5, lead=-3, rounds=1)  # 6 to 9
    assert goes_on(first)
    second = battle_round(first, montfort_die=2, blois_die=1, montfort_bonus=bohun)
    assert second == Battle(0, 4, lead=-1, rounds=2)  # 5 to 6
    assert not goes_on(second)
    assert battle_winner(second, "difference") == battle_winner(second, "survivor") == "blois"


def test_example_siege_of_dinan() -> None:
    beaumanoir = CHARACTERS["siege"]["robert-de-beaumanoir"]
    strength = CASTLES["saint-malo-et-dol"]["dinan"]
    assert castle_falls(Siege("dinan", "saint-malo-et-dol", strength, 2, beaumanoir, "rally"), 2, die=1)
    assert not castle_falls(Siege("dinan", "saint-malo-et-dol", strength, 2, 0, "rally"), 2, die=1)


def test_example_siege_of_dol() -> None:
    dol = Siege("dol", "saint-malo-et-dol", CASTLES["saint-malo-et-dol"]["dol"], 1, 0, "rally")
    assert [castle_falls(dol, 1, die) for die in (1, 2, 3)] == [False, True, True]


def test_example_siege_of_rennes() -> None:
    rennes = Siege("rennes", "rennes", CASTLES["rennes"]["rennes"], 4, 0, "rally")
    assert all(castle_falls(rennes, 4, die) for die in (1, 2, 3))


def test_example_the_whole_besiege_action() -> None:
    scenario = siege(
        sieges=[
            {"castle": "dinan", "troops": 2, "character": "robert-de-beaumanoir"},
            {"castle": "dol", "troops": 1},
            {"castle": "rennes", "troops": 4},
        ],
        pool_by_region={"saint-malo-et-dol": 3, "rennes": 4},
    )
    assert outcomes(scenario) == {
        siege_end("partly", {"dinan": 1, "dol": 0, "rennes": 1}, rallied=2, eliminated=1): F(1, 3),
        siege_end("taken", {"dinan": 1, "dol": 1, "rennes": 1}, rallied=2, eliminated=1): F(2, 3),
    }
    assert means(scenario) == {"troops.spent": 7, "troops.left": 0}


# ---- data ----


def test_there_are_29_castles_each_once() -> None:
    names = [name for castles in CASTLES.values() for name in castles]
    assert len(CASTLES) == 8
    assert len(names) == len(set(names)) == 29


# ---- battle ----


def test_fewer_than_five_troops_do_not_fight() -> None:
    for montfort, blois in ((2, 2), (1, 3), (3, 1), (1, 1)):
        assert outcomes(battle(montfort, blois)) == {battle_end("none", montfort, blois): 1}
        assert means(battle(montfort, blois)) == {"montfort.lost": 0, "blois.lost": 0, "rounds": 0}


def test_three_against_three() -> None:
    # Montfort is 1 ahead: only 3 to 1 on the dice makes it 3.
    assert outcomes(battle(3, 3)) == {battle_end("montfort", 2, 1): F(1, 9), battle_end("none", 2, 2): F(8, 9)}
    assert means(battle(3, 3)) == {"montfort.lost": 1, "blois.lost": F(10, 9), "rounds": 1}


def test_four_against_one_is_won_without_a_lead_too() -> None:
    assert outcomes(battle(4, 1)) == {battle_end("montfort", 3, 0): 1}


def test_one_who_beats_four_and_is_gone() -> None:
    # 1 ahead with the bonus: a lead of 3 in one throw of nine.
    assert outcomes(battle(1, 4, montfort_bonus=3)) == {
        battle_end("montfort", 0, 2): F(1, 9),
        battle_end("blois", 0, 3): F(8, 9),
    }
    assert outcomes(battle(1, 4, montfort_bonus=3, rules={"winner": "survivor"})) == {
        battle_end("blois", 0, 2): F(1, 9),
        battle_end("blois", 0, 3): F(8, 9),
    }


def test_the_bonus_counts_in_every_round() -> None:
    # (3,6): 1 behind, so (1,5) in one throw of nine, else (2,5); from there the losses are 1 and 1 in any case.
    scenario = battle(3, 6, montfort_character="william-de-bohun")
    assert outcomes(scenario) == {battle_end("blois", 0, 4): F(1, 9), battle_end("blois", 0, 3): F(8, 9)}
    assert means(scenario) == {"montfort.lost": 3, "blois.lost": F(26, 9), "rounds": F(26, 9)}


@pytest.mark.parametrize("rule", ["difference", "survivor"])
def test_a_lead_before_the_last_round_does_not_win(rule: str) -> None:
    # (5,5) -> (3,2) by a lead (1/9), else (4,4) -> (3,2) by a lead (1/9), else (3,3), all 1 ahead. (3,2) is 2 ahead:
    # (2,1) follows with a lead in one third, without in two thirds, and then nobody has won.
    scenario = battle(5, 5, rules={"winner": rule})
    assert outcomes(scenario) == {
        battle_end("montfort", 2, 1): F(115, 729),
        battle_end("none", 2, 1): F(102, 729),
        battle_end("none", 2, 2): F(512, 729),
    }
    assert means(scenario)["rounds"] == F(26, 9)


def test_a_bonus_for_both_and_a_penalty() -> None:
    assert outcomes(battle(3, 3, montfort_bonus=2, blois_bonus=2)) == outcomes(battle(3, 3))
    assert outcomes(battle(3, 3, blois_character="jean-de-beaumanoir")) == outcomes(battle(3, 3, montfort_bonus=-1))
    # 9 less: Montfort is 8 behind and loses 2 of 3, Blois 1.
    assert outcomes(battle(3, 3, montfort_bonus=-9)) == {battle_end("blois", 1, 2): 1}


def test_half_of_the_loss_is_rounded_up() -> None:
    assert battle_round(Battle(20, 9), 1, 1)[:2] == (17, 4)  # 5 of 9, then 3 of 5
    assert battle_round(Battle(8, 20), 1, 1)[:2] == (4, 18)


# ---- siege ----


def test_a_siege_by_strength_with_all_that_can() -> None:
    assert outcomes(siege(strength=1)) == {siege_end("taken", {"siege-1": 1}): 1}
    assert outcomes(siege(strength=2)) == {siege_end("taken", {"siege-1": 1}, rallied=1): 1}
    assert outcomes(siege(strength=3)) == {siege_end("taken", {"siege-1": 1}, rallied=1, eliminated=1): 1}
    assert means(siege(strength=3)) == {"troops.spent": 4}


def test_bonuses_of_both_sides() -> None:
    held = siege_end("held", {"brest": 0})
    taken = siege_end("taken", {"brest": 1}, rallied=1, eliminated=1)
    assert outcomes(siege(castle="brest", troops=3)) == {held: F(1, 3), taken: F(2, 3)}
    assert outcomes(siege(castle="brest", troops=3, opponent_character="walter-manny")) == {
        held: F(2, 3),
        taken: F(1, 3),
    }
    assert outcomes(siege(castle="brest", troops=3, bonus=-2)) == {held: 1}
    assert outcomes(siege(castle="brest", troops=3, bonus=2, opponent_bonus=1)) == {taken: 1}


def test_too_few_do_not_besiege() -> None:
    scenario = siege(castle="rennes", troops=2, bonus=9)
    assert outcomes(scenario) == {siege_end("held", {"rennes": 0}): 1}
    assert means(scenario) == {"troops.spent": 0}


def test_supplements() -> None:
    fell = {"auray": 1}
    assert only(siege(castle="auray", supplement="none")) == siege_end("taken", fell)
    assert only(siege(castle="auray", supplement="eliminate")) == siege_end("taken", fell, eliminated=1)
    nobody = {"vannes": 0}
    scenario = siege(castle="auray", supplement="eliminate", enemy_partisans=nobody)
    assert only(scenario) == siege_end("taken", fell, rallied=1)


def test_what_a_castle_of_strength_3_brings_can_be_declined_in_part_or_whole() -> None:
    # Besiege: the attacker may eliminate one enemy partisan and rally one of his own.
    fell, nobody = {"vannes": 1}, {"vannes": 0}
    assert only(siege(castle="vannes")) == siege_end("taken", fell, rallied=1, eliminated=1)
    assert only(siege(castle="vannes", supplement="both")) == siege_end("taken", fell, rallied=1, eliminated=1)
    assert only(siege(castle="vannes", supplement="rally")) == siege_end("taken", fell, rallied=1)
    assert only(siege(castle="vannes", supplement="eliminate")) == siege_end("taken", fell, eliminated=1)
    assert only(siege(castle="vannes", supplement="none")) == siege_end("taken", fell)
    assert only(siege(castle="vannes", enemy_partisans=nobody)) == siege_end("taken", fell, rallied=1)
    # Nobody is there to eliminate, and the rally was declined.
    assert only(siege(castle="vannes", supplement="eliminate", enemy_partisans=nobody)) == siege_end("taken", fell)


def test_partisans_of_one_region_run_out_in_the_order_of_the_sieges() -> None:
    auray = {"castle": "auray", "supplement": "eliminate"}
    hennebont = {"strength": 3, "region": "vannes", "troops": 3}
    one = {"vannes": 1}
    # Of two enemies to eliminate only one is there; the second castle goes without.
    assert outcomes(siege(sieges=[hennebont, auray], enemy_partisans=one)) == {
        siege_end("taken", {"siege-1": 1, "auray": 1}, rallied=2, eliminated=1): F(2, 3),
        siege_end("partly", {"siege-1": 0, "auray": 1}, eliminated=1): F(1, 3),
    }
    assert outcomes(siege(sieges=[auray, hennebont], enemy_partisans=one)) == {
        siege_end("taken", {"auray": 1, "siege-2": 1}, rallied=1, eliminated=1): F(2, 3),
        siege_end("partly", {"auray": 1, "siege-2": 0}, eliminated=1): F(1, 3),
    }


def test_a_pool_is_used_up_in_order() -> None:
    scenario = siege(sieges=[{"strength": 2}, {"strength": 2}, {"strength": 1}], pool=5)
    # 3, then the last 2 (falls on a 2 or a 3), then nobody.
    assert outcomes(scenario) == {
        siege_end("partly", {"siege-1": 1, "siege-2": 1, "siege-3": 0}, rallied=2): F(2, 3),
        siege_end("partly", {"siege-1": 1, "siege-2": 0, "siege-3": 0}, rallied=1): F(1, 3),
    }
    assert means(scenario) == {"troops.spent": 5, "troops.left": 0}


def test_who_is_too_few_for_one_castle_can_besiege_the_next() -> None:
    scenario = siege(sieges=[{"strength": 3}, {"strength": 3}, {"strength": 1}], pool=6)
    end = siege_end("partly", {"siege-1": 1, "siege-2": 0, "siege-3": 1}, rallied=1, eliminated=1)
    assert outcomes(scenario) == {end: 1}
    assert means(scenario) == {"troops.spent": 6, "troops.left": 0}


def test_a_region_that_is_not_named_has_no_troops() -> None:
    scenario = siege(
        sieges=[{"castle": "dol"}, {"castle": "brest"}], pool_by_region={"saint-malo-et-dol": 3, "rennes": 1}
    )
    assert outcomes(scenario) == {siege_end("partly", {"dol": 1, "brest": 0}): 1}
    assert means(scenario) == {"troops.spent": 2, "troops.left": 2}


# ---- fight ----


def test_at_most_two_in_a_region() -> None:
    assert outcomes(fight(5)) == {
        fight_end("partly", 1, 0, {"region-1": 1}): F(1, 3),
        fight_end("partly", 2, 0, {"region-1": 2}): F(2, 3),
    }
    assert outcomes(fight(2, bonus=1)) == {fight_end("cleared", 2, 0, {"region-1": 2}): 1}


def test_a_penalty_can_leave_nothing() -> None:
    assert outcomes(fight({"region": "leon", "troops": 1}, bonus=-2)) == {
        fight_end("nothing", 0, 0, {"leon": 0}): F(2, 3),
        fight_end("cleared", 1, 0, {"leon": 1}): F(1, 3),
    }


def test_highwaymen_first_in_all_regions() -> None:
    targets = ({"region": "leon", "troops": 3, "highwaymen": 1}, {"region": "tregor", "highwaymen": 2})
    assert fight_outcome(fight(*targets), 2) == fight_end("partly", 0, 2, {"leon": 1, "tregor": 1})
    # 3: all highwaymen; with du Guesclin's 2 there is room for one of the troops of Leon.
    assert fight_outcome(fight(*targets), 3) == fight_end("partly", 0, 3, {"leon": 1, "tregor": 2})
    chief = fight(*targets, character="bertrand-du-guesclin")
    assert fight_outcome(chief, 3) == fight_end("partly", 1, 3, {"leon": 2, "tregor": 2})
    each = {**chief, "rules": {"limit": "each"}}
    assert fight_outcome(each, 3) == fight_end("partly", 2, 3, {"leon": 3, "tregor": 2})


def test_troops_first() -> None:
    scenario = fight({"troops": 2, "highwaymen": 1}, 1, prefer="troops", bonus=1)
    assert outcomes(scenario) == {
        fight_end("partly", 2, 0, {"region-1": 2, "region-2": 0}): F(1, 3),
        fight_end("partly", 3, 0, {"region-1": 2, "region-2": 1}): F(2, 3),
    }
    assert only({**scenario, "bonus": 9, "rules": {"limit": "each"}}) == fight_end(
        "cleared", 3, 1, {"region-1": 3, "region-2": 1}
    )
    assert means(scenario) == {}
