"""Laws of a position under way, and of one where the game is over."""

from __future__ import annotations

import copy
import json
import pickle
from functools import partial

import numpy as np

from simcore.engine import rng
from simcore.gameplay import rollouts
from simcore.gameplay.conformance.laws import (
    SAMPLE,
    Moment,
    expect,
    law,
    of_a_position,
    of_an_end,
    refused,
    worlds,
)  # fmt: skip
from simcore.gameplay.position import Position


@law(of_a_position, "an action is found by its text")
def texts_lead_back(moment: Moment) -> None:
    position = moment.position
    for action in position.legal_actions():
        expect(position.action(position.action_text(action)) == action, action)


@law(of_a_position, "what is no legal action is refused, and nothing changes")
def illegal_actions(moment: Moment) -> None:
    position, before = moment.position, moment.position.to_bytes()
    legal = set(position.legal_actions())
    wrong = [one for one in range(position.num_distinct_actions) if one not in legal]
    some = moment.chance.choice(wrong, min(3, len(wrong)), replace=False).tolist() if wrong else []
    most = position.num_distinct_actions
    one = min(legal)
    strange = (True, np.True_, None, float(one), np.float64(one), str(one), [one], np.array([one, one]))
    for action in [*some, -1, most, most + 1, 1 << 70, *strange]:
        expect(refused(partial(position.apply, action), "action"), f"{action!r} is not refused")
        expect(position.to_bytes() == before, f"{action!r} changes the position")


@law(of_a_position, "a position, and every resampled world, is one that the game takes from outside")
def taken_from_outside(moment: Moment) -> None:
    moment.position.checked()
    for _, world in worlds(moment, 1):
        again = Position.from_dict(world.to_dict(), game=world.game, board=world.board)
        expect(again.digest == world.digest, "a world read again is another one")


@law(of_a_position, "copies, bytes, JSON and pickles are the same position, and go on the same; nothing is shared")
def copies(moment: Moment) -> None:
    position = moment.position
    made = {
        "copy": position.copy(),
        "copy.copy": copy.copy(position),
        "deepcopy": copy.deepcopy(position),
        "bytes": Position.from_bytes(position.to_bytes(), game=position.game, board=position.board),
        "JSON": Position.from_dict(
            json.loads(json.dumps(position.to_dict())), game=position.game, board=position.board
        ),
    }
    if position.game.setting_of(position.board) is not None:
        made["dict alone"] = Position.from_dict(position.to_dict(), game=position.game)
        if position.game.home is not None:
            made["pickle"] = pickle.loads(pickle.dumps(position))
    before, action = position.digest, int(moment.chance.choice(position.legal_actions()))
    ends = {}
    for way, one in made.items():
        expect(one.digest == before, f"{way}: another position")
        for array in (one.state, one.stream):
            shared = np.shares_memory(array, position.state) or np.shares_memory(array, position.stream)
            expect(not shared, f"{way}: memory is shared")
        one.apply(action)
        ends[way] = one.digest
        expect(position.digest == before, f"{way}: what is done to it changes the position")
    expect(len(set(ends.values())) == 1, ends)


@law(of_a_position, "any kind of whole number is an action, without anything being compiled for it")
def kinds_of_numbers(moment: Moment) -> None:
    position, ends = moment.position, set()
    step = position.game.step
    action = position.legal_actions()[0]
    compiled = 0
    for kind in (int, np.int64, np.int32, np.int16, np.int8, np.uint64, np.uint32, np.uint16, np.uint8):
        if action <= (np.iinfo(kind).max if kind is not int else action):
            after = position.copy()
            after.apply(kind(action))
            expect(after.action_text(kind(action)) == position.action_text(action), f"{kind.__name__}: another text")
            compiled = compiled or len(getattr(step, "signatures", ()))
            ends.add(after.digest)
    expect(len(ends) == 1, f"{action} as other kinds of numbers")
    expect(len(getattr(step, "signatures", ())) == compiled, f"compiled anew: {getattr(step, 'signatures', ())}")


@law(of_a_position, "before the end there are no returns, and an outcome has every column")
def under_way(moment: Moment) -> None:
    expect(refused(moment.position.returns, "position"), "returns of a game under way")
    expect(tuple(moment.position.outcome()) == moment.position.game.columns, moment.position.outcome())


