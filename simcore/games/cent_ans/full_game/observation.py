"""What a camp may know of a game, and whatever it cannot see dealt anew.

Hidden are the enemy's hands, as far as they are no printed first hands (18.1.1) and nothing has been asked about a
card, the TACTIC cards that he holds, and in which pile each CALAMITY lies (6.3.3). All else lies open.
"""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import inner, routine
from simcore.engine.rng import below
from simcore.gameplay.observation import Field
from simcore.games.cent_ans.full_game import state as s
from simcore.games.cent_ans.full_game.board_arrays import C_KIND, T_EFFECT, T_ERA, T_IN_GAME, T_KIND
from simcore.games.cent_ans.full_game.frames import top
from simcore.games.cent_ans.full_game.ranges import CELLS
from simcore.games.cent_ans.full_game.rules.hands import is_calamity_to_come, spread_calamities

UNSEEN_CARD = s.LEFT_OUT + 1  # a faction card in the enemy's hand or deck
UNSEEN_TACTIC = s.IN_PLAY + 1  # a TACTIC card in a pile or in the enemy's hand
ERAS = 3
MOST = {"card": UNSEEN_CARD, "tactic": UNSEEN_TACTIC}
SHAPES = {
    "units": (s.MOST_ZONES, s.KINDS), "moved": (s.MOST_ZONES, 3), "card": (s.FACTIONS, s.CARDS), "fighting": (2, 3),
    "due_retreat": (2, 3), "due_dispersion": (2, 2), "due_routier": (2, 2), "rolled": (2, 5),
    "frame": (s.MOST_FRAMES, 4),
}  # fmt: skip
MEANINGS = {
    "turn": "the turn", "drawn": "factions (bits) whose sequence has come", "active": "the active faction",
    "routiers_done": "have the Routiers had their turn?", "leader_due": "leaders still to be drawn",
    "took_leader": "has a leader just appeared?", "ttm": "TTM level by camp", "truces": "TRUCE cards by camp",
    "tokens": "MANEUVER tokens", "winner": "1 English, 2 French, 0 nobody", "how": "how the game ended",
    "castles_left": "castles not built", "towns_left": "fortified towns not built", "guard_left": "Papal Guard",
    "no_reinforcements": "are reinforcements forbidden?", "slipping": "is a camp slipping away?",
    "to_place": "reinforcements to place", "elite_to_place": "elite units to place",
    "placed_once": "zones (bits) with one unit placed", "placed_twice": "zones (bits) with two",
    "maneuvers": "maneuvers left", "token_maneuvers": "maneuvers bought by tokens", "arrows": "arrows of the card",
    "built": "has the faction built?", "improved": "has it improved the TTM level?",
    "leaders_closed": "are leaders done?", "bonus_used": "is the bonus used?", "chevauchee": "is it a Chevauchée?",
    "played_card": "the card played (number and 1)", "march_zone": "where the army is", "march_leader": "who leads it",
    "march_left": "arrows left", "march_steps": "steps taken", "march_army": "units of the army by kind",
    "fought_cards": "cards of this fight (bits)", "sheltered": "zone (and 1) where somebody took refuge",
    "steps": "rolls of the fight", "hit": "victims of the roll", "shot": "has the free attack been made?",
    "lifted": "has a siege been lifted?", "asked": "who has been asked", "exploit_zone": "where victors go on from",
    "dirty": "are points to be counted?", "points": "points by camp", "battles": "battles so far",
    "sieges": "sieges so far", "depth": "frames on the stack", "units": "by zone and kind",
    "moved": "units of the active camp that have moved, by zone and kind", "works": "what was built, by zone",
    "to_move": "Routiers that must still move, by zone", "reserve": "units in the reserve by kind",
    "leader": "zone of each leader, -1 away, -2 gone", "leader_moved": "leaders that have moved",
    "company": "zone of each Free Company, -1 away, -2 gone", "card": "where each card is, 4: unseen",
    "tactic": "where each TACTIC card is, 10: unseen", "fighting": "units that fight, by side and kind",
    "due_loss": "units that must fall, by side", "due_retreat": "that must retreat, by side and kind",
    "due_dispersion": "that must disperse, by side and faction",
    "due_routier": "that turn Routier, by side and faction",
    "inside": "defenders in the stronghold by kind", "rolled": "dice that wait for a leader",
    "working": "card of the elite dice, by side", "shuffled": "hands shown and shuffled back, by faction",
    "marker": "CONTROL markers by region: camp and 1", "frame": "what is still to happen: kind and three numbers",
}  # fmt: skip
FIELDS = (
    *(
        Field(
            one.name, SHAPES.get(one.name) or (() if one.length == 1 else (one.length,)), one.least,
            MOST.get(one.name, one.most), MEANINGS[one.name],
        )
        for one in CELLS
    ),
    Field("enemy_hands", (2,), 0, s.CARDS, "unseen cards in hand, by faction of the enemy"),
    Field("enemy_tactics", (ERAS,), 0, s.TACTICS, "unseen TACTIC cards in his hand, by era"),
    Field("calamities", (3,), 0, 1, "piles in which a CALAMITY lies"),
)  # fmt: skip


