"""Full games of La guerre de Cent Ans: the laws that hold after every decision, and the battles inside them."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

import simcore as sc
from cent_ans_games import FACTS, STORES, TABLES, ZONES, Field, Options
from simcore.engine.rng import STREAM
from simcore.gameplay.position import Position
from simcore.gameplay.rollouts import open_at
from simcore.games.cent_ans.full_game import state as layout
from simcore.games.cent_ans.full_game.action_numbers import FIRST
from simcore.games.cent_ans.full_game.game import GAME

# rows of three games between players who do anything
# Of the rules as they are: results in the printed order, where Routiers retreat, events before and after the card,
# Exploitation for who defends, battles in a chosen order, and decisions that were taken by rule (which band of Routiers
# moves, tokens, leaders' may, who leads a Free Company) changed what games come to.
GOLDEN = [[2, 0, 4, 2, 3, 12, 2, 300, 0], [2, 0, 3, 2, 3, 16, 4, 264, 0], [2, 0, 4, 1, 3, 11, 3, 281, 0]]


class War(RuleBasedStateMachine):
    """A war in which anybody does anything that is legal."""

    @initialize(seed=st.integers(0, 2**32), scenario=st.sampled_from(sorted(TABLES)))
    def begin(self, seed, scenario):
        self.position = Position.start(GAME.rules, TABLES[scenario], seed, 0)

    @precondition(lambda self: self.position.player >= 0)
    @rule(data=st.data(), steps=st.integers(1, 12))
    def decide(self, data, steps):
        for _ in range(steps):
            if legal := self.position.legal_actions():
                self.position.apply(data.draw(st.sampled_from(legal)))  # raises where a law is broken

    @precondition(lambda self: self.position.player >= 0)
    @rule(seed=st.integers(0, 1000))
    def dealt_anew(self, seed):
        """What is dealt anew are cards, and not his own."""
        player, state = self.position.player, self.position.state.copy()
        stream = np.zeros(STREAM, np.uint64)
        stream[0] = seed
        GAME.rules.resample_hidden(self.position.board, state, player, stream)
        own = slice(layout.CARD + 26 * player, layout.CARD + 26 * player + 26)
        assert (state[own] == self.position.state[own]).all()
        assert (state[: layout.CARD] == self.position.state[: layout.CARD]).all()
        assert sorted(state[layout.CARD : layout.TACTIC]) == sorted(self.position.state[layout.CARD : layout.TACTIC])

    @rule()
    def end(self):
        """A game that is over has been won, or is a draw."""
        if self.position.player < 0:
            assert sum(self.position.returns().values()) == 1.0
            assert self.position.legal_actions() == []


TestWar = pytest.mark.interpreted(War.TestCase)
TestWar.settings = settings(max_examples=12, stateful_step_count=25, deadline=None)


def test_games_are_the_same_on_any_machine_with_the_jit_and_without():
    played = sc.play("cent-ans", games=3, seed=11, checking=True)
    assert played.rows.tolist() == GOLDEN


@pytest.mark.interpreted
def test_a_game_is_retold_by_the_names_of_the_owners_file(tmp_path):
    bruges = FACTS.zones["bruges"].value.model_dump(mode="json") | {"name": "Brugge"}
    bruges = ", ".join(f"{key} = {json.dumps(value)}" for key, value in bruges.items())
    (tmp_path / "box.toml").write_text(f'[zones.bruges]\nvalue = {{ {bruges} }}\nsource = "my copy"\n')
    story = sc.replay_game("cent-ans", number=0, seed=11, facts=tmp_path / "box.toml", limit=1)
    assert story.lines[0] == "Set-up: Brugge: 2 Burgundian"


@pytest.mark.compiled
@pytest.mark.parametrize("scenario", sorted(TABLES))
def test_the_laws_hold_in_many_games(scenario):
    for policy in ("random", "greedy"):
        sides = {"english": policy, "french": policy}
        played = sc.play("cent-ans", games=400, seed=8, policies=sides, options={"scenario": scenario}, checking=True)
        assert played.counts()["truncated"] == 0


@pytest.mark.compiled
def test_greedy_beats_random_from_both_sides():
    for side in ("english", "french"):
        assert sc.play("cent-ans", games=300, seed=2, policies={side: "greedy"}).win[side] > 0.9


# ---- battles inside a game against the exact engine ----------------------------------------------------------------


CAMPS = {"english": 0, "french": 1, "routier": 2, "papal_guard": 3}
KINDS = (("english", "burgundian", "elite"), ("french", "armagnac", "elite"), ("routier",), ("papal_guard",))
LAST_LOSS = {"battle_end": "last-loss"}
CASES = [
    # attacker, its army, defender, its army, TTM of both camps, more
    ("english", (4, 2, 0), "french", (3, 3, 0), (2, 1), {}),
    ("french", (5, 1, 1), "english", (3, 2, 3), (2, 1), {}),
    ("french", (5, 3, 2), "english", (4, 4, 2), (1, 3), {"equipment": {"french": ["crossbow"]}}),
    ("english", (3, 3, 3), "french", (4, 3, 2), (3, 1), {"equipment": {"english": ["english-longbow"]}}),
    ("english", (3, 3, 3), "french", (4, 3, 4), (1, 1), {"equipment": {"french": ["ribaudequin", "new-armour"]}}),
    ("english", (3, 4, 2), "french", (4, 3, 2), (1, 1), {"leaders": {"english": "john-talbot", "french": "charles-v"}}),
    ("english", (5, 5, 1), "french", (4, 3, 1), (1, 1), {"leaders": {"english": "robert-knolles"}}),
    ("english", (3, 4, 0), "french", (3, 3, 0), (2, 1), {"leaders": {"french": "charles-vii"}}),
    ("routier", (6, 0, 0), "french", (3, 2, 0), (1, 1), {"events": ["great-jacquerie"]}),
    ("english", (2, 4, 0), "french", (3, 2, 0), (1, 1), {"events": ["cabochiens"]}),
    ("french", (3, 3, 0), "french", (3, 3, 0), (1, 1), {"events": ["john-the-fearless"]}),
    ("english", (4, 4, 0), "french", (3, 4, 0), (2, 1), LAST_LOSS),
    ("french", (3, 4, 2), "english", (3, 3, 1), (1, 1), {"leaders": {"french": "charles-v"}, **LAST_LOSS}),
    ("french", (3, 3, 0), "french", (3, 3, 0), (1, 1), {"events": ["john-the-fearless"], **LAST_LOSS}),
    ("english", (6, 4, 0), "french", (2, 1, 0), (2, 1), {"place": "city"}),
    ("french", (6, 4, 3), "english", (2, 3, 1), (1, 2), {"place": "castle-1", "equipment": {"french": ["bombard"]}}),
    ("french", (6, 4, 3), "english", (2, 1, 0), (1, 1), {"place": "city", "leaders": {"french": "joan-of-arc"}}),
    ("english", (5, 2, 0), "papal_guard", (2, 0, 0), (1, 1), {"place": "city"}),
    ("english", (4, 3, 3), "french", (1, 1, 0), (1, 1), {"place": "paris", "equipment": {"english": ["bombard"]}}),
]  # fmt: skip
NUMBERS = {"english-longbow": 1, "crossbow": 2, "hand-culverin": 15, "bombard": 17, "ribaudequin": 25, "new-armour": 28}
FOUGHT_AT = {"city": "reims", "paris": "ZN"}


def fought(position, zone, flags, army):
    """A fight to its end as the greedy players choose: who won (0: nobody), and who still fights int[side, kind]."""
    state = position.state
    camps = (flags % 4, flags // layout.DEFENDER % 4)
    for side in range(2):
        for kind in range(3):
            place = ZONES.index("paris") if side == 1 and ZONES[zone] == "ZN" else zone
            own = layout.ROUTIER if camps[side] == layout.ROUTIERS else 3 * camps[side] + kind
            if camps[side] < layout.GUARD and army[side][kind]:
                state[layout.UNITS + place * layout.KINDS + own] += army[side][kind]
                state[layout.RESERVE + STORES[own]] -= army[side][kind]
    frames = (layout.MILITIA_ZONE, 0, 1, 0), (layout.FIGHT, zone, flags, 0), (layout.MILITIA_ZONE, 0, 1, 0)
    state[layout.FRAMES : layout.FRAMES + 12] = np.ravel(frames)
    state[layout.DEPTH] = 3
    actions = np.zeros(GAME.rules.actions, np.int32)
    greedy = GAME.rules.policy("greedy")
    board, rules = position.board, GAME.rules
    action = layout.PASS
    while True:
        assert rules.step(board, state, action, position.stream) == 0
        due = state[layout.FRAMES + 4 * (state[layout.DEPTH] - 1)]
        if due == layout.MILITIA_ZONE:
            break
        count = rules.legal_actions(board, state, actions)
        if due == layout.SHELTER:
            action = actions[count - 1]  # take refuge
            continue
        player = rules.current_player(board, state)
        action = actions[rules.select_action(board, state, player, actions, count, *greedy, position.stream.copy())]
    left = state[layout.FIGHTING : layout.FIGHTING + 6].reshape(2, 3)
    lifted = state[layout.LIFTED] > 0
    if lifted or (left[0].sum() == 0 and left[1].sum() > 0):
        return 2, left
    return int(left[0].sum() > 0), left


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("armies", "takes_refuge"),
    [
        ({"french": 1, "english": 7, "burgundian": 4, "english_elite": 5}, False),
        ({"french": 1, "french_elite": 1, "english": 2, "burgundian": 5, "english_elite": 1}, False),
        ({"french": 9, "armagnac": 4, "french_elite": 2, "english": 2, "burgundian": 1}, True),
    ],
)
def test_greedy_takes_refuge_where_it_is_worth_whom_it_has_no_room_for(armies, takes_refuge):
    field = Field()
    position, state = field.position, field.state
    position.board = GAME.prepare(Options(), FACTS)[0]
    field.put("reims", **armies)
    flags = CAMPS["french"] * layout.ATTACKER + CAMPS["english"] * layout.DEFENDER
    field.frames((layout.MILITIA_ZONE, 0, 1), (layout.FIGHT, ZONES.index("reims"), flags), (layout.MILITIA_ZONE, 0, 1))
    position.apply(FIRST["declines"] + layout.MILITIA_ZONE)
    assert field.top() == layout.SHELTER
    legal = np.array(position.legal_actions(), np.int32)
    greedy = GAME.rules.policy("greedy")
    chosen = GAME.rules.select_action(position.board, state, 0, legal, len(legal), *greedy, position.stream.copy())
    assert (legal[chosen] == FIRST["agrees"] + layout.SHELTER) == takes_refuge


@pytest.mark.compiled
@pytest.mark.parametrize("case", range(len(CASES)))
def test_battles_inside_a_game_follow_the_exact_engine(case):
    attacker, first, defender, second, ttm, more = CASES[case]
    civil = "john-the-fearless" in more.get("events", ())
    if civil:
        first, second = (first[0], 0, 0), (0, second[1], 0)
    sides = (("attacker", attacker, first), ("defender", defender, second))
    scenario = {"game": "cent-ans", "combat": "siege" if "place" in more else "pitched-battle"}
    scenario |= {key: more[key] for key in ("place", "events", "battle_end") if key in more}
    for side, camp, army in sides:
        kinds = {kind: n for kind, n in zip(KINDS[CAMPS[camp]], army, strict=False) if n}
        leaders = {"leaders": more["leaders"][camp]} if camp in more.get("leaders", {}) else {}
        cards = {"equipment": more["equipment"][camp]} if camp in more.get("equipment", {}) else {}
        # As the greedy player takes losses and picks victims; the game does not turn DISPERSION that would be doubled.
        policies = {
            "policy": "weakest_first",
            "shooting_policy": "strongest_first",
            "leader_effects": "unless-doubled",
        }
        scenario[side] = kinds | leaders | cards | policies
    if attacker != "routier" and defender != "papal_guard" and not civil and attacker != defender:
        leads = ttm[CAMPS[attacker]] > ttm[CAMPS[defender]]
        scenario["initiative"] = "attacker" if leads else "defender"
    exact = sc.solve(scenario)

    zone = ZONES.index(FOUGHT_AT.get(more.get("place"), "chalons") if defender != "papal_guard" else "avignon")
    field = Field(last_loss="battle_end" in more)
    state = field.state
    state[layout.TACTIC : layout.TACTIC + layout.TACTICS] = layout.NOT_IN_GAME
    state[layout.TTM], state[layout.TTM_FRENCH] = ttm
    if more.get("place") == "castle-1":
        state[layout.WORKS + zone] = layout.CASTLE_1
        state[layout.CASTLES_LEFT] -= 1
    for camp, cards in more.get("equipment", {}).items():
        for card in cards:
            state[layout.TACTIC + NUMBERS[card] - 1] = layout.EQUIPPED + CAMPS[camp]
    for leader in more.get("leaders", {}).values():
        field.lead(leader, ZONES[zone])
    flags = CAMPS[attacker] * layout.ATTACKER + CAMPS[defender] * layout.DEFENDER
    flags |= 0 if "place" in more else layout.OPEN_FIELD
    if more.get("events"):
        flags |= layout.CIVIL if civil else layout.IGNORES_DISPERSION
        flags |= layout.DOUBLE_LOSS if "great-jacquerie" in more["events"] else 0
    count = 4000
    won, left = np.zeros(3), np.zeros((2, 3))
    for number in range(count):
        position = field.position.copy()
        open_at(position.stream, np.uint64(21 + case), np.uint64(number), np.uint64(9))
        winner, survivors = fought(position, zone, flags, (first, second))
        won[winner] += 1
        left += survivors
    for got, chance in zip(won[1:3], (exact.win["attacker"], exact.win["defender"]), strict=True):
        assert abs(got / count - chance) < 4.5 * np.sqrt(max(chance * (1 - chance), 1e-4) / count)
    for at, (side, camp, _) in enumerate(sides):
        for kind, kind_left in zip(KINDS[CAMPS[camp]], left[at], strict=False):
            if kind in exact.expected[side]:
                assert kind_left / count == pytest.approx(exact.expected[side][kind], abs=7 / np.sqrt(count))
