"""The questions a script asks of one scenario: `evaluate`, `solve`, `simulate`.

A scenario is a mapping with `game`, `combat` and the fields of that combat's schema.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property, partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from simcore.contracts.combat import Combat, Prepared
from simcore.contracts.totals import telling
from simcore.engine import cost, run
from simcore.engine.jit import code_digest
from simcore.engine.resolver import Problem
from simcore.errors import ABSENT, BadInput, SimcoreError, first_problem, whole_number
from simcore.evaluation.result import Result, make_result
from simcore.games import find_combat
from simcore.io import checkpoints
from simcore.scenarios.edits import BOTH, for_both_sides, variant
from simcore.scenarios.facts import Facts
from simcore.scenarios.scenario import Scenario, Statement
from simcore.stats.intervals import half_width
from simcore.types import Array

DEFAULT_TRIALS = 1_000_000
MOST_TRIALS = 1 << 40
LAST_TRIAL = MOST_TRIALS - 1
MOST_THREADS = 256
FIRST_LOOK = 1 << 14  # trials before --target-error looks for the first time; then at every doubling


@cache
def package_version() -> str:
    """The version of simcore that answers."""
    return version("simcore")  # reads a file: longer than a battle takes


@dataclass(frozen=True)
class PreparedScenario:
    """A scenario understood: everything that an answer needs."""

    combat: Combat
    statement: Statement
    problem: Problem
    assumed: tuple[str, ...]
    public: tuple[str, ...]
    rules: str
    used: frozenset[str]  # keys of the facts that it rests on
    figures: Facts

    @property
    def scenario(self) -> Mapping[str, Any]:
        return self.statement.plain

    @property
    def scenario_id(self) -> str:
        return self.statement.identity

    @cached_property
    def policies(self) -> Mapping[str, str]:
        """The policy at each path at which one decides something (see `Combat.policies`)."""
        return self.combat.policies(self.scenario, self.figures)

    def result(self, ends: Any, rolls: Any, **how: Any) -> Result:
        return make_result(
            self.combat,
            self.problem,
            ends,
            rolls,
            statement=self.statement,
            policies=self.policies,
            assumed=self.assumed,
            public=self.public,
            rules=self.rules,
            version=package_version(),
            **how,
        )

    def solved(self) -> Result:
        """The exact answer."""
        cost.check("exact", run.pass_cost(self.problem), "use trials", cost.MOST)
        solution = run.solve_problem(self.problem)
        return self.exact_result(solution.ends, solution.rolls)

    def exact_result(self, ends: Any, rolls: Any) -> Result:
        """The exact answer from what a forward pass has found."""
        return self.result(ends, rolls, method="exact", trials=None, seed=None, sampler=None)


def prepare(scenario: Mapping[str, Any], facts: Path | str | Facts | None = None) -> PreparedScenario:
    """Check a scenario and make it ready, under a file of facts or facts at hand.

    Raises `BadInput` for the first thing wrong with it.
    """
    combat, figures, shaped = _shaped(scenario, facts)
    return _asked(combat, figures, *combat.prepare(shaped, figures))


def prepare_telling(scenario: Mapping[str, Any], facts: Path | str | None, names: Collection[str]) -> PreparedScenario:
    """`prepare`, so that outcomes tell the totals named, where a field makes them (`totals.telling`)."""
    prepared = prepare(scenario, facts)
    fields = telling(prepared.combat, prepared.problem, names)
    return prepare(variant(prepared.scenario, fields), facts) if fields else prepared


def prepare_many(
    scenarios: Sequence[Mapping[str, Any]], facts: Path | str | Facts | None = None
) -> list[PreparedScenario]:
    """`prepare` for many at once: those of one combat are made ready together and may share a model."""
    return [ready() for ready in prepare_each(scenarios, facts)]


def prepare_each(
    scenarios: Sequence[Mapping[str, Any]], facts: Path | str | Facts | None = None, *, exact: bool = False
) -> list[Callable[[], PreparedScenario]]:
    """`prepare_many`, each one when it is called: it alone raises what is wrong with it, and takes memory only then.

    `exact`: somebody insists on exact answers, whatever they cost (see `engine.cost`).
    """
    if exact:
        with cost.insisted(exact):
            return [partial(_insisted, ready) for ready in prepare_each(scenarios, facts)]
    each: list[Callable[[], PreparedScenario]] = [partial(prepare, scenario, facts) for scenario in scenarios]
    stated: dict[tuple[Combat, str], tuple[Facts, list[tuple[int, Scenario]]]] = {}
    for number, scenario in enumerate(scenarios):
        with suppress(BadInput):  # `prepare` will say it when the scenario is called
            combat, figures, shaped = _shaped(scenario, facts)
            stated.setdefault((combat, figures.digest), (figures, []))[1].append((number, shaped))
    for (combat, _), (figures, numbered) in stated.items():
        ready = combat.prepare_many([shaped for _, shaped in numbered], figures)
        for (number, _), made in zip(numbered, ready, strict=True):
            each[number] = partial(_made, combat, figures, made)
    return each


def _insisted(ready: Callable[[], PreparedScenario]) -> PreparedScenario:
    with cost.insisted(True):
        return ready()


def _shaped(scenario: Mapping[str, Any], facts: Path | str | Facts | None) -> tuple[Combat, Facts, Scenario]:
    """The combat that a scenario is of, the figures in force, and its fields, checked."""
    if not isinstance(scenario, Mapping):
        raise BadInput("scenario", scenario, "a table with game, combat and the combat's fields")
    fields = dict(scenario)
    combat = find_combat(fields.pop("game", ABSENT), fields.pop("combat", ABSENT))
    figures = facts if isinstance(facts, Facts) else combat.load_facts(None if facts is None else Path(facts))
    if BOTH in fields and BOTH not in combat.shape.model_fields:
        fields = for_both_sides(combat.shape, fields)
    return combat, figures, first_problem(combat.shape, fields, facts=figures)


def _made(combat: Combat, figures: Facts, made: Callable[[], Prepared]) -> PreparedScenario:
    return _asked(combat, figures, *made())


def _asked(combat: Combat, figures: Facts, understood: Scenario, problem: Problem, used: set[str]) -> PreparedScenario:
    marked = [(title, fact) for key, title, fact in figures.marked if key in used]
    return PreparedScenario(
        combat=combat,
        statement=Statement(combat.game, combat.name, understood),
        problem=problem,
        public=tuple(title for title, fact in marked if fact.public),
        assumed=tuple(title for title, fact in marked if fact.assumed),
        rules=f"{code_digest()}-{figures.digest}",
        used=frozenset(used),
        figures=figures,
    )


def solve(scenario: Mapping[str, Any], *, facts: Path | str | None = None) -> Result:
    """The exact answer, by the exact engine.

    >>> battle = {"game": "cent-ans", "combat": "pitched-battle", "initiative": "attacker",
    ...           "attacker": {"english": 6, "burgundian": 4, "policy": "keep_dice"},
    ...           "defender": {"french": 5, "armagnac": 5, "policy": "keep_dice"}}
    >>> round(solve(battle).win["attacker"], 10)
    0.4837844525
    """
    with cost.insisted(True):
        return prepare(scenario, facts).solved()


@dataclass(frozen=True)
class Source:
    """What another process needs to make the same `Sampling`."""

    scenario: str  # JSON, so that it can be hashed
    facts: str | None
    sampler: run.Sampler | None

    def __call__(self) -> run.Sampling:
        return run.Sampling(prepare(json.loads(self.scenario), self.facts).problem, self.sampler)


def _load_checkpoint(path: Path, key: str, prepared: PreparedScenario) -> run.Tally | None:
    kept = checkpoints.load(path, key, ("ends", "rolls", "trials"))
    if kept is None:
        return None
    ends, rolls, trials = kept["ends"], kept["rolls"], kept["trials"]
    shapes = (prepared.problem.endings + 1,), (prepared.problem.rows,), ()
    if (ends.shape, rolls.shape, trials.shape) != shapes:
        raise checkpoints.another_run(path)
    # Every trial has one ending; added up without wrapping round.
    counted = 0 < int(trials) <= MOST_TRIALS and ends.min() >= 0 and int(ends.astype(object).sum()) == int(trials)
    if not counted or (rolls < 0).any():
        raise checkpoints.altered(path)
    return run.Tally(ends, rolls, int(trials))


def _counts(tally: run.Tally) -> dict[str, Array]:
    return {"ends": tally.ends, "rolls": tally.rolls, "trials": np.array(tally.trials)}


class Interrupted(SimcoreError):
    """A run was stopped; its text says how to go on."""


def simulate(
    scenario: Mapping[str, Any],
    *,
    trials: int | None = None,
    target_error: float | None = None,
    seed: int = 0,
    threads: int = 1,
    facts: Path | str | None = None,
    sampler: run.Sampler | None = None,
    chunk: int | None = None,
    executor: Executor | None = None,
    checkpoint: Path | str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Result:
    """The answer by trials. Counts depend on scenario, facts, seed, trials and sampler alone, to the last bit.

    `trials`: 1 to 2**40, default a million. `target_error`: run until the half-width of every 95 % interval of `win`
    is at most this (0 < x < 0.5; looked at after 2**14 trials and at each doubling, up to `trials` or 2**40).
    `seed`: 0 to 2**64 - 1. `sampler`: "chain" or "direct" (default: chain where it fits). `executor`: any
    `concurrent.futures` executor whose workers can import simcore. `checkpoint`: a file that keeps the counts, every
    quarter of a minute and when the run is stopped, and from which the next call goes on. `progress(done, wanted)` is
    called now and then.
    """
    return _simulate(
        prepare(scenario, facts), trials=trials, target_error=target_error, seed=seed, threads=threads,
        facts=facts, sampler=sampler, chunk=chunk, executor=executor, checkpoint=checkpoint, progress=progress,
    )  # fmt: skip


def _simulate(
    prepared: PreparedScenario,
    *,
    trials: int | None,
    target_error: float | None,
    seed: int,
    threads: int,
    facts: Path | str | None,
    sampler: run.Sampler | None = None,
    chunk: int | None = None,
    executor: Executor | None = None,
    checkpoint: Path | str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Result:
    seed = whole_number("seed", seed, 0, (1 << 64) - 1)
    threads = whole_number("threads", threads, 1, MOST_THREADS)
    chunk = None if chunk is None else whole_number("chunk", chunk, 1, MOST_TRIALS)
    wanted = trials_wanted(trials, target_error)
    if sampler not in (None, "chain", "direct"):
        raise BadInput("sampler", sampler, "chain or direct")
    sampling = run.Sampling(prepared.problem, sampler)
    if sampling.never_ends:
        raise SimcoreError("trials: this combat never ends, which the exact answer says; ask without trials")
    source = Source(json.dumps(prepared.scenario), None if facts is None else str(facts), sampling.sampler)
    file = None if checkpoint is None else Path(checkpoint)
    if file is not None:
        checkpoints.check_writable(checkpoint or file)
    key = f"{prepared.scenario_id} {prepared.rules} {seed} {sampling.sampler}"
    tally = None if file is None else _load_checkpoint(file, key, prepared)
    if tally is not None and trials is None:
        wanted = max(wanted, tally.trials)
    if tally is not None and tally.trials > wanted:
        raise BadInput("trials", wanted, f"at least {tally.trials}, already done in {file}")
    latest = tally

    def counts() -> dict[str, Any]:
        assert latest is not None
        return _counts(latest)

    keeper = None if file is None else checkpoints.Keeper(file, key, counts)

    def keep(current: run.Tally) -> None:
        nonlocal latest
        latest = current
        if keeper is not None:
            keeper.meanwhile()
        if progress is not None:
            progress(current.trials, wanted)

    try:
        for goal in [wanted] if target_error is None else looks(wanted):
            if tally is None or tally.trials < goal:
                tally = run.run_trials(
                    sampling, seed, goal, before=tally, threads=threads, unit=chunk, executor=executor,
                    source=source, progress=keep,
                )  # fmt: skip
            # A run that was interrupted stops where it would have stopped in one go: only there it looks.
            if target_error is not None and tally.trials == goal and _widest(prepared.problem, tally) <= target_error:
                break
    except KeyboardInterrupt:
        done = 0 if latest is None else latest.trials
        if keeper is None or latest is None:
            raise Interrupted(f"stopped after {done:,} trials; give a checkpoint file to keep them next time") from None
        keeper.save()
        raise Interrupted(
            f"stopped after {done:,} trials, kept in {file}; the same command goes on from there"
        ) from None
    assert tally is not None
    answer = prepared.result(
        tally.ends, tally.rolls, method="monte-carlo", trials=tally.trials, seed=seed, sampler=sampling.sampler
    )
    if keeper is not None:
        latest = tally
        keeper.finish(answer)
    return answer


def trials_wanted(trials: int | None, target_error: float | None) -> int:
    """The most trials of a run; refuses what is no number of trials or no target."""
    if target_error is not None and (
        isinstance(target_error, bool) or not isinstance(target_error, (int, float)) or not 0.0 < target_error < 0.5
    ):
        raise BadInput("target_error", target_error, "a number above 0 and below 0.5")
    wanted = trials if trials is not None else (DEFAULT_TRIALS if target_error is None else MOST_TRIALS)
    return whole_number("trials", wanted, 1, MOST_TRIALS)


def looks(most: int) -> list[int]:
    """Numbers of trials after which a run with a target looks at its error."""
    looks = []
    goal = FIRST_LOOK
    while goal < most:
        looks.append(goal)
        goal *= 2
    return [*looks, most]


def _widest(problem: Problem, tally: run.Tally) -> float:
    wins = run.win_chances(problem, tally.ends)
    return max(half_width(int(count), tally.trials) for count in wins)


def evaluate(
    scenario: Mapping[str, Any],
    *,
    exact: bool = False,
    trials: int | None = None,
    target_error: float | None = None,
    seed: int = 0,
    threads: int = 1,
    facts: Path | str | None = None,
    checkpoint: Path | str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Result:
    """The answer: exact where that is cheap (`engine.run.affordable`), else by trials; the result says which.

    `trials` or `target_error` ask for Monte-Carlo (see `simulate`), `exact` insists on the exact engine.
    """
    with cost.insisted(exact):
        prepared = prepare(scenario, facts)
    return evaluate_prepared(
        prepared, exact=exact, trials=trials, target_error=target_error, seed=seed, threads=threads, facts=facts,
        checkpoint=checkpoint, progress=progress,
    )  # fmt: skip


def evaluate_prepared(
    prepared: PreparedScenario,
    *,
    exact: bool = False,
    trials: int | None = None,
    target_error: float | None = None,
    seed: int = 0,
    threads: int = 1,
    facts: Path | str | None = None,
    checkpoint: Path | str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Result:
    """`evaluate` for a scenario made ready, under the `facts` it was made ready with."""
    by_trials = _by_trials({"trials": trials, "target_error": target_error, "checkpoint": checkpoint})
    if exact and by_trials:
        raise BadInput("exact", True, "alone, without trials, target_error or checkpoint")
    if exact or (not by_trials and run.affordable(prepared.problem)):
        return prepared.solved()
    return _simulate(
        prepared, trials=trials, target_error=target_error, seed=seed, threads=threads, facts=facts,
        checkpoint=checkpoint, progress=progress,
    )  # fmt: skip


def evaluate_each(questions: Sequence[tuple[PreparedScenario, Mapping[str, Any]]]) -> list[Callable[[], Result]]:
    """`answer` with its options for each of many questions, when it is called.

    Those that are cheap to answer exactly, and for which nobody wants trials, are solved at once, by model.
    """
    exactly = [
        number for number, (prepared, how) in enumerate(questions)
        if not _by_trials(how) and run.affordable(prepared.problem)
    ]  # fmt: skip
    solved: dict[int, Any] = {}
    with suppress(MemoryError):  # one by one they may fit, or `answer` will say it
        problems = [questions[number][0].problem for number in exactly]
        solved = dict(zip(exactly, run.end_each(problems), strict=True))
    return [
        partial(prepared.exact_result, *solved[number])
        if number in solved
        else partial(evaluate_prepared, prepared, **how)
        for number, (prepared, how) in enumerate(questions)
    ]


def _by_trials(how: Mapping[str, Any]) -> bool:
    """Do the options of `answer` ask for Monte-Carlo?"""
    return how.get("trials") is not None or how.get("target_error") is not None or how.get("checkpoint") is not None
