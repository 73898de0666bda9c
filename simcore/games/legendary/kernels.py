"""The rolls of an attack as compiled functions over whole numbers: defence, Shields, attack, Retaliation.

An attack is a chain of at most four kinds of rolls: all defence dice, all attack dice, the last Kill of a Tough
character, the Retaliation that the defence dice hold. A state is (stage, x, y):

    START                      nothing rolled
    GUARDED   x = guard        the defence is rolled; a *guard* is (who is out of reach, Shields)
    TURNED    x = what of the guard matters for Retaliation, y = set of results    (x = 0 where nobody retaliates)
    STRUCK    x = the same, y = node of the defenders
    ANSWERED  x = fate of the defenders, y = node of the attackers

Where somebody chooses between dice he sees the dice that are to act as Retaliation: then a guard says those too.

A *fate* is what became of all units of a side; a *node* is a fate, or a place in the assignment where a Tough
character rolls, or where the other side goes on choosing (`assigning` and `every_way` fill them). TURNED is come to
only where the attackers choose by what is rolled how many Disrupts they turn into Kills (Ruthless). Where one side
chooses after the other a roll of one face leads on. `combats` lays a scenario out, `choices` says what can be chosen.
"""

from __future__ import annotations

from typing import NamedTuple

from simcore.engine.dice import Rows
from simcore.engine.jit import index, step
from simcore.types import Array

START, GUARDED, TURNED, STRUCK, ANSWERED = range(5)  # stages
DEFENCE_ROW, ATTACK_ROW, TOUGH_ROW, FIRST_RETALIATION_ROW = range(4)
ATTACKER, DEFENDER = 1, 2


class Fates(NamedTuple):
    """What every set of results does to one side."""

    most: Array  # int64[4]: most Slayer's Kills, Kills, Disrupts, Pushes that can make a difference
    node: Array  # int64[turns]: node after each *turn* of things, as below
    sets: int  # turns below it are sets of results with who is out of reach, then for each fork: he survives, or not
    forks: int  # nodes below it are rolls of a Tough character or choices of `asks`, the others `forks` + fate
    fates: int
    chooser: int  # ATTACKER or DEFENDER: who chooses freely after a roll; 0: nobody, `node` says what happens
    asks: Array  # int64[forks]: ATTACKER or DEFENDER: who chooses there; 0: a Tough character rolls
    aimed: Array  # int64[forks]: the kind that the next result is aimed at when the defenders are asked, else -1
    first_way: Array  # int64[turns + 1]: first of the nodes in `way` among which he chooses
    way: Array  # int64[]


class Attack(NamedTuple):
    """The model of one scenario."""

    rows: Rows
    results: Array  # int64[faces, 4] of attack and Retaliation: Slayer's Kills, Kills, Disrupts, Pushes
    out_of_reach: Array  # int64[guards]
    shields: Array  # int64[guards]
    defenders: Fates
    attackers: Fates
    attacked: int  # 0: the chain ends with the first roll (a forced march)
    retaliates: int
    guards: int
    kept: Array  # int64[guards]: what of a guard matters after the attack, its row of Retaliation; 0 without
    guards_kept: int  # how many of these there are
    ruthless: int = 0  # Disrupts that the attackers may turn into Kills as they choose; 0: `results` has it all
    cancels: tuple[int, int, int] = (0, 0, 0)  # with `ruthless`: Disrupts, Pushes, any results that are cancelled then


@step
def turned_states(model):
    """How many states there are of stage TURNED."""
    return model.defenders.sets * model.guards_kept if model.ruthless > 0 else 0


@step
def pack(model, state):
    """The state as one number; every roll makes it larger."""
    stage, x, y = state
    struck = 1 + model.guards
    if stage == START:
        return 0
    if stage == GUARDED:
        return 1 + x
    if stage == TURNED:
        return struck + y * model.guards_kept + x
    struck += turned_states(model)
    if stage == STRUCK:
        return struck + y * model.guards_kept + x
    nodes = model.defenders.forks + model.defenders.fates
    return struck + nodes * model.guards_kept + x * (model.attackers.forks + model.attackers.fates) + y


@step
def unpack(model, number):
    """Inverse of `pack`."""
    struck = 1 + model.guards
    if number == 0:
        return START, 0, 0
    if number < struck:
        return GUARDED, number - 1, 0
    rest = number - struck
    size = turned_states(model)
    if rest < size:
        return TURNED, rest % model.guards_kept, rest // model.guards_kept
    rest -= size
    size = (model.defenders.forks + model.defenders.fates) * model.guards_kept
    if rest < size:
        return STRUCK, rest % model.guards_kept, rest // model.guards_kept
    rest -= size
    nodes = model.attackers.forks + model.attackers.fates
    return ANSWERED, rest // nodes, rest % nodes


