"""Where the referee meets the game: what is offered, what is chosen, what chance brings, what stands on the board."""

from __future__ import annotations

import re
from types import SimpleNamespace

import numpy as np

from simcore.engine import rng
from simcore.engine.jit import uncompiled
from simcore.gameplay import rollouts
from simcore.games.cent_ans.full_game import state as layout
from simcore.games.cent_ans.full_game.game import GAME

from . import printed
from .printed import KINDS, NAMES, ZONES, R

CHANCE = re.compile(
    r"^(Turn \d+, |\s+(leaders? of the|drawn by|drawn from|Round \d|Before round|Battle in|Siege of|a leader of))"
)

NO_MORE = {
    "place no more", "place no more militia", "the Routiers stay", "the leader finds no place", "no Routiers appear",
    "no Routier comes", "choose no zone for the TACTIC card", "draw no TACTIC card",
    "play no event", "do not play Exploitation", "play no card in this fight", "choose no further zone",
    "let no more units change sides", "enrol no more Routiers", "attack no Free Company",
}  # fmt: skip


class Broken(AssertionError):
    """A rule that the game has not kept, by its number."""

    def __init__(self, rule, what):
        super().__init__(f"{rule}: {what}")
        self.rule = rule


class GameOver(Exception):
    """The rulebook says that the game ends here."""

    def __init__(self, winner, how):
        super().__init__(winner, how)
        self.winner, self.how = winner, how


