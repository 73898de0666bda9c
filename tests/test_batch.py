"""Many games stepped together are the games that are stepped one by one."""

from __future__ import annotations

import numpy as np
import pytest

import simcore as sc


def chosen(mask, dealer):
    return np.array([dealer.choice(np.flatnonzero(one)) if one.any() else 0 for one in mask])


def test_each_is_the_game_of_its_number():
    games, dealer = sc.new_games("breizh", 3, seed=7, first=4), np.random.default_rng(1)
    alone = [sc.new_game("breizh", seed=7, number=4 + at) for at in range(3)]
    ended = np.zeros((3, 2))
    while not games.over.all():
        actions, seen = chosen(games.legal_mask, dealer), games.observe()
        for at, position in enumerate(alone):
            if position.player >= 0:
                assert games.players[at] == position.player
                assert np.flatnonzero(games.legal_mask[at]).tolist() == position.legal_actions()
                assert (seen[at] == position.observation().flat()).all()
                position.apply(int(actions[at]))
        games.step(actions)
        ended += games.returns
    assert ended.tolist() == [[*position.returns().values()] for position in alone]
    assert not games.legal_mask.any()


def test_a_game_that_ends_is_followed_by_the_next():
    games, dealer = sc.new_games("breizh", 2, seed=3, auto_reset=True), np.random.default_rng(2)
    ended = np.zeros(2)
    while ended.min() < 2:
        games.step(chosen(games.legal_mask, dealer))
        ended += games.returns.sum(axis=1)
        assert not games.over.any()
    assert games.numbers.tolist() == [2 * int(one) + at for at, one in enumerate(ended)]


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        ([0, 0, 0], "actions"), ([0.0, 1.0], "actions"), ([-1, 1], r"actions\[0\]"), ([1, 10_000], r"actions\["),
        (None, "actions"),
    ],
)  # fmt: skip
def test_what_is_refused_changes_nothing(actions, said):
    games = sc.new_games("breizh", 2, seed=3)
    before = games.observe()
    with pytest.raises(sc.BadInput, match=said):
        games.step(actions)
    assert (games.observe() == before).all()


@pytest.mark.parametrize("n", [0, -1, 1 << 30, 1.5, "x"])
def test_how_many_games_there_can_be(n):
    with pytest.raises(sc.BadInput, match="n:"):
        sc.new_games("breizh", n)


def test_anybody_can_be_asked_what_he_knows():
    games = sc.new_games("breizh", 2, seed=3)
    first = sc.new_game("breizh", seed=3)
    for player in range(2):
        assert (games.observe(np.array([player, player]))[0] == first.observation(player).flat()).all()
    with pytest.raises(sc.BadInput, match="players"):
        games.observe(np.array([2, 0]))
