"""Tables at any width: nothing is lost, and no name is broken in mid-letter while that can be helped."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from simcore.cli.columns import broken, pieces, widths
from simcore.cli.output import grid, print_for_people

WORDS = st.lists(st.from_regex(r"[a-z]{1,9}([._][a-z]{1,9}){0,2}", fullmatch=True), min_size=1, max_size=4)


@given(WORDS, st.integers(1, 30))
def test_lines_hold_the_text_and_fit(words, width):
    lines = broken(" ".join(words), width)
    assert "".join(lines).replace(" ", "") == "".join(words)
    assert max(map(len, lines)) <= width
    whole = [piece for word in words for piece in pieces(word)]
    if width >= max(map(len, whole)):
        assert [piece for line in lines for word in line.split() for piece in pieces(word)] == whole


@given(st.lists(WORDS, min_size=1, max_size=5), st.integers(5, 80))
def test_columns_fill_the_room_and_no_more(columns, room):
    wide = widths(columns, [], room)
    assert sum(wide) <= max(room, len(columns))
    if sum(max(map(len, column)) for column in columns) <= room:
        assert wide == [max(map(len, column)) for column in columns]


def test_names_stay_whole_at_eighty_columns(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    names = ["percentile", "montfort", "largest_first", "defender.sign_of_god"]
    headers = ["", "what happened", *names]
    row = ["1: cent-ans pitched-battle", "winner: defender, attacker.english 2", *["<0.01 %"] * 4]
    print_for_people([grid(headers, [row], right=(2, 3, 4, 5))])
    text = capsys.readouterr().out
    assert max(map(len, text.splitlines())) <= 80
    for word in ("percentile", "montfort", "largest_", "defender.", "sign_", "cent-ans"):
        assert word in text


def test_no_cell_is_lost_where_a_row_is_longer_than_the_headers(capsys):
    print_for_people([grid([""], [["castles taken", "0.67"], ["troops spent", "2.00"]], right=(1,))])
    assert capsys.readouterr().out.split("\n")[:2] == ["castles taken  0.67", "troops spent   2.00"]
