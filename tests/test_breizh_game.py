"""Breizh 1341 as a full game: one test for every section of the rulebook that the driver carries out, in its order.

Each plays a position made for it, see `breizh_games`. What characters do beside that: `test_breizh_characters.py`.
"""

from __future__ import annotations

import numpy as np
import pytest

from breizh_games import (
    BLOIS,
    BOARD,
    CASTLE,
    CHARACTER,
    EVENTS,
    MONTFORT,
    NAMES,
    NEUTRAL,
    REGION,
    RULES,
    at,
    board_of,
    cells,
    drive,
    hand,
    hold,
    own,
    play,
    ready,
    rolls,
    started,
    texts,
)
from simcore.gameplay.position import Position
from simcore.games.breizh.facts import facts
from simcore.games.breizh.full_game import board as boards
from simcore.games.breizh.full_game import state as cell

# ---- Contents, Event Cards, Setup --------------------------------------------------------------------------------


def test_contents():
    figures = facts()
    assert (len(figures.events), len(figures.specials)) == (42, 8)
    assert (len(figures.characters), len(figures.castles), len(figures.region_cards)) == (16, 29, 8)
    assert [figures.box[piece].value for piece in ("partisans", "troops", "highwaymen")] == [20, 20, 3]
    assert figures.die["faces"].value == (1, 2, 3)
    epochs = [fact.value.epoch for fact in figures.events.values()]
    assert epochs.count(3) == 6  # Prepare the Deck of Event Cards
    assert epochs.count(1) >= 14  # two hands of turn 1
    camps = [fact.value.camp for fact in figures.characters.values()]
    assert camps.count("blois") == camps.count("montfort") == 8


def test_setup():
    position = started()
    state = position.state
    assert cells(position, cell.PARTISANS + cell.REGIONS * BLOIS) == [
        int(region in ("saint-brieuc", "tregor")) for region in boards.REGION_NAMES
    ]
    assert cells(position, cell.PARTISANS) == [1, 0, 0, 0, 0, 0, 0, 0]
    assert cells(position, cell.TROOPS) == [2, 0, 0, 0, 0, 0, 0, 0]
    owners = {name: int(state[cell.CASTLE + number]) for name, number in CASTLE.items() if state[cell.CASTLE + number]}
    assert owners == {"guingamp": 1 + BLOIS, "guerande": 1 + MONTFORT}


def test_variant_setup():
    regions, first_players, allocations = set(), set(), set()
    for number in range(60):
        position = started(number=number, setup="variant")
        first_players.add(int(position.state[cell.ACTIVE]))
        for player in range(2):
            partisans = cells(position, cell.PARTISANS + cell.REGIONS * player)
            troops = cells(position, cell.TROOPS + cell.REGIONS * player)
            [region] = np.flatnonzero(partisans)
            assert cells(position, cell.CASTLES_HELD + cell.REGIONS * player)[region] == 1
            allocations.add((player, sum(partisans), sum(troops)))
            regions.add(int(region))
    assert regions == set(range(cell.REGIONS))
    assert first_players == {MONTFORT, BLOIS}
    assert allocations == {(0, 2, 0), (0, 1, 2), (1, 2, 0), (1, 1, 2)}


def test_tips_for_your_first_play():
    for number in range(20):
        position = started(number=number, first_hands="balanced")
        for player in range(2):
            held = [
                BOARD[cell.CARD_FACTS + cell.CARD_COLUMNS * card + cell.FAVOURS]
                for card in range(cell.EVENTS)
                if position.state[cell.CARD_AT + card] == cell.HAND + player
            ]
            assert [sum(f == colour for f in held) for colour in (BLOIS, MONTFORT)] == [3, 3]
            assert len(held) == 7


def test_event_cards_background():
    """Who may give an order: the side of the colour; either side; both are given it; nobody."""
    uses = {}
    for card in ("Walter Manny lands", "The French host at Champtoceaux", "Mauron", "Ransoms are paid", NEUTRAL):
        position = play(ready(card=card), card)
        uses[card] = (position.player, texts(position))
    assert "give the order" in uses["Walter Manny lands"][1]
    # The enemy's order comes first: he recruits.
    assert uses["The French host at Champtoceaux"] == (BLOIS, [f"recruit in {name}" for name in NAMES])
    assert "give the order" in uses["Mauron"][1]
    assert uses["Ransoms are paid"] == (MONTFORT, [f"recruit in {name}" for name in NAMES])
    assert uses[NEUTRAL][1] == [
        "do nothing",
        "take the Rally action",
        "take the Recruit action",
        "take the Besiege action",
    ]


