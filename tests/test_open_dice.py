"""Choices as the dice lie on the table: Terror's die, Feint, Parry, Bodyguards; against a search through every tree."""

import numpy as np
import pytest

import simcore as sc
from legendary_attacks import UNITS, dealt
from naive.legendary_best import BestAttack, best
from simcore.advice.beside import best_of_both
from simcore.advice.best_play import best_play
from simcore.contracts.optimal import optimal_cost
from simcore.contracts.utility import Utility
from simcore.engine import cost, run
from simcore.engine.jit import uncompiled
from simcore.errors import SimcoreError
from simcore.evaluation.questions import prepare
from simcore.evaluation.replay import replay
from simcore.games.legendary import reroll_kernels
from simcore.scenarios.edits import variant

BETWEEN = ("terror_policy", "feint_policy", "parry_policy", "bodyguard_policy")
AIMS = ("defenders_policy", "targeting_policy", "attackers_policy", "ruthless_policy")
ORDERS = ("attack-first", "defence-first")
NAMED = {
    "terror_policy": ("most_results", "most_kills", "most_pushes"),
    "feint_policy": ("always", "never"),
    "parry_policy": ("keep_dodge", "keep_both", "keep_retaliation", "keep_none", "never"),
    "bodyguard_policy": ("always", "never"),
}


def entry(one):
    return one if isinstance(one, dict) else {"unit" if one in UNITS else "character": one}


def melee(attackers, defenders, **fields):
    """The search takes no name alone for an entry."""
    sides = {"attackers": [*map(entry, attackers)], "defenders": [*map(entry, defenders)]}
    return {"game": "legendary", "combat": "melee", **sides, **fields}


def drawn(scenario, number):
    """A utility of every column."""
    names = ["win.attacker", *(name for name in sc.solve(scenario).columns if name not in ("p", "winner"))]
    return dict(zip(names, np.random.default_rng(number).normal(size=len(names)).round(3).tolist(), strict=True))


def sought(scenario, free, utility):
    return variant(scenario, {**dict.fromkeys(free, "optimal"), "utility": utility})


def worth(scenario, free, utility):
    return Utility(utility).of(sc.solve(sought(scenario, free, utility)))


# Attacks in which several of these skills meet.
MET = (
    melee(["henry-v", "foot-knights"], ["musician", "halberdiers"], terrain="forest"),
    melee(["impetuous-knights", "foot-knights"], ["musician", "standard-bearer"], terrain="village"),
    melee(["henry-v"], [{"unit": "foot-knights", "count": 2}, "philippe-the-bold"]),
    melee(["philippe-the-bold", "henry-v"], ["guisarmers", "halberdiers"]),
    melee(["thomas-kyriell", "earl-of-warwick"], ["edward-of-york", "earl-of-salisbury"], terrain="forest"),
    melee(["jean-son-of-the-king", "foot-knights"], [{"character": "edward-of-york", "wounds": 2}, "captal-de-buch"]),
    melee(["jean-son-of-the-king", "henry-v"], ["edward-of-york", "standard-bearer"], terrain="forest", push_room=0),
    melee(["mounted-sergeants-at-arms", "walter-of-brienne"], [{"unit": "pikemen", "count": 2}, "earl-of-suffolk"],
          terrain="village", ruthless_tokens=1),
)  # fmt: skip


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("number", range(len(MET)))
def test_dice_on_the_table_are_chosen_as_a_search_through_the_whole_tree_chooses(number, order):
    scenario = MET[number] | {"rerolls": order}
    for free in (BETWEEN, (*BETWEEN, *AIMS)):
        utility = drawn(scenario, 7 * number + len(free))
        assert worth(scenario, free, utility) == pytest.approx(best(scenario, utility, free), abs=1e-9)


