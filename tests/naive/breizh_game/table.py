"""What lies on the table in a game of Breizh 1341, as plain Python: the box, the board, the hands. Knows no turn.

Camps are 0 (Montfort) and 1 (Blois), regions, castles, cards and characters go by their names in the facts; a region is
None where a castle has no master. Figures that the rulebook prints are written here as it prints them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

MONTFORT, BLOIS = CAMPS = (0, 1)
NAMES = ("montfort", "blois")

# The rulebook's own figures, with the sections that print them.
TURNS = 6  # Sequence of Play
FIRST_HAND = 7  # 2
MOST_PLAYED = {1: 5, 2: 3, 3: 3, 4: 3, 5: 3, 6: 5}  # 4
EPOCH_OF_TURN = {1: 1, 2: 2, 6: 3}  # 1
WITH_SPECIAL_CARDS = (2, 3, 4, 5)  # 2
REGIONS_TO_WIN = 7  # 8
RALLIED, RECRUITED = 1, 3  # Rally, Recruit
BATTLE_FROM, DECISIVE = 5, 3  # Battle
ARCHERS = (1, 0)  # Battle: "+1 for Montfort"
REMOVED_PER_REGION = 2  # Fight
OVER_CASTLE = 2  # Besiege: "at least that of the castle +2"


@dataclass(frozen=True)
class Options:
    """How a table has settled what can be read in two ways."""

    setup: str = "standard"
    first_hands: str = "drawn"
    odd_card: str = "most"
    winner: str = "difference"
    limit: str = "together"
    seven_regions: str = "all"
    characters: str = "each-siege"


@dataclass
class Box:
    """What the box holds, and what its cards, castles and map say."""

    regions: tuple[str, ...]
    castles: dict[str, tuple[str, int]]  # region and strength
    characters: dict[str, tuple[int, Any]]  # camp, and the card
    cards: list[Any]  # Event cards, then Special Event cards
    events: int  # how many of them are Event cards
    partisans: int
    troops: int
    highwaymen: int
    faces: tuple[int, ...]
    start: tuple[Any, Any]
    region_cards: dict[str, str]
    allocation_cards: tuple[Any, Any]

    @classmethod
    def of(cls, facts: Any, regions: Iterable[str]) -> Box:
        """The box as the facts have it."""
        events = [fact.value for fact in facts.events.values()]
        return cls(
            regions=tuple(regions),
            castles={name: (fact.value.region, fact.value.strength) for name, fact in facts.castles.items()},
            characters={name: (NAMES.index(fact.value.camp), fact.value) for name, fact in facts.characters.items()},
            cards=events + [fact.value for fact in facts.specials.values()],
            events=len(events),
            partisans=facts.box["partisans"].value,
            troops=facts.box["troops"].value,
            highwaymen=facts.box["highwaymen"].value,
            faces=tuple(facts.die["faces"].value),
            start=tuple(facts.setup[camp].value for camp in NAMES),
            region_cards={name: fact.value.castle for name, fact in facts.region_cards.items()},
            allocation_cards=tuple(fact.value for fact in facts.allocation_cards.values()),
        )


@dataclass
class Table:
    """The board and the cards, and what is true of them."""

    box: Box
    partisans: tuple[Counter[str], Counter[str]] = field(default_factory=lambda: (Counter(), Counter()))
    troops: tuple[Counter[str], Counter[str]] = field(default_factory=lambda: (Counter(), Counter()))
    before_castles: list[int] = field(default_factory=lambda: [0, 0])  # troops besieging, off their region
    masters: dict[str, int] = field(default_factory=dict)  # of castles with a marker
    highwaymen: Counter[str] = field(default_factory=Counter)
    dominated: dict[str, int] = field(default_factory=dict)
    deck: set[int] = field(default_factory=set)
    special_deck: set[int] = field(default_factory=set)
    hands: tuple[set[int], set[int]] = field(default_factory=lambda: (set(), set()))
    face_up: tuple[set[int], set[int]] = field(default_factory=lambda: (set(), set()))
    discarded: set[int] = field(default_factory=set)
    under: int | None = None  # the odd card of turn 6 if it was discarded
    piles: tuple[set[str], set[str]] = field(default_factory=lambda: (set(), set()))
    companions: tuple[set[str], set[str]] = field(default_factory=lambda: (set(), set()))  # characters in hand

    # ---- cards ----

    def is_special(self, card: int) -> bool:
        return card >= self.box.events

    def event_cards(self, camp: int) -> list[int]:
        """What can be drawn from his hand: he lays Special Event and Character cards aside (4)."""
        return sorted(card for card in self.hands[camp] if not self.is_special(card))

    def special_cards(self, camp: int) -> list[int]:
        return sorted(card for card in self.hands[camp] if self.is_special(card))

    # ---- pieces ----

    def in_box(self, kind: str, camp: int) -> int:
        """Cylinders or cubes that are not on the board."""
        if kind == "partisans":
            return self.box.partisans - self.partisans[camp].total()
        return self.box.troops - self.troops[camp].total() - self.before_castles[camp]

    def elsewhere(self, kind: str, camp: int, region: str) -> list[str]:
        """Regions that a piece for `region` could be taken from (4: "from a different region")."""
        pieces = self.partisans if kind == "partisans" else self.troops
        return [other for other in self.box.regions if other != region and pieces[camp][other] > 0]

    def can_place(self, kind: str, camp: int, region: str) -> bool:
        return self.in_box(kind, camp) > 0 or bool(self.elsewhere(kind, camp, region))

    def castles_of(self, camp: int, region: str | None = None) -> int:
        return sum(
            master == camp and region in (None, self.box.castles[castle][0]) for castle, master in self.masters.items()
        )

    # ---- regions ----

    def dominance(self, region: str) -> int | None:
        """7: a castle and a partisan at least, then the most of both together."""
        pieces = [self.castles_of(camp, region) + self.partisans[camp][region] for camp in CAMPS]
        able = [camp for camp in CAMPS if self.castles_of(camp, region) >= 1 and self.partisans[camp][region] >= 1]
        if len(able) == 2:
            if pieces[MONTFORT] == pieces[BLOIS]:
                return None
            return MONTFORT if pieces[MONTFORT] > pieces[BLOIS] else BLOIS
        return able[0] if able else None

    def regions_of(self, camp: int, *, free: bool) -> int:
        """Regions with the camp's Domination marker; `free`: only those without highwaymen."""
        return sum(
            master == camp and not (free and self.highwaymen[region]) for region, master in self.dominated.items()
        )

    def points(self, camp: int) -> int:
        """8: a point for each cylinder and marker, but for Domination markers under highwaymen."""
        return self.partisans[camp].total() + self.castles_of(camp) + self.regions_of(camp, free=True)
