"""Running a `Problem` through either engine: work units, threads, processes, stopping rules.

Everything here speaks of `ends` (per ending; Monte-Carlo has one more, unfinished trials) and `rolls` (per row).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeVar

import numpy as np

from simcore.engine import chain as chains
from simcore.engine import cost
from simcore.engine.paired import Pair
from simcore.engine.resolver import Problem
from simcore.errors import BadInput
from simcore.types import Array

Sampler = Literal["chain", "direct"]
T = TypeVar("T")

EXACT_MOVES = 200_000_000  # about a second of forward pass
NOTHING_CHOSEN = np.empty(0, np.int16)
UNITS = 1 << 14, 1 << 20  # fewest and most trials in one unit of work: handing one out takes as long as 10,000 trials

FEW_TRIALS = 64  # by which the cost of many is told

PAIRED_UNIT = 1 << 14  # always the same: sums of fractions depend on how they are cut

EXECUTOR_WORKERS = 8  # an executor does not say how many it has


@dataclass(frozen=True)
class Solution:
    """The exact distribution: chance of each ending, expected rolls of each row, expected visits of each state."""

    ends: Array
    rolls: Array
    visits: Array
    moves: int

    @property
    def mass(self) -> float:
        """Probability accounted for; below 1 only where a combat may never end."""
        return float(self.ends.sum())


def exact_cost(problem: Problem) -> int:
    """Most moves that a forward pass can look at: as the combat says, else states times faces of the longest row.

    The named estimate by which exact or Monte-Carlo is chosen (`affordable`); an upper bound, never an underestimate.
    """
    if problem.most_moves is not None:
        return problem.most_moves
    longest = int(np.diff(problem.model.rows.first).max(initial=1))
    return problem.states * longest


def small_enough(problem: Problem) -> bool:
    """Is the exact answer cheap enough to be the default of a question that is asked alone?"""
    return exact_cost(problem) <= EXACT_MOVES and pass_cost(problem).within(cost.LIMIT)


def affordable(problem: Problem) -> bool:
    """Is it, and do the other parts of its question leave enough for it?"""
    return small_enough(problem) and pass_cost(problem).within(cost.allowed())


def like_these(problems: Sequence[Problem]) -> cost.Cost:
    """What the exact answer to one more question like these costs: by the moves that theirs make, which are far fewer
    than a pass could look at."""
    moves = [solve_problem(problem).moves for problem in problems]
    size = max(problem.states for problem in problems) * cost.WORD
    return cost.Cost(cost.READY + cost.MOVE_MADE * sum(moves) / len(moves), size)


def pass_cost(problem: Problem) -> cost.Cost:
    """What an exact pass costs."""
    return cost.exact_pass(problem.states, exact_cost(problem))


def rolls_of_a_trial(problem: Problem) -> float:
    """How often is rolled in a trial, by a few of them."""
    ends, rolls = np.zeros(problem.endings + 1, np.int64), np.zeros(problem.rows, np.int64)
    problem.resolver.trials(problem.model, problem.start, np.uint64(0), 0, FEW_TRIALS, ends, rolls)
    return max(1.0, float(rolls.sum()) / FEW_TRIALS)


def solve_problem(problem: Problem) -> Solution:
    """The exact engine's forward pass."""
    visits = np.zeros(problem.states)
    visits[problem.start] = 1.0
    ends, rolls = np.zeros(problem.endings), np.zeros(problem.rows)
    moves = int(problem.resolver.forward(problem.model, problem.phases, visits, ends, rolls, problem.start))
    cost.pay(cost.exact_pass(problem.states, min(exact_cost(problem), round(moves * cost.MOVE_MADE / cost.MOVE))))
    return Solution(ends, rolls, visits, moves)


def end_each(problems: Sequence[Problem]) -> list[tuple[Array, Array]]:
    """The `ends` and `rolls` of a `Solution` for each of some problems; those of one model are solved together."""
    alike: dict[int, list[int]] = {}
    for number, problem in enumerate(problems):
        alike.setdefault(id(problem.model), []).append(number)
    found: dict[int, tuple[Array, Array]] = {}
    for numbers in alike.values():
        one = problems[numbers[0]]
        starts = np.array([problems[number].start for number in numbers])
        ends, rolls = np.zeros((starts.size, one.endings)), np.zeros((starts.size, one.rows))
        one.resolver.forward_each(one.model, one.phases, one.states, starts, ends, rolls)
        found |= zip(numbers, zip(ends, rolls, strict=True), strict=True)
    return [found[number] for number in range(len(problems))]


def state_values(problem: Problem, worth: Array, step_rewards: Array | None = None) -> Array:
    """Expected worth of every state (nan where a combat may never end).

    `worth` float64[endings]: of an ending; `tolls` float64[rows]: of each roll on the way, nothing if left out.
    """
    values = np.zeros(problem.states)
    step_rewards = np.zeros(problem.rows) if step_rewards is None else step_rewards
    problem.resolver.backward(problem.model, problem.phases, worth, step_rewards, values, NOTHING_CHOSEN)
    return values


def win_chances(problem: Problem, ends: Array) -> Array:
    """Share of the endings by winner: [none, first side, second side]."""
    reached = np.flatnonzero(ends[: problem.endings])
    winner = problem.columns(reached)["winner"]
    return np.bincount(winner, weights=ends[reached], minlength=3)


# ---- Monte-Carlo -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tally:
    """Counts of finished work: trials 0 .. `trials` - 1 of one seed."""

    ends: Array
    rolls: Array
    trials: int


