"""What a person writes for a battle or siege of La guerre de Cent Ans, checked against the rules of composition."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import compress
from operator import itemgetter
from typing import Annotated, Any, Literal, TypeVar, get_args

from pydantic import Field

from simcore.errors import BadInput
from simcore.facts import Fact
from simcore.games.cent_ans.facts import (
    CampName,
    CentAnsFacts,
    EventName,
    KindName,
    LeaderName,
    PlaceName,
    Side,
)
from simcore.scenario import Count, Document, Names, Scenario

KINDS: tuple[KindName, ...] = get_args(KindName)
CAMPS: dict[CampName, tuple[KindName, ...]] = {  # first faction first
    "english": ("english", "burgundian"),
    "french": ("french", "armagnac"),
    "routier": ("routier",),
    "papal_guard": ("papal_guard",),
}
CAMP_OF: dict[KindName, CampName] = {kind: camp for camp, kinds in CAMPS.items() for kind in kinds}
ENEMY: dict[CampName, CampName] = {"english": "french", "french": "english"}
PolicyName = Literal["keep_dice", "largest_first", "proportional", "elite_first", "strip_dice"]
SIDES: tuple[Side, Side] = ("attacker", "defender")
EquipmentName = Literal[
    "auto", "english-longbow", "crossbow", "francs-archers", "hand-culverin", "bombard", "heavy-bombard",
    "field-artillery", "ribaudequin", "new-armour",
]  # fmt: skip
TechniqueName = Literal[
    "genoese-crossbowmen", "stakes-and-traps", "cavalry-charge", "siege-engines", "sapping", "new-armour"
]
F = TypeVar("F")
_counts = itemgetter(*KINDS)
EQUIPMENT_SPACES = 2  # 10.4.1


class Army(Document):
    """One side: units, leaders, cards, and how it chooses."""

    english: Count = 0
    burgundian: Count = 0
    french: Count = 0
    armagnac: Count = 0
    routier: Count = 0
    papal_guard: Count = 0
    elite: Count = 0
    leaders: Names[LeaderName] = Field((), description="leaders present; alone, they bring their printed armies")
    equipment: Annotated[
        Names[EquipmentName], Field(description="EQUIPMENT cards held, at most two; `auto`: the best there is")
    ] = ()
    techniques: Names[TechniqueName] = Field((), description="TECHNIQUE cards played")
    retreat_room: Count | None = Field(None, description="units that can retreat; absent: no limit")
    policy: PolicyName = Field("keep_dice", description="who is taken when this side suffers a LOSS")
    shooting_policy: PolicyName = Field("strip_dice", description="whom its longbows pick among the enemy")

    def units(self, kind: KindName) -> int:
        return int(getattr(self, kind))

    @property
    def kinds(self) -> tuple[KindName, ...]:
        return tuple(compress(KINDS, _counts(self.__dict__)))  # asked several times for every scenario of a feed


class PitchedBattle(Scenario):
    """A pitched battle (LGCA 11.1 to 11.4)."""

    attacker: Army
    defender: Army
    initiative: Side | None = Field(None, description="who rolls first; absent: the defender, never the Routiers")
    events: Names[EventName] = ()


class Siege(PitchedBattle):
    """A siege (LGCA 11.5): the defender has taken refuge in a place."""

    place: PlaceName = Field(description="what is besieged")


def _brings_leaders(side: Side, army: Army, facts: CentAnsFacts) -> Army:
    if len(set(army.leaders)) < len(army.leaders):
        raise BadInput(f"{side}.leaders", ", ".join(army.leaders), "each leader once")
    if army.model_fields_set & set(KINDS):
        return army
    printed = [facts.leaders[name].value for name in army.leaders]
    brought = {
        kind: sum(getattr(leader, kind) for leader in printed)
        for kind in ("english", "burgundian", "french", "armagnac", "elite")
    }
    return army.model_copy(update=brought)


def _camp(side: Side, army: Army, facts: CentAnsFacts) -> CampName | None:
    """The camp of an army, or None for elite units that could be anyone's."""
    camps = [CAMP_OF[kind] for kind in army.kinds if kind != "elite"]
    camps += [facts.leaders[name].value.camp for name in army.leaders]
    for camp in camps[1:]:
        if camp == camps[0]:
            continue
        for name in army.leaders:
            if (theirs := facts.leaders[name].value.camp) != camps[0]:
                raise BadInput(f"{side}.leaders", name, f"a leader of the {camps[0]} camp; he leads the {theirs} camp")
        stranger = next(kind for kind in army.kinds if kind != "elite" and CAMP_OF[kind] != camps[0])
        raise BadInput(
            f"{side}.{stranger}",
            army.units(stranger),
            f"units of one camp (LGCA 2), here {' and '.join(CAMPS[camps[0]])}",
        )
    return camps[0] if camps else None


