"""The cells of the state by name, what each can hold, and the numbers of the actions."""

from __future__ import annotations

from docs.example_game.facts import MOST, PLAYERS
from docs.example_game.full_game.board import KINDS
from simcore.gameplay.position_data import Cells

MAX_GAME_LENGTH = KINDS * MOST  # every decision plays a card
MOST_GUARDS = MOST + MAX_GAME_LENGTH

PLAYER, WINNER, ENDED, TURN = range(4)  # PLAYER: whose decision it is, -1: the game is over
GUARDS = 4  # of each player
HAND = GUARDS + PLAYERS  # cards of each kind: HAND + KINDS * player + kind
DECK = HAND + PLAYERS * KINDS  # cards of each kind; which comes next is drawn when it is drawn
STATE = DECK + KINDS
CELLS = (
    Cells("player", 1, -1, PLAYERS - 1), Cells("winner", 1, 0, PLAYERS), Cells("ended", 1, 0, 1),
    Cells("turn", 1, 0, MAX_GAME_LENGTH), Cells("guards", PLAYERS, 0, MOST_GUARDS),
    Cells("hand", PLAYERS * KINDS, 0, MOST), Cells("deck", KINDS, 0, MOST),
)  # fmt: skip
BY_TOWER, BY_CARDS = range(2)  # how a game ended

RAID, STRENGTHEN = 0, KINDS  # actions: the first of each, to which the kind of the card is added
NUM_DISTINCT_ACTIONS = 2 * KINDS
