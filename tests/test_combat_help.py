"""Help of one combat: its fields with their limits, and an example that runs."""

from __future__ import annotations

import json

import pytest

from command_line import answer
from simcore.cli.combat_help import EXAMPLES
from simcore.cli.schema import published
from simcore.games import COMBATS

EVERY = [(game, combat) for game, combats in COMBATS.items() for combat in combats]


@pytest.mark.parametrize(("game", "combat"), EVERY)
def test_help_names_every_field_and_an_example_that_runs(game, combat, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    told = answer("odds", game, combat, "--help")
    schema = published(game, combat)
    parts = [schema, *schema.get("$defs", {}).values()]
    fields = {name for part in parts for name in part.get("properties", {})} - {"game", "combat"}
    first_words = {line.split()[0] for line in told.splitlines() if line.strip()}
    assert fields - first_words == set()
    (example,) = [line.split() for line in told.splitlines() if line.startswith("  simcore odds")]
    assert json.loads(answer(*example[1:], "--json"))["scenario"]["combat"] == combat


def test_every_combat_has_an_example():
    assert {game: set(combats) for game, combats in EXAMPLES.items()} == {g: set(c) for g, c in COMBATS.items()}


@pytest.mark.parametrize("command", ["odds", "table", "compare", "need", "sensitivity", "luck", "best", "replay"])
def test_every_command_that_takes_a_scenario_tells_of_its_combat(command):
    told = " ".join(answer(command, "cent-ans", "siege", "--help").split())
    assert "what is besieged; castle-1, castle-2" in told
    assert f"simcore {command} --help" in told


@pytest.mark.parametrize("words", [["odds"], ["odds", "cent-ans"], ["odds", "a.toml"], ["odds", "cent-ans", "sige"]])
def test_else_help_is_of_the_command(words):
    assert "--target-error" in answer(*words, "--help")
