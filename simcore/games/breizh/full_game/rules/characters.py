"""Character cards: who can play one now, and for what; what it does.

A character is played for an action or a battle as it comes, or is announced for one siege or one part of an order
before all of them (option `characters`), and kept in `AIDED` until that comes. Nobody is offered who changes nothing,
whatever the dice and whatever the enemy may still play against him.
"""

from __future__ import annotations

from simcore.engine.jit import routine, step
from simcore.games.breizh.full_game.odds import faces_won, most_removals, odds
from simcore.games.breizh.full_game.rules.pieces import (
    number_of,
    places,
    rally_regions,
    recruit_regions,
    siege_of,
    wait_for,
)
from simcore.games.breizh.full_game.state import (
    ACTION,
    ACTIVE,
    ACTOR,
    AIDED,
    AIMS,
    ARCHERS,
    BATTLE,
    BLOIS,
    BONUS,
    CARD,
    CASTLES,
    CHARACTER_AT,
    CHARACTER_BONUS,
    CHARACTER_CAMP,
    CHARACTER_PLAYED,
    CHARACTERS,
    DIE,
    EACH_SIEGE,
    EFFECTS,
    FACES,
    FIGHT,
    HERE,
    IN_HAND,
    LEFT,
    MONTFORT,
    MOST_BESIEGERS,
    NOTHING,
    ODDS_COLUMNS,
    ORDER,
    PARTISAN_LIMIT,
    PARTISANS,
    PLAY_CHARACTER,
    PLAYER,
    RALLIES_PARTISANS,
    RALLY,
    RECRUIT,
    RECRUITS,
    REGIONS,
    SIEGE,
    SIEGE_ACTION,
    SIEGE_DEFENCE,
    SIEGE_NOW,
    TROOP_LIMIT,
    TROOPS,
    USED,
    of_card,
    of_effect,
)


@step
def bonus_of(board, character, action):
    """What a character adds to an action, a siege's defence or a battle."""
    return board[CHARACTER_BONUS + CHARACTERS * action + character]


@step
def action_of_part(board, card, part):
    """The action that a part of an order is like, for the characters who help in it."""
    kind, _number, _regions = of_effect(board, card, part)
    return RALLY if kind == RALLIES_PARTISANS else RECRUIT if kind == RECRUITS else NOTHING