@step
def next_roll(model, state):
    """The row rolled next (-1: over); the state is all that `advance` needs."""
    stage, x, y = state
    row = -1
    if stage == START:
        row = DEFENCE_ROW
    elif stage == GUARDED:
        row = ATTACK_ROW if model.attacked else -1
    elif stage == TURNED:
        row = model.rows.first.size - 2  # the last one, of one face
    elif stage == STRUCK:
        if y < model.defenders.forks:
            row = TOUGH_ROW if model.defenders.asks[index(y)] == 0 else model.rows.first.size - 2
        elif model.retaliates:
            row = FIRST_RETALIATION_ROW + x
    elif y < model.attackers.forks:
        row = TOUGH_ROW
    return row, state


@step
def set_of(fates, out_of_reach, slayer, kills, disrupts, pushes):
    """The number of a set of results; what nobody could take makes no difference."""
    most = fates.most
    place = out_of_reach * (most[0] + 1) + min(slayer, most[0])
    place = place * (most[1] + 1) + min(kills, most[1])
    place = place * (most[2] + 1) + min(disrupts, most[2])
    return place * (most[3] + 1) + min(pushes, most[3])


@step
def shielded(model, guard, slayer, kills, disrupts, pushes, shields):
    """The number of the set of results that so many Shields leave: each cancels one result, Kills (a Slayer's first),
    then Disrupts, then Pushes."""
    kills_from = shields - slayer
    disrupts_from = kills_from - kills
    pushes_from = disrupts_from - disrupts
    return set_of(
        model.defenders,
        model.out_of_reach[index(guard)],
        max(slayer - shields, 0),
        max(kills - max(kills_from, 0), 0),
        max(disrupts - max(disrupts_from, 0), 0),
        max(pushes - max(pushes_from, 0), 0),
    )


@step
def may_turn(model, state, face):
    """How many Disrupts the attackers may turn into Kills after this roll."""
    if state[0] != GUARDED or model.ruthless == 0:
        return 0
    return min(model.ruthless, model.results[index(face), 2])


@step
def after_turning(model, state, face, turned):
    """The state when so many Disrupts of the attack roll are turned into Kills: the defenders cancel what their cards
    say, then the Shields act. What cancels any result and what Shields do comes to the same: the gravest goes first."""
    _, guard, _ = state
    disrupts, pushes, hits = model.cancels
    how = shielded(
        model,
        guard,
        model.results[index(face), 0],
        model.results[index(face), 1] + turned,
        max(model.results[index(face), 2] - turned - disrupts, 0),
        max(model.results[index(face), 3] - pushes, 0),
        model.shields[index(guard)] + hits,
    )
    return TURNED, model.kept[index(guard)], how


@step
def turn(model, state, face):
    """(is it the defenders that suffer?, how things turn for the side that does, as in `Fates`) after the defence."""
    stage, x, y = state
    if stage == GUARDED:
        how = shielded(
            model,
            x,
            model.results[index(face), 0],
            model.results[index(face), 1],
            model.results[index(face), 2],
            model.results[index(face), 3],
            model.shields[index(x)],
        )
        return True, how
    if stage == TURNED:
        return True, y
    if stage == STRUCK and y >= model.defenders.forks:
        return False, set_of(model.attackers, 0, 0, model.results[index(face), 1], model.results[index(face), 2], 0)
    sets = model.defenders.sets if stage == STRUCK else model.attackers.sets
    if stage == STRUCK and model.defenders.asks[index(y)] != 0:
        return True, sets + 2 * y
    # A Tough character's roll: the first face saves him.
    return stage == STRUCK, sets + 2 * y + face - model.rows.first[TOUGH_ROW]


@step
def suffered(model, state, node):
    """The state after that, when the side that suffers comes to `node`."""
    stage, x, y = state
    if stage == GUARDED:
        return STRUCK, model.kept[index(x)], node
    if stage == TURNED:
        return STRUCK, x, node
    if stage == STRUCK:
        return (STRUCK, x, node) if y < model.defenders.forks else (ANSWERED, y - model.defenders.forks, node)
    return ANSWERED, x, node


@step
def transition(model, state, face):
    """The state after `face` was rolled in `state`."""
    if state[0] == START:
        return GUARDED, face, 0  # the defence row comes first
    if state[0] == GUARDED and model.ruthless > 0:
        return after_turning(model, state, face, 0)
    theirs, how = turn(model, state, face)
    return suffered(model, state, model.defenders.node[index(how)] if theirs else model.attackers.node[index(how)])


@step
def terminal_outcome(model, state):
    """The guard where the first roll is all; else fate of the defenders, fate of the attackers."""
    stage, x, y = state
    if stage == GUARDED:
        return x
    if stage == STRUCK:  # nobody retaliates: one fate of the attackers
        return y - model.defenders.forks
    return x * model.attackers.fates + y - model.attackers.forks
