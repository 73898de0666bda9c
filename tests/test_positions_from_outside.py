"""Positions from outside: refused in one line, or playable to their end, whatever they hold; copies and pickles."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
import time

import numpy as np
import pytest

from simcore.errors import BadInput
from simcore.gameplay.position import Position
from simcore.games import find_game
from simcore.games.breizh.facts import facts
from simcore.games.breizh.full_game import board as boards
from simcore.games.breizh.full_game import state as breizh
from simcore.games.cent_ans.full_game import odds
from simcore.games.cent_ans.full_game import state as lgca
from simcore.games.cent_ans.full_game.board import table
from tests.cent_ans_games import FACTS

GAMES = ("breizh", "cent-ans")
BREIZH = {
    "drawn": boards.Options(), "balanced": boards.Options(setup="variant", first_hands="balanced"),
    "each siege": boards.Options(characters="each-siege"),
}  # fmt: skip
BOARDS = {
    "breizh": [boards.make_board(facts(), options) for options in BREIZH.values()],
    "cent-ans": [
        table(scenario, FACTS, odds.nothing(), refuge=refuge)
        for scenario in ("basic", "introductory", "historical")
        for refuge in (False, True)
    ],
}


def played(game, *, board=0, seed=1, number=0, decisions=40, dealer=None):
    """A position some random decisions into a game, or the last one before its end."""
    rules = find_game(game).rules
    dealer = dealer or np.random.default_rng(seed)
    position = Position.start(rules, BOARDS[game][board], seed, number)
    for _ in range(decisions):
        before = position.copy()
        legal = position.legal_actions()
        rules.step(position.board, position.state, legal[dealer.integers(len(legal))], position.stream)
        if position.player < 0:
            return before
    return position


def read(position, kept):
    return Position.from_dict(kept, board=position.board)


def by_hand(position):
    """The position as one that is written or changed by hand: without its digest."""
    return {key: value for key, value in position.to_dict().items() if key != "digest"}


def taken_or_refused(position, kept):
    """The position, or None and why it is refused."""
    try:
        return read(position, kept), ""
    except BadInput as error:
        return None, str(error)


def damaged(position, dealer):
    """The position's state with one or two cells changed: set, counted, flipped, exchanged or moved."""
    state = position.state.tolist()
    ranges = position.game.ranges
    for _ in range(dealer.integers(1, 3)):
        group = int(dealer.integers(len(ranges.cells)))
        one, first = ranges.cells[group], int(ranges.firsts[group])
        at, other = (first + int(dealer.integers(one.length)) for _ in range(2))
        if one.name == "frame" and dealer.random() < 0.9:
            at = first + int(dealer.integers(4 * (state[lgca.DEPTH] + 1)))
        match dealer.integers(7):
            case 0:
                state[at] = int(dealer.integers(-2, 12))
            case 1:
                state[at] = int(dealer.integers(one.least, one.most + 1))
            case 2:
                state[at] ^= 1 << int(dealer.integers(31))
            case 3:
                state[at] += int(dealer.choice([-1, 1]))
            case 4:
                state[at], state[other] = state[other], state[at]
            case 5:
                moved = max(min(3, state[at]), 0)
                state[at] -= moved
                state[other] += moved
            case 6:
                state[at] = int(dealer.choice([one.least - 1, one.most + 1, -(1 << 31), (1 << 31) - 1, 9999]))
    return state


def play_on(position, dealer, most):
    """Play at random to the end, or for so many decisions; every law holds all the while."""
    for _ in range(most):
        if position.player < 0:
            return
        legal = position.legal_actions()
        assert legal
        position.apply(legal[dealer.integers(len(legal))])


@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES)
def test_a_damaged_position_is_refused_or_can_be_played(game):
    dealer = np.random.default_rng(20)
    taken = refused = 0
    for number in range(40):
        board = number % len(BOARDS[game])
        position = played(game, board=board, number=number, decisions=int(dealer.integers(1, 150)), dealer=dealer)
        for _ in range(20):
            kept = by_hand(position) | {"state": damaged(position, dealer)}
            again, why = taken_or_refused(position, kept)
            if again is None:
                refused += 1
                assert "\n" not in why
            else:
                taken += 1
                play_on(again, dealer, 8)
                if taken % 25 == 0:
                    play_on(again, dealer, 400)
    assert refused > 200
    assert taken > 50


