"""What is wrong with the fights of a state from outside, and with what a roll still owes (see `soundness`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from simcore.games.cent_ans.full_game import state as s
from simcore.games.cent_ans.full_game.board_arrays import A_GUARD, A_NORTH_CAMP, MOST_TOKENS
from simcore.games.cent_ans.full_game.stack import IN_A_FIGHT

if TYPE_CHECKING:
    from simcore.games.cent_ans.full_game.soundness import Parts

BESIDE_A_FIGHT = (s.TURN_COAT, s.ENROL, s.COMPANY_LEADER)  # decisions on top of a fight that has not begun


def fights(one: Parts) -> str:
    """Every fight is one that can be; who takes part in the one under way stands there."""
    top = len(one.frames) - 1
    for depth, (kind, zone, flags, stage) in enumerate(one.frames):
        if kind != s.FIGHT:
            continue
        attacker, defender = flags % 4, flags // 8 % 4
        civil = flags & s.CIVIL != 0
        if flags & 36 or attacker == s.GUARD or (attacker == defender) != civil or (civil and attacker != 1):
            return f"nobody fights a battle of kind {flags}"
        if defender == s.GUARD and zone != one.table.marks[A_GUARD]:
            return "the Papal Guard does not stand there"
        if {attacker, defender} == {s.ROUTIERS, s.GUARD}:
            return "Routiers and the Papal Guard do not fight"
        if flags & s.LED and (one.kinds[depth - 1] != s.MARCH or attacker != one.camp):
            return "a led fight is no part of a march"
        under_way = depth == top - 1 and one.kinds[top] not in BESIDE_A_FIGHT
        if not under_way:
            if stage > 0:
                return "a fight goes on below another decision"
            continue
        if stage not in IN_A_FIGHT.get(one.kinds[top], range(s.DICE + 1)):
            return f"stage {stage} of a fight asks something else"
        if (
            one.kinds[top] == s.BATTLE_CARD and stage < s.DICE
        ):  # a card may have taken some of them: they gather after it
            if one.due_loss.any() or one.due_retreat.any() or one.due_of_factions.any():
                return "units must fall or retreat before the dice are taken up"
        elif wrong := _fighters(one, zone, (attacker, defender), civil):
            return wrong
        if stage < s.DICE and one.inside.any():
            return "somebody has taken refuge before the dice are taken up"
        if (stage == s.DICE) != (one.cells[s.STEPS] > 0):
            return "a fight without dice has rolled, or one with dice has not"
    return ""


def _fighters(one: Parts, zone: int, camps: tuple[int, int], civil: bool) -> str:
    marks = one.table.marks
    before_paris = zone >= marks[A_NORTH_CAMP]
    for side, camp in enumerate(camps):
        place = int(marks[0]) if before_paris and side == 1 else zone
        told = one.fighting[side] + one.due_retreat[side] + (one.inside if side == 1 else 0)
        told[:2] += one.due_of_factions[:, side].sum(axis=0)
        if camp == s.ROUTIERS:
            here = np.array([one.units[place, s.ROUTIER], 0, 0])
        elif camp == s.GUARD:
            here = np.array([one.cells[s.GUARD_LEFT], 0, 0])
        else:
            here = one.of_camp(place, camp).copy()
            if before_paris and side == 0:
                other = int(marks[A_NORTH_CAMP] + marks[A_NORTH_CAMP + 1] - zone)
                here = here + one.of_camp(other, camp)
        if civil:
            here[[kind for kind in range(3) if kind != side]] = 0
        if (told > here).any():
            return "more units fight than are there"
    return ""


def _too_many_tokens(one: Parts) -> bool:
    """Do tokens, or maneuvers that they gave, exceed what there is?"""
    most = one.table.numbers[MOST_TOKENS]
    spent = one.cells[s.TOKEN_MANEUVERS]
    return bool(one.cells[s.TOKENS] + spent > most or (spent and one.cells[s.ACTIVE] != s.BURGUNDIAN))


def dues(one: Parts) -> str:
    """Units that must still fall or go belong to the fight under way, and what is asked is due."""
    if one.rolled.any() and one.kinds[-1:] != [s.TURN_RESULTS]:
        return "dice lie that nobody is asked about"
    if _too_many_tokens(one):
        return "more maneuver tokens are held or spent than there can be"
    in_fight = len(one.frames) > 1 and one.kinds[-2] == s.FIGHT and one.kinds[-1] not in BESIDE_A_FIGHT
    if not in_fight:
        owing = (one.due_loss, one.due_retreat, one.due_of_factions, one.inside)
        owed = any(due.any() for due in owing) or one.cells[s.LIFTED] == 1
        return "units must fall or retreat without a fight" if owed or one.cells[s.STEPS] else ""
    kind, a, side, c = one.frames[-1]
    flags = one.frames[-2][2]
    camps = flags % 4, flags // 8 % 4
    if kind == s.FALL and (c != camps[side] or not 0 < one.due_loss[side] < one.fighting[side].sum()):
        return "nobody must fall"
    if kind == s.RETREAT:
        if c // 4 != camps[side]:
            return "somebody else must retreat"
        if c % 4 == s.WHOLE_ARMY and (side != 0 or one.cells[s.LIFTED] != 1 or camps[0] >= s.ROUTIERS):
            return "no siege is lifted"
        if c % 4 != s.WHOLE_ARMY and one.due_retreat[side, c % 4] == 0:
            return "nobody must retreat"
    if kind == s.TURN_RESULTS:
        dice = one.rolled.reshape(2, -1).sum(axis=1)
        if a != camps[side] or camps[side] >= s.ROUTIERS or not dice.any() or (dice > one.table.dice_owned[a]).any():
            return "no roll is to be turned"
    if (kind == s.SHELTER and a != camps[1]) or (kind == s.BESIEGE and (a != camps[0] or not flags & s.LED)):
        return "somebody else is asked"
    if (kind == s.BATTLE_CARD and a != camps[1 - side]) or (kind == s.EFFECT and a != camps[side]):
        return "somebody else is asked"
    return ""
