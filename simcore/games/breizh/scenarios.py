"""What a person writes for a battle, a siege or a fight of Breizh 1341, checked against the rules and the box."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, ValidationInfo, model_validator

from simcore.errors import BadInput, nearest
from simcore.games.breizh.facts import ActionName, Bonus, BreizhFacts, Strength
from simcore.games.breizh.limits import MOST_STRENGTH
from simcore.games.breizh.names import CampName, RegionName
from simcore.scenarios.scenario import Between, Document, Entries, OneOf, Scenario

MOST_SIEGES = 16  # more castles than 20 troops can besiege on the board
IN_BOX = "what the box holds"
Troops = Annotated[int, Between(1, lambda facts: facts.box["troops"], IN_BOX)]
TroopsOrNone = Annotated[int, Between(0, lambda facts: facts.box["troops"], IN_BOX)]
Besiegers = Annotated[
    int, Between(0, lambda facts: MOST_STRENGTH + facts.rules["siege-reserve"].value, "for the strongest castle")
]
Highwaymen = Annotated[int, Between(0, lambda facts: facts.box["highwaymen"], IN_BOX)]
Partisans = Annotated[int, Between(0, lambda facts: facts.box["partisans"], IN_BOX)]
CastleName = Annotated[str, OneOf(lambda facts: list(facts.castles))]


def able(facts: BreizhFacts, action: ActionName, camp: CampName | None = None) -> list[str]:
    """Characters whose cards give something in an action, of one camp or (None) of either."""
    cards = {name: fact.value for name, fact in facts.characters.items()}
    return [name for name, card in cards.items() if camp in (None, card.camp) and card.bonus(action)]


Montfort = Annotated[
    str, OneOf(partial(able, action="battle", camp="montfort"), "a character of Montfort with a bonus for a battle")
]
Blois = Annotated[
    str, OneOf(partial(able, action="battle", camp="blois"), "a character of Blois with a bonus for a battle")
]
Besieger = Annotated[str, OneOf(partial(able, action="siege"), "a character with a bonus for a siege")]
Defender = Annotated[
    str, OneOf(partial(able, action="siege_defence"), "a character with a bonus for the defence in a siege")
]
Fighter = Annotated[str, OneOf(partial(able, action="fight"), "a character with a bonus for a fight")]


class BattleRules(Document):
    """Readings of the Battle section that a table can settle otherwise."""

    winner: Literal["difference", "survivor"] = Field(
        "difference", description="what is looked at first: a lead of 3 in the last round, or who alone has troops left"
    )


class Battle(Scenario):
    """A battle in one region (Battle)."""

    montfort: Troops = Field(description="Montfort's troops")
    blois: Troops = Field(description="Blois's troops")
    montfort_bonus: Bonus = Field(0, description="Montfort's character bonus, in every round")
    blois_bonus: Bonus = Field(0, description="Blois's character bonus, in every round")
    montfort_character: Montfort | None = Field(None, description="the character whose bonus that is")
    blois_character: Blois | None = Field(None, description="the character whose bonus that is")
    rules: BattleRules = BattleRules()


class Besieged(Document):
    """One castle under siege: how strong, by how many, with what help."""

    castle: CastleName | None = Field(None, description="which castle; or `strength`")
    strength: Strength | None = Field(None, description="strength of a castle that is not named")
    region: RegionName | None = Field(None, description="where a castle lies that is not named")
    troops: Besiegers | None = Field(None, description="besiegers; absent: as many as can besiege it")
    bonus: Bonus = Field(0, description="the besieger's character bonus")
    character: Besieger | None = Field(None, description="the character whose bonus that is")
    opponent_bonus: Bonus = Field(0, description="the opponent's character bonus, taken off")
    opponent_character: Defender | None = Field(None, description="the character whose bonus that is")
    supplement: Literal["rally", "eliminate", "both", "none"] | None = Field(
        None, description="what is taken of that which the fall brings; absent: all, and of a choice the rally"
    )


def _besieged(value: Any, given: ValidationInfo) -> Any:
    """A castle by name alone, or one of a strength, as the table that says so."""
    if isinstance(value, (dict, Besieged)):
        return value
    if isinstance(value, str):
        if given.context is not None and value not in (names := list(given.context.castles)):
            raise ValueError(f"a strength, or a castle by name; {nearest(value, names)}")
        return {"castle": value}
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return {"strength": value}
    raise ValueError("a castle by name, a strength, or a table with one of them, troops and so on")


Listed = Annotated[Besieged, BeforeValidator(_besieged, json_schema_input_type=Besieged | CastleName | Strength)]


class Siege(Scenario, Besieged):
    """One siege, or all the sieges of one Besiege action in their order."""

    sieges: Annotated[Entries[Listed], Field(min_length=1, max_length=MOST_SIEGES)] | None = Field(
        None, description="several sieges, in the order in which they are fought: a castle, a strength or a table each"
    )
    pool: TroopsOrNone | None = Field(None, description="troops that all sieges share")
    pool_by_region: dict[RegionName, TroopsOrNone] | None = Field(
        None, description="troops that the sieges of a region share"
    )
    enemy_partisans: dict[RegionName, Partisans] | None = Field(
        None, description="enemy partisans; a region not named has enough"
    )

    @model_validator(mode="after")
    def _one_or_several(self) -> Self:
        if self.sieges is not None:
            for field in Besieged.model_fields:
                if field in self.model_fields_set:
                    raise BadInput(
                        field, getattr(self, field), "nothing here beside `sieges`: write it into one of them"
                    )
        if self.pool is not None and self.pool_by_region is not None:
            raise BadInput("pool", self.pool, "`pool` or `pool_by_region`, not both")
        return self

    def stated(self) -> dict[str, Any]:
        stated = super().stated()
        return stated if self.sieges is None else {k: v for k, v in stated.items() if k not in Besieged.model_fields}

    def listed(self) -> list[tuple[str, Besieged]]:
        """Every siege, with where its fields stand in the document."""
        if self.sieges is None:
            return [("", self)]
        return [(f"sieges.{number}.", siege) for number, siege in enumerate(self.sieges)]


class Target(Document):
    """Enemy pieces in one region."""

    region: RegionName | None = None
    troops: TroopsOrNone = 0
    highwaymen: Highwaymen = 0


def _target(value: Any) -> Any:
    if isinstance(value, (dict, Target)):
        return value
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return {"troops": value}
    raise ValueError("a number of troops, or a table with region, troops and highwaymen")


class FightRules(Document):
    """Readings of the Fight section that a table can settle otherwise."""

    limit: Literal["together", "each"] = Field(
        "together", description="is the most removed in a region meant for both kinds together, or for each?"
    )


class Fight(Scenario):
    """A Fight action against troops and highwaymen (Fight)."""

    targets: Annotated[
        Entries[Annotated[Target, BeforeValidator(_target, json_schema_input_type=Target | TroopsOrNone)]],
        Field(min_length=1, description="enemy pieces, a number (troops) or a table for each region"),
    ]
    bonus: Bonus = Field(0, description="character bonus")
    character: Fighter | None = Field(None, description="the character whose bonus that is")
    prefer: Literal["highwaymen", "troops"] = Field("highwaymen", description="what is removed first")
    rules: FightRules = FightRules()
