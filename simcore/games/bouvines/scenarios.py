"""What a person writes for the combats of Bouvines, checked against the rules."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from simcore.errors import ABSENT, BadInput
from simcore.games.bouvines.facts import (
    BannerName,
    BouvinesFacts,
    KindName,
    LeaderName,
    OrderName,
    SideName,
    WeaponName,
)
from simcore.games.bouvines.hexagon import distance
from simcore.scenarios.scenario import Between, Document, Entries, OneOrMany, Scenario
from simcore.text import with_article

SIDES: tuple[SideName, SideName] = ("coalition", "france")
TROOPS = 6
FARTHEST_START = 8  # distance of the banners
NEAREST_START = 3  # nearer, they would have cells in common
PolicyName = Literal["weakest_first", "strongest_first", "shooters_first"]


def _kind_alone(value: object) -> object:
    return {"kind": value} if isinstance(value, str) else value


def _toughest(facts: BouvinesFacts) -> int:
    return max(kind.value for kind in facts.hit_points.values())


def _farthest(facts: BouvinesFacts) -> int:
    return max(weapon.value.farthest for weapon in facts.ranges.values())


Coordinate = Annotated[int, Between(-FARTHEST_START, FARTHEST_START)]
HitPoints = Annotated[int, Between(1, _toughest, "the most that a troop has")]
HitPointsOrNone = Annotated[int, Between(0, _toughest, "the most that a troop has")]
Cells = Annotated[int, Between(1, lambda facts: facts.damage["most-cells"], "the most that a charge counts")]
Distance = Annotated[int, Between(1, _farthest, "the range of the farthest weapon")]
Turns = Annotated[int, Between(1, lambda facts: facts.turns["game"], "the turns of a game")]


class Target(Document):
    """The troop that is attacked; a plain kind will do for one in full health."""

    kind: KindName
    hit_points: HitPoints | None = Field(None, description="absent: full")


class ForcedMarchRule(Document):
    """How the rules are read where players could settle it otherwise."""

    forced_march: Literal["flat", "at_least"] = Field(
        "flat", description="an attack on a plaque on forced march takes exactly 2, or at least 2"
    )


class ClashRules(ForcedMarchRule):
    """How the rules are read where players could settle it otherwise."""

    foot_knight_charges: bool = Field(True, strict=True, description="may a knight on foot charge?")
    carried_into_contact: Literal["contact", "charge"] = Field(
        "contact", description="how a troop attacks that its plaque's step brought into contact"
    )
    engaged: Literal["strikes", "free"] = Field(
        "strikes", description="may a troop in its cell that touches an enemy charge another one instead of striking?"
    )
    line_along_border: Literal["one_side", "both_sides"] = Field(
        "one_side", description="which cells must be free where a line of sight runs between two"
    )


class Attack(Scenario):
    """One attack on one troop."""

    target: Annotated[Target, BeforeValidator(_kind_alone, json_schema_input_type=Target | KindName)]
    target_order: OrderName = Field("attack", description="what the die of the target's plaque shows")
    target_acts: Literal["before", "after"] = Field(
        "after", description="with the order repair: is the target repaired before or after this attack?"
    )
    leader: LeaderName | None = Field(None, description="the banner of the attacking plaque, for its bonus")
    rules: ForcedMarchRule = ForcedMarchRule()


class Contact(Attack):
    """A strike at contact (BV Attaque)."""


class Charge(Attack):
    """A charge (BV Attaque)."""

    charger: Literal["horse", "foot"]
    cells: Cells = Field(description="cells walked, the plaque's own step included")


class Shot(Attack):
    """A shot (BV Attaque)."""

    weapon: WeaponName
    distance: Distance = Field(description="cells from the shooter to the target")
    clear: bool = Field(True, strict=True, description="is nothing in between?")


class Plaque(Document):
    """One side of a clash: a plaque, its banner, and how it is led."""

    troops: Annotated[Entries[KindName | Literal["dead"]], Field(min_length=TROOPS, max_length=TROOPS)] = Field(
        description="the six troops, clockwise, from the cell that `listed` names"
    )
    hit_points: Annotated[Entries[HitPointsOrNone], Field(min_length=TROOPS, max_length=TROOPS)] | None = Field(
        None, description="of the six troops; absent: full"
    )
    banner: BannerName | None = Field(None, description="absent: the leader's, or a gonfanon")
    leader: LeaderName | None = Field(None, description="gives the banner, its dice and its bonus")
    orders: Annotated[Entries[OrderName], Field(min_length=1)] = Field(
        ("attack",), description="turn by turn; the last one is repeated"
    )
    second_orders: Annotated[Entries[OrderName], Field(min_length=1)] | None = Field(
        None, description="of the second die of a leader who has two"
    )
    policy: PolicyName = Field("weakest_first", description="whom its troops attack")
    movement: Literal["close", "hold"] = Field("close", description="does the plaque step towards the enemy?")
    charges: Literal["all", "horse", "none"] = Field("all", description="which of its troops charge")
    rotation: Literal["clockwise", "counterclockwise", "none"] = Field(
        "clockwise", description="which way its troops turn under `rotate`, if at all"
    )


class Clash(Scenario):
    """Plaque against plaque over several turns."""

    coalition: Plaque
    france: Plaque
    offset: Annotated[tuple[Coordinate, Coordinate], OneOrMany()] = Field(
        (2, 1), description="the French banner as seen from the coalition's, axial [q, r]"
    )
    listed: Literal["from-the-east", "from-the-front"] = Field(
        "from-the-east",
        description="where the six troops of both sides are listed from, clockwise: from the cell in the east, or from "
        "the cell that faces the enemy, so that the same list on both sides is the same plaque turned about",
    )
    first: SideName = Field("coalition", description="who acts first in each turn")
    order_limit: Turns = Field(6, description="turns after which the clash is left undecided")
    rules: ClashRules = ClashRules()


def _check_points(field: str, points: int, kind: KindName, facts: BouvinesFacts) -> None:
    most = facts.hit_points[kind].value
    if not 1 <= points <= most:
        raise BadInput(field, points, f"a whole number from 1 to {most}, the hit points of {with_article(kind)}")


def understand_attack(scenario: Any, facts: BouvinesFacts) -> Any:
    """The attack with the target's hit points filled in."""
    target = scenario.target
    points = facts.hit_points[target.kind].value if target.hit_points is None else target.hit_points
    _check_points("target.hit_points", points, target.kind, facts)
    if isinstance(scenario, Shot):
        reach = facts.ranges[scenario.weapon].value
        if not reach.nearest <= scenario.distance <= reach.farthest:
            allowed = f"a whole number from {reach.nearest} to {reach.farthest} for a {scenario.weapon}"
            raise BadInput("distance", scenario.distance, allowed)
    return scenario.model_copy(update={"target": target.model_copy(update={"hit_points": points})})


