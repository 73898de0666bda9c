"""TACTIC cards (10.4, 17): drawn, held, laid out as equipment; those that happen at once are in `tactic_events`."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import routine
from simcore.engine.rng import below
from simcore.games.cent_ans.full_game import state as s
from simcore.games.cent_ans.full_game.board_arrays import SLOTS, SPACES, T_AMOUNT, T_EFFECT, T_KIND, TACTIC_HAND
from simcore.games.cent_ans.full_game.frames import count_tactics, or_pass, pop, push, top
from simcore.games.cent_ans.full_game.rules.routiers import activate
from simcore.games.cent_ans.full_game.rules.zones import settle_losses, strength, take, units


@routine
def hold(table, state, camp, card):
    """A card into a camp's hand of TACTIC cards (10.4)."""
    state[s.TACTIC + card] = s.HELD + camp
    if count_tactics(state, s.HELD + camp) > table.numbers[TACTIC_HAND]:
        push(state, s.DISCARD, camp, s.HELD, 0)


@routine
def equip(table, state, camp, card):
    """A card into a camp's EQUIPMENT zone (10.4.1)."""
    state[s.TACTIC + card] = s.EQUIPPED + camp
    if count_tactics(state, s.EQUIPPED + camp) > table.numbers[SLOTS]:
        push(state, s.DISCARD, camp, s.EQUIPPED, 0)


@routine
def legal_discard(table, state, actions):
    """One card too many: any of them may go."""
    at = top(state)
    where = state[at + 2] + state[at + 1]
    count = 0
    for card in range(s.TACTICS):
        if state[s.TACTIC + card] == where:
            actions[count] = s.THROW_AWAY * s.VERB + card
            count += 1
    return count


@routine
def apply_discard(table, state, action):
    """The chosen card leaves the game."""
    pop(state)
    state[s.TACTIC + action % s.VERB] = s.DISCARDED


@routine
def run_tactic_draw(table, state, stream):
    """Draw a card of the camp's era, or the next that has one (10.4)."""
    at = top(state)
    camp, pile = np.int64(state[at + 1]), np.int64(state[at + 2])
    if pile < 0:
        era = (max(state[s.TTM + camp], 1) - 1) // table.numbers[SPACES]
        pile = s.PILE_1 + min(era, 2)
    left = count_tactics(state, pile)
    while left == 0 and pile < s.PILE_3:
        pile += 1
        left = count_tactics(state, pile)
    if left == 0:
        pop(state)
        return
    skip = below(stream, left)
    drawn = 0
    for card in range(s.TACTICS):
        if state[s.TACTIC + card] == pile:
            if skip == 0:
                drawn = card
                break
            skip -= 1
    state[s.TACTIC + drawn] = s.DISCARDED
    effect = table.tactic[drawn, T_EFFECT]
    if effect in (s.BLACK_DEATH, s.EPIDEMIC):
        _plague(table, state, effect == s.BLACK_DEATH)
        state[at + 2] = pile  # then one more from the same pile
        return
    pop(state)
    if table.tactic[drawn, T_KIND] == s.TECHNIQUE or effect in (s.FRANCS_ARCHERS, s.A_MADNESS):
        hold(table, state, camp, drawn)
    elif table.tactic[drawn, T_KIND] == s.EQUIPMENT:
        equip(table, state, camp, drawn)
    elif effect == s.A_MILITIA:
        push(state, s.MILITIA, camp, table.tactic[drawn, T_AMOUNT], 0)
    else:
        push(state, s.TACTIC_ZONE, camp, effect, table.tactic[drawn, T_AMOUNT])
        if effect != s.RECRUIT:
            activate(state, camp)


@routine
def _plague(table, state, black):
    """Black Death: half of each faction in a zone; Epidemic: one unit of the largest, never a camp's last (17.2)."""
    for zone in range(table.zones):
        if black:
            for kind in range(s.KINDS):
                if kind % 3 != s.ELITE:  # elite units belong to no faction (4.3)
                    take(state, zone, kind, units(state, zone, kind) // 2)
            continue
        best, tied = -1, False
        for kind in range(s.KINDS):
            here = units(state, zone, kind)
            if kind % 3 == s.ELITE:
                continue
            if here > 0 and (best < 0 or here > units(state, zone, best)):
                best, tied = kind, False
            elif here > 0 and here == units(state, zone, best):
                tied = True
        if best >= 0 and not tied and (best == s.ROUTIER or strength(table, state, zone, best // 3) > 1):
            take(state, zone, best, 1)
    settle_losses(table, state)


@routine
def legal_pile(table, state, actions):
    """A marker at the end of the track draws from any era (10.4)."""
    count = 0
    for pile in range(s.PILE_1, s.PILE_3 + 1):
        if count_tactics(state, pile) > 0:
            actions[count] = s.DRAW_FROM * s.VERB + pile
            count += 1
    return or_pass(actions, count)


@routine
def apply_pile(table, state, action):
    """Draw from that pile."""
    camp = np.int64(state[top(state) + 1])
    pop(state)
    if action != s.PASS:
        push(state, s.TACTIC_DRAW, camp, action % s.VERB, 0)
