"""What the page calls those who take part and what they are, for a reader who has never seen the project."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

from bench.contestants.in_numpy import BATCHES, ROLLS
from bench.limits import BLOCK, SAMPLE, STEP
from bench.summary import EXACT
from simcore.engine.rng import WORDS

BATTLES = {
    "cent-ans battle": "*La guerre de Cent Ans*: {} English and {} Burgundian units attack {} French and {} Armagnac "
    "ones",
    "breizh battle": "*Breizh 1341*: {} troops of Montfort against {} of Blois",
    "legendary melee": "*Legendary Battles*: {} Foot Knights and {} Standard Bearer attack {} Sergeants-at-Arms and {} "
    "Halberdiers",
    "bouvines clash": "*Bouvines*: two plaques of six troops in contact, both attack in every turn",
    "joan combat": "*Joan of Arc*: {} points against {}, one die each, the larger sum wins",
}
FIGHTERS = {
    "chain": "simcore's usual way: all states of a battle are found beforehand, and where chance leads from each of "
    "them is packed into a table; a trial walks through it, one random number a step, and a step can be several rolls. "
    "The table is made before the trials are timed; *Trials or the exact answer?* tells what a question takes in all.",
    "direct": "simcore's other way, for battles with too many states for such a table, and to check the first one by: "
    "follows the rules roll by roll, a whole roll with one random number. Both take random numbers with an address "
    "(Philox: made from the seed and the number of the trial), so any trial can be made again alone, and counts are "
    "the same on any number of threads.",
    "C die by die": "one battle after the other, one random number (xoshiro256++) for each die: as a careful "
    "programmer writes it first.",
    "C die by die, in step": "the same rules with 64 battles in lock step, so that the compiler can use vector "
    "registers; each die is still one random number (xoshiro128++).",
    "C roll by roll": "the algorithm of *direct* in C, written for this battle alone, with the same random numbers.",
    "C compiled chain": "the algorithm of *chain* in C, with the same table and random numbers; it counts the same to "
    "the last battle.",
    "NumPy": "many battles at once, a whole roll with one random number (SFC64) and one look-up in a table made "
    f"beforehand, finished battles dropped every few rolls; the best of {len(BATCHES)} sizes of a batch and "
    f"{len(ROLLS)} numbers of rolls, found on this machine.",
}
SOLVERS = {
    EXACT: "simcore, from the scenario to the answer: checked, solved, described. Between questions it keeps what they "
    "share, first of all the distributions of throws that a melee of *Legendary Battles* is made of; so every turn but "
    "the first finds those ready.",
    "exact, nothing kept": "the same, with all of that forgotten before each question, as the libraries do; facts and "
    "compiled rules stay, as a library's code does. Battles of which nothing is kept have no such line.",
    "icepool": "a library for dice. It is given the same rules as dice and functions, memoised, and starts each battle "
    "with an empty memory; only in the sweep does it keep what it has found from battle to battle.",
    "dyce": "another such library, used in the same way.",
}
PARTS = {
    BLOCK: f"the {WORDS} random numbers that a trial takes at a time, made from its address",
    "four words of NumPy's Philox": "the same generator of random numbers in NumPy",
    "four words of NumPy's SFC64": "NumPy's fastest generator, which has no addresses",
    SAMPLE: "one result out of a table of unequal chances by the alias method: two loads and a comparison, however "
    "many results there are; a table in the first cache",
    "joint roll, any row of a battle": "the same out of all tables of a battle, each for a roll of several dice",
    STEP: "from one state of a battle to the next, in the table of a chain",
}


def items(lines: Iterable[str]) -> str:
    """A list."""
    return "".join(f"- {line}\n" for line in lines)


def told(words: Mapping[str, str], there: Container[str]) -> str:
    """A line for everybody who is there and has words."""
    return items(f"**{name}**: {what}" for name, what in words.items() if name in there)
