"""A game of Breizh 1341 under way, and what all its actions share: asking, characters, the limits of the box.

Whoever must decide is asked by a `yield` of a `Decision`, and what he chooses is sent back. Chance is asked of
`game.chance`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Mapping
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


PreparedScenario = Generator[Decision, Any, None]
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

Aim = Any  # what a character is announced for: a castle, a part of an order, or just what is under way (None)
Matters = Callable[[int], bool]  # would so much of a bonus change anything?


def ask_for_character(game: Game, camp: int, aims: Mapping[Aim, tuple[str, Matters]], section: str) -> Answered:
    """Character Cards: one for each player and Event card, at once discarded; what he helps, and by how much.

    `aims`: what he can be played for, each with the figure of his card that counts there. Nobody is offered who would
    change nothing (reading). No character: (None, 0).
    """
    table = game.table
    if game.character_played[camp]:
        return None, 0
    able = {}
    for name in table.box.characters:
        for aim, (figure, matters) in aims.items():
            bonus = table.box.characters[name][1].bonus(figure)
            if name in table.companions[camp] and bonus > 0 and matters(bonus):
                able[name, aim] = bonus
    if not able:
        return None, 0
    chosen = yield Decision("character", camp, (None, *able), f"Character Cards; {section}")
    if chosen is None:
        return None, 0
    game.follow(f"Character Cards; {section}")
    name, aim = chosen
    table.companions[camp].remove(name)
    game.character_played[camp] = True
    return aim, able[chosen]


def character_for(game: Game, camp: int, figure: str, matters: Matters, section: str) -> Answered:
    """The bonus of a character for what is under way, 0 without one."""
    _, bonus = yield from ask_for_character(game, camp, {None: (figure, matters)}, section)
    return bonus


def possible_answers(game: Game, camp: int, figure: str) -> set[int]:
    """What a player may have to fear of the enemy's characters: he sees how many there are, not which."""
    table = game.table
    if game.character_played[camp] or not table.companions[camp]:
        return {0}
    unseen = table.companions[camp] | table.piles[camp]
    return {0, *(table.box.characters[name][1].bonus(figure) for name in unseen)}


# ---- pieces --------------------------------------------------------------------------------------------------------


def place(game: Game, kind: str, camp: int, region: str, section: str) -> PreparedScenario:
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
