"""The facts of La guerre de Cent Ans: their shape, checked; the figures are in data/facts.toml."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Annotated, ClassVar, Literal, Self

from pydantic import model_validator

from simcore.scenarios.facts import Fact, Facts, file_version, load_facts
from simcore.scenarios.scenario import Between, Document

CampName = Literal["english", "french", "routier", "papal_guard"]
FactionName = Literal["english", "burgundian", "french", "armagnac", "routier"]
KindName = Literal["english", "burgundian", "french", "armagnac", "routier", "papal_guard", "elite"]
LeaderName = Literal[
    "edward-iii", "robert-knolles", "black-prince", "john-talbot", "henry-v", "john-of-lancaster",
    "philip-vi", "bertrand-du-guesclin", "charles-v", "jean-de-bourbon", "charles-vii", "joan-of-arc",
]  # fmt: skip
EliteCardName = Literal[
    "english-longbow", "crossbow", "francs-archers", "genoese-crossbowmen", "hand-culverin", "bombard",
    "heavy-bombard", "field-artillery", "ribaudequin",
]  # fmt: skip
CardName = Literal["new-armour", "stakes-and-traps", "cavalry-charge", "siege-engines", "sapping"]
EventName = Literal[
    "great-jacquerie", "pillage", "revolt-of-the-routiers", "charles-of-navarre", "cabochiens", "breton-war",
    "john-the-fearless", "capture-of-the-king", "better-a-plundered-country",
]  # fmt: skip
BattleEnd = Literal["after-roll", "last-loss"]
PlaceName = Literal["castle-1", "castle-2", "fortified-town", "city", "paris", "paris-invested"]
# Tables of results grow with these figures: an owner's file may double what the box holds, not fill the memory.
MOST, MOST_DICE = 100, 8
Figure = Annotated[int, Between(0, MOST, "as much as is computed at once")]
Positive = Annotated[int, Between(1, MOST, "as much as is computed at once")]
Dice = Annotated[int, Between(0, MOST_DICE, "as many as are computed at once")]
Side = Literal["attacker", "defender"]
DIE_FACES = 6


class SixFaces(Document):
    """A die: how many of its faces show each result."""

    @model_validator(mode="after")
    def _six_faces(self) -> Self:
        if (faces := sum(shown for _, shown in self)) != DIE_FACES:
            raise ValueError(f"a die has {DIE_FACES} faces, these are {faces}")
        return self


class Die(SixFaces):
    """Faces of a faction's die by result (11.4)."""

    loss: Figure = 0
    retreat: Figure = 0
    dispersion: Figure = 0
    routier: Figure = 0
    blank: Figure = 0


class EliteDie(SixFaces):
    """Faces of the elite die (11.3.2)."""

    loss: Figure = 0
    diamond: Figure = 0
    blank: Figure = 0


class Leader(Document):
    """A leader's printed army and what he does in battle; all effects default to none."""

    camp: Literal["english", "french"]
    english: Figure = 0
    burgundian: Figure = 0
    french: Figure = 0
    armagnac: Figure = 0
    elite: Figure = 0
    dispersion_to_retreat: Literal["none", "one", "all"] = "none"
    burgundians_retreat: bool = False
    opening_loss: Figure = 0
    opening_loss_from_elite: Figure = 0
    siege_loss: Figure = 0
    siege_loss_from_elite: Figure = 0


class EliteCard(Document):
    """A card that works through the elite dice; of those a camp holds, one applies (11.3.1)."""

    kind: Literal["equipment", "technique"]
    number: Positive
    camp: CampName | None = None
    free_attack: bool = False
    shooter_chooses: bool = False
    diamond_is_loss: Literal["never", "always", "initiative"] = "never"
    elite_per_die_pitched: Positive | None = None
    elite_per_die_siege: Positive | None = None
    elite_per_die_besieged: Positive | None = None
    siege_loss: Figure = 0
    siege_loss_from_elite: Figure = 0


class Card(Document):
    """A card that comes on top of those; `side`, `camp` and `needs` say who can play it."""

    kind: Literal["equipment", "technique"]
    number: Positive
    combat: Literal["pitched-battle", "siege"]
    side: Side | None = None
    camp: CampName | None = None
    needs: FactionName | None = None
    enemy_first_roll_no_loss: bool = False
    enemy_first_roll_retreat_factor: Positive = 1
    first_roll_loss_factor: Positive = 1
    cancels_less: Figure = 0
    takes_castles: bool = False


class Event(Document):
    """An event that makes or meets a battle: the side and camp it concerns, and what it changes."""

    camp: CampName
    side: Side
    faction: FactionName | None = None
    loss_factor: Positive = 1
    ignores_dispersion: bool = False
    simultaneous: bool = False
    halves_attacker: bool = False
    retreats_if_outnumbered: bool = False
    sieges_too: bool = False


class Place(Document):
    """A stronghold: units it shelters, LOSS results it cancels in a round (11.5)."""

    shelter: Figure
    cancels: Figure
    castle: bool = False


class CentAnsFacts(Facts):
    """Every figure the battles use, each with its source."""

    dice_groups = ("dice", "elite_die")
    titles: ClassVar[dict[str, str]] = {
        "box": "units in the box",
        "limits": "limit",
        "dice_owned": "dice owned",
        "dice": "die",
        "elite_die": "die",
        "leaders": "leader",
        "elite_cards": "card",
        "cards": "card",
        "events": "event",
        "places": "place",
    }

    box: dict[KindName, Fact[Figure]]
    limits: dict[Literal["free_company"], Fact[Figure]]
    dice_owned: dict[FactionName | Literal["elite"], Fact[Dice]]
    dice: dict[FactionName, Fact[Die]]
    elite_die: dict[Literal["elite"], Fact[EliteDie]]
    leaders: dict[LeaderName, Fact[Leader]]
    elite_cards: dict[EliteCardName, Fact[EliteCard]]
    cards: dict[CardName, Fact[Card]]
    events: dict[EventName, Fact[Event]]
    places: dict[PlaceName, Fact[Place]]


def facts(override: Path | None = None) -> CentAnsFacts:
    """The facts, with the owner's file laid over them; the file is read again when it has changed."""
    return _read(override, file_version(override))


@lru_cache(maxsize=8)
def _read(override: Path | None, _version: object) -> CentAnsFacts:
    return load_facts(CentAnsFacts, Path(__file__).with_name("data") / "facts.toml", override)
