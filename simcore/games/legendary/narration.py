"""An attack in words: all dice of a side at once, as the rules fold them together, and what became of the units.

Single dice are not kept: what a card did to its own dice is told before them, as something counted in.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from simcore.engine.resolver import Step
from simcore.games.legendary import kernels
from simcore.games.legendary.assigning import Assigning
from simcore.games.legendary.outcomes import PUSHED, OutcomeDecoder
from simcore.games.legendary.throws import DISRUPTS, KILLS, PUSHES, SLAYER_KILLS

RESULTS = {KILLS: "Kill", SLAYER_KILLS: "Slayer's Kill", DISRUPTS: "Disrupt", PUSHES: "Push"}
MARCHES = ("the group cannot move", "one area is reached", "two areas are reached")


def counted(number: int, thing: str) -> str:
    """`2 Kills`, `1 Push`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}{'es' if thing.endswith('sh') else 's'}"


def listed(results: Sequence[int]) -> str:
    """Results by kind, as in `throws`."""
    return ", ".join(counted(results[kind], name) for kind, name in RESULTS.items() if results[kind]) or "nothing"


def struck_back(back: Sequence[int]) -> str:
    """What the dice of Retaliation hold, if anything.

    >>> struck_back([0, 1, 0, 0]), struck_back([0, 0, 0, 0])
    (', 1 Kill to strike back', '')
    """
    return f", {listed(back)} to strike back" if any(back) else ""


def march(steps: Sequence[Step]) -> list[str]:
    """A forced march: one die."""
    return [f"The die of the march is rolled: {MARCHES[step.face]}." for step in steps]


