"""The greedy player: takes what gains most now; and what a position is worth to who looks ahead."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import inner, routine
from simcore.gameplay import rollouts as playing
from simcore.games.cent_ans import policies
from simcore.games.cent_ans.full_game import state as s
from simcore.games.cent_ans.full_game.action_numbers import action_of
from simcore.games.cent_ans.full_game.action_values import action_value
from simcore.games.cent_ans.full_game.board_arrays import A_PARIS
from simcore.games.cent_ans.full_game.frames import top
from simcore.games.cent_ans.full_game.heuristics import best_way, zone_value
from simcore.games.cent_ans.full_game.rules.casualties import ACROSS
from simcore.games.cent_ans.full_game.rules.fights import elite_idle, side_dice
from simcore.games.cent_ans.full_game.rules.marches import bonus, led, paris_from
from simcore.games.cent_ans.full_game.rules.sides import across, kind_of, place_of
from simcore.games.cent_ans.full_game.rules.zones import controller, hostile, strength, units
from simcore.games.cent_ans.kernels import LOSS, NO_ORDER

GREEDY = playing.OWN


@inner
def _march(table, state, player, actions, count, parameters):
    """The next step of the best way from here, a garrison dropped where it keeps a place, or the end."""
    camp, own, zone = player, state[s.ACTIVE] % 2, np.int64(state[s.MARCH_ZONE])
    first, second, elite = (
        np.int64(state[s.MARCH_ARMY]),
        np.int64(state[s.MARCH_ARMY + 1]),
        np.int64(state[s.MARCH_ARMY + 2]),
    )
    others = strength(table, state, zone, camp) - first - second - elite
    here = zone_value(table, state, zone, camp) if others == 0 else 0.0
    total = first + second + elite
    arrows = state[s.MARCH_LEFT] + bonus(table, state)
    gain, step, by_sea = best_way(table, state, camp, own, zone, arrows, first, second, elite, parameters)
    wanted, attack = s.PASS, s.PASS
    for place in range(count):
        action = action_of(table, state, np.int64(actions[place]))
        if action // s.VERB == s.ATTACK_COMPANY:
            attack = int(action)
    if step >= 0 and arrows > 0:
        spare = others == 0 and here > 0.1 and total >= 3 and led(state)
        if spare and hostile(table, state, zone, camp) == 0:
            wanted = s.DROP * s.VERB + (1 - own if (second if own == 0 else first) > 0 else own)
        elif gain > here or state[s.MARCH_STEPS] == 0:
            if step == table.marks[A_PARIS] and not by_sea:
                step = paris_from(table, state, zone, camp)
            wanted = (s.SAIL if by_sea else s.STEP) * s.VERB + step
    if wanted == s.PASS and strength(table, state, zone, camp) > 2 * units(state, zone, s.ROUTIER):
        wanted = attack  # where it stops
    for place in range(count):
        if action_of(table, state, np.int64(actions[place])) == wanted:
            return place
    return 0


@routine
def _victim(table, state, actions, count):
    """Who falls: own units by `weakest_first`, those of the enemy, where one may pick, by `strongest_first`."""
    at = top(state)
    side, camp = np.int64(state[at + 2]), np.int64(state[at + 3])
    flags, own = np.int64(state[at - 2]), state[at + 1] == camp
    if elite_idle(table, state, np.int64(state[at - 3]), flags, side):  # as `policies.code`
        policy = (policies.ELITE_FIRST if flags & s.IN_SIEGE else policies.ELITE_WEAK) if own else policies.STRONG
    elif own:
        policy = policies.KEEP_DICE if flags & s.IN_SIEGE else policies.WEAK
    else:
        policy = policies.ELITE_STRONG
    army = state[s.FIGHTING + 3 * side : s.FIGHTING + 3 * side + 3]
    dice = side_dice(table, camp)
    kind = policies.choose(policy, army, dice.owned, dice.dice[:, LOSS], dice.started, NO_ORDER)
    best, most = 0, -1
    for place in range(count):
        falls = action_of(table, state, np.int64(actions[place])) % s.VERB
        if falls % ACROSS == kind:  # of two siege zones the one with more of them
            zone = place_of(table, np.int64(state[at - 3]), side)
            if falls >= ACROSS:
                zone = across(table, state, zone, camp)
            here = units(state, zone, kind_of(camp, kind))
            if here > most:
                best, most = place, here
    return best


@inner
def select_action(table, state, player, actions, count, policy, parameters, stream):
    """The place of the greedy player's action."""
    kind = np.int64(state[top(state)])
    if kind == s.MARCH:
        return _march(table, state, player, actions, count, parameters)
    if kind == s.FALL:
        return _victim(table, state, actions, count)
    best, most = 0, -1e9
    for place in range(count):
        value = action_value(table, state, player, kind, action_of(table, state, np.int64(actions[place])), parameters)
        if value > most:
            best, most = place, value
    return best


@routine
def state_value(table, state, player):
    """Chance to win as a look-ahead takes it: the result, or points, the heart of France and units on the board."""
    if state[s.DEPTH] == 0:
        if state[s.WINNER] == s.NO_WINNER:
            return 0.5
        return 1.0 if state[s.WINNER] == player + 1 else 0.0
    balance = 0.0
    for region in range(table.point.size):
        if table.point[region] or table.heart[region]:
            camp = controller(table, state, region)
            if camp >= 0:
                value = 0.5 * table.point[region] + 0.3 * table.heart[region]
                balance += value if camp == player else -value
    on_board = 0
    for zone in range(table.zones):
        on_board += strength(table, state, zone, player) - strength(table, state, zone, 1 - player)
    return 1.0 / (1.0 + np.exp(-(balance + 0.02 * on_board)))
