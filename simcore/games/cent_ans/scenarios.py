"""What a person writes for a battle or siege of La guerre de Cent Ans, checked against the rules of composition."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import compress
from operator import itemgetter
from typing import Annotated, Any, Literal, TypeVar, get_args

from pydantic import BeforeValidator, Field, WithJsonSchema

from simcore.contracts.utility import Weights
from simcore.errors import BadInput, nearest
from simcore.games.cent_ans.facts import (
    BattleEnd,
    CampName,
    CentAnsFacts,
    EventName,
    KindName,
    LeaderName,
    PlaceName,
    Side,
)
from simcore.games.cent_ans.policies import DEFAULT, POLICIES, SHOOTING_DEFAULT
from simcore.scenarios.facts import Fact
from simcore.scenarios.scenario import Between, CachedDocument, Count, Entries, Scenario

KINDS: tuple[KindName, ...] = get_args(KindName)
CAMPS: dict[CampName, tuple[KindName, ...]] = {  # first faction first
    "english": ("english", "burgundian"),
    "french": ("french", "armagnac"),
    "routier": ("routier",),
    "papal_guard": ("papal_guard",),
}
CAMP_OF: dict[KindName, CampName] = {kind: camp for camp, kinds in CAMPS.items() for kind in kinds}
ENEMY: dict[CampName, CampName] = {"english": "french", "french": "english"}
PolicyName = Literal[
    "weakest_first",
    "keep_dice",
    "largest_first",
    "proportional",
    "elite_first",
    "strip_dice",
    "strongest_first",
    "optimal",
]
LeaderEffects = Literal["unless-doubled", "always", "never", "optimal"]
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
LONGEST_LIST = 12  # steps of a policy stated as a list
_STEP = rf"({'|'.join(KINDS)})(-to-[0-9]{{1,2}})?"
_LIST = re.compile(rf"{_STEP}(,{_STEP}){{0,{LONGEST_LIST - 1}}}(,({'|'.join(POLICIES)}))?")


def steps_of(policy: str) -> tuple[list[tuple[KindName, int]], str]:
    """A policy stated as a list: the kinds that are taken and how many of each are kept, and how what is left goes.

    >>> steps_of("armagnac-to-3,french"), steps_of("french-to-1,largest_first")
    (([('armagnac', 3), ('french', 0)], 'keep_dice'), ([('french', 1)], 'largest_first'))
    """
    steps = policy.split(",")
    rest = steps.pop() if steps[-1] in POLICIES else "keep_dice"
    parts = (step.partition("-to-") for step in steps)
    return [(kind, int(kept or 0)) for kind, _, kept in parts], rest  # type: ignore[misc]


def _policy(value: object) -> object:
    if value in get_args(PolicyName) or (isinstance(value, str) and _LIST.fullmatch(value)):
        return value
    steps_too = f"or at most {LONGEST_LIST} steps such as armagnac-to-3,french (READINGS)"
    raise ValueError(f"{nearest(value, get_args(PolicyName))}; {steps_too}")


Policy = Annotated[
    str,
    BeforeValidator(_policy),
    WithJsonSchema({"anyOf": [
        {"enum": list(get_args(PolicyName)), "type": "string"},
        {"pattern": f"^{_LIST.pattern}$", "type": "string"},
    ]}),
]  # fmt: skip


def in_box(kind: KindName) -> Between:
    """Units of a kind that there can be."""
    return Between(0, lambda facts: facts.box[kind], "what the box holds")


class Army(CachedDocument):
    """One side: units, leaders, cards, and how it chooses."""

    english: Annotated[int, in_box("english")] = 0
    burgundian: Annotated[int, in_box("burgundian")] = 0
    french: Annotated[int, in_box("french")] = 0
    armagnac: Annotated[int, in_box("armagnac")] = 0
    routier: Annotated[int, in_box("routier")] = 0
    papal_guard: Annotated[int, in_box("papal_guard")] = 0
    elite: Annotated[int, in_box("elite")] = 0
    leaders: Entries[LeaderName] = Field((), description="leaders present; alone, they bring their printed armies")
    equipment: Annotated[
        Entries[EquipmentName], Field(description="EQUIPMENT cards held, at most two; `auto`: the best there is")
    ] = ()
    techniques: Entries[TechniqueName] = Field((), description="TECHNIQUE cards played")
    retreat_room: Count | None = Field(None, description="units that can retreat; absent: no limit")
    retreated_by_kind: bool = Field(
        False, strict=True, description="does every outcome say which units got away by retreating?"
    )
    policy: Policy = Field(
        DEFAULT, description="who is taken when this side suffers a LOSS: a name, or steps such as french-to-3"
    )
    leader_effects: LeaderEffects | None = Field(
        None, description="does a leader who may turn DISPERSION into RETREAT do so? absent: unless the enemy doubles "
        "RETREAT results; with the policy `optimal`: what is best",
    )  # fmt: skip
    shooting_policy: PolicyName = Field(SHOOTING_DEFAULT, description="whom its longbows pick among the enemy")

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
    events: Entries[EventName] = ()
    battle_end: BattleEnd = Field(
        "after-roll",
        description="11.3: does a pitched battle end after the roll that takes the last enemy, or with its last LOSS, "
        "which spares the roller his own results",
    )
    utility: Weights | None = Field(
        None, description="what `optimal` and `auto` seek: the attacker the most of it, the defender the least; "
        "absent: the attacker's win chance",
    )  # fmt: skip


class Siege(PitchedBattle):
    """A siege (LGCA 11.5): the defender has taken refuge in a place."""

    place: PlaceName = Field(description="what is besieged")


def besieged(scenario: PitchedBattle) -> PlaceName | None:
    """The place in which the defender has taken refuge; None in a pitched battle."""
    return scenario.place if isinstance(scenario, Siege) else None


# What is asked of one side by itself is asked of the same armies again and again in a feed.
_once = lru_cache(maxsize=1 << 12)


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


@_once
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


@_once
def _check_counts(side: Side, army: Army, facts: CentAnsFacts) -> None:
    for kind in army.kinds:
        if army.units(kind) > facts.box[kind].value:  # brought by several leaders
            raise BadInput(f"{side}.{kind}", army.units(kind), in_box(kind).allowed(facts))
    if not army.kinds:
        allowed = "an army of at least one unit, or a leader"
        if army.leaders:
            allowed = "an army of at least one unit; his card brings one only where no count is stated, not 0"
        raise BadInput(side, "no unit", allowed)


def _check_elite(scenario: PitchedBattle, facts: CentAnsFacts) -> None:
    both = scenario.attacker.elite + scenario.defender.elite
    if both > (most := facts.box["elite"].value):
        raise BadInput("defender.elite", scenario.defender.elite, f"{most} elite units in all, both camps together")


def by_name(group: Mapping[Any, Fact[F]], name: str) -> F | None:
    """The figures of one name of a group of facts, if it is of that group."""
    return group[name].value if name in group else None


def _check_cards(side: Side, army: Army, camp: CampName, place: PlaceName | None, facts: CentAnsFacts) -> None:
    """`place`: what is besieged; None in a pitched battle."""
    combat = "siege" if place else "pitched-battle"
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
            if card.takes_castles and place and not facts.places[place].value.castle:
                raise BadInput(where, name, f"only against a castle, not a {place}")


def _check_policy(side: Side, army: Army, camp: CampName) -> None:
    if army.policy in get_args(PolicyName):
        return
    for kind, _ in steps_of(army.policy)[0]:
        if kind not in (*CAMPS[camp], "elite"):
            raise BadInput(f"{side}.policy", army.policy, f"kinds of this camp: {', '.join((*CAMPS[camp], 'elite'))}")


@_once
def _check_manner(side: Side, army: Army, camp: CampName, place: PlaceName | None, facts: CentAnsFacts) -> None:
    _check_policy(side, army, camp)
    _check_cards(side, army, camp, place, facts)


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
    for side in SIDES:
        _check_counts(side, getattr(scenario, side), facts)
    _check_elite(scenario, facts)
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
        _check_manner(side, getattr(scenario, side), camps[side], besieged(scenario), facts)
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