def order_of(orders: tuple[OrderName, ...], turn: int) -> OrderName:
    """The order of a turn; the last one stated is repeated."""
    return orders[min(turn, len(orders) - 1)]


def _understand_plaque(name: SideName, plaque: Plaque, turns: int, facts: BouvinesFacts) -> Plaque:
    full = tuple(0 if kind == "dead" else facts.hit_points[kind].value for kind in plaque.troops)
    points = full if plaque.hit_points is None else plaque.hit_points
    for cell, (kind, left) in enumerate(zip(plaque.troops, points, strict=True)):
        field = f"{name}.hit_points.{cell}"
        if kind != "dead":
            _check_points(field, left, kind, facts)
        elif left:
            raise BadInput(field, left, "0: this troop is dead")
    most_dead = facts.losses["removed"].value - 1
    if plaque.troops.count("dead") > most_dead:
        raise BadInput(
            f"{name}.troops", ", ".join(plaque.troops), f"at most {most_dead} dead: the plaque would be gone"
        )
    banner = plaque.banner or "gonfanon"
    dice = 1
    if plaque.leader is not None:
        leader = facts.leaders[plaque.leader].value
        dice = leader.dice
        if leader.side != name:
            raise BadInput(f"{name}.leader", plaque.leader, f"a leader of this side; his is {leader.side}")
        if plaque.banner not in (None, leader.banner):
            raise BadInput(f"{name}.banner", plaque.banner, f"{leader.banner}, the leader's, or nothing")
        banner = leader.banner
    if banner == ("emperor" if name == "france" else "king"):
        raise BadInput(f"{name}.banner", banner, f"another banner: the {banner} is on the other side")
    if dice == 1 and plaque.second_orders is not None:
        raise BadInput(f"{name}.second_orders", ", ".join(plaque.second_orders), "nothing: this banner has one die")
    if dice == 2:
        if plaque.second_orders is None:
            raise BadInput(f"{name}.second_orders", ABSENT, "the orders of his second die, as he has two")
        for turn in range(turns):
            if (order := order_of(plaque.orders, turn)) == order_of(plaque.second_orders, turn):
                raise BadInput(f"{name}.second_orders", order, f"another order than the first die's in turn {turn + 1}")
    return plaque.model_copy(update={"hit_points": points, "banner": banner})


def understand_clash(scenario: Clash, facts: BouvinesFacts) -> Clash:
    """The clash with hit points and banners filled in. Raises `BadInput` for what the rules do not allow to meet."""
    if not NEAREST_START <= distance(*scenario.offset) <= FARTHEST_START:
        raise BadInput("offset", list(scenario.offset), f"a banner {NEAREST_START} to {FARTHEST_START} cells away")
    turns = min(scenario.order_limit, facts.turns["game"].value)  # the default may be more than an owner's game has
    plaques: dict[str, Any] = {name: _understand_plaque(name, getattr(scenario, name), turns, facts) for name in SIDES}
    return scenario.model_copy(update={**plaques, "order_limit": turns})
