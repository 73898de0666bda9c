"""From two areas to the model of an attack in which somebody chooses between its dice and the results.

`laying` says what a side does with its dice before it leaves them: which units may roll one again as it likes, which by
a policy after the other side has chosen, and which dice the attackers keep under Terror.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import comb, prod
from typing import NamedTuple

import numpy as np

from simcore.engine import cost
from simcore.engine.dice import Rows, pack
from simcore.errors import SimcoreError
from simcore.games.legendary import throws
from simcore.games.legendary.dice import BLANK, SHIELD
from simcore.games.legendary.kernels import ATTACK_ROW, ATTACKER, DEFENCE_ROW, DEFENDER, FIRST_RETALIATION_ROW
from simcore.games.legendary.kernels import Attack as Rules
from simcore.games.legendary.policies import OPTIMAL
from simcore.games.legendary.reroll_kernels import Open, Rerolls
from simcore.games.legendary.rerolls import Board, Lie, Table, TooManyLies
from simcore.games.legendary.rolls import Areas, Group
from simcore.games.legendary.standing import DECISIONS
from simcore.games.legendary.throws import SHIELDS, Units
from simcore.types import Array

MOST_POOLS = 5_000  # sets of dice that the attackers can be left with
BETWEEN_DICE = ("terror_policy", "feint_policy", "parry_policy")
KEPT = 16  # sides laid out
MOVES = 5  # of a pass, as the engine counts what it costs, for one move here: on one core of 3 GHz 25 ns against 5
FREE, FORCED, FOLDED = range(3)  # rerolls: as the side likes; by a policy, but later; by a policy, counted in


class Pool(NamedTuple):
    """What attackers of whom somebody may be daunted throw: for each group that has a choice how many of its units
    throw all their dice, and how many each one of them."""

    whole: tuple[int, ...]
    kept: tuple[tuple[int, ...], ...]


class Opened(NamedTuple):
    """Units of whose dice one can be rolled again."""

    units: Units
    name: str
    again: tuple[bool, ...]  # of each face: can a die that shows it be rolled again?
    forced: bool  # by a policy: the first such die is


class Throw(NamedTuple):
    """All dice of a side: those that count as they fall, and the others."""

    closed: tuple[Units, ...]
    opened: tuple[Opened, ...]


class Side(NamedTuple):
    """The dice of a side as tables."""

    board: Board
    table: Table
    thrown: tuple[dict[Lie, float], ...]  # the chance of every lie, for each throw


class Laid(NamedTuple):
    """Both sides' dice as tables, and how they come to lie."""

    attack: Side
    defence: Side
    attack_first: bool
    choosers: list[Group]  # groups of attackers whose units can be daunted, where it is chosen which die they keep
    daunted: list[tuple[int, ...]]  # of each of them how many can be daunted together
    daunted_chance: list[float]
    pools: list[Pool]
    pools_of: list[list[int]]  # by who is daunted: the pools among which the attackers choose

    @property
    def in_turn(self) -> tuple[Side, Side]:
        """The sides in the order of their rerolls."""
        return (self.attack, self.defence) if self.attack_first else (self.defence, self.attack)


def free_between_dice(areas: Areas) -> list[str]:
    """The fields by which a side chooses as the dice lie on the table."""
    return [f for f in BETWEEN_DICE if getattr(areas.scenario, f) == OPTIMAL and DECISIONS[f].matters(areas)]


def lay(areas: Areas, free: Sequence[str]) -> Laid:
    """All dice of both sides."""
    attack_first = areas.scenario.rerolls == "attack-first"
    first, second = ("feint_policy", "parry_policy")[:: 1 if attack_first else -1]
    how = {first: FREE if first in free else FOLDED}
    how[second] = FREE if second in free else FORCED if first in free else FOLDED
    # Who chooses a die knows of all units whether they are daunted.
    choosers = [g for g in areas.attack_groups() if "terror_policy" in free and len(g.dice) > 1]
    daunted, daunted_chance = frights(choosers, areas.terror())
    pools: dict[Pool, int] = {}
    pools_of = [[pools.setdefault(pool, len(pools)) for pool in pools_after(choosers, some)] for some in daunted]
    if len(pools) > MOST_POOLS:
        raise TooManyLies
    throws_of = tuple(attack_throw(areas, choosers, pool, how["feint_policy"]) for pool in pools)
    attack = side_of(throws_of, None)
    defence = side_of((defence_throw(areas, how["parry_policy"]),), areas.shields_without_dice())
    if attack is None or defence is None:
        raise TooManyLies
    return Laid(attack, defence, attack_first, choosers, daunted, daunted_chance, list(pools), pools_of)


