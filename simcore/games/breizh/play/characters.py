"""Character cards: who can play one now, and what it does."""

from __future__ import annotations

from simcore.engine.jit import routine, step
from simcore.games.breizh.play.layout import (
    ACTION,
    BONUS,
    CHARACTER_AT,
    CHARACTER_BONUS,
    CHARACTER_CAMP,
    CHARACTER_PLAYED,
    CHARACTERS,
    IN_HAND,
    LEFT,
    PLAY_CHARACTER,
    PLAYER,
    RALLY,
    RECRUIT,
    USED,
)
from simcore.games.breizh.play.pieces import wait_for


@step
def is_playable(board, state, character, player, action):
    """Does `player` hold this character, and does he change the action?"""
    return (
        state[CHARACTER_AT + character] == IN_HAND
        and board[CHARACTER_CAMP + character] == player
        and board[CHARACTER_BONUS + CHARACTERS * action + character] != 0
    )


@routine
def offer(board, state, player, action):
    """Ask `player` for a character if he can play one: one at most for each Event card (Character Cards)."""
    if state[CHARACTER_PLAYED + player] == 1:
        return False
    for character in range(CHARACTERS):
        if is_playable(board, state, character, player, action):
            state[ACTION] = action
            wait_for(state, PLAY_CHARACTER, player)
            return True
    return False


@step
def play_character(board, state, choice):
    """A character is played and discarded, or (0) none is."""
    if choice == 0:
        return
    player, action = state[PLAYER], state[ACTION]
    bonus = board[CHARACTER_BONUS + CHARACTERS * action + choice - 1]
    state[CHARACTER_AT + choice - 1] = USED
    state[CHARACTER_PLAYED + player] = 1
    if action in (RALLY, RECRUIT):
        state[LEFT] = max(state[LEFT] + bonus, 0)
    else:
        state[BONUS + player] = bonus
