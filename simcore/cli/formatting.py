"""Figures and names as people read them: no more decimals than an answer supports, certainty only where it is one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import ceil, floor, sqrt
from typing import Any

from simcore.stats.intervals import Z95, half_width, wilson

EXACT_DECIMALS = 2
MOST_DECIMALS = 6
NO_CHANGE = 1e-10  # smaller ones are rounding


def name(word: str) -> str:
    """A field's or column's name in words."""
    return "nobody" if word == "none" else word.replace("_", " ")


def column_name(column: str, words: Mapping[str, str]) -> str:
    """A column in the words of its combat (see `Combat.words`).

    >>> column_name("castles.dinan", {"castles": "{} falls"}), column_name("attacker.lost", {})
    ('dinan falls', 'lost')
    """
    group, _, last = column.rpartition(".")
    if said := words.get(column) or words.get(last):
        return said
    return words.get(group, "{}").format(name(last))


def event_name(winner: str, words: Mapping[str, str]) -> str:
    """A winner, or what can happen instead, in the words of its combat."""
    return words.get(f"winner.{winner}", name(winner).replace("-", " "))


def decimals(error: float) -> int:
    """Decimals down to the first uncertain digit.

    >>> [decimals(error) for error in (12.0, 0.48, 0.096, 0.003)]
    [0, 1, 1, 3]
    """
    if error <= 0.0:
        return MOST_DECIMALS
    return max(0, min(MOST_DECIMALS, -int(f"{error:.0e}".partition("e")[2])))


def exact_chance(share: float, *, certain: bool = False) -> str:
    """A chance known exactly; `certain`: nothing else can happen.

    >>> exact_chance(0.5), exact_chance(1e-9), exact_chance(0.0), exact_chance(1.0 - 1e-9)
    ('50.00 %', '<0.01 %', '0 %', '>99.99 %')
    """
    if share == 0.0 or certain:
        return "100 %" if certain else "0 %"
    step = 10.0**-EXACT_DECIMALS
    if 100.0 * share < step / 2:
        return f"<{step:g} %"
    if 100.0 * (1.0 - share) < step / 2:
        return f">{100.0 - step:g} %"
    return f"{100.0 * share:.{EXACT_DECIMALS}f} %"


def counted_chance(share: float, trials: int) -> str:
    """A chance counted in trials; near 0 and 1 the bound that the 95 % interval supports.

    >>> counted_chance(0.5, 10_000), counted_chance(0.0, 10_000), counted_chance(1.0, 100)
    ('50 %', '<0.04 %', '>96 %')
    """
    count = round(share * trials)
    places = decimals(100.0 * half_width(count, trials))
    text = f"{100.0 * share:.{places}f}"
    low, high = wilson(count, trials)
    if float(text) == 0.0:
        return f"<{_rounded(100.0 * high, places, ceil)} %"
    if float(text) == 100.0:
        return f">{_rounded(100.0 * low, places, floor)} %"
    return f"{text} %"


def counted_interval(share: float, trials: int) -> str:
    """The 95 % interval of a chance counted in trials, at the decimals of the chance."""
    count = round(share * trials)
    places = decimals(100.0 * half_width(count, trials))
    low, high = (100.0 * bound for bound in wilson(count, trials))
    return f"{_rounded(low, places, floor)} to {_rounded(high, places, ceil)} %"


def _rounded(value: float, places: int, towards: Any) -> str:
    # The bound is moved outwards, never inwards: it must still hold.
    scale = 10**places
    return f"{towards(round(value * scale, 6)) / scale:.{places}f}"


def change(value: float, half: float | None) -> str:
    """A difference with its sign, to the decimals that the half-width of its interval supports (None: exact).

    >>> change(9.7123, None), change(-0.25, 0.02), change(-0.001, 0.02), change(1e-5, None)
    ('+9.71', '-0.25', '0.00', '<+0.01')
    """
    places = EXACT_DECIMALS if half is None else decimals(half)
    text = f"{value:+.{places}f}"
    if float(text) != 0.0:
        return text
    sign = "<+" if value > 0.0 else ">-"
    return f"{sign}{10.0**-places:g}" if half is None and value != 0.0 else text[1:]


def change_interval(low: float, high: float) -> str:
    """The interval of a difference, at the decimals of the difference.

    >>> change_interval(-0.1234, 0.2345)
    '-0.2 to +0.3'
    """
    places = decimals((high - low) / 2.0)
    bounds = float(_rounded(low, places, floor)), float(_rounded(high, places, ceil))
    return " to ".join(f"{bound + 0.0:+.{places}f}" for bound in bounds)


def mean(value: float, spread: float, trials: int | None) -> str:
    """A mean; `spread` is the standard deviation of one trial, or more."""
    if value == 0.0:
        return "0"
    places = EXACT_DECIMALS
    if trials is not None:
        places = min(places, decimals(Z95 * spread / sqrt(trials)))
    return f"{value:.{places}f}"


def points(change: float) -> str:
    """A change of a chance, in percentage points.

    >>> points(0.0512), points(-1e-6), points(0.0)
    ('+5.12', '-<0.01', '0')
    """
    return signed(100.0 * change)


def signed(change: float) -> str:
    """A change known exactly.

    >>> signed(-0.25), signed(0.001)
    ('-0.25', '+<0.01')
    """
    if abs(change) < NO_CHANGE:
        return "0"
    step = 10.0**-EXACT_DECIMALS
    return f"{change:+.{EXACT_DECIMALS}f}" if abs(change) >= step / 2 else f"{'+' if change > 0.0 else '-'}<{step:g}"


def ordinal(percentile: float) -> str:
    """A percentile in words.

    >>> [ordinal(percentile) for percentile in (1.4, 11.6, 22.0, 99.7, 100.0)]
    ['1st', '12th', '22nd', 'above the 99th', '100th']
    """
    whole = round(percentile)
    if whole == 100 and percentile < 100.0:
        return "above the 99th"
    if whole == 0 and percentile > 0.0:
        return "below the 1st"
    last = {1: "st", 2: "nd", 3: "rd"}.get(whole % 10, "th")
    return f"{whole}{'th' if whole % 100 in (11, 12, 13) else last}"


def listing(items: Iterable[str]) -> str:
    return ", ".join(items)


def weighted(utility: Mapping[str, float]) -> str:
    """What is sought, in a line.

    >>> weighted({"win.attacker": 1.0, "attacker.lost": -0.05})
    'win.attacker, -0.05 x attacker.lost'
    """
    return listing(what if weight == 1.0 else f"{weight:g} x {what}" for what, weight in utility.items())


def fields(tree: Mapping[str, Any]) -> str:
    """A part of a document in a line.

    >>> fields({"english": 6, "leaders": ["edward-iii", "henry-v"], "free_attack": True})
    'english 6, leaders: edward-iii and henry-v, free attack'
    """
    return listing(_field(name(key), item) for key, item in tree.items()) or "nothing"


def _field(said: str, item: Any) -> str:
    if item is True:
        return said
    if item == {}:
        return f"{said} with nothing"
    return f"{said} {item}" if isinstance(item, (int, float)) and item is not False else f"{said}: {value(item)}"


def value(item: Any) -> str:
    """A value of a document as people write it.

    >>> value([{"unit": "knight", "count": 2}, False, []])
    '(unit: knight, count 2), no and none'
    """
    if isinstance(item, bool):
        return "yes" if item else "no"
    if isinstance(item, Mapping):
        return f"({fields(item)})"
    if isinstance(item, list):
        *others, last = [value(part) for part in item] or ["none"]
        return f"{', '.join(others)} and {last}" if others else last
    return str(item)
