"""Full games: how many a second on one core, beside OpenSpiel's backgammon, with the laws checked and sense shown."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

import simcore as sc
from bench.conftest import Recorder
from bench.contestants import in_openspiel
from bench.figures import Figure, ratios
from bench.turns import Turn, of_many, take_turns
from simcore.evaluation.match import prepare_match

GAMES = ("breizh", "cent-ans")
QUICK_GAMES = ("breizh",)  # the other one takes minutes to compile where it is new
CHECKED = 10_000  # random games in which every law is tested after every decision
PAIRED = 2_000  # games against random, half of them on each side
YARDSTICK = "pyspiel backgammon"
POLICIES = ("random", "greedy")


@pytest.mark.parametrize("name", GAMES)
def test_full_games(recorder: Recorder, name: str) -> None:
    if name not in QUICK_GAMES and not recorder.full:
        recorder.leave_out(f"{name}: full games", "new ones take minutes to compile: only in a full run")
        return
    checked = sc.play(name, games=CHECKED if recorder.full else 100, checking=True)
    sides = checked.config.game.rules.players
    assert sum(checked.counts()[side] for side in sides) <= checked.games
    contestants: dict[str, Turn] = {}
    for policy in POLICIES:
        config = prepare_match(name, dict.fromkeys(sides, policy))
        once, _ = config.unit(7, 0, 4)
        assert (once[2:] == config.unit(7, 2, 2)[0]).all()
        contestants[f"{policy} games"] = of_many(partial(config.unit, 0, 0))
    for play in recorder.present(f"{name}, {YARDSTICK}", in_openspiel.backgammon):
        contestants[YARDSTICK] = of_many(play)
    spent = take_turns(contestants, recorder.pace)
    recorder.add(*(Figure(name, who, "/s", list(1e9 / np.array(turns))) for who, turns in spent.items()))
    recorder.add(*(f for f in ratios(name, spent, ["random games"]) if f.who.endswith(YARDSTICK)))


@pytest.mark.parametrize("name", GAMES)
def test_greedy_beats_random(recorder: Recorder, name: str) -> None:
    if name not in QUICK_GAMES and not recorder.full:
        return
    games = PAIRED if recorder.measures else 200
    sides = prepare_match(name).game.rules.players
    won = sum(sc.play(name, games=games // 2, policies={side: "greedy"}).counts()[side] for side in sides)
    assert won > games / 2
    recorder.add(Figure(name, "greedy wins against random", "%", [100.0 * won / games]))
