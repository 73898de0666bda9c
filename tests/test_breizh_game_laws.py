"""Laws of Breizh 1341 that no other game has, looked for after every decision of games that hypothesis plays."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from simcore.gameplay.position import Position
from simcore.games.breizh.facts import facts
from simcore.games.breizh.full_game import board as boards
from simcore.games.breizh.full_game import state as cell
from simcore.games.breizh.full_game.game import GAME
from simcore.games.breizh.full_game.invariants import INVARIANTS

RULES = GAME.rules
BOARDS = [
    boards.make_board(facts(), boards.Options(setup=setup, first_hands=hands, odd_card=odd, characters=characters))
    for setup, hands, odd, characters in (
        ("standard", "drawn", "most", "announced"),
        ("variant", "balanced", "least", "each-siege"),
    )
]


def pieces(state, cells, player=0):
    return state[cells + cell.REGIONS * player :][: cell.REGIONS]


class Games(RuleBasedStateMachine):
    """Any legal actions in any order, and what a player sees between them."""

    @initialize(which=st.sampled_from([0, 1]), number=st.integers(0, 1 << 40))
    def begin(self, which, number):
        self.position = Position.start(RULES, BOARDS[which], 5, number)
        self.before = self.position.state.copy()
        self.decision = -1

    @rule(choice=st.integers(0, 1 << 20), steps=st.integers(1, 12))
    def decide(self, choice, steps):
        for _ in range(steps):
            if self.position.player < 0:
                return
            legal = self.position.legal_actions()
            action = legal[choice % len(legal)]
            self.before = self.position.state.copy()
            self.decision = int(self.before[cell.DECISION])
            self.position.apply(action)
            self.conserved(action)

    def conserved(self, action):
        """Pieces come and go one at a time, and only where a rule says so."""
        state, before = self.position.state, self.before
        ended = state[cell.TURN] != before[cell.TURN] or self.position.player < 0
        sieges = any(before[cell.SIEGE :][: cell.MOST_SIEGES]) or self.decision == cell.BESIEGE
        battles = self.decision in (cell.RECRUIT_IN, cell.BATTLE_IN, cell.PLAY_CHARACTER, cell.PARTISAN_FROM)
        plague = self.decision in (cell.PLAY_CARD, cell.USE, cell.RALLY_IN)
        for player in range(2):
            partisans = pieces(state, cell.PARTISANS, player).sum() - pieces(before, cell.PARTISANS, player).sum()
            assert -1 <= partisans <= 1 or sieges or battles
            troops = pieces(state, cell.TROOPS, player).sum() - pieces(before, cell.TROOPS, player).sum()
            assert troops <= (self.decision == cell.RECRUIT_IN)
            if troops < 0:
                assert ended or battles or self.decision in (cell.REMOVE, cell.BESIEGE)
        markers = pieces(state, cell.HIGHWAYMEN).sum() - pieces(before, cell.HIGHWAYMEN).sum()
        assert markers <= (self.decision == cell.HIGHWAYMEN_IN)
        assert markers >= 0 or self.decision == cell.REMOVE or plague
        castles = (state[cell.CASTLE :][: cell.CASTLES] != before[cell.CASTLE :][: cell.CASTLES]).sum()
        assert castles == 0 or sieges or self.decision == cell.PLAY_CHARACTER

    @invariant()
    def lawful(self):
        assert RULES.check_invariants(self.position.board, self.position.state) == 0

    @precondition(lambda self: self.position.player >= 0)
    @rule(number=st.integers(0, 1 << 30))
    def look(self, number):
        """What a player sees differs from the truth in the enemy's hidden cards alone."""
        player = self.position.player
        seen = self.position.resampled(player, number)
        differs = np.flatnonzero(seen.state != self.position.state)
        hidden = {*range(cell.CARD_AT, cell.STATE), cell.SPECIAL_HELD + 1 - player}
        assert set(differs.tolist()) <= hidden
        mine = self.position.state[cell.CARD_AT :][: cell.CARDS] == cell.HAND + player
        assert (mine == (seen.state[cell.CARD_AT :][: cell.CARDS] == cell.HAND + player)).all()


TestGames = Games.TestCase
TestGames.settings = settings(settings.get_profile("simcore"), max_examples=15, stateful_step_count=25)


@pytest.mark.parametrize("law", INVARIANTS)
def test_a_broken_law_is_seen(law):
    changes = {
        1: {cell.PARTISANS: 21}, 2: {cell.CASTLE + 3: 2}, 3: {cell.EVENTS_HELD: 3}, 4: {cell.CHARACTER_AT: 5},
        5: {cell.PLAYER: -1}, 6: {cell.DOMINATED: 3}, 7: {cell.AIDED: 1},
    }  # fmt: skip
    position = Position.start(RULES, BOARDS[0], 5, 0)
    for where, value in changes[law].items():
        position.state[where] = value
    assert RULES.check_invariants(position.board, position.state) == law
