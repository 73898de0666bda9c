"""Where everything stands in the state of a full game, and what the numbers of actions, frames and flags mean.

The state is one int32 vector. What happens next is a stack of *frames* (kind and three numbers): the top one either
runs by itself or waits for a decision. An action is `verb * VERB + argument`.
"""

from __future__ import annotations

ENGLISH, BURGUNDIAN, FRENCH, ARMAGNAC = range(4)  # factions; camp = faction // 2
ROUTIERS, GUARD = 2, 3  # camps beside the English (0) and the French (1): Routiers, Papal Guard

# ---- kinds of units in a zone: first faction, second faction, elite of the English camp, then of the French, Routiers
KINDS, ELITE, ROUTIER = 7, 2, 6
MOST_ZONES, MOST_REGIONS = 72, 40
LEADERS, COMPANIES, CARDS, TACTICS = 12, 3, 13, 29
FACTIONS = 4

# ---- single numbers ------------------------------------------------------------------------------------------------
(
    TURN, DRAWN, ACTIVE, ROUTIERS_DONE, LEADER_DUE, TOOK_LEADER, TTM, TTM_FRENCH, TRUCES, TRUCES_FRENCH, TOKENS,
    WINNER, HOW, CASTLES_LEFT, TOWNS_LEFT, GUARD_LEFT,
    NO_REINFORCEMENTS, SLIPPING, TO_PLACE, ELITE_TO_PLACE, PLACED_ONCE, PLACED_TWICE,
    MANEUVERS, TOKEN_MANEUVERS, ARROWS, BUILT, IMPROVED, LEADERS_CLOSED, BONUS_USED, CHEVAUCHEE, PLAYED_CARD,
    MARCH_ZONE, MARCH_LEADER, MARCH_LEFT, MARCH_STEPS, MARCH_ARMY, _MARCH_ARMY_1, _MARCH_ARMY_2,
    FOUGHT_CARDS, SHELTERED, STEPS, HIT, SHOT, LIFTED, ASKED, EXPLOIT_ZONE,
    DIRTY, POINTS, POINTS_FRENCH, BATTLES, SIEGES,
    DEPTH,
) = range(52)  # fmt: skip

UNITS = 52  # [zone, kind]
MOVED = UNITS + MOST_ZONES * KINDS  # [zone, 3]: units of the active camp that have moved in this sequence
WORKS = MOVED + MOST_ZONES * 3  # what was built in a zone
TO_MOVE = WORKS + MOST_ZONES  # Routier units of a zone that must still move
RESERVE = TO_MOVE + MOST_ZONES  # units by kind: four factions, elite, Routiers
LEADER = RESERVE + 6  # zone of each leader, or ...
LEADER_MOVED = LEADER + LEADERS
COMPANY = LEADER_MOVED + LEADERS  # zone of each Free Company
CARD = COMPANY + COMPANIES  # where each faction card is [faction, card]
TACTIC = CARD + FACTIONS * CARDS  # where each TACTIC card is
# ---- the fight under way; sides: 0 attacker, 1 defender ----
FIGHTING = TACTIC + TACTICS  # [side, 3] units that still fight
DUE_LOSS = FIGHTING + 6  # [side] units that must still fall
DUE_RETREAT = DUE_LOSS + 2  # [side, 3] units that must still go
DUE_DISPERSION = DUE_RETREAT + 6  # [side, 2] units of each faction that must still disperse
DUE_ROUTIER = DUE_DISPERSION + 4  # [side, 2] units of each faction that must still turn Routier
INSIDE = DUE_ROUTIER + 4  # [3] defenders who have retreated into the stronghold
ROLLED = INSIDE + 3  # [faction, result] the dice of a roll whose leader is asked for its DISPERSION results
WORKING = ROLLED + 10  # [side] the card that works through the elite dice and one; 0: none
SHUFFLED = WORKING + 2  # [faction] has its hand been shown and shuffled back into its pile (6.3.1, 14)?
MARKER = SHUFFLED + FACTIONS  # [region] whose CONTROL marker lies there, camp and one; option `control`, else unused
FRAMES = MARKER + MOST_REGIONS
MOST_FRAMES = 40
STATE = FRAMES + 4 * MOST_FRAMES

