"""What the rulebook of La guerre de Cent Ans leaves to a player (*may*, *can*, *at your choice*) is his to decide."""

from __future__ import annotations

import numpy as np
import pytest

from cent_ans_games import FACTS, PARKED, ZONES, Field, event, name
from simcore.engine.jit import uncompiled
from simcore.games.cent_ans.full_game import action_values as worths
from simcore.games.cent_ans.full_game import state as layout
from simcore.games.cent_ans.full_game.action_numbers import action_of
from simcore.games.cent_ans.full_game.action_text import about_text
from simcore.games.cent_ans.full_game.rules import zones

pytestmark = pytest.mark.interpreted

ROWS = ("english", "burgundian", "french", "armagnac", "routier", "elite")
STAND, ALL = "let the DISPERSION results stand", "turn all DISPERSION results into RETREAT"
PARAMETERS = np.array([0.55, 1.0, 2.0])


def dispersing(field, *factions):
    """The field, its dice showing DISPERSION for some factions and nothing for the others."""
    field.position.board = field.position.board.copy()
    field.position.board["faces"] = [[2 if row in factions else 4] * 6 for row in ROWS]
    return field


def talbot(**units):
    field = Field("english").put("chalons", **units).lead("john-talbot", "chalons")
    return dispersing(field, "burgundian")


def test_leader_card_10_talbot_may_turn_the_dispersions_of_a_roll_or_let_them_stand():
    field = talbot(burgundian=3, french=6).take("end the maneuvers")
    assert field.position.player == 0
    assert field.legal() == [STAND, ALL]
    field.fight(ALL)
    assert sum(field.at(zone).get("burgundian", 0) for zone in ZONES) == 3
    field = talbot(burgundian=3, french=6).take("end the maneuvers")
    field.fight(STAND)
    assert sum(field.at(zone).get("burgundian", 0) for zone in ZONES) == 0
    assert field.leader("john-talbot") == layout.GONE


def test_leader_card_10_nobody_is_asked_where_turning_changes_nothing():
    field = talbot(burgundian=3, french=6)
    for zone in ("troyes", "reims", "dijon"):
        field.put(zone, routier=1)  # nobody can retreat
    field.fight("end the maneuvers")
    assert field.top() == layout.MILITIA_ZONE
    assert field.at("chalons") == {"french": 6}


def test_leader_card_10_against_stakes_and_traps_the_choice_is_open_and_greedy_lets_them_stand():
    field = talbot(burgundian=6, french=6).tactic(8, layout.HELD_FRENCH)
    field.take("end the maneuvers", "play TACTIC card 8 (Stakes and Traps)", "play no card in this fight")
    assert field.legal() == [STAND, ALL]
    board, state = field.position.board, field.state
    stand, turn = (
        uncompiled(worths.action_value)(
            board, state, 0, layout.TURN_RESULTS, uncompiled(action_of)(board, state, action), PARAMETERS
        )
        for action in field.position.legal_actions()
    )
    assert stand > turn  # each RETREAT would count twice
    field.take(ALL)
    assert int(field.state[layout.FIGHTING]) == int(field.state[layout.FIGHTING + 1]) == 0  # all six go


def test_13_a_company_that_falls_below_its_size_is_none_while_a_leader_is_asked():
    field = talbot(english=1, burgundian=3, english_elite=3, routier=5)
    field.state[layout.COMPANY + 1] = ZONES.index("chalons")
    field.position.board["faces"][ROWS.index("elite")] = 0  # the longbows hit three times
    field.take("end the maneuvers", "attack the Free Company in Châlons")
    while field.top() == layout.FALL:
        field.take(field.legal()[0])
    assert field.top() == layout.TURN_RESULTS
    assert field.at("chalons")["routier"] < 5
    assert field.state[layout.COMPANY + 1] == layout.AWAY


def test_leader_card_3_charles_v_turns_one_dispersion_of_the_faction_that_is_named():
    def charles():
        field = Field("french").put("chalons", french=4, armagnac=4, english=9).lead("charles-v", "chalons")
        return dispersing(field, "french", "armagnac").take("end the maneuvers")

    one = "turn one {} DISPERSION into RETREAT"
    assert charles().legal() == [STAND, one.format("French"), one.format("Armagnac")]
    for faction, kind in (("French", "french"), ("Armagnac", "armagnac")):
        field = charles().take(one.format(faction))
        assert field.legal()[0] == "retreat to Reims"
        assert about_text(field.position.board, field.state).endswith(f"{faction} unit")
        field.take(field.legal()[0])
        assert field.at("reims") == {kind: 1}


