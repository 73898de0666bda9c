"""The exact engine: chains with known answers, forward against backward, circles, traps, and what it costs."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import simcore as sc
from cent_ans_battles import dealt
from simcore.engine import run
from simcore.engine.cost import Cost, TooDear
from simcore.evaluation.questions import prepare
from simcore.evaluation.result import make_result
from toys import LOCK, fire, risk, risk_round, walk


def first_wins(problem: run.Problem) -> float:
    """Chance that the first side wins, both passes agreeing."""
    solution = run.solve_problem(problem)
    chances = run.win_chances(problem, solution.ends)
    assert solution.mass == pytest.approx(1.0, abs=1e-12)
    winner = problem.columns(np.arange(problem.endings))["winner"]
    for side in (1, 2):
        values = run.state_values(problem, (winner == side).astype(float))
        assert values[problem.start] == pytest.approx(chances[side], abs=1e-12)
    return float(chances[1])


# ---- known answers -----------------------------------------------------------------------------------------------


def test_one_round_of_risk():
    assert risk_round(3, 2) == {(0, 2): 2890, (1, 1): 2611, (2, 0): 2275}
    problem = risk(3, 2)
    first, last = problem.model.rows.first[-2:]
    assert sorted(problem.model.rows.probability[first:last] * 7776) == pytest.approx([2275, 2611, 2890])


@pytest.mark.parametrize(
    ("attackers", "defenders", "chance"),
    [(1, 1, 0.416667), (2, 2, 0.362654), (3, 3, 0.470251), (5, 5, 0.506203), (10, 10, 0.567593)],
)
def test_risk(attackers, defenders, chance):
    """Osborne, Markov chains for the RISK board game revisited (2003)."""
    assert first_wins(risk(attackers, defenders)) == pytest.approx(chance, abs=5e-7)


def test_risk_one_against_one_is_a_fraction():
    assert first_wins(risk(1, 1)) == pytest.approx(float(Fraction(15, 36)), abs=1e-15)


@pytest.mark.parametrize(
    ("units", "chance"), [(8, 0.7192466952441381), (12, 0.6657358041183049), (20, 0.6208880312339922)]
)
def test_alternating_fire(units, chance):
    assert first_wins(fire(units, units)) == pytest.approx(chance, abs=1e-12)


def test_a_volley_that_misses_passes_the_turn():
    assert first_wins(fire(1, 1)) == pytest.approx(2 / 3, abs=1e-15)  # 1/2 + 1/4 of the same again
    assert first_wins(fire(1, 1, hits=1)) == pytest.approx(6 / 11, abs=1e-14)


# ---- circles and traps -------------------------------------------------------------------------------------------


def test_a_chain_that_never_ends_is_reported():
    problem = fire(3, 3, hits=0)
    solution = run.solve_problem(problem)
    assert solution.mass == 0.0
    assert np.isnan(run.state_values(problem, np.ones(problem.endings))[problem.start])


@pytest.mark.parametrize("phases", [2, 4])
def test_only_the_trapped_share_is_lost(phases):
    # From state 0 a quarter each ends well, ends badly, goes round once more, and is caught between 2 and 3 (with
    # four phases: in the very block that the others leave).
    chain = [{0: 0.25, 2: 0.25, 4: 0.25, 5: 0.25}, {}, {3: 1.0}, {2: 1.0}, {}, {}, {}, {}]
    solution = run.solve_problem(walk(chain, phases))
    assert solution.ends.tolist() == pytest.approx([0.0, 1 / 3, 1 / 3, 0.0, 0.0], abs=1e-15)
    assert solution.mass == pytest.approx(2 / 3, abs=1e-15)


@pytest.mark.usefixtures("toy_game")
def test_a_result_says_what_mass_it_accounts_for():
    result = sc.solve({"game": "toy", "combat": "lock", "locks": 1})
    assert result.mass == pytest.approx(0.75)
    assert result.win == pytest.approx({"attacker": 0.375, "defender": 0.375, "none": 0.0})
    nothing = sc.solve({"game": "toy", "combat": "lock", "locks": 4})
    assert nothing.mass == 0.0
    assert nothing.outcomes == []


@st.composite
def chains(draw):
    """A chain in blocks: moves stay in their block or go to a later one; the last block is over."""
    phases = draw(st.integers(1, 4))
    blocks = draw(st.integers(1, 4))
    last = phases * blocks
    chain = []
    for state in range(last):
        reach = list(range(state - state % phases, last + phases))
        targets = draw(st.lists(st.sampled_from(reach), min_size=1, max_size=4, unique=True))
        weights = draw(st.lists(st.integers(1, 5), min_size=len(targets), max_size=len(targets)))
        chain.append({to: weight / sum(weights) for to, weight in zip(targets, weights, strict=True)})
    return [*chain, *[{}] * phases], phases


@given(chains(), st.data())
def test_any_chain_against_linear_algebra(chain_and_phases, data):
    chain, phases = chain_and_phases
    start = data.draw(st.integers(0, len(chain) - 1))
    problem = walk(chain, phases, start)
    moves = np.zeros((len(chain), len(chain)))
    for state, targets in enumerate(chain):
        for to, p in targets.items():
            moves[state, to] = p
    over = np.array([not targets for targets in chain])
    reaches = np.eye(len(chain), dtype=bool)
    for _ in chain:
        reaches |= reaches @ (moves > 0)
    ends = reaches[:, over].any(axis=1)  # states from which the walk can end
    going = ends & ~over
    inside, out = moves[np.ix_(going, going)], moves[np.ix_(going, over)]
    absorbed = np.zeros((len(chain), int(over.sum())))
    absorbed[going] = np.linalg.solve(np.eye(int(going.sum())) - inside, out)
    absorbed[over] = np.eye(int(over.sum()))

    solution = run.solve_problem(problem)
    assert solution.ends == pytest.approx(absorbed[start], abs=1e-12)
    assert solution.mass == pytest.approx(absorbed[start].sum(), abs=1e-12)
    if ends[reaches[start]].all():
        visits = np.zeros(len(chain))
        visits[going] = np.linalg.solve(np.eye(int(going.sum())) - inside.T, np.eye(len(chain))[start][going])
        assert solution.rolls == pytest.approx(visits[~over], abs=1e-9)
        if not ends.all():
            return
        worth = np.arange(1.0, problem.endings + 1)
        assert run.state_values(problem, worth) == pytest.approx(absorbed @ worth, abs=1e-9)


# ---- battles -----------------------------------------------------------------------------------------------------

BATTLES = dealt("pitched-battle", 20, seed=31, troops=3, elite=2) + dealt("siege", 20, seed=32, troops=4, elite=3)


@pytest.mark.parametrize("number", range(len(BATTLES)))
def test_forward_is_backward(number):
    problem = prepare(BATTLES[number]).problem
    first_wins(problem)
    solution = run.solve_problem(problem)
    worth = np.random.default_rng(number).random(problem.endings)
    assert run.state_values(problem, worth)[problem.start] == pytest.approx(solution.ends @ worth, abs=1e-12)


# ---- what it costs, and who is asked -----------------------------------------------------------------------------

TYPICAL = {
    "Edward III meets Philip VI": {
        "attacker": {"leaders": ["edward-iii"], "equipment": ["english-longbow"], "policy": "keep_dice"},
        "defender": {"leaders": ["philip-vi"], "equipment": ["crossbow"], "policy": "keep_dice"},
    },
    "ten a side": {"attacker": {"english": 6, "burgundian": 4}, "defender": {"french": 5, "armagnac": 5}},
    "guns": {
        "attacker": {"leaders": ["charles-vii"], "equipment": ["field-artillery"]},
        "defender": {"leaders": ["john-talbot"], "equipment": ["ribaudequin"], "retreat_room": 3},
    },
    "Joan before Paris": {
        "combat": "siege",
        "place": "paris",
        "attacker": {"leaders": ["joan-of-arc"], "equipment": ["heavy-bombard"]},
        "defender": {"english": 6, "burgundian": 4, "elite": 2, "equipment": ["hand-culverin"]},
    },
}


@pytest.mark.parametrize("name", TYPICAL)
def test_the_cost_estimate_is_never_too_low_and_not_far_too_high(name):
    problem = prepare({"game": "cent-ans", "combat": "pitched-battle", **TYPICAL[name]}).problem
    moves = run.solve_problem(problem).moves
    assert moves <= run.exact_cost(problem) <= 40 * moves
    assert run.affordable(problem)


@given(st.integers(0, 2**32 - 1))
def test_the_cost_estimate_is_never_too_low(seed):
    for combat in ("pitched-battle", "siege"):
        (scenario,) = dealt(combat, 1, seed=seed, troops=3, elite=3)
        problem = prepare(scenario).problem
        assert run.solve_problem(problem).moves <= run.exact_cost(problem)


HUGE = {
    "game": "cent-ans",
    "combat": "pitched-battle",
    "attacker": {
        "english": 25, "burgundian": 35, "elite": 10, "policy": "proportional", "retreat_room": 20,
        "equipment": ["field-artillery"],
    },
    "defender": {
        "french": 40, "armagnac": 25, "elite": 10, "policy": "proportional", "retreat_room": 20,
        "equipment": ["ribaudequin"],
    },
}  # fmt: skip


@pytest.mark.compiled
def test_small_is_answered_exactly_and_too_large_by_trials():
    small = {"game": "cent-ans", "combat": "pitched-battle", **TYPICAL["Edward III meets Philip VI"]}
    assert sc.evaluate(small).method == "exact"
    assert not run.affordable(prepare(HUGE).problem)
    result = sc.evaluate(HUGE, trials=None, seed=3)
    assert (result.method, result.sampler, result.trials) == ("monte-carlo", "direct", 1_000_000)


@pytest.mark.compiled
def test_exact_refuses_what_no_memory_holds(monkeypatch):
    monkeypatch.setattr("simcore.engine.cost.MOST", Cost(1e9, 80))
    with pytest.raises(TooDear, match=r"^exact: .* s and .* MB are more than .*; use trials$"):
        sc.solve(BATTLES[0])


@pytest.mark.compiled
def test_exact_refuses_huge_armies():
    with pytest.raises(TooDear, match=r"^exact: .* s and [\d,]+ MB are more than .*; use trials$"):
        sc.evaluate(HUGE, exact=True)


def test_small_is_exact_and_trials_are_trials():
    battle = BATTLES[0]
    assert sc.evaluate(battle).method == "exact"
    assert sc.evaluate(battle, exact=True).win == sc.evaluate(battle).win
    assert sc.evaluate(battle, trials=20).method == "monte-carlo"


def test_what_is_certain_is_exactly_one():
    """Chances of the last digits of a float add up to more or less than 1: certain is certain all the same."""
    for rolls in range(2, 40):
        shares = [1 / rolls] * rolls
        moves = [{1 + end: share for end, share in enumerate(shares)}, *[{}] * rolls]
        ends = run.solve_problem(walk(moves, 1))
        result = make_result(LOCK, replace(walk(moves, 1), columns=lambda e: {"winner": np.ones_like(e)}), ends.ends,
                             ends.rolls, trials=None, statement=None, method="exact", seed=None,
                             sampler=None, assumed=(), public=(), rules="", version="")  # fmt: skip
        assert max(result.win.values()) == 1.0
        assert result.columns["p"].tolist() == [1.0]
