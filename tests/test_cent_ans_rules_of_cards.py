"""Cards of La guerre de Cent Ans (17 and the catalogue) in a full game, as effects."""

from __future__ import annotations

import numpy as np
import pytest

from cent_ans_games import PARKED, ZONES, Field, event, name
from simcore.engine.jit import uncompiled
from simcore.games.cent_ans.full_game import greedy as players
from simcore.games.cent_ans.full_game import state as layout
from simcore.games.cent_ans.full_game.action_numbers import FIRST, kind_of_action

pytestmark = pytest.mark.interpreted


@pytest.mark.parametrize(
    ("faction", "card", "before", "zone", "after"),
    [
        ("burgundian", 9, {"french": 2}, "troyes", {"burgundian": 2}),
        ("armagnac", 11, {"routier": 3}, "chalons", {"armagnac": 3}),
        ("armagnac", 9, {}, "rennes", {"armagnac": 4}),
        ("burgundian", 11, {}, "ile-de-france-south", {"burgundian": 3}),
    ],
)
def test_17_events_that_place_units(faction, card, before, zone, after):
    field = Field(faction).put(zone, **before).deal(faction, card)
    field.frames((layout.NEXT,), (layout.DRAW,), (layout.EVENT_ZONE, field.faction, card - 1))
    field.position.apply(FIRST["event"] + ZONES.index(zone))
    while field.top() in (layout.TURN_COAT, layout.ENROL):
        field.position.apply(field.position.legal_actions()[-1])
    assert field.at(zone) == after


def test_17_charles_of_navarre_replaces_up_to_two_of_any_units_and_fights_the_rest():
    field = Field("burgundian").put("troyes", french=1, armagnac=1, french_elite=1).put("reims", english=1, french=1)
    event(field, layout.EVENT_ZONE, field.faction, 8)
    assert [text.split()[1] for text in field.legal()] == ["Reims", "Troyes"]  # own units or not
    field.take("choose Troyes for the event")
    assert field.legal() == [
        "let no more units change sides",
        "a French unit changes sides", "an Armagnac unit changes sides", "a French elite unit changes sides",
    ]  # fmt: skip
    field.take("a French elite unit changes sides", "let no more units change sides").fight()
    assert field.state[layout.BATTLES] == 1


def test_17_a_leader_whose_last_unit_changes_sides_is_gone_at_once():
    field = Field("burgundian").put("troyes", french=1, routier=1).lead("charles-v", "troyes")
    event(field, layout.TURN_COAT, field.faction, ZONES.index("troyes"), 2)
    field.take("a French unit changes sides")
    assert field.leader("charles-v") == layout.GONE


def test_17_giving_the_slip_takes_units_from_the_board_when_the_reserve_is_empty():
    field = Field("armagnac").put("chalons", routier=2).put("auch", armagnac=24).put("angers", armagnac=1)
    event(field, layout.EVENT_ZONE, field.faction, 10)
    field.take("choose Châlons for the event")
    assert field.legal() == ["enrol no more Routiers", f"enrol a Routier with a unit from {name('angers')}",
                             f"enrol a Routier with a unit from {name('auch')}"]  # fmt: skip
    field.take(f"enrol a Routier with a unit from {name('auch')}", "enrol no more Routiers")
    assert field.at("chalons") == {"armagnac": 1, "routier": 1}
    assert field.at("auch") == {"armagnac": 23}


def test_13_a_free_company_is_none_as_soon_as_it_is_below_its_size():
    field = Field("armagnac").put("limoges", routier=5).deal("armagnac", 11)
    field.state[layout.COMPANY + 1] = ZONES.index("limoges")
    event(field, layout.ENROL, 3, ZONES.index("limoges"), 2).take(field.legal()[-1])
    assert field.state[layout.COMPANY + 1] == layout.AWAY
    assert field.top() == layout.ENROL


