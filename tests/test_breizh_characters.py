"""Characters in whole games of Breizh 1341: when they are announced, what for, and who is offered at all."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from breizh_games import (
    BLOIS,
    CASTLE,
    MONTFORT,
    NAMES,
    REGION,
    at,
    board_of,
    cells,
    drive,
    hold,
    play,
    ready,
    rolls,
    started,
    texts,
)  # fmt: skip
from naive.breizh import battle_ends, battle_outcome
from simcore.engine.jit import uncompiled
from simcore.games.breizh.facts import facts
from simcore.games.breizh.full_game import greedy
from simcore.games.breizh.full_game import state as cell

CARDS = facts().characters
choose, argument_of = uncompiled(greedy.select_action), uncompiled(cell.argument_of)


def arguments(position):
    """Legal actions by what they mean in the decision that is due."""
    return [int(argument_of(position.state, action)) for action in position.legal_actions()]


def asked(position):
    """Who is asked for a character; None: nobody is."""
    return position.player if position.state[cell.DECISION] == cell.PLAY_CHARACTER else None


def besieging(*sieges, characters=(), option="announced", **cells_of):
    """Montfort is in the Besiege action and has announced these sieges."""
    position = ready(**cells_of)
    position.board = board_of(characters=option)
    hold(position, *characters)
    return drive(play(position), "take the Besiege action", *sieges)


TWO = {"TROOPS_MONTFORT": {"nantes": 2, "saint-malo-et-dol": 2}}  # for Clisson and Dinan, of strength 2 each


# ---- sieges ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("aided", ["dinan", "clisson"])
def test_a_character_is_announced_before_all_sieges_and_helps_in_one(aided):
    """Each of the two falls to a die of 1 with the bonus of 1 and holds without."""
    position = besieging(
        "besiege Dinan with 2", "besiege Clisson with 2", characters=["walter-manny", "tanguy-du-chastel"], **TWO
    )
    assert asked(position) == MONTFORT
    sieges = [f"in the siege of {name}" for name in ("Clisson", "Dinan")]
    named = [f"play {name} {siege}" for name in ("Walter Manny", "Tanguy du Chastel") for siege in sieges]
    assert texts(position) == ["play no character", *named]
    rolls(position, 1, 1)
    drive(position, f"play Walter Manny in the siege of {aided.capitalize()}", "neither eliminate nor rally")
    owners = {name: int(position.state[cell.CASTLE + CASTLE[name]]) for name in ("dinan", "clisson")}
    assert owners == {name: int(name == aided) for name in owners}
    assert position.state[cell.DECISION] == cell.PLAY_CARD  # nobody is asked again
    assert not any(cells(position, cell.AIDED, 2))


def test_the_opponent_announces_after_the_besieger_and_before_any_die():
    position = besieging(
        "besiege Dinan with 2", "besiege Clisson with 2", characters=["walter-manny", "louis-of-spain"], **TWO
    )
    before = position.stream.copy()
    drive(position, "play Walter Manny in the siege of Clisson")
    assert asked(position) == BLOIS
    assert (position.stream == before).all()
    rolls(position, 3, 3)
    drive(position, "play Louis of Spain in the siege of Dinan")  # 2 and 3, less 2: not 4
    assert texts(position) == ["rally a partisan", "neither eliminate nor rally"]  # of Clisson
    assert position.state[cell.CASTLE + CASTLE["dinan"]] == 0
    assert position.state[cell.CASTLE + CASTLE["clisson"]] == 1 + MONTFORT


def test_each_siege_asks_for_characters_when_the_dice_before_it_are_known():
    position = besieging(
        "besiege Dinan with 2", "besiege Clisson with 2", characters=["walter-manny"], option="each-siege", **TWO
    )
    assert texts(position) == ["play no character", "play Walter Manny in the siege of Dinan"]
    rolls(position, 1)
    drive(position, "play no character")
    assert position.state[cell.SIEGE_NOW] == 1  # Dinan has been fought
    assert texts(position) == ["play no character", "play Walter Manny in the siege of Clisson"]
    rolls(position, 1)
    drive(position, "play Walter Manny in the siege of Clisson")
    assert position.state[cell.CASTLE + CASTLE["clisson"]] == 1 + MONTFORT


# ---- orders ------------------------------------------------------------------------------------------------------


def ordering(card, *characters, option="announced", player=MONTFORT, **cells_of):
    """The order of a card is about to be given by whoever it favours."""
    position = ready(player, card, **cells_of)
    position.board = board_of(characters=option)
    hold(position, *characters)
    play(position, card)
    return drive(position, "give the order") if "give the order" in texts(position) else position


@pytest.mark.parametrize(("option", "drawn"), [("announced", 0), ("each-siege", 1)])
def test_a_character_for_a_later_part_of_an_order_is_announced_before_the_first(option, drawn):
    """The card draws a card from the enemy's hand, and then rallies."""
    position = ordering("A garrison is bought", "john-of-montfort", option=option)
    assert asked(position) == MONTFORT
    assert position.state[cell.EVENTS_HELD + MONTFORT] == drawn
    drive(position, next(text for text in texts(position) if text != "play no character"))
    assert position.state[cell.EVENTS_HELD + MONTFORT] == 1
    assert position.state[cell.LEFT] == 1 + CARDS["john-of-montfort"].value.rally


