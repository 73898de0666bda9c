"""`simcore play`, `replay --game` and the functions behind them, on Breizh 1341."""

from __future__ import annotations

import json
import re
import threading
import types
from collections import Counter
from functools import partial
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import simcore as sc
from command_line import answer, app, failed, runner
from simcore.evaluation import match
from simcore.evaluation import play as plays
from simcore.evaluation.match import prepare_match
from simcore.evaluation.questions import Interrupted
from simcore.evaluation.replay_game import replay_game
from simcore.gameplay import rollouts
from simcore.gameplay.agents import play_with_agents
from simcore.games import FULL_GAMES, find_game
from simcore.tables import read_table

GREEDY = {"montfort": "greedy", "blois": "greedy(risk=0.2)"}


@pytest.mark.compiled
def test_threads_units_and_checkpoints_change_nothing(tmp_path):
    whole = sc.play("breizh", games=300, policies=GREEDY, seed=3)
    assert (whole.rows == sc.play("breizh", games=300, policies=GREEDY, seed=3, threads=2).rows).all()
    file = tmp_path / "games.npz"
    first = sc.play("breizh", games=100, policies=GREEDY, seed=3, checkpoint=file)
    assert (first.rows == whole.rows[:100]).all()
    assert (sc.play("breizh", games=300, policies=GREEDY, seed=3, checkpoint=file).rows == whole.rows).all()
    with pytest.raises(sc.BadInput, match="checkpoint"):
        sc.play("breizh", games=300, policies=GREEDY, seed=4, checkpoint=file)


@pytest.mark.compiled
def test_laws_hold_in_many_games_of_every_kind():
    for setup in ("standard", "variant"):
        for policies in ({}, GREEDY):
            options = {"setup": setup, "limit": "each", "winner": "survivor", "odd_card": "least"}
            played = sc.play("breizh", games=500, policies=policies, options=options, checking=True)
            assert not played.rows[:, rollouts.BROKEN].any()
            assert played.win["truncated"] == 0.0


@pytest.mark.compiled
def test_greedy_beats_random_on_either_side():
    for side in ("montfort", "blois"):
        assert sc.play("breizh", games=300, policies={side: "greedy"}).win[side] > 0.9


@pytest.mark.compiled
def test_looking_ahead_beats_random():
    assert sc.play("breizh", games=40, policies={"blois": "lookahead(games=4,horizon=100)"}).win["blois"] > 0.6


RECORDED = {  # games 0 and 1 of seed 0, with the JIT on and off
    "announced": [(2, 0, 6, 16, 20), (1, 0, 6, 28, 18)], "each-siege": [(2, 0, 6, 15, 20), (1, 0, 6, 21, 17)],
}  # fmt: skip


@pytest.mark.parametrize("characters", RECORDED)
def test_games_are_the_same_with_the_jit_on_and_off(characters):
    rows = sc.play("breizh", games=2, options={"characters": characters}).rows
    assert [tuple(row[:5]) for row in rows.tolist()] == RECORDED[characters]


@pytest.mark.parametrize("policies", [{}, {"blois": "greedy"}])
def test_a_game_played_from_python_is_the_same(policies):
    config = prepare_match("breizh", policies)
    row, taken = play_with_agents(config.position(0, 1), config.agents, 0, 1)
    rows, kept = config.unit(0, 1, 1, history=1000)
    assert (row == rows[0]).all()
    assert kept[: len(taken)] == taken


def test_a_policy_in_python():
    """It sees what its side may see, and its choice is taken."""
    seen = []

    def last(observation, legal):
        seen.append(observation.player)
        assert list(observation.legal_actions) == legal
        return legal[-1]

    config = prepare_match("breizh", {"montfort": last})
    row, _ = play_with_agents(config.position(0, 1), config.agents, 0, 1)
    assert set(seen) == {"montfort"}
    played = sc.play("breizh", games=1, policies={"montfort": last})
    assert played.config.policies == {"montfort": "script", "blois": "random"}
    assert played.games == 1
    assert row[1] == 0
    with pytest.raises(sc.BadInput, match="checkpoint"):
        sc.play("breizh", games=1, policies={"montfort": last}, checkpoint="games.npz")


