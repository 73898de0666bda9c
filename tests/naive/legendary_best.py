"""Legendary Battles played for the best: every choice the text leaves is tried, from the rulebook's second writing.

A search through the whole tree of an attack, over the rolls and readings of `legendary`: no policy, no table of ways,
nothing of simcore. The attacker wants the most of a utility, the defender the least. Whoever chooses knows what lies
on the table, and nothing of what is still to be rolled:

1. before the dice, as orders tried one after the other: the dice lent to Bowmen, the die that Somerset takes;
2. once it is known which units Terror has daunted: the one die of each;
3. once all dice of both sides lie: Feint and Parry, unit by unit and each die after the one before, the attack's first
   or the defence's first (`rerolls`);
4. Ruthless; then who takes each result, and whether a Bodyguard steps in; then who takes the results of Retaliation,
   whose dice lie there since 3.
"""

from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any

from .legendary import (
    ONE,
    Attack,
    Card,
    Chances,
    Counts,
    Side,
    cancel,
    choose,
    faces,
    merge,
    strike,
    then,
    throw,
    throw_again,
)  # fmt: skip

ATTACKER, DEFENDER = 0, 1
# Orders before the dice, in the order in which they are given.
ORDERS: dict[str, tuple[str, ...]] = {
    "lending_policy": ("apart", "together"),
    "somerset_policy": (),  # any die that a defender has
}
ATTACK_FIRST, DEFENCE_FIRST = "attack-first", "defence-first"
Dice = tuple[str, ...]
Open = tuple[tuple[int, Dice, Dice], ...]  # units that may still reroll: card or entry, dice, faces
RANSOMED = ("killed", "disrupted")