@lru_cache(KEPT)
def side_of(throws_of: tuple[Throw, ...], shields: int | None) -> Side | None:
    """A side's dice; None where they can lie in too many ways. `shields`: those without a die, of the defence."""
    board = Board()

    def left(counts: Array) -> Array:
        after = counts.copy()
        if shields is not None:
            after[:, SHIELDS] = np.maximum(after[:, SHIELDS] + shields, 0)
        return after

    try:
        thrown = tuple(board.thrown(one.closed, [(o.units.copies, board.unit(*o)) for o in one.opened])
                       for one in throws_of)  # fmt: skip
        return Side(board, board.table((lie for lies in thrown for lie in lies), left), thrown)
    except TooManyLies:
        return None


def fits(areas: Areas, free: Sequence[str]) -> bool:
    """Can best play of these fields be worked out for what an answer may cost?"""
    try:
        states, moves, decisions = sizes(laid := lay(areas, free), len(laid.attack.table.leaves))
    except SimcoreError:
        return False
    return cost.best_play(states, moves, 0, decisions).within(cost.allowed())


def frights(choosers: Sequence[Group], terror: float) -> tuple[list[tuple[int, ...]], list[float]]:
    """How many units of each group can be daunted, together, and the chance of that."""
    each = [range(group.copies + 1) for group in choosers]
    daunted = list(product(*each))
    chance = [
        prod(
            comb(group.copies, some) * terror**some * (1.0 - terror) ** (group.copies - some)
            for group, some in zip(choosers, number, strict=True)
        )
        for number in daunted
    ]
    return daunted, chance


def pools_after(choosers: Sequence[Group], daunted: Sequence[int]) -> Iterator[Pool]:
    """The pools among which the attackers choose when so many are daunted."""
    whole = tuple(group.copies - some for group, some in zip(choosers, daunted, strict=True))
    for kept in product(
        *(list(split(some, len({*group.dice}))) for group, some in zip(choosers, daunted, strict=True))
    ):
        yield Pool(whole, kept)


def split(some: int, kinds: int) -> Iterator[tuple[int, ...]]:
    """Every way to tell so many units over so many kinds of dice."""
    if kinds == 1:
        yield (some,)
        return
    for here in range(some, -1, -1):
        for rest in split(some - here, kinds - 1):
            yield (here, *rest)


def attack_throw(areas: Areas, choosers: Sequence[Group], pool: Pool, how: int) -> Throw:
    """The attack dice of a pool."""
    closed: list[Units] = []
    opened: list[Opened] = []
    blank = tuple(face == BLANK for face in range(5))
    feints = how == FREE or (how == FORCED and areas.scenario.feint_policy != "never")
    for group in areas.attack_groups():
        parts = [areas.attack_units(group)]
        if group in choosers:
            at, kinds = choosers.index(group), dict.fromkeys(group.dice)
            dice = [(group.dice, pool.whole[at]), *(((kind,), n) for kind, n in zip(kinds, pool.kept[at], strict=True))]
            parts = [areas.attackers_with(group, some, copies) for some, copies in dice if copies]
        if feints and "feint" in group.card.skills:
            name = areas.fighters[group.number][0].name
            opened += [Opened(units, name, blank, how == FORCED) for units in parts]
        else:
            closed += parts
    return Throw((*closed, *areas.loose_attack_units()), tuple(opened))


def defence_throw(areas: Areas, how: int) -> Throw:
    """The defence dice."""
    if how == FOLDED:
        return Throw(areas.defence_throw(), ())
    closed: list[Units] = []
    opened: list[Opened] = []
    for group in areas.defence_groups():
        units = areas.defence_units(group)
        [(_, dice)] = units.dice
        again = dice.again if how == FORCED else tuple(face != SHIELD for face in range(5))
        if areas.parries(group.card) and any(again):
            opened.append(Opened(units, areas.defenders[group.number][0].name, again, how == FORCED))
        else:
            closed.append(units)
    return Throw((*closed, *areas.loose_defence_units()), tuple(opened))


def rolled(laid: Laid, ruthless: int, turns: bool, cancels: tuple[int, int, int]) -> tuple[throws.Attack, Array]:
    """What the attack can be rolled as, and which of it each leaf of the attack dice is. `turns`: how many Disrupts
    become Kills is chosen later."""
    leaves = laid.attack.table.leaves
    if not turns:
        leaves = throws.lessened(leaves, ruthless, *cancels)
    results, number = np.unique(leaves, axis=0, return_inverse=True)
    attack = throws.attack_of(results, np.full(len(results), 1.0 / len(results)))
    return (throws.with_room(attack, ruthless) if turns else attack), number.reshape(-1)


def defended(laid: Laid) -> throws.Defence:
    """What can come up of the defence: the leaves of its dice are the guards."""
    leaves = laid.defence.table.leaves
    return throws.defence_seen(leaves, np.full(len(leaves), 1.0 / len(leaves)))


