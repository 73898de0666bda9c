"""Laying out a course of rolls: which dice are rolled, where each face leads, what an ending means.

Courses are laid out from the end: what follows a roll must be known before the roll.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from simcore.engine.dice import Rows, pack
from simcore.engine.resolver import Problem, Resolver, Tallies
from simcore.games.joan import kernels
from simcore.games.joan.facts import DIE_FACES
from simcore.types import Array

RESOLVER = Resolver.of("joan", kernels)


@dataclass(frozen=True)
class Roll:
    """A distribution that can be rolled: the number that each face shows, and its weight."""

    shows: tuple[int, ...]
    weights: tuple[int, ...]


_FACES = range(1, DIE_FACES + 1)
_APART = range(1 - DIE_FACES, DIE_FACES)
_SUMS = range(2, 2 * DIE_FACES + 1)
DIE = Roll(tuple(_FACES), (1,) * DIE_FACES)
DIFFERENCE = Roll(tuple(_APART), tuple(DIE_FACES - abs(n) for n in _APART))  # one side's die less the other's
SUM = Roll(tuple(_SUMS), tuple(DIE_FACES - abs(n - DIE_FACES - 1) for n in _SUMS))
DRAW = Roll((0, 1), (1, 1))  # one of two cards
ROLLS = (DIE, DIFFERENCE, SUM, DRAW)
AGAIN = -1  # where a face leads that makes its roll be made again


@lru_cache(maxsize=1)
def packed_rolls() -> Rows:
    """The packed rolls, the same for every scenario."""
    first = np.cumsum([0, *(len(roll.weights) for roll in ROLLS)])
    return pack(first, np.concatenate([np.array(roll.weights) / sum(roll.weights) for roll in ROLLS]))


@dataclass(frozen=True)
class Said:
    """A state in words: the roll it waits for (none: over), what that is for, and what each number it shows does."""

    roll: Roll | None
    what: str
    does: Callable[[int], str] | None = None


class Outcomes:
    """Endings as integer columns; `said` has every state in words, for retelling."""

    def __init__(self, names: Sequence[str], table: Sequence[tuple[int, ...]], said: Sequence[Said]) -> None:
        self.names, self.table, self.said = names, np.array(table, np.int64), said

    def __call__(self, endings: Array) -> Mapping[str, Array]:
        return dict(zip(self.names, self.table[endings].T, strict=True))


class Layout:
    """A course being laid out; rolls and endings are known by the order in which they were added."""

    def __init__(self, *columns: str) -> None:
        self.columns = columns
        self.endings: list[tuple[int, ...]] = []
        self._known: dict[tuple[int, ...], int] = {}
        self._row: list[int] = []
        self._leads: list[list[int]] = []
        self._said: list[Said] = []

    def _add(self, said: Said, leads: list[int]) -> int:
        roll = said.roll
        self._row.append(-1 if roll is None else ROLLS.index(roll))
        self._leads.append(leads)
        self._said.append(said)
        return len(self._row) - 1

    def end(self, **columns: int) -> int:
        """An ending; asked for again, the same one. Columns that this layout does not have are left out."""
        values = tuple(int(columns[name]) for name in self.columns)
        if values not in self._known:
            self._known[values] = self._add(Said(None, "over"), [len(self.endings)])
            self.endings.append(values)
        return self._known[values]

    def roll(
        self, roll: Roll, what: str, follows: Callable[[int], int], does: Callable[[int], str] | None = None
    ) -> int:
        """A roll, what it is for, what follows each number shown (`AGAIN`: it is rolled again), and that in words."""
        leads = [follows(shown) for shown in roll.shows]
        own = len(self._row)
        return self._add(Said(roll, what, does), [own if lead == AGAIN else lead for lead in leads])

    def problem(
        self, start: int, *, rounds: Roll | None = None, constants: Mapping[str, float] | None = None
    ) -> Problem:
        """The course as a problem from `start` on; `rounds`: the roll that is counted under that name."""
        states = len(self._row)
        rows = packed_rolls()
        row_of = np.array(self._row[::-1], np.int64)
        lengths = np.array([len(leads) for leads in self._leads[::-1]])
        entry = np.cumsum(lengths) - lengths
        to = np.array([lead for leads in self._leads[::-1] for lead in leads], np.int64)
        over = row_of < 0
        offset = np.where(over, to[entry], entry - rows.first[row_of])
        tallies = Tallies()
        if rounds is not None:
            tallies["rounds"] = (np.arange(len(ROLLS)) == ROLLS.index(rounds)).astype(float)
        return Problem(
            resolver=RESOLVER,
            model=kernels.Course(rows, row_of, offset, states - 1 - to),
            start=states - 1 - start,
            states=states,
            phases=1,
            endings=len(self.endings),
            columns=Outcomes(self.columns, self.endings, self._said[::-1]),
            tallies=tallies,
            constants=constants or {},
        )