@pytest.mark.parametrize("game", GAMES)
def test_every_cell_outside_its_range_is_refused_by_its_name(game):
    position = played(game)
    ranges = position.game.ranges
    for at in range(ranges.size):
        for value in (int(ranges.least[at]) - 1, int(ranges.most[at]) + 1):
            state = position.state.tolist()
            state[at] = value
            with pytest.raises(BadInput, match=r"^position\.state"):
                read(position, position.to_dict() | {"state": state})


DAMAGES = 200


def spoilt(position, at, dealer):
    """The bytes of a position, cut, emptied, a bit of them flipped, or a cell of its state set to what it may hold or
    not."""
    good = position.to_bytes()
    place = int(dealer.integers(len(good)))
    match at % 5:
        case 0:
            return good[:place]
        case 1:
            return good[:place] + bytes(min(40, len(good) - place)) + good[place + 40 :]
        case 2 | 3:
            return good[:place] + bytes([good[place] ^ 1 << int(dealer.integers(8))]) + good[place + 1 :]
    kept = position.to_dict()
    ranges = position.game.ranges
    cell = int(dealer.integers(ranges.size))
    least, most = int(ranges.least[cell]), int(ranges.most[cell])
    kept["state"][cell] = int(dealer.choice([least - 1, least, most, most + 1, least + (kept["state"][cell] == least)]))
    return json.dumps(kept).encode()


@pytest.mark.parametrize("game", GAMES)
def test_no_damage_makes_another_position_of_it(game):
    """A flipped bit can leave a position that could be: what it was written with tells it from the one that was."""
    dealer = np.random.default_rng(6)
    refused: list[str] = []
    for at in range(DAMAGES):
        position = played(game, board=at % 2, number=at, decisions=at % 40)
        content = spoilt(position, at, dealer)
        try:
            again = Position.from_bytes(content, board=position.board)
        except BadInput as error:
            refused.append(str(error))
        else:  # what was damaged says nothing, as a blank between two numbers
            assert again.to_dict() == position.to_dict(), at
    assert all(said.startswith("position") and "\n" not in said for said in refused)
    assert len(refused) > DAMAGES * 0.9


@pytest.mark.parametrize("game", GAMES)
def test_a_position_written_by_hand_needs_no_digest(game):
    position = played(game)
    assert read(position, by_hand(position)).to_dict() == position.to_dict()
    for wrong in ("", "0" * 32, None, 7, position.to_dict()["digest"].upper() + "x"):
        with pytest.raises(BadInput, match=r"^position\.digest: .* leave it out of a position that you have changed"):
            read(position, position.to_dict() | {"digest": wrong})
    stream = position.to_dict()["stream"]
    other = Position.start(position.game, position.board, 1, 1)
    with pytest.raises(BadInput, match=r"^position\.digest"):
        read(position, other.to_dict() | {"stream": stream})


def frames(position, *numbers):
    state = position.state.copy()
    state[[at for at, _ in numbers]] = [value for _, value in numbers]
    return {"state": state.tolist()}


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        (lgca.DEPTH, 60), (lgca.DEPTH, -3), (lgca.DEPTH, 39), (lgca.ACTIVE, 9), (lgca.TURN, 99),
        (lgca.LEADER, 500), (lgca.LEADER, 70), ("kind", 77), ("argument", 9999), ("argument", -1), (lgca.TO_MOVE, 3000),
    ],
)  # fmt: skip
def test_no_damaged_stack_reaches_the_rules(cell, value):
    position = played("cent-ans")
    top = lgca.FRAMES + 4 * (int(position.state[lgca.DEPTH]) - 1)
    at = {"kind": top, "argument": top + 1}.get(cell, cell)
    with pytest.raises(BadInput, match="position"):
        read(position, position.to_dict() | frames(position, (at, value)))


def test_highwaymen_are_placed_when_the_cards_have_left_the_table():
    """A turn that ends while cards lie there would leave them behind."""
    position = played("breizh", board=0, number=31, decisions=0)
    position.apply(position.legal_actions()[0])
    state = position.state.copy()
    state[breizh.DECISION], state[breizh.ACTIVITY], state[breizh.PLAYER] = breizh.HIGHWAYMEN_IN, breizh.IDLE, 0
    with pytest.raises(BadInput, match="cards lie on the table"):
        read(position, by_hand(position) | {"state": state.tolist()})


