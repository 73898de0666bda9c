"""Figures of Breizh 1341 that one by one are allowed, and together make no game."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from simcore.errors import BadInput, nearest
from simcore.games.breizh.names import REGIONS, CampName, check_distinct, titled

if TYPE_CHECKING:
    from simcore.games.breizh.facts import BreizhFacts

CASTLES, CHARACTERS = 29, 16  # Contents: those of the box, whatever an owner calls them
MOST_STRENGTH = 3  # Castles
MOST_RESERVE = 12  # besiegers of one siege beyond a castle's strength: 15 in all
MOST_EFFECTS = 3  # of one order
MOST_BONUS = 9  # one digit: the printed bonuses are 1
MOST_PIECES = 99  # keeps an owner's figures within what can be computed at once


def check_limits(facts: BreizhFacts) -> None:
    """Raises `BadInput` for the first figure that the rules cannot be played with."""
    box = {piece: fact.value for piece, fact in facts.box.items()}
    limits = {  # of a rule: the least, the most, and why
        "decisive-lead": (1, MOST_PIECES, "with a lead of 0 both camps would win an even round"),
        "siege-reserve": (0, MOST_RESERVE, "15 troops before one castle are as many as are told apart"),
        "rally": (0, REGIONS, "one partisan a region"),
        "recruit": (0, box["troops"], "what the box holds"),
        "victory-regions": (REGIONS // 2 + 1, MOST_PIECES, "more than half: one camp alone can have them"),
        "character-cards": (0, CHARACTERS // 2 // len(facts.turns), "each camp has 8 characters for all turns"),
    }
    for name, (least, most, why) in limits.items():
        if not least <= (value := facts.rules[name].value) <= most:  # type: ignore[index]
            raise BadInput(f"rules.{name}.value", value, f"a whole number from {least} to {most}: {why}")
    if box["troops"] < 1:
        raise BadInput("box.troops.value", box["troops"], f"a whole number from 1 to {MOST_PIECES}")
    for camp in get_args(CampName):
        number = sum(fact.value.camp == camp for fact in facts.characters.values())
        if number != CHARACTERS // 2:
            raise BadInput("characters", f"{number} of {camp}", f"{CHARACTERS // 2} of each camp")
    for name, card in facts.allocation_cards.items():
        for piece in ("partisans", "troops"):
            if (given := getattr(card.value, piece)) > box[piece]:
                raise BadInput(f"allocation_cards.{name}.value.{piece}", given, f"at most {box[piece]} in the box")
    _check_names(facts)
    _check_course(facts)


def _check_names(facts: BreizhFacts) -> None:
    """As many castles as the box has, names that can be told apart, and no castle named that there is not."""
    if len(facts.castles) != CASTLES:
        raise BadInput("castles", f"{len(facts.castles)} castles", f"{CASTLES}, as many as the box has markers for")
    for group, named in (("castles", facts.castles), ("characters", facts.characters)):
        check_distinct(group, ((key, fact.value.name or titled(key)) for key, fact in named.items()))
    stated: list[tuple[str, str, str | None]] = [
        (f"setup.{camp}.value.castles", castle, None)
        for camp, fact in facts.setup.items()
        for castle in fact.value.castles
    ]
    stated += [
        (f"region_cards.{name}.value.castle", fact.value.castle, name) for name, fact in facts.region_cards.items()
    ]
    for field, castle, region in stated:
        there = [key for key, fact in facts.castles.items() if region in (None, fact.value.region)]
        if castle not in there:
            raise BadInput(field, castle, f"a castle{f' in {region}' if region else ''}: {nearest(castle, there)}")


def _check_course(facts: BreizhFacts) -> None:
    """Cards enough for the first hands and for the special cards of all turns, and no card that never comes."""
    turns = [fact.value for fact in facts.turns.values()]
    begun = {turn.epoch for turn in turns}
    for number, fact in facts.events.items():
        if fact.value.epoch not in begun:
            raise BadInput(f"events.{number}.value.epoch", fact.value.epoch, "an epoch that a turn begins")
        for effect in fact.value.order:
            if effect.effect == "recruit" and effect.number > (most := facts.box["troops"].value):
                raise BadInput(f"events.{number}.value.order", effect.number, f"at most {most} recruits, as in the box")
    first = sum(fact.value.epoch == turns[0].epoch for fact in facts.events.values())
    if first < (wanted := 2 * turns[0].event_cards):
        raise BadInput("events", f"{first} cards of epoch {turns[0].epoch}", f"at least {wanted}, the hands of turn 1")
    specials = 2 * sum(turn.special_cards for turn in turns)
    if specials > len(facts.specials):
        raise BadInput(
            "turns", f"{specials} special cards drawn", f"at most {len(facts.specials)}, as many as there are"
        )
