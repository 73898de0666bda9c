"""Border towers as a full game: its rules bound to the engine, its board, and its games in words."""

from __future__ import annotations

from pathlib import Path

from docs.example_game import EDITION, NAME
from docs.example_game.facts import TowersFacts, load
from docs.example_game.full_game import board as boards
from docs.example_game.full_game import greedy, narration, observation, rules
from docs.example_game.full_game import state as s
from simcore.contracts.full_game import ENDED, TRUNCATED, TURNS, FullGame
from simcore.gameplay import rollouts
from simcore.gameplay.game import Game, Parameter, Policy
from simcore.types import Array


class Towers(FullGame):
    """Two lords with a tower each."""

    name = NAME
    options = boards.Options
    endings = ("tower", "cards", TRUNCATED)

    def bind(self) -> Game:
        margin = Parameter(-2, "raiders over the enemy's guards with which he raids", -9, 9)
        return Game(
            EDITION,
            version=1,
            players=narration.LORDS,
            state=s.STATE,
            actions=s.NUM_DISTINCT_ACTIONS,
            num_distinct_actions=s.NUM_DISTINCT_ACTIONS,
            max_game_length=s.MAX_GAME_LENGTH,
            columns=("winner", ENDED, TURNS, *(f"{lord}.guards" for lord in narration.LORDS)),
            observation=observation.FIELDS,
            action_text=narration.action_text,
            state_text=narration.state_text,
            invariants=rules.INVARIANTS,
            cells=s.CELLS,
            home=self,
            policies={"greedy": Policy(rollouts.OWN, {"margin": margin}, "raids when it looks worth it")},
            start=rules.start,
            current_player=rules.current_player,
            legal_actions=rules.legal_actions,
            apply_action=rules.apply_action,
            returns=rules.returns,
            final_row=rules.final_row,
            check_invariants=rules.check_invariants,
            observe=observation.observe,
            resample_hidden=observation.resample_hidden,
            select_action=greedy.select_action,
            state_value=greedy.state_value,
        )

    def load_facts(self, override: Path | None) -> TowersFacts:
        return load(override)

    def prepare(self, options: boards.Options, facts: TowersFacts) -> tuple[Array, set[str]]:
        return boards.make_board(facts, options), {key for key, _ in facts.items()}

    def narrator(self, board: Array) -> narration.TowersNarrator:
        return narration.TowersNarrator(board)


GAME = Towers()
