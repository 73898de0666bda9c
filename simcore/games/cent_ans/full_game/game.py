"""La guerre de Cent Ans as a full game: its rules bound to the engine, its table, and its games in words."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from simcore.contracts.full_game import FullGame
from simcore.gameplay.game import MOST_DECISIONS, Game, Parameter, Policy
from simcore.games.cent_ans.facts import BattleEnd
from simcore.games.cent_ans.full_game import (
    action_numbers,
    action_text,
    course,
    decisions,
    greedy,
    invariants,
    observation,
    odds,
    ranges,
    soundness,
    state_text,
)
from simcore.games.cent_ans.full_game import state as s
from simcore.games.cent_ans.full_game.board import table
from simcore.games.cent_ans.full_game.board_arrays import ScenarioName
from simcore.games.cent_ans.full_game.facts import FullFacts, full_facts
from simcore.games.cent_ans.full_game.narration import CentAnsNarrator
from simcore.scenarios.scenario import Document

VERSION = 7  # of the layout of the state
# Turns, cards and maneuvers are few; how often units fall, retreat or are placed one by one has no bound as near.
# Random games come to some 2,500 decisions.
MAX_GAME_LENGTH = MOST_DECISIONS


class Options(Document):
    """Which war is fought."""

    scenario: ScenarioName = Field("basic", description="6, 18.1, 18.2, or 16.1.1: the English need only four regions")
    refuge: bool = Field(
        False, description="11.4.3, optional rule: defenders may retreat into the stronghold where they fight"
    )
    battle_end: BattleEnd = Field(
        "after-roll",
        description="11.3: does a battle end after the roll that takes the last enemy, or with its last LOSS",
    )
    control: Literal["presence", "marker"] = Field(
        "presence", description="5.4: does a region count while a camp's units are there, or until the enemy comes"
    )


class CentAns(FullGame):
    """The English and the Burgundians against the French and the Armagnacs, in eight turns."""

    name = "cent-ans"
    options = Options
    endings = course.ENDINGS

    def bind(self) -> Game:
        return Game(
            "cent-ans", version=VERSION, players=("english", "french"), state=s.STATE, actions=s.ACTIONS,
            num_distinct_actions=action_numbers.NUM_DISTINCT_ACTIONS, max_game_length=MAX_GAME_LENGTH,
            observation=observation.FIELDS, state_text=state_text.state_text, columns=course.OUTCOME,
            action_text=action_text.action_text, cells=ranges.CELLS, sound=soundness.sound,
            derived=("words", "pitched", "siege"), home=self,
            policies={
                "greedy": Policy(
                    greedy.GREEDY,
                    {
                        "risk": Parameter(0.55, "the least chance to win with which it attacks", 0, 1),
                        "caution": Parameter(1, "how much it minds losses", 0, 100),
                        "truce": Parameter(2, "the lead in points from which on it ends the war by truces", -20, 20),
                    },
                    "what gains most by the exact odds",
                )
            },
            invariants=tuple(invariants.INVARIANTS.values()), start=course.start,
            current_player=decisions.current_player, legal_actions=course.legal_actions,
            apply_action=course.apply_action, final_row=course.final_row, returns=course.returns,
            observe=observation.observe,
            check_invariants=invariants.check_invariants, resample_hidden=observation.resample_hidden,
            select_action=greedy.select_action, state_value=greedy.state_value,
        )  # fmt: skip

    def load_facts(self, override: Path | None) -> FullFacts:
        return full_facts(override)

    def prepare(self, options: Options, facts: FullFacts) -> tuple[Any, set[str]]:
        scripted = options.scenario in ("introductory", "historical")
        unused = {"arrivals", "hands"} if not scripted else {"leader_turns"}
        used = {key for key, _ in facts.items() if key.partition(".")[0] not in unused}
        # Without a compiler the exact odds would take hours; then the greedy player attacks nobody.
        chances = odds.exact_odds(facts, options.battle_end) if odds.compiled() else odds.nothing()
        last_loss = options.battle_end == "last-loss"
        markers = options.control == "marker"
        board = table(options.scenario, facts, chances, refuge=options.refuge, last_loss=last_loss, markers=markers)
        return board, used

    def narrator(self, board: Any) -> CentAnsNarrator:
        return CentAnsNarrator(board)


GAME = CentAns()
