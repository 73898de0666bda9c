"""The rules of the full game: set-up, what may be done, what comes of it, who has won, what always holds."""

from __future__ import annotations

from docs.example_game.facts import FACES, PLAYERS
from docs.example_game.full_game import board as b
from docs.example_game.full_game import state as s
from docs.example_game.kernels import after_roll
from simcore.engine.jit import kernel
from simcore.engine.rng import below

INVARIANTS = (
    "of no kind there are more cards than the deck began with",
    "as long as the game goes on, both towers have guards",
)


@kernel
def cards(state, first):
    """How many cards a hand or the deck holds, by the first of its cells."""
    held = 0
    for kind in range(b.KINDS):
        held += state[first + kind]
    return held


@kernel
def draw(state, hand, stream):
    """A card of the deck into a hand, each card as likely."""
    at = below(stream, cards(state, s.DECK))
    kind = 0
    while at >= state[s.DECK + kind]:
        at -= state[s.DECK + kind]
        kind += 1
    state[s.DECK + kind] -= 1
    state[hand + kind] += 1


@kernel
def start(board, state, stream):
    """Set up (1)."""
    for kind in range(b.KINDS):
        state[s.DECK + kind] = board[b.COPIES + kind]
    for player in range(PLAYERS):
        state[s.GUARDS + player] = board[b.GUARDS_AT_FIRST]
        for _ in range(board[b.HAND_AT_FIRST]):
            draw(state, s.HAND + b.KINDS * player, stream)


@kernel
def current_player(board, state):
    return state[s.PLAYER]


@kernel
def legal_actions(board, state, actions):
    """Each kind of card in hand can be sent on a raid, or strengthen the own tower (3)."""
    hand, count = s.HAND + b.KINDS * state[s.PLAYER], 0
    for first in (s.RAID, s.STRENGTHEN):
        for kind in range(b.KINDS):
            if state[hand + kind] > 0:
                actions[count] = first + kind
                count += 1
    return count


@kernel
def raid(board, state, raiders, defender, stream):
    """A raid (2), to the last raider or guard."""
    while raiders > 0 and state[s.GUARDS + defender] > 0:
        result = board[b.RESULT + below(stream, FACES)]
        raiders, state[s.GUARDS + defender] = after_roll(result, raiders, state[s.GUARDS + defender])


@kernel
def apply_action(board, state, action, stream):
    """Play a card (3), draw one, and see whether the game is over (4)."""
    player = state[s.PLAYER]
    enemy, hand, kind = 1 - player, s.HAND + b.KINDS * player, action % b.KINDS
    state[s.TURN] += 1
    state[hand + kind] -= 1
    if action < s.STRENGTHEN:
        raid(board, state, board[b.RAIDERS + kind], enemy, stream)
    else:
        state[s.GUARDS + player] += 1
    if board[b.DRAWS] and cards(state, s.DECK) > 0:
        draw(state, hand, stream)
    if state[s.GUARDS + enemy] == 0:
        state[s.PLAYER], state[s.WINNER], state[s.ENDED] = -1, player + 1, s.BY_TOWER
    elif cards(state, s.HAND + b.KINDS * enemy) == 0:
        ahead = state[s.GUARDS] - state[s.GUARDS + 1]
        state[s.WINNER] = 1 if ahead > 0 else 2 if ahead < 0 else 0
        state[s.PLAYER], state[s.ENDED] = -1, s.BY_CARDS
    else:
        state[s.PLAYER] = enemy


@kernel
def returns(board, state, out):
    for player in range(PLAYERS):
        out[player] = 0.5 if state[s.WINNER] == 0 else 1.0 if state[s.WINNER] == player + 1 else 0.0


@kernel
def final_row(board, state, row):
    row[0], row[1], row[2] = state[s.WINNER], state[s.ENDED], state[s.TURN]
    row[3], row[4] = state[s.GUARDS], state[s.GUARDS + 1]


@kernel
def check_invariants(board, state):
    for kind in range(b.KINDS):
        held = state[s.DECK + kind] + state[s.HAND + kind] + state[s.HAND + b.KINDS + kind]
        if held > board[b.COPIES + kind]:
            return 1
    if state[s.PLAYER] >= 0 and (state[s.GUARDS] == 0 or state[s.GUARDS + 1] == 0):
        return 2
    return 0
