"""The page of a run, benchmarks.md: tables in words that a stranger understands, and pictures beside them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from pathlib import Path

from bench.battles import MOST_UNITS
from bench.combats import SCENARIOS
from bench.contestants.rules import RULES
from bench.duels import DUELS
from bench.figures import ERROR, RANDOM, RATIO, SPENT, WORKERS, Figure, Run, short
from bench.gate import promised, verdict
from bench.limits import BLOCK, SAMPLE, STEP, chains, directs, limits, times_parts
from bench.plots import PICTURES
from bench.summary import EXACT, battle, beaten, contestants, summary
from bench.tables import rounds, spread, table
from bench.words import BATTLES, FIGHTERS, PARTS, SOLVERS, items, told
from simcore.engine.montecarlo import BATCH
from simcore.engine.rng import WORDS
from simcore.io.files import write_whole
from simcore.report.heatmap import write_png

GAMES = "breizh", "cent-ans"
PAGE, KEPT = "benchmarks.md", "benchmarks.json"
COMMANDS = {
    "quick": "python3 tasks.py bench --report FOLDER",
    "full": "python3 tasks.py bench --full --report reports",
}  # by pace


class Page:
    """The chapters of the page; `pictures`: the names of those that there are."""

    def __init__(self, run: Run, pictures: Container[str]) -> None:
        self.run = run
        self.figures = run.by_name()
        self.limits = list(limits(run))
        self.pictures = pictures
        self.promised, self.slower_machine = promised(run)

    def picture(self, name: str, says: str) -> str:
        return f"![{says}](benchmarks-{name}.png)\n" if name in self.pictures else ""

    def spread(self, figure: Figure | None) -> str:
        return spread(figure, rounds(self.run))

    def of(self, whats: Container[str], unit: str | None = None) -> list[Figure]:
        return [f for f in self.run.figures if f.what in whats and unit in (None, f.unit)]

    # ---- tables

    def machine(self) -> str:
        return table(("where and with what", ""), self.run.about.items())

    def beside(self, figures: Sequence[Figure], unit: str) -> str:
        """Everybody's figures in this unit, and how many times as fast simcore's contestants are as each."""
        ratios = {f.name: f for f in figures if f.unit == RATIO}
        ones = contestants(ratios.values())
        rows = []
        for figure in figures:
            if figure.unit == unit:
                times = (ratios.get(f"{figure.what}: {one} / {figure.who}") for one in ones)
                rows.append((battle(figure), figure.who, self.spread(figure), *map(self.spread, times)))
        return table(("battle", "who", unit, *(f"{one}: times as fast" for one in ones)), rows)

    def duels(self) -> list[Figure]:
        return [f for f in self.of(DUELS) if not f.who.startswith("trials")]

    def exact(self) -> list[Figure]:
        return self.of([f"{name}, {EXACT}" for name in RULES]) + [
            f for f in self.run.figures if f.what.startswith("all ") and f.unit in ("ms", RATIO)
        ]

    def parts(self) -> str:
        rows = ((f.who, PARTS.get(f.who, ""), f"{self.spread(f)} {f.unit}") for f in self.of([RANDOM]))
        return table(("part", "what it is", "each"), rows)

    def medians(self, figures: Iterable[Figure], head: Sequence[str]) -> str:
        return table(head, ((f.what, f.who, f"{self.spread(f)} {f.unit}") for f in figures))

    def workers(self) -> str:
        rows = []
        for figure in self.of([WORKERS], "/s"):
            ratio = self.figures.get(f"{WORKERS}: {figure.who} / one thread @ {figure.at:g}")
            rows.append((figure.who, f"{figure.at:g}", f"{figure.median / 1e6:.0f}", self.spread(ratio)))
        return table(("workers", "how many", "million battles a second", "times one thread"), rows)

    def promises(self) -> str:
        rows, notes = [], ""
        for name, promise in self.promised.items():
            figure = self.figures.get(name)
            judged = "not measured" if figure is None else verdict(self.run, figure, promise)
            rows.append((name, promise, self.spread(figure), judged))
            if judged in ("in doubt", "MISSED") and promise.note:
                notes += f"- *{name}*: {promise.note}\n"
        told = f"\nWhat is known about those that were not kept:\n\n{notes}" if notes else ""
        eased = (
            f"Other programs took {self.slower_machine:.2f} times as long as for the published page, so times and "
            "rates may be so much slower here.\n\n"
        )
        return (eased if self.slower_machine > 1.0 else "") + table(("what", "promised", "measured", ""), rows) + told

    def slower(self) -> str:
        rows = [
            (f.what if f.at is None else f"{f.what} of {f.at:,.0f}", f.who.replace(" / ", ", beside "), self.spread(f))
            for f in beaten(self.run)
        ]
        return table(("what", "who", "times as fast"), rows) if rows else "Nowhere in this run.\n"

    def missing(self) -> str:
        return items(f"{what}: {why}" for what, why in self.run.missing.items()) or "- nothing\n"

    # ---- words with figures in them

    def turns(self) -> str:
        usual = rounds(self.run)
        return f"{usual} turns" if usual else "some turns"

    def made(self) -> str:
        pace = self.run.about.get("pace", "")
        return f"Made by `{COMMANDS[pace]}`." if pace in COMMANDS else "Made of a run that was kept."

    def nearer(self) -> str:
        """What a digit more takes, if so many trials were measured."""
        times, errors = (
            {f.at: f.median for f in self.of([what]) if f.who == "trials" and f.at is not None}
            for what in (SPENT, ERROR)
        )
        many = max(times, default=0.0)
        few = many / 100
        if not {few, many} <= times.keys() & errors.keys():
            return ""
        fixed, sooner, later = (short(ms) for ms in (min(times.values()), times[few], times[many]))
        least, numpy = min(times), self.figures.get(f"{SPENT}: NumPy @ {min(times):g}")
        theirs = (
            f" NumPy's table is made before its time is taken, and it is asked for the winner alone: {least:,.0f} "
            f"trials take it {short(numpy.median)} ms."
            if numpy is not None
            else ""
        )
        exact = self.figures.get(f"cent-ans battle, {EXACT}: {EXACT}")
        answer = "" if exact is None else f" The exact answer takes {short(exact.median)} ms and has all digits."
        return (
            "A digit more takes a hundred times as many trials, but not always a hundred times as long: a question "
            f"costs {fixed} ms however few its trials are, for the scenario is checked and the table of the chain is "
            f"made first. Here {few:,.0f} trials were off by {errors[few]:.2g} after {sooner} ms, {many:,.0f} by "
            f"{errors[many]:.2g} after {later} ms: {times[many] / times[few]:.1f} times as long. Only where the trials "
            f"themselves take nearly all of the time does a digit more cost a hundred times as much.{theirs}{answer}\n"
        )

    def text(self) -> str:
        """The whole page."""
        games = self.of(GAMES)
        many = [f for f in self.run.figures if f.what.startswith(("table, ", "batch, "))]
        whole = [f for f in self.run.figures if f.unit in ("s", "MB") and not f.what.startswith("all ")]
        questions = [
            f
            for f in self.run.figures
            if f.unit in ("ms", "s") and f.name in self.promised and f.what not in SCENARIOS and f not in whole
        ]
        duels, exact = self.duels(), self.exact()
        parts = (self.figures.get(f"{RANDOM}: {part}") for part in (BLOCK, STEP, SAMPLE))
        block, step, sample = ("not measured" if part is None else f"{self.spread(part)} ns" for part in parts)
        largest = max((limit.chain.cells for limit in self.limits if limit.chain is not None), default=0.0)
        battles = {name: words.format(*DUELS[name].arguments) for name, words in BATTLES.items()}
        return f"""# How fast, beside what