@routine
def observe(table, state, player, out):
    """What `player` may know, in the order of `FIELDS`: the state, with what is hidden from him taken out."""
    enemy = 1 - player
    for at in range(s.STATE):
        out[at] = state[at]
    hands, tactics, calamities = s.STATE, s.STATE + 2, s.STATE + 2 + ERAS
    for at in range(s.STATE, calamities + 3):
        out[at] = 0
    for own in range(2):
        faction = 2 * enemy + own
        for card in range(s.CARDS):
            at = s.CARD + faction * s.CARDS + card
            if state[at] <= s.IN_HAND and not is_known(table, state, faction, card):
                out[hands + own] += state[at] == s.IN_HAND
                out[at] = UNSEEN_CARD
    asked = _asked_about(table, state, enemy)
    for card in range(s.TACTICS):
        if is_calamity_to_come(table, state, card):
            out[calamities + state[s.TACTIC + card] - s.PILE_1] = 1
            out[s.TACTIC + card] = UNSEEN_TACTIC
        elif _is_unseen(table, state, card, enemy, asked):
            out[tactics + table.tactic[card, T_ERA] - 1] += state[s.TACTIC + card] == s.HELD + enemy
            out[s.TACTIC + card] = UNSEEN_TACTIC
    _put_question(table, out, enemy, False)


@routine
def _is_unseen(table, state, card, enemy, asked):
    """Can the enemy hold a TACTIC card, for all that is known: it lies in a pile or in his hand?"""
    where = state[s.TACTIC + card]
    return card != asked and (where < s.HELD or where == s.HELD + enemy) and _can_be_held(table, card)


@inner
def resample_hidden(table, state, player, stream):
    """Deal anew what `player` cannot see: the enemy's hands and held TACTIC cards, and where the calamities lie.

    Every world that fits what he has seen is as likely: what the enemy would rather keep is not weighed.
    """
    enemy = 1 - player
    for faction in range(2 * enemy, 2 * enemy + 2):
        _deal_hand(table, state, faction, stream)
    asked = _asked_about(table, state, enemy)
    for era in range(1, 4):
        held, unseen = 0, 0
        for card in range(s.TACTICS):
            if table.tactic[card, T_ERA] == era and _is_unseen(table, state, card, enemy, asked):
                held += state[s.TACTIC + card] == s.HELD + enemy
                unseen += 1
        for card in range(s.TACTICS):
            if table.tactic[card, T_ERA] == era and _is_unseen(table, state, card, enemy, asked):
                chosen = below(stream, unseen) < held
                state[s.TACTIC + card] = s.HELD + enemy if chosen else s.PILE_1 + era - 1
                held -= chosen
                unseen -= 1
    spread_calamities(table, state, stream)
    _put_question(table, state, enemy, _madness(table, state, enemy) >= 0)


@routine
def _deal_hand(table, state, faction, stream):
    """A hand dealt anew among all hands that the faction can hold, each as likely."""
    base = s.CARD + faction * s.CARDS
    must = _has_an_order(state, faction)
    held, unseen, orders, known_orders = 0, 0, 0, 0
    for card in range(s.CARDS):
        order = table.card[faction, card, C_KIND] != s.EVENT_CARD
        if state[base + card] > s.IN_HAND:
            continue
        if is_known(table, state, faction, card):
            known_orders += order
            continue
        held += state[base + card] == s.IN_HAND
        unseen += 1
        orders += order
    if held == 0:
        return
    for _ in range(1000):  # a hand of events alone is drawn anew, as at the table (6.3.1, 14)
        left, wanted, drawn_orders = unseen, held, known_orders
        for card in range(s.CARDS):
            if state[base + card] <= s.IN_HAND and not is_known(table, state, faction, card):
                chosen = below(stream, left) < wanted
                state[base + card] = s.IN_HAND if chosen else s.IN_DECK
                wanted -= chosen
                left -= 1
                drawn_orders += chosen and table.card[faction, card, C_KIND] != s.EVENT_CARD
        if drawn_orders > 0 or orders == 0 or not must:
            return


