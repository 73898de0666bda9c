"""Positions of Breizh 1341 made for a test: `at` changes cells of a set-up game, `drive` takes actions by text."""

from __future__ import annotations

from functools import cache

import numpy as np

from simcore.engine import rng
from simcore.gameplay import rollouts
from simcore.gameplay.position import Position
from simcore.games.breizh.facts import facts
from simcore.games.breizh.full_game import board as boards
from simcore.games.breizh.full_game import state as cell
from simcore.games.breizh.full_game.game import GAME

RULES = GAME.rules
MONTFORT, BLOIS = range(2)
REGION = {name: at for at, name in enumerate(boards.REGION_NAMES)}
CASTLE = {name: at for at, name in enumerate(facts().castles)}
CHARACTER = {name: at for at, name in enumerate(facts().characters)}
NAMES = ["Nantes", "Rennes", "Vannes", "Saint-Malo et Dol", "Saint-Brieuc", "Trégor", "Léon", "Cornouaille"]
EVENTS = {fact.value.name: int(number) - 1 for number, fact in facts().events.items()}


@cache
def board_of(**options):
    return boards.make_board(facts(), boards.Options(**options))


BOARD = board_of()


def started(seed=1, number=0, **options):
    return Position.start(RULES, board_of(**options), seed, number)


def cells(position, first, count=cell.REGIONS):
    return position.state[first : first + count].tolist()


def at(position, **cells_of):
    """Set cells: `TURN=2`, or regions by name: `TROOPS_MONTFORT={"nantes": 3}`."""
    state = position.state
    for name, value in cells_of.items():
        what, _, side = name.partition("_")
        if isinstance(value, dict):
            first = getattr(cell, what) + (cell.REGIONS * boards.SIDES.index(side.lower()) if side else 0)
            state[first : first + cell.REGIONS] = 0
            for region, number in value.items():
                state[first + REGION[region]] = number
        else:
            state[getattr(cell, name)] = value
    return position


def hand(position, player, *names, special=None):
    """Give a hand of Event cards by name."""
    state = position.state
    for card in range(cell.EVENTS):
        if state[cell.CARD_AT + card] == cell.HAND + player:
            state[cell.CARD_AT + card] = cell.DECK
    for name in names:
        was = state[cell.CARD_AT + EVENTS[name]] - cell.HAND
        if was in (0, 1):
            state[cell.EVENTS_HELD + was] -= was != player
        state[cell.CARD_AT + EVENTS[name]] = cell.HAND + player
    state[cell.EVENTS_HELD + player] = len(names)
    if special is not None:
        state[cell.CARD_AT + cell.EVENTS + special - 1] = cell.HAND + player
        state[cell.SPECIAL_HELD + player] = cell.EVENTS + special
    return position


def own(position, castle, player):
    """Put a castle marker."""
    state, number = position.state, CASTLE[castle]
    if before := state[cell.CASTLE + number]:
        state[cell.CASTLES_HELD + cell.REGIONS * (before - 1) + BOARD[cell.CASTLE_REGION + number]] -= 1
    state[cell.CASTLE + number] = player + 1
    state[cell.CASTLES_HELD + cell.REGIONS * player + BOARD[cell.CASTLE_REGION + number]] += 1


def hold(position, *names):
    """Let characters be in their players' hands, and no others."""
    position.state[cell.CHARACTER_AT : cell.CHARACTER_AT + cell.CHARACTERS] = cell.IN_PILE
    for name in names:
        position.state[cell.CHARACTER_AT + CHARACTER[name]] = cell.IN_HAND
    position.state[cell.TURN] = max(position.state[cell.TURN], 1 + len(names))


def drive(position, *texts):
    for text in texts:
        position.apply(position.action(text))
    return position


def texts(position):
    return [position.action_text(action) for action in position.legal_actions()]


def rolls(position, *faces):
    """Set the chance of a position so that its next dice show `faces`: the first stream that does."""
    wanted = [face - 1 for face in faces]
    for number in range(200_000):
        stream = np.zeros(rng.STREAM, np.uint64)
        rollouts.open_at(stream, np.uint64(7), np.uint64(number), np.uint64(rng.GAME))
        probe = stream.copy()
        if [int(getattr(rng.below, "py_func", rng.below)(probe, 3)) for _ in wanted] == wanted:
            position.stream = stream
            return position
    raise AssertionError(faces)


NEUTRAL = "A hard winter"  # no order, all four actions


def ready(player=MONTFORT, card=NEUTRAL, **cells_of):
    """`player` is the active player in turn 2 and has just this card, the enemy a few; nobody holds a character."""
    position = started()
    at(position, TURN=2, ACTIVE=player, PLAYER=player, DECISION=cell.PLAY_CARD)
    position.state[cell.PLAYED : cell.PLAYED + 2] = 0
    hand(position, 1 - player, "Fire along the coast", "Auray")
    hand(position, player, card)
    hold(position)
    return at(position, **cells_of)


def play(position, card=NEUTRAL):
    return drive(position, f"play card {EVENTS[card] + 1}, {card}")
