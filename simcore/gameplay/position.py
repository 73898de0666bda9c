"""One game under way as Python plays it: its position, kept and read again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import partial
from operator import index
from typing import Any, SupportsIndex

import numpy as np

from simcore.engine import rng
from simcore.engine.rng import STREAM
from simcore.errors import BadInput, nearest, whole_number
from simcore.gameplay import position_data, rollouts
from simcore.gameplay.game import Game, Setting, registered
from simcore.gameplay.observation import Observation
from simcore.types import Array

LARGEST = (1 << 64) - 1


class Position:
    """One game under way: whose decision it is, what can be done, and what each player may know.

    Made by `simcore.new_game`. `state` int32[cells] and `stream` uint64[rng.STREAM] are all that changes: the stream
    is the chance of the game, which no player can read. What is not a legal action is refused and changes nothing.
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

    # ---- whose decision, and what can be done ----

    @property
    def player(self) -> int:
        """The number of whose decision it is; -1: the game is over."""
        return int(self.game.current_player(self.board, self.state))

    @property
    def current_player(self) -> str | None:
        """Whose decision it is, by name; None: the game is over."""
        player = self.player
        return None if player < 0 else self.game.players[player]

    @property
    def players(self) -> tuple[str, ...]:
        """The names of all players, in the order of their numbers."""
        return self.game.players

    @property
    def num_distinct_actions(self) -> int:
        """Every action of this game is a number below it."""
        return self.game.num_distinct_actions

    @property
    def max_game_length(self) -> int:
        """No game has more decisions."""
        return self.game.max_game_length

    def legal_actions(self) -> list[int]:
        """Legal actions, sorted; empty only when the game is over."""
        if self.player < 0:
            return []
        actions = np.zeros(self.game.actions, np.int32)
        count = self.game.legal_actions(self.board, self.state, actions)
        return actions[:count].tolist()  # type: ignore[no-any-return]

    def action_text(self, action: SupportsIndex) -> str:
        """An action as a person reads it. Raises `BadInput` for a number that no action has."""
        number = _whole(action)
        if number is None or not 0 <= number < self.num_distinct_actions:
            raise BadInput("action", action, f"a whole number from 0 to {self.num_distinct_actions - 1}")
        return self.game.action_text(self.board, number)

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

    # ---- what it has come to ----

    def returns(self) -> dict[str, float]:
        """Each player's share of the win: 1 won, 0 lost, 0.5 drawn between two. Raises `BadInput` before the end."""
        if self.player >= 0:
            raise BadInput("position", "a game under way", "one that is over; `outcome` tells how far it has come")
        shares = np.zeros(len(self.players))
        self.game.returns(self.board, self.state, shares)
        return dict(zip(self.players, shares.tolist(), strict=True))

    def outcome(self) -> dict[str, int]:
        """What the game has come to, by column."""
        row = np.zeros(len(self.game.columns) + 2, np.int64)
        self.game.final_row(self.board, self.state, row)
        return dict(zip(self.game.columns, row.tolist(), strict=False))

    # ---- what a player may know ----

    def observation(self, player: str | int | None = None) -> Observation:
        """What a player may know, by name or number; left out: whose decision it is, or the first when it is over."""
        number = self._player(player)
        numbers = np.zeros(self.game.observation_size, np.int32)
        self.game.observe(self.board, self.state, number, numbers)
        legal = self.legal_actions() if self.player == number else []
        # Nothing that is handed on holds the real state: worlds are drawn from one that was drawn already, which is as
        # good, since they depend on nothing but the observation and their seed (`conformance` holds games to it).
        world = _sampled(self, number, numbers, 0)
        resampled = partial(_sampled, world, number, numbers)
        return Observation(self.players[number], self.game.observation, numbers, legal, world.action_text, resampled)

    def resampled(self, player: str | int, seed: int = 0) -> Position:
        """A position in which the game could be as far as `player` knows, the same for the same `seed`.

        What he cannot see is dealt anew, given what he has seen; its chance is its own. Of the real game's hidden
        cards and chance nothing can be read from it.
        """
        number = self._player(player)
        numbers = np.zeros(self.game.observation_size, np.int32)
        self.game.observe(self.board, self.state, number, numbers)
        return _sampled(self, number, numbers, seed)

    def _player(self, player: str | int | None) -> int:
        if player is None:
            return max(self.player, 0)
        if isinstance(player, str):
            return self.game.player(player)
        return whole_number("player", player, 0, len(self.players) - 1)

    def __str__(self) -> str:
        """The position for people; all of it, hidden cards too."""
        return self.game.state_text(self.board, self.state, -1)

    def text(self, player: str | int | None = None) -> str:
        """The position for people, as far as a player may know it; left out: whose decision it is."""
        return self.game.state_text(self.board, self.state, self._player(player))

    # ---- copies ----

    def copy(self) -> Position:
        """A copy that shares nothing that changes."""
        return Position(self.game, self.board, self.state.copy(), self.stream.copy())

    def with_chance(self, seed: int, number: int) -> Position:
        """A copy whose chance from here on is that of game `number` under `seed`."""
        position = self.copy()
        rollouts.open_at(position.stream, np.uint64(seed), np.uint64(number), rollouts.CHANCE)
        return position

    def __copy__(self) -> Position:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return self.copy()

    # ---- kept and read again ----

    def to_bytes(self) -> bytes:
        """The position as JSON in UTF-8."""
        return json.dumps(self.to_dict()).encode()

    def to_dict(self) -> dict[str, Any]:
        """The position as plain data: game, version of its layout, its board, state, and how far chance has come.

        The board is told by a digest of its rules and, if the game has made it, by its options. A `digest` of all
        that comes last: whoever changes a position by hand leaves it out.
        """
        record = self._record()
        return {**record, position_data.DIGEST: position_data.digest_of(record)}

    @property
    def digest(self) -> str:
        """A short name of this very position: of its game, board, state and chance."""
        return position_data.digest_of(self._record())

    def _record(self) -> dict[str, Any]:
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
    def from_bytes(cls, content: bytes, *, board: Any = None, game: Game | None = None) -> Position:
        """Inverse of `to_bytes`. Raises `BadInput` for anything that is no such position."""
        return cls.from_dict(position_data.plain(content), board=board, game=game)

    @classmethod
    def from_dict(cls, kept: Mapping[str, Any], *, board: Any = None, game: Game | None = None) -> Position:
        """Inverse of `to_dict`. Raises `BadInput` for anything that is no such position.

        Game and board are found by what the position says of them: a board that this process has made, else one of its
        options and the printed facts. `board` (and `game`, where it is not registered): the one it must belong to.

        No kernel sees a cell before it is known to hold what it can, alone and beside the others, nor any of a position
        whose `digest` says that it was another one.
        """
        position_data.check_keys(kept)
        game = registered(kept["game"]) if game is None else game
        for key, own in (("game", game.name), ("version", game.version)):
            if type(kept[key]) is not type(own) or kept[key] != own:
                raise BadInput(f"position.{key}", kept[key], f"{own}")
        board = _board_of(game, kept) if board is None else board
        _check_board(game, board, kept["options"], kept["rules"])
        state = position_data.whole_numbers("state", kept["state"], game.ranges.size, np.int32)
        stream = position_data.whole_numbers("stream", kept["stream"], STREAM, np.uint64)
        position = cls(game, board, state, stream)
        position._check_cells()
        options = kept["options"] if kept["options"] is None else dict(kept["options"])
        position_data.check_digest(kept, position._record() | {"options": options})
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


