"""Long runs: stopped by the keyboard, kept in a checkpoint, gone on with; checkpoints that are something else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simcore as sc
from simcore.errors import BadInput
from simcore.evaluation.questions import Interrupted
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
    monkeypatch.setattr("simcore.evaluation.questions.FIRST_LOOK", 64)
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
    one_line(refused, "checkpoint: ", "a file written by an earlier run, or a new name")
    assert file.read_bytes() == garbage


def test_a_checkpoint_of_the_right_key_and_wrong_size_is_refused(tmp_path):
    file = tmp_path / "run.npz"
    sc.simulate(BATTLE, trials=50, checkpoint=file)
    with np.load(file) as kept:
        parts = dict(kept)
    npz(file, **{**parts, "ends": parts["ends"][1:]})
    with pytest.raises(BadInput) as refused:
        sc.simulate(BATTLE, trials=100, checkpoint=file)
    one_line(refused, "checkpoint: ", "a file written by an earlier run, or a new name")


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
    monkeypatch.setattr("simcore.io.checkpoints.SECONDS", 0.0)
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
