"""What each cell of the state can hold at all, in the order of `state`: checked of a position that comes from outside.

These are the widest ranges that any options and facts allow; what a board allows, and what cells mean together, is in
`soundness`. A cell added to `state` is added here.
"""

from __future__ import annotations

from simcore.gameplay.position_data import Cells
from simcore.games.cent_ans.full_game import state as s

PIECES = 999  # more than any box holds
LONG = 1_000_000  # steps of a fight, battles of a game
BITS = (1 << 31) - 1
ZONE = s.MOST_ZONES - 1
MOST_ARGUMENT = BITS  # of a frame; by kind in `soundness`

CELLS = (
    Cells("turn", 1, 1, 99), Cells("drawn", 1, 0, (1 << s.FACTIONS) - 1), Cells("active", 1, 0, s.FACTIONS - 1),
    Cells("routiers_done", 1, 0, 1), Cells("leader_due", 1, 0, 3), Cells("took_leader", 1, 0, 1),
    Cells("ttm", 2, 0, 99), Cells("truces", 2, 0, s.CARDS), Cells("tokens", 1, 0, 99),
    Cells("winner", 1, 0, s.FRENCH_WIN), Cells("how", 1, 0, s.DRAWN_GAME),
    Cells("castles_left", 1, 0, s.MOST_ZONES), Cells("towns_left", 1, 0, s.MOST_ZONES), Cells("guard_left", 1, 0, 2),
    Cells("no_reinforcements", 1, 0, 1), Cells("slipping", 1, 0, 1),
    Cells("to_place", 1, 0, PIECES), Cells("elite_to_place", 1, 0, PIECES),
    Cells("placed_once", 1, 0, BITS), Cells("placed_twice", 1, 0, BITS),
    Cells("maneuvers", 1, 0, 99), Cells("token_maneuvers", 1, 0, 99),
    Cells("arrows", 1, 0, 99), Cells("built", 1, 0, 1), Cells("improved", 1, 0, 1),
    Cells("leaders_closed", 1, 0, 1), Cells("bonus_used", 1, 0, 1), Cells("chevauchee", 1, 0, 1),
    Cells("played_card", 1, 0, s.CARDS),
    Cells("march_zone", 1, 0, ZONE), Cells("march_leader", 1, s.AWAY, s.LEADERS), Cells("march_left", 1, 0, 99),
    Cells("march_steps", 1, 0, LONG), Cells("march_army", 3, 0, PIECES),
    Cells("fought_cards", 1, 0, 15), Cells("sheltered", 1, 0, s.MOST_ZONES), Cells("steps", 1, 0, LONG),
    Cells("hit", 1, 0, PIECES), Cells("shot", 1, 0, 1), Cells("lifted", 1, 0, 2), Cells("asked", 1, 0, LONG),
    Cells("exploit_zone", 1, 0, ZONE),
    Cells("dirty", 1, 0, 1), Cells("points", 2, 0, s.MOST_ZONES), Cells("battles", 1, 0, LONG),
    Cells("sieges", 1, 0, LONG),
    Cells("depth", 1, 0, s.MOST_FRAMES),
    Cells("units", s.MOST_ZONES * s.KINDS, 0, PIECES), Cells("moved", s.MOST_ZONES * 3, 0, PIECES),
    Cells("works", s.MOST_ZONES, 0, s.FORTIFIED),
    Cells("to_move", s.MOST_ZONES, 0, PIECES), Cells("reserve", 6, 0, PIECES),
    Cells("leader", s.LEADERS, s.GONE, ZONE), Cells("leader_moved", s.LEADERS, 0, 1),
    Cells("company", s.COMPANIES, s.GONE, ZONE),
    Cells("card", s.FACTIONS * s.CARDS, 0, s.LEFT_OUT), Cells("tactic", s.TACTICS, 0, s.IN_PLAY),
    Cells("fighting", 6, 0, PIECES), Cells("due_loss", 2, 0, PIECES), Cells("due_retreat", 6, 0, PIECES),
    Cells("due_dispersion", 4, 0, PIECES), Cells("due_routier", 4, 0, PIECES),
    Cells("inside", 3, 0, PIECES), Cells("rolled", 10, 0, PIECES), Cells("working", 2, 0, s.TACTICS),
    Cells("shuffled", s.FACTIONS, 0, 1), Cells("marker", s.MOST_REGIONS, 0, 2),
    Cells("frame", 4 * s.MOST_FRAMES, -1, MOST_ARGUMENT),
)  # fmt: skip

assert sum(one.length for one in CELLS) == s.STATE
