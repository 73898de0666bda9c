"""Both sides of an attack as ranks of units: tables of what can become of them, and endings read as columns."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import prod

import numpy as np

from simcore.errors import SimcoreError
from simcore.games.legendary import assigning
from simcore.games.legendary.assigning import LIKE, Assigning
from simcore.games.legendary.dice import KILL
from simcore.games.legendary.every_way import Assignments, every_way
from simcore.games.legendary.facts import DIE_FACES, Character, Troop
from simcore.games.legendary.guarding import Guarding, PreparedScenario
from simcore.games.legendary.kernels import Fates
from simcore.games.legendary.policies import FREE, OPTIMAL
from simcore.games.legendary.rolls import Areas
from simcore.games.legendary.scenarios import Entry, SideName, untouchable
from simcore.games.legendary.throws import DISRUPTS, Attack
from simcore.types import Array

NO_WAYS = np.zeros(1, np.int64)
NOBODY_ASKED = np.zeros(0, np.int64)
NO_RESULTS = np.zeros(4, np.int64), np.zeros(1, np.int64)
UNTOUCHED = Fates(*NO_RESULTS, 1, 0, 1, 0, NOBODY_ASKED, NOBODY_ASKED, NO_WAYS, NO_WAYS)
MOST_KEYS = 1 << 62
MOST_SETS = 20_000_000  # 8 bytes each; the largest area of the printed game has some 100,000
KEPT = 64  # tables of fates: more than one kind of units against another needs, in any numbers
FALLS = ("killed", "disrupted")  # of a character who took his last wound
Captures = frozenset[tuple[str, str]]  # name and fate
LEFT, KILLED, DISRUPTED, PUSHED, WOUNDS = range(5)  # what becomes of a kind
Kind = tuple[int, ...]  # a row of `assigning.begin`'s `side`


@lru_cache(KEPT)
def tables(
    side: tuple[Kind, ...], how: Assigning, most: tuple[int, ...], most_at_once: int, reaches: int
) -> tuple[Fates, Array]:
    """All fates of a side and, int64[kinds, 5, fates], how many of each kind are left, killed, disrupted and pushed
    and how many wounds a character has lost in each.

    `most` results of each kind make a difference, `most_at_once` can be rolled; `reaches`: how many there are of who
    can be out of reach.
    """
    kinds, bounds = np.array(side, np.int64), np.array(most, np.int64)
    sets = reaches * prod(bound + 1 for bound in most)
    room = [("ways to end", keys_of(side), MOST_KEYS), ("sets of results", sets, MOST_SETS)]
    for what, count, limit in room:
        if count > limit:
            raise SimcoreError(f"an area of so many units, kinds and wounds has {count:,} {what}, more than {limit:,}")
    if how.policy == FREE or how.guarded == LIKE:
        made = Guarding(kinds, how, bounds) if how.guarded == LIKE else Assignments(kinds, how, bounds)
        stops, first_way, way = every_way(made, most_at_once, sets)
        forks, keys = len(stops), numbered(way, len(stops))
        asks = np.array([stop.side if isinstance(stop, PreparedScenario) else 0 for stop in stops], np.int64)
        aimed = np.array([stop.target if isinstance(stop, PreparedScenario) else -1 for stop in stops], np.int64)
        node = np.append(way, 0)[np.minimum(first_way[:-1], way.size)]
        chooser = made.first if isinstance(made, Guarding) else how.assigner
        fates = Fates(bounds, node, sets, forks, keys.size, chooser, asks, aimed, first_way, way)
    else:
        forks, node = by_policy(kinds, how, bounds, most_at_once, sets)
        keys = numbered(node, forks)
        nobody = np.zeros(forks, np.int64)
        fates = Fates(bounds, node, sets, forks, keys.size, 0, nobody, nobody, NO_WAYS, NO_WAYS)
    return fates, become(kinds, -1 - keys)


def keys_of(side: tuple[Kind, ...]) -> int:
    """How many numbers `assigning.fate_key` can give: the largest must stay within 64 bits."""
    fates = (
        (kind[assigning.COUNT] + 1) ** 3 * (kind[assigning.BEARS] + 1 if kind[assigning.CHARACTER] else 1)
        for kind in side
    )
    return prod(fates)


def by_policy(side: Array, how: Assigning, most: Array, most_at_once: int, sets: int) -> tuple[int, Array]:
    """(forks, node of every turn) as in `kernels.Fates`, but a fate is -1 - its key for now."""
    node = np.zeros(sets, np.int64)
    tough = side[side[:, assigning.TOUGH] > 0, assigning.COUNT].sum()  # at most one branch waits for each
    branches = np.zeros((tough + 2, len(side) + 1, 6), np.int64)
    after_roll = np.zeros((0, 2), np.int64)
    forks = assigning.fill_fates(side, how, most, most_at_once, node, after_roll, branches)
    if forks:
        after_roll = np.zeros((forks, 2), np.int64)
        assigning.fill_fates(side, how, most, most_at_once, node, after_roll, branches)
    return forks, np.concatenate([node, after_roll.reshape(-1)])


def numbered(nodes: Array, forks: int) -> Array:
    """The keys of all fates among the nodes, as they stand there; there, each is numbered after the forks."""
    keys, number = np.unique(nodes[nodes < 0], return_inverse=True)
    nodes[nodes < 0] = forks + number
    return keys


def become(side: Array, keys: Array) -> Array:
    """What `assigning.fate_key` says of every kind, for many keys: int64[kinds, 5, keys]."""
    became = np.zeros((len(side), 5, keys.size), np.int64)
    rest = keys
    for kind in reversed(range(len(side))):
        count, character, bears = side[kind, :3].tolist()
        if character:
            rest, became[kind, WOUNDS] = np.divmod(rest, bears + 1)
        for what in (PUSHED, DISRUPTED, KILLED):
            rest, became[kind, what] = np.divmod(rest, count + 1)
        became[kind, LEFT] = count - became[kind, KILLED : PUSHED + 1].sum(axis=0)
    return became


@lru_cache(KEPT)
def untouched(side: tuple[Kind, ...]) -> Array:
    """What becomes of a side to which nothing can happen, int64[kinds, 5, 1]."""
    return become(np.array(side), np.zeros(1, np.int64))


class Ranks:
    """One side of the assignment: its kinds, and what can become of them."""

    def __init__(self, areas: Areas, name: SideName) -> None:
        self.areas, self.name = areas, name
        self.entries = areas.side(name)
        self.side = self.kinds()
        self.became = untouched(self.side)  # until `fates` is asked for

    def cheapness(self) -> list[int]:
        """Each kind's place when the cheapest comes first: fewest dice, fewest Kill faces, earliest in the list."""
        if len(self.entries) == 1:
            return [0]
        cost = []
        for number, (_, card) in enumerate(self.entries):
            dice = [*card.attack, *card.defence]
            kills = sum(die[KILL] for die in self.areas.figures.faces(dice))
            cost.append((len(dice), round(DIE_FACES * kills), number))
        order = sorted(cost)
        return [order.index(one) for one in cost]

    def kinds(self) -> tuple[Kind, ...]:
        """The kinds as the assignment sees them."""
        reach = self.areas.reach_steps() if self.name == "defenders" else [0] * len(self.entries)
        return tuple(
            (
                entry.count,
                int(isinstance(card, Character)),
                card.wounds - entry.wounds if isinstance(card, Character) else 1,
                int("tough" in card.skills),
                int("bodyguard" in card.skills),
                cheapness,
                step,
                int(untouchable(self.areas.scenario, card)),
            )
            for (entry, card), cheapness, step in zip(self.entries, self.cheapness(), reach, strict=True)
        )

    def fates(self, how: Assigning, suffers: Attack, reaches: int) -> Fates:
        """The tables of this side under these results; remembers what becomes of it."""
        # Beyond what all units can bear results are lost.
        units = sum(kind[assigning.COUNT] for kind in self.side)
        bear = sum(kind[assigning.COUNT] * kind[assigning.BEARS] for kind in self.side)
        bounds = [bear, bear, bear, units]
        if any(kind[assigning.TOUGH] for kind in self.side):  # he can bear any number of Kills
            bounds[:DISRUPTS] = suffers.most[:DISRUPTS]
        most = tuple(map(min, bounds, suffers.most))
        fates, self.became = tables(self.side, how, most, suffers.most_at_once, reaches)
        return fates

    def columns(self, became: Array, captures: Captures | None, told: Sequence[str]) -> dict[str, Array]:
        """Integer columns of every entry from what became of it; `told`: the fates that can come to pass, `captures`:
        who is captured instead of which fate, None without Ransom."""
        side = self.name.removesuffix("s")
        columns: dict[str, Array] = {}
        for (entry, card), (left, killed, disrupted, pushed, wounds) in zip(self.entries, became, strict=True):
            here = {"left": left, "killed": killed, "disrupted": disrupted, "pushed": pushed}
            if isinstance(card, Character):
                here["wounds"] = entry.wounds + wounds
                if captures is not None:
                    spared = {fate: int((entry.name, fate) in captures) for fate in FALLS}
                    here["captured"] = sum(spared[fate] * here[fate] for fate in FALLS)
                    here |= {fate: (1 - spared[fate]) * here[fate] for fate in FALLS}
            columns |= {column(side, entry, name): here[name] for name in told if name in here}
        return columns


