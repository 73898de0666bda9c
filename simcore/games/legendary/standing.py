"""Everything that the text leaves to a side in an attack: whose decision it is, the behaviours that have a name, and
where anything depends on it.

Most is chosen by what lies on the table: Terror's die by who is daunted, Feint and Parry by all dice of both sides
(`reroll_kernels`), who takes which result, for whom a Bodyguard steps in and how many Disrupts become Kills
(`choices`); what becomes of a captured character by what he is worth (`outcomes`). The others are orders given before
the dice, in the order of `DECISIONS`: `settled_best` finds the best ones. It does so too for a policy `standing` where
the choice by what lies on the table would cost too much.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from simcore.contracts.optimal import settle
from simcore.errors import SimcoreError
from simcore.games.legendary.dice import BLANK
from simcore.games.legendary.facts import Character, LegendaryFacts
from simcore.games.legendary.policies import OPTIMAL, POLICIES
from simcore.games.legendary.rolls import BOWMEN, Areas, Figures
from simcore.games.legendary.scenarios import SIDES, Melee

MOST_TRIED = 250  # attacks that differ in their orders: each takes some hundredths of a second
STANDING = "standing"  # the best of the named behaviours, for all dice of a side
MANNERS = tuple(name for name in POLICIES if name != OPTIMAL)


class Decision(NamedTuple):
    """One decision, by the field that holds its policy."""

    side: str
    named: tuple[str, ...]
    matters: Callable[[Areas], bool]
    options: Callable[[Areas], Sequence[str]] | None = None  # of an order before the dice: which ones there are
    left: str = OPTIMAL  # what leaves it to best play


def _several(side: int) -> Callable[[Areas], bool]:
    return lambda areas: len(areas.side(SIDES[side])) > 1


def _two_lent(areas: Areas) -> bool:
    """Without Terror it is all one whose dice they are."""
    bowmen = any(entry.unit == BOWMEN and entry.count > 1 for entry, _ in areas.fighters)
    return areas.terror() > 0.0 and bowmen and len(areas.lent_to_bowmen()) > 1


def _one_kept(areas: Areas) -> bool:
    return areas.terror() > 0.0 and any(len({*group.dice}) > 1 for group in areas.attack_groups())


def _dice_to_take(areas: Areas) -> list[str]:
    """The defence dice of which Somerset can take one, as the field names them."""
    groups = areas.groups_before_robbery()
    return list(dict.fromkeys(f"{areas.defenders[g.number][0].name}.{die}" for g in groups for die in g.dice))


def _robs(areas: Areas) -> bool:
    return areas.robs and len(_dice_to_take(areas)) > 1


def _parries(areas: Areas) -> bool:
    return any(group.dice and areas.parries(group.card) for group in areas.defence_groups())


def _feints(areas: Areas) -> bool:
    return any(
        "feint" in group.card.skills and any(die[BLANK] for die in areas.figures.faces(group.dice))
        for group in areas.attack_groups()
    )


def nobody_is_guarded(areas: Areas) -> bool:
    """Is there nobody for whom a Bodyguard could step in?"""
    characters = [card for _, card in areas.defenders if isinstance(card, Character)]
    guards = any("bodyguard" in card.skills for card in characters)
    return not (areas.aims and guards and len(characters) > 1)


def _guards(areas: Areas) -> bool:
    return areas.scenario.bodyguard and not nobody_is_guarded(areas)


def _turns(areas: Areas) -> bool:
    return areas.scenario.ruthless_tokens > 0 and any("ruthless" in card.skills for _, card in areas.fighters)


def _captures(areas: Areas) -> bool:
    captives = any(isinstance(card, Character) for _, card in areas.defenders)
    return areas.melee and "ransom" in areas.scenario.optional_rules and captives


TERROR = ("most_results", "most_kills", "most_pushes")
PARRY = ("keep_dodge", "keep_both", "keep_retaliation", "keep_none", "never")
WHETHER, APART = ("always", "never"), ("apart", "together")
DECISIONS: Mapping[str, Decision] = {
    "lending_policy": Decision("attacker", APART, _two_lent, lambda areas: APART),
    "terror_policy": Decision("attacker", TERROR, _one_kept, lambda areas: TERROR, STANDING),
    "somerset_policy": Decision("attacker", ("dodge_first", "most_shields", "retaliation_first"), _robs, _dice_to_take),
    "feint_policy": Decision("attacker", WHETHER, _feints, lambda areas: WHETHER, STANDING),
    "parry_policy": Decision("defender", PARRY, _parries, lambda areas: PARRY, STANDING),
    "bodyguard_policy": Decision("defender", WHETHER, _guards),
    "ruthless_policy": Decision("attacker", ("spare_tough", "always", "never"), _turns),
    "defenders_policy": Decision("defender", MANNERS, lambda areas: _several(1)(areas) and not areas.aims),
    "targeting_policy": Decision("attacker", MANNERS, lambda areas: _several(1)(areas) and areas.aims),
    "attackers_policy": Decision("attacker", MANNERS, lambda areas: _several(0)(areas) and areas.defence().retaliates),
    "ransom_policy": Decision("attacker", WHETHER, _captures),
}


def policies_used(areas: Areas) -> dict[str, bool]:
    """By field: does anything depend on this policy?"""
    return {field: decision.matters(areas) for field, decision in DECISIONS.items()}


def could_matter(areas: Areas) -> dict[str, bool]:
    """The same, whichever die Somerset takes: what he leaves may be rolled again, or strike back."""
    tries = [areas]
    if _robs(areas):
        scenario, figures = areas.scenario, Figures(areas.figures.facts)
        tries = [Areas(scenario.model_copy(update={"somerset_policy": die}), figures) for die in _dice_to_take(areas)]
    found = [policies_used(one) for one in tries]
    return {field: any(one[field] for one in found) for field in DECISIONS}


def settled_best(
    scenario: Melee, facts: LegendaryFacts, worth: Callable[[Melee], float]
) -> tuple[Melee, dict[str, str]]:
    """The scenario with every standing order that is left to best play given, and these orders.

    `worth` of a scenario to the attackers; orders that come to the same dice are tried once.
    """
    free = [
        field for field, decision in DECISIONS.items() if decision.options and getattr(scenario, field) == decision.left
    ]
    if not free:
        return scenario, {}
    # Where nothing depends on it, any order will do.
    idle = {field: DECISIONS[field].named[0] for field in free}
    known: dict[Any, float] = {}

    def area(at: Melee) -> Areas:
        return Areas(at.model_copy(update={f: idle[f] for f in free if open_order(at, f)}), Figures(facts))

    def open_order(at: Melee, field: str) -> bool:
        return bool(getattr(at, field) == DECISIONS[field].left)

    def turn(at: Melee) -> tuple[int, list[Melee]] | None:
        for field in free:
            decision = DECISIONS[field]
            if open_order(at, field) and decision.options is not None and decision.matters(areas := area(at)):
                options = [at.model_copy(update={field: option}) for option in decision.options(areas)]
                return int(decision.side == "defender"), options
        return None

    def value(at: Melee) -> tuple[float, float]:
        areas = area(at)
        dice = areas.attack_throw(), areas.defence_throw()
        if dice not in known:
            if len(known) >= MOST_TRIED:
                raise SimcoreError("optimal: the sides can give too many orders; name some of their policies")
            known[dice] = worth(areas.scenario)
        return known[dice], -known[dice]

    end = settle(scenario, turn, value).end
    chosen = {field: getattr(end, field) for field in free if not open_order(end, field)}
    return area(end).scenario, chosen
