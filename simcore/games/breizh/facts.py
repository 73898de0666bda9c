"""The facts of Breizh 1341: their shape, checked; the figures are in data/."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer, model_validator

from simcore.errors import ABSENT, BadInput
from simcore.games.breizh.limits import MOST_BONUS, MOST_EFFECTS, MOST_PIECES, MOST_STRENGTH, check_limits
from simcore.games.breizh.names import REGIONS, CampName, Key, RegionName, Shown, titled
from simcore.scenarios.facts import Fact, Facts, file_version, load_facts
from simcore.scenarios.scenario import Between, Document, Entries

ActionName = Literal["battle", "siege", "siege_defence", "fight", "rally", "recruit"]
PieceName = Literal["troops", "partisans", "highwaymen"]
RuleName = Literal[
    "archers", "battle-from", "decisive-lead", "siege-margin", "siege-reserve", "removed-per-region", "rally",
    "recruit", "character-cards", "balanced-coloured", "balanced-white", "victory-regions", "strength-for-choice",
    "strength-for-both",
]  # fmt: skip
PlayedAction = Literal["rally", "recruit", "fight", "besiege"]

Bonus = Annotated[int, Between(-MOST_BONUS, MOST_BONUS, "as a bonus has one digit")]
Help = Annotated[int, Between(0, MOST_BONUS, "a card helps its player; what weakens a besieger is `siege_defence`")]
Strength = Annotated[int, Between(1, MOST_STRENGTH, "the strengths of a castle")]
Figure = Annotated[int, Between(0, MOST_PIECES, "as much as is computed at once")]


class Named(Document):
    """What an owner can give a name of his own; `name` is how a game that is told writes it (absent: by its key)."""

    name: Shown | None = None

    @model_serializer(mode="wrap")
    def _as_given(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Without what is absent: the same cards have the same digest as before there was more to say of them."""
        return {name: value for name, value in write(self).items() if value is not None}


class Castle(Named):
    """A castle: where it lies and how strong it is."""

    region: RegionName
    strength: Strength


class Character(Named):
    """A character: whose, and the help that his card gives its player in each action.

    `siege` is added to the strength of the player's besiegers, `siege_defence` (absent: as much) is taken off that of
    the enemy's. What a card takes off is told by whom it helps: no figure is below 0.
    """

    camp: CampName
    battle: Help = 0
    siege: Help = 0
    siege_defence: Help | None = None
    fight: Help = 0
    rally: Help = 0
    recruit: Help = 0

    def bonus(self, action: ActionName) -> int:
        if action == "siege_defence" and self.siege_defence is None:
            return self.siege
        return int(getattr(self, action))


class Effect(Document):
    """A part of a card's order; `regions` (none: all) are those it is confined to."""

    effect: Literal["rally", "recruit", "eliminate", "draw", "plague"]
    number: Annotated[int, Between(1, MOST_PIECES, "as much as is computed at once")] = 1
    regions: Entries[RegionName] = ()

    @model_validator(mode="after")
    def _means_something(self) -> Self:
        """No region twice, none where the effect has no place, and no more of one a region than there are regions."""
        if len(set(self.regions)) < len(self.regions):
            raise BadInput("regions", self.regions, "each region once")
        if self.regions and self.effect in ("draw", "plague"):
            raise BadInput("regions", self.regions, f"none: {self.effect} has no place on the board")
        most = {"rally": len(self.regions) or REGIONS, "eliminate": len(self.regions) or REGIONS, "plague": 1}
        if self.number > most.get(self.effect, MOST_PIECES):
            raise BadInput("number", self.number, f"at most {most[self.effect]} for {self.effect}, one a region")
        return self


class Card(Document):
    """A Special Event card: whom its order favours, the order, and the actions of which its player takes one."""

    name: Shown
    favours: Literal["blue", "red", "either", "both", "none"]
    actions: Entries[PlayedAction] = ()
    order: Annotated[tuple[Effect, ...], Field(max_length=MOST_EFFECTS)] = ()

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        """An order has a side that gives it, and a card is good for something."""
        if self.order and self.favours == "none":
            raise BadInput("favours", self.favours, "whom the order favours: blue, red, either or both")
        if not self.order and self.favours != "none":
            raise BadInput("favours", self.favours, "none, as the card has no order")
        if not self.order and not self.actions:
            raise BadInput("actions", ABSENT, "an order, or at least one action of rally, recruit, fight, besiege")
        if len(set(self.actions)) < len(self.actions):
            raise BadInput("actions", self.actions, "each action once")
        return self


class EventCard(Card):
    """An Event card, of one of the three epochs."""

    epoch: Annotated[int, Between(1, 3, "the epochs of the cards")]


class Start(Document):
    """What a camp has on the board when the game begins."""

    partisans: dict[RegionName, Figure] = Field(default_factory=dict)
    troops: dict[RegionName, Figure] = Field(default_factory=dict)
    castles: Entries[str] = ()


