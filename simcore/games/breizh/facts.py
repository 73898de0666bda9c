"""The facts of Breizh 1341: their shape, checked; the figures are in data/."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from simcore.errors import BadInput
from simcore.facts import Fact, Facts, load_facts
from simcore.scenario import Between, Document, Entries

CampName = Literal["montfort", "blois"]
ActionName = Literal["battle", "siege", "fight", "rally", "recruit"]
PieceName = Literal["troops", "partisans", "highwaymen"]
RuleName = Literal[
    "archers", "battle-from", "decisive-lead", "siege-margin", "siege-reserve", "removed-per-region", "rally",
    "recruit", "character-cards", "balanced-coloured", "balanced-white", "victory-regions", "strength-for-choice",
    "strength-for-both",
]  # fmt: skip
RegionName = Literal[
    "nantes", "rennes", "vannes", "saint-malo-et-dol", "saint-brieuc", "tregor", "leon", "cornouaille"
]  # fmt: skip
CastleName = Literal[
    "nantes", "guerande", "clisson", "ancenis", "rennes", "fougeres", "vitre", "vannes", "hennebont", "auray",
    "josselin", "dinan", "dol", "saint-malo", "becherel", "saint-brieuc", "lamballe", "moncontour", "guingamp",
    "treguier", "la-roche-derrien", "lannion", "brest", "morlaix", "lesneven", "quimper", "concarneau", "carhaix",
    "quimperle",
]  # fmt: skip
CharacterName = Literal[
    "william-de-bohun", "john-of-montfort", "joan-of-flanders", "walter-manny", "thomas-dagworth",
    "tanguy-du-chastel", "john-hardeshull", "robert-bemborough",
    "robert-de-beaumanoir", "charles-of-blois", "joan-of-penthievre", "bertrand-du-guesclin", "jean-de-beaumanoir",
    "louis-of-spain", "herve-de-leon", "alain-de-rohan",
]  # fmt: skip
MOST_STRENGTH = 3  # Castles
PlayedAction = Literal["rally", "recruit", "fight", "besiege"]
MOST_EFFECTS = 3  # of one order
MOST_BONUS = 9  # one digit: the printed bonuses are 1
MOST_PIECES = 99  # keeps an owner's figures within what can be computed at once

Bonus = Annotated[int, Between(-MOST_BONUS, MOST_BONUS, "as a bonus has one digit")]
Strength = Annotated[int, Between(1, MOST_STRENGTH, "the strengths of a castle")]
Figure = Annotated[int, Between(0, MOST_PIECES, "as much as is computed at once")]


class Castle(Document):
    """A castle: where it lies and how strong it is."""

    region: RegionName
    strength: Strength


class Character(Document):
    """A character: whose, and the bonus to each action that his card names."""

    camp: CampName
    battle: Bonus = 0
    siege: Bonus = 0
    fight: Bonus = 0
    rally: Bonus = 0
    recruit: Bonus = 0

    def bonus(self, action: ActionName) -> int:
        return int(getattr(self, action))


class Effect(Document):
    """A part of a card's order; `regions` (none: all) are those it is confined to."""

    effect: Literal["rally", "recruit", "eliminate", "draw", "plague"]
    number: Annotated[int, Between(1, MOST_PIECES, "as much as is computed at once")] = 1
    regions: Entries[RegionName] = ()


class Card(Document):
    """A Special Event card: whom its order favours, the order, and the actions of which its player takes one."""

    name: str
    favours: Literal["blue", "red", "either", "both", "none"]
    actions: Entries[PlayedAction] = ()
    order: Annotated[tuple[Effect, ...], Field(max_length=MOST_EFFECTS)] = ()


class EventCard(Card):
    """An Event card, of one of the three epochs."""

    epoch: Annotated[int, Between(1, 3, "the epochs of the cards")]


class Start(Document):
    """What a camp has on the board when the game begins."""

    partisans: dict[RegionName, Figure] = Field(default_factory=dict)
    troops: dict[RegionName, Figure] = Field(default_factory=dict)
    castles: Entries[CastleName] = ()


class RegionCard(Document):
    """A Region card of the variant set-up: its castle."""

    castle: CastleName


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
    castles: dict[CastleName, Fact[Castle]]
    characters: dict[CharacterName, Fact[Character]]
    events: dict[str, Fact[EventCard]]
    specials: dict[str, Fact[Card]]
    setup: dict[CampName, Fact[Start]]
    region_cards: dict[RegionName, Fact[RegionCard]]
    allocation_cards: dict[Literal["nobles", "soldiers"], Fact[AllocationCard]]
    turns: dict[str, Fact[Turn]]

    def one_face_changed(self, key: str) -> Iterator[tuple[str, Any]]:
        """The die here shows numbers: a face that shows one more or one less."""
        faces = self.value(key)
        for number, face in enumerate(faces):
            for other in (face - 1, face + 1):
                yield f"{face} to {other}", (*faces[:number], other, *faces[number + 1 :])


class Consulted:
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

    def castle(self, name: CastleName) -> Castle:
        castle: Castle = self._fact("castles", name)
        return castle

    def limit(self, field: str, number: int, piece: PieceName, least: int = 0) -> None:
        """`number` of a piece, as `field` of the scenario states it, must be in the box."""
        most = self._fact("box", piece)
        if not least <= number <= most:
            source = self.facts.box[piece].source
            raise BadInput(field, number, f"a whole number from {least} to {most}, what the box holds ({source})")

    def bonus(
        self, field: str, bonus: int, name: CharacterName | None, action: ActionName, camp: CampName | None = None
    ) -> int:
        """The bonus that a number or a character named in `field` gives to an action of `camp` (None: of either)."""
        if name is None:
            return bonus
        if bonus:
            raise BadInput(field, name, f"a character or a bonus, not both; the bonus given is {bonus}")
        candidates = {n: f.value for n, f in self.facts.characters.items() if f.value.bonus(action)}
        if name not in candidates or camp not in (None, candidates[name].camp):
            able = [n for n, c in candidates.items() if camp in (None, c.camp)]
            whose = "a character" if camp is None else f"a character of {camp.capitalize()}"
            raise BadInput(field, name, f"{whose} with a bonus for a {action}: {', '.join(able)}")
        character: Character = self._fact("characters", name)
        return character.bonus(action)


@lru_cache(maxsize=8)
def facts(override: Path | None = None) -> BreizhFacts:
    """The facts, with the owner's file laid over them."""
    data = Path(__file__).with_name("data")
    return load_facts(BreizhFacts, [data / f"{name}.toml" for name in ("facts", "cards", "course")], override)
