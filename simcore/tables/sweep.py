"""The sweep: every combination of some fields' values laid over a scenario, a row each.

What a row holds comes from `questions.evaluate`; how a table is written is in `files`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, product
from math import prod
from pathlib import Path
from typing import Any, cast

import numpy as np
import pandas as pd

from simcore.contracts.provenance import joined
from simcore.errors import ABSENT, BadInput, SimcoreError
from simcore.evaluation.questions import Interrupted, evaluate_prepared, prepare_each
from simcore.evaluation.result import Result
from simcore.games import shape_of
from simcore.io import checkpoints
from simcore.scenarios.edits import plain, variant
from simcore.scenarios.schema_paths import written_out
from simcore.tables.progress import BEYOND, HINT, Impossible, Progress, key_of, load

SCHEMA = "simcore.table/1"
MOST_ROWS = 1_000_000
TOGETHER = 1 << 10  # rows made ready at a time


def table(
    scenario: Mapping[str, Any],
    vary: Mapping[str, Sequence[Any]],
    *,
    trials: int | None = None,
    target_error: float | None = None,
    exact: bool = False,
    seed: int = 0,
    threads: int = 1,
    facts: Path | str | None = None,
    progress: Callable[[int, int], None] | None = None,
    skip_impossible: bool = False,
    chance_of: Sequence[str] = (),
    command: str | None = None,
    checkpoint: Path | str | None = None,
) -> pd.DataFrame:
    """Every combination of the values in `vary` laid over `scenario`, a row each, the last field running fastest.

    `vary` names fields by their path (`attacker.english`, `initiative`, `attackers.0.count`); None leaves the field
    out. `trials`, `target_error`, `exact`, `seed`, `threads` and `facts` as in `evaluate`: exact where that is cheap,
    and all rows by trials share their random numbers, so that rows differ by what they state and not by luck.
    `skip_impossible` leaves out rows that the rules refuse, unless they refuse all; `.attrs["skipped"]` says how many,
    and why the first. `chance_of`: conditions (see `condition`), a column each. `command` says how to make the table
    again. `checkpoint`: a file that keeps the rows, every quarter of a minute and when the sweep is stopped, and from
    which the next call goes on, to the same table. `.attrs` holds all that is asked, with rules, version, policies, and
    assumed and public facts.

    >>> battle = {"game": "cent-ans", "combat": "pitched-battle", "initiative": "attacker", "defender": {"armagnac": 5}}
    >>> table(battle, {"attacker.english": [4, 5, 6]})[["attacker.english", "win_attacker"]].round(4)
       attacker.english  win_attacker
    0                 4        0.5684
    1                 5        0.7068
    2                 6        0.8072
    """
    swept = {name: _values(name, values) for name, values in vary.items()}
    base = plain("scenario", dict(scenario))
    base = written_out(base, [name.split(".") for name in swept], shape_of(base))
    wanted = prod(len(values) for values in swept.values())
    if wanted > MOST_ROWS:
        raise BadInput("vary", f"{wanted} rows", f"at most {MOST_ROWS} rows")
    how = {
        "trials": trials, "target_error": target_error, "exact": exact, "seed": seed, "threads": threads,
        "facts": facts,
    }  # fmt: skip
    so_far, keeper = Progress(), None
    if checkpoint is not None:
        checkpoints.check_writable(checkpoint)
        key = key_of(base, swept, {**how, "chance_of": list(chance_of)})
        so_far = load(Path(checkpoint), key, wanted) or so_far
        keeper = checkpoints.Keeper(Path(checkpoint), key, so_far.to_arrays)
    if so_far.refusal is not None and not skip_impossible:
        raise _refused(so_far.refusal, wanted)
    try:
        _go_on(so_far, keeper, base, swept, how, skip_impossible, chance_of, progress)
    except KeyboardInterrupt:
        raise _stopped(so_far, keeper) from None
    if not so_far.rows.rows:
        assert so_far.refusal is not None
        raise so_far.refusal
    not_kept: SimcoreError | None = None
    if keeper is not None:
        try:
            keeper.save()
        except SimcoreError as error:
            not_kept = error
    frame = _frame(so_far, swept)
    frame.attrs = {
        "schema": SCHEMA,
        "scenario": base,
        "vary": swept,
        "trials": trials,
        **({} if target_error is None else {"target_error": target_error}),
        "seed": seed if (frame["method"] == "monte-carlo").any() else None,
        "facts": None if facts is None else str(facts),
        "rules": so_far.rules,
        "version": so_far.version,
        "policies": joined(so_far.played),
        **{kind: list(titles) for kind, titles in so_far.beyond.items()},
        **({"skipped": {"rows": so_far.refused, "first": str(so_far.refusal)}} if so_far.refused else {}),
        "command": command,
    }
    if not_kept is not None:
        raise checkpoints.NotKept(str(not_kept), frame) from None
    return frame


def _go_on(
    so_far: Progress,
    keeper: checkpoints.Keeper | None,
    base: dict[str, Any],
    swept: Mapping[str, Sequence[Any]],
    how: Mapping[str, Any],
    skip_impossible: bool,
    chance_of: Sequence[str],
    progress: Callable[[int, int], None] | None,
) -> None:
    """The combinations that are still to be answered, one after the other."""
    wanted, done = prod(len(values) for values in swept.values()), so_far.done
    chosen = (dict(zip(swept, values, strict=True)) for values in islice(product(*swept.values()), done, None))
    for number, found in enumerate(_results(base, chosen, how, done), start=done + 1):
        if isinstance(found, Impossible):
            if not skip_impossible:
                raise _refused(found, wanted)
            so_far.refuse(found)
        else:
            so_far.add(found, _columns(found) | {f"chance_of {one}": found.chance_of(one) for one in chance_of})
        if keeper is not None:
            keeper.meanwhile()
        if progress is not None:
            progress(number, wanted)


def _refused(found: Impossible, wanted: int) -> BadInput:
    """The refusal of a whole sweep for one row of it."""
    return BadInput(found.field, found.value, found.allowed + (HINT if wanted > 1 else ""))


def _stopped(so_far: Progress, keeper: checkpoints.Keeper | None) -> Interrupted:
    """What to say of a sweep that was stopped; its rows are kept where there is a file for them."""
    if keeper is None or not so_far.done:
        return Interrupted(f"stopped after {so_far.done:,} rows; give a checkpoint file to keep them next time")
    keeper.save()
    return Interrupted(
        f"stopped after {so_far.done:,} rows, kept in {keeper.path}; the same command goes on from there"
    )


def _frame(so_far: Progress, swept: Mapping[str, Sequence[Any]]) -> pd.DataFrame:
    """All rows, each with the values that it states."""
    frame = so_far.rows.frame(_place)
    if "win_never_ends" in frame:
        frame["win_never_ends"] = frame["win_never_ends"].fillna(0.0)
    sizes = [len(values) for values in swept.values()]
    which = np.unravel_index(np.array(so_far.kept), sizes) if swept else ()
    for at, ((name, values), places) in enumerate(zip(swept.items(), which, strict=True)):
        frame.insert(at, name, pd.Series(_cells([values[place] for place in places.tolist()])))
    return frame


def stack(frames: Sequence[pd.DataFrame], *, command: str | None = None) -> pd.DataFrame:
    """Several tables of the same rules as one; its `.attrs` list the scenario and sweep of each under `parts`."""
    attrs = [cast(dict[str, Any], frame.attrs) for frame in frames]
    shared = {key: attrs[0][key] for key in ("trials", "seed", "facts", "rules", "version")}
    for other in attrs[1:]:
        for key, value in shared.items():
            if other[key] != value:
                raise BadInput(key, other[key], f"the same for all tables to be stacked, here {value}")
    frame = pd.concat(list(frames), ignore_index=True)
    parts = [{key: part[key] for key in ("scenario", "vary", "skipped") if key in part} for part in attrs]
    # Tables written before public facts were named have none of them.
    beyond = {kind: list(dict.fromkeys(name for part in attrs for name in part.get(kind, []))) for kind in BEYOND}
    policies = joined([part.get("policies", {}) for part in attrs])
    frame.attrs.update(schema=SCHEMA, parts=parts, **shared, policies=policies, **beyond, command=command)
    return frame


def _values(name: str, values: object) -> list[Any]:
    if isinstance(values, (str, bytes, Mapping)) or not hasattr(values, "__iter__"):
        raise BadInput(f"vary {name}", values, "a list of values")
    listed = plain(f"vary {name}", list(values))
    if not listed:
        raise BadInput(f"vary {name}", ABSENT, "at least one value")
    return cast(list[Any], listed)


def _results(
    base: dict[str, Any], rows: Iterator[dict[str, Any]], how: Mapping[str, Any], done: int
) -> Iterator[Result | Impossible]:
    """The answer to each row after the first `done`, or why the rules refuse it; rows that are made ready together
    share models."""
    while together := list(islice(rows, TOGETHER)):
        each = prepare_each([variant(base, chosen, "vary") for chosen in together], how["facts"], exact=how["exact"])
        for number, (chosen, ready) in enumerate(zip(together, each, strict=True), start=done + 1):
            try:
                yield evaluate_prepared(ready(), **how)
            except BadInput as error:
                if error.field.partition(" ")[0] in how:  # not this row's fault
                    raise
                where = ", ".join(
                    f"{name}={cell}" for name, cell in zip(chosen, map(_cell, chosen.values()), strict=True)
                )
                field = f"row {number} ({where}), {error.field}" if where else error.field
                yield Impossible(field, error.value, error.allowed)
        done += len(together)


def _flat(tree: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, float]]:
    for name, value in tree.items():
        key = f"{prefix}_{name.replace('-', '_')}"
        if isinstance(value, Mapping):
            yield from _flat(value, key)
        else:
            yield key, value


def _columns(result: Result) -> dict[str, Any]:
    row: dict[str, Any] = {**dict(_flat(result.win, "win")), **dict(_flat(result.expected, "expected"))}
    row["method"] = result.method
    if result.trials is not None:
        row["trials"] = result.trials
    elif result.endless:
        row["win_never_ends"] = result.endless
    for name, (low, high) in (result.interval or {}).items():
        row |= dict(_flat({"low": low, "high": high}, f"interval_{name.replace('-', '_')}"))
    return row


def _place(name: str) -> int:
    """Order of the kinds of columns."""
    return ["win", "chance", "expected", "method", "trials", "interval"].index(name.partition("_")[0])


def _cell(value: object) -> Any:
    """A varied value as one cell: plain values as they are, names joined by +, anything else as JSON."""
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, list) and all(isinstance(name, str) for name in value):
        return "+".join(value)
    return json.dumps(value)


def _cells(values: Sequence[Any]) -> list[Any]:
    """A column of them, of one type."""
    cells = [_cell(value) for value in values]
    kinds = {type(cell) for cell in cells if cell is not None}
    return cells if len(kinds) <= 1 or kinds == {int, float} else [None if c is None else str(c) for c in cells]
