"""What may happen in which phase, and how often: cards tied to a phase (17.1), Routiers on the move (12, 13)."""

from __future__ import annotations

import pytest

from cent_ans_games import PARKED, Field, event, name
from simcore.games.cent_ans.full_game import state as layout

pytestmark = pytest.mark.interpreted
GENOESE = "play TACTIC card 11 (Genoese Crossbowmen)"
CAPTURE = "play the English card 12 (Capture of the King)"


def besieging(*, led):
    """French before Reims, in the BATTLES phase or led there in the MANEUVERS phase."""
    field = Field("french", arrows=1).put("reims", burgundian=1).tactic(11, layout.HELD_FRENCH)
    if led:
        field.put("chalons", french=4, french_elite=2).lead("philip-vi", "chalons")
        field.take("Philip VI marches", "go to Reims", "take refuge in the stronghold")
    else:
        field.put("reims", french=4, french_elite=2).take("end the maneuvers", "take refuge in the stronghold")
    return field


def test_tactic_11_genoese_crossbowmen_are_for_sieges_of_the_battles_phase():
    assert GENOESE in besieging(led=False).legal()
    assert GENOESE not in besieging(led=True).legal()


def test_english_card_12_captures_the_king_in_the_battles_phase_only():
    field = Field("french").put("chalons", french=4, burgundian=2).deal("english", 12)
    assert CAPTURE in field.take("end the maneuvers").legal()
    field = Field("french", arrows=1).put("chalons", burgundian=2).put("reims", french=4).deal("english", 12)
    field.lead("philip-vi", "reims").take("Philip VI marches", f"go to {name('chalons')}")
    assert CAPTURE not in field.legal()


def test_12_1_another_zone_is_none_of_the_camps():
    field = Field("english").put("saint-flour", french=1, routier=1).put("chatellerault", english=1)
    field.put("reims", routier=1)
    field.frames((layout.NEXT,), (layout.DRAW,), PARKED, (layout.ROUTIER_CAMP, 0))
    assert field.legal() == ["Routiers appear in Reims"]


def test_12_2_a_free_company_moves_once_though_it_picks_up_a_band_that_has_not_moved():
    field = Field("english").put("reims", routier=5).put("chalons", routier=1)
    field.state[layout.COMPANY + 1] = 14  # Arnaud de Cervole in Reims
    field.frames((layout.NEXT,), (layout.DRAW,), PARKED, (layout.ROUTIER_TURN, 0, 1), (layout.ROUTE, 0, 14))
    for zone, count in ((14, 5), (15, 1)):
        field.state[layout.TO_MOVE + zone] = count
    field.frames((layout.NEXT,), (layout.DRAW,), PARKED, (layout.ROUTIER_TURN, 0, 2), (layout.ROUTE, 0, 14))
    field.take(f"go to {name('chalons')}")
    assert field.at("chalons") == {"routier": 6}
    assert field.top() != layout.ROUTE


def test_burgundian_card_10_sets_french_on_armagnacs_though_english_stand_by():
    field = Field("burgundian").put("reims", french=2, armagnac=2, english=1)
    event(field, layout.EVENT_ZONE, field.faction, 9)
    field.fight("choose Reims for the event")
    left = field.at("reims")
    assert left["english"] == 1
    assert not {"french", "armagnac"} <= set(left)


def test_tactic_20_recruits_wherever_the_camp_has_a_unit():
    field = Field("english").put("reims", english=1, french=1).put("chalons", english=1)
    event(field, layout.TACTIC_ZONE, 0, layout.RECRUIT, 2)
    assert field.legal() == ["choose Reims for the TACTIC card", f"choose {name('chalons')} for the TACTIC card"]


def test_armagnac_card_11_fights_the_opposing_camp_at_once_and_no_papal_guard():
    field = Field("armagnac").put("avignon", routier=1)
    event(field, layout.EVENT_ZONE, field.faction, 10)
    field.take(f"choose {name('avignon')} for the event", "enrol a Routier")
    while field.top() in (layout.ENROL, layout.FIGHT):
        field.take(field.legal()[0])
    assert field.at("avignon") == {"armagnac": 1}
    assert field.state[layout.SIEGES] == 0


def test_18_1_the_introduction_moves_no_ttm_marker():
    field = Field(scenario="introductory")
    before = field.state[layout.TTM : layout.TTM_FRENCH + 1].tolist()
    field.frames((layout.NEXT,), (layout.DRAW,), (layout.LEADER_ZONE, 6, 0))
    field.take(field.legal()[0])
    assert field.state[layout.TTM : layout.TTM_FRENCH + 1].tolist() == before


def test_10_2_units_lost_by_the_enemy_do_not_let_an_army_move_again():
    field = Field("french").put("chalons", french=1).put("reims", english=1, burgundian=1).deal("french", 9)
    field.take(f"march with all from {name('chalons')}", "go to Reims")
    field.take(
        "play the French card 9 (War in Scotland)",
        "choose Reims for the event",
    )
    while field.top() == layout.EVENT_ZONE:
        field.take("choose no further zone")
    assert field.at("reims") == {"burgundian": 1, "french": 1}
    assert "march with all from Reims" not in field.legal()
