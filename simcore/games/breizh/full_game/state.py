"""Where everything is in the state of a full game, and the board that it is played on.

Players are 0 (Montfort) and 1 (Blois). Owners of castles and regions are 0 (nobody) or a player's number and 1, as the
winners of battles are. Cells that come once for each player are written `CELL + player`, cells for each player and
region `CELL + REGIONS * player + region`.
"""

from __future__ import annotations

from itertools import count

from simcore.engine.jit import step
from simcore.games.breizh import limits, names
from simcore.games.breizh.limits import MOST_BONUS, MOST_EFFECTS

MONTFORT, BLOIS = range(2)
PLAYERS = 2
REGIONS, CASTLES, CHARACTERS = names.REGIONS, limits.CASTLES, limits.CHARACTERS
EVENTS, SPECIALS = 42, 8  # card numbers: the Event cards from 0 on, then the Special Event cards
CARDS = EVENTS + SPECIALS
MOST_SIEGES = 20  # of one action: each takes a troop at least
MOST_BESIEGERS = 16  # bound of one siege, for numbering actions
EVERYWHERE = (1 << REGIONS) - 1  # regions as bits

# ---- cells of the state ------------------------------------------------------------------------------------------

(
    TURN, DECISION, PLAYER,  # which decision is due, and whose it is
    ACTIVE,  # the active player
    CARD, STAGE,  # the card under way, and how far it has come
    GIVER, EFFECT,  # who gives its order (-1: nobody), the effect that comes next
    ACTIVITY, ACTOR, ASKED,  # what is being done, by whom; steps of it that are behind
    LEFT, OPEN,  # how many more of it, and the regions (bits) where it may still be
    HERE,  # region of a battle, -1: none chosen
    TO,  # region that a relocated piece goes to
    ACTION,  # action that a character can be played for, or ORDER
    SIEGES, SIEGE_NOW,  # sieges announced, the one under way
    WINNER, ENDED,
    SPENT,  # event cards out of the game
    BROUGHT,  # what the fall of the castle under siege brings, as `roll_kernels.brings` has it
) = range(22)  # fmt: skip
_cells = count(22)


def _room(size: int) -> int:
    """First of `size` further cells."""
    first = next(_cells)
    for _ in range(size - 1):
        next(_cells)
    return first


PLAYED = _room(PLAYERS)  # cards played in this turn
EVENTS_HELD = _room(PLAYERS)
SPECIAL_HELD = _room(PLAYERS)  # card number and 1
BONUS = _room(PLAYERS)  # of characters in the battle or fight under way
CHARACTER_PLAYED = _room(PLAYERS)  # for the card under way
# The character announced for a siege or a part of an order that is still to come, as the action that announced it.
AIDED = _room(PLAYERS)
SIEGE = _room(MOST_SIEGES)  # castle * MOST_BESIEGERS + troops, 0 when it is over
REMOVED = _room(2 * REGIONS)  # by the fight under way: troops by region, then highwaymen
PARTISANS = _room(PLAYERS * REGIONS)
TROOPS = _room(PLAYERS * REGIONS)
CASTLES_HELD = _room(PLAYERS * REGIONS)
HIGHWAYMEN = _room(REGIONS)
DOMINATED = _room(REGIONS)
CASTLE = _room(CASTLES)
CARD_AT = _room(CARDS)
CHARACTER_AT = _room(CHARACTERS)
SEEN = _room(EVENTS)  # of an Event card in a hand: has the other player seen it there?
STATE = next(_cells)
AIMS = CASTLES  # that a character can be announced for

# Where a card is: `HAND + player`, `TABLE + player` (played in this turn). ASIDE: of an epoch that has not begun.
# UNDER: the odd card of a last deck, discarded without anybody having seen it.
ASIDE, DECK, HAND, TABLE, GONE, UNDER = 0, 1, 2, 4, 6, 7
IN_PILE, IN_HAND, USED = range(3)  # characters

# ---- decisions, and what the argument of an action is in each -------------------------------------------------------

