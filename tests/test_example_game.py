"""The game of docs/adding-a-game.md: both engines and the full game against a plain twin, and the whole contract."""

from __future__ import annotations

import os
import pickle
import tomllib
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

import simcore as sc
from command_line import answer
from docs import example_game
from simcore.errors import BadInput
from simcore.gameplay.conformance import check
from simcore.games import find_combat, find_game, register_combat, register_full_game

FACTS = tomllib.loads((Path(example_game.__file__).parent / "data" / "facts.toml").read_text(encoding="utf-8"))
DIE = FACTS["dice"]["raid"]["value"]
RAIDERS = [card["value"]["raiders"] for card in FACTS["cards"].values()]
GUARDS, HAND = (FACTS["setup"][name]["value"] for name in ("guards", "hand"))
FEW = os.environ.get("NUMBA_DISABLE_JIT") == "1"
FAR = 4.5  # standard errors


pytestmark = pytest.mark.usefixtures("example_game")


# ---- the raid: a plain twin, by all ways the die can fall ----------------------------------------------------------


@cache
def raid(raiders: int, guards: int) -> dict[tuple[int, int], Fraction]:
    """The chance of each (raiders, guards) that can be left."""
    if raiders == 0 or guards == 0:
        return {(raiders, guards): Fraction(1)}
    ends: Counter[tuple[int, int]] = Counter()
    for faces, fewer in ((DIE["raider"], (1, 0)), (DIE["guard"], (0, 1)), (DIE["both"], (1, 1))):
        for end, chance in raid(raiders - fewer[0], guards - fewer[1]).items():
            ends[end] += Fraction(faces, 6) * chance  # type: ignore[assignment]
    return dict(ends)  # type: ignore[arg-type]


def scenario(raiders: int, guards: int) -> dict[str, object]:
    return {"game": "towers", "combat": "raid", "raiders": raiders, "guards": guards}


@pytest.mark.parametrize(("raiders", "guards"), [(1, 1), (3, 2), (2, 5), (6, 6)])
def test_the_exact_answer_is_that_of_the_twin(raiders, guards):
    result = sc.solve(scenario(raiders, guards))
    columns = (result.columns[name].tolist() for name in ("attacker.raiders", "defender.guards", "p"))
    found = {(left, kept): chance for left, kept, chance in zip(*columns, strict=True)}
    assert found == pytest.approx({end: float(chance) for end, chance in raid(raiders, guards).items()}, abs=1e-12)
    assert result.expected["attacker"]["lost"] == pytest.approx(raiders - result.expected["attacker"]["raiders"])


def test_trials_agree_with_the_exact_answer():
    exact, trials = sc.solve(scenario(6, 5)), sc.simulate(scenario(6, 5), trials=20_000, seed=5)
    for winner, chance in exact.win.items():
        assert abs(trials.win[winner] - chance) < FAR * sqrt(chance * (1 - chance) / 20_000)


def test_more_questions_are_answered_without_a_word_about_them():
    assert sc.need(scenario(1, 4), {"raiders": range(1, 13)}, {"raiders": 1}, chance=0.9).cheapest
    assert sc.compare(scenario(4, 4), scenario(5, 4)).differences["win.attacker"].difference > 0
    assert [effect.what for effect in sc.sensitivity(scenario(4, 4)).effects]
    with pytest.raises(BadInput, match="guards"):
        sc.evaluate(scenario(4, 0))


# ---- the full game: the chance that red wins if both play at random, by every way a game can go --------------------


def dealt(deck: tuple[int, ...], count: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], Fraction]]:
    """Hand, rest of the deck and chance, card by card."""
    if count == 0:
        yield (0,) * len(deck), deck, Fraction(1)
        return
    for kind, there in enumerate(deck):
        if there:
            rest = tuple(n - (at == kind) for at, n in enumerate(deck))
            for hand, left, chance in dealt(rest, count - 1):
                yield (
                    tuple(n + (at == kind) for at, n in enumerate(hand)),
                    left,
                    Fraction(there, sum(deck)) * chance,
                )


