"""Long runs: stopped by the keyboard, kept in a checkpoint, gone on with; checkpoints that are something else."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simcore as sc
from simcore import checkpoints
from simcore.errors import BadInput
from simcore.questions import Interrupted
from trial_runs import BATTLE, SAMPLERS, SIEGE, counted, one_line


class Interrupt:
    """Stops a run by the keyboard once so many trials are done."""

    def __init__(self, after: int) -> None:
        self.after, self.told = after, []

    def __call__(self, done: int, wanted: int) -> None:
        self.told.append((done, wanted))
        if done >= self.after:
            raise KeyboardInterrupt


@pytest.mark.parametrize("sampler", SAMPLERS)
def test_an_interrupted_run_goes_on_where_it_stopped(sampler, tmp_path):
    file = tmp_path / "run.npz"
    here = {"trials": 300, "seed": 4, "sampler": sampler, "chunk": 16, "checkpoint": file}
    stop = Interrupt(after=100)
    with pytest.raises(Interrupted) as stopped:
        sc.simulate(BATTLE, **here, progress=stop)
    done = stop.told[-1][0]
    assert str(stopped.value) == f"stopped after {done} trials, kept in {file}; the same command goes on from there"
    assert 100 <= done < 300
    seen: list[int] = []
    resumed = counted(BATTLE, **{**here, "chunk": 7, "threads": 2}, progress=lambda done, _: seen.append(done))
    assert min(seen) > done
    assert resumed == counted(BATTLE, trials=300, seed=4, sampler=sampler)
    # The finished run is kept too: asked again it has nothing to do, asked for more it goes on.
    again: list[int] = []
    assert counted(BATTLE, **here, progress=lambda done, _: again.append(done)) == resumed
    assert again == []
    assert counted(BATTLE, **{**here, "trials": 420}) == counted(BATTLE, trials=420, seed=4, sampler=sampler)


def test_interrupted_without_a_file():
    with pytest.raises(Interrupted, match=r"^stopped after \d+ trials; give a checkpoint file to keep them next time$"):
        sc.simulate(BATTLE, trials=300, chunk=50, progress=Interrupt(after=100))


@pytest.mark.parametrize("sampler", SAMPLERS)
def test_interrupted_on_the_way_to_a_target(sampler, tmp_path, monkeypatch):
    monkeypatch.setattr("simcore.questions.FIRST_LOOK", 64)
    here = {"target_error": 0.03, "seed": 4, "sampler": sampler}
    whole = counted(BATTLE, **here)
    assert whole[0] == 1024  # half of 1024 each: 1.96 * sqrt(1/4 / 1024) is 0.0306, with Wilson's a little less
    file = tmp_path / "run.npz"
    with pytest.raises(Interrupted):
        sc.simulate(BATTLE, **here, chunk=48, checkpoint=file, progress=Interrupt(after=600))
    assert counted(BATTLE, **here, checkpoint=file) == whole


# ---- checkpoints that are something else -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "other",
    [
        {"scenario": {**BATTLE, "attacker": {**BATTLE["attacker"], "english": 3}}},
        {"scenario": SIEGE},
        {"seed": 2},
        {"sampler": "direct"},
        {"facts": "[dice.french]\nvalue = { loss = 6 }\n"},
    ],
    ids=["units", "combat", "seed", "sampler", "facts"],
)
def test_a_checkpoint_of_another_run_is_refused(other, tmp_path):
    file = tmp_path / "run.npz"
    sc.simulate(BATTLE, trials=50, seed=1, checkpoint=file)
    before = file.read_bytes()
    how = {"scenario": BATTLE, "seed": 1} | other
    if "facts" in other:
        how["facts"] = tmp_path / "facts.toml"
        how["facts"].write_text(other["facts"])
    with pytest.raises(BadInput) as refused:
        sc.simulate(how.pop("scenario"), trials=100, checkpoint=file, **how)
    one_line(refused, "checkpoint: ", str(file)[:40], "a file of this very scenario, seed and rules, or a new name")
    assert file.read_bytes() == before


def npz(path: Path, **arrays: Any) -> bytes:
    np.savez(path, **arrays)
    return path.read_bytes()


@pytest.mark.parametrize("kind", ["text", "empty", "cut", "array", "other npz", "pickle", "bits flipped"])
def test_a_checkpoint_that_is_some_other_file_is_refused(kind, tmp_path):
    file = tmp_path / "run.npz"
    sc.simulate(BATTLE, trials=50, checkpoint=file)
    good = file.read_bytes()
    np.save(tmp_path / "array.npy", np.arange(3))
    np.save(tmp_path / "pickle.npy", np.array([None]), allow_pickle=True)
    garbage = {
        "text": b"not a checkpoint\n",
        "empty": b"",
        "cut": good[: len(good) // 2],
        "array": (tmp_path / "array.npy").read_bytes(),
        "other npz": npz(tmp_path / "other.npz", ends=np.arange(3)),
        "pickle": (tmp_path / "pickle.npy").read_bytes(),
        "bits flipped": good[:300] + bytes(255 - b for b in good[300:340]) + good[340:],
    }[kind]
    file.write_bytes(garbage)
    with pytest.raises(BadInput) as refused:
        sc.simulate(BATTLE, trials=100, checkpoint=file)
    one_line(refused, "checkpoint: ", "a file written by an earlier run and unchanged, or a new name")
    assert file.read_bytes() == garbage


ALTERED: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "reversed": lambda kept: {"ends": kept["ends"][::-1]},
    "fewer endings": lambda kept: {"ends": kept["ends"][1:]},
    "more endings": lambda kept: {"ends": np.append(kept["ends"], 0)},
    "fractions": lambda kept: {"ends": kept["ends"] + 0.5},
    "other whole numbers": lambda kept: {"rolls": kept["rolls"].astype(np.int32)},
    "less than never": lambda kept: {"rolls": -kept["rolls"]},
    "an ending more": lambda kept: {"ends": kept["ends"] + 1},
    "fewer trials": lambda kept: {"trials": kept["trials"] - 1},
    "trials less than none": lambda kept: {"trials": -kept["trials"], "ends": -kept["ends"]},
    "trials in a list": lambda kept: {"trials": kept["trials"].reshape(1)},
    "a table": lambda kept: {"ends": kept["ends"][None]},
    "words": lambda kept: {"rolls": kept["rolls"].astype(str)},
    "not a number": lambda kept: {"rolls": kept["rolls"] * np.nan},
}
SYMMETRIC = {"reversed"}  # what only the digest can tell: as many trials, in other endings


@pytest.mark.parametrize("digest", ["as it was", "made anew"])
@pytest.mark.parametrize("what", ALTERED)
def test_a_checkpoint_of_the_right_key_and_altered_contents_is_refused(what, digest, tmp_path):
    """By the digest of its contents; and where somebody has made that anew, by what counts can be."""
    file = tmp_path / "run.npz"
    sc.simulate(BATTLE, trials=50, checkpoint=file)
    with np.load(file) as kept:
        parts = dict(kept)
    altered = parts | ALTERED[what](parts)
    if digest == "made anew":
        if what in SYMMETRIC:
            return
        arrays = {name: altered[name] for name in ("ends", "rolls", "trials")}
        checkpoints.save(file, str(parts["key"]), arrays)
    else:
        npz(file, **altered)
    before = file.read_bytes()
    with pytest.raises(BadInput) as refused:
        sc.simulate(BATTLE, trials=100, checkpoint=file)
    one_line(refused, "checkpoint: ", "a file written by an earlier run and unchanged, or a new name")
    assert file.read_bytes() == before


def winner_of(rows: Any, winner: int) -> Any:
    rows = rows.copy()
    rows[:, 0] = winner
    return rows


GAMES: dict[str, Callable[[Any], Any]] = {
    "nobody's winner": lambda rows: winner_of(rows, 7),
    "less than nobody": lambda rows: winner_of(rows, -1),
    "another width": lambda rows: rows[:, 1:],
    "fractions": lambda rows: rows + 0.5,
    "one game": lambda rows: rows[0],
    "less than no decision": lambda rows: -rows,
}


@pytest.mark.compiled
@pytest.mark.parametrize("what", GAMES)
def test_games_kept_that_no_game_can_come_to_are_refused(what, tmp_path):
    file = tmp_path / "games.npz"
    whole = sc.play("breizh", games=20, seed=3, checkpoint=file).rows
    assert np.array_equal(sc.play("breizh", games=20, seed=3, checkpoint=file).rows, whole)
    with np.load(file) as kept:
        parts = dict(kept)
    checkpoints.save(file, str(parts["key"]), {"rows": GAMES[what](parts["rows"])})
    before = file.read_bytes()
    with pytest.raises(BadInput) as refused:
        sc.play("breizh", games=20, seed=3, checkpoint=file)
    one_line(refused, "checkpoint: ", "a file written by an earlier run and unchanged, or a new name")
    assert file.read_bytes() == before


@pytest.mark.parametrize("seed", range(4))
def test_a_checkpoint_with_flipped_bits_is_refused_or_unharmed(seed, tmp_path):
    """Bits outside of what is kept (the archive's times of day) harm nothing."""
    file = tmp_path / "run.npz"
    sc.simulate(BATTLE, trials=50, checkpoint=file)
    good, whole = file.read_bytes(), counted(BATTLE, trials=60)
    rng, told = np.random.default_rng(seed), []
    for _ in range(25):
        at = int(rng.integers(len(good)))
        file.write_bytes(good[:at] + bytes([good[at] ^ 1 << int(rng.integers(8))]) + good[at + 1 :])
        try:
            assert counted(BATTLE, trials=60, checkpoint=file) == whole
        except BadInput as refused:
            told.append(str(refused))
    assert told
    assert all(re.fullmatch("checkpoint: .*", line) for line in told)


def test_a_checkpoint_with_more_trials_than_wanted_is_refused(tmp_path):
    file = tmp_path / "run.npz"
    sc.simulate(BATTLE, trials=50, checkpoint=file)
    with pytest.raises(BadInput, match=r"^trials: 40 is not allowed; at least 50, already done in "):
        sc.simulate(BATTLE, trials=40, checkpoint=file)


@pytest.mark.parametrize("where", ["a/folder/that/is/not", "."])
def test_a_checkpoint_that_cannot_be_kept_is_one_line(where, tmp_path):
    with pytest.raises(sc.SimcoreError) as refused:
        sc.simulate(BATTLE, trials=50, checkpoint=tmp_path / where)
    one_line(refused)


def test_a_killed_run_keeps_what_was_done_a_while_ago(tmp_path, monkeypatch):
    monkeypatch.setattr("simcore.checkpoints.SECONDS", 0.0)
    file = tmp_path / "run.npz"

    def killed(done: int, wanted: int) -> None:
        if done >= 100:
            raise SystemExit  # as good as a kill: nothing is saved on the way out

    with pytest.raises(SystemExit):
        sc.simulate(BATTLE, trials=300, seed=4, chunk=16, checkpoint=file, progress=killed)
    seen: list[int] = []
    resumed = counted(BATTLE, trials=300, seed=4, checkpoint=file, progress=lambda done, _: seen.append(done))
    assert min(seen) > 100
    assert resumed == counted(BATTLE, trials=300, seed=4)


def test_a_checkpoint_that_cannot_be_written_is_refused_first(tmp_path):
    started: list[int] = []
    for file in (tmp_path / "nowhere" / "run.npz", tmp_path):
        with pytest.raises(BadInput, match=r"^checkpoint: "):
            sc.simulate(BATTLE, trials=10, checkpoint=file, progress=lambda done, _: started.append(done))
    assert started == []


@pytest.mark.compiled
def test_a_checkpoint_is_enough_to_ask_again(tmp_path):
    file = tmp_path / "run.npz"
    sc.simulate(BATTLE, trials=1_100_000, checkpoint=file)
    assert sc.simulate(BATTLE, checkpoint=file).trials == 1_100_000  # more than the million that is the default
