"""Full games as OpenSpiel games, judged by OpenSpiel's own tests and played by its own bots."""

from __future__ import annotations

from importlib.metadata import version

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

import simcore as sc
from simcore.adapters.openspiel import load_game, name_of
from tests.test_conformance import every_setting

EVERY = pytest.mark.parametrize(("game", "options"), every_setting())


def play(game, dealer, choose=None):
    """One game; returns its last state, how many decisions there were, and how many chance events."""
    state, decisions, events = game.new_initial_state(), 0, 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            assert sum(chances) == pytest.approx(1.0)
            state.apply_action(int(dealer.choice(outcomes, p=chances)))
            events += 1
        else:
            legal = state.legal_actions()
            action = int(dealer.choice(legal)) if choose is None else choose(state, decisions)
            assert state.string_to_action(state.action_to_string(action)) == action
            state.apply_action(action)
            decisions += 1
    return state, decisions, events


def test_a_game_with_its_chance_events():
    game = load_game("breizh", setup="variant")
    state, decisions, events = play(game, np.random.default_rng(1))
    assert events > 20
    assert decisions > 20
    assert sum(state.returns()) == 0.0
    assert game.get_parameters()["setup"] == "variant"
    assert str(pyspiel.load_game(str(game))) == str(game)


def test_chance_events_are_as_likely_as_the_rules_have_them():
    """First the character that Montfort draws: each of his eight is an outcome, and comes to a game of its own."""
    state = load_game("breizh").new_initial_state()
    outcomes = state.chance_outcomes()
    assert len(outcomes) == 8
    after = {str(state.child(outcome)) for outcome, _ in outcomes}
    assert len(after) == len(outcomes)


def test_worlds_resampled_look_alike_to_whom_they_are_for():
    game = load_game("breizh")
    observer, dealer = game.make_py_observer(), np.random.default_rng(2)
    state = game.new_initial_state()
    for _ in range(90):
        if state.is_chance_node():
            state.apply_action(int(dealer.choice([outcome for outcome, _ in state.chance_outcomes()])))
        else:
            for player in range(2):
                world = state.resample_from_infostate(player, dealer.random)
                assert observer.string_from(world, player) == observer.string_from(state, player)
                assert world.position.observation(player) == state.position.observation(player)
            state.apply_action(int(dealer.choice(state.legal_actions())))


def test_an_option_that_there_is_not_is_refused():
    with pytest.raises((sc.BadInput, pyspiel.SpielError)):
        load_game("breizh", setup="nowhere")
    with pytest.raises(sc.BadInput, match="game"):
        load_game("chess")


@pytest.mark.compiled
@EVERY
def test_its_own_test_accepts_it(game, options, capsys):
    pyspiel.random_sim_test(load_game(game, **options), num_sims=1, serialize=False, verbose=False)
    with capsys.disabled():
        print(f"OpenSpiel {version('open_spiel')}", end=" ")


@pytest.mark.compiled
def test_it_is_kept_and_read_again():
    game, dealer = load_game("breizh"), np.random.default_rng(5)
    state = game.new_initial_state()
    for _ in range(60):
        outcomes = [outcome for outcome, _ in state.chance_outcomes()] if state.is_chance_node() else None
        state.apply_action(int(dealer.choice(state.legal_actions() if outcomes is None else outcomes)))
    again = (
        game.deserialize_state(game.serialize_state(state))
        if hasattr(game, "serialize_state")
        else (pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1])
    )
    assert str(again) == str(state)
    assert again.history() == state.history()


class Even(mcts.Evaluator):
    """Thinks every state even: the bot's own search is what is tried."""

    def evaluate(self, state):
        return np.zeros(2)

    def prior(self, state):
        legal = state.legal_actions()
        return [(action, 1.0 / len(legal)) for action in legal]


@pytest.mark.compiled
@pytest.mark.parametrize("game", ["breizh", "cent-ans"])
def test_its_ismcts_bot_plays_a_game_to_its_end(game):
    loaded, random_state = load_game(game), np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game=loaded, evaluator=Even(), uct_c=1.0, max_simulations=2, random_state=random_state,
        final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
    )  # fmt: skip
    dealer = np.random.default_rng(1)
    state, decisions, _ = play(
        loaded, dealer, lambda state, at: bot.step(state) if at % 10 == 0 else int(dealer.choice(state.legal_actions()))
    )
    assert decisions > 20
    assert sum(state.returns()) == 0.0


def test_names():
    assert {name_of(game) for game in ("breizh", "cent-ans")} <= set(pyspiel.registered_names())
