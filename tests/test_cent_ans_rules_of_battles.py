"""The rules of battles and sieges (11) in a full game of La guerre de Cent Ans, one test for each, by its number."""

from __future__ import annotations

import numpy as np
import pytest

from cent_ans_games import FACTS, PARKED, TABLES, ZONES, Field, name
from simcore.engine.jit import uncompiled
from simcore.games.cent_ans.full_game import state as layout
from simcore.games.cent_ans.full_game.rules import casualties
from simcore.games.cent_ans.full_game.rules.zones import settle_losses

pytestmark = pytest.mark.interpreted


def test_11_1_the_active_faction_chooses_the_order_of_battles():
    field = Field("english").put("chalons", english=3, french=2).put("arras", english=3, french=2)
    field.take("end the maneuvers")
    assert field.legal() == [f"fight in {name('arras')}", f"fight in {name('chalons')}"]


@pytest.mark.parametrize(("ttm", "first"), [((3, 1), "English"), ((1, 3), "French"), ((2, 2), "French")])
def test_11_2_who_leads_on_the_ttm_track_rolls_first_if_tied_the_defender(ttm, first):
    enemies = {"English": ("French", "Armagnac"), "French": ("English", "Burgundian")}[first]
    hit = 0
    for seed in range(20):
        field = Field("english", seed=seed).put("chalons", english=4, burgundian=4, french=4, armagnac=4)
        field.state[layout.TTM], field.state[layout.TTM_FRENCH] = ttm
        field.take("end the maneuvers")
        if field.top() == layout.FALL and field.state[layout.STEPS] == layout.OPENING + 2:  # one roll so far
            assert {text.split()[1] for text in field.legal()} == set(enemies)
            hit += 1
    assert hit


def test_11_1_the_active_faction_chooses_the_order_of_battles_where_leaders_appeared():
    field = Field("english").put("chalons", english=3, french=2).put("arras", english=3, french=2)
    field.put("reims", english=1, routier=5)
    field.state[layout.COMPANY + 1] = ZONES.index("reims")
    field.frames((layout.NEXT,), (layout.DRAW,), (layout.BATTLE,), (layout.MANEUVER, 1), (layout.REACT, 1))
    field.deal("english", 1)
    while field.top() != layout.CHOOSE_BATTLE:
        field.position.apply(field.position.legal_actions()[0])
    assert field.legal() == [f"fight in {name('arras')}", f"fight in {name('chalons')}"]  # no Free Company as yet (13)
    field.fight(f"fight in {name('chalons')}")
    assert len(field.at("chalons")) < 2
    assert field.state[layout.BATTLES] >= 1


def test_11_1_the_active_faction_chooses_the_order_of_the_routiers_battles():
    field = Field("english").put("chalons", french=2, routier=3).put("troyes", armagnac=2, routier=3)
    field.put("reims", english=2, routier=2)  # who plays them is not attacked
    bands = (layout.ROUTIER_TURN, 0, 2), (layout.ROUTE, 0, ZONES.index("agen"))  # nobody goes from there
    field.frames((layout.NEXT,), (layout.DRAW,), PARKED, *bands)
    field.position.apply(field.position.legal_actions()[0])
    assert sorted(field.legal()) == [f"fight in {name('chalons')}", f"fight in {name('troyes')}"]
    field.fight(f"fight in {name('troyes')}")
    assert field.state[layout.BATTLES] == 2  # the last one needs no choice
    assert field.at("reims") == {"english": 2, "routier": 2}


def test_11_3_a_pitched_battle_leaves_one_camp():
    for seed in range(5):
        field = Field("english", seed=seed).put("chalons", english=3, french=3).fight("end the maneuvers")
        left = field.at("chalons")
        assert not (left.get("english") and left.get("french"))
        assert field.state[layout.BATTLES] >= 1


def due(offered, zone="chalons", setting=lambda field: field, first=("end the maneuvers",), **units):
    """A battle of the English attacking in a zone in which that is offered."""
    for seed in range(40):
        field = setting(Field("english", seed=seed, refuge=zone != "chalons").put(zone, **units)).take(*first)
        while field.top() in (layout.FALL, layout.RETREAT):
            if offered in field.legal():
                return field
            field.position.apply(field.position.legal_actions()[0])
    raise AssertionError("it was never due")


