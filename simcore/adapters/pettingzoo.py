"""Full games as PettingZoo environments (AEC): agents are the game's players, one decision a turn.

An observation is a dictionary: `observation` int32[size], the numbers of `simcore.Observation` one after the other
(flat, because that is what learners feed to a network; `fields` tells their names, shapes and meanings), and
`action_mask` int8[num_distinct_actions]. Rewards come at the end: players * share of the win - 1, so 1 and -1 between
two, 0 each for a draw; they sum to 0. An action that is not legal raises `BadInput` and changes nothing.
"""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from simcore.engine.rng import STREAM
from simcore.errors import BadInput
from simcore.evaluation.match import prepare_match
from simcore.types import Array

MODES = ("human", "ansi")


def env(game: str, render_mode: str | None = None, **options: Any) -> AECEnv:
    """The environment of a full game with options, in the wrapper that keeps its calls in order.

    `render_mode`: "human" prints the position at each step, "ansi" gives it as text from `render()`.
    """
    return wrappers.OrderEnforcingWrapper(RawEnv(game, render_mode, **options))


class RawEnv(AECEnv):
    """The environment without wrappers: for speed."""

    def __init__(self, game: str, render_mode: str | None = None, **options: Any) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in MODES:
            raise BadInput("render_mode", render_mode, ", ".join(MODES))
        config = prepare_match(game, options=options)
        self.game, self.board, self.render_mode = config.game.rules, config.board, render_mode
        name = f"simcore_{game.replace('-', '_')}_v0"
        self.metadata = {"name": name, "render_modes": list(MODES), "is_parallelizable": False}
        self.possible_agents = list(self.game.players)
        self.fields = self.game.observation
        low = np.concatenate([np.full(field.size, field.least, np.int32) for field in self.fields])
        high = np.concatenate([np.full(field.size, field.most, np.int32) for field in self.fields])
        actions = self.game.num_distinct_actions
        self.observation_spaces = {
            agent: spaces.Dict(
                {"observation": spaces.Box(low, high, dtype=np.int32), "action_mask": spaces.MultiBinary(actions)}
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._agents = {agent: at for at, agent in enumerate(self.possible_agents)}
        self._states, self._streams = np.zeros((1, self.game.state), np.int32), np.zeros((1, STREAM), np.uint64)
        self._players, self._masks = np.zeros(1, np.int64), np.zeros((1, actions), np.uint8)
        self._returns, self._chosen = np.zeros((1, len(self.possible_agents))), np.zeros(1, np.int64)
        self._seed, self._numbers = np.uint64(secrets.randbits(63)), np.zeros(1, np.uint64)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Set up game 0 of a seed; without one, the game after the last one."""
        if seed is None:
            self._numbers += np.uint64(1)
        else:
            self._seed, self._numbers[0] = np.uint64(seed), 0
        self.game.begin_each(
            self.board, self._states, self._streams, self._numbers, self._seed, self._players, self._masks,
            self._returns,
        )  # fmt: skip
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations, self.truncations = dict.fromkeys(self.agents, False), dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[max(int(self._players[0]), 0)]

    def observe(self, agent: str) -> dict[str, Array]:
        """What an agent may know, and what it can do: nothing where the decision is not its own."""
        player, numbers = self._agents[agent], np.zeros(self.game.observation_size, np.int32)
        self.game.observe(self.board, self._states[0], player, numbers)
        mine = player == self._players[0]
        mask = self._masks[0].astype(np.int8) if mine else np.zeros(self._masks.shape[1], np.int8)
        return {"observation": numbers, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take a legal action of the agent whose decision it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._chosen[0] = self._checked(action)
        self._cumulative_rewards[agent] = 0.0
        self.game.step_each(
            self.board, self._states, self._streams, self._chosen, self._players, self._masks, self._returns, False,
            self._numbers, self._seed, 1,
        )  # fmt: skip
        player = int(self._players[0])
        if player >= 0:
            self.agent_selection = self.possible_agents[player]
        else:
            shares = len(self.possible_agents) * self._returns[0] - 1.0
            self.rewards = dict(zip(self.possible_agents, shares.tolist(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _checked(self, action: int | None) -> int:
        if not isinstance(action, int | np.integer) or not 0 <= action < self._masks.shape[1]:
            raise BadInput("action", action, f"a whole number below {self._masks.shape[1]}")
        if not self._masks[0, action]:
            raise BadInput("action", int(action), f"one of {np.flatnonzero(self._masks[0]).tolist()}")
        return int(action)

    def render(self) -> str | None:
        """The position for people, all of it: printed, or given as text."""
        text = self.game.state_text(self.board, self._states[0], -1)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing is held open."""
