"""The page of a run, benchmarks.md: tables in words that a stranger understands, and pictures beside them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from pathlib import Path

from bench.combats import SCENARIOS
from bench.contestants.in_numpy import BATCHES
from bench.contestants.rules import RULES
from bench.duels import DUELS
from bench.figures import RANDOM, RATIO, WORKERS, Figure, Run, read_promises, short
from bench.gate import verdict
from bench.limits import Limit, limits
from bench.plots import PICTURES
from simcore.files import write_whole
from simcore.report.heatmap import write_png

PAGE, KEPT = "benchmarks.md", "benchmarks.json"
COMMAND = "python3 tasks.py bench --full --report reports"


def table(head: Sequence[str], rows: Iterable[Sequence[object]], words: int = 2) -> str:
    """The first columns, so many of them, are words; the others are numbers."""
    lines = [head, ["---"] * words + ["---:"] * (len(head) - words), *rows]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)


def spread(figure: Figure | None) -> str:
    """Median and range."""
    if figure is None:
        return ""
    told = short(figure.median)
    return f"{told} ({short(min(figure.runs))} to {short(max(figure.runs))})" if len(figure.runs) > 1 else told


class Page:
    """The chapters of the page; `pictures`: the names of those that there are."""

    def __init__(self, run: Run, pictures: Container[str]) -> None:
        self.run = run
        self.figures = run.by_name()
        self.pictures = pictures

    def picture(self, name: str, says: str) -> str:
        return f"![{says}](benchmarks-{name}.png)\n" if name in self.pictures else ""

    def of(self, what: str, unit: str | None = None) -> list[Figure]:
        return [f for f in self.run.figures if f.what == what and unit in (None, f.unit)]

    def machine(self) -> str:
        return table(("where and with what", ""), self.run.about.items())

    def duels(self) -> str:
        rows = []
        for name in DUELS:
            for figure in self.of(name, "ns"):
                if figure.who.startswith("trials"):
                    continue
                ratios = [self.figures.get(f"{name}: {ours} / {figure.who}") for ours in ("chain", "direct")]
                rows.append((name, figure.who, spread(figure), *map(spread, ratios)))
        return table(("battle", "who", "ns a battle", "chain is faster, times", "direct is faster, times"), rows)

    def exact(self) -> str:
        whats = [f"{name}, exact" for name in RULES] + [f.what for f in self.run.figures if f.what.startswith("all ")]
        rows = []
        for what in dict.fromkeys(whats):
            ratios = {f.who.partition(" / ")[2]: spread(f) for f in self.of(what, RATIO)}
            rows += [
                (what.removesuffix(", exact"), f.who, spread(f), ratios.get(f.who, "")) for f in self.of(what, "ms")
            ]
        return table(("battle", "who", "ms", "simcore is faster, times"), rows)

    def kernels(self) -> str:
        rows = []
        for limit in limits(self.run):
            rows.append((limit.name, f"{limit.rolls:.2f}", f"{limit.model:.1f}", *self._sampler(limit)))
        head = (
            "combat", "rolls", "model KB", "cells KB", "draws", "blocks", "chain ns", "ns a draw", "at least ns",
            "times that", "bytes", "bytes a ns", "direct ns", "ns a roll", "at least ns", "times that",
        )  # fmt: skip
        return table(head, rows, words=1)

    @staticmethod
    def _sampler(limit: Limit) -> list[str]:
        chain, direct = limit.chain, limit.direct
        told = [""] * 9
        if chain is not None:
            per_draw = "" if chain.draws == 0 else f"{chain.nanoseconds / chain.draws:.1f}"
            told = [
                f"{chain.cells:.2f}", f"{chain.draws:.2f}", f"{chain.blocks:.2f}", f"{chain.nanoseconds:.1f}", per_draw,
                f"{chain.least:.1f}", f"{chain.nanoseconds / chain.least:.1f}", f"{chain.traffic:.0f}",
                f"{chain.traffic / chain.nanoseconds:.1f}",
            ]  # fmt: skip
        if direct is None:
            return [*told, "", "", "", ""]
        return [
            *told, f"{direct.nanoseconds:.1f}", f"{direct.nanoseconds / direct.draws:.1f}", f"{direct.least:.1f}",
            f"{direct.nanoseconds / direct.least:.1f}",
        ]  # fmt: skip

    def medians(self, figures: Iterable[Figure], head: Sequence[str]) -> str:
        return table(head, ((f.name.partition(": ")[0], f.who, f"{spread(f)} {f.unit}") for f in figures))

    def workers(self) -> str:
        rows = []
        for figure in self.of(WORKERS, "/s"):
            ratio = self.figures.get(f"{WORKERS}: {figure.who} / one thread @ {figure.at:g}")
            rows.append((figure.who, f"{figure.at:g}", f"{figure.median / 1e6:.0f}", spread(ratio)))
        return table(("workers", "how many", "million battles a second", "times one thread"), rows)

    def promises(self) -> str:
        rows = []
        for name, promise in read_promises().items():
            figure = self.figures.get(name)
            judged = "not measured" if figure is None else verdict(self.run, figure, promise)
            rows.append((name, promise, spread(figure), judged))
        return table(("what", "promised", "measured", ""), rows)

    def slower(self) -> str:
        beaten = [f for f in self.run.figures if f.unit == RATIO and f.what != WORKERS and f.median < 1.0]
        rows = ((f.what, f.who.replace(" / ", ", beside "), spread(f)) for f in beaten)
        return table(("what", "who", "times as fast"), rows) if beaten else "Nowhere in this run.\n"

    def missing(self) -> str:
        return "".join(f"- {what}: {why}\n" for what, why in self.run.missing.items()) or "- nothing\n"

    def text(self) -> str:
        """The whole page."""
        games = [f for name in ("breizh", "cent-ans") for f in self.of(name)]
        many = [f for f in self.run.figures if f.what.startswith(("table, ", "batch, "))]
        whole = [f for f in self.run.figures if f.unit in ("s", "MB") and not f.what.startswith("all ")]
        promised = read_promises()
        questions = [
            f
            for f in self.run.figures
            if f.unit in ("ms", "s") and f.name in promised and f.what not in SCENARIOS and f not in whole
        ]
        parts = ("Philox block of four words", "step of a chain", "alias sample")
        block, step, sample = (spread(self.figures.get(f"{RANDOM}: {part}")) for part in parts)
        return f"""# How fast, beside what

