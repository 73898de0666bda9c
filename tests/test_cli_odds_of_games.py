"""`simcore odds` for people, over the combats of all games: plain words, and nothing called by another's name."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import simcore as sc
from base_scenarios import BASES, base
from command_line import answer
from simcore.games import COMBATS, find_combat

README = Path(__file__).parents[1] / "README.md"
PIKES = {
    "game": "legendary", "combat": "melee",
    "attackers": [{"unit": "foot-knights", "count": 2}], "defenders": [{"unit": "pikemen", "count": 2}],
}  # fmt: skip
DUELS = {**base("joan", "great-battle"), "rules": {"ties": "reroll"}}


def test_there_is_a_base_for_every_combat():
    assert set(BASES) == {(game, combat) for game in COMBATS for combat in COMBATS[game]}


@pytest.mark.parametrize(("game", "combat"), list(BASES))
@pytest.mark.parametrize("trials", [(), ("--trials", "300")])
def test_an_answer_is_in_plain_words(game, combat, trials):
    text = answer("odds", "-", *trials, given=json.dumps(base(game, combat)))
    result = sc.evaluate(base(game, combat))
    figures = text.partition("\n\n")[2].partition("How this was found")[0]
    assert not re.search(r"[_\[\]{}]|\bTrue\b|\bNone\b|left left|\bnan\b", figures), text
    sides = set(find_combat(game, combat).winners) & {k for k, v in result.expected.items() if isinstance(v, dict)}
    events = "winner.none" in find_combat(game, combat).words  # nobody wins a shooting
    assert ("Who wins" in text) == (bool(sides) and not events)
    assert ("has left" in text or "what happened" in text or "Likeliest" not in text) or not sides
    for fact in (*result.assumed, *result.public):
        assert fact in " ".join(text.split())


def test_what_happened_to_units_is_told_apart_from_those_left():
    text = answer("odds", "-", given=json.dumps(PIKES))
    means = sc.evaluate(PIKES).expected["defender"]
    assert re.search(rf"^pikemen left +{means['pikemen']:.2f} of 2$", text, re.MULTILINE)
    assert re.search(rf"^pikemen killed +{means['pikemen_killed']:.2f}$", text, re.MULTILINE)
    assert "pikemen killed left" not in text
    assert "what happened to" in text
    assert "published, not in the rulebook" in " ".join(text.split())


def test_numbers_that_stand_for_words_are_told_in_words():
    text = answer("odds", "-", given=json.dumps(DUELS))
    assert re.search(r"%  first .+ first +first$", text, re.MULTILINE)
    assert not re.search(r"^duel 1 +\d", text, re.MULTILINE)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("bouvines", "shot", "weapon=bow", "distance=2", "target=sergeant"), r"hit +66.67 %"),
        (("joan", "raid", "fortification=castle"), r"the town is pillaged +33.33 %"),
        (("joan", "fidelity"), r"the ally comes +66.67 %"),
        (("breizh", "battle", "montfort=6", "blois=5"), r"troops left +\d.\d\d of 6 +\d.\d\d of 5"),
        (("breizh", "siege", "castle=dinan", "troops=2"), r"dinan falls +0.67"),
        (("legendary", "forced-march", "unit=bowmen"), r"cannot move +16.67 %"),
    ],
)
def test_events_and_losses_are_said_by_their_names(words, line):
    assert re.search(f"^{line}$", answer("odds", *words), re.MULTILINE)


def test_sides_win_whether_or_not_anything_else_is_told_of_them():
    bare = answer("odds", "joan", "naval-battle", "first={}", "second={}")
    assert "Who wins" in bare
    assert "first   nothing" in bare
    great = answer("odds", "joan", "great-battle", 'duels=[{"first":{},"second":{}},{"first":{},"second":{}}]')
    assert "(first with nothing, second with nothing)" in great
    assert "What happens" in answer("odds", "joan", "raid", "fortification=castle")


def test_winners_of_a_shooting_say_what_they_are():
    """That nothing was hit is no victory of the defender."""
    text = answer("odds", "legendary", "shooting", "attackers=bowmen", "defenders=pikemen")
    assert "What happens" in text
    assert "nobody lost or moved" in text
    assert "Who wins" not in text
    volley = {"game": "legendary", "combat": "shooting", "attackers": "bowmen", "defenders": "pikemen"}
    assert sc.solve(volley).win.keys() == {
        "attacker", "defender", "none",
    }  # fmt: skip
