"""A comparison in words and figures."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, sqrt
from typing import TYPE_CHECKING

from simcore.advice.compare import FEWEST_PAIRS, is_chance
from simcore.cli.answer import choices, endless, policies, rests_on, stated, title
from simcore.cli.formatting import (
    change,
    change_interval,
    column_name,
    counted_chance,
    event_name,
    exact_chance,
    mean,
    name,
)
from simcore.cli.output import grid, heading
from simcore.contracts.condition import is_condition
from simcore.evaluation.result import WHOLE
from simcore.games import find_combat

if TYPE_CHECKING:
    from rich.console import RenderableType

    from simcore.advice.compare import Comparison, Difference


def report(found: Comparison, target: float | None = None) -> list[RenderableType]:
    """What differs and what that is worth; `target`: the half-width of intervals that was asked for."""
    titles = [title(one) for one in (found.scenario, found.other)]
    words = find_combat(found.scenario["game"], found.scenario["combat"]).words
    counted = found.trials is not None
    headers = ["", "base", "other", "difference", *(["95 % interval", "saved"] if counted else [])]
    chances = [
        [
            outcome if is_condition(outcome) else event_name(outcome.partition(".")[2], words),
            *_chances(one, found.trials),
            *_change(one, found.trials, 100.0),
            *([_most_saved(one)] if counted else []),
        ]
        for outcome, one in found.differences.items()
        if is_chance(outcome)
    ]
    means = [
        [_mean_name(outcome, words), *_means(one, found.trials), *_change(one, found.trials, 1.0)]
        for outcome, one in found.differences.items()
        if not is_chance(outcome)
    ]
    parts: list[RenderableType] = [
        heading(" against ".join(dict.fromkeys(titles)), first=True),
        grid(headers[:3], _variants(found, titles)),
    ]
    points = "Chances, their difference in percentage points"
    for what, rows, more in ((points, chances, ["of at most"] if counted else []), ("On average", means, [])):
        if rows:
            parts += [heading(what), grid([*headers, *more], rows, right=tuple(range(1, len(headers) + len(more))))]
    return [*parts, heading("How this was found"), grid(["", ""], _notes(found, target))]


def _variants(found: Comparison, titles: list[str]) -> list[list[str]]:
    """Both scenarios, a row for each field."""
    base, other = dict(stated(found.scenario)), dict(stated(found.other))
    if titles[0] != titles[1]:
        base, other = {"combat": titles[0], **base}, {"combat": titles[1], **other}
    rows = []
    for field in dict.fromkeys([*base, *other]):
        was, now = base.get(field, "-"), other.get(field, "-")
        rows.append([field, was, "the same" if was == now else now])
    return rows


def _mean_name(outcome: str, words: Mapping[str, str]) -> str:
    side = outcome.rpartition(".")[0]
    return f"{name(side)}: {column_name(outcome, words)}" if side else column_name(outcome, words)


def _chances(one: Difference, trials: int | None) -> list[str]:
    shares = one.base, one.other
    if trials is not None:
        return [counted_chance(share, trials) for share in shares]
    return [exact_chance(share, certain=share > WHOLE) for share in shares]


def _means(one: Difference, trials: int | None) -> list[str]:
    if trials is None or one.standard_error is None:
        return [mean(value, 0.0, None) for value in (one.base, one.other)]
    values = (one.base, one.standard_error.base), (one.other, one.standard_error.other)
    return [mean(value, error * sqrt(trials), trials) for value, error in values]


def _change(one: Difference, trials: int | None, scale: float) -> list[str]:
    """The difference, and in trials its interval and the share of the variance that the pairing saved."""
    if trials is None:
        return [change(scale * one.difference, None)]
    saved = "-" if one.variance_ratio is None else f"{round(100.0 * (1.0 - one.variance_ratio))} %"
    if one.interval is None:
        return [change(scale * one.difference, None), "-", saved]
    low, high = (scale * bound for bound in one.interval)
    return [change(scale * one.difference, (high - low) / 2.0), change_interval(low, high), saved]


def _most_saved(one: Difference) -> str:
    """The share of the variance that a pairing could save: two chances that differ by d leave d (1 - d) of it."""
    apart = one.base * (1.0 - one.base) + one.other * (1.0 - one.other)
    change = abs(one.difference)
    return f"{round(100.0 * (1.0 - change * (1.0 - change) / apart))} %" if apart > 0.0 else "-"


def _missed(found: Comparison, target: float) -> str:
    """The widest of the intervals that a target was set for, where it is wider than that."""
    widths = {
        outcome: (one.interval[1] - one.interval[0]) / 2.0 if one.interval else inf
        for outcome, one in found.differences.items()
        if outcome in found.watched
    }
    widest = max(widths, key=lambda outcome: widths[outcome])
    if widths[widest] <= target:
        return ""
    if widths[widest] == inf:
        return f"not reached: {widest} has no interval yet"
    if is_chance(widest):
        return f"not reached: the interval of {widest} is still {100.0 * widths[widest]:.2g} points wide to either side"
    return f"not reached: the interval of {widest} is still {widths[widest]:.2g} wide to either side"


def _notes(found: Comparison, target: float | None) -> list[list[str]]:
    """Where the differences come from and what they rest on."""
    if found.trials is None:
        told = [["method", "exact: every course the dice can take was counted"]]
    else:
        trials = f"{found.trials:,} pair{'s' if found.trials != 1 else ''} of random trials (seed {found.seed})"
        told = [
            ["method", f"{trials}, both of a pair with the same luck"],
            [
                "saved",
                "of the variance that the difference of two independent runs would have; where two chances differ "
                "by d, no pairing brings it below d (1 - d)",
            ],
        ]
    told += policies(found.policies)
    if found.other_policies != found.policies:
        told += [["of other", said] for _, said in policies(found.other_policies)] or [["of other", "no policy"]]
    told += [*choices(found.chosen), *choices(found.other_chosen)]
    for what, mass in zip(("base", "other"), found.mass, strict=True):
        told += [[f"{what} {label}", said] for label, said in endless(mass, found.trials)]
    if found.trials is not None and any(one.interval is None for one in found.differences.values()):
        told.append(["few pairs", f"the difference of two means has no 95 % interval below {FEWEST_PAIRS} pairs"])
    if target is not None and (missed := _missed(found, target)):
        told.append(["target", missed])
    return told + rests_on(found.scenario["game"], found.assumed, found.public)
