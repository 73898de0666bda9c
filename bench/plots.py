"""The pictures of the report, each drawn from a run that was kept; None where it has measured nothing to show."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from bench.combats import SCENARIOS
from bench.duels import DUELS
from bench.figures import ERROR, RATIO, SIZE, SPENT, WORKERS, Figure, Run, short
from bench.summary import EXACT
from simcore.report.charts import COLOURS, bar_chart, curve_chart
from simcore.report.heatmap import canvas

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Picture

Curves = dict[str, tuple[Sequence[float], Sequence[float]]]
TRIALS, A_MILLION = 1_000_000, "a million trials, their table made before"  # beside an exact answer
OURS = "chain", "direct"


def curves(figures: Sequence[Figure], label: Callable[[Figure], str]) -> Curves:
    """A line for each label, medians over sizes."""
    lines: dict[str, list[tuple[float, float]]] = {}
    for figure in figures:
        if figure.at is not None:
            lines.setdefault(label(figure), []).append((figure.at, figure.median))
    told: Curves = {}
    for name, points in lines.items():
        x, y = zip(*sorted(points), strict=True)
        told[name] = (x, y)
    return told


def by_number(lines: Curves, **labels: str) -> Picture:
    """A chart over numbers of units or workers, with ticks at those that were measured."""
    picture = curve_chart(lines, **labels)
    picture.axes[0].set_xticks(sorted({at for x, _ in lines.values() for at in x}))
    return picture


def throughput(run: Run) -> Picture | None:
    """A panel for each battle, a line in it for everybody who has fought it, so there is room for any number."""
    timed: dict[str, dict[str, float]] = {}
    for figure in run.figures:
        if figure.what in DUELS and figure.unit == "ns" and not figure.who.startswith("trials"):
            timed.setdefault(figure.what, {})[figure.who] = 1e3 / figure.median
    if not timed:
        return None
    lines = [len(fought) for fought in timed.values()]
    picture = canvas((8.0, 0.24 * sum(lines) + 0.4 * len(lines) + 0.6))
    picture.suptitle("Battles fought by one core", fontsize=13, fontweight="bold")
    panels = picture.subplots(len(timed), 1, sharex=True, squeeze=False, height_ratios=[n + 0.6 for n in lines])[:, 0]
    for ax, (name, fought) in zip(panels, timed.items(), strict=True):
        for line, (who, millions) in enumerate(fought.items()):
            ax.plot(millions, line, "o", color=COLOURS[0 if who in OURS else 1])
            ax.annotate(
                short(float(f"{millions:.3g}")),
                (millions, line),
                (8, 0),
                textcoords="offset points",
                va="center",
                fontsize=8,
            )
        ax.set_title(name, loc="left", fontsize=10)
        ax.set_yticks(range(len(fought)), list(fought), fontsize=9)
        ax.set_ylim(len(fought) - 0.4, -0.6)
        ax.set_xscale("log")
        ax.margins(x=0.15)  # room for the figures beside the last marks
        ax.grid(alpha=0.3)
    panels[-1].xaxis.set_major_formatter("{x:,.10g}")
    panels[-1].set_xlabel("million battles a second (logarithmic, median of all turns); blue: simcore", fontsize=10)
    return picture


def size_of_trials(run: Run) -> Picture | None:
    timed = curves([f for f in run.figures if f.what == SIZE and f.unit == "ns"], lambda figure: figure.who)
    if not timed:
        return None
    return by_number(
        timed, title="A trial by the size of the armies",
        x_label="units of each of the four factions", y_label="ns a battle", log="y",
    )  # fmt: skip


def size_of_answers(run: Run) -> Picture | None:
    answers = curves([f for f in run.figures if f.what == SIZE and f.unit == "ms"], lambda figure: figure.who)
    trials = curves(
        [f for f in run.figures if f.what == SIZE and f.who == "chain"],
        lambda figure: A_MILLION,
    )
    for name, (x, y) in trials.items():
        answers[name] = (x, [nanoseconds * TRIALS / 1e6 for nanoseconds in y])
    if not answers:
        return None
    return by_number(
        answers, title="An exact answer by the size of the armies", x_label="units of each of the four factions",
        y_label="ms an answer", log="y",
    )  # fmt: skip


def trials_or_exact(run: Run) -> Picture | None:
    figures = run.by_name()
    both = [n for n in SCENARIOS if {f"{n}: warm exact answer", f"{n}: trials, chain"} <= figures.keys()]
    if not both:
        return None
    bars = {
        "exact answer": [figures[f"{name}: warm exact answer"].median for name in both],
        A_MILLION: [figures[f"{name}: trials, chain"].median * TRIALS / 1e6 for name in both],
    }
    picture = bar_chart(
        both, bars, title="What a million trials cost, and the exact answer", x_label="",
        y_label="ms of one core (logarithmic)", unit="",
    )  # fmt: skip
    picture.axes[0].set_yscale("log")
    for label in picture.axes[0].get_xticklabels():
        label.set(rotation=60, ha="right", rotation_mode="anchor")
    for number in picture.axes[0].texts:
        number.set_fontsize(7)  # no wider than its bar
    picture.set_size_inches(16.0, 6.5)
    return picture


def error_and_time(run: Run) -> Picture | None:
    """Exact answers have no place on a scale of errors: they stand in a band below it."""
    figures = run.by_name()
    errors = {f.name: f for f in run.figures if f.what == ERROR and f.at is not None}
    if not errors:
        return None
    labels = {"trials": "trials, from the scenario to the answer", "NumPy": "NumPy, its tables made beforehand"}
    lines: Curves = {}
    for who in dict.fromkeys(f.who for f in errors.values()):
        points = [f for f in errors.values() if f.who == who]
        points = [f for f in points if f"{SPENT}: {who} @ {f.at:g}" in figures]
        times = [figures[f"{SPENT}: {who} @ {f.at:g}"].median for f in points]
        lines[labels.get(who, who)] = times, [f.median for f in points]
    floor = 10.0 ** math.floor(math.log10(min(f.median for f in errors.values())))
    band = floor / 10.0**1.5, floor / 10.0**0.5
    what = f"cent-ans battle, {EXACT}"
    answers = [f for f in run.figures if f.what == what and f.unit == "ms"]
    for answer in answers:
        lines[f"{answer.who} answer" if answer.who == EXACT else answer.who] = [answer.median], [floor / 10.0]
    picture = curve_chart(
        lines, title="How near, how soon", x_label="ms of one core (logarithmic)",
        y_label="error of the win chance (root mean square)", log="xy",
        note="100 to 1,000,000 battles" + ("; in the band: exact answers, off by rounding only" if answers else ""),
    )  # fmt: skip
    if answers:
        axes = picture.axes[0]
        axes.axhspan(*band, color="grey", alpha=0.15)
        axes.set_ylim(bottom=band[0])
        axes.set_yticks([tick for tick in axes.get_yticks() if floor <= tick <= 1.0])
        axes.tick_params(axis="y", which="minor", left=False)
    return picture


def workers(run: Run) -> Picture | None:
    ratios = [figure for figure in run.figures if figure.what == WORKERS and figure.unit == RATIO]
    lines = curves(ratios, lambda figure: figure.who.partition(" / ")[0])
    if not lines:
        return None
    most = max(x[-1] for x, _ in lines.values())
    lines["as many times as workers"] = [1.0, most], [1.0, most]
    return by_number(
        lines, title="The same trials on more workers", x_label="workers", y_label="times as fast as one thread",
    )  # fmt: skip


PICTURES: dict[str, Callable[[Run], Picture | None]] = {
    "throughput": throughput,
    "size-of-trials": size_of_trials,
    "size-of-answers": size_of_answers,
    "trials-or-exact": trials_or_exact,
    "error-and-time": error_and_time,
    "workers": workers,
}