@law(of_a_position, "an observation has its fields in their shapes, nobody can write to it, and it tells legal actions")
def observations(moment: Moment) -> None:
    position = moment.position
    for player, name in enumerate(position.players):
        seen = position.observation(name)
        expect([*seen] == [one.name for one in position.game.observation], [*seen])
        for one in position.game.observation:
            array = seen[one.name]
            expect(array.shape == one.shape and array.dtype == np.int32, f"{one.name}: {array.dtype}{array.shape}")
            expect(not array.flags.writeable, f"{one.name} can be written to")
        legal = position.legal_actions() if position.player == player else []
        expect(list(seen.legal_actions) == legal, f"{name}: {seen.legal_actions}")
        expect([*map(seen.action_text, legal)] == [*map(position.action_text, legal)], f"{name}: texts")
        for world in (position.resampled(player, SAMPLE), seen.resampled(SAMPLE)):
            expect(world.observation(player) == seen, f"{name} observes something else in a resampled world")


@law(of_a_position, "a resampled world depends on what is observed and on its seed alone, and has dice of its own")
def resampled_worlds(moment: Moment) -> None:
    position, before = moment.position, moment.position.digest
    for player in range(len(position.players)):
        one, other = (position.resampled(player, SAMPLE + at) for at in range(2))
        expect(position.resampled(player, SAMPLE).digest == one.digest, "the same seed, another world")
        expect(other.resampled(player, SAMPLE).digest == one.digest, "from another world, another world")
        expect(position.observation(player).resampled(SAMPLE).digest == one.digest, "from the observation, another")
        dice = {world.stream.tobytes() for world in (position, one, other)}
        expect(len(dice) == 3, "dice are the same")
        for world in (one, other):
            expect(not np.shares_memory(world.state, position.state), "memory is shared")
    expect(position.digest == before, "looking changes the position")


@law(of_a_position, "the text of a position for a player is the same in every world in which he could be")
def texts_for_players(moment: Moment) -> None:
    expect(isinstance(str(moment.position), str) and str(moment.position) != "", "no text")
    for player, world in worlds(moment):
        told, real = world.text(player), moment.position.text(player)
        expect(told == real, f"{world.players[player]}: {_first_line(real, told)}")


def _first_line(real: str, told: str) -> str:
    for one, other in zip(real.splitlines(), told.splitlines(), strict=False):
        if one != other:
            return f"{other!r} for {one!r}"
    return "one has more lines"


@law(of_a_position, "looking ahead chooses alike in every resampled world")
def looking_ahead(moment: Moment) -> None:
    position, game = moment.position, moment.position.game
    legal = position.legal_actions()
    policy = game.policy("lookahead(games=1,horizon=3)")
    chosen = set()
    for world in (position, *(position.resampled(position.player, SAMPLE + at) for at in range(2))):
        own, actions = np.zeros(rng.STREAM, np.uint64), np.zeros(game.actions, np.int32)
        rollouts.open_at(own, np.uint64(moment.seed), np.uint64(moment.decision), rollouts.CHANCE + np.uint64(1))
        actions[: len(legal)] = legal
        place = game.select_action(position.board, world.state, position.player, actions, len(legal), *policy, own)
        chosen.add((int(place), own.tobytes()))
    expect(len(chosen) == 1, f"places {sorted(place for place, _ in chosen)}")


# ---- the end of a game ---------------------------------------------------------------------------------------------


@law(of_an_end, "when the game is over nobody decides, nothing can be done, and every player has his return")
def over(moment: Moment) -> None:
    position = moment.position
    expect(position.current_player is None and position.legal_actions() == [], position.current_player)
    expect(refused(lambda: position.apply(0), "action"), "an action after the end")
    shares, outcome = position.returns(), position.outcome()
    expect(tuple(shares) == position.players, shares)
    expect(abs(sum(shares.values()) - 1) < 1e-12, shares)
    winner = outcome.get("winner")
    if winner is not None:
        best = [number for number, share in enumerate(shares.values(), 1) if share == max(shares.values())]
        expect(winner in best if winner else len(best) > 1, f"winner {winner}, returns {shares}")


@law(of_an_end, "the end too can be observed, written, read and put into words")
def end_kept(moment: Moment) -> None:
    position = moment.position
    again = Position.from_bytes(position.to_bytes(), game=position.game, board=position.board)
    expect(again.digest == position.digest, "another position")
    for player, world in worlds(moment):
        expect(world.observation(player) == position.observation(player), f"{position.players[player]} observes else")
        expect(world.text(player) == position.text(player), f"{position.players[player]} reads else")
        expect(world.returns() == position.returns(), f"for {position.players[player]} others win")
