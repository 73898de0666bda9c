"""The exact engine: distribution of outcomes, value of every state. No trial, no random number.

Both passes walk the blocks of states in order (see `resolver`). Inside a block the chain may turn in a circle
(blank rolls); with Q the moves inside the block and m the mass that enters it, the expected visits are

    v = m + Q^T v,   and backward   V = Q V + (what leaves the block).

A circle is solved by elimination, never iterated.
"""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import index, kernel

# Bound by `resolver.Resolver` to the functions of one combat.
next_roll = transition = terminal_outcome = pack = unpack = None
decision = options = decide = None
follow = None  # in `backward`: `by_policy` or `by_best`
push = None  # in `forward_each`: `forward`


@kernel
def eliminate(inside, right):
    """Solve (I - inside) x = right in place of `right`; returns the number of circles that are never left.

    Each of those is one state once the others are eliminated: its x is 0, and what flows into it is lost.
    """
    n = right.size
    closed = 0
    for k in range(n):  # I - Q of a chain is an M-matrix: elimination without pivoting is stable
        pivot = 1.0 - inside[k, k]
        if pivot <= 1e-13:
            closed += 1
            inside[k, k:] = 0.0
            right[k] = 0.0
            continue
        for i in range(k + 1, n):
            share = inside[i, k] / pivot
            if share != 0.0:
                for j in range(k + 1, n):
                    inside[i, j] += share * inside[k, j]
                right[i] += share * right[k]
    for k in range(n - 1, -1, -1):
        for j in range(k + 1, n):
            right[k] += inside[k, j] * right[j]
        right[k] /= 1.0 - inside[k, k]
    return closed


def forward(model, phases, visits, ends, rolls, start=0):
    """Push the start mass in `visits` to the end.

    `visits` float64[states]: start distribution in, expected visits out. `ends` float64[endings] and `rolls`
    float64[rows] are added to; mass that can never reach an ending is missing in `ends`. No state before `start` has
    mass. Returns the moves looked at.
    """
    rows = model.rows
    inside = np.zeros((phases, phases))
    seen = np.zeros(phases, np.bool_)
    # Where a block leads is looked up in the rules once and used twice.
    longest = 1
    for row in range(rows.first.size - 1):
        longest = max(longest, rows.first[row + 1] - rows.first[row])
    row_of = np.empty(phases, np.int64)
    leads_to = np.empty((phases, longest), np.int64)
    moves = 0
    for base in range(start - start % phases, visits.size, phases):
        entering = 0.0
        for phase in range(phases):
            entering += visits[index(base + phase)]
        if entering == 0.0:
            continue
        # First the moves that stay in the block: which phases do they reach, and do they ever go back?
        stays, circle = False, False
        seen[:] = False
        again = True
        while again:
            again = False
            for phase in range(phases):
                if seen[phase] or (visits[base + phase] == 0.0 and not inside[phase].any()):
                    continue
                seen[phase] = True
                row, view = next_roll(model, unpack(model, base + phase))
                row_of[index(phase)] = row
                if row < 0:
                    continue
                first = rows.first[index(row)]
                for face in range(first, rows.first[index(row + 1)]):
                    to = pack(model, transition(model, view, face))
                    leads_to[index(phase), index(face - first)] = to
                    within = to - base
                    if within < phases:
                        stays = True
                        inside[within, phase] += rows.probability[face]
                        if within <= phase:
                            circle = True
                            again = again or not seen[within]
        if circle:
            eliminate(inside, visits[base : base + phases])
        if stays:
            inside[:] = 0.0
        for phase in range(phases):
            mass = visits[index(base + phase)]
            if mass == 0.0:
                continue
            row = row_of[index(phase)]
            if row < 0:
                ends[index(terminal_outcome(model, unpack(model, base + phase)))] += mass
                continue
            rolls[index(row)] += mass
            first = rows.first[index(row)]
            faces = rows.first[index(row + 1)] - first
            moves += faces
            for face in range(faces):
                to = leads_to[index(phase), index(face)]
                if not circle or to >= base + phases:
                    visits[index(to)] += mass * rows.probability[index(first + face)]
    return moves


def forward_each(model, phases, states, starts, ends, rolls):
    """`forward` from each of `starts` int64[n], into `ends` float64[n, endings] and `rolls` float64[n, rows].

    The model is handed over once for all: its arrays one by one take Python as long as a small battle takes.
    """
    visits = np.empty(states)
    for number in range(starts.size):
        start = starts[number]
        visits[:] = 0.0
        visits[start] = 1.0
        push(model, phases, visits, ends[number], rolls[number], start)


