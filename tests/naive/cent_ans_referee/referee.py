"""The referee: one game from set-up to the end, every rule known by itself."""

from __future__ import annotations

from .battle_phase import BattlePhase
from .cards import Cards
from .fights import Fights
from .marches import Marches
from .moves import Moves
from .results import Results
from .routiers import Routiers
from .sequence import Sequence
from .sheet import Sheet
from .sieges import Sieges
from .table import Table
from .tactics import Tactics


class Referee(Table, Sequence, BattlePhase, Moves, Marches, Routiers, Cards, Tactics, Sieges, Fights, Results, Sheet):
    """Plays a game beside the driver and compares all that is offered and all that comes of it."""

    def __init__(self, board, seed, number, choose, *, scenario="basic", refuge=False, battle_end="after-roll"):
        self.scenario, self.refuge, self.last_loss = scenario, refuge, battle_end == "last-loss"
        self.leaders_drawn = set()
        self.turn, self.active, self.camp = 1, 0, 0
        super().__init__(board, seed, number, choose)