def test_a_policy_can_be_registered(monkeypatch):
    game = find_game("breizh")
    monkeypatch.setattr(game, "python_policies", {})
    game.register("first", lambda observation, legal: legal[0])
    assert callable(prepare_match("breizh", {"blois": "first"}).agents[1])
    for name in ("random", "two words"):
        with pytest.raises(sc.BadInput, match="policy"):
            game.register(name, lambda observation, legal: legal[0])


def test_replay_ends_as_the_run_recorded():
    played = sc.play("breizh", games=2, policies={"blois": "greedy"})
    story = replay_game("breizh", number=1, policies={"blois": "greedy"})
    assert story.outcome["blois.points"] == played.columns["blois.points"][1]
    assert story.outcome["winner"] == played.table()["winner"][1]
    points = [played.columns[f"{side}.points"][1] for side in ("montfort", "blois")]
    assert re.fullmatch(
        rf"Blois wins at once at the end of turn {story.outcome['turns']}: [78] regions dominated, 7 needed\. "
        rf"Points: Montfort {points[0]} \(.+\), Blois {points[1]} \(.+\)\.",
        story.lines[-1],
    )
    assert sum(line.startswith("Turn ") for line in story.lines) == story.outcome["turns"]
    assert any("besiege" in line for line in story.lines)


@pytest.fixture(scope="module", params=[5, 14])
def told(request):
    """Two games with battles, sieges, characters and pieces that are taken from elsewhere, as they are retold."""
    return replay_game("breizh", number=request.param, seed=5).lines


def test_what_is_told_adds_up(told):
    """Every change begins where the one before has left off, and so does every battle."""
    there, fights = Counter(), []
    for line in told:
        if found := re.search(r"(\d+) (.+?)s?( of \w+)? (more|fewer) in (.+), now (\d+)$", line):
            number, piece, camp, way, region, now = found.groups()
            there[piece, camp, region] += int(number) if way == "more" else -int(number)
            assert there[piece, camp, region] == int(now), line
        elif found := re.search(r"battle in (.+): (\d+) of Montfort and (\d+) of Blois", line):
            fights.append(sum(map(int, found.groups()[1:])))
            assert [there["troop", f" of {camp}", found[1]] for camp in ("Montfort", "Blois")] == [
                int(troops) for troops in found.groups()[1:]
            ]
        elif found := re.search(r"all troops leave the board: (\d+) of Montfort, (\d+) of Blois", line):
            for camp, troops in zip(("Montfort", "Blois"), found.groups(), strict=True):
                mine = [key for key in there if key[:2] == ("troop", f" of {camp}")]
                assert sum(there.pop(key) for key in mine) == int(troops)
    assert min(fights) >= 5
    rounds = sum("Round " in line for line in told)
    assert rounds >= len(fights) > 0


def test_a_piece_taken_from_elsewhere_goes_somewhere(told):
    for line, first, second in zip(told, told[1:], told[2:], strict=False):
        if re.search(r": take a (partisan|troop) from", line):
            assert re.findall(" (more|fewer) in ", first + second) == ["fewer", "more"]


def test_a_castle_falls_before_what_comes_of_that(told):
    for line, after in pairwise(told):
        if found := re.search(r"siege of (.+): .* it falls\.$", line):
            assert re.fullmatch(rf"  {found[1]} is (Montfort|Blois)'s", after)


def test_sieges_are_told_in_their_order_with_dice_and_strength(told):
    announced, stormed = [], []
    for line in told:
        if found := re.search(r": besiege (.+) with (\d+)$", line):
            announced.append(found.groups())
        elif found := re.search(r"  siege of (.+): (\d+) troops?, bonus -?\d+, die \d make \d+ against \d \+ \d", line):
            stormed.append(found.groups())
    assert announced == stormed != []
    for line in told:
        if found := re.search(r": play .+ in the siege of (.+)$", line):
            assert any(castle == found[1] for castle, _ in announced)
    characters = [line for line in told if re.search(r": play [^c]", line) and "play card" not in line]
    assert characters
    helped = r" (in the (battle in|sieges?|fight)|to (rally|recruit)|for (part \d of )?the order)"
    assert all(re.search(helped, line) for line in characters)


