"""The board and the decks of the full game: their shape, checked; the data: board.toml and deck.toml."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from simcore.games.cent_ans.facts import CentAnsFacts, FactionName, Figure, LeaderName
from simcore.scenarios.facts import Fact, load_facts
from simcore.scenarios.scenario import Document

FACTIONS: tuple[FactionName, ...] = ("english", "burgundian", "french", "armagnac")
LEADERS: tuple[LeaderName, ...] = (
    "philip-vi", "bertrand-du-guesclin", "charles-v", "jean-de-bourbon", "charles-vii", "joan-of-arc",
    "edward-iii", "robert-knolles", "black-prince", "john-talbot", "henry-v", "john-of-lancaster",
)  # fmt: skip
Coast = Literal["atlantic", "channel"]
PlaceKind = Literal["none", "town", "city", "paris"]
CardEffect = Literal[
    "none", "elite-reinforcement", "jacquerie", "halve", "halve-attacker", "turn-coats", "civil-war", "rising",
    "remove-units", "advance-ttm", "slip-away", "no-reinforcements", "enrol-routiers",
]  # fmt: skip
TacticEffect = Literal[
    "none", "black-death", "epidemic", "chevauchee", "stakes-and-traps", "pillage", "francs-archers", "genoese",
    "exploitation", "militia", "equip", "tete-noire", "siege-engines", "recruit", "madness", "sapping", "revolt",
    "cavalry-charge",
]  # fmt: skip
When = Literal[
    "never", "maneuvers", "reinforcements", "any", "english-reinforcements", "english-battles", "french-battle",
]  # fmt: skip


class Region(Document):
    """A region: is its control worth a point (5.4), is it of the heart of France (16.1)?"""

    point: bool = False
    heart: bool = False


class Zone(Document):
    """A zone (5.2); longitude and latitude are for pictures."""

    name: str
    region: str
    place: PlaceKind = "none"
    place_name: str = ""
    coast: tuple[Coast, ...] = ()
    longitude: float
    latitude: float


class Border(Document):
    """Two zones that touch; a river between them is crossed by a bridge only (10.2.3)."""

    zones: tuple[str, str]
    river: str = ""
    bridge: str = ""


class Garrison(Document):
    """Units of a zone at the start (6.2)."""

    english: Figure = 0
    burgundian: Figure = 0
    french: Figure = 0
    armagnac: Figure = 0
    elite: Figure = 0
    routier: Figure = 0


class LeaderCard(Document):
    """What a leader does outside battles (8.1, card catalogue)."""

    number: Figure
    appears: tuple[str, ...] = ()
    any_coast: bool = False
    builds_castle: bool = False
    passes_enemies: bool = False
    arrows_for_a_victory: Figure = 0
    own_arrows: Figure = 0
    arrows_of_each_army: Figure = 0
    arrows_of_one_army: Figure = 0
    ttm: Figure = 0
    tokens: Figure = 0


class CompanyCard(Document):
    """A Routier leader (13): zones a company moves, and where it appears if a card says so."""

    number: Figure
    arrows: Figure
    appears: tuple[str, ...] = ()
    units: Figure = 0


class FactionCard(Document):
    """A card of a faction's deck (17)."""

    kind: Literal["maneuver", "truce", "event"]
    title: str = ""
    armies: Figure = 0
    zones: Figure = 0
    routiers: bool = False
    ttm: Figure = 0
    when: When = "never"
    effect: CardEffect = "none"
    amount: Figure = 0
    regions: tuple[str, ...] = ()
    faction: FactionName | None = None
    event: str | None = None


class TacticCard(Document):
    """A card of the TTM track (10.4)."""

    kind: Literal["technique", "equipment", "event", "calamity"]
    era: Annotated[int, Field(ge=0, le=3)]
    title: str = ""
    effect: TacticEffect = "none"
    amount: Figure = 0
    card: str | None = None
    event: str | None = None
    starts_with: Literal["english", "french"] | None = None
    lost_with_a_battle: bool = False


class Hands(Document):
    """A faction's cards in the introductory scenario (18.1.1)."""

    hand: tuple[int, ...]
    pile: tuple[int, ...]


class FullFacts(CentAnsFacts):
    """Everything that is printed: what the battles use, the board, the cards."""

    titles: ClassVar[dict[str, str]] = {
        **CentAnsFacts.titles,
        "regions": "region", "zones": "zone", "borders": "border", "setup": "set-up", "marks": "mark",
        "tracks": "track", "leader_cards": "leader card", "companies": "Routier leader", "english": "English card",
        "burgundian": "Burgundian card", "french": "French card", "armagnac": "Armagnac card",
        "tactics": "TACTIC card", "leader_turns": "leader turns", "arrivals": "arrivals", "hands": "hands",
    }  # fmt: skip

    regions: dict[str, Fact[Region]]
    zones: Annotated[dict[str, Fact[Zone]], Field(max_length=70)]
    borders: dict[str, Fact[Border]]
    setup: dict[str, Fact[Garrison]]
    marks: dict[str, Fact[tuple[str, ...]]]
    tracks: dict[str, Fact[Figure]]
    leader_cards: dict[LeaderName, Fact[LeaderCard]]
    companies: dict[str, Fact[CompanyCard]]
    english: dict[str, Fact[FactionCard]]
    burgundian: dict[str, Fact[FactionCard]]
    french: dict[str, Fact[FactionCard]]
    armagnac: dict[str, Fact[FactionCard]]
    tactics: dict[str, Fact[TacticCard]]
    leader_turns: dict[Literal["english", "french"], Fact[tuple[int, ...]]]
    arrivals: dict[Literal["introductory", "historical"], Fact[dict[LeaderName, int]]]
    hands: dict[Literal["english", "burgundian", "french", "armagnac"], Fact[Hands]]

    @model_validator(mode="after")
    def _names_are_known(self) -> Self:
        for key, zone in self.zones.items():
            if zone.value.region not in self.regions:
                raise ValueError(f"zone {key} lies in {zone.value.region!r}, which is no region")
        named = [(key, name) for key, border in self.borders.items() for name in border.value.zones]
        named += [(key, key) for key in self.setup]
        named += [(key, name) for key, mark in self.marks.items() for name in mark.value]
        for key, name in named:
            if name not in self.zones:
                raise ValueError(f"{key} names {name!r}, which is no zone")
        return self


_DATA = Path(__file__).parents[1] / "data"
_FILES = tuple(_DATA / name for name in ("facts.toml", "board.toml", "deck.toml"))


def full_facts(override: Path | None = None) -> FullFacts:
    """Everything that is printed, with the owner's file laid over it."""
    return load_facts(FullFacts, _FILES, override)


_told: dict[str, FullFacts] = {}


def words_of(figures: FullFacts) -> int:
    """A number under which the names of these zones and cards are found again, in this process."""
    _told.setdefault(figures.digest, figures)
    return list(_told).index(figures.digest)


def told_by(words: int) -> FullFacts:
    """The facts of that number: compiled rules know zones and cards by number only, a retelling by name."""
    return list(_told.values())[words]