def _sampled(position: Position, player: int, observed: Array, seed: int) -> Position:
    """A world in which `player` could be: it depends on what he observes, int32[any], and on `seed`."""
    number = whole_number("seed", seed, 0, LARGEST)
    words = (position.game.name, position.game.rules_of(position.board), str(player), str(number))
    digest = hashlib.blake2b(observed.tobytes() + " ".join(words).encode(), digest_size=32).digest()
    first, second, third, fourth = np.frombuffer(digest, np.uint64)
    drawing, stream = np.zeros(STREAM, np.uint64), np.zeros(STREAM, np.uint64)
    rollouts.open_at(drawing, first, second, rollouts.CHANCE)
    rollouts.open_at(stream, third, fourth, rollouts.CHANCE)
    world = Position(position.game, position.board, position.state.copy(), stream)
    position.game.resample_hidden(position.board, world.state, player, drawing)
    return world


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


def _board_of(game: Game, kept: Mapping[str, Any]) -> Any:
    """The board that a position of outside says it belongs to: a remembered one, or one made of its options."""
    rules, options = kept["rules"], kept["options"]
    if isinstance(rules, str) and rules in game.boards:
        return game.boards[rules][0]
    if not isinstance(options, Mapping) or game.home is None:
        raise BadInput("position.rules", rules, "those of a board that was made before, or options to make it by")
    return game.home.board_of_options(dict(options))


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
