"""Names of regions, castles, characters and cards: what an owner may call them, and how the map and the cards write
them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, Literal, get_args

from pydantic import AfterValidator

from simcore.errors import BadInput

CampName = Literal["montfort", "blois"]
RegionName = Literal[
    "nantes", "rennes", "vannes", "saint-malo-et-dol", "saint-brieuc", "tregor", "leon", "cornouaille"
]  # fmt: skip
REGIONS = len(get_args(RegionName))

LONGEST_KEY, LONGEST_NAME = 40, 80  # a line of an answer holds either beside its numbers
_KEY = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
# What a name must not be: what a command line reads as a value of another kind, and what unnamed castles are called in
# an answer's columns.
_TAKEN = re.compile(r"true|false|none|[0-9]+|siege-[0-9]+")
NO_CHARACTER = "no character"  # "play no character" is said when none is played

SPELT = {
    "becherel": "Bécherel", "fougeres": "Fougères", "guerande": "Guérande", "herve": "Hervé", "leon": "Léon",
    "penthievre": "Penthièvre", "quimperle": "Quimperlé", "treguier": "Tréguier", "tregor": "Trégor", "vitre": "Vitré",
}  # fmt: skip
JOINED = "Saint ", "Roche "  # with a hyphen to what follows


def _key(name: str) -> str:
    if len(name) > LONGEST_KEY or not _KEY.fullmatch(name) or _TAKEN.fullmatch(name):
        raise ValueError(
            f"a name of small letters a to z, digits and single hyphens such as la-roche-derrien, {LONGEST_KEY} "
            "characters at most; none of true, false, none, a number, siege-1"
        )
    return name


def _shown(name: str) -> str:
    if len(name) > LONGEST_NAME or name != name.strip() or not name or not name.isprintable():
        raise ValueError(
            f"a name that can be printed on one line, of 1 to {LONGEST_NAME} characters, no space around it"
        )
    return name


Key = Annotated[str, AfterValidator(_key)]  # by which scenarios and files call a castle or a character
Shown = Annotated[str, AfterValidator(_shown)]  # as a game that is told writes it


def titled(slug: str) -> str:
    """A name as the map and the cards write it.

    >>> titled("saint-malo-et-dol"), titled("robert-de-beaumanoir"), titled("la-roche-derrien"), titled("guerande")
    ('Saint-Malo et Dol', 'Robert de Beaumanoir', 'La Roche-Derrien', 'Guérande')
    """
    small = {"de", "du", "of", "et", "la"}
    title = " ".join(SPELT.get(word, word if word in small else word.capitalize()) for word in slug.split("-"))
    for first in JOINED:
        title = title.replace(first, first.replace(" ", "-"))
    return title[0].upper() + title[1:]


def check_distinct(group: str, names: Iterable[tuple[str, str]]) -> None:
    """Raises `BadInput` for a name of a group, (key, as it is shown), that cannot be told from one before it."""
    known = {NO_CHARACTER: "what is said where none is played"} if group == "characters" else {}
    for key, shown in names:
        if (other := known.setdefault(shown.casefold(), key)) != key:
            raise BadInput(f"{group}.{key}.value.name", shown, f"a name of its own; it is that of {other}")
