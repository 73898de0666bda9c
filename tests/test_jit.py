"""Compiling: loops bound to a game's kernels, copies on disk, and no folder to keep them in."""

from __future__ import annotations

import numpy as np
import pytest

from simcore.engine import jit
from simcore.games.bouvines import ground

rule = doubled = None


def of_cells(narrow, wide):
    return doubled(narrow[0]) + doubled(wide[1]) + doubled(number=5) + doubled(narrow[0] > 0)


def of_fractions(naturals, fraction):
    return doubled(naturals[0]) + doubled(fraction)


def loop(number):
    return rule(number) + 1


def test_a_loop_is_bound_to_kernels_and_left_as_it_was():
    doubled = jit.specialise(loop, "test-doubled", rule=jit.kernel(lambda number: 2 * number))
    squared = jit.specialise(loop, "test-squared", rule=jit.kernel(lambda number: number * number))
    assert (doubled(5), squared(5)) == (11, 26)
    assert rule is None
    names = [getattr(bound, "py_func", bound).__qualname__ for bound in (doubled, squared)]
    assert names == ["loop[test-doubled]", "loop[test-squared]"]


@pytest.mark.compiled
def test_whole_numbers_of_every_width_are_handed_on_as_one():
    doubled = jit.kernel(lambda number: 2 * number)
    one, other = (
        jit.specialise(function, f"test-{name}", doubled=doubled)
        for function, name in ((of_cells, "cells"), (of_fractions, "fractions"))
    )
    assert one(np.array([1, 2], np.int32), np.array([3, 4], np.int64)) == 2 + 8 + 10 + 2
    assert other(np.array([1, 2], np.uint64), 2.5) == 2 + 5
    arguments = [[str(kind) for kind in signature] for signature in doubled.signatures]
    assert arguments == [["int64"], ["bool"], ["uint64"], ["float64"]]


def test_a_rule_runs_uncompiled_and_can_be_listened_to():
    heard = []

    def listened(kernel, a, b):
        heard.append((a, b, kernel(a, b)))
        return kernel(a, b)

    between = jit.uncompiled(ground.cells_between, apart=listened)
    assert between(ground.CENTRE, ground.place(2, -1)) == 2
    assert heard == [(ground.CENTRE, ground.place(2, -1), (2, -1))]
    assert jit.uncompiled(ground.cells_between)(ground.CENTRE, ground.CENTRE) == 0
    assert len(heard) == 1


def twice(number):
    return 2 * ground.apart(number, number)[0]


def test_kernels_called_by_their_module_are_listened_to_as_well():
    heard = []
    listened = jit.uncompiled(twice, apart=lambda kernel, *numbers: heard.append(numbers) or kernel(*numbers))
    assert listened(ground.CENTRE) == 0
    assert heard == [(ground.CENTRE, ground.CENTRE)]


@pytest.mark.compiled
def test_what_was_compiled_before_is_known(monkeypatch, tmp_path):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))

    def bound():
        return jit.specialise(loop, "test-kept", rule=jit.kernel(lambda number: -number))

    first = bound()
    assert not jit.is_kept(first)
    assert first(1) == 0
    assert jit.is_kept(first)
    assert jit.is_kept(bound())


def test_the_digest_is_that_of_the_code(monkeypatch, tmp_path):
    for folder in ("engine", "games"):
        (tmp_path / folder).mkdir()
    (tmp_path / "engine" / "a.py").write_text("a = 1\n")
    monkeypatch.setattr(jit, "_PACKAGE", tmp_path)
    digest = jit.code_digest.__wrapped__
    first = digest()
    assert digest() == first
    (tmp_path / "games" / "b.py").write_text("")
    second = digest()
    (tmp_path / "engine" / "a.py").write_text("a = 2\n")
    assert len({first, second, digest()}) == 3
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert jit._cache_folder() == (tmp_path / f"kernels-{jit.code_digest()}")
