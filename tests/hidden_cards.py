"""A toy game with something to hide that keeps the whole contract, and the same game with one law of it broken.

Two players in turn take 1 to 3 stones, then a die takes 0 or 1 more; who takes the last one wins (nobody, if the die
does). Each holds one of five cards; he may show his once, which both then know, and whoever holds card 0 may take four.
"""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from simcore.engine.jit import kernel
from simcore.engine.rng import below
from simcore.gameplay import rollouts
from simcore.gameplay.conformance import loop
from simcore.gameplay.game import Game, Policy, Setting
from simcore.gameplay.observation import Field
from simcore.gameplay.position_data import Cells

STONES, TURN, WINNER, CARD, SHOWN = 0, 1, 2, 3, 5  # CARD, CARD + 1: the players' cards; SHOWN: has he shown his?
CARDS, LUCKY = 5, 0
SHOW, FOUR = 3, 4  # actions; those below take one stone more than their number
BOARD = 21
TEXTS = ("take one", "take two", "take three", "show your card", "take four")
# Compiled copies are kept on disk under the game's name: a new text of this file needs a new name.
EDITION = blake2b(Path(__file__).read_bytes(), digest_size=4).hexdigest()


@kernel
def start(board, state, stream):
    state[STONES] = board
    state[CARD] = below(stream, CARDS)
    state[CARD + 1] = (state[CARD] + 1 + below(stream, CARDS - 1)) % CARDS


@kernel
def current_player(board, state):
    return state[TURN] if state[STONES] > 0 else -1


@kernel
def legal_actions(board, state, actions):
    player = state[TURN]
    count = min(3, state[STONES])
    for at in range(count):
        actions[at] = at
    if state[SHOWN + player] == 0:
        actions[count] = SHOW
        count += 1
    if state[CARD + player] == LUCKY and state[STONES] >= 4:
        actions[count] = FOUR
        count += 1
    return count


@kernel
def apply_action(board, state, action, stream):
    player = state[TURN]
    if action == SHOW:
        state[SHOWN + player] = 1
        return
    state[STONES] -= 4 if action == FOUR else action + 1
    if state[STONES] == 0:
        state[WINNER] = player + 1
    else:
        state[STONES] -= below(stream, 2)
    state[TURN] = 1 - player


@kernel
def state_value(board, state, player):
    if state[STONES] > 0 or state[WINNER] == 0:
        return 0.5
    return 1.0 if state[WINNER] == player + 1 else 0.0


@kernel
def returns(board, state, out):
    for player in range(2):
        out[player] = state_value(board, state, player)


@kernel
def final_row(board, state, row):
    row[0] = state[WINNER]
    row[1] = state[STONES]


@kernel
def check_invariants(board, state):
    if state[STONES] < 0 or state[STONES] > board:
        return 1
    return 2 if state[CARD] == state[CARD + 1] else 0


@kernel
def observe(board, state, player, out):
    out[0], out[1], out[2] = state[STONES], state[TURN], state[CARD + player]
    for other in range(2):
        out[3 + other] = state[CARD + other] if state[SHOWN + other] else -1


@kernel
def resample_hidden(board, state, player, stream):
    if state[SHOWN + 1 - player] == 0:
        state[CARD + 1 - player] = (state[CARD + player] + 1 + below(stream, CARDS - 1)) % CARDS


@kernel
def select_action(board, state, player, actions, count, policy, parameters, stream):
    return below(stream, 2) % count


def state_text(board: Any, state: Any, player: int) -> str:
    cards = [int(state[CARD + one]) if one == player or player < 0 or state[SHOWN + one] else "?" for one in range(2)]
    return f"{state[STONES]} stones, cards {cards}, player {state[TURN]} decides"


FIELDS = (
    Field("stones", (), 0, BOARD, "that are left"),
    Field("turn", (), 0, 1, "whose it is"),
    Field("card", (), 0, CARDS - 1, "the player's own"),
    Field("shown", (2,), -1, CARDS - 1, "each player's card, -1: not shown"),
)


class Home:
    """Whoever finds the game again in another process."""

    rules: Game

    def __reduce__(self) -> str:
        return "HOME"

    def build_again(self, setting: Setting) -> None:
        self.rules.remember(BOARD, setting)

    def board_of_options(self, options: Any) -> int:
        return BOARD


HOME = Home()


