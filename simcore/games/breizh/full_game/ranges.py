"""What each cell of the state can hold at all, in the order of `state`: checked of a position that comes from outside.

These are the widest ranges that any options and facts allow; what a board allows, and what cells mean together, is in
`soundness`. A cell added to `state` is added here.
"""

from __future__ import annotations

from simcore.gameplay.position_data import Cells
from simcore.games.breizh.full_game import state as s
from simcore.games.breizh.limits import MOST_BONUS, MOST_EFFECTS
from simcore.games.breizh.roll_kernels import BOTH as BRINGS_BOTH

PIECES = 999  # more than any box holds

CELLS = (
    Cells("turn", 1, 1, s.MOST_TURNS), Cells("decision", 1, 0, s.OVER), Cells("player", 1, -1, s.PLAYERS - 1),
    Cells("active", 1, 0, s.PLAYERS - 1), Cells("card", 1, 0, s.CARDS - 1), Cells("stage", 1, 0, s.DONE + 1),
    Cells("giver", 1, -1, s.PLAYERS - 1), Cells("effect", 1, 0, MOST_EFFECTS),
    Cells("activity", 1, 0, s.ORDERING), Cells("actor", 1, 0, s.PLAYERS - 1), Cells("asked", 1, 0, 4),
    Cells("left", 1, 0, PIECES), Cells("open", 1, 0, s.EVERYWHERE), Cells("here", 1, -1, s.REGIONS - 1),
    Cells("to", 1, 0, s.REGIONS - 1), Cells("action", 1, 0, s.SIEGE_DEFENCE),
    Cells("sieges", 1, 0, s.MOST_SIEGES), Cells("siege_now", 1, 0, s.MOST_SIEGES),
    Cells("winner", 1, 0, s.PLAYERS), Cells("ended", 1, 0, s.NOT_OVER), Cells("spent", 1, 0, s.CARDS),
    Cells("brought", 1, 0, BRINGS_BOTH),
    Cells("played", s.PLAYERS, 0, s.CARDS), Cells("events_held", s.PLAYERS, 0, s.EVENTS),
    Cells("special_held", s.PLAYERS, 0, s.CARDS), Cells("bonus", s.PLAYERS, -MOST_BONUS, MOST_BONUS),
    Cells("character_played", s.PLAYERS, 0, 1), Cells("aided", s.PLAYERS, 0, s.CHARACTERS * s.AIMS),
    Cells("siege", s.MOST_SIEGES, 0, s.CASTLES * s.MOST_BESIEGERS - 1),
    Cells("removed", 2 * s.REGIONS, 0, PIECES), Cells("partisans", s.PLAYERS * s.REGIONS, 0, PIECES),
    Cells("troops", s.PLAYERS * s.REGIONS, 0, PIECES), Cells("castles_held", s.PLAYERS * s.REGIONS, 0, s.CASTLES),
    Cells("highwaymen", s.REGIONS, 0, PIECES), Cells("dominated", s.REGIONS, 0, s.PLAYERS),
    Cells("castle", s.CASTLES, 0, s.PLAYERS), Cells("card_at", s.CARDS, 0, s.UNDER),
    Cells("character_at", s.CHARACTERS, 0, s.USED),
    Cells("seen", s.EVENTS, 0, 1),
)  # fmt: skip

assert sum(one.length for one in CELLS) == s.STATE
