"""An answer in words and figures, for somebody who never saw the project."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import TYPE_CHECKING, Any

from simcore.cli.output import grid, heading
from simcore.cli.saying import counted_chance, counted_interval, exact_chance, fields, listing, mean, name, value
from simcore.errors import first_problem
from simcore.games import find_combat

if TYPE_CHECKING:
    from rich.console import RenderableType

    from simcore.result import Result

LIKELIEST = 8
WHOLE = 1.0 - 1e-9  # a probability mass that lacks nothing but rounding


def report(result: Result) -> list[RenderableType]:
    """The answer for somebody who never saw the project."""
    said = Saying(result)
    game, combat = result.scenario["game"], result.scenario["combat"]
    trials = result.trials
    title = f"{game}: {combat.replace('-', ' ')}"
    parts: list[RenderableType] = [heading(title, first=True), grid(["", ""], said.scenario())]

    alone = sum(1 for share in result.win.values() if share) == 1
    rows = [[name(side), said.chance(share, alone=alone)] for side, share in result.win.items()]
    if trials is not None:
        rows = [[*row, counted_interval(share, trials)] for row, share in zip(rows, result.win.values(), strict=True)]
    sides = {key for key, part in result.expected.items() if isinstance(part, Mapping)}
    parts.append(heading("Who wins" if sides & set(result.win) else "What happens"))
    parts.append(grid(["", "chance", "95 % interval"][: len(rows[0])], rows, right=(1, 2)))

    if result.expected:
        parts += [heading("On average"), said.expected()]
    parts += [heading("Likeliest outcomes"), *said.outcomes()]

    return [*parts, heading("How this was found"), grid(["", ""], notes(result))]


def notes(result: Result) -> list[list[str]]:
    """Where the answer comes from and what it rests on."""
    if result.trials is None:
        told = [["method", "exact: every course the dice can take was counted"]]
    else:
        method = f"{result.trials:,} random trials (seed {result.seed}); chances are good to their 95 % interval"
        told = [["method", method]]
    if result.chosen:
        choices = {what: fields(of) if isinstance(of, Mapping) else of for what, of in result.chosen.items()}
        told.append(["chosen", fields(choices)])
    if result.mass < WHOLE:
        unsaid = 1.0 - result.mass
        rest = f"{100.0 * unsaid:.2g} %" if result.trials is None else counted_chance(unsaid, result.trials)
        told.append(["not covered", f"{rest} of all courses never came to an end"])
    if result.assumed:
        where = f"not in the rulebook, see simcore facts {result.scenario['game']} --assumed"
        told.append(["assumed", f"{listing(result.assumed)}: {where}"])
    return told


class Saying:
    """The parts of one answer in words and figures."""

    def __init__(self, result: Result) -> None:
        self.result = result
        self.combat = find_combat(result.scenario["game"], result.scenario["combat"])
        self.sides = [key for key, part in result.expected.items() if isinstance(part, Mapping)]

    def chance(self, share: float, *, alone: bool = False) -> str:
        """A chance in words; `alone`: nothing else has one."""
        if self.result.trials is not None:
            return counted_chance(share, self.result.trials)
        return exact_chance(share, certain=alone and share > 0.0 and self.result.mass > WHOLE)

    def scenario(self) -> list[list[str]]:
        """What the scenario states, everything left at its default left out."""
        stated = {key: part for key, part in self.result.scenario.items() if key not in ("game", "combat")}
        told = first_problem(self.combat.shape, stated).model_dump(mode="json", exclude_defaults=True)
        return [[name(key), fields(part) if isinstance(part, Mapping) else value(part)] for key, part in told.items()]

    def expected(self) -> RenderableType:
        """Means: a row for each thing, a column for each side."""
        result = self.result
        things: dict[str, None] = {}
        for side in self.sides:
            things |= dict.fromkeys(result.expected[side])
        left = [thing for thing in things if any(f"{side}.{thing}" in result.columns for side in self.sides)]
        rows = []
        for thing in [*left, *(thing for thing in things if thing not in left)]:
            if thing not in left and not any(result.expected[side].get(thing) for side in self.sides):
                continue  # never happened
            row = [f"{name(thing)} left" if thing in left else name(thing)]
            for side in self.sides:
                average = result.expected[side].get(thing)
                if average is None:
                    row.append("")
                    continue
                started = result.scenario.get(side, {}).get(thing) if thing in left else None
                text = mean(average, self.spread(side, thing, average), result.trials)
                row.append(f"{text} of {started}" if started else text)
            rows.append(row)
        for key, average in result.expected.items():
            if key not in self.sides:
                rows.append([name(key), mean(average, self.spread("", key, average), result.trials)])
                rows[-1] += [""] * (len(self.sides) - 1)
        columns = max(2, 1 + len(self.sides))
        return grid(["", *map(name, self.sides)][:columns], rows, right=tuple(range(1, columns)))

    def spread(self, side: str, thing: str, average: float) -> float:
        """Standard deviation of a quantity in one trial, or a bound of it."""
        column = self.result.columns.get(f"{side}.{thing}" if side else thing)
        if column is not None:
            chances = self.result.columns["p"]
            return sqrt(max(0.0, float(chances @ column**2 / chances.sum()) - average**2))
        # Nothing but the mean is known. A count between 0 and most spreads no wider than this (Bhatia and Davis);
        # for the length of a combat, whose end comes nearer with every round, the mean serves.
        most = sum(self.result.expected.get(side, {}).values()) if side else 2.0 * average
        return sqrt(max(0.0, average * (most - average)))

    def outcomes(self) -> list[RenderableType]:
        columns = self.result.columns
        total = len(columns["p"])
        others = [c for c in columns if c not in ("p", "winner") and c.partition(".")[0] not in self.sides]
        who = "winner" if set(self.sides) & set(self.result.win) else "event"
        headers = ["chance", who, *(f"{name(side)} has left" for side in self.sides), *map(name, others)]
        rows = []
        for at in range(min(LIKELIEST, total)):
            winner = self.combat.winners[int(columns["winner"][at])]
            row = [self.chance(float(columns["p"][at]), alone=total == 1), name(winner)]
            row += [self.survivors(side, at) for side in self.sides]
            rows.append([*row, *(str(int(columns[c][at])) for c in others)])
        parts: list[RenderableType] = [grid(headers, rows, right=(0,))]
        if total > LIKELIEST:
            rest = float(columns["p"][LIKELIEST:].sum())
            parts.append(f"and {total - LIKELIEST:,} more, {self.chance(rest)} together (--json has them all)")
        return parts

    def survivors(self, side: str, at: int) -> str:
        columns: Mapping[str, Any] = self.result.columns
        counts = {c.partition(".")[2]: int(columns[c][at]) for c in columns if c.partition(".")[0] == side}
        return listing(f"{count} {name(kind)}" for kind, count in counts.items() if count) or "nothing"
