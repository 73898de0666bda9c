"""Documents are read strictly: what is wrong with one is said in a line, and nothing takes long."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from simcore.errors import BadInput
from simcore.io.documents import MOST_BYTES, MOST_DEPTH, _decoder, parse, parse_json, parse_toml, read_document


def test_the_extension_tells_toml_from_json(tmp_path):
    (tmp_path / "a.toml").write_text('game = "cent-ans"\n[attacker]\nenglish = 6\n')
    (tmp_path / "a.json").write_text('{"game": "cent-ans", "attacker": {"english": 6}}')
    assert read_document(tmp_path / "a.toml", "scenario") == read_document(tmp_path / "a.json", "scenario")


@pytest.mark.parametrize(
    ("content", "meaning"),
    [
        (b'  {"a": [1, 2.5, true, null, "x"]}', {"a": [1, 2.5, True, None, "x"]}),
        (b"[a]\nb = 1", {"a": {"b": 1}}),
        (b"\xef\xbb\xbfa = 1", {"a": 1}),  # a byte-order mark
        (b"", {}),
        ("a = 'é'".encode(), {"a": "é"}),
    ],
)
def test_without_an_extension_the_content_tells(content, meaning):
    assert parse(content, "scenario", "-", "") == meaning


@pytest.mark.parametrize(
    ("content", "suffix", "said"),
    [
        (b"{", "", "valid JSON"),
        (b"a = ", "", "valid TOML"),
        (b'{"a": 1}', ".toml", "valid TOML"),
        (b"a = 1", ".json", "valid JSON"),
        (b"\xff", "", "UTF-8 text (byte 1 is not)"),
        (b'{"a": 1, "a": 1}', "", "'a' is given twice"),
        (b'{"b": {"a": 1, "a": 2}}', "", "'a' is given twice"),
        (b"a = 1\na = 1", "", "valid TOML"),
        (b'{"a": NaN}', "", "NaN"),
        (b'{"a": -Infinity}', "", "-Infinity"),
        (b'{"a": 1e999}', "", "1e999"),
        (b'{"a": ' + b"9" * 5000 + b"}", "", "4300 digits"),
        (b"a = " + b"9" * 5000, "", "4300 digits"),
        (b"[" * 50_000, ".json", "nested too deeply"),
        (b'{"a":' * 50_000, "", "nested too deeply"),
        (b"a = " + b"[" * 50_000, "", "nested too deeply"),
        (b'{"a":' * MOST_DEPTH + b"1" + b"}" * MOST_DEPTH, "", "nested too deeply"),
        (b".".join([b"a"] * 30_000) + b" = 1", "", "nested too deeply"),
        (b"[" + b" . ".join([b"a"] * 15_000) + b"]", "", "nested too deeply"),
        (b".".join([b'"a b"'] * 30_000) + b" = 1", "", "nested too deeply"),
        (b".".join([b"'a b'"] * 30_000) + b" = 1", "", "nested too deeply"),
        (b".".join([b'"\\""'] * 30_000) + b" = 1", "", "nested too deeply"),
    ],
    ids=range(22),
)
def test_a_bad_document_is_refused_in_one_line(content, suffix, said):
    with pytest.raises(BadInput) as caught:
        parse(content, "scenario", "the name", suffix)
    assert said in str(caught.value)
    assert str(caught.value).startswith("scenario: ")
    assert "\n" not in str(caught.value)


def test_documents_may_be_as_deep_as_said():
    depth = MOST_DEPTH - 1
    assert parse_json('{"a":' * depth + "1" + "}" * depth)
    assert parse_toml(".".join("a" * depth) + " = 1")


def test_dots_in_a_text_are_no_key():
    text = "a = '" + "LGCA 11.5.1, 11.5.2 ... " * 40 + "'"
    assert parse_toml(text)["a"].startswith("LGCA")


@pytest.mark.parametrize("name", ["missing.toml", ".", "endless"])
def test_a_file_that_is_none_is_refused(tmp_path, name):
    (tmp_path / "endless").symlink_to("/dev/zero")
    with pytest.raises(BadInput, match="scenario: "):
        read_document(tmp_path / name, "scenario")


def test_a_huge_file_is_refused(tmp_path):
    path = tmp_path / "huge.json"
    path.write_bytes(b" " * (MOST_BYTES + 1))
    with pytest.raises(BadInput, match="at most 262,144 bytes"):
        read_document(path, "scenario")


@given(st.text('{}[]:,"\\\\ae1.-+0 9uNn\n\t', max_size=12))
@example('{"a": 1, "\\u0061": 2}')
@example('{"a:": {"b": 1, "b": 2}}')
@example('{"a": [1e999]}')
@example("[-1" + "0" * 400 + ".0, 1:]")
@example('"\\ud800"')
def test_the_quick_look_at_json_finds_what_the_strict_one_finds(text):
    def told(parser):
        try:
            return repr(parser(text))
        except ValueError as error:
            return str(error)

    assert told(parse_json) == told(_decoder.decode)
