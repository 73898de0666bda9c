"""The pictures of the report, each drawn from a run that was kept; None where it has measured nothing to show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from bench.combats import SCENARIOS
from bench.duels import DUELS
from bench.figures import ERROR, RATIO, SIZE, SPENT, WORKERS, Figure, Run
from simcore.report.charts import bar_chart, curve_chart

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Picture

Curves = dict[str, tuple[Sequence[float], Sequence[float]]]
TRIALS = 1_000_000  # beside an exact answer


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


def throughput(run: Run) -> Picture | None:
    figures = run.by_name()
    fought = [name for name in DUELS if f"{name}: chain" in figures]
    timed = [figure for figure in run.figures if figure.what in fought and figure.unit == "ns"]
    bars = {
        who: [1e3 / figures[f"{name}: {who}"].median if f"{name}: {who}" in figures else 0.0 for name in fought]
        for who in dict.fromkeys(figure.who for figure in timed if not figure.who.startswith("trials"))
    }
    if not bars:
        return None
    picture = bar_chart(
        fought, bars, title="Battles fought by one core", x_label="", y_label="million battles a second (logarithmic)",
        note="median of all turns; a contestant that is not there has no bar", shares=False,
    )  # fmt: skip
    picture.axes[0].set_yscale("log")
    picture.set_size_inches(12.0, 5.5)
    return picture


def size_of_trials(run: Run) -> Picture | None:
    timed = curves([f for f in run.figures if f.what == SIZE and f.unit == "ns"], lambda figure: figure.who)
    if not timed:
        return None
    return curve_chart(
        timed, title="A trial by the size of the armies",
        x_label="units of each of the four factions", y_label="ns a battle", log="y",
    )  # fmt: skip


def size_of_answers(run: Run) -> Picture | None:
    answers = curves([f for f in run.figures if f.what == SIZE and f.unit == "ms"], lambda figure: figure.who)
    trials = curves([f for f in run.figures if f.what == SIZE and f.who == "chain"], lambda figure: "a million trials")
    for name, (x, y) in trials.items():
        answers[name] = (x, [nanoseconds * TRIALS / 1e6 for nanoseconds in y])
    if not answers:
        return None
    return curve_chart(
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
        "a million trials": [figures[f"{name}: trials, chain"].median * TRIALS / 1e6 for name in both],
    }
    picture = bar_chart(
        both, bars, title="What a million trials cost, and the exact answer", x_label="",
        y_label="ms of one core (logarithmic)", shares=False,
    )  # fmt: skip
    picture.axes[0].set_yscale("log")
    picture.axes[0].tick_params(axis="x", rotation=70)
    picture.set_size_inches(14.0, 6.5)
    return picture


def error_and_time(run: Run) -> Picture | None:
    figures = run.by_name()
    lines: Curves = {}
    labels = {"trials": "trials", "NumPy": "NumPy, its tables made beforehand"}
    for who in dict.fromkeys(figure.who for figure in run.figures if figure.what == ERROR):
        errors = [f for f in run.figures if (f.what, f.who) == (ERROR, who)]
        times = {f.at: f.median for f in run.figures if (f.what, f.who) == (SPENT, who)}
        lines[labels[who]] = [times[f.at] for f in errors], [f.median for f in errors]
    for who, label in (("exact", "exact"), ("icepool", "exact, icepool"), ("dyce", "exact, dyce")):
        answer = figures.get(f"cent-ans battle, exact: {who}")
        if answer is not None:
            lines[label] = [answer.median], [1e-15]
    if not lines:
        return None
    return curve_chart(
        lines, title="How near, how soon", x_label="ms of one core, from the scenario to the answer",
        y_label="error of the win chance (root mean square)", log="xy",
        note="100 to 1,000,000 battles; exact answers are off by rounding only",
    )  # fmt: skip


def workers(run: Run) -> Picture | None:
    ratios = [figure for figure in run.figures if figure.what == WORKERS and figure.unit == RATIO]
    lines = curves(ratios, lambda figure: figure.who.partition(" / ")[0])
    if not lines:
        return None
    most = max(x[-1] for x, _ in lines.values())
    lines["as many times as workers"] = [1.0, most], [1.0, most]
    picture = curve_chart(
        lines, title="The same trials on more workers", x_label="workers", y_label="times as fast as one thread",
    )  # fmt: skip
    picture.axes[0].set_xticks(sorted({at for x, _ in lines.values() for at in x}))
    return picture


PICTURES: dict[str, Callable[[Run], Picture | None]] = {
    "throughput": throughput,
    "size-of-trials": size_of_trials,
    "size-of-answers": size_of_answers,
    "trials-or-exact": trials_or_exact,
    "error-and-time": error_and_time,
    "workers": workers,
}