simcore tells the odds of battles in five wargames, exactly or by trials. This page tells how fast, in short:

{items(summary(self.run))}
{self.made()} A figure is the median of {self.turns()}, with the smallest and the largest in brackets. Where there were
more or fewer turns their number stands there too: more where a figure looked like a loss and all that was timed with
it was measured a second time, fewer where a turn takes long. A figure without brackets was taken once: a count, a
share, an amount of memory, an error over many runs. Times are of one core's processor time, unless they are of several
workers. Where programs are compared they take turns in one run, each round in an order of its own, and a ratio is one
of two turns in the same round: so it holds on a machine where other work goes on too. Whoever fights or solves one of
the battles below was checked to play it by the same rules: by its wins, in C also by the number of rolls. Backgammon is
another game. Every turn is in [{KEPT}]({KEPT}), from which `python -m bench --draw reports/{KEPT} --report reports`
draws this page again. *Load*: how many programs wanted a core of the machine at the start.

{self.machine()}
## Trials beside other programs

A trial is one battle fought with random numbers. These are fought:

{told(battles, battles)}
by these programs:

{told(FIGHTERS, {f.who for f in duels})}
{self.picture("throughput", "Battles fought by one core")}
The last columns tell how many times as fast *chain* and *direct* are as the program of that line: below 1 they are the
slower ones.

{self.beside(duels, "ns")}
## Exact answers beside icepool and dyce

The same battles, where they can be told as dice and functions, and all battles of *Breizh 1341* up to 20 troops a side
at one go. Chances agree to 1e-9; mean survivors of *Breizh 1341* and *Legendary Battles*, too. simcore answers more:
all that is lost, retreated and left, by kind.

{told(SOLVERS, {f.who for f in exact})}
{self.beside(exact, "ms")}
## The parts of a trial

What a trial is made of, each timed alone in a tight loop.

{self.parts()}
## What a trial costs beside its parts

For every combat of the five games, in two tables. `rolls`: rolls of dice in a trial on the average, as the exact engine
counts them. `its parts`: what the parts of a trial take when each is timed alone, in sum. That is no bound, only a
yardstick: many trials go in step, and the processor makes parts of several of them at the same time, so that a short
trial can take less than their sum.

