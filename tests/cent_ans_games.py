"""A board of La guerre de Cent Ans to set up by hand, for the tests of its rules."""

from __future__ import annotations

import numpy as np

from simcore.gameplay.position import Position
from simcore.games.cent_ans.full_game import odds
from simcore.games.cent_ans.full_game import state as layout
from simcore.games.cent_ans.full_game.board import table
from simcore.games.cent_ans.full_game.facts import LEADERS, full_facts
from simcore.games.cent_ans.full_game.game import GAME, Options

FACTS = full_facts()
ZONES = [*FACTS.zones, "ZN", "ZS"]
NAMES = [zone.value.name for zone in FACTS.zones.values()] + ["ZN before Paris", "ZS before Paris"]
KINDS = ("english", "burgundian", "english_elite", "french", "armagnac", "french_elite", "routier")
STORES = (0, 1, 4, 2, 3, 4, 5)  # where units of a kind lie in the reserve
TABLES = {
    name: table(name, FACTS, odds.nothing()) for name in ("basic", "introductory", "historical", "english-challenge")
}


PARKED = (layout.MILITIA_ZONE, 0, 1)  # a decision after the BATTLES phase, so that the game waits there


def name(zone):
    return NAMES[ZONES.index(zone)]


class Field:
    """A game whose board is empty but for what a test puts there; `faction` is in its MANEUVERS phase."""

    def __init__(
        self,
        faction="english",
        *,
        scenario="basic",
        armies=5,
        arrows=3,
        seed=1,
        refuge=False,
        last_loss=False,
        markers=False,
    ):
        board = TABLES[scenario]
        if refuge or last_loss or markers:
            board = table(scenario, FACTS, odds.nothing(), refuge=refuge, last_loss=last_loss, markers=markers)
        self.position = Position.start(GAME.rules, board, seed, 0)
        state = self.state
        state[layout.UNITS : layout.WORKS] = 0
        state[layout.RESERVE : layout.RESERVE + 6] = TABLES[scenario].box
        state[layout.LEADER : layout.LEADER + layout.LEADERS] = layout.AWAY
        for card in range(4 * layout.CARDS):
            if state[layout.CARD + card] == layout.IN_HAND:
                state[layout.CARD + card] = layout.IN_DECK
        self.faction = ("english", "burgundian", "french", "armagnac").index(faction)
        state[layout.ACTIVE] = self.faction
        state[layout.DRAWN] = 1 << self.faction
        state[layout.TOOK_LEADER] = 0
        state[layout.MANEUVERS], state[layout.ARROWS], state[layout.PLAYED_CARD] = armies, arrows, 1
        self.frames((layout.NEXT,), (layout.DRAW,), PARKED, (layout.BATTLE,), (layout.ARMY,))

    @property
    def state(self):
        return self.position.state

    def frames(self, *frames):
        """The stack of what is to happen, the next one last."""
        self.state[layout.FRAMES :] = 0
        for at, frame in enumerate(frames):
            self.state[layout.FRAMES + 4 * at : layout.FRAMES + 4 * at + len(frame)] = frame
        self.state[layout.DEPTH] = len(frames)

    def put(self, zone, **units):
        for kind, count in units.items():
            at = KINDS.index(kind)
            self.state[layout.UNITS + ZONES.index(zone) * layout.KINDS + at] += count
            self.state[layout.RESERVE + STORES[at]] -= count
        return self

    def lead(self, leader, zone):
        self.state[layout.LEADER + LEADERS.index(leader)] = ZONES.index(zone)
        return self

    def leader(self, leader):
        return int(self.state[layout.LEADER + LEADERS.index(leader)])

    def deal(self, faction, *cards):
        number = ("english", "burgundian", "french", "armagnac").index(faction)
        for card in cards:
            self.state[layout.CARD + number * layout.CARDS + card - 1] = layout.IN_HAND
        return self

    def tactic(self, card, where):
        self.state[layout.TACTIC + card - 1] = where
        return self

    def at(self, zone):
        first = layout.UNITS + ZONES.index(zone) * layout.KINDS
        return {kind: int(n) for kind, n in zip(KINDS, self.state[first : first + 7], strict=True) if n}

    def legal(self):
        return [self.position.action_text(action) for action in self.position.legal_actions()]

    def take(self, *texts):
        for text in texts:
            self.position.apply(self.position.action(text))
        return self

    def fight(self, *texts):
        """Take these, then fight on, whoever must choose taking what comes first."""
        self.take(*texts)
        while self.top() in (layout.EFFECT, layout.FALL, layout.RETREAT, layout.TURN_RESULTS):
            self.position.apply(self.position.legal_actions()[0])
        return self

    def top(self):
        return int(self.state[layout.FRAMES + 4 * (int(self.state[layout.DEPTH]) - 1)])

    def points(self):
        """Points as they stand, counted afresh."""
        position = Position(GAME.rules, self.position.board, self.state.copy(), self.position.stream.copy())
        position.state[layout.DIRTY] = 1
        position.apply(position.legal_actions()[0])
        return int(position.state[layout.POINTS]), int(position.state[layout.POINTS + 1])


def event(field, *frame):
    """The field with one event waiting for its zone or its next step, and the game parked behind it."""
    field.frames((layout.NEXT,), (layout.DRAW,), PARKED, frame)
    return field


def random_game(position, seed=5, most=100_000):
    """Play on at random; yields after every decision."""
    generator = np.random.default_rng(seed)
    for _ in range(most):
        legal = position.legal_actions()
        if not legal:
            return
        position.apply(int(generator.choice(legal)))
        yield position


__all__ = ["FACTS", "GAME", "TABLES", "ZONES", "Field", "Options", "event", "name", "random_game"]
