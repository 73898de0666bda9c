"""La guerre de Cent Ans played for the best: every way to take every LOSS is tried, from the rulebook's second writing.

A search through the whole tree of a battle or siege, over the rolls and readings of `cent_ans`: no policy, no table of
choices, nothing of simcore. The attacker wants the most of a utility, the defender the least (11.4.1: who suffers a
LOSS chooses; the Longbow's victims are its owner's choice). Positions that come again by another way are looked up.
"""

from collections import defaultdict
from functools import lru_cache
from itertools import product
from math import prod
from typing import Any, NamedTuple

from .cent_ans import (
    CAPACITY,
    DICE,
    ELITE,
    ELITE_DICE,
    FACES,
    FACTIONS,
    FREE_ATTACK,
    KINDS,
    ROLL,
    SIDES,
    UNLIMITED,
    Battle,
    State,
    Units,
    dice_results,
    minus,
)

NOTHING = ((0, 0, 0),) * len(KINDS)  # no result on one's own units


class Position(NamedTuple):
    """Whose turn it is in which round, and what both camps have left."""

    units: tuple[Units, Units]
    room: tuple[int, int]  # left to retreat
    turn: int  # 0 or 1: the first or second camp of the round
    first: bool  # the first round
    quiet: bool = False  # siege: the besieger has rolled in this round and removed nobody


def takings(units: Units, number: int) -> list[Units]:
    """Every army that can be left when so many units are taken."""
    left = {units}
    for _ in range(min(number, sum(units))):
        left = {minus(some, kind, 1) for some in left for kind in range(7) if some[kind]}
    return sorted(left)


