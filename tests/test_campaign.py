"""Campaigns: against a plain second program, brute force and trials; laws that every campaign keeps."""

from __future__ import annotations

from collections import defaultdict
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import simcore as sc
from base_scenarios import BASES, base
from campaigns import AGINCOURT, BRITTANY, CAMPAIGNS, MARCH, TOWNS, march_by_twin
from crosscheck import flat, g_test
from simcore.advice import campaign as module
from simcore.advice.campaign import fights, walk
from simcore.advice.campaign.fights import Chances, TooLarge
from simcore.engine.rng import TRIAL
from simcore.errors import SimcoreError
from simcore.evaluation.questions import prepare
from simcore.io.documents import read_document

every_campaign = pytest.mark.parametrize("document", CAMPAIGNS.values(), ids=CAMPAIGNS)


def ways(result: Any) -> dict[str, float]:
    return {path["way"]: path["p"] for path in result.paths}


def outcome_chances(result: Any) -> dict[Any, float]:
    """Chances of the outcomes by way and columns; columns that are 0 say nothing."""

    def said(row: Any) -> Any:
        return sorted((name, count) for name, count in row.items() if name not in ("p", "path") and count)

    return {(result.paths[row["path"]]["way"], *said(row)): row["p"] for row in result.outcomes}


def only(game: str, combat: str) -> dict[str, Any]:
    fields = {key: value for key, value in base(game, combat).items() if key != "game"}
    return {"game": game, "stages": [{"name": "only", **fields}]}


# ---- against other programs --------------------------------------------------------------------------------------


def test_a_march_is_the_twins():
    wanted = march_by_twin()
    found = ways(sc.campaign(MARCH))
    assert found.keys() == wanted.keys()
    assert {way: pytest.approx(float(chance), abs=1e-12) for way, chance in wanted.items()} == found
    assert sum(wanted.values()) == 1


def test_stages_by_hand():
    """Each outcome of the first stage solved by itself."""
    wanted: dict[str, float] = defaultdict(float)
    battle, pursuit, sieges = BRITTANY["stages"]
    for first in sc.solve({"game": "breizh", **{k: v for k, v in battle.items() if k != "name"}}).outcomes:
        troops, winner = first["montfort.troops"], ("none", "montfort", "blois")[first["winner"]]
        roads = {f"battle: {winner}": first["p"]}
        if winner == "montfort":
            chase = {"game": "breizh", "combat": "battle", "montfort": troops, "blois": pursuit["blois"]}
            won = sc.solve(chase).win
            roads = {f"battle: montfort, pursuit: {side}": first["p"] * share for side, share in won.items()}
        assault = {"game": "breizh", "combat": "siege", "pool": troops + 1, "sieges": sieges["sieges"]}
        for road, share in roads.items():
            for event, chance in sc.solve(assault).win.items():
                wanted[f"{road}, sieges: {event}"] += share * chance
    found = ways(sc.campaign(BRITTANY))
    assert found == {way: pytest.approx(p, abs=1e-12) for way, p in wanted.items() if p > 0.0}
    assert len(found) == 6


def test_a_charge_by_hand():
    shooting = {k: v for k, v in AGINCOURT["stages"][0].items() if k != "name"}
    bowmen = AGINCOURT["stages"][0]["attackers"]
    won: dict[str, float] = defaultdict(float)
    for first in sc.solve({"game": "legendary", **shooting}).outcomes:
        riders = 1 + first["defender.mounted-knights"]
        charge = {"attackers": [{"unit": "mounted-knights", "count": riders}], "defenders": bowmen}
        for side, share in sc.solve(
            {"game": "legendary", "combat": "melee", "charging": True, "behind": "stakes", **charge}
        ).win.items():
            won[side] += first["p"] * share
    charged = sc.campaign(AGINCOURT).stages[1]
    assert charged.win == {side: pytest.approx(share, abs=1e-12) for side, share in won.items()}


@pytest.mark.compiled
@every_campaign
def test_trials_of_the_chain_agree(document):
    exact, trials = sc.campaign(document), sc.campaign(document, trials=200_000, seed=1346)
    assert trials.method == "monte-carlo"
    for told in (ways, outcome_chances):
        chances, shares = told(exact), told(trials)
        every = list({*chances, *shares})
        counts = np.array([round(shares.get(one, 0.0) * 200_000) for one in every])
        assert counts.sum() == 200_000
        p_value = g_test(counts, np.array([chances.get(one, 0.0) for one in every]))
        assert p_value is None or p_value > 1e-4
    for one, other in zip(exact.stages, trials.stages, strict=True):
        assert other.reached == pytest.approx(one.reached, abs=0.01)
        for name, mean in flat(one.to_dict()["expected"]):
            assert dict(flat(other.to_dict()["expected"])).get(name, 0.0) == pytest.approx(mean, abs=0.1)