def make(name: str = "", **changes: Any) -> Game:
    """The game, with kernels or sizes other than its own."""
    told: dict[str, Any] = {
        "version": 1, "players": ("white", "black"), "state": 7, "actions": 5, "num_distinct_actions": len(TEXTS),
        "max_game_length": BOARD + 2, "columns": ("winner", "left"), "observation": FIELDS,
        "action_text": lambda board, action: TEXTS[action], "state_text": state_text,
        "invariants": ("no fewer stones than none, no more than at first", "two players hold two cards"),
        "policies": {"early": Policy(rollouts.OWN, {}, "one of the first actions")},
        "cells": [
            Cells("stones", 1, 0, BOARD), Cells("turn", 1, 0, 1), Cells("winner", 1, 0, 2),
            Cells("cards", 2, 0, CARDS - 1), Cells("shown", 2, 0, 1),
        ],
        "start": start, "current_player": current_player, "legal_actions": legal_actions,
        "apply_action": apply_action, "returns": returns, "final_row": final_row, "observe": observe,
        "resample_hidden": resample_hidden, "check_invariants": check_invariants, "select_action": select_action,
        "state_value": state_value,
    }  # fmt: skip
    return Game(f"hidden-cards-{EDITION}{name}", **{**told, **changes})


HOME.rules = make(home=HOME)
HOME.rules.remember(BOARD, Setting({}, {}))


# ---- one law broken ------------------------------------------------------------------------------------------------


def leaks(board, state, player, out):
    observe(board, state, player, out)
    out[3 + 1 - player] = state[CARD + 1 - player]


def leaves_out(board, state, player, out):
    out[:4] = [state[STONES], state[TURN], state[CARD + player], -1]


def changes_what_it_sees(board, state, player, out):
    observe(board, state, player, out)
    state[WINNER] = 2


def sees_no_turn(board, state, player, out):
    observe(board, state, player, out)
    out[1] = 0


def unsorted(board, state, actions):
    count = legal_actions(board, state, actions)
    actions[:count] = actions[:count][::-1].copy()
    return count


def twice(board, state, actions):
    count = legal_actions(board, state, actions)
    actions[count - 1] = actions[0]
    return count


def too_large(board, state, actions):
    count = legal_actions(board, state, actions)
    actions[count - 1] = 77
    return count


def nothing_to_do(board, state, actions):
    return 0 if state[STONES] < 4 else legal_actions(board, state, actions)


def by_the_enemys_card(board, state, actions):
    count = legal_actions(board, state, actions)
    return count if state[CARD + 1 - state[TURN]] != 1 else 1


def touched(board, state, actions):
    state[WINNER] = 1
    return legal_actions(board, state, actions)


def forgets(board, state, player, stream):
    state[CARD + 1 - player] = (state[CARD + player] + 1 + below(stream, CARDS - 1)) % CARDS


def not_canonical(board, state, player, stream):
    if state[SHOWN + 1 - player] == 0 and below(stream, 2):
        resample_hidden(board, state, player, stream)


def draws_by_what_is_hidden(board, state, player, stream):
    lucky = state[CARD + 1 - player] == LUCKY
    resample_hidden(board, state, player, stream)
    if lucky:
        below(stream, 2)


def own_card(board, state, player, stream):
    state[CARD + player] = (state[CARD + 1 - player] + 1 + below(stream, CARDS - 1)) % CARDS


def same_card(board, state, player, stream):
    if state[SHOWN + 1 - player] == 0:
        state[CARD + 1 - player] = below(stream, CARDS)


def no_such_card(board, state, player, stream):
    if state[SHOWN + 1 - player] == 0:
        state[CARD + 1 - player] = CARDS


def other_turn(board, state, player, stream):
    resample_hidden(board, state, player, stream)
    state[TURN] = below(stream, 2)


def stays(board, state, player, stream):
    pass


def one_world(board, state, player, stream):
    if state[SHOWN + 1 - player] == 0:
        state[CARD + 1 - player] = (state[CARD + player] + 1) % CARDS


def low_cards_more_often(board, state, player, stream):
    if state[SHOWN + 1 - player] == 0:
        own = state[CARD + player]
        card = min(below(stream, CARDS - 1), below(stream, CARDS - 1))
        state[CARD + 1 - player] = card + (card >= own)


def peeks(board, state, player, actions, count, policy, parameters, stream):
    return state[CARD + 1 - player] % count


def no_place(board, state, player, actions, count, policy, parameters, stream):
    return count


def value_of_cards(board, state, player):
    return state_value(board, state, player) if state[STONES] == 0 else state[CARD + 1 - player] / CARDS


def large_value(board, state, player):
    return 1.5 if state[STONES] == 3 else state_value(board, state, player)


def half(board, state, player):
    return 0.5


def both_win(board, state, out):
    out[:] = 1.0 if state[WINNER] == 0 else state[WINNER] == np.arange(1, 3)


def wins_twice(board, state, out):
    out[:] = 0.5 if state[WINNER] == 0 else 3 * (state[WINNER] == np.arange(1, 3)) - 1


def both_win_by_value(board, state, player):
    return float(state[WINNER] in (0, player + 1)) if state[STONES] == 0 else 0.5


def loser_named(board, state, row):
    row[0] = 3 - state[WINNER] if state[WINNER] else 0


