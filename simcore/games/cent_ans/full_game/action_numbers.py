"""Actions as dense numbers: the same number means the same in every state.

Inside the rules an action is `verb * VERB + argument` (see `state`), and what a verb does depends on the frame that
waits. Here each thing that can be done has numbers of its own: those of a zone, of a card, of a kind of unit.
"""

from __future__ import annotations

from bisect import bisect_right

import numpy as np

from simcore.engine.jit import routine, step
from simcore.games.cent_ans.full_game import state as s
from simcore.games.cent_ans.full_game.board_arrays import A_NORTH_CAMP, A_SOUTH_CAMP
from simcore.games.cent_ans.full_game.frames import top
from simcore.games.cent_ans.full_game.rules.casualties import ACROSS
from simcore.games.cent_ans.full_game.rules.companies import PLACES
from simcore.games.cent_ans.full_game.rules.sides import across
from simcore.games.cent_ans.kernels import ALL_DISPERSION_RETREATS, ONE_DISPERSION_RETREATS, ONE_OF_SECOND_RETREATS

FRAMES = s.GO_ALONG + 1  # kinds of frames: each has its own way to decline, and to say yes
UNITS = 7  # English, Burgundian, English elite, French, Armagnac, French elite, Routier
ZONES = s.MOST_ZONES
# What can be done: with which verb, and how many numbers it has. In the order of the verbs, so that legal actions keep
# their order. Of zones that are chosen, one range for each thing that is done there.
KINDS_OF_ACTIONS = (
    ("declines", s.PASS, FRAMES), ("stays", s.PASS, s.LEADERS),
    ("leader appears", s.TO_ZONE, ZONES), ("leader builds", s.TO_ZONE, ZONES), ("retreats inside", s.TO_ZONE, 1),
    ("retreats", s.TO_ZONE, ZONES), ("event", s.TO_ZONE, ZONES), ("tactic", s.TO_ZONE, ZONES),
    ("routiers march", s.TO_ZONE, ZONES), ("takes a unit", s.TO_ZONE, ZONES), ("places", s.TO_ZONE, ZONES),
    ("enrols", s.TO_ZONE, ZONES), ("gathers", s.TO_ZONE, ZONES), ("routiers appear", s.TO_ZONE, ZONES),
    ("moves a band", s.TO_ZONE, ZONES),
    ("plays", s.PLAY, s.FACTIONS * s.CARDS), ("sends all", s.SEND_ALL, ZONES),
    ("sends all but one", s.SEND_BUT_ONE, ZONES), ("composes", s.COMPOSE_ARMY, ZONES), ("leads", s.LEAD, s.LEADERS),
    ("builds", s.BUILD_CASTLE, ZONES), ("fortifies", s.FORTIFY, ZONES), ("improves", s.IMPROVE, 1),
    ("fights with", s.PLAY_TACTIC, s.TACTICS), ("plays tactic", s.PLAY_TACTIC, s.TACTICS),
    ("takes", s.NUMBER, s.ACTIONS), ("steps", s.STEP, ZONES), ("sails", s.SAIL, ZONES), ("drops", s.DROP, UNITS),
    ("picks up", s.PICK_UP, UNITS), ("fights in", s.FIGHT_IN, ZONES), ("attacks", s.ATTACK_COMPANY, ZONES),
    ("agrees", s.YES, FRAMES), ("goes along", s.YES, s.LEADERS), ("throws away", s.THROW_AWAY, s.TACTICS),
    ("draws from", s.DRAW_FROM, 3), ("militia", s.FACTION_NUMBER, s.FACTIONS),
    ("finds no shelter", s.FALLS, UNITS), ("falls", s.FALLS, UNITS), ("falls in ZN", s.FALLS, UNITS),
    ("falls in ZS", s.FALLS, UNITS), ("pays", s.FALLS, UNITS), ("changes sides", s.FALLS, UNITS),
    ("spends a token", s.SPEND_TOKEN, 1), ("turns one", s.SAVE, s.FACTIONS), ("turns all", s.SAVE, 1),
    ("forms a company", s.FORM_COMPANY, s.COMPANIES * ZONES),
)  # fmt: skip
NAMES = tuple(name for name, _, _ in KINDS_OF_ACTIONS)
VERBS = tuple(verb for _, verb, _ in KINDS_OF_ACTIONS)
FIRSTS = tuple(int(first) for first in np.cumsum([0, *(size for _, _, size in KINDS_OF_ACTIONS)]))
NUM_DISTINCT_ACTIONS = FIRSTS[-1]
FIRST = dict(zip(NAMES, FIRSTS, strict=False))
_OF_VERB = tuple(FIRSTS[VERBS.index(verb)] if verb in VERBS else 0 for verb in range(s.FORM_COMPANY + 1))

DECLINES, STAYS, AGREES, GOES_ALONG = FIRST["declines"], FIRST["stays"], FIRST["agrees"], FIRST["goes along"]
APPEARS, BUILDS, RETREATS_INSIDE, RETREATS = (
    FIRST[name] for name in ("leader appears", "leader builds", "retreats inside", "retreats")
)
EVENT, TACTIC, ROUTIERS_MARCH, TAKES_UNIT, PLACES_UNIT = (
    FIRST[name] for name in ("event", "tactic", "routiers march", "takes a unit", "places")
)
ENROLS, GATHERS, ROUTIERS_APPEAR, MOVES_BAND = (
    FIRST[name] for name in ("enrols", "gathers", "routiers appear", "moves a band")
)
FIGHTS_WITH, PLAYS_TACTIC, DROPS, PICKS_UP = (
    FIRST[name] for name in ("fights with", "plays tactic", "drops", "picks up")
)
NO_SHELTER, FALLS, FALLS_ZN, PAYS, CHANGES_SIDES = (
    FIRST[name] for name in ("finds no shelter", "falls", "falls in ZN", "pays", "changes sides")
)
TURNS_ONE, TURNS_ALL, FORMS = FIRST["turns one"], FIRST["turns all"], FIRST["forms a company"]