def by_policy(model, view, face, values, least, chosen):
    """(State after a face, is it one to which a choice must not lead?) where policies have settled everything."""
    return pack(model, transition(model, view, face)), False


def by_best(model, view, face, values, least, chosen):
    """The same with the best option of a decision, noted in `chosen`; no option may lead to a state below `least`,
    which has no value yet."""
    number = decision(model, view, face)
    if number < 0:
        return pack(model, transition(model, view, face)), False
    if chosen[number] < 0:
        side, count = options(model, view, face)
        best = 0.0
        for option in range(count):
            to = pack(model, decide(model, view, face, option))
            if to < least:
                return to, True
            value = values[to] if side == 1 else -values[to]
            if option == 0 or value > best:
                best = value
                chosen[number] = option
    return pack(model, decide(model, view, face, chosen[number])), False


def backward(model, phases, worth, step_rewards, values, chosen):
    """Expected worth of what is to come from every state, into `values` float64[states].

    `worth` float64[endings]: what each ending is worth (1 for a win gives the win chance); `tolls` float64[rows]: what
    each roll is worth by itself (1 for the first roll of a round gives the mean number of rounds).

    Bound with `by_best` for `follow`, the sides choose: the first one for the most worth, the second one for the least.
    Every decision is made by one side that knows the whole state, so the value is that of a zero-sum game without
    hidden moves (Shapley, 1953): the best option, from the end back. Fills `chosen` int16[decisions] (-1 before) with
    the option of each decision, the first one of equals. Returns a state in which an option would stay in its block,
    where choice and circle would have to be solved together; -1: there is none.
    """
    rows = model.rows
    inside = np.zeros((phases, phases))
    right = np.zeros(phases)
    for base in range(values.size - phases, -1, -phases):
        circle = False
        for phase in range(phases - 1, -1, -1):
            state = base + phase
            row, view = next_roll(model, unpack(model, state))
            if row < 0:
                values[state] = worth[terminal_outcome(model, unpack(model, state))]
                right[phase] = values[state]
                continue
            leaving = step_rewards[row]
            for face in range(rows.first[row], rows.first[row + 1]):
                to, forbidden = follow(model, view, face, values, base + phases, chosen)
                if forbidden:
                    return state
                if to >= base + phases:
                    leaving += rows.probability[face] * values[to]
                else:
                    inside[phase, to - base] += rows.probability[face]
                    circle = True
            right[phase] = leaving
            values[state] = leaving
        if circle:
            if eliminate(inside, right) > 0:
                right[:] = np.nan
            values[base : base + phases] = right
            inside[:] = 0.0
    return -1


def link(model, visits, number, place_of_ending, first, to, probability, row_of):
    """The reached states (`visits` > 0) as a chain of their own, for `chain`.

    Unfinished states get the places 0, 1, ... in `number` int64[states], their row in `row_of` and their moves, equal
    targets merged, in `to` and `probability` from `first[place]` on; endings get the places after them in
    `place_of_ending` int64[endings] (all -1 before). Returns (places of unfinished states, places, moves).
    """
    rows = model.rows
    over = 0
    for state in range(visits.size):
        if visits[state] > 0.0 and next_roll(model, unpack(model, state))[0] >= 0:
            number[state] = over
            over += 1
    places = over
    for state in range(visits.size):
        if visits[state] > 0.0 and next_roll(model, unpack(model, state))[0] < 0:
            end = terminal_outcome(model, unpack(model, state))
            if place_of_ending[end] < 0:
                place_of_ending[end] = places
                places += 1
            number[state] = place_of_ending[end]
    at = 0
    place = 0
    for state in range(visits.size):
        if visits[state] == 0.0 or number[state] >= over:
            continue
        row, view = next_roll(model, unpack(model, state))
        row_of[place] = row
        first[place] = at
        for face in range(rows.first[row], rows.first[row + 1]):
            if rows.probability[face] > 0.0:
                target = number[pack(model, transition(model, view, face))]
                known = first[place]
                while known < at and to[known] != target:
                    known += 1
                if known == at:
                    to[at] = target
                    probability[at] = 0.0
                    at += 1
                probability[known] += rows.probability[face]
        place += 1
        first[place] = at
    return over, places, at