def test_playing_a_card_that_favours_the_opponent():
    """His order, then an action of one's own, and no order."""
    position = play(ready(card="The judgement of Conflans"), "The judgement of Conflans")
    assert position.player == BLOIS
    drive(position, "rally in Rennes", "rally in Vannes")
    assert position.player == MONTFORT
    assert texts(position) == ["do nothing", "take the Rally action", "take the Recruit action"]


def test_playing_a_card_that_affects_both():
    position = play(ready(card="The truce of Malestroit"), "The truce of Malestroit")
    assert (position.player, drive(position, "rally in Rennes").player) == (MONTFORT, BLOIS)
    assert drive(position, "rally in Rennes").player == MONTFORT
    assert "do nothing" in texts(position)


def test_only_one_of_order_and_actions():
    position = play(ready(card="Walter Manny lands"), "Walter Manny lands")
    drive(position, "give the order", *["recruit in Léon"] * 5)
    assert position.state[cell.TROOPS + REGION["leon"]] == 5
    assert position.player == BLOIS
    assert position.state[cell.DECISION] == cell.PLAY_CARD


# ---- Character Cards ---------------------------------------------------------------------------------------------


def test_character_cards_one_for_each_event_card():
    position = ready()
    hold(position, "john-of-montfort", "joan-of-flanders", "john-hardeshull")
    play(position)
    drive(position, "take the Recruit action")
    assert texts(position) == ["play no character", "play Joan of Flanders", "play John Hardeshull"]
    drive(position, "play Joan of Flanders", *["recruit in Léon"] * 5)  # 3 and 2
    assert position.state[cell.CHARACTER_AT + CHARACTER["joan-of-flanders"]] == cell.USED
    assert position.player == BLOIS
    assert position.state[cell.CHARACTER_AT + CHARACTER["john-hardeshull"]] == cell.IN_HAND  # kept


def test_character_bonus_counts_for_an_order():
    position = ready(card="The treasure of Limoges")
    hold(position, "john-of-montfort")
    play(position, "The treasure of Limoges")
    drive(
        position,
        "give the order",
        "play John of Montfort for part 1 of the order",
        *(f"rally in {name}" for name in NAMES[:4]),
    )
    assert cells(position, cell.PARTISANS)[:4] == [2, 1, 1, 1]


def test_character_bonus_counts_for_one_siege():
    """Without it Dinan would hold; in the siege of Clisson no second character helps, and the first one no more."""
    position = ready(TROOPS_MONTFORT={"nantes": 2, "saint-malo-et-dol": 2})
    hold(position, "walter-manny", "tanguy-du-chastel")
    play(position)
    drive(position, "take the Besiege action", "besiege Dinan with 2", "besiege Clisson with 2")
    rolls(position, 1, 1)
    drive(position, "play Walter Manny in the siege of Dinan", "rally a partisan")
    assert position.state[cell.CASTLE + CASTLE["dinan"]] == 1 + MONTFORT
    assert position.state[cell.CASTLE + CASTLE["clisson"]] == 0
    assert position.state[cell.CHARACTER_AT + CHARACTER["tanguy-du-chastel"]] == cell.IN_HAND


# ---- Sequence of Play --------------------------------------------------------------------------------------------


def finish(position, choose=min):
    while position.player >= 0:
        position.apply(choose(position.legal_actions()))
    return position


def turns_of(number, **options):
    """The states in which each turn of a random game begins."""
    position = started(number=number, **options)
    turn, found = 0, []
    generator = np.random.default_rng(number)
    while position.player >= 0:
        if position.state[cell.TURN] != turn:
            turn = int(position.state[cell.TURN])
            found.append(position.copy())
        position.apply(int(generator.choice(position.legal_actions())))
    return [*found, position]


def held(position, player):
    return sum(position.state[cell.CARD_AT : cell.CARD_AT + cell.EVENTS] == cell.HAND + player)


def epochs_in(position, *zones):
    state = position.state
    return {
        int(BOARD[cell.CARD_FACTS + cell.CARD_COLUMNS * card + cell.EPOCH])
        for card in range(cell.EVENTS)
        if state[cell.CARD_AT + card] in zones
    }


GAMES = [turns_of(number) for number in range(6)]


