"""The Besiege action: which sieges can be announced, and the announced ones one after another."""

from __future__ import annotations

from simcore.engine.jit import routine, step
from simcore.engine.rng import below
from simcore.games.breizh.full_game import state as s
from simcore.games.breizh.full_game.rules.characters import offer, spend_aid
from simcore.games.breizh.full_game.rules.pieces import own_castle, places, siege_of, wait_for
from simcore.games.breizh.roll_kernels import BOTH, NOTHING, brings, result


@step
def is_besieged(state, castle):
    """Has a siege of the castle been announced in this action? Each castle is besieged once."""
    return siege_of(state, castle) >= 0


@step
def most_besiegers(board, strength, troops):
    """The most that can besiege a castle (Besiege), of so many troops; fewer than its strength: none can."""
    return min(strength + board[s.SIEGE_RESERVE], troops, s.MOST_BESIEGERS - 1)


@step
def besiegeable(board, state, player, castle, troops):
    """Can `player` announce a siege of the castle with that many troops in its region?"""
    owned = state[s.CASTLE + castle] == player + 1
    return not owned and troops >= board[s.CASTLE_STRENGTH + castle] and not is_besieged(state, castle)


@routine
def can_besiege(board, state, player):
    """Can `player` announce any siege?"""
    if state[s.SIEGES] == s.MOST_SIEGES:
        return False
    for region in range(s.REGIONS):
        troops = state[s.TROOPS + s.REGIONS * player + region]
        if troops > 0:
            for at in range(board[s.FIRST + region], board[s.FIRST + region + 1]):
                if besiegeable(board, state, player, board[s.LISTED + at], troops):
                    return True
    return False


@step
def announce(board, state, action):
    """A siege is announced; its troops stand before the castle from now on."""
    castle, troops = (action - 1) // s.MOST_BESIEGERS, (action - 1) % s.MOST_BESIEGERS
    state[s.TROOPS + s.REGIONS * state[s.ACTOR] + board[s.CASTLE_REGION + castle]] -= troops
    state[s.SIEGE + state[s.SIEGES]] = action - 1
    state[s.SIEGES] += 1


@step
def can_eliminate(state, player):
    """Is there an enemy partisan in the region of the castle that has fallen?"""
    return state[s.PARTISANS + s.REGIONS * (1 - player) + state[s.HERE]] > 0


@step
def can_rally(board, state, player):
    """Can a partisan come to the region of the castle that has fallen, from the box or from elsewhere?"""
    return places(state, s.PARTISANS + s.REGIONS * player, board[s.PARTISAN_LIMIT], 1 << state[s.HERE]) != 0


@step
def supplements(board, state, player, actions):
    """What the fall of a castle brings can be taken or left (Besiege: the attacker *may*)."""
    count = 0
    eliminates, rallies = can_eliminate(state, player), can_rally(board, state, player)
    if eliminates:
        actions[count] = s.ELIMINATES
        count += 1
    if rallies:
        actions[count] = s.RALLIES
        count += 1
    actions[count] = s.DECLINES
    count += 1
    if eliminates and rallies and state[s.BROUGHT] == BOTH:
        actions[count] = s.DOES_BOTH
        count += 1
    return count


@step
def siege_falls(die, troops, bonus, strength, margin):
    """Does the castle fall (Besiege)? As the kernel of single sieges has it."""
    return result(die, troops + bonus - strength - margin + 1, 1) == 1


@step
def _storm(board, state, castle, stream):
    """The siege under way is fought; True: what the castle's fall brings is to be decided."""
    player, siege = state[s.ACTOR], s.SIEGE + state[s.SIEGE_NOW]
    troops, strength = state[siege] % s.MOST_BESIEGERS, board[s.CASTLE_STRENGTH + castle]
    bonus = spend_aid(board, state, player, s.SIEGE_ACTION, castle)
    bonus -= spend_aid(board, state, 1 - player, s.SIEGE_DEFENCE, castle)
    die = board[s.DIE + below(stream, board[s.FACES])]
    falls = siege_falls(die, troops, bonus, strength, board[s.SIEGE_MARGIN])
    state[siege] = 0  # all besieging troops are eliminated
    if not falls:
        return False
    own_castle(board, state, castle, player)
    state[s.HERE] = board[s.CASTLE_REGION + castle]
    state[s.BROUGHT] = brings(strength, board[s.CHOICE_FROM], board[s.BOTH_FROM])
    if state[s.BROUGHT] == NOTHING or not (can_eliminate(state, player) or can_rally(board, state, player)):
        return False
    wait_for(state, s.SUPPLEMENT, player)
    return True


@routine
def carry_on_sieges(board, state, stream):
    """The sieges in their order up to the next decision; False: all are over.

    Characters are asked for before all of them, the besieger's first, or before each (option `characters`).
    """
    player = state[s.ACTOR]
    while state[s.SIEGE_NOW] < state[s.SIEGES]:
        asked = state[s.ASKED]
        state[s.ASKED] += 1
        if asked == 0:
            if offer(board, state, player, s.SIEGE_ACTION):
                return True
        elif asked == 1:
            if offer(board, state, 1 - player, s.SIEGE_DEFENCE):
                return True
        elif asked == 2:
            if _storm(board, state, state[s.SIEGE + state[s.SIEGE_NOW]] // s.MOST_BESIEGERS, stream):
                return True
        else:
            state[s.SIEGE_NOW] += 1
            state[s.ASKED] = 0 if board[s.EACH_SIEGE] == 1 else 2
    state[s.SIEGES] = 0
    state[s.SIEGE_NOW] = 0
    return False
