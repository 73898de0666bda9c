"""Two variants of a scenario side by side: what the change is worth, exactly or by paired trials."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from pathlib import Path
from typing import Any, Literal

import numpy as np

from simcore.advice.values import Grounds, means_and_mass
from simcore.contracts.condition import is_condition
from simcore.contracts.provenance import ByPolicies
from simcore.contracts.utility import Utility, Worth, names
from simcore.engine import cost, paired, run
from simcore.errors import ABSENT, BadInput, SimcoreError, nearest, whole_number
from simcore.evaluation.questions import DEFAULT_TRIALS, MOST_THREADS, PreparedScenario, looks, prepare, trials_wanted
from simcore.evaluation.result import WHOLE
from simcore.stats.paired import PairedSums
from simcore.types import Array

SCHEMA = "simcore.compare/1"
NO_CHANGE = 1e-12  # of what is compared, or of 1: rounding
PRICED = 0.5e-6  # seconds: a trial put into the quantities compared
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
    Trials that nobody has asked for are fewer than a million where so many would take longer than an answer may.
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
    unasked = trials is None and target_error is None
    with cost.account():
        with cost.up_to(cost.allowed().shared(2)):
            both = prepare(base, facts), prepare(other, facts)
        chosen = _outcomes(both, outcomes)
        watched = chosen if outcomes is not None else [name for name in chosen if name.startswith("win.")]
        if unasked and _exactly_asked(both):
            found, mass = _exactly(both, chosen)
            done = None
        else:
            target = None if target_error is None else {name: target_error for name in watched}
            wanted = _fitting(both) if unasked else wanted
            found, mass, done = _by_trials(both, chosen, wanted, target, seed, threads, progress)
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


def _outcomes(both: tuple[PreparedScenario, PreparedScenario], wanted: Sequence[str] | None) -> list[str]:
    """The names to compare, each known to both."""
    first, second = (names(prepared.combat, prepared.problem) for prepared in both)
    common = [name for name in first if name in second]
    if wanted is None:
        if first[0] not in second:
            games = [prepared.combat.game for prepared in both]
            differ = f"the games differ, {' and '.join(games)}: " if games[0] != games[1] else ""
            raise BadInput("outcome", ABSENT, f"{differ}a chance or mean that both combats have: {', '.join(common)}")
        return [name for name in common if name.startswith("win.") or name.endswith(".lost")]
    wanted = [wanted] if isinstance(wanted, str) else list(wanted)
    if not wanted:
        raise BadInput("outcome", [], "at least one name")
    for name in wanted:
        if is_condition(name):
            for prepared in both:
                Utility({name: 1.0}).check(prepared.combat, prepared.problem)
        elif name not in common:
            lacking = name in first or name in second
            raise BadInput("outcome", name, ("what both have; " if lacking else "") + nearest(name, common))
    return list(dict.fromkeys(wanted))


Found = dict[str, Difference]


def _exactly_asked(both: Sequence[PreparedScenario]) -> bool:
    """Are both exact answers, with what their endings are worth, cheap enough together?"""
    whole = cost.Cost(0.0, 0.0)
    for prepared in both:
        whole = whole.and_then(run.pass_cost(prepared.problem))
        whole = whole.and_then(cost.Cost(cost.valued(prepared.problem.endings).seconds, 0.0))
    return whole.within(cost.allowed()) and all(run.affordable(prepared.problem) for prepared in both)


def _fitting(both: Sequence[PreparedScenario]) -> int:
    """So many pairs, whole units of them and no more than is usual, as fit into what is allowed."""
    each = sum(run.rolls_of_a_trial(prepared.problem) * cost.PAIRED_ROLL + PRICED for prepared in both)
    pairs = int(cost.allowed().seconds / each) - paired.PILOT_TRIALS
    return min(DEFAULT_TRIALS, max(1, pairs // run.PAIRED_UNIT) * run.PAIRED_UNIT)


@dataclass(frozen=True)
class Prices:
    """What endings are worth for each outcome, worked out for those that come up: to hold all would take too much."""

    prepared: PreparedScenario
    chosen: Sequence[str]

    @property
    def shape(self) -> tuple[int, int]:
        return self.prepared.problem.endings, len(self.chosen)

    def __getitem__(self, ends: Array) -> Array:
        """float64[ends, outcomes]"""
        some, which = np.unique(ends, return_inverse=True)
        worths = _worths(self.prepared, self.chosen, some)
        priced: Array = np.column_stack([worth.endings + worth.constant for worth in worths])[which]
        return priced


def _worths(prepared: PreparedScenario, chosen: Sequence[str], endings: Array | None = None) -> list[Worth]:
    return [Utility({name: 1.0}).priced(prepared.combat, prepared.problem, endings) for name in chosen]


def _exactly(both: Sequence[PreparedScenario], chosen: Sequence[str]) -> tuple[Found, tuple[float, float]]:
    conditions = [name for name in chosen if is_condition(name)]
    (first, first_mass), (second, second_mass) = (means_and_mass(prepared, conditions) for prepared in both)
    found = {name: Difference(first[name], second[name], changed(first[name], second[name])) for name in chosen}
    return found, (first_mass, second_mass)


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
    both: tuple[PreparedScenario, PreparedScenario],
    chosen: Sequence[str],
    wanted: int,
    target: Mapping[str, float] | None,
    seed: int,
    threads: int,
    progress: Callable[[int, int], None] | None,
) -> tuple[Found, tuple[float, float], int]:
    pair = pair_of(both, chosen, min(wanted, paired.PILOT_TRIALS))
    tally: run.PairedTally | None = None
    sums: dict[str, PairedSums] = {}
    for goal in [wanted] if target is None else looks(wanted):
        tally = run.run_pairs(
            pair, seed, goal, before=tally, threads=threads,
            progress=None if progress is None else lambda now: progress(now.trials, wanted),
        )  # fmt: skip
        sums = {
            name: PairedSums(tally.trials, *column.tolist()) for name, column in zip(chosen, tally.sums.T, strict=True)
        }
        if target is not None and all(sums[name].half_width <= error for name, error in target.items()):
            break
    assert tally is not None
    mass = 1.0 - tally.unfinished / tally.trials
    found = {name: _chance(counted) if is_chance(name) else _mean(counted) for name, counted in sums.items()}
    return found, (float(mass[0]), float(mass[1])), tally.trials


def pair_of(both: Sequence[PreparedScenario], chosen: Sequence[str], pilot: int) -> paired.Pair:
    """Both scenarios ready for paired trials of these quantities, the first of which orders the faces."""
    priced = []
    for prepared in both:
        size = cost.WORD * (cost.COLUMNS + 2 * len(chosen)) * prepared.problem.endings
        whole = cost.Cost(cost.valued(prepared.problem.endings).seconds * len(chosen), size)
        fits = whole.within(cost.allowed().shared(len(both) * 4))
        worths = _worths(prepared, chosen, None if fits else np.zeros(1, np.int64))
        table = np.column_stack([worth.endings + worth.constant for worth in worths]) if fits else None
        rolls = np.column_stack([worth.rolls for worth in worths])
        priced.append(paired.Priced(prepared.problem, Prices(prepared, chosen) if table is None else table, rolls))
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
