"""What each cell of the state can hold at all, in the order of `state`: checked of a position that comes from outside.

These are the widest ranges that any options and facts allow; what a board allows, and what cells mean together, is in
`soundness`. A cell added to `state` is added here.
"""

from __future__ import annotations

from simcore.gameplay.position_data import Cells
from simcore.games.cent_ans.full_game.state import (
    AWAY,
    CARDS,
    COMPANIES,
    DRAWN_GAME,
    FACTIONS,
    FORTIFIED,
    FRENCH_WIN,
    GONE,
    IN_PLAY,
    KINDS,
    LEADERS,
    LEFT_OUT,
    MOST_FRAMES,
    MOST_REGIONS,
    MOST_ZONES,
    STATE,
    TACTICS,
)

PIECES = 999  # more than any box holds
LONG = 1_000_000  # steps of a fight, battles of a game
BITS = (1 << 31) - 1
ZONE = MOST_ZONES - 1
MOST_ARGUMENT = BITS  # of a frame; by kind in `soundness`

CELLS = (
    Cells("turn", 1, 1, 99), Cells("drawn", 1, 0, (1 << FACTIONS) - 1), Cells("active", 1, 0, FACTIONS - 1),
    Cells("routiers_done", 1, 0, 1), Cells("leader_due", 1, 0, 3), Cells("took_leader", 1, 0, 1),
    Cells("ttm", 2, 0, 99), Cells("truces", 2, 0, CARDS), Cells("tokens", 1, 0, 99),
    Cells("winner", 1, 0, FRENCH_WIN), Cells("how", 1, 0, DRAWN_GAME),
    Cells("castles_left", 1, 0, MOST_ZONES), Cells("towns_left", 1, 0, MOST_ZONES), Cells("guard_left", 1, 0, 2),
    Cells("no_reinforcements", 1, 0, 1), Cells("slipping", 1, 0, 1),
    Cells("to_place", 1, 0, PIECES), Cells("elite_to_place", 1, 0, PIECES),
    Cells("placed_once", 1, 0, BITS), Cells("placed_twice", 1, 0, BITS),
    Cells("maneuvers", 1, 0, 99), Cells("token_maneuvers", 1, 0, 99),
    Cells("arrows", 1, 0, 99), Cells("built", 1, 0, 1), Cells("improved", 1, 0, 1),
    Cells("leaders_closed", 1, 0, 1), Cells("bonus_used", 1, 0, 1), Cells("chevauchee", 1, 0, 1),
    Cells("played_card", 1, 0, CARDS),
    Cells("march_zone", 1, 0, ZONE), Cells("march_leader", 1, AWAY, LEADERS), Cells("march_left", 1, 0, 99),
    Cells("march_steps", 1, 0, LONG), Cells("march_army", 3, 0, PIECES),
    Cells("fought_cards", 1, 0, 15), Cells("sheltered", 1, 0, MOST_ZONES), Cells("steps", 1, 0, LONG),
    Cells("hit", 1, 0, PIECES), Cells("shot", 1, 0, 1), Cells("lifted", 1, 0, 2), Cells("asked", 1, 0, LONG),
    Cells("exploit_zone", 1, 0, ZONE),
    Cells("dirty", 1, 0, 1), Cells("points", 2, 0, MOST_ZONES), Cells("battles", 1, 0, LONG),
    Cells("sieges", 1, 0, LONG),
    Cells("depth", 1, 0, MOST_FRAMES),
    Cells("units", MOST_ZONES * KINDS, 0, PIECES), Cells("moved", MOST_ZONES * 3, 0, PIECES),
    Cells("works", MOST_ZONES, 0, FORTIFIED), Cells("to_move", MOST_ZONES, 0, PIECES), Cells("reserve", 6, 0, PIECES),
    Cells("leader", LEADERS, GONE, ZONE), Cells("leader_moved", LEADERS, 0, 1), Cells("company", COMPANIES, GONE, ZONE),
    Cells("card", FACTIONS * CARDS, 0, LEFT_OUT), Cells("tactic", TACTICS, 0, IN_PLAY),
    Cells("fighting", 6, 0, PIECES), Cells("due_loss", 2, 0, PIECES), Cells("due_retreat", 6, 0, PIECES),
    Cells("due_dispersion", 4, 0, PIECES), Cells("due_routier", 4, 0, PIECES),
    Cells("inside", 3, 0, PIECES), Cells("rolled", 10, 0, PIECES), Cells("working", 2, 0, TACTICS),
    Cells("shuffled", FACTIONS, 0, 1), Cells("marker", MOST_REGIONS, 0, 2),
    Cells("frame", 4 * MOST_FRAMES, -1, MOST_ARGUMENT),
)  # fmt: skip

assert sum(one.length for one in CELLS) == STATE
