"""What a player may know: all but the enemy's cards and the deck, of which he knows what both hold together."""

from __future__ import annotations

from docs.example_game.facts import MOST, PLAYERS
from docs.example_game.full_game import board as b
from docs.example_game.full_game import state as s
from docs.example_game.full_game.rules import cards, draw
from simcore.engine.jit import kernel
from simcore.gameplay.observation import Field

FIELDS = (
    Field("player", (), -1, PLAYERS - 1, "whose decision it is, -1: the game is over"),
    Field("turn", (), 0, s.MAX_GAME_LENGTH, "cards played"),
    Field("guards", (PLAYERS,), 0, s.MOST_GUARDS, "of each player"),
    Field("hand", (b.KINDS,), 0, MOST, "the player's own cards of each kind"),
    Field("enemy_hand", (), 0, s.MAX_GAME_LENGTH, "how many cards the enemy holds"),
    Field("unseen", (b.KINDS,), 0, 2 * MOST, "cards of each kind in the deck and the enemy's hand"),
)
UNSEEN = 5 + b.KINDS  # first place of that field


@kernel
def observe(board, state, player, out):
    own, enemy = s.HAND + b.KINDS * player, s.HAND + b.KINDS * (1 - player)
    out[0], out[1], out[2], out[3] = state[s.PLAYER], state[s.TURN], state[s.GUARDS], state[s.GUARDS + 1]
    for kind in range(b.KINDS):
        out[4 + kind] = state[own + kind]
        out[UNSEEN + kind] = state[s.DECK + kind] + state[enemy + kind]
    out[4 + b.KINDS] = cards(state, enemy)


@kernel
def resample_hidden(board, state, player, stream):
    """Deal the enemy's cards anew. All of them go back first: what is dealt may not hang on what he really holds."""
    enemy = s.HAND + b.KINDS * (1 - player)
    held = cards(state, enemy)
    for kind in range(b.KINDS):
        state[s.DECK + kind] += state[enemy + kind]
        state[enemy + kind] = 0
    for _ in range(held):
        draw(state, enemy, stream)
