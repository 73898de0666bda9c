"""Character cards: who can play one now, and for what; what it does.

A character is played for an action or a battle as it comes, or is announced for one siege or one part of an order
before all of them (option `characters`), and kept in `AIDED` until that comes. Nobody is offered who changes nothing,
whatever the dice and whatever the enemy may still play against him.
"""

from __future__ import annotations

from simcore.engine.jit import routine, step
from simcore.games.breizh.full_game import state as s
from simcore.games.breizh.full_game.odds import faces_won, most_removals, odds
from simcore.games.breizh.full_game.rules.pieces import (
    number_of,
    places,
    rally_regions,
    recruit_regions,
    siege_of,
    wait_for,
)


@step
def bonus_of(board, character, action):
    """What a character adds to an action, a siege's defence or a battle."""
    return board[s.CHARACTER_BONUS + s.CHARACTERS * action + character]


@step
def action_of_part(board, card, part):
    """The action that a part of an order is like, for the characters who help in it."""
    kind, _number, _regions = s.of_effect(board, card, part)
    return s.RALLY if kind == s.RALLIES_PARTISANS else s.RECRUIT if kind == s.RECRUITS else s.NOTHING


@step
def aid(board, state, player, action, aim):
    """What a character that `player` has announced for this siege (`aim`: the castle) or part of an order adds."""
    announced = state[s.AIDED + player]
    if announced == 0 or (announced - 1) % s.AIMS != aim:
        return 0
    return bonus_of(board, (announced - 1) // s.AIMS, action)


@step
def spend_aid(board, state, player, action, aim):
    """The same now that it comes to it; the character helps in nothing else."""
    bonus = aid(board, state, player, action, aim)
    announced = state[s.AIDED + player]
    if announced > 0 and (announced - 1) % s.AIMS == aim:
        state[s.AIDED + player] = 0
    return bonus


# ---- does a bonus change anything? ---------------------------------------------------------------------------------


@step
def _can_answer(board, state, enemy):
    """Can `enemy` still play a character against this one, for all that may be known of his hand?"""
    if state[s.CHARACTER_PLAYED + enemy] == 1:
        return False
    for character in range(s.CHARACTERS):
        if board[s.CHARACTER_CAMP + character] == enemy and state[s.CHARACTER_AT + character] == s.IN_HAND:
            return True
    return False


@step
def _answer(board, state, enemy, character, action):
    """What this character would add if it were he who is in the enemy's hand; 0: he cannot be."""
    if board[s.CHARACTER_CAMP + character] != enemy or state[s.CHARACTER_AT + character] == s.USED:
        return 0
    return bonus_of(board, character, action)


@step
def _changes_siege(board, state, player, castle, bonus):
    siege, besieger = siege_of(state, castle), state[s.ACTOR]
    if siege < 0 or (board[s.EACH_SIEGE] == 1 and siege != state[s.SIEGE_NOW]):
        return False
    troops = state[s.SIEGE + siege] % s.MOST_BESIEGERS
    now = aid(board, state, besieger, s.SIEGE_ACTION, castle) - aid(board, state, 1 - besieger, s.SIEGE_DEFENCE, castle)
    then = now + bonus if player == besieger else now - bonus
    if faces_won(board, castle, troops, now) != faces_won(board, castle, troops, then):
        return True
    if player == besieger and _can_answer(board, state, 1 - player):
        for character in range(s.CHARACTERS):
            less = _answer(board, state, 1 - player, character, s.SIEGE_DEFENCE)
            if faces_won(board, castle, troops, now - less) != faces_won(board, castle, troops, then - less):
                return True
    return False


@step
def _is_same_battle(board, state, lead, other):
    """Does the battle go alike with either lead of Montfort?"""
    montfort, blois = state[s.TROOPS + state[s.HERE]], state[s.TROOPS + s.REGIONS + state[s.HERE]]
    for column in range(s.ODDS_COLUMNS):
        if odds(board, montfort, blois, lead, column) != odds(board, montfort, blois, other, column):
            return False
    return True


@step
def _changes_battle(board, state, player, bonus):
    now = board[s.ARCHERS] + state[s.BONUS + s.MONTFORT] - state[s.BONUS + s.BLOIS]
    mine = 1 if player == s.MONTFORT else -1
    if not _is_same_battle(board, state, now, now + mine * bonus):
        return True
    if player == state[s.ACTIVE] and _can_answer(board, state, 1 - player):
        for character in range(s.CHARACTERS):
            less = now - mine * _answer(board, state, 1 - player, character, s.BATTLE)
            if not _is_same_battle(board, state, less, less + mine * bonus):
                return True
    return False


@step
def _changes_fight(board, state, player):
    most = most_removals(board, state, player)
    for face in range(board[s.FACES]):
        if board[s.DIE + face] < most:
            return True
    return False


@step
def _changes_part(board, state, player, part):
    """One partisan a region at most, and troops only where there are any. What comes before may make more room."""
    kind, number, regions = s.of_effect(board, state[s.CARD], part)
    partisans, own = kind == s.RALLIES_PARTISANS, s.REGIONS * player
    if part == 0 and player == state[s.ACTOR]:
        cells, limit = (s.PARTISANS, s.PARTISAN_LIMIT) if partisans else (s.TROOPS, s.TROOP_LIMIT)
        regions = places(state, cells + own, board[limit], regions)
    return number_of(regions) > (number if partisans else 0)


@routine
def changes(board, state, player, action, aim, bonus):
    """Does a bonus for `player` change what can come of the action, battle, siege or part of an order?"""
    if action == s.ORDER:
        return _changes_part(board, state, player, aim)
    if action in (s.SIEGE_ACTION, s.SIEGE_DEFENCE):
        return _changes_siege(board, state, player, aim, bonus)
    if action == s.BATTLE:
        return _changes_battle(board, state, player, bonus)
    if action == s.FIGHT:
        return _changes_fight(board, state, player)
    if action == s.RALLY:
        return state[s.LEFT] < number_of(rally_regions(board, state, player))
    return recruit_regions(board, state, player) != 0


# ---- playing them ----------------------------------------------------------------------------------------------------


@step
def aims_of(board, state, action):
    """How many aims there are to look through: parts of the order, castles, or just what is being done."""
    if action == s.ORDER:
        return s.of_card(board, state[s.CARD], s.EFFECTS)
    return s.CASTLES if action in (s.SIEGE_ACTION, s.SIEGE_DEFENCE) else 1


@step
def is_held(board, state, character, player):
    """Does `player` hold this character?"""
    return state[s.CHARACTER_AT + character] == s.IN_HAND and board[s.CHARACTER_CAMP + character] == player


@step
def is_playable(board, state, character, player, action, aim):
    """Does this character, whom `player` holds, change that?"""
    bonus = bonus_of(board, character, action_of_part(board, state[s.CARD], aim) if action == s.ORDER else action)
    return bonus != 0 and changes(board, state, player, action, aim, bonus)


@routine
def offer(board, state, player, action):
    """Ask `player` for a character if he can play one: one at most for each Event card (Character Cards)."""
    if state[s.CHARACTER_PLAYED + player] == 1:
        return False
    for character in range(s.CHARACTERS):
        if is_held(board, state, character, player):
            for aim in range(aims_of(board, state, action)):
                if is_playable(board, state, character, player, action, aim):
                    state[s.ACTION] = action
                    wait_for(state, s.PLAY_CHARACTER, player)
                    return True
    return False


@step
def play_character(board, state, choice):
    """A character is played and discarded, or (0) none is."""
    if choice == 0:
        return
    player, action, character = state[s.PLAYER], state[s.ACTION], (choice - 1) // s.AIMS
    state[s.CHARACTER_AT + character] = s.USED
    state[s.CHARACTER_PLAYED + player] = 1
    if action in (s.ORDER, s.SIEGE_ACTION, s.SIEGE_DEFENCE):
        state[s.AIDED + player] = choice
    elif action in (s.RALLY, s.RECRUIT):
        state[s.LEFT] += bonus_of(board, character, action)
    else:
        state[s.BONUS + player] = bonus_of(board, character, action)