def test_1_prepare_the_deck_of_event_cards():
    for turns in GAMES:
        everywhere = (cell.DECK, cell.HAND, cell.HAND + 1)
        assert epochs_in(turns[0], *everywhere) == {1}
        assert epochs_in(turns[1], *everywhere) <= {1, 2}
        assert 2 in epochs_in(turns[1], *everywhere)
        for begun in turns[1:5]:
            assert epochs_in(begun, cell.ASIDE) == {3}
        assert epochs_in(turns[5], cell.ASIDE, cell.DECK) == set()


def test_2_build_each_players_hand():
    for turns in GAMES:
        assert [held(turns[0], player) for player in range(2)] == [7, 7]
        for turn, begun in enumerate(turns[:6], start=1):
            state = begun.state
            drawn = [
                sum(
                    state[cell.CHARACTER_AT + character] != cell.IN_PILE
                    for character in range(cell.CHARACTERS)
                    if BOARD[cell.CHARACTER_CAMP + character] == player
                )
                for player in range(2)
            ]
            assert drawn == [turn, turn]
            specials = [int(state[cell.SPECIAL_HELD + player] > 0) for player in range(2)]
            assert specials == ([1, 1] if 2 <= turn <= 5 else [0, 0])
            if 2 <= turn <= 5:
                for player in range(2):
                    free = [
                        region
                        for region in range(cell.REGIONS)
                        if state[cell.DOMINATED + region] == player + 1 and state[cell.HIGHWAYMEN + region] == 0
                    ]
                    assert held(begun, player) == 1 + len(free)


@pytest.mark.parametrize(("odd_card", "gets"), [("most", MONTFORT), ("least", BLOIS)])
def test_2_the_odd_card_of_turn_6(odd_card, gets):
    position = last_turn(odd_card=odd_card)
    at(position, PARTISANS_MONTFORT={"nantes": 1, "rennes": 1}, PARTISANS_BLOIS={"leon": 1})
    for castle, player in (("nantes", MONTFORT), ("rennes", MONTFORT), ("brest", BLOIS)):
        own(position, castle, player)
    end_turn(position)
    assert position.state[cell.TURN] == 6
    assert held(position, gets) == held(position, 1 - gets) + 1


def test_2_the_odd_card_of_turn_6_is_discarded_on_a_tie():
    position = last_turn()
    before = position.state[cell.SPENT]
    end_turn(position)
    assert held(position, 0) == held(position, 1)
    assert position.state[cell.SPENT] - before == 2  # the card played, and the odd one
    gone = epochs_in(position, cell.GONE)
    assert 3 not in gone
    for player in range(2):  # the cards of the third epoch lie on top
        assert (
            sum(
                position.state[cell.CARD_AT + card] == cell.HAND + player
                for card in range(cell.EVENTS)
                if BOARD[cell.CARD_FACTS + cell.CARD_COLUMNS * card + cell.EPOCH] == 3
            )
            == 3
        )


def last_turn(**options):
    """Turn 5, a last card in Montfort's hand: with it gone, the cards left are odd in number."""
    position = started(**options)
    state = position.state
    for card in range(cell.EVENTS):
        epoch = BOARD[cell.CARD_FACTS + cell.CARD_COLUMNS * card + cell.EPOCH]
        state[cell.CARD_AT + card] = cell.ASIDE if epoch == 3 else cell.DECK
    at(position, TURN=5, ACTIVE=MONTFORT, PLAYER=MONTFORT, DECISION=cell.PLAY_CARD)
    hand(position, MONTFORT, NEUTRAL)
    state[cell.EVENTS_HELD + BLOIS] = 0
    at(position, PARTISANS_MONTFORT={}, PARTISANS_BLOIS={}, TROOPS_MONTFORT={})
    for castle in range(cell.CASTLES):
        state[cell.CASTLE + castle] = 0
    state[cell.CASTLES_HELD : cell.CASTLES_HELD + 2 * cell.REGIONS] = 0
    return position


def end_turn(position):
    return drive(position, f"play card {EVENTS[NEUTRAL] + 1}, {NEUTRAL}", "do nothing")


# ---- 3 to 9 ------------------------------------------------------------------------------------------------------


