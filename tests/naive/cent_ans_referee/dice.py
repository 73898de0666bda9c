"""What is told of a roll of dice, and whether it is one that these dice can show (11.3, 11.4)."""

from __future__ import annotations

import re

from .printed import DICE, A, B, E, F, R
from .table import Broken

FACES = {
    E: {"LOSS", "RETREAT"},
    B: {"LOSS", "RETREAT", "DISPERSION", "ROUTIER"},
    F: {"LOSS", "RETREAT", "DISPERSION"},
    A: {"LOSS", "RETREAT", "DISPERSION", "ROUTIER"},
    R: {"LOSS", "RETREAT", "DISPERSION"},
    "elite": {"LOSS", "double diamond", "blank"},
}
NAMED = {"English": E, "Burgundian": B, "French": F, "Armagnac": A, "Routier": R, "elite": "elite"}


class Roll:
    """One camp's roll: `faces[kind]` a list of results, what is said of LOSS inflicted, and of the walls."""

    def __init__(self, text):
        self.faces, self.inflicted, self.walls, self.by_leader = {}, None, None, False
        for part in text.split("; "):
            if found := re.fullmatch(r"(\d+) LOSS inflicted", part):
                self.inflicted = int(found[1])
            elif found := re.fullmatch(r"the walls cancel up to (\d+)", part):
                self.walls = int(found[1])
            elif part == "by a leader":
                self.by_leader = True
            else:
                name, _, results = part.partition(" ")
                self.faces[NAMED[name]] = results.split(", ")

    def number(self, kind, result):
        return self.faces.get(kind, []).count(result)

    def check(self, rule, fighting, elite_dice):
        """Each faction rolls as many dice as it has units and dice (11.3)."""
        wanted = {kind: min(count, DICE[kind]) for kind, count in fighting.items() if count and kind in DICE}
        if elite_dice:
            wanted["elite"] = min(elite_dice, DICE["elite"])
        thrown = {kind: len(faces) for kind, faces in self.faces.items()}
        if thrown != wanted:
            raise Broken(rule, f"dice thrown {thrown}, by the rules {wanted}")
        for kind, faces in self.faces.items():
            if not set(faces) <= FACES[kind]:
                raise Broken("11.4", f"a die shows {faces}")
