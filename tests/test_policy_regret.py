"""What each named policy gives away: the published table is what the code gives, and every default gives away least."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pandas as pd
import pytest

import simcore as sc
from simcore.games import find_combat
from simcore.scenarios.edits import variant
from simcore.tables import read_table

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "scripts"))
tables: Any = import_module("outcome_tables")
regret: Any = import_module("outcome_tables.regret")
DESIGNS = [design for game in tables.GAMES for design in game.designs]
PUBLISHED = read_table(ROOT / "tables" / "policy-regret.parquet")
ROUNDING = 10.0**-regret.DIGITS
FIGURES = ["battles", "mean_regret", "worst_regret"]


def rows_of(frame: pd.DataFrame, design: Any) -> pd.DataFrame:
    return frame[(frame["game"] == design.game) & (frame["combat"] == design.combat)]


def test_the_default_of_every_combat_gives_away_least() -> None:
    decisions = PUBLISHED[PUBLISHED["side"] == regret.BOTH].groupby(["game", "combat", "decision"])
    assert len(decisions) > 0
    for (game, combat, decision), rows in decisions:
        least = rows.loc[rows["mean_regret"] <= rows["mean_regret"].min() + ROUNDING, "policy"].tolist()
        default = regret.default_of(find_combat(game, combat), decision)
        assert default in least
        assert rows.loc[rows["default"], "policy"].tolist() == [default]


def test_every_design_is_published_and_no_other() -> None:
    assert not PUBLISHED.duplicated(regret.KEYS).any()
    told = {(row["game"], row["combat"], row["seed"]) for row in PUBLISHED.attrs["designs"]}
    assert told == {(design.game, design.combat, design.seed) for design in DESIGNS}
    assert {*PUBLISHED[["game", "combat", "seed"]].itertuples(index=False, name=None)} == told


@pytest.mark.parametrize("design", DESIGNS, ids=lambda design: f"{design.game}-{design.combat}")
def test_a_seed_deals_the_same_scenarios_again(design: Any) -> None:
    dealt = design.deal(design.seed)
    assert dealt == design.deal(design.seed)
    assert dealt != design.deal(design.seed + 1)


@pytest.mark.compiled
@pytest.mark.parametrize("design", DESIGNS, ids=lambda design: f"{design.game}-{design.combat}")
def test_the_table_is_what_the_code_gives(design: Any) -> None:
    """The default's rows, and those of another policy."""
    published = rows_of(PUBLISHED, design)
    defaults = set(published.loc[published["default"], "policy"])
    other = Random(design.seed).choice(sorted({*published["policy"]} - defaults))
    again = regret.measured(design, policies={*defaults, other}).set_index(regret.KEYS)
    expected = published[published["policy"].isin({*defaults, other})].set_index(regret.KEYS)
    assert len(again) == len(expected)
    assert again[FIGURES].to_numpy(float) == pytest.approx(expected.loc[again.index, FIGURES].to_numpy(float), abs=1e-6)


def test_what_a_policy_gives_away_is_counted_for_its_own_side() -> None:
    """One battle worked by hand from four answers."""
    battle = {
        "game": "cent-ans", "combat": "pitched-battle", "initiative": "attacker",
        "attacker": {"english": 2, "elite": 1}, "defender": {"french": 2, "elite": 1},
    }  # fmt: skip
    design = regret.Design("cent-ans", "pitched-battle", 1, lambda seed: [battle], "one battle")
    lost = regret.given_away(design, policies={"keep_dice"})
    both = variant(battle, {"attacker.policy": "optimal", "defender.policy": "optimal"})
    value = sc.solve(both).win["attacker"]
    for side, sign in (("attacker", 1.0), ("defender", -1.0)):
        worse = sc.solve(variant(both, {f"{side}.policy": "keep_dice"})).win["attacker"]
        [(number, points)] = lost["policy", "keep_dice", side].items()
        assert number == 0
        assert points == pytest.approx(100.0 * sign * (value - worse), abs=1e-9)
        assert points > 1.0
    assert np.isfinite(value)


def test_policies_of_a_clash_are_measured_against_the_best_of_the_named() -> None:
    """One clash worked by hand from nine answers."""
    [design] = [one for one in DESIGNS if one.game == "bouvines"]
    [clash] = [one for number, one in enumerate(design.deal(7)) if number == 1]
    lost = regret.given_away_among_named(design._replace(deal=lambda seed: [clash]))
    named = ("weakest_first", "strongest_first", "shooters_first")
    lead = {}
    for ours in named:
        for theirs in named:
            win = sc.solve(variant(clash, {"coalition.policy": ours, "france.policy": theirs})).win
            lead[ours, theirs] = 50.0 * (win["coalition"] - win["france"])
    sure = {ours: min(lead[ours, theirs] for theirs in named) for ours in named}
    held = {theirs: max(lead[ours, theirs] for ours in named) for theirs in named}
    for policy in named:
        assert lost["policy", policy, "coalition"][0] == pytest.approx(max(sure.values()) - sure[policy], abs=1e-8)
        assert lost["policy", policy, "france"][0] == pytest.approx(held[policy] - min(held.values()), abs=1e-8)
    assert max(max(by_number.values()) for by_number in lost.values()) > 0.0
