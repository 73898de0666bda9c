"""Breizh 1341: the rulebook's worked examples, and cases worked out by hand."""

from fractions import Fraction as F

import numpy as np
import pytest

from breizh_scenarios import EXAMPLE_SIEGES, battle, distribution, fight, siege
from command_line import answer
from simcore.evaluation.questions import prepare, solve
from simcore.games.breizh import kernels, roll_kernels
from simcore.games.breizh.battles import every_battle
from simcore.games.breizh.combats import BATTLE, FIGHT, SIEGE

pytestmark = pytest.mark.compiled

# ---- the worked examples -----------------------------------------------------------------------------------------


def follow_battle(scenario, *dice):
    """The rules walked through with (Montfort's die, Blois's die) of each round; troops after each, and the outcome."""
    problem = prepare(scenario).problem
    state = kernels.unpack(problem.model, problem.start)
    states = []
    for mine, theirs in dice:
        row, view = kernels.next_roll(problem.model, state)
        assert row == 0
        face = int(np.flatnonzero(problem.model.difference == mine - theirs)[0])
        state = kernels.transition(problem.model, view, face)
        states.append(kernels.state_of((scenario["montfort"], scenario["blois"]), state[0])[:2])
    assert kernels.next_roll(problem.model, state)[0] == -1
    ending = np.array([kernels.terminal_outcome(problem.model, state)])
    return states, {name: int(column[0]) for name, column in problem.columns(ending).items()}


def test_example_the_battle_in_vannes():
    states, outcome = follow_battle(battle(3, 3), (3, 1))
    assert states == [(2, 1)]
    assert BATTLE.winners[outcome["winner"]] == "montfort"
    assert (outcome["montfort.partisans"], outcome["blois.partisans"]) == (1, 0)


def test_example_the_battle_in_nantes():
    scenario = battle(3, 6, montfort_character="william-de-bohun")
    states, outcome = follow_battle(scenario, (1, 3), (2, 1))
    assert states == [(1, 5), (0, 4)]
    assert BATTLE.winners[outcome["winner"]] == "blois"
    assert (outcome["montfort.partisans"], outcome["blois.partisans"]) == (0, 1)
    assert prepare(scenario).assumed == ()


def follow_sieges(*dice):
    """Outcome columns of the three sieges of the example, for their dice."""
    problem = prepare(EXAMPLE_SIEGES).problem
    state = roll_kernels.unpack(problem.model, problem.start)
    for die in dice:
        row, view = roll_kernels.next_roll(problem.model, state)
        assert row == 0
        state = roll_kernels.transition(problem.model, view, int(np.flatnonzero(problem.model.die == die)[0]))
    ending = np.array([roll_kernels.terminal_outcome(problem.model, state)])
    return {name: int(column[0]) for name, column in problem.columns(ending).items()}


@pytest.mark.parametrize("die_at_rennes", [1, 2, 3])
def test_example_the_sieges_of_dinan_dol_and_rennes(die_at_rennes):
    outcome = follow_sieges(1, 1, die_at_rennes)
    assert outcome["castles.dinan"] == 1  # 2 troops, die 1, character 1: a strength of 4 takes strength 2
    assert outcome["castles.dol"] == 0  # 1 troop, die 1: a strength of 2 where 3 is needed
    assert outcome["castles.rennes"] == 1  # 4 troops and any die
    assert outcome["partisans.rallied"] == 2  # one at Dinan, one at Rennes
    assert outcome["partisans.eliminated"] == 1  # at Rennes
    assert SIEGE.winners[outcome["winner"]] == "partly"


def test_example_as_a_plan():
    result = solve(EXAMPLE_SIEGES)
    assert result.expected["troops"] == {"spent": 7, "left": 0}
    assert result.expected["castles"] == pytest.approx({"dinan": 1, "dol": 2 / 3, "rennes": 1})
    assert result.assumed == ()


