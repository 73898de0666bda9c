"""What a full game must offer. One game under way is a `position`; the loop that plays many is in `rollouts`.

A game is a state, int32[length], and compiled functions over it:

    start(board, state, stream)                    set up, with what chance decides there
    current_player(board, state) -> player         whose decision it is, -1: the game is over
    legal_actions(board, state, actions) -> count  sorted, into int32[most at once]; at least one unless over
    apply_action(board, state, action, stream)     a legal action, and all chance up to the next decision
    returns(board, state, out)                     each player's share of the win, float64[players]; defined when over
    final_row(board, state, row)                   what the game came to, into int64[columns + 2]
    observe(board, state, player, out)             what that player may know, int32[size of the observation]
    resample_hidden(board, state, player, stream)  deal anew what he cannot see, given what he has seen
    check_invariants(board, state) -> number       of the invariant that is broken, 0: none
    select_action(board, state, player, actions, count, policy, parameters, stream) -> place of an action
    state_value(board, state, player) -> 0 to 1    1 won, 0 lost, 0.5 drawn; an estimate before the end

Shares of the win of one side's players are that side's, and those of all sides sum to 1. A large turn is many small
decisions; an action is a number below `num_distinct_actions`, the same for the same action in every state. Nothing
that chance has still to decide is in the state: cards are drawn from those that are left when they are drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from simcore.engine.jit import bind, kernel, specialise, uncompiled
from simcore.errors import BadInput, nearest
from simcore.gameplay import batch, rollouts
from simcore.gameplay.observation import Field
from simcore.gameplay.position_data import Cells, Ranges, board_digest
from simcore.types import Array

MOST_DECISIONS = 100_000
MOST_BOARDS = 16  # that are remembered


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


BUILTIN_POLICIES: Mapping[str, Policy] = {
    "random": Policy(rollouts.RANDOM, {}, "any legal action, each as likely"),
    "lookahead": Policy(
        rollouts.LOOKAHEAD,
        {
            "games": Parameter(8, "how many games are played on from each action", 1, 10_000, whole=True),
            "horizon": Parameter(200, "after how many decisions such a game is judged", 0, MOST_DECISIONS, whole=True),
            "base": Parameter(rollouts.RANDOM, "the policy of both sides in them", 0, rollouts.PARAMETERS, whole=True),
            "sure": Parameter(2, "standard errors by which an action must be better than what base would do", 0, 1000),
        },
        "the action that does best in games played on from it",
    ),
}


@dataclass(frozen=True)
class Setting:
    """What a board is made from: options, the facts in which it differs from the game's own, and the groups of facts
    that have other names, whole."""

    options: Mapping[str, Any]
    facts: Mapping[str, Any]
    named: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


HOMES: dict[str, Callable[[], Any]] = {}
"""Who finds the home of a full game by its name; filled by `simcore.games`, which knows them all."""


def registered(name: object) -> Game:
    """The rules of a registered game. Raises `BadInput` for any other name."""
    if not isinstance(name, str) or name not in HOMES:
        raise BadInput("position.game", name, nearest(name, HOMES))
    return _rules_of_home(HOMES[name]())


FORWARDED = (
    "current_player", "legal_actions", "apply_action", "returns", "final_row", "observe", "resample_hidden",
    "check_invariants", "state_value",
)  # fmt: skip


def _rules_of_home(home: Any) -> Game:
    rules = home.rules
    assert isinstance(rules, Game)
    return rules


def _nothing_wrong(board: Any, state: Array) -> str:
    return ""


class Game:
    """The rules of one full game, bound to the loop that plays it.

    `state` and `actions` are lengths (of the state, and of the longest list of legal actions), `columns` the names of
    an outcome's columns (`winner`: 0 nobody, else the player's number from 1 on), `version` the version of the state's
    layout. Actions are numbers below `num_distinct_actions`; `action_text(board, action)` is one as a person reads it,
    stable, and different for any two actions. No game has more than `max_game_length` decisions. `observation` tells
    the fields that `observe` fills, in their order. `state_text(board, state, player)`: the position as `player` may
    know it, for people; player -1: all of it. `invariants` are the texts of `check_invariants`, number 1 first.

    `cells` says what every cell of a state can hold, `sound(board, state)` what is wrong with a state whose cells all
    hold what they can ("": nothing); both are asked of a position from outside before any kernel sees it. Fields of a
    board in `derived` follow from its others. `home`: whoever can be pickled and has this game as its `rules`.
    """

    def __init__(
        self, name: str, *, version: int, players: Sequence[str], state: int, actions: int, num_distinct_actions: int,
        max_game_length: int, columns: Sequence[str], observation: Sequence[Field],
        action_text: Callable[[Any, int], str], state_text: Callable[[Any, Array, int], str],
        invariants: Sequence[str], policies: Mapping[str, Policy] | None = None,
        cells: Sequence[Cells] | None = None, sound: Callable[[Any, Array], str] | None = None,
        derived: Sequence[str] = (), home: Any = None, **kernels: Any,
    ) -> None:  # fmt: skip
        limits = np.iinfo(np.int32)
        self.ranges = Ranges(cells or [Cells("cell", state, limits.min, limits.max)])
        if self.ranges.size != state:
            raise ValueError(f"{name}: the ranges are those of {self.ranges.size} cells, the state has {state}")
        self.sound, self.derived, self.home = sound or _nothing_wrong, frozenset(derived), home
        self.boards: dict[str, tuple[Any, Setting]] = {}
        self.name, self.version, self.players, self.columns = name, version, tuple(players), tuple(columns)
        self.state, self.actions, self.action_text, self.state_text = state, actions, action_text, state_text
        self.num_distinct_actions, self.max_game_length = num_distinct_actions, max_game_length
        self.observation, self.invariants = tuple(observation), tuple(invariants)
        self.observation_size = sum(field.size for field in observation)
        self.policies, self.kernels = {**BUILTIN_POLICIES, **(policies or {})}, kernels
        bound = {"STATE": state, "ACTIONS": actions, "PLAYERS": len(players), **kernels}
        bound |= {one.__name__: kernel(bind(one, **bound)) for one in (rollouts.new_workspace, rollouts.decide)}
        self.play, self.begin, self.step, self.select_action = (
            specialise(one, name, **bound) for one in (rollouts.play, rollouts.begin, rollouts.step, rollouts.select)
        )
        bound["_offer"] = kernel(bind(batch._offer, **bound))
        self.begin_each, self.step_each, self.observe_each = (
            specialise(one, name, **bound) for one in (batch.begin_each, batch.step_each, batch.observe_each)
        )
        (
            self.current_player, self.legal_actions, self.apply_action, self.returns, self.final_row, self.observe,
            self.resample_hidden, self.check_invariants, self.state_value,
        ) = (specialise(rollouts.forward, f"{name} {one}", bound=kernels[one]) for one in FORWARDED)  # fmt: skip

    def instrumented(self, **hooks: Callable[..., Any]) -> tuple[Callable[..., Any], Callable[..., Any]]:
        """`start` and `apply_action` as plain Python, with hooks around the kernels they name; see `jit.uncompiled`."""
        return uncompiled(self.kernels["start"], **hooks), uncompiled(self.kernels["apply_action"], **hooks)

    def broken(self, number: int) -> str:
        """The text of an invariant that is broken."""
        if number == rollouts.NO_ACTION:
            return "whoever has to decide has a legal action"
        return self.invariants[number - 1]

    def rules_of(self, board: Any) -> str:
        """A short digest of everything by which a game on that board differs from one on another board."""
        return board_digest(board, self.derived)

    def remember(self, board: Any, setting: Setting) -> None:
        """Let positions of that board say what it is made from, and find it again."""
        self.boards.setdefault(self.rules_of(board), (board, setting))
        while len(self.boards) > MOST_BOARDS:
            del self.boards[next(iter(self.boards))]

    def setting_of(self, board: Any) -> Setting | None:
        """What a board is made from, as far as that is remembered."""
        known = self.boards.get(self.rules_of(board))
        return None if known is None else known[1]

    def __reduce__(self) -> Any:
        if self.home is None:
            raise BadInput("game", self.name, "one that is kept under its name, to be found again")
        return _rules_of_home, (self.home,)

    def player(self, name: object) -> int:
        """A player's number by name."""
        if name not in self.players:
            raise BadInput("player", name, nearest(name, self.players))
        return self.players.index(str(name))

    def policy(self, text: str) -> tuple[int, Array]:
        """A policy as `greedy` or `greedy(risk=0.6)`: its number and float64[rollouts.PARAMETERS]."""
        name, parenthesis, inside = text.partition("(")
        policy = self.policies.get(name.strip())
        if policy is None:
            raise BadInput("policy", name, nearest(name, self.policies))
        if bool(parenthesis) != inside.endswith(")"):
            raise BadInput("policy", text, "a name, or a name and parameters such as greedy(risk=0.6)")
        parameters = {key: parameter.default for key, parameter in policy.parameters.items()}
        given = set[str]()
        for part in filter(None, (part.strip() for part in inside.removesuffix(")").split(","))):
            key, _, value = (piece.strip() for piece in part.partition("="))
            if key not in parameters:
                raise BadInput(f"policy {name}", key, nearest(key, parameters))
            if key in given:
                raise BadInput(f"policy {name} {key}", value, "each parameter once; this is the second")
            given.add(key)
            parameters[key] = self._parameter(f"policy {name} {key}", policy.parameters[key], value)
        numbers = list(parameters.values())
        if policy.number == rollouts.LOOKAHEAD:
            base = next(one for one in self.policies.values() if one.number == parameters["base"])
            if base.number == rollouts.LOOKAHEAD:
                raise BadInput(f"policy {name} base", "lookahead", "a policy that does not look ahead itself")
            numbers += [parameter.default for parameter in base.parameters.values()]
        packed = np.zeros(rollouts.PARAMETERS)
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