RESERVE_ELITE, RESERVE_ROUTIER = 4, 5
AWAY, GONE = -1, -2  # a leader or company that is not in play, one that never comes back
NO_WORKS, CASTLE_1, CASTLE_2, FORTIFIED = range(4)
IN_DECK, IN_HAND, PLAYED, LEFT_OUT = range(4)  # faction cards
PILE_1, PILE_2, PILE_3, HELD, HELD_FRENCH, EQUIPPED, EQUIPPED_FRENCH, DISCARDED, NOT_IN_GAME, IN_PLAY = range(
    10
)  # TACTIC
NO_WINNER, ENGLISH_WIN, FRENCH_WIN = range(3)
ANY_ARMY, VICTORS = range(2)  # of whom an army is composed
GOING_ON, BY_POINTS, BY_HEART, BY_SURRENDER, DRAWN_GAME = range(5)  # how a game ended
BASIC, INTRODUCTORY, HISTORICAL = range(3)  # scenarios

# ---- frames --------------------------------------------------------------------------------------------------------
(
    NEXT, LEADER_DRAW, REINFORCE, MANEUVER, BATTLE, DRAW, TACTIC_DRAW, ROUTIER_TURN, FIGHT, ONWARD,  # run by themselves
    LEADER_ZONE, LEADER_CASTLE, REVOLT, PLACE, CHOOSE_CARD, REACT, MADNESS, ARMY, COMPOSE, MARCH,
    CHOOSE_BATTLE, SHELTER, BESIEGE, BATTLE_CARD, SLIP, SLIP_EVENT, EXPLOIT, DISCARD, PILE, ROUTE,
    EVENT_ZONE, MILITIA, MILITIA_ZONE, TACTIC_ZONE, EFFECT, FALL, RETREAT, TURN_COAT, ENROL, GATHER, ROUTIER_CAMP,
    TURN_RESULTS, CASTLE_PRICE, BAND, COMPANY_LEADER, GO_ALONG,
) = range(46)  # fmt: skip

# ---- verbs ---------------------------------------------------------------------------------------------------------
VERB = 1000
(
    PASS, TO_ZONE, PLAY, SEND_ALL, SEND_BUT_ONE, COMPOSE_ARMY, LEAD, BUILD_CASTLE, FORTIFY, IMPROVE, PLAY_TACTIC,
    NUMBER, STEP, SAIL, DROP, PICK_UP, FIGHT_IN, ATTACK_COMPANY, YES, THROW_AWAY, DRAW_FROM, FACTION_NUMBER, FALLS,
    SPEND_TOKEN, SAVE, FORM_COMPANY,
) = range(26)  # fmt: skip
ACTIONS = 400

# ---- a fight: flags of its frame -----------------------------------------------------------------------------------
ATTACKER, DEFENDER = 1, 8  # factors: a camp each (flags // factor % 4)
OPEN_FIELD, IGNORES_DISPERSION, DOUBLE_LOSS, CIVIL, LED, IN_SIEGE, AFTER_BATTLE = 64, 128, 256, 512, 1024, 2048, 4096
CARD_STAKES, CARD_GENOESE, CARD_ENGINES, CARD_SAPPING = 1, 2, 4, 8
OPENING = 4  # strikes before round 1: the free attack and the leader of one side, then of the other
FIRST_CARD, FIRST_EFFECT, DICE = 3, 5, 8  # stages of a fight
WHOLE_ARMY = 3  # in place of a kind: all who are left retreat together

# ---- effects of cards, in the order of `facts` --------------------------------------------------------------------
(
    _, ELITE_REINFORCEMENT, JACQUERIE, HALVE, HALVE_ATTACKER, TURN_COATS, CIVIL_WAR, RISING, REMOVE_UNITS,
    ADVANCE_TTM, SLIP_AWAY, NO_REINFORCEMENT, ENROL_ROUTIERS,
) = range(13)  # fmt: skip
(
    _, BLACK_DEATH, EPIDEMIC, A_CHEVAUCHEE, STAKES, PILLAGE, FRANCS_ARCHERS, GENOESE, EXPLOITATION, A_MILITIA, EQUIP,
    TETE_NOIRE, ENGINES, RECRUIT, A_MADNESS, SAPPING, REVOLT_OF_ROUTIERS, CAVALRY,
) = range(18)  # fmt: skip
NEVER, IN_MANEUVERS, IN_REINFORCEMENTS, ANY_TIME, ENGLISH_REINFORCEMENTS, ENGLISH_BATTLES, FRENCH_BATTLE = range(7)
MANEUVER_CARD, TRUCE_CARD, EVENT_CARD = range(3)
TECHNIQUE, EQUIPMENT, EVENT, CALAMITY = range(4)
NO_PLACE, TOWN, CITY, PARIS = range(4)
