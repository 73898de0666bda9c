"""Rows of the published tables of Breizh 1341, Joan of Arc, Bouvines and Legendary Battles, computed another way."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import simcore as sc
from simcore.errors import BadInput
from simcore.games.joan.commitment import commit, reply
from simcore.tables import read_table

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "scripts"))
breizh: Any = import_module("outcome_tables.breizh")
joan: Any = import_module("outcome_tables.joan")
bouvines: Any = import_module("outcome_tables.bouvines")
legendary: Any = import_module("outcome_tables.legendary")
SIX_DIGITS = 1e-5


def published(name: str) -> pd.DataFrame:
    return read_table(ROOT / "tables" / f"{name}.parquet")


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("breizh-battles", breizh.battles),
        ("breizh-sieges", breizh.sieges),
        ("joan-commitments", joan.commitments),
        ("joan-equilibria", joan.equilibria),
        ("bouvines-attacks", bouvines.attacks),
        ("bouvines-clashes", bouvines.clashes),
        ("legendary-melee", legendary.melee),
        ("legendary-shooting", legendary.shooting),
    ],
)
def test_made_again_they_are_the_published_ones(name: str, make: Callable[[], pd.DataFrame]) -> None:
    pd.testing.assert_frame_equal(make(), published(name), rtol=SIX_DIGITS, atol=1e-12)


# ---- Breizh 1341 -------------------------------------------------------------------------------------------------


def test_battles_against_single_scenarios() -> None:
    """The table comes from backward passes over the largest battles, a single answer from its own forward pass."""
    for _, row in published("breizh-battles").sample(40, random_state=1).iterrows():
        fields = {name: row[name] for name in ("montfort", "blois", "montfort_bonus", "blois_bonus")}
        result = sc.solve({"game": "breizh", "combat": "battle", **fields})
        for side, chance in result.win.items():
            assert row[f"win_{side}"] == pytest.approx(chance, abs=1e-12)
        for camp in ("montfort", "blois"):
            assert row[f"expected_{camp}_troops"] == pytest.approx(result.expected[camp]["troops"], abs=1e-9)


def test_sieges_by_counting_faces() -> None:
    for _, row in published("breizh-sieges").iterrows():
        strength = row["troops"] + row["bonus"]
        taken = sum(strength + face >= row["strength"] + 2 for face in (1, 2, 3)) / 3
        assert row["win_taken"] == pytest.approx(taken, abs=1e-12)


# ---- Joan of Arc -------------------------------------------------------------------------------------------------


def test_captures_against_single_scenarios() -> None:
    for _, row in published("joan-commitments").sample(60, random_state=2).iterrows():
        attacker = {name: row[f"attacker_{name}"] for name in ("influence", "hero")}
        attacker["cards"] = [int(card) for card in row["attacker_cards"].split("+")]
        defender = {name: row[f"defender_{name}"] for name in ("influence", "hero")}
        defender |= {"card": row["defender_card"] or None, "fortification": row["fortification"]}
        defender["mountain"] = row["mountain"]
        result = sc.solve({"game": "joan", "combat": "combat", "attacker": attacker, "defender": defender})
        for side, chance in result.win.items():
            assert row[f"win_{side}"] == pytest.approx(chance, abs=1e-12)
            if side != "none":
                assert row[f"{side}_points"] == pytest.approx(result.expected[side]["points"])


def test_captures_by_counting_dice() -> None:
    frame = published("joan-commitments")
    margin = frame["attacker_points"] - frame["defender_points"]
    for apart in (-6, -5, 0, 1, 6):
        taken = sum(apart + ours > theirs for ours in range(1, 7) for theirs in range(1, 7)) / 36
        assert frame.loc[margin == apart, "win_attacker"].to_numpy() == pytest.approx(taken, abs=1e-12)


def test_equilibria_against_single_questions() -> None:
    for _, row in published("joan-equilibria").sample(8, random_state=3).iterrows():
        hands = {"attacker": joan.ATTACKERS[row["attacker_hand"]], "defender": joan.DEFENDERS[row["defender_hand"]]}
        answer = commit(**hands, fortification=row["fortification"])
        assert row["value"] == pytest.approx(answer.value, abs=1e-7)
        assert row["attacker_hero"] == pytest.approx(sum(play["p"] for play in answer.attacker if play["hero"]))


def test_nobody_beats_an_equilibrium() -> None:
    """Against the defender's published mixture no reply of the attacker gets more than the published value."""
    row = published("joan-equilibria").set_index(["attacker_hand", "defender_hand", "fortification"])
    hands = {"attacker": joan.ATTACKERS["strong+hero"], "defender": joan.DEFENDERS["strong"]}
    answer = commit(**hands, fortification="castle")
    habit = [
        {
            "cards": [play["card"]] if play["card"] else [],
            "influence": play["influence"],
            "hero": play["hero"],
            "weight": play["p"],
        }
        for play in answer.defender
    ]
    best = reply(**hands, fortification="castle", side="attacker", habit=habit)
    assert best.value == pytest.approx(row.at[("strong+hero", "strong", "castle"), "value"], abs=1e-6)


