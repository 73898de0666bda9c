"""The worlds that are resampled for a player: how likely each is, and what he knows in them.

That nothing of seed, game, chance and hidden cards reaches him is the suite's to test, see `test_conformance`.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from scipy.stats import chi2

from simcore.engine import rng
from simcore.gameplay import rollouts
from simcore.gameplay.position import Position
from simcore.games import find_game
from simcore.games.breizh.facts import facts
from simcore.games.breizh.full_game import board as boards
from simcore.games.breizh.full_game import state as breizh
from simcore.games.cent_ans.full_game import odds
from simcore.games.cent_ans.full_game import state as lgca
from simcore.games.cent_ans.full_game.board import table
from simcore.games.cent_ans.full_game.board_arrays import C_IN_DECK, C_KIND, T_EFFECT, T_ERA, T_IN_GAME, T_KIND
from tests.cent_ans_games import FACTS, TABLES, Field

GAMES = ("breizh", "cent-ans")
BOARD = {"breizh": boards.make_board(facts(), boards.Options()), "cent-ans": table("basic", FACTS, odds.nothing())}
BALANCED = boards.make_board(facts(), boards.Options(first_hands="balanced"))
WORLDS = 10_000


def stream_of(seed, number=0, purpose=9):
    stream = np.zeros(rng.STREAM, np.uint64)
    rollouts.open_at(stream, np.uint64(seed), np.uint64(number), np.uint64(purpose))
    return stream


def hidden_hands(game, state):
    if game == "breizh":
        return state[breizh.CARD_AT :][: breizh.CARDS].tobytes()
    return state[lgca.CARD :][: 4 * lgca.CARDS].tobytes()


@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES)
def test_the_enemys_hand_is_rebuilt_from_no_view(game):
    """Whoever starts a game under what he finds in a view deals other hands than the real ones."""
    rules, rebuilt = find_game(game).rules, 0
    for number in range(20):
        position = Position.start(rules, BOARD[game], 77, number)
        view = position.resampled(0, number)
        seed, found = (int(word) for word in view.stream[:2])
        again = Position.start(rules, BOARD[game], seed, found)
        rebuilt += hidden_hands(game, again.state) == hidden_hands(game, position.state)
    assert rebuilt == 0


# ---- the right proportions -----------------------------------------------------------------------------------------


def fits(counts, expected):
    """Does the chi-square of counts against what is expected lie below its one in 100,000?"""
    assert set(counts) <= set(expected)
    total = sum(counts.values())
    statistic = sum((counts.get(key, 0) - total * share) ** 2 / (total * share) for key, share in expected.items())
    return statistic < chi2.ppf(1 - 1e-5, max(len(expected) - 1, 1))


def alike(keys):
    keys = list(keys)
    return dict.fromkeys(keys, 1 / len(keys))


def worlds(position, player, read, count=WORLDS, seed=8):
    """What `read` finds in the states of so many worlds dealt for `player`."""
    own, found = stream_of(seed), Counter()
    state = position.state.copy()
    for _ in range(count):
        state[:] = position.state
        position.game.resample_hidden(position.board, state, player, own)
        found[read(state)] += 1
    return found


@pytest.mark.parametrize("game", GAMES)
def test_views_have_dice_in_the_right_proportions(game):
    position = Position.start(find_game(game).rules, BOARD[game], 3, 0)
    dice = Counter(int(rollouts.next_of(position.resampled(0, seed).stream)) * 6 >> 32 for seed in range(WORLDS))
    assert fits(dice, alike(range(6)))


@pytest.mark.parametrize("seed", [11, 12])
def test_one_fight_goes_every_way_from_its_views(seed):
    """The number of pieces that a Fight removes is the die's: 1, 2 or 3, each as likely."""
    rules, left = find_game("breizh").rules, Counter()
    position = Position.start(rules, BOARD["breizh"], 5, 0)
    state = position.state
    card = next(
        card
        for card in range(breizh.EVENTS)
        if breizh.of_card(position.board, card, breizh.CARD_ACTIONS) >> breizh.FIGHT & 1
    )
    state[breizh.TROOPS + breizh.REGIONS : breizh.TROOPS + 2 * breizh.REGIONS] = 2
    state[breizh.CARD], state[breizh.STAGE] = card, breizh.DONE
    state[breizh.DECISION], state[breizh.PLAYER] = breizh.USE, breizh.MONTFORT
    state[breizh.CHARACTER_PLAYED : breizh.CHARACTER_PLAYED + 2] = 1
    for at in range(3000):
        view = position.resampled(0, 3000 * seed + at)
        rules.step(view.board, view.state, breizh.FIRST_ACTION[breizh.USE] + breizh.FIGHT, view.stream)
        left[int(view.state[breizh.LEFT])] += 1
    assert fits(left, alike((1, 2, 3)))


