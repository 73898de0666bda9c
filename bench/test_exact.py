"""Exact answers: each combat alone, all positions of four factions, and the questions built on them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any

import numpy as np
import pytest

import simcore as sc
from bench import battles
from bench.combats import SCENARIOS
from bench.conftest import Recorder
from bench.figures import Figure
from bench.turns import of_calls
from simcore.engine import run
from simcore.errors import BadInput
from simcore.evaluation.questions import prepare
from simcore.games.legendary.facts import facts
from simcore.games.legendary.numbers import every_attack
from simcore.games.legendary.rolls import Figures
from simcore.games.legendary.scenarios import Melee

Timed = Callable[..., Any]
MELEES = 17_920  # 280 pairs of kinds that can meet, 1 to 8 units a side
WHO = "exact"
BEST = "best play of 10 + 10 against 10 + 10"


@pytest.mark.parametrize("name", SCENARIOS)
def test_warm_exact_answer(timed: Timed, name: str) -> None:
    answer = timed(lambda: sc.solve(SCENARIOS[name]), name, "warm exact answer", "ms")
    assert sum(answer.win.values()) == pytest.approx(1.0, abs=1e-9)


def test_the_battle_of_the_bench() -> None:
    assert sc.solve(battles.BATTLE).win["attacker"] == pytest.approx(0.4837844525, abs=5e-11)


def test_all_positions(timed: Timed) -> None:
    """Win chance of every position: building the tables, and the backward pass."""

    def values() -> tuple[Any, Any]:
        problem = battles.all_positions()
        return problem, run.state_values(problem, battles.attacker_wins(problem))

    problem, found = timed(values, f"win chance of all {battles.POSITIONS:,} positions", WHO, "ms")
    i, j = (_position(problem, side, units) for side, units in enumerate((battles.UNITS[:2], battles.UNITS[2:])))
    here = (i * int(problem.model.positions[1]) + j) * problem.phases
    assert found.size == battles.POSITIONS * problem.phases
    assert found[here] == pytest.approx(0.4837844525, abs=5e-11)


def _position(problem: Any, side: int, units: tuple[int, ...]) -> int:
    """Where an army without elite units stands among the positions of its side."""
    return int(problem.model.rank[side, units[0] * (battles.MOST_UNITS + 1) + units[1]])


def test_battles_of_leaders_and_cards(recorder: Recorder) -> None:
    """Every battle of two leaders with a card each; the slowest ones again."""
    scenarios = list(battles.leaders_and_cards())
    if not recorder.full:
        scenarios = scenarios[:: len(scenarios) // 50]
    turns = [of_calls(partial(sc.solve, scenario)) for scenario in scenarios]
    times = [turn(1) / 1e6 for turn in turns]
    slowest = sorted(range(len(times)), key=times.__getitem__)[-20:]
    again = {k: [turns[k](1) / 1e6 for _ in range(recorder.pace.rounds)] for k in slowest}
    worst = max(again, key=lambda k: float(np.median(again[k])))
    recorder.add(Figure(f"{len(times):,} battles of leaders and cards", "median", "ms", [float(np.median(times))]))
    if recorder.in_full(what := "slowest battle of leaders and cards"):
        recorder.add(Figure(what, WHO, "ms", again[worst]))
    assert sc.solve(scenarios[worst]).mass == pytest.approx(1.0)


def test_smallest_force(timed: Timed) -> None:
    box = {"attacker.english": range(1, 21), "attacker.elite": range(20)}
    costs = {"attacker.english": 1.0, "attacker.elite": 2.5}
    prepared = partial(sc.need, battles.GARRISON, box, costs, chance=0.9)
    assert timed(prepared, "need over a box of 20 x 20", WHO, "ms").cheapest


def test_sensitivity(timed: Timed) -> None:
    assert timed(lambda: sc.sensitivity(battles.BATTLE), "sensitivity of a battle", WHO, "ms").effects


def test_value_of_best_play(timed: Timed) -> None:
    best = battles.large(policy="optimal")
    assert prepare(best).problem.decisions > 0
    assert 0.0 < timed(lambda: sc.solve(best), BEST, "value", "ms").win["attacker"] < 1.0


def test_best_play_in_words(timed: Timed) -> None:
    """With regrets, pairs and words, as `simcore best` says it."""
    assert timed(lambda: sc.best_play(battles.large()), BEST, "all that is said", "ms")


def test_every_melee(recorder: Recorder) -> None:
    """Every unit of the roster of Legendary Battles against every other that it can attack, in any numbers."""
    what = f"all {MELEES:,} melees of two kinds of units"
    figures, pairs = Figures(facts()), []
    units = list(facts().troops) if recorder.full else list(facts().troops)[:3]
    for attacker, defender in product(units, repeat=2):
        try:
            every_attack(Melee, attacker, defender, figures)
        except BadInput:
            continue
        pairs.append((attacker, defender))
    assert pairs
    if not recorder.in_full(what):
        return

    def every() -> int:
        return sum(every_attack(Melee, *pair, figures)["win_none"].size for pair in pairs)

    assert every() == MELEES
    turn = of_calls(every)
    recorder.add(Figure(what, WHO, "s", [turn(1) / 1e9 for _ in range(recorder.pace.rounds)]))
