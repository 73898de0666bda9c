"""From two hosts and the phases of their battle to the packed model that both engines run."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import prod
from typing import Any, NamedTuple

import numpy as np

from simcore.engine import cost
from simcore.engine.dice import Rows, pack
from simcore.engine.resolver import Problem, Resolver, Tallies
from simcore.engine.shared import MOST_STATES, Size
from simcore.errors import BadInput
from simcore.games.cent_ans import choices, kernels, tables
from simcore.games.cent_ans.hosts import Course, Host, Phase
from simcore.games.cent_ans.kernels import RollRule
from simcore.games.cent_ans.narration import Retelling
from simcore.games.cent_ans.outcomes import OutcomeDecoder, with_losses
from simcore.games.cent_ans.policies import OPTIMAL
from simcore.games.cent_ans.scenarios import SIDES
from simcore.types import Array

RESOLVER = Resolver.of("cent-ans", kernels, choices)
MOST_BOXES = 4_000_000  # of a side whose retreats are told by kind: 20 units of each faction and 19 elite fit
HOLD = 0  # the removal table that removes nothing


def shared_model(course: Course, size: Size) -> Problem | None:
    """The largest battle of a kind, whose model every smaller one can share (`begun`); None if it is too large."""
    hosts = [
        replace(host, units=np.array([*factions, host.units[2]]), room=host.usable_room(course.pitched))
        for host, factions in zip(course.hosts, (size[:2], size[2:]), strict=True)
    ]
    rooms = prod(tracked_room(host, course.pitched).size for host in hosts)
    if prod(count + 1 for count in size) * rooms * len(course.phases) > MOST_STATES:
        return None
    try:
        return assemble(replace(course, hosts=hosts), smaller=True)
    except cost.TooDear:  # each may still have a model of its own
        return None


def begun(shared: Problem, course: Course) -> Problem:
    """A battle that begins somewhere in a model that it shares."""
    reading = shared.columns
    assert isinstance(reading, OutcomeDecoder)
    for host, largest in zip(course.hosts, reading.hosts, strict=True):
        host.size, host.tracked, host.box, host.rank = largest.size, largest.tracked, largest.box, largest.rank
    return shared.with_start(**_own(course, shared.model))


def _own(course: Course, model: kernels.Battle) -> dict[str, Any]:
    """What a battle shares with no other: where it begins, and what is counted from there."""
    i, j = (int(host.rank[host.box_at_start()]) for host in course.hosts)
    start = (i * int(model.positions[1]) + j) * model.roller.size
    return {
        "start": start,
        "constants": {f"{host.side}.retreated": float(sum(host.retreated.tolist())) for host in course.hosts},
        "derive": partial(with_losses, course.hosts),
        "retell": Retelling(course, model, start),
    }


def assemble(course: Course, *, everything: bool = False, smaller: bool = False) -> Problem:
    """Number the positions of both sides, build every table of the model.

    `everything` keeps all positions, reached or not; `smaller` those of every battle with fewer of the factions' units.
    """
    hosts, phases, pitched = course.hosts, course.phases, course.pitched
    count = len(phases) + (not pitched)
    chooser = np.zeros(count, np.int64)
    for number, phase in enumerate(phases):
        side = 1 - phase.roller if phase.picks is None else phase.roller
        if OPTIMAL in (phase.picks, hosts[side].army.policy if phase.picks is None else None) and not phase.holds:
            chooser[number] = 1 + side
    factor = max(phase.rule.retreat_factor for phase in phases)
    for side, host in enumerate(hosts):
        host.size, host.tracked = host.units + 1, tracked_room(host, pitched)
        fewest = host.units * [0, 0, 1] if smaller else host.units
        takers = {host.code(host.army.policy)}
        takers |= {host.code(p.picks or host.army.policy, p.loaded) for p in phases if p.roller != side}
        free = any(chooser[n] and p.roller != side for n, p in enumerate(phases))  # every smaller army can come up
        attrition = host.dice.owned * factor if pitched else np.zeros(2, np.int64)
        host.box, host.rank = tables.find_positions(
            host.dice, fewest, host.units, host.tracked, np.array(sorted(takers)), attrition,
            inoperative_without(host) if pitched else 0, everything or free,
        )  # fmt: skip
    _check_endings(hosts, pitched)
    most_positions = max(host.box.size for host in hosts)
    most_loss = max(most_losses(hosts[phase.roller], phase.rule) for phase in phases)

    names: list[tuple[int, int]] = []  # removal tables after HOLD: whose units, by which compiled choice
    table, own_table = np.zeros(count, np.int64), np.zeros(count, np.int64)
    for number, phase in enumerate(phases):
        enemy = 1 - phase.roller
        key = (enemy, hosts[enemy].code(phase.picks or hosts[enemy].army.policy, phase.loaded))
        own = (phase.roller, hosts[phase.roller].code(hosts[phase.roller].army.policy))
        for name in (key, own):
            if name not in names:
                names.append(name)
        table[number] = HOLD if phase.holds else 1 + names.index(key)
        own_table[number] = 1 + names.index(own)
    remove = np.empty((1 + len(names), most_positions, most_loss + 1), np.int64)
    remove[:] = np.arange(most_positions)[:, None]
    for number, (side, choice) in enumerate(names, start=1):
        host = hosts[side]
        tables.fill_removal(host.dice, host.size, host.tracked, choice, host.box, host.rank, remove[number])

    operative = np.tile(np.arange(most_positions), (2, 1))
    units = units_of(hosts, most_positions)
    empty = np.array([int(np.searchsorted(-host.box, -(host.tracked.size - 1))) for host in hosts])
    for side, host in enumerate(hosts):
        tables.fill_operative(
            host.size, host.tracked, host.box, host.rank, inoperative_without(host) if pitched else 0, operative[side]
        )
    rolls = lay_rolls(course, units, empty, most_loss)
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
    model = kernels.Battle(
        rows=rolls.rows,
        shift=rolls.shift,
        loss=rolls.loss,
        row_of=rolls.row_of,
        by_enemy=rolls.by_enemy,
        roller=per_phase("roller"),
        table=table,
        own_table=own_table,
        pending=per_phase("pending"),
        closes=per_phase("closes"),
        follows=follows,
        plain=np.array([p.follows[0] if len(p.follows) == 1 and not (p.pending or p.closes) else -1 for p in padded]),
        box=side_by_side("box", most_positions),
        rank=side_by_side("rank", max(host.rank.size for host in hosts)),
        remove=remove,
        operative=operative,
        positions=positions,
        empty=empty,
        in_pairs=int(any(host.army.retreated_by_kind for host in hosts)),
        chooser=chooser,
        units=units,
        unit_step=np.array(
            [[h.size[1] * h.size[2] * h.tracked.size, h.size[2] * h.tracked.size, h.tracked.size] for h in hosts]
        ),
    )
    pairs = int(positions.prod()) if model.in_pairs or not pitched else 0
    return Problem(
        resolver=RESOLVER,
        model=model,
        states=int(positions.prod()) * count,
        phases=count,
        endings=int(positions.sum()) + pairs,
        decisions=int(positions.prod()) * count * (most_loss + 1) if chooser.any() else 0,
        columns=OutcomeDecoder(hosts, model),
        purposes=rolls.purposes,
        tallies=rolls.tallies,
        **_own(course, model),
    )


class Rolls(NamedTuple):
    """What both sides can roll in all phases: the part of a `kernels.Battle` of the same names, and what rows count."""

    rows: Rows
    shift: Array
    loss: Array
    row_of: Array
    by_enemy: Array
    purposes: Array  # int64[rows]
    tallies: Tallies


def lay_rolls(course: Course, units: Array, empty: Array, most_loss: int) -> Rolls:
    """The rows of every rule, once for each side that rolls by it; `units` and `empty` as in `kernels.Battle`."""
    phases, most_positions = course.phases, units.shape[1]
    count = len(phases) + (not course.pitched)
    row_of, by_enemy = np.full((count, most_positions), kernels.OVER), np.zeros((count, most_positions), np.int64)
    built: dict[tuple[int, RollRule], tuple[Array, Array | int]] = {}
    parts: list[tuple[Array, ...]] = []
    rounds: list[Array] = []
    owner: list[Array] = []
    strikes: list[Array] = []
    rows = 0
    for number, phase in enumerate(phases):
        key = (phase.roller, phase.rule)
        if key not in built:
            host = course.hosts[phase.roller]
            where, foes = np.full(most_positions, kernels.OVER), most_foes(course, phase)
            made = tables.build_rows(
                host.dice, phase.rule, host.size, host.tracked, host.box, rows, where, most_loss, foes
            )
            parts.append(made)
            new = made[0].size
            built[key] = where, block_of(units[1 - phase.roller], foes) * (new // (foes + 1)) if foes else 0
            owner.append(np.full(new, phase.roller))
            strikes.append(np.full(new, not phase.rule.faction_dice))
            rounds.append(np.full(new, float(phase.round)))
            rows += new
        row_of[number], by_enemy[number] = built[key]
        if phase.begins:
            by_enemy[number, empty[1 - phase.roller] :] = kernels.OVER
    faces, probability, shift, loss, retreats, routiers = map(np.concatenate, zip(*parts, strict=True))
    # A siege that is won without a roll has no rows: of nothing, NumPy would make fractions.
    first_face = np.concatenate([[0], np.cumsum(faces)]).astype(np.int64)
    owners = np.concatenate(owner)
    tallies = Tallies(rounds=np.concatenate(rounds))
    for side, side_name in enumerate(SIDES):
        tallies[f"{side_name}.retreated"] = retreats * (owners == side)
        tallies[f"{side_name}.routiers"] = routiers * (owners == side)
    purposes = owners + 2 * np.concatenate(strikes)
    return Rolls(pack(first_face, probability), shift, loss, row_of, by_enemy, purposes, tallies)


def _check_endings(hosts: list[Host], pitched: bool) -> None:
    """Refuses what would count more pairs of positions than fit, before any table is made for them."""
    by_kind = [host.side for host in hosts if host.army.retreated_by_kind]
    if by_kind or not pitched:
        what = f"{by_kind[0]}.retreated_by_kind" if pitched else "siege"
        instead = "leave it out" if pitched else "name the policies"
        pairs = prod(host.box.size for host in hosts)
        cost.check(what, cost.counted(pairs), f"{instead}; simcore odds --exact insists")


def tracked_room(host: Host, pitched: bool) -> kernels.Room:
    """What of this side's retreats is part of its position: room that can run out, and who got away if that is told."""
    room = host.room
    if host.army.retreated_by_kind and pitched:
        most = [min(count, room) for count in host.units[:2].tolist()]
        size = (most[0] + 1) * (most[1] + 1)
        if size * int((host.units + 1).prod()) > MOST_BOXES:
            allowed = "false for so many units, or a smaller retreat_room: it is too much to keep apart"
            raise BadInput(f"{host.side}.retreated_by_kind", True, allowed)
        return kernels.Room(room, size, most[1] + 1, 1, int(host.second_first))
    return kernels.Room(room, room + 1) if host.room_runs_out(pitched) else kernels.Room(room)


