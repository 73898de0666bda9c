"""What a full game must offer, and one game under way. The loop that plays many is in `playing`.

A game is a state, int32[length], and compiled functions over it:

    start(board, state, stream)                    set up, with what chance decides there
    whose(board, state) -> player                  whose decision it is, -1: the game is over
    legal(board, state, actions) -> how many       legal actions, sorted, into int32[most]; at least one
    apply(board, state, action, stream)            a legal action, and all chance up to the next decision
    outcome(board, state, row)                     what the game came to, into int64[columns + 2]
    check(board, state) -> number of the law broken, 0: none
    determinise(board, state, player, stream)      deal anew whatever `player` cannot see
    choose(board, state, player, actions, count, policy, parameters, stream) -> place of an action
    worth(board, state, player) -> 0 to 1          1 won, 0 lost, 0.5 drawn; an estimate before the end

A large turn is many small decisions; an action is one number, whose meaning depends on the decision that is due.
Nothing that chance has still to decide is in the state: cards are drawn from those that are left when they are drawn.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, SupportsIndex

import numpy as np

from simcore.engine import playing, rng
from simcore.engine.jit import bind, kernel, specialise, uncompiled
from simcore.engine.rng import STREAM
from simcore.errors import BadInput, nearest

Array = np.ndarray[Any, np.dtype[Any]]
MOST_DECISIONS = 100_000


@dataclass(frozen=True)
class Parameter:
    """A number from `least` to `most` that a policy can be tuned by, and what it means."""

    default: float
    meaning: str
    least: float
    most: float
    whole: bool = False

    @property
    def range(self) -> str:
        """What is allowed."""
        return f"a {'whole ' if self.whole else ''}number from {self.least:g} to {self.most:g}"


@dataclass(frozen=True)
class Policy:
    """A way of playing by name: its number in the game's `choose`, and its parameters in the order `choose` has them.

    The parameter `base` names the policy that this one follows.
    """

    number: int
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    summary: str = ""


EVERYWHERE: Mapping[str, Policy] = {
    "random": Policy(playing.RANDOM, {}, "any legal action, each as likely"),
    "lookahead": Policy(
        playing.LOOKAHEAD,
        {
            "games": Parameter(8, "how many games are imagined for each action", 1, 10_000, whole=True),
            "horizon": Parameter(
                200, "after how many decisions an imagined game is judged", 0, MOST_DECISIONS, whole=True
            ),
            "base": Parameter(playing.RANDOM, "the policy of both sides in them", 0, playing.PARAMETERS, whole=True),
            "sure": Parameter(2, "standard errors by which an action must be better than what base would do", 0, 1000),
        },
        "the action that does best in imagined games played on from it",
    ),
}


class Game:
    """The rules of one full game, bound to the loop that plays it.

    `state` and `actions` are lengths, `columns` the names of an outcome's columns (`winner`: 0 nobody, else the
    player's number from 1 on), `version` the version of the state's layout. `action_text(board, state, action)` is an
    action as a person reads it, stable, and different for any two actions that are legal in one state.
    """

    def __init__(
        self, name: str, *, version: int, players: Sequence[str], state: int, actions: int, columns: Sequence[str],
        action_text: Callable[[Any, Array, int], str], policies: Mapping[str, Policy] | None = None, **kernels: Any,
    ) -> None:  # fmt: skip
        self.name, self.version, self.players, self.columns = name, version, tuple(players), tuple(columns)
        self.state, self.actions, self.action_text = state, actions, action_text
        self.policies, self.kernels = {**EVERYWHERE, **(policies or {})}, kernels
        bound = {"STATE": state, "ACTIONS": actions, "PLAYERS": len(players), **kernels}
        bound["pick"] = kernel(bind(playing.pick, **bound))
        self.play, self.begin, self.mover, self.options, self.act, self.law = (
            specialise(one, name, **bound)
            for one in (playing.play, playing.begin, playing.mover, playing.options, playing.act, playing.law)
        )
        self.decide, self.deal, self.read, self.value = (
            specialise(one, name, **bound) for one in (playing.decide, playing.deal, playing.read, playing.value)
        )

    def listened(self, **heard: Callable[..., Any]) -> tuple[Callable[..., Any], Callable[..., Any]]:
        """`start` and `apply` as plain Python, with listeners around the kernels they name; see `jit.uncompiled`."""
        return uncompiled(self.kernels["start"], **heard), uncompiled(self.kernels["apply"], **heard)

    def player(self, name: object) -> int:
        """A player's number by name."""
        if name not in self.players:
            raise BadInput("player", name, nearest(name, self.players))
        return self.players.index(str(name))

    def policy(self, text: str) -> tuple[int, Array]:
        """A policy as `greedy` or `greedy(risk=0.6)`: its number and float64[playing.PARAMETERS]."""
        name, parenthesis, inside = text.partition("(")
        policy = self.policies.get(name.strip())
        if policy is None:
            raise BadInput("policy", name, nearest(name, self.policies))
        if bool(parenthesis) != inside.endswith(")"):
            raise BadInput("policy", text, "a name, or a name and parameters such as greedy(risk=0.6)")
        parameters = {key: parameter.default for key, parameter in policy.parameters.items()}
        for part in filter(None, (part.strip() for part in inside.removesuffix(")").split(","))):
            key, _, value = (piece.strip() for piece in part.partition("="))
            if key not in parameters:
                raise BadInput(f"policy {name}", key, nearest(key, parameters))
            parameters[key] = self._parameter(f"policy {name} {key}", policy.parameters[key], value)
        numbers = list(parameters.values())
        if policy.number == playing.LOOKAHEAD:
            base = next(one for one in self.policies.values() if one.number == parameters["base"])
            if base.number == playing.LOOKAHEAD:
                raise BadInput(f"policy {name} base", "lookahead", "a policy that does not look ahead itself")
            numbers += [parameter.default for parameter in base.parameters.values()]
        packed = np.zeros(playing.PARAMETERS)
        packed[: len(numbers)] = numbers
        return policy.number, packed

    def _parameter(self, where: str, parameter: Parameter, text: str) -> float:
        if where.endswith(" base"):  # a policy that another one follows
            if text not in self.policies:
                raise BadInput(where, text, nearest(text, self.policies))
            return self.policies[text].number
        try:
            value = float(text)
        except ValueError:
            value = float("nan")
        if not parameter.least <= value <= parameter.most or (parameter.whole and value != int(value)):
            raise BadInput(where, text, parameter.range)
        return value


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
