"""The page about full games: who is favoured under equal policies, how games end, what policies are worth.

`page()` plays the games and returns the page; `publish_reports.py` writes it.
"""

from __future__ import annotations

from typing import Any

import simcore as sc
from simcore.cli.formatting import name as titled

COMMAND = "python3 tasks.py reports"
FILE = "full-games.md"
TITLES = {"breizh": "Breizh 1341", "cent-ans": "La guerre de Cent Ans"}
SEED = 1
EQUAL = {"random": 100_000, "greedy": 20_000}  # games of equals
LOOKING = {"breizh": 200, "cent-ans": 20}  # games of a policy that looks ahead, on each side


def _row(label: str, played: Any) -> str:
    told = played.to_dict()
    sides = played.config.game.rules.players
    cells = [label, f"{played.games:,}"]
    for side in sides:
        low, high = told["interval"][side]
        cells.append(f"{100 * told['win'][side]:.1f} % ({100 * low:.1f} to {100 * high:.1f})")
    cells.append(f"{100 * told['win']['draw']:.1f} %")
    cells += [f"{100 * share:.1f} %" for share in told["ended"].values()]
    cells += [f"{told['mean']['turns']:.2f}", *(f"{told['mean'][f'{side}.points']:.1f}" for side in sides)]
    return "| " + " | ".join(cells) + " |"


def _chapter(game: str) -> str:
    first = sc.play(game, games=1)
    sides, endings = first.config.game.rules.players, first.war.game.endings
    head = ["players", "games", *(f"{titled(side)} wins" for side in sides), "draws"]
    head += [f"ended: {end}" for end in endings] + ["turns", *(f"points of {titled(side)}" for side in sides)]
    rows = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    for policy, games in EQUAL.items():
        played = sc.play(game, games=games, seed=SEED, threads=2, policies=dict.fromkeys(sides, policy))
        rows.append(_row(f"{policy} on both sides", played))
    for side in sides:
        rows.append(_row(f"greedy {titled(side)}", sc.play(game, games=1000, seed=SEED, policies={side: "greedy"})))
    for side in sides:
        ahead = {side: "lookahead(games=4,horizon=100)"}
        played = sc.play(game, games=LOOKING[game], seed=SEED, threads=2, policies=ahead)
        rows.append(_row(f"lookahead {titled(side)}", played))
    assumed = len(first.config.assumed)
    return (
        f"## {TITLES[game]}\n\nA side without a policy named plays at random. In brackets: 95 % intervals. "
        f"Seed {SEED}. {assumed} figures that these games rest on are assumed (`simcore facts {game} --assumed`): "
        "what is found holds for that deck and map, not yet for the printed ones.\n\n" + "\n".join(rows) + "\n"
    )


def page() -> str:
    """Play the games and tell what came of them."""
    chapters = "\n".join(_chapter(game) for game in TITLES)
    return f"# Full games: balance and policies\n\nMade by `{COMMAND}`.\n\n{chapters}"