class Table:
    """One game under way, heard as it is played; `choose(table, texts)` decides for both players."""

    def __init__(self, board, seed, number, choose):
        # Nothing is compiled here: fields of a record are slow to read then, so that a plain copy serves.
        self.board = SimpleNamespace(**{name: board[name] for name in board.dtype.names})
        start, self._legal, self._whose = (
            uncompiled(GAME.rules.kernels[name]) for name in ("start", "legal_actions", "current_player")
        )
        self.state, self.stream = np.zeros(GAME.rules.state, np.int32), np.zeros(rng.STREAM, np.uint64)
        rollouts.open_at(self.stream, np.uint64(seed), np.uint64(number), np.uint64(rng.GAME))
        start(self.board, self.state, self.stream)
        self.narrator = GAME.narrator(self.board)
        self.narrator.set_up(self.state)
        _, self._apply = GAME.rules.instrumented(**self.narrator.hooks)
        self.choose = choose
        self.heard, self.within_fight, self.gathering = [], False, False
        self.paying = False
        self.heard += [line for line in self.narrator.lines if CHANCE.match(line)]
        self.asked = 0

    # ---- what happens ----

    def ask(self, rule, camp, options):
        """The choice of a player, who must be offered exactly these; where there is one only, nobody need be asked."""
        options = list(options)
        if not (self.within_fight or self.routiers_moving or self.gathering):
            self.companies_led()
        if not options or len(set(options)) != len(options):
            raise AssertionError(f"the referee itself offers {options}")
        self.nothing_left(options)
        texts = self.offered() if not self.heard else {}
        if set(texts) != set(options):
            if len(options) == 1:
                return options[0]
            if self.heard:
                raise Broken(rule, f"{options[:6]} should be offered, but there is told: {self.heard[0]}")
            missing, surplus = sorted(set(options) - set(texts)), sorted(set(texts) - set(options))
            raise Broken(rule, f"not offered: {missing}; offered against the rule: {surplus} ({self.where()})")
        if self.player != camp:
            raise Broken(rule, f"player {self.player} is asked for {options[:4]}, not {camp}")
        self.compare(rule)
        return self.take(texts)

    def nothing_left(self, options=()):
        """Decisions in which nothing is left to choose but to do no more."""
        while not self.heard and len(texts := self.offered()) == 1:
            if not set(texts) <= NO_MORE - set(options):
                return
            self.take(texts)

    def take(self, texts):
        """Let the game go on by the choice of a player."""
        said = self.choose(self, list(texts))
        action = texts[said]
        before = len(self.narrator.lines)
        self.narrator.decided(self.state, action)
        self._apply(self.board, self.state, action, self.stream)
        self.narrator.settled(self.state)
        self.heard += [line for line in self.narrator.lines[before:] if CHANCE.match(line)]
        self.asked += 1
        return said

    def offered(self):
        if self.player is None:
            return {}
        actions = np.zeros(GAME.rules.actions, np.int32)
        count = self._legal(self.board, self.state, actions)
        return {GAME.rules.action_text(self.board, int(action)): int(action) for action in actions[:count]}

    @property
    def player(self):
        player = int(self._whose(self.board, self.state))
        return None if player < 0 else player

    def chance(self, rule, pattern):
        """The next thing told that chance decides, or that begins a battle."""
        self.nothing_left()
        if not self.heard:
            raise Broken(rule, f"{pattern} should come now; asked is {list(self.offered())[:6]} ({self.where()})")
        line = self.heard.pop(0).strip()
        found = re.fullmatch(pattern, line)
        if not found:
            raise Broken(rule, f"told is: {line}; expected {pattern} ({self.where()})")
        return found

    def next_is(self, pattern):
        return bool(self.heard) and re.fullmatch(pattern, self.heard[0].strip()) is not None

    def where(self):
        return f"turn {self.turn}, {printed.FACTIONS[self.active]}"

    # ---- what stands there ----

    def cell(self, at):
        return int(self.state[at])

    def seen_units(self, zone):
        first = layout.UNITS + zone * layout.KINDS
        return [self.cell(first + kind) for kind in KINDS]

    def compare(self, rule):
        """Everything on the board is as the referee has it."""
        for zone in ZONES:
            seen = self.seen_units(zone)
            if seen != self.units[zone]:
                raise Broken(
                    rule, f"in {NAMES[zone]} stand {seen}, by the rules {self.units[zone]}; {self.narrator.lines[-3:]}"
                )
        checks = {
            "turn": (self.turn, self.cell(layout.TURN)),
            "active": (self.active, self.cell(layout.ACTIVE)),
            "works": (self.works, [self.cell(layout.WORKS + zone) for zone in ZONES]),
            "leaders": (self.leaders, [self.cell(layout.LEADER + leader) for leader in range(12)]),
            "companies": (
                self.companies,
                [max(-1, self.cell(layout.COMPANY + company)) for company in range(3)],
            ),
            "TTM": (self.ttm, [self.cell(layout.TTM + camp) for camp in range(2)]),
            "truces": (self.truces, [self.cell(layout.TRUCES + camp) for camp in range(2)]),
            "tokens": (self.tokens, self.cell(layout.TOKENS)),
            "guard": (self.guard, self.cell(layout.GUARD_LEFT)),
            "castles": (self.castles_left(), self.cell(layout.CASTLES_LEFT)),
            "towns": (self.towns_left(), self.cell(layout.TOWNS_LEFT)),
            "hands": (
                [sorted(hand) for hand in self.hands],
                [sorted(self.cards_at(faction, layout.IN_HAND)) for faction in range(4)],
            ),
            "tactics": (
                self.tactic_places(),
                {
                    card: self.cell(layout.TACTIC + card - 1)
                    for card in printed.TACTICS
                    if "effect" in printed.TACTICS[card]
                },
            ),
            "points": self.points_seen(),
            "Routiers in the box": (printed.BOX[R] - self.on_board(R), self.cell(layout.RESERVE + 5)),
        }
        for name, (own, seen) in checks.items():
            if own != seen:
                raise Broken(rule, f"{name}: {seen}, by the rules {own} ({self.where()}); {self.narrator.lines[-4:]}")

    def points_seen(self):
        """Points are counted afresh when they are needed."""
        own = self.points()
        counted = (
            not self.cell(layout.DIRTY) and not self.paying and self.scenario not in ("introductory", "historical")
        )
        return own, own if not counted else [self.cell(layout.POINTS + camp) for camp in range(2)]

    def cards_at(self, faction, place):
        first = layout.CARD + faction * layout.CARDS
        return [card for card in range(1, 14) if self.cell(first + card - 1) == place]

    def tactic_places(self):
        """Where each TACTIC card is, in the numbers of the state; played and discarded ones count the same."""
        return {
            card: place if place != layout.IN_PLAY else layout.IN_PLAY
            for card, place in self.tactics.items()
            if "effect" in printed.TACTICS[card]
        }