# ---- battles by hand ---------------------------------------------------------------------------------------------


def test_one_round_by_hand():
    # 3 against 3: Montfort is 1 ahead; a lead of 3 takes a 3 against a 1, one case of nine.
    assert distribution(solve(battle(3, 3))) == pytest.approx(
        {
            (("blois.troops", 1), ("montfort.partisans", 1), ("montfort.troops", 2), ("winner", 1)): 1 / 9,
            (("blois.troops", 2), ("montfort.troops", 2)): 8 / 9,
        }
    )


def test_several_rounds_by_hand():
    # 5:5 goes to 3:2 (1/9) or 4:4; 4:4 to 3:2 (1/9) or 3:3. The last round is won from 3:2 by 3/9, from 3:3 by 1/9.
    result = solve(battle(5, 5))
    assert result.win["montfort"] == pytest.approx(float(F(1, 27) + F(8, 9) * (F(1, 27) + F(8, 81))))
    assert result.win["blois"] == 0
    assert result.expected["rounds"] == pytest.approx(26 / 9)


def test_a_lead_counts_before_survival_unless_the_table_says_otherwise():
    # 1 against 4 with +5: 3 ahead before the dice; with that (6/9) Blois loses 2 and Montfort his last troop.
    assert solve(battle(1, 4, 5)).win == pytest.approx({"montfort": 2 / 3, "blois": 1 / 3, "none": 0})
    survivors = solve(battle(1, 4, 5, rules={"winner": "survivor"}))
    assert survivors.win == pytest.approx({"montfort": 0, "blois": 1, "none": 0})
    assert distribution(survivors) == pytest.approx(
        {
            (("blois.partisans", 1), ("blois.troops", 2), ("winner", 2)): 2 / 3,
            (("blois.partisans", 1), ("blois.troops", 3), ("winner", 2)): 1 / 3,
        }
    )


def test_the_last_troop_of_a_beaten_camp_is_lost():
    # 1 against 4 without a bonus: Blois is left alone, with 3 troops, whatever the dice.
    assert distribution(solve(battle(1, 4))) == pytest.approx(
        {(("blois.partisans", 1), ("blois.troops", 3), ("winner", 2)): 1}
    )


def test_a_lead_in_an_earlier_round_does_not_count():
    # Montfort leads by 6 in round 1 and by 2 in the last one.
    states, outcome = follow_battle(battle(4, 6, 4), (3, 1), (1, 3))
    assert states == [(2, 3), (1, 2)]  # 4+1+4+3 against 7, then 2+1+4+1 against 6: 2 apart
    assert outcome["winner"] == kernels.NOBODY


def test_without_five_troops_there_is_no_battle():
    result = solve(battle(2, 2))
    assert result.win == {"montfort": 0, "blois": 0, "none": 1}
    assert result.expected["rounds"] == 0
    assert result.expected["montfort"] == {"troops": 2, "partisans": 0, "lost": 0}


def test_every_battle_is_what_each_battle_is():
    for winner, montfort_bonus, blois_bonus in (("difference", 0, 0), ("survivor", 2, 0), ("difference", -1, 3)):
        table = every_battle(montfort_bonus, blois_bonus, winner=winner)
        assert len(table["montfort"]) == 400
        assert list(zip(table["montfort"][:21].tolist(), table["blois"][:21].tolist(), strict=True))[19:] == [
            (1, 20),
            (2, 1),
        ]
        for at in range(0, 400, 23):
            mine, theirs = int(table["montfort"][at]), int(table["blois"][at])
            result = solve(battle(mine, theirs, montfort_bonus, blois_bonus, rules={"winner": winner}))
            for side in ("montfort", "blois", "none"):
                assert table[f"win_{side}"][at] == pytest.approx(result.win[side], abs=1e-12)
            for camp in ("montfort", "blois"):
                assert table[f"expected_{camp}_troops"][at] == pytest.approx(result.expected[camp]["troops"])