def kind_of_action(action: int) -> tuple[str, int]:
    """What an action does, by the name in `KINDS_OF_ACTIONS`, and its argument: a zone, a card, a unit, ..."""
    at = bisect_right(FIRSTS, action) - 1
    return NAMES[at], action - FIRSTS[at]


@routine
def _of_zone(table, state, zone):
    """The number of a zone that is chosen, by what is done there."""
    at = top(state)
    kind, a, b, c = state[at], state[at + 1], state[at + 2], state[at + 3]
    first = PLACES_UNIT
    if kind == s.LEADER_ZONE:
        first = APPEARS
    elif kind == s.LEADER_CASTLE:
        first = BUILDS
    elif kind == s.RETREAT:
        inside = c % 4 != s.WHOLE_ARMY and zone == state[at - 3]
        return RETREATS_INSIDE if inside else RETREATS + zone
    elif kind == s.EVENT_ZONE:
        first = EVENT
    elif kind == s.TACTIC_ZONE:
        first = ROUTIERS_MARCH if b == s.REVOLT_OF_ROUTIERS and c != 0 else TACTIC
    elif kind == s.MILITIA_ZONE:
        first = TAKES_UNIT if c == 0 and state[s.RESERVE + a] == 0 else PLACES_UNIT
    elif kind == s.ENROL:
        first = ENROLS
    elif kind == s.GATHER:
        first = GATHERS
    elif kind == s.ROUTIER_CAMP:
        first = ROUTIERS_APPEAR
    elif kind == s.BAND:
        first = MOVES_BAND
    return first + zone


@routine
def _of_victim(table, state, argument):
    """The number of a unit that falls, goes back for a castle or changes sides."""
    at = top(state)
    kind, a, b, c = state[at], state[at + 1], state[at + 2], state[at + 3]
    if kind == s.CASTLE_PRICE:
        return PAYS + 3 * a + argument
    if kind != s.FALL:
        return CHANGES_SIDES + 3 * (1 - a // 2) + argument
    unit = UNITS - 1 if c == s.ROUTIERS else 3 * c + argument % ACROSS
    if state[s.STEPS] == 0:
        return NO_SHELTER + unit
    zone = np.int64(state[at - 3])
    other = across(table, state, zone, c) if b == 0 else -1
    if other < 0:
        return FALLS + unit
    there = zone if argument < ACROSS else other
    return FALLS_ZN + UNITS * (there != table.marks[A_NORTH_CAMP]) + unit


@step
def _camp_of_army(state):
    """The camp whose units a march drops and picks up."""
    return state[s.ACTIVE] // 2


@routine
def number_of(table, state, action):
    """The number of an action of the rules, in the state in which it is legal."""
    verb, argument = action // s.VERB, action % s.VERB
    at = top(state)
    kind, a, b = state[at], state[at + 1], state[at + 2]
    if verb == s.PASS:
        return STAYS + b if kind == s.GO_ALONG else DECLINES + kind
    if verb == s.YES:
        return GOES_ALONG + b if kind == s.GO_ALONG else AGREES + kind
    if verb == s.TO_ZONE:
        return _of_zone(table, state, argument)
    if verb == s.FALLS:
        return _of_victim(table, state, argument)
    if verb == s.DROP:
        return DROPS + 3 * _camp_of_army(state) + argument
    if verb == s.PICK_UP:
        return PICKS_UP + 3 * _camp_of_army(state) + argument
    if verb == s.PLAY_TACTIC:
        return (FIGHTS_WITH if kind == s.EFFECT else PLAYS_TACTIC) + argument
    if verb == s.SAVE:
        if argument == ALL_DISPERSION_RETREATS:
            return TURNS_ALL
        return TURNS_ONE + 2 * a + (argument == ONE_OF_SECOND_RETREATS)
    if verb == s.FORM_COMPANY:
        return FORMS + ZONES * (argument // PLACES) + argument % PLACES
    return _OF_VERB[verb] + argument


@routine
def _range_of(number):
    """In which of `KINDS_OF_ACTIONS` a number lies."""
    low, high = 0, len(FIRSTS) - 1
    while high - low > 1:
        middle = (low + high) // 2
        if FIRSTS[middle] <= number:
            low = middle
        else:
            high = middle
    return low


@routine
def action_of(table, state, number):
    """The action of the rules with that number: the inverse of `number_of`."""
    place = _range_of(number)
    first, verb, argument = FIRSTS[place], VERBS[place], number - FIRSTS[place]
    if verb == s.PASS or verb == s.YES:
        argument = 0
    elif first == RETREATS_INSIDE:
        argument = np.int64(state[top(state) - 3])
    elif verb == s.FALLS:
        argument = 0 if argument == UNITS - 1 else argument % 3
        if first > FALLS and first < PAYS:
            there = table.marks[A_NORTH_CAMP] if first == FALLS_ZN else table.marks[A_SOUTH_CAMP]
            argument += 0 if there == state[top(state) - 3] else ACROSS
    elif verb == s.DROP or verb == s.PICK_UP:
        argument -= 3 * _camp_of_army(state)
    elif verb == s.SAVE:
        if first == TURNS_ALL:
            argument = ALL_DISPERSION_RETREATS
        else:
            argument = ONE_DISPERSION_RETREATS if argument % 2 == 0 else ONE_OF_SECOND_RETREATS
    elif verb == s.FORM_COMPANY:
        argument = PLACES * (argument // ZONES) + argument % ZONES
    return verb * s.VERB + argument
