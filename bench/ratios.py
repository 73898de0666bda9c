"""Measure what promises.toml promises, and some more: `python -m bench.ratios [--full] [--check] [--json FILE]`.

Speeds are compared side by side in one run: the contestants take turns, several rounds long, and a ratio is one of two
turns in the same round. Counts are checked on the way: what is not the same battle is not compared.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path

import numba
import numpy as np

if not __package__:  # run as a file
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import simcore as sc
from bench import battles, feeds, full_games, games, pairs, processes, programs
from bench.figures import Figure, read_promises
from bench.turns import Turn, check_wins, milliseconds, take_turns
from simcore.engine import run
from simcore.files import write_whole
from simcore.questions import ask

ROUNDS = 5


# ---- trials ------------------------------------------------------------------------------------------------------


def ours(sampling: run.Sampling, threads: int, chance: float) -> Turn:
    """simcore's trials by one of its samplers."""

    def turn(trials: int) -> float:
        before = time.perf_counter()
        tally = run.run_trials(sampling, 0, trials, threads=threads)
        spent = time.perf_counter() - before
        check_wins(sampling.sampler, int(run.win_chances(sampling.problem, tally.ends)[1]), trials, chance)
        return spent * 1e9 / trials

    return turn


def theirs(program: programs.Program, chance: float) -> Turn:
    """A program's trials."""

    def turn(trials: int) -> float:
        nanoseconds = program(trials)
        check_wins(program.command[0], program.wins, trials, chance)
        return nanoseconds

    return turn


def trials(rounds: int) -> Iterator[tuple[str, str, list[float]]]:
    """Trials of one battle against C, and on two threads against one."""
    problem = ask(battles.BATTLE).problem
    chance = sc.solve(battles.BATTLE).win["attacker"]
    chain, direct = run.Sampling(problem, "chain"), run.Sampling(problem, "direct")
    assert chain.chain is not None
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "battle.chain"
        programs.write_chain(chain.chain, problem, file)
        same_walk = programs.Program(programs.build("chain"), file)
        same_walk(1_000_000)
        tally = run.run_trials(chain, 0, 1_000_000)
        if (same_walk.wins, same_walk.rolls) != (int(run.win_chances(problem, tally.ends)[1]), int(tally.rolls.sum())):
            sys.exit("chain.c does not count what simcore counts")
        contestants = {
            "direct trial": ours(direct, 1, chance),
            "C die by die": theirs(programs.Program(programs.build("die_by_die"), *battles.UNITS), chance),
            "compiled chain, two threads": ours(chain, 2, chance),
            "compiled chain": ours(chain, 1, chance),
            "C roll by roll": theirs(programs.Program(programs.build("roll_by_roll"), *battles.UNITS), chance),
            "C compiled chain": theirs(same_walk, chance),
        }
        spent = take_turns(contestants, rounds)
    for name, turns in spent.items():
        yield name, "ns", turns
    for one, other in (
        ("compiled chain", "C die by die"),
        ("compiled chain", "C roll by roll"),
        ("compiled chain", "C compiled chain"),
        ("direct trial", "C die by die"),
        ("direct trial", "C roll by roll"),
    ):
        yield f"{one} / {other}", "x", [b / a for a, b in zip(spent[one], spent[other], strict=True)]
    pairs = zip(spent["compiled chain, two threads"], spent["compiled chain"], strict=True)
    yield "compiled chain, two threads / one", "x", [one / two for two, one in pairs]


# ---- exact answers -----------------------------------------------------------------------------------------------


def positions(rounds: int) -> Iterator[tuple[str, str, list[float]]]:
    """Win chance of every position, exactly: building the problem, and the backward pass."""
    building, passing = [], []
    for _ in range(rounds + 1):
        before = time.perf_counter()
        problem = battles.all_positions()
        built = time.perf_counter()
        values = run.state_values(problem, battles.attacker_wins(problem))
        done = time.perf_counter()
        building.append((built - before) * 1e3)
        passing.append((done - built) * 1e3)
    assert values.size == battles.POSITIONS * problem.phases
    del building[0], passing[0]  # the first one compiled
    yield (
        f"win chance of all {battles.POSITIONS:,} positions",
        "ms",
        [a + b for a, b in zip(building, passing, strict=True)],
    )
    yield "  of which building the tables", "ms", building


