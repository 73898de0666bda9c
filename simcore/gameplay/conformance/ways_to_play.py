"""Laws of whole games: played in bulk, in chunks, by steps, by agents, with and without the JIT they are the same."""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from simcore.engine import rng
from simcore.gameplay import rollouts
from simcore.gameplay.agents import play_with_agents
from simcore.gameplay.conformance.laws import SAMPLE, Run, expect, law, of_play, of_the_jit
from simcore.gameplay.position import Position
from simcore.types import Array

TRACED = 10  # decisions that are compared with those of plain Python
SET_UP: Array = np.zeros(0, np.int32)  # in place of a state: games are set up


def bulk(run: Run, first: int, count: int, policy: str, origin: Array = SET_UP) -> tuple[Array, list[int]]:
    """Rows of games as `rollouts.play` gives them, everybody with the same policy, and the actions of the last."""
    number, parameters = run.game.policy(policy)
    players = len(run.game.players)
    rows, history = np.zeros((count, len(run.game.columns) + 2), np.int64), np.zeros(run.limit, np.int32)
    run.game.play(
        run.board, np.full(players, number), np.tile(parameters, (players, 1)), np.uint64(run.seed), first, count,
        run.limit, True, origin, rows, history,
    )  # fmt: skip
    return rows, history[: rows[-1, rollouts.DECISIONS]].tolist()


def names(run: Run) -> list[str]:
    """Policies of every kind that are quick."""
    return ["random", *(name for name, policy in run.game.policies.items() if policy.number >= rollouts.OWN)]


@law(of_play, "games are the same alone, in chunks, and on two threads; no invariant breaks")
def chunks(run: Run) -> None:
    whole, _ = bulk(run, run.first, run.count, "random")
    expect(not whole[:, rollouts.BROKEN].any(), f"invariants {whole[:, rollouts.BROKEN].tolist()}")
    with ThreadPoolExecutor(2) as pool:
        alone = list(pool.map(lambda at: bulk(run, run.first + at, 1, "random")[0], range(run.count)))
    expect(np.array_equal(whole, np.concatenate(alone)), "on two threads, one by one")
    half = run.count // 2
    parts = [bulk(run, run.first, half, "random")[0], bulk(run, run.first + half, run.count - half, "random")[0]]
    expect(np.array_equal(whole, np.concatenate(parts)), "in two chunks")


@law(of_play, "another seed, another game")
def seeds(run: Run) -> None:
    games = {Position.start(run.game, run.board, run.seed, run.first + at).stream.tobytes() for at in range(3)}
    games |= {Position.start(run.game, run.board, run.seed + 1, run.first).stream.tobytes()}
    expect(len(games) == 4, "two games have the same chance")


@law(of_play, "a game played whole is the one that its actions give one by one, and that agents play")
def steps(run: Run) -> None:
    for policy in names(run):
        rows, actions = bulk(run, run.first, 1, policy)
        position = Position.start(run.game, run.board, run.seed, run.first)
        middle = len(actions) // 2
        for at, action in enumerate(actions):
            if at == middle:
                _hold_origin(run, position, policy)
            position.apply(action)
        found = [*position.outcome().values()]
        expect(found == rows[0, : len(found)].tolist(), f"{policy}: {found} for {rows[0].tolist()}")
        begun = Position.start(run.game, run.board, run.seed, run.first)
        agents = (run.game.policy(policy),) * len(run.game.players)
        played, taken = play_with_agents(begun, agents, run.seed, run.first, run.limit)
        expect(taken == actions, f"{policy}: agents take other actions, from {_differ(taken, actions)} on")
        expect(played.tolist() == rows[0].tolist(), f"{policy}: agents come to {played.tolist()}")


def _differ(one: list[int], other: list[int]) -> int:
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _hold_origin(run: Run, position: Position, policy: str) -> None:
    """Played on from a position in bulk, and one by one with the chance of that game."""
    rows, actions = bulk(run, run.first + 1, 1, policy, position.state)
    again = position.with_chance(run.seed, run.first + 1)
    for action in actions:
        again.apply(action)
    found = [*again.outcome().values()]
    expect(found == rows[0, : len(found)].tolist(), f"{policy}, from a position: {found} for {rows[0].tolist()}")


@law(of_the_jit, "compiled and as plain Python the rules do the same")
def plain_python(run: Run) -> None:
    if run.game.home is None or run.game.setting_of(run.board) is None:
        return  # another process could not find it
    kept = pickle.dumps((Position.start(run.game, run.board, run.seed, run.first), min(run.limit, TRACED)))
    code = "from simcore.gameplay.conformance.ways_to_play import answer_with_trace; answer_with_trace()"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    answer = subprocess.run([sys.executable, "-c", code], input=kept, env=environment, capture_output=True, check=False)
    expect(answer.returncode == 0, answer.stderr.decode(errors="replace")[-2000:])
    plain, own = json.loads(answer.stdout), trace(*pickle.loads(kept))
    for decision, (one, other) in enumerate(zip(plain, own, strict=True)):
        unlike = [what for what in other if one.get(what) != other[what]]
        expect(not unlike, f"decision {decision}: {', '.join(unlike)}")


def answer_with_trace() -> None:
    """What a process without the JIT does: read a position, write its trace."""
    print(json.dumps(trace(*pickle.loads(sys.stdin.buffer.read()))))


def trace(position: Position, decisions: int) -> list[dict[str, Any]]:
    """What every function of the contract gives, decision by decision, in a game played on at random."""
    game, chance = position.game, np.random.default_rng(1)
    lines: list[dict[str, Any]] = []
    while len(lines) < decisions and position.player >= 0:
        player, legal = position.player, position.legal_actions()
        line: dict[str, Any] = {
            "position": position.digest,
            "legal_actions": legal,
            "final_row": [*position.outcome().values()],
        }
        for number, name in enumerate(position.players):
            line[f"observe {name}"] = digest(position.observation(number).flat())
            line[f"resample_hidden {name}"] = position.resampled(number, SAMPLE).digest
            line[f"state_value {name}"] = float(game.state_value(position.board, position.state, number)).hex()
        actions = np.zeros(game.actions, np.int32)
        actions[: len(legal)] = legal
        for policy, one in game.policies.items():
            if game.derived and one.number >= rollouts.OWN:
                continue  # tables of a board that only compiled code makes: a board made without the JIT has none
            own = np.zeros(rng.STREAM, np.uint64)
            rollouts.open_at(own, np.uint64(len(lines)), np.uint64(player), rollouts.CHANCE)
            packed = game.policy("lookahead(games=1,horizon=2)" if policy == "lookahead" else policy)
            place = game.select_action(position.board, position.state, player, actions, len(legal), *packed, own)
            line[f"select_action {policy}"] = int(place)
        lines.append(line)
        position.apply(legal[chance.integers(len(legal))])
    return lines


def digest(numbers: Array) -> str:
    """A short name of some numbers."""
    return hashlib.blake2b(numbers.tobytes(), digest_size=8).hexdigest()