class BestPlay:
    """The search of one scenario. `free`: the sides that choose by themselves, the others keep to their policies."""

    def __init__(self, scenario: dict[str, Any], weights: dict[str, float], free: tuple[str, ...] = SIDES) -> None:
        self.battle, self.weights = Battle(scenario), weights
        self.free = {SIDES.index(side) for side in free}
        self.value = lru_cache(None)(self._value)

    # ---- who chooses ----

    def taken(self, victim: int, units: Units, number: int, chooser: int, policy: str) -> list[Units]:
        """What can be left of the victim's camp."""
        if chooser in self.free:
            return takings(units, number)
        return [self.battle.camps[victim].lose(units, number, policy)]

    def best(self, chooser: int, values: list[float]) -> float:
        return max(values) if chooser == 0 else min(values)

    def rolls(self, side: int, units: Units, room: int, first: bool) -> dict[Any, int]:
        """What a camp's roll says, with every way that it may turn its own results: {(LOSS, these ways): how often}."""
        battle = self.battle
        leaders = {"john-talbot", "charles-v"} & battle.camps[side].leaders
        if side not in self.free or battle.siege or not leaders:
            return {(loss, (own,)): ways for (loss, own), ways in battle.readings(side, units, room, first).items()}
        elite, elite_faces = battle.elite_dice(side, units[ELITE])
        dice = [min(units[kind], DICE[kind]) for kind in FACTIONS] + [elite]
        found: dict[Any, int] = defaultdict(int)
        faces = (*FACES, (elite_faces, 0, 0, 0))
        for parts in product(*(dice_results(f, n).items() for f, n in zip(faces, dice, strict=False))):
            results = [counts for counts, _ in parts]
            read = [battle.read(side, results, room, first, turned) for turned in battle.turnings(side, results, room)]
            found[read[0][0], tuple(own for _, own in read)] += prod(w for _, w in parts) * (ROLL // 6 ** sum(dice))
        return found

    def partings(self, side: int, units: Units, own: Any, room: int) -> list[tuple[Units, Units]]:
        """(units left, units that got away): every way to share the room, where the camp chooses freely."""
        left, away, _ = self.battle.desert(units, own, room)
        all_away = self.battle.desert(units, own, UNLIMITED)[1]
        if side not in self.free or away == all_away:
            return [(left, away)]
        shares = product(*(range(number + 1) for number in all_away))
        return [(left, share) for share in shares if sum(share) == sum(away)]

    def told(self, side: int, away: Units) -> float:
        """What those who got away are worth."""
        name = SIDES[side]
        total = self.weights.get(f"{name}.retreated", 0.0) * sum(away)
        return total + sum(self.weights.get(f"{name}.{KINDS[k]}_retreated", 0.0) * away[k] for k in range(7))

    # ---- worth ----

    def worth(self, units: tuple[Units, Units], lifted: bool = False) -> float:
        """Of a final position; what was gained on the way (retreats) is counted there."""
        if lifted and sum(units[0]) > self.battle.camps[0].room:
            crowd = sum(units[0]) - self.battle.camps[0].room
            ways = self.taken(0, units[0], crowd, 0, self.battle.camps[0].policy)
            return self.best(0, [self.final((left, units[1])) for left in ways])
        return self.final(units)

    def final(self, units: tuple[Units, Units]) -> float:
        winner = "defender" if any(units[1]) else "attacker" if any(units[0]) else "none"
        total = self.weights.get(f"win.{winner}", 0.0)
        for side, army in zip(SIDES, units, strict=True):
            total += sum(self.weights.get(f"{side}.{KINDS[k]}", 0.0) * army[k] for k in range(7))
        return total

    # ---- before round 1 ----

    def answer(self) -> float:
        battle = self.battle
        (start,), _ = self.settled()
        order = [side for side in battle.order]
        if not battle.siege:
            kinds = [
                self.told(side, gone) - self.weights.get(f"{SIDES[side]}.retreated", 0.0) * sum(gone)
                for side, gone in enumerate(start.retreated)
                if battle.camps[side].by_kind
            ]
            return sum(kinds) + self.shots(start.units, tuple(map(sum, start.retreated)), order)
        attacker, defender = battle.camps
        if "sapping" in attacker.cards and battle.place.startswith("castle"):
            return self.worth((start.units[0], (0,) * 7))
        crowd = max(0, sum(defender.start) - CAPACITY[battle.place])
        values = []
        for inside in self.taken(1, defender.start, crowd, 1, defender.policy):
            struck = battle.opening(0, start.units[0])
            hurt = [self.begin((start.units[0], left)) for left in self.taken(1, inside, struck, 1, defender.policy)]
            values.append(self.best(1, hurt))
        return self.best(1, values)

    def settled(self) -> tuple[list[State], int]:
        """The position before shots and shelter: what no choice is part of."""
        battle = self.battle
        shoot, besieged = battle.shoot, battle.besieged
        battle.shoot = lambda side, positions: positions  # type: ignore[method-assign]
        battle.besieged = lambda besiegers, defenders: defenders  # type: ignore[method-assign]
        try:
            positions, scale = battle.before()
        finally:
            battle.shoot, battle.besieged = shoot, besieged  # type: ignore[method-assign]
        return list(positions), scale

    def shots(self, units: Any, retreated: Any, sides: list[int]) -> float:
        """Free attacks and Knolles's LOSS of the camps still to shoot."""
        battle = self.battle
        if not sides or not all(map(any, units)):
            room = tuple(camp.room - gone for camp, gone in zip(battle.camps, retreated, strict=True))
            told = sum(self.weights.get(f"{s}.retreated", 0.0) * gone for s, gone in zip(SIDES, retreated, strict=True))
            return told + self.begin(units, room)
        side, *rest = sides
        camp, foe = battle.camps[side], battle.camps[1 - side]
        later = battle.strikes_later(1 - side)
        card = next((card for card in FREE_ATTACK if card in camp.cards), None)
        faces, policy, chooser = battle.loss_faces(side, card) if card else 0, foe.policy, 1 - side
        if card == "english-longbow":
            policy, chooser = camp.shooting_policy, side
        dice = min(units[side][ELITE], ELITE_DICE) if card else 0
        total = 0.0

        def pair(left: Units) -> tuple[Units, Units]:
            return (units[0], left) if side == 0 else (left, units[1])

        for (loss, *_), ways in dice_results((faces, 0, 0, 0), dice).items():
            values = []
            foe.strikes_later = later
            for left in self.taken(1 - side, units[1 - side], loss, chooser, policy):
                foe.strikes_later = later
                extra = battle.opening(side, units[side])
                hurt = [
                    self.shots(pair(more), retreated, rest)
                    for more in self.taken(1 - side, left, extra, 1 - side, foe.policy)
                ]
                values.append(self.best(1 - side, hurt))
            total += ways / 6**dice * self.best(chooser, values)
        return total

    def begin(self, units: tuple[Units, Units], room: tuple[int, ...] | None = None) -> float:
        for camp in self.battle.camps:
            camp.strikes_later = False
        if not all(map(any, units)):
            return self.worth(units)
        rooms = tuple(camp.room for camp in self.battle.camps) if room is None else room
        return self.value(Position(units, (rooms[0], rooms[1]), 0, True))

    # ---- rounds ----

    def moves(self, here: Position) -> tuple[float, float, Position | None]:
        """(worth of all rolls that change something, chance of those that do not, where these lead)."""
        battle = self.battle
        side = battle.order[here.turn]
        victim = 1 - side
        leads, stays = 0.0, 0.0
        stay: Position | None = None
        # Room for more units than there are makes no difference.
        room = min(here.room[side], sum(here.units[side]))
        for (loss, owns), ways in self.rolls(side, here.units[side], room, here.first).items():
            chance = ways / ROLL
            values = []
            for left in self.taken(victim, here.units[victim], loss, victim, battle.camps[victim].policy):
                replies: list[float | None] = []
                if battle.spared((side,), loss, here.units[victim]):
                    owns = (NOTHING,)
                for mine, away in (p for own in owns for p in self.partings(side, here.units[side], own, room)):
                    units = (mine, left) if side == 0 else (left, mine)
                    used = tuple(r - sum(away) * (s == side) for s, r in enumerate(here.room))
                    quiet = here.quiet or (battle.siege and side == 0 and left == here.units[1])
                    after = self.after(here, units, (used[0], used[1]), quiet)
                    same = isinstance(after, Position) and (after.units, after.first) == (here.units, here.first)
                    if same and not battle.siege:
                        stay = after
                        replies.append(None)
                    else:
                        worth = self.value(after) if isinstance(after, Position) else after
                        replies.append(self.told(side, away) + worth)
                values.append(None if None in replies else self.best(side, replies))
            if values == [None]:
                stays += chance
            else:
                leads += chance * self.best(victim, values)
        return leads, stays, stay

    def after(self, here: Position, units: Any, room: tuple[int, int], quiet: bool) -> Position | float:
        """Where a roll leads: the next turn, or what the end is worth."""
        if not all(map(any, units)):
            return self.worth(units)
        if here.turn == 0:
            return Position(units, room, 1, here.first, quiet)
        if quiet:
            return self.worth(units, lifted=True)
        state = self.battle.end_of_round(State(units))
        if not all(map(any, state.units)):
            return self.worth(state.units)
        return Position(state.units, room, 0, False)

    def _value(self, here: Position) -> float:
        leads, stays, there = self.moves(here)
        if there is None:
            return leads
        other, back, home = self.moves(there)
        if home is None:
            return leads + stays * other
        if home == here:  # both rolled without any effect, and the round begins again
            return (leads + stays * other) / (1.0 - stays * back)
        return leads + stays * (other + back * self.value(home))