(
    PLAY_CARD,  # the card
    USE,  # NOTHING, ORDER, or an action of the card
    PLAY_CHARACTER,  # 0: none, else 1 + character * AIMS + aim: a castle, a part of the order; else 0
    RALLY_IN, ELIMINATE_IN, RECRUIT_IN, BATTLE_IN,  # the region
    REMOVE,  # 0: enough, else 1 + 2 * region, and 1 more for highwaymen
    BESIEGE,  # 0: enough, else 1 + castle * MOST_BESIEGERS + troops
    SUPPLEMENT,  # what is taken of that which a castle's fall brings
    PARTISAN_FROM, TROOP_FROM,  # the region that a piece is taken from, none being left in the box
    HIGHWAYMEN_IN,  # the region
    OVER,
) = range(14)  # fmt: skip
_numbers = count()  # actions: each decision has numbers of its own, so that a number means the same everywhere


def _actions(size: int) -> int:
    """First of `size` further numbers of actions."""
    first = next(_numbers)
    for _ in range(size - 1):
        next(_numbers)
    return first


NOTHING, ORDER, RALLY, RECRUIT, FIGHT, SIEGE_ACTION, BATTLE, SIEGE_DEFENCE = range(
    8
)  # uses, and what characters help in
ELIMINATES, RALLIES, DECLINES, DOES_BOTH = range(4)  # what a castle's fall brings
# Activities. ORDERING: characters are announced before an order; ANNOUNCING: sieges are.
IDLE, RALLYING, ELIMINATING, RECRUITING, BATTLES, FIGHTING, ANNOUNCING, BESIEGING, ORDERING = range(9)
FIRST_ORDER, SECOND_ORDER, CHOICE, DONE = range(4)  # stages of a card
# Number of the first action of each decision. Characters have numbers for what they are announced for, see `number_of`.
FIRST_ACTION = (
    _actions(CARDS), _actions(SIEGE_ACTION + 1), _actions(1), _actions(REGIONS), _actions(REGIONS), _actions(REGIONS),
    _actions(REGIONS), _actions(1 + 2 * REGIONS), _actions(1 + CASTLES * MOST_BESIEGERS), _actions(DOES_BOTH + 1),
    _actions(REGIONS), _actions(REGIONS), _actions(REGIONS),
)  # fmt: skip
CHARACTER_NOW = _actions(CHARACTERS)  # a character in the action or battle under way
CHARACTER_IN_SIEGE = _actions(CHARACTERS * CASTLES)  # + CASTLES * character + the castle under siege
CHARACTER_IN_PART = _actions(CHARACTERS * MOST_EFFECTS)  # + MOST_EFFECTS * character + the part of an order
NUM_DISTINCT_ACTIONS = next(_numbers)
ACTIONS = 1 + CASTLES * MOST_BESIEGERS  # legal at once at most, of the decision with the most
BY_POINTS, BY_DOMINATION, NOT_OVER = range(3)  # how a game ended


# ---- the board -----------------------------------------------------------------------------------------------------


# An int32 array of cells as well: what does not change in a game. One array, because kernels that call each other hand
# it on at every call.

(
    PARTISAN_LIMIT, TROOP_LIMIT, HIGHWAYMEN_LIMIT, ARCHERS, BATTLE_FROM, DECISIVE_LEAD, SIEGE_MARGIN, SIEGE_RESERVE,
    REMOVED_PER_REGION, RALLIED, RECRUITED, CHARACTER_CARDS, VICTORY_REGIONS, CHOICE_FROM, BOTH_FROM, LAST_TURN,
    COLOURED, WHITE,  # of a balanced first hand
    VARIANT, BALANCED, LEAST, SURVIVOR, EACH, FREE, EACH_SIEGE,  # options, 0 or 1
    LEAST_LEAD, LEADS,  # tables of `ODDS`: the lead of the first, how many there are
    FACES,  # of the die
    NAMES,  # where the names of cards, castles and characters begin, a byte of UTF-8 a cell, with a line for each
) = range(29)  # fmt: skip
FAVOURS, CARD_ACTIONS, EPOCH, EFFECTS, FIRST_EFFECT = range(5)  # then kind, number, regions of each effect
EFFECT_SIZE = 3
EITHER, BOTH, NONE = range(2, 5)  # whom a card favours besides a player
RALLIES_PARTISANS, RECRUITS, ELIMINATES_PARTISANS, DRAWS, PLAGUE = range(5)  # effects
CARD_COLUMNS = FIRST_EFFECT + EFFECT_SIZE * MOST_EFFECTS
TURN_EPOCH, EVENT_CARDS, REGION_CARDS, ALL_CARDS, SPECIAL_CARDS, MOST_PLAYED = range(6)
TURN_COLUMNS = MOST_PLAYED + 1
MOST_FACES, MOST_TURNS = 20, 12

