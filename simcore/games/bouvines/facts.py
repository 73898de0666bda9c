"""The facts of Bouvines: their shape, checked; the figures are in data/facts.toml."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import model_validator

from simcore.scenarios.facts import Fact, Facts, file_version, load_facts
from simcore.scenarios.scenario import Between, Document

KindName = Literal["sergeant", "quality-sergeant", "archer", "crossbowman", "knight", "foot-knight"]
OrderName = Literal["attack", "defence", "forced-march", "repair", "rotate", "recall"]
BannerName = Literal["gonfanon", "captain", "king", "emperor", "bishop"]
ChiefBanner = Literal["captain", "king", "emperor"]  # those that can be taken
LeaderName = Literal[
    "philip-augustus", "guerin", "montmorency", "bishop-of-beauvais", "eudes-of-burgundy", "robert-of-dreux",
    "otto", "ferrand-of-flanders", "renaud-of-boulogne", "william-of-salisbury", "henry-of-brabant",
]  # fmt: skip
SideName = Literal["coalition", "france"]
WeaponName = Literal["bow", "crossbow"]
TermName = Literal["rally", "charge", "contact", "shot", "shock-die", "fall-die"] | KindName | OrderName
DIE_FACES = 6
LONGEST_SHOT = 4  # what the lines of sight are laid out for
LIFE_BITS = 5  # what a troop's life is kept in
MOST_POINTS = ((1 << LIFE_BITS) - 1) // 2  # a mounted knight's hit points stand on top of those on foot
MOST_DAMAGE, MOST_BONUS = 6, 3  # a charge: most cells, bonus and shock die, 15 at most: four bits
MOST_TURNS = 32
HitPoints = Annotated[int, Between(1, MOST_POINTS, "as more does not fit a troop's record")]
Damage = Annotated[int, Between(1, MOST_DAMAGE, "as more does not fit an attack's record")]
Face = Annotated[int, Between(1, DIE_FACES, "the faces of a die")]
Troops = Annotated[int, Between(1, 6, "the troops of a plaque")]
Reach = Annotated[int, Between(1, LONGEST_SHOT, "as far as lines of sight are laid out")]
Bonus = Annotated[int, Between(0, MOST_BONUS, "as more does not fit an attack's record")]
Cells = Annotated[int, Between(1, 2, "as many steps as charges and marches are worked out for")]
Turns = Annotated[int, Between(1, MOST_TURNS, "as many turns as orders are kept for")]


class Band(Document):
    """The throws of a die that count, both ends included."""

    lowest: Face
    highest: Face = DIE_FACES

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.lowest > self.highest:
            raise ValueError(f"lowest at most highest, {self.highest}")
        return self

    def chance(self, bonus: int = 0) -> float:
        """Chance of such a throw with `bonus` added to the die."""
        thrown = (min(face + bonus, DIE_FACES) for face in range(1, DIE_FACES + 1))
        return sum(self.lowest <= face <= self.highest for face in thrown) / DIE_FACES


class Range(Document):
    """Distances at which a weapon shoots."""

    nearest: Reach
    farthest: Reach

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.nearest > self.farthest:
            raise ValueError(f"nearest at most farthest, {self.farthest}")
        return self


class Leader(Document):
    """A leader: his side, his banner, and what the rulebook prints of him."""

    side: SideName
    banner: BannerName
    dice: Annotated[int, Between(1, 2, "as many passages as a turn has room for")] = 1
    sixteen_banners: bool = False


class LeaderBonus(Document):
    """What a leader's banner adds to the attacks of his plaque."""

    contact_damage: Bonus = 0
    charge_damage: Bonus = 0
    shock_bonus: Bonus = 0
    shot_bonus: Bonus = 0


class BouvinesFacts(Facts):
    """Every figure the combats use, each with its source."""

    dice_groups = ("dice",)
    titles: ClassVar[dict[str, str]] = {
        "terms": "term",
        "hit_points": "hit points",
        "dice": "die",
        "damage": "damage",
        "walks": "walk",
        "ranges": "range",
        "healing": "healing",
        "capture": "capture",
        "losses": "losses",
        "turns": "turns",
        "leaders": "leader",
        "leader_bonuses": "bonus",
    }

    terms: dict[TermName, Fact[str]]
    hit_points: dict[KindName, Fact[HitPoints]]
    dice: dict[Literal["shock-horse", "shock-foot", "bow", "crossbow", "fall"], Fact[Band]]
    damage: dict[
        Literal["contact", "shot", "most-cells", "shock", "charge-on-defence", "forced-march", "fall"], Fact[Damage]
    ]
    walks: dict[Literal["horse", "foot", "forced-march"], Fact[Cells]]
    ranges: dict[WeaponName, Fact[Range]]
    healing: dict[Literal["repair"], Fact[HitPoints]]
    capture: dict[ChiefBanner, Fact[Troops]]
    losses: dict[Literal["removed", "sixteen-banners"], Fact[Troops]]
    turns: dict[Literal["game"], Fact[Turns]]
    leaders: dict[LeaderName, Fact[Leader]]
    leader_bonuses: dict[LeaderName, Fact[LeaderBonus]]

    def one_face_changed(self, key: str) -> Iterator[tuple[str, Any]]:
        """A die here is a band of throws that count: one throw more or less at either end."""
        band = self.value(key).model_dump()
        for end, step in product(band, (-1, 1)):
            yield f"{end} {band[end]} to {band[end] + step}", {**band, end: band[end] + step}


def facts(override: Path | None = None) -> BouvinesFacts:
    """The facts, with the owner's file laid over them; the file is read again when it has changed."""
    return _read(override, file_version(override))


@lru_cache(maxsize=8)
def _read(override: Path | None, _version: object) -> BouvinesFacts:
    return load_facts(BouvinesFacts, Path(__file__).with_name("data") / "facts.toml", override)
