"""Battles side by side: simcore, programs in C, vectorised NumPy by trials; simcore, icepool and dyce exactly."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

import simcore as sc
from bench.conftest import Recorder
from bench.contestants import in_c, in_dyce, in_icepool
from bench.contestants.rules import RULES, Ending
from bench.duels import CHAIN_IN_C, DUELS, NUMPY
from bench.figures import Figure, ratios
from bench.turns import Turn, of_calls, of_fresh_calls, take_turns
from simcore.engine import run

TRIALS = 200_000  # where speed does not matter
DICE = {"breizh battle": 2 * 6.8104926, "legendary melee": 12.0, "joan combat": 2.0}  # known without simcore
LEFT = {
    "breizh battle": ("montfort.troops", "blois.troops"),
    "legendary melee": ("attacker.left", "defender.left"),
    "bouvines clash": ("coalition.troops", "france.troops"),
}
NOTHING_KEPT = "exact, nothing kept"  # of questions before
EXACT = {"icepool": in_icepool.solver, "dyce": in_dyce.solver}
SWEEP = 20  # troops a side


@pytest.mark.parametrize("name", DUELS)
def test_trials_of_a_battle(recorder: Recorder, tmp_path: Path, name: str) -> None:
    duel = DUELS[name]
    contestants: dict[str, Turn] = {"chain": duel.ours("chain"), "direct": duel.ours("direct")}
    for who, program in duel.programs:
        for made in recorder.present(f"{name}, {who}", partial(in_c.Program, program, *duel.arguments)):
            contestants[who] = duel.c(who, made)
    for made in recorder.present(f"{name}, {CHAIN_IN_C}", lambda: duel.c_chain(tmp_path)):
        contestants[CHAIN_IN_C] = duel.c(CHAIN_IN_C, made)
    if duel.rules is None:
        recorder.leave_out(f"{name}, {NUMPY}", "troops that walk a map and see along lines are no table of dice")
    else:
        contestants[NUMPY] = duel.numpy(duel.rules)
    spent = take_turns(contestants, recorder.pace, TRIALS)
    recorder.add(*(Figure(name, who, "ns", turns) for who, turns in spent.items()))
    recorder.add(
        *(figure for figure in ratios(name, spent, ("chain", "direct")) if figure.who != f"direct / {CHAIN_IN_C}")
    )


@pytest.mark.parametrize("name", DUELS)
def test_programs_in_c_fight_the_same_battle(recorder: Recorder, name: str) -> None:
    duel, trials = DUELS[name], 1_000_000
    solution = run.solve_problem(duel.problem)
    expected = sc.solve(duel.scenario).expected
    for who, program in duel.programs:
        for made in recorder.present(f"{name}, {who}", partial(in_c.Program, program, *duel.arguments)):
            assert made(trials, 1) > 0.0
            duel.check(who, (made.wins, made.losses), trials)
            rolls = DICE.get(name, float(solution.rolls.sum()))
            assert made.rolls / trials == pytest.approx(rolls, abs=0.02)
            for side, column in enumerate(LEFT.get(name, ())):
                camp, what = column.split(".")
                assert made.left[side] / trials == pytest.approx(expected[camp][what], abs=0.01)


@pytest.mark.parametrize("name", DUELS)
def test_the_chain_in_c_counts_the_same(recorder: Recorder, tmp_path: Path, name: str) -> None:
    duel = DUELS[name]
    sampling = run.Sampling(duel.problem, "chain")
    for program in recorder.present(f"{name}, {CHAIN_IN_C}", lambda: duel.c_chain(tmp_path)):
        for trials in (1, 47, 48, 100_003):
            program(trials, 9)
            ends, rolls = sampling.unit(9, 0, trials)
            assert (program.wins, program.rolls) == (run.win_chances(duel.problem, ends)[1], rolls.sum())


# ---- exactly -------------------------------------------------------------------------------------------------------


def _wins(ends: dict[Ending, float]) -> tuple[float, float, float]:
    none, first, second = (sum(chance for ending, chance in ends.items() if ending[0] == side) for side in range(3))
    return first, second, none


@pytest.mark.parametrize("name", RULES)
def test_exact_battles(recorder: Recorder, name: str) -> None:
    duel = DUELS[name]
    rules = duel.rules
    assert rules is not None
    expected = sc.solve(duel.scenario).expected
    contestants: dict[str, Turn] = {"exact": of_calls(lambda: sc.solve(duel.scenario))}
    if duel.kept:  # the libraries begin with empty memory
        contestants[NOTHING_KEPT] = of_fresh_calls(lambda: sc.solve(duel.scenario), duel.forget)
    for who, library in EXACT.items():
        for solve in recorder.present(f"{name}, {who}", library):
            (ends,) = solve([rules])
            assert sum(ends.values()) == pytest.approx(1.0, abs=1e-12)
            assert _wins(ends)[:2] == pytest.approx(duel.wins, abs=1e-9)
            for side, column in enumerate(LEFT.get(name, ()), start=1):
                camp, what = column.split(".")
                left = sum(chance * ending[side] for ending, chance in ends.items())
                assert left == pytest.approx(expected[camp][what], abs=1e-9)
            contestants[who] = of_calls(partial(solve, [rules]))
    spent = take_turns(contestants, recorder.pace)
    recorder.add(*(Figure(f"{name}, exact", who, "ms", [t / 1e6 for t in turns]) for who, turns in spent.items()))
    ours = [who for who in ("exact", NOTHING_KEPT) if who in spent]
    recorder.add(*ratios(f"{name}, exact", spent, ours))


def test_a_sweep_of_exact_battles(recorder: Recorder) -> None:
    """Every battle of Breizh up to so many troops a side, where a library keeps what it has found for the others."""
    troops = range(1, (SWEEP if recorder.measures else 5) + 1)
    pairs = [(montfort, blois) for montfort in troops for blois in troops]
    sweep = {"montfort": troops, "blois": troops}

    def ours() -> Any:
        return sc.table({"game": "breizh", "combat": "battle"}, sweep)

    frame = ours().set_index(["montfort", "blois"])
    contestants: dict[str, Turn] = {"exact": of_calls(ours)}
    for who, library in EXACT.items():
        for solve in recorder.present(f"sweep of battles, {who}", library):
            battles = [RULES["breizh battle"](*pair) for pair in pairs]
            for pair, ends in zip(pairs, solve(battles), strict=True):
                row = frame.loc[pair]
                assert _wins(ends) == pytest.approx((row["win_montfort"], row["win_blois"], row["win_none"]), abs=1e-9)
            contestants[who] = of_calls(partial(solve, battles))
    spent = take_turns(contestants, recorder.pace)
    what = f"all {len(pairs)} battles of Breizh up to {troops[-1]} a side"
    recorder.add(*(Figure(what, who, "ms", [t / 1e6 for t in turns]) for who, turns in spent.items()))
    recorder.add(*ratios(what, spent, ("exact",)))
