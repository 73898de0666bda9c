"""The rules of La guerre de Cent Ans that the full game carries out, one test for each, named after its number."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from cent_ans_games import FACTS, GAME, PARKED, TABLES, ZONES, Field, name, random_game
from simcore.errors import BadInput
from simcore.gameplay.position import Position
from simcore.games.cent_ans.full_game import state as layout
from simcore.games.cent_ans.full_game.action_numbers import kind_of_action
from simcore.games.cent_ans.full_game.action_text import about_text

pytestmark = pytest.mark.interpreted


@cache
def start():
    """The basic game as it begins."""
    return Position.start(GAME.rules, TABLES["basic"], 3, 0)


ENGLISH_HEART = {
    "Guyenne": ("bordeaux", "bayonne", "agen"), "Normandy": ("rouen", "caen", "evreux"),
    "Île de France": ("ile-de-france-north", "ile-de-france-south"), "Champagne": ("reims", "troyes"),
    "Paris": ("paris",),
}  # fmt: skip


def held(*regions, faction="english", **options):
    """A field on which the English hold the places of some regions of the heart of France."""
    field = Field(faction, **options)
    for region in regions:
        for zone in ENGLISH_HEART[region]:
            field.put(zone, english=1)
    return field


def ended(field):
    return field.position.outcome() if field.position.player < 0 else None


# ---- 2 to 6: camps, board, set-up


def test_an_illegal_action_is_refused_and_changes_nothing():
    position = start().copy()
    before = position.to_bytes()
    with pytest.raises(BadInput):
        position.apply(999_999)
    assert position.to_bytes() == before


def test_2_each_camp_decides_for_both_its_factions():
    assert [Field(faction).position.player for faction in ("english", "burgundian", "french", "armagnac")] == [
        0,
        0,
        1,
        1,
    ]


def test_5_2_2_a_city_a_castle_and_a_fortified_town_are_strongholds_a_town_is_none():
    for zone, works, walls in (
        ("reims", layout.NO_WORKS, True), ("troyes", layout.NO_WORKS, False), ("troyes", layout.FORTIFIED, True),
        ("chalons", layout.CASTLE_1, True),
    ):  # fmt: skip
        field = Field("english").put(zone, english=2, french=2)
        field.state[layout.WORKS + ZONES.index(zone)] = works
        field.state[layout.TOWNS_LEFT] -= works == layout.FORTIFIED
        field.state[layout.CASTLES_LEFT] -= works == layout.CASTLE_1
        field.take("end the maneuvers")
        assert (field.top() == layout.SHELTER) == walls


def test_5_3_a_paris_of_the_enemy_is_reached_by_its_siege_zones_only():
    field = Field().put("ile-de-france-north", english=3).put("paris", french=1)
    field.take("march with all from northern Île de France")
    assert "go to ZN before Paris" in field.legal()
    assert "go to Paris" not in field.legal()
    south = Field().put("ile-de-france-south", english=3).put("paris", french=1)
    assert "go to ZS before Paris" in south.take("march with all from southern Île de France").legal()


def test_5_3_a_paris_without_enemies_is_entered():
    field = Field().put("ile-de-france-north", english=3).take("march with all from northern Île de France")
    assert "go to Paris" in field.legal()


def test_5_4_a_region_is_controlled_with_all_its_places():
    assert held("Normandy").points()[0] == 1
    field = held("Normandy").put("cotentin", french=2)  # no place there
    assert field.points()[0] == 1
    assert Field().put("rouen", english=1).put("caen", english=1).points()[0] == 0  # Evreux is nobody's


def test_5_4_a_region_without_a_stronghold_is_controlled_by_whoever_is_there_alone():
    assert Field().put("navarre", burgundian=1).points() == (1, 0)
    assert Field().put("navarre", french=1).points() == (0, 1)


def test_5_4_routiers_do_not_count():
    assert Field().put("navarre", burgundian=1, routier=2).points() == (1, 0)


def test_6_1_at_the_start_the_french_have_seven_points_and_the_english_four():
    assert start().outcome()["french.points"] == 7
    assert start().outcome()["english.points"] == 4


def test_6_2_units_stand_as_the_board_says():
    for key, garrison in FACTS.setup.items():
        at = layout.UNITS + ZONES.index(key) * layout.KINDS
        here = garrison.value
        assert start().state[at + 1] == here.burgundian
        assert start().state[at + layout.ROUTIER] == here.routier


def test_6_2_the_example_of_nantes_poitou_and_paris():
    def there(zone):
        at = layout.UNITS + ZONES.index(zone) * layout.KINDS
        return start().state[at : at + layout.KINDS].tolist()

    assert there("nantes") == [0, 1, 0, 0, 0, 0, 0]
    assert there("paris") == [0, 0, 0, 2, 1, 1, 0]
    poitou = [zone for zone, fact in FACTS.zones.items() if fact.value.region == "Poitou"]
    north_east = max(poitou, key=lambda zone: FACTS.zones[zone].value.latitude + FACTS.zones[zone].value.longitude)
    assert there(north_east)[layout.ROUTIER] == 2


def test_6_3_1_a_hand_has_three_cards_and_an_order():
    for seed in range(30):
        state = Position.start(GAME.rules, TABLES["basic"], seed, 0).state
        cards = state[layout.CARD : layout.CARD + 52].reshape(4, 13)
        assert ((cards == layout.IN_HAND).sum(axis=1) == 3).all()
        assert ((cards[:, :8] == layout.IN_HAND).sum(axis=1) >= 1).all()


def test_6_3_2_leaders_are_drawn_by_chance():
    first = {Position.start(GAME.rules, TABLES["basic"], seed, 0) for seed in range(60)}
    names = {about_text(position.board, position.state) for position in first}
    assert names == {
        "Edward III", "Robert Knolles", "Black Prince", "John Talbot", "Henry V", "John of Lancaster",
    }  # fmt: skip


def test_6_3_3_every_pile_has_one_calamity():
    calamities = layout.TACTIC + np.array([3, 4, 5])
    states = [Position.start(GAME.rules, TABLES["basic"], seed, 0).state for seed in range(10)]
    assert {tuple(sorted(state[calamities])) for state in states} == {(layout.PILE_1, layout.PILE_2, layout.PILE_3)}
    assert len({tuple(state[calamities]) for state in states}) > 1


def test_6_4_starting_cards():
    assert start().state[layout.TACTIC + 0] == layout.EQUIPPED
    assert start().state[layout.TACTIC + 1] == layout.EQUIPPED_FRENCH
    assert start().state[layout.TACTIC + 2] == layout.IN_PLAY


# ---- 7 and 8: the turn, leaders ------------------------------------------------------------------------------------


def test_7_1_every_faction_has_one_sequence_in_a_turn():
    for seed in range(3):
        position = Position.start(GAME.rules, TABLES["basic"], seed, 0)
        seen: dict[int, list[int]] = {}
        for after in random_game(position, seed):
            order = seen.setdefault(int(after.state[layout.TURN]), [])
            if after.player >= 0 and (not order or order[-1] != after.state[layout.ACTIVE]):
                order.append(int(after.state[layout.ACTIVE]))
        full = [order for turn, order in seen.items() if turn < max(seen)]
        assert full
        assert all(sorted(order) == [0, 1, 2, 3] for order in full)


def test_7_2_the_english_begin():
    assert all(
        Position.start(GAME.rules, TABLES["basic"], seed, 0).state[layout.ACTIVE] == layout.ENGLISH for seed in range(9)
    )


def test_7_4_the_end_is_looked_for_at_the_end_of_a_turn_only():
    field = held("Guyenne", "Normandy", "Champagne").put("navarre", burgundian=1)
    field.state[layout.TRUCES] = 3
    assert ended(field.take("end the maneuvers", "place no more militia")) is None


def test_8_the_camp_whose_turn_it_is_draws_a_leader_and_no_reinforcements():
    position = Position.start(GAME.rules, TABLES["basic"], 4, 0)
    assert all("appears in" in position.action_text(action) for action in position.legal_actions())
    position.apply(position.legal_actions()[0])
    assert not any(position.action_text(action).startswith("place a unit") for action in position.legal_actions())


def test_8_1_philip_appears_with_his_army_and_may_build_a_castle():
    field = Field("french")
    field.frames((layout.NEXT,), (layout.DRAW,), (layout.LEADER_ZONE, 0))
    regions = {FACTS.zones[ZONES[kind_of_action(action)[1]]].value.region for action in field.position.legal_actions()}
    assert regions == {"Île de France", "Champagne"}
    field.take(f"the leader appears in {name('chalons')}")
    assert field.at("chalons") == {"french": 9, "armagnac": 6, "french_elite": 3}
    field.take(f"the leader builds a castle in {name('chalons')}")
    field.take("a French unit goes back for the castle", "a French unit goes back for the castle")
    assert field.at("chalons") == {"french": 7, "armagnac": 6, "french_elite": 3}
    assert field.state[layout.WORKS + ZONES.index("chalons")] == layout.CASTLE_1


# ---- 9: reinforcements ---------------------------------------------------------------------------------------------


def reinforced(faction, field):
    """Zones in which the faction may place a unit, after its REINFORCE frame has run."""
    field.frames((layout.NEXT,), (layout.DRAW,), (layout.REINFORCE,), (layout.MILITIA_ZONE, 0, 1))
    field.take("place no more militia")
    return {text.removeprefix("place a unit in ") for text in field.legal() if text.startswith("place a unit")}


def test_9_1_french_reinforcements_go_to_strongholds_and_leaders():
    field = Field("french").put("rouen", french=1).put("caen", french=1).put("arras", french=2, french_elite=1)
    field.put("reims", armagnac=1).lead("charles-v", "arras")
    assert reinforced("french", field) == {"Caux", "Arras"}
    assert field.state[layout.TO_PLACE] == 4


def test_9_2_english_reinforcements_go_to_coasts_and_one_to_bordeaux():
    field = Field("english").put("bordeaux", burgundian=1).put("limoges", english=1).put("calais", burgundian=1)
    assert reinforced("english", field) == {"Bordeaux", "Calais"}
    assert field.at("bordeaux") == {"english": 1, "burgundian": 1}
    assert field.state[layout.TO_PLACE] == 3


def test_9_3_burgundian_reinforcements_go_where_the_french_do_not_control():
    field = Field("burgundian").put("navarre", french=1)
    zones = reinforced("burgundian", field)
    assert zones == {name(z) for z, fact in FACTS.zones.items() if fact.value.region in ("Burgundy", "Brittany")}


def test_9_4_armagnac_reinforcements_two_in_a_city_free_of_enemies():
    field = Field("armagnac").put("limoges", english=1)
    cities = {name(zone) for zone in FACTS.marks["armagnac_cities"].value}
    assert reinforced("armagnac", field) == cities - {"Limoges"}
    field.take("place a unit in Auch", "place a unit in Auch")
    assert "place a unit in Auch" not in field.legal()
    assert "place a unit in Rouergue" in field.legal()


def test_17_1_1_the_english_revolt_takes_the_english_reinforcements():
    field = Field("english").put("bordeaux", english=1).deal("armagnac", 10)
    field.frames((layout.NEXT,), (layout.DRAW,), (layout.REINFORCE,), (layout.MILITIA_ZONE, 0, 1))
    field.take("place no more militia")
    assert field.position.player == 1
    field.take("play English Revolt")
    assert field.at("bordeaux") == {"english": 1}
    assert field.legal() == ["place no more"]


# ---- 10: maneuvers -------------------------------------------------------------------------------------------------


def test_9_4_the_english_hold_limoges_at_the_start():
    at = layout.UNITS + ZONES.index("limoges") * layout.KINDS
    assert start().state[at] + start().state[at + 1] > 0


def test_10_1_a_maneuver_or_truce_card_must_be_played():
    field = Field("french").deal("french", 4, 7, 11)
    field.frames((layout.NEXT,), (layout.DRAW,), PARKED, (layout.BATTLE,), (layout.MANEUVER, 2), (layout.CHOOSE_CARD,))
    assert field.legal() == ["play the French card 4 (MANEUVER)", "play the French card 7 (TRUCE)"]
    field.take("play the French card 4 (MANEUVER)")
    assert (field.state[layout.MANEUVERS], field.state[layout.ARROWS]) == (4, 2)


def test_10_2_the_example_of_an_army_from_paris_to_orleans():
    field = Field("french", armies=5, arrows=3).put("paris", french=3, armagnac=4)
    field.take("form an army in Paris", "take 2", "take 3")
    field.take("go to southern Île de France", "go to Duchy of Orléans", "stop here")
    assert field.at("orleans") == {"french": 2, "armagnac": 3}
    assert field.at("paris") == {"french": 1, "armagnac": 1}
    assert field.state[layout.MANEUVERS] == 4


def test_10_2_an_army_has_a_unit_of_the_active_faction_and_moves_once():
    field = Field("french").put("paris", armagnac=4).put("reims", french=2)
    assert not any("Paris" in text for text in field.legal() if "march" in text)
    field.take("march with all from Reims", "go to Châlons", "stop here")
    assert not any("march" in text for text in field.legal())


def test_10_2_an_army_that_moves_leaves_its_zone():
    for order in ("march with all from Reims", "Henry V marches"):
        field = Field("english").put("reims", english=3)
        if order.startswith("Henry"):
            field.lead("henry-v", "reims")
        assert "stop here" not in field.take(order).legal()
    siege = Field("english").put("ZN", english=3).lead("henry-v", "ZN").put("paris", french=4)
    assert "Henry V marches" not in siege.legal()


def test_10_2_no_further_than_the_arrows():
    field = Field("french", arrows=1).put("reims", french=2).take("march with all from Reims", "go to Châlons")
    assert field.legal() == ["stop here"]


def test_10_2_1_a_leader_fights_as_soon_as_he_meets_the_enemy():
    field = Field("english").put("saint-quentin", english=9, english_elite=2).lead("henry-v", "saint-quentin")
    field.put("chalons", french=1).put("reims", burgundian=1)
    field.take("Henry V marches", "go to Reims", "go to Châlons")
    assert field.state[layout.BATTLES] == 1


def test_10_2_1_units_left_on_the_way_have_moved():
    field = Field("english").put("reims", english=3).lead("henry-v", "reims")
    field.take("Henry V marches", "go to Châlons", "leave a unit behind: English", "go to Troyes", "stop here")
    assert field.at("chalons") == {"english": 1}
    assert not any("Châlons" in text for text in field.legal() if "march" in text)


def test_10_2_1_armies_with_leaders_go_first():
    field = Field("english").put("reims", english=3).put("caen", english=2).lead("henry-v", "reims")
    assert "Henry V marches" in field.legal()
    field.take(f"march with all from {name('caen')}", "go to Cotentin", "stop here")
    assert "Henry V marches" not in field.legal()


def test_10_2_1_an_army_that_a_leader_goes_with_is_led():
    """Nobody marches without his leader: all who stand with him go under him, and fight where the enemy is."""
    field = Field("english").put("reims", english=2, burgundian=1).lead("henry-v", "reims").put("chalons", french=1)
    assert "march with all from Reims" not in field.legal()
    assert {"Henry V marches", "march with all but one from Reims", "form an army in Reims"} <= set(field.legal())
    some = Field("english").put("reims", english=2, burgundian=1).lead("henry-v", "reims")
    some.take("form an army in Reims", "take 2")
    assert some.legal() == ["take 0"]
    ally = Field("burgundian").put("reims", english=2, burgundian=1).lead("henry-v", "reims")
    assert ally.take("form an army in Reims").legal() == ["take 0", "take 1"]
    alone = Field("english").put("reims", english=1).lead("henry-v", "reims")
    assert [text for text in alone.legal() if "march" in text] == ["Henry V marches"]
    field.take("Henry V marches", "go to Châlons")
    assert field.state[layout.BATTLES] == 1


def test_10_2_1_a_leader_who_went_along_has_moved():
    field = Field("english").put("reims", english=2).put("chalons", english=2)
    field.lead("henry-v", "reims").lead("john-talbot", "reims").take("Henry V marches", "go to Châlons", "stop here")
    assert field.leader("john-talbot") == ZONES.index("chalons")
    assert "John Talbot marches" not in field.legal()


def test_10_2_2_an_army_without_a_leader_stops_before_the_enemy_and_drops_nobody():
    field = Field("english").put("reims", english=3).put("chalons", french=2)
    field.take("march with all from Reims")
    assert not any("leave a unit" in text for text in field.legal())
    field.take("go to Châlons")
    assert field.top() == layout.ARMY
    assert field.at("chalons") == {"english": 3, "french": 2}


def test_10_2_2_routiers_stop_nobody():
    field = Field("english").put("reims", english=3).put("chalons", routier=2)
    assert "go to Troyes" in field.take("march with all from Reims", "go to Châlons").legal()


def test_10_2_3_a_river_is_crossed_by_a_bridge():
    field = Field("english").put("rouen", english=2).take(f"march with all from {name('rouen')}")
    assert f"go to {name('evreux')}" in field.legal()
    assert f"go to {name('caen')}" not in field.legal()


def test_10_2_4_paris_joins_the_two_zones_of_ile_de_france():
    field = Field("french").put("ile-de-france-north", french=2).take("march with all from northern Île de France")
    field.take("go to Paris", "go to southern Île de France")
    assert field.at("ile-de-france-south") == {"french": 2}


def test_10_2_5_the_example_from_artois_to_poitou():
    field = Field("french", arrows=3).put("calais", french=1, armagnac=1).take("march with all from Calais")
    assert {f"sail to {name(zone)}" for zone in ("bas-poitou", "la-rochelle")} <= set(field.legal())
    field.take(f"sail to {name('la-rochelle')}")
    assert field.legal() == ["stop here"]
    short = Field("french", arrows=2).put("calais", french=1).take("march with all from Calais")
    assert f"sail to {name('la-rochelle')}" not in short.legal()
    assert f"sail to {name('rouen')}" in short.legal()


def test_10_2_5_armagnacs_and_burgundians_do_not_take_to_the_sea():
    field = Field("armagnac").put("calais", french=1, armagnac=1).take("march with all from Calais")
    assert not any(text.startswith("sail") for text in field.legal())


def test_10_3_the_example_of_a_castle():
    field = Field("french", armies=4).put("chalons", french=5).take(f"build a castle in {name('chalons')}")
    assert field.at("chalons") == {"french": 4}
    assert field.state[layout.MANEUVERS] == 3
    assert not any("build" in text or "fortify" in text for text in field.legal())  # one a card


def test_10_3_a_town_is_fortified_and_a_castle_needs_a_zone_without_a_place():
    field = Field("french").put("troyes", french=2)
    assert "fortify Troyes" in field.legal()
    assert "build a castle in Troyes" not in field.legal()
    field.take("fortify Troyes")
    assert field.state[layout.WORKS + ZONES.index("troyes")] == layout.FORTIFIED


def test_10_4_the_ttm_level_costs_two_maneuvers_and_draws_a_card():
    field = Field("french", armies=5).put("troyes", french=2)
    tactics = field.state[layout.TACTIC : layout.TACTIC + 29].copy()
    field.take("improve the TTM level")
    assert field.state[layout.MANEUVERS] == 3
    assert field.state[layout.TTM_FRENCH] == 1
    assert (field.state[layout.TACTIC : layout.TACTIC + 29] != tactics).any()
    assert Field("french", armies=1).legal() == ["end the maneuvers"]


def test_10_4_two_tactic_cards_are_kept():
    field = Field("french").tactic(8, layout.HELD_FRENCH).tactic(12, layout.HELD_FRENCH).tactic(26, layout.HELD_FRENCH)
    field.frames((layout.NEXT,), (layout.DRAW,), (layout.ARMY,), (layout.DISCARD, 1, layout.HELD))
    assert len(field.legal()) == 3
    field.take("discard TACTIC card 12 (Exploitation)")
    assert field.state[layout.TACTIC + 11] == layout.DISCARDED


def test_10_4_1_a_third_equipment_card_replaces_one():
    field = Field("french").put("troyes", french=2).tactic(15, layout.EQUIPPED_FRENCH)
    for card in range(29):
        if field.state[layout.TACTIC + card] <= layout.PILE_3:
            field.state[layout.TACTIC + card] = layout.DISCARDED
    field.tactic(17, layout.PILE_1).take("improve the TTM level")
    assert field.legal() == [
        "discard TACTIC card 2 (Crossbow)", "discard TACTIC card 15 (Hand Culverin)",
        "discard TACTIC card 17 (Bombard)",
    ]  # fmt: skip


def test_10_4_2_a_token_is_one_maneuver_more_and_helps_the_burgundians_to_build():
    field = Field("english", armies=0).put("reims", english=2)
    field.state[layout.TOKENS] = 1
    field.take("spend a maneuver token", "march with all from Reims", "go to Châlons", "stop here")
    assert field.state[layout.TOKENS] == 0
    ally = Field("burgundian", armies=0).put("chalons", burgundian=2)
    ally.state[layout.TOKENS] = 1
    ally.take("spend a maneuver token")
    assert ally.legal() == ["end the maneuvers", f"build a castle in {name('chalons')}"]


# ---- 12 and 13: Routiers -------------------------------------------------------------------------------------------


def routed(field):
    field.deal("english", 6)
    field.frames((layout.NEXT,), (layout.DRAW,), (layout.BATTLE,), (layout.MANEUVER, 2), (layout.CHOOSE_CARD,))
    return field.take("play the English card 6 (MANEUVER)")


def test_12_1_a_unit_in_each_camp_or_both_in_the_free_one():
    field = routed(Field("english"))
    assert field.at("chatellerault") == field.at("saint-flour") == {"routier": 1}
    field = routed(Field("english").put("saint-flour", french=1))
    assert field.at("chatellerault") == {"routier": 2}


def test_12_1_where_both_camps_are_taken_the_player_names_the_zone():
    full = Field("english").put("saint-flour", french=1).put("chatellerault", english=1)
    bands = Field("english").put("saint-flour", french=1).put("chatellerault", english=1)
    bands.put("reims", routier=1).put("agen", routier=2)
    assert routed(bands).legal() == ["Routiers appear in Reims", f"Routiers appear in {name('agen')}"]
    assert bands.take("Routiers appear in Reims").at("reims") == {"routier": 3}
    assert len(routed(full).legal()) == len(ZONES) - 2 - 2  # anywhere without units of the factions


def test_12_2_every_army_of_routiers_moves_by_one_zone():
    field = routed(Field("english").put("saint-flour", french=1).put("chatellerault", french=1).put("reims", routier=2))
    field.take("Routiers appear in Reims")
    assert field.top() == layout.ROUTE
    assert "the Routiers stay" not in field.legal()
    field.take("go to Châlons")
    assert field.at("reims") == {}


def test_12_the_routiers_act_once_in_a_turn():
    field = Field("english")
    field.state[layout.ROUTIERS_DONE] = 1
    assert routed(field).at("chatellerault") == {}


def test_12_3_routiers_attack_the_enemy_of_whoever_plays_them_and_no_stronghold():
    field = Field("english").put("saint-flour", english=1).put("chatellerault", english=1).put("troyes", routier=3)
    field.put("chalons", french=2).put("reims", french=1)
    routed(field).take(
        "Routiers appear in Troyes", "Rodrigue de Villandrando leads the Free Company in Troyes", "go to Châlons"
    )
    assert field.state[layout.BATTLES] == 1
    field = Field("english").put("saint-flour", english=1).put("chatellerault", english=1).put("chalons", routier=3)
    field.put("reims", french=1)
    company = "Rodrigue de Villandrando leads the Free Company in Châlons"
    routed(field).take("Routiers appear in Châlons", company, "go to Reims")
    assert field.state[layout.BATTLES] == 0


def test_13_five_routiers_are_a_free_company_that_contests_a_point():
    field = Field("english").put("navarre", burgundian=1, routier=4)
    assert field.points() == (1, 0)
    field = Field("english").put("navarre", burgundian=1, routier=5)
    field.state[layout.COMPANY + 1] = ZONES.index("navarre")
    assert field.points() == (0, 0)


def test_13_3_1_a_company_picks_up_routiers_and_leaves_none():
    field = Field("english").put("saint-flour", english=1).put("chatellerault", english=1).put("chalons", routier=6)
    field.put("troyes", routier=1).state[layout.COMPANY + 2] = ZONES.index("chalons")
    routed(field).take("Routiers appear in Châlons", "move the Routiers of Châlons", "go to Troyes")
    assert field.at("troyes") == {"routier": 9}
    assert field.at("chalons") == {}
    assert field.state[layout.COMPANY + 2] == ZONES.index("troyes")


def test_13_3_1_a_company_of_less_than_five_is_dissolved():
    field = Field("english").put("chalons", routier=5)
    field.state[layout.COMPANY + 2] = ZONES.index("chalons")
    for card in range(29):
        if field.state[layout.TACTIC + card] <= layout.PILE_3:
            field.state[layout.TACTIC + card] = layout.DISCARDED
    field.tactic(5, layout.PILE_1).put("reims", english=1).take("improve the TTM level")  # an Epidemic takes one
    assert field.at("chalons") == {"routier": 4}
    assert field.state[layout.COMPANY + 2] == layout.AWAY


def test_13_a_free_company_does_not_leave_a_region_whose_point_it_contests():
    field = Field("english").put("saint-flour", english=1).put("chatellerault", english=1).put("chalons", routier=6)
    field.state[layout.COMPANY + 2] = ZONES.index("chalons")
    routed(field).take("Routiers appear in Châlons")
    assert field.legal() == ["go to Reims", "go to Troyes"]


def test_13_a_free_company_can_be_attacked():
    field = Field("english").put("chalons", english=6, routier=5)
    field.state[layout.COMPANY + 1] = ZONES.index("chalons")
    assert "attack the Free Company in Châlons" in field.take("end the maneuvers").legal()


# ---- 14 to 18: cards drawn, the end, scenarios ---------------------------------------------------------------------


def test_14_the_hand_is_filled_to_three():
    field = Field("english").take("end the maneuvers", "place no more militia")
    cards = field.state[layout.CARD : layout.CARD + layout.CARDS]
    assert (cards == layout.IN_HAND).sum() == 3


def last(field, turn=1):
    """The last sequence of a turn is over."""
    field.state[layout.DRAWN], field.state[layout.TURN] = 15, turn
    field.frames((layout.NEXT,), (layout.ARMY,))
    return field.take("end the maneuvers")


def test_15_a_new_turn():
    field = last(held("Normandy").put("reims", french=1))
    assert field.state[layout.TURN] == 2
    assert bin(int(field.state[layout.DRAWN])).count("1") == 1


def test_16_the_eighth_turn_is_the_last_and_a_tie_is_a_draw():
    assert ended(last(held("Normandy"), 8))["winner"] == layout.ENGLISH_WIN
    assert ended(last(Field(), 8))["winner"] == layout.NO_WINNER
    assert ended(last(Field(), 7)) is None


def test_16_three_truces_of_a_camp_end_the_game():
    field = held("Normandy")
    field.state[layout.TRUCES] = 3
    assert ended(last(field))["ended"] == GAME.endings.index("points")
    field = held("Normandy")
    field.state[layout.TRUCES] = 2
    assert ended(last(field)) is None


def test_16_1_five_regions_of_the_heart_of_france_win_at_once():
    four = held("Guyenne", "Normandy", "Île de France", "Champagne").put("paris", french=1)
    four.state[layout.DIRTY] = 1
    assert ended(four.take("end the maneuvers")) is None
    five = held(*ENGLISH_HEART)
    five.state[layout.DIRTY] = 1
    assert ended(five.take("end the maneuvers"))["ended"] == GAME.endings.index("heart-of-france")


def test_16_1_1_in_the_english_challenge_four_are_enough_for_the_english():
    four = held("Guyenne", "Normandy", "Île de France", "Champagne", scenario="english-challenge").put(
        "paris", french=1
    )
    four.state[layout.DIRTY] = 1
    assert ended(four.take("end the maneuvers"))["winner"] == layout.ENGLISH_WIN
    assert Position.start(GAME.rules, TABLES["english-challenge"], 1, 0).player >= 0  # the French hold four


def test_16_2_six_points_more_win_at_the_end_of_a_turn():
    field = (
        held("Guyenne", "Normandy", "Île de France", "Champagne").put("navarre", burgundian=1).put("paris", french=1)
    )
    for zone in ("angers", "le-mans"):
        field.put(zone, burgundian=1)
    for zone in ("auch",):
        field.put(zone, burgundian=1)
    outcome = ended(last(field))
    assert (outcome["english.points"], outcome["french.points"]) == (7, 1)
    assert outcome["ended"] == GAME.endings.index("surrender")


def test_17_2_cards_never_remove_a_camps_last_unit():
    field = Field("french").put("bordeaux", english=2).put("bayonne", english=1).deal("french", 9)
    field.frames((layout.NEXT,), (layout.DRAW,), (layout.CHOOSE_CARD,))
    field.take("play the French card 9 (War in Scotland)")
    assert field.legal() == [
        "choose no further zone",
        "choose Bordeaux for the event",
    ]


def test_18_1_3_no_sudden_death_in_the_introduction_and_most_points_win():
    field = held(*ENGLISH_HEART, scenario="introductory")
    field.state[layout.DIRTY] = 1
    assert ended(field.take("end the maneuvers")) is None
    outcome = ended(last(held("Normandy", scenario="introductory"), 2))
    assert (outcome["winner"], outcome["ended"]) == (layout.ENGLISH_WIN, GAME.endings.index("points"))


def test_18_1_the_introduction_lasts_two_turns_with_its_leaders_and_hands():
    position = Position.start(GAME.rules, TABLES["introductory"], 1, 0)
    assert about_text(position.board, position.state) == "Edward III"
    english = position.state[layout.CARD : layout.CARD + layout.CARDS]
    assert np.flatnonzero(english == layout.IN_HAND).tolist() == [0, 8]  # Coastal Raid has no text
    for after in random_game(position):
        assert not any("TTM" in after.action_text(action) for action in after.legal_actions())
    assert position.outcome()["turns"] == 2


def test_18_1_the_english_have_the_initiative():
    state = Position.start(GAME.rules, TABLES["introductory"], 1, 0).state
    assert state[layout.TTM] > state[layout.TTM_FRENCH]


def test_18_2_the_historical_leaders_come_in_their_turns():
    position = Position.start(GAME.rules, TABLES["historical"], 1, 0)
    assert position.player == 1
    seen = {}
    for after in random_game(position, 2):
        for leader in np.flatnonzero(after.state[layout.LEADER : layout.LEADER + 12] >= 0):
            seen.setdefault(int(leader), int(after.state[layout.TURN]))
    assert position.outcome()["turns"] == 8
    assert seen == {0: 1, 6: 1, 8: 1, 1: 2, 7: 3, 2: 4, 10: 5, 11: 5, 3: 6, 5: 6, 9: 7, 4: 8}


def test_18_2_2_a_tie_is_an_english_win():
    assert ended(last(Field(scenario="historical"), 8))["winner"] == layout.ENGLISH_WIN
