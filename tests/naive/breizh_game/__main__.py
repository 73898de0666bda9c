"""More games under the referee than the tests watch, and how often each rule came up.

cd tests; python -m naive.breizh_game --games 500 --owners 20 setup=variant characters=each-siege
"""

from __future__ import annotations

import argparse
from collections import Counter

from naive.breizh_game.choosers import pair
from naive.breizh_game.owners import owner
from naive.breizh_game.watching import GAME, Broken, Referee


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=100)
    asked.add_argument("--first", type=int, default=0, help="number of the first game")
    asked.add_argument("--owners", type=int, default=0, help="boxes of owners by chance, besides the game's own")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("options", nargs="*", help="NAME=VALUE")
    given = asked.parse_args()
    options = GAME.options(**dict(one.split("=") for one in given.options)).model_dump()
    followed, broken, decisions = Counter[str](), Counter[str](), 0
    for number in range(given.first, given.first + given.games):
        referee = Referee(owner(number % (given.owners + 1)), options, given.seed, number)
        try:
            referee.watch(pair(number))
        except Broken as error:
            kind = str(error).split(":")[0]
            if not broken[kind]:
                print(f"game {number}: {error}\n")
            broken[kind] += 1
        followed += referee.game.followed
        decisions += referee.decisions
    for section, times in sorted(followed.items()):
        print(f"{times:8} {section}")
    print(
        f"{given.games} games, {decisions} decisions, {broken.total()} games in which a rule was broken {dict(broken)}"
    )


if __name__ == "__main__":
    main()
