"""Fields of an attack that are legal and change nothing: told in the answer, so that nobody counts on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from simcore.games.legendary.facts import Character, LegendaryFacts, Troop
from simcore.games.legendary.rolls import Areas, Figures
from simcore.games.legendary.scenarios import Melee
from simcore.games.legendary.standing import DECISIONS, nobody_is_guarded, policies_used


def without_effect(scenario: Melee, settled: Melee, facts: LegendaryFacts) -> list[str]:
    """The fields that a scenario states other than by default, and that change nothing in it; `settled`: with its
    standing orders given."""
    fields = type(scenario).model_fields
    stated = {field for field in (*IDLE, *DECISIONS) if getattr(scenario, field) != fields[field].default}
    if not (stated or scenario.optional_rules):
        return []
    areas = Areas(settled, Figures(facts))  # its own: looking notes no facts as used
    used = policies_used(areas) if stated & {*DECISIONS} else {}
    told = [field for field in IDLE if field in stated and IDLE[field](areas)]
    told += [field for field in DECISIONS if field in stated and not used[field]]
    return told + [f"optional_rules.{rule}" for rule in scenario.optional_rules if RULES[rule](areas)]


def _room_for_all(areas: Areas) -> bool:
    room = areas.scenario.push_room
    return room is None or room >= sum(entry.count for entry, _ in areas.defenders)


def _no_shooter_fights(areas: Areas) -> bool:
    return not (areas.melee and any(isinstance(card, Troop) and card.shot for _, card in areas.attackers))


def _none_untouchable(areas: Areas) -> bool:
    suffering = [*areas.defenders, *(areas.attackers if areas.melee and areas.defence().retaliates else ())]
    return not any(isinstance(card, Troop) and card.untouchable for _, card in suffering)


def _breaks_through(areas: Areas) -> bool:
    riders = any(isinstance(card, Troop) and card.kind == "cavalry" for _, card in areas.attackers)
    return "cavalry-breakthrough" in areas.scenario.optional_rules and areas.scenario.charging and riders


IDLE: Mapping[str, Callable[[Areas], bool]] = {
    "behind": lambda areas: (
        areas.scenario.behind == "stakes"
        and not any(isinstance(card, Troop) and card.defence_behind_stakes for _, card in areas.defenders)
    ),
    "charging": lambda areas: not (_breaks_through(areas) or any(card.push_on_charge for _, card in areas.fighters)),
    "push_room": _room_for_all,
    "blocked_push": _room_for_all,
    "ruthless_tokens": lambda areas: (
        areas.scenario.ruthless_tokens > sum("ruthless" in card.skills for _, card in areas.fighters)
    ),
    "cancels": lambda areas: not any(isinstance(card, Character) and card.cancels_hits for _, card in areas.defenders),
    "bodyguard": nobody_is_guarded,
    "shooters_in_melee": _no_shooter_fights,
    "culverin_untouchable": _none_untouchable,
}
RULES: Mapping[str, Callable[[Areas], bool]] = {
    "forced-march": lambda areas: True,  # a roll of its own: the combat forced-march
    "concentrated-fire": lambda areas: (
        areas.melee
        or sum(entry.count for entry, _ in areas.defenders)
        < areas.figures("optional_rules", "concentrated-fire").from_units
    ),
    "cavalry-breakthrough": lambda areas: not _breaks_through(areas),
    "ransom": lambda areas: not (areas.melee and any(isinstance(card, Character) for _, card in areas.defenders)),
}