@step
def aid(board, state, player, action, aim):
    """What a character that `player` has announced for this siege (`aim`: the castle) or part of an order adds."""
    announced = state[AIDED + player]
    if announced == 0 or (announced - 1) % AIMS != aim:
        return 0
    return bonus_of(board, (announced - 1) // AIMS, action)


@step
def spend_aid(board, state, player, action, aim):
    """The same now that it comes to it; the character helps in nothing else."""
    bonus = aid(board, state, player, action, aim)
    announced = state[AIDED + player]
    if announced > 0 and (announced - 1) % AIMS == aim:
        state[AIDED + player] = 0
    return bonus


# ---- does a bonus change anything? ---------------------------------------------------------------------------------


@step
def _can_answer(board, state, enemy):
    """Can `enemy` still play a character against this one, for all that may be known of his hand?"""
    if state[CHARACTER_PLAYED + enemy] == 1:
        return False
    for character in range(CHARACTERS):
        if board[CHARACTER_CAMP + character] == enemy and state[CHARACTER_AT + character] == IN_HAND:
            return True
    return False


@step
def _answer(board, state, enemy, character, action):
    """What this character would add if it were he who is in the enemy's hand; 0: he cannot be."""
    if board[CHARACTER_CAMP + character] != enemy or state[CHARACTER_AT + character] == USED:
        return 0
    return bonus_of(board, character, action)


@step
def _changes_siege(board, state, player, castle, bonus):
    siege, besieger = siege_of(state, castle), state[ACTOR]
    if siege < 0 or (board[EACH_SIEGE] == 1 and siege != state[SIEGE_NOW]):
        return False
    troops = state[SIEGE + siege] % MOST_BESIEGERS
    now = aid(board, state, besieger, SIEGE_ACTION, castle) - aid(board, state, 1 - besieger, SIEGE_DEFENCE, castle)
    then = now + bonus if player == besieger else now - bonus
    if faces_won(board, castle, troops, now) != faces_won(board, castle, troops, then):
        return True
    if player == besieger and _can_answer(board, state, 1 - player):
        for character in range(CHARACTERS):
            less = _answer(board, state, 1 - player, character, SIEGE_DEFENCE)
            if faces_won(board, castle, troops, now - less) != faces_won(board, castle, troops, then - less):
                return True
    return False


@step
def _is_same_battle(board, state, lead, other):
    """Does the battle go alike with either lead of Montfort?"""
    montfort, blois = state[TROOPS + state[HERE]], state[TROOPS + REGIONS + state[HERE]]
    for column in range(ODDS_COLUMNS):
        if odds(board, montfort, blois, lead, column) != odds(board, montfort, blois, other, column):
            return False
    return True


@step
def _changes_battle(board, state, player, bonus):
    now = board[ARCHERS] + state[BONUS + MONTFORT] - state[BONUS + BLOIS]
    mine = 1 if player == MONTFORT else -1
    if not _is_same_battle(board, state, now, now + mine * bonus):
        return True
    if player == state[ACTIVE] and _can_answer(board, state, 1 - player):
        for character in range(CHARACTERS):
            less = now - mine * _answer(board, state, 1 - player, character, BATTLE)
            if not _is_same_battle(board, state, less, less + mine * bonus):
                return True
    return False


@step
def _changes_fight(board, state, player):
    most = most_removals(board, state, player)
    for face in range(board[FACES]):
        if board[DIE + face] < most:
            return True
    return False


@step
def _changes_part(board, state, player, part):
    """One partisan a region at most, and troops only where there are any. What comes before may make more room."""
    kind, number, regions = of_effect(board, state[CARD], part)
    partisans, own = kind == RALLIES_PARTISANS, REGIONS * player
    if part == 0 and player == state[ACTOR]:
        cells, limit = (PARTISANS, PARTISAN_LIMIT) if partisans else (TROOPS, TROOP_LIMIT)
        regions = places(state, cells + own, board[limit], regions)
    return number_of(regions) > (number if partisans else 0)


@routine
def changes(board, state, player, action, aim, bonus):
    """Does a bonus for `player` change what can come of the action, battle, siege or part of an order?"""
    if action == ORDER:
        return _changes_part(board, state, player, aim)
    if action in (SIEGE_ACTION, SIEGE_DEFENCE):
        return _changes_siege(board, state, player, aim, bonus)
    if action == BATTLE:
        return _changes_battle(board, state, player, bonus)
    if action == FIGHT:
        return _changes_fight(board, state, player)
    if action == RALLY:
        return state[LEFT] < number_of(rally_regions(board, state, player))
    return recruit_regions(board, state, player) != 0


# ---- playing them ----------------------------------------------------------------------------------------------------


@step
def aims_of(board, state, action):
    """How many aims there are to look through: parts of the order, castles, or just what is being done."""
    if action == ORDER:
        return of_card(board, state[CARD], EFFECTS)
    return CASTLES if action in (SIEGE_ACTION, SIEGE_DEFENCE) else 1


@step
def is_held(board, state, character, player):
    """Does `player` hold this character?"""
    return state[CHARACTER_AT + character] == IN_HAND and board[CHARACTER_CAMP + character] == player


@step
def is_playable(board, state, character, player, action, aim):
    """Does this character, whom `player` holds, change that?"""
    bonus = bonus_of(board, character, action_of_part(board, state[CARD], aim) if action == ORDER else action)
    return bonus != 0 and changes(board, state, player, action, aim, bonus)


@routine
def offer(board, state, player, action):
    """Ask `player` for a character if he can play one: one at most for each Event card (Character Cards)."""
    if state[CHARACTER_PLAYED + player] == 1:
        return False
    for character in range(CHARACTERS):
        if is_held(board, state, character, player):
            for aim in range(aims_of(board, state, action)):
                if is_playable(board, state, character, player, action, aim):
                    state[ACTION] = action
                    wait_for(state, PLAY_CHARACTER, player)
                    return True
    return False


@step
def play_character(board, state, choice):
    """A character is played and discarded, or (0) none is."""
    if choice == 0:
        return
    player, action, character = state[PLAYER], state[ACTION], (choice - 1) // AIMS
    state[CHARACTER_AT + character] = USED
    state[CHARACTER_PLAYED + player] = 1
    if action in (ORDER, SIEGE_ACTION, SIEGE_DEFENCE):
        state[AIDED + player] = choice
    elif action in (RALLY, RECRUIT):
        state[LEFT] += bonus_of(board, character, action)
    else:
        state[BONUS + player] = bonus_of(board, character, action)
