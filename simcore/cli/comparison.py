"""A comparison in words and figures."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import TYPE_CHECKING

from simcore.cli.answer import choices, rests_on, stated, title
from simcore.cli.output import grid, heading
from simcore.cli.saying import (
    change,
    change_interval,
    column_name,
    counted_chance,
    event_name,
    exact_chance,
    mean,
    name,
)
from simcore.games import find_combat
from simcore.result import WHOLE

if TYPE_CHECKING:
    from rich.console import RenderableType

    from simcore.advice.compare import Comparison, Difference


def report(found: Comparison, target: float | None = None) -> list[RenderableType]:
    """What differs and what that is worth; `target`: the half-width of intervals that was asked for."""
    titles = [title(one) for one in (found.scenario, found.other)]
    words = find_combat(found.scenario["game"], found.scenario["combat"]).words
    headers = ["", "base", "other", "difference", *(["95 % interval", "saved"] if found.trials is not None else [])]
    chances = [
        [event_name(outcome.partition(".")[2], words), *_chances(one, found.trials), *_change(one, 100.0)]
        for outcome, one in found.differences.items()
        if outcome.startswith("win.")
    ]
    means = [
        [_mean_name(outcome, words), *_means(one, found.trials), *_change(one, 1.0)]
        for outcome, one in found.differences.items()
        if not outcome.startswith("win.")
    ]
    parts: list[RenderableType] = [
        heading(" against ".join(dict.fromkeys(titles)), first=True),
        grid(headers[:3], _variants(found, titles)),
    ]
    for what, rows in (("Chances, their difference in percentage points", chances), ("On average", means)):
        if rows:
            parts += [heading(what), grid(headers, rows, right=tuple(range(1, len(headers))))]
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


def _change(one: Difference, scale: float) -> list[str]:
    """The difference, and in trials its interval and the share of the variance that the pairing saved."""
    if one.interval is None:
        return [change(scale * one.difference, None)]
    low, high = (scale * bound for bound in one.interval)
    saved = "-" if one.variance_ratio is None else f"{round(100.0 * (1.0 - one.variance_ratio))} %"
    return [change(scale * one.difference, (high - low) / 2.0), change_interval(low, high), saved]


def _notes(found: Comparison, target: float | None) -> list[list[str]]:
    """Where the differences come from and what they rest on."""
    if found.trials is None:
        told = [["method", "exact: every course the dice can take was counted"]]
    else:
        trials = f"{found.trials:,} pair{'s' if found.trials != 1 else ''} of random trials (seed {found.seed})"
        told = [
            ["method", f"{trials}, both of a pair with the same luck"],
            ["saved", "of the variance that the difference of two independent runs would have"],
        ]
    told += [*choices(found.chosen), *choices(found.other_chosen)]
    for what, mass in zip(("base", "other"), found.mass, strict=True):
        if mass < WHOLE:
            told.append(["not covered", f"{100.0 * (1.0 - mass):.2g} % of all courses of {what} never came to an end"])
    missed = [one.interval[1] - one.interval[0] for one in found.differences.values() if one.interval]
    if target is not None and max(missed) > 2.0 * target:
        told.append(["target", f"the widest interval is {max(missed) / 2.0:.2g} to either side"])
    return told + rests_on(found.scenario["game"], found.assumed, found.public)