def test_of_an_order_with_several_parts_a_character_helps_in_one():
    """The card rallies 1 in Vannes, where no more can come, and recruits 2."""
    position = ordering("Hennebont arms", "john-of-montfort", "joan-of-flanders")
    assert texts(position) == ["play no character", "play Joan of Flanders for part 2 of the order"]
    drive(position, "play Joan of Flanders for part 2 of the order", "rally in Vannes")
    drive(position, *["recruit in Léon"] * 4)
    assert asked(position) is None
    assert position.player == BLOIS
    both = ordering("Dagworth is made lieutenant", "john-of-montfort", "joan-of-flanders")
    assert texts(both) == [
        "play no character", "play John of Montfort for part 1 of the order",
        "play Joan of Flanders for part 2 of the order",
    ]  # fmt: skip
    drive(both, "play John of Montfort for part 1 of the order", *(f"rally in {name}" for name in NAMES[:3]))
    drive(both, *["recruit in Léon"] * 3)
    assert both.player == BLOIS


def test_an_announced_character_outlasts_a_battle_between_the_parts_of_an_order():
    """The parts of the card are exchanged: it recruits first, which makes a battle, and then rallies."""
    position = ready(card="Dagworth is made lieutenant", TROOPS_BLOIS={"leon": 3}, TROOPS_MONTFORT={})
    position.board = board_of().copy()
    first = cell.CARD_FACTS + cell.CARD_COLUMNS * position.legal_actions()[0] + cell.FIRST_EFFECT
    parts = position.board[first : first + 2 * cell.EFFECT_SIZE].reshape(2, -1)
    parts[:] = parts[::-1].copy()
    hold(position, "john-of-montfort", "jean-de-beaumanoir")
    drive(play(position, "Dagworth is made lieutenant"), "give the order")
    drive(position, "play John of Montfort for part 2 of the order", *["recruit in Léon"] * 3)
    assert texts(position) == ["play no character", "play Jean de Beaumanoir"]
    drive(position, "play Jean de Beaumanoir")
    assert position.state[cell.DECISION] == cell.RALLY_IN
    assert position.state[cell.LEFT] == 3  # 1 and 2


def test_of_an_order_that_affects_both_both_announce_before_it_is_carried_out():
    position = ordering("The truce of Malestroit", "john-of-montfort", "charles-of-blois", player=BLOIS)
    assert asked(position) == BLOIS
    drive(position, "play Charles of Blois for part 1 of the order")
    assert asked(position) == MONTFORT
    drive(position, "play John of Montfort for part 1 of the order")
    assert not cells(position, cell.PARTISANS, 2 * cell.REGIONS)[REGION["rennes"]]  # nothing has been done yet
    for player in (BLOIS, MONTFORT):
        assert (position.player, position.state[cell.LEFT]) == (player, 3)
        drive(position, *(f"rally in {name}" for name in NAMES[:3]))
    assert position.player == BLOIS
    assert "do nothing" in texts(position)


def test_nobody_is_asked_for_a_character_in_an_order_that_the_other_gives_alone():
    position = ordering("The judgement of Conflans", "john-of-montfort", "charles-of-blois")
    assert asked(position) == BLOIS
    drive(position, "play no character")
    assert position.state[cell.DECISION] == cell.RALLY_IN


# ---- nobody is offered who changes nothing -------------------------------------------------------------------------