**chain**: a trial makes `steps`, each of them one roll or several, and takes whole `blocks` of {WORDS} random
numbers; its parts are {block} a block and {step} a step. {times_parts(limit.chain for limit in self.limits)}. It is
most where a battle may last for more than one block, for then all {WORDS} steps of a block are made, and those after
the end are not among its parts; every trial is then at a block of its own, too, which is harder to make than the same
block of many. `its table` is what it walks, no larger than {largest:.0f} KB and nearly always in the processor's
caches: it is not memory that limits.

{chains(self.limits)}
**direct**: a roll is one alias sample, {sample}, and a quarter of a block; a trial takes one block at the least.
{times_parts(limit.direct for limit in self.limits)}. Parts have nothing of the rules: what a roll does to the armies
is looked up in tables that serve all armies and facts (`rules' tables`), several look-ups of which each waits for the
one before, and the states of the {BATCH} trials that go in step are put away and taken up again between two rolls.
Where the time is, and what was tried to shorten it, stands in `docs/decisions/chance.md` (*Short loops*, *Batches*,
*Where the time of a direct trial is*).

{directs(self.limits)}
## Trials or the exact answer?

{self.picture("trials-or-exact", "What a million trials cost, and the exact answer")}
{self.picture("error-and-time", "How near, how soon")}
Errors are those of the attacker's win chance in the battle of *La guerre de Cent Ans*, root mean squares over many runs
with seeds of their own. {self.nearer()}
## Armies that grow

The same battle with more units, as many of each of the four factions.

{self.picture("size-of-trials", "A trial by the size of the armies")}
{self.picture("size-of-answers", "An exact answer by the size of the armies")}
## More workers

{self.picture("workers", "The same trials on more workers")}
Wall time of one run of trials (*chain*) of the battle of *La guerre de Cent Ans*; counts are the same to the last
battle. Threads are those of one process; processes are Python's own; Dask is a cluster on this machine alone, each
worker a process.

{self.workers()}
## Full games

Whole games a second of one core, both sides played by the program: *random* takes any legal action, *greedy* the one
that gains most by the exact odds. *Greedy wins against random*: of games of which it plays half on either side.
OpenSpiel's backgammon, random games by its own bots, is another game and a yardstick only.

{self.medians(games, ("game", "what", "measured"))}
## Many answers

Exact answers at one go: rows of a table that varies two fields of a scenario (`sc.table`), and different scenarios, one
a line, answered by the command `simcore batch`.

{self.medians(many, ("what", "counted", "a second"))}
## Other questions

Each from the question to the answer, exactly. *All positions*: the win chance of every battle of 0 to {MOST_UNITS}
units of each of four factions. *Leaders and cards*: the slowest of all battles of two leaders of *La guerre de Cent
Ans* with a card each. *Need*: the cheapest force of a box that has the wanted chance. *Sensitivity*:
what each change of one thing does. *Best play*: the value of the battle if both sides choose as well as can be whom to
lose.

{self.medians(questions, ("question", "what is told", "measured"))}
## Whole commands, and memory

Processor time of a command from its start to its end (*nothing compiled*: the first one after an installation, which
compiles the rules), and the highest memory of one that runs so many trials.

{self.medians(whole, ("what", "which", "measured"))}
## Where another program is faster

Whatever was measured side by side and in which simcore was the slower one. Programs in C are written for one battle,
with its rules in their code: that pays most where a battle is a few dice thrown once, with hardly anything to look up.
simcore's random numbers have an address, so that any trial can be made again alone, and its direct trials take the
rules from tables, so that one kernel serves all armies and facts: see *What a trial costs beside its parts*. Direct
trials are for battles with too many states for a chain, and to check the chain by.

{self.slower()}
## Promises

What `bench/promises.toml` promises: ratios anywhere, times and rates on a machine like that of the published page. A
promise is *missed* if its median and too many single turns are beyond it to be chance, else *in doubt*; what seemed
missed was measured again, and only what was seen twice makes the command fail. *Warm*: asked before, so all is
compiled. *Paired*: a scenario and a variant of it with the same luck, the variance of their difference over that of
independent trials. *Coverage*: how often a 95 % interval of such a difference holds the exact one.

{self.promises()}
## Not measured

{self.missing()}"""


def files(folder: Path) -> list[Path]:
    """All that a report may write there."""
    return [folder / name for name in (PAGE, KEPT, *(f"benchmarks-{picture}.png" for picture in PICTURES))]


def write_report(run: Run, folder: Path) -> None:
    """The page, its pictures and the run they are drawn from, into a folder that is made if there is none."""
    drawn = {name: figure for name, draw in PICTURES.items() if (figure := draw(run)) is not None}
    folder.mkdir(parents=True, exist_ok=True)
    run.write(folder / KEPT)
    page = Page(run, drawn)
    for name, figure in drawn.items():
        write_png(figure, folder / f"benchmarks-{name}.png", {"made": page.made(), **run.about})
    write_whole(folder / PAGE, lambda file: file.write(page.text().encode()))
