"""Advice on best play: values, regrets, choices before the dice, words; in Python and on the command line."""

import json
from dataclasses import replace

import pytest

import simcore as sc
from cent_ans_battles import KINDS, POLICIES, SIDES, dealt
from command_line import answer, failed
from simcore.advice.best_play import best_play
from simcore.cli.best_play import Saying
from simcore.contracts.utility import Utility
from simcore.errors import BadInput
from simcore.scenarios.edits import variant

BATTLE = {
    "game": "cent-ans",
    "combat": "pitched-battle",
    "initiative": "attacker",
    "attacker": {"english": 6, "burgundian": 4},
    "defender": {"french": 5, "armagnac": 5, "policy": "largest_first"},
}
SIEGE = {
    "game": "cent-ans",
    "combat": "siege",
    "place": "city",
    "attacker": {"english": 5, "burgundian": 2, "elite": 2, "equipment": ["bombard", "heavy-bombard"]},
    "defender": {"french": 4, "armagnac": 3},
}
WORDS = ["cent-ans", "pitched-battle", "initiative=attacker", "attacker.english=3", "attacker.burgundian=2",
         "defender.french=3", "defender.armagnac=2"]  # fmt: skip


def several_kinds(army):
    return sum(bool(army.get(kind)) for kind in KINDS) > 1


def one_card(scenario):
    return variant(scenario, {f"{side}.equipment": [] for side in SIDES})


def solved(scenario, changes, side="attacker"):
    return sc.solve(variant(scenario, changes)).win[side]


@pytest.mark.compiled
def test_values_are_those_of_odds():
    """Every figure is what `odds` says of the scenario with these policies."""
    played = best_play(BATTLE)
    aim = {"utility": {"win.attacker": 1.0}}
    best = {"attacker.policy": "optimal", "defender.policy": "optimal"}
    assert played.value == pytest.approx(solved(BATTLE, best | aim), abs=1e-12)
    assert played.against_stated == pytest.approx(solved(BATTLE, {"attacker.policy": "optimal"}), abs=1e-12)
    for one in (*played.policies, *played.words):
        replied = solved(BATTLE, {"attacker.policy": one.policy, "defender.policy": "optimal"} | aim)
        assert one.against_best == pytest.approx(replied, abs=1e-12)
        assert one.regret == pytest.approx(played.value - replied, abs=1e-12)
        assert one.against_stated == pytest.approx(solved(BATTLE, {"attacker.policy": one.policy}), abs=1e-12)
    for pair in played.pairs[::7]:
        both = {"attacker.policy": pair.own, "defender.policy": pair.opponent}
        assert pair.value == pytest.approx(solved(BATTLE, both), abs=1e-12)


@pytest.mark.compiled
def test_odds_and_best_seek_the_same():
    """`optimal` on both sides is best play of both, which no policy of the attacker beats; the answer says what for."""
    met = 0
    for scenario in dealt("pitched-battle", 60, seed=31, troops=5, elite=3):
        if not any(several_kinds(scenario[side]) for side in SIDES):
            continue
        optimal = variant(scenario, {f"{side}.{field}": "optimal" for side in SIDES
                                     for field in ("policy", "shooting_policy")})  # fmt: skip
        both = sc.solve(optimal)
        assert both.win["attacker"] == pytest.approx(best_play(scenario).value, abs=1e-12)
        assert both.chosen.get("optimal", {"win.attacker": 1.0}) == {"win.attacker": 1.0}
        met += "optimal" in both.chosen
        for policy in POLICIES:
            named = solved(optimal, {"attacker.policy": policy})
            assert named <= both.win["attacker"] + 1e-12, scenario
    assert met > 20


def test_the_answer_says_what_was_sought():
    words = [*WORDS, "attacker.policy=optimal"]
    assert "for win.attacker" in answer("odds", *words)
    assert json.loads(answer("odds", *words, "--json"))["chosen"] == {"optimal": {"win.attacker": 1.0}}
    assert "optimal" not in json.loads(answer("odds", *WORDS, "--json"))["chosen"]


@pytest.mark.compiled
def test_both_sides_agree_on_the_value():
    """What the one gets at best play, the other does not."""
    assert best_play(BATTLE).value + best_play(BATTLE, side="defender").value == pytest.approx(1.0, abs=1e-12)


@pytest.mark.compiled
@pytest.mark.parametrize("combat", ["pitched-battle", "siege"])
def test_no_policy_beats_best_play(combat):
    looked_at = 0
    for number, scenario in enumerate(dealt(combat, 30, seed=29, troops=4, elite=2)):
        side = SIDES[number % 2]
        cost = {f"{side}.lost": -0.1, f"win.{side}": 1.0}
        if combat == "pitched-battle" and not any(several_kinds(scenario[name]) for name in SIDES):
            with pytest.raises(BadInput, match="left to choose"):
                best_play(one_card(scenario), side=side)
            continue
        played = best_play(scenario, side=side, utility=cost)
        looked_at += len(played.policies)
        for one in (*played.policies, *played.words):
            assert one.against_best <= played.value + 1e-12
            assert one.against_stated <= played.against_stated + 1e-12
    assert looked_at > 50


