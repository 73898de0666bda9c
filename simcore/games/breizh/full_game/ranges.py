"""What each cell of the state can hold at all, in the order of `state`: checked of a position that comes from outside.

These are the widest ranges that any options and facts allow; what a board allows, and what cells mean together, is in
`soundness`. A cell added to `state` is added here.
"""

from __future__ import annotations

from simcore.gameplay.position_data import Cells
from simcore.games.breizh.full_game.state import (
    AIMS,
    CARDS,
    CASTLES,
    CHARACTERS,
    DONE,
    EVENTS,
    EVERYWHERE,
    MOST_BESIEGERS,
    MOST_SIEGES,
    MOST_TURNS,
    NOT_OVER,
    ORDERING,
    OVER,
    PLAYERS,
    REGIONS,
    SIEGE_DEFENCE,
    STATE,
    UNDER,
    USED,
)
from simcore.games.breizh.limits import MOST_BONUS, MOST_EFFECTS
from simcore.games.breizh.roll_kernels import BOTH as BRINGS_BOTH

PIECES = 999  # more than any box holds

CELLS = (
    Cells("turn", 1, 1, MOST_TURNS), Cells("decision", 1, 0, OVER), Cells("player", 1, -1, PLAYERS - 1),
    Cells("active", 1, 0, PLAYERS - 1), Cells("card", 1, 0, CARDS - 1), Cells("stage", 1, 0, DONE + 1),
    Cells("giver", 1, -1, PLAYERS - 1), Cells("effect", 1, 0, MOST_EFFECTS),
    Cells("activity", 1, 0, ORDERING), Cells("actor", 1, 0, PLAYERS - 1), Cells("asked", 1, 0, 4),
    Cells("left", 1, 0, PIECES), Cells("open", 1, 0, EVERYWHERE), Cells("here", 1, -1, REGIONS - 1),
    Cells("to", 1, 0, REGIONS - 1), Cells("action", 1, 0, SIEGE_DEFENCE),
    Cells("sieges", 1, 0, MOST_SIEGES), Cells("siege_now", 1, 0, MOST_SIEGES),
    Cells("winner", 1, 0, PLAYERS), Cells("ended", 1, 0, NOT_OVER), Cells("spent", 1, 0, CARDS),
    Cells("brought", 1, 0, BRINGS_BOTH),
    Cells("played", PLAYERS, 0, CARDS), Cells("events_held", PLAYERS, 0, EVENTS),
    Cells("special_held", PLAYERS, 0, CARDS), Cells("bonus", PLAYERS, -MOST_BONUS, MOST_BONUS),
    Cells("character_played", PLAYERS, 0, 1), Cells("aided", PLAYERS, 0, CHARACTERS * AIMS),
    Cells("siege", MOST_SIEGES, 0, CASTLES * MOST_BESIEGERS - 1),
    Cells("removed", 2 * REGIONS, 0, PIECES), Cells("partisans", PLAYERS * REGIONS, 0, PIECES),
    Cells("troops", PLAYERS * REGIONS, 0, PIECES), Cells("castles_held", PLAYERS * REGIONS, 0, CASTLES),
    Cells("highwaymen", REGIONS, 0, PIECES), Cells("dominated", REGIONS, 0, PLAYERS),
    Cells("castle", CASTLES, 0, PLAYERS), Cells("card_at", CARDS, 0, UNDER), Cells("character_at", CHARACTERS, 0, USED),
    Cells("seen", EVENTS, 0, 1),
)  # fmt: skip

assert sum(one.length for one in CELLS) == STATE
