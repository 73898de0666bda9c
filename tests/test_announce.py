"""Who waits for the compiler is told, in one line on standard error; programs that read a feed are not."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest

from simcore.engine import announce

LINE = "compiling the rules of cent-ans, once for this version of simcore: this takes up to some minutes\n"


@pytest.fixture
def heard(monkeypatch, capsys):
    """A listener, as Numba calls it, and what it says of a function of cent-ans."""
    monkeypatch.delenv(announce.SWITCH, raising=False)
    monkeypatch.setattr(announce, "PATIENCE", 0.02)
    monkeypatch.setattr(announce, "_told", set())
    monkeypatch.setattr(announce, "_silent", False)

    def compiles(*seconds: float, module="simcore.engine.exact") -> str:
        function = SimpleNamespace(__qualname__="forward[cent-ans, best]", __module__=module)
        event = SimpleNamespace(data={"dispatcher": SimpleNamespace(py_func=function)})
        wait = announce._Wait()
        for each in seconds:
            wait.on_start(event)
            wait.on_start(event)  # what it calls
            time.sleep(each)
            wait.on_end(event)
            wait.on_end(event)
        time.sleep(0.05)
        out, said = capsys.readouterr()
        assert out == ""
        return said

    return compiles


def test_a_long_wait_is_told_once(heard):
    assert heard(0.2, 0.2) == LINE


def test_a_quick_one_is_not_told(heard):
    assert heard(0.0, 0.0, 0.0) == ""


def test_what_others_compile_is_not_told(heard):
    assert heard(0.2, module="another.module") == ""


def test_the_line_can_be_switched_off(heard, monkeypatch):
    monkeypatch.setenv(announce.SWITCH, "1")
    assert heard(0.2) == ""


def test_a_feed_is_quiet(heard):
    announce.quiet()
    assert heard(0.2) == ""
