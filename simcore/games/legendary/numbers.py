"""Every attack of one kind of units on another, in any numbers at once.

What does not depend on both numbers is laid out once for each: the throws of so many units, and what can become of so
many. The exact engine then answers every attack by itself, and all endings are read together.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from simcore.engine.run import solve_problem
from simcore.errors import first_problem
from simcore.games.legendary import throws
from simcore.games.legendary.combats import AttackCombat
from simcore.games.legendary.facts import UnitName
from simcore.games.legendary.outcomes import UNTOUCHED, OutcomeDecoder, Ranks
from simcore.games.legendary.problems import assigning, attack_model, problem, suffering, tough_chance
from simcore.games.legendary.rolls import Areas, Figures
from simcore.games.legendary.scenarios import SIDES, Melee, understand
from simcore.types import Array


def areas_of(attack: type[Melee], attacker: UnitName, defender: UnitName, units: int, figures: Figures) -> Areas:
    """So many units a side; raises `BadInput` where they cannot meet."""
    sides = {
        "attackers": [{"unit": attacker, "count": units}],
        "defenders": [{"unit": defender, "count": units}],
    }
    scenario = first_problem(attack, sides)
    understand(scenario, figures.facts)
    return Areas(scenario, figures)


def every_attack(attack: type[Melee], attacker: UnitName, defender: UnitName, figures: Figures) -> dict[str, Array]:
    """The exact answer to 1 unit to as many as an area holds against as many, as columns, the defenders' number
    running fastest.

    `attack` is Melee or Shooting; no terrain, obstacle, charge or optional rule. The columns are
    `attacker_units`, `defender_units`, `win_` and the winner, and means by the names of `Result.expected`. Raises
    `BadInput` where the one cannot attack the other. `figures` notes the facts used.

    >>> from simcore.games.legendary.facts import facts
    >>> table = every_attack(Melee, "sergeants-at-arms", "peasants", Figures(facts()))
    >>> at = (table["attacker_units"] == 1) & (table["defender_units"] == 1)
    >>> table["win_attacker"][at].round(6).tolist()
    [0.833333]
    """
    numbers = range(1, figures.facts.areas["largest"].value + 1)
    areas = [areas_of(attack, attacker, defender, units, figures) for units in numbers]
    attackers, defenders = ([Ranks(area, side) for area in areas] for side in SIDES)
    defences, cancels = [area.defence() for area in areas], [area.cancels() for area in areas]
    attacks = [
        [throws.attack(throw, 0, *less) for less in cancels] for throw in (area.attack_throw() for area in areas)
    ]
    # What the largest number can do is room enough for every smaller one.
    largest, back, retaliates = areas[-1], defences[-1].back, defences[-1].retaliates
    theirs = [
        ranks.fates(assigning(largest), roll, defence.reaches)
        for ranks, roll, defence in zip(defenders, attacks[-1], defences, strict=True)
    ]
    ours = [ranks.fates(suffering(largest), back, 1) if retaliates else UNTOUCHED for ranks in attackers]
    saves = tough_chance(largest, retaliates)
    reading = OutcomeDecoder(defenders[-1], attackers[-1])  # names and rules are those of every number
    ends = [
        solve_problem(problem(attack_model(roll, defence, struck, answered, saves), reading)).ends
        for row, answered in zip(attacks, ours, strict=True)
        for roll, defence, struck in zip(row, defences, theirs, strict=True)
    ]

    # Endings of all attacks one after the other: which attack, then the fate of the defenders and of the attackers.
    sizes, chance = np.array([one.size for one in ends]), np.concatenate(ends)
    first = np.cumsum(sizes) - sizes
    attack_of = np.repeat(np.arange(sizes.size), sizes)
    us, them = np.divmod(attack_of, len(numbers))
    our_sizes, their_sizes = (np.array([fates.fates for fates in side]) for side in (ours, theirs))
    their_fate, our_fate = np.divmod(np.arange(chance.size) - first[attack_of], our_sizes[us])
    columns = reading.read(
        became(defenders)[..., (np.cumsum(their_sizes) - their_sizes)[them] + their_fate],
        became(attackers)[..., (np.cumsum(our_sizes) - our_sizes)[us] + our_fate],
    )
    winner = columns.pop("winner")
    columns = {f"win_{name}": winner == code for code, name in enumerate(AttackCombat.winners)} | columns
    table = {"attacker_units": np.repeat(numbers, len(numbers)), "defender_units": np.tile(numbers, len(numbers))}
    return table | {name: np.add.reduceat(chance * column, first) for name, column in columns.items()}


def became(sides: Sequence[Ranks]) -> Array:
    """What can become of so many, then of one more, and so on: int64[kinds, 5, fates of all]."""
    return np.concatenate([side.became for side in sides], axis=-1)