def _check_counts(scenario: PitchedBattle, facts: CentAnsFacts) -> None:
    for side in SIDES:
        army: Army = getattr(scenario, side)
        for kind in army.kinds:
            if army.units(kind) > (most := facts.box[kind].value):
                raise BadInput(
                    f"{side}.{kind}", army.units(kind), f"0 to {most}, what the box holds ({facts.box[kind].source})"
                )
        if not army.kinds:
            raise BadInput(side, "no unit", "an army of at least one unit, or a leader")
    both = scenario.attacker.elite + scenario.defender.elite
    if both > (most := facts.box["elite"].value):
        raise BadInput("defender.elite", scenario.defender.elite, f"{most} elite units in all, both camps together")


def by_name(group: Mapping[Any, Fact[F]], name: str) -> F | None:
    """The figures of one name of a group of facts, if it is of that group."""
    return group[name].value if name in group else None


def _check_cards(side: Side, army: Army, camp: CampName, scenario: PitchedBattle, facts: CentAnsFacts) -> None:
    combat = "siege" if isinstance(scenario, Siege) else "pitched-battle"
    held = [name for name in army.equipment if name != "auto"]
    if "auto" in army.equipment and held:
        raise BadInput(f"{side}.equipment", ", ".join(army.equipment), "`auto` alone, or cards by name")
    if len(held) > EQUIPMENT_SPACES or len(set(held)) < len(held):
        raise BadInput(
            f"{side}.equipment", ", ".join(held), f"at most {EQUIPMENT_SPACES} different cards (LGCA 10.4.1)"
        )
    if len(set(army.techniques)) < len(army.techniques):
        raise BadInput(f"{side}.techniques", ", ".join(army.techniques), "each card once")
    for field, names in (("equipment", held), ("techniques", army.techniques)):
        for name in names:
            where = f"{side}.{field}"
            if camp not in ENEMY:
                raise BadInput(where, name, f"no card: the {camp} has no cards of its own")
            elite_card = by_name(facts.elite_cards, name)
            card = by_name(facts.cards, name)
            owner = elite_card.camp if elite_card else card.camp if card else None
            if owner not in (None, camp):
                raise BadInput(where, name, f"a card that the {camp} camp can hold; this one is the {owner} camp's")
            if elite_card and elite_card.kind == "technique" and (combat != "siege" or side != "attacker"):
                raise BadInput(where, name, "a card for this combat; this one is for a besieger")
            if card is None:
                continue
            if card.combat != combat and field == "techniques":
                raise BadInput(where, name, f"a card for this combat; this one is for a {card.combat}")
            if card.side not in (None, side):
                raise BadInput(where, name, f"a card for the {side}; this one is the {card.side}'s")
            if card.needs and not army.units(card.needs):
                raise BadInput(where, name, f"only with {card.needs} units in the army")
            if card.takes_castles and isinstance(scenario, Siege) and not facts.places[scenario.place].value.castle:
                raise BadInput(where, name, f"only against a castle, not a {scenario.place}")


def _check_event(scenario: PitchedBattle, camps: dict[Side, CampName], facts: CentAnsFacts) -> None:
    if len(scenario.events) > 1:
        raise BadInput(
            "events", ", ".join(scenario.events), "at most one: each of these makes or meets a battle of its own"
        )
    for name in scenario.events:
        event = facts.events[name].value
        if isinstance(scenario, Siege) and not event.sieges_too:
            raise BadInput("events", name, "no event of a pitched battle in a siege (LGCA 17.2)")
        if camps[event.side] != event.camp:
            raise BadInput("events", name, f"only with the {event.camp} camp as {event.side}")
        if event.faction and not getattr(scenario, event.side).units(event.faction):
            raise BadInput("events", name, f"only with {event.faction} units as {event.side}")