# ---- sieges and fights by hand -----------------------------------------------------------------------------------


@pytest.mark.parametrize("strength", [1, 2, 3])
@pytest.mark.parametrize(
    ("more_troops", "bonus", "chance"),
    [(0, 0, 2 / 3), (1, 0, 1), (0, 1, 1), (0, -1, 1 / 3), (1, -1, 2 / 3), (0, -2, 0), (1, -2, 1 / 3), (-1, 3, 0)],
)
def test_one_siege(strength, more_troops, bonus, chance):
    result = solve(siege(strength=strength, troops=strength + more_troops, bonus=bonus))
    assert result.win == pytest.approx({"taken": chance, "held": 1 - chance, "partly": 0})
    assert result.expected["troops"]["spent"] == (strength + more_troops if more_troops >= 0 else 0)


def test_the_opponent_takes_off_what_his_character_gives():
    scenario = siege(castle="dol", troops=1, character="walter-manny", opponent_character="robert-de-beaumanoir")
    assert solve(scenario).win["taken"] == pytest.approx(2 / 3)
    assert solve(siege(castle="dol", troops=1, opponent_bonus=1)).win["taken"] == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("strength", "supplement", "enemies", "rallied", "eliminated"),
    [
        (1, "rally", 5, 0, 0), (2, "rally", 5, 1, 0), (2, "eliminate", 5, 0, 1), (2, "eliminate", 0, 1, 0),
        (2, "none", 5, 0, 0), (2, None, 5, 1, 0), (3, None, 5, 1, 1), (3, None, 0, 1, 0), (3, "both", 5, 1, 1),
        (3, "rally", 5, 1, 0), (3, "eliminate", 5, 0, 1), (3, "eliminate", 0, 0, 0), (3, "none", 5, 0, 0),
    ],
)  # fmt: skip
def test_what_the_fall_of_a_castle_brings(strength, supplement, enemies, rallied, eliminated):
    """Besiege: of strength 2 the attacker may do one of both, of strength 3 each of them."""
    scenario = siege(strength=strength, region="leon", supplement=supplement, enemy_partisans={"leon": enemies})
    assert solve(scenario).expected["partisans"] == {"rallied": rallied, "eliminated": eliminated}


def test_castles_of_a_region_share_its_enemy_partisans():
    both = [{"castle": "vannes"}, {"castle": "hennebont", "troops": 3}, {"castle": "nantes"}]
    result = solve(siege(sieges=both, enemy_partisans={"vannes": 1}))
    assert result.expected["partisans"]["eliminated"] == pytest.approx(2)  # one in Vannes, one in Nantes
    first_fails = siege(
        sieges=[{"castle": "vannes", "troops": 3}, {"castle": "hennebont"}], enemy_partisans={"vannes": 1}
    )
    assert {dict(o).get("partisans.eliminated", 0) for o in distribution(solve(first_fails))} == {1}


def test_a_pool_runs_out():
    plan = [{"castle": "dol"}, {"castle": "dinan"}, {"castle": "rennes"}, {"castle": "becherel", "troops": 1}]
    # 7 troops: Dol takes 2, Dinan 3; 2 cannot besiege Rennes; Becherel gets 1 and one is kept.
    result = solve(siege(sieges=plan, pool=7))
    assert result.expected["castles"] == pytest.approx({"dol": 1, "dinan": 1, "rennes": 0, "becherel": 2 / 3})
    assert result.expected["troops"] == {"spent": 6, "left": 1}
    # 3 troops: Dinan asks for 3 but one is left after Dol; Rennes as before; Becherel.
    assert solve(siege(sieges=plan, pool=3)).expected["castles"]["dinan"] == 0
    # 4 troops: Dinan makes do with 2.
    assert solve(siege(sieges=plan, pool=4)).expected["castles"]["dinan"] == pytest.approx(2 / 3)
    by_region = solve(siege(sieges=plan, pool_by_region={"saint-malo-et-dol": 6, "rennes": 3}))
    assert by_region.expected["castles"] == pytest.approx({"dol": 1, "dinan": 1, "rennes": 2 / 3, "becherel": 2 / 3})
    assert by_region.expected["troops"] == {"spent": 9, "left": 0}
    assert solve(siege(sieges=plan[:2], pool=0)).win == {"taken": 0, "partly": 0, "held": 1}