def units_of(hosts: list[Host], most_positions: int) -> Array:
    """Units [side, position, kind]."""
    units = np.zeros((2, most_positions, 3), np.int64)
    for side, host in enumerate(hosts):
        units[side, : host.box.size] = host.units_at(host.box)
    return units


def inoperative_without(host: Host) -> int:
    """Elite units below which elite alone cannot roll a die in the next round (11.4.6)."""
    return host.card.elite_per_die_pitched or int(host.dice.started[2]) + 1


def most_foes(course: Course, phase: Phase) -> int:
    """Enemies left, at most, of whom one roll can take the last where that ends the battle (11.3); else 0."""
    if not course.last_loss or not phase.rule.own_results:
        return 0
    return min(most_losses(course.hosts[phase.roller], phase.rule), int(course.hosts[1 - phase.roller].units.sum()))


def block_of(units: Array, foes: int) -> Array:
    """Which block of the rows of `tables.build_rows` is rolled against `units` int64[position, kind]."""
    left = units.sum(axis=1)
    return np.where(left <= foes, left, 0)


def most_losses(host: Host, rule: RollRule) -> int:
    dice = host.dice.owned * [rule.first_loss_factor, 1] if rule.faction_dice else np.zeros(2, np.int64)
    return int(dice.sum()) + host.dice.elite_owned + rule.extra_loss + rule.second_extra_loss