def single_battles(rounds: int) -> Iterator[tuple[str, str, list[float]]]:
    """Every battle of two leaders with a card each, by the public call; the slowest ones again."""
    scenarios = list(battles.leaders_and_cards())
    sc.solve(scenarios[0])
    times = [milliseconds(lambda scenario=scenario: sc.solve(scenario)) for scenario in scenarios]  # type: ignore[misc]
    slowest = sorted(range(len(times)), key=times.__getitem__)[-20:]
    again = {k: sorted(milliseconds(lambda k=k: sc.solve(scenarios[k])) for _ in range(rounds)) for k in slowest}  # type: ignore[misc]
    worst = max(again, key=lambda k: again[k][rounds // 2])
    problem = ask(scenarios[worst]).problem
    yield "slowest battle of leaders and cards", "ms", again[worst]
    yield "  of which the exact engine", "ms", [milliseconds(lambda: run.solve_problem(problem)) for _ in range(rounds)]
    yield f"median of all {len(times):,} of them", "ms", [float(np.median(times))]


def advice(rounds: int) -> Iterator[tuple[str, str, list[float]]]:
    """What to do: every force of a box, and every change of a battle."""
    box = {"attacker.english": range(1, 21), "attacker.elite": range(20)}
    costs = {"attacker.english": 1.0, "attacker.elite": 2.5}
    questions: dict[str, Callable[[], object]] = {
        "need over a box of 20 x 20": lambda: sc.need(battles.GARRISON, box, costs, chance=0.9),
        "sensitivity of a battle": lambda: sc.sensitivity(battles.BATTLE),
    }
    for name, question in questions.items():
        question()
        yield name, "ms", [milliseconds(question) for _ in range(rounds)]


def best_play(rounds: int) -> Iterator[tuple[str, str, list[float]]]:
    """Both sides at their best in a large battle: the value alone, and all that `simcore best` says."""
    best = battles.large(policy="optimal")
    sc.solve(best)
    yield "best play of 10 + 10 against 10 + 10", "ms", [milliseconds(lambda: sc.solve(best)) for _ in range(rounds)]
    advised = battles.large()
    sc.best_play(advised)
    told = [milliseconds(lambda: sc.best_play(advised)) for _ in range(rounds)]
    yield "  with regrets, pairs and words", "ms", told


# ---- whole processes ---------------------------------------------------------------------------------------------


def start_up(rounds: int, cold: int) -> Iterator[tuple[str, str, list[float]]]:
    """Commands, from the shell to the end."""
    odds = [
        processes.SIMCORE,
        "odds",
        "cent-ans",
        "pitched-battle",
        "attacker.leaders=edward-iii",
        "defender.leaders=philip-vi",
    ]
    for name, command in (("simcore --help", [processes.SIMCORE, "--help"]), ("simcore odds", odds)):
        processes.seconds(command)
        yield name, "s", [processes.seconds(command) for _ in range(rounds)]
    compiling = []
    for _ in range(cold):
        with tempfile.TemporaryDirectory() as empty:
            compiling.append(processes.seconds(odds, NUMBA_CACHE_DIR=empty))
    yield "simcore odds, nothing compiled", "s", compiling


def memory(exponents: tuple[int, ...]) -> Iterator[tuple[str, str, list[float]]]:
    """Peak memory does not grow with trials."""
    scenario = json.dumps(battles.BATTLE)
    for exponent in exponents:
        yield f"peak memory, 1e{exponent} trials", "MB", [processes.peak_memory(scenario, 10**exponent)]


# ---- the report --------------------------------------------------------------------------------------------------


def machine() -> dict[str, str]:
    """Where and with what this was measured."""
    model = platform.processor() or platform.machine()
    linux = Path("/proc/cpuinfo")
    if linux.exists():
        named = (line.partition(":")[2] for line in linux.read_text().splitlines() if line.startswith("model name"))
        model = next(named, model).strip()
    return {
        "machine": f"{model}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}",
        "versions": f"simcore {version('simcore')}, Python {platform.python_version()}, "
        f"Numba {numba.__version__}, NumPy {np.__version__}",
        "compiler": programs.compiler(),
        # What else runs takes from two threads and from wall times; ratios of neighbours hardly mind.
        "busy": f"{os.getloadavg()[0]:.1f} processes on average in the minute before",
    }


def main(arguments: list[str] | None = None) -> int:
    """Run the bench; the exit status is 1 only with --check and a promise missed."""
    parser = argparse.ArgumentParser(prog="bench.ratios", description="How fast simcore is, against C and in itself.")
    parser.add_argument("--full", action="store_true", help="more rounds, and a thousand million trials")
    parser.add_argument("--check", action="store_true", help="exit status 1 if a promise is missed")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to a file as well")
    asked = parser.parse_args(arguments)
    rounds = 11 if asked.full else ROUNDS
    promises, about = read_promises(), machine()
    for name, told in about.items():
        print(f"{name}: {told}")
    figures = []
    width = max(map(len, promises))
    print(f"\n{'':{width}}  {'median':>7} {'':4} {'range':>17}  {'promise':>7}")
    for part in (
        trials(rounds),
        games.duels(rounds),
        games.look_ups(rounds),
        games.every_melee(rounds),
        full_games.full_games(rounds),
        positions(rounds),
        single_battles(rounds),
        advice(rounds),
        pairs.pairs(),
        pairs.speed(rounds),
        best_play(rounds),
        feeds.feeds(rounds),
        start_up(rounds, cold=3 if asked.full else 1),
        memory((6, 8, 9) if asked.full else (6, 8)),
    ):
        for name, unit, runs in part:
            figures.append(Figure(name, unit, runs, promises.get(name)))
            print(figures[-1].line(width), flush=True)
    missed = [figure.name for figure in figures if figure.verdict == "MISSED"]
    print("\n" + (f"missed: {', '.join(missed)}" if missed else "every promise measured here is kept"))
    if asked.json is not None:
        told = json.dumps({**about, "figures": [figure.plain() for figure in figures]}, indent=1)
        try:
            write_whole(asked.json, lambda file: file.write(f"{told}\n".encode()))
        except sc.SimcoreError as error:
            sys.exit(str(error))
    return 1 if missed and asked.check else 0


if __name__ == "__main__":
    sys.exit(main())
