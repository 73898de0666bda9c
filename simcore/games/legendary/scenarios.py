"""What a person writes for an attack in Legendary Battles, checked: who may meet whom, and how."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import BeforeValidator, Field, ValidationInfo

from simcore.contracts.utility import Weights
from simcore.errors import ABSENT, BadInput, nearest
from simcore.games.legendary.facts import (
    BlockedPush,
    Card,
    Character,
    CharacterName,
    DieName,
    LegendaryFacts,
    OptionalRule,
    TerrainName,
    Troop,
    UnitName,
)
from simcore.scenarios.scenario import Between, Count, Document, Entries, OneOf, Scenario

SideName = Literal["attackers", "defenders"]
SIDES: tuple[SideName, SideName] = ("attackers", "defenders")
PolicyName = Literal["spare_characters", "cheapest_first", "characters_first", "as_listed", "optimal"]
Cancelled = Literal["push", "any"]
LendingPolicy = Literal["apart", "together", "optimal"]
TerrorPolicy = Literal["most_kills", "most_results", "most_pushes", "standing", "optimal"]
RobbingPolicy = Literal["most_shields", "dodge_first", "retaliation_first", "optimal"]
ParryPolicy = Literal["keep_both", "keep_retaliation", "keep_dodge", "keep_none", "never", "standing", "optimal"]
FeintPolicy = Literal["always", "never", "standing", "optimal"]
WhetherPolicy = Literal["always", "never", "optimal"]
Rerolls = Literal["attack-first", "defence-first"]
RuthlessPolicy = Literal["always", "spare_tough", "never", "optimal"]


def _robbed(value: object) -> object:
    """A policy, or who loses the die: `pikemen`, or `halberdiers.white` where his dice differ."""
    who, dot, die = value.partition(".") if isinstance(value, str) else ("", "", "")
    names = [*get_args(UnitName), *get_args(CharacterName)]
    if value in get_args(RobbingPolicy) or (who in names and (die in get_args(DieName) or not dot)):
        return value
    raise ValueError(f"{nearest(value, [*get_args(RobbingPolicy), *names])}; or one of these names, a dot and a die")


Robbed = Annotated[
    str,
    BeforeValidator(
        _robbed,
        json_schema_input_type=RobbingPolicy
        | UnitName
        | CharacterName
        | Annotated[str, Field(pattern=rf"^[a-z-]+\.({'|'.join(get_args(DieName))})$")],
    ),
]


Tokens = Annotated[int, Between(0, lambda facts: facts.areas["largest"], "one for each unit of the largest area")]
Units = Annotated[int, Between(1, lambda facts: facts.areas["largest"], "the units of the largest area")]


def _survived(facts: LegendaryFacts) -> int:
    return max(card.value.wounds for card in facts.characters.values()) - 1


Wounds = Annotated[int, Between(0, _survived, "fewer than the toughest character has")]


class Entry(Document):
    """Units of one kind, or one character, in an area."""

    unit: UnitName | None = Field(None, description="a troop kind; or name a character instead")
    count: Units = Field(1, description="units of this kind")
    character: CharacterName | None = Field(None, description="a character; or name a unit instead")
    wounds: Wounds = Field(0, description="wounds that the character has suffered already")

    @property
    def name(self) -> str:
        return self.unit or self.character or ""

    def card(self, facts: LegendaryFacts) -> Troop | Character:
        if self.unit is not None:
            return facts.troops[self.unit].value
        assert self.character is not None
        return facts.characters[self.character].value


def _named_alone(value: object) -> object:
    """A unit or character by name alone is one of it."""
    if isinstance(value, (dict, Entry)):
        return value
    if value not in (names := [*get_args(UnitName), *get_args(CharacterName)]):
        raise ValueError(nearest(value, names))
    return {"unit" if value in get_args(UnitName) else "character": value}


Named = Annotated[Entry, BeforeValidator(_named_alone, json_schema_input_type=Entry | UnitName | CharacterName)]
Area = Annotated[Entries[Named], Field(min_length=1)]


def marching(facts: LegendaryFacts) -> list[str]:
    """Kinds that can try a forced march: infantry without Haste (Forced March)."""
    return [
        name
        for name, card in facts.troops.items()
        if card.value.kind == "infantry" and "haste" not in card.value.skills
    ]


class Marching(OneOf):
    """A kind that can try a forced march; the error says why another one cannot."""

    def check(self, value: object, given: ValidationInfo) -> object:
        try:
            return super().check(value, given)
        except ValueError as error:
            assert given.context is not None  # without facts every kind will do
            card = given.context.troops.get(value) if isinstance(value, str) else None
            if card is None:
                raise
            why = "has Haste" if card.value.kind == "infantry" else f"is {card.value.kind}"
            raise ValueError(f"infantry without Haste, and this {why}; {error}") from None


class Melee(Scenario):
    """One area attacks another hand to hand."""

    attackers: Area = Field(description="units and characters in the attacking area")
    defenders: Area = Field(description="units and characters in the attacked area")
    terrain: TerrainName = Field("plains", description="terrain of the attacked area")
    behind: Literal["stakes", "palisade"] | None = Field(None, description="what stands before the defenders")
    charging: bool = Field(False, strict=True, description="the attack ends a charge")
    optional_rules: Entries[OptionalRule] = Field((), description="optional rules in force")
    push_room: Count | None = Field(None, description="units that can be pushed; absent: no limit")
    blocked_push: BlockedPush | None = Field(None, description="what a Push without room is; absent: as the facts say")
    ruthless_tokens: Tokens = Field(0, description="tokens the attackers may spend on Ruthless")
    bodyguard: bool = Field(True, strict=True, description="does a Bodyguard step in for a targeted character?")
    shooters_in_melee: bool = Field(
        False, strict=True, description="do units with a range roll their attack dice in a melee?"
    )
    culverin_untouchable: bool = Field(
        True, strict=True, description="no result may be assigned to a Culverin (Formigny)"
    )
    attackers_policy: PolicyName = Field("spare_characters", description="how the attackers assign what they suffer")
    defenders_policy: PolicyName = Field("cheapest_first", description="how the defenders assign what they suffer")
    targeting_policy: PolicyName = Field("spare_characters", description="how attackers with Targeting assign")
    cancels: Cancelled = Field(
        "push", description="hit results that d'Audrehem and Boucicaut cancel: Pushes, or any, Kills first"
    )
    lending_policy: LendingPolicy = Field(
        "apart", description="dice lent to Bowmen: each to another one, or all to one"
    )
    terror_policy: TerrorPolicy = Field("most_results", description="the one die that attackers keep under Terror")
    somerset_policy: Robbed = Field("dodge_first", description="the defence die that Somerset takes away")
    parry_policy: ParryPolicy = Field("keep_dodge", description="which dice without a Shield Parry rolls again")
    feint_policy: FeintPolicy = Field("always", description="is a blank rolled again by Feint?")
    rerolls: Rerolls = Field("attack-first", description="whose rerolls come first, where a side looks before its own")
    ruthless_policy: RuthlessPolicy = Field("spare_tough", description="when a Ruthless character spends a token")
    bodyguard_policy: WhetherPolicy = Field("always", description="does a Bodyguard step in where he may?")
    ransom_policy: WhetherPolicy = Field("always", description="is a character captured who would fall (Ransom)?")
    utility: Weights | None = Field(
        None, description="what `optimal` seeks: the attacker the most of it, the defender the least; "
        "absent: the attacker's win chance",
    )  # fmt: skip

    def area(self, side: SideName) -> tuple[Entry, ...]:
        entries: tuple[Entry, ...] = getattr(self, side)
        return entries


class Shooting(Melee):
    """Units with a range shoot at another area."""

    distance: Annotated[int, Between(1, 2)] = Field(1, description="areas between shooter and target")


class ForcedMarch(Scenario):
    """An infantry group tries a forced march (optional rule)."""

    unit: Annotated[UnitName, Marching(marching)] = Field(description="an infantry kind without Haste")


def _check_area(scenario: Melee, side: SideName, facts: LegendaryFacts) -> None:
    seen: set[str] = set()
    units = 0
    most = facts.areas["largest"].value
    for number, entry in enumerate(scenario.area(side)):
        where = f"{side}.{number}"
        if (entry.unit is None) == (entry.character is None):
            given = ABSENT if entry.unit is None else f"{entry.unit} and {entry.character}"
            raise BadInput(where, given, "either a unit or a character")
        if entry.name in seen:
            raise BadInput(f"{where}.{'unit' if entry.unit else 'character'}", entry.name, "each name once a side")
        if entry.unit is not None and entry.wounds:
            raise BadInput(f"{where}.wounds", entry.wounds, "0 for troops: their first wound is their last")
        if entry.character is not None:
            if entry.count != 1:
                raise BadInput(f"{where}.count", entry.count, "1 for a character")
            wounds = facts.characters[entry.character].value.wounds
            if entry.wounds >= wounds:
                raise BadInput(f"{where}.wounds", entry.wounds, f"0 to {wounds - 1}: {entry.name} has {wounds}")
        units += entry.count
        if units > most:
            raise BadInput(f"{where}.count", entry.count, f"at most {most} units in an area, characters included")
        seen.add(entry.name)


def _check_meeting(scenario: Melee, facts: LegendaryFacts) -> None:
    shooting = isinstance(scenario, Shooting)
    ours = {entry.character for entry in scenario.attackers if entry.character}
    for number, entry in enumerate(scenario.defenders):
        if entry.character in ours and entry.character is not None:
            raise BadInput(f"defenders.{number}.character", entry.character, "each character once in all")
        card = entry.card(facts)
        if shooting and isinstance(card, Character) and card.forbids_shooting:
            raise BadInput(f"defenders.{number}.character", entry.name, "somebody whose area may be shot at")
    if all(untouchable(scenario, entry.card(facts)) for entry in scenario.defenders):
        raise BadInput("defenders", scenario.defenders[0].name, "at least one unit that can suffer a result")
    if scenario.behind == "palisade" and not shooting:
        raise BadInput(
            "behind", "palisade", "stakes or nothing: a palisade blocks a melee, or is removed without a roll"
        )
    if scenario.charging:
        if shooting:
            raise BadInput("charging", True, "false: shooting ends no charge")
        for number, entry in enumerate(scenario.attackers):
            if "charge" not in entry.card(facts).skills:
                raise BadInput(f"attackers.{number}", entry.name, "units with Charge while `charging` is true")
    if len(set(scenario.optional_rules)) < len(scenario.optional_rules):
        raise BadInput("optional_rules", ", ".join(scenario.optional_rules), "each rule once")


def _check_robbed(scenario: Melee, facts: LegendaryFacts) -> None:
    """Only somebody who is there can lose a die that he has."""
    who, _, die = scenario.somerset_policy.partition(".")
    if who in get_args(RobbingPolicy):
        return
    there = {entry.name: entry.card(facts) for entry in scenario.defenders}
    if who not in there:
        raise BadInput("somerset_policy", scenario.somerset_policy, nearest(who, list(there)))
    dice = {*there[who].defence, *getattr(there[who], "defence_behind_stakes", ())}
    if scenario.behind == "palisade":
        dice |= {*facts.palisade["palisade"].value.dice}
    if die and die not in dice:
        has = ", ".join(sorted(dice)) or "none"
        raise BadInput("somerset_policy", scenario.somerset_policy, f"a defence die that {who} has: {has}")


def understand(scenario: Melee, facts: LegendaryFacts) -> None:
    """Raise `BadInput` for anything that the rules do not allow to meet."""
    for side in SIDES:
        _check_area(scenario, side, facts)
    _check_meeting(scenario, facts)
    _check_robbed(scenario, facts)
    if not any(rolls(scenario, entry.card(facts)) and entry.card(facts).attack for entry in scenario.attackers):
        how = "that shoots so far (over a palisade indirectly)" if isinstance(scenario, Shooting) else "that fights"
        raise BadInput("attackers", ", ".join(e.name for e in scenario.attackers), f"at least one unit {how}")


def rolls(scenario: Melee, card: Card) -> bool:
    """Does a unit with this card roll its attack dice in this attack?"""
    shot, reach = (card.shot, card.range) if isinstance(card, Troop) else (None, 0)
    if not isinstance(scenario, Shooting):
        return shot is None or scenario.shooters_in_melee
    blocked = scenario.behind == "palisade" and shot == "direct"
    return shot is not None and reach >= scenario.distance and not blocked


def untouchable(scenario: Melee, card: Card) -> bool:
    """May no result be assigned to it?"""
    return isinstance(card, Troop) and card.untouchable and scenario.culverin_untouchable
