"""The machine room piece by piece, timed by pytest-benchmark: `pytest bench`. What is timed is checked as well."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import simcore as sc
from bench import battles, games, programs
from bench.figures import Figure, read_promises
from simcore.engine import run
from simcore.engine.dice import pack, sample
from simcore.engine.jit import entry
from simcore.engine.rng import TRIAL, draw, words_in_step
from simcore.questions import ask

TRIALS = 1 << 18


@entry
def _words(out: Any, seed: Any, trials: Any, blocks: Any, times: Any) -> Any:
    for _ in range(times):
        words_in_step(out, seed, trials, blocks)
        blocks += np.uint64(1)


@entry
def _samples(rows: Any, words: Any, counts: Any) -> Any:
    for word in words:
        counts[sample(rows, 0, word)] += 1


def test_philox_words(benchmark: Any) -> None:
    out, times = np.zeros((4, 48), np.uint64), 1000
    trials, blocks = np.arange(48).astype(np.uint64), np.zeros(48, np.uint64)
    benchmark(_words, out, np.uint64(5), trials, blocks, times)
    last = int(blocks[0]) - 1
    assert out[:, 7].tolist() == list(draw(5, 7, last, TRIAL))


def test_alias_sampling(benchmark: Any) -> None:
    chances = np.arange(1.0, 13.0) / 78
    rows = pack(np.array([0, 12]), chances)
    words = np.random.default_rng(1).integers(0, 1 << 32, 1_000_000, np.uint64)
    counts = np.zeros(12, np.int64)
    benchmark(_samples, rows, words, counts)
    rounds = counts.sum() // words.size
    assert counts.sum() == rounds * words.size
    assert np.abs(counts / counts.sum() - chances).max() < 5 * (0.25 / words.size) ** 0.5


@pytest.mark.parametrize("sampler", ["chain", "direct"])
def test_trials(benchmark: Any, sampler: run.Sampler) -> None:
    sampling = run.Sampling(ask(battles.BATTLE).problem, sampler)
    ends, rolls = benchmark(sampling.unit, 3, 0, TRIALS)
    parts = [sampling.unit(3, first, TRIALS // 4) for first in range(0, TRIALS, TRIALS // 4)]
    assert (ends == np.sum([part[0] for part in parts], axis=0)).all()
    assert (rolls == np.sum([part[1] for part in parts], axis=0)).all()
    chance = sc.solve(battles.BATTLE).win["attacker"]
    share = run.win_chances(sampling.problem, ends)[1] / TRIALS
    assert abs(share - chance) < 5 * (chance * (1 - chance) / TRIALS) ** 0.5


def test_exact_answer(benchmark: Any) -> None:
    assert benchmark(sc.solve, battles.BATTLE).win["attacker"] == pytest.approx(0.4837844525, abs=5e-11)


def test_all_positions(benchmark: Any) -> None:
    problem = battles.all_positions()
    worth = battles.attacker_wins(problem)
    values = benchmark(run.state_values, problem, worth)
    i, j = (position_of(problem, side, units) for side, units in enumerate((battles.UNITS[:2], battles.UNITS[2:])))
    here = (i * int(problem.model.positions[1]) + j) * problem.phases
    assert values[here] == pytest.approx(0.4837844525, abs=5e-11)


def position_of(problem: Any, side: int, units: tuple[int, ...]) -> int:
    """Where an army without elite units stands among the positions of its side."""
    box = units[0] * (battles.MOST_UNITS + 1) + units[1]
    return int(problem.model.rank[side, box])


@pytest.mark.parametrize(("name", "trials"), [("die_by_die", 4_000_000), ("roll_by_roll", 4_000_000)])
def test_the_programs_in_c_fight_the_same_battle(name: str, trials: int) -> None:
    program = programs.Program(programs.build(name), *battles.UNITS)
    assert program(trials, 1) > 0.0
    exact = sc.solve(battles.BATTLE)
    chance = exact.win["attacker"]
    assert abs(program.wins / trials - chance) < 5 * (chance * (1 - chance) / trials) ** 0.5
    assert program.rolls / trials == pytest.approx(4.3241, abs=0.003)


@pytest.mark.parametrize(
    ("name", "dice", "left"),
    [
        ("breizh battle", 2 * 6.8104926, ("montfort.troops", "blois.troops")),
        ("legendary melee", 12.0, ("attacker.left", "defender.left")),
        ("bouvines clash", None, ("coalition.troops", "france.troops")),
        ("joan combat", 2.0, ()),
    ],
)
def test_the_programs_of_the_other_games_fight_the_same_combat(
    name: str, dice: float | None, left: tuple[str, ...]
) -> None:
    duel, trials = games.DUELS[name], 1_000_000
    program = programs.Program(programs.build(duel.program), *duel.arguments)
    assert program(trials, 1) > 0.0
    for count, chance in zip((program.wins, program.losses), duel.wins(), strict=True):
        assert abs(count / trials - chance) <= 5 * (chance * (1 - chance) / trials) ** 0.5
    if dice is None:  # simcore counts every die of a clash, too
        dice = float(run.solve_problem(ask(duel.scenario).problem).rolls.sum())
    assert program.rolls / trials == pytest.approx(dice, abs=0.02)
    exact = sc.solve(duel.scenario).expected
    for side, column in enumerate(left):
        camp, what = column.split(".")
        assert program.left[side] / trials == pytest.approx(exact[camp][what], abs=0.01)


def test_the_chain_in_c_counts_the_same(tmp_path: Any) -> None:
    sampling = run.Sampling(ask(battles.BATTLE).problem, "chain")
    assert sampling.chain is not None
    file = tmp_path / "battle.chain"
    programs.write_chain(sampling.chain, sampling.problem, file)
    program = programs.Program(programs.build("chain"), file)
    for trials in (1, 47, 48, 100_003):
        program(trials, 9)
        ends, rolls = sampling.unit(9, 0, trials)
        assert (program.wins, program.rolls) == (run.win_chances(sampling.problem, ends)[1], rolls.sum())


def test_a_promise_is_kept_or_missed() -> None:
    promises = read_promises()
    speed = promises["compiled chain / C die by die"]
    assert Figure("", "x", [3.0, 4.5, 5.0], speed).verdict == "kept"
    assert Figure("", "x", [3.0, 3.9, 5.0], speed).verdict == "MISSED"
    assert Figure("", "s", [0.3], promises["simcore --help"]).verdict == "MISSED"
    assert Figure("", "s", [0.3]).verdict == ""
