"""Policy `optimal` of La guerre de Cent Ans: the best there is, by a search through the whole tree of a battle."""

import numpy as np
import pytest

import simcore as sc
from cent_ans_battles import JOHN, KINDS, POLICIES, SIDES, dealt, with_cards
from naive.cent_ans_best import BestPlay
from simcore.contracts.utility import Utility
from simcore.engine.cost import Cost, TooDear
from simcore.errors import BadInput
from simcore.evaluation.replay import replay
from simcore.scenarios.edits import variant

SMALL = [
    *dealt("pitched-battle", 40, seed=11, troops=2, elite=2),
    *dealt("siege", 30, seed=12, troops=3, elite=2),
]
SMALL = [scenario for scenario in SMALL if JOHN not in scenario["events"]]  # one kind on each side: nothing to choose
FREE = ((), ("attacker",), ("defender",), SIDES)


def utility_of(scenario, number):
    """The win chance, or weights of everything a side can have left."""
    if number % 3 == 0:
        return {"win.attacker": 1.0}
    drawn = np.random.default_rng(number)
    names = [f"{side}.{kind}" for side in SIDES for kind in KINDS if scenario[side].get(kind)]
    names += [f"{side}.retreated" for side in SIDES] + [f"win.{side}" for side in SIDES]
    return dict(zip(names, drawn.normal(size=len(names)).round(3).tolist(), strict=True))


def playing_best(scenario, free, utility):
    """The scenario with every choice of these sides free."""
    changes = {f"{side}.policy": "optimal" for side in free} | {f"{side}.shooting_policy": "optimal" for side in free}
    changes |= {f"{side}.leader_effects": "optimal" for side in free}
    return variant(scenario, changes | {"utility": utility})


@pytest.mark.parametrize("number", range(len(SMALL)))
def test_as_good_as_a_search_through_the_whole_tree(number):
    scenario = SMALL[number]
    utility, free = utility_of(scenario, number), FREE[number % 4]
    found = sc.solve(playing_best(scenario, free, utility))
    chosen = found.chosen.get("elite_card", {})
    told = with_cards({**scenario, "utility": None}, chosen)
    searched = BestPlay(told, utility, free).answer()
    assert Utility(utility).of(found) == pytest.approx(searched, abs=1e-9)


def test_the_search_alone_gives_what_the_policies_give():
    """Without a free choice the search is one more writing of the rules."""
    for scenario in SMALL[:8]:
        result = sc.solve(variant(scenario, {"utility": {"win.attacker": 1.0}}))
        told = with_cards(scenario, result.chosen.get("elite_card", {}))
        assert BestPlay(told, {"win.attacker": 1.0}, ()).answer() == pytest.approx(result.win["attacker"], abs=1e-12)


@pytest.mark.compiled
@pytest.mark.parametrize("combat", ["pitched-battle", "siege"])
def test_never_worse_than_a_named_policy(combat):
    """500 scenarios: against the opponent as he stands, the attacker for his win chance, the defender against it."""
    for number, scenario in enumerate(dealt(combat, 250, seed=13, troops=5, elite=2)):
        side = SIDES[number % 2]
        held = variant(scenario, {f"{name}.equipment": [] for name in SIDES})
        won = {
            policy: sc.solve(variant(held, {f"{side}.policy": policy})).win["attacker"]
            for policy in (*POLICIES, "optimal")
        }
        attacks = side == "attacker"
        assert won["optimal"] == pytest.approx((max if attacks else min)(won.values()), abs=1e-12), scenario


BATTLE = {
    "game": "cent-ans",
    "combat": "pitched-battle",
    "attacker": {"english": 4, "burgundian": 3, "elite": 2, "equipment": "english-longbow", "policy": "optimal",
                 "shooting_policy": "optimal"},
    "defender": {"french": 4, "armagnac": 4, "policy": "optimal"},
    "initiative": "attacker",
}  # fmt: skip


@pytest.mark.compiled
@pytest.mark.parametrize("sampler", ["chain", "direct"])
def test_trials_and_tellings_choose_the_same(sampler):
    exact = sc.solve(BATTLE)
    counted = sc.simulate(BATTLE, trials=20_000, seed=5, sampler=sampler)
    assert abs(counted.win["attacker"] - exact.win["attacker"]) < 5 * counted.standard_error["attacker"]
    story = replay(BATTLE, trial=5, seed=5, sampler=sampler)
    assert story.outcome["winner"] in SIDES
    columns = {name: story.outcome[name] for name in exact.columns if name not in ("p", "winner")}
    assert any(all(row[name] == count for name, count in columns.items()) for row in exact.outcomes)


@pytest.mark.parametrize(("order", "same"), [("elite", "elite_first"), ("elite-to-9,english-to-9", "keep_dice")])
def test_a_list_of_steps_is_a_policy(order, same):
    """As far as it goes, and where it ends, `keep_dice`."""
    told = sc.solve(variant(BATTLE, {"attacker.policy": order}))
    assert told.scenario["attacker"]["policy"] == order
    assert told.win == sc.solve(variant(BATTLE, {"attacker.policy": same})).win


def test_a_step_keeps_what_it_says():
    """One LOSS on 2 English and 1 Burgundian: whom the first roll takes."""
    battle = {
        "game": "cent-ans", "combat": "siege", "place": "castle-1", "initiative": "defender",
        "attacker": {"english": 2, "burgundian": 1}, "defender": {"french": 1},
    }  # fmt: skip
    for order, left in {
        "english-to-1,burgundian": (1, 1),
        "burgundian-to-1,english": (1, 1),
        "burgundian": (2, 0),
    }.items():
        rows = sc.solve(variant(battle, {"attacker.policy": order})).outcomes
        lifted = {(row["attacker.english"], row["attacker.burgundian"]) for row in rows if row["winner"] == 2}
        assert left in lifted
        assert len({pair for pair in lifted if sum(pair) == 2}) == 1


@pytest.mark.parametrize("limit", [Cost(0.0, 1e9), Cost(1e9, 1.0)])
def test_best_play_that_would_cost_too_much_is_refused_with_its_cost(monkeypatch, limit):
    monkeypatch.setattr("simcore.engine.cost.MOST", limit)
    with pytest.raises(TooDear, match=r"^optimal: .* s and .* MB are more than .*; name the policies"):
        sc.solve(BATTLE)


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("attacker.policy", "optimum", "did you mean optimal"),
        ("attacker.policy", "french-to-2", "kinds of this camp: english, burgundian, elite"),
        ("attacker.policy", "english-to-x", "steps such as"),
        ("attacker.policy", 3, "allowed: weakest_first, keep_dice"),
        ("utility", {}, "at least 1"),
        ("utility", {"win.burgundy": 1.0}, "win.none, win.attacker"),
        ("utility", {"win.attacker": "much"}, "a number"),
        ("utility", {"win.attacker": -1e308}, "at least -1000000000000"),
    ],
)
def test_what_is_no_policy(field, value, said):
    with pytest.raises(BadInput, match=said):
        sc.solve(variant(BATTLE, {field: value}))
