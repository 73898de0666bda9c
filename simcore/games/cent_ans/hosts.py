"""One side on its way into battle, and one roll of a battle's course: what `combats` lays out and `assembly` packs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from simcore.games.cent_ans import kernels
from simcore.games.cent_ans.facts import CampName, EliteCard, KindName, Leader, Side
from simcore.games.cent_ans.kernels import RollRule
from simcore.games.cent_ans.policies import code
from simcore.games.cent_ans.scenarios import Army

Array = np.ndarray[Any, np.dtype[Any]]
NO_CARD = EliteCard(kind="equipment", number=1)


@dataclass
class Host:
    """One side on its way into battle: what it has left of each kind, and what is known of it."""

    side: Side
    army: Army
    camp: CampName
    kinds: tuple[KindName, ...]  # first faction, second faction (if there is one), elite
    units: Array  # int64[3]
    dice: kernels.Camp
    leaders: list[Leader]
    card: EliteCard  # the one card that works through the elite dice
    room: int
    retreated: Array = field(default_factory=lambda: np.zeros(3, np.int64))  # of each kind before round 1
    size: Array = field(default_factory=lambda: np.zeros(3, np.int64))
    tracked: kernels.Room = field(default_factory=kernels.Room)
    box: Array = field(default_factory=lambda: np.zeros(0, np.int64))
    rank: Array = field(default_factory=lambda: np.zeros(0, np.int64))

    def leader(self, name: str) -> Any:
        """The strongest value of a leader's effect among those present."""
        return max((getattr(leader, name) for leader in self.leaders), default=0)

    def retreat(self, kind: int, count: int) -> None:
        """Before round 1: so many units of a kind leave, those without room dispersed (11.4.3)."""
        safe = min(count, self.room)
        self.units[kind] -= count
        self.room -= safe
        self.retreated[kind] += safe

    def thin_out(self, keep: int) -> None:
        """Remove units by this side's policy until `keep` are left."""
        while self.units.sum() > keep:
            self.units[self.choose()] -= 1

    def units_at(self, box: Array) -> Array:
        """Units [box, kind]."""
        whole = box // self.tracked.size
        return np.stack(
            [whole // (self.size[1] * self.size[2]), whole // self.size[2] % self.size[1], whole % self.size[2]], axis=1
        )

    def choose(self) -> int:
        return int(kernels.pick(code(self.army.policy), self.units, self.dice))


@dataclass(frozen=True)
class Phase:
    """A roll of one side under one rule; `follows` gives the next phase after so many LOSS on the enemy."""

    roller: int
    rule: RollRule
    follows: Sequence[int]  # by LOSS; the last entry serves all higher
    picks: str | None = None  # policy by which the *roller* picks the victims; None: the enemy's own
    holds: bool = False  # LOSS on the enemy waits for its own roll
    pending: int = 0
    closes: bool = False
    begins: bool = True
    round: bool = False  # the first roll of a round
