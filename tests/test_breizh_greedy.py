"""What the greedy player of Breizh 1341 thinks highwaymen are worth: the dominance of a region, however many there are.

Montfort dominates Nantes and Blois Tregor from the set-up on, and no troops stand anywhere.
"""

from __future__ import annotations

import pytest

from simcore.engine.jit import uncompiled
from simcore.gameplay.position import Position
from simcore.games.breizh.facts import facts
from simcore.games.breizh.full_game import action_values as worths
from simcore.games.breizh.full_game import board as boards
from simcore.games.breizh.full_game import state as cell
from simcore.games.breizh.full_game.game import GAME

MONTFORT, BLOIS = range(2)
order_value, action_value = uncompiled(worths.order_value), uncompiled(worths.action_value)
REGIONS_WORTH, RISK = 0.4, 0.5  # the greedy player's parameters; any region's worth would do
BOARD = boards.make_board(facts(), boards.Options())
PLAGUE = next(int(number) - 1 for number, fact in facts().events.items() if fact.value.name == "The Great Plague")


def bare(**highwaymen):
    """The set-up without troops, and with so many highwaymen in each region."""
    state = Position.start(GAME.rules, BOARD, 1, 0).state
    state[cell.TROOPS : cell.TROOPS + 2 * cell.REGIONS] = 0
    for region, number in highwaymen.items():
        state[cell.HIGHWAYMEN + boards.REGION_NAMES.index(region)] = number
    return state


def plague(player, again=False, **highwaymen):
    return order_value(BOARD, bare(**highwaymen), player, PLAGUE, 0.0, REGIONS_WORTH, again)


def fight(player, **highwaymen):
    return action_value(BOARD, bare(**highwaymen), player, cell.FIGHT, 0.0, RISK, REGIONS_WORTH)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_great_plague_is_worth_the_region_it_frees_however_many_highwaymen_stand_there(number):
    assert plague(MONTFORT, nantes=number) == pytest.approx(REGIONS_WORTH)
    assert plague(BLOIS, nantes=number) == pytest.approx(-REGIONS_WORTH)
    assert plague(MONTFORT, tregor=number) == pytest.approx(-REGIONS_WORTH)


def test_the_great_plague_counts_every_region_it_frees_and_those_of_nobody_for_nothing():
    assert plague(MONTFORT, nantes=2, tregor=1) == pytest.approx(0.0)
    assert plague(MONTFORT, nantes=1, rennes=2) == pytest.approx(REGIONS_WORTH)
    assert plague(MONTFORT) == 0.0


def test_the_great_plague_given_a_second_time_finds_no_highwaymen_left():
    assert plague(MONTFORT, again=True, nantes=1) == 0.0
    assert plague(BLOIS, again=True, nantes=2) == 0.0


@pytest.mark.parametrize(("number", "chance"), [(1, 1.0), (2, 2 / 3), (3, 0.0)])
def test_a_fight_is_worth_the_region_as_often_as_its_die_frees_it_of_all_highwaymen(number, chance):
    """A die of 1 to 3, and two removals in a region at most: two leave on a 2 or 3, three never."""
    assert fight(MONTFORT, nantes=number) == pytest.approx(chance * REGIONS_WORTH)


def test_a_fight_leaves_highwaymen_alone_that_hold_an_enemy_region_down():
    assert fight(MONTFORT, tregor=1) == 0.0
    assert fight(MONTFORT, nantes=1, tregor=1) == pytest.approx(REGIONS_WORTH)
