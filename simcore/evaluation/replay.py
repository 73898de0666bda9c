"""One trial of a Monte-Carlo run, retold in words from the same address that the run used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from simcore.engine import montecarlo, run
from simcore.engine.chain import Chain
from simcore.engine.resolver import Problem, Step
from simcore.engine.rng import RETELLING, draw
from simcore.errors import BadInput, SimcoreError, whole_number
from simcore.evaluation.questions import LAST_TRIAL, prepare
from simcore.evaluation.result import merged_outcomes
from simcore.types import Array

MOST_ROLLS = 1_000  # a retelling longer than this helps nobody
SCHEMA = "simcore.evaluation.replay/1"


@dataclass(frozen=True)
class TrialTranscript:
    """What happened in one trial: a line a step, and the outcome as the run counted it."""

    scenario: Mapping[str, Any]
    seed: int
    trial: int
    sampler: str
    lines: tuple[str, ...]
    outcome: Mapping[str, Any]
    policies: Mapping[str, str]

    def to_dict(self) -> dict[str, Any]:
        """The record as plain data."""
        return {
            "schema": SCHEMA,
            "scenario": dict(self.scenario),
            "seed": self.seed,
            "trial": self.trial,
            "sampler": self.sampler,
            "lines": list(self.lines),
            "outcome": dict(self.outcome),
            "policies": dict(self.policies),
        }


def _chooser(seed: int, trial: int, step: int) -> Callable[[Array], int]:
    """Chooses by weight, each time by the next word kept for the retelling of this step."""
    words = iter([word for block in range(4) for word in draw(seed, trial, 4 * step + block, RETELLING)])

    def pick(weights: Array) -> int:
        share = np.cumsum(weights) / np.sum(weights)
        at = int(np.searchsorted(share, next(words) / 2**32, side="right"))
        return min(at, len(weights) - 1)

    return pick


def replay(
    scenario: Mapping[str, Any],
    *,
    trial: int,
    seed: int = 0,
    facts: Path | str | None = None,
    sampler: run.Sampler | None = None,
) -> TrialTranscript:
    """Trial number `trial` (0 to 2**40 - 1) of the run with this `seed`, as `simulate` ran it, round by round.

    `sampler` as in `simulate`: the same address under the other sampler is another trial. Where a roll leaves open
    which dice made it, or a draw which of several rolls it was made of, they are drawn in their right proportions from
    an address of their own.
    """
    whole_number("trial", trial, 0, LAST_TRIAL)
    whole_number("seed", seed, 0, (1 << 64) - 1)
    if sampler not in (None, "chain", "direct"):
        raise BadInput("sampler", sampler, "chain or direct")
    prepared = prepare(scenario, facts)
    problem = prepared.problem
    if problem.retell is None:
        raise SimcoreError(f"replay: {prepared.combat.game} {prepared.combat.name} has nothing to retell")
    if run.affordable(problem) and not run.solve_problem(problem).ends.any():
        raise SimcoreError(
            f"replay: this {prepared.combat.name.replace('-', ' ')} never ends, so there is no end to tell"
        )
    sampling = run.Sampling(problem, sampler)
    steps: list[Step] = []
    first_face = problem.model.rows.first
    if sampling.chain is not None:
        chain, places = sampling.chain, np.zeros(MOST_ROLLS + 2, np.int64)
        count = montecarlo.trace(chain.cells, chain.width, chain.start, chain.over, np.uint64(seed), trial, places)
        before = problem.start
        for place, after in pairwise(places[:count].tolist()):
            weights = _onward(problem, chain, after)
            rows = chain.rolled_between(place, after)
            for roll in range(len(rows)):
                pick = _chooser(seed, trial, len(steps))
                row, targets, _ = _moves(problem, before)
                chosen = pick(weights(before, rows[roll:]))
                steps.append(Step(before, int(first_face[row]) + chosen, int(targets[chosen]), pick))
                before = int(targets[chosen])
    else:
        states, faces = np.zeros(MOST_ROLLS + 2, np.int64), np.zeros(MOST_ROLLS + 1, np.int64)
        count = problem.resolver.steps(problem.model, problem.start, np.uint64(seed), trial, states, faces)
        for at in range(count):
            steps.append(Step(int(states[at]), int(faces[at]), int(states[at + 1]), _chooser(seed, trial, at)))
    if len(steps) > MOST_ROLLS:
        raise SimcoreError(f"replay: trial {trial} takes more than {MOST_ROLLS} rolls")
    seen = merged_outcomes(problem, sampling.unit(seed, trial, 1)[0])
    outcome: dict[str, Any] = {name: int(values[0]) for name, values in seen.columns.items()}
    outcome["winner"] = prepared.combat.winners[outcome["winner"]]
    return TrialTranscript(
        prepared.scenario, seed, trial, sampling.sampler, tuple(problem.retell(steps)), outcome, prepared.policies
    )


def _onward(problem: Problem, chain: Chain, place: int) -> Callable[[int, tuple[int, ...]], Array]:
    """How likely each face of a state is the next on the way to `place`, by rolls of just these rows.

    A place is one state, or all states that end alike.
    """
    over = place >= chain.over

    @cache
    def weights(state: int, rows: tuple[int, ...]) -> Array:
        row, targets, ends_as = _moves(problem, state)
        if row != rows[0]:
            return np.zeros(targets.size)
        if len(rows) == 1:
            leads = ends_as == chain.ending_of[place - chain.over] if over else targets == chain.state_of[place]
        else:
            goes_on = zip(targets.tolist(), (ends_as < 0).tolist(), strict=True)
            leads = np.array([weights(target, rows[1:]).sum() if on else 0.0 for target, on in goes_on])
        first = problem.model.rows.first[row]
        chances: Array = problem.model.rows.probability[first : first + targets.size] * leads
        return chances

    return weights


def _moves(problem: Problem, state: int) -> tuple[int, Array, Array]:
    """The state's row, the state that each of its faces leads to, and the ending that is (-1: not over)."""
    rows = problem.model.rows
    targets = np.zeros(int(np.diff(rows.first).max(initial=1)), np.int64)
    ends_as = np.full(targets.size, -1)
    row, _ = problem.resolver.moves(problem.model, state, targets, ends_as)
    faces = rows.first[row + 1] - rows.first[row]
    return int(row), targets[:faces], ends_as[:faces]