@routine
def _has_an_order(state, faction):
    """Must the hand hold a MANEUVER or TRUCE card? Always, but from when it is played until the hand is full (14)."""
    if state[s.ACTIVE] != faction:
        return True
    for depth in range(state[s.DEPTH]):
        if state[s.FRAMES + 4 * depth] == s.MANEUVER and state[s.FRAMES + 4 * depth + 1] == 0:
            return True  # his MANEUVERS phase is still to come, PLAYED_CARD is the last faction's
    return state[s.PLAYED_CARD] == 0


@routine
def is_known(table, state, faction, card):
    """Does everybody know that a faction holds a card: from a printed first hand (18.1.1), or by what he is asked?"""
    where = state[s.CARD + faction * s.CARDS + card]
    if where != s.IN_HAND:
        return False
    if (
        table.scenario == s.INTRODUCTORY
        and table.hands[faction, card] == s.IN_HAND
        and state[s.SHUFFLED + faction] == 0
    ):
        return True
    at = top(state)
    if at < 0 or state[at + 1] != card:
        return False
    return (state[at] == s.REVOLT and faction == s.ARMAGNAC) or (state[at] == s.SLIP_EVENT and faction == s.FRENCH)


@routine
def _asked_about(table, state, camp):
    """The TACTIC card that a camp is just being asked for, -1: none."""
    at = top(state)
    if at >= 0 and state[at + 1] == camp:
        if state[at] == s.EXPLOIT:
            return np.int64(state[at + 2])
        if state[at] == s.MADNESS:
            return _madness(table, state, camp)
    return -1


@routine
def _madness(table, state, camp):
    """The card Madness of the King in a camp's hand, -1: it is not."""
    for card in range(s.TACTICS):
        if state[s.TACTIC + card] == s.HELD + camp and table.tactic[card, T_EFFECT] == s.A_MADNESS:
            return card
    return -1


@routine
def _put_question(table, state, camp, mad):
    """Put the question of the King's madness where it waits for a camp that holds the card, or take it away.

    While the Routiers of a MANEUVER card move, nothing tells the other camp whether it will be asked: the question
    waits below their turn only if the card is held, so it comes and goes with the cards dealt anew.
    """
    depth, found = 0, np.int64(-1)
    for at in range(state[s.DEPTH] - 1):
        if state[s.FRAMES + 4 * at] == s.MANEUVER and state[s.FRAMES + 4 * at + 1] == 2:
            depth, found = at + 1, np.int64(state[s.FRAMES + 4 * at + 4])
    if found != s.MADNESS and found != s.ROUTIER_TURN:
        return
    faction, played = np.int64(state[s.ACTIVE]), np.int64(state[s.PLAYED_CARD])
    if faction // 2 == camp or played == 0 or table.card[faction, played - 1, C_KIND] != s.MANEUVER_CARD:
        return
    if found == s.MADNESS and state[s.DEPTH] == depth + 1:
        return  # it is being asked
    first, last = s.FRAMES + 4 * depth, s.FRAMES + 4 * state[s.DEPTH]
    if mad and found == s.ROUTIER_TURN:
        for at in range(last - 1, first - 1, -1):
            state[at + 4] = state[at]
        state[first], state[first + 1], state[first + 2], state[first + 3] = s.MADNESS, camp, 0, 0
        state[s.DEPTH] += 1
    elif not mad and found == s.MADNESS:
        for at in range(first, last - 4):
            state[at] = state[at + 4]
        for at in range(last - 4, last):
            state[at] = 0
        state[s.DEPTH] -= 1


@routine
def _can_be_held(table, card):
    """Is it a card that a player keeps in hand?"""
    effect = table.tactic[card, T_EFFECT]
    kept = table.tactic[card, T_KIND] == s.TECHNIQUE or effect in (s.A_MADNESS, s.FRANCS_ARCHERS)
    return kept and table.tactic[card, T_IN_GAME] > 0