@pytest.mark.parametrize("number", range(24))
def test_each_choice_by_itself_is_that_of_the_search(number):
    """One side chooses as the dice lie, the other by its policies."""
    scenario = MET[number % len(MET)] | {"rerolls": ORDERS[number % 2]}
    free = (BETWEEN[number // 2 % len(BETWEEN)],)
    utility = {"win.attacker": 1.0} if number % 3 == 0 else drawn(scenario, number)
    assert worth(scenario, free, utility) == pytest.approx(best(scenario, utility, free), abs=1e-9)


@pytest.mark.parametrize("number", range(20))
def test_dealt_attacks_are_played_as_the_search_plays_them(number):
    scenario = dealt("melee", 20, seed=91, more=1, most=3)[number] | {"rerolls": ORDERS[number % 2]}
    utility = drawn(scenario, number)
    assert worth(scenario, BETWEEN, utility) == pytest.approx(best(scenario, utility, BETWEEN), abs=1e-9)


def test_the_search_by_policies_alone_gives_the_answer_by_policies():
    """What the search is set against when nothing is free."""
    for scenario in MET:
        plain = sc.solve(scenario).win["attacker"]
        assert BestAttack(scenario, {"win.attacker": 1.0}, ()).answer() == pytest.approx(plain, abs=1e-12)


def test_no_order_before_the_dice_does_better():
    """Against every named behaviour, all else as it is; the standing order is the best of them."""
    gained = dict.fromkeys(BETWEEN, 0.0)
    for number, scenario in enumerate(MET):
        utility = drawn(scenario, number)
        for field, named in NAMED.items():
            sign = 1.0 if field in ("terror_policy", "feint_policy") else -1.0
            fixed = [sign * worth({**scenario, field: name}, (), utility) for name in named]
            chosen = sign * worth(scenario, (field,), utility)
            assert chosen >= max(fixed) - 1e-12
            gained[field] = max(gained[field], chosen - max(fixed))
            if field != "bodyguard_policy":
                standing = sign * worth({**scenario, field: "standing"}, (), utility)
                assert standing == pytest.approx(max(fixed), abs=1e-12)
    assert min(gained.values()) > 1e-3  # for each of them there is an attack in which to look first is worth more


def test_a_parry_waits_for_what_the_attack_shows():
    """A Standard Bearer whose blank dodges rolls it again only where that can save somebody else."""
    scenario = melee(["sergeants-at-arms"], ["standard-bearer", "sergeants-at-arms"], terrain="forest")
    told = best_play(scenario, utility={"win.defender": -1.0}).situations
    does = {one.does for one in told if one.where.startswith("Parry")}
    assert {"no die rolled again", "a die of standard-bearer rolled again"} <= does


def test_a_bodyguard_steps_in_where_he_likes_and_may_die_of_it():
    """Both have one wound left, the attackers aim at whom they want, and Edward can die for d'Albret."""
    hurt = [{"character": name, "wounds": 2} for name in ("edward-of-york", "charles-d-albret")]
    scenario = melee(["jean-son-of-the-king"], hurt, targeting_policy="optimal")
    for policy, falls in {"always": True, "never": True, "optimal": False}.items():
        for wanted, expected in {"charles-d-albret": falls, "edward-of-york": True}.items():
            utility = {f"defender.{wanted}_disrupted": 1.0}
            found = sc.solve({**scenario, "bodyguard_policy": policy, "utility": utility})
            assert (Utility(utility).of(found) > 1e-12) == expected


def test_retaliation_that_lies_on_the_table_is_known_to_those_who_assign():
    """Defenders whose dice fell the last attacker hold the area whoever of them falls, and spare whom they like."""
    scenario = melee(["foot-knights"], ["foot-knights", "halberdiers", "boucicaut"])
    for number in range(6):
        utility = drawn(scenario, number) | {"win.defender": -1.0}
        free = ("defenders_policy",)
        assert worth(scenario, free, utility) == pytest.approx(best(scenario, utility, free), abs=1e-9)


def test_whose_rerolls_come_first_matters_only_to_those_who_look():
    first, second = (MET[2] | {"rerolls": order} for order in ORDERS)
    assert sc.solve(first).win == sc.solve(second).win
    for number in range(3):
        utility = drawn(first, number)
        values = [worth(one, ("feint_policy", "parry_policy"), utility) for one in (first, second)]
        assert values[0] <= values[1] + 1e-12  # whoever comes last sees more


@pytest.mark.parametrize("order", ORDERS)
def test_states_are_numbered_in_time_and_back(order):
    problem = prepare(sought(MET[0] | {"rerolls": order}, (*BETWEEN, *AIMS), {"win.attacker": 1.0})).problem
    model = problem.model.rules
    pack, unpack = uncompiled(reroll_kernels.pack), uncompiled(reroll_kernels.unpack)
    next_roll, transition = uncompiled(reroll_kernels.next_roll), uncompiled(reroll_kernels.transition)
    for number in range(0, problem.states, 7):
        state = unpack(model, number)
        assert pack(model, state) == number
        row, _ = next_roll(model, state)
        if row >= 0:
            after = [pack(model, transition(model, state, face)) for face in range(*model.rows.first[row : row + 2])]
            assert number < min(after)
            assert max(after) < problem.states


def test_the_estimate_of_best_play_counts_no_less_than_it_looks_at():
    problem = prepare(sought(MET[0], (*BETWEEN, *AIMS), {"win.attacker": 1.0})).problem
    next_roll, unpack, model = (
        uncompiled(reroll_kernels.next_roll),
        uncompiled(reroll_kernels.unpack),
        problem.model.rules,
    )
    faces = np.append(np.diff(model.rows.first), 0)  # a state that is over looks at none
    looked_at = sum(faces[next_roll(model, unpack(model, number))[0]] for number in range(problem.states))
    assert run.exact_cost(problem) >= looked_at >= run.solve_problem(problem).moves
    assert optimal_cost(problem).size >= problem.states * 8 + problem.decisions * 2


CROWDED = melee([{"unit": "foot-knights", "count": 2}], [{"unit": "halberdiers", "count": 2}, "musician",
                "standard-bearer"], terrain="forest")  # fmt: skip


def test_dice_that_can_lie_in_too_many_ways_are_refused_and_best_play_gives_orders_instead(monkeypatch):
    monkeypatch.setattr("simcore.games.legendary.rerolls.MOST_LIES", 300)
    with pytest.raises(SimcoreError, match="too many ways; name a policy for them, or standing"):
        sc.solve({**CROWDED, "parry_policy": "optimal"})
    found = sc.solve({**CROWDED, "parry_policy": "standing"})
    named = [sc.solve({**CROWDED, "parry_policy": name}).win["attacker"] for name in NAMED["parry_policy"]]
    assert found.win["attacker"] == pytest.approx(min(named), abs=1e-12)
    assert found.chosen["settled"]["parry_policy"] in NAMED["parry_policy"]
    prepared = prepare(CROWDED)
    policy_fields = {one.path: one.best for one in prepared.combat.policy_fields(prepared.scenario, prepared.figures)}
    assert policy_fields["parry_policy"] == "standing"
    assert policy_fields["defenders_policy"] == "optimal"


def test_best_play_beside_an_answer_is_left_out_where_it_is_dear():
    assert best_of_both(prepare(MET[2])).win is not None
    assert best_of_both(prepare(melee([{"unit": "foot-knights", "count": 6}], [{"unit": "halberdiers", "count": 4}],
                                  terrain="forest"))).win is None  # fmt: skip


def test_orders_before_the_dice_cost_together_what_each_of_them_costs():
    scenario = melee(["edmund-of-somerset", "henry-v"], ["standard-bearer", "halberdiers"], terrain="forest",
                     somerset_policy="optimal", parry_policy="optimal")  # fmt: skip
    once = optimal_cost(prepare({**scenario, "somerset_policy": "standard-bearer"}).problem)
    with (
        cost.up_to(cost.Cost(1.001 * once.seconds, 1e9)),
        pytest.raises(cost.TooDear, match="name some of the policies"),
    ):
        sc.evaluate(scenario)
    assert sc.solve(scenario).chosen["settled"].keys() == {"somerset_policy"}


def test_trials_and_tellings_choose_as_best_play_does():
    scenario = sought(MET[0], (*BETWEEN, *AIMS), {"win.attacker": 1.0})
    exact = sc.solve(scenario)
    for sampler in ("chain", "direct"):
        counted = sc.simulate(scenario, trials=4_000, seed=3, sampler=sampler)
        assert abs(counted.win["attacker"] - exact.win["attacker"]) < 5 * counted.standard_error["attacker"]
        told = [" ".join(replay(scenario, trial=trial, sampler=sampler).lines) for trial in range(12)]
        assert any("Terror: " in one for one in told)
        assert any("is rolled again" in one for one in told)


def test_best_play_tells_what_a_side_does_with_its_dice():
    told = best_play(MET[4]).situations + best_play(MET[1]).situations
    assert {"Parry", "Terror"} <= {one.where.partition(":")[0] for one in told}
    assert any("keeps red" in one.does or "keeps white" in one.does for one in told)
    assert all("{" not in one.where for one in told)
