"""Policies and positions, on a game small enough to know everything about it; see `test_conformance` for its laws.

Two players in turn take 1 to 3 stones, then a die takes 0 or 1 more; who takes the last one wins (nobody, if the die
does). Each holds one hidden card of two, which is worth nothing; a third is in the deck.
"""

from __future__ import annotations

import numpy as np
import pytest

from simcore.engine.jit import kernel
from simcore.engine.rng import below
from simcore.errors import BadInput
from simcore.gameplay import rollouts
from simcore.gameplay.game import Game, Parameter, Policy
from simcore.gameplay.observation import Field
from simcore.gameplay.position import Position

STONES, TURN, WINNER, CARD = 0, 1, 2, 3  # CARD, CARD + 1: the players' cards


@kernel
def start(board, state, stream):
    state[STONES] = board
    state[CARD] = below(stream, 3)
    state[CARD + 1] = (state[CARD] + 1 + below(stream, 2)) % 3


@kernel
def current_player(board, state):
    return state[TURN] if state[STONES] > 0 else -1


@kernel
def legal_actions(board, state, actions):
    count = min(3, state[STONES])
    for at in range(count):
        actions[at] = at + 1
    return count


@kernel
def apply_action(board, state, action, stream):
    state[STONES] -= action
    if state[STONES] == 0:
        state[WINNER] = state[TURN] + 1
    else:
        state[STONES] -= below(stream, 2)
    state[TURN] = 1 - state[TURN]


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
def resample_hidden(board, state, player, stream):
    other = CARD + 1 - player
    state[other] = (state[CARD + player] + 1 + below(stream, 2)) % 3


@kernel
def select_action(board, state, player, actions, count, policy, parameters, stream):
    return min(count - 1, int(parameters[0]))


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
def observe(board, state, player, out):
    out[0], out[1], out[2] = state[STONES], state[TURN], state[CARD + player]


TOY = Game(
    "stones", version=1, players=("white", "black"), state=5, actions=3, num_distinct_actions=4, max_game_length=21,
    columns=("winner", "left"), action_text=lambda board, action: f"take {action}",
    state_text=lambda board, state, player: f"{state[STONES]} stones",
    observation=(
        Field("stones", (), 0, 99, "that are left"), Field("turn", (), 0, 1, "whose it is"),
        Field("card", (), 0, 2, "the player's own"),
    ),
    invariants=("no fewer stones than none, no more than at first", "two players hold two cards"),
    returns=returns, observe=observe,
    policies={"greedy": Policy(rollouts.OWN, {"most": Parameter(2, "the most that is taken", 0, 3)})},
    start=start, current_player=current_player, legal_actions=legal_actions,
    apply_action=apply_action, final_row=final_row, check_invariants=check_invariants,
    resample_hidden=resample_hidden,
    select_action=select_action, state_value=state_value,
)  # fmt: skip
BOARD = 21


def rows(white="random", black="random", *, first=0, count=200, seed=1, limit=1000, history=0):
    found = [TOY.policy(text) for text in (white, black)]
    played = np.zeros((count, len(TOY.columns) + 2), np.int64)
    kept = np.zeros(history, np.int32)
    TOY.play(
        BOARD, np.array([number for number, _ in found]), np.array([packed for _, packed in found]), np.uint64(seed),
        first, count, limit, True, np.zeros(0, np.int32), played, kept,
    )  # fmt: skip
    return (played, kept) if history else played


@pytest.mark.parametrize(
    "change", [{"game": "nim"}, {"version": 2}, {"state": [1]}, {"state": "x"}, {"stream": None}, {"state": [99] * 5}]
)
def test_what_is_no_position(change):
    kept = Position.start(TOY, BOARD, seed=1, number=3).to_dict() | change
    with pytest.raises(BadInput, match="position"):
        Position.from_dict(kept, game=TOY, board=BOARD)


@pytest.mark.parametrize(
    "text",
    [
        "gredy", "greedy(mots=1)", "greedy(most=x)", "greedy(most=4)", "greedy(most=nan)", "greedy(most=1", "greedy)",
        "lookahead(games=0)", "lookahead(games=2.5)",
    ],
)  # fmt: skip
def test_what_is_no_policy(text):
    with pytest.raises(BadInput, match="policy"):
        TOY.policy(text)


def test_what_a_parameter_can_be_is_said():
    with pytest.raises(BadInput, match="policy greedy most: '4' is not allowed; a number from 0 to 3"):
        TOY.policy("greedy(most=4)")
    with pytest.raises(BadInput, match="a whole number from 1 to 10000"):
        TOY.policy("lookahead(games=2.5)")


@pytest.mark.compiled
def test_looking_ahead_beats_chance():
    ahead = [rows("lookahead(games=30)", count=300), rows(black="lookahead(games=30)", count=300)]
    won = (ahead[0][:, 0] == 1).sum() + (ahead[1][:, 0] == 2).sum()
    lost = (ahead[0][:, 0] == 2).sum() + (ahead[1][:, 0] == 1).sum()
    assert won > 2 * lost


def test_looking_ahead_leaves_its_base_only_beyond_doubt():
    opening = "lookahead(games=16,base=greedy,sure={})"
    _, sure = rows(opening.format(1000), count=1, history=40)
    assert sure[0] == 3  # what greedy takes; of 21 stones nobody can be so sure of anything else
    ahead, base = rows(opening.format(2), count=40), rows("greedy", count=40)
    assert (ahead[:, 0] == 1).sum() > (base[:, 0] == 1).sum()


def test_looking_ahead_touches_nothing_real():
    """With one game a look, chance goes on as if nobody had looked."""
    played, kept = rows("lookahead(games=1)", "greedy", first=5, count=1, history=40)
    position = Position.start(TOY, BOARD, seed=1, number=5)
    for action in kept[: played[0, rollouts.DECISIONS]]:
        position.apply(int(action))
    assert position.player < 0
