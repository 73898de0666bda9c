"""The facts of Legendary Battles: their shape, checked; the figures are in data/facts.toml."""

from __future__ import annotations

from functools import cached_property, lru_cache
from pathlib import Path
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from simcore.scenarios.facts import Fact, Facts, file_version, load_facts
from simcore.scenarios.scenario import Between, Document

DieName = Literal["white", "yellow", "red", "black", "gigantic"]
FaceName = Literal["kill", "disrupt", "push", "shield", "blank"]
TroopKind = Literal["infantry", "cavalry", "artillery"]
UnitName = Literal[
    "foot-knights", "foot-knights-two-handed", "impetuous-knights", "mounted-knights", "french-mounted-knights",
    "mounted-sergeants-at-arms", "sergeants-at-arms", "pikemen", "halberdiers", "guisarmers", "crossbowmen", "bowmen",
    "mounted-bowmen", "pavisiers", "peasants", "angry-peasants", "peasant-militia", "provincial-militia", "culverin",
    "musician", "standard-bearer",
]  # fmt: skip
CharacterName = Literal[
    "jean-de-clermont", "arnoul-d-audrehem", "walter-of-brienne", "philippe-d-orleans", "jean-son-of-the-king",
    "jean-ii-the-good", "philippe-the-bold", "earl-of-warwick", "earl-of-oxford", "black-prince", "captal-de-buch",
    "earl-of-salisbury", "earl-of-suffolk", "henry-v", "edward-of-york", "charles-d-albret", "boucicaut",
    "mounted-hero", "jean-de-bourbon", "prigent-de-coetivy", "arthur-de-richemont", "matthew-goth", "thomas-kyriell",
    "edmund-of-somerset",
]  # fmt: skip
SkillName = Literal[
    "bodyguard", "charge", "charisma", "cohesion", "dodge", "engineer", "feint", "haste", "impetuous", "mercenary",
    "parry", "prayer", "rally", "retaliation", "ruthless", "slayer", "support", "targeting", "tough",
]  # fmt: skip
TerrainName = Literal["plains", "field", "forest", "marsh", "village"]
OptionalRule = Literal["forced-march", "concentrated-fire", "cavalry-breakthrough", "ransom"]
BlockedPush = Literal["disrupt", "nothing"]
MOST_FIGURE = 12  # the results of all dice are counted apart: tables grow with each figure's fourth power
MOST_UNITS = 99
Figure = Annotated[int, Between(0, MOST_FIGURE, "as much as is computed at once")]
Positive = Annotated[int, Between(1, MOST_UNITS, "as much as is computed at once")]
Part = tuple[Positive, Positive]  # so many of so many
Dice = Annotated[tuple[DieName, ...], Field(max_length=4)]
DIE_FACES = 6


class Die(Document):
    """Faces of a die by result; Trample does nothing in these battles."""

    kill: Figure = 0
    disrupt: Figure = 0
    push: Figure = 0
    shield: Figure = 0
    blank: Figure = 0
    trample: Figure = 0

    @model_validator(mode="after")
    def _six_faces(self) -> Self:
        faces = self.kill + self.disrupt + self.push + self.shield + self.blank + self.trample
        if faces != DIE_FACES:
            raise ValueError(f"a die has {DIE_FACES} faces, these are {faces}")
        return self

    @cached_property
    def chances(self) -> tuple[float, ...]:
        """Chance of Kill, Disrupt, Push, Shield, blank; Trample does nothing and counts as blank."""
        faces = self.kill, self.disrupt, self.push, self.shield, self.blank + self.trample
        return tuple(face / DIE_FACES for face in faces)


class Card(Document):
    """What troops and characters have in common; every effect defaults to none."""

    attack: Dice = ()
    defence: Dice = ()
    skills: tuple[SkillName, ...] = ()
    converts: dict[Literal["shield", "blank"], Literal["kill", "disrupt", "push"]] = Field(default_factory=dict)
    rerolls_shields: bool = False
    cancels_push: Figure = 0
    cancels_disrupt: Figure = 0
    shields: Figure = 0
    push: Figure = 0
    push_on_charge: Figure = 0
    terror: Annotated[int, Between(0, 8, "the units of an area")] = 0
    lends_attack: Dice = ()
    gives_parry: Literal["area", "characters"] | None = None

    @model_validator(mode="after")
    def _one_reroll(self) -> Self:
        if self.rerolls_shields and "feint" in self.skills:
            raise ValueError("a card that rerolls Shields or one with Feint: no die is rerolled twice")
        return self


class Troop(Card):
    """A troop's card; `attack_against` and Retaliation can be keyed to a class of troops on the other side."""

    kind: TroopKind
    against: TroopKind | None = None
    attack_against: Dice = ()
    retaliates_against: TroopKind | None = None
    shot: Literal["direct", "indirect"] | None = None
    range: Figure = 0
    defence_behind_stakes: Dice = ()
    untouchable: bool = False


class Character(Card):
    """A character's card."""

    wounds: Annotated[int, Between(1, 9, "as much as is computed at once")]
    cancels_hits: Figure = 0
    push_per_wound: Figure = 0
    attack_with_troops: Dice = ()
    troops_needed: Figure = 0
    lends_bowmen: Dice = ()
    takes_defence_dice: Annotated[int, Between(0, 1, "as one die at most is taken")] = 0
    gives_cohesion: bool = False
    counts_for_support: Figure = 0
    forbids_shooting: bool = False
    shield_with: CharacterName | None = None


class Effect(Document):
    """The figures of a skill, a terrain or an optional rule."""

    chance: Part | None = None
    share: Part | None = None
    from_units: Figure = 0
    dice: Dice = ()
    wounds: Figure = 0
    parry: bool = False
    takes_shields: Figure = 0

    @model_validator(mode="after")
    def _parts(self) -> Self:
        for part in (self.chance, self.share):
            if part is not None and part[0] > part[1]:
                raise ValueError(f"a part of a whole, not {part[0]} of {part[1]}")
        return self


class LegendaryFacts(Facts):
    """Every figure an attack uses, each with its source."""

    dice_groups = ("dice",)
    titles: ClassVar[dict[str, str]] = {
        "dice": "die",
        "troops": "card",
        "characters": "card",
        "skills": "skill",
        "terrain": "terrain",
        "palisade": "die",
        "optional_rules": "rule",
        "readings": "reading",
        "areas": "area",
    }

    dice: dict[DieName, Fact[Die]]
    troops: dict[UnitName, Fact[Troop]]
    characters: dict[CharacterName, Fact[Character]]
    skills: dict[Literal["tough", "terror", "support", "cohesion", "slayer"], Fact[Effect]]
    terrain: dict[TerrainName, Fact[Effect]]
    palisade: dict[Literal["palisade"], Fact[Effect]]
    optional_rules: dict[OptionalRule, Fact[Effect]]
    readings: dict[Literal["blocked_push"], Fact[BlockedPush]]
    areas: dict[Literal["largest"], Fact[Positive]]


def facts(override: Path | None = None) -> LegendaryFacts:
    """The facts, with the owner's file laid over them; the file is read again when it has changed."""
    return _read(override, file_version(override))


@lru_cache(maxsize=8)
def _read(override: Path | None, _version: object) -> LegendaryFacts:
    return load_facts(LegendaryFacts, Path(__file__).with_name("data") / "facts.toml", override)
