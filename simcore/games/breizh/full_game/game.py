"""Breizh 1341 as a full game: its rules bound to the engine, its board, and its games in words."""

from __future__ import annotations

from pathlib import Path

from simcore.contracts.full_game import TRUNCATED, FullGame
from simcore.gameplay import rollouts
from simcore.gameplay.game import Game, Parameter, Policy
from simcore.games.breizh.facts import BreizhFacts
from simcore.games.breizh.facts import facts as load
from simcore.games.breizh.full_game import (
    action_text,
    greedy,
    invariants,
    observation,
    ranges,
    soundness,
    state_text,
    turn_order,
)
from simcore.games.breizh.full_game import board as boards
from simcore.games.breizh.full_game import legal as legality
from simcore.games.breizh.full_game import state as s
from simcore.games.breizh.full_game.narration import BreizhNarrator
from simcore.types import Array

VERSION = 4  # of the layout of the state


class Breizh(FullGame):
    """Montfort against Blois for the duchy, in six turn_order."""

    name = "breizh"
    options = boards.Options
    endings = ("points", "domination", TRUNCATED)

    def bind(self) -> Game:
        return Game(
            "breizh",
            version=VERSION,
            players=boards.SIDES,
            state=s.STATE,
            actions=s.ACTIONS,
            num_distinct_actions=s.NUM_DISTINCT_ACTIONS,
            max_game_length=turn_order.MAX_GAME_LENGTH,
            observation=observation.FIELDS,
            state_text=state_text.state_text,
            columns=(
                "winner",
                "ended",
                "turns",
                *(f"{side}.{what}" for what in turn_order.COLUMNS for side in boards.SIDES),
            ),
            action_text=action_text.action_text,
            cells=ranges.CELLS,
            sound=soundness.sound,
            home=self,
            policies={
                "greedy": Policy(
                    rollouts.OWN,
                    {
                        "risk": Parameter(0.5, "chance in sieges: 0 only sure ones, 0.5 as expected, 1 boldly", 0, 1),
                        "regions": Parameter(0.4, "the points that dominating a region is thought worth", 0, 100),
                    },
                    "what gains most by the exact odds",
                )
            },
            invariants=tuple(invariants.INVARIANTS.values()),
            start=turn_order.start,
            current_player=turn_order.current_player,
            legal_actions=legality.legal_actions,
            apply_action=turn_order.apply_action,
            final_row=turn_order.final_row,
            returns=turn_order.returns,
            observe=observation.observe,
            check_invariants=invariants.check_invariants,
            resample_hidden=observation.resample_hidden,
            select_action=greedy.select_action,
            state_value=greedy.state_value,
        )

    def load_facts(self, override: Path | None) -> BreizhFacts:
        return load(override)

    def prepare(self, options: boards.Options, facts: BreizhFacts) -> tuple[Array, set[str]]:
        variant = {"region_cards", "allocation_cards"}
        unused = {"setup"} if options.setup == "variant" else variant
        used = {key for key, _ in facts.items() if key.partition(".")[0] not in unused}
        return boards.make_board(facts, options), used

    def narrator(self, board: Array) -> BreizhNarrator:
        return BreizhNarrator(board)


GAME = Breizh()