def test_3_determine_the_first_active_player():
    """Montfort in turn 1; then regions, partisans, castles, the die."""
    assert {int(started(number=number).state[cell.ACTIVE]) for number in range(20)} == {MONTFORT}

    def first(number=0, **cells_of):
        position = last_turn()
        at(position, TURN=2, **cells_of)
        position.stream[1] = number
        return int(end_turn(position).state[cell.ACTIVE])

    assert {first(number) for number in range(20)} == {MONTFORT, BLOIS}
    assert {first(number, PARTISANS_BLOIS={"leon": 1}) for number in range(20)} == {BLOIS}
    assert {first(number, PARTISANS_MONTFORT={"leon": 1}) for number in range(20)} == {MONTFORT}
    position = last_turn()
    at(position, TURN=2)
    own(position, "brest", BLOIS)
    assert end_turn(position).state[cell.ACTIVE] == BLOIS
    position = last_turn()  # a region counts before any number of partisans
    at(position, TURN=2, PARTISANS_MONTFORT={"nantes": 9}, PARTISANS_BLOIS={"leon": 1})
    own(position, "brest", BLOIS)
    assert end_turn(position).state[cell.ACTIVE] == BLOIS


@pytest.mark.parametrize("number", range(3))
def test_4_play_event_cards_in_turn_and_up_to_the_limit(number):
    """5, 3, 3, 3, 3 and 5 cards at most; a turn ends when neither has a card to play."""
    position = started(number=number)
    generator = np.random.default_rng(number)
    while position.player >= 0:
        before = position.state.copy()
        most = 3 if 2 <= before[cell.TURN] <= 5 else 5
        position.apply(int(generator.choice(position.legal_actions())))
        if position.state[cell.TURN] == before[cell.TURN]:
            assert max(position.state[cell.PLAYED :][:2]) <= most
        else:
            for player in range(2):
                cards = before[cell.EVENTS_HELD + player] + (before[cell.SPECIAL_HELD + player] > 0)
                assert before[cell.PLAYED + player] >= most or cards == 0


def test_4_a_player_goes_on_when_the_other_has_no_card():
    position = ready()
    hand(position, BLOIS)
    hand(position, MONTFORT, NEUTRAL, "Fire along the coast")
    play(position)
    drive(position, "do nothing")
    assert position.player == MONTFORT
    assert position.state[cell.DECISION] == cell.PLAY_CARD


def test_4_the_special_event_card_must_be_played():
    position = ready()
    hand(position, MONTFORT, NEUTRAL, "Fire along the coast", special=8)
    position.state[cell.PLAYED] = 1
    assert len(position.legal_actions()) == 3
    position.state[cell.PLAYED] = 2
    assert texts(position) == ["play card S8, A truce runs out"]


def test_4_drawing_from_the_opponents_hand():
    """Neither his Special Event card nor his characters."""
    position = ready(card="Spies in Nantes")
    hand(position, BLOIS, "Auray", special=3)
    play(position, "Spies in Nantes")
    drive(position, "give the order")
    assert (held(position, MONTFORT), held(position, BLOIS)) == (1, 0)
    assert position.state[cell.SPECIAL_HELD + BLOIS] > 0
    assert position.player == BLOIS


def test_4_limits_with_no_partisan_left_one_is_taken_from_elsewhere():
    position = ready(PARTISANS_MONTFORT={"nantes": 12, "leon": 8})
    play(position)
    drive(position, "take the Rally action", "rally in Rennes")
    assert texts(position) == ["take a partisan from Nantes", "take a partisan from Léon"]
    drive(position, "take a partisan from Léon")
    assert cells(position, cell.PARTISANS) == [12, 1, 0, 0, 0, 0, 7, 0]


def test_4_limits_with_no_troop_left_one_is_taken_from_elsewhere():
    position = ready(TROOPS_BLOIS={}, TROOPS_MONTFORT={"nantes": 20})
    play(position)
    drive(position, "take the Recruit action")
    assert "recruit in Nantes" not in texts(position)
    drive(position, "recruit in Rennes", "take a troop from Nantes")
    assert cells(position, cell.TROOPS)[:2] == [19, 1]


def test_5_discard_event_cards():
    for turns in GAMES:
        for begun in turns[1:]:
            assert not [at for at in begun.state[cell.CARD_AT :][: cell.CARDS] if at in (cell.TABLE, cell.TABLE + 1)]


