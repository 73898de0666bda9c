"""Legendary Battles played for the best: every way to assign every result is tried, from the rulebook's second writing.

A search through the whole tree of an attack, over the rolls and readings of `legendary`: no policy, no table of ways,
nothing of simcore. The attacker wants the most of a utility, the defender the least; results are assigned one by one.
Orders that stand before the dice are tried one after the other, each side knowing those before its own.
"""

from collections import defaultdict
from fractions import Fraction
from functools import cache
from typing import Any

from .legendary import Attack, Chances, Counts, Side, cancel, choose, strike

ATTACKER, DEFENDER = 0, 1
# In the order in which they are given: lent dice and fright before the attack roll, then what Somerset takes before
# the defence roll, its rerolls, those of the attack, and who steps in when results fall.
ORDERS: dict[str, tuple[int, tuple[str, ...]]] = {
    "lending_policy": (ATTACKER, ("apart", "together")),
    "terror_policy": (ATTACKER, ("most_kills", "most_results", "most_pushes")),
    "somerset_policy": (ATTACKER, ()),  # any die that a defender has
    "parry_policy": (DEFENDER, ("keep_both", "keep_retaliation", "keep_dodge", "keep_none", "never")),
    "feint_policy": (ATTACKER, ("always", "never")),
    "bodyguard_policy": (DEFENDER, ("always", "never")),
}
RANSOMED = ("killed", "disrupted")


def best(scenario: dict[str, Any], weights: dict[str, float], free: tuple[str, ...]) -> float:
    """What an attack is worth with these fields free, everything else by its policies."""
    for field, (chooser, named) in ORDERS.items():
        if field in free:
            rest = tuple(other for other in free if other != field)
            options = named or takeable(scenario)
            worths = [best({**scenario, field: option}, weights, rest) for option in options]
            return max(worths) if chooser == ATTACKER else min(worths)
    left = {field: "optimal" for field in ("ruthless_policy", "ransom_policy") if field in free}
    return BestAttack({**scenario, **left}, weights, free).answer()


def takeable(scenario: dict[str, Any]) -> tuple[str, ...]:
    """Every die that Somerset can take, by its unit and colour."""
    attack = Attack(scenario)
    attack.rolling = []  # nobody robs yet, and nobody shoots indirectly: no palisade here
    dice = [(attack.defenders[index].card.name, die) for index, own in attack.defence_units() for die in own]
    return tuple(dict.fromkeys(f"{name}.{die}" for name, die in dice)) or ("most_shields",)


class BestAttack(Attack):
    """The search of one scenario. `free`: by what fields the assignment is free, others go by their policies."""

    def __init__(self, scenario: dict[str, Any], weights: dict[str, float], free: tuple[str, ...]) -> None:
        super().__init__(scenario)
        self.weights, self.free = weights, free
        self.retaliations: dict[tuple[int, Counts], Chances[Counts]] = defaultdict(dict)
        self.falls = cache(self._falls)
        self.answers = cache(self._answers)
        self.back = cache(self._back)

    def answer(self) -> float:
        attack = self.attack_roll()
        for (shields, dodging, retaliation), weight in self.defence_roll().items():
            self.retaliations[shields, dodging][retaliation] = weight
        total = 0.0
        for (shields, dodging), back in self.retaliations.items():
            chance = float(sum(back.values(), Fraction(0)))
            start = self.start(self.defenders, dodging)
            for rolled, weight in attack.items():
                ways = [rolled]
                if self.ruthlessness == "optimal":
                    ways = [self.settle(rolled, turned) for turned in range(self.most_turned(rolled[2]) + 1)]
                lists = {listed(cancel(results, shields)) for results in ways}
                total += chance * float(weight) * max(self.falls(start, one, (shields, dodging)) for one in lists)
        return total

    def worth(self, attackers: Side, defenders: Side) -> float:
        columns = dict(self.outcome(attackers, defenders))
        total = self.weights.get(f"win.{columns.pop('winner')}", 0.0)
        if self.ransom and self.capturing == "optimal":
            for entry, state in zip(self.defenders, defenders, strict=True):
                name = f"defender.{entry.card.name}"
                for fate in RANSOMED:
                    gain = self.weights.get(f"{name}_captured", 0.0) - self.weights.get(f"{name}_{fate}", 0.0)
                    total += max(gain, 0.0) * getattr(state, fate) * entry.card.character
        return total + sum(self.weights.get(name, 0.0) * number for name, number in columns.items())

    def _falls(self, states: Side, results: tuple[str, ...], guard: Any) -> float:
        """What it is worth when these results are still to fall on the defenders."""
        if not results:
            return self.back(states, guard)
        result, *rest = results
        result, shove, able = self.able(states, result)
        if not able:
            return self.falls(states, tuple(rest), guard)
        field, policy = "defenders_policy", self.defenders_policy
        chooser = DEFENDER
        if self.targeting:
            field, policy, chooser = "targeting_policy", self.targeting_policy, ATTACKER
        targets = able if field in self.free else [choose(self.defenders, states, able, result, policy)]
        values = [
            sum(float(w) * self.falls(after, tuple(rest), guard) for after, w in fallen.items())
            for fallen in (self.fall(states, target, able, result, shove) for target in targets)
        ]
        return max(values) if chooser == ATTACKER else min(values)

    def _back(self, defenders: Side, guard: Any) -> float:
        """What it is worth when Retaliation is still to come."""
        back = self.retaliations[guard]
        whole = sum(back.values(), Fraction(0))
        start = self.start(self.attackers, (0,) * len(self.attackers))
        total = 0.0
        for (kills, disrupts), weight in back.items():
            listed = ("kill",) * kills + ("disrupt",) * disrupts
            total += float(weight / whole) * self.answers(start, listed, defenders)
        return total

    def _answers(self, states: Side, results: tuple[str, ...], defenders: Side) -> float:
        if not results:
            return self.worth(states, defenders)
        result, *rest = results
        able = [i for i, state in enumerate(states) if state.exposed]
        if not able:
            return self.answers(states, tuple(rest), defenders)
        targets = able
        if "attackers_policy" not in self.free:
            targets = [choose(self.attackers, states, able, result, self.attackers_policy)]
        struck = [strike(self.attackers, states, target, result, False, False) for target in targets]
        return max(
            sum(float(w) * self.answers(after, tuple(rest), defenders) for after, w in fallen.items())
            for fallen in struck
        )


def listed(results: Counts) -> tuple[str, ...]:
    """Results one by one, in the order in which they fall."""
    kinds = zip(("slay", "kill", "disrupt", "push"), results, strict=True)
    return tuple(name for name, number in kinds for _ in range(number))
