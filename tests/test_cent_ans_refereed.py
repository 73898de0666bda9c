"""Whole games of La guerre de Cent Ans beside a referee who knows the rulebook himself and nothing of the driver.

At every decision all that is offered, whoever is asked, and everything on the board must be what the rules make of it;
dice, cards drawn and markers come from the retelling. `SIMCORE_REFEREED=500` watches so many games more.
"""

from __future__ import annotations

import os
from functools import cache

import pytest

from naive.cent_ans_referee.players import player
from naive.cent_ans_referee.referee import Referee
from simcore.games.cent_ans.full_game import odds
from simcore.games.cent_ans.full_game.board import table
from simcore.games.cent_ans.full_game.facts import full_facts
from simcore.games.cent_ans.full_game.game import Options

SCENARIOS = ("basic", "basic", "historical", "basic", "introductory", "english-challenge")
HABITS = ("warlike", "learned", "busy", "random")
MORE = int(os.environ.get("SIMCORE_REFEREED", "0"))
GAMES = (*range(16), *range(1_000, 1_000 + MORE))


@cache
def board(scenario, refuge, battle_end):
    Options(scenario=scenario, refuge=refuge, battle_end=battle_end)
    return table(scenario, full_facts(), odds.nothing(), refuge=refuge, last_loss=battle_end == "last-loss")


def referee(number):
    """Game `number`, its options and habits by its number."""
    options = {
        "scenario": SCENARIOS[number % 6],
        "refuge": number // 4 % 2 == 1,
        "battle_end": ("after-roll", "last-loss")[number // 8 % 2],
    }
    return Referee(board(*options.values()), 20_260, number, player(HABITS[number % 4], number), **options)


@pytest.mark.parametrize("number", GAMES)
def test_every_rule_is_kept_in_a_whole_game(number):
    watched = referee(number)
    winner, how = watched.play()
    assert watched.asked > 50
    assert winner in (0, 1, None)
    assert how in ("points", "heart", "surrender")
