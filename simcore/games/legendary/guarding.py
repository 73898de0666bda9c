"""Every way in which results can fall where Bodyguards step in as the defenders like.

The attackers aim, one result after the other; before a Kill or Disrupt falls on a character the defenders say who takes
it, he or any Bodyguard within reach. Whoever has the next word sees all that was said before, so where the attackers
aim freely each side's choices are nodes of their own; where a policy aims the defenders alone choose.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from simcore.games.legendary import assigning
from simcore.games.legendary.assigning import BODYGUARD, CHARACTER, NEVER, REACH, Assigning
from simcore.games.legendary.every_way import MOST_STANDS, Fork, too_many
from simcore.games.legendary.kernels import ATTACKER, DEFENDER
from simcore.games.legendary.policies import FREE
from simcore.types import Array


class PreparedScenario(NamedTuple):
    """Where things stand when a side is asked: the attackers what they aim at next, or the defenders who takes what is
    aimed at `target`. Three parts, so that it equals no `Fork`."""

    where: bytes
    side: int
    target: int


Way = int | Fork | PreparedScenario


class Guarding:
    """All that can become of the defenders, as `every_way.Assignments`."""

    def __init__(self, side: Array, how: Assigning, most: Array) -> None:
        self.side, self.most = side, most
        self.how, self.aims = how._replace(guarded=NEVER), how.policy == FREE
        self.first = ATTACKER if self.aims else DEFENDER  # who chooses after a roll
        self.shape = (len(side) + 1, 6)
        self.known: dict[bytes, tuple[Way, ...]] = {}

    def ways(self, now: Array) -> tuple[Way, ...]:
        """What the results still to come can lead to until somebody rolls or the other side is asked."""
        key = now.tobytes()
        if key in self.known:
            return self.known[key]
        if len(self.known) >= MOST_STANDS:
            raise too_many()
        found: dict[Way, None] = {}
        able = np.zeros(len(self.side), np.bool_)
        if not assigning.who_can(self.side, self.how, now, able):
            found[-1 - int(assigning.key_of(self.side, now))] = None
        elif not able.any():  # it is lost
            found = dict.fromkeys(self.ways(now))
        else:
            targets = np.flatnonzero(able).tolist() if self.aims else [assigning.aimed_at(self.side, self.how, now)]
            for target in map(int, targets):
                takers = self.takers(now, target)
                if self.aims and len(takers) > 1:
                    found[PreparedScenario(key, DEFENDER, target)] = None
                else:
                    found |= dict.fromkeys(way for taker in takers for way in self.taken(now, taker))
        self.known[key] = tuple(found)
        return self.known[key]

    def takers(self, now: Array, target: int) -> list[int]:
        """Who may take the next result, which is aimed at this kind."""
        bodily = assigning.result_of(self.side, self.how, now) < 3  # no Push, whatever it is for want of room
        if not (bodily and self.side[target, CHARACTER]):
            return [target]
        guards = np.flatnonzero((self.side[:, BODYGUARD] > 0) & (now[:-1, REACH] > 0)).tolist()
        return [target, *(guard for guard in guards if guard != target)]

    def taken(self, now: Array, kind: int) -> tuple[Way, ...]:
        """What can come of the next result when this kind takes it, as long as nobody else is asked."""
        then = now.copy()
        tough = int(assigning.give(self.side, self.how, then, kind))
        return ((then.tobytes(), tough),) if tough >= 0 else self.ways(then)

    def of_set(self, cell: int, most_results: int) -> tuple[Way, ...]:
        """What a set of results can lead to; nothing where there are more than can be rolled."""
        now = np.zeros(self.shape, np.int64)
        possible = assigning.begin_set(self.side, self.how, self.most, cell, now) <= most_results
        return self.ways(now) if possible else ()

    def stands(self, where: bytes) -> Array:
        return np.frombuffer(where, np.int64).reshape(self.shape).copy()

    def after(self, fork: Fork | PreparedScenario) -> tuple[tuple[Way, ...], tuple[Way, ...]]:
        """The same after a Tough character's roll (he survives, or not), or what a side that is asked can say."""
        now = self.stands(fork[0])
        if isinstance(fork, PreparedScenario):
            if fork.side == ATTACKER:
                return self.ways(now), ()
            return tuple(dict.fromkeys(self.answered(now, taker) for taker in self.takers(now, fork.target))), ()
        felled = now.copy()
        assigning.fell(self.side, felled, fork[1])
        return self.ways(now), self.ways(felled)

    def answered(self, now: Array, taker: int) -> Way:
        """Where it leads that this kind takes the result: the attackers go on, if there is anything to choose."""
        then = now.copy()
        tough = int(assigning.give(self.side, self.how, then, taker))
        if tough >= 0:
            return then.tobytes(), tough
        ways = self.ways(then)
        return ways[0] if len(ways) == 1 else PreparedScenario(then.tobytes(), ATTACKER, -1)

    def time(self, fork: Fork | PreparedScenario) -> tuple[int, int]:
        """Rises from what comes before to what comes after: fewer results are left, or one of them is aimed."""
        left = int(self.stands(fork[0])[-1, :4].sum())
        return -left, (1 + (fork.side == DEFENDER)) if isinstance(fork, PreparedScenario) else 0
