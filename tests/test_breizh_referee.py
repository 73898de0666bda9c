"""Full games of Breizh 1341 under a referee who knows the rulebook and not the driver (`naive.breizh_game`)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from naive.breizh_game.actions import recruit
from naive.breizh_game.choosers import pair
from naive.breizh_game.fighting import besiege
from naive.breizh_game.game import Game, PreparedScenario
from naive.breizh_game.owners import owner
from naive.breizh_game.table import BLOIS, MONTFORT, Box, Options, Table
from naive.breizh_game.watching import GAME, REGIONS, Broken, Referee
from simcore.games.breizh.facts import facts

SEED = 20
VALUES = {name: field.annotation.__args__ for name, field in GAME.options.model_fields.items()}  # type: ignore[union-attr]
FIRST, LAST = ({name: values[at] for name, values in VALUES.items()} for at in (0, -1))
MIXED = {name: values[at % len(values)] for at, (name, values) in enumerate(VALUES.items())}
# Whose box (0: the game's own, with its own deck), the options, how many games.
TABLES: dict[str, tuple[int, dict[str, str], int]] = {
    "as printed": (0, FIRST, 16),
    "read otherwise": (0, LAST, 8),
    "an owner's deck": (1, FIRST, 12),
    "another, read otherwise": (3, LAST, 8),
    "a third, read in part otherwise": (13, MIXED, 8),
}

RULES = {  # that these games must come to, or they show little
    "1 - Prepare the Deck of Event Cards",
    "2 - Build Each Player's Hand",
    "2, turn 6: the odd card by regions",
    "2, turn 6: the odd card is discarded on a tie",
    "3 - Determine the 1st Active Player",
    "3: by the die",
    "4 - Play Event Cards",
    "4: drawing from the opponent's hand",
    "4: limits of 20, a partisan from elsewhere",
    "4: limits of 20, a troop from elsewhere",
    "5 - Discard Event Cards",
    "6 - Place Highwaymen",
    "6: Great Plague",
    "7 - Determine Dominated Regions",
    "8 - Check Victory Conditions",
    "8: victory by seven regions",
    "Battle Resolution",
    "Battle Resolution: a difference of 2 or less",
    "Battle Resolution: a difference of 3 or more",
    "Battle Resolution: a lead of 3 in the last round",
    "Battle: the winner rallies 1 partisan",
    "Besiege",
    "Besiege: castle of strength 2",
    "Besiege: castle of strength 3",
    "Besiege: the castle falls",
    "Besiege: the castle holds",
    "Character Cards; Battle",
    "Character Cards; Besiege",
    "Character Cards; Besiege: the opponent",
    "Character Cards; Fight",
    "Character Cards; Rally",
    "Character Cards; Recruit",
    "Character Cards; an order",
    "Fight",
    "Rally",
    "Rally: orders that eliminate",
    "Rally: orders that rally",
    "Recruit",
    "Setup",
    "Tips for Your First Play",
    "Variant Setup Rules",
}


@pytest.fixture(scope="module")
def watched() -> dict[str, tuple[Counter[str], Broken | None]]:
    """What came up at each table, and the first rule broken there."""
    found = {}
    for name, (box, options, games) in TABLES.items():
        followed, broken = Counter[str](), None
        for number in range(games):
            referee = Referee(owner(box), options, SEED, number)
            try:
                referee.watch(pair(number))
            except Broken as error:
                broken = error
                break
            finally:
                followed += referee.game.followed
        found[name] = followed, broken
    return found


@pytest.mark.parametrize("table", TABLES)
def test_games_keep_to_the_rulebook(watched, table):
    _, broken = watched[table]
    if broken is not None:
        raise broken


def test_the_games_watched_come_to_every_rule(watched):
    followed = sum((followed for followed, _ in watched.values()), Counter[str]())
    assert RULES - set(+followed) == set()


# ---- the referee himself: the examples that the rulebook works out -------------------------------------------------


class Rolls:
    """A die that shows what the example says."""

    def __init__(self, *faces: int) -> None:
        self.faces = list(faces)

    def die(self) -> int:
        return self.faces.pop(0)


def example(*faces: int) -> Game:
    game = Game(Table(Box.of(facts(), REGIONS)), Options(**FIRST), Rolls(*faces))
    game.active = BLOIS
    return game


def follow(course: PreparedScenario, *choices: Any) -> list[tuple[str, int]]:
    """Answer what is asked with the example's choices, each of which must be allowed; what was asked, of whom."""
    asked, waiting = [], list(choices)
    try:
        decision = next(course)
        while True:
            if len(decision.options) > 1:
                asked.append((decision.kind, decision.camp))
            choice = decision.options[0] if len(decision.options) == 1 else waiting.pop(0)
            assert choice in decision.options
            decision = course.send(choice)
    except StopIteration:
        assert not waiting
        return asked


def test_the_referee_follows_the_example_of_battles():
    game = example(3, 1, 1, 3, 2, 1)
    table = game.table
    table.troops[MONTFORT].update({"vannes": 3, "nantes": 3})
    table.companions[MONTFORT].add("william-de-bohun")
    asked = follow(
        recruit(game, BLOIS, 9, REGIONS), *["vannes"] * 3, *["nantes"] * 6, "vannes", None, ("william-de-bohun", None)
    )
    assert asked[9:] == [("battle in", BLOIS), ("character", MONTFORT), ("character", MONTFORT)]
    assert [dict(+troops) for troops in table.troops] == [{"vannes": 2}, {"vannes": 1, "nantes": 4}]
    assert [dict(partisans) for partisans in table.partisans] == [{"vannes": 1}, {"nantes": 1}]


def test_the_referee_follows_the_example_of_sieges():
    game = example(1, 1, 1)
    table = game.table
    table.troops[BLOIS].update({"saint-malo-et-dol": 3, "rennes": 4})
    table.partisans[MONTFORT].update({"saint-malo-et-dol": 1, "rennes": 1})
    table.masters["dol"] = MONTFORT
    table.companions[BLOIS].add("robert-de-beaumanoir")
    sieges = ("dinan", 2), ("dol", 1), ("rennes", 4)
    follow(
        besiege(game, BLOIS),
        *sieges,
        ("robert-de-beaumanoir", "dinan"),
        frozenset({"rally"}),
        frozenset({"eliminate", "rally"}),
    )
    assert table.masters == {"dinan": BLOIS, "dol": MONTFORT, "rennes": BLOIS}
    assert [dict(+partisans) for partisans in table.partisans] == [
        {"saint-malo-et-dol": 1}, {"saint-malo-et-dol": 1, "rennes": 1},
    ]  # fmt: skip
    assert table.troops[BLOIS].total() == 0 == table.before_castles[BLOIS]
