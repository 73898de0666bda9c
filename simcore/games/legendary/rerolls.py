"""Dice on the table that a side may roll again as it likes (Feint, Parry), laid out as tables.

All dice of both sides lie before the first reroll, so whoever rolls again knows them; each die comes before the next is
chosen. A `Lie` is what the dice of a side show: results that are settled, and the units of which one die may still be
rolled again. From a lie a side stops, and the dice count as they lie, or rolls one die of one unit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from simcore.errors import SimcoreError
from simcore.games.legendary.throws import Counts, Dice, Units, together
from simcore.types import Array

MOST_LIES = 30_000  # of the dice of one side, and of what can be rolled from there: about a second
MOST_FACES = 20_000  # ways in which the dice of one unit fall
CLOSED = -1  # the way to leave the dice as they lie
Chances = dict[Any, float]


class TooManyLies(SimcoreError):
    """The dice of a side are too many for all that can be rolled again to be laid out."""

    def __init__(self) -> None:
        super().__init__("optimal: the dice of one area can lie in too many ways; name a policy for them, or standing")


class Again(NamedTuple):
    """A unit of whose dice one may be rolled again."""

    stays: Counts  # what its dice count for as they lie
    rolls: tuple[tuple[tuple[Counts, float], ...], ...]  # what they can count for instead, for each die rolled again
    forced: bool = False  # a policy has chosen: it is rolled again


class Lie(NamedTuple):
    """What the dice of a side show."""

    settled: Counts
    open: tuple[int, ...] = ()  # numbers of `Again`, in rising order


class Table(NamedTuple):
    """All lies of a side and what can be done with them. Numbers of rolls rise with time."""

    lies: list[Lie]
    leaf: Array  # int64[lies]: number of what the dice count for if they are left
    first_way: Array  # int64[lies + 1]
    way: Array  # int64[]: CLOSED or a roll
    kind: Array  # int64[rolls]: which of `kinds` is rolled
    lands: list[list[int]]  # of each roll and face: the lie after it
    kinds: list[tuple[int, int]]  # of rolls: number of `Again`, which of its `rolls`
    leaves: Array  # int64[leaves, 4]


class Board:
    """The dice of one side while they are laid out."""

    def __init__(self) -> None:
        self.agains: list[Again] = []
        self.names: list[list[str]] = []  # whose dice each of `agains` is
        self.number: dict[Again, int] = {}

    def known(self, again: Again, name: str) -> int:
        number = self.number.setdefault(again, len(self.agains))
        if number == len(self.agains):
            self.agains.append(again)
            self.names.append([])
        if name not in self.names[number]:
            self.names[number].append(name)
        return number

    def unit(
        self, units: Units, name: str, may: Sequence[bool], forced: bool
    ) -> list[tuple[Counts, tuple[int, ...], float]]:
        """How the dice of one of these units can lie: counts, what may be rolled again, chance. `may`: can a die that
        shows a face be rolled again? `forced`: the first such one is."""
        found: dict[tuple[Counts, tuple[int, ...]], float] = defaultdict(float)
        for chance, dice in units.dice:
            if 5 ** len(dice.faces) > MOST_FACES:
                raise TooManyLies
            for shown in product(*[[face for face in range(5) if die[face] > 0.0] for die in dice.faces]):
                p = chance
                for die, face in zip(dice.faces, shown, strict=True):
                    p *= die[face]
                rolls = [rerolled(dice, shown, at) for at, face in enumerate(shown) if may[face]]
                if rolls:
                    rolls = rolls[:1] if forced else list(dict.fromkeys(rolls))
                    stays = (0, 0, 0, 0) if forced else counted(dice, shown)  # nothing that is rolled again stays
                    again = Again(stays, tuple(rolls), forced)
                    found[(0, 0, 0, 0), (self.known(again, name),)] += p
                else:
                    found[counted(dice, shown), ()] += p
        return [(*where, p) for where, p in found.items()]

    def thrown(self, closed: Sequence[Units], opened: Iterable[tuple[int, list[Any]]]) -> Chances:
        """The chance of every lie: all units whose dice count as they fall, and copies of the others."""
        lies: Chances = {Lie((0, 0, 0, 0)): 1.0}
        for copies, unit in opened:
            for _ in range(copies):
                after: Chances = defaultdict(float)
                for lie, p in lies.items():
                    for counts, again, chance in unit:
                        after[Lie(plus(lie.settled, counts), tuple(sorted(lie.open + again)))] += p * chance
                lies = after
                if len(lies) > MOST_LIES:
                    raise TooManyLies
        total = together(tuple(closed))
        where = np.argwhere(total)
        if len(where) * len(lies) > 20 * MOST_LIES:
            raise TooManyLies
        after = defaultdict(float)
        for counts, chance in zip(where.tolist(), total[tuple(where.T)].tolist(), strict=True):
            for lie, p in lies.items():
                after[Lie(plus(lie.settled, counts), lie.open)] += p * chance
        return dict(after)

    def table(self, begin: Iterable[Lie], worth: Callable[[Array], Array]) -> Table:
        """All that can come of these lies; `worth` int64[n, 4] -> int64[n, 4]: what counts of the results of dice that
        are left as they lie."""
        rolls: dict[tuple[Lie, int, int], list[Lie]] = {}
        ways: dict[Lie, list[tuple[Lie, int, int] | None]] = {}
        waiting = list(dict.fromkeys(begin))
        while waiting:
            lie = waiting.pop()
            if lie in ways:
                continue
            ways[lie] = list(self.ways(lie))
            if len(ways) + len(rolls) > MOST_LIES:
                raise TooManyLies
            for way in ways[lie]:
                if way is not None and way not in rolls:
                    rest, number, which = way
                    outcomes = self.agains[number].rolls[which]
                    rolls[way] = [Lie(plus(rest.settled, counts), rest.open) for counts, _ in outcomes]
                    waiting += rolls[way]
        place = {lie: at for at, lie in enumerate(ways)}
        in_time = sorted(rolls, key=lambda roll: -len(roll[0].open))
        number_of = {roll: at for at, roll in enumerate(in_time)}
        kinds = list(dict.fromkeys((again, which) for _, again, which in in_time))
        at_kind = {kind: at for at, kind in enumerate(kinds)}
        closed = np.array([self.closed(lie) for lie in ways])
        leaves, leaf = np.unique(worth(closed), axis=0, return_inverse=True)
        told = [[CLOSED if way is None else number_of[way] for way in here] for here in ways.values()]
        return Table(
            lies=list(ways),
            leaf=leaf.reshape(-1).astype(np.int64),
            first_way=np.concatenate([[0], np.cumsum([len(here) for here in told])]).astype(np.int64),
            way=np.array([way for here in told for way in here], np.int64),
            kind=np.array([at_kind[roll[1:]] for roll in in_time], np.int64),
            lands=[[place[lie] for lie in rolls[roll]] for roll in in_time],
            kinds=kinds,
            leaves=leaves,
        )

    def ways(self, lie: Lie) -> Iterator[tuple[Lie, int, int] | None]:
        """What the side can do: roll one (what stays of the lie, whose die, and which), or leave the dice (None).

        That is the last: of ways worth the same the first is taken, and a die more may bring what nobody has asked for.
        """
        forced = False
        for number in dict.fromkeys(lie.open):
            again, at = self.agains[number], lie.open.index(number)
            rest = Lie(lie.settled, lie.open[:at] + lie.open[at + 1 :])
            for which in range(len(again.rolls)):
                yield rest, number, which
            forced = again.forced  # all of them are, in any order
            if forced:
                break
        if not forced:
            yield None

    def closed(self, lie: Lie) -> Counts:
        """What the dice count for as they lie."""
        counts = lie.settled
        for number in lie.open:
            counts = plus(counts, self.agains[number].stays)
        return counts


def plus(one: Sequence[int], other: Sequence[int]) -> Counts:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3]


def counted(dice: Dice, shown: Sequence[int]) -> Counts:
    """What the dice of one unit count for when they show these faces."""
    counts = list(dice.start)
    for face in shown:
        for what in range(4):
            counts[what] += dice.gives[face][what]
    counts[0] = min(counts[0], dice.shape[0] - 1) * dice.step
    return counts[0], counts[1], counts[2], counts[3]


def rerolled(dice: Dice, shown: tuple[int, ...], at: int) -> tuple[tuple[Counts, float], ...]:
    """What they can count for when one of them is rolled again."""
    found: dict[Counts, float] = defaultdict(float)
    for face, chance in enumerate(dice.faces[at]):
        if chance > 0.0:
            found[counted(dice, (*shown[:at], face, *shown[at + 1 :]))] += chance
    return tuple(sorted(found.items()))
