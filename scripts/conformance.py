"""Hold a registered game to its contract at length: `python3 scripts/conformance.py GAME CHECKS [option=value ...]`.

At every decision of random games, and of games of the game's own policies, worlds are resampled for every player, and
all laws of `simcore.gameplay.conformance.loop` held. Stops at the first that is broken, or after so many worlds.
"""

from __future__ import annotations

import sys
import time

from simcore.gameplay.conformance import ConformanceError, Report, probe_until
from simcore.games import find_game


def main(game: str, checks: int, options: dict[str, str]) -> int:
    """Returns the exit status: 0 all laws held, 1 one is broken."""
    full = find_game(game)
    board = full.board_of_options(options)
    begun, report = time.perf_counter(), Report(game)
    try:
        for report in probe_until(full.rules, board, checks):
            if sys.stderr.isatty():
                print(f"\r{report.checks:,} of {checks:,}", end="", file=sys.stderr, flush=True)
    except ConformanceError as error:
        print(f"{error}\nafter {report}")
        return 1
    print(f"{report}\n  {time.perf_counter() - begun:.0f} seconds, compiling included")
    return 0


if __name__ == "__main__":
    name, number, *pairs = sys.argv[1:]
    sys.exit(main(name, int(number.replace("_", "").replace(",", "")), dict(pair.split("=", 1) for pair in pairs)))
