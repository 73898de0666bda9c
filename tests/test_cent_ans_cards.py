"""Cards that work only with what they need, and leaders who bring their armies."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import simcore as sc
from cent_ans_battles import FACTIONS, LEADERS, SIDES, THROUGH_ELITE
from cent_ans_variants import any_battle, any_siege, close, with_cards, with_side


@given(st.one_of(any_battle, any_siege), st.sampled_from(SIDES))
def test_cards_of_the_elite_need_elite_units(scenario, side):
    army = scenario[side]
    if any(army.get(kind) for kind in (*FACTIONS["english"], *FACTIONS["french"])):
        army["elite"] = 0
        close(
            sc.solve(scenario), sc.solve({**scenario, side: with_cards(army, lambda card: card not in THROUGH_ELITE)})
        )


@pytest.mark.compiled
@given(any_battle)
def test_siege_cards_do_nothing_in_a_battle(scenario):
    for card in ("bombard", "heavy-bombard"):
        for side in SIDES:
            if "elite" in scenario[side]:
                with_card = with_side(scenario, side, equipment=[card])
                close(sc.solve(with_card), sc.solve(with_side(scenario, side, equipment=[])))


# ---- leaders -----------------------------------------------------------------------------------------------------

PRINTED = {  # first faction, second faction, elite: leader cards 1 to 12
    "philip-vi": (9, 6, 3), "bertrand-du-guesclin": (3, 3, 1), "charles-v": (4, 4, 2), "jean-de-bourbon": (3, 6, 2),
    "charles-vii": (6, 5, 3), "joan-of-arc": (6, 2, 3), "edward-iii": (8, 4, 2), "robert-knolles": (2, 6, 1),
    "black-prince": (4, 2, 3), "john-talbot": (3, 4, 3), "henry-v": (9, 4, 3), "john-of-lancaster": (6, 3, 2),
}  # fmt: skip


@pytest.mark.parametrize("leader", PRINTED)
def test_a_leader_alone_brings_his_printed_army(leader):
    camp = next(camp for camp, names in LEADERS.items() if leader in names)
    factions = ("english", "burgundian") if camp == "english" else ("french", "armagnac")
    first, second, elite = PRINTED[leader]
    enemy = {"defender": {"papal_guard": 2}}
    battle = {"game": "cent-ans", "combat": "pitched-battle", **enemy}
    alone = sc.solve({**battle, "attacker": {"leaders": leader}})
    army = {factions[0]: first, factions[1]: second, "elite": elite, "leaders": [leader]}
    told = sc.solve({**battle, "attacker": army})
    close(alone, told)
    assert alone.scenario_id == told.scenario_id
    assert {kind: alone.scenario["attacker"][kind] for kind in (*factions, "elite")} == {
        factions[0]: first,
        factions[1]: second,
        "elite": elite,
    }


def test_two_leaders_bring_both_armies():
    battle = {
        "game": "cent-ans",
        "combat": "pitched-battle",
        "attacker": {"leaders": ["henry-v", "john-of-lancaster"]},
        "defender": {"papal_guard": 1},
    }
    brought = sc.solve(battle).scenario["attacker"]
    assert (brought["english"], brought["burgundian"], brought["elite"]) == (15, 7, 5)


@given(any_battle)
def test_a_scenario_as_understood_is_the_same_scenario(scenario):
    result = sc.solve(scenario)
    again = sc.solve(result.scenario)
    assert again.scenario == result.scenario
    assert again.scenario_id == result.scenario_id
    assert again.outcomes == result.outcomes


def test_cards_that_do_nothing_are_named():
    battle = {"game": "cent-ans", "combat": "pitched-battle"}
    held = {"english": 3, "elite": 1, "equipment": ["bombard", "english-longbow"]}
    told = sc.solve({**battle, "attacker": held, "defender": {"french": 3}})
    assert told.chosen == {"elite_card": {"attacker": "english-longbow"}, "without_effect": {"attacker": ["bombard"]}}
    told = sc.solve({**battle, "attacker": {**held, "elite": 0}, "defender": {"french": 3}})
    assert told.chosen == {"without_effect": {"attacker": ["bombard", "english-longbow"]}}
    assert told.assumed == ()  # a longbow without archers decides nothing


def test_whole_numbers_of_numpy_are_whole_numbers():
    battle = {"game": "cent-ans", "combat": "pitched-battle", "defender": {"french": 3}}
    numbered = sc.simulate({**battle, "attacker": {"english": np.int64(3)}}, trials=np.int64(100), seed=np.uint32(1))
    assert numbered.win == sc.simulate({**battle, "attacker": {"english": 3}}, trials=100, seed=1).win
