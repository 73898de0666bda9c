"""Plans of one side in the commitment game: what it lays from each hand that it may hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from simcore.games.joan.hands import YELLOW, Hand, Holding, Lay, SideName, ways_to_lay
from simcore.types import Array

UNSEEN = 1e-9  # strategies leave out what is chosen more seldom


class Plans:
    """One side's commitments, and how they make up a plan: one choice for each holding.

    A holding has alternatives (lay; or, for a defender, play the Traitor), each of one or more groups (what to lay
    for each card the Traitor may take), each of which is settled by one commitment. All flat, for speed.
    """

    def __init__(self, side: SideName, hand: Hand, held: Mapping[Holding, float], enemy: Iterable[Holding]) -> None:
        self.side = side
        self.chance = np.array(list(held.values()))
        taken = [card for k, card in enumerate(YELLOW) if any(holding.yellow[k] for holding in enemy)]
        number: dict[Lay, int] = {}
        choices: list[int] = []
        groups: list[int] = []  # where each begins among the choices, and so on
        alternatives: list[int] = []
        self.holdings: list[int] = []
        for holding in held:
            self.holdings.append(len(alternatives))
            ways = [[0]] + ([taken] if side == "defender" and holding.traitor else [])
            for drawn in ways:
                alternatives.append(len(groups))
                for card in drawn:
                    groups.append(len(choices))
                    choices += [number.setdefault(x, len(number)) for x in ways_to_lay(holding, hand, side, card)]
        self.lays = list(number)
        self.choices, self.groups, self.alternatives = np.array(choices), np.array(groups), np.array(alternatives)
        self.better = np.maximum if side == "attacker" else np.minimum
        self.group_of = np.repeat(np.arange(len(groups)), np.diff([*groups, len(choices)]))
        self.alternative_of = np.repeat(np.arange(len(alternatives)), np.diff([*alternatives, len(groups)]))
        self.holding_of = np.repeat(np.arange(len(held)), np.diff([*self.holdings, len(alternatives)]))

    def reply(self, worth: Array) -> Array:
        """Weights of the commitments of the plan that is best for this side, by what each is worth to the attacker."""
        each = worth[self.choices]
        group = self.better.reduceat(each, self.groups)
        alternative = np.add.reduceat(group, self.alternatives)
        holding = self.better.reduceat(alternative, self.holdings)
        _, chosen = _first(alternative == holding[self.holding_of], self.holding_of)
        where, lay = _first(each == group[self.group_of], self.group_of)
        taken = np.zeros(alternative.size, np.bool_)
        taken[chosen] = True
        played = taken[self.alternative_of[where]]
        weights = np.zeros(len(self.lays))
        np.add.at(weights, self.choices[lay[played]], self.chance[self.holding_of[self.alternative_of[where[played]]]])
        return weights

    def everything(self, most: bool) -> Array:
        """Weights if every holding lays all it can, or (not `most`) the least: lowest cards and nothing else."""
        pick = max if most else min
        weights = np.zeros(len(self.lays))
        for chance, alternatives in zip(self.chance, self.tree, strict=True):
            for group in alternatives[-1 if most else 0]:  # a Traitor is the last alternative
                weights[pick(group, key=lambda number: self.lays[number][:5])] += chance
        return weights

    def habit(self, wanted: tuple[Any, ...]) -> Array | None:
        """Weights if every holding that can lays `wanted` (as in the fields of `Lay`), None where none can."""
        weights = np.zeros(len(self.lays))
        able = 0.0
        for chance, alternatives in zip(self.chance, self.tree, strict=True):
            for groups in alternatives:
                found = [number for group in groups for number in group if self.lays[number][:5] == wanted]
                weights[found] += chance
                able += chance if found else 0.0
        return weights / able if able else None

    @cached_property
    def tree(self) -> list[list[list[list[int]]]]:
        """Commitments by holding, alternative and group."""
        flat: list[Any] = self.choices.tolist()
        for level in (self.groups, self.alternatives, self.holdings):
            flat = [flat[a:b] for a, b in pairwise([*level, len(flat)])]
        return flat

    def told(self, weights: Array) -> list[dict[str, Any]]:
        """A strategy for people: what the other side would see laid, likeliest first."""
        chance: dict[tuple[Any, ...], float] = {}
        for weight, lay in zip(weights.tolist(), self.lays, strict=True):
            if weight > UNSEEN:
                chance[lay[:6]] = chance.get(lay[:6], 0.0) + weight
        told: list[dict[str, Any]] = []
        for (cards, influence, hero, engineer, traitor, drawn), p in sorted(
            chance.items(), key=lambda item: (item[0][5], -item[1], item[0])
        ):
            yellow = {"cards": list(cards)} if self.side == "attacker" else {"card": cards[0] if cards else None}
            after = {"drawn": drawn} if drawn else {}
            flags = {"hero": hero, "engineer": engineer, "traitor": traitor}
            told.append({"p": p, **yellow, "influence": influence, **flags, **after})
        return told


def _first(mark: Array, owner: Array) -> tuple[Array, Array]:
    """Owners in order, and the first marked place of each."""
    places = np.flatnonzero(mark)
    owners, at = np.unique(owner[places], return_index=True)
    return owners, places[at]