def test_17_militia_comes_from_the_board_when_the_reserve_is_empty():
    field = Field("french").put("auch", armagnac=25).put("reims", english=1)
    event(field, layout.MILITIA_ZONE, layout.ARMAGNAC, 2)
    assert field.legal() == ["place no more militia", f"take a unit from {name('auch')}"]
    field.take(f"take a unit from {name('auch')}")
    assert "place a unit in Reims" not in field.legal()  # the enemy is there
    field.take("place a unit in Troyes", "place no more militia")
    assert field.at("troyes") == {"armagnac": 1}


def test_17_tete_noire_takes_routiers_from_zones_of_the_players_choice():
    field = Field("french").put("reims", routier=6).put("agen", routier=6).put("troyes", routier=2)
    event(field, layout.TACTIC_ZONE, 1, layout.TETE_NOIRE)
    zone = ZONES[kind_of_action(field.position.legal_actions()[0])[1]]
    field.state[layout.COMPANY + 2] = ZONES.index("reims")
    field.take(f"choose {name(zone)} for the TACTIC card", *["a Routier comes from Reims"] * 2)
    assert field.state[layout.COMPANY + 2] == layout.AWAY  # as soon as it is below its size (13)
    field.take(*["a Routier comes from Reims"] * 3)
    assert field.at(zone) == {"routier": 6}
    assert field.at("reims") == {"routier": 1}
    assert field.state[layout.COMPANY] == ZONES.index(zone)


def test_17_the_revolt_of_the_routiers_goes_to_one_of_the_nearest_enemies():
    field = (
        Field("english").put("chalons", routier=3).put("reims", french=1).put("troyes", french=1).put("caen", french=1)
    )
    event(field, layout.TACTIC_ZONE, 0, layout.REVOLT_OF_ROUTIERS).take("choose Châlons for the TACTIC card")
    assert field.legal() == ["the Routiers march to Reims", "the Routiers march to Troyes"]
    field.fight("the Routiers march to Troyes")
    assert field.state[layout.BATTLES] == 1


@pytest.mark.parametrize(("card", "title"), [(26, "Sapping"), (19, "Siege Engines")])
def test_17_cards_are_played_during_a_siege(card, title):
    play, wait = f"play TACTIC card {card} ({title})", "play no card in this fight"
    for seed in range(20):
        field = Field("english", seed=seed).put("chalons", english=9, burgundian=9, french=2).tactic(card, layout.HELD)
        field.state[layout.WORKS + ZONES.index("chalons")] = layout.CASTLE_2
        field.state[layout.CASTLES_LEFT] -= 1
        field.take("end the maneuvers", "take refuge in the stronghold", wait).fight()
        if play in field.legal() and field.state[layout.STEPS] > 0:  # after a round
            field.take(play)
            assert field.legal() == [wait]
            field.fight(wait)
            assert card == 19 or field.at("chalons").get("french") is None
            return
    raise AssertionError("no siege had a second round")


def test_17_etienne_marcel_halves_the_french_in_ile_de_france_and_paris():
    field = (
        Field("english").put("paris", french=5, armagnac=2).put("ile-de-france-north", french=1).deal("english", 11, 1)
    )
    field.frames((layout.NEXT,), (layout.DRAW,), (layout.CHOOSE_CARD,))
    field.take("play the English card 11 (Étienne Marcel)")
    assert field.at("paris") == {"french": 3, "armagnac": 2}
    assert field.at("ile-de-france-north") == {"french": 1}


def test_17_the_black_death_halves_every_faction_and_spares_the_elite():
    field = Field("french").put("paris", french=5, armagnac=2, french_elite=3).put("chalons", routier=3)
    for card in range(29):
        if field.state[layout.TACTIC + card] <= layout.PILE_3:
            field.state[layout.TACTIC + card] = layout.DISCARDED
    field.tactic(4, layout.PILE_1).take("improve the TTM level")
    assert field.at("paris") == {"french": 3, "armagnac": 1, "french_elite": 3}
    assert field.at("chalons") == {"routier": 2}


