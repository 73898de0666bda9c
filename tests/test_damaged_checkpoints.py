"""Checkpoints under the right key whose contents are not those that a run wrote: refused in one line, or no harm."""

from __future__ import annotations

import random

import numpy as np
import pytest

import simcore as sc
from simcore.errors import BadInput
from simcore.io import checkpoints
from trial_runs import BATTLE, counted, one_line

DAMAGES = 200


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "run.npz"
    sc.simulate(BATTLE, trials=50, seed=1, checkpoint=path)
    return path


def damaged(good: bytes, at: int) -> bytes:
    luck = random.Random(at)
    place = luck.randrange(len(good))
    return [
        good[:place],
        good[:place] + bytes([good[place] ^ 1 << luck.randrange(8)]) + good[place + 1 :],
        good[:place] + bytes(min(40, len(good) - place)) + good[place + 40 :],
        good[place:],
    ][at % 4]


def test_no_damage_is_believed(file):
    good = file.read_bytes()
    right = counted(BATTLE, trials=60, seed=1)
    refused: list[str] = []
    for at in range(DAMAGES):
        file.write_bytes(damaged(good, at))
        try:
            assert counted(BATTLE, trials=60, seed=1, checkpoint=file) == right, at
        except BadInput as error:
            refused.append(str(error))
    assert all(said.startswith("checkpoint: ") and "\n" not in said for said in refused)
    assert len(refused) > DAMAGES // 2


ALTERED = {
    "reversed": lambda ends: ends[::-1],
    "half": lambda ends: ends + 0.5,
    "negative": lambda ends: ends - 3,
    "fewer": lambda ends: ends[1:],
    "not finite": lambda ends: ends * np.nan,
    "words": lambda ends: ends.astype(str),
    "square": lambda ends: ends[None, :],
}


@pytest.mark.parametrize("how", ALTERED)
@pytest.mark.parametrize("signed", [False, True], ids=["old checksum", "new checksum"])
def test_altered_counts_are_refused(file, how, signed):
    with np.load(file) as kept:
        parts = dict(kept)
    key = str(parts.pop("key"))
    told = {"key": np.array(key), "checksum": parts.pop("checksum")}
    parts["ends"] = ALTERED[how](parts["ends"])
    if signed and how == "reversed":
        parts["ends"] = parts["ends"] * 2  # an order by itself cannot be told, a sum can
    if signed:
        checkpoints.save(file, key, parts)
    else:
        np.savez(file, **told, **parts)
    with pytest.raises(BadInput) as refused:
        sc.simulate(BATTLE, trials=60, seed=1, checkpoint=file)
    one_line(refused, "checkpoint: ")


@pytest.mark.parametrize("change", [(0, -1), (0, 99), (-2, -5), (-1, 3)])
def test_games_that_cannot_be_are_refused(tmp_path, change):
    file = tmp_path / "war.npz"
    sc.play("breizh", games=2, checkpoint=file)
    with np.load(file) as kept:
        key, rows = str(kept["key"]), kept["rows"]
    column, value = change
    names = sc.play("breizh", games=2, checkpoint=file).config.game.rules.columns
    rows[1, names.index("winner") if column == 0 else column] = value
    checkpoints.save(file, key, {"rows": rows})
    with pytest.raises(BadInput) as refused:
        sc.play("breizh", games=4, checkpoint=file)
    one_line(refused, "checkpoint: ")


def test_an_answer_that_could_not_be_kept_comes_with_the_failure(tmp_path, monkeypatch):
    def full(*_):
        raise sc.SimcoreError("full")

    monkeypatch.setattr(checkpoints, "write_whole", full)
    with pytest.raises(checkpoints.NotKept) as failed:
        sc.simulate(BATTLE, trials=50, checkpoint=tmp_path / "run.npz")
    assert failed.value.answer.trials == 50
