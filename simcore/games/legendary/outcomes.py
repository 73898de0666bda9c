"""Both sides of an attack as ranks of units: tables of what can become of them, and endings read as columns."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from simcore.games.legendary import kernels
from simcore.games.legendary.facts import Card, Character, Troop
from simcore.games.legendary.kernels import Assigning, Fates
from simcore.games.legendary.rolls import KILLS, SLAYER_KILLS, Areas
from simcore.games.legendary.scenarios import Entry, SideName, untouchable

Array = np.ndarray[Any, np.dtype[Any]]
UNTOUCHED = Fates(np.zeros(4, np.int64), np.zeros(1, np.int64), 0, np.zeros((0, 2), np.int64), 1)


class Ranks:
    """One side of the assignment: its kinds, and the tables of what can become of them."""

    def __init__(self, areas: Areas, name: SideName) -> None:
        self.areas, self.name = areas, name
        self.entries = areas.side(name)
        self.wounds = [card.wounds - entry.wounds if isinstance(card, Character) else 1 for entry, card in self.entries]
        self.fate_keys = np.zeros(1, np.int64)

    def cheapness(self) -> list[int]:
        """Each kind's place when the cheapest comes first: fewest dice, fewest Kill faces, earliest in the list."""
        if len(self.entries) == 1:
            return [0]
        cost = []
        for number, (_, card) in enumerate(self.entries):
            dice = [*card.attack, *card.defence]
            faces = self.areas.figures.faces(dice)
            cost.append((len(dice), int(np.rint(6 * faces[:, kernels.KILL].sum())), number))
        order = sorted(cost)
        return [order.index(one) for one in cost]

    def side(self) -> Array:
        """The kinds as the assignment sees them."""
        cards = [card for _, card in self.entries]
        defending = self.name == "defenders"
        columns = (
            [entry.count for entry, _ in self.entries],
            [isinstance(card, Character) for card in cards],
            self.wounds,
            ["tough" in card.skills for card in cards],
            ["bodyguard" in card.skills for card in cards],
            self.cheapness(),
            self.areas.reach_steps() if defending else [0] * len(cards),
            [untouchable(self.areas.scenario, card) for card in cards],
        )
        return np.array(columns, np.int64).T.copy()

    def most(self, most_results: Sequence[int]) -> Array:
        """Most results of each kind that can make a difference: beyond what all units can bear they are lost."""
        bear = sum(entry.count * wounds for (entry, _), wounds in zip(self.entries, self.wounds, strict=True))
        units = sum(entry.count for entry, _ in self.entries)
        if any("tough" in card.skills for _, card in self.entries):  # he can bear any number of Kills
            bounds = [most_results[SLAYER_KILLS], most_results[KILLS], bear, units]
        else:
            bounds = [bear, bear, bear, units]
        return np.minimum(bounds, most_results)

    def fates(self, how: Assigning, most_results: Sequence[int], most_at_once: int, reaches: int) -> Fates:
        """The tables of this side; remembers which fates there are."""
        most = self.most(most_results)
        node = np.zeros(reaches * int(prod((most + 1).tolist())), np.int64)
        branches = np.zeros(
            (len(self.entries) + 2, len(self.entries) + 1, 6), np.int64
        )  # at most one a Tough character
        after_roll = np.zeros((0, 2), np.int64)
        forks = kernels.fill_fates(self.side(), how, most, most_at_once, node, after_roll, branches)
        if forks:
            after_roll = np.zeros((forks, 2), np.int64)
            kernels.fill_fates(self.side(), how, most, most_at_once, node, after_roll, branches)
        every = np.concatenate([node, after_roll.reshape(-1)])
        keys, number = np.unique(every[every < 0], return_inverse=True)
        every[every < 0] = forks + number
        self.fate_keys = -1 - keys
        return Fates(most, every[: node.size], forks, every[node.size :].reshape(-1, 2), keys.size)

    def untold(self) -> Fates:
        """A side to which nothing happens."""
        self.fate_keys = np.zeros(1, np.int64)
        return UNTOUCHED

    def columns(self, fate: Array, ransom: bool, told: Sequence[str]) -> dict[str, Array]:
        """Integer columns of every entry for each fate asked for; `told`: the fates that can come to pass."""
        side = self.name.removesuffix("s")
        rest = self.fate_keys[fate]
        columns: list[tuple[str, Array]] = []
        for (entry, card), wounds in zip(reversed(self.entries), reversed(self.wounds), strict=True):
            here: dict[str, Array] = {}
            if isinstance(card, Character):
                here["wounds"] = entry.wounds + rest % (wounds + 1)
                rest = rest // (wounds + 1)
            base = entry.count + 1
            gone = {"pushed": rest % base, "disrupted": rest // base % base, "killed": rest // base**2 % base}
            rest = rest // base**3
            here["left"] = entry.count - np.sum(list(gone.values()), axis=0)
            if ransom and isinstance(card, Character):
                gone["captured"] = gone["killed"] + gone["disrupted"]
                gone["killed"] = gone["disrupted"] = np.zeros_like(rest)
            here |= gone
            columns = [(column(side, entry, name), here[name]) for name in told if name in here] + columns
        return dict(columns)


def column(side: str, entry: Entry, fate: str) -> str:
    """The name of a column: `defender.bowmen` for those left, `defender.bowmen_killed` and so on for the others."""
    return f"{side}.{entry.name}" if fate == "left" else f"{side}.{entry.name}_{fate}"


class Reading:
    """Endings as columns: the winner, what became of every unit, and Breakthrough."""

    def __init__(self, defenders: Ranks, attackers: Ranks) -> None:
        self.defenders, self.attackers = defenders, attackers
        self.scenario = defenders.areas.scenario
        self.melee = defenders.areas.melee
        self.rules = self.scenario.optional_rules
        self.share = (
            defenders.areas.figures("optional_rules", "cavalry-breakthrough").share
            if "cavalry-breakthrough" in self.rules and self.scenario.charging
            else None
        )
        self.ransom = "ransom" in self.rules and self.melee
        if self.ransom and any(isinstance(card, Character) for _, card in defenders.entries):
            defenders.areas.figures("optional_rules", "ransom")

    def __call__(self, endings: Array) -> dict[str, Array]:
        fates = self.attackers.fate_keys.size
        theirs = ["left", "killed", "disrupted", "pushed", "wounds", "captured"]
        ours = ["left", "killed", "disrupted", "wounds"] if self.melee else ["left"]
        attackers = self.attackers.columns(endings % fates, False, ours)
        defenders = self.defenders.columns(endings // fates, self.ransom, theirs)

        def left(columns: dict[str, Array], side: str, entries: Sequence[tuple[Entry, Card]]) -> Array:
            return np.asarray(
                sum((columns[column(side, entry, "left")] for entry, _ in entries), np.zeros(endings.size, int))
            )

        hit = [pair for pair in self.defenders.entries if not untouchable(self.scenario, pair[1])]
        standing = left(defenders, "defender", hit)
        unmoved = standing == sum(entry.count for entry, _ in hit)
        fighting = left(attackers, "attacker", self.attackers.entries)
        anyone = left(defenders, "defender", self.defenders.entries)  # a Culverin out of reach stays and holds
        won = (standing == 0) & (fighting > 0)
        held = unmoved | ((fighting == 0) & (anyone > 0))
        columns = {"winner": np.where(won, 1, np.where(held, 2, 0))}
        if self.share is not None:
            part, of = self.share
            units = sum(entry.count for entry, _ in self.defenders.entries)
            moved = units - anyone
            riders = [
                pair for pair in self.attackers.entries if isinstance(pair[1], Troop) and pair[1].kind == "cavalry"
            ]
            through = (moved >= units * part // of) & (left(attackers, "attacker", riders) > 0)
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
