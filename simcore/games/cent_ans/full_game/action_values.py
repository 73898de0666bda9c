"""What the actions of a decision are worth to a player, in points; by it the greedy player decides."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import inner, routine
from simcore.games.cent_ans.full_game import state as s
from simcore.games.cent_ans.full_game.board_arrays import (
    A_NORTH_CAMP,
    A_PARIS,
    C_ARMIES,
    C_EFFECT,
    C_KIND,
    C_ZONES,
    L_EACH,
    L_ELITE,
    L_FIRST,
    L_SECOND,
    TTM_COST,
)
from simcore.games.cent_ans.full_game.frames import maneuvers_left, top
from simcore.games.cent_ans.full_game.heuristics import (
    RISK,
    TRUCE_LEAD,
    army_in,
    best_way,
    field_chance,
    gain_of,
    gain_of_refuge,
    siege_chance,
    threat,
    zone_value,
)
from simcore.games.cent_ans.full_game.rules.battle_cards import card_value, mode_of
from simcore.games.cent_ans.full_game.rules.companies import PLACES
from simcore.games.cent_ans.full_game.rules.dispersions import turn_value
from simcore.games.cent_ans.full_game.rules.maneuvers import arrows_of_leaders, unmoved
from simcore.games.cent_ans.full_game.rules.zones import controller, hostile, siege_camp, strength, stronghold, units


@inner
def _army_worth(table, state, camp, own, verb, zone, parameters):
    """The gain of sending that army, less what its going gives up."""
    first, second, elite = unmoved(state, zone, 0), unmoved(state, zone, 1), unmoved(state, zone, 2)
    gives_up = zone_value(table, state, zone, camp)
    if table.markers:  # a marker stays until an enemy comes
        gives_up *= 0.25 if threat(table, state, zone, camp) > 0 else 0.0
    stay = strength(table, state, zone, camp) - first - second - elite
    if verb == s.SEND_BUT_ONE:
        if own == 0 and second > 0:
            second -= 1
        elif own == 1 and first > 0:
            first -= 1
        elif (first if own == 0 else second) > 1:
            first, second = first - (own == 0), second - (own == 1)
        else:
            elite -= 1
        # A garrison of one keeps the zone, if not for sure.
        gives_up *= 0.25 if threat(table, state, zone, camp) > 0 else 0.0
    elif stay > 0 or verb == s.LEAD:
        gives_up *= 0.25
    arrows = state[s.ARROWS] + arrows_of_leaders(table, state, camp, L_EACH)
    gain, step, _sea = best_way(table, state, camp, own, zone, arrows, first, second, elite, parameters)
    if step < 0:
        return -1.0
    return gain - gives_up + (0.01 if verb == s.LEAD else 0.0)


@routine
def _ttm_worth(state, camp):
    """What it is worth to improve the TTM level."""
    return 0.12 + 0.15 * (state[s.TTM + camp] <= state[s.TTM + 1 - camp])


@inner
def _maneuver_worth(table, state, camp, verb, argument, parameters):
    """What it is worth to send an army, to build, to improve or to end the phase."""
    own = state[s.ACTIVE] % 2
    if verb == s.PASS:
        return 0.005
    if verb == s.SPEND_TOKEN:
        return _token_worth(table, state, camp, parameters)
    if verb in (s.SEND_ALL, s.SEND_BUT_ONE):
        return _army_worth(table, state, camp, own, verb, argument, parameters)
    if verb == s.LEAD:
        return _army_worth(table, state, camp, own, verb, np.int64(state[s.LEADER + argument]), parameters)
    if verb == s.IMPROVE:
        return _ttm_worth(state, camp)
    if verb in (s.FORTIFY, s.BUILD_CASTLE):
        held = strength(table, state, argument, camp) > 1
        pressed = threat(table, state, argument, camp) > 0
        return 0.2 * zone_value(table, state, argument, camp) * held * pressed * (verb == s.FORTIFY)
    return 0.0  # a Chevauchée, an army composed: not weighed


@inner
def _token_worth(table, state, camp, parameters):
    """What a MANEUVER token is worth now: the best that wants for a maneuver, a little less than that itself."""
    own, best = state[s.ACTIVE] % 2, -1.0
    have, cost = maneuvers_left(state, True), table.numbers[TTM_COST]
    ordered = table.card[state[s.ACTIVE], state[s.PLAYED_CARD] - 1, C_KIND] == s.MANEUVER_CARD
    if ordered and table.scenario != s.INTRODUCTORY and not state[s.IMPROVED] and have < cost <= have + state[s.TOKENS]:
        best = max(best, _ttm_worth(state, camp))
    if have > 0 or own == 1:
        return best - 0.01
    for zone in range(table.marks[A_NORTH_CAMP]):
        if unmoved(state, zone, own) > 0:
            best = max(best, _army_worth(table, state, camp, own, s.SEND_ALL, zone, parameters))
    return best - 0.01


@inner
def action_value(table, state, camp, kind, action, parameters):
    """What an action is worth in a decision of that kind (a frame); 0: as good as nothing."""
    at = top(state)
    verb, argument = action // s.VERB, action % s.VERB
    if kind == s.ARMY and verb == s.PLAY:
        return _card(table, state, camp, verb, argument, parameters)
    if kind == s.ARMY:
        return _maneuver_worth(table, state, camp, verb, argument, parameters)
    if kind == s.PLACE:
        if verb in (s.PLAY, s.PLAY_TACTIC):
            return 3.0
        if verb == s.PASS:
            return 0.0
        return 0.01 + _need(table, state, argument, camp, parameters)
    if kind == s.LEADER_ZONE:
        return _landing(table, state, camp, argument, at, parameters)
    if kind == s.CHOOSE_CARD or kind == s.REACT:
        return _card(table, state, camp, verb, argument, parameters)
    if kind == s.SHELTER:
        return gain_of_refuge(table, state, camp, np.int64(state[at - 4 + 1]), parameters) if verb == s.YES else 0.0
    if kind == s.BESIEGE:
        zone = np.int64(state[at - 4 + 1])
        first, second, elite = army_in(state, zone, camp)
        chance = siege_chance(table, state, camp, first, second, elite, zone)
        return float(chance) - 0.5 * parameters[RISK] if verb == s.YES else 0.0
    if kind == s.SLIP:
        zone = np.int64(state[at + 1])
        first, second, elite = army_in(state, zone, 0)
        return float(field_chance(table, state, 0, first, second, elite, zone)) - 0.6 if verb == s.YES else 0.0
    if kind == s.EXPLOIT:
        if verb != s.STEP:
            return 0.0
        zone = np.int64(state[s.EXPLOIT_ZONE])
        first, second, elite = army_in(state, zone, camp)
        to = table.marks[A_PARIS] if siege_camp(table, argument) else argument
        gain = gain_of(table, state, camp, to, first, second, elite, parameters)
        return gain - zone_value(table, state, zone, camp)
    if kind == s.RETREAT:
        return _refuge(table, state, camp, argument, np.int64(state[at - 3]))
    if kind == s.EFFECT:
        side, flags = np.int64(state[at + 2]), np.int64(state[at - 2])
        return 1.0 * card_value(table, argument, mode_of(flags, side), np.int64(state[s.FIGHTING + 3 * side + 2]))
    if kind == s.CHOOSE_BATTLE:
        first, second, elite = army_in(state, argument, camp)
        if verb == s.FIGHT_IN:
            return 1.0 + first + second
        return (
            0.3 if verb == s.ATTACK_COMPANY and first + second + elite > 2 * units(state, argument, s.ROUTIER) else -0.1
        )
    if kind == s.ROUTE:
        if verb == s.PASS:
            return 0.0
        preyed = strength(table, state, argument, 1 - camp) > 0 and stronghold(table, state, argument) == 0
        return 0.5 * preyed + (0.2 if controller(table, state, table.region[argument]) == 1 - camp else 0.0)
    if kind in (s.EVENT_ZONE, s.TACTIC_ZONE, s.MILITIA_ZONE, s.GATHER, s.ROUTIER_CAMP):
        if verb == s.PASS:
            return 0.0
        enemies = strength(table, state, argument, 1 - camp)
        mine = strength(table, state, argument, camp)
        if kind == s.TACTIC_ZONE and state[at + 2] == s.RECRUIT:
            return 0.1 * mine + 0.01
        if kind == s.MILITIA_ZONE and state[at + 3] == 0 and state[s.RESERVE + state[at + 1]] == 0:
            return -1.0  # from elsewhere on the board: nobody is sent away for it
        if kind == s.MILITIA_ZONE:
            return 0.01 + (zone_value(table, state, argument, camp) if mine == 0 else 0.0)
        return 0.5 + zone_value(table, state, argument, camp) * (enemies > 0) + 0.05 * enemies - 0.05 * mine
    if kind == s.MILITIA:
        return 1.0 if argument // 2 == camp else 0.0
    if kind == s.TURN_RESULTS:
        return turn_value(table, state, action)
    if kind == s.CASTLE_PRICE:  # of the larger faction
        return float(units(state, np.int64(state[at + 2]), 3 * camp + argument)) if argument < 2 else -1.0
    if kind == s.COMPANY_LEADER:  # the fastest
        return float(table.company[argument // PLACES, 0])
    if kind == s.LEADER_CASTLE:
        return 0.0 if verb == s.PASS else -0.1
    if kind == s.DISCARD:
        return -0.01 * argument  # late cards are the better ones
    if kind == s.ENROL and verb == s.TO_ZONE:
        return -1.0
    return 0.0 if verb == s.PASS else 0.5  # cards for a fight, answers to the enemy: to have is to play


@inner
def _need(table, state, zone, camp, parameters):
    """How much a unit is needed in a zone: to keep it, or to set out from it."""
    mine = strength(table, state, zone, camp)
    worth = zone_value(table, state, zone, camp)
    keeps = worth * min(threat(table, state, zone, camp), 6) / (2.0 + mine)
    base = 3 * camp
    goes, _step, _sea = best_way(
        table, state, camp, 1, zone, 2, units(state, zone, base) + 1, units(state, zone, base + 1),
        units(state, zone, base + 2), parameters,
    )  # fmt: skip
    return keeps + goes / (1.0 + 0.2 * mine) + (worth if mine == 0 else 0.0)


@routine
def _refuge(table, state, camp, zone, fled):
    """How good a zone is to retreat to: within walls at once, then with own units in a stronghold, own units, walls."""
    if zone == fled:
        return 4.0
    bandits = state[top(state) + 3] // 4 == s.ROUTIERS
    joined = units(state, zone, s.ROUTIER) > 0 if bandits else strength(table, state, zone, camp) > 0
    return 1.0 + 2.0 * joined + 1.0 * (stronghold(table, state, zone) > 0)


@inner
def _landing(table, state, camp, zone, at, parameters):
    """Where a leader is of most use: in a zone worth having, or near one."""
    leader = state[at + 1]
    first = min(table.leader[leader, L_FIRST], state[s.RESERVE + 2 * camp]) + units(state, zone, 3 * camp)
    second = min(table.leader[leader, L_SECOND], state[s.RESERVE + 2 * camp + 1]) + units(state, zone, 3 * camp + 1)
    elite = min(table.leader[leader, L_ELITE], state[s.RESERVE + s.RESERVE_ELITE]) + units(state, zone, 3 * camp + 2)
    here = gain_of(table, state, camp, zone, first, second, elite, parameters)
    if hostile(table, state, zone, camp) > 0:
        return here if here > 0.0 else -1.0
    near, _step, _sea = best_way(table, state, camp, 0, zone, 3, first, second, elite, parameters)
    return 0.1 + here + near


@routine
def _card(table, state, camp, verb, argument, parameters):
    """A card to play: events first, then the order that moves most; a truce when it pays to end the war."""
    if verb == s.PASS:
        return 0.0
    card = argument % s.CARDS
    row = table.card[argument // s.CARDS, card]
    if row[C_KIND] == s.EVENT_CARD:
        return 40.0 if row[C_EFFECT] != s.CIVIL_WAR or camp == 0 else -1.0
    moves = 1.0 * row[C_ARMIES] * row[C_ZONES]
    if row[C_KIND] == s.TRUCE_CARD:
        lead = state[s.POINTS + camp] - state[s.POINTS + 1 - camp]
        if lead >= parameters[TRUCE_LEAD]:
            return 20.0 + moves
        return 0.5 if lead >= 0 else 0.1
    return 1.0 + moves
