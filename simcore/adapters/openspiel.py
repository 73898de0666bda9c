"""Full games as OpenSpiel games in Python: explicit chance nodes, observations as tensors, worlds resampled.

`load_game("breizh", setup="variant")`, or `pyspiel.load_game("simcore_breizh(setup=variant)")` once this module has
been imported. Every draw of a card and every die is a chance node with equally likely outcomes: the rules run as plain
Python there (`simcore.gameplay.chance`), some 2,000 nodes a second; bulk play is `simcore.play`. Returns are 2 * share
of the win - 1. The information state is what a player may know now, as `simcore.Observation` has it: without a record
of what was known before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pyspiel

from simcore.errors import first_problem
from simcore.evaluation.match import prepare_match
from simcore.gameplay.chance import ChanceEvent, ChanceEvents
from simcore.gameplay.position import Position
from simcore.games import FULL_GAMES, find_game
from simcore.types import Array

PREFIX = "simcore_"
MOST_OUTCOMES = 256  # of one chance event: the cards of a deck, the faces of a die


def name_of(game: str) -> str:
    """The name under which OpenSpiel knows a game.

    >>> name_of("cent-ans")
    'simcore_cent_ans'
    """
    return PREFIX + game.replace("-", "_")


def load_game(game: str, **options: Any) -> pyspiel.Game:
    """The OpenSpiel game of a full game with options."""
    find_game(game)
    return pyspiel.load_game(name_of(game), {name: _parameter(value) for name, value in options.items()})


def _parameter(value: Any) -> Any:
    return value if isinstance(value, bool | int | float) else str(value)


def _type_of(game: str) -> pyspiel.GameType:
    full = find_game(game)
    usual = full.options().model_dump(mode="json")
    return pyspiel.GameType(
        short_name=name_of(game),
        long_name=f"simcore: {game}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=len(full.rules.players),
        min_num_players=len(full.rules.players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={name: _parameter(value) for name, value in usual.items()},
    )


class OpenSpielGame(pyspiel.Game):
    """One game with its options; `params` as OpenSpiel hands them on."""

    def __init__(self, game: str, kind: pyspiel.GameType, params: Mapping[str, Any]) -> None:
        full = find_game(game)
        given = {name: value for name, value in dict(params or {}).items() if name in full.options.model_fields}
        options = first_problem(full.options, given, prefix="option ", whole="")
        config = prepare_match(game, options=options.model_dump(mode="json"))
        self.rules, self.board = config.game.rules, config.board
        self.chance = ChanceEvents(self.rules, self.board)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.num_distinct_actions,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=len(self.rules.players),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.rules.max_game_length,
        )
        super().__init__(kind, info, {name: _parameter(value) for name, value in given.items()})

    def new_initial_state(self) -> OpenSpielState:
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self)


class OpenSpielState(pyspiel.State):
    """A state of the game; while chance decides, the outcomes so far and the event that comes next."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self._cells: Array | None = None  # None: the set-up has not ended
        self._action = -1  # under way
        self._outcomes: list[int] = []
        self._event: ChanceEvent | None = None
        self._settle()

    @property
    def position(self) -> Position:
        """The position as simcore has it; its chance is of no meaning."""
        game = self.get_game()
        assert self._cells is not None
        start = Position.start(game.rules, game.board, 0, 0)
        return Position(game.rules, game.board, self._cells.copy(), start.stream)

    def current_player(self) -> int:
        if self._event is not None:
            return int(pyspiel.PlayerId.CHANCE)
        game = self.get_game()
        player = int(game.rules.current_player(game.board, self._cells))
        return player if player >= 0 else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        game = self.get_game()
        actions = np.zeros(game.rules.actions, np.int32)
        count = game.rules.legal_actions(game.board, self._cells, actions)
        return actions[:count].tolist()  # type: ignore[no-any-return]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        assert self._event is not None
        return [(outcome, 1.0 / self._event.outcomes) for outcome in range(self._event.outcomes)]

    def _apply_action(self, action: int) -> None:
        if self._event is None:
            self._action = int(action)
        else:
            self._outcomes.append(int(action))
        self._settle()

    def _settle(self) -> None:
        """Go on to the next decision, or to the next event of chance."""
        game = self.get_game()
        if self._cells is None:
            came = game.chance.start(self._outcomes)
        else:
            came = game.chance.apply(self._cells, self._action, self._outcomes)
        if isinstance(came, ChanceEvent):
            self._event = came
        else:
            self._cells, self._event, self._outcomes, self._action = came, None, [], -1

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"{'chance' if self._event is None else self._event.name} {action}"
        game = self.get_game()
        return str(game.rules.action_text(game.board, int(action)))

    def is_terminal(self) -> bool:
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        game = self.get_game()
        shares = np.full(len(game.rules.players), 0.5)
        if self.is_terminal():
            game.rules.returns(game.board, self._cells, shares)
        return (2.0 * shares - 1.0).tolist()  # type: ignore[no-any-return]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> OpenSpielState:
        """A state in which `player` could be; `sampler()` gives numbers from 0 to 1."""
        world = self.clone()
        world._cells = self.position.resampled(player, int(sampler() * (1 << 53))).state
        return world  # type: ignore[no-any-return]

    def __str__(self) -> str:
        if self._event is not None:
            return f"chance: {self._event.name}, {self._event.outcomes} outcomes; {self._outcomes} so far"
        game = self.get_game()
        return str(game.rules.state_text(game.board, self._cells, -1))


class Observer:
    """What a player may know, as a tensor of all numbers scaled to 0 .. 1 by their limits, and as text."""

    def __init__(self, game: OpenSpielGame) -> None:
        self._game = game
        fields = game.rules.observation
        self._least = np.concatenate([np.full(field.size, field.least, np.float32) for field in fields])
        most = np.concatenate([np.full(field.size, field.most, np.float32) for field in fields])
        self._span = np.maximum(most - self._least, 1.0)
        self.tensor = np.zeros(self._least.size, np.float32)
        firsts = np.cumsum([0, *(field.size for field in fields)])
        self.dict = {
            field.name: self.tensor[first : first + field.size].reshape(field.shape)
            for field, first in zip(fields, firsts[:-1], strict=True)
        }

    def _numbers(self, state: OpenSpielState, player: int) -> Array | None:
        if state._cells is None:
            return None
        numbers = np.zeros(self._least.size, np.int32)
        self._game.rules.observe(self._game.board, state._cells, player, numbers)
        return numbers

    def set_from(self, state: OpenSpielState, player: int) -> None:
        numbers = self._numbers(state, player)
        self.tensor[:] = 0.0 if numbers is None else (numbers - self._least) / self._span

    def string_from(self, state: OpenSpielState, player: int) -> str:
        numbers = self._numbers(state, player)
        return "set-up" if numbers is None else " ".join(map(str, numbers.tolist()))


def _register(game: str) -> None:
    """Make OpenSpiel know a game. What is registered is a class, as in OpenSpiel's own games: it outlives all else."""
    kind = _type_of(game)

    class Registered(OpenSpielGame):
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(game, kind, params or {})

    pyspiel.register_game(kind, Registered)


for _game in FULL_GAMES:
    _register(_game)
