"""A measured figure, what is promised of it, and the file that a run is kept in."""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Annotated, Literal

import numpy as np
from pydantic import BaseModel, Field, FiniteFloat, PositiveFloat, model_validator

from simcore.errors import SimcoreError, first_problem
from simcore.io.documents import parse_json, read_document
from simcore.io.files import write_whole

PROMISES = Path(__file__).with_name("promises.toml")
PUBLISHED = Path(__file__).parents[1] / "reports" / "benchmarks.json"
SCHEMA = "simcore.bench/1"
RATIO = "x"  # the unit of what is compared side by side
TIMES = "ns", "us", "ms", "s"
RATE = "/s"
MEMORY = "MB"
FAILED = "its suite failed"  # why something was not measured
OTHERS = "C ", "NumPy", "four words of NumPy", "icepool", "dyce", "pyspiel"  # how the names of others begin

# What several rooms know some figures by.
RANDOM = "random numbers"  # the parts of a trial
WORKERS = "trials on workers"
SIZE = "battle by size of the armies"
ERROR, SPENT = "error of the win chance", "time to this error"


@dataclass(frozen=True)
class Promise:
    """A bound from one side; `note`: what is known about why it may be missed."""

    bound: float
    at_least: bool
    note: str = ""

    def kept(self, value: float) -> bool:
        return value >= self.bound if self.at_least else value <= self.bound

    def eased(self, slower: float) -> Promise:
        """The same of a time or rate on a machine that is so many times slower."""
        return replace(self, bound=self.bound / slower if self.at_least else self.bound * slower)

    def __str__(self) -> str:
        return f"{'at least' if self.at_least else 'at most'} {short(self.bound)}"


@dataclass(frozen=True)
class Figure:
    """One thing measured, once in every round: `what` was done by `who`, `at` which size where there are several."""

    what: str
    who: str
    unit: str
    runs: Annotated[Sequence[FiniteFloat], Field(min_length=1)]
    at: FiniteFloat | None = None
    test: str = ""  # that measured it

    @property
    def name(self) -> str:
        size = "" if self.at is None else f" @ {self.at:g}"
        return f"{self.what}: {self.who}{size}"

    @property
    def ours(self) -> bool:
        return not self.who.startswith(OTHERS)

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

    def with_figures_of(self, other: Run) -> Run:
        """The same run with what only another one has measured."""
        known = self.by_name()
        return replace(self, figures=[*self.figures, *(f for f in other.figures if f.name not in known)])

    def with_turns_of(self, other: Run) -> Run:
        """The same run with the turns of another one added, where that has measured the same."""
        more = other.by_name()
        figures = [
            replace(figure, runs=[*figure.runs, *more[figure.name].runs]) if figure.name in more else figure
            for figure in self.figures
        ]
        return replace(self, figures=figures)


class _Kept(BaseModel):
    """The file of a run."""

    kind: Literal["simcore.bench/1"] = Field(alias="schema")
    about: dict[str, str]
    figures: list[Figure]
    missing: dict[str, str]
    lost: list[str] = []


def read_run(path: Path) -> Run:
    """A run as `Run.write` has kept it. Raises SimcoreError."""
    try:
        told = parse_json(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SimcoreError(f"{path}: no run of this bench that can be read ({error})") from None
    kept = first_problem(_Kept, told, prefix=f"{path}: ", whole="run")
    return Run(kept.about, kept.figures, kept.missing, kept.lost)


def ratios(
    what: str, spent: Mapping[str, Sequence[float]], ones: Iterable[str], at: float | None = None
) -> list[Figure]:
    """How many times as fast each of `ones` was as each other contestant, turn by turn of the same round."""
    ones = list(ones)
    return [
        Figure(what, f"{one} / {other}", RATIO, [b / a for a, b in zip(spent[one], spent[other], strict=True)], at)
        for one in ones
        for other in spent
        if other not in ones
    ]


def short(value: float) -> str:
    """Three digits that count, and never an exponent.

    >>> short(1560.0), short(2.5), short(0.00003126)
    ('1,560', '2.5', '0.0000313')
    """
    return (
        np.format_float_positional(value, 3, unique=False, fractional=False, trim="-")
        if abs(value) < 100
        else f"{value:,.0f}"
    )


class _Bound(BaseModel, extra="forbid"):
    """A promise as it is stated."""

    at_least: PositiveFloat | None = Field(None, allow_inf_nan=False)
    at_most: PositiveFloat | None = Field(None, allow_inf_nan=False)
    note: str = ""

    @model_validator(mode="after")
    def one_side(self) -> _Bound:
        if (self.at_least is None) == (self.at_most is None):
            raise ValueError("either at_least or at_most")
        return self


def read_promises(path: Path = PROMISES) -> dict[str, Promise]:
    """The promises by the name of their figure. Raises BadInput."""
    promises = {}
    for name, stated in read_document(path, "promises").items():
        bound = first_problem(_Bound, stated, prefix=f"{path.name}: {name}: ", whole="promise")
        promises[name] = Promise(bound.at_least or bound.at_most or 0.0, bound.at_least is not None, bound.note)
    return promises