def test_6_place_highwaymen():
    """Whoever has fewer troops, anywhere; then all troops go."""
    position = ready(TROOPS_MONTFORT={"nantes": 2}, TROOPS_BLOIS={"leon": 3}, HIGHWAYMEN={"vannes": 1})
    hand(position, BLOIS)
    play(position)
    drive(position, "do nothing")
    assert (position.player, texts(position)) == (MONTFORT, [f"place highwaymen in {name}" for name in NAMES])
    drive(position, "place highwaymen in Vannes")
    assert cells(position, cell.HIGHWAYMEN)[REGION["vannes"]] == 2
    assert not sum(cells(position, cell.TROOPS, 2 * cell.REGIONS))


@pytest.mark.parametrize("troops", [{}, {"leon": 2}])
def test_6_no_highwaymen_without_troops_or_on_a_tie(troops):
    position = ready(TROOPS_MONTFORT=troops, TROOPS_BLOIS=troops)
    hand(position, BLOIS)
    play(position)
    assert drive(position, "do nothing").state[cell.TURN] == 3


def test_7_determine_dominated_regions():
    """(Montfort's partisans, castles, Blois's partisans, castles): whose the region is."""
    cases = {
        (1, 1, 0, 0): "montfort", (1, 0, 0, 0): None, (0, 2, 5, 0): None, (1, 1, 9, 0): "montfort",
        (1, 1, 0, 3): "montfort", (1, 2, 2, 1): None, (2, 2, 2, 1): "montfort", (1, 1, 2, 1): "blois",
    }  # fmt: skip
    for (partisans, castles, enemy_partisans, enemy_castles), owner in cases.items():
        position = ready(
            TROOPS_MONTFORT={}, PARTISANS_MONTFORT={"vannes": partisans}, PARTISANS_BLOIS={"vannes": enemy_partisans}
        )
        places = ["vannes", "hennebont", "auray", "josselin"]
        for castle in places[:castles]:
            own(position, castle, MONTFORT)
        for castle in places[castles:][:enemy_castles]:
            own(position, castle, BLOIS)
        hand(position, BLOIS)
        play(position)
        drive(position, "do nothing")
        dominated = position.state[cell.DOMINATED + REGION["vannes"]]
        assert (None, *boards.SIDES)[dominated] == owner


def test_8_victory_by_seven_regions():
    for regions in (6, 7):
        position = ready(TROOPS_MONTFORT={}, PARTISANS_BLOIS={})
        position.state[cell.CASTLE : cell.CASTLE + cell.CASTLES] = 0
        position.state[cell.CASTLES_HELD : cell.CASTLES_HELD + 2 * cell.REGIONS] = 0
        for region, name in enumerate(boards.REGION_NAMES[:regions]):
            position.state[cell.PARTISANS + region] = 1
            castle = next(c for c in facts().castles if facts().castles[c].value.region == name)
            own(position, castle, MONTFORT)
        hand(position, BLOIS)
        play(position)
        drive(position, "do nothing")
        assert (position.player < 0) == (regions == 7)
        assert position.outcome()["winner"] == (1 if regions == 7 else 0)
        assert position.outcome()["ended"] == (cell.BY_DOMINATION if regions == 7 else cell.NOT_OVER)


@pytest.mark.parametrize(("partisans", "winner"), [(4, 1), (3, 0), (2, 2)])
def test_8_victory_by_points(partisans, winner):
    """A point for each partisan, castle and Domination marker without highwaymen; a tie is a draw."""
    position = ready(
        TURN=6, TROOPS_MONTFORT={}, HIGHWAYMEN={"tregor": 1},
        PARTISANS_MONTFORT={"nantes": partisans}, PARTISANS_BLOIS={"tregor": 4},
    )  # fmt: skip
    hand(position, BLOIS)
    play(position)
    drive(position, "do nothing")
    # Montfort: Guérande and Nantes dominated; Blois: Guingamp, and Trégor under highwaymen.
    outcome = position.outcome()
    assert (outcome["montfort.points"], outcome["blois.points"]) == (partisans + 2, 5)
    assert (outcome["winner"], outcome["ended"]) == (winner, cell.BY_POINTS)


def test_9_advance_the_turn_marker():
    for turns in GAMES:
        assert [int(begun.state[cell.TURN]) for begun in turns[:-1]] == [1, 2, 3, 4, 5, 6]
        assert turns[-1].player < 0


# ---- Actions in Detail -------------------------------------------------------------------------------------------


def test_rally():
    """One partisan; an order with several has one for each region."""
    position = play(ready(card="The treasure of Limoges"), "The treasure of Limoges")
    drive(position, "give the order", "rally in Léon")
    assert "rally in Léon" not in texts(position)
    position = play(ready())
    assert drive(position, "take the Rally action", "rally in Nantes").player == BLOIS
    assert position.state[cell.PARTISANS] == 2