def test_11_3_1_a_side_with_two_cards_chooses_the_one_that_works():
    field = Field("burgundian").put("chalons", burgundian=3, english_elite=2, french=3)
    field.tactic(15, layout.EQUIPPED).take("end the maneuvers")
    assert field.position.player == 0
    cards = ["fight with TACTIC card 1 (English Longbow)", "fight with TACTIC card 15 (Hand Culverin)"]
    assert field.legal() == cards
    field.take(cards[1])
    assert field.state[layout.WORKING] == 15
    # In a siege the Longbow does nothing, so there is nothing to choose (the example of 11.3.2).
    field = Field("burgundian").put("reims", burgundian=3, english_elite=2, french=3)
    field.tactic(15, layout.EQUIPPED).take("end the maneuvers", "take refuge in the stronghold")
    assert field.top() != layout.EFFECT
    assert field.state[layout.WORKING] == 15


def test_11_3_2_the_example_of_the_longbow_whose_shooter_picks():
    for seed in range(20):
        field = Field("burgundian", seed=seed).put("chalons", burgundian=3, english_elite=2, french=2, armagnac=2)
        field.state[layout.TTM] = 3
        if field.take("end the maneuvers").position.player == 0:  # nobody has rolled yet but the longbows
            break
    assert field.legal() == ["a French unit falls", "an Armagnac unit falls"]
    field.take("an Armagnac unit falls")
    assert field.at("chalons")["armagnac"] == 1


def test_11_4_1_the_sufferer_chooses_who_falls_elite_or_not():
    field = due("a French unit falls", english=4, french=2, armagnac=2, french_elite=1)
    assert field.position.player == 1
    assert field.legal() == ["a French unit falls", "an Armagnac unit falls", "a French elite unit falls"]
    field.take("a French elite unit falls")
    assert "french_elite" not in field.at("chalons")


def rolled(result, **units):
    """After a battle in Châlons in which English and Burgundian dice show nothing but one result, others nothing."""
    faces = np.full((6, 6), 4)  # blank
    faces[:2] = ("loss", "retreat", "dispersion", "routier").index(result)
    field = Field("english").put("chalons", **units)
    field.position.board = field.position.board.copy()
    field.position.board["faces"] = faces
    return field.fight("end the maneuvers")


def test_11_4_2_dispersed_units_go_back_to_the_reserve_but_no_elite_ones():
    field = rolled("dispersion", english=2, english_elite=1, french=1)
    assert field.at("chalons") == {"french": 1}  # the elite unit alone is inoperative: 11.4.6
    assert field.state[layout.RESERVE] == TABLES["basic"].box[0]
    assert not any(field.at(zone) for zone in ZONES if zone != "chalons")


def test_11_4_3_retreats_go_to_a_free_neighbour_of_the_players_choice():
    field = due("retreat to Reims", setting=lambda field: field.put("troyes", french=1), english=3, french=3)
    assert field.position.player == 0
    assert field.legal() == ["retreat to Reims", "retreat to Dijon"]
    field.take("retreat to Dijon")
    assert field.at("dijon") == {"english": 1}


def test_11_4_3_who_cannot_retreat_is_dispersed():
    for seed in range(12):
        field = Field("english", seed=seed).put("chalons", english=3, french=3)
        for zone in ("troyes", "reims", "dijon"):
            field.put(zone, routier=1)
        field.fight("end the maneuvers")
        assert not any(field.at(zone).get("english") for zone in ZONES if zone != "chalons")


def test_11_4_3_the_optional_rule_of_retreats_into_the_stronghold():
    into_battle = ("end the maneuvers", "fight in the field")
    field = due(
        "retreat into the stronghold",
        "reims",
        first=into_battle,
        english=9,
        burgundian=9,
        french=3,
    )
    field.take("retreat into the stronghold")
    assert field.at("reims")["french"] >= 1
    field.fight()
    assert field.state[layout.SIEGES] == 1  # begun at once when the others were gone
    assert "french" not in field.at("reims") or "english" not in field.at("reims")


def test_11_4_4_routiers_retreat_over_rivers_and_never_to_a_stronghold():
    seen = set()
    for seed in range(60):
        field = Field("english", seed=seed).put("rouen", french=6)
        field.frames((layout.NEXT,), (layout.DRAW,), PARKED, (layout.TACTIC_ZONE, 0, layout.PILLAGE, 3))
        field.take(f"choose {name('rouen')} for the TACTIC card").fight()
        seen |= {zone for zone in ZONES if field.at(zone).get("routier") and zone != "rouen"}
    borders = [set(fact.value.zones) for fact in FACTS.borders.values()]
    beside = {zone for pair in borders if "rouen" in pair for zone in pair} - {"rouen"}
    assert seen
    assert seen <= {zone for zone in beside if FACTS.zones[zone].value.place not in ("city", "paris")}


