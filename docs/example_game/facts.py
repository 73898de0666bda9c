"""The facts of Border towers: their shape, checked; the figures are in data/facts.toml."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, ClassVar, Literal, Self

from pydantic import model_validator

from simcore.scenarios.facts import Fact, Facts, load_facts
from simcore.scenarios.scenario import Between, Document

CardName = Literal["band", "troop", "host"]
CARDS: tuple[CardName, ...] = ("band", "troop", "host")
FACES = 6
MOST = 9  # cards of a kind, raiders of a card, guards at first: one digit each keeps games short
PLAYERS = 2
Figure = Annotated[int, Between(0, MOST, "as the game is compiled for")]
Some = Annotated[int, Between(1, MOST, "as the game is compiled for")]


class Die(Document):
    """How many faces fell a raider, a guard, or one of each."""

    raider: Figure
    guard: Figure
    both: Figure

    @model_validator(mode="after")
    def _six(self) -> Self:
        if self.raider + self.guard + self.both != FACES:
            raise ValueError(f"{FACES} faces in all")
        return self


class Card(Document):
    """A kind of card."""

    raiders: Some
    copies: Figure


class TowersFacts(Facts):
    """Every figure of the game, each with its source."""

    titles: ClassVar[dict[str, str]] = {"dice": "die", "cards": "card", "setup": "at first"}
    dice_groups = ("dice",)

    dice: dict[Literal["raid"], Fact[Die]]
    cards: dict[CardName, Fact[Card]]
    setup: dict[Literal["guards", "hand"], Fact[Some]]

    @model_validator(mode="after")
    def _enough_cards(self) -> Self:
        if sum(card.value.copies for card in self.cards.values()) < PLAYERS * self.setup["hand"].value:
            raise ValueError("cards for the first hands of both players")
        return self


def load(override: Path | None = None) -> TowersFacts:
    """The facts, with the owner's file laid over them."""
    return load_facts(TowersFacts, Path(__file__).with_name("data") / "facts.toml", override)
