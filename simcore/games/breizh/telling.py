"""Full games in words: what an action is called, and what came of it."""

from __future__ import annotations


def action_text(board, state, action):
    return str(action)


def told(board, before, action, after):
    return [str(action)]
