"""One game under way as Python plays it: its position, kept and read again, and a table at which scripts can sit."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, SupportsIndex

import numpy as np

from simcore.engine import playing, rng
from simcore.engine.game import MOST_DECISIONS, Array, Game
from simcore.engine.rng import STREAM
from simcore.errors import BadInput, nearest

Script = Callable[["Position", list[int]], int]  # (what the player may know, legal actions) -> one of them
Seat = tuple[int, Array] | Script  # who plays a side: a compiled policy with its parameters, or a script


class Position:
    """One game under way: a state, and the chance of that game, which no player can read from it.

    `stream` uint64[rng.STREAM]. Legal actions are offered by `legal`, anything else is refused and changes nothing.
    """

    def __init__(self, game: Game, board: Any, state: Array, stream: Array) -> None:
        self.game, self.board, self.state, self.stream = game, board, state, stream

    @classmethod
    def start(cls, game: Game, board: Any, seed: int, number: int) -> Position:
        """Game `number` under `seed`, set up."""
        stream = np.zeros(STREAM, np.uint64)
        playing.open_at(stream, np.uint64(seed), np.uint64(number), np.uint64(rng.GAME))
        state = np.zeros(game.state, np.int32)
        game.begin(board, state, stream)
        return cls(game, board, state, stream)

    @property
    def player(self) -> int | None:
        """Whose decision it is; None: the game is over."""
        player = int(self.game.mover(self.board, self.state))
        return None if player < 0 else player

    def legal(self) -> list[int]:
        """Legal actions, sorted; empty only when the game is over."""
        if self.player is None:
            return []
        actions = np.zeros(self.game.actions, np.int32)
        return [int(action) for action in actions[: self.game.options(self.board, self.state, actions)]]

    def text(self, action: int) -> str:
        """A legal action as a person reads it."""
        return self.game.action_text(self.board, self.state, action)

    def action(self, text: str) -> int:
        """The legal action of that text."""
        texts = {self.text(action): action for action in self.legal()}
        if text not in texts:
            raise BadInput("action", text, nearest(text, texts))
        return texts[text]

    def apply(self, action: int) -> None:
        """Take a legal action, with all chance up to the next decision."""
        legal = self.legal()
        if not isinstance(action, SupportsIndex) or action not in legal:
            raise BadInput("action", action, nearest(str(action), [f"{one} ({self.text(one)})" for one in legal]))
        if broken := int(self.game.act(self.board, self.state, action, self.stream)):
            raise AssertionError(f"{self.game.name}: law {broken} is broken after {action}")

    def outcome(self) -> dict[str, int]:
        """What the game has come to, by column."""
        row = np.zeros(len(self.game.columns) + 2, np.int64)
        self.game.read(self.board, self.state, row)
        return dict(zip(self.game.columns, row.tolist(), strict=False))

    def clone(self) -> Position:
        """A copy that shares nothing that changes."""
        return Position(self.game, self.board, self.state.copy(), self.stream.copy())

    def seen_by(self, player: int, own: Array) -> Position:
        """What `player` may know of it: hidden cards are dealt anew and its chance comes from his stream `own`.

        Played on, it is a game that could follow; nothing of the real one's chance can be read from it.
        """
        seen = Position(self.game, self.board, self.state.copy(), np.zeros(STREAM, np.uint64))
        self.game.deal(self.board, seen.state, player, own)
        seed, number = own[rng.SEED] ^ np.uint64(int(own[-1])), own[rng.NUMBER]
        playing.open_at(seen.stream, seed, number, playing.CHANCE + np.uint64(len(self.game.players) + 1))
        return seen

    # ---- kept and read again ----

    def to_bytes(self) -> bytes:
        """The position as JSON in UTF-8."""
        return json.dumps(self.to_dict()).encode()

    def to_dict(self) -> dict[str, Any]:
        """The position as plain data: game, version of its layout, state, and how far chance has come."""
        return {
            "game": self.game.name,
            "version": self.game.version,
            "state": self.state.tolist(),
            "stream": [int(word) for word in self.stream],
        }

    @classmethod
    def from_bytes(cls, game: Game, board: Any, content: bytes) -> Position:
        """Inverse of `to_bytes`. Raises `BadInput` for anything that is no such position."""
        try:
            kept = json.loads(content)
        except ValueError as error:
            raise BadInput("position", content[:40].decode(errors="replace"), f"JSON ({error})") from None
        return cls.from_dict(game, board, kept)

    @classmethod
    def from_dict(cls, game: Game, board: Any, kept: Mapping[str, Any]) -> Position:
        """Inverse of `to_dict`. Raises `BadInput` for anything that is no such position."""
        if not isinstance(kept, Mapping):
            raise BadInput("position", kept, "a table with game, version, state and stream")
        for key, own in (("game", game.name), ("version", game.version)):
            if kept.get(key) != own:
                raise BadInput(f"position.{key}", kept.get(key), f"{own}")
        arrays = []
        for key, size, kind in (("state", game.state, np.int32), ("stream", STREAM, np.uint64)):
            try:
                array = np.array(kept.get(key), kind)
            except (TypeError, ValueError, OverflowError):
                array = np.zeros(0, kind)
            if array.shape != (size,):
                raise BadInput(f"position.{key}", kept.get(key), f"{size} whole numbers")
            arrays.append(array)
        if broken := int(game.law(board, arrays[0])):
            raise BadInput("position.state", "a position", f"one that the rules allow; law {broken} is broken")
        return cls(game, board, *arrays)


def play_at_table(
    game: Game, board: Any, seats: Sequence[Seat], seed: int, number: int, limit: int = MOST_DECISIONS
) -> tuple[Array, list[int]]:
    """One game played from Python, any seat by a script: its row as `playing.play` gives it, and the actions taken.

    Seats of compiled policies decide as they do in `playing.play`, number for number.
    """
    position = Position.start(game, board, seed, number)
    own = np.zeros((len(seats), STREAM), np.uint64)
    for at, stream in enumerate(own, start=1):
        playing.open_at(stream, np.uint64(seed), np.uint64(number), playing.CHANCE + np.uint64(at))
    taken: list[int] = []
    while (player := position.player) is not None and len(taken) < limit:
        legal = position.legal()
        seat = seats[player]
        if len(legal) == 1:
            action = legal[0]
        elif callable(seat):
            action = seat(position.seen_by(player, own[player]), list(legal))
        else:
            actions = np.zeros(game.actions, np.int32)
            actions[: len(legal)] = legal
            action = legal[game.decide(board, position.state, player, actions, len(legal), *seat, own[player])]
        position.apply(action)
        taken.append(action)
    row = np.zeros(len(game.columns) + 2, np.int64)
    game.read(board, position.state, row)
    row[playing.DECISIONS] = len(taken)
    return row, taken
