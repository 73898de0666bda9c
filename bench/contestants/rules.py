"""Four combats in plain Python, for the libraries that are given rules as dice and functions.

A combat is a chain: a state names a roll, the roll has a result, the result leads to another state. A roll is pools of
dice; faces are whole numbers that add up, so a result is one number for each pool. Facts are those of the programs in
C, a second time on purpose: nothing of simcore is used here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

State = tuple[int, ...]
Pool = tuple[tuple[int, tuple[int, ...]], ...]  # so many equal dice with these faces, and others
Roll = tuple[Pool, ...]
Ending = tuple[int, int, int]  # 1 or 2: the side that won, 0: neither; who is left of either side


@dataclass(frozen=True)
class Rules:
    """One combat: `roll` is None where a state is over."""

    start: State
    roll: Callable[[State], Roll | None]
    after: Callable[[State, tuple[int, ...]], State]
    ending: Callable[[State], Ending]


# ---- La guerre de Cent Ans: (first kind, second kind) of the camp that rolls, of the other one, who rolls ------------

DICE = 2, 3
LOSSES = (1, 1, 1, 0, 0, 0), (1, 1, 0, 0, 0, 0)


@cache
def _taken(camp: State, losses: int) -> State:
    """The kind with the larger surplus over its dice gives a unit; at a tie the second one, whose die is weaker."""
    first, second = camp
    for _ in range(min(losses, first + second)):
        if second == 0 or (first > 0 and first - DICE[0] > second - DICE[1]):
            first -= 1
        else:
            second -= 1
    return first, second


def _camp_rolls(state: State) -> Roll | None:
    if not any(state[:2]) or not any(state[2:4]):
        return None
    return tuple(((min(units, dice), faces),) for units, dice, faces in zip(state[:2], DICE, LOSSES, strict=True))


def _camp_lost(state: State, result: tuple[int, ...]) -> State:
    """Every LOSS takes an enemy, every other die one of the roller's own; then the other camp rolls."""
    own = (units - min(units, dice) + loss for units, dice, loss in zip(state[:2], DICE, result, strict=True))
    return *_taken(state[2:4], sum(result)), *own, 1 - state[4]


def _camps_ended(state: State) -> Ending:
    attacker, defender = (state[:2], state[2:4]) if state[4] == 0 else (state[2:4], state[:2])
    left = sum(attacker), sum(defender)
    return (1 if left[0] > left[1] else 2 if left[1] > left[0] else 0), *left


def pitched_battle(*units: int) -> Rules:
    """English and Burgundians attack French and Armagnacs and roll first; policy keep_dice."""
    return Rules((*units, 0), _camp_rolls, _camp_lost, _camps_ended)


# ---- Breizh 1341: troops of both camps, and how far Montfort was ahead ----------------------------------------------

BATTLE_FROM, MONTFORT_MORE, DECISIVE = 5, 1, 3
THREE = ((1, (1, 2, 3)),)


def _round_is_rolled(state: State) -> Roll | None:
    montfort, blois, _ = state
    return (THREE, THREE) if montfort > 0 and blois > 0 and montfort + blois >= BATTLE_FROM else None


def _round_ended(state: State, result: tuple[int, ...]) -> State:
    montfort, blois, _ = state
    ahead = montfort + MONTFORT_MORE + result[0] - blois - result[1]
    lost = [1, 1]
    if abs(ahead) >= DECISIVE:
        loser = int(ahead > 0)
        lost[loser] = (state[loser] + 1) // 2
        lost[1 - loser] = min((lost[loser] + 1) // 2, state[1 - loser])
    return montfort - lost[0], blois - lost[1], max(-DECISIVE, min(ahead, DECISIVE))


def _battle_ended(state: State) -> Ending:
    montfort, blois, ahead = state
    if ahead >= DECISIVE or (ahead > -DECISIVE and montfort > 0 and blois == 0):
        return 1, montfort, blois
    return (2 if ahead <= -DECISIVE or (blois > 0 and montfort == 0) else 0), montfort, blois


def battle(montfort: int, blois: int) -> Rules:
    """No bonus, rules.winner difference."""
    return Rules((montfort, blois, 0), _round_is_rolled, _round_ended, _battle_ended)


# ---- Joan of Arc: the points of both sides, then (over) whether they were rolled -----------------------------------

SIX = ((1, (1, 2, 3, 4, 5, 6)),)


def combat(attack: int, defence: int) -> Rules:
    """Points before the dice; the larger sum wins."""
    return Rules(
        (attack, defence, 0),
        lambda state: None if state[2] else (SIX, SIX),
        lambda state, result: (state[0] + result[0], state[1] + result[1], 1),
        lambda state: (1 if state[0] > state[1] else 2 if state[1] > state[0] else 0, 0, 0),
    )


# ---- Legendary Battles: a digit for each result in what the dice of a side add up to ---------------------------------

KILL, DISRUPT, PUSH, SHIELD = (1 << 4 * digit for digit in range(4))
RED = KILL, KILL, DISRUPT, DISRUPT, PUSH, SHIELD
WHITE = DISRUPT, DISRUPT, PUSH, SHIELD, SHIELD, 0
UNROLLED = (-1,)


def melee(foot_knights: int, standard_bearers: int, sergeants: int, halberdiers: int) -> Rules:
    """Foot Knights and Standard Bearers attack Sergeants-at-Arms and Halberdiers: two rolls, the defence last."""
    attackers, defenders = foot_knights + standard_bearers, sergeants + halberdiers
    attack: Pool = ((2 * foot_knights, RED),)
    defence: Pool = ((sergeants + halberdiers, RED), (halberdiers, WHITE))

    def roll(state: State) -> Roll | None:
        return None if len(state) > 1 else (attack,) if state == UNROLLED else (defence,)

    def after(state: State, result: tuple[int, ...]) -> State:
        """First the hits of the attack, then who is left of either side."""
        kills, disruptions, pushes, shields = (result[0] // face & 15 for face in (KILL, DISRUPT, PUSH, SHIELD))
        if state == UNROLLED:
            return (kills + disruptions + pushes,)
        return max(0, attackers - kills - disruptions), max(0, defenders - max(0, state[0] - shields))

    def ending(state: State) -> Ending:
        mine, theirs = state
        nobody_gone = theirs == defenders
        lost = nobody_gone or (mine == 0 and theirs > 0)
        return (1 if theirs == 0 and mine > 0 else 2 if lost else 0), mine, theirs

    return Rules(UNROLLED, roll, after, ending)


RULES: dict[str, Callable[..., Rules]] = {
    "cent-ans battle": pitched_battle, "breizh battle": battle, "joan combat": combat, "legendary melee": melee,
}  # fmt: skip
