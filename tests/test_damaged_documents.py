"""Two hundred damages of every kind of document that commands read: one line and exit status 2, or an answer."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from base_scenarios import base
from command_line import app, runner

DAMAGES = 200
AGAIN = 60  # of a kind of document that another command has been given 200 of
FEW = 20  # where what is harmless is a whole game
BATTLE = base("cent-ans", "pitched-battle")
PLAIN = {**BATTLE, "attacker": {"english": 2}, "defender": {"french": 2}}
FACTS = {"dice": {"english": {"value": ["loss", "blank", "blank", "blank", "blank", "blank"]}}}
BREIZH_FACTS = {"box": {"troops": {"value": 19}}}
CAMPAIGN = {
    "game": "cent-ans",
    "stages": [
        {"name": "field", "combat": "pitched-battle", "initiative": "attacker", "attacker": {"english": 2},
         "defender": {"french": 1, "retreat_room": 1}},
        {"name": "siege", "when": "attacker", "combat": "siege", "place": "castle-1",
         "attacker": {"carry": "attacker of field"}, "defender": {"carry": "retreated defender of field"}},
    ],
}  # fmt: skip
HANDS = {
    "attacker": {"cards": [5], "influence": 1},
    "defender": {"cards": [4], "influence": 1},
    "fortification": "castle",
}
LUCK = {"battles": [{**PLAIN, "happened": {"winner": "defender"}}, {**PLAIN, "happened": {"attacker.left": 1}}]}
HABIT = [{"cards": [5], "influence": 1, "weight": 3}, {"cards": []}]
BATTLE_WORDS = ["cent-ans", "pitched-battle", "initiative=attacker", "attacker.english=2", "defender.french=2"]
FILE = "FILE"  # where the damaged document goes

# What reads each document, the document, and the longest answer to be had of it is small enough to be had often.
READ: dict[str, tuple[list[str], Any]] = {
    "odds": (["odds", FILE, "--trials", "2", "--json"], PLAIN),
    "compare": (["compare", FILE, "--with", "attacker.english=1", "--trials", "2", "--json"], PLAIN),
    "compare --against": (["compare", *BATTLE_WORDS, "--against", FILE, "--trials", "2", "--json"], PLAIN),
    "need": (["need", FILE, "--vary", "attacker.elite=0:1", "--cost", "attacker.elite=1"], PLAIN),
    "luck": (["luck", FILE, "--happened", "winner=defender", "--trials", "2", "--json"], PLAIN),
    "luck of a campaign": (["luck", FILE, "--trials", "2", "--json"], LUCK),
    "sensitivity": (["sensitivity", FILE, "--json"], {**PLAIN, "attacker": {"english": 1}, "defender": {"french": 1}}),
    "best": (["best", FILE], {"game": "joan", "combat": "raid", "fortification": "castle"}),
    "commit": (["commit", FILE], HANDS),
    "campaign": (["campaign", FILE, "--trials", "2", "--json"], CAMPAIGN),
    "table": (["table", FILE, "--vary", "attacker.elite=0:1", "--trials", "2", "--json"], PLAIN),
    "replay": (["replay", FILE], PLAIN),
    "odds --facts": (["odds", *BATTLE_WORDS, "--trials", "2", "--json", "--facts", FILE], FACTS),
    "facts": (["facts", "cent-ans", "--json", "--facts", FILE], FACTS),
    "batch --facts": (["batch", "-", "--facts", FILE], FACTS),
    "play --facts": (["play", "breizh", "--games", "1", "--facts", FILE], BREIZH_FACTS),
}


FIRST = {"odds", "luck of a campaign", "best", "commit", "campaign", "facts"}


def broken(text: bytes, luck: random.Random) -> bytes:
    """Bytes that are cut, emptied, flipped, doubled, strewn with what no text has, or nested too deep."""
    at = luck.randrange(len(text))
    flipped = bytearray(text)
    flipped[at] ^= 1 << luck.randrange(8)
    kinds = (
        text[:at], b"", bytes(flipped), text[at:], text + text, text[:at] + b"\xff\xfe" + text[at:],
        text[:at] + b"\0" * 5 + text[at:], text[:at] + b"[" * 5000 + text[at:], text[:at] + text[at + 1 :],
        b'{"a":' * 3000, text[:at] + b"9" * 400 + text[at:], b"\xef\xbb\xbf" + text, text[:at] + b"\x1b[2J" + text[at:],
    )  # fmt: skip
    return luck.choice(kinds)


WRONG: list[Any] = [
    None, True, [], {}, "", "x" * 5000, -1, 0, 3.5, 1e300, 10**25, "\x1b[31m", [[]], [None], {"a": {"b": 1}}, "\u0000",
    [1] * 3000, "1", "attacker", -0.0, "\ud800",
]  # fmt: skip


def mistaken(document: Any, luck: random.Random) -> Any:
    """The document with something of another type, gone, or too much in one place."""
    document = deepcopy(document)
    places: list[tuple[Any, Any]] = []

    def walk(here: Any) -> None:
        for key in list(here if isinstance(here, dict) else range(len(here))):
            places.append((here, key))
            if isinstance(here[key], (dict, list)):
                walk(here[key])

    walk(document)
    where, key = luck.choice(places)
    kind = luck.randrange(4)
    if kind == 0:
        del where[key]
    elif kind == 1 and isinstance(where, dict):
        where[luck.choice(["frensh", "", "a.b", "\x07", "policy", "x" * 300])] = where[key]
    else:
        where[key] = luck.choice(WRONG)
    return document


def damaged(document: Any, number: int) -> bytes:
    luck = random.Random(number)
    if number % 2:
        return broken(json.dumps(document).encode(), luck)
    return json.dumps(mistaken(document, luck)).encode()


def fits(result: Any, said: bytes) -> bool:
    """An answer without a word, or one line and exit status 2: never a traceback, nothing for a terminal to obey."""
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise AssertionError(said) from result.exception
    if result.exit_code == 0:
        return bool(result.stdout)
    line = result.stderr
    assert re.fullmatch(r"error: [^\n]+\n", line), (said, line)
    assert line[:-1].isprintable(), (said, line)
    assert len(line) < 1200, (said, line)
    return result.exit_code == 2 and result.stdout == ""


@pytest.mark.parametrize("name", READ)
def test_a_damaged_document_is_refused_in_one_line(name, tmp_path):
    words, document = READ[name]
    refused = 0
    damages = {"play --facts": FEW}.get(name, DAMAGES if name in FIRST else AGAIN)
    for number in range(damages):
        said = damaged(document, number)
        file = tmp_path / f"{number}.json"  # facts once read are kept by their path
        file.write_bytes(said)
        result = runner.invoke(app, [str(file) if word == FILE else word for word in words], input="")
        assert fits(result, said) or (name == "batch --facts" and result.exit_code == 0), (said[:300], result.output)
        refused += result.exit_code == 2
    assert refused > damages // 2


def test_a_damaged_line_of_a_feed_is_answered_with_what_is_wrong(tmp_path):
    file = tmp_path / "a.jsonl"
    good = json.dumps(PLAIN).encode()
    lines = [damaged(PLAIN, number).replace(b"\n", b" ") or b"{" for number in range(DAMAGES)]
    file.write_bytes(b"\n".join([good, *lines, good]) + b"\n")
    result = runner.invoke(app, ["batch", str(file), "--trials", "2", "--no-outcomes"])
    assert (result.exit_code, result.stderr) == (0, "")
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    first, *others, last = [{key: one[key] for key in one if key != "line"} for one in answers]
    assert first == last
    assert len(others) == DAMAGES
    assert all(("error" in one) != ("win" in one) for one in others)
    assert sum("error" in one for one in others) > DAMAGES // 2


HAPPENED: list[Callable[[str, random.Random], str]] = [
    lambda word, luck: word[: luck.randrange(len(word))],
    lambda word, luck: word.replace(
        "=", luck.choice(["", "==", "=\x1b[1m", "=" + "9" * 4000, "=\udcff", "=-1", "=[1]"])
    ),
    lambda word, luck: word.replace(
        "winner", luck.choice(["", "win.ner", "w" * 900, "winner\n", "defender.left", "a..b"])
    ),
    lambda word, luck: luck.choice(["", "=", "[" * 3000, "{}", "null", "\x07=1", word + "," + word]),
]


def test_damaged_words_of_what_happened_are_refused_in_one_line():
    for number in range(DAMAGES):
        luck = random.Random(number)
        word = HAPPENED[number % len(HAPPENED)]("winner=defender", luck)
        result = runner.invoke(app, ["luck", *BATTLE_WORDS, "--happened", word])
        assert fits(result, word.encode(errors="replace")), (word, result.output)


def test_a_damaged_habit_is_refused_in_one_line():
    hands = ["attacker.cards=5", "attacker.influence=1", "defender.cards=4", "fortification=castle"]
    for number in range(DAMAGES):
        word = damaged(HABIT, number).decode(errors="surrogateescape")
        result = runner.invoke(app, ["commit", *hands, "--habit", word])
        assert fits(result, word.encode(errors="replace")), (word[:200], result.output)