def test_tactic_12_leaders_go_along_or_stay_with_those_who_stay():
    for going in (True, False):
        field = Field("english").put("chalons", english=9, burgundian=9, french=1).put("troyes", french=1)
        field.lead("john-talbot", "chalons").lead("henry-v", "chalons").tactic(12, layout.HELD)
        dispersing(field).position.board["faces"][:2] = 0  # LOSS
        field.take("end the maneuvers", "go to Troyes", "take 4", "take 0")
        assert field.legal() == ["John Talbot stays", "John Talbot goes along"]
        field.take("John Talbot goes along" if going else "John Talbot stays", "Henry V goes along")
        assert field.leader("john-talbot") == ZONES.index("troyes" if going else "chalons")
        assert field.leader("henry-v") == ZONES.index("troyes")
        assert field.at("troyes") == {"english": 4}


def test_tactic_12_nobody_is_asked_where_nobody_stays():
    field = Field("english").put("chalons", english=4, french=1).put("troyes", french=1)
    field.lead("john-talbot", "chalons").tactic(12, layout.HELD)
    dispersing(field).position.board["faces"][:2] = 0
    field.take("end the maneuvers", "go to Troyes", "take 4")
    assert field.leader("john-talbot") == ZONES.index("troyes")


def test_tactic_12_victors_may_go_on_against_a_free_company():
    field = Field("english").put("chalons", english=9, french=1).put("troyes", routier=5).tactic(12, layout.HELD)
    field.state[layout.COMPANY + 1] = ZONES.index("troyes")
    dispersing(field).position.board["faces"][:2] = 0
    field.fight("end the maneuvers", "go to Troyes", "take 9")
    assert field.at("troyes") == {"english": 9}
    assert field.state[layout.BATTLES] == 2


def test_13_a_led_march_may_attack_a_free_company_and_go_on():
    field = Field("english").put("chalons", english=9).put("troyes", routier=5).lead("henry-v", "chalons")
    field.state[layout.COMPANY + 1] = ZONES.index("troyes")
    dispersing(field).position.board["faces"][:2] = 0
    attack = f"attack the Free Company in {name('troyes')}"
    assert attack not in field.take("Henry V marches").legal()
    field.take("go to Troyes")
    assert {attack, "stop here"} < set(field.legal())  # or leave it be: Routiers are ignored (10.2.1)
    field.fight(attack)
    assert field.at("troyes") == {"english": 9}
    assert field.top() == layout.MARCH
    assert "go to Châlons" in field.legal()
    some = Field("english").put("chalons", english=9).put("troyes", routier=4).lead("henry-v", "chalons")
    assert attack not in some.take("Henry V marches", "go to Troyes").legal()
    alone = Field("english").put("chalons", english=9).put("troyes", routier=5)
    alone.state[layout.COMPANY + 1] = ZONES.index("troyes")
    alone.take("march with all from Châlons", "go to Troyes")
    assert attack not in alone.legal()  # without a leader battles wait for their phase (11.1)


def test_10_2_1_units_are_picked_up_one_by_one():
    field = Field("english").put("reims", english=3).put("chalons", english=5).lead("henry-v", "reims")
    field.take("Henry V marches", "go to Châlons", "pick up a unit: English", "pick up a unit: English")
    field.take("go to Troyes", "stop here")
    assert field.at("troyes") == {"english": 5}
    assert field.at("chalons") == {"english": 3}
    field.state[layout.LEADERS_CLOSED] = 0
    assert f"march with all from {name('chalons')}" in field.legal()  # who was left alone has not moved


def test_10_4_2_a_token_is_spent_when_its_player_says_so():
    field = Field("english", armies=1).put("reims", english=2)
    field.state[layout.TOKENS] = 2
    field.take("spend a maneuver token")
    assert (field.state[layout.TOKENS], field.state[layout.MANEUVERS]) == (1, 2)
    field.take("march with all from Reims", "go to Châlons", "stop here")
    assert field.state[layout.TOKENS] == 1
    ally = Field("burgundian", armies=1).put("chalons", burgundian=3)
    ally.state[layout.TOKENS] = 1
    build = f"build a castle in {name('chalons')}"
    ally.take("spend a maneuver token", build)  # and the maneuver of the card is left for the army
    assert (ally.state[layout.TOKENS], ally.state[layout.MANEUVERS]) == (0, 1)
    assert "march with all from Châlons" in ally.legal()
    none = Field("burgundian", armies=0).put("chalons", burgundian=3)
    none.state[layout.TOKENS] = 1
    none.take("spend a maneuver token")
    assert not any("march" in text for text in none.legal())  # the ally's token moves no army
    none.take("end the maneuvers")
    assert none.state[layout.TOKEN_MANEUVERS] == 0