def test_17_an_epidemic_takes_one_of_the_largest_faction_and_nobody_where_two_are_equal():
    field = Field("french").put("paris", french=3, armagnac=2).put("reims", french=2, armagnac=2)
    for card in range(29):
        if field.state[layout.TACTIC + card] <= layout.PILE_3:
            field.state[layout.TACTIC + card] = layout.DISCARDED
    field.tactic(5, layout.PILE_1).take("improve the TTM level")
    assert field.at("paris") == {"french": 2, "armagnac": 2}
    assert field.at("reims") == {"french": 2, "armagnac": 2}


def test_17_madness_of_the_king_takes_two_maneuvers():
    field = Field("french").put("paris", french=3).deal("french", 4).tactic(21, layout.HELD)
    field.frames((layout.NEXT,), (layout.DRAW,), PARKED, (layout.BATTLE,), (layout.MANEUVER, 2), (layout.CHOOSE_CARD,))
    field.take("play the French card 4 (MANEUVER)")
    assert field.position.player == 0
    field.take("play Madness of the King")
    assert field.state[layout.MANEUVERS] == 2


def test_17_better_a_plundered_country_slips_away_from_a_larger_army():
    field = Field("english").put("chalons", english=4, french=2).deal("french", 12).take("end the maneuvers")
    field.take("play Better a Plundered Country than a Lost Land", "retreat with the whole army")
    field.take("retreat to Reims", "retreat to Troyes")
    assert field.at("reims") == field.at("troyes") == {"french": 1}
    assert field.at("chalons") == {"english": 4}


def test_17_a_chevauchee_moves_an_army_as_if_it_were_led():
    field = Field("english").put("reims", english=4).tactic(7, layout.HELD)
    field.take("play TACTIC card 7 (Chevauchée)", "march with all from Reims", "go to Châlons")
    assert "leave a unit behind: English" in field.legal()


def test_17_exploitation_takes_all_or_some_of_the_victors_on():
    for seed in range(10):
        field = Field("english", seed=seed).put("chalons", english=9, burgundian=9, french=1).put("troyes", french=1)
        field.tactic(12, layout.HELD).fight("end the maneuvers")
        if field.top() == layout.EXPLOIT:
            left = field.at("chalons")
            field.take("go to Troyes", "take 0")
            assert "take 0" not in field.legal()  # somebody must go
            field.fight("take 2")
            assert field.at("chalons") == {"english": left["english"], "burgundian": left["burgundian"] - 2}
            assert field.state[layout.BATTLES] == 2
            return
    raise AssertionError("nobody won")


def test_17_2_a_battle_that_an_event_triggers_is_fought_in_the_field():
    field = Field("armagnac").put("rennes", english=2)
    event(field, layout.EVENT_ZONE, field.faction, 8)
    field.take(f"choose {name('rennes')} for the event")
    assert field.top() != layout.SHELTER
    assert (field.state[layout.BATTLES], field.state[layout.SIEGES]) == (1, 0)


def test_17_1_events_of_the_maneuvers_phase_are_played_before_or_after_the_card():
    field = Field("french").put("reims", french=3).put("calais", english=3).deal("french", 9)
    assert "play the French card 9 (War in Scotland)" in field.legal()  # the card of the phase has been played
    field.take("play the French card 9 (War in Scotland)")
    assert field.top() == layout.EVENT_ZONE
    assert "end the maneuvers" in field.take("choose no further zone").legal()


def test_french_card_9_takes_zones_in_any_order_and_none_twice():
    field = Field("french")
    zones = ("bordeaux", "calais", "reims", "chalons", "arras")
    for zone in zones:
        field.put(zone, english=3)
    event(field, layout.EVENT_ZONE, field.faction, 8)
    choice = "choose {} for the event"
    left = set(zones)
    for zone in sorted(zones, key=ZONES.index, reverse=True)[:4]:  # the last number first
        assert {one for one in zones if choice.format(name(one)) in field.legal()} == left
        field.take(choice.format(name(zone)))
        left.remove(zone)
        assert field.at(zone) == {"english": 2}
    assert field.top() != layout.EVENT_ZONE  # four zones, and no more
    assert [field.at(zone) for zone in left] == [{"english": 3}]


