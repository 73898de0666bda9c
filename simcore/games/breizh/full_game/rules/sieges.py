"""The Besiege action: which sieges can be announced, and the announced ones one after another."""

from __future__ import annotations

from simcore.engine.jit import routine, step
from simcore.engine.rng import below
from simcore.games.breizh.full_game.rules.characters import offer, spend_aid
from simcore.games.breizh.full_game.rules.pieces import own_castle, places, siege_of, wait_for
from simcore.games.breizh.full_game.state import (
    ACTOR,
    ASKED,
    BOTH_FROM,
    BROUGHT,
    CASTLE,
    CASTLE_REGION,
    CASTLE_STRENGTH,
    CHOICE_FROM,
    DECLINES,
    DIE,
    DOES_BOTH,
    EACH_SIEGE,
    ELIMINATES,
    FACES,
    FIRST,
    HERE,
    LISTED,
    MOST_BESIEGERS,
    MOST_SIEGES,
    PARTISAN_LIMIT,
    PARTISANS,
    RALLIES,
    REGIONS,
    SIEGE,
    SIEGE_ACTION,
    SIEGE_DEFENCE,
    SIEGE_MARGIN,
    SIEGE_NOW,
    SIEGE_RESERVE,
    SIEGES,
    SUPPLEMENT,
    TROOPS,
)
from simcore.games.breizh.roll_kernels import BOTH, NOTHING, brings, result


@step
def is_besieged(state, castle):
    """Has a siege of the castle been announced in this action? Each castle is besieged once."""
    return siege_of(state, castle) >= 0


@step
def most_besiegers(board, strength, troops):
    """The most that can besiege a castle (Besiege), of so many troops; fewer than its strength: none can."""
    return min(strength + board[SIEGE_RESERVE], troops, MOST_BESIEGERS - 1)


@step
def besiegeable(board, state, player, castle, troops):
    """Can `player` announce a siege of the castle with that many troops in its region?"""
    owned = state[CASTLE + castle] == player + 1
    return not owned and troops >= board[CASTLE_STRENGTH + castle] and not is_besieged(state, castle)


@routine
def can_besiege(board, state, player):
    """Can `player` announce any siege?"""
    if state[SIEGES] == MOST_SIEGES:
        return False
    for region in range(REGIONS):
        troops = state[TROOPS + REGIONS * player + region]
        if troops > 0:
            for at in range(board[FIRST + region], board[FIRST + region + 1]):
                if besiegeable(board, state, player, board[LISTED + at], troops):
                    return True
    return False


@step
def announce(board, state, action):
    """A siege is announced; its troops stand before the castle from now on."""
    castle, troops = (action - 1) // MOST_BESIEGERS, (action - 1) % MOST_BESIEGERS
    state[TROOPS + REGIONS * state[ACTOR] + board[CASTLE_REGION + castle]] -= troops
    state[SIEGE + state[SIEGES]] = action - 1
    state[SIEGES] += 1


@step
def can_eliminate(state, player):
    """Is there an enemy partisan in the region of the castle that has fallen?"""
    return state[PARTISANS + REGIONS * (1 - player) + state[HERE]] > 0


@step
def can_rally(board, state, player):
    """Can a partisan come to the region of the castle that has fallen, from the box or from elsewhere?"""
    return places(state, PARTISANS + REGIONS * player, board[PARTISAN_LIMIT], 1 << state[HERE]) != 0


@step
def supplements(board, state, player, actions):
    """What the fall of a castle brings can be taken or left (Besiege: the attacker *may*)."""
    count = 0
    eliminates, rallies = can_eliminate(state, player), can_rally(board, state, player)
    if eliminates:
        actions[count] = ELIMINATES
        count += 1
    if rallies:
        actions[count] = RALLIES
        count += 1
    actions[count] = DECLINES
    count += 1
    if eliminates and rallies and state[BROUGHT] == BOTH:
        actions[count] = DOES_BOTH
        count += 1
    return count


@step
def siege_falls(die, troops, bonus, strength, margin):
    """Does the castle fall (Besiege)? As the kernel of single sieges has it."""
    return result(die, troops + bonus - strength - margin + 1, 1) == 1


@step
def _storm(board, state, castle, stream):
    """The siege under way is fought; True: what the castle's fall brings is to be decided."""
    player, siege = state[ACTOR], SIEGE + state[SIEGE_NOW]
    troops, strength = state[siege] % MOST_BESIEGERS, board[CASTLE_STRENGTH + castle]
    bonus = spend_aid(board, state, player, SIEGE_ACTION, castle)
    bonus -= spend_aid(board, state, 1 - player, SIEGE_DEFENCE, castle)
    die = board[DIE + below(stream, board[FACES])]
    falls = siege_falls(die, troops, bonus, strength, board[SIEGE_MARGIN])
    state[siege] = 0  # all besieging troops are eliminated
    if not falls:
        return False
    own_castle(board, state, castle, player)
    state[HERE] = board[CASTLE_REGION + castle]
    state[BROUGHT] = brings(strength, board[CHOICE_FROM], board[BOTH_FROM])
    if state[BROUGHT] == NOTHING or not (can_eliminate(state, player) or can_rally(board, state, player)):
        return False
    wait_for(state, SUPPLEMENT, player)
    return True


@routine
def carry_on_sieges(board, state, stream):
    """The sieges in their order up to the next decision; False: all are over.

    Characters are asked for before all of them, the besieger's first, or before each (option `characters`).
    """
    player = state[ACTOR]
    while state[SIEGE_NOW] < state[SIEGES]:
        asked = state[ASKED]
        state[ASKED] += 1
        if asked == 0:
            if offer(board, state, player, SIEGE_ACTION):
                return True
        elif asked == 1:
            if offer(board, state, 1 - player, SIEGE_DEFENCE):
                return True
        elif asked == 2:
            if _storm(board, state, state[SIEGE + state[SIEGE_NOW]] // MOST_BESIEGERS, stream):
                return True
        else:
            state[SIEGE_NOW] += 1
            state[ASKED] = 0 if board[EACH_SIEGE] == 1 else 2
    state[SIEGES] = 0
    state[SIEGE_NOW] = 0
    return False
