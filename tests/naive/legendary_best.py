"""Legendary Battles played for the best: every way to assign every result is tried, from the rulebook's second writing.

A search through the whole tree of an attack, over the rolls and readings of `legendary`: no policy, no table of ways,
nothing of simcore. The attacker wants the most of a utility, the defender the least; results are assigned one by one.
"""

from collections import defaultdict
from fractions import Fraction
from functools import cache
from typing import Any

from .legendary import Attack, Chances, Counts, Side, cancel, choose, merge, strike

ATTACKER, DEFENDER = 0, 1


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
            for results, weight in merge((cancel(rolled, shields), w) for rolled, w in attack.items()).items():
                listed = tuple(
                    name for name, number in zip(("slay", "kill", "disrupt", "push"), results, strict=True)
                    for _ in range(number)
                )  # fmt: skip
                start = self.start(self.defenders, dodging)
                total += chance * float(weight) * self.falls(start, listed, (shields, dodging))
        return total

    def worth(self, attackers: Side, defenders: Side) -> float:
        columns = dict(self.outcome(attackers, defenders))
        total = self.weights.get(f"win.{columns.pop('winner')}", 0.0)
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
