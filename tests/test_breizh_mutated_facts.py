"""Breizh 1341 under files of facts in which any value or key is wrong: refused in one line, or played to the end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from breizh_scenarios import battle, fight, siege
from mutated_facts import Mutations, printed
from simcore.errors import BadInput, SimcoreError
from simcore.evaluation.questions import prepare
from simcore.gameplay.position import Position
from simcore.games.breizh import facts as of_breizh
from simcore.games.breizh.facts import BreizhFacts, facts
from simcore.games.breizh.full_game import board as boards
from simcore.games.breizh.full_game.game import GAME

DATA = Path(of_breizh.__file__).with_name("data")
FILES = [DATA / f"{name}.toml" for name in ("facts", "cards", "course")]
POLICIES = ("random", "greedy")
STEPS = 12  # told, kept and read again
LIMIT = 20_000  # decisions: ten times the longest game of the printed deck
OPTIONS: tuple[dict[str, Any], ...] = ({}, {"setup": "variant", "first_hands": "balanced", "winner": "survivor"})


def said_in_one_line(error: SimcoreError) -> None:
    assert str(error)
    assert str(error).isprintable(), repr(str(error))
    assert len(str(error)) < 2_000


def outcome_of(file: Path, number: int) -> str:
    """What comes of a file: `refused`, or `played`."""
    try:
        figures = facts(file)
        board = boards.make_board(figures, boards.Options(**OPTIONS[number % len(OPTIONS)]))
    except BadInput as error:
        said_in_one_line(error)
        return "refused"
    play_to_the_end(board, number)
    fight_combats(figures)
    return "played"


def play_to_the_end(board: Any, number: int) -> None:
    """A game by chance and one of greedy, every law of the rules checked, and what can be done first in words."""
    rules = GAME.rules
    position = Position.start(rules, board, number, 0)
    for turn in range(STEPS):
        texts = [position.action_text(action) for action in position.legal_actions()]
        assert len(set(texts)) == len(texts)
        assert all(text.isprintable() for text in texts)
        assert Position.from_dict(position.to_dict(), board=board).to_dict() == position.to_dict()
        if not texts:
            break
        position.apply(position.action(texts[(number + turn) % len(texts)]))
    for policy in POLICIES:
        which, parameters = rules.policy(policy)
        rows, kept = np.zeros((1, len(rules.columns) + 2), np.int64), np.zeros(0, np.int32)
        rules.play(
            board, np.array([which, which]), np.array([parameters, parameters]), np.uint64(number), 0, 1, LIMIT, True,
            np.zeros(0, np.int32),
            rows, kept,
        )  # fmt: skip
        told = dict(zip(rules.columns, rows[0].tolist(), strict=False))
        assert GAME.endings[told["ended"]] != "truncated"


def fight_combats(figures: BreizhFacts) -> None:
    """A battle, a siege of all castles of a region and a fight: whole distributions, or a refusal in one line."""
    here = [name for name, fact in figures.castles.items() if fact.value.region == "vannes"][:4]
    helps = [name for name, fact in figures.characters.items() if fact.value.siege]
    scenarios = [battle(3, 4, 1), fight(2, {"highwaymen": 1})]
    if here:
        helped = {"castle": here[0], **({"character": helps[0]} if helps else {})}
        scenarios.append(siege(sieges=[helped, *here[1:]], pool=min(9, figures.box["troops"].value)))
    for scenario in scenarios:
        try:
            result = prepare(scenario, figures).solved()
        except SimcoreError as error:
            said_in_one_line(error)
            continue
        assert 0.0 <= result.mass <= 1.0 + 1e-9


def test_a_file_of_facts_is_refused_in_one_line_or_played_to_the_end(tmp_path):
    deal, file = Mutations(printed(*FILES), seed=1341), tmp_path / "facts.json"
    came = []
    for number in range(60):
        file.write_text(deal.file(), encoding="utf-8")
        came.append(outcome_of(file, number))
    assert min(came.count("refused"), came.count("played")) > 5
