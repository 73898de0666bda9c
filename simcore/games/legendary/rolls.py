"""What the two areas roll: every unit's dice with all that changes them, folded into one distribution a side.

Attack: chance of (Slayer's Kills, other Kills, Disrupts, Pushes). Defence: chance of (who is out of reach, Shields,
Kills and Disrupts of those who retaliate).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from simcore.games.legendary.facts import DIE_FACES, Card, Character, Die, DieName, LegendaryFacts, Troop, UnitName
from simcore.games.legendary.kernels import BLANK, DISRUPT, KILL, PUSH, SHIELD, add_units, unit_results
from simcore.games.legendary.scenarios import Entry, Melee, Shooting, SideName, rolls

Array = np.ndarray[Any, np.dtype[Any]]
FACES = {"kill": KILL, "disrupt": DISRUPT, "push": PUSH, "shield": SHIELD, "blank": BLANK}
BOWMEN: UnitName = "bowmen"  # those to whom Salisbury and Kyriell lend a die
SLAYER_KILLS, KILLS, DISRUPTS, PUSHES = range(4)  # axes of an attack
OUT_OF_REACH, SHIELDS, ITS_KILLS, ITS_DISRUPTS = range(4)  # axes of a defence
ABSENT = np.ones((1, 1, 1, 1))


@dataclass(frozen=True)
class Group:
    """Units of one entry (its place in the list) that roll the same dice."""

    number: int
    card: Card
    dice: tuple[DieName, ...]
    copies: int


class Figures:
    """The facts of a game, noting which were used."""

    def __init__(self, facts: LegendaryFacts) -> None:
        self.facts = facts
        self.used: set[str] = set()

    def __call__(self, group: str, name: str) -> Any:
        self.used.add(f"{group}.{name}")
        return getattr(self.facts, group)[name].value

    def card(self, entry: Entry) -> Card:
        card: Card = self("troops", entry.unit) if entry.unit else self("characters", entry.character)  # type: ignore[arg-type]
        return card

    def faces(self, dice: Sequence[DieName]) -> Array:
        """Chance of Kill, Disrupt, Push, Shield, blank (with all that does nothing) of each die."""
        return np.array([chances(self("dice", name)) for name in dice]).reshape(-1, 5)


@lru_cache(maxsize=64)
def chances(die: Die) -> tuple[float, ...]:
    """Chance of each face; Trample does nothing and counts as blank."""
    return tuple(count / DIE_FACES for count in (die.kill, die.disrupt, die.push, die.shield, die.blank + die.trample))


class Areas:
    """Both areas of one scenario: who is there, and what follows from it for the dice."""

    def __init__(self, scenario: Melee, figures: Figures) -> None:
        self.scenario, self.figures = scenario, figures
        self.melee = not isinstance(scenario, Shooting)
        self.attackers = [(entry, figures.card(entry)) for entry in scenario.attackers]
        self.defenders = [(entry, figures.card(entry)) for entry in scenario.defenders]
        self.terrain = figures("terrain", scenario.terrain)
        self.fighters = [(entry, card) for entry, card in self.attackers if rolls(scenario, card)]

    def side(self, name: SideName) -> list[tuple[Entry, Card]]:
        return self.attackers if name == "attackers" else self.defenders

    def kinds(self, name: SideName) -> set[str]:
        """Classes of troops in an area; characters are none of them."""
        return {card.kind for _, card in self.side(name) if isinstance(card, Troop)}

    def named(self, side: SideName) -> set[str]:
        return {entry.name for entry, _ in self.side(side)}

    # ---- attack ----

    def attack_groups(self) -> list[Group]:
        """Units that roll attack dice, with all dice of their own."""
        targets = self.kinds("defenders")
        troops = sum(entry.count for entry, _ in self.attackers if entry.unit)
        groups = []
        for number, (entry, card) in enumerate(self.fighters):
            dice = card.attack
            if isinstance(card, Troop) and card.against in targets:
                dice += card.attack_against
            if isinstance(card, Character) and card.attack_with_troops and troops >= card.troops_needed:
                dice += card.attack_with_troops
            lent = self.lent_to_bowmen() if entry.unit == BOWMEN else []
            extra: list[tuple[DieName, ...]] = [()] * entry.count
            for lender, more in enumerate(lent):
                extra[lender % entry.count] += more
            for more in dict.fromkeys(extra):
                groups.append(Group(number, card, dice + more, extra.count(more)))
        return groups

    def lent_to_bowmen(self) -> list[tuple[DieName, ...]]:
        return [card.lends_bowmen for _, card in self.attackers if isinstance(card, Character) and card.lends_bowmen]

    def loose_attack(self) -> list[DieName]:
        """Attack dice that belong to no unit."""
        dice: list[DieName] = []
        for entry, card in self.attackers:
            dice += card.lends_attack * entry.count
        more = sum(card.counts_for_support for _, card in self.attackers if isinstance(card, Character))
        for entry, card in self.fighters:
            if "support" in card.skills:
                support = self.figures("skills", "support")
                if entry.count + more >= support.from_units:
                    dice += support.dice
        if not self.melee and "concentrated-fire" in self.scenario.optional_rules:
            rule = self.figures("optional_rules", "concentrated-fire")
            if sum(entry.count for entry, _ in self.defenders) >= rule.from_units:
                dice += rule.dice
        return dice

    def terror(self) -> float:
        """Chance that an attacking unit keeps one die only."""
        level = max(card.terror for _, card in self.defenders) if self.melee else 0
        if level == 0:
            return 0.0
        fails, of = self.figures("skills", "terror").chance
        return float(1.0 - (1.0 - fails / of) ** level)

    def attack(self) -> Array:
        """All attack dice after rerolls, conversions, Ruthless and the defenders' cancels."""
        terror = self.terror()
        total = ABSENT
        for group in self.attack_groups():
            unit = self.attack_results(group.card, group.dice, group.dice)
            if terror and len(group.dice) > 1:
                unit = (1.0 - terror) * unit + terror * self.attack_results(
                    group.card, [self.kept(group.dice)], group.dice
                )
            total = add_units(total, unit, group.copies)
        for die in self.loose_attack():
            total = add_units(total, self.attack_results(Card(), [die], [die]), 1)
        ready = sum("ruthless" in card.skills for _, card in self.fighters)
        return self.ruled(total, min(ready, self.scenario.ruthless_tokens))

    def attack_results(self, card: Card, dice: Sequence[DieName], most_dice: Sequence[DieName]) -> Array:
        """One unit's results with these dice, in an array that would hold those of `most_dice`."""
        faces = self.figures.faces(dice)
        if card.rerolls_shields:
            kept = faces.copy()
            kept[:, SHIELD] = 0.0
            faces = kept + faces[:, [SHIELD]] * faces
        again = np.zeros(5, np.bool_)
        again[BLANK] = "feint" in card.skills
        gives = np.zeros((5, 4), np.int64)
        kill = SLAYER_KILLS if "slayer" in card.skills else KILLS
        axis = {KILL: kill, DISRUPT: DISRUPTS, PUSH: PUSHES}
        turned = {FACES[face]: FACES[result] for face, result in card.converts.items()}
        wound_push = card.push_per_wound if isinstance(card, Character) else 0
        for face in range(5):
            result = turned.get(face, face)
            if result in axis:
                gives[face, axis[result]] = 1
            if result in (KILL, DISRUPT):
                gives[face, PUSHES] = wound_push
        start = np.array([0, 0, 0, card.push + (card.push_on_charge if self.scenario.charging else 0)])
        shape = start + 1 + len(most_dice) * gives.max(axis=0)
        return np.asarray(unit_results(faces, gives, again, start, shape).sum(axis=0).reshape(shape))

    def kept(self, dice: Sequence[DieName]) -> DieName:
        """The die kept under Terror: most Kills, then Disrupts, then Pushes, then the first."""
        faces = self.figures.faces(dice)
        return dice[max(range(len(dice)), key=lambda die: (*faces[die, [KILL, DISRUPT, PUSH]], -die))]

    def ruled(self, total: Array, ruthless: int) -> Array:
        """So many Disrupts become Kills, as far as there are any; then the defenders cancel what they can."""
        disrupts = sum(card.cancels_disrupt * entry.count for entry, card in self.defenders)
        pushes = sum(card.cancels_push * entry.count for entry, card in self.defenders)
        if not ruthless and not disrupts and not pushes:
            return total
        where = np.argwhere(total)
        after = where.copy()
        turned = np.minimum(where[:, DISRUPTS], ruthless)
        after[:, KILLS] += turned
        after[:, DISRUPTS] = np.maximum(after[:, DISRUPTS] - turned - disrupts, 0)
        after[:, PUSHES] = np.maximum(after[:, PUSHES] - pushes, 0)
        return gathered(after, total[tuple(where.T)])

    # ---- defence ----

    def retaliates(self, card: Card) -> bool:
        """Does a defender with this card retaliate in this attack?"""
        if not self.melee or "retaliation" not in card.skills:
            return False
        return not isinstance(card, Troop) or card.retaliates_against in {None, *self.kinds("attackers")}

    def defence_groups(self) -> list[Group]:
        """Units that roll defence dice, with all dice of their own; Somerset has taken his."""
        palisade = self.scenario.behind == "palisade" and any(
            isinstance(card, Troop) and card.shot == "indirect" for _, card in self.fighters
        )
        groups = []
        for number, (entry, card) in enumerate(self.defenders):
            dice = card.defence
            if isinstance(card, Troop) and card.defence_behind_stakes and self.scenario.behind == "stakes":
                dice = card.defence_behind_stakes
            if palisade:
                dice += self.figures("palisade", "palisade").dice
            groups.append(Group(number, card, dice, entry.count))
        if any(isinstance(card, Character) and card.takes_defence_dice for _, card in self.fighters):
            return self.without_best_die(groups)
        return groups

    def without_best_die(self, groups: list[Group]) -> list[Group]:
        """One unit loses the defence die with most Shield faces (Somerset)."""
        places = [(number, die) for number, group in enumerate(groups) for die in range(len(group.dice))]
        if not places:
            return groups
        number, die = max(places, key=lambda at: self.figures.faces(groups[at[0]].dice)[at[1], SHIELD])
        robbed = groups[number]
        fewer = replace(robbed, dice=robbed.dice[:die] + robbed.dice[die + 1 :], copies=1)
        rest = replace(robbed, copies=robbed.copies - 1)
        return [*groups[:number], rest, fewer, *groups[number + 1 :]]

    def loose_defence(self) -> list[DieName]:
        """Defence dice that belong to no unit."""
        dice: list[DieName] = []
        given = any(isinstance(card, Character) and card.gives_cohesion for _, card in self.defenders)
        for entry, card in self.defenders:
            if entry.unit and (given or "cohesion" in card.skills):
                cohesion = self.figures("skills", "cohesion")
                if entry.count >= cohesion.from_units:
                    dice += cohesion.dice
        return dice

    def parries(self, card: Card) -> bool:
        gifts = {other.gives_parry for _, other in self.defenders}
        if "parry" in card.skills or self.terrain.parry or "area" in gifts:
            return True
        return isinstance(card, Character) and "characters" in gifts

    def reach_steps(self) -> list[int]:
        """For each defending entry the step by which one unit out of reach is counted; 0: it cannot Dodge."""
        steps, step = [], 1
        for entry, card in self.defenders:
            dodges = "dodge" in card.skills
            steps.append(step if dodges else 0)
            step *= entry.count + 1 if dodges else 1
        return steps

    def defence(self) -> Array:
        """All defence dice after rerolls, and what is counted without a die."""
        steps = self.reach_steps()
        total = ABSENT
        for group in self.defence_groups():
            unit = self.defence_results(group.card, group.dice, steps[group.number])
            total = add_units(total, unit, group.copies)
        for die in self.loose_defence():
            total = add_units(total, self.defence_results(None, [die], 0), 1)
        fixed = sum(card.shields * entry.count for entry, card in self.defenders)
        fixed += sum(
            isinstance(card, Character) and card.shield_with in self.named("defenders") for _, card in self.defenders
        )
        change = fixed - self.terrain.takes_shields
        if change == 0:
            return total
        where = np.argwhere(total)
        after = where.copy()
        after[:, SHIELDS] = np.maximum(after[:, SHIELDS] + change, 0)
        return gathered(after, total[tuple(where.T)])

    def defence_results(self, card: Card | None, dice: Sequence[DieName], reach_step: int) -> Array:
        """One unit's defence, or a loose die's (no card); `reach_step` as in `reach_steps`."""
        faces = self.figures.faces(dice)
        faces = faces[np.argsort(-faces[:, SHIELD], kind="stable")]  # Parry looks at the best die first
        back = card is not None and self.retaliates(card)
        gives = np.zeros((5, 4), np.int64)
        gives[SHIELD, SHIELDS] = 1
        gives[KILL, ITS_KILLS] = gives[DISRUPT, ITS_DISRUPTS] = back
        gives[BLANK, OUT_OF_REACH] = reach_step > 0
        again = np.zeros(5, np.bool_)
        if card is not None and self.parries(card):
            again[:] = [not back, not back, True, False, reach_step == 0]
        shape = 1 + len(dice) * gives.max(axis=0)
        shape[OUT_OF_REACH] = 2 if reach_step else 1
        unit = np.asarray(unit_results(faces, gives, again, np.zeros(4, np.int64), shape).sum(axis=0).reshape(shape))
        if reach_step > 1:
            spread = np.zeros((reach_step + 1, *unit.shape[1:]))
            spread[0], spread[reach_step] = unit
            return spread
        return unit


def gathered(where: Array, chance: Array) -> Array:
    """A distribution from the places of its parts, int64[n, 4], and their chances."""
    total = np.zeros(where.max(axis=0) + 1)
    np.add.at(total, tuple(where.T), chance)
    return total
