"""The rules of an attack as compiled functions over whole numbers: results of dice, shields, assignment, Retaliation.

An attack is a chain of at most four kinds of rolls: all defence dice, all attack dice, the last Kill of a Tough
character, the Retaliation that the defence dice hold. A state is (stage, x, y):

    START                      nothing rolled
    GUARDED   x = guard        the defence is rolled; a *guard* is (who is out of reach, Shields)
    STRUCK    x = guard, y = node of the defenders    (x = 0 where nobody retaliates: the guard matters no more)
    ANSWERED  x = fate of the defenders, y = node of the attackers

A *fate* is what became of all units of a side; a *node* is a fate, or a place in the assignment where a Tough
character rolls. `combats.py` lays a scenario out.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simcore.engine.dice import Rows
from simcore.engine.jit import entry, index, step
from simcore.games.legendary.policies import key

Array = np.ndarray[Any, np.dtype[Any]]

KILL, DISRUPT, PUSH, SHIELD, BLANK = range(5)  # faces of a die
START, GUARDED, STRUCK, ANSWERED = range(4)  # stages
DEFENCE_ROW, ATTACK_ROW, TOUGH_ROW, FIRST_RETALIATION_ROW = range(4)
ATTACKER, DEFENDER = 1, 2
UNSURVIVABLE = 1 << 20  # wounds that no character has


class Fates(NamedTuple):
    """What every set of results does to one side."""

    most: Array  # int64[4]: most Slayer's Kills, Kills, Disrupts, Pushes that can make a difference
    node: Array  # int64[turns]: node after each *turn* of things, as below
    sets: int  # turns below it are sets of results with who is out of reach, then for each fork: he survives, or not
    forks: int  # nodes below it are rolls of a Tough character, the others `forks` + fate
    fates: int
    chooser: int  # ATTACKER or DEFENDER: who assigns freely; 0: nobody, `node` says what happens
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
    guards_kept: int  # guards that are told apart after the attack: all with Retaliation, else 1


# ---- dice --------------------------------------------------------------------------------------------------------


@entry
def unit_results(dice, gives, again, start, shape):
    """Chance of each result of one unit's dice: float64[reroll used (0, 1), place in `shape` laid flat].

    `dice` float64[n, 5] chance of each face; `gives` int64[5, 4] what a face counts for; `again` bool[5]: the first
    die that shows such a face is rolled once more (Feint, Parry); `start` int64[4] results without a die; `shape`
    int64[4] places for the counts of the four kinds of results. The first kind never counts beyond its last place.
    """
    rest = shape[1] * shape[2] * shape[3]  # places for each number of the first kind
    size = shape[0] * rest
    place = ((start[0] * shape[1] + start[1]) * shape[2] + start[2]) * shape[3] + start[3]
    now = np.zeros((2, size))  # by: is the reroll used?
    now[0, place] = 1.0
    for die in range(dice.shape[0]):
        spent = 0.0  # chance of a face that is rolled once more
        for face in range(5):
            if again[face]:
                spent += dice[die, face]
        after = np.zeros((2, size))
        for place in range(size):
            first = place // rest
            for face in range(5):
                to = (gives[face, 1] * shape[2] + gives[face, 2]) * shape[3] + gives[face, 3]
                to += place + rest * (min(first + gives[face, 0], shape[0] - 1) - first)
                if now[1, place] > 0.0 and dice[die, face] > 0.0:
                    after[1, to] += now[1, place] * dice[die, face]
                if now[0, place] > 0.0 and dice[die, face] > 0.0:
                    after[1, to] += now[0, place] * dice[die, face] * spent
                    if not again[face]:
                        after[0, to] += now[0, place] * dice[die, face]
        now = after
    return now


@entry
def add_unit(total, unit):
    """Results of an area with one unit more: the distributions are folded together."""
    n0, n1, n2, n3 = total.shape
    m0, m1, m2, m3 = unit.shape
    after = np.zeros((n0 + m0 - 1, n1 + m1 - 1, n2 + m2 - 1, n3 + m3 - 1))
    for i in range(m0):
        for j in range(m1):
            for k in range(m2):
                for m in range(m3):
                    share = unit[i, j, k, m]
                    if share == 0.0:
                        continue
                    for a in range(n0):
                        for b in range(n1):
                            for c in range(n2):
                                for d in range(n3):
                                    after[a + i, b + j, c + k, d + m] += share * total[a, b, c, d]
    return after


# ---- assignment --------------------------------------------------------------------------------------------------

# What is kept of each kind while results are assigned, the columns of `now` int64[kinds + 1, 6]. Its last row holds
# the results still to assign (columns 0 to 3, as in `Fates.most`), the room for Pushes, and where the branch came from:
# 2 * fork where a Tough character was saved, 2 * fork + 1 where he was not, -1 at the start.
REACH, WOUNDS, KILLED, DISRUPTED, PUSHED, SHOVED = range(6)
ROOM, CAME_FROM = 4, 5


# What the assignment knows of a kind, the columns of `side` int64[kinds, 8]; kinds are in the order of the list.
COUNT, CHARACTER = 0, 1
BEARS = 2  # wounds left to a character before the attack; 1 for troops
TOUGH, BODYGUARD = 3, 4
CHEAPNESS = 5  # place when the cheapest kind comes first
REACH_STEP = 6  # units out of reach: out_of_reach // step % (count + 1); 0: none ever
UNTOUCHABLE = 7


class Assigning(NamedTuple):
    """How results are assigned to a side."""

    policy: int
    guarded: int  # does a Bodyguard step in?
    slayer: int  # wounds that a Slayer's Kill takes from a character
    room: int  # Pushes with a legal area
    blocked_disrupts: int  # is a Push without one a Disrupt?
    assigner: int  # ATTACKER or DEFENDER


@step
def can_take(now, kind, shove):
    """Can a unit of this kind take a result? `shove`: a Push without room, once a unit."""
    return now[kind, REACH] > 0 and not (shove and now[kind, SHOVED] > 0)


@step
def choose(side, how, now, takes, shove):
    """The kind that takes the next result by the policy, -1 if nobody can."""
    best = -1
    best_key = 0
    for kind in range(side.shape[0]):
        if not can_take(now, kind, shove):
            continue
        this = key(how.policy, kind, side[kind, CHARACTER], now[kind, WOUNDS], side[kind, CHEAPNESS], takes)
        if best < 0 or this < best_key:
            best, best_key = kind, this
    return best


@step
def take_bodily(side, now, kind, takes, how):
    """A Kill or Disrupt for a unit of `kind`; `how` is KILLED or DISRUPTED."""
    if side[kind, CHARACTER] == 0:
        now[kind, REACH] -= 1
        now[kind, how] += 1
    elif now[kind, WOUNDS] > takes:
        now[kind, WOUNDS] -= takes
    else:
        now[kind, WOUNDS] = 0
        now[kind, REACH] = 0
        now[kind, how] = 1


@step
def next_result(side, how, now):
    """What is assigned next: (result as in `Fates.most`, wounds it takes, is it a Push without room?); -1: nothing."""
    left = side.shape[0]
    room = now[left, ROOM]
    if now[left, 0] > 0:
        return 0, how.slayer, False
    if now[left, 1] > 0:
        return 1, 1, False
    if now[left, 2] > 0:
        return 2, 1, False
    if now[left, 3] > 0 and (room > 0 or how.blocked_disrupts):
        return 3, UNSURVIVABLE if room > 0 else 1, room == 0
    return -1, 0, False


@step
def falls(side, how, now, result, takes, shove, kind):
    """The result is assigned to `kind`; returns the kind of a Tough character who would take his last wound by this
    Kill (it is spent), else -1."""
    left = side.shape[0]
    now[left, result] -= 1
    if how.guarded and result < 3 and side[kind, CHARACTER]:
        for other in range(left):
            if side[other, BODYGUARD] and other != kind and now[other, REACH] > 0 and now[other, WOUNDS] > takes:
                kind = other
                break
    if result == 3 and not shove:
        now[left, ROOM] -= 1
        now[kind, REACH] -= 1
        now[kind, PUSHED] += 1
        return -1
    if result < 2 and side[kind, TOUGH] and now[kind, WOUNDS] <= takes:
        return kind
    take_bodily(side, now, kind, takes, KILLED if result < 2 else DISRUPTED)
    if shove and side[kind, CHARACTER]:
        now[kind, SHOVED] = 1
    return -1


@step
def assign(side, how, now):
    """Assign the results in the last row of `now` until done (-1) or until a Tough character would take his last
    wound by a Kill (his kind; the Kill is spent)."""
    left = side.shape[0]
    while True:
        result, takes, shove = next_result(side, how, now)
        if result < 0:
            return -1
        kind = choose(side, how, now, takes, shove)
        if kind < 0:
            now[left, result] = 0  # nobody can take it: lost
            continue
        tough = falls(side, how, now, result, takes, shove, kind)
        if tough >= 0:
            return tough


@step
def fate_key(side, now):
    """What became of all units as one number: for each kind killed, disrupted, pushed, wounds lost."""
    number = 0
    for kind in range(side.shape[0]):
        base = side[kind, COUNT] + 1
        number = ((number * base + now[kind, KILLED]) * base + now[kind, DISRUPTED]) * base + now[kind, PUSHED]
        if side[kind, CHARACTER]:
            number = number * (side[kind, BEARS] + 1) + side[kind, BEARS] - now[kind, WOUNDS]
    return number


@step
def begin(side, how, most, cell, now):
    """Fill `now` for the set of results number `cell` (see `set_of`); returns how many results these are."""
    left = side.shape[0]
    results = 0
    for result in range(3, -1, -1):
        now[left, result] = cell % (most[result] + 1)
        results += now[left, result]
        cell //= most[result] + 1
    now[left, ROOM] = how.room
    for kind in range(left):
        away = 0
        if side[kind, UNTOUCHABLE]:
            away = side[kind, COUNT]
        elif side[kind, REACH_STEP] > 0:
            away = cell // side[kind, REACH_STEP] % (side[kind, COUNT] + 1)
        now[kind, REACH], now[kind, WOUNDS] = side[kind, COUNT] - away, side[kind, BEARS]
        now[kind, KILLED] = now[kind, DISRUPTED] = now[kind, PUSHED] = now[kind, SHOVED] = 0
    return results


@entry
def fill_fates(side, how, most, most_results, node, after_roll, branches):
    """Assign every set of results; returns how many forks there are.

    `node` int64[sets] and `after_roll` int64[forks, 2] are filled as in `Fates`, but a fate is -1 - its key for now;
    forks for which `after_roll` has no room are counted only. `most` int64[4] as in `Fates`; sets of more results
    than `most_results` cannot be rolled and are left out. `branches` int64[depth, kinds + 1, 6] is working room.
    """
    left = side.shape[0]
    forks = 0
    for cell in range(node.size):
        if begin(side, how, most, cell, branches[0]) > most_results:
            continue
        branches[0, left, CAME_FROM] = -1
        waiting = 1
        while waiting > 0:
            waiting -= 1
            now = branches[waiting]
            before = now[left, CAME_FROM]
            kind = assign(side, how, now)
            if kind < 0:
                value = -1 - fate_key(side, now)
            else:
                value = forks
                felled = branches[waiting + 1]
                for row in range(left + 1):
                    for what in range(6):
                        felled[row, what] = now[row, what]
                take_bodily(side, felled, kind, UNSURVIVABLE, KILLED)
                now[left, CAME_FROM], felled[left, CAME_FROM] = 2 * forks, 2 * forks + 1
                forks += 1
                waiting += 2
            if before < 0:
                node[cell] = value
            elif before < after_roll.size:
                after_roll[before // 2, before % 2] = value
    return forks


# ---- every way to assign, step by step for Python -----------------------------------------------------------------


@entry
def begin_set(side, how, most, cell, now):
    """`begin` for Python."""
    return begin(side, how, most, cell, now)


@entry
def who_can(side, how, now, able):
    """Fills `able` bool[kinds] with who can take what is assigned next; False where nothing is left to assign."""
    result, _, shove = next_result(side, how, now)
    for kind in range(side.shape[0]):
        able[kind] = result >= 0 and can_take(now, kind, shove)
    if result >= 0 and not able.any():
        now[side.shape[0], result] = 0  # nobody can take it: lost
    return result >= 0


@entry
def give(side, how, now, kind):
    """`falls` for Python: what is assigned next, to this kind."""
    result, takes, shove = next_result(side, how, now)
    return falls(side, how, now, result, takes, shove, kind)


@entry
def fell(side, now, kind):
    """A Tough character who did not survive."""
    take_bodily(side, now, kind, UNSURVIVABLE, KILLED)


@entry
def key_of(side, now):
    """`fate_key` for Python."""
    return fate_key(side, now)


# ---- the resolver ------------------------------------------------------------------------------------------------


@step
def pack(model, state):
    """The state as one number; every roll makes it larger."""
    stage, x, y = state
    struck = 1 + model.guards
    if stage == START:
        return 0
    if stage == GUARDED:
        return 1 + x
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
    size = (model.defenders.forks + model.defenders.fates) * model.guards_kept
    if rest < size:
        return STRUCK, rest % model.guards_kept, rest // model.guards_kept
    rest -= size
    nodes = model.attackers.forks + model.attackers.fates
    return ANSWERED, rest // nodes, rest % nodes


@step
def look(model, state):
    """The row rolled next (-1: over); the state is all that `advance` needs."""
    stage, x, y = state
    row = -1
    if stage == START:
        row = DEFENCE_ROW
    elif stage == GUARDED:
        row = ATTACK_ROW if model.attacked else -1
    elif stage == STRUCK:
        if y < model.defenders.forks:
            row = TOUGH_ROW
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
def turn(model, state, face):
    """(is it the defenders that suffer?, how things turn for the side that does, as in `Fates`) after the defence."""
    stage, x, y = state
    if stage == GUARDED:
        # Every Shield cancels one result: Kills (a Slayer's first), then Disrupts, then Pushes.
        shields = model.shields[index(x)]
        slayer = max(model.results[index(face), 0] - shields, 0)
        shields = max(shields - model.results[index(face), 0], 0)
        kills = max(model.results[index(face), 1] - shields, 0)
        shields = max(shields - model.results[index(face), 1], 0)
        disrupts = max(model.results[index(face), 2] - shields, 0)
        shields = max(shields - model.results[index(face), 2], 0)
        pushes = max(model.results[index(face), 3] - shields, 0)
        return True, set_of(model.defenders, model.out_of_reach[index(x)], slayer, kills, disrupts, pushes)
    if stage == STRUCK and y >= model.defenders.forks:
        return False, set_of(model.attackers, 0, 0, model.results[index(face), 1], model.results[index(face), 2], 0)
    # A Tough character's roll: the first face saves him.
    sets = model.defenders.sets if stage == STRUCK else model.attackers.sets
    return stage == STRUCK, sets + 2 * y + face - model.rows.first[TOUGH_ROW]


@step
def suffered(model, state, node):
    """The state after that, when the side that suffers comes to `node`."""
    stage, x, y = state
    if stage == GUARDED:
        return STRUCK, x if model.retaliates else 0, node
    if stage == STRUCK:
        return (STRUCK, x, node) if y < model.defenders.forks else (ANSWERED, y - model.defenders.forks, node)
    return ANSWERED, x, node


@step
def advance(model, state, face):
    """The state after `face` was rolled in `state`."""
    if state[0] == START:
        return GUARDED, face, 0  # the defence row comes first
    theirs, how = turn(model, state, face)
    return suffered(model, state, model.defenders.node[index(how)] if theirs else model.attackers.node[index(how)])


@step
def ending(model, state):
    """The guard where the first roll is all; else fate of the defenders, fate of the attackers."""
    stage, x, y = state
    if stage == GUARDED:
        return x
    if stage == STRUCK:  # nobody retaliates: one fate of the attackers
        return y - model.defenders.forks
    return x * model.attackers.fates + y - model.attackers.forks


# ---- who takes the results, where a side assigns them freely -----------------------------------------------------


@step
def decision(model, state, face):
    """The number of the choice: how things turn for the side that suffers, and all else that is known of the attack
    (the guard, or what became of the defenders); -1 where there is none."""
    stage, x, y = state
    if stage == START:
        return -1
    theirs, how = turn(model, state, face)
    fates = model.defenders if theirs else model.attackers
    if fates.chooser == 0 or fates.first_way[index(how + 1)] - fates.first_way[index(how)] < 2:
        return -1
    if theirs:
        return how * model.guards_kept + (x if model.retaliates else 0)
    known = x if stage == ANSWERED else y - model.defenders.forks
    before = model.defenders.node.size * model.guards_kept
    return before + how * model.defenders.fates + known


@step
def options(model, state, face):
    """Whose choice it is, and how many ways to assign there are."""
    theirs, how = turn(model, state, face)
    fates = model.defenders if theirs else model.attackers
    return fates.chooser, fates.first_way[index(how + 1)] - fates.first_way[index(how)]


@step
def decide(model, state, face, option):
    """The state after `face` when its results are assigned in this way."""
    theirs, how = turn(model, state, face)
    fates = model.defenders if theirs else model.attackers
    return suffered(model, state, fates.way[index(fates.first_way[index(how)] + option)])
