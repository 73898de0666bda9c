"""Facts as data: figures with a source, an owner's file laid over them, and one check for both.

A fact is a table `{value, source}` in a game's TOML file. A source that begins with "assumed" marks a figure that
the rulebook does not carry, one that begins with "public" a figure that others have published. The owner of a box
can replace any of them with a file of the same shape.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import permutations
from pathlib import Path
from typing import Any, ClassVar, Generic, Self, TypeVar

from pydantic import BaseModel, ConfigDict

from simcore.errors import BadInput, first_problem, nearest, show_key
from simcore.io.documents import read_document

T = TypeVar("T")
OVERRIDDEN = "the facts file given"
REPLACED = "changed for a question"


class Fact(BaseModel, Generic[T]):
    """One figure (or one card's figures) and where it comes from."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    value: T
    source: str

    @property
    def assumed(self) -> bool:
        return self.source.startswith("assumed")

    @property
    def public(self) -> bool:
        return self.source.startswith("public")


class Facts(BaseModel):
    """All facts of a game: tables of `Fact` by group and name. Games add the groups as fields."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    titles: ClassVar[dict[str, str]] = {}  # what one fact of a group is called: {"dice": "die"}
    dice_groups: ClassVar[tuple[str, ...]] = ()  # groups whose facts are dice
    free_names: ClassVar[tuple[str, ...]] = ()  # groups whose facts an owner can give names of his own

    def __hash__(self) -> int:
        return hash(self.digest)

    def items(self) -> Iterator[tuple[str, Fact[Any]]]:
        """Every fact with its key in the file, such as ("dice.routier", ...)."""
        for group in type(self).model_fields:
            for name, fact in getattr(self, group).items():
                yield f"{group}.{name}", fact

    def title(self, key: str) -> str:
        """A fact's name for people: "routier die" for "dice.routier"."""
        group, _, name = key.partition(".")
        return f"{name} {self.titles[group]}"

    def dice_keys(self) -> list[str]:
        """The keys of all dice."""
        return [key for key, _ in self.items() if key.partition(".")[0] in self.dice_groups]

    def value(self, key: str) -> Any:
        group, _, name = key.partition(".")
        return getattr(self, group)[name].value

    def one_face_changed(self, key: str) -> Iterator[tuple[str, Any]]:
        """Each value of a die with one face changed, and the change in words.

        Here a die is a table of results and how many faces show each; other dice are told by their game.
        """
        faces = self.value(key).model_dump()
        for one, other in permutations(faces, 2):
            if faces[one]:
                yield f"{one} to {other}", {**faces, one: faces[one] - 1, other: faces[other] + 1}

    def replaced(self, key: str, value: Any) -> Self:
        """A copy with another figure at `key`. Raises `BadInput` for one that its shape does not allow."""
        group, _, name = key.partition(".")
        facts = getattr(self, group)
        fact = first_problem(type(facts[name]), {"value": value, "source": REPLACED}, prefix=f"facts {key} ")
        return self._with({group: {**facts, name: fact}})

    def renamed(self, values: Mapping[str, Mapping[str, Any]]) -> Self:
        """A copy with other facts, and names, in groups whose names are free: values by group and name."""
        groups: dict[str, Any] = {}
        for group, facts in values.items():
            shape = type(next(iter(getattr(self, group).values())))
            groups[group] = {
                name: first_problem(shape, {"value": value, "source": REPLACED}, prefix=f"facts {group}.{name} ")
                for name, value in facts.items()
            }
        return self._with(groups)

    def _with(self, groups: Mapping[str, Any]) -> Self:
        copy = self.model_copy(update=groups)
        for kept in ("digest", "marked"):  # by the original, and copied with it
            copy.__dict__.pop(kept, None)
        return copy

    @cached_property
    def marked(self) -> tuple[tuple[str, str, Fact[Any]], ...]:
        """Key, title and fact of all that an answer has to name: assumed or public figures."""
        return tuple((key, self.title(key), fact) for key, fact in self.items() if fact.assumed or fact.public)

    @cached_property
    def digest(self) -> str:
        """Short digest of all values: results computed under the same figures share it."""
        text = json.dumps(self.model_dump(mode="json"), sort_keys=True)
        return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()


F = TypeVar("F", bound=Facts)


def read_toml(path: Path, what: str) -> dict[str, Any]:
    """A TOML file as a dictionary; `what` names it in the error."""
    document = read_document(path, what)
    if not isinstance(document, dict):
        raise BadInput(what, document, "a table of tables")
    return document


def file_version(path: Path | None) -> tuple[int, ...] | None:
    """What tells a file from what it was: facts that are remembered by its path are read again when this changes."""
    try:
        state = path.stat() if path is not None else None
    except (OSError, ValueError):
        return None  # reading it will say what is wrong
    return (state.st_mtime_ns, state.st_ctime_ns, state.st_size, state.st_ino) if state else None


def load_facts(shape: type[F], printed: Path | Sequence[Path], override: Path | None = None) -> F:
    """The game's facts from its own file or files, with the owner's file laid over them fact by fact."""
    facts: dict[str, Any] = {}
    for path in [printed] if isinstance(printed, Path) else printed:
        facts |= read_toml(path, "facts")
    if override is not None:
        for group, names in read_toml(override, "facts").items():
            if group not in facts:
                raise BadInput("facts", group, nearest(group, facts))
            if not isinstance(names, dict):
                raise BadInput(f"facts {group}", names, "a table of facts")
            for name, fact in names.items():
                if name not in facts[group] and group not in shape.free_names:
                    raise BadInput(f"facts {group}", name, nearest(name, facts[group]))
                if not isinstance(fact, dict) or "value" not in fact:
                    raise BadInput(f"facts {group}.{show_key(name)}", fact, "a table with `value` (and `source`)")
            given = {name: {"source": OVERRIDDEN, **fact} for name, fact in names.items()}
            places = _places(group, facts[group], given) if group in shape.free_names else facts[group]
            facts[group] = {name: given.get(name, facts[group].get(name)) for name in places}
    return first_problem(shape, facts, prefix="facts ", whole="")


def _places(group: str, printed: Mapping[str, Any], given: Mapping[str, dict[str, Any]]) -> list[str]:
    """The names of a group in their order, those that an owner gives in the places of those that they replace.

    Which these are is said by `replaces`, unless the file names the whole group. The vacant places are filled by the
    alphabet: numbers of pieces and actions follow the names alone, and not the order in which they are written.
    """
    gone: set[str] = set()
    new = sorted(name for name in given if name not in printed)
    unsaid = [name for name in new if "replaces" not in given[name]]
    for name, fact in given.items():
        if "replaces" not in fact:
            continue
        old, field = fact.pop("replaces"), f"facts {group}.{show_key(name)}.replaces"
        if name in printed:
            raise BadInput(field, old, f"only with a new name; {name} takes its own place")
        if not isinstance(old, str) or old not in printed:
            raise BadInput(field, old, nearest(old, printed))
        if old in given or old in gone:
            raise BadInput(field, old, "a name that is replaced once, and that the file does not give itself")
        gone.add(old)
    vacant = [name for name in printed if name not in given and name not in gone]
    if unsaid and len(unsaid) != len(vacant):
        every = f"a name of your own says which of them it `replaces`, or the file names {len(printed)} in all"
        raise BadInput(f"facts {group}", unsaid[0], f"{nearest(unsaid[0], printed)}; {every}")
    gone |= {*vacant} if unsaid else set()
    filled = iter(new)
    return [next(filled) if name in gone else name for name in printed]