def events_held(state, player):
    return tuple(np.flatnonzero(state[breizh.CARD_AT :][: breizh.EVENTS] == breizh.HAND + player).tolist())


@pytest.mark.compiled
def test_breizh_hands_are_any_of_the_unseen_cards_each_as_likely():
    position = Position.start(find_game("breizh").rules, BOARD["breizh"], 3, 0)
    at = position.state[breizh.CARD_AT :][: breizh.EVENTS]
    unseen = np.flatnonzero((at == breizh.DECK) | (at == breizh.HAND + 1)).tolist()
    held = len(events_held(position.state, 1))
    found = worlds(position, 0, lambda state: events_held(state, 1))
    assert all(len(hand) == held and set(hand) <= set(unseen) for hand in found)
    single = Counter(card for hand, count in found.items() for card in hand for _ in range(count))
    assert fits(single, alike(unseen))
    specials = worlds(position, 0, lambda state: int(state[breizh.SPECIAL_HELD + 1]))
    assert set(specials) == {0}  # none in the first turn
    characters = worlds(
        position,
        0,
        lambda state: tuple(np.flatnonzero(state[breizh.CHARACTER_AT :][: breizh.CHARACTERS] == 1).tolist()),
    )
    blois = np.flatnonzero(position.board[breizh.CHARACTER_CAMP :][: breizh.CHARACTERS] == 1)
    own = [one for one in next(iter(characters)) if one not in blois]
    assert fits(characters, alike(tuple(sorted([*own, int(one)])) for one in blois))


def colour(card):
    return min(int(breizh.of_card(BALANCED, card, breizh.FAVOURS)), breizh.EITHER)


def test_balanced_first_hands_keep_their_colours():
    """Tips for Your First Play: three blue, three red, one white card, as everybody sees."""
    position = Position.start(find_game("breizh").rules, BALANCED, 3, 0)
    found = worlds(position, 0, lambda state: events_held(state, 1), 2000)
    assert {tuple(sorted(Counter(map(colour, hand)).items())) for hand in found} == {((0, 3), (1, 3), (2, 1))}
    at = position.state[breizh.CARD_AT :][: breizh.EVENTS]
    for lot in range(3):
        unseen = [c for c in range(breizh.EVENTS) if at[c] in (breizh.DECK, breizh.HAND + 1) and colour(c) == lot]
        single = Counter(c for hand, count in found.items() for c in hand for _ in range(count) if colour(c) == lot)
        assert fits(single, alike(unseen))
        assert len(unseen) > 1


def test_a_card_that_was_drawn_from_a_hand_is_known_to_whoever_lost_it():
    rules = find_game("breizh").rules
    steals = 0
    dealer = np.random.default_rng(2)
    for number in range(60):
        position = Position.start(rules, BOARD["breizh"], 3, number)
        for _ in range(150):
            if position.player < 0:
                break
            before = [set(events_held(position.state, player)) for player in range(2)]
            legal = position.legal_actions()
            turn = int(position.state[breizh.TURN])
            position.apply(legal[dealer.integers(len(legal))])
            if position.player < 0 or position.state[breizh.TURN] != turn:
                continue
            for thief in range(2):
                for card in before[1 - thief] & set(events_held(position.state, thief)):
                    steals += 1
                    hands = worlds(position, 1 - thief, lambda state, thief=thief: events_held(state, thief), 30)
                    assert all(card in hand for hand in hands)
    assert steals > 5


def last_turn(tie):
    """The last turn of a game with an odd deck: tied, its last card is discarded."""
    rules, dealer = find_game("breizh").rules, np.random.default_rng(6)
    for number in range(300):
        position = Position.start(rules, BOARD["breizh"], 4, number)
        while position.player >= 0 and position.state[breizh.TURN] < 6:
            legal = position.legal_actions()
            rules.step(position.board, position.state, legal[dealer.integers(len(legal))], position.stream)
        at = position.state[breizh.CARD_AT :][: breizh.EVENTS]
        if position.player >= 0 and (at == breizh.UNDER).any() == tie:
            return position
    raise AssertionError("no such game")


