"""The facts of Joan of Arc: their shape, checked; the figures are in data/facts.toml."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from simcore.scenarios.facts import Fact, Facts, load_facts
from simcore.scenarios.scenario import Between, Document

DIE_FACES = 6
PointName = Literal[
    "influence", "hero", "mountain", "landing", "harder_landing", "mercenary", "engineer_in_defence", "grand_master"
]
FortificationName = Literal["none", "garrison", "castle", "fortress"]
OwnedTown = Literal["garrison", "castle", "fortress"]
OutsideForce = Literal["foreign", "ally", "neutral", "militia"]
EmbassyName = Literal["corruption", "outside-help", "hero", "court-intrigue"]
LengthName = Literal["normal", "short", "two-players"]
DeckName = Literal["six-players", "two-players"]
StakeName = Literal["town", "point", "influence", "hero", "red"]
YellowCard = Literal[3, 4, 5, 6]
RedCard = Literal["ambassador", "retreat", "engineer", "raider", "sign_of_god", "traitor"]
Face = Annotated[int, Between(1, DIE_FACES, "the faces of a die")]
Sum = Annotated[int, Between(2, 2 * DIE_FACES, "the sums of two dice")]
MOST_FIGURE = 99  # two digits: sums of all that can count in one combat stay small, and a game ends
Figure = Annotated[int, Between(0, MOST_FIGURE, "as much as is computed at once")]
Worth = Annotated[float, Field(ge=0.0, allow_inf_nan=False)]


class Force(Document):
    """Troops without cards (6.0 Sequence 6, 9.0)."""

    attack: Figure | None = None
    defence: Figure
    garrison_counts: bool


class Embassy(Document):
    """One row of the ambassador's table: sums of two dice, and what they bring."""

    low: Sum
    high: Sum
    cards: Figure = 0
    hero: Annotated[int, Between(0, 1, "as there is one Hero")] = 0
    enemy_cards: Figure = 0


class Length(Document):
    """When a game ends: surely after `last`, and after a turn of `stops` on a die of 1 up to that face."""

    last: Figure
    stops: dict[int, Face]

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if list(self.stops) != list(range(self.last - len(self.stops), self.last)) or not self.stops:
            raise ValueError("dice after the turns that lead up to the last one")
        return self


class Deck(Document):
    """How many cards of each kind a deck has."""

    yellow: dict[Annotated[int, Field(ge=3, le=6)], Figure]  # by CP
    ambassador: Figure
    retreat: Figure
    engineer: Figure
    raider: Figure
    sign_of_god: Figure
    traitor: Figure


class JoanFacts(Facts):
    """Every figure the combats use, each with its source."""

    titles: ClassVar[dict[str, str]] = {
        "points": "points",
        "fortifications": "fortification",
        "plunder": "plunder",
        "forces": "strength",
        "embassy": "embassy",
        "towns_at_once": "of towns at once",
        "loyal_faces": "loyal faces",
        "lengths": "length",
        "decks": "deck",
        "stakes": "stake",
    }

    points: dict[PointName, Fact[Figure]]
    fortifications: dict[FortificationName, Fact[Figure]]
    plunder: dict[Literal["free-town", "garrison", "castle"], Fact[Figure]]
    forces: dict[OutsideForce, Fact[Force]]
    embassy: dict[EmbassyName, Fact[Embassy]]
    towns_at_once: dict[Literal["divisor", "fortunes_of_war"], Fact[Face]]
    loyal_faces: dict[Literal["plain", "fewest", "most"], Fact[Face]]
    lengths: dict[LengthName, Fact[Length]]
    decks: dict[DeckName, Fact[Deck]]
    stakes: dict[StakeName, Fact[Worth]]

    @model_validator(mode="after")
    def _every_sum_once(self) -> Self:
        rows = [fact.value for fact in self.embassy.values()]
        sums = sorted(total for row in rows for total in range(row.low, row.high + 1))
        if sums != list(range(2, 2 * DIE_FACES + 1)):
            raise ValueError("embassy rows that hold every sum of two dice once")
        return self


@cache
def _printed() -> JoanFacts:
    return load_facts(JoanFacts, Path(__file__).with_name("data") / "facts.toml")


def facts(override: Path | None = None) -> JoanFacts:
    """The facts, with the owner's file laid over them; that file is read anew each time, it may have changed."""
    if override is None:
        return _printed()
    return load_facts(JoanFacts, Path(__file__).with_name("data") / "facts.toml", override)