@every_campaign
def test_a_few_trials_of_the_chain(document):
    exact, trials = ways(sc.campaign(document)), ways(sc.campaign(document, trials=400, seed=7))
    for way, share in trials.items():
        assert exact[way] > 0.0
        assert abs(share - exact[way]) < 5 * np.sqrt(exact[way] * (1 - exact[way]) / 400) + 1e-9


def test_trials_are_the_same_whoever_else_fights():
    """A trial's draws are addressed by stage: what stands before it in the document changes the others' bands only."""
    one, again = (sc.campaign(MARCH, trials=300, seed=5).to_dict() for _ in range(2))
    assert one == again
    assert sc.campaign(MARCH, trials=300, seed=6).to_dict() != one


# ---- one stage ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "combat"), BASES)
def test_one_stage_is_what_odds_says(game, combat):
    result, odds = sc.campaign(only(game, combat)), sc.solve(base(game, combat))
    assert result.mass == pytest.approx(1.0, abs=1e-12)
    assert ways(result) == {f"only: {winner}": pytest.approx(p, abs=1e-12) for winner, p in odds.win.items() if p}
    told = result.to_dict()["stages"][0]
    assert told["win"] == {winner: pytest.approx(p, abs=1e-12) for winner, p in odds.win.items()}
    assert dict(flat(told["expected"])) == pytest.approx(dict(flat(odds.expected)), abs=1e-12)
    assert sorted(row["p"] for row in result.outcomes) == pytest.approx(sorted(row["p"] for row in odds.outcomes))
    assert result.assumed == odds.assumed
    assert result.public == odds.public
    assert (result.rules, result.version) == (odds.rules, odds.version)


@pytest.mark.parametrize(("game", "combat"), [("cent-ans", "pitched-battle"), ("bouvines", "charge")])
def test_trials_of_one_stage_are_those_of_odds(game, combat):
    prepared = prepare(base(game, combat))
    counted = sc.simulate(base(game, combat), trials=300, seed=9, sampler="direct")
    result = sc.campaign(only(game, combat), trials=300, seed=9)
    assert ways(result) == {f"only: {winner}": p for winner, p in counted.win.items() if p}
    ended, rolls = np.empty(300, np.int64), np.zeros(prepared.problem.rows, np.int64)
    problem = prepared.problem
    problem.resolver.each(problem.model, 0, np.uint64(9), np.uint64(TRIAL), np.arange(300), ended, rolls)
    ends, counted_rolls = np.zeros(problem.endings + 1, np.int64), np.zeros(problem.rows, np.int64)
    problem.resolver.trials(problem.model, 0, np.uint64(9), 0, 300, ends, counted_rolls)
    assert np.bincount(ended, minlength=problem.endings + 1).tolist() == ends.tolist()
    assert rolls.tolist() == counted_rolls.tolist()


# ---- laws --------------------------------------------------------------------------------------------------------


@every_campaign
def test_what_is_certain_is_exactly_one(document):
    result = sc.campaign(document)
    assert (result.mass, result.stages[0].reached) == (1.0, 1.0)


@every_campaign
def test_everything_is_accounted_for(document):
    result = sc.campaign(document)
    assert result.mass == pytest.approx(1.0, abs=1e-12)
    assert sum(path["p"] for path in result.paths) == pytest.approx(1.0, abs=1e-12)
    assert sum(row["p"] for row in result.outcomes) == pytest.approx(1.0, abs=1e-12)
    for number, path in enumerate(result.paths):
        assert sum(row["p"] for row in result.outcomes if row["path"] == number) == pytest.approx(path["p"], abs=1e-12)
    for stage in result.stages:
        here = [step for path in result.paths for step in path["stages"] if step["stage"] == stage.name]
        assert here
        reached = sum(p["p"] for p in result.paths if stage.name in [step["stage"] for step in p["stages"]])
        assert stage.reached == pytest.approx(reached, abs=1e-12)
        assert sum(stage.win.values()) == pytest.approx(reached, abs=1e-12)


def pair(seed: int) -> dict[str, Any]:
    """Two battles of one army, whatever comes of the first."""
    drawn = np.random.default_rng(seed)
    english, burgundian, elite, french, armagnac, more = (int(n) for n in drawn.integers(0, 4, 6))
    army = {"english": english + 1, "burgundian": burgundian, "elite": elite}
    room = int(drawn.integers(0, 4))
    return {
        "game": "cent-ans",
        "stages": [
            {"name": "first", "combat": "pitched-battle", "attacker": {**army, "retreat_room": room},
             "defender": {"french": french + 1, "armagnac": armagnac}},
            {"name": "second", "combat": "pitched-battle", "initiative": "attacker",
             "attacker": {"carry": ["attacker of first", "retreated attacker of first"], "add": {"english": more}},
             "defender": {"french": 2}},
        ],
    }  # fmt: skip