def test_the_last_line_says_why_a_game_ended_and_the_points_of_both():
    cut = replay_game("breizh", number=1, limit=10).lines[-1]
    assert cut.startswith("Truncated after 10 decisions, in turn 1, before anybody has won. Points: Montfort ")
    story = replay_game("breizh", number=0, seed=100)
    assert story.outcome["ended"] == "points"
    sums = re.findall(r"(\d+) \((\d+) partisans?, (\d+) castles?, (\d+) regions? dominated", story.lines[-1])
    assert [int(total) for total, *_ in sums] == [story.outcome[f"{side}.points"] for side in ("montfort", "blois")]
    assert all(int(total) == sum(map(int, parts)) for total, *parts in sums)
    assert re.match(r"(Montfort wins|Blois wins|A draw) by points after turn 6, the last\. ", story.lines[-1])


def test_truncated_games_are_counted_as_such():
    played = sc.play("breizh", games=2, limit=10)
    assert played.win["truncated"] == 1.0
    assert set(played.columns["decisions"]) == {10}
    assert played.to_dict()["ended"]["truncated"] == 1.0


def test_what_is_refused():
    for asked in (
        {"game": "chess"}, {"game": "breizh", "policies": {"france": "greedy"}}, {"game": "breizh", "games": 0},
        {"game": "breizh", "policies": {"blois": "greedy(risk=a)"}}, {"game": "breizh", "options": {"setup": "x"}},
        {"game": "breizh", "policies": {"blois": 3}}, {"game": "breizh", "policies": {"blois": "lookahead(base=x)"}},
    ):  # fmt: skip
        with pytest.raises(sc.BadInput):
            sc.play(**asked)


@pytest.mark.compiled
def test_facts_of_the_owner_change_the_game(tmp_path):
    file = tmp_path / "deck.toml"
    file.write_text(
        '[events.1]\nvalue = { name = "Mine", epoch = 1, favours = "none", actions = ["rally"] }\nsource = "mine"\n'
        '[rules.victory-regions]\nvalue = 5\nsource = "mine"\n'
    )
    sooner = sc.play("breizh", games=40, facts=file, policies=GREEDY).columns["turns"]
    assert sooner.mean() < sc.play("breizh", games=40, policies=GREEDY).columns["turns"].mean()
    file = tmp_path / "course.toml"
    file.write_text("[turns.2]\nvalue = { epoch = 2, event_cards = 0, most_played = 3 }\n")
    with pytest.raises(sc.BadInput, match="turns"):
        sc.play("breizh", games=2, facts=file)


# ---- at the command line ---------------------------------------------------------------------------------------


def test_play_prints_who_wins(tmp_path):
    table = tmp_path / "games.parquet"
    command = ["play", "breizh", "--games", "3", "--policy", "blois=greedy", "--seed", "2", "setup=variant"]
    record = json.loads(answer(*command, "--json", "-o", str(table)))
    assert record["options"]["setup"] == "variant"
    assert record["policies"] == {"montfort": "random", "blois": "greedy"}
    assert sum(record["win"].values()) == pytest.approx(1.0)
    frame = read_table(table)
    assert frame["winner"].value_counts(normalize=True)["blois"] == record["win"]["blois"]
    assert np.mean(frame["turns"]) == pytest.approx(record["mean"]["turns"])
    text = answer(*command)
    assert re.search(r"^blois +greedy +100.0 % ", text, re.MULTILINE)


def test_the_help_of_play_names_options_and_parameters():
    text = " ".join(answer("play", "--help").split())
    for game in (find_game(name) for name in FULL_GAMES):
        for name, field in game.options.model_fields.items():
            assert f"{name}={str(field.default).lower()}|" in text
        for name, policy in game.rules.policies.items():
            assert f" {name} {policy.summary}" in text
            for key, parameter in policy.parameters.items():
                assert f" {key}=" in text
                assert key == "base" or parameter.range in text


def test_the_page_of_full_games_names_options_and_parameters():
    told = (Path(__file__).parents[1] / "docs" / "full-games.md").read_text(encoding="utf-8")
    assert all("simcore[tables]" in line for line in told.splitlines() if "Parquet" in line or "parquet" in line)
    for game in (find_game(name) for name in FULL_GAMES):
        assert all(f"`{name}=" in told for name in game.options.model_fields)
        assert all(f"`{key}`" in told for policy in game.rules.policies.values() for key in policy.parameters)