def test_rally_orders_that_eliminate():
    position = ready(card="Charles of Blois is taken at La Roche-Derrien", PARTISANS_BLOIS={"leon": 2, "nantes": 1})
    play(position, "Charles of Blois is taken at La Roche-Derrien")
    drive(position, "give the order", "eliminate a partisan in Léon")
    assert texts(position) == ["eliminate a partisan in Nantes"]


def test_orders_confined_to_regions():
    position = play(ready(card="The towns of the south"), "The towns of the south")
    drive(position, "give the order")
    assert texts(position) == ["rally in Nantes", "rally in Vannes", "rally in Cornouaille"]


def test_the_great_plague_removes_all_highwaymen():
    position = play(ready(card="The Great Plague", HIGHWAYMEN={"leon": 2, "nantes": 1}), "The Great Plague")
    assert cells(position, cell.HIGHWAYMEN) == [0] * cell.REGIONS


def test_recruit():
    position = play(ready())
    drive(position, "take the Recruit action", "recruit in Nantes", "recruit in Nantes", "recruit in Léon")
    assert cells(position, cell.TROOPS) == [4, 0, 0, 0, 0, 0, 1, 0]
    assert position.player == BLOIS


def test_battle_from_five_troops_of_both_camps():
    position = play(ready(TROOPS_MONTFORT={}, TROOPS_BLOIS={"leon": 1}))
    drive(position, "take the Recruit action", *["recruit in Léon"] * 3)
    assert (position.state[cell.TROOPS + REGION["leon"]], position.player) == (3, BLOIS)  # four: no battle


def test_battle_example():
    """The rulebook's example: Blois against three troops in Vannes, then against three in Nantes."""
    position = ready(
        BLOIS, "The French marshals come", TROOPS_MONTFORT={"vannes": 3, "nantes": 3},
        TROOPS_BLOIS={"vannes": 3, "nantes": 3}, PARTISANS_MONTFORT={}, PARTISANS_BLOIS={},
    )  # fmt: skip
    hold(position, "william-de-bohun")
    # Nine recruits, of whom the last one is still to come.
    at(
        position, CARD=EVENTS["The French marshals come"], STAGE=cell.DONE, GIVER=BLOIS, EFFECT=1, ACTOR=BLOIS,
        ACTIVITY=cell.RECRUITING, ASKED=1, LEFT=1, OPEN=cell.EVERYWHERE, HERE=-1, DECISION=cell.RECRUIT_IN,
        TROOPS_BLOIS={"vannes": 3, "nantes": 5},
    )  # fmt: skip
    drive(position, "recruit in Nantes")
    assert texts(position) == ["fight the battle in Nantes", "fight the battle in Vannes"]
    drive(position, "fight the battle in Vannes")
    assert (position.player, texts(position)) == (MONTFORT, ["play no character", "play William de Bohun"])
    rolls(position, 3, 1, 1, 3, 2, 1)  # Montfort's die, then Blois's
    drive(position, "play no character")
    vannes, nantes = REGION["vannes"], REGION["nantes"]
    troops = cell.TROOPS, cell.TROOPS + cell.REGIONS
    assert [position.state[camp + vannes] for camp in troops] == [2, 1]
    assert cells(position, cell.PARTISANS)[vannes] == 1
    drive(position, "play William de Bohun")
    assert [position.state[camp + nantes] for camp in troops] == [0, 4]
    assert cells(position, cell.PARTISANS + cell.REGIONS)[nantes] == 1


def test_battle_interrupts_an_order_that_goes_on_afterwards():
    position = ready(BLOIS, "Nantes opens its gates", TROOPS_MONTFORT={})
    play(position, "Nantes opens its gates")
    drive(position, "give the order", "rally in Nantes", "recruit in Nantes", "recruit in Nantes")
    assert position.player == MONTFORT
    assert position.state[cell.DECISION] == cell.PLAY_CARD


def test_battle_the_winner_without_a_partisan_left_moves_one():
    position = ready(
        TROOPS_MONTFORT={"leon": 17}, TROOPS_BLOIS={"leon": 1}, PARTISANS_MONTFORT={"nantes": 20}, PARTISANS_BLOIS={}
    )
    play(position)
    drive(position, "take the Recruit action", *["recruit in Léon"] * 3)
    assert texts(position) == ["take a partisan from Nantes"]