def test_10_2_1_after_a_chevauchee_leaders_may_still_march():
    field = Field("english").put("reims", english=5).put("chalons", english=3).lead("henry-v", "chalons")
    field.tactic(7, layout.HELD).take("play TACTIC card 7 (Chevauchée)", "march with all from Reims")
    while field.top() == layout.MARCH:
        field.take(field.legal()[0])
    assert "Henry V marches" in field.legal()
    field = Field("english").put("reims", english=5).put("chalons", english=3).lead("henry-v", "chalons")
    field.take("march with all from Reims")
    while field.top() == layout.MARCH:
        field.take(field.legal()[0])
    assert "Henry V marches" not in field.legal()  # an army without a leader closes that stage


def test_tactic_10_its_elite_units_are_placed_though_the_free_cities_are_full():
    field = Field("armagnac").put("bourges", armagnac=2)
    field.frames((layout.NEXT,), (layout.DRAW,), PARKED, (layout.PLACE,))
    field.state[layout.TO_PLACE], field.state[layout.ELITE_TO_PLACE] = 3, 2
    field.state[layout.PLACED_ONCE] = field.state[layout.PLACED_TWICE] = (1 << 31) - 1
    places = [text for text in field.legal() if text.startswith("place a unit")]
    assert places
    before = sum(field.at(zone).get("french_elite", 0) for zone in ZONES)
    field.take(places[0])
    assert sum(field.at(zone).get("french_elite", 0) for zone in ZONES) == before + 1
    assert field.state[layout.ELITE_TO_PLACE] == 1


def test_tactic_12_exploitation_is_offered_to_a_victorious_defender_and_his_battle_is_his_attack():
    for seed in range(20):
        field = Field("english", seed=seed).put("chalons", english=1, french=9, armagnac=6).put("troyes", burgundian=1)
        field.tactic(12, layout.HELD_FRENCH).fight("end the maneuvers")
        if field.top() != layout.EXPLOIT:
            continue
        assert (field.state[layout.ACTIVE], field.position.player) == (0, 1)  # in the enemy's sequence
        field.take("go to Troyes")
        while field.top() == layout.COMPOSE:
            assert field.position.player == 1
            field.take(field.legal()[-1])
        field.fight()
        assert field.state[layout.BATTLES] == 2
        assert "english" not in field.at("chalons")
        assert "french" not in field.at("chalons")  # all have gone on
        assert not field.state[layout.MOVED : layout.WORKS].any()  # nobody of the active camp has moved
        return
    raise AssertionError("the defender never won")


def test_greedy_gives_up_idle_elite_units_and_the_weaker_faction_first():
    def taken(side, decider, working):
        field = Field("english").put("chalons", english=3, burgundian=3, english_elite=2, french=6)
        fight = layout.FIGHT, ZONES.index("chalons"), layout.DEFENDER, layout.DICE
        field.frames((layout.NEXT,), PARKED, fight, (layout.FALL, decider, side, 0))
        field.state[layout.FIGHTING : layout.FIGHTING + 3] = 3, 3, 2
        field.state[layout.STEPS], field.state[layout.WORKING] = layout.OPENING + 2, working
        actions = np.array(field.position.legal_actions(), np.int32)
        return field.legal()[uncompiled(players._victim)(field.position.board, field.state, actions, actions.size)]

    assert taken(0, 0, 0) == "an English elite unit falls"  # no card lets them roll
    assert taken(0, 0, 24) == "a Burgundian unit falls"  # Field Artillery does
    assert taken(0, 1, 0) == "an English unit falls"  # whom the enemy's longbows would pick
    assert taken(0, 1, 24) == "an English elite unit falls"