def test_choices_before_the_dice():
    """Refuge or battle, siege or not, which card: each option as `odds` values it."""
    played = best_play(SIEGE)
    refuge, siege, card = (choice for choice in played.choices if "fights" not in choice.after)
    best = {"attacker.policy": "optimal", "defender.policy": "optimal", "utility": {"win.attacker": 1.0}}
    assert (refuge.side, refuge.taken, siege.taken, card.taken) == ("defender", "shelters", "besieges", "heavy-bombard")
    fought = solved(SIEGE, best | {"combat": "pitched-battle", "place": None})
    assert refuge.options["fights"] == pytest.approx(fought, abs=1e-12)
    for name, value in card.options.items():
        assert value == pytest.approx(solved(SIEGE, best | {"attacker.equipment": name}), abs=1e-12)
    assert refuge.options["shelters"] == max(card.options.values()) == played.value
    assert siege.options["moves on"] == 0.0


def test_a_siege_that_costs_too_much_is_not_begun():
    weak = variant(SIEGE, {"attacker": {"english": 2, "burgundian": 1}})
    played = best_play(weak, utility={"win.attacker": 1.0, "attacker.english": 0.3})
    assert [(choice.taken, choice.after) for choice in played.choices] == [("fights", ()), ("moves on", ("shelters",))]
    assert played.choices[1].options["moves on"] == pytest.approx(0.6)  # both English are still there
    paris = variant(SIEGE, {"place": "paris", "attacker": {"english": 7, "burgundian": 3}})
    gone = best_play(paris, utility={"win.attacker": 1.0, "attacker.lost": -0.05})
    assert [choice.taken for choice in gone.choices] == ["shelters", "moves on"]
    assert (gone.value, gone.policies, gone.pairs, gone.words) == (0.0, (), (), ())


@pytest.mark.compiled
def test_a_utility_is_taken_in_either_form():
    weights = {"win.attacker": 2.0, "attacker.lost": -0.1}
    assert best_play(BATTLE, utility=weights) == best_play(BATTLE, utility=Utility(weights))


@pytest.mark.parametrize(
    ("changes", "how", "said"),
    [
        ({}, {"side": "blois"}, "allowed: attacker, defender"),
        ({}, {"utility": {"win.burgundy": 1}}, "utility"),
        ({}, {"utility": {}}, "weights by name"),
        ({}, {"utility": {"win.attacker": 1e308, "attacker.lost": -1e308}}, r"a number from -1e\+12 to 1e\+12"),
        (
            {"attacker": {"english": 2}, "defender": {"french": 1}},
            {},
            r"left to choose in it: .* several kinds",
        ),
        ({"attacker": {"english": 2}, "defender": {"french": 1}}, {"utility": {"foo": 1.0}}, "utility: 'foo'"),
    ],
)
def test_bad_input(changes, how, said):
    with pytest.raises(BadInput, match=said):
        best_play(variant(BATTLE, changes), **how)


# ---- the command -------------------------------------------------------------------------------------------------


def test_the_command_for_people():
    told = answer("best", *WORDS)
    assert "best play for attacker" in told
    assert "burgundian, then english" in told
    assert "Policy against policy" in told


def test_the_command_for_programs():
    told = json.loads(answer("best", *WORDS, "--side", "defender", "--utility", "win.defender=1", "--json"))
    assert told["schema"] == "simcore.best-play/1"
    assert (told["side"], told["utility"]) == ("defender", {"win.defender": 1.0})
    assert {one["policy"] for one in told["policies"]} >= {"keep_dice", "strip_dice"}
    assert told["rules"]
    assert told["version"]


@pytest.mark.compiled
@pytest.mark.parametrize(("away", "said"), [(4e-5, "0.000040"), (0.02, "0.0200"), (3e-10, "3e-10"), (0.0, "nothing")])
def test_what_is_given_away_agrees_with_the_values(away, said):
    """The values beside it have the same decimals, so that their difference can be seen."""
    played = best_play(BATTLE, utility={"win.attacker": 2.0})
    told = Saying(replace(played, policies=(replace(played.policies[0], regret=away, regret_against_stated=0.0),),
                          words=()))  # fmt: skip
    assert told.regret(away) == said
    assert told.value(0.35931) == {4e-5: "0.359310", 3e-10: "0.35931000"}.get(away, "0.3593")


SHOT_AT = [
    "legendary", "shooting", 'attackers=[{"unit":"bowmen","count":4}]',
    'defenders=[{"unit":"pikemen","count":2},{"unit":"bowmen"},{"character":"boucicaut"}]',
]  # fmt: skip


def test_the_command_where_one_side_has_nothing_to_choose():
    told = answer("best", *SHOT_AT)
    assert "attacker has nothing to choose, defender has" in told
    assert "cheapest_first" in told
    pairs = json.loads(answer("best", *SHOT_AT, "--json"))["pairs"]
    assert {pair["own"] for pair in pairs} == {None}
    for pair in pairs:
        stated = answer("odds", *SHOT_AT, f"defenders_policy={pair['opponent']}", "--json")
        assert pair["value"] == pytest.approx(json.loads(stated)["win"]["attacker"], abs=1e-12)
    assert "In words: defenders policy" in answer("best", *SHOT_AT, "--side", "defender")


def test_the_command_before_the_dice():
    words = ["cent-ans", "siege", "place=castle-1", "attacker.english=3", "defender.french=1", "--utility"]
    told = answer("best", *words, "attacker.lost=-1")
    assert "moves on" in told
    assert "besieges" in told


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--utility", "win.attacker"], "NAME=WEIGHT"),
        (["--utility", "win.attacker=much"], "NAME=WEIGHT"),
        (["--utility", "win.attacker=nan"], "a number"),
        (["--utility", "win.attacker=1", "--utility", "win.attacker=2"], "each name once"),
        (["--side", "charles"], "allowed: attacker, defender"),
    ],
)
def test_the_command_with_bad_input(words, said):
    assert said in failed("best", *WORDS, *words)