def test_a_fight():
    # Die 1, 2, 3 with +1: 2, 3, 4 pieces; the highwaymen first, then the troops of the first region.
    result = solve(fight(3, {"region": "leon", "troops": 2, "highwaymen": 1}, bonus=1))
    expected = [(1, 1, 0, 1, 1), (2, 1, 0, 2, 1), (3, 1, 0, 2, 2)]
    assert distribution(result) == pytest.approx(
        {
            tuple(
                (name, value)
                for name, value in (
                    ("highwaymen", men), ("regions.leon", leon), ("regions.region-1", first),
                    ("removed", gone + men), ("troops", gone), ("winner", 2),
                )
                if value
            ): 1 / 3
            for gone, men, _, first, leon in expected
        }
    )  # fmt: skip
    assert FIGHT.winners[2] == "partly"


@pytest.mark.parametrize(
    ("target", "fields", "win"),
    [
        ({"troops": 2}, {}, {"cleared": 2 / 3, "partly": 1 / 3, "nothing": 0}),
        ({"troops": 3}, {"bonus": 9}, {"cleared": 0, "partly": 1, "nothing": 0}),
        ({"troops": 1}, {"bonus": -2}, {"cleared": 1 / 3, "partly": 0, "nothing": 2 / 3}),
        ({"troops": 2, "highwaymen": 2}, {"bonus": 1}, {"cleared": 0, "partly": 1, "nothing": 0}),
        ({"troops": 2, "highwaymen": 2}, {"bonus": 1, "rules": {"limit": "each"}}, {"cleared": 1 / 3, "partly": 2 / 3}),
        ({"troops": 3}, {"character": "bertrand-du-guesclin"}, {"cleared": 0, "partly": 1}),
    ],
)
def test_fights(target, fields, win):
    result = solve(fight(target, **fields))
    assert {name: result.win[name] for name in win} == pytest.approx(win)


def test_what_goes_first_in_a_fight():
    target = {"troops": 2, "highwaymen": 2}
    assert solve(fight(target)).expected["highwaymen"] == pytest.approx(5 / 3)
    assert solve(fight(target, prefer="troops")).expected["highwaymen"] == 0


def test_one_is_not_many_and_no_battle_is_told():
    words = ("breizh", "battle", "montfort=1", "blois=1")
    assert " 1 troop " in answer("odds", *words)
    assert "1 troops" not in answer("odds", *words)
    assert answer("replay", *words).splitlines() == [
        "There is no battle: too few troops are in the region.",
        "Nobody wins, with 1 troop of Montfort and 1 of Blois left.",
    ]


def test_what_a_castle_brings_hangs_on_the_figures_of_the_rules_in_a_siege_as_in_a_game(tmp_path):
    """Strengths 1 and 2 for the choice and for both: one rule for `odds` and for `play`."""
    own = tmp_path / "own.toml"
    own.write_text("[rules.strength-for-choice]\nvalue = 1\n[rules.strength-for-both]\nvalue = 2\n")
    strong = solve(siege(strength=2, troops=3, bonus=9), facts=own).expected
    assert (strong["partisans"]["eliminated"], strong["partisans"]["rallied"]) == (1.0, 1.0)
    weak = solve(siege(strength=1, troops=1, bonus=9, supplement="eliminate"), facts=own).expected
    assert (weak["partisans"]["eliminated"], weak["partisans"]["rallied"]) == (1.0, 0.0)
