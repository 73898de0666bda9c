"""What the two areas roll: every unit's dice with all that changes them, one throw a side (see `throws`).

Attack: Slayer's Kills, other Kills, Disrupts, Pushes. Defence: who is out of reach, Shields, Kills and Disrupts that
retaliate.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from simcore.games.legendary import throws
from simcore.games.legendary.dice import BLANK, DISRUPT, KILL, PUSH, SHIELD
from simcore.games.legendary.facts import Card, Character, DieName, LegendaryFacts, Troop, UnitName
from simcore.games.legendary.policies import OPTIMAL
from simcore.games.legendary.scenarios import Entry, Melee, Shooting, SideName, rolls
from simcore.games.legendary.throws import (
    DISRUPTS,
    ITS_DISRUPTS,
    ITS_KILLS,
    KILLS,
    OUT_OF_REACH,
    PUSHES,
    SHIELDS,
    SLAYER_KILLS,
    Dice,
    Units,
)

FACES = {"kill": KILL, "disrupt": DISRUPT, "push": PUSH, "shield": SHIELD, "blank": BLANK}
BOWMEN: UnitName = "bowmen"  # those to whom Salisbury and Kyriell lend a die
RESULT = {KILL: KILLS, DISRUPT: DISRUPTS, PUSH: PUSHES}  # of a face of an attack die


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

    def faces(self, dice: Sequence[DieName]) -> list[tuple[float, ...]]:
        """Chance of Kill, Disrupt, Push, Shield, blank (with all that does nothing) of each die."""
        return [self("dice", name).chances for name in dice]


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

    @property
    def aims(self) -> bool:
        """Do the attackers assign the results of their attack themselves?"""
        return any("targeting" in card.skills for _, card in self.fighters)

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
            among = 1 if self.scenario.lending_policy == "together" else entry.count
            for lender, more in enumerate(lent):
                extra[lender % among] += more
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

    def attack(self) -> throws.Attack:
        """All attack dice after rerolls, conversions, Ruthless and the defenders' cancels; before Ruthless where that
        is chosen by what is rolled."""
        ruthless = self.ruthless()
        if ruthless and self.scenario.ruthless_policy == OPTIMAL:
            return throws.attack_to_turn(self.attack_throw(), ruthless)
        return throws.attack(self.attack_throw(), ruthless, *self.cancels())

    def ruthless(self) -> int:
        """Disrupts that the attackers can turn into Kills, and do if there are so many."""
        ready = sum("ruthless" in card.skills for _, card in self.fighters)
        tough = any("tough" in card.skills for _, card in self.defenders)
        policy = self.scenario.ruthless_policy
        declined = policy == "never" or (policy == "spare_tough" and tough)
        return 0 if declined else min(ready, self.scenario.ruthless_tokens)

    def cancels(self) -> tuple[int, int, int]:
        """Disrupts, Pushes and results of any kind that the defenders cancel."""
        pushes = sum(card.cancels_push * entry.count for entry, card in self.defenders)
        hits = sum(card.cancels_hits for _, card in self.defenders if isinstance(card, Character))
        disrupts = sum(card.cancels_disrupt * entry.count for entry, card in self.defenders)
        return (disrupts, pushes, hits) if self.scenario.cancels == "any" else (disrupts, pushes + hits, 0)

    def attack_throw(self) -> tuple[Units, ...]:
        """All attack dice with their rerolls and conversions."""
        return tuple([*map(self.attack_units, self.attack_groups()), *self.loose_attack_units()])

    def attack_units(self, group: Group) -> Units:
        """The attack dice of a group, fewer under Terror, by its policy."""
        units, terror = self.attackers_with(group, group.dice, group.copies), self.terror()
        if terror and len(group.dice) > 1:
            kept = self.attack_dice(group.card, [self.kept(group.card, group.dice)], len(group.dice))
            units = units._replace(dice=((1.0 - terror, units.dice[0][1]), (terror, kept)))
        return units

    def attackers_with(self, group: Group, dice: Sequence[DieName], copies: int) -> Units:
        """So many units of a group with these attack dice."""
        return Units(((1.0, self.attack_dice(group.card, dice)),), copies)

    def loose_attack_units(self) -> list[Units]:
        return [Units(((1.0, self.attack_dice(Card(), [die])),)) for die in self.loose_attack()]

    def attack_dice(self, card: Card, dice: Sequence[DieName], room_for: int = 0) -> Dice:
        """These dice of one unit, with room for the results of `room_for` dice if that is more."""
        faces = self.figures.faces(dice)
        if card.rerolls_shields:
            faces = [
                tuple(chance * die[SHIELD] + (chance if face != SHIELD else 0.0) for face, chance in enumerate(die))
                for die in faces
            ]
        kill = SLAYER_KILLS if "slayer" in card.skills else KILLS
        turned = {FACES[face]: FACES[result] for face, result in card.converts.items()}
        wound_push = card.push_per_wound if isinstance(card, Character) else 0
        gives = []
        for face in range(5):
            counts = [0, 0, 0, 0]
            result = turned.get(face, face)
            if result in RESULT:
                counts[kill if result == KILL else RESULT[result]] = 1
            if result in (KILL, DISRUPT):
                counts[PUSHES] = wound_push
            gives.append(counts)
        push = card.push + (card.push_on_charge if self.scenario.charging else 0)
        feints = "feint" in card.skills and self.scenario.feint_policy != "never"
        return throws.dice_of(faces, gives, [BLANK] if feints else [], push, max(len(dice), room_for))

    def kept(self, card: Card, dice: Sequence[DieName]) -> DieName:
        """The die kept under Terror by `terror_policy`; then the one with most Kills, Disrupts, Pushes, the first."""

        def place(at: int) -> tuple[float, ...]:
            [die] = self.figures.faces([dice[at]])
            by_face = *(die[face] for face in RESULT), -at
            policy = self.scenario.terror_policy
            if policy == "most_kills":
                return by_face
            thrown = throws.of_unit(Units(((1.0, self.attack_dice(card, [dice[at]])),)))
            if policy == "most_pushes":
                return round(1.0 - thrown[..., 0].sum(), 9), *by_face
            return round(sum(thrown.sum() - np.moveaxis(thrown, kind, 0)[0].sum() for kind in range(4)), 9), *by_face

        return dice[max(range(len(dice)), key=place)]

    # ---- defence ----

    def retaliates(self, card: Card) -> bool:
        """Does a defender with this card retaliate in this attack?"""
        if not self.melee or "retaliation" not in card.skills:
            return False
        return not isinstance(card, Troop) or card.retaliates_against in {None, *self.kinds("attackers")}

    @property
    def robs(self) -> bool:
        """Do the attackers take a defence die away (Somerset)?"""
        return any(isinstance(card, Character) and card.takes_defence_dice for _, card in self.fighters)

    def defence_groups(self) -> list[Group]:
        """Units that roll defence dice, with all dice of their own; Somerset has taken his."""
        groups = self.groups_before_robbery()
        return self.robbed(groups) if self.robs else groups

    def groups_before_robbery(self) -> list[Group]:
        """The same before Somerset takes his."""
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
        return groups

    def robbed(self, groups: list[Group]) -> list[Group]:
        """One unit loses a defence die, by `somerset_policy`."""
        places = [(number, die) for number, group in enumerate(groups) for die in range(len(group.dice))]
        policy, _, colour = self.scenario.somerset_policy.partition(".")

        def place(at: tuple[int, int]) -> tuple[float, ...]:
            group, die = groups[at[0]], self.figures.faces(groups[at[0]].dice)[at[1]]
            first = 0.0
            if policy == "dodge_first" and "dodge" in group.card.skills:
                first = die[BLANK]
            elif policy == "retaliation_first" and self.retaliates(group.card):
                first = die[KILL] + die[DISRUPT]
            return first, die[SHIELD]

        named = [
            (number, die) for number, die in places
            if self.defenders[number][0].name == policy and colour in ("", groups[number].dice[die])
        ]  # fmt: skip
        if not places:
            return groups
        number, die = max(named or places, key=place)
        robbed = groups[number]
        fewer = replace(robbed, dice=robbed.dice[:die] + robbed.dice[die + 1 :], copies=1)
        rest = [replace(robbed, copies=robbed.copies - 1)] if robbed.copies > 1 else []
        return [*groups[:number], *rest, fewer, *groups[number + 1 :]]

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

    def defence(self, seen: bool = False) -> throws.Defence:
        """All defence dice after rerolls, and what is counted without a die; `seen` as in `throws.defence`."""
        return throws.defence(self.defence_throw(), self.shields_without_dice(), seen)

    def shields_without_dice(self) -> int:
        """Shields of cards, less those that the ground takes."""
        there, shields = self.named("defenders"), -int(self.terrain.takes_shields)
        for entry, card in self.defenders:
            shields += card.shields * entry.count + (isinstance(card, Character) and card.shield_with in there)
        return shields

    def defence_throw(self) -> tuple[Units, ...]:
        """All defence dice with their rerolls."""
        return tuple([*map(self.defence_units, self.defence_groups()), *self.loose_defence_units()])

    def defence_units(self, group: Group) -> Units:
        step = self.reach_steps()[group.number]
        return Units(((1.0, self.defence_dice(group.card, group.dice, step)),), group.copies)

    def loose_defence_units(self) -> list[Units]:
        return [Units(((1.0, self.defence_dice(None, [die], 0)),)) for die in self.loose_defence()]

    def defence_dice(self, card: Card | None, dice: Sequence[DieName], reach_step: int) -> Dice:
        """One unit's defence dice, or a loose die (no card); `reach_step` as in `reach_steps`."""
        faces = self.figures.faces(dice)
        faces.sort(key=lambda die: -die[SHIELD])  # Parry looks at the best die first
        back = card is not None and self.retaliates(card)
        gives = [[0, 0, 0, 0] for _ in range(5)]
        gives[SHIELD][SHIELDS] = 1
        gives[KILL][ITS_KILLS] = gives[DISRUPT][ITS_DISRUPTS] = int(back)
        gives[BLANK][OUT_OF_REACH] = int(reach_step > 0)
        again: list[int] = []
        if card is not None and self.parries(card) and (policy := self.scenario.parry_policy) != "never":
            keeps_back = back and policy in ("keep_both", "keep_retaliation")
            keeps_dodge = reach_step > 0 and policy in ("keep_both", "keep_dodge", OPTIMAL)
            again = [PUSH, *([] if keeps_back else [KILL, DISRUPT]), *([] if keeps_dodge else [BLANK])]
        made = throws.dice_of(faces, gives, again, 0, len(dice))
        # One unit is out of reach or is not, whatever its dice.
        return made._replace(shape=(2 if reach_step else 1, *made.shape[1:]), step=max(reach_step, 1))
