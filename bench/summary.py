"""The five lines at the top of the page: what was measured beside what, how it came out, where others are faster."""

from __future__ import annotations

from collections.abc import Iterable

from bench.contestants.rules import RULES
from bench.duels import DUELS
from bench.figures import RATIO, WORKERS, Figure, Run, short
from bench.gate import promised, verdict

EXACT = "exact"


def compared(run: Run) -> list[Figure]:
    """How many times as fast simcore is as another program, everywhere that they were measured side by side."""
    return [figure for figure in run.figures if figure.unit == RATIO and figure.what != WORKERS]


def beaten(run: Run) -> list[Figure]:
    """Where the other program is the faster one."""
    return [figure for figure in compared(run) if figure.median < 1.0]


def battle(figure: Figure) -> str:
    return figure.what.removesuffix(f", {EXACT}")


def contestants(ratios: Iterable[Figure]) -> list[str]:
    """Simcore's own, in whose favour a ratio is above 1."""
    return list(dict.fromkeys(figure.who.partition(" / ")[0] for figure in ratios))


def against(ratios: Iterable[Figure], one: str) -> str:
    """As how many times as fast `one` is as each other contestant: where it is least so and where it is most.

    >>> speeds = [Figure("a", "chain / C", "x", [2.0]), Figure("b", "chain / C", "x", [5.0])]
    >>> against([*speeds, Figure("a", "chain / NumPy", "x", [9.0])], "chain")
    '2 (a) to 5 (b) beside C; 9 (a) beside NumPy'
    """
    others: dict[str, list[Figure]] = {}
    for figure in sorted(ratios, key=lambda figure: figure.median):
        ours, _, other = figure.who.partition(" / ")
        if ours == one:
            others.setdefault(other, []).append(figure)
    told = []
    for other, all_ in others.items():
        ends = all_ if len(all_) == 1 else [all_[0], all_[-1]]
        told.append(f"{' to '.join(f'{short(end.median)} ({battle(end)})' for end in ends)} beside {other}")
    return "; ".join(told)


def summary(run: Run) -> list[str]:
    """A line for each thing that the run has measured."""
    lines = [
        "Measured: trials (battles fought with random numbers) beside programs in C and NumPy, exact answers beside "
        "the libraries icepool and dyce, full games beside a yardstick, OpenSpiel's backgammon; all in the same run. "
        "The battles in brackets are told below."
    ]
    ratios, figures = compared(run), run.by_name()
    trials = [figure for figure in ratios if figure.what in DUELS]
    for one, what in (
        ("chain", "Trials the usual way (*chain*)"),
        ("direct", "Trials that follow the rules roll by roll (*direct*)"),
    ):
        if told := against(trials, one):
            lines.append(f"{what}, how many times as fast: {told}.")
    answers = [figures[name].median for rules in RULES if (name := f"{rules}, {EXACT}: {EXACT}") in figures]
    solved = [figure for figure in ratios if figure.who.startswith(EXACT)]
    if answers and solved:
        told = "; ".join(f"*{one}* {against(solved, one)}" for one in contestants(solved))
        span = " to ".join(map(short, (min(answers), max(answers))))
        lines.append(f"Exact answers take {span} ms a battle; how many times as fast: {told}.")
    lost = beaten(run)
    where = "; ".join(f"*{one}* {against(lost, one)}" for one in contestants(lost))
    promises, _ = promised(run)
    judged = [verdict(run, figures[name], each) for name, each in promises.items() if name in figures]
    kept = f"Of {len(promises)} promises {len(judged)} were measured and {judged.count('kept')} are kept"
    lines.append(f"Another program is faster (below 1): {where or 'nowhere'}. {kept}.")
    return lines