@pytest.mark.parametrize("option", ["announced", "each-siege"])
@pytest.mark.parametrize(
    ("troops", "characters", "offered"),
    [
        (2, ["tanguy-du-chastel"], None),  # Lannion falls to any die
        (2, ["tanguy-du-chastel", "charles-of-blois"], MONTFORT),  # whoever Blois holds may be a defender
        (1, ["tanguy-du-chastel"], MONTFORT),
        (2, ["louis-of-spain"], BLOIS),
        (1, ["robert-de-beaumanoir"], BLOIS),
    ],
)
def test_in_a_sure_siege_a_besieger_is_offered_only_against_an_enemy_who_may_answer(
    option, troops, characters, offered
):
    siege = f"besiege Lannion with {troops}"
    assert asked(besieging(siege, characters=characters, option=option, TROOPS_MONTFORT={"tregor": troops})) == offered


def test_a_defender_who_does_not_outweigh_the_besiegers_own_is_not_offered():
    """2 troops, a die of 1 and the bonus of 2, 1 taken off: still more than the 3 that are needed."""
    position = besieging(
        "besiege Lannion with 2", characters=["tanguy-du-chastel", "robert-de-beaumanoir"],
        TROOPS_MONTFORT={"tregor": 2},
    )  # fmt: skip
    drive(position, "play Tanguy du Chastel in the siege of Lannion")
    assert asked(position) is None
    assert position.state[cell.CASTLE + CASTLE["lannion"]] == 1 + MONTFORT


@pytest.mark.parametrize(("montfort", "blois", "offered"), [(10, 1, False), (3, 3, True), (5, 2, False), (4, 2, True)])
def test_a_character_is_offered_in_a_battle_only_where_he_changes_it(montfort, blois, offered):
    """5 against 2: both lose one and one again, whatever the dice, and Montfort is left alone."""
    position = ready(TROOPS_MONTFORT={"leon": montfort - 3}, TROOPS_BLOIS={"leon": blois})
    hold(position, "william-de-bohun")
    drive(play(position), "take the Recruit action", *["recruit in Léon"] * 3)
    assert (asked(position) == MONTFORT) == offered


@pytest.mark.parametrize(
    ("troops", "highwaymen", "limit", "offered"),
    [(1, 0, "together", False), (2, 0, "together", True), (1, 1, "together", True), (1, 0, "each", False)],
)
def test_a_character_is_offered_in_a_fight_only_where_the_die_may_fall_short(troops, highwaymen, limit, offered):
    """The least face of the die is 1."""
    position = ready(TROOPS_BLOIS={"leon": troops}, TROOPS_MONTFORT={}, HIGHWAYMEN={"leon": highwaymen})
    position.board = board_of(limit=limit)
    hold(position, "robert-bemborough")
    drive(play(position), "take the Fight action")
    assert (asked(position) == MONTFORT) == offered


def sieges_told(position, player, action):
    """For each siege that can be aided: the dice that win it by the besieger's bonus less the defender's."""
    state, board, besieger = position.state, position.board, int(position.state[cell.ACTOR])
    now, last = int(state[cell.SIEGE_NOW]), int(state[cell.SIEGES])
    for siege in range(now, now + 1 if board[cell.EACH_SIEGE] else last):
        castle, troops = divmod(int(state[cell.SIEGE + siege]), cell.MOST_BESIEGERS)
        strength = int(board[cell.CASTLE_STRENGTH + castle])
        mine = 0
        if player != besieger and state[cell.AIDED + besieger]:
            character, aim = divmod(int(state[cell.AIDED + besieger]) - 1, cell.AIMS)
            mine = list(CARDS.values())[character].value.siege * (aim == castle)

        def wins(lead, troops=troops, strength=strength, mine=mine):
            return [troops + mine + lead + die >= strength + 2 for die in (1, 2, 3)]

        yield castle, wins


def battle_told(position):
    """How the battle ends by one more bonus of Montfort."""
    here = int(position.state[cell.HERE])
    montfort, blois = (int(position.state[cell.TROOPS + cell.REGIONS * player + here]) for player in range(2))
    bonuses = cells(position, cell.BONUS, 2)

    def ends(more):
        found = Counter()
        scenario = {
            "montfort": montfort, "blois": blois, "montfort_bonus": bonuses[0] + more, "blois_bonus": bonuses[1]
        }  # fmt: skip
        for battle, chance in battle_ends(scenario).items():
            found[battle_outcome(battle, "difference")] += Fraction(chance)
        return found

    return ends


