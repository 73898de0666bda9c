"""From two hosts and the phases of their battle to the packed model that both engines run."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import prod
from typing import Any

import numpy as np

from simcore.engine.dice import pack
from simcore.engine.resolver import Problem, Resolver
from simcore.engine.shared import MOST_STATES, Size
from simcore.games.cent_ans import kernels
from simcore.games.cent_ans.hosts import Course, Host, Phase
from simcore.games.cent_ans.kernels import RollRule
from simcore.games.cent_ans.outcomes import Reading, with_losses
from simcore.games.cent_ans.policies import POLICIES
from simcore.games.cent_ans.retelling import Retelling
from simcore.games.cent_ans.scenarios import SIDES

Array = np.ndarray[Any, np.dtype[Any]]
RESOLVER = Resolver(
    "cent-ans",
    look=kernels.look,
    advance=kernels.advance,
    ending=kernels.ending,
    pack=kernels.pack,
    unpack=kernels.unpack,
)
HOLD = 0  # the removal table that removes nothing


def shared_model(course: Course, size: Size) -> Problem | None:
    """The largest battle of a kind, whose model every smaller one can share (`begun`); None if it is too large."""
    hosts = [
        replace(host, units=np.array([*factions, host.units[2]]), room=host.usable_room(course.pitched))
        for host, factions in zip(course.hosts, (size[:2], size[2:]), strict=True)
    ]
    rooms = prod(host.room + 1 for host in hosts if host.tracked(course.pitched))
    if prod(count + 1 for count in size) * rooms * len(course.phases) > MOST_STATES:
        return None
    return assemble(replace(course, hosts=hosts), smaller=True)


def begun(shared: Problem, course: Course) -> Problem:
    """A battle that begins somewhere in a model that it shares."""
    reading = shared.columns
    assert isinstance(reading, Reading)
    for host, largest in zip(course.hosts, reading.hosts, strict=True):
        host.size, host.rooms, host.box, host.rank = largest.size, largest.rooms, largest.box, largest.rank
    return replace(shared, **_own(course, shared.model))


def _own(course: Course, model: kernels.Battle) -> dict[str, Any]:
    """What a battle shares with no other: where it begins, and what is counted from there."""
    i, j = (int(host.rank[host.box_at_start()]) for host in course.hosts)
    start = (i * int(model.positions[1]) + j) * model.roller.size
    return {
        "start": start,
        "constants": {f"{host.side}.retreated": float(host.retreated) for host in course.hosts},
        "derive": partial(with_losses, course.hosts),
        "retell": Retelling(course, model, start),
    }


def assemble(course: Course, *, everything: bool = False, smaller: bool = False) -> Problem:
    """Number the positions of both sides, build every table of the model.

    `everything` keeps all positions, reached or not; `smaller` those of every battle with fewer of the factions' units.
    """
    hosts, phases, pitched = course.hosts, course.phases, course.pitched
    count = len(phases) + (not pitched)
    factor = max(phase.rule.retreat_factor for phase in phases)
    for side, host in enumerate(hosts):
        host.size, host.rooms = host.units + 1, host.room + 1 if host.tracked(pitched) else 1
        fewest = host.units * [0, 0, 1] if smaller else host.units
        takers = {POLICIES[host.army.policy]}
        takers |= {POLICIES[p.picks] for p in phases if p.picks is not None and p.roller != side}
        attrition = host.dice.owned * factor if pitched else np.zeros(2, np.int64)
        host.box, host.rank = kernels.find_positions(
            host.dice, fewest, host.units, host.rooms, np.array(sorted(takers)), attrition,
            inoperative_without(host) if pitched else 0, everything,
        )  # fmt: skip
    most_positions = max(host.box.size for host in hosts)
    most_loss = max(most_losses(hosts[phase.roller], phase.rule) for phase in phases)

    names: list[tuple[int, str]] = []  # removal tables after HOLD: whose units, by which policy
    table, own_table = np.zeros(count, np.int64), np.zeros(count, np.int64)
    for number, phase in enumerate(phases):
        enemy = 1 - phase.roller
        key = (enemy, phase.picks or hosts[enemy].army.policy)
        own = (phase.roller, hosts[phase.roller].army.policy)
        for name in (key, own):
            if name not in names:
                names.append(name)
        table[number] = HOLD if phase.holds else 1 + names.index(key)
        own_table[number] = 1 + names.index(own)
    remove = np.empty((1 + len(names), most_positions, most_loss + 1), np.int64)
    remove[:] = np.arange(most_positions)[:, None]
    for number, (side, policy) in enumerate(names, start=1):
        host = hosts[side]
        kernels.fill_removal(host.dice, host.size, host.rooms, POLICIES[policy], host.box, host.rank, remove[number])

    operative = np.tile(np.arange(most_positions), (2, 1))
    row_of = np.full((count, most_positions + 1), -1)
    built: dict[tuple[int, RollRule], Array] = {}
    faces_of: list[Array] = []
    probability: list[Array] = []
    shift: list[Array] = []
    loss: list[Array] = []
    retreats: list[Array] = []
    routiers: list[Array] = []
    rounds: list[Array] = []
    owner: list[Array] = []
    rows = 0
    for side, host in enumerate(hosts):
        kernels.fill_operative(
            host.size, host.rooms, host.box, host.rank, inoperative_without(host) if pitched else 0, operative[side]
        )
    for number, phase in enumerate(phases):
        key_rule = (phase.roller, phase.rule)
        if key_rule not in built:
            host = hosts[phase.roller]
            where = np.full(most_positions, -1)
            made = kernels.build_rows(
                host.dice, phase.rule, host.size, host.rooms, host.box, host.room, rows, where, most_loss
            )
            built[key_rule] = where
            for store, part in zip((faces_of, probability, shift, loss, retreats, routiers), made, strict=True):
                store.append(part)
            owner.append(np.full(made[0].size, phase.roller))
            rounds.append(np.full(made[0].size, float(phase.round)))
            rows += made[0].size
        row_of[number, :-1] = built[key_rule]
    # A siege that is won without a roll has no rows: of nothing, NumPy would make fractions.
    first_face = np.concatenate([[0], np.cumsum(np.concatenate(faces_of))]).astype(np.int64)
    follows = np.zeros((count, most_loss + 1), np.int64)
    for number, phase in enumerate(phases):
        steps = list(phase.follows)
        follows[number] = (steps + steps[-1:] * (most_loss + 1))[: most_loss + 1]

    padded = [*phases, *[Phase(0, RollRule(), (0,))] * (count - len(phases))]  # the lifted siege rolls nothing

    def per_phase(name: str) -> Array:
        return np.array([int(getattr(phase, name)) for phase in padded])

    def side_by_side(name: str, size: int) -> Array:
        joined = np.zeros((2, size), np.int64)
        for side, host in enumerate(hosts):
            joined[side, : getattr(host, name).size] = getattr(host, name)
        return joined

    positions = np.array([host.box.size for host in hosts])
    empty = np.array([int(np.searchsorted(-host.box, -(host.rooms - 1))) for host in hosts])
    model = kernels.Battle(
        rows=pack(first_face, np.concatenate(probability)),
        shift=np.concatenate(shift),
        loss=np.concatenate(loss),
        row_of=row_of,
        roller=per_phase("roller"),
        table=table,
        own_table=own_table,
        pending=per_phase("pending"),
        closes=per_phase("closes"),
        fallen=np.array([empty[1 - phase.roller] if phase.begins else most_positions for phase in padded]),
        follows=follows,
        plain=np.array([p.follows[0] if len(p.follows) == 1 and not (p.pending or p.closes) else -1 for p in padded]),
        box=side_by_side("box", most_positions),
        rank=side_by_side("rank", max(host.rank.size for host in hosts)),
        remove=remove,
        operative=operative,
        positions=positions,
        empty=empty,
    )
    pairs = 0 if pitched else int(positions.prod())
    owners = np.concatenate(owner)
    tallies = {"rounds": np.concatenate(rounds)}
    for side, side_name in enumerate(SIDES):
        tallies[f"{side_name}.retreated"] = np.concatenate(retreats) * (owners == side)
        tallies[f"{side_name}.routiers"] = np.concatenate(routiers) * (owners == side)
    return Problem(
        resolver=RESOLVER,
        model=model,
        states=int(positions.prod()) * count,
        phases=count,
        endings=int(positions.sum()) + pairs,
        columns=Reading(hosts, model),
        tallies=tallies,
        **_own(course, model),
    )


def inoperative_without(host: Host) -> int:
    """Elite units below which elite alone cannot roll a die in the next round (11.4.6)."""
    return host.card.elite_per_die_pitched or int(host.dice.started[2]) + 1


def most_losses(host: Host, rule: RollRule) -> int:
    dice = host.dice.owned * [rule.first_loss_factor, 1] if rule.faction_dice else np.zeros(2, np.int64)
    return int(dice.sum()) + host.dice.elite_owned + rule.extra_loss + rule.second_extra_loss
