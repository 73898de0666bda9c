"""The same trials on threads, on a pool of processes and on Dask's workers of this machine: same counts, what speed."""

from __future__ import annotations

import multiprocessing
import os
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any

import simcore as sc
from bench import battles
from bench.conftest import Recorder
from bench.contestants import library
from bench.figures import RATIO, WORKERS, Figure
from bench.turns import of_calls

NUMBERS = sorted({1, 2, os.cpu_count() or 1})
TRIALS = {"quick": 10_000_000, "full": 100_000_000, "check": 50_000}


@contextmanager
def pool(workers: int) -> Iterator[Executor]:
    """Processes of Python's own."""
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as executor:
        yield executor


@contextmanager
def dask(workers: int) -> Iterator[Executor]:
    """Dask's workers, each a process with one thread."""
    distributed = library("distributed", "distributed")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with (
            distributed.LocalCluster(
                n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs=50
            ) as cluster,
            distributed.Client(cluster) as client,
        ):
            yield client.get_executor()


def _entered(pools: ExitStack, workers: int) -> Executor:
    return pools.enter_context(dask(workers))


def test_workers(recorder: Recorder) -> None:
    trials = TRIALS["full" if recorder.full else "quick" if recorder.measures else "check"]
    with ExitStack() as open_pools:
        contestants: dict[tuple[str, int], Callable[[], Any]] = {}

        def takes_part(who: str, workers: int, **how: Any) -> None:
            contestants[who, workers] = lambda: sc.simulate(battles.BATTLE, trials=trials, seed=1, **how)

        takes_part("threads", 1, threads=1)
        for workers in NUMBERS if recorder.full else NUMBERS[-1:]:
            takes_part("threads", workers, threads=workers)
            takes_part("processes", workers, executor=open_pools.enter_context(pool(workers)))
            for executor in recorder.present("trials on Dask's workers", partial(_entered, open_pools, workers)):
                takes_part("Dask", workers, executor=executor)
        expected = contestants["threads", 1]().to_dict()
        for simulate in contestants.values():  # the workers start and load the kernels
            assert simulate().to_dict() == expected
        if not recorder.measures:
            return
        turns = {which: of_calls(simulate, time.perf_counter) for which, simulate in contestants.items()}
        spent: dict[tuple[str, int], list[float]] = {which: [] for which in contestants}
        for _ in range(recorder.pace.rounds):
            for which, turn in turns.items():
                spent[which].append(turn(1) / 1e9)
    one = spent["threads", 1]
    for (who, workers), seconds in spent.items():
        recorder.add(
            Figure(WORKERS, who, "/s", [trials / s for s in seconds], workers),
            Figure(WORKERS, f"{who} / one thread", RATIO, [a / b for a, b in zip(one, seconds, strict=True)], workers),
        )