class Sampling:
    """A problem made ready for trials by one of the two samplers."""

    def __init__(self, problem: Problem, sampler: Sampler | None = None) -> None:
        self.problem = problem
        self.chain = None
        self.never_ends = False  # as far as the exact engine was asked
        if sampler != "direct" and affordable(problem):
            solution = solve_problem(problem)
            self.never_ends = not solution.ends.any()
            if not self.never_ends:
                self.chain = chains.compile_chain(problem, solution.visits, solution.moves, solution.rolls.sum())
        if sampler == "chain" and self.chain is None and not self.never_ends:
            raise BadInput("sampler", sampler, "direct: this scenario does not fit a compiled chain")
        self.sampler: Sampler = "direct" if self.chain is None else "chain"

    def unit(self, seed: int, first: int, count: int) -> tuple[Array, Array]:
        """Counts of trials `first` .. `first + count - 1`."""
        problem = self.problem
        if self.chain is not None:
            return chains.run_unit(self.chain, problem.endings, problem.rows, seed, first, count)
        ends, rolls = np.zeros(problem.endings + 1, np.int64), np.zeros(problem.rows, np.int64)
        problem.resolver.trials(problem.model, problem.start, np.uint64(seed), first, count, ends, rolls)
        return ends, rolls


Source = Callable[[], Sampling]


@lru_cache(maxsize=4)
def _made(source: Source) -> Sampling:
    return source()


def run_unit(source: Source, seed: int, first: int, count: int) -> tuple[Array, Array]:
    """A unit of work for another process: `source` is small, hashable and picklable; each process makes it once."""
    return _made(source).unit(seed, first, count)


def run_trials(
    sampling: Sampling,
    seed: int,
    trials: int,
    *,
    before: Tally | None = None,
    threads: int = 1,
    unit: int | None = None,
    executor: Executor | None = None,
    source: Source | None = None,
    progress: Callable[[Tally], None] | None = None,
) -> Tally:
    """Trials up to `trials` in all, after those of `before`; the counts depend on nothing but seed and trials.

    `unit`: trials handed out at a time; by default so many that every worker gets several.

    `progress` is called with each tally that holds a whole stretch of trials from 0 on, so an interrupted run can
    keep the last one and go on from it.
    """
    problem = sampling.problem
    if before is None:
        before = Tally(np.zeros(problem.endings + 1, np.int64), np.zeros(problem.rows, np.int64), 0)
    ends, rolls = before.ends.copy(), before.rolls.copy()
    workers = max(1, threads) if executor is None else EXECUTOR_WORKERS
    if unit is None:
        unit = unit_size(trials - before.trials, workers, UNITS)
    done = before.trials
    with ThreadPoolExecutor(max(1, threads)) as own:

        def submit(first: int, count: int) -> Future[tuple[Array, Array]]:
            if executor is not None and source is not None:
                return executor.submit(run_unit, source, seed, first, count)
            return own.submit(sampling.unit, seed, first, count)

        for upto, (more_ends, more_rolls) in in_order(submit, done, trials, unit, workers):
            done = upto
            ends += more_ends
            rolls += more_rolls
            if progress is not None:
                progress(Tally(ends.copy(), rolls.copy(), done))
    return Tally(ends, rolls, done)


def unit_size(wanted: int, workers: int, units: tuple[int, int]) -> int:
    """How much of the work one unit is, at least and at most `units`: all workers get as many, and several each."""
    turns = max(4, -(-wanted // (workers * units[1])))
    return max(units[0], -(-wanted // (workers * turns)))


def in_order(
    submit: Callable[[int, int], Future[T]], done: int, wanted: int, unit: int, workers: int
) -> Iterator[tuple[int, T]]:
    """Units of work from `done` on up to `wanted`: (how far all is done, what this unit gave), in their order.

    `submit(first, count)` hands a unit to a worker; those still waiting when the caller stops are not begun.
    """
    firsts = iter(range(done, wanted, unit))
    waiting: dict[Future[T], int] = {}
    finished: dict[int, T] = {}

    def hand_out() -> None:
        first = next(firsts, None)
        if first is not None:
            waiting[submit(first, min(unit, wanted - first))] = first

    try:
        for _ in range(2 * workers):
            hand_out()
        while waiting:
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                finished[waiting.pop(future)] = future.result()
                hand_out()
            while done in finished:
                part = finished.pop(done)
                done = min(done + unit, wanted)
                yield done, part
    finally:
        for future in waiting:
            future.cancel()


# ---- paired trials -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PairedTally:
    """What paired trials 0 .. `trials` - 1 of one seed sum up to, as `Pair.unit` gives it."""

    sums: Array
    unfinished: Array
    trials: int


def run_pairs(
    pair: Pair,
    seed: int,
    trials: int,
    *,
    before: PairedTally | None = None,
    threads: int = 1,
    unit: int = PAIRED_UNIT,
    progress: Callable[[PairedTally], None] | None = None,
) -> PairedTally:
    """Paired trials up to `trials` in all, after those of `before`; the same sums for any number of threads."""
    tally = before or PairedTally(np.zeros((6, pair.quantities)), np.zeros(2, np.int64), 0)
    with ThreadPoolExecutor(threads) as own:

        def submit(first: int, count: int) -> Future[tuple[Array, Array]]:
            return own.submit(pair.unit, seed, first, count)

        for upto, (sums, unfinished) in in_order(submit, tally.trials, trials, unit, threads):
            tally = PairedTally(tally.sums + sums, tally.unfinished + unfinished, upto)
            if progress is not None:
                progress(tally)
    return tally