Made by `{COMMAND}`. A figure is the median of some turns, with the smallest and the largest in brackets. Where programs
are compared they take turns in one run, and a ratio is one of two turns in the same round: so it holds on a machine
where other work goes on too. Times are of one core's processor time, unless they are of several workers. All
contestants were checked to fight the same battle. Every turn is in [{KEPT}]({KEPT}), from which
`python -m bench --draw reports/{KEPT} --report reports` draws this page again.

{self.machine()}
## Trials beside other programs

{self.picture("throughput", "Battles fought by one core")}
- **chain** and **direct** are the two ways in which simcore runs trials: *chain* walks a table of all states of the
  battle, *direct* follows the rules roll by roll. Random numbers have an address (Philox), so any trial can be made
  again alone.
- **C die by die** is what a careful programmer writes: one random number (xoshiro256++) for each die, `-O3
  -march=native`. **C roll by roll** and **C compiled chain** are simcore's own two algorithms in C, with the same
  random numbers; the latter counts the same to the last battle.
- **NumPy**: many battles at once, a whole roll with one random number (SFC64) and two look-ups in tables made
  beforehand, finished battles dropped after each roll; the best of {len(BATCHES)} sizes of a batch, found on this
  machine.

{self.duels()}
## Exact answers beside icepool and dyce

Both libraries are given the same rules as dice and functions, memoised; chances and mean survivors agree with simcore's
to 1e-9. They start each battle with an empty memory; in the sweep they keep what they have found from battle to battle.
simcore answers more: all that is lost, retreated and left, by kind, with the scenario checked and described.

{self.exact()}
## What limits a kernel

For every combat of the five games: `rolls` of a trial on the average, as the exact engine counts them; what the tables
of the rules (`model`) and of the chain (`cells`) take in memory. A trial of the chain makes `draws`, each of them one
or several rolls, and takes whole `blocks` of four random numbers. *At least* is what these would cost alone, one after
the other in a tight loop, in nanoseconds: {block} a block, {step} a step of a chain, {sample} a sample from a table in
the first cache. Steps that are made and not needed are not counted: a battle that may last for several blocks makes all
four of each. For the direct trial *at least* is one sample for each roll and a block for each four, one at the least,
and nothing of what the rules do with a roll. `bytes` is what the draws of a chain read and write (random numbers,
cells, counters), nearly all of it in the first caches: no table is larger than is shown, and it is not memory that
limits.

{self.kernels()}
## Random numbers and joint rolls

{self.medians(self.of(RANDOM), ("part", "what", "each"))}
## Trials or the exact answer?

{self.picture("trials-or-exact", "What a million trials cost, and the exact answer")}
{self.picture("error-and-time", "How near, how soon")}
Errors are those of the win chance of the pitched battle, over many runs with seeds of their own. Trials take a hundred
times as long for a digit more; the exact answer has them all.

## Armies that grow

{self.picture("size-of-trials", "A trial by the size of the armies")}
{self.picture("size-of-answers", "An exact answer by the size of the armies")}
## More workers

{self.picture("workers", "The same trials on more workers")}
Wall time of one run of trials of the pitched battle; counts are the same to the last battle. Dask: a cluster on this
machine alone, each worker a process.

{self.workers()}
## Full games

Random and greedy games a second of one core. OpenSpiel's backgammon, random games called from Python, is another game
and a yardstick only.

{self.medians(games, ("game", "what", "measured"))}
## Many answers

Rows of a table, answered exactly, and scenarios of `simcore batch`.

{self.medians(many, ("what", "", "a second"))}
## Other questions

{self.medians(questions, ("question", "", "measured"))}
## Whole commands, and memory

Processor time of a command from its start to its end, and the highest memory of one that runs so many trials.

{self.medians(whole, ("what", "", "measured"))}
## Where another program is faster

Whatever was measured side by side and in which simcore was the slower one. A direct trial makes random numbers with an
address, so that it can be made again alone, and takes its rules from tables, so that one kernel serves all armies and
facts: *What limits a kernel* tells what that costs at least. It is for battles with too many states for a chain, and to
check the chain by.

{self.slower()}
## Promises

What `bench/promises.toml` promises. A promise is *missed* if its median and too many single turns are beyond it to be
chance, else *in doubt*; what seemed missed was measured again, and only what was seen twice makes the command fail.

{self.promises()}
## Not measured

{self.missing()}"""


def write_report(run: Run, folder: Path) -> None:
    """The page, its pictures and the run they are drawn from, into a folder that is made if there is none."""
    drawn = {name: figure for name, draw in PICTURES.items() if (figure := draw(run)) is not None}
    folder.mkdir(parents=True, exist_ok=True)
    run.write(folder / KEPT)
    for name, figure in drawn.items():
        write_png(figure, folder / f"benchmarks-{name}.png", {"command": COMMAND, **run.about})
    text = Page(run, drawn).text()
    write_whole(folder / PAGE, lambda file: file.write(text.encode()))
