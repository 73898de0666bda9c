"""`simcore batch`: a stream of scenarios, whatever is on its lines."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import breizh_combats
import cent_ans_battles
import simcore as sc
from command_line import PROGRAM, SCENARIO, answer, runner
from simcore.cli.app import app
from simcore.cli.batch import _split
from simcore.evaluation.questions import Interrupted, prepare_each
from simcore.evaluation.questions import evaluate_prepared as answered
from simcore.evaluation.result import make_result
from simcore.io.documents import json_line


def batch(*lines: object, options: tuple[str, ...] = ()) -> list[dict]:
    given = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    return [json.loads(line) for line in answer("batch", "-", *options, given=given).splitlines()]


def test_batch_answers_in_order_as_odds_does():
    other = {**SCENARIO, "defender": {"french": 1}}
    assert batch(SCENARIO, other) == [sc.evaluate(SCENARIO).to_dict(), sc.evaluate(other).to_dict()]


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=5)
def test_a_line_is_its_answer_as_plain_data_to_the_last_letter(seed):
    dealt = [
        *cent_ans_battles.dealt("pitched-battle", 4, seed=seed, troops=4, elite=3),
        *cent_ans_battles.dealt("siege", 4, seed=seed, troops=4, elite=3),
        *breizh_combats.dealt("battle", 4, seed=seed, most=8),
    ]
    again = [*dealt, *dealt[::-1]]
    lines = answer("batch", "-", given="".join(json.dumps(line) + "\n" for line in again)).splitlines()
    assert lines == [json_line(answered(ready()).to_dict()) for ready in prepare_each(again)]


def test_numbers_and_truths_that_are_equal_are_told_apart():
    good = {**SCENARIO, "attacker": {"english": 1}}
    bad = {**SCENARIO, "attacker": {"english": True}}
    assert ["error" in told for told in batch(good, bad, good)] == [False, True, False]


def test_batch_reads_a_file_and_stops_at_its_end(tmp_path):
    path = tmp_path / "lines.jsonl"
    path.write_text(json.dumps(SCENARIO))  # no newline at its end
    assert json.loads(answer("batch", str(path))) == sc.evaluate(SCENARIO).to_dict()


def test_batch_lines_have_ids_trials_and_seeds_of_their_own():
    first, second, third = batch(
        {**SCENARIO, "id": ["any", 1], "trials": 200, "seed": 5}, {**SCENARIO, "id": None}, SCENARIO,
        options=("--trials", "100", "--seed", "3"),
    )  # fmt: skip
    assert first == {"id": ["any", 1], **sc.simulate(SCENARIO, trials=200, seed=5).to_dict()}
    assert second == {"id": None, **third}
    assert third == sc.simulate(SCENARIO, trials=100, seed=3).to_dict()


def test_a_line_that_asks_for_trials_gets_them_under_exact():
    exact, counted = batch(SCENARIO, {**SCENARIO, "trials": 100}, options=("--exact",))
    assert (exact["method"], counted["method"]) == ("exact", "monte-carlo")


def test_batch_can_leave_the_outcomes_out():
    [record] = batch(SCENARIO, options=("--no-outcomes",))
    assert record == {key: part for key, part in sc.evaluate(SCENARIO).to_dict().items() if key != "outcomes"}


@pytest.mark.parametrize(
    ("line", "field", "said"),
    [
        ("nonsense", "line", "valid JSON"),
        ("[1]", "line", "an object"),
        ("null", "line", "an object"),
        ("{}", "game", "cent-ans"),
        ('{"game": "cent-ans"}', "combat", "siege"),
        ('{"game": ["cent-ans"], "combat": "siege"}', "game", "cent-ans"),
        ('{"game": "cent-ans", "game": "cent-ans"}', "line", "given twice"),
        ('{"seed": NaN}', "line", "NaN"),
        ("[" * 100_000, "line", "nested too deeply"),
        ("x" * 300_000, "line", "at most 262,144 bytes"),
        (json.dumps({**SCENARIO, "attacker": {"english": -1}}), "attacker.english", "from 0 to 25"),
        (json.dumps({**SCENARIO, "attacker": {"english": "6"}}), "attacker.english", "a whole number"),
        (json.dumps({**SCENARIO, "atacker": {}}), "scenario", "did you mean attacker?"),
        (json.dumps({**SCENARIO, "atacker": {}, "events": "x" * 100_000}), "scenario", "did you mean attacker?"),
        (json.dumps({**SCENARIO, "initiative": "x" * 100_000}), "initiative", "attacker"),
        (json.dumps({**SCENARIO, "trials": 0}), "trials", "a whole number"),
        (json.dumps({**SCENARIO, "trials": "many"}), "trials", "a whole number"),
        (json.dumps({**SCENARIO, "trials": 10, "seed": -1}), "seed", "a whole number"),
        (json.dumps({**SCENARIO, "target_error": True}), "target_error", "a number"),
    ],
    ids=range(19),
)
def test_a_bad_line_is_answered_and_the_rest_go_on(line, field, said):
    good = sc.evaluate(SCENARIO).to_dict()
    before, bad, after = batch(SCENARIO, "", "   ", line, SCENARIO)
    assert before == after == good
    assert bad["line"] == 4
    assert set(bad["error"]) == {"field", "value", "allowed", "message"}
    assert bad["error"]["field"] == field
    assert said in bad["error"]["allowed"]
    assert len(json.dumps(bad)) < 2000


def test_an_error_carries_the_id_and_the_value():
    [record] = batch({**SCENARIO, "id": 3, "initiative": ["nobody"]})
    assert (record["id"], record["error"]["value"]) == (3, ["nobody"])


def test_bytes_that_are_no_text_are_one_bad_line():
    given = b"\xff\xfe\n" + json.dumps(SCENARIO).encode()
    bad, good = map(json.loads, answer("batch", given=given).splitlines())
    assert "UTF-8" in bad["error"]["allowed"]
    assert good == sc.evaluate(SCENARIO).to_dict()


def test_batch_answers_before_it_reads_on_and_ends_with_its_reader():
    with subprocess.Popen(
        [*PROGRAM, "batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        for number in range(3):
            running.stdin.write(json.dumps({**SCENARIO, "id": number}).encode() + b"\n")
            running.stdin.flush()
            assert json.loads(running.stdout.readline())["id"] == number
        running.stdout.close()
        running.stdin.write(json.dumps(SCENARIO).encode() + b"\n")
        running.stdin.flush()
        assert running.wait(60) == 0
        assert running.stderr.read() == b""


def test_lines_that_arrive_together_are_answered_at_once():
    with subprocess.Popen([*PROGRAM, "batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        for number in (0, 3):
            lines = [json.dumps({**SCENARIO, "id": number + more}) for more in range(3)]
            running.stdin.write("\n".join([*lines, '{"half": ']).encode())
            running.stdin.flush()
            assert [json.loads(running.stdout.readline())["id"] for _ in lines] == [number, number + 1, number + 2]
            running.stdin.write(b"1}\n")
            running.stdin.flush()
            assert json.loads(running.stdout.readline())["error"]["field"] == "game"
        running.stdin.close()
        assert running.wait(60) == 0


def test_an_endless_stream_is_answered_until_the_reader_has_enough():
    endless = f"import itertools\nfor n in itertools.count(): print('{json.dumps(SCENARIO)}', flush=True)"
    with (
        subprocess.Popen([sys.executable, "-c", endless], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as writing,
        subprocess.Popen(
            [*PROGRAM, "batch"], stdin=writing.stdout, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as answering,
    ):
        writing.stdout.close()
        first = answering.stdout.readline()
        assert all(answering.stdout.readline() == first for _ in range(1000))
        answering.stdout.close()
        assert answering.wait(60) == 0
        assert answering.stderr.read() == b""


@given(st.lists(st.sampled_from([b"a", b" ", b"\n", b"\r\n", b"bb\ncc", b"d" * 40])), st.lists(st.integers(1, 60)))
def test_lines_do_not_depend_on_how_they_arrive(parts, sizes):
    class Arriving(io.BytesIO):
        def read1(self, _):
            return super().read1(sizes[self.tell() % len(sizes)] if sizes else 7)

    content = b"".join(parts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("simcore.io.documents.MOST_BYTES", 50)
        found = [line for lines in _split(Arriving(content)) for line in lines]
    whole = [(number, line if len(line) <= 50 else None) for number, line in enumerate(content.split(b"\n"), start=1)]
    assert found == [(number, line) for number, line in whole if line is None or line.strip()]


@pytest.mark.parametrize(
    ("error", "problem"),
    [
        (sc.SimcoreError("cannot"), {"field": None, "value": None, "allowed": None, "message": "cannot"}),
        (MemoryError(), {"field": None, "value": None, "allowed": None, "message": "not enough memory"}),
        (
            sc.BadInput("a", {1}, "b"),
            {"field": "a", "value": [1], "allowed": "b", "message": 'a: "{1}" is not allowed; b'},
        ),
    ],
)
@pytest.mark.parametrize(
    "step", ["simcore.evaluation.questions.make_result", "simcore.games.cent_ans.combats.understand"]
)
def test_a_line_that_fails_is_answered_too(monkeypatch, step, error, problem):
    def fails(*_, **__):
        raise error

    good = {"game": "breizh", "combat": "battle", "montfort": 2, "blois": 1}
    after = {"error": problem, "line": 3} if "questions" in step else sc.evaluate(good).to_dict()
    monkeypatch.setattr(step, fails)
    first = {"id": 1, "error": problem, "line": 1}
    assert batch({**SCENARIO, "id": 1}, SCENARIO, good) == [first, {"error": problem, "line": 2}, after]


def test_lines_too_large_to_be_solved_together_are_solved_one_by_one(monkeypatch):
    def fails(_):
        raise MemoryError

    monkeypatch.setattr("simcore.engine.run.end_each", fails)
    assert batch(SCENARIO, SCENARIO) == [sc.evaluate(SCENARIO).to_dict()] * 2


@pytest.mark.parametrize("error", [Interrupted("stopped after 3 trials"), KeyboardInterrupt()])
def test_a_batch_that_is_stopped_says_where(monkeypatch, error):
    calls = count(1)

    def stopped(*found, **how):
        if next(calls) == 2:
            raise error
        return make_result(*found, **how)

    monkeypatch.setattr("simcore.evaluation.questions.make_result", stopped)
    given = "\n".join(json.dumps(line) for line in (SCENARIO, {}, SCENARIO, SCENARIO))
    result = runner.invoke(app, ["batch"], input=given)
    assert result.exit_code == 1
    assert result.stderr == "error: stopped; all lines up to line 2 are answered, tail -n +3 feeds the rest\n"
    assert [set(json.loads(line)) >= {"error"} for line in result.stdout.splitlines()] == [False, True]
