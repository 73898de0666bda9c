"""Two variants of a scenario side by side: what the change is worth, exactly or by paired trials."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from pathlib import Path
from typing import Any, Literal

import numpy as np

from simcore.advice.values import Grounds
from simcore.condition import is_condition
from simcore.engine import paired, run
from simcore.errors import ABSENT, BadInput, SimcoreError, nearest, whole_number
from simcore.provenance import ByPolicies
from simcore.questions import MOST_THREADS, Asked, ask, looks, trials_wanted
from simcore.result import WHOLE
from simcore.stats.paired import PairedSums
from simcore.utility import Utility, Worth, names

SCHEMA = "simcore.compare/1"
NO_CHANGE = 1e-12  # of what is compared, or of 1: rounding
FEWEST_PAIRS = 100  # from which on a mean has an interval: of 50 pairs it may hold the difference in 75 %


@dataclass(frozen=True)
class Errors:
    """Standard errors of what was counted in trials."""

    base: float
    other: float
    difference: float


@dataclass(frozen=True)
class Difference:
    """One chance (a share of 1) or mean (in units or rounds) of both variants, and `other` less `base`.

    Counted in trials it has standard errors, the 95 % interval of the difference, and `variance_ratio`: its variance
    over that of independent runs with as many trials (None where nothing varies). A mean has neither errors nor an
    interval below `FEWEST_PAIRS` pairs.
    """

    base: float
    other: float
    difference: float
    standard_error: Errors | None = None
    interval: tuple[float, float] | None = None
    variance_ratio: float | None = None


@dataclass(frozen=True, eq=False)
class Comparison(ByPolicies):
    """What a change is worth, by the name of each chance or mean compared."""

    scenario: Mapping[str, Any]
    scenario_id: str
    other: Mapping[str, Any]
    other_id: str
    method: Literal["exact", "monte-carlo"]
    differences: Mapping[str, Difference]
    watched: tuple[str, ...]  # whose intervals a target error is for: the outcomes named, else every chance
    trials: int | None
    seed: int | None
    mass: tuple[float, float]  # of base and other: the share that comes to an end
    chosen: Mapping[str, Any]
    other_chosen: Mapping[str, Any]
    other_rules: str
    other_policies: Mapping[str, str]  # `policies` are those of the base

    def to_dict(self) -> dict[str, Any]:
        """The record as plain data: `simcore.compare/1`."""
        record = {"schema": SCHEMA, **asdict(self)}
        for name, found in self.differences.items():
            record["differences"][name]["interval"] = found.interval and list(found.interval)
        return self.told({**record, "watched": list(self.watched), "mass": list(self.mass)})


def compare(
    base: Mapping[str, Any],
    other: Mapping[str, Any],
    *,
    outcomes: Sequence[str] | None = None,
    trials: int | None = None,
    target_error: float | None = None,
    seed: int = 0,
    threads: int = 1,
    facts: Path | str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Comparison:
    """How `other` differs from `base`: exactly where both are cheap enough for that, else by paired trials.

    `outcomes`: names of chances and means that both have, such as `win.attacker` or `defender.lost`; by default every
    chance and every loss. `trials` (1 to 2**40 pairs, default a million) or `target_error` ask for trials; these run
    until the half-width of the 95 % interval of every named outcome (by default: of every chance, not of the losses) is
    at most this; a chance counts as a share of 1, a mean in its units. The pairing serves the first outcome best.
    `seed`: 0 to 2**64 - 1. The same differences for any number of `threads`.
    Raises `BadInput` for a name that either has not.

    >>> battle = {"game": "breizh", "combat": "battle", "montfort": 6, "blois": 5}
    >>> found = compare(battle, {**battle, "montfort_bonus": 1})
    >>> found.method, round(found.differences["win.montfort"].difference, 4)
    ('exact', 0.2716)
    """
    seed = whole_number("seed", seed, 0, (1 << 64) - 1)
    threads = whole_number("threads", threads, 1, MOST_THREADS)
    wanted = trials_wanted(trials, target_error)
    both = ask(base, facts), ask(other, facts)
    chosen = _outcomes(both, outcomes)
    watched = chosen if outcomes is not None else [name for name in chosen if name.startswith("win.")]
    worths = [{name: Utility({name: 1.0}).priced(asked.combat, asked.problem) for name in chosen} for asked in both]
    if trials is None and target_error is None and all(run.affordable(asked.problem) for asked in both):
        found, mass = _exactly(both, worths)
        done = None
    else:
        target = None if target_error is None else {name: target_error for name in watched}
        found, mass, done = _by_trials(both, worths, wanted, target, seed, threads, progress)
    if min(mass) < WHOLE:  # a mean over what never ends is none
        if outcomes is not None and (named := [name for name in chosen if not is_chance(name)]):
            raise SimcoreError(f"outcome: {named[0]} has no mean, for {1.0 - min(mass):.2g} of all courses never end")
        found = {name: difference for name, difference in found.items() if is_chance(name)}
    first, second = both
    return Comparison(
        scenario=first.scenario,
        scenario_id=first.scenario_id,
        other=second.scenario,
        other_id=second.scenario_id,
        method="exact" if done is None else "monte-carlo",
        differences=found,
        watched=tuple(watched),
        trials=done,
        seed=None if done is None else seed,
        mass=mass,
        chosen=first.problem.notes,
        other_chosen=second.problem.notes,
        other_rules=second.rules,
        other_policies=dict(second.policies),
        **{**Grounds(*both).told(), "policies": dict(first.policies)},
    )


def _outcomes(both: tuple[Asked, Asked], wanted: Sequence[str] | None) -> list[str]:
    """The names to compare, each known to both."""
    first, second = (names(asked.combat, asked.problem) for asked in both)
    common = [name for name in first if name in second]
    if wanted is None:
        if first[0] not in second:
            games = [asked.combat.game for asked in both]
            differ = f"the games differ, {' and '.join(games)}: " if games[0] != games[1] else ""
            raise BadInput("outcome", ABSENT, f"{differ}a chance or mean that both combats have: {', '.join(common)}")
        return [name for name in common if name.startswith("win.") or name.endswith(".lost")]
    wanted = [wanted] if isinstance(wanted, str) else list(wanted)
    if not wanted:
        raise BadInput("outcome", [], "at least one name")
    for name in wanted:
        if is_condition(name):
            for asked in both:
                Utility({name: 1.0}).check(asked.combat, asked.problem)
        elif name not in common:
            lacking = name in first or name in second
            raise BadInput("outcome", name, ("what both have; " if lacking else "") + nearest(name, common))
    return list(dict.fromkeys(wanted))


Found = dict[str, Difference]


def _exactly(both: tuple[Asked, Asked], worths: Sequence[Mapping[str, Worth]]) -> tuple[Found, tuple[float, float]]:
    solutions = [run.solve_problem(asked.problem) for asked in both]
    found = {}
    for name in worths[0]:
        base, other = (
            # Where nothing but rounding is missing, what is certain has a chance of 1.
            worth[name].of(one.ends / one.mass if one.mass > WHOLE else one.ends, one.rolls)
            for worth, one in zip(worths, solutions, strict=True)
        )
        found[name] = Difference(base, other, changed(base, other))
    return found, (solutions[0].mass, solutions[1].mass)


def is_chance(outcome: str) -> bool:
    """Is it a chance that is compared, and no mean?"""
    return outcome.startswith("win.") or is_condition(outcome)


def changed(before: float, after: float) -> float:
    """What has changed; what differs by rounding alone has not.

    >>> changed(8.0, 8.0 - 8.88e-16), round(changed(0.25, 0.5), 2)
    (0.0, 0.25)
    """
    change = after - before
    return 0.0 if abs(change) <= NO_CHANGE * max(1.0, abs(before), abs(after)) else change


def _by_trials(
    both: tuple[Asked, Asked],
    worths: Sequence[Mapping[str, Worth]],
    wanted: int,
    target: Mapping[str, float] | None,
    seed: int,
    threads: int,
    progress: Callable[[int, int], None] | None,
) -> tuple[Found, tuple[float, float], int]:
    pair = pair_of(both, worths, min(wanted, paired.PILOT_TRIALS))
    tally: run.PairedTally | None = None
    sums: dict[str, PairedSums] = {}
    for goal in [wanted] if target is None else looks(wanted):
        tally = run.run_pairs(
            pair, seed, goal, before=tally, threads=threads,
            progress=None if progress is None else lambda now: progress(now.trials, wanted),
        )  # fmt: skip
        sums = {
            name: PairedSums(tally.trials, *column.tolist())
            for name, column in zip(worths[0], tally.sums.T, strict=True)
        }
        if target is not None and all(sums[name].half_width <= error for name, error in target.items()):
            break
    assert tally is not None
    mass = 1.0 - tally.unfinished / tally.trials
    found = {name: _chance(counted) if is_chance(name) else _mean(counted) for name, counted in sums.items()}
    return found, (float(mass[0]), float(mass[1])), tally.trials


def pair_of(both: Sequence[Asked], worths: Sequence[Mapping[str, Worth]], pilot: int) -> paired.Pair:
    """Both scenarios ready for paired trials of these quantities, the first of which orders the faces."""
    priced = [
        paired.Priced(
            asked.problem,
            np.column_stack([worth.endings + worth.constant for worth in worth_of.values()]),
            np.column_stack([worth.rolls for worth in worth_of.values()]),
        )
        for asked, worth_of in zip(both, worths, strict=True)
    ]
    return paired.Pair(priced, pilot)


def _chance(counted: PairedSums) -> Difference:
    low, high = counted.interval()
    return _difference(counted, (max(low, -1.0), min(high, 1.0)))


def _mean(counted: PairedSums) -> Difference:
    return (
        _difference(counted, counted.interval())
        if counted.trials >= FEWEST_PAIRS
        else Difference(*counted.means, counted.difference, variance_ratio=counted.variance_ratio)
    )


def _difference(counted: PairedSums, interval: tuple[float, float]) -> Difference:
    errors = Errors(*(sqrt(part / counted.trials) for part in (*counted.variances, counted.variance)))
    return Difference(*counted.means, counted.difference, errors, interval, counted.variance_ratio)
