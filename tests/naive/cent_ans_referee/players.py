"""Players for the referee's games: `choose(table, texts)`, each at random but with habits that bring out some rules."""

from __future__ import annotations

import re

import numpy as np

from .printed import NAMED

ENDS = re.compile(
    r"stop here|end the maneuvers|place no more|play no|do not|build no castle|choose no|let no|enrol no|pass"
)
CARDS = re.compile(r"play |improve the TTM")
LED = re.compile(r".* marches|pick up|go to|sail to")


def player(habit, seed):
    """Who plays by `habit`: `random`, `busy` (seldom ends), `learned` (cards first), `warlike` (to the enemy)."""
    generator = np.random.default_rng(seed)

    def choose(table, texts):
        weights = np.ones(len(texts))
        for at, text in enumerate(texts):
            if habit != "random" and ENDS.match(text):
                weights[at] = 0.05
            if habit == "learned" and CARDS.match(text):
                weights[at] = 20
            if habit == "warlike":
                weights[at] *= _boldness(table, text)
        return texts[int(generator.choice(len(texts), p=weights / weights.sum()))]

    return choose


def _boldness(table, text):
    if text.endswith(" marches"):
        return 30
    zone = NAMED.get(re.sub(r"^(go|sail) to ", "", text))
    if zone is None:
        return 1
    return 40 if "before Paris" in text or table.hostile(zone, table.player) else 1
