"""A full game retold: every decision, and what came of it in the order in which the rules did it.

Units that come, go and fall, dice and cards are heard from the rules themselves. Whatever else has changed on the board
by then, control and points among it, is told before each further line.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from simcore.engine.jit import uncompiled
from simcore.games.cent_ans.full_game import decisions
from simcore.games.cent_ans.full_game import state as s
from simcore.games.cent_ans.full_game.action_text import (
    CAMPS,
    about_text,
    action_text,
    card_text,
    leader_text,
    tactic_text,
    top,
)
from simcore.games.cent_ans.full_game.board_arrays import SURRENDER, TRUCES_THAT_END
from simcore.games.cent_ans.full_game.narration_board import Rule
from simcore.games.cent_ans.full_game.narration_fights import FACTION_NAMES, FightNarrator
from simcore.types import Array

PILES = "I", "II", "III"

_current_player = uncompiled(decisions.current_player)


class CentAnsNarrator(FightNarrator):
    """Tells the course of the game; fights and the board as the narrators that it builds on do."""

    @property
    def hooks(self) -> Mapping[str, Rule]:
        return {
            **super().hooks, "_settle": self.begun, "run_next": self.sequence, "run_leader_draw": self.leader_drawn,
            "fill_hand": self.hand_filled, "run_tactic_draw": self.tactic_drawn, "advance_ttm": self.advanced,
            "run_routier_turn": self.routiers,
        }  # fmt: skip

    def decided(self, state: Array, action: int) -> None:
        self.state = state
        camp = int(_current_player(self.board, state))
        who = f"{CAMPS[camp]} camp" if camp != state[s.ACTIVE] // 2 else FACTION_NAMES[state[s.ACTIVE]]
        about = about_text(self.board, state)
        self.lines.append(f"  {who}{about and f', {about}'}: {action_text(self.board, action)}")

    def settled(self, state: Array) -> None:
        self.changes()

    def verdict(self, state: Array) -> str:
        winner, turn = int(state[s.WINNER]), f"turn {state[s.TURN]}"
        end = f"{CAMPS[winner - 1]} victory" if winner else "A draw"
        if state[s.HOW] == s.BY_HEART:
            heart = self.regions(self.board.heart)
            held = ", ".join(name for at, name in heart if self.controlled[at] == winner - 1)
            needed = self.board.heart_needed[winner - 1]
            return f"{end} by the heart of France in {turn}: {needed} of its regions are enough, they control {held}"
        if state[s.HOW] == s.BY_SURRENDER:
            return f"{end} by surrender: {self.board.numbers[SURRENDER]} points or more ahead at the end of {turn}"
        if state[s.TURN] < self.board.turns:
            needed = self.board.numbers[TRUCES_THAT_END]
            truced = [camp for camp, name in enumerate(CAMPS) if state[s.TRUCES + camp] >= needed]
            names = " and the ".join(CAMPS[camp] for camp in truced)
            return f"{end} on points at the end of {turn}: the {names} have played {needed} TRUCE cards"
        tie = ", a tie being theirs" if winner and len({*self.points()}) == 1 else ""
        return f"{end} on points at the end of {turn}, the last{tie}"

    # ---- turns ----

    def begun(self, rule: Rule, table: Any, state: Array, stream: Array) -> None:
        """The first time, the set-up is behind."""
        if not self.seen.size:
            self.set_up(state)
        rule(table, state, stream)

    def set_up(self, state: Array) -> None:
        """The board as it stands when the tale begins."""
        self.state, self.seen = state, state.copy()
        self.moving.clear()
        here = ((zone, self.present(zone)) for zone in range(int(self.board.zones)))
        self.lines += [f"Set-up: {self.name(zone)}: {units}" for zone, units in here if units]
        self.controlled = self.control()
        for camp, name in enumerate(CAMPS):
            held = [region for at, region in self.regions(self.board.point) if self.controlled[at] == camp]
            self.lines.append(f"Set-up: regions controlled by the {name}: {', '.join(held) or 'none'}")
        self.lines.append(f"Set-up: points: {self.score(state)}")

    def sequence(self, rule: Rule, table: Any, state: Array, stream: Array) -> None:
        self.changes()
        rule(table, state, stream)
        self.seen[s.TURN] = state[s.TURN]
        if state[s.DEPTH] > 0:
            faction = FACTION_NAMES[state[s.ACTIVE]]
            self.lines += ["", f"Turn {state[s.TURN]}, {faction} sequence."]

    def leader_drawn(self, rule: Rule, table: Any, state: Array, stream: Array) -> None:
        below = int(state[s.DEPTH]) - 1  # without the draw's own frame
        rule(table, state, stream)
        frames = state[s.FRAMES :][: 4 * state[s.DEPTH]].reshape(-1, 4)[below:]
        coming = [leader_text(int(frame[1])) for frame in reversed(frames) if frame[0] == s.LEADER_ZONE]
        if coming:
            word = "a leader of the {} comes" if len(coming) == 1 else "leaders of the {} come"
            self.say(f"{word.format(CAMPS[state[s.ACTIVE] // 2])}: {' and '.join(coming)}")

    def routiers(self, rule: Rule, table: Any, state: Array) -> None:
        _, camp, stage, _ = (int(word) for word in top(state))
        if stage == 0:
            self.changes()
            self.say(f"The Routiers' turn, played by the {CAMPS[camp]}:")
        rule(table, state)

    # ---- cards ----

    def hand_filled(self, rule: Rule, table: Any, state: Array, stream: Array, faction: int) -> None:
        cards = slice(s.CARD + faction * s.CARDS, s.CARD + (faction + 1) * s.CARDS)
        before = state[cards] == s.IN_HAND
        rule(table, state, stream, faction)
        drawn = np.flatnonzero((state[cards] == s.IN_HAND) & ~before)
        if self.seen.size and drawn.size:
            named = ", ".join(card_text(self.board, faction * s.CARDS + int(card)) for card in drawn)
            self.say(f"drawn by the {FACTION_NAMES[faction]}: {named}")

    def tactic_drawn(self, rule: Rule, table: Any, state: Array, stream: Array) -> None:
        camp = int(top(state)[1])
        before = state[s.TACTIC :][: s.TACTICS].copy()
        self.changes()
        at = len(self.lines)
        rule(table, state, stream)
        self.changes()
        drawn = np.flatnonzero((before <= s.PILE_3) & (state[s.TACTIC :][: s.TACTICS] > s.PILE_3))
        for card in drawn:
            pile = PILES[before[card] - s.PILE_1]
            drawn_card = tactic_text(self.board, int(card))
            self.lines.insert(at, f"    drawn from TACTIC {pile} by the {CAMPS[camp]}: {drawn_card}")

    def advanced(self, rule: Rule, table: Any, state: Array, camp: int, spaces: int) -> None:
        before = int(state[s.TTM + camp])
        rule(table, state, camp, spaces)
        used = self.board.scenario != s.INTRODUCTORY  # 18.1
        if used and state[s.TTM + camp] != before:
            self.say(f"{CAMPS[camp]} TTM marker to space {state[s.TTM + camp]}")
