"""An answer in words and figures, for somebody who never saw the project."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from simcore.cli.formatting import (
    column_name,
    counted_chance,
    counted_interval,
    event_name,
    exact_chance,
    fields,
    listing,
    mean,
    name,
    value,
    weighted,
)
from simcore.cli.output import grid, heading
from simcore.errors import first_problem
from simcore.evaluation.result import WHOLE, settled
from simcore.games import find_combat
from simcore.text import one_of

if TYPE_CHECKING:
    from rich.console import RenderableType

    from simcore.advice.beside import BestOfBoth
    from simcore.evaluation.result import Result

LIKELIEST = 8


def report(
    result: Result, target: float | None = None, best: BestOfBoth | None = None, asked_for: Mapping[str, float] = {}
) -> list[RenderableType]:  # fmt: skip
    """The answer for somebody who never saw the project; `target`: the half-width of intervals that was asked for;
    `best`: what best play of both sides would give; `asked_for`: conditions and their chances."""
    said = Saying(result)
    trials = result.trials
    parts: list[RenderableType] = [heading(title(result.scenario), first=True), grid(["", ""], stated(result.scenario))]

    from rich.text import Text

    if drawing := find_combat(result.scenario["game"], result.scenario["combat"]).drawing(result.scenario):
        parts += [heading("How they stand"), Text("\n".join(drawing))]
    alone = sum(1 for share in result.win.values() if share) == 1
    rows = [[said.event(event), said.chance(share, alone=alone)] for event, share in result.win.items()]
    if trials is None and result.endless:
        rows.append(["never ends", exact_chance(result.endless, certain=result.mass == 0.0)])
    if trials is not None:
        rows = [[*row, counted_interval(share, trials)] for row, share in zip(rows, result.win.values(), strict=True)]
    parts.append(heading("Who wins" if said.contest else "What happens"))
    parts.append(grid(["", "chance", "95 % interval"][: len(rows[0])], rows, right=(1, 2)))

    if asked_for:
        asked = [[condition, said.chance(share)] for condition, share in asked_for.items()]
        parts += [heading("Asked for"), grid(["", "chance"], asked, right=(1,))]
    if result.mass and (means := said.expected()):
        parts += [heading("On average"), means]
    if result.mass and len(result.columns) > 2:  # more to say of an outcome than its chance and who wins
        parts += [heading("Likeliest outcomes"), *said.outcomes()]

    told = notes(result, target) + ([] if best is None else [["best play", in_one_line(best, said)]])
    return [*parts, *said.survivors(), heading("How this was found"), grid(["", ""], told)]


def in_one_line(best: BestOfBoth, said: Saying) -> str:
    """What best play of both sides would give, or how to ask for it."""
    if best.win is None:
        return f"ask with {best.ask}, or simcore best; these policies may give away much"
    shares = [f"{said.event(event)} {exact_chance(share)}" for event, share in best.win.items() if share]
    return f"of both sides: {listing(shares)} ({best.ask}; simcore best tells how)"


def notes(result: Result, target: float | None) -> list[list[str]]:
    """Where the answer comes from and what it rests on."""
    if result.trials is None:
        told = [["method", "exact: every course the dice can take was counted"]]
    else:
        trials = f"{result.trials:,} random trial{'s' if result.trials != 1 else ''} (seed {result.seed})"
        method = f"{trials}; chances are good to their 95 % interval"
        told = [["method", method]]
    if target is not None and result.interval is not None:
        widest = max((high - low) / 2 for low, high in result.interval.values())
        if widest > target:
            told.append(["target", f"not reached: an interval is still {100 * widest:.2g} points wide to either side"])
    told += [*policies(result.policies), *choices(result.chosen)]
    if result.endless:
        unmeant = "; what adds up over the rolls has no mean" if None in dict(flat(result.expected)).values() else ""
        told += endless(result.mass, result.trials, unmeant)
    return told + rests_on(result.scenario["game"], result.assumed, result.public)


def choices(chosen: Mapping[str, Any]) -> list[list[str]]:
    """What was chosen on the way, and what for.

    >>> choices({"optimal": {"win.attacker": 1.0}})
    [['optimal', 'for win.attacker']]
    """
    once = {what: fields(of) if isinstance(of, Mapping) else of for what, of in chosen.items() if what != "optimal"}
    told = [["chosen", fields(once)]] if once else []
    return [*told, ["optimal", f"for {weighted(chosen['optimal'])}"]] if "optimal" in chosen else told


def endless(mass: float, trials: int | None, more: str = "") -> list[list[str]]:
    """How often a combat never ends, `mass` being the chance that it does.

    >>> endless(0.0, None), endless(0.25, None), endless(1.0, None)
    ([['never ends', 'this never comes to an end']], [['never ends', '75.00 % of all courses']], [])
    """
    if mass > WHOLE:
        return []
    if trials is not None:
        return [["never ends", f"{counted_chance(1.0 - mass, trials)} of all trials came to no end{more}"]]
    if mass == 0.0:
        return [["never ends", "this never comes to an end"]]
    return [["never ends", f"{exact_chance(1.0 - mass)} of all courses{more}"]]


def policies(by_path: Mapping[str, str], what: str = "policies") -> list[list[str]]:
    """Who decides by which policy, wherever one decides anything.

    >>> policies({"attacker.policy": "keep_dice", "defender.policy": "french-to-3,armagnac"})
    [['policies', 'attacker.policy keep_dice, defender.policy french-to-3,armagnac']]
    """
    return [[what, listing(f"{path} {policy}" for path, policy in by_path.items())]] if by_path else []


def not_chosen(as_stated: Iterable[str]) -> list[list[str]]:
    """What an answer takes as the scenario states it, though a side could choose otherwise."""
    told = listing(map(name, as_stated))
    return [["as stated", f"{told}: not chosen anew for each case; simcore best finds the best"]] if told else []


def rests_on(game: str, assumed: Iterable[str], public: Iterable[str]) -> list[list[str]]:
    """The figures of an answer that its rulebook does not carry."""
    where = {
        "assumed": f"not in the rulebook, see simcore facts {game} --assumed",
        "public": f"published, not in the rulebook, see simcore facts {game}",
    }
    figures = {"assumed": listing(assumed), "public": listing(public)}
    return [[what, f"{named}: {where[what]}"] for what, named in figures.items() if named]


def stated(scenario: Mapping[str, Any]) -> list[list[str]]:
    """What a scenario states, field by field, everything left at its default left out."""
    shape = find_combat(scenario["game"], scenario["combat"]).shape
    own = {key: part for key, part in scenario.items() if key not in ("game", "combat")}
    told = first_problem(shape, own).model_dump(mode="json", exclude_defaults=True)
    return [[name(key), fields(part) if isinstance(part, Mapping) else value(part)] for key, part in told.items()]


def title(scenario: Mapping[str, Any]) -> str:
    """The game and the combat in words."""
    return f"{scenario['game']}: {scenario['combat'].replace('-', ' ')}"


class Saying:
    """The parts of one answer in words and figures."""

    def __init__(self, result: Result) -> None:
        self.result = result
        self.combat = find_combat(result.scenario["game"], result.scenario["combat"])
        # Sides win; elsewhere it is events that happen, and have words of their own.
        self.contest = "none" in self.combat.winners and "winner.none" not in self.combat.words
        self.sides = [
            side for side, part in result.expected.items() if isinstance(part, Mapping) and side in result.win
        ]

    def event(self, winner: str) -> str:
        """Who wins, or what happens."""
        return event_name(winner, self.combat.words)

    def column(self, column: str) -> str:
        """A column or mean in words."""
        return column_name(column, self.combat.words)

    def chance(self, share: float, *, alone: bool = False) -> str:
        """A chance in words; `alone`: nothing else has one."""
        if self.result.trials is not None:
            return counted_chance(share, self.result.trials)
        return exact_chance(share, certain=alone and share > 0.0 and self.result.mass > WHOLE)

    def expected(self) -> RenderableType | None:
        """Means: a row for each thing, a column for each side; none if there is nothing to say."""
        result = self.result
        means = {f"{side}.{thing}": average for side in self.sides for thing, average in result.expected[side].items()}
        left = {column for column in means if column in result.columns and not self.combat.is_fate(column)}
        started = self.combat.started(result.scenario)
        rows: dict[tuple[str, bool], list[str]] = {}
        for column in sorted(means, key=lambda column: column not in left):
            side, _, thing = column.partition(".")
            if column not in left and not any(means.get(f"{one}.{thing}", 0.0) != 0.0 for one in self.sides):
                continue  # never happened
            said = f"{self.column(column)} left" if column in left else self.column(column)
            row = rows.setdefault((said, column in left), [said, *[""] * len(self.sides)])
            text = self.mean(side, thing, means[column])
            here = 1 + self.sides.index(side)
            row[here] = f"{text} of {started[column]}" if column in left and column in started else text
        for column, average in flat({key: part for key, part in result.expected.items() if key not in self.sides}):
            if column not in self.combat.coded and (average != 0.0 or not self.combat.is_fate(column)):
                text = self.mean("", column, average)
                rows[column, False] = [self.column(column), text, *[""] * (len(self.sides) - 1)]
        columns = max(2, 1 + len(self.sides))
        figures = tuple(range(1, columns))
        return grid(["", *map(name, self.sides)][:columns], list(rows.values()), right=figures) if rows else None

    def mean(self, side: str, thing: str, average: float | None) -> str:
        """A mean in figures; none where there is none."""
        if average is None:
            return "-"
        return mean(average, self.spread(side, thing, average), self.result.trials)

    def spread(self, side: str, thing: str, average: float) -> float:
        """Standard deviation of a quantity in one trial, or a bound of it."""
        column = self.result.columns.get(f"{side}.{thing}" if side else thing)
        if column is not None:
            chances = self.result.columns["p"]
            return sqrt(max(0.0, float(chances @ column**2 / chances.sum()) - average**2))
        # Nothing but the mean is known. A count between 0 and most spreads no wider than this (Bhatia and Davis);
        # for the length of a combat, whose end comes nearer with every round, the mean serves.
        most = sum(n or 0.0 for n in self.result.expected.get(side, {}).values()) if side else 2.0 * average
        return sqrt(max(0.0, average * (most - average)))

    def survivors(self) -> list[RenderableType]:
        """What a side of units has left, so many exactly or at least, a row for each number."""
        parts: list[RenderableType] = []
        for side, left in self.left().items():
            rows = [
                [str(count), self.chance(exactly), self.chance(at_least, alone=at_least == 1.0)]
                for count, exactly, at_least in list(zip(*left, strict=True))[:LIKELIEST]
            ]
            headers = ["", "exactly", "at least"]
            parts += [heading(f"{name(side).capitalize()} has left"), grid(headers, rows, right=(0, 1, 2))]
        return parts

    def left(self) -> dict[str, tuple[list[int], list[float], list[float]]]:
        """By side how many units can be left, most first, with the chance of so many exactly and of at least so many;
        sides that have all or nothing left are left out: who wins says it."""
        columns, chances = self.result.columns, self.result.chances
        started = self.combat.started(self.result.scenario)
        found = {}
        for side in self.sides:
            kinds = self.combat.counted({c: v for c, v in columns.items() if c != "p"}, side, "left")
            counted = [column for kind, column in kinds.items() if f"{side}.{kind}" in started]
            if not counted or not self.result.mass:
                continue
            left = np.sum(counted, axis=0)
            counts = sorted({*left.tolist()}, reverse=True)
            if len(counts) < 3:
                continue
            exactly = [float(chances[left == count].sum()) for count in counts]
            found[side] = counts, exactly, [settled(float(chances[left >= count].sum())) for count in counts]
        return found

    def stated(self) -> str:
        """What the scenario states, in a line."""
        return f"{listing(' '.join(row).strip() for row in stated(self.result.scenario))}."

    def outcomes(self) -> list[RenderableType]:
        """The likeliest outcomes, a row for each: who wins, what each side has left, what else happened."""
        columns = self.result.columns
        total = len(columns["p"])
        others = [c for c in columns if c not in ("p", "winner") and c.partition(".")[0] not in self.sides]
        others = [c for c in others if columns[c].any() or not self.combat.is_fate(c)]
        parts: list[tuple[str, list[str]]] = []  # of a row: header, and the columns in it
        for side in self.sides:
            own = [c for c in columns if c.partition(".")[0] == side]
            left, fates = [c for c in own if not self.combat.is_fate(c)], [c for c in own if self.combat.is_fate(c)]
            parts += [(f"{name(side)} has left", left)] if left else []
            happened = any(columns[c].any() for c in fates)
            parts += [(f"what happened to {name(side)}", fates)] if happened else []
        headers = ["chance", "winner" if self.contest else "event", *(header for header, _ in parts)]
        rows = []
        for at in range(min(LIKELIEST, total)):
            winner = self.combat.winners[int(columns["winner"][at])]
            row = [self.chance(float(columns["p"][at]), alone=total == 1), self.event(winner)]
            row += [self.counts(listed, at) or ("nothing" if "left" in header else "-") for header, listed in parts]
            rows.append([*row, *(self.figure(column, at) for column in others)])
        told: list[RenderableType] = [grid([*headers, *map(self.column, others)], rows, right=(0,))]
        if total > LIKELIEST:
            rest = float(columns["p"][LIKELIEST:].sum())
            told.append(f"and {total - LIKELIEST:,} more, {self.chance(rest)} together (--json has them all)")
        return told

    def counts(self, listed: list[str], at: int) -> str:
        """So many of each, none left out that there are."""
        counts = {column: int(self.result.columns[column][at]) for column in listed}
        return listing(self.counted(column, count) for column, count in counts.items() if count)

    def counted(self, column: str, count: int) -> str:
        """`2 knights`; what happens once at most needs no number."""
        once = self.combat.is_fate(column) and int(self.result.columns[column].max()) == 1 and self.said_alone(column)
        said = self.column(column)
        return said if once else f"{count} {one_of(said, self.combat.singular) if count == 1 else said}"

    def said_alone(self, column: str) -> bool:
        return column.rpartition(".")[2] in self.combat.fates

    def figure(self, column: str, at: int) -> str:
        """A number beside who wins, or the word that it stands for."""
        number = int(self.result.columns[column][at])
        return self.event(self.combat.coded[column][number]) if column in self.combat.coded else str(number)


def flat(tree: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, float | None]]:
    """Every number of a tree of means, by its whole name."""
    for key, part in tree.items():
        if isinstance(part, Mapping):
            yield from flat(part, f"{above}{key}.")
        else:
            yield above + key, part