def test_a_long_wait_for_the_compiler_is_announced_once_all_is_found_right(monkeypatch):
    monkeypatch.setattr("simcore.evaluation.match.is_kept", lambda entry: False)
    announced = []
    with pytest.raises(sc.BadInput):
        sc.play("breizh", games=1, policies={"blois": "greedy(risk=2)"}, compiling=announced.append)
    assert announced == []
    sc.play("breizh", games=1, limit=1, compiling=announced.append)
    replay_game("breizh", number=0, limit=1, compiling=announced.append)
    assert announced == ["breizh", "breizh"]
    monkeypatch.delenv("SIMCORE_QUIET")
    monkeypatch.setattr("simcore.engine.announce._told", set())
    monkeypatch.setattr("simcore.engine.announce._silent", False)
    done = runner.invoke(app, ["play", "breizh", "--games", "1"])
    assert re.fullmatch(r"compiling the rules of breizh, .+ minutes\n", done.stderr)


def test_replay_tells_a_game():
    command = ["replay", "breizh", "--game", "1", "--policy", "blois=greedy"]
    record = json.loads(answer(*command, "--json"))
    assert answer(*command).splitlines() == record["lines"]
    assert record["outcome"]["winner"] == "blois"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["play", "chess"], "game"),
        (["play", "breizh", "--policy", "blois"], "SIDE=POLICY"),
        (["play", "breizh", "--policy", "blois=a", "--policy", "blois=b"], "each side once"),
        (["play", "breizh", "setpu=variant"], "error: option: 'setpu' is not allowed; did you mean setup"),
        (["play", "breizh", "--policy", "blois=greedy(risk=2)"], "a number from 0 to 1"),
        (["play", "breizh", "--games", "x"], "games"),
        (["play", "breizh", "-o", "games.exe"], "path"),
        (["replay", "breizh", "siege", "strength=1", "--policy", "blois=greedy"], "policy"),
        (["replay", "--game", "1"], "game"),
        (["replay", "breizh", "--game", "1", "--trial", "3"], "trial: 3 is not allowed; nothing with --game"),
        (["replay", "breizh", "--game", "1", "--sampler", "chain"], "sampler"),
    ],
)
def test_what_the_commands_refuse(words, said):
    assert said in failed(*words)


def test_what_is_played_is_kept_before_the_games_begun_come_to_an_end(tmp_path, monkeypatch):
    begun, kept, waited = threading.Event(), threading.Event(), list[bool]()
    played, written = match.MatchConfig.unit, plays.checkpoints.save

    def unit(config, seed, first, count, **how):
        if first:
            begun.set()
            waited.append(kept.wait(20.0))
        return played(config, seed, first, count, **how)

    def save(path, key, arrays):
        written(path, key, arrays)
        kept.set()

    def stop(done, wanted):
        begun.wait(20.0)
        raise KeyboardInterrupt

    monkeypatch.setattr(match.MatchConfig, "unit", unit)
    monkeypatch.setattr(plays.checkpoints, "save", save)
    monkeypatch.setattr(match, "UNITS", (1, 1))
    with pytest.raises(Interrupted, match=r"^stopped after 1 games; kept in "):
        sc.play("breizh", games=6, checkpoint=tmp_path / "games.npz", progress=stop)
    assert waited
    assert all(waited)


def test_games_that_take_a_second_are_handed_out_a_few_at_a_time():
    assert match.prepare_match("breizh", {"blois": "greedy"}).units == match.UNITS
    for policy in ("lookahead(games=2,horizon=1,base=greedy)", lambda observation, legal: legal[0]):
        assert match.prepare_match("breizh", {"blois": policy}).units == match.LONG_UNITS


def _heard(rule, seen):
    """Names under which a listener stands in the rules that are reached from one of them."""
    if rule in seen:
        return
    seen.add(rule)
    for name in rule.__code__.co_names:
        bound = rule.__globals__.get(name)
        inside = vars(bound).items() if isinstance(bound, types.SimpleNamespace) else [(name, bound)]
        for called, kernel in inside:
            if isinstance(kernel, partial):
                yield called
                kernel = kernel.args[0]
            if isinstance(kernel, types.FunctionType) and kernel.__module__.startswith("simcore."):
                yield from _heard(kernel, seen)


@pytest.mark.parametrize("name", ["breizh", "cent-ans"])
def test_a_narrator_listens_to_rules_that_there_are(name):
    config = prepare_match(name)
    rules, narrator = config.game.rules, config.game.narrator(config.board)
    reached = {called for rule in rules.instrumented(**narrator.hooks) for called in _heard(rule, set())}
    assert reached == narrator.hooks.keys()