def test_fight():
    """A die of removals, two a region, troops or highwaymen."""
    position = ready(TROOPS_BLOIS={"leon": 3}, HIGHWAYMEN={"leon": 1, "nantes": 1})
    rolls(play(position), 3)
    drive(position, "take the Fight action")
    assert position.state[cell.LEFT] == 3
    drive(position, "remove a troop in Léon", "remove a troop in Léon")
    assert texts(position) == ["remove no more", "remove highwaymen in Nantes"]
    drive(position, "remove highwaymen in Nantes")
    assert position.player == BLOIS
    assert (position.state[cell.TROOPS + cell.REGIONS + REGION["leon"]], cells(position, cell.HIGHWAYMEN)[0]) == (1, 0)


def test_fight_needs_an_enemy():
    position = play(ready(TROOPS_MONTFORT={"leon": 2}))
    assert "take the Fight action" not in texts(position)


def test_fight_with_a_character_and_fewer_than_all():
    position = ready(TROOPS_BLOIS={"leon": 2, "nantes": 2, "vannes": 1})
    hold(position, "robert-bemborough")
    play(position)
    drive(position, "take the Fight action")
    rolls(position, 1)
    drive(position, "play Robert Bemborough", "remove a troop in Léon")
    assert position.state[cell.LEFT] == 1
    drive(position, "remove no more")
    assert position.player == BLOIS


def test_besiege_troops():
    """Strength or one more, of those in the region; castles of one's own are none."""
    position = ready(TROOPS_MONTFORT={"saint-malo-et-dol": 2, "tregor": 1, "nantes": 1})
    play(position)
    drive(position, "take the Besiege action")
    assert texts(position) == [
        "besiege Ancenis with 1", "besiege Dinan with 2", "besiege Dol with 1", "besiege Dol with 2",
        "besiege Saint-Malo with 2", "besiege Bécherel with 1", "besiege Bécherel with 2", "besiege Tréguier with 1",
        "besiege La Roche-Derrien with 1", "besiege Lannion with 1",
    ]  # fmt: skip
    assert "besiege Guérande with 1" not in texts(position)
    drive(position, "besiege Dol with 1")
    assert "besiege Dol with 1" not in texts(position)  # once in an action
    assert "besiege Dinan with 2" not in texts(position)
    assert texts(position)[0] == "besiege no more"


def test_besiege_example():
    """The rulebook's example: Dinan with a character, Dol, Rennes."""
    position = ready(
        BLOIS, TROOPS_MONTFORT={}, TROOPS_BLOIS={"saint-malo-et-dol": 3, "rennes": 4},
        PARTISANS_MONTFORT={"rennes": 1, "saint-malo-et-dol": 1}, PARTISANS_BLOIS={},
    )  # fmt: skip
    hold(position, "robert-de-beaumanoir")
    play(position)
    drive(position, "take the Besiege action", "besiege Dinan with 2", "besiege Dol with 1", "besiege Rennes with 4")
    rolls(position, 1, 1, 1)
    drive(position, "play Robert de Beaumanoir in the siege of Dinan")
    assert texts(position) == ["eliminate a partisan", "rally a partisan", "neither eliminate nor rally"]
    drive(position, "rally a partisan", "eliminate a partisan and rally one")
    owners = {name: position.state[cell.CASTLE + CASTLE[name]] for name in ("dinan", "dol", "rennes")}
    assert owners == {"dinan": 1 + BLOIS, "dol": 0, "rennes": 1 + BLOIS}
    assert cells(position, cell.PARTISANS)[REGION["rennes"]] == 0
    own_partisans = cells(position, cell.PARTISANS + cell.REGIONS)
    assert (own_partisans[REGION["rennes"]], own_partisans[REGION["saint-malo-et-dol"]]) == (1, 1)
    assert not sum(cells(position, cell.TROOPS, 2 * cell.REGIONS))


def test_besiege_the_opponent_may_play_a_character_against_it():
    position = ready(TROOPS_MONTFORT={"tregor": 2})
    hold(position, "walter-manny", "louis-of-spain")
    play(position)
    drive(position, "take the Besiege action", "besiege Lannion with 2")
    assert position.player == MONTFORT
    drive(position, "play no character")
    assert position.player == BLOIS
    assert texts(position) == ["play no character", "play Louis of Spain in the siege of Lannion"]
    rolls(position, 2)  # 2 troops, the die, 2 off: not 3
    drive(position, "play Louis of Spain in the siege of Lannion")
    assert position.state[cell.CASTLE + CASTLE["lannion"]] == 0