def test_the_card_discarded_in_a_tied_last_turn_is_nobodys_knowledge():
    position = last_turn(True)
    at = position.state[breizh.CARD_AT :][: breizh.EVENTS]
    epoch = [int(breizh.of_card(position.board, card, breizh.EPOCH)) for card in range(breizh.EVENTS)]
    for player in range(2):
        unseen = np.flatnonzero((at == breizh.HAND + 1 - player) | (at == breizh.UNDER))
        old = [int(card) for card in unseen if epoch[card] < 3]
        under = worlds(
            position, player, lambda state: int(np.flatnonzero(state[breizh.CARD_AT :][: breizh.EVENTS] == 7)[0])
        )
        assert len(old) > 3
        assert fits(under, alike(old))  # never a card of the last epoch: those were dealt first
        new = {card for card in unseen.tolist() if epoch[card] == 3}
        hands = worlds(position, player, lambda state, player=player: events_held(state, 1 - player), 50)
        assert all(new <= set(hand) for hand in hands)


def test_the_discarded_card_is_any_of_the_older_epochs():
    rules, dealer, epochs = find_game("breizh").rules, np.random.default_rng(6), Counter()
    for number in range(400):
        position = Position.start(rules, BOARD["breizh"], 4, number)
        while position.player >= 0 and position.state[breizh.TURN] < 6:
            legal = position.legal_actions()
            rules.step(position.board, position.state, legal[dealer.integers(len(legal))], position.stream)
        for card in np.flatnonzero(position.state[breizh.CARD_AT :][: breizh.EVENTS] == breizh.UNDER):
            epochs[int(breizh.of_card(position.board, card, breizh.EPOCH))] += 1
    assert set(epochs) == {1, 2}


# ---- La guerre de Cent Ans -----------------------------------------------------------------------------------------


def cards_held(state, faction):
    base = lgca.CARD + faction * lgca.CARDS
    return tuple(np.flatnonzero(state[base : base + lgca.CARDS] == lgca.IN_HAND).tolist())


@pytest.mark.compiled
@pytest.mark.parametrize("faction", [2, 3])
def test_lgca_hands_are_any_with_an_order_each_as_likely(faction):
    position = Position.start(find_game("cent-ans").rules, BOARD["cent-ans"], 3, 0)
    order = BOARD["cent-ans"].card[faction, :, C_KIND] != lgca.EVENT_CARD
    base = lgca.CARD + faction * lgca.CARDS
    unseen = np.flatnonzero(position.state[base : base + lgca.CARDS] <= lgca.IN_HAND).tolist()
    hands = [hand for hand in combinations(unseen, 3) if order[list(hand)].any()]
    assert fits(worlds(position, 0, lambda state: cards_held(state, faction)), alike(hands))


@pytest.mark.compiled
def test_after_its_order_a_hand_may_be_events_alone():
    """Until it is filled up again a hand need not hold an order (14)."""
    position = Position.start(find_game("cent-ans").rules, BOARD["cent-ans"], 3, 0)
    base = lgca.CARD
    position.state[base : base + lgca.CARDS] = np.where(
        BOARD["cent-ans"].card[0, :, C_IN_DECK] > 0, lgca.IN_DECK, lgca.LEFT_OUT
    )
    position.state[base] = lgca.PLAYED
    position.state[[base + 8, base + 9]] = lgca.IN_HAND
    position.state[lgca.PLAYED_CARD] = 1
    frames = [(lgca.NEXT,), (lgca.DRAW,), (lgca.BATTLE, 1), (lgca.ARMY,)]
    position.state[lgca.FRAMES :] = 0
    for at, frame in enumerate(frames):
        position.state[lgca.FRAMES + 4 * at : lgca.FRAMES + 4 * at + len(frame)] = frame
    position.state[lgca.DEPTH] = len(frames)
    unseen = np.flatnonzero(position.state[base : base + lgca.CARDS] <= lgca.IN_HAND).tolist()
    assert fits(worlds(position, 1, lambda state: cards_held(state, 0)), alike(combinations(unseen, 2)))