@pytest.mark.parametrize("faction", ["french", "armagnac"])
def test_10_4_2_tokens_are_an_appanage_of_the_english_camp(faction):
    field = Field(faction, armies=0).put("reims", **{faction: 2})
    field.state[layout.TOKENS] = 2
    assert "spend a maneuver token" not in field.legal()


def test_leader_card_1_philips_player_says_which_two_units_pay_for_the_castle():
    field = Field("french").put("chalons", french=4, armagnac=1, french_elite=1)
    field.lead("philip-vi", "chalons").frames((layout.NEXT,), (layout.DRAW,), PARKED, (layout.LEADER_CASTLE, 0))
    field.take(f"the leader builds a castle in {name('chalons')}")
    back = "{} unit goes back for the castle"
    assert field.legal() == [back.format(one) for one in ("a French", "an Armagnac", "a French elite")]
    field.take(back.format("an Armagnac"))
    assert field.legal() == [back.format(one) for one in ("a French", "a French elite")]
    field.take(back.format("a French elite"))
    assert field.at("chalons") == {"french": 4}
    assert field.top() == layout.MILITIA_ZONE


def test_12_2_who_plays_the_routiers_says_which_band_moves_first():
    field = Field("english").put("chalons", routier=3).put("troyes", routier=2)
    for zone in ("chalons", "troyes"):
        field.state[layout.TO_MOVE + ZONES.index(zone)] = field.at(zone)["routier"]
    field.frames((layout.NEXT,), (layout.DRAW,), PARKED, (layout.ROUTIER_TURN, 1, 2), (layout.BAND, 1))
    assert field.position.player == 1
    first = {f"move the Routiers of {name(zone)}" for zone in ("chalons", "troyes")}
    assert set(field.legal()) == first
    field.take(f"move the Routiers of {name('troyes')}", "go to Châlons")
    assert field.top() == layout.ROUTE  # the last band needs no choice
    field.take("go to Reims")
    assert field.at("chalons") == {"routier": 2}  # who has moved does not move again
    assert field.at("reims") == {"routier": 3}


def test_13_the_active_faction_takes_a_leader_at_its_choice_and_says_which_group_he_leads():
    field = Field("english").put("chalons", routier=5).put("rouen", routier=5)
    field.state[layout.DIRTY] = 1
    field.take("end the maneuvers")
    assert field.top() == layout.COMPANY_LEADER
    leads = "{} leads the Free Company in {}"
    names = [
        (who, name(zone)) for who in ("Arnaud de Cervole", "Rodrigue de Villandrando") for zone in ("chalons", "rouen")
    ]
    assert set(field.legal()) == {leads.format(*pair) for pair in names}
    field.take(leads.format("Arnaud de Cervole", name("rouen")))  # the slower one
    assert field.state[layout.COMPANY + 1] == ZONES.index("rouen")
    assert field.state[layout.COMPANY + 2] == ZONES.index("chalons")  # what is left leaves no choice
    assert field.top() != layout.COMPANY_LEADER


def test_13_no_company_forms_while_routiers_move_but_as_soon_as_they_have():
    field = Field("english").put("chalons", routier=3).put("troyes", routier=2)
    for zone in ("chalons", "troyes"):
        field.state[layout.TO_MOVE + ZONES.index(zone)] = field.at(zone)["routier"]
    field.frames((layout.NEXT,), (layout.DRAW,), PARKED, (layout.ROUTIER_TURN, 1, 2), (layout.BAND, 1))
    field.take(f"move the Routiers of {name('troyes')}", "go to Châlons")
    assert field.top() == layout.ROUTE  # five are there, but three of them are still to go
    field = Field("english").put("chalons", routier=3).put("saint-quentin", routier=2)
    for zone in ("chalons", "saint-quentin"):
        field.state[layout.TO_MOVE + ZONES.index(zone)] = field.at(zone)["routier"]
    field.frames((layout.NEXT,), (layout.DRAW,), PARKED, (layout.ROUTIER_TURN, 1, 2), (layout.BAND, 1))
    field.take(f"move the Routiers of {name('chalons')}", "go to Reims", "go to Reims")
    assert field.top() == layout.COMPANY_LEADER
    assert field.position.player == 0  # the English sequence