def test_11_4_5_a_helmet_replaces_a_unit_by_a_routier():
    field = rolled("routier", burgundian=2, french=1)
    assert field.at("chalons") == {"french": 1, "routier": 2}
    assert field.state[layout.RESERVE + 1] == TABLES["basic"].box[1]


def test_11_4_6_elite_units_alone_without_a_die_are_dispersed():
    field = Field("english").put("chalons", english_elite=3, french=1)
    field.state[layout.TACTIC] = layout.DISCARDED  # no longbows
    field.position.board = field.position.board.copy()
    field.position.board["faces"] = np.full((6, 6), 4)
    field.fight("end the maneuvers")
    assert field.at("chalons") == {"french": 1}


def test_11_5_the_defender_of_a_stronghold_chooses_and_a_simple_town_is_none():
    field = Field("english").put("reims", english=9, french=7).take("end the maneuvers")
    assert field.position.player == 1
    assert field.legal() == ["fight in the field", "take refuge in the stronghold"]
    field.take("take refuge in the stronghold")
    assert field.state[layout.SIEGES] == 1
    assert field.at("reims").get("french", 0) <= 5  # the excess is dispersed
    town = Field("english").put("troyes", english=4, french=2).take("end the maneuvers")
    assert town.state[layout.BATTLES] == 1


def test_11_5_a_leader_may_go_on_past_a_stronghold():
    field = Field("english").put("chalons", english=9).lead("henry-v", "chalons").put("reims", french=2)
    field.take("Henry V marches", "go to Reims", "take refuge in the stronghold")
    assert field.legal() == ["march on past the stronghold", "besiege the place"]
    field.take("march on past the stronghold", "go to Vermandois")
    assert field.at("saint-quentin") == {"english": 9}


def test_11_5_1_paris_is_invested_from_both_sides():
    field = Field("english").put("ZN", english=5).put("ZS", english=4).put("paris", french=1).take("end the maneuvers")
    assert field.legal() == ["fight in ZN before Paris", "fight in ZS before Paris"]
    field.fight("fight in ZN before Paris")
    assert field.at("ZN") == field.at("ZS") == {}
    assert field.state[layout.SIEGES] == 1


def test_11_5_2_besiegers_of_paris_retreat_to_their_side():
    for seed in range(20):
        field = Field("english", seed=seed).put("ZN", english=2).put("paris", french=9).take("end the maneuvers")
        if field.at("ile-de-france-north"):
            return
    raise AssertionError("no siege of Paris was lifted")


def test_11_5_3_the_papal_guard_must_fall_before_avignon_is_controlled():
    field = Field("english").put("avignon", english=4)
    assert field.points() == (0, 0)
    field.state[layout.GUARD_LEFT] = 0
    assert field.points() == (1, 0)


def test_11_6_a_leader_goes_on_after_a_victory_one_arrow_less_if_it_took_more_than_a_roll():
    left = set()
    for seed in range(40):
        field = Field("english", seed=seed, arrows=3).put("reims", english=20, english_elite=3)
        field.lead("henry-v", "reims").put("chalons", french=2)
        field.take("Henry V marches").fight("go to Châlons")
        if field.top() == layout.MARCH:
            left.add(int(field.state[layout.MARCH_LEFT]))
    assert left == {1, 2}


def test_11_6_1_a_leader_without_a_unit_is_gone_for_good():
    for seed in range(40):
        field = Field("english", seed=seed).put("chalons", english=1, french=9).lead("henry-v", "chalons")
        field.take("end the maneuvers")
        if not any(field.at(zone).get("english") for zone in ZONES):
            assert field.leader("henry-v") == layout.GONE
            return
    raise AssertionError("the leader never fell")


# ---- results in their order, and whom Routiers bar -----------------------------------------------------------------

ENGLISH_ATTACK = {"french": layout.DEFENDER, "routiers": layout.DEFENDER * layout.ROUTIERS}  # flags by the enemy


def owing(field, zone, enemy, **dues):
    """The field in the middle of a fight of the English in a zone, a roll just made of which this is due."""
    state = field.state
    field.frames((layout.NEXT,), (layout.DRAW,), PARKED,
                 (layout.FIGHT, ZONES.index(zone), ENGLISH_ATTACK[enemy], layout.DICE))  # fmt: skip
    state[layout.STEPS] = layout.OPENING + 2
    for cell, count in dues.items():
        what, place = cell.rsplit("_", 1)
        state[getattr(layout, what) + int(place)] = count
    if uncompiled(casualties.settle_dues)(field.position.board, state, ZONES.index(zone), ENGLISH_ATTACK[enemy]):
        field.fight()
    uncompiled(settle_losses)(field.position.board, state)
    return field


