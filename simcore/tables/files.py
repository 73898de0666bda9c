"""Tables as files: five formats, each with the table's `.attrs`, and three of them read back.

Metadata is one JSON object: beside a CSV, whose first line is the header (`a.csv.meta.json`; older files have it in a
comment on their first line, and are read too), under `simcore` in a Parquet schema, beside the
rows in JSON, in a comment under Markdown, in a script element under HTML; the last two say it in a caption too.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
from collections.abc import Callable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any, cast

import pandas as pd

from simcore.errors import BadInput, SimcoreError
from simcore.io.files import check_place, write_whole
from simcore.tables.progress import BEYOND
from simcore.tables.sweep import SCHEMA
from simcore.text import counted

READ_BACK = (".csv", ".parquet", ".json")
KEY = "simcore"  # under which Parquet and HTML files keep the metadata
READERS_DIGITS = 6  # significant digits in tables that only people read
_BEYOND = dict(zip(BEYOND, ("Assumed, not in the rulebook", "Public, published outside the rulebook"), strict=True))
NOISE = 12  # decimals beyond which a mean is rounding error, not a figure


def write_table(frame: pd.DataFrame, path: Path | str, *, digits: int | None = None) -> None:
    """Write a table whole or not at all, in the format its extension names, with `.attrs` in the file.

    `digits`: significant digits of the figures (absent: all in .csv, .json and .parquet, six in .md and .html).
    """
    check_path(path)
    path = Path(path)
    data = encode_table(frame, path.suffix, digits=digits)
    if path.suffix.lower() == ".csv":
        described = {"metadata": frame.attrs, "checksum": _checksum(data)}
        told = f"{json.dumps(described, ensure_ascii=False)}\n".encode(errors="replace")
        write_whole(path, lambda file: file.write(data))
        write_whole(metadata_beside(path), lambda file: file.write(told))
    else:
        write_whole(path, lambda file: file.write(data))


def _beside(path: Path) -> Any:
    try:
        return json.loads(metadata_beside(path).read_bytes())
    except FileNotFoundError:
        raise ValueError("no metadata") from None


def metadata_beside(path: Path) -> Path:
    """The file that keeps the metadata of a CSV file.

    >>> metadata_beside(Path("a.csv")).name
    'a.csv.meta.json'
    """
    return path.with_name(f"{path.name}.meta.json")


def encode_table(frame: pd.DataFrame, extension: str, *, digits: int | None = None) -> bytes:
    """What `write_table` would write into a file with that extension (".json")."""
    return _WRITERS[extension.lower()](frame if digits is None else rounded(frame, digits))


def check_path(path: Path | str) -> None:
    """Raise at once what `write_table` would raise after a long sweep: a format nobody knows or cannot be written."""
    given, path = path, Path(path)
    if path.suffix.lower() not in _WRITERS:
        raise BadInput("path", str(path), f"a name that ends in one of {', '.join(_WRITERS)}")
    if path.suffix.lower() == ".parquet":
        _pyarrow()
    check_place("path", given)
    if path.suffix.lower() == ".csv":
        check_place("path", metadata_beside(path))


def read_table(path: Path | str) -> pd.DataFrame:
    """A table from a .csv, .parquet or .json file of `write_table`, its `.attrs` restored."""
    path = Path(path)
    if path.suffix.lower() not in READ_BACK:
        raise BadInput("path", str(path), f"a name that ends in one of {', '.join(READ_BACK)}")
    try:
        data = path.read_bytes()
        if path.suffix.lower() == ".csv" and not data.startswith(b"#"):
            beside = _beside(path)
            if beside["checksum"] != _checksum(data):
                raise BadInput("path", str(path), f"the table that {metadata_beside(path).name} was written with")
            frame, attrs = _rows_of_csv(data.decode()), _checked(beside["metadata"])
        else:
            frame, attrs = _READERS[path.suffix.lower()](data)
    except BadInput:  # a ValueError too
        raise
    except OSError as error:
        raise BadInput("path", str(path), f"a file that can be read ({error.strerror or error})") from None
    except (ValueError, KeyError, TypeError, csv.Error):  # pyarrow's and pandas' errors are ValueErrors
        raise BadInput("path", str(path), f"a table of schema {SCHEMA}, written by simcore") from None
    frame.attrs.update(attrs)
    return frame


def rounded(frame: pd.DataFrame, digits: int) -> pd.DataFrame:
    """The table with its figures at so many significant digits, rounding error taken for 0."""
    frame = frame.copy()
    for name in frame.columns[frame.dtypes == "float64"]:
        frame[name] = [float(f"{round(value, NOISE):.{digits}g}") for value in frame[name].tolist()]
    return frame


def caption(attrs: Mapping[str, Any]) -> str:
    """What a reader must know of a table, in one sentence or two."""
    said = [f"simcore {attrs['version']}, rules {attrs['rules']}."]
    said += [*told_policies(attrs), *beyond_the_rulebook(attrs)]
    if skipped := attrs.get("skipped"):
        said.append(f"Left out, as the rules refuse them: {counted(skipped['rows'], 'row')}.")
    if attrs["command"]:
        said.append(f"Made by: {attrs['command']}")
    return " ".join(said)


def told_policies(attrs: Mapping[str, Any]) -> list[str]:
    """The policies that a table rests on, as a sentence; none where nothing is decided by one.

    >>> told_policies({"policies": {"attacker.policy": "keep_dice", "defender.policy": "optimal"}})
    ['Policies: attacker.policy keep_dice, defender.policy optimal.']
    """
    named = ", ".join(f"{path} {policy}" for path, policy in attrs.get("policies", {}).items())
    return [f"Policies: {named}."] if named else []


def beyond_the_rulebook(attrs: Mapping[str, Any]) -> list[str]:
    """The figures that a table rests on and its rulebook does not carry, a sentence for each kind.

    >>> beyond_the_rulebook({"assumed": ["routier die"], "public": ["paris units"]})
    ['Assumed, not in the rulebook: routier die.', 'Public, published outside the rulebook: paris units.']
    """
    # Tables written before public facts were named have none of them.
    return [f"{said}: {', '.join(attrs[kind])}." for kind, said in _BEYOND.items() if attrs.get(kind)]


def _attrs(frame: pd.DataFrame) -> dict[str, Any]:
    return cast(dict[str, Any], frame.attrs)


def _metadata(frame: pd.DataFrame) -> str:
    return json.dumps(frame.attrs, ensure_ascii=False)


def _checked(attrs: Any) -> dict[str, Any]:
    if attrs["schema"] != SCHEMA:
        raise ValueError(attrs["schema"])
    return cast(dict[str, Any], attrs)


def _to_csv(frame: pd.DataFrame) -> bytes:
    return frame.to_csv(index=False, lineterminator=chr(10)).encode(errors="replace")


def _checksum(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def _from_csv(data: bytes) -> tuple[pd.DataFrame, dict[str, Any]]:
    """An older file, with its metadata in a comment on the first line."""
    head, _, body = data.decode().partition("\n")
    return _rows_of_csv(body), _checked(json.loads(head.removeprefix("# ")))


def _rows_of_csv(body: str) -> pd.DataFrame:
    # Not pandas.read_csv: its older versions lose a last bit, and it takes words such as "None" for absent values.
    names, *rows = csv.reader(io.StringIO(body, newline=""), strict=True)
    columns = zip(names, zip(*rows, strict=True), strict=True)
    return pd.DataFrame({name: _typed(column) for name, column in columns})


def _typed(column: Sequence[str]) -> list[Any]:
    """A column of text as whole numbers, numbers or words, whichever fits all; empty cells are absent."""
    kinds: tuple[Callable[[str], Any], ...] = (int, float, {"True": True, "False": False}.__getitem__, str)
    for kind in kinds:
        try:
            return [kind(cell) if cell else None for cell in column]
        except (ValueError, KeyError):
            continue
    raise AssertionError("text is always a word")


def _to_json(frame: pd.DataFrame) -> bytes:
    absent = frame.astype(object).where(frame.notna(), None)
    rows = ",\n".join(json.dumps(row, ensure_ascii=False, allow_nan=False) for row in absent.to_dict("records"))
    return f'{{"metadata": {_metadata(frame)},\n"rows": [\n{rows}\n]}}\n'.encode()


def _from_json(data: bytes) -> tuple[pd.DataFrame, dict[str, Any]]:
    document = json.loads(data)
    return pd.DataFrame(document["rows"]), _checked(document["metadata"])


def _pyarrow() -> Any:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise SimcoreError("Parquet files need pyarrow: pip install pyarrow") from None
    return pyarrow


def _to_parquet(frame: pd.DataFrame) -> bytes:
    pyarrow = _pyarrow()
    bare = frame.copy()
    bare.attrs = {}
    columns = pyarrow.Table.from_pandas(bare, preserve_index=False)
    # PANDAS_ATTRS is where pandas.read_parquet looks for `.attrs`.
    kept = {
        **columns.schema.metadata,
        KEY.encode(): _metadata(frame).encode(),
        b"PANDAS_ATTRS": _metadata(frame).encode(),
    }
    buffer = io.BytesIO()
    pyarrow.parquet.write_table(columns.replace_schema_metadata(kept), buffer, compression="zstd")
    return buffer.getvalue()


def _from_parquet(data: bytes) -> tuple[pd.DataFrame, dict[str, Any]]:
    columns = _pyarrow().parquet.read_table(io.BytesIO(data))
    return columns.to_pandas(), _checked(json.loads(columns.schema.metadata[KEY.encode()]))


def _to_markdown(frame: pd.DataFrame) -> bytes:
    shown = _shown(frame)
    rules = ["---:" if pd.api.types.is_numeric_dtype(kind) else "---" for kind in frame.dtypes]
    lines = [list(shown.columns), rules, *shown.to_numpy().tolist()]
    text = "\n".join("| " + " | ".join(_plain(cell) for cell in line) + " |" for line in lines)
    hidden = _metadata(frame).replace(">", "\\u003e")  # nothing in it may end the comment
    return f"{text}\n\n*{_plain(caption(_attrs(frame)))}*\n\n<!-- {KEY} {hidden} -->\n".encode()


def _plain(text: str) -> str:
    """A text that Markdown shows as it is, on one line: nothing in it is markup, a column or an element.

    >>> print(_plain("a|b <b> *c*"))
    a\\|b \\<b\\> \\*c\\*
    """
    return re.sub(r"([\\`*\[\]<>|~&])", r"\\\1", " ".join(text.split()))


def _to_html(frame: pd.DataFrame) -> bytes:
    body = _shown(frame).to_html(index=False, border=0)
    body = body.replace("<thead>", f"<caption>{escape(caption(_attrs(frame)))}</caption>\n  <thead>", 1)
    hidden = _metadata(frame).replace("<", "\\u003c")  # nothing in it may end the element
    return (
        '<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>simcore table</title></head>\n<body>\n'
        f'{body}\n<script type="application/json" id="{KEY}">{hidden}</script>\n</body>\n</html>\n'
    ).encode()


def _shown(frame: pd.DataFrame) -> pd.DataFrame:
    """Every cell as the text people read; absent values are empty."""

    def text(value: Any) -> str:
        return "" if pd.isna(value) else f"{value:.{READERS_DIGITS}g}" if isinstance(value, float) else str(value)

    return frame.map(text).astype(object)


_WRITERS: dict[str, Callable[[pd.DataFrame], bytes]] = {
    ".csv": _to_csv,
    ".parquet": _to_parquet,
    ".json": _to_json,
    ".md": _to_markdown,
    ".html": _to_html,
}
_READERS: dict[str, Callable[[bytes], tuple[pd.DataFrame, dict[str, Any]]]] = {
    ".csv": _from_csv,
    ".parquet": _from_parquet,
    ".json": _from_json,
}