class Retelling:
    """Tells the trials of one attack."""

    def __init__(self, model: kernels.Attack, reading: OutcomeDecoder, how: Assigning) -> None:
        self.model, self.reading, self.how = model, reading, how
        self.chosen: frozenset[str] = frozenset()  # fields of rerolls that are told one by one

    def state(self, number: int) -> tuple[int, int, int]:
        """(stage, x, y) as in `kernels`."""
        unpack = getattr(kernels.unpack, "py_func", kernels.unpack)
        stage, x, y = unpack(self.model, number)
        return int(stage), int(x), int(y)

    def __call__(self, steps: Sequence[Step]) -> list[str]:
        lines = [f"Counted into the results of the dice: {'; '.join(folded)}."] if (folded := self.folded()) else []
        pushes = 0
        for step in steps:
            stage, x, y = self.state(step.before)
            if stage == kernels.GUARDED and not self.model.ruthless:
                pushes = self.after_shields(step.face, x)[PUSHES]
            elif stage == kernels.TURNED:
                pushes = self.left_of(y)[PUSHES]
            lines.append(self.told(step))
            after, _, node = self.state(step.after)
            if after == kernels.STRUCK and node >= self.model.defenders.forks:
                lines += self.blocked(pushes, node - self.model.defenders.forks)
        return [*lines, *self.end(steps[-1].after)]

    def folded(self) -> list[str]:
        """What cards and the ground do to dice and results before anything is assigned."""
        areas = self.reading.defenders.areas
        fighters, (disrupts, pushes, hits) = areas.fighters, areas.cancels()
        feints = "feint_policy" not in self.chosen
        rerolls = [e.name for e, card in fighters if card.rerolls_shields or (feints and "feint" in card.skills)]
        converts = [entry.name for entry, card in fighters if card.converts]
        parries = [entry.name for entry, card in areas.defenders if card.defence and areas.parries(card)]
        parries = [] if "parry_policy" in self.chosen else parries
        terror = 0.0 if "terror_policy" in self.chosen else areas.terror()
        ruthless = 0 if self.model.ruthless else areas.ruthless()
        cancels = (disrupts, "Disrupt"), (pushes, "Push"), (hits, "result")
        cancelled = [counted(n, name) for n, name in cancels if n]
        told = {
            f"Terror, by which an attacker keeps one die only with chance {terror:.3g}": terror,
            f"rerolls of {', '.join(rerolls)}": rerolls,
            f"faces that count as others for {', '.join(converts)}": converts,
            f"Ruthless, by which up to {counted(ruthless, 'Disrupt')} became Kills": ruthless,
            f"up to {' and '.join(cancelled)} cancelled by the defenders' cards": cancelled,
            f"Parry, a reroll for {', '.join(parries)}": parries,
            f"{counted(areas.terrain.takes_shields, 'Shield')} less for the ground": areas.terrain.takes_shields,
        }
        return [what for what, true in told.items() if true]

    def after_shields(self, face: int, guard: int) -> list[int]:
        """Results of the attack that the Shields leave, by kind as in `throws`."""
        left: list[int] = self.model.results[face].tolist()
        shields = int(self.model.shields[guard])
        for kind in (SLAYER_KILLS, KILLS, DISRUPTS, PUSHES):
            left[kind], shields = max(left[kind] - shields, 0), max(shields - left[kind], 0)
        return left

    def left_of(self, number: int) -> list[int]:
        """The results of a set, by kind as in `throws`; what nobody can take is left out."""
        results = []
        for most in reversed(self.model.defenders.most.tolist()):
            number, left = divmod(number, most + 1)
            results.append(left)
        return results[::-1]

    def back(self, kept: int) -> str:
        """What the dice of Retaliation hold where everybody sees them before it comes to that."""
        if not self.model.retaliates:
            return ""
        face = int(self.model.rows.first[kernels.FIRST_RETALIATION_ROW + kept])
        return struck_back(self.model.results[face].tolist())

    def blocked(self, pushes: int, fate: int) -> list[str]:
        """Pushes for which there was no room, and what they were."""
        beyond = pushes - self.how.room
        if beyond <= 0 or self.reading.defenders.became[:, PUSHED, fate].sum() < self.how.room:
            return []
        if self.how.blocked_disrupts:
            became = f"{'each ' if beyond > 1 else ''}counts as a Disrupt, if a unit can still take one"
        else:
            became = "are lost" if beyond > 1 else "is lost"
        found = f"{beyond} of {counted(pushes, 'Push')} {'find' if beyond > 1 else 'finds'} no room"
        return [f"{found} and {became}."]

    def told(self, step: Step) -> str:
        """One roll: what it shows, and what that does to units."""
        stage, x, y = self.state(step.before)
        after_y = self.state(step.after)[2]
        first = int(self.model.rows.first[kernels.TOUGH_ROW])
        if stage == kernels.START:
            away = int(self.model.out_of_reach[step.face])
            return f"Defence dice: {counted(int(self.model.shields[step.face]), 'Shield')}" + (
                "; with Dodge some units are out of reach." if away else "."
            )
        if stage == kernels.GUARDED and self.model.ruthless:
            return f"Attack dice: {self.results(step.face)}."
        if stage == kernels.TURNED:
            falls = listed(self.left_of(y))
            return f"After Ruthless, cancels and Shields, {falls} can fall: {self.suffered('defender', after_y)}."
        if stage == kernels.GUARDED:
            line = f"Attack dice: {self.results(step.face)}"
            rolled, left = self.model.results[step.face].tolist(), self.after_shields(step.face, x)
            if rolled != left:
                shields = int(self.model.shields[x])
                gone = [before - after for before, after in zip(rolled, left, strict=True)]
                line += f"; {counted(shields, 'Shield')} {'cancel' if shields > 1 else 'cancels'} {listed(gone)}"
                line += f", leaving {listed(left)}"
            return f"{line}: {self.suffered('defender', after_y)}."
        asks = int(self.model.defenders.asks[y]) if stage == kernels.STRUCK and y < self.model.defenders.forks else 0
        if asks:
            return f"{self.suffered('defender', y).capitalize()}: {self.suffered('defender', after_y)}."
        tough = "survives" if step.face == first else "falls"
        if stage == kernels.STRUCK and y < self.model.defenders.forks:
            return f"Tough, on his last wound, a defender rolls and {tough}: {self.suffered('defender', after_y)}."
        if stage == kernels.STRUCK:
            return f"Retaliation: {self.results(step.face)}: {self.suffered('attacker', after_y)}."
        return f"Tough, on his last wound, an attacker rolls and {tough}: {self.suffered('attacker', after_y)}."

    def results(self, face: int) -> str:
        """Results of the attack dice or of Retaliation."""
        return listed(self.model.results[face].tolist())

    def suffered(self, side: str, node: int) -> str:
        """What a node says has become of a side."""
        fates = self.model.defenders if side == "defender" else self.model.attackers
        if node < fates.forks and fates.asks[node]:
            aimed, entries = int(fates.aimed[node]), self.reading.defenders.entries
            return "the attackers aim on" if aimed < 0 else f"the next result is aimed at {entries[aimed][0].name}"
        if node < fates.forks:
            return "a Tough character takes a Kill that may be his last"
        fate = node - fates.forks
        ending = fate * self.model.attackers.fates if side == "defender" else fate
        told = [what for what in self.becomes(ending, side) if not what.endswith("stand")]
        return ", ".join(told) or f"no {side} is moved"

    def becomes(self, ending: int, side: str) -> list[str]:
        """What became of each unit of a side."""
        columns = {name: int(values[0]) for name, values in self.reading(np.array([ending])).items()}
        told = []
        for name, count in columns.items():
            if count and name.startswith(f"{side}."):
                unit, _, fate = name.partition(".")[2].partition("_")
                told.append(
                    f"{unit} has {counted(count, 'wound')}" if fate == "wounds" else f"{count} {unit} {fate or 'stand'}"
                )
        return told

    def end(self, number: int) -> list[str]:
        """How it ended: who won, and who stands."""
        stage, x, y = self.state(number)
        fates, ours = self.model.defenders, self.model.attackers
        ending = y - fates.forks if stage == kernels.STRUCK else x * ours.fates + y - ours.forks
        winner = int(self.reading(np.array([ending]))["winner"][0])
        lines = []
        for side in ("attacker", "defender"):
            standing = [what.removesuffix(" stand") for what in self.becomes(ending, side) if what.endswith(" stand")]
            lines.append(f"the {side} has {', '.join(standing) or 'nobody'} left")
        if self.reading.melee:
            won = f"{('Nobody', 'The attacker', 'The defender')[winner]} wins"
        else:  # nobody answers: there is no victory
            won = ("Some defenders are lost or moved", "No defender is left", "No defender is lost or moved")[winner]
        return [f"{won}: {' and '.join(lines)}."]
