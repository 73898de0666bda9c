"""The options of a game, and the board: from the facts to the array that the kernels play on."""

from __future__ import annotations

import numpy as np
from pydantic import Field

from docs.example_game import kernels
from docs.example_game.facts import CARDS, FACES, TowersFacts
from simcore.scenarios.scenario import Document
from simcore.types import Array

KINDS = len(CARDS)
# Cells of the board, int32[BOARD].
GUARDS_AT_FIRST, HAND_AT_FIRST, DRAWS = range(3)
RAIDERS = 3  # of each kind of card
COPIES = RAIDERS + KINDS
RESULT = COPIES + KINDS  # of each face of the die
BOARD = RESULT + FACES


class Options(Document):
    """What a table can settle otherwise."""

    draws: bool = Field(True, description="does a player draw a card after each that he plays?")


def make_board(facts: TowersFacts, options: Options) -> Array:
    """The board of these facts and options."""
    board = np.zeros(BOARD, np.int32)
    board[GUARDS_AT_FIRST], board[HAND_AT_FIRST] = facts.setup["guards"].value, facts.setup["hand"].value
    board[DRAWS] = options.draws
    cards = [facts.cards[name].value for name in CARDS]
    board[RAIDERS : RAIDERS + KINDS] = [card.raiders for card in cards]
    board[COPIES : COPIES + KINDS] = [card.copies for card in cards]
    die = facts.dice["raid"].value
    board[RESULT:BOARD] = np.repeat([kernels.RAIDER, kernels.GUARD, kernels.BOTH], [die.raider, die.guard, die.both])
    return board