def test_11_4_who_retreats_is_gone_before_a_helmet_takes_the_last_unit():
    """Knolles with two Burgundian units, one RETREAT and one ROUTIER: he stays with the second, and falls with it."""
    field = Field("burgundian").put("chalons", burgundian=2, french=1).lead("robert-knolles", "chalons")
    for zone in ("troyes", "reims"):  # Dijon alone is free
        field.put(zone, french=1)
    owing(field, "chalons", "french", FIGHTING_3=1, DUE_RETREAT_1=1, DUE_ROUTIER_1=1)
    assert field.at("dijon") == {"burgundian": 1}
    assert field.at("chalons") == {"french": 1, "routier": 1}
    assert field.leader("robert-knolles") == layout.GONE


def test_11_4_a_loss_frees_the_routiers_that_a_helmet_needs():
    """All 15 Routiers on the board, a Free Company of 8 attacked, LOSS LOSS ROUTIER: 8 - 2 + 1."""
    field = Field("burgundian").put("chalons", burgundian=3, routier=8).put("troyes", routier=7)
    assert field.state[layout.RESERVE + layout.RESERVE_ROUTIER] == 0
    owing(field, "chalons", "routiers", FIGHTING_1=2, FIGHTING_3=6 + 2, DUE_LOSS_1=2, DUE_ROUTIER_1=1)
    assert field.at("chalons")["routier"] == 8 - 2 + 1
    assert field.at("chalons")["burgundian"] == 2


def test_11_5_2_routiers_do_not_bar_the_retreat_of_a_lifted_siege():
    field = Field("english").put("ZN", english=6, burgundian=4).lead("henry-v", "ZN").put("paris", french=9)
    field.put("ile-de-france-north", routier=1)
    field.position.board = field.position.board.copy()
    field.position.board["faces"] = np.full((6, 6), 4)  # blank
    field.fight("end the maneuvers")
    assert field.at("ile-de-france-north") == {"english": 6, "burgundian": 4, "routier": 1}
    assert field.leader("henry-v") == ZONES.index("ile-de-france-north")


def ways_of_routiers(field, zone):
    actions = np.zeros(32, np.int32)
    board, state = field.position.board, field.state
    count = uncompiled(casualties.retreats)(board, state, ZONES.index(zone), layout.ROUTIERS, False, actions)
    return {ZONES[action % layout.VERB] for action in actions[:count]}


def test_11_4_4_routiers_retreat_to_no_zone_in_which_anybody_opposes_them():
    """Whatever number that zone has: Caen and Cotentin border on each other."""
    for zone, other in (("caen", "cotentin"), ("cotentin", "caen")):
        free = Field("english").put(zone, french=1, routier=3)
        before = ways_of_routiers(free, zone)
        for units in ({"english": 1}, {"burgundian": 2}, {"french_elite": 1}):
            barred = Field("english").put(zone, french=1, routier=3).put(other, **units)
            assert ways_of_routiers(barred, zone) == before - {other}
        with_routiers = Field("english").put(zone, french=1, routier=3).put(other, routier=2)
        assert ways_of_routiers(with_routiers, zone) == before
    assert "cotentin" in ways_of_routiers(Field("english").put("caen", routier=3), "caen")


def test_11_3_last_loss_spares_the_roller_his_own_results_once_no_enemy_is_left():
    spared = 0
    for seed in range(60):
        ends = []
        for last_loss in (False, True):
            field = Field("english", seed=seed, last_loss=last_loss).put("chalons", burgundian=6, armagnac=1)
            field.state[layout.TTM], field.state[layout.TTM_FRENCH] = 3, 1  # the Burgundians roll first
            ends.append(field.fight("end the maneuvers"))
        after_roll, spare = (sum(field.state[layout.RESERVE + 1 : layout.RESERVE + 2]) for field in ends)
        if ends[1].state[layout.BATTLES] == 1 and not ends[1].at("chalons").get("armagnac"):
            assert spare <= after_roll  # who was spared is not in the reserve
        first_roll_won = ends[1].at("chalons") == {"burgundian": 6}
        spared += first_roll_won and ends[0].at("chalons") != {"burgundian": 6}
        assert bool(ends[0].at("chalons").get("armagnac")) == bool(ends[1].at("chalons").get("armagnac"))  # same winner
    assert spared
