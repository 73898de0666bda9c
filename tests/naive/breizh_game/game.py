"""A game of Breizh 1341 under way, and what all its actions share: asking, characters, the limits of the box.

Whoever must decide is asked by a `yield` of a `Decision`, and what he chooses is sent back. Chance is asked of
`game.chance`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

from naive.breizh_game.table import MONTFORT, Options, Table


@dataclass(frozen=True)
class Decision:
    """What a camp has to decide, what the rulebook allows it, and the section that says so."""

    kind: str
    camp: int
    options: tuple[Any, ...]
    section: str
    idle: frozenset[Any] = frozenset()  # options that would change nothing: they may be left out


Asked = Generator[Decision, Any, None]
Answered = Generator[Decision, Any, Any]


class Game:
    """A game under way: the table, the readings, the chance, and what the card that is played has come to."""

    def __init__(self, table: Table, options: Options, chance: Any) -> None:
        self.table, self.options, self.chance = table, options, chance
        self.turn, self.active = 0, MONTFORT
        self.played = [0, 0]  # event cards this turn
        self.character_played = [False, False]  # for the card under way
        self.section = ""  # of the rulebook, that was followed last
        self.followed = Counter[str]()  # how often each was
        self.winner: int | None = None
        self.ending: str | None = None

    def follow(self, section: str) -> None:
        """A rule has been followed: what differs afterwards is told under its name, and what never comes up shows."""
        self.section = section
        self.followed[section] += 1


def other(camp: int) -> int:
    return 1 - camp


# ---- characters ----------------------------------------------------------------------------------------------------


def character_for(game: Game, camp: int, action: str, matters: Callable[[int], bool], section: str) -> Answered:
    """Character Cards: one for each player and Event card, at once discarded; his bonus, 0 without one.

    `matters(bonus)`: would it change anything?
    """
    table = game.table
    if game.character_played[camp]:
        return 0
    bonus = {name: table.box.characters[name][1].bonus(action) for name in table.box.characters}
    able = [name for name in table.box.characters if name in table.companions[camp] and bonus[name] > 0]
    idle = frozenset(name for name in able if not matters(bonus[name]))
    if not able:
        return 0
    name = yield Decision("character", camp, (None, *able), f"Character Cards; {section}", idle)
    if name is None:
        return 0
    game.follow("Character Cards")
    table.companions[camp].remove(name)
    game.character_played[camp] = True
    return bonus[name]


# ---- pieces --------------------------------------------------------------------------------------------------------


def place(game: Game, kind: str, camp: int, region: str, section: str) -> Asked:
    """4: with none left in the box, another is taken from a different region."""
    table = game.table
    pieces = table.partisans if kind == "partisans" else table.troops
    if table.in_box(kind, camp) == 0:
        asked = "partisan from" if kind == "partisans" else "troop from"
        from_region = yield Decision(asked, camp, tuple(table.elsewhere(kind, camp, region)), "4: limits of 20")
        game.follow(f"4: limits of 20, a {asked} elsewhere")
        pieces[camp][from_region] -= 1
    game.follow(section)
    pieces[camp][region] += 1
