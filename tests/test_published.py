"""The published tables and pictures: as the scripts would make them now, and as small and readable as promised.

What holds for all of them, and the rows of La guerre de Cent Ans; those of the other games: `test_published_games`.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import simcore as sc
from simcore.engine.run import state_values
from simcore.games.cent_ans.combats import PITCHED_BATTLE
from simcore.games.cent_ans.scenarios import PitchedBattle, understand
from simcore.games.cent_ans.setup import Setup
from simcore.report.heatmap import Panel, grid, heat_map, write_png
from simcore.tables import encode_table, read_table, rounded

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "scripts"))
publish_tables: Any = import_module("publish_tables")
publish_reports: Any = import_module("publish_reports")
cent_ans: Any = import_module("outcome_tables.cent_ans")
shared: Any = import_module("outcome_tables.shared")

SHAPES = {
    "cent-ans-leaders": 6 * 6 * 2 * 2 * 2,
    "cent-ans-units": 4 * 20 * 20 * 2 + 4 * 15 * 20,
    "cent-ans-sieges": (2 + 2 + 3 + 5 + 10 + 10) * 2 * (20 + 20 + 19) * 2 * 2,  # by defenders and attackers
    "breizh-battles": 20 * 20 * 3 * 3,
    "breizh-sieges": 3 * 2 * 5,
    "joan-commitments": 10 * 4 * 2 * 5 * 4 * 2 * 4 * 2,
    "joan-equilibria": 5 * 5 * 3,
    "bouvines-attacks": 7 * 7 * (2 + 3 + 2 + 2 + 3 + 2),
    "bouvines-clashes": 6 * 3 * 6 * 3 * 2,
    "legendary-melee": 14 * 20 * 8 * 8,
    "legendary-shooting": 4 * 20 * 8 * 8,
}
KEYS = {
    "cent-ans-leaders": ["equipment", "english_leader", "french_leader", "attacker", "initiative"],
    "cent-ans-units": ["attacker", "attacker_units", "defender", "defender_units", "initiative"],
    "cent-ans-sieges": ["place", "attacker", "attacker_units", "defender", "defender_units", "initiative"],
    "breizh-battles": ["montfort_bonus", "blois_bonus", "montfort", "blois"],
    "breizh-sieges": ["strength", "troops", "bonus"],
    "joan-commitments": [
        "fortification", "mountain", "attacker_cards", "attacker_influence", "attacker_hero",
        "defender_card", "defender_influence", "defender_hero",
    ],
    "joan-equilibria": ["attacker_hand", "defender_hand", "fortification"],
    "bouvines-attacks": ["attack", "target", "hit_points", "order"],
    "bouvines-clashes": ["coalition", "coalition_orders", "france", "france_orders", "first"],
    "legendary-melee": ["attacker", "attacker_units", "defender", "defender_units"],
    "legendary-shooting": ["attacker", "attacker_units", "defender", "defender_units"],
}  # fmt: skip
NAMES = list(SHAPES)
ALL_NAMES = [*NAMES, "policy-regret"]  # that one: test_policy_regret
HIT_POINTS = ["archer hit points", "crossbowman hit points", "knight hit points"]
STAKES = ["town stake", "point stake", "influence stake", "hero stake", "red stake"]
TWO_MEBIBYTES = 2 << 20
SIX_DIGITS = 1e-5


@pytest.fixture(scope="module")
def published() -> dict[str, pd.DataFrame]:
    return {name: read_table(ROOT / "tables" / f"{name}.parquet") for name in ALL_NAMES}


# ---- tables ------------------------------------------------------------------------------------------------------


def test_every_table_is_there_twice_and_small(published: dict[str, pd.DataFrame]) -> None:
    assert [table.name for table in publish_tables.TABLES] == ALL_NAMES
    for name, frame in published.items():
        text = read_table(ROOT / "tables" / f"{name}.csv")
        pd.testing.assert_frame_equal(text, rounded(frame, publish_tables.CSV_DIGITS), check_exact=True)
        assert text.attrs == frame.attrs
        for file in (ROOT / "tables").glob(f"{name}.*"):
            assert file.stat().st_size < TWO_MEBIBYTES
        assert set(frame["method"]) == {"exact"}
        assert not frame.isna().any().any()


def test_shapes(published: dict[str, pd.DataFrame]) -> None:
    for name, keys in KEYS.items():
        assert len(published[name]) == SHAPES[name]
        assert list(published[name].columns[: len(keys)]) == keys
        assert not published[name].duplicated(keys).any()


def test_every_row_adds_up(published: dict[str, pd.DataFrame]) -> None:
    for name, frame in published.items():
        if name == "joan-equilibria":  # a game's value has no winner
            assert frame["capture"].between(0.0, 1.0 + 1e-12).all()
            continue
        if name == "policy-regret":
            assert (frame["worst_regret"] >= frame["mean_regret"]).all()
            assert frame["mean_regret"].min() >= 0.0
            continue
        wins = frame.filter(regex="^win_")
        assert wins.to_numpy().min() >= 0.0
        assert wins.sum(axis=1).to_numpy() == pytest.approx(1.0, abs=1e-12)
    for name in ("cent-ans-units", "cent-ans-sieges", "legendary-melee", "legendary-shooting"):
        for side in ("attacker", "defender") if name.startswith("cent-ans") else ("defender",):
            gone = published[name].filter(regex=f"^expected_{side}_").sum(axis=1)
            assert gone.to_numpy() == pytest.approx(published[name][f"{side}_units"].to_numpy(), abs=1e-9)


ONE_OF_EACH: dict[str, dict[str, Any]] = {
    "cent-ans": {"combat": "pitched-battle", "attacker": {"english": 1}, "defender": {"french": 1}},
    "breizh": {"combat": "siege", "strength": 1},
    "joan": {"combat": "raid", "fortification": "castle"},
    "bouvines": {"combat": "contact", "target": "sergeant"},
    "legendary": {"combat": "forced-march", "unit": "bowmen"},
}


def test_they_rest_on_the_facts_of_today(published: dict[str, pd.DataFrame]) -> None:
    games = {game.slug: [table.name for table in game.tables] for game in publish_tables.GAMES}
    assert [name for names in games.values() for name in names] == NAMES
    game_has_designs = {game.slug: bool(game.designs) for game in publish_tables.GAMES}
    for slug, names in games.items():
        now = sc.solve({"game": slug, **ONE_OF_EACH[slug]})
        for name in names:
            assert published[name].attrs["rules"].partition("-")[2] == now.rules.partition("-")[2]
            assert published[name].attrs["version"] == now.version
            assert published[name].attrs["command"] == shared.COMMAND
        if game_has_designs[slug]:
            assert now.rules.partition("-")[2] in published["policy-regret"].attrs["rules"]
    assumed = {name: published[name].attrs["assumed"] for name in NAMES}
    assert {name: facts for name, facts in assumed.items() if facts} == {
        "cent-ans-leaders": ["english-longbow card", "crossbow card"],
        "cent-ans-units": ["routier die"],
        "joan-equilibria": [*STAKES, "six-players deck"],
        "bouvines-attacks": HIT_POINTS,
        "bouvines-clashes": assumed["bouvines-clashes"],
    }
    assert sorted(assumed["bouvines-clashes"]) == HIT_POINTS


def test_the_reader_is_told_which_facts_are_in_no_rulebook(published: dict[str, pd.DataFrame]) -> None:
    game = next(game for game in publish_tables.GAMES if game.slug == "legendary")
    frame = published["legendary-melee"].head(1)
    for beyond, said in (
        ({"assumed": [], "public": []}, "All its figures are in the rulebook."),
        ({"assumed": [], "public": ["pikemen"]}, "Public, published outside the rulebook: pikemen."),
    ):
        frame.attrs.update(beyond)
        assert said in publish_tables.described(game.columns, game.tables[0], frame)


@pytest.mark.compiled
def test_leaders_made_again_are_the_published_ones(published: dict[str, pd.DataFrame]) -> None:
    frame = cent_ans.leaders()
    pd.testing.assert_frame_equal(frame, published["cent-ans-leaders"], rtol=SIX_DIGITS, atol=1e-12)
    assert encode_table(frame, ".csv") == encode_table(cent_ans.leaders(), ".csv")


def test_leaders_against_single_scenarios(published: dict[str, pd.DataFrame]) -> None:
    frame = published["cent-ans-leaders"]
    for _, row in frame.sample(12, random_state=3).iterrows():
        sides = {"attacker": row["attacker"], "defender": "french" if row["attacker"] == "english" else "english"}
        scenario: dict[str, Any] = {"game": "cent-ans", "combat": "pitched-battle"}
        for side, camp in sides.items():
            scenario[side] = {
                "leaders": [row[f"{camp}_leader"]],
                "policy": "keep_dice",
                "shooting_policy": "strip_dice",
            }
            if row["equipment"] == "starting":
                scenario[side]["equipment"] = {"english": "english-longbow", "french": "crossbow"}[camp]
            if row["initiative"] == camp:
                scenario["initiative"] = side
        result = sc.solve(scenario)
        for side, camp in sides.items():
            assert row[f"win_{camp}"] == pytest.approx(result.win[side], abs=1e-12)
            for name, mean in result.expected[side].items():
                assert row[f"expected_{camp}_{name}"] == pytest.approx(mean, abs=1e-9)


def test_units_against_one_backward_pass(published: dict[str, pd.DataFrame]) -> None:
    """All battles of a pair of factions are states of the largest one; the other pass of the engine values them all."""
    figures = PITCHED_BATTLE.load_facts(None)
    pairs = published["cent-ans-units"].groupby(["attacker", "defender", "initiative"])
    assert len(pairs) == 4 * 2 + 4
    for (attacker, defender, initiative), rows in pairs:
        largest = rows[["attacker_units", "defender_units"]].max()
        battle = PitchedBattle.model_validate(
            {
                "attacker": {attacker: int(largest["attacker_units"])},
                "defender": {defender: int(largest["defender_units"])},
                "initiative": initiative,
            }
        )
        problem = Setup(*understand(battle, figures), figures).problem((None, None), everything=True)
        won = (problem.columns(np.arange(problem.endings))["winner"] == 1).astype(float)
        values = state_values(problem, won).reshape(*problem.model.positions, problem.phases)
        # Positions count down from the whole army; the first phase begins a round.
        i = (largest["attacker_units"] - rows["attacker_units"]).to_numpy()
        j = (largest["defender_units"] - rows["defender_units"]).to_numpy()
        assert rows["win_attacker"].to_numpy() == pytest.approx(values[i, j, 0], abs=1e-12)


def test_who_attacks_makes_no_difference_between_units(published: dict[str, pd.DataFrame]) -> None:
    frame = published["cent-ans-units"]
    for _, row in frame[frame["attacker"] != "routier"].sample(20, random_state=5).iterrows():
        result = sc.solve(
            {
                "game": "cent-ans", "combat": "pitched-battle",
                "initiative": "defender" if row["initiative"] == "attacker" else "attacker",
                "attacker": {row["defender"]: row["defender_units"]},
                "defender": {row["attacker"]: row["attacker_units"]},
            }
        )  # fmt: skip
        assert row["win_attacker"] == pytest.approx(result.win["defender"], abs=1e-12)
        assert row["expected_defender_left"] == pytest.approx(result.expected["attacker"][row["defender"]], abs=1e-9)


def test_sieges_against_single_scenarios(published: dict[str, pd.DataFrame]) -> None:
    frame = published["cent-ans-sieges"]
    for _, row in frame.sample(40, random_state=4).iterrows():
        factions, count = row["attacker"].split("+"), row["attacker_units"]
        army = (
            {factions[0]: count}
            if len(factions) == 1
            else dict(zip(factions, (-(-count // 2), count // 2), strict=True))
        )
        result = sc.solve(
            {
                "game": "cent-ans", "combat": "siege", "place": row["place"], "initiative": row["initiative"],
                "attacker": army, "defender": {row["defender"]: row["defender_units"]},
            }
        )  # fmt: skip
        assert row["win_attacker"] == pytest.approx(result.win["attacker"], abs=1e-12)
        assert row["win_defender"] == pytest.approx(result.win["defender"], abs=1e-12)
        assert row["expected_attacker_left"] == pytest.approx(
            sum(result.expected["attacker"][f] for f in factions), abs=1e-9
        )
        assert row["expected_defender_lost"] == pytest.approx(result.expected["defender"]["lost"], abs=1e-9)


def test_the_page_tells_of_the_tables_as_they_are(published: dict[str, pd.DataFrame]) -> None:
    assert (ROOT / "tables" / "README.md").read_text() == publish_tables.readme(published)
    with pytest.raises(KeyError):
        shared.meaning("expectation", cent_ans.COLUMNS)


# ---- pictures ----------------------------------------------------------------------------------------------------


def test_pictures_are_small_and_as_new_as_their_tables(published: dict[str, pd.DataFrame]) -> None:
    from PIL import Image

    for picture in publish_reports.PICTURES:
        file = ROOT / "reports" / f"{picture.name}.png"
        assert file.stat().st_size < 400 * 1024
        with Image.open(file) as image:
            assert json.loads(image.info["Description"]) == published[picture.table].attrs


def test_the_findings_are_those_of_the_tables(published: dict[str, pd.DataFrame]) -> None:
    assert (ROOT / "reports" / "README.md").read_text() == publish_reports.readme(published)


MAPS = {
    "cent-ans-leaders": 4, "cent-ans-units": 4, "cent-ans-routiers": 4, "cent-ans-sieges": 6,
    "breizh-battles": 4, "breizh-sieges": 1, "joan-commitments": 6, "joan-equilibria": 3,
    "bouvines-attacks": 3, "bouvines-clashes": 6, "legendary-melee": 1, "legendary-melee-numbers": 6,
    "legendary-shooting": 1, "legendary-shooting-numbers": 6,
}  # fmt: skip


@pytest.mark.parametrize("picture", publish_reports.PICTURES, ids=lambda picture: str(picture.name))
def test_every_picture_can_be_drawn(published: dict[str, pd.DataFrame], tmp_path: Path, picture: Any) -> None:
    figure = picture.draw(published[picture.table])
    maps = [ax for ax in figure.axes if ax.images]
    assert len(maps) == MAPS[picture.name]
    for ax in maps:
        assert ax.images[0].get_clim() == (0.0, 1.0)
        assert ax.get_title() or len(maps) == 1
        assert not np.isnan(ax.images[0].get_array()).any()
    write_png(figure, tmp_path / "picture.png", {})
    assert (tmp_path / "picture.png").read_bytes().startswith(b"\x89PNG")


def test_a_heat_map_shows_its_numbers() -> None:
    frame = pd.DataFrame({"a": [1, 1, 2, 2, 3, 3], "b": [5, 6] * 3, "p": [0.0, 0.25, 0.5, 0.6, 0.9999, 1.0]})
    values = grid(frame, x="a", y="b", value="p")
    panels = [
        Panel("all", values.to_numpy(), list(values.columns), list(values.index), {"even": values.to_numpy()})
    ] * 2
    figure = heat_map(
        panels, title="t", x_label="x", y_label="y", scale_label="p", columns=3, size=(9, 3), note="n", numbers=True
    )
    ax = figure.axes[0]
    assert [text.get_text() for text in ax.texts] == ["0", "50", ">99", "25", "60", "100"]
    assert [text.get_color() for text in ax.texts][:2] == ["white", "black"]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["1", "2", "3"]
    assert [legend.get_title().get_text() for legend in figure.legends] == ["n"]
    assert not figure.axes[2].axison  # no third panel


def test_many_words_on_an_axis_are_all_named() -> None:
    words = [f"unit {n}" for n in range(14)]
    panel = Panel("", np.full((14, 14), 0.5), words, list(range(1, 15)))
    figure = heat_map([panel], title="t", x_label="x", y_label="y", scale_label="p", columns=1, size=(4, 4))
    ax = figure.axes[0]
    assert [label.get_text() for label in ax.get_xticklabels()] == words
    assert [label.get_text() for label in ax.get_yticklabels()] == ["1", "5", "10"]


def test_a_grid_wants_one_value_a_cell() -> None:
    frame = pd.DataFrame({"a": [1, 1], "b": [2, 2], "p": [0.1, 0.2]})
    with pytest.raises(ValueError, match="two rows for a 1, b 2"):
        grid(frame, x="a", y="b", value="p")