# ---- Bouvines ----------------------------------------------------------------------------------------------------


def test_attacks_against_single_scenarios() -> None:
    for _, row in published("bouvines-attacks").sample(40, random_state=4).iterrows():
        target = {"kind": row["target"], "hit_points": row["hit_points"]}
        scenario = {"game": "bouvines", **bouvines.ATTACKS[row["attack"]], **bouvines.ORDERS[row["order"]]}
        result = sc.solve({**scenario, "target": target})
        assert row["expected_damage"] == pytest.approx(result.expected["damage"], abs=1e-12)
        assert row["win_killed"] == pytest.approx(
            sum(outcome["p"] for outcome in result.outcomes if outcome["killed"]), abs=1e-12
        )
        if scenario["combat"] != "shot":
            for what, chance in result.win.items():
                assert row[f"win_{what}"] == pytest.approx(chance, abs=1e-12)


def test_attacks_by_counting_faces() -> None:
    rows = published("bouvines-attacks").set_index(["attack", "target", "hit_points", "order"])
    assert rows.at[("shot by bow", "sergeant", 1, "attack"), "win_killed"] == pytest.approx(4 / 6)
    assert rows.at[("shot by crossbow", "archer", 1, "defence"), "win_killed"] == pytest.approx(5 / 6)
    assert rows.at[("charge on horse, 2 cells", "knight", 3, "attack"), "win_unhorsed"] == pytest.approx(4 / 6)
    assert rows.at[("charge on foot, 1 cell", "sergeant", 2, "rotate"), "win_killed"] == pytest.approx(2 / 6)
    assert rows.at[("contact", "sergeant", 2, "forced-march"), "win_killed"] == pytest.approx(1.0)


def test_clashes_against_single_scenarios() -> None:
    """The rosters cell by cell from the east clockwise: cells 0 and 1 of the coalition meet cells 3 and 4 of France."""
    rows = published("bouvines-clashes").set_index(
        ["coalition", "coalition_orders", "france", "france_orders", "first"]
    )
    knights = ["knight", "knight", "sergeant", "archer", "archer", "sergeant"]
    crossbows = ["crossbowman", "crossbowman", "crossbowman", "sergeant", "sergeant", "crossbowman"]
    result = sc.solve(
        {
            "game": "bouvines", "combat": "clash", "first": "france", "order_limit": 6,
            "coalition": {"troops": knights, "orders": ["defence", "attack"]}, "france": {"troops": crossbows},
        }
    )  # fmt: skip
    row = rows.loc[("knights in front", "defence, then attack", "crossbows behind", "attack", "france")]
    for side, chance in result.win.items():
        assert row[f"win_{side}"] == pytest.approx(chance, abs=1e-12)
    assert row["expected_orders"] == pytest.approx(result.expected["orders"], abs=1e-9)
    assert row["expected_france_troops"] == pytest.approx(result.expected["france"]["troops"], abs=1e-9)


# ---- Legendary Battles -------------------------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.parametrize("combat", ["melee", "shooting"])
def test_units_against_single_scenarios(combat: str) -> None:
    for _, row in published(f"legendary-{combat}").sample(25, random_state=5).iterrows():
        names = {side: row[side] for side in ("attacker", "defender")}
        sides = {f"{side}s": [{"unit": row[side], "count": row[f"{side}_units"]}] for side in names}
        result = sc.solve({"game": "legendary", "combat": combat, **sides})
        for side, chance in result.win.items():
            assert row[f"win_{side}"] == pytest.approx(chance, abs=1e-12)
        for what in ("left", "killed", "disrupted", "pushed"):
            assert row[f"expected_defender_{what}"] == pytest.approx(result.expected["defender"][what], abs=1e-9)
        if combat == "melee":
            assert row["expected_attacker_left"] == pytest.approx(result.expected["attacker"]["left"], abs=1e-9)


@pytest.mark.parametrize("combat", ["melee", "shooting"])
def test_pairs_without_a_row_cannot_meet(combat: str) -> None:
    frame = published(f"legendary-{combat}")
    meeting = set(zip(frame["attacker"], frame["defender"], strict=True))
    apart = [
        (ours, theirs) for ours in legendary.ROSTER for theirs in legendary.ROSTER if (ours, theirs) not in meeting
    ]
    assert len(meeting) + len(apart) == 21 * 21
    for ours, theirs in apart:
        sides = {"attackers": [{"unit": ours}], "defenders": [{"unit": theirs}]}
        with pytest.raises(BadInput, match=r"fights|shoots|suffer"):
            sc.solve({"game": "legendary", "combat": combat, **sides})
