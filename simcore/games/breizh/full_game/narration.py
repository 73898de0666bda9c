"""A full game retold: every decision, and what came of it in the order in which the rules did it.

Dice, sieges and battles are heard from the rules themselves; what changed on the board is told before and after each of
them, and as pieces come and castles fall, so that all that is told adds up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from simcore.contracts.full_game import Narrator
from simcore.engine.jit import uncompiled
from simcore.games.breizh.full_game import state as s
from simcore.games.breizh.full_game.action_text import REGIONS, action_text, castle_text
from simcore.games.breizh.full_game.rules import pieces
from simcore.games.breizh.narration import CAMPS, end_text, round_text, siege_text
from simcore.text import counted
from simcore.types import Array

OWNERS = ("nobody", *CAMPS)
PURPOSES = {
    s.RALLY: " to rally", s.RECRUIT: " to recruit", s.FIGHT: " in the fight",
    s.ORDER: " for the order",
}  # fmt: skip
Rule = Callable[..., Any]

_of_card, _of_effect, _total = uncompiled(s.of_card), uncompiled(s.of_effect), uncompiled(pieces.total)
_points_of, _regions_of = uncompiled(pieces.points_of), uncompiled(pieces.regions_of)


class BreizhNarrator(Narrator):
    """`seen` is the state as it has been told; `dice` what the die has shown since it was last looked at."""

    def __init__(self, board: Array) -> None:
        super().__init__(board)
        self.seen = np.zeros(s.STATE, np.int32)
        self.state = self.seen  # the state itself, for rules that do not name it
        self.dice: list[int] = []
        self.rounds = 0

    @property
    def hooks(self) -> Mapping[str, Rule]:
        return {
            "below": self.rolled, "begin_effect": self.begun, "battle": self.fought, "round_losses": self.round,
            "siege_falls": self.stormed, "carry_on_sieges": self.besieging, "carry_on_fight": self.raided,
            "steal": self.stolen, "build_hands": self.dealt, "set_up": self.set_up, "_begin_turn": self.turned,
            "_settle_turn": self.turn_settled, "_give": self.ordered, "play_character": self.helping,
            "own_castle": self.conquered, "rally": self.rallied,
        }  # fmt: skip

    def decided(self, state: Array, action: int) -> None:
        purpose = _purpose(self.board, state, action) if state[s.DECISION] == s.PLAY_CHARACTER else ""
        self.lines.append(f"{CAMPS[int(state[s.PLAYER])]}: {action_text(self.board, action)}{purpose}")

    def settled(self, state: Array) -> None:
        self.changes(state)

    def verdict(self, state: Array) -> str:
        winner, turn = int(state[s.WINNER]), int(state[s.TURN])
        if state[s.ENDED] == s.BY_DOMINATION:
            regions, enough = _regions_of(state, winner - 1, True), self.board[s.VICTORY_REGIONS]
            return (
                f"{OWNERS[winner]} wins at once at the end of turn {turn}: {regions} regions dominated, {enough} needed"
            )
        return f"{f'{OWNERS[winner]} wins' if winner else 'A draw'} by points after turn {turn}, the last"

    def score(self, state: Array) -> str:
        return ", ".join(_points(state, player) for player in range(s.PLAYERS))

    def say(self, line: str) -> None:
        self.lines.append(f"  {line}")

    # ---- dice ----

    def rolled(self, rule: Rule, stream: Array, number: int) -> int:
        shown = int(rule(stream, number))
        self.dice.append(shown)
        return shown

    def faces(self, count: int) -> list[int]:
        """What the last `count` rolls of the die showed."""
        return [int(self.board[s.DIE + shown]) for shown in self.dice[-count:]]

    # ---- characters, battles, sieges, fights ----

    def fought(self, rule: Rule, board: Array, state: Array, stream: Array) -> int:
        self.changes(state)
        here = int(state[s.HERE])
        troops = " and ".join(f"{count} of {camp}" for count, camp in zip(_troops(state, here), CAMPS, strict=True))
        archers = f", Montfort's archers add {self.board[s.ARCHERS]}"
        bonuses = zip(CAMPS, state[s.BONUS :].tolist(), strict=False)
        helped = archers + "".join(f", {camp} has a bonus of {bonus}" for camp, bonus in bonuses if bonus)
        self.say(f"battle in {REGIONS[here]}: {troops}{helped}")
        self.rounds = 0
        winner = int(rule(board, state, stream))
        self.say(end_text(winner, *_troops(state, here)))
        self.changes(state)
        return winner

    def round(self, rule: Rule, montfort: int, blois: int, ahead: int, decisive_lead: int) -> tuple[int, int, int]:
        lost = rule(montfort, blois, ahead, decisive_lead)
        self.rounds += 1
        self.say(round_text(self.rounds, (montfort, blois), self.faces(2), int(ahead), int(decisive_lead), lost[:2]))
        return lost  # type: ignore[no-any-return]

    def besieging(self, rule: Rule, board: Array, state: Array, stream: Array) -> bool:
        self.state = state
        return bool(rule(board, state, stream))

    def stormed(self, rule: Rule, die: int, troops: int, bonus: int, strength: int, margin: int) -> bool:
        self.changes(self.state)  # that of the siege before
        falls = bool(rule(die, troops, bonus, strength, margin))
        siege = int(self.state[s.SIEGE + self.state[s.SIEGE_NOW]])
        name = f"siege of {castle_text(self.board, siege // s.MOST_BESIEGERS)}"
        self.say(siege_text(name, int(troops), int(bonus), int(die), int(strength), int(margin), falls=falls))
        return falls

    def raided(self, rule: Rule, board: Array, state: Array, stream: Array) -> bool:
        self.dice.clear()
        going_on = bool(rule(board, state, stream))
        if self.dice:
            bonus = int(state[s.BONUS + state[s.ACTOR]])
            helped = f" and the bonus of {bonus} is added" if bonus else ""
            most = max(self.faces(1)[0] + bonus, 0)
            self.say(f"the die shows {self.faces(1)[0]}{helped}: up to {counted(most, 'piece')} can be removed")
        return going_on

    def helping(self, rule: Rule, board: Array, state: Array, choice: int) -> None:
        left = int(state[s.LEFT])
        rule(board, state, choice)
        self.helped(left, state)

    def begun(self, rule: Rule, board: Array, state: Array, card: int, stream: Array) -> None:
        kind, number, _regions = _of_effect(board, card, state[s.EFFECT])
        self.changes(state)  # of the part before
        rule(board, state, card, stream)
        if kind in (s.RALLIES_PARTISANS, s.RECRUITS):
            self.helped(int(number), state)

    def helped(self, without: int, state: Array) -> None:
        """Tell what a character brings."""
        if (now := int(state[s.LEFT])) != without:
            self.say(f"{now} instead of {without} can come")

    # ---- pieces ----

    def conquered(self, rule: Rule, board: Array, state: Array, castle: int, player: int) -> None:
        rule(board, state, castle, player)
        if state[s.TURN]:  # not in the set-up
            self.changes(state)

    def rallied(self, rule: Rule, board: Array, state: Array, player: int, region: int) -> bool:
        self.changes(state)  # whoever was eliminated before
        chosen = bool(rule(board, state, player, region))
        self.changes(state)
        return chosen

    # ---- cards and turns ----

    def ordered(self, rule: Rule, board: Array, state: Array, player: int, first: bool) -> None:
        self.changes(state)  # of the order before
        if state[s.DECISION] != s.USE:  # else he has said so
            both = _of_card(self.board, state[s.CARD], s.FAVOURS) == s.BOTH
            why = "the order affects both players" if both else "the card is favourable to him"
            self.say(f"{CAMPS[player]} gives the order: {why}")
        rule(board, state, player, first)

    def stolen(self, rule: Rule, board: Array, state: Array, player: int, number: int, stream: Array) -> None:
        held = int(state[s.EVENTS_HELD + player])
        rule(board, state, player, number, stream)
        count = int(state[s.EVENTS_HELD + player]) - held
        self.say(f"{CAMPS[player]} draws {counted(count, 'card')} from {CAMPS[1 - player]}'s hand")

    def dealt(self, rule: Rule, board: Array, state: Array, stream: Array) -> None:
        rule(board, state, stream)
        for player, camp in enumerate(CAMPS):
            special = " and a Special Event card" if state[s.SPECIAL_HELD + player] else ""
            self.say(f"{camp} holds {counted(int(state[s.EVENTS_HELD + player]), 'Event card')}{special}")

    def set_up(self, rule: Rule, board: Array, state: Array, stream: Array) -> None:
        rule(board, state, stream)
        self.lines += [f"Set-up: {change}" for change in _changes(self.board, self.seen, state)]
        self.seen = state.copy()

    def turned(self, rule: Rule, board: Array, state: Array, stream: Array) -> None:
        self.changes(state)
        if state[s.TURN]:
            self.say(f"points: {self.score(state)}")
        at = len(self.lines)
        rule(board, state, stream)
        first = CAMPS[int(state[s.ACTIVE])]
        self.lines[at:at] = ["", f"Turn {state[s.TURN]}: {first} is the first active player."]

    def turn_settled(self, rule: Rule, board: Array, state: Array, stream: Array) -> None:
        self.changes(state)
        troops = state[s.TROOPS :][: s.PLAYERS * s.REGIONS].reshape(s.PLAYERS, -1).sum(axis=1)
        self.lines += ["", f"The turn ends; all troops leave the board: {troops[0]} of Montfort, {troops[1]} of Blois."]
        self.seen[s.TROOPS :][: s.PLAYERS * s.REGIONS] = 0
        rule(board, state, stream)

    def changes(self, state: Array) -> None:
        """Tell what is different on the board from what has been told."""
        for change in _changes(self.board, self.seen, state):
            self.say(change)
        self.seen = state.copy()


def _purpose(board: Array, state: Array, action: int) -> str:
    """What a character is played or not played for, as far as the action does not say it."""
    helps, played = int(state[s.ACTION]), action != s.FIRST_ACTION[s.PLAY_CHARACTER]
    if helps == s.BATTLE:
        return f" in the battle in {REGIONS[state[s.HERE]]}"
    if helps in (s.SIEGE_ACTION, s.SIEGE_DEFENCE):
        castle = int(state[s.SIEGE + state[s.SIEGE_NOW]]) // s.MOST_BESIEGERS
        several = board[s.EACH_SIEGE] == 0 and state[s.SIEGES] > 1
        return "" if played else " in the sieges" if several else f" in the siege of {castle_text(board, castle)}"
    return "" if played and helps == s.ORDER else PURPOSES[helps]


def _troops(state: Array, region: int) -> tuple[int, int]:
    return int(state[s.TROOPS + region]), int(state[s.TROOPS + s.REGIONS + region])


def _changes(board: Array, before: Array, after: Array) -> Iterator[str]:
    for player, camp in enumerate(CAMPS):
        own = s.REGIONS * player
        yield from _moved(before, after, s.TROOPS + own, "troop", f" of {camp}")
        yield from _moved(before, after, s.PARTISANS + own, "partisan", f" of {camp}")
    yield from _moved(before, after, s.HIGHWAYMEN, "Highwaymen marker", "")
    for castle in range(s.CASTLES):
        owner = int(after[s.CASTLE + castle])
        if owner != before[s.CASTLE + castle]:
            yield f"{castle_text(board, castle)} is {OWNERS[owner]}'s"
    for region, name in enumerate(REGIONS):
        owner = int(after[s.DOMINATED + region])
        if owner != before[s.DOMINATED + region]:
            yield f"{OWNERS[owner].capitalize()} dominates {name}"


def _moved(before: Array, after: Array, first: int, piece: str, whose: str) -> Iterator[str]:
    """Pieces that have left a region, then those that have come: one that is taken elsewhere does so in this order."""
    more = after[first : first + s.REGIONS] - before[first : first + s.REGIONS]
    for change, sign in ("fewer", -1), ("more", 1):
        for region in np.flatnonzero(sign * more > 0).tolist():
            there = int(after[first + region])
            yield f"{counted(abs(int(more[region])), piece)}{whose} {change} in {REGIONS[region]}, now {there}"


def _points(state: Array, player: int) -> str:
    """A player's points, and of what they are made."""
    partisans = int(_total(state, s.PARTISANS + s.REGIONS * player))
    castles = int(_total(state, s.CASTLES_HELD + s.REGIONS * player))
    regions = int(_regions_of(state, player, False))
    made = f"{counted(partisans, 'partisan')}, {counted(castles, 'castle')}, {counted(regions, 'region')} dominated"
    return f"{CAMPS[player]} {_points_of(state, player)} ({made} without highwaymen)"