def test_besiege_takes_an_enemy_castle():
    position = ready(TROOPS_MONTFORT={"tregor": 3}, PARTISANS_BLOIS={})
    play(position)
    drive(position, "take the Besiege action", "besiege Guingamp with 3")
    assert texts(position) == ["rally a partisan", "neither eliminate nor rally"]
    drive(position, "rally a partisan")
    assert position.state[cell.CASTLE + CASTLE["guingamp"]] == 1 + MONTFORT
    assert cells(position, cell.CASTLES_HELD + cell.REGIONS) == [0] * cell.REGIONS
    assert cells(position, cell.PARTISANS)[REGION["tregor"]] == 1  # no enemy partisan: one's own comes


def test_besiege_what_a_castle_brings_can_be_declined():
    """The attacker *may* eliminate and rally, each as he likes, and of a castle of strength 2 one of them."""
    brought = {
        "eliminate a partisan": (0, 0), "rally a partisan": (1, 1), "neither eliminate nor rally": (1, 0),
        "eliminate a partisan and rally one": (0, 1),
    }  # fmt: skip
    for choice, left in brought.items():
        position = ready(TROOPS_MONTFORT={"rennes": 4}, PARTISANS_BLOIS={"rennes": 1}, PARTISANS_MONTFORT={})
        play(position)
        drive(position, "take the Besiege action", "besiege Rennes with 4")
        assert texts(position) == list(brought)
        drive(position, choice)
        here = cell.PARTISANS + REGION["rennes"]
        assert (position.state[here + cell.REGIONS], position.state[here]) == left


@pytest.mark.parametrize(("seven_regions", "wins"), [("all", True), ("free", False)])
def test_8_seven_regions_with_or_without_highwaymen(seven_regions, wins):
    position = ready(TROOPS_MONTFORT={}, PARTISANS_BLOIS={}, HIGHWAYMEN={"rennes": 1})
    position.board = board_of(seven_regions=seven_regions)
    position.state[cell.CASTLE : cell.CASTLE + cell.CASTLES] = 0
    position.state[cell.CASTLES_HELD : cell.CASTLES_HELD + 2 * cell.REGIONS] = 0
    for region, name in enumerate(boards.REGION_NAMES[:7]):
        position.state[cell.PARTISANS + region] = 1
        own(position, next(c for c in facts().castles if facts().castles[c].value.region == name), MONTFORT)
    hand(position, BLOIS)
    drive(play(position), "do nothing")
    assert (position.player < 0) == wins


def test_an_owners_deck_is_told_under_its_own_names(tmp_path):
    deck = tmp_path / "deck.toml"
    deck.write_text(
        "".join(
            f"[events.{number}]\nvalue = {{ name = 'Mine {number}', epoch = {fact.value.epoch}, favours = 'none', "
            "actions = ['rally'] }\n"
            for number, fact in facts().events.items()
        )
    )
    position = Position.start(RULES, boards.make_board(facts(deck), boards.Options()), 1, 0)
    assert all(text.startswith("play card ") and ", Mine " in text for text in texts(position))


def test_a_character_helps_where_his_card_says_so_and_never_the_enemy():
    """One with a figure for the attack alone is not offered to the besieged, nor the other way about."""
    for attack, defence in ((1, 0), (0, 1)):
        position = ready(BLOIS, TROOPS_BLOIS={"tregor": 2})
        position.board = position.board.copy()
        for use, figure in ((cell.SIEGE_ACTION, attack), (cell.SIEGE_DEFENCE, defence)):
            position.board[cell.CHARACTER_BONUS + cell.CHARACTERS * use + CHARACTER["walter-manny"]] = figure
        hold(position, "walter-manny")
        position.state[cell.TURN] = 2
        play(position)
        drive(position, "take the Besiege action", "besiege Lannion with 2")
        offered = "play Walter Manny in the siege of Lannion" in texts(position)
        assert (position.player == MONTFORT and offered) == (defence > 0)


def test_a_character_is_offered_only_where_more_partisans_can_come():
    """An order for one region rallies one partisan there, whoever is played for it."""
    position = ready(BLOIS, "Nantes opens its gates", TROOPS_MONTFORT={})
    hold(position, "charles-of-blois")
    drive(play(position, "Nantes opens its gates"), "give the order")
    assert texts(position) == ["rally in Nantes"]