def best(scenario: dict[str, Any], weights: dict[str, float], free: tuple[str, ...]) -> float:
    """What an attack is worth with these fields free, everything else by its policies."""
    for field, named in ORDERS.items():
        if field in free:
            rest = tuple(other for other in free if other != field)
            options = named or takeable(scenario)
            return max(best({**scenario, field: option}, weights, rest) for option in options)
    return BestAttack({**scenario, **dict.fromkeys(free, "optimal")}, weights, free).answer()


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
        self.first: str = scenario.get("rerolls") or ATTACK_FIRST
        self.cards = [entry.card for entry in self.attackers]
        self.rolled = cache(self._rolled)
        self.rerolled = cache(self._rerolled)
        self.settled = cache(self._settled)
        self.falls = cache(self._falls)
        self.answers = cache(self._answers)

    def answer(self) -> float:
        """Who is daunted is rolled first; the attacker keeps a die of each such unit; then all dice are rolled."""
        self.defence = self.on_the_table()
        units = [(self.cards.index(card), dice) for card, dice in self.attack_units()]
        total = 0.0
        for frights in product((False, True), repeat=len(units)):
            weight = prod(
                self.daunted(dice) if fright else 1 - self.daunted(dice)
                for (_, dice), fright in zip(units, frights, strict=True)
            )
            if weight:
                keeps = [
                    self.keeps(index, dice) if fright else [dice]
                    for (index, dice), fright in zip(units, frights, strict=True)
                ]
                pools = {tuple(sorted((index, dice) for (index, _), dice in zip(units, kept, strict=True)))
                         for kept in product(*keeps)}  # fmt: skip
                total += float(weight) * max(map(self.rolled, pools))
        return total

    def keeps(self, index: int, dice: Dice) -> list[Dice]:
        """What a daunted unit may be left with."""
        if "terror_policy" in self.free:
            return [(die,) for die in dict.fromkeys(dice)]
        return [(self.kept_in_fright(self.cards[index], dice),)]

    def _rolled(self, pool: tuple[tuple[int, Dice], ...]) -> float:
        """What it is worth to roll these dice of the attacking units."""
        attack: Chances[tuple[Counts, Open]] = {((0, 0, 0, 0), ()): ONE}
        for index, dice in pool:
            card = self.cards[index]

            def lies(state: tuple[Counts, Open], index: int = index, dice: Dice = dice, card: Card = card) -> Any:
                counts, still = state
                return merge(
                    ((counts, tuple(sorted((*still, (index, dice, rolled))))), w)
                    if self.may_feint(card, rolled)
                    else ((plus(counts, self.shown(card, rolled)), still), w)
                    for rolled, w in self.thrown(card, dice).items()
                )

            attack = then(attack, lies)
        for colour in self.loose_attack_dice():
            attack = then(attack, lambda state, colour=colour: {  # type: ignore[misc]
                (plus(state[0], (0, *counts)), state[1]): w for counts, w in loose(colour).items()
            })  # fmt: skip
        stages = ("feint", "parry") if self.first == ATTACK_FIRST else ("parry", "feint")
        return sum(
            float(a) * float(d) * self.rerolled(*strikes, *guards, stages)
            for strikes, a in attack.items()
            for guards, d in self.defence.items()
        )

    def on_the_table(self) -> Chances[tuple[Counts, Open]]:
        """The defence dice before any Parry: what is settled (as in a defence roll), and who may still parry."""
        size = len(self.defenders)
        defence: Chances[tuple[Counts, Open]] = {((self.fixed_shields(), *(0,) * size, 0, 0), ()): ONE}
        for index, own in self.defence_units():
            card, dice = self.defenders[index].card, tuple(own)

            def lies(state: tuple[Counts, Open], index: int = index, dice: Dice = dice, card: Card = card) -> Any:
                totals, still = state
                return merge(
                    ((totals, tuple(sorted((*still, (index, dice, rolled))))), w)
                    if self.parries(card) and set(rolled) - {"shield"}
                    else ((plus(totals, self.guarded(index, rolled)), still), w)
                    for rolled, w in throw(dice).items()
                )

            defence = then(defence, lies)
        for colour in self.loose_defence_dice():
            shields = Fraction(faces(colour).count("shield"), 6)
            defence = then(defence, lambda state, shields=shields: {  # type: ignore[misc]
                (plus(state[0], (1,) + (0,) * (size + 2)), state[1]): shields, state: 1 - shields
            })  # fmt: skip
        return defence

    def guarded(self, index: int, rolled: Dice) -> Counts:
        """What these dice of a unit give the defence."""
        shields, dodges, *back = self.defends(self.defenders[index].card, rolled)
        return (shields, *(dodges if i == index else 0 for i in range(len(self.defenders))), *back)

    def _rerolled(self, counts: Counts, feints: Open, totals: Counts, parries: Open, stages: tuple[str, ...]) -> float:
        """What it is worth when these units may still reroll, in these stages."""
        if not stages:
            return self.settled(counts, totals)
        feinting = stages[0] == "feint"
        units = feints if feinting else parries
        if not units:
            return self.rerolled(counts, feints, totals, parries, stages[1:])

        def leave(one: int, rolled: Dice, then_in: tuple[str, ...]) -> float:
            """This unit's dice stay as these faces."""
            rest = units[:one] + units[one + 1 :]
            if feinting:
                seen = plus(counts, self.shown(self.cards[units[one][0]], rolled))
                return self.rerolled(seen, rest, totals, parries, then_in)
            return self.rerolled(counts, feints, plus(totals, self.guarded(units[one][0], rolled)), rest, then_in)

        def again(one: int, die: int) -> float:
            _, dice, rolled = units[one]
            return sum(float(w) * leave(one, new, stages) for new, w in throw_again(dice, rolled, [die]).items())

        if f"{stages[0]}_policy" not in self.free:  # the policy looks at the unit's own dice only
            index, dice, rolled = units[0]
            if feinting:
                dice_again = [rolled.index("blank")] if self.feinting == "always" else []
            else:
                dice_again = self.parried(self.defenders[index].card, dice, rolled)
            return again(0, dice_again[0]) if dice_again else leave(0, rolled, stages)
        # nobody rerolls any more: then all others stay too; else one of the units and one of its dice
        values = [self.closed(counts, feints, totals, parries, stages)]
        for one, (_, _, rolled) in enumerate(units):
            values += [
                again(one, die)
                for die, face in enumerate(rolled)
                if (face == "blank" if feinting else face != "shield")
            ]
        return max(values) if feinting else min(values)

    def closed(self, counts: Counts, feints: Open, totals: Counts, parries: Open, stages: tuple[str, ...]) -> float:
        """This stage's dice stay as they lie."""
        if stages[0] == "feint":
            for index, _, rolled in feints:
                counts = plus(counts, self.shown(self.cards[index], rolled))
            return self.rerolled(counts, (), totals, parries, stages[1:])
        for index, _, rolled in parries:
            totals = plus(totals, self.guarded(index, rolled))
        return self.rerolled(counts, feints, totals, (), stages[1:])

    def _settled(self, counts: Counts, totals: Counts) -> float:
        """All dice lie as they will: Ruthless, the cancels, the Shields."""
        shields, dodging, back = self.in_terrain(totals[0]), totals[1:-2], totals[-2:]
        ways = [self.settle(counts)] if self.ruthlessness != "optimal" else [
            self.settle(counts, turned) for turned in range(self.most_turned(counts[2]) + 1)
        ]  # fmt: skip
        lists = {listed(cancel(results, shields)) for results in ways}
        start = self.start(self.defenders, dodging)
        struck = ("kill",) * back[0] + ("disrupt",) * back[1]
        return max(float(self.falls(start, one, struck)) for one in lists)

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

    def _falls(self, states: Side, results: Dice, back: Dice) -> float:
        """What it is worth when these results still fall on the defenders, and those of Retaliation after them."""
        if not results:
            return self.answers(self.start(self.attackers, (0,) * len(self.attackers)), back, states)
        rest = results[1:]
        result, shove, able = self.able(states, results[0])
        if not able:
            return self.falls(states, rest, back)
        field, policy = "defenders_policy", self.defenders_policy
        chooser = DEFENDER
        if self.targeting:
            field, policy, chooser = "targeting_policy", self.targeting_policy, ATTACKER
        targets = able if field in self.free else [choose(self.defenders, states, able, result, policy)]

        def after(fallen: Chances[Side]) -> float:
            return sum(float(w) * self.falls(new, rest, back) for new, w in fallen.items())

        ransom = self.ransom and self.capturing == "always"
        values = []
        for target in targets:
            if "bodyguard_policy" in self.free:  # the defender answers each aim: nobody steps in, or one of these
                stand_in = [target, *self.guards(target, able, result, shove)]
                values.append(min(after(strike(self.defenders, states, i, result, shove, ransom)) for i in stand_in))
            else:
                values.append(after(self.fall(states, target, able, result, shove)))
        return max(values) if chooser == ATTACKER else min(values)

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


def plus(one: Counts, other: Counts) -> Counts:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def loose(colour: str) -> Chances[Counts]:
    """Kill, Disrupt and Push of a die that belongs to nobody."""
    kinds = ("kill", "disrupt", "push")
    return merge((tuple(int(face == kind) for kind in kinds), Fraction(1, 6)) for face in faces(colour))


def listed(results: Counts) -> tuple[str, ...]:
    """Results one by one, in the order in which they fall."""
    kinds = zip(("slay", "kill", "disrupt", "push"), results, strict=True)
    return tuple(name for name, number in kinds for _ in range(number))
