"""A measured figure, what is promised of it, and the file that a run is kept in."""

from __future__ import annotations

import json
import statistics
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from simcore.files import write_whole

PROMISES = Path(__file__).with_name("promises.toml")
SCHEMA = "simcore.bench/1"
RATIO = "x"  # the unit of what is compared side by side

# What several rooms know some figures by.
RANDOM = "random numbers"  # the parts of a trial
WORKERS = "trials on workers"
SIZE = "battle by size of the armies"
ERROR, SPENT = "error of the win chance", "time to this error"


@dataclass(frozen=True)
class Promise:
    """A bound from one side."""

    bound: float
    at_least: bool

    def kept(self, value: float) -> bool:
        return value >= self.bound if self.at_least else value <= self.bound

    def __str__(self) -> str:
        return f"{'at least' if self.at_least else 'at most'} {self.bound:g}"


@dataclass(frozen=True)
class Figure:
    """One thing measured, once in every round: `what` was done by `who`, `at` which size where there are several."""

    what: str
    who: str
    unit: str
    runs: Sequence[float]
    at: float | None = None
    test: str = ""  # that measured it

    @property
    def name(self) -> str:
        size = "" if self.at is None else f" @ {self.at:g}"
        return f"{self.what}: {self.who}{size}"

    @property
    def median(self) -> float:
        return statistics.median(self.runs)

    def __str__(self) -> str:
        spread = f"  {short(min(self.runs))} .. {short(max(self.runs))}" if len(self.runs) > 1 else ""
        return f"{self.name}  {short(self.median)} {self.unit}{spread}"


@dataclass
class Run:
    """All that one run has measured, where, and what it has not."""

    about: dict[str, str] = field(default_factory=dict)  # of the machine and of everybody's versions
    figures: list[Figure] = field(default_factory=list)
    missing: dict[str, str] = field(default_factory=dict)  # what was not measured, and why
    lost: list[str] = field(default_factory=list)  # figures blamed for a loss that was seen again

    def by_name(self) -> dict[str, Figure]:
        return {figure.name: figure for figure in self.figures}

    def write(self, path: Path) -> None:
        """As JSON, a figure a line."""
        head = {"schema": SCHEMA, "about": self.about, "missing": self.missing, "lost": self.lost}
        rows = ",\n".join(json.dumps(asdict(figure)) for figure in self.figures)
        told = f'{json.dumps(head, indent=1)[:-2]},\n "figures": [\n{rows}\n]}}\n'
        write_whole(path, lambda file: file.write(told.encode()))

    def with_turns_of(self, other: Run) -> Run:
        """The same run with the turns of another one added, where that has measured the same."""
        more = other.by_name()
        figures = [
            replace(figure, runs=[*figure.runs, *more[figure.name].runs]) if figure.name in more else figure
            for figure in self.figures
        ]
        return replace(self, figures=figures)


def read_run(path: Path) -> Run:
    """A run as `Run.write` has kept it."""
    told: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    if told.get("schema") != SCHEMA:
        raise ValueError(f"{path}: not a run of this bench ({SCHEMA})")
    figures = [Figure(**figure) for figure in told["figures"]]
    return Run(dict(told["about"]), figures, dict(told["missing"]), list(told.get("lost", ())))


def ratios(what: str, spent: Mapping[str, Sequence[float]], ones: Iterable[str]) -> list[Figure]:
    """How many times as fast each of `ones` was as each other contestant, turn by turn of the same round."""
    ones = list(ones)
    return [
        Figure(what, f"{one} / {other}", RATIO, [b / a for a, b in zip(spent[one], spent[other], strict=True)])
        for one in ones
        for other in spent
        if other not in ones
    ]


def short(value: float) -> str:
    """Three digits that count."""
    return f"{value:.3g}" if abs(value) < 100 else f"{value:,.0f}"


def read_promises(path: Path = PROMISES) -> dict[str, Promise]:
    """The promises by the name of their figure."""
    promises = {}
    for name, bound in tomllib.loads(path.read_text(encoding="utf-8")).items():
        ((side, value),) = bound.items()
        if side not in ("at_least", "at_most"):
            raise ValueError(f"{path.name}: {name}: {side} is neither at_least nor at_most")
        promises[name] = Promise(float(value), side == "at_least")
    return promises