def holdable(board):
    effect, kind = board.tactic[:, T_EFFECT], board.tactic[:, T_KIND]
    kept = (kind == lgca.TECHNIQUE) | (effect == lgca.A_MADNESS) | (effect == lgca.FRANCS_ARCHERS)
    return kept & (board.tactic[:, T_IN_GAME] > 0)


def tactics_held(state, camp):
    return tuple(np.flatnonzero(state[lgca.TACTIC :][: lgca.TACTICS] == lgca.HELD + camp).tolist())


def with_tactics(*cards, frame=None):
    field = Field("english")
    for card in cards:
        field.state[lgca.TACTIC + card] = lgca.HELD_FRENCH
    if frame:
        field.frames((lgca.NEXT,), (lgca.DRAW,), (lgca.BATTLE,), (lgca.ARMY,), frame)
    return field.position


@pytest.mark.compiled
@pytest.mark.parametrize("frame", [None, (lgca.DISCARD, 1, lgca.HELD)])
def test_held_tactic_cards_and_calamities_are_hidden_in_every_decision(frame):
    """While somebody discards as well."""
    board = TABLES["basic"]
    kept, era = holdable(board), board.tactic[:, T_ERA]
    first = [int(card) for card in np.flatnonzero(kept & (era == 1))]
    second = [int(card) for card in np.flatnonzero(kept & (era == 2))]
    position = with_tactics(*first[:2], second[0], frame=frame)
    hands = [(*two, one) for two in combinations(first, 2) for one in second]
    assert fits(worlds(position, 0, lambda state: tactics_held(state, 1)), alike(tuple(sorted(h)) for h in hands))
    calamities = [int(card) for card in np.flatnonzero(board.tactic[:, T_KIND] == lgca.CALAMITY)]
    piles = worlds(position, 0, lambda state: tuple(int(state[lgca.TACTIC + card]) for card in calamities))
    assert fits(piles, alike([(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]))


def test_printed_first_hands_are_known_until_they_are_played_or_shuffled_back():
    """18.1.1 prints them: of the introductory scenario everybody knows what each holds."""
    position = Position.start(find_game("cent-ans").rules, TABLES["introductory"], 3, 0)
    for player in range(2):
        for faction in range(2 * (1 - player), 2 * (1 - player) + 2):
            known = cards_held(position.state, faction)
            assert set(worlds(position, player, lambda s, f=faction: cards_held(s, f), 200)) == {known}
    position.state[lgca.SHUFFLED + 2] = 1
    assert len(worlds(position, 0, lambda state: cards_held(state, 2), 500)) > 5


@pytest.mark.compiled
def test_nothing_below_the_routiers_turn_tells_of_the_kings_madness():
    """His question waits on the stack only if the enemy holds the card: in views it comes and goes with the cards."""
    board = TABLES["basic"]
    mad = [int(card) for card in np.flatnonzero(holdable(board) & (board.tactic[:, T_EFFECT] == lgca.A_MADNESS))]
    era = board.tactic[mad[0], T_ERA]
    other = [int(c) for c in np.flatnonzero(holdable(board) & (board.tactic[:, T_ERA] == era)) if c not in mad]
    below = (lgca.NEXT,), (lgca.DRAW,), (lgca.BATTLE,), (lgca.MANEUVER, 2)
    turn, route = (lgca.ROUTIER_TURN, 0, 2), (lgca.ROUTE, 0, 3)
    found = []
    for held, waiting in ((mad[0], [(lgca.MADNESS, 1)]), (other[0], [])):
        field = Field("english")
        field.state[lgca.PLAYED_CARD] = 6
        field.state[lgca.TACTIC + held] = lgca.HELD_FRENCH
        field.frames(*below, *waiting, turn, route)

        def read(state):
            depth = int(state[lgca.DEPTH])
            stack = state[lgca.FRAMES : lgca.FRAMES + 4 * depth].reshape(-1, 4)
            assert (lgca.MADNESS in stack[:, 0]) == (tactics_held(state, 1)[0] in mad)
            assert stack[-1].tolist() == [*route, 0]
            assert not state[lgca.FRAMES + 4 * depth :].any()
            return lgca.MADNESS in stack[:, 0]

        share = len(mad) / (len(mad) + len(other))
        found.append(worlds(field.position, 0, read, 4000))
        assert fits(found[-1], {True: share, False: 1 - share})
