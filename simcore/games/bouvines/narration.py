"""A trial in words: the rules run once more as plain Python, under the same dice, and whatever they do is overheard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simcore.engine.jit import uncompiled
from simcore.engine.resolver import Step
from simcore.games.bouvines import ground, kernels
from simcore.games.bouvines.compile import ORDERS
from simcore.games.bouvines.ground import CENTRE, LIFE, NO_SEAT, TROOPS
from simcore.games.bouvines.model import BANNER_LOST, CLASH, FALL, FORGO, HIT, REMOVED, SHOT, TAKEN, Model
from simcore.games.bouvines.scenarios import SIDES
from simcore.text import counted

_HOW = {
    REMOVED: "is gone: four of its troops are dead",
    BANNER_LOST: "loses its banner to the sixteen banners",
    TAKEN: "is taken: its cells are dead or touched",
}
_ORDERS = {code: name for name, code in ORDERS.items()}
_CHANGE = "  "  # begins the lines that say what a line above them changed

# Of the ground, as plain Python.
_apart, _is_out, _place_of, _seat_of, _troop_of = map(
    uncompiled, (ground.apart, ground.is_out, ground.place_of, ground.seat_of, ground.troop_of)
)


def retold(
    kinds: Sequence[str], model: Model, opening: tuple[int, ...], steps: Sequence[Step], attacker: str = ""
) -> list[str]:
    """What happened from the `opening` on: every order, step, attack and loss, in the order of play.

    `attacker`: who makes a single attack, in words; its troops have neither sides nor numbers.
    """
    listener = _Listener(kinds, model, attacker)
    heard = {name: getattr(listener, name) for name in listener.HEARD}
    next_roll, transition = uncompiled(kernels.next_roll), uncompiled(kernels.transition, **heard)
    state = transition(model, next_roll(model, opening)[1], 0)
    for step in steps:
        view = next_roll(model, state)[1]
        listener.die(view, bool(model.field["counts"][0][step.face]))
        state = transition(model, view, step.face)
    return listener.lines


class _Listener:
    """Writes down what the rules of one trial do; the methods in HEARD stand around the kernels of these names."""

    HEARD = (
        "begins", "closed_in", "rotated", "healed", "acts", "strike", "charge", "with_troop", "finished",
    )  # fmt: skip

    def __init__(self, kinds: Sequence[str], model: Model, attacker: str) -> None:
        self.kinds, self.field, self.attacker = kinds, model.field[0], attacker
        self.single = int(self.field.single)
        self.turn = 0
        self.troop = 0  # whose turn it is
        self.held: list[str] = []  # changes that come with an attack whose die is not thrown yet
        self.lines: list[str] = []
        if self.single == FORGO:
            self.say("no shot is taken: the line is not clear")

    # ---- words ----

    def say(self, what: str) -> None:
        self.lines.append(what if self.single != CLASH else f"turn {self.turn + 1}: {what}")

    def change(self, what: str) -> None:
        self.lines.append(_CHANGE + what)

    def name(self, troop: int, packed: int) -> str:
        """A troop for people: in a clash with its number on its side from 0."""
        kind = self.kinds[troop]
        kind = "foot-knight" if kind == "knight" and packed & LIFE <= self.field.foot[troop] else kind
        if self.single != CLASH:
            return self.attacker if troop < TROOPS else f"the {kind}"
        return f"{SIDES[troop // TROOPS]} {kind} {troop % TROOPS}"

    def named(self, where: Any, troop: int) -> str:
        """A troop as it is on this ground."""
        return self.name(troop, _troop_of(where, troop))

    def points(self, troop: int, packed: int) -> str:
        """Hit points of a troop in its present form."""
        life, foot = packed & LIFE, int(self.field.foot[troop])
        if life == 0:
            return "dead"
        on_horse = 0 < foot < life
        return f"{life - foot if on_horse else life}" + (" on foot" if foot > 0 and not on_horse else "")

    # ---- dice ----

    def die(self, view: tuple[Any, ...], counts: bool) -> None:
        """The die that a state waits for, what it shows, and what came with its throw."""
        where, _, _, _, _, waits, target, damage = view
        if waits == FALL:
            self.say(f"{self.named(where, target)} falls: {'hurt' if counts else 'unhurt'}")
        elif waits == SHOT:
            self.say(f"{self.named(where, self.troop)} shoots at {self.named(where, target)}: "
                     f"{'hit' if counts else 'miss'}")  # fmt: skip
        else:
            self.say(f"{self.named(where, self.troop)} charges {self.named(where, target)}, "
                     f"{damage} before the shock die: {'one more' if counts else 'no more'}")  # fmt: skip
        self.lines += self.held
        self.held = []

    # ---- what is heard, each with the rule itself first ----

    def begins(self, rule: Any, field: Any, where: Any, turn: int, passage: int) -> Any:
        self.turn = turn
        side, order = field.side_of[passage], field.order[turn, passage]
        self.say(f"the plaque of {SIDES[side]} has the order {_ORDERS[int(order)]}")
        return rule(field, where, turn, passage)

    def closed_in(self, rule: Any, where: Any, side: int, front: int) -> Any:
        at = len(self.lines)
        after, stepped = rule(where, side, front)
        if stepped:
            q, r = _apart(CENTRE, after[side])
            self.lines.insert(at, f"{_CHANGE}it steps to {q}, {r}")
        return after, stepped

    def rotated(self, rule: Any, where: Any, side: int, turn: int) -> Any:
        after = rule(where, side, turn)
        way = "clockwise" if turn == 1 else "counterclockwise"
        self.change(f"its troops turn {way}" if after != where else "nothing turns")
        return after

    def healed(self, rule: Any, field: Any, where: Any, first: int, last: int) -> Any:
        if self.single != CLASH:
            self.say("the target's plaque repairs")
        return rule(field, where, first, last)

    def acts(self, rule: Any, field: Any, where: Any, turn: int, side: int, troop: int, stepped: int) -> Any:
        self.troop, at = troop, len(self.lines)
        after, waits, target, damage = rule(field, where, turn, side, troop, stepped)
        # A charger goes before he strikes, but people want to hear first that he charges.
        came = sorted(self.lines[at:], key=lambda line: line.startswith(_CHANGE))
        del self.lines[at:]
        if waits == HIT:
            self.lines += came
        else:
            self.held = came
        return after, waits, target, damage

    def strike(self, rule: Any, field: Any, where: Any, turn: int, side: int, target: int) -> Any:
        damage = rule(field, where, turn, side, target)
        self.say(f"{self.named(where, self.troop)} strikes {self.named(where, target)} at contact: {damage}")
        return damage

    def charge(self, rule: Any, field: Any, where: Any, turn: int, side: int, target: int, cells: int) -> Any:
        waits, damage = rule(field, where, turn, side, target, cells)
        if waits == HIT:
            who, whom = self.named(where, self.troop), self.named(where, target)
            self.say(f"{who} charges {whom}, without a shock die: {damage}")
        return waits, damage

    def with_troop(self, rule: Any, where: Any, troop: int, packed: int) -> Any:
        was = _troop_of(where, troop)
        if was & LIFE != packed & LIFE:
            self.change(f"{self.name(troop, was)}: {self.points(troop, was)} -> {self.points(troop, packed)}")
        if packed:
            self.moved(self.name(troop, packed), was, packed)
        return rule(where, troop, packed)

    def moved(self, name: str, was: int, now: int) -> None:
        """Where a troop is, if it went out, came back or walked outside."""
        if _is_out(was) and not _is_out(now):
            self.change(f"{name} is in its cell")
        elif _is_out(now) and (not _is_out(was) or _place_of(was) != _place_of(now)):
            q, r = _apart(CENTRE, _place_of(now))
            self.change(f"{name} is out, at {q}, {r}")
        if _seat_of(now) == NO_SEAT != _seat_of(was):
            self.change(f"{name} has lost its cell")

    def finished(self, rule: Any, where: Any, how: int, number: int) -> Any:
        if self.single == CLASH and how:
            self.say(f"the plaque of {SIDES[(how - 1) // TAKEN]} {_HOW[(how - 1) % TAKEN + 1]}")
        elif self.single == CLASH:
            self.lines.append(f"nobody has lost after {counted(number, 'turn')}")
        return rule(where, how, number)
