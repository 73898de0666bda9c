"""Actions, positions and whole games in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from docs.example_game.facts import CARDS, PLAYERS
from docs.example_game.full_game import board as b
from docs.example_game.full_game import state as s
from simcore.contracts.full_game import Narrator
from simcore.types import Array

LORDS = ("red", "blue")


def action_text(board: Array, action: int) -> str:
    """An action, whatever the state."""
    card = CARDS[action % b.KINDS]
    return f"raid with a {card}" if action < s.STRENGTHEN else f"strengthen the tower with a {card}"


def state_text(board: Array, state: Array, player: int) -> str:
    """The position as `player` may know it, -1: all of it."""
    lines = []
    for lord in range(PLAYERS):
        first = s.HAND + b.KINDS * lord
        hand = [f"{n} {name}" for n, name in zip(state[first : first + b.KINDS].tolist(), CARDS, strict=True) if n]
        shown = ", ".join(hand) or "no card"
        if player not in (-1, lord):
            shown = f"cards: {int(state[first : first + b.KINDS].sum())}"
        lines.append(f"{LORDS[lord]}: guards {state[s.GUARDS + lord]}, {shown}")
    return "\n".join(lines)


class TowersNarrator(Narrator):
    """A line for each card played, and one for each raid."""

    @property
    def hooks(self) -> Mapping[str, Callable[..., Any]]:
        return {}  # what changed tells enough; a hook would be called in place of the kernel of its name

    def decided(self, state: Array, action: int) -> None:
        self.before = state.copy()
        self.lines.append(f"{LORDS[state[s.PLAYER]].capitalize()}: {action_text(self.board, action)}.")

    def settled(self, state: Array) -> None:
        if state[s.TURN] and (lost := int((self.before - state)[s.GUARDS : s.GUARDS + PLAYERS].max())) > 0:
            self.lines.append(f"Guards lost: {lost}.")

    def verdict(self, state: Array) -> str:
        if state[s.WINNER] == 0:
            return "Nobody wins: both towers have as many guards"
        why = "the other tower has fallen" if state[s.ENDED] == s.BY_TOWER else "more guards when the cards are played"
        return f"{LORDS[state[s.WINNER] - 1].capitalize()} wins: {why}"

    def score(self, state: Array) -> str:
        return ", ".join(f"{lord} {state[s.GUARDS + at]}" for at, lord in enumerate(LORDS))
