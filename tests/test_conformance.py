"""Every registered game keeps the contract, on a board of every value of its options; broken games are found out."""

from __future__ import annotations

import random

import pytest

from simcore.engine.jit import kernel
from simcore.gameplay.conformance import ConformanceError, check
from simcore.gameplay.conformance.laws import Run
from simcore.gameplay.conformance.ways_to_play import plain_python
from simcore.gameplay.position import Position
from simcore.games import FULL_GAMES, find_game
from tests import hidden_cards
from tests.hidden_cards import BOARD, BROKEN, HOME, make
from tests.schema_options import values

MIXED = 2  # boards with any values of all options
FEW = {"games": 3, "probed": 30, "every": 3}


# ---- registered games ----------------------------------------------------------------------------------------------


def option_values(game):
    """Every value of every option, as the options' own schema has them: a new option is played without a word here."""
    schema = find_game(game).options.model_json_schema()
    found = {}
    for name, field in schema.get("properties", {}).items():
        kinds = [
            schema["$defs"][one["$ref"].rpartition("/")[2]] if "$ref" in one else one for one in alternatives(field)
        ]
        assert all({"enum", "const"} & set(kind) or kind.get("type") in ("boolean", "integer") for kind in kinds), field
        found[name] = [value for kind in kinds for value in values(kind)]
        assert len(found[name]) > 1, field
    return found


def alternatives(field):
    """The schemas one of which a value follows."""
    return [one for several in ("anyOf", "allOf", "oneOf") for one in field.get(several, [])] or [field]


def settings(game):
    """The options as they are, each with one other value, and some with any values at once."""
    every, dealer = option_values(game), random.Random(game)
    usual = find_game(game).options().model_dump(mode="json")
    yield {}
    yield from ({name: value} for name, several in every.items() for value in several if value != usual[name])
    for _ in range(MIXED):
        yield {name: dealer.choice(several) for name, several in every.items()}


def every_setting():
    return [
        pytest.param(
            game, options, id=f"{game} {' '.join(f'{name}={value}' for name, value in options.items())}".strip()
        )
        for game in FULL_GAMES
        for options in settings(game)
    ]


@pytest.mark.parametrize(("game", "options"), every_setting())
def test_a_registered_game_keeps_the_contract(game, options):
    """A few decisions on every board; whole games are for compiled rules."""
    full = find_game(game)
    check(full.rules, full.board_of_options(options), games=1, probed=1, limit=6, every=6, dealt=0)


@pytest.mark.compiled
@pytest.mark.parametrize(("game", "options"), every_setting())
def test_whole_games_keep_the_contract(game, options):
    full = find_game(game)
    board = full.board_of_options(options)
    report = check(full.rules, board, games=1, probed=4, every=50, without_jit=not options)
    assert report.games == report.ended > 0


# ---- the suite itself ----------------------------------------------------------------------------------------------


def test_a_game_that_keeps_the_contract():
    report = check(HOME.rules, BOARD, **FEW)
    assert report.games == report.ended == 2 * FEW["probed"]
    assert report.checks == sum(worlds for worlds, _, _ in report.worlds.values()) > 500
    for worlds, unlike, apart in report.worlds.values():
        assert worlds > unlike > worlds / 3  # a hidden card is another one in three worlds of four
        assert worlds / 2 > apart > 0
    assert "resampled worlds" in str(report)


@pytest.mark.interpreted
@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_law_is_found_out(broken):
    law, changes = BROKEN[broken]
    changes = {name: kernel(one) if name in HOME.rules.kernels else one for name, one in changes.items()}
    with pytest.raises(ConformanceError) as found:
        check(make(f" {broken}", **changes), BOARD, **FEW)
    assert law in str(found.value)
    assert "game 0x" in str(found.value) or "games from 0x" in str(found.value)


def shared(position):
    return Position(position.game, position.board, position.state, position.stream.copy())


def lets_anything_through(position, action):
    position.game.step(position.board, position.state, int(action), position.stream)


def real_one(position, player, observed, seed):
    return position.copy()


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("law", "where", "broken"),
    [
        ("nothing is shared", "simcore.gameplay.position.Position.copy", shared),
        ("refused, and nothing changes", "simcore.gameplay.position.Position.apply", lets_anything_through),
        ("dice of its own", "simcore.gameplay.position._sampled", real_one),
        ("any kind of whole number", "simcore.gameplay.position._whole", lambda one: one if type(one) is int else None),
        ("before the end there are no returns", "simcore.gameplay.position.Position.returns", lambda position: {}),
        ("agents play", "simcore.gameplay.conformance.ways_to_play.play_with_agents", lambda *_: ([0], [])),
    ],
)
def test_a_broken_position_is_found_out(monkeypatch, law, where, broken):
    monkeypatch.setattr(where, broken)
    with pytest.raises(ConformanceError) as found:
        check(HOME.rules, BOARD, **FEW)
    assert law in str(found.value)


@pytest.mark.interpreted
@pytest.mark.parametrize("secret", ["seed", "number", "state", "chance"])
def test_a_secret_that_is_handed_over_is_found_out(monkeypatch, secret):
    """In a closure of what a player is handed, or in its memory."""
    honest = Position.observation

    def observation(position, player=None):
        seen = honest(position, player)
        seed, number = (int(word) for word in position.stream[:2])
        kept = {"seed": seed, "number": number, "state": position.state[2:], "chance": position.stream.copy()}[secret]
        resampled = seen.resampled
        seen.resampled = lambda at: (resampled(at), kept)[0]
        return seen

    monkeypatch.setattr(Position, "observation", observation)
    with pytest.raises(ConformanceError, match="neither the real state nor seed"):
        check(HOME.rules, BOARD, **FEW)


def test_a_process_without_the_jit_plays_the_same():
    check(HOME.rules, BOARD, **FEW, without_jit=True)


@pytest.mark.interpreted
def test_another_process_that_plays_otherwise_is_found_out(monkeypatch):
    honest = HOME.rules.step

    def one_stone_more(board, state, action, stream):
        broken = honest(board, state, action, stream)
        state[hidden_cards.STONES] -= state[hidden_cards.STONES] > 1
        return broken

    monkeypatch.setattr(HOME.rules, "step", one_stone_more)
    run = Run(HOME.rules, BOARD, 1, 1, 2, 100)
    with pytest.raises(AssertionError, match="decision 1: position"):
        plain_python(run)