def open_model(rules: Rules, laid: Laid, attack_of: Array) -> Open:
    """The model; `rules`: what follows when all dice lie, `attack_of` as in `rolled`."""
    attack, defence = laid.attack, laid.defence
    rows = Joined(rules.rows)
    one = rows.add([1.0], [0])
    entry = {lie: at for at, lie in enumerate(dict.fromkeys(lie for lies in attack.thrown for lie in lies))}
    attack_lie, defence_lie = ({lie: at for at, lie in enumerate(side.table.lies)} for side in (attack, defence))
    begins = np.cumsum([0, *map(len, laid.pools_of)])[:-1].tolist()
    fright = rows.add(laid.daunted_chance, begins)
    pool = [rows.add(list(lies.values()), [entry[lie] for lie in lies]) for lies in attack.thrown]
    [guarded] = defence.thrown
    at_once = rows.add(list(guarded.values()), [defence_lie[lie] for lie in guarded])
    sides, after, first_after = list[Rerolls](), list[int](), list[int]()
    for side in laid.in_turn:
        table, agains = side.table, side.board.agains
        kinds = [rows.add([p for _, p in agains[again].rolls[which]]) for again, which in table.kinds]
        leaf, leaves = table.leaf, len(table.leaves)
        if side is attack:
            leaf, leaves = attack_of[leaf], int(attack_of.max()) + 1
        sides.append(Rerolls(leaf, table.first_way, table.way, np.array(kinds, np.int64)[table.kind], leaves))
        for lands in table.lands:
            first_after.append(len(after))
            after += lands
    return Open(
        rows=rows.packed(),
        rules=rules,
        one=one,
        fright=fright,
        pool=np.array(pool, np.int64),
        laid=at_once,
        entry=np.array([attack_lie[lie] for lie in entry], np.int64),
        leads=np.array(rows.leads, np.int64),
        after_roll=np.array(after, np.int64),
        first_after=np.array(first_after, np.int64),
        kept=np.array([number for some in laid.pools_of for number in some], np.int64),
        kept_ways=np.array([len(some) for some in laid.pools_of], np.int64),
        first=sides[0],
        second=sides[1],
        first_side=ATTACKER if laid.attack_first else DEFENDER,
        between=int(chooses(laid.in_turn[0].table)),
    )


def chooses(table: Table) -> bool:
    """Does the side ever choose?"""
    return bool((np.diff(table.first_way) > 1).any())


def sizes(laid: Laid, attacks: int) -> tuple[int, int, int]:
    """(states, moves, decisions) of the stages of `reroll_kernels`, where the attack has so many results. A move is
    counted as `MOVES` of a pass: it is looked up in several tables."""
    first, second = (side.table for side in laid.in_turn)
    leaves, guards = (attacks if laid.attack_first else len(first.leaves)), len(laid.defence.table.leaves)
    lies, between = len(second.lies), chooses(first) * (attacks if laid.attack_first else len(first.leaves))
    entries = len({lie for lies in laid.attack.thrown for lie in lies})
    states = 1 + len(laid.pools) + entries + (len(first.lands) + between) * lies
    states += len(second.lands) * leaves + guards * attacks
    moves = len(laid.daunted) + sum(map(len, laid.attack.thrown)) + entries * len(laid.defence.thrown[0])
    moves += (sum(map(len, first.lands)) + between) * lies + sum(map(len, second.lands)) * leaves + guards * attacks
    decisions = len(laid.pools_of) + (len(first.lies) + leaves) * lies
    return states, MOVES * moves, decisions


class Joined:
    """Rows put one after the other, and where each face leads."""

    def __init__(self, rows: Rows) -> None:
        self.first = rows.first.tolist()
        self.chance: list[float] = rows.probability.tolist()
        self.leads = [-1] * len(self.chance)

    def add(self, chance: Sequence[float], leads: Sequence[int] | None = None) -> int:
        """Returns the number of the row."""
        whole = sum(chance)
        self.chance += [one / whole for one in chance]
        self.leads += leads or [-1] * len(chance)
        self.first.append(len(self.chance))
        return len(self.first) - 2

    def packed(self) -> Rows:
        return pack(np.array(self.first, np.int64), np.array(self.chance))


def purposes(model: Open, rules_rows: int) -> Array:
    """What each row is rolled for, as `Problem.purposes`: as in `kernels`, then one for each stage here."""
    rolled_for = np.minimum(np.arange(model.rows.first.size - 1), FIRST_RETALIATION_ROW)
    rolled_for[rules_rows:] = FIRST_RETALIATION_ROW + 1
    rolled_for[model.fright] = FIRST_RETALIATION_ROW + 2
    rolled_for[model.pool] = ATTACK_ROW
    rolled_for[model.laid] = DEFENCE_ROW
    for number, side in enumerate((model.first, model.second)):
        rolled_for[side.row] = FIRST_RETALIATION_ROW + 3 + number
    return rolled_for
