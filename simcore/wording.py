"""Numbers and names in plain words, for retellings, answers and errors."""

from __future__ import annotations

import re

_MANY = re.compile(r"\b(?<!-)(castle|card|partisan|point|town|troop)s\b|\b(highway)men\b")


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


def one_of(things: str) -> str:
    """What one of these is called, where they are words of the games and no names.

    >>> one_of("troops"), one_of("hit points"), one_of("highwaymen removed"), one_of("foot-knights")
    ('troop', 'hit point', 'highwayman removed', 'foot-knights')
    """
    return _MANY.sub(lambda found: found[1] or f"{found[2]}man", things)