@cache
def value(guards: tuple[int, int], own: tuple[int, ...], enemy: tuple[int, ...], deck: tuple[int, ...]):
    """Shares (the mover wins, nobody wins) from here on; `guards`, `own` and `enemy` as the mover sees them."""
    if guards[0] == 0:
        return Fraction(0), Fraction(0)
    if not sum(own):
        return Fraction(guards[0] > guards[1]), Fraction(guards[0] == guards[1])
    won, drawn = Fraction(0), Fraction(0)
    options = [kind for kind, n in enumerate(own) if n]
    for kind in options:
        after: Counter[tuple[int, int]] = Counter({(guards[0] + 1, guards[1]): 1})
        for (_, left), chance in raid(RAIDERS[kind], guards[1]).items():
            after[guards[0], left] += chance  # type: ignore[assignment]
        hand = tuple(n - (at == kind) for at, n in enumerate(own))
        for more, rest, chance in dealt(deck, min(1, sum(deck))):
            full = tuple(n + m for n, m in zip(hand, more, strict=True))
            for (kept, left), way in after.items():
                theirs = value((left, kept), enemy, full, rest)
                share = chance * way / (2 * len(options))
                won += share * (1 - theirs[0] - theirs[1])
                drawn += share * theirs[1]
    return won, drawn


def test_random_games_end_as_often_as_the_twin_says():
    deck = tuple(card["value"]["copies"] for card in FACTS["cards"].values())
    won, drawn = Fraction(0), Fraction(0)
    for red, rest, chance in dealt(deck, HAND):
        for blue, left, other in dealt(rest, HAND):
            shares = value((GUARDS, GUARDS), red, blue, left)
            won, drawn = won + chance * other * shares[0], drawn + chance * other * shares[1]
    games = 1000 if FEW else 20_000
    played = sc.play("towers", games=games, seed=3, checking=True).win
    for name, share in {"red": float(won), "draw": float(drawn)}.items():
        assert abs(played[name] - share) < FAR * sqrt(share * (1 - share) / games), name


def test_a_policy_in_python_plays_by_what_it_may_know():
    def careful(seen: sc.Observation, legal: list[int]) -> int:
        assert seen["hand"].sum() > 0
        assert "raid" in seen.action_text(legal[0])
        return legal[-1] if seen["guards"][seen["player"]] < 3 else legal[0]

    assert sc.play("towers", games=3, policies={"red": careful, "blue": "greedy(margin=1)"}).games == 3


def test_a_position_is_kept_and_found_again():
    position = sc.new_game("towers", seed=4, options={"draws": False})
    position.apply(position.action(position.action_text(position.legal_actions()[0])))
    again = pickle.loads(pickle.dumps(position))
    assert np.array_equal(again.state, position.state)
    assert sc.Position.from_dict(position.to_dict(), game=position.game).digest == position.digest
    assert "cards: " in position.text(0)
    assert "cards: " not in str(position)


def test_help_and_schema_tell_its_fields():
    assert "raiders that come; a whole number from 1 to 50" in " ".join(
        answer("odds", "towers", "raid", "--help").split()
    )
    assert "raiders that come" in answer("schema", "towers", "raid")
    assert "margin" in answer("play", "--help")


def test_a_game_is_retold():
    assert " wins: " in answer("replay", "towers", "--game", "3").splitlines()[-1]
    assert answer("replay", "towers", "raid", "raiders=3", "guards=2", "--trial", "7").startswith("Roll 1: ")


@pytest.mark.parametrize("options", [{}, {"draws": False}])
def test_it_keeps_the_contract(options):
    full = find_game("towers")
    games = {"games": 2, "probed": 10, "every": 3, "dealt": 60} if FEW else {}
    assert check(full.rules, full.board_of_options(options), **games).games > 0


# ---- registering ---------------------------------------------------------------------------------------------------


def test_a_name_is_registered_once():
    example_game.register()  # the same again is no other
    assert find_combat("towers", "raid").name == "raid"
    with pytest.raises(BadInput, match="no other combat of breizh"):
        register_combat("breizh", "battle", "elsewhere:BATTLE")
    with pytest.raises(BadInput, match="no other full game"):
        register_full_game("breizh", "elsewhere:GAME")
