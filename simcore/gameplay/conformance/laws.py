"""What a law is, what it is held against, and the laws of a board.

A law is a small function with its text; it raises `AssertionError` with what it found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from simcore.errors import BadInput
from simcore.gameplay.game import Game
from simcore.gameplay.position import Position

SEED = 0x5EED_0F_7E57_6A3E  # long enough, as is the first game's number, to be known again wherever it turns up
FIRST = 0x00C0_FFEE_0000
SAMPLE = 0x0DD5  # seed of worlds


@dataclass(frozen=True)
class Law:
    """What must hold, in words, and who looks whether it does."""

    text: str
    holds: Callable[[Any], None]


@dataclass(frozen=True)
class Table:
    """A game on a board."""

    game: Game
    board: Any


@dataclass(frozen=True)
class Moment:
    """A position of a random game, after so many decisions of it."""

    position: Position
    seed: int
    number: int
    decision: int
    chance: np.random.Generator


@dataclass(frozen=True)
class Run:
    """Some games of a seed, each of at most `limit` decisions."""

    game: Game
    board: Any
    seed: int
    first: int
    count: int
    limit: int


of_a_board: list[Law] = []
of_a_position: list[Law] = []
of_an_end: list[Law] = []
of_play: list[Law] = []
of_dealing: list[Law] = []
of_the_jit: list[Law] = []


def law(kind: list[Law], text: str) -> Callable[[Callable[[Any], None]], Callable[[Any], None]]:
    """Put a function among the laws of a kind."""

    def put(holds: Callable[[Any], None]) -> Callable[[Any], None]:
        kind.append(Law(text, holds))
        return holds

    return put


def expect(right: bool, found: object = "") -> None:
    """Raise what was found unless it is right."""
    if not right:
        raise AssertionError(found)


def moments(game: Game, board: Any, seed: int, number: int, limit: int, every: int) -> Iterator[Moment]:
    """A game played at random: its position at the set-up, at every `every`th decision, and where it ends."""
    position, chance = Position.start(game, board, seed, number), np.random.default_rng([seed, number])
    decision = 0
    while decision <= limit:
        over = position.player < 0
        if over or decision % every == 0:
            yield Moment(position, seed, number, decision, chance)
        if over:
            return
        legal = position.legal_actions()
        position.apply(legal[chance.integers(len(legal))])
        decision += 1


def worlds(moment: Moment, count: int = 2) -> Iterator[tuple[int, Position]]:
    """Each player, and worlds in which he could be."""
    for player in range(len(moment.position.players)):
        for at in range(count):
            yield player, moment.position.resampled(player, SAMPLE + at)


def refused(call: Callable[[], object], field: str) -> bool:
    """Is it answered with `BadInput` that names the field?"""
    try:
        call()
    except BadInput as error:
        return field in str(error)
    return False


# ---- a board -------------------------------------------------------------------------------------------------------


@law(of_a_board, "every action has a text of one line, and no two have the same")
def action_texts(table: Table) -> None:
    known: dict[str, int] = {}
    for action in range(table.game.num_distinct_actions):
        text = table.game.action_text(table.board, action)
        expect(isinstance(text, str) and text.strip() == text != "" and "\n" not in text, f"{action}: {text!r}")
        expect(text not in known, f"{known.get(text)} and {action} are both {text!r}")
        known[text] = action
        expect(text == table.game.action_text(table.board, action), f"{action} has another text when asked again")


@law(of_a_board, "fields of an observation have names of their own, and a least number not above the most")
def fields(table: Table) -> None:
    names = [one.name for one in table.game.observation]
    expect(len(set(names)) == len(names), names)
    for one in table.game.observation:
        expect(one.name.isidentifier() and one.size > 0 and one.least <= one.most and one.meaning != "", one)


@law(of_a_board, "there are two to six players, and every invariant has a text")
def players(table: Table) -> None:
    expect(2 <= len(set(table.game.players)) == len(table.game.players) <= 6, table.game.players)
    expect(all(isinstance(one, str) and one for one in table.game.invariants), table.game.invariants)
