"""One side on its way into battle, and one roll of a battle's course: what `setup` lays out and `compile` packs."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np

from simcore.engine.shared import Size
from simcore.games.cent_ans import kernels
from simcore.games.cent_ans.facts import CampName, EliteCard, KindName, Leader, Side
from simcore.games.cent_ans.kernels import RollRule
from simcore.games.cent_ans.policies import LISTED, OPTIMAL, code, looks_back
from simcore.games.cent_ans.scenarios import KINDS, Army
from simcore.types import Array

# All that an army has but numbers: a rule may ask for any of it.
_NOT_COUNTED = itemgetter(*(name for name in Army.model_fields if name not in (*KINDS, "retreat_room")))
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
    pitched: bool = True
    second_first: bool = False  # whose retreats are given room first, where that is chosen by what is sought
    retreated: Array = field(default_factory=lambda: np.zeros(3, np.int64))  # of each kind before round 1
    size: Array = field(default_factory=lambda: np.zeros(3, np.int64))
    tracked: kernels.Room = field(default_factory=kernels.Room)
    box: Array = field(default_factory=lambda: np.zeros(0, np.int64))
    rank: Array = field(default_factory=lambda: np.zeros(0, np.int64))
    # Everything that goes into its rolls but numbers of units and room; as text, which is looked up fast.
    rules: str = field(init=False)
    whereabouts: list[str] = field(init=False)  # the means that say where its units are in the end

    def __post_init__(self) -> None:
        dice = self.dice.owned.tolist(), self.dice.dice.tolist(), self.dice.elite_owned, self.dice.elite_die.tolist()
        manner = _NOT_COUNTED(self.army.__dict__), self.elite_idle, self.second_first
        self.rules = repr((self.camp, self.army.kinds, manner, self.card, dice))
        self.whereabouts = [f"{self.side}.{name}" for name in (*self.army.kinds, "retreated", "routiers")]

    def afresh(self) -> Host:
        """A copy whose units can be changed."""
        other = object.__new__(Host)
        vars(other).update(vars(self), units=self.units.copy(), retreated=self.retreated.copy())
        return other

    def leader(self, name: str) -> Any:
        """The strongest value of a leader's effect among those present."""
        return max([getattr(leader, name) for leader in self.leaders]) if self.leaders else 0

    def retreat(self, kind: int, count: int) -> None:
        """Before round 1: so many units of a kind leave, those without room dispersed (11.4.3)."""
        safe = min(count, self.room)
        self.units[kind] -= count
        self.room -= safe
        self.retreated[kind] += safe

    def thin_out(self, keep: int, order: Array | None = None) -> None:
        """Remove units by this side's policy until `keep` are left, or in the order of a list."""
        choice, dice = self.code(self.army.policy), self.dice
        if order is not None:
            choice, dice = LISTED, dice._replace(order=order)
        while self.units.sum() > keep:
            self.units[int(kernels.pick(choice, self.units, dice))] -= 1

    @property
    def turns(self) -> str:
        """How a leader of its may turn DISPERSION into RETREAT results: "none", "one", "all"."""
        return next((x.dispersion_to_retreat for x in self.leaders if x.dispersion_to_retreat != "none"), "none")

    def units_at(self, box: Array) -> Array:
        """Units [box, kind]."""
        whole = box // self.tracked.size
        return np.stack(
            [whole // (self.size[1] * self.size[2]), whole // self.size[2] % self.size[1], whole % self.size[2]], axis=1
        )

    def room_runs_out(self, pitched: bool) -> bool:
        """Can units that would retreat find no room? Only then has it to be part of the position."""
        return pitched and 0 < self.room < sum(self.units[:2].tolist())

    def usable_room(self, pitched: bool) -> int:
        """Room that an army cannot use up is as good as any."""
        return self.room if self.room_runs_out(pitched) or not pitched or not self.room else kernels.UNLIMITED

    def box_at_start(self) -> int:
        """Where it stands before the first roll, in the numbers of the model (`tables.to_box`)."""
        first, second, elite = self.units.tolist()
        _, second_size, elite_size = self.size.tolist()
        return int((first * second_size + second) * elite_size + elite) * self.tracked.size + self.tracked.size - 1

    @property
    def elite_idle(self) -> bool:
        """Do its elite units add nothing to its rolls, once the battle is on?"""
        if self.pitched:
            return self.card.elite_per_die_pitched is None
        attacks = self.side == "attacker"
        dice = self.card.elite_per_die_siege if attacks else self.card.elite_per_die_besieged
        adds = dice is not None or (attacks and self.card.siege_loss > 0)
        led = any(x.siege_loss and self.dice.started[2] >= x.siege_loss_from_elite for x in self.leaders)
        return not (adds or led)

    def code(self, policy: str, loaded: bool = False) -> int:
        """The compiled choice by which units of this side are taken; `loaded`: its elite have yet to strike before
        round 1."""
        return code(policy, self.pitched, self.elite_idle and not loaded)


class Phase(NamedTuple):
    """A roll of one side under one rule; `follows` gives the next phase after so many LOSS on the enemy."""

    roller: int
    rule: RollRule
    follows: tuple[int, ...]  # by LOSS; the last entry serves all higher
    picks: str | None = None  # policy by which the *roller* picks the victims; None: the enemy's own
    holds: bool = False  # LOSS on the enemy waits for its own roll
    pending: int = 0
    closes: bool = False
    begins: bool = True
    round: bool = False  # the first roll of a round
    loaded: bool = False  # the enemy's elite have yet to strike before round 1


@dataclass(frozen=True)
class Course:
    """A battle or siege laid out, down to its rolls; `lifted` is the phase in which a siege is."""

    hosts: list[Host]
    phases: list[Phase]
    lifted: int | None
    terms: Hashable = None  # all that it hangs on but the two sides
    last_loss: bool = False  # does the last LOSS end the battle, before the roller's own results (11.3)?

    @property
    def pitched(self) -> bool:
        return self.lifted is None

    @property
    def size(self) -> Size:
        """Units of both factions of both sides: all that may differ where a model is shared."""
        return tuple(count for host in self.hosts for count in host.units[:2].tolist())

    def kind(self) -> Hashable | None:
        """Everything that goes into the model but the size; courses of one kind can share it, None with no other."""
        policies = {host.army.policy for host in self.hosts}
        policies |= {phase.picks for phase in self.phases if phase.picks is not None}
        if OPTIMAL in policies or any(host.army.retreated_by_kind for host in self.hosts):
            return None  # what is worth least, and who got away before round 1, are each army's own
        # Some policies look back at what an army began with: then that belongs to the rules of its losses.
        began = [tuple(host.dice.started.tolist()) for host in self.hosts] if any(map(looks_back, policies)) else []
        sides = [(host.rules, int(host.units[2]), host.usable_room(self.pitched)) for host in self.hosts]
        return self.terms, *began, *sides
