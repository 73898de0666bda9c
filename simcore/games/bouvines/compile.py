"""Lays a scenario out as the model that the compiled rules run on: figures, lines of sight, orders, places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Any, Literal

import numpy as np

from simcore.engine.dice import Rows, pack
from simcore.games.bouvines.facts import LONGEST_SHOT, BouvinesFacts, KindName, LeaderBonus, LeaderName, WeaponName
from simcore.games.bouvines.ground import CENTRE, PER_WORD, PLACE, SEAT, STEPS, TROOP_BITS, TROOPS, place
from simcore.games.bouvines.hexagon import distance, facing, line_of_sight
from simcore.games.bouvines.model import (
    ATTACK,
    CHARGE_ALL,
    CHARGE_HORSE,
    CHARGE_NONE,
    DEFENCE,
    FIELD,
    FORCED_MARCH,
    RECALL,
    REPAIR,
    ROTATE,
    Model,
)
from simcore.games.bouvines.policies import POLICIES
from simcore.games.bouvines.scenarios import Clash, ClashRules, ForcedMarchRule, order_of
from simcore.types import Array

Kind = KindName | Literal["dead"]
Ground = tuple[int, int, int, int, int, int]

ORDERS = {
    "attack": ATTACK, "defence": DEFENCE, "forced-march": FORCED_MARCH,
    "repair": REPAIR, "rotate": ROTATE, "recall": RECALL,
}  # fmt: skip
CHARGES = {"none": CHARGE_NONE, "horse": CHARGE_HORSE, "all": CHARGE_ALL}
TURNS = {"clockwise": 1, "counterclockwise": TROOPS - 1, "none": 0}  # cells turned under `rotate`
WEAPONS: dict[str, WeaponName] = {"archer": "bow", "crossbowman": "crossbow"}
SHOCK_FOOT, SHOCK_HORSE, BOW, CROSSBOW, FALL = range(5)  # rows of a side
ROWS = 5
NO_BONUS = LeaderBonus()


@cache
def lines_of_sight() -> tuple[Array, Array]:
    """(first gate of each offset, gates as steps of places) for all shots; see `kernels.clear`."""
    first, gates = [0], []
    span = range(-LONGEST_SHOT, LONGEST_SHOT + 1)
    for dr in span:
        for dq in span:
            if 1 < distance(dq, dr) <= LONGEST_SHOT:
                for gate in line_of_sight(dq, dr):
                    steps = [place(q, r) - CENTRE for q, r in gate]
                    gates.append((steps[0], steps[-1]))
            first.append(len(gates))
    return np.array(first), np.array(gates)


def dice(facts: BouvinesFacts, bonuses: Sequence[LeaderBonus]) -> tuple[Rows, Array]:
    """(rows, 1 for each face that counts): by side the dice in the order of the row names above."""
    first, probability, counts = [0], [], []
    for bonus in bonuses:
        chances = [
            facts.dice["shock-foot"].value.chance(bonus.shock_bonus),
            facts.dice["shock-horse"].value.chance(bonus.shock_bonus),
            facts.dice["bow"].value.chance(bonus.shot_bonus),
            facts.dice["crossbow"].value.chance(bonus.shot_bonus),
            facts.dice["fall"].value.chance(),
        ]
        for chance in chances:
            faces = [(1.0 - chance, 0), (chance, 1)]
            kept = [(p, count) for p, count in faces if p > 0.0]
            probability += [p for p, _ in kept]
            counts += [count for _, count in kept]
            first.append(len(probability))
    return pack(np.array(first), np.array(probability)), np.array(counts)


def bonus_of(leader: LeaderName | None, facts: BouvinesFacts) -> LeaderBonus:
    """What a leader adds to his plaque's attacks."""
    return NO_BONUS if leader is None else facts.leader_bonuses[leader].value


def full_points(kind: Kind, facts: BouvinesFacts) -> int:
    """Hit points of a troop in full health."""
    return 0 if kind == "dead" else facts.hit_points[kind].value


def most_points(kind: Kind, facts: BouvinesFacts) -> int:
    """Most hit points that a troop can come to have: a knight who loses his horse has those of one on foot."""
    return max(full_points(kind, facts), full_points("foot-knight", facts) if kind == "knight" else 0)


def full_life(kind: Kind, facts: BouvinesFacts) -> int:
    """Life of a troop in full health."""
    return life_with(kind, full_points(kind, facts), facts)


def life_with(kind: Kind, hit_points: int, facts: BouvinesFacts) -> int:
    """Life of a troop with so many hit points: a mounted knight's come on top of those he has on foot."""
    return hit_points + (facts.hit_points["foot-knight"].value if kind == "knight" else 0)


