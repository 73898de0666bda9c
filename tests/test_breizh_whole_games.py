"""Whole games of Breizh 1341 under every option come to what they came to before, with the JIT and without."""

from __future__ import annotations

import hashlib

import pytest

import simcore as sc
from simcore.games.breizh.full_game.board import Options

GREEDY = {"montfort": "greedy", "blois": "greedy(risk=0.2)"}
VALUES = {name: field.annotation.__args__ for name, field in Options.model_fields.items()}
# Every value of every option, each in company with others.
MIXES = {
    "as printed": {name: values[0] for name, values in VALUES.items()},
    "read otherwise": {name: values[-1] for name, values in VALUES.items()},
    "announced, else read otherwise": {name: values[-1] for name, values in VALUES.items()}
    | {"characters": "announced"},
    "each siege, else as printed": {"characters": "each-siege"},
}
DIGESTS = {  # of games 0 to 3 of random and 0 of greedy players, seed 11
    "as printed": "e864e6b8570a",
    "read otherwise": "2ccda73a96e9",
    "announced, else read otherwise": "c66a6c1201a2",
    "each siege, else as printed": "d73e837dcb1a",
}


def rows(mix, policies, games, **how):
    return sc.play("breizh", games=games, options=MIXES[mix], policies=policies, seed=11, **how).rows


@pytest.mark.parametrize("mix", MIXES)
def test_whole_games_are_the_same_with_the_jit_on_and_off(mix):
    digest = hashlib.blake2b(rows(mix, {}, 4).tobytes() + rows(mix, GREEDY, 1).tobytes(), digest_size=6)
    assert digest.hexdigest() == DIGESTS[mix]