@given(st.integers(0, 2**32 - 1))
def test_units_are_conserved(seed):
    document = pair(seed)
    result = sc.campaign(document)
    fresh = sum(document["stages"][0]["attacker"][kind] for kind in ("english", "burgundian", "elite"))
    fresh += document["stages"][1]["attacker"]["add"]["english"]
    left = sum(
        row["p"] * count for row in result.outcomes for name, count in row.items() if name.startswith("attacker.")
    )
    army = result.armies["attacker of first"]
    # Those who retreated from the first battle are in the second one again.
    first = result.to_dict()["stages"][0]["expected"]["attacker"]["retreated"]
    gone = army["lost"] + army["routiers"] + army["retreated"] - first
    assert left + gone == pytest.approx(fresh, abs=1e-9)
    assert result.mass == pytest.approx(1.0, abs=1e-12)


@pytest.mark.parametrize("document", [BRITTANY, TOWNS], ids=["brittany", "towns"])
def test_the_order_of_independent_stages_does_not_matter(document):
    first, last = deepcopy(document["stages"][0]), deepcopy(document["stages"][0])
    last["name"] = "other"
    if document is BRITTANY:
        last["montfort"] = 4

    def told(*stages: dict[str, Any]) -> dict[Any, float]:
        result = sc.campaign({"game": document["game"], "stages": list(stages)})
        steps = [frozenset((step["stage"], step["winner"]) for step in path["stages"]) for path in result.paths]
        return dict(zip(steps, (path["p"] for path in result.paths), strict=True))

    assert told(first, last) == {way: pytest.approx(p, abs=1e-12) for way, p in told(last, first).items()}
    alone = sc.solve({"game": document["game"], **{k: v for k, v in first.items() if k != "name"}}).win
    for winner, share in alone.items():
        both = sum(p for way, p in told(first, last).items() if (first["name"], winner) in way)
        assert both == pytest.approx(share, abs=1e-12)


def test_a_leader_goes_on_marching():
    document = deepcopy(MARCH)
    document["stages"][0]["attacker"] |= {"leaders": ["john-talbot"], "equipment": ["ribaudequin"], "elite": 3}
    plan = module.Campaign(document)
    besieger, reliever = plan.samples[1].scenario["attacker"], plan.samples[2].scenario["defender"]
    assert besieger["leaders"] == reliever["leaders"] == ["john-talbot"]
    assert besieger["equipment"] == ["ribaudequin"]
    document["stages"][1]["attacker"]["leaders"] = []
    assert module.Campaign(document).samples[1].scenario["attacker"]["leaders"] == []


def test_nobody_comes_to_a_stage():
    """No room to retreat: the castle is empty, and falls without a siege."""
    document = deepcopy(MARCH)
    document["stages"][0]["defender"]["retreat_room"] = 0
    found = ways(sc.campaign(document))
    assert {way for way in found if "siege" in way} == {way for way in found if "siege: attacker unopposed" in way}
    siege = sc.campaign(document).stages[1]
    assert siege.unopposed == siege.reached
    assert siege.scenarios == 0
    # On both sides nobody: nobody has won.
    both = {
        "game": "breizh",
        "stages": [
            {"name": "first", "combat": "battle", "montfort": 3, "blois": 2},
            {"name": "second", "combat": "battle", "montfort": {"carry": "montfort of first", "most": 0},
             "blois": {"carry": "blois of first", "most": 0}},
        ],
    }  # fmt: skip
    with pytest.raises(SimcoreError, match=r"stages\.1\.montfort"):
        sc.campaign(both)


def test_bands_that_look_alike_are_one(monkeypatch):
    fought: list[str] = []
    fight = Chances.fight

    def counted(self: Chances, stage: Any, prepared: Any, bands: Any) -> Any:
        fought.append(prepared.scenario_id)
        return fight(self, stage, prepared, bands)

    monkeypatch.setattr(Chances, "fight", counted)
    sc.campaign(BRITTANY)
    assert len(fought) == len(set(fought))


def test_what_is_too_large_is_left_to_trials(monkeypatch):
    monkeypatch.setattr(walk, "MOST_BANDS", 3)
    monkeypatch.setattr(module, "DEFAULT_TRIALS", 200)
    assert sc.campaign(MARCH).trials == 200
    with pytest.raises(TooLarge, match=r"stages\.1: it can begin in .* ways"):
        sc.campaign(MARCH, exact=True)
    monkeypatch.setattr(fights.run, "affordable", lambda problem: False)
    with pytest.raises(TooLarge, match="states are too many"):
        sc.campaign(MARCH, exact=True)


# ---- examples ----------------------------------------------------------------------------------------------------

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = sorted((ROOT / "scripts" / "campaigns").glob("*.toml"))


@pytest.mark.compiled
@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: str(file.stem))
def test_examples_run(file):
    result = sc.campaign(read_document(file, "campaign"))
    assert result.method == "exact"
    assert result.mass == pytest.approx(1.0, abs=1e-12)
    assert len(result.paths) > 3
