"""What the what-ifs have in common: how an answer is printed, and how it becomes a page with a picture.

Each `what_if_*.py` asks one question of a rulebook and answers it by itself: `python scripts/what_if_initiative.py`
prints the answer and writes its page and picture (into reports/, or the folder that is named). To ask something else,
change the numbers at its top.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from simcore.contracts.provenance import joined
from simcore.errors import SimcoreError
from simcore.io.files import write_whole
from simcore.tables import BEYOND
from simcore.tables.files import beyond_the_rulebook, told_policies

try:
    from simcore.report.heatmap import write_png
except SimcoreError as error:  # scripts are run by people: without matplotlib they say what to install
    sys.exit(f"error: {error}")

if TYPE_CHECKING:
    from matplotlib.figure import Figure

HOME = Path(__file__).resolve().parents[1] / "reports"
QUESTIONS = {
    "initiative": "What is the initiative worth?",
    "longbow": "Longbow or Field Artillery?",
    "garrison": "How large a garrison holds a city?",
    "breton_sieges": "Many sieges or sure ones?",
    "charge": "Is it worth charging into Defence?",
    "stakes": "What are the stakes of Agincourt worth?",
}


class WhatIf(NamedTuple):
    """The answer to one of the `QUESTIONS` in numbers, and a picture of it."""

    name: str
    rules: str  # the game, and where its rulebook speaks of it
    answer: Sequence[str]
    rows: Mapping[str, Sequence[str]]  # the numbers behind the picture: a column for each name
    figure: Figure
    rests_on: Sequence[Mapping[str, Any]] = ()  # `.attrs` of tables and records of results: figures beyond the rulebook

    @property
    def question(self) -> str:
        return QUESTIONS[self.name]

    @property
    def file(self) -> str:
        return page_of(self.name)


def page_of(name: str) -> str:
    """The name of page and picture in reports/."""
    return f"what-if-{name.replace('_', '-')}"


def per_cent(share: float) -> str:
    """A chance to a tenth of a per cent; nothing but certainty is 0 or 100."""
    text = f"{100 * share:.1f} %"
    if text == "0.0 %" and share > 1e-12:
        return "<0.1 %"
    return ">99.9 %" if text == "100.0 %" and share < 1 - 1e-12 else text


def points(difference: float) -> str:
    """A difference between two chances in percentage points."""
    return f"{100 * difference:+.1f}"


def noted(more: str, rests_on: Sequence[Mapping[str, Any]]) -> str:
    """What stands below a picture: its own words, and the policies that it rests on."""
    policies = {"policies": joined(one.get("policies", {}) for one in rests_on)}
    return " ".join([*([f"{more}."] if more else []), *told_policies(policies)])


def page(told: WhatIf) -> str:
    """The page in reports/."""
    header = f"| {' | '.join(told.rows)} |\n|{' --- |' * len(told.rows)}\n"
    table = "".join(f"| {' | '.join(row)} |\n" for row in zip(*told.rows.values(), strict=True))
    named = {kind: list(dict.fromkeys(name for one in told.rests_on for name in one[kind])) for kind in BEYOND}
    policies = {"policies": joined(one.get("policies", {}) for one in told.rests_on)}
    rests = "".join(f"\n{said}\n" for said in [*told_policies(policies), *beyond_the_rulebook(named)])
    script = f"what_if_{told.name}.py"
    return (
        f"# {told.question}\n\n{told.rules}. Exact chances, by [{script}](../scripts/{script}).\n\n"
        + "".join(f"- {line}\n" for line in told.answer)
        + f"\n![{told.question}]({told.file}.png)\n\n{header}{table}{rests}"
    )


def publish(told: WhatIf, folder: Path = HOME) -> None:
    """Write page and picture."""
    folder.mkdir(parents=True, exist_ok=True)
    write_png(told.figure, folder / f"{told.file}.png", {"script": f"scripts/what_if_{told.name}.py"})
    write_whole(folder / f"{told.file}.md", lambda file: file.write(page(told).encode()))


def main(told: WhatIf) -> None:
    """What a script does when it is run: say the answer and write it down."""
    print(f"{told.question}\n" + "\n".join(f"- {line}" for line in told.answer))
    publish(told, *map(Path, sys.argv[1:2]))