class RegionCard(Document):
    """A Region card of the variant set-up: its castle."""

    castle: str


class AllocationCard(Document):
    """An Allocation card of the variant set-up: pieces for the region drawn; `castles`: does its castle come too?"""

    partisans: Figure = 0
    troops: Figure = 0
    castles: Annotated[int, Between(0, 1, "a Region card shows one castle")] = 0


class Turn(Document):
    """A turn: the epoch whose cards join the deck, the cards drawn, the most that each player plays."""

    epoch: Annotated[int, Between(1, 3, "the epochs of the cards")] | None = None
    event_cards: Figure = 0
    region_cards: bool = False  # one more Event card for each dominated region
    all_cards: bool = False  # all that are left are dealt
    special_cards: Annotated[int, Between(0, 1, "a player draws one at most")] = 0
    most_played: Annotated[int, Between(1, MOST_PIECES, "as much as is computed at once")]


class BreizhFacts(Facts):
    """Every figure of the game, each with its source."""

    dice_groups = ("die",)
    free_names = ("castles", "characters")
    titles: ClassVar[dict[str, str]] = {
        "box": "in the box",
        "die": "of the die",
        "rules": "rule",
        "castles": "castle",
        "characters": "character",
        "events": "event card",
        "specials": "special event card",
        "setup": "set-up",
        "region_cards": "region card",
        "allocation_cards": "allocation card",
        "turns": "turn",
    }

    box: dict[PieceName, Fact[Figure]]
    die: dict[Literal["faces"], Fact[Annotated[tuple[Figure, ...], Field(min_length=1, max_length=20)]]]
    rules: dict[RuleName, Fact[Figure]]
    castles: dict[Key, Fact[Castle]]
    characters: dict[Key, Fact[Character]]
    events: dict[str, Fact[EventCard]]
    specials: dict[str, Fact[Card]]
    setup: dict[CampName, Fact[Start]]
    region_cards: dict[RegionName, Fact[RegionCard]]
    allocation_cards: dict[Literal["nobles", "soldiers"], Fact[AllocationCard]]
    turns: dict[str, Fact[Turn]]

    @model_validator(mode="after")
    def _can_be_played(self) -> Self:
        """Figures that one by one are allowed, and together make no game."""
        check_limits(self)
        return self

    def shown(self) -> list[str]:
        """What castles and characters are called in a game that is told, in the order of the facts."""
        castles = [fact.value.name or titled(key) for key, fact in self.castles.items()]
        return castles + [fact.value.name or titled(key) for key, fact in self.characters.items()]

    def one_face_changed(self, key: str) -> Iterator[tuple[str, Any]]:
        """The die here shows numbers: a face that shows one more or one less."""
        faces = self.value(key)
        for number, face in enumerate(faces):
            for other in (face - 1, face + 1):
                yield f"{face} to {other}", (*faces[:number], other, *faces[number + 1 :])


class TrackedFacts:
    """The facts as one scenario looks them up; `used` notes which."""

    def __init__(self, facts: BreizhFacts) -> None:
        self.facts = facts
        self.used: set[str] = set()

    def _fact(self, group: str, name: str) -> Any:
        self.used.add(f"{group}.{name}")
        fact: Fact[Any] = getattr(self.facts, group)[name]
        return fact.value

    def die(self) -> tuple[int, ...]:
        return tuple(self._fact("die", "faces"))

    def rule(self, name: RuleName) -> int:
        return int(self._fact("rules", name))

    def castle(self, name: str) -> Castle:
        castle: Castle = self._fact("castles", name)
        return castle

    def limit(self, field: str, number: int, piece: PieceName, least: int = 0) -> None:
        """`number` of a piece, as `field` of the scenario states it, must be in the box."""
        most = self._fact("box", piece)
        if not least <= number <= most:
            source = self.facts.box[piece].source
            raise BadInput(field, number, f"a whole number from {least} to {most}, what the box holds ({source})")

    def bonus(self, field: str, bonus: int, name: str | None, action: ActionName) -> int:
        """The bonus that a number or a character named in `field` gives to an action."""
        if name is None:
            return bonus
        if bonus:
            raise BadInput(field, name, f"a character or a bonus, not both; the bonus given is {bonus}")
        character: Character = self._fact("characters", name)
        return character.bonus(action)


def facts(override: Path | None = None) -> BreizhFacts:
    """The facts, with the owner's file laid over them; the file is read again when it has changed."""
    return _read(override, file_version(override))


@lru_cache(maxsize=8)
def _read(override: Path | None, _version: object) -> BreizhFacts:
    data = Path(__file__).with_name("data")
    return load_facts(BreizhFacts, [data / f"{name}.toml" for name in ("facts", "cards", "course")], override)