def who_changes(position):
    """Characters in hand with what they are for, as far as the rulebook's arithmetic lets them change anything."""
    player, action = position.player, int(position.state[cell.ACTION])
    name = {cell.SIEGE_ACTION: "siege", cell.SIEGE_DEFENCE: "siege_defence", cell.BATTLE: "battle"}[action]
    sign = 1 if (player == MONTFORT if action == cell.BATTLE else action == cell.SIEGE_ACTION) else -1
    enemies = [
        (position.state[cell.CHARACTER_AT + character], fact.value)
        for character, fact in enumerate(CARDS.values())
        if fact.value.camp != ("montfort", "blois")[player]
    ]
    first = player == (position.state[cell.ACTIVE] if action == cell.BATTLE else position.state[cell.ACTOR])
    answers = [0]
    if first and not position.state[cell.CHARACTER_PLAYED + 1 - player] and any(w == cell.IN_HAND for w, _ in enemies):
        reply = "battle" if action == cell.BATTLE else "siege_defence"
        answers += [card.bonus(reply) for where, card in enemies if where != cell.USED]
    told = [(0, battle_told(position))] if action == cell.BATTLE else sieges_told(position, player, action)
    held = [
        (character, fact.value.bonus(name))
        for character, fact in enumerate(CARDS.values())
        if fact.value.camp == ("montfort", "blois")[player]
        and position.state[cell.CHARACTER_AT + character] == cell.IN_HAND
    ]
    for aim, comes in told:
        for character, bonus in held:
            if any(comes(-sign * less) != comes(sign * (bonus - less)) for less in set(answers)):
                yield 1 + character * cell.AIMS + aim


@pytest.mark.parametrize("option", ["announced", "each-siege"])
def test_offered_are_those_and_only_those_who_change_what_the_dice_can_bring(option):
    """Against sieges and battles worked out from the rulebook, in random games."""
    dealer, seen = np.random.default_rng(3), Counter()
    for number in range(40):
        position = started(number=number, characters=option)
        while position.player >= 0:
            action = int(position.state[cell.ACTION])
            if asked(position) is not None and action in (cell.SIEGE_ACTION, cell.SIEGE_DEFENCE, cell.BATTLE):
                assert arguments(position) == [0, *sorted(who_changes(position))]
                seen[action] += 1
            position.apply(int(dealer.choice(position.legal_actions())))
    assert min(seen[action] for action in (cell.SIEGE_ACTION, cell.SIEGE_DEFENCE, cell.BATTLE)) > 5


# ---- the greedy player -------------------------------------------------------------------------------------------


def chosen(position):
    legal = np.array(position.legal_actions(), np.int32)
    place = choose(
        position.board, position.state, position.player, legal, len(legal), 2, np.array([0.5, 0.4]), position.stream
    )
    return position.action_text(int(legal[place]))


def test_greedy_announces_a_character_for_the_siege_that_gains_most_by_him():
    """A bonus of 1 is a third more in both sieges. Rennes brings more, until Dinan is the enemy's."""
    position = besieging(
        "besiege Dinan with 2", "besiege Rennes with 3", characters=["walter-manny"],
        TROOPS_MONTFORT={"rennes": 3, "saint-malo-et-dol": 2},
        PARTISANS_BLOIS={"rennes": 1}, PARTISANS_MONTFORT={},
    )  # fmt: skip
    assert chosen(position) == "play Walter Manny in the siege of Rennes"
    at(position, PARTISANS_BLOIS={}, PARTISANS_MONTFORT={"nantes": 1})
    position.state[cell.CASTLE + CASTLE["dinan"]] = 1 + BLOIS
    position.state[cell.CASTLES_HELD + cell.REGIONS + REGION["saint-malo-et-dol"]] = 1
    assert chosen(position) == "play Walter Manny in the siege of Dinan"


def test_greedy_keeps_a_character_who_changes_little():
    """The siege is sure unless the enemy plays a defender, whom nobody knows him to have."""
    position = besieging(
        "besiege Lannion with 2", characters=["tanguy-du-chastel", "charles-of-blois"], TROOPS_MONTFORT={"tregor": 2}
    )
    assert chosen(position) == "play no character"


def test_greedy_helps_the_part_of_an_order_that_gains_most():
    position = ordering("Dagworth is made lieutenant", "john-of-montfort", "joan-of-flanders")
    assert chosen(position) == "play John of Montfort for part 1 of the order"
