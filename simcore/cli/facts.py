"""`simcore facts`: the figures that answers rest on, and where each comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from simcore.cli import options

if TYPE_CHECKING:
    from rich.console import RenderableType

    from simcore.scenarios.facts import Fact


SCHEMA = "simcore.scenarios.facts/1"


def facts(
    game: Annotated[str | None, typer.Argument(metavar="GAME", show_default=False)] = None,
    facts: options.FactsFile = None,
    assumed: Annotated[
        bool, typer.Option("--assumed", help="Only figures that are assumed, not taken from a rulebook.")
    ] = False,
    as_json: options.Json = False,
) -> None:
    """List the figures used and their sources; without GAME, those of all games.

    Figures that a rulebook does not carry are assumed, and marked. Replace any with --facts FILE: a TOML file of
    tables such as [dice.english] with value and source.
    """
    from simcore.cli.output import print_for_people, print_json_pages
    from simcore.errors import BadInput
    from simcore.games import COMBATS

    if facts is not None and game is None:
        raise BadInput("facts", facts, "a file for one game; name the game")
    games = {one: _figures(one, facts if one == game else None, assumed) for one in ([game] if game else COMBATS)}
    if as_json:
        print_json_pages({"schema": SCHEMA, "games": {one: found.to_dict() for one, found in games.items()}})
    else:
        print_for_people([part for one, found in games.items() for part in _report(one, found)])


class Figure(NamedTuple):
    """One figure as it is used."""

    key: str
    title: str
    fact: Fact[Any]
    overridden: bool

    def to_dict(self) -> dict[str, Any]:
        return {
            "key": self.key,
            "title": self.title,
            **self.fact.model_dump(mode="json"),
            "assumed": self.fact.assumed,
            "overridden": self.overridden,
        }


class Figures(NamedTuple):
    """The figures of a game; `digest` is of all of them, listed or not."""

    digest: str
    listed: list[Figure]

    def to_dict(self) -> dict[str, Any]:
        return {"digest": self.digest, "facts": [figure.to_dict() for figure in self.listed]}


def _figures(game: str, override: str | None, assumed: bool) -> Figures:
    from pathlib import Path

    from simcore.errors import BadInput, nearest
    from simcore.games import COMBATS, FULL_GAMES, find_combat, find_game

    if game not in COMBATS:
        raise BadInput("game", game, nearest(game, COMBATS))
    # A full game rests on what its combats rest on, and on its board and cards.
    rests = find_game(game) if game in FULL_GAMES else find_combat(game, next(iter(COMBATS[game])))
    printed = dict(rests.load_facts(None).items())
    facts = rests.load_facts(None if override is None else Path(override))
    listed = [Figure(key, facts.title(key), fact, fact != printed.get(key)) for key, fact in facts.items()]
    return Figures(facts.digest, [figure for figure in listed if figure.fact.assumed or not assumed])


def _report(game: str, figures: Figures) -> list[RenderableType]:
    from simcore.cli.output import grid, heading

    groups: dict[str, list[list[str]]] = {}
    for figure in figures.listed:
        group, _, name = figure.key.partition(".")
        source = f"changed: {figure.fact.source}" if figure.overridden else figure.fact.source
        groups.setdefault(group, []).append([name, _said(figure.fact.value), source])
    parts: list[RenderableType] = [heading(f"{game}: figures and their sources", first=True)]
    for group, rows in groups.items():
        parts += [heading(group.replace("_", " ")), grid(["", "figure", "source"], rows)]
    if not groups:
        parts.append("no figure is assumed")
    return [*parts, f"\ndigest {figures.digest}\n"]


def _said(value: Any) -> str:
    """A figure in words; what a card or leader leaves at its default is no news."""
    from simcore.cli import formatting as saying

    if not hasattr(value, "model_dump"):
        return saying.value(value)
    return saying.fields(value.model_dump(mode="json", exclude_defaults=True))