_cells = count(LEAST_LEAD + 4)
DIE = _room(MOST_FACES)
CASTLE_REGION = _room(CASTLES)
CASTLE_STRENGTH = _room(CASTLES)
FIRST = _room(REGIONS + 1)  # where the castles of a region begin in `LISTED`
LISTED = _room(CASTLES)  # castles by region
CHARACTER_CAMP = _room(CHARACTERS)
CHARACTER_BONUS = _room(CHARACTERS * (SIEGE_DEFENCE + 1))  # + CHARACTERS * action
CARD_FACTS = _room(CARDS * CARD_COLUMNS)
TURN_FACTS = _room((MOST_TURNS + 1) * TURN_COLUMNS)
STARTING = _room(PLAYERS * 2 * REGIONS)  # + REGIONS * (2 * player + 0 partisans, 1 troops)
STARTING_OWNER = _room(CASTLES)
REGION_CASTLE = _room(REGIONS)  # of the variant's Region cards
ALLOCATION = _room(PLAYERS * 3)  # partisans, troops, castles of its Allocation cards
# Faces with which a castle falls, by the strength of its besiegers over it, from -MOST_SIEGE_LEAD to MOST_SIEGE_LEAD:
# their troops, the bonuses of both sides and one more that is only thought of.
MOST_SIEGE_LEAD = MOST_BESIEGERS + 3 * MOST_BONUS
SIEGE_FALLS = _room(2 * MOST_SIEGE_LEAD + 1)
# Odds of every battle, + ((lead * (troops + 1) + Montfort's troops) * (troops + 1) + Blois's) * ODDS_COLUMNS: chances
# that Montfort and Blois win, expected troops left of each; all in parts of ODDS_UNIT.
ODDS = next(_cells)
ODDS_COLUMNS, ODDS_UNIT = 4, 1 << 24


@step
def of_card(board, card, column):
    """What a card shows."""
    return board[CARD_FACTS + CARD_COLUMNS * card + column]


@step
def of_effect(board, card, effect):
    """Kind, number and regions (bits) of an effect of a card's order."""
    at = FIRST_EFFECT + EFFECT_SIZE * effect
    return of_card(board, card, at), of_card(board, card, at + 1), of_card(board, card, at + 2)


@step
def of_turn(board, turn, column):
    """What a turn brings."""
    return board[TURN_FACTS + TURN_COLUMNS * turn + column]


# ---- numbers of actions --------------------------------------------------------------------------------------------


@step
def number_of(state, argument):
    """The number of the action with this argument in the decision that is due."""
    if state[DECISION] != PLAY_CHARACTER or argument == 0:
        return FIRST_ACTION[state[DECISION]] + argument
    helps, character, aim = state[ACTION], (argument - 1) // AIMS, (argument - 1) % AIMS
    if helps == SIEGE_ACTION or helps == SIEGE_DEFENCE:
        return CHARACTER_IN_SIEGE + CASTLES * character + aim
    if helps == ORDER:
        return CHARACTER_IN_PART + MOST_EFFECTS * character + aim
    return CHARACTER_NOW + character


@step
def argument_of(state, action):
    """The argument of an action in the decision that is due: the inverse of `number_of`."""
    if state[DECISION] != PLAY_CHARACTER or action < CHARACTER_NOW:
        return action - FIRST_ACTION[state[DECISION]]
    if action < CHARACTER_IN_SIEGE:
        return 1 + AIMS * (action - CHARACTER_NOW)
    if action < CHARACTER_IN_PART:
        return 1 + action - CHARACTER_IN_SIEGE  # AIMS castles a character
    character, part = (action - CHARACTER_IN_PART) // MOST_EFFECTS, (action - CHARACTER_IN_PART) % MOST_EFFECTS
    return 1 + AIMS * character + part
