"""One game under way as Python plays it: its position, kept and read again, and a game played by agents."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from operator import index
from typing import Any, SupportsIndex

import numpy as np

from simcore.engine import rng
from simcore.engine.rng import STREAM
from simcore.errors import BadInput, nearest, whole_number
from simcore.gameplay import position_data, rollouts
from simcore.gameplay.game import MOST_DECISIONS, Game, Setting
from simcore.types import Array

PythonPolicy = Callable[["Position", list[int]], int]  # (what the player may know, legal actions) -> one of them
LARGEST = (1 << 64) - 1
Agent = tuple[int, Array] | PythonPolicy  # who plays a side: a compiled policy with its parameters, or a function


class Position:
    """One game under way: a state, and the chance of that game, which no player can read from it.

    `stream` uint64[rng.STREAM]. `legal_actions` offers what can be done; anything else is refused and changes nothing.
    """

    def __init__(self, game: Game, board: Any, state: Array, stream: Array) -> None:
        self.game, self.board, self.state, self.stream = game, board, state, stream

    @classmethod
    def start(cls, game: Game, board: Any, seed: int, number: int) -> Position:
        """Game `number` under `seed`, set up."""
        seed = whole_number("seed", seed, 0, LARGEST)
        number = whole_number("game", number, 0, LARGEST)
        stream = np.zeros(STREAM, np.uint64)
        rollouts.open_at(stream, np.uint64(seed), np.uint64(number), np.uint64(rng.GAME))
        state = np.zeros(game.state, np.int32)
        game.begin(board, state, stream)
        return cls(game, board, state, stream)

    @property
    def player(self) -> int:
        """The number of whose decision it is; -1: the game is over."""
        return int(self.game.current_player(self.board, self.state))

    @property
    def current_player(self) -> str | None:
        """Whose decision it is, by name; None: the game is over."""
        player = self.player
        return None if player < 0 else self.game.players[player]

    def legal_actions(self) -> list[int]:
        """Legal actions, sorted; empty only when the game is over."""
        if self.player < 0:
            return []
        actions = np.zeros(self.game.actions, np.int32)
        count = self.game.legal_actions(self.board, self.state, actions)
        return [int(action) for action in actions[:count]]

    def action_text(self, action: int) -> str:
        """A legal action as a person reads it."""
        return self.game.action_text(self.board, self.state, index(action))

    def action(self, text: str) -> int:
        """The legal action of that text."""
        texts = {self.action_text(action): action for action in self.legal_actions()}
        if text not in texts:
            raise BadInput("action", text, nearest(text, texts))
        return texts[text]

    def apply(self, action: SupportsIndex) -> None:
        """Take a legal action, with all chance up to the next decision."""
        legal = self.legal_actions()
        chosen = _whole(action)
        if chosen not in legal:
            texts = [f"{one} ({self.action_text(one)})" for one in legal]
            raise BadInput("action", action, nearest(str(action), texts))
        if broken := int(self.game.step(self.board, self.state, chosen, self.stream)):
            raise AssertionError(f"{self.game.name}: {self.game.broken(broken)}: broken after {action}")

    def outcome(self) -> dict[str, int]:
        """What the game has come to, by column."""
        row = np.zeros(len(self.game.columns) + 2, np.int64)
        self.game.final_row(self.board, self.state, row)
        return dict(zip(self.game.columns, row.tolist(), strict=False))

    def copy(self) -> Position:
        """A copy that shares nothing that changes."""
        return Position(self.game, self.board, self.state.copy(), self.stream.copy())

    def __copy__(self) -> Position:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return self.copy()

    def seen_by(self, player: int, own: Array) -> Position:
        """What `player` may know of it: hidden cards are dealt anew and its chance comes from his stream `own`.

        Played on, it is a game that could follow. Every view has dice of its own, and nothing of the real one's chance
        or of `own` can be read from it: where its dice begin is a digest of words drawn from `own`.
        """
        player = whole_number("player", player, 0, len(self.game.players) - 1)
        seen = Position(self.game, self.board, self.state.copy(), np.zeros(STREAM, np.uint64))
        self.game.resample_hidden(self.board, seen.state, player, own)
        drawn = np.array([rollouts.next_of(own) for _ in range(4)], np.uint64)
        digest = hashlib.blake2b(drawn.tobytes(), digest_size=16).digest()
        seed, number = np.frombuffer(digest, np.uint64)
        rollouts.open_at(seen.stream, seed, number, rollouts.CHANCE)
        return seen

    # ---- kept and read again ----

    def to_bytes(self) -> bytes:
        """The position as JSON in UTF-8."""
        return json.dumps(self.to_dict()).encode()

    def to_dict(self) -> dict[str, Any]:
        """The position as plain data: game, version of its layout, its board, state, and how far chance has come.

        The board is told by a digest of its rules and, if the game has made it, by its options. A `digest` of all
        that comes last: whoever changes a position by hand leaves it out.
        """
        told = self._told()
        return {**told, position_data.DIGEST: position_data.digest_of(told)}

    def _told(self) -> dict[str, Any]:
        setting = self.game.setting_of(self.board)
        return {
            "game": self.game.name,
            "version": self.game.version,
            "options": None if setting is None else dict(setting.options),
            "rules": self.game.rules_of(self.board),
            "state": self.state.tolist(),
            "stream": self.stream.tolist(),
        }

    @classmethod
    def from_bytes(cls, game: Game, board: Any, content: bytes) -> Position:
        """Inverse of `to_bytes`. Raises `BadInput` for anything that is no such position."""
        return cls.from_dict(game, board, position_data.plain(content))

    @classmethod
    def from_dict(cls, game: Game, board: Any, kept: Mapping[str, Any]) -> Position:
        """Inverse of `to_dict`. Raises `BadInput` for anything that is no such position.

        No kernel sees a cell before it is known to hold what it can, alone and beside the others, nor any of a position
        whose `digest` says that it was another one.
        """
        position_data.check_keys(kept)
        for key, own in (("game", game.name), ("version", game.version)):
            if type(kept[key]) is not type(own) or kept[key] != own:
                raise BadInput(f"position.{key}", kept[key], f"{own}")
        _check_board(game, board, kept["options"], kept["rules"])
        state = position_data.whole_numbers("state", kept["state"], game.ranges.size, np.int32)
        stream = position_data.whole_numbers("stream", kept["stream"], STREAM, np.uint64)
        position = cls(game, board, state, stream)
        position._check_cells()
        options = kept["options"] if kept["options"] is None else dict(kept["options"])
        position_data.check_digest(kept, position._told() | {"options": options})
        return position.checked()

    def _check_cells(self) -> None:
        self.game.ranges.check(self.state)
        position_data.check_stream(self.stream)

    def checked(self) -> Position:
        """The position itself. Raises `BadInput` if no game can come to it, or no play go on from it safely."""
        self._check_cells()
        if wrong := self.game.sound(self.board, self.state):
            raise BadInput("position.state", "a position", f"one that the rules allow; {wrong}")
        if broken := int(self.game.check_invariants(self.board, self.state)):
            raise BadInput("position.state", "a position", f"one that the rules allow: {self.game.broken(broken)}")
        if self.player >= 0 and not self.legal_actions():
            raise BadInput("position.state", "a position", "one in which whoever decides can do something")
        return self

    def __reduce__(self) -> Any:
        rules, setting = self.game.rules_of(self.board), self.game.setting_of(self.board)
        return _restored, (self.game, self.game.version, rules, setting, self.state.tobytes(), self.stream.tobytes())


def _whole(action: object) -> int | None:
    """A whole number of any kind as the one kind that kernels are compiled for; None: it is none."""
    try:
        return None if isinstance(action, bool | np.bool_) else index(action)  # type: ignore[arg-type]
    except TypeError:
        return None


def _check_board(game: Game, board: Any, options: Any, rules: Any) -> None:
    """Raises `BadInput` unless a position of those options and rules belongs to that board."""
    setting = game.setting_of(board)
    if options is not None and not isinstance(options, Mapping):
        raise BadInput("position.options", type(options).__name__, "a table of options, or null")
    own = None if setting is None else dict(setting.options)
    if options is not None and own is not None and dict(options) != own:
        raise BadInput("position.options", json.dumps(dict(options)), f"{json.dumps(own)}, as on this board")
    if rules != game.rules_of(board):
        raise BadInput("position.rules", rules, f"{game.rules_of(board)}: the options and the facts of this board")


def _restored(game: Game, version: int, rules: str, setting: Setting | None, state: bytes, stream: bytes) -> Position:
    """The position that was pickled, on its board: one that is remembered, or made again."""
    if version != game.version:
        raise BadInput("position.version", version, f"{game.version}")
    if rules not in game.boards and setting is not None and game.home is not None:
        game.home.build_again(setting)
    if rules not in game.boards:
        raise BadInput("position.rules", rules, "a board that the game has made, or can make again")
    cells, words = np.frombuffer(state, np.int32).copy(), np.frombuffer(stream, np.uint64).copy()
    if len(cells) != game.ranges.size or len(words) != STREAM:
        raise BadInput("position.state", f"{len(cells)} cells", f"{game.ranges.size} cells")
    return Position(game, game.boards[rules][0], cells, words).checked()


def play_with_agents(
    game: Game, board: Any, agents: Sequence[Agent], seed: int, number: int, limit: int = MOST_DECISIONS
) -> tuple[Array, list[int]]:
    """One game played from Python, any side by a function: its row as `rollouts.play` gives it, and the actions taken.

    Compiled policies decide as they do in `rollouts.play`, number for number.
    """
    position = Position.start(game, board, seed, number)
    own = np.zeros((len(agents), STREAM), np.uint64)
    for at, stream in enumerate(own, start=1):
        rollouts.open_at(stream, np.uint64(seed), np.uint64(number), rollouts.CHANCE + np.uint64(at))
    taken: list[int] = []
    while (player := position.player) >= 0 and len(taken) < limit:
        legal = position.legal_actions()
        agent = agents[player]
        if len(legal) == 1:
            action = legal[0]
        elif callable(agent):
            action = agent(position.seen_by(player, own[player]), list(legal))
        else:
            actions = np.zeros(game.actions, np.int32)
            actions[: len(legal)] = legal
            action = legal[game.select_action(board, position.state, player, actions, len(legal), *agent, own[player])]
        position.apply(action)
        taken.append(action)
    row = np.zeros(len(game.columns) + 2, np.int64)
    game.final_row(board, position.state, row)
    row[rollouts.DECISIONS] = len(taken)
    return row, taken