def _check_john(scenario: PitchedBattle) -> None:
    found: set[KindName] = set()
    for side in SIDES:
        army: Army = getattr(scenario, side)
        if len(army.kinds) != 1 or army.kinds[0] not in ("french", "armagnac"):
            raise BadInput(
                side, ", ".join(army.kinds), "French units alone against Armagnac units alone (John the Fearless)"
            )
        found.add(army.kinds[0])
        for field in ("leaders", "equipment", "techniques"):
            if getattr(army, field):
                raise BadInput(
                    f"{side}.{field}", ", ".join(getattr(army, field)), "nothing here under John the Fearless"
                )
    if len(found) != 2:
        raise BadInput("defender", ", ".join(scenario.defender.kinds), "the other French faction (John the Fearless)")


def understand(scenario: PitchedBattle, facts: CentAnsFacts) -> tuple[PitchedBattle, dict[Side, CampName]]:
    """The scenario with leaders' armies and the initiative filled in, and the camp of each side.

    Raises `BadInput` for anything that the rules do not allow to meet.
    """
    for side in SIDES:
        army = getattr(scenario, side)
        if army.leaders:
            scenario = scenario.model_copy(update={side: _brings_leaders(side, army, facts)})
    _check_counts(scenario, facts)
    found = {side: _camp(side, getattr(scenario, side), facts) for side in SIDES}
    if "john-the-fearless" in scenario.events:
        _check_john(scenario)
    else:
        for side, other in (SIDES, SIDES[::-1]):
            rival = found[other]
            if found[side] is None and rival is not None:
                found[side] = ENEMY.get(rival)
            if found[side] is None:
                raise BadInput(side, "elite units alone", "a faction or a leader with them, to tell the camp")
        if found["attacker"] == found["defender"]:
            kinds = scenario.defender.kinds
            enemies = ", ".join(ENEMY.get(found["attacker"], "another camp") for _ in range(1))  # type: ignore[arg-type]
            raise BadInput(
                "defender",
                ", ".join(kinds),
                f"another camp than the attacker's {found['attacker']} one, such as {enemies}",
            )
    camps: dict[Side, CampName] = {side: found[side] for side in SIDES}  # type: ignore[misc]
    if camps["attacker"] == "papal_guard":
        raise BadInput(
            "attacker.papal_guard", scenario.attacker.papal_guard, "0: the Papal Guard only defends (LGCA 11.5.3)"
        )
    for side in SIDES:
        army = getattr(scenario, side)
        if camps[side] in ("routier", "papal_guard") and army.elite:
            raise BadInput(f"{side}.elite", army.elite, f"0: the {camps[side]} has no elite units")
    if isinstance(scenario, Siege):
        for side in SIDES:
            if camps[side] == "routier":
                raise BadInput(
                    f"{side}.routier", getattr(scenario, side).routier, "0: Routiers take no part in sieges (LGCA 12.3)"
                )
    company, routiers = facts.limits["free_company"].value, scenario.defender.routier
    if camps["defender"] == "routier" and routiers < company:
        allowed = f"at least {company}: only a Free Company can be attacked (LGCA 11.1, 13)"
        raise BadInput("defender.routier", routiers, allowed)
    _check_event(scenario, camps, facts)
    for side in SIDES:
        _check_cards(side, getattr(scenario, side), camps[side], scenario, facts)
    if scenario.initiative is not None and camps[scenario.initiative] == "routier":
        raise BadInput(
            "initiative", scenario.initiative, "the other side: the Routiers never have the initiative (LGCA 11.2)"
        )
    if "john-the-fearless" in scenario.events:
        scenario = scenario.model_copy(update={"initiative": None})  # both roll at once
    elif scenario.initiative is None:
        first: Side = "attacker" if camps["defender"] == "routier" else "defender"
        scenario = scenario.model_copy(update={"initiative": first})
    return scenario, camps