def column(side: str, entry: Entry, fate: str) -> str:
    """The name of a column: `defender.bowmen` for those left, `defender.bowmen_killed` and so on for the others."""
    return f"{side}.{entry.name}" if fate == "left" else f"{side}.{entry.name}_{fate}"


class OutcomeDecoder:
    """Endings as columns: the winner, what became of every unit, and Breakthrough."""

    def __init__(self, defenders: Ranks, attackers: Ranks) -> None:
        self.defenders, self.attackers = defenders, attackers
        self.scenario = defenders.areas.scenario
        self.melee = defenders.areas.melee
        self.rules = self.scenario.optional_rules
        self.hit = [kind for kind, row in enumerate(defenders.side) if not row[assigning.UNTOUCHABLE]]
        self.share = (
            defenders.areas.figures("optional_rules", "cavalry-breakthrough").share
            if "cavalry-breakthrough" in self.rules and self.scenario.charging
            else None
        )
        self.captures = self.captured() if "ransom" in self.rules and self.melee else None
        if self.captures is not None and any(isinstance(card, Character) for _, card in defenders.entries):
            defenders.areas.figures("optional_rules", "ransom")

    def captured(self) -> Captures:
        """Who is captured instead of which fate, by `ransom_policy`: for the best, where it is worth no less."""
        policy, sought = self.scenario.ransom_policy, self.scenario.utility or {}

        def worth(name: str, fate: str) -> float:
            return sought.get(f"defender.{name}_{fate}", 0.0) + sought.get(f"defender.{fate}", 0.0)

        return frozenset(
            (entry.name, fate)
            for entry, card in self.defenders.entries
            if isinstance(card, Character)
            for fate in FALLS
            if policy == "always" or (policy == OPTIMAL and worth(entry.name, "captured") >= worth(entry.name, fate))
        )

    def __call__(self, endings: Array) -> dict[str, Array]:
        theirs, ours = np.divmod(endings, self.attackers.became.shape[-1])
        return self.read(self.defenders.became[..., theirs], self.attackers.became[..., ours])

    def read(self, theirs: Array, ours: Array) -> dict[str, Array]:
        """The columns where this became of the defenders and that of the attackers; both int64[kinds, 5, endings]."""
        told = ["left", "killed", "disrupted", "wounds"] if self.melee else ["left"]
        attackers = self.attackers.columns(ours, None, told)
        told = ["left", "killed", "disrupted", "pushed", "wounds", "captured"]
        defenders = self.defenders.columns(theirs, self.captures, told)
        standing, fighting = theirs[self.hit, LEFT].sum(axis=0), ours[:, LEFT].sum(axis=0)
        anyone = theirs[:, LEFT].sum(axis=0)  # a Culverin out of reach stays and holds
        gone = theirs[:, KILLED : PUSHED + 1].sum(axis=(0, 1))
        won = (standing == 0) & (fighting > 0)
        held = (gone == 0) | ((fighting == 0) & (anyone > 0))
        columns = {"winner": np.where(won, 1, np.where(held, 2, 0))}
        if self.share is not None:
            part, of = self.share
            cards = enumerate(card for _, card in self.attackers.entries)
            riders = [kind for kind, card in cards if isinstance(card, Troop) and card.kind == "cavalry"]
            through = (gone >= (gone + anyone) * part // of) & (ours[riders, LEFT].sum(axis=0) > 0)
            columns["breakthrough"] = through.astype(np.int64)
        return columns | attackers | defenders


def with_sums(means: dict[str, float]) -> dict[str, float]:
    """Means with the sums of each side: `defender.left`, `defender.killed` and so on."""
    sums: dict[str, float] = {}
    for name, mean in means.items():
        side, _, rest = name.partition(".")
        if rest:
            total = f"{side}.{rest.partition('_')[2] or 'left'}"
            sums[total] = sums.get(total, 0.0) + mean
    return means | sums