WRONG = [True, 1.0, float("nan"), "1", None, [1], {}, 1 << 40, -(1 << 40), 1 << 5000]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_no_whole_number_is_no_cell_and_no_word(game):
    position = played(game)
    for key in ("state", "stream"):
        for value in WRONG:
            if key == "stream" and value == 1 << 40:
                continue
            kept = position.to_dict()
            kept[key][3] = value
            with pytest.raises(BadInput) as caught:
                read(position, kept)
            assert "\n" not in str(caught.value)
            assert len(str(caught.value)) < 500
        for cells in (kept[key][:-1], [*kept[key], 0], [kept[key]], "1" * len(kept[key]), None, 7):
            with pytest.raises(BadInput, match=f"position.{key}"):
                read(position, kept | {key: cells})


def test_a_word_of_a_stream_is_one_that_is_drawn():
    """A word above 32 bits would point past the end of every list that chance chooses from."""
    position = played("breizh")
    for at in range(2, 8):
        for change in (1, 1 << 33, 1 << 63):
            kept = position.to_dict()
            kept["stream"][at] ^= change
            if at == 3 and change == 1:
                continue  # one more or one fewer drawn of the same block: a stream as well
            with pytest.raises(BadInput, match=r"position\.stream"):
                read(position, kept)


@pytest.mark.parametrize("game", GAMES)
def test_a_position_has_its_keys_and_no_other(game):
    position = played(game)
    whole = position.to_dict()
    for key in whole.keys() - {"digest"}:
        with pytest.raises(BadInput, match=f"position.{key}"):
            read(position, {name: value for name, value in whole.items() if name != key})
    for change in ({"more": 1}, {"game": "chess"}, {"version": 1}, {"version": True}, {"version": 3.0}, {7: 1}):
        with pytest.raises(BadInput, match="position"):
            read(position, whole | change)
    for whole in (None, [], "x", 7):
        with pytest.raises(BadInput, match="position"):
            read(position, whole)


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff\xfe", b"[" * 200_000, b'{"a":' * 100_000, b" " * (1 << 21), b"9" * 9000, b"NaN", 7, None],
)
def test_what_is_no_json_is_refused_in_one_line(content):
    position = played("breizh")
    with pytest.raises(BadInput, match="position") as caught:
        Position.from_bytes(content, board=position.board)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("game", GAMES)
def test_a_position_belongs_to_its_board(game):
    """Under other options or facts it is another game's."""
    position = played(game)
    other = BOARDS[game][1]
    with pytest.raises(BadInput, match=r"position\.(rules|options)"):
        Position.from_dict(position.to_dict(), board=other)
    full = find_game(game)
    board, _ = full.build(full.options(), full.load_facts(None))
    known = Position.start(full.rules, board, 1, 0)
    kept = known.to_dict()
    assert kept["options"] == full.options().model_dump(mode="json")
    assert read(known, kept).to_dict() == kept
    with pytest.raises(BadInput, match=r"position\.options"):
        read(known, kept | {"options": {"setup": "other"}})


@pytest.mark.parametrize("game", GAMES)
def test_a_copy_costs_microseconds_and_a_pickle_carries_no_board(game):
    full = find_game(game)
    board, _ = full.build(full.options(), full.load_facts(None))
    position = Position.start(full.rules, board, 1, 0)
    for make in (copy.copy, copy.deepcopy):
        began = time.perf_counter()
        for _ in range(1000):
            twin = make(position)
        assert time.perf_counter() - began < 0.1  # 100 microseconds each
        assert twin.board is position.board
        assert not np.shares_memory(twin.state, position.state)
    assert len(pickle.dumps(position)) < 10_000
    twin = pickle.loads(pickle.dumps(position))
    for one in (position, twin):
        play_on(one, np.random.default_rng(1), 30)
    assert twin.to_dict() == position.to_dict()


def test_a_pickle_finds_its_game_and_board_in_another_process(tmp_path):
    full = find_game("breizh")
    figures = full.load_facts(None).replaced("rules.victory-regions", 8)
    board, _ = full.build(full.options(first_hands="balanced"), figures)
    position = Position.start(full.rules, board, 1, 0)
    (tmp_path / "position").write_bytes(pickle.dumps(position))
    reader = (
        f"import pickle; print(pickle.loads(open({str(tmp_path / 'position')!r}, 'rb').read()).to_bytes().decode())"
    )
    told = subprocess.run([sys.executable, "-c", reader], capture_output=True, text=True, check=True).stdout
    assert json.loads(told) == position.to_dict()