def test_11_4_1_besiegers_of_paris_say_in_which_camp_one_of_them_falls():
    for seed in range(60):
        field = Field("english", seed=seed).put("ZN", english=3, burgundian=1).put("ZS", english=3)
        field.put("paris", french=6).take("end the maneuvers", "fight in ZN before Paris")
        if field.top() == layout.FALL and field.position.player == 0 and field.state[layout.DUE_LOSS] == 1:
            break
    north, south, ally = (
        f"{who} unit falls in {where} before Paris"
        for who, where in (("an English", "ZN"), ("an English", "ZS"), ("a Burgundian", "ZN"))
    )
    assert set(field.legal()) == {north, south, ally}
    before = field.at("ZN"), field.at("ZS")["english"]
    dispersing(field).take(south)  # with blank dice the siege is lifted, and each army goes to its own side
    assert field.at("ile-de-france-north") == before[0]
    assert field.at("ile-de-france-south") == {"english": before[1] - 1}


def test_17_1_1_events_of_any_moment_are_played_between_units_and_armies_and_before_the_enemys_battles():
    jacquerie = "play the English card 10 (Great Jacquerie)"
    for faction in ("english", "burgundian"):  # in a sequence of the camp
        field = Field(faction).put("reims", english=2, burgundian=2).deal("english", 10)
        assert jacquerie in field.legal()
        field.frames((layout.NEXT,), (layout.DRAW,), PARKED, (layout.PLACE,))
        assert jacquerie in field.legal()
    field = Field("french").put("chalons", french=3, english=3).deal("english", 10).take("end the maneuvers")
    assert (field.top(), field.position.player) == (layout.REACT, 0)
    assert field.legal() == ["play no event", jacquerie]
    assert field.take("play no event").state[layout.BATTLES] == 1


# ---- 5.4: who controls what nobody stands in -----------------------------------------------------------------------


def region(zone):
    return list(FACTS.regions).index(FACTS.zones[zone].value.region)


def marked(camp, zone="reims", **options):
    field = Field("english", markers=True, **options)
    field.state[layout.MARKER + region(zone)] = camp + 1
    return field


def controller(field, zone="reims"):
    return int(uncompiled(zones.controller)(field.position.board, field.state, region(zone)))


def test_5_4_by_the_option_a_marker_stays_until_the_enemy_alone_holds_a_place():
    assert controller(marked(1)) == 1
    assert controller(Field("english")) == -1  # by the default control needs presence
    assert controller(marked(1).put("chalons", english=2)) == 1  # a zone without a place
    assert controller(marked(1).put("reims", english=2)) == -1
    assert controller(marked(1).put("reims", english=2, french=1)) == 1  # still fought for
    assert controller(marked(1).put("reims", english=2).put("troyes", english=1)) == 0


def test_5_4_by_the_option_a_free_company_contests_a_marker_and_does_not_take_it():
    field = marked(1).put("chalons", routier=5)
    field.state[layout.COMPANY + 1] = ZONES.index("chalons")
    assert controller(field) == -1
    field.state[layout.COMPANY + 1] = layout.AWAY
    assert controller(field) == 1


def test_5_4_by_the_option_an_army_that_passes_through_takes_no_marker_away():
    field = marked(1).put("chalons", english=9).lead("henry-v", "chalons")
    field.take("Henry V marches", "go to Reims", "go to Vermandois", "stop here")
    assert field.state[layout.MARKER + region("reims")] == 2
    field = marked(1).put("chalons", english=9).lead("henry-v", "chalons")
    field.take("Henry V marches", "go to Reims", "stop here")
    assert field.state[layout.MARKER + region("reims")] == 0


def test_leader_card_1_two_units_alike_pay_without_a_question():
    field = event(Field("french").put("chalons", french=2), layout.LEADER_CASTLE, 0)
    field.take(f"the leader builds a castle in {name('chalons')}")
    assert field.at("chalons") == {}
    assert field.top() == layout.MILITIA_ZONE
