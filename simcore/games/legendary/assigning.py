"""How results are assigned to the units of a side, as compiled functions: one after the other, by a policy.

The last entries let Python go step by step, for `every_way`.
"""

from __future__ import annotations

from typing import NamedTuple

from simcore.engine.jit import entry, step
from simcore.games.legendary.policies import key

NEVER, SURVIVES, LIKE = range(3)
UNSURVIVABLE = 1 << 20  # wounds that no character has

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
    guarded: int  # does a Bodyguard step in? NEVER, where he SURVIVES it, or as the defenders LIKE (`guarding`)
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
    if how.guarded == SURVIVES and result < 3 and side[kind, CHARACTER]:
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


# ---- step by step, for Python --------------------------------------------------------------------------------------


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
def aimed_at(side, how, now):
    """The kind to whom the policy gives what is assigned next; somebody can take it (`who_can`)."""
    _, takes, shove = next_result(side, how, now)
    return choose(side, how, now, takes, shove)


@entry
def result_of(side, how, now):
    """What is assigned next, as in `Fates.most`."""
    return next_result(side, how, now)[0]


@entry
def fell(side, now, kind):
    """A Tough character who did not survive."""
    take_bodily(side, now, kind, UNSURVIVABLE, KILLED)


@entry
def key_of(side, now):
    """`fate_key` for Python."""
    return fate_key(side, now)
