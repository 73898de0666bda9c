"""Full games as PettingZoo environments, judged by PettingZoo's own suite."""

from __future__ import annotations

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import simcore as sc
from simcore.adapters.pettingzoo import RawEnv, env
from tests.test_conformance import every_setting

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning:pettingzoo")
BREIZH = [pytest.param("breizh", {}, id="breizh")]
EVERY = pytest.mark.parametrize(("game", "options"), every_setting())


@pytest.mark.parametrize(("game", "options"), BREIZH)
def test_its_own_suite_accepts_it_without_the_jit(game, options):
    api_test(env(game, **options), num_cycles=40)


@pytest.mark.compiled
@EVERY
def test_its_own_suites_accept_it(game, options, capsys):
    api_test(env(game, **options), num_cycles=300)
    seed_test(lambda: env(game, **options), num_cycles=100)
    render_test(lambda render_mode=None: env(game, render_mode=render_mode, **options))
    with capsys.disabled():
        print(f"PettingZoo {pettingzoo.__version__}", end=" ")


def played(game, seed, steps=60):
    environment, dealer = RawEnv(game), np.random.default_rng(1)
    environment.reset(seed=seed)
    taken = []
    while environment.agents and not environment.terminations[environment.agent_selection] and len(taken) < steps:
        mask = environment.observe(environment.agent_selection)["action_mask"]
        taken.append(int(dealer.choice(np.flatnonzero(mask))))
        environment.step(taken[-1])
    return environment, taken


def test_it_is_the_game_of_that_seed():
    environment, taken = played("breizh", 7)
    position = sc.new_game("breizh", seed=7)
    for action in taken:
        assert action in position.legal_actions()
        position.apply(action)
    assert position.current_player == environment.agent_selection
    seen = environment.observe(environment.agent_selection)
    assert (seen["observation"] == position.observation().flat()).all()
    assert np.flatnonzero(seen["action_mask"]).tolist() == position.legal_actions()
    assert environment.render_mode is None


def test_rewards_sum_to_nothing_and_come_at_the_end():
    environment, _ = played("breizh", 3, steps=5000)
    assert all(environment.terminations.values())
    assert sum(environment.rewards.values()) == 0.0
    assert set(environment.rewards.values()) <= {-1.0, 0.0, 1.0}


@pytest.mark.parametrize("action", [-1, 10_000, None, 1.5, "x"])
def test_an_illegal_action_is_refused_and_changes_nothing(action):
    environment = RawEnv("breizh")
    environment.reset(seed=1)
    before = environment.observe(environment.agent_selection)
    illegal = np.flatnonzero(before["action_mask"] == 0)[0]
    for wrong in (action, illegal):
        with pytest.raises(sc.BadInput, match="action"):
            environment.step(wrong)
    after = environment.observe(environment.agent_selection)
    assert (before["observation"] == after["observation"]).all()


def test_what_cannot_be_rendered_is_refused():
    with pytest.raises(sc.BadInput, match="render_mode"):
        env("breizh", render_mode="rgb_array")