def third_player(board, state):
    return 2 if state[STONES] == 5 else current_player(board, state)


def outside_its_cells(board, state, action, stream):
    apply_action(board, state, action, stream)
    if state[STONES] == 0:
        state[WINNER] = 3


def broken_invariant(board, state, action, stream):
    apply_action(board, state, action, stream)
    if state[STONES] == 7:
        state[CARD] = state[CARD + 1]


def changed_by_other_chance(board, state, action, stream):
    apply_action(board, state, action, stream)
    state[STONES] -= state[STONES] > 1 and np.random.randint(2)


STARTED = [0]


def by_the_games_before(board, state, stream):
    start(board, state, stream)
    STARTED[0] += 1
    state[STONES] -= STARTED[0] % 4


def text_for_nobody(board: Any, state: Any, player: int) -> str:
    return state_text(board, state, -1)


T = loop.TEXTS
BROKEN: dict[str, tuple[str, dict[str, Any]]] = {
    "a third player decides": (T[loop.MOVER], {"current_player": third_player}),
    "legal actions backwards": (T[loop.SORTED], {"legal_actions": unsorted}),
    "an action twice": (T[loop.SORTED], {"legal_actions": twice}),
    "an action too large": (T[loop.DENSE], {"legal_actions": too_large}),
    "nothing to do": (T[loop.COUNTED], {"legal_actions": nothing_to_do}),
    "a cell beyond its range": (T[loop.CELLS], {"apply_action": outside_its_cells}),
    "an invariant broken": (T[loop.LAWFUL], {"apply_action": broken_invariant}),
    "legal_actions changes the state": (T[loop.UNTOUCHED], {"legal_actions": touched}),
    "observe changes the state": (T[loop.UNTOUCHED], {"observe": changes_what_it_sees}),
    "observe leaves a number out": (T[loop.FILLED], {"observe": leaves_out}),
    "limits too narrow": (T[loop.LIMITS], {"observation": (Field("stones", (), 0, 20, "left"), *FIELDS[1:])}),
    "the enemy's card is observed": (T[loop.OBSERVED], {"observe": leaks}),
    "what was shown is forgotten": (T[loop.OBSERVED], {"resample_hidden": forgets}),
    "the own card is dealt anew": (T[loop.OBSERVED], {"resample_hidden": own_card}),
    "another's turn in a world": (T[loop.TURN], {"resample_hidden": other_turn, "observe": sees_no_turn}),
    "what may be done tells the enemy's card": (T[loop.OFFERED], {"legal_actions": by_the_enemys_card}),
    "no such card": (T[loop.WORLD_CELLS], {"resample_hidden": no_such_card}),
    "both hold the same card": (T[loop.WORLD_LAWFUL], {"resample_hidden": same_card}),
    "a world depends on the real one": (T[loop.CANONICAL], {"resample_hidden": not_canonical}),
    "so does what is drawn": (T[loop.DRAWS], {"resample_hidden": draws_by_what_is_hidden}),
    "no such place": (T[loop.PLACE], {"select_action": no_place}),
    "a policy peeks": (T[loop.CHOICE], {"select_action": peeks}),
    "a value peeks": (T[loop.VALUE], {"state_value": value_of_cards}),
    "a value above 1": (T[loop.VALUE_RANGE], {"state_value": large_value}),
    "too long a game": (T[loop.LENGTH], {"max_game_length": 5}),
    "returns above 1": (T[loop.SHARES], {"returns": wins_twice}),
    "both win": (T[loop.SUM], {"returns": both_win, "state_value": both_win_by_value}),
    "the value at the end is no return": (T[loop.FINAL_VALUE], {"state_value": half}),
    "a world is the real one": ("some resampled world is unlike the real one", {"resample_hidden": stays}),
    "but one world": ("differ from each other", {"resample_hidden": one_world}),
    "a world is too likely": ("as likely as the game itself deals them", {"resample_hidden": low_cards_more_often}),
    "two texts alike": ("no two have the same", {"action_text": lambda board, action: TEXTS[action // 2]}),
    "a text of two lines": ("text of one line", {"action_text": lambda board, action: f"{action}\n"}),
    "a field twice": ("fields of an observation have names", {"observation": (FIELDS[0], *FIELDS[:2], FIELDS[3])}),
    "an invariant without a text": ("every invariant has a text", {"invariants": ("stones", "")}),
    "a text tells the enemy's card": ("the text of a position for a player", {"state_text": text_for_nobody}),
    "the loser is named": ("nobody decides", {"final_row": loser_named}),
    "not sound": (
        "one that the game takes from outside", {"sound": lambda board, state: "few" if state[STONES] < 9 else ""},
    ),
    "chance from elsewhere": ("go on the same", {"apply_action": changed_by_other_chance}),
    "set up by the games before": ("games are the same alone", {"start": by_the_games_before}),
}  # fmt: skip
