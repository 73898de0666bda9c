"""Many games at once for learners: actions in, players, legal masks, observations and returns out, all as arrays.

Game `i` of a batch is game `first + i` of the seed, the same as `new_game` and `play` have under that number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from simcore.engine.rng import STREAM, open_stream
from simcore.errors import BadInput, whole_number
from simcore.gameplay import rollouts
from simcore.types import Array

if TYPE_CHECKING:
    from simcore.gameplay.game import Game

MOST_GAMES = 1 << 20

# Bound by `game.Game` to the functions and sizes of one game.
start = current_player = legal_actions = apply_action = returns = observe = None
STATE = ACTIONS = PLAYERS = 0


def begin_each(board, states, streams, numbers, seed, players, masks, rewards):
    """Set up the games `numbers` uint64[n] of a seed; see `step_each`."""
    actions = np.zeros(ACTIONS, np.int32)
    for at in range(numbers.size):
        open_stream(streams[at], seed, numbers[at], rollouts.CHANCE)
        states[at] = 0
        start(board, states[at], streams[at])
        _offer(board, states[at], actions, players, masks, at)
        rewards[at] = 0.0


def step_each(board, states, streams, chosen, players, masks, rewards, renew, numbers, seed, stride):
    """One decision in each game that is not over: `chosen` int64[n] are legal actions.

    Fills `players` int64[n] (-1: over), `masks` uint8[n, actions] and, where a game has ended with this decision,
    `rewards` float64[n, players] with its returns, else with zeros. `renew`: a game that has ended is followed by game
    `stride` numbers further, set up at once.
    """
    actions = np.zeros(ACTIONS, np.int32)
    for at in range(chosen.size):
        rewards[at] = 0.0
        if players[at] < 0:
            continue
        apply_action(board, states[at], chosen[at], streams[at])
        _offer(board, states[at], actions, players, masks, at)
        if players[at] < 0:
            returns(board, states[at], rewards[at])
            if renew:
                numbers[at] += np.uint64(stride)
                open_stream(streams[at], seed, numbers[at], rollouts.CHANCE)
                states[at] = 0
                start(board, states[at], streams[at])
                _offer(board, states[at], actions, players, masks, at)


def _offer(board, state, actions, players, masks, at):
    """Whose decision it is, and the mask of what is legal."""
    players[at] = current_player(board, state)
    masks[at] = 0
    if players[at] >= 0:
        for place in range(legal_actions(board, state, actions)):
            masks[at, actions[place]] = 1


def observe_each(board, states, players, out):
    """What `players` int64[n] may know of each game, into int32[n, size]; zeros for a player below 0."""
    for at in range(players.size):
        if players[at] < 0:
            out[at] = 0
        else:
            observe(board, states[at], players[at], out[at])


class Games:
    """`n` games of one seed played side by side.

    `players` int64[n] says whose decision it is, by number (-1: the game is over), `legal_mask` uint8[n, actions] what
    is legal, `returns` float64[n, players] what each player got where a game ended with the last step, else zeros.
    `numbers` uint64[n] are the games under way. With `auto_reset` a game that ends is followed by the next one.
    """

    def __init__(self, game: Game, board: Any, n: int, seed: int = 0, first: int = 0, auto_reset: bool = False) -> None:
        n = whole_number("n", n, 1, MOST_GAMES)
        seed = whole_number("seed", seed, 0, (1 << 64) - 1)
        first = whole_number("first", first, 0, (1 << 63) - 1)
        self.game, self.board, self.auto_reset = game, board, bool(auto_reset)
        self.seed, self.numbers = np.uint64(seed), np.arange(first, first + n, dtype=np.uint64)
        self.players = np.zeros(n, np.int64)
        self.legal_mask = np.zeros((n, game.num_distinct_actions), np.uint8)
        self.returns = np.zeros((n, len(game.players)))
        self._states, self._streams = np.zeros((n, game.state), np.int32), np.zeros((n, STREAM), np.uint64)
        game.begin_each(
            board, self._states, self._streams, self.numbers, self.seed, self.players, self.legal_mask, self.returns
        )

    def __len__(self) -> int:
        return len(self.players)

    @property
    def over(self) -> Array:
        """bool[n]: which games are over."""
        return self.players < 0

    def step(self, actions: Array) -> None:
        """Take a legal action in each game, int64[n]; that of a game that is over is ignored.

        Raises `BadInput` for the first action that is not legal; then nothing has changed.
        """
        chosen = np.asarray(actions)
        if chosen.shape != self.players.shape or not np.issubdtype(chosen.dtype, np.integer):
            raise BadInput(
                "actions", f"{chosen.dtype} {chosen.shape}", f"whole numbers, one for each of {len(self)} games"
            )
        chosen = chosen.astype(np.int64, copy=False)
        running, most = self.players >= 0, self.game.num_distinct_actions
        known = (chosen >= 0) & (chosen < most)
        legal = known & (self.legal_mask[np.arange(len(self)), np.where(known, chosen, 0)] > 0)
        if (wrong := np.flatnonzero(running & ~legal)).size:
            at = int(wrong[0])
            raise BadInput(f"actions[{at}]", int(chosen[at]), f"one of {np.flatnonzero(self.legal_mask[at]).tolist()}")
        self.game.step_each(
            self.board, self._states, self._streams, chosen, self.players, self.legal_mask, self.returns,
            self.auto_reset, self.numbers, self.seed, len(self),
        )  # fmt: skip

    def observe(self, players: Array | None = None) -> Array:
        """What a player of each game may know, int32[n, size of the observation], in the order of the game's fields.

        `players` int64[n] by number; left out: whose decision it is. Zeros where that is nobody's.
        """
        whom = self.players if players is None else np.asarray(players, np.int64)
        if whom.shape != self.players.shape or (whom >= len(self.game.players)).any():
            raise BadInput("players", f"{whom.shape}", f"numbers below {len(self.game.players)}, one for each game")
        out = np.zeros((len(self), self.game.observation_size), np.int32)
        self.game.observe_each(self.board, self._states, whom, out)
        return out