def model_of(
    kinds: Sequence[Kind],
    facts: BouvinesFacts,
    bonuses: Sequence[LeaderBonus],
    rules: ForcedMarchRule,
    **more: Any,
) -> Model:
    """The model of twelve troops; `more` holds what is not the same everywhere, figures not given are 0."""
    weapons = [WEAPONS.get(kind) for kind in kinds]
    ranges = [facts.ranges[weapon].value if weapon else None for weapon in weapons]
    first, gates = lines_of_sight()
    rows, counts = dice(facts, bonuses)
    damage = {name: fact.value for name, fact in facts.damage.items()}
    points_of = partial(most_points, facts=facts)
    on_foot = facts.hit_points["foot-knight"].value
    figures: dict[str, Any] = dict(
        counts=counts,
        fall_row=np.array([FALL, ROWS + FALL]),
        shock_row=np.array([[SHOCK_FOOT, SHOCK_HORSE], [ROWS + SHOCK_FOOT, ROWS + SHOCK_HORSE]]),
        shot_row=np.array(
            [ROWS * (i // TROOPS) + (CROSSBOW if weapon == "crossbow" else BOW) for i, weapon in enumerate(weapons)]
        ),
        farthest=np.array([reach.farthest if reach else 0 for reach in ranges]),
        nearest=np.array([reach.nearest if reach else 0 for reach in ranges]),
        full=np.array([full_life(kind, facts) for kind in kinds]),
        foot=np.array([on_foot if kind in ("knight", "foot-knight") else 0 for kind in kinds]),
        contact=np.array([damage["contact"] + bonus.contact_damage for bonus in bonuses]),
        per_charge=np.array([bonus.charge_damage for bonus in bonuses]),
        shot_damage=damage["shot"],
        most_cells=damage["most-cells"],
        shock=damage["shock"],
        on_defence=damage["charge-on-defence"],
        on_march=damage["forced-march"],
        march_is_least=int(rules.forced_march == "at_least"),
        fall=damage["fall"],
        healing=facts.healing["repair"].value,
        walks=np.array([facts.walks["foot"].value, facts.walks["horse"].value]),
        march_steps=facts.walks["forced-march"].value,
        removed_from=TROOPS - facts.losses["removed"].value,
        banners_from=np.full(2, -1),
        gates=first,
        gate=gates,
        turns=1,
        passages=1,
        most_points=np.array([1 + sum(map(points_of, kinds[side : side + TROOPS])) for side in (0, TROOPS)]),
    )
    field = np.zeros(1, FIELD)
    for name, figure in (figures | more).items():
        held = field[name][0]
        if held.ndim:
            held[tuple(slice(length) for length in np.shape(figure))] = figure
        else:
            field[name] = figure
    return Model(rows, field)


def fronts_of(scenario: Mapping[str, Any]) -> tuple[int, int]:
    """The cells of both sides in which the first listed troops stand; from these their directions are counted."""
    if scenario["listed"] == "from-the-east":
        return 0, 0
    front = facing(*scenario["offset"])
    return front, (front + TROOPS // 2) % TROOPS  # a half-turn brings one side's front to the other's


def ground(offset: tuple[int, int], lives: Sequence[int], front: tuple[int, int] = (0, 0)) -> Ground:
    """Both plaques in their first places, every living troop in its cell, the first listed one in the cell `front`."""
    banners = (CENTRE, place(*offset))
    words = [0] * (len(lives) // PER_WORD)
    for troop, life in enumerate(lives):
        if life:
            seat = (troop + front[troop // TROOPS]) % TROOPS
            packed = life | seat << SEAT | (banners[troop // TROOPS] + STEPS[seat]) << PLACE
            words[troop // PER_WORD] |= packed << TROOP_BITS * (troop % PER_WORD)
    return banners[0], banners[1], words[0], words[1], words[2], words[3]


def clash_field(scenario: Clash, facts: BouvinesFacts) -> tuple[Model, Ground]:
    """The model of a clash and where it begins."""
    plaques = [scenario.coalition, scenario.france]
    turns = scenario.order_limit
    passages: list[tuple[int, list[int]]] = []  # side and its orders by turn
    for side in (0, 1) if scenario.first == "coalition" else (1, 0):
        for orders in (plaques[side].orders, plaques[side].second_orders):
            if orders is not None:
                passages.append((side, [ORDERS[order_of(orders, turn)] for turn in range(turns)]))
    shown = np.zeros((len(ORDERS), turns, 2), np.int64)
    for side, orders_by_turn in passages:
        shown[orders_by_turn, np.arange(turns), side] = 1
    leaders = [None if plaque.leader is None else facts.leaders[plaque.leader].value for plaque in plaques]
    rules: ClashRules = scenario.rules
    fronts = fronts_of({"listed": scenario.listed, "offset": scenario.offset})
    kinds = [*scenario.coalition.troops, *scenario.france.troops]
    model = model_of(
        kinds,
        facts,
        [bonus_of(plaque.leader, facts) for plaque in plaques],
        rules,
        charges=np.array([CHARGES[plaque.charges] for plaque in plaques]),
        foot_knight_charges=int(rules.foot_knight_charges),
        carried_charges=int(rules.carried_into_contact == "charge"),
        engaged_charges=int(rules.engaged == "free"),
        both_sides_free=int(rules.line_along_border == "both_sides"),
        policy=np.array([POLICIES[plaque.policy] for plaque in plaques]),
        closes=np.array([int(plaque.movement == "close") for plaque in plaques]),
        front=np.array(fronts),
        rotation=np.array([TURNS[plaque.rotation] for plaque in plaques]),
        capture=np.array(
            [facts.capture[p.banner].value if p.banner in ("captain", "king", "emperor") else 0 for p in plaques]
        ),
        banners_from=np.array(
            [facts.losses["sixteen-banners"].value if leader and leader.sixteen_banners else -1 for leader in leaders]
        ),
        turns=turns,
        passages=len(passages),
        side_of=np.array([side for side, _ in passages]),
        order=np.array([orders for _, orders in passages]).T.copy(),
        defended=shown[DEFENCE],
        marching=shown[FORCED_MARCH],
    )
    points = [*(scenario.coalition.hit_points or ()), *(scenario.france.hit_points or ())]
    lives = [life_with(kind, left, facts) if left else 0 for kind, left in zip(kinds, points, strict=True)]
    return model, ground(scenario.offset, lives, fronts)
