"""What the contestants meet: compilers of all kinds, turns in changing order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bench import machine
from bench.conftest import Recorder
from bench.contestants import Missing, in_c
from bench.figures import Run
from bench.turns import Pace, take_turns

PICKY = """#!/bin/sh
case "$*" in
--version) echo "picky 1.0" ;;
*{refused}*) echo "picky: no {refused}" >&2; echo "more words" >&2; exit 3 ;;
*) while [ "$1" != -o ]; do shift; done; {makes} "$2" ;;
esac
"""
NATIVE = " ".join(in_c.FLAGS)
EVERYWHERE = "-O3 -std=gnu11"


@pytest.fixture
def afresh() -> Iterator[None]:
    """What was found of the compiler is forgotten, before and after."""
    kept = in_c.flags, in_c.compiler, in_c.build
    for function in kept:
        function.cache_clear()
    yield
    for function in kept:
        function.cache_clear()


@pytest.fixture
def picky(afresh: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], Path]:
    """Makes a compiler that refuses a word on its command line, else runs `makes` with the program's name."""
    monkeypatch.setattr(in_c, "BUILD", tmp_path)

    def make(refused: str, makes: str = "touch") -> Path:
        file = tmp_path / "picky"
        file.write_text(PICKY.format(refused=refused, makes=makes))
        file.chmod(0o755)
        monkeypatch.setenv("CC", str(file))
        return file

    return make


@pytest.mark.parametrize(
    ("command", "told"),
    [("false", "false ended with status 1: "), ("", "CC is empty: "), ("no-such-cc -m32", "no-such-cc -m32: "),
     ("true", "true made no program"), ("'", "CC: No closing quotation")],
)  # fmt: skip
@pytest.mark.usefixtures("afresh")
def test_no_compiler(monkeypatch: pytest.MonkeyPatch, command: str, told: str) -> None:
    """The run goes on and says why programs in C are not in it."""
    monkeypatch.setenv("CC", command)
    run = Run(machine.about())
    recorder = Recorder(run, Pace(1, 0.0), "")
    assert not list(recorder.present("battle, C", lambda: in_c.Program("joan_combat", 10, 10)))
    assert run.missing["battle, C"].startswith(told)
    assert run.about["compiler"].startswith(f"none ({told}")


def test_a_compiler_that_knows_no_native_instructions(picky: Callable[..., Path]) -> None:
    picky("-march=native")
    assert in_c.compiler() == f"picky 1.0, {EVERYWHERE}"
    assert in_c.build("joan_combat").exists()


def test_a_compiler_that_refuses_a_program(picky: Callable[..., Path], tmp_path: Path) -> None:
    """Its first line is told, and what an earlier run has made is not taken for the program."""
    file = picky("chain.c")
    (tmp_path / "chain").touch()
    assert in_c.compiler() == f"picky 1.0, {NATIVE}"
    with pytest.raises(Missing, match=f"^{file} ended with status 3: picky: no chain.c$"):
        in_c.build("chain")
    assert not (tmp_path / "chain").exists()
    assert in_c.build("joan_combat").exists()


def test_every_round_has_an_order_of_its_own() -> None:
    names, rounds, went = "abcd", 11, []

    def turn(who: str) -> Callable[[int], float]:
        def go(times: int) -> float:
            went.append(who)
            return float(len(went))

        return go

    spent = take_turns({name: turn(name) for name in names}, Pace(rounds, 0.0))
    begun = len(went) - rounds * len(names)
    orders = ["".join(went[k : k + len(names)]) for k in range(begun, len(went), len(names))]
    assert {order[0] for order in orders} == set(names)
    for name in names:
        assert spent[name] == [begun + k * len(names) + order.index(name) + 1 for k, order in enumerate(orders)]
