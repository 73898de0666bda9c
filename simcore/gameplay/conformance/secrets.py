"""The law that nothing secret can be reached from what a player is handed."""

from __future__ import annotations

import functools
import gc
import types
from typing import Any

import numpy as np

from simcore.engine import rng
from simcore.gameplay.conformance.laws import SAMPLE, Moment, expect, law, of_a_position


@law(of_a_position, "what a player is handed leads to neither the real state nor seed, game number or chance")
def secrets(moment: Moment) -> None:
    position = moment.position
    near = {moment.seed, moment.number, moment.seed >> 32, moment.seed & 0xFFFFFFFF}
    for purpose in range(rng.GAME, rng.GAME + 2 + len(position.players)):
        for block in range(4):
            near |= set(rng.draw(moment.seed, moment.number, block, purpose))
    secret = {one for one in near if one > 0xFFFF}
    for player in range(len(position.players)):
        seen = position.observation(player)
        for thing in (seen, seen.resampled(SAMPLE), position.resampled(player, SAMPLE)):
            for one in reachable(thing, (position.game, position.board)):
                if isinstance(one, np.ndarray):
                    for real in (position.state, position.stream):
                        expect(not np.shares_memory(one, real), "memory of the real position")
                found = secret & numbers_in(one)
                expect(not found, f"{sorted(found)} in a {type(one).__name__}")


def reachable(thing: Any, apart: tuple[Any, ...]) -> list[Any]:
    """All that can be reached from a thing, but for modules, classes, the globals of functions, and what is `apart`."""
    found: list[Any] = []
    seen, waiting = {id(one) for one in apart}, [thing]
    while waiting:
        one = waiting.pop()
        if id(one) in seen or isinstance(one, type | types.ModuleType | types.BuiltinFunctionType):
            continue
        seen.add(id(one))
        found.append(one)
        if isinstance(one, types.FunctionType):
            waiting += [cell.cell_contents for cell in one.__closure__ or ()] + list(one.__defaults__ or ())
        elif isinstance(one, types.MethodType):
            waiting += [one.__self__, one.__func__]
        elif isinstance(one, functools.partial):
            waiting += [one.func, *one.args, *one.keywords.values()]
        elif isinstance(one, np.ndarray):
            waiting += [] if one.base is None else [one.base]
        else:
            waiting += gc.get_referents(one)
    return found


def numbers_in(one: Any) -> set[int]:
    """The whole numbers that a thing is or holds."""
    if isinstance(one, np.ndarray):
        return set(one.ravel().tolist())
    return {int(one)} if isinstance(one, int | np.integer) else set()
