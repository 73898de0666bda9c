"""Numbers and names in plain words, for retellings, answers and errors."""

from __future__ import annotations

import re
from collections.abc import Mapping


def counted(number: int, thing: str) -> str:
    """A number of things.

    >>> counted(1, "troop"), counted(2, "troop")
    ('1 troop', '2 troops')
    """
    return f"{number} {thing}{'' if number == 1 else 's'}"


def with_article(name: str) -> str:
    """A name with its article.

    >>> with_article("archer"), with_article("knight")
    ('an archer', 'a knight')
    """
    return f"{'an' if name[:1] in 'aeiou' else 'a'} {name}"


def one_of(things: str, singular: Mapping[str, str]) -> str:
    """What one of these is called: the words of a game that `singular` has, but for parts of names.

    >>> one_of("hit points", {"points": "point"}), one_of("foot-knights", {"knights": "knight"})
    ('hit point', 'foot-knights')
    """
    return re.sub(r"(?<![\w-])\w+", lambda found: singular.get(found[0], found[0]), things)
