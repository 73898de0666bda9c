"""The neighbours of a document by its schema."""

from __future__ import annotations

import pytest

from base_scenarios import BASES, base
from schema_options import schema_options
from simcore.evaluation.questions import prepare
from simcore.scenarios.edits import variant
from simcore.scenarios.neighbours import neighbours

WORDS = {"enum": ["bow", "gun", "pike"], "type": "string"}
SCHEMA = {
    "$defs": {"Side": {"type": "object", "properties": {"men": {"type": "integer"}, "arms": {"$ref": "#/$defs/Arms"}}},
              "Arms": {"anyOf": [{"type": "array", "items": WORDS}, WORDS]}},
    "type": "object",
    "required": ["side"],
    "properties": {
        "side": {"$ref": "#/$defs/Side"},
        "rank": {"anyOf": [{"enum": [3, 4], "type": "integer"}, {"type": "null"}], "default": None},
        "hero": {"type": "boolean"},
        "room": {"anyOf": [{"type": "integer"}, {"type": "null"}], "default": None},
        "by": {"type": "object", "additionalProperties": {"type": "integer"}},
        "at": {"type": "array", "prefixItems": [{"type": "integer"}, {"enum": [1, 2]}]},
    },
}  # fmt: skip


def whats(document):
    return {change.what for change in neighbours(SCHEMA, document)}


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ({"side": {"men": 0}}, {"side.men: 0 to -1", "side.men: 0 to 1", "rank: absent to 3", "rank: absent to 4",
                                "hero: absent to yes", "side.arms: absent to bow", "side.arms: absent to gun",
                                "side.arms: absent to pike"}),
        ({"rank": 3, "hero": True, "side": {"arms": []}},
         {"rank: 3 to 4", "rank: 3 to absent", "hero: yes to no", "side.arms: with bow", "side.arms: with gun",
          "side.arms: with pike"}),
        ({"rank": 3, "hero": False, "side": {"arms": ["bow"]}},
         {"rank: 3 to 4", "rank: 3 to absent", "hero: no to yes", "side.arms: with bow", "side.arms: with gun",
          "side.arms: with pike", "side.arms: without bow", "side.arms: bow to gun", "side.arms: bow to pike"}),
        ({"rank": 3, "hero": False, "room": 2, "by": {"leon": 1}, "side": {"arms": []}},
         {"rank: 3 to 4", "rank: 3 to absent", "hero: no to yes", "side.arms: with bow", "side.arms: with gun",
          "side.arms: with pike", "room: 2 to 1", "room: 2 to 3", "by.leon: 1 to 0", "by.leon: 1 to 2"}),
    ],
)  # fmt: skip
def test_by_hand(document, expected):
    assert whats(document) == expected


def test_twins_in_a_list_are_told_apart():
    told = whats({"rank": 3, "hero": False, "side": {"arms": ["bow", "bow"]}})
    assert {"side.arms.0: bow to gun", "side.arms.1: bow to gun", "side.arms.0: without bow"} <= told
    places = whats({"rank": 3, "hero": False, "side": {"arms": []}, "at": [5, 1]})
    assert {"at.0: 5 to 4", "at.0: 5 to 6", "at.1: 1 to 2"} <= places


@pytest.mark.parametrize("kind", BASES)
def test_each_differs_in_what_it_says_and_nothing_else(kind):
    """Laid back, a change is undone; every path it names is one that the schema has."""
    prepared = prepare(base(*kind))
    fields = {name: part for name, part in prepared.scenario.items() if name not in ("game", "combat")}
    changes = list(prepared.combat.neighbours(fields, prepared.figures))
    assert changes
    for change in changes:
        there = variant(fields, change.changes)
        assert there != fields
        also = {path: value_at(fields, path) for path in change.also}
        assert variant(there, {change.path: change.before, **also}) == fields
    options = schema_options(*kind).every()
    tops = {option.partition(" ")[0].partition(".")[0].partition("[")[0] for option in options}
    assert {change.path.partition(".")[0] for change in changes} <= tops


def value_at(document, path):
    for step in path.split("."):
        document = document[int(step)] if isinstance(document, list) else document.get(step)
    return document
