"""`simcore odds GAME COMBAT --help`: the fields of that combat, what they mean, what they can be, and an example."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from typer.core import TyperCommand

Schema = Mapping[str, Any]
Rows = list[tuple[str, str]]

EXAMPLES: dict[str, dict[str, str]] = {
    "bouvines": {
        "charge": "charger=horse cells=2 target=knight target_order=defence",
        "shot": "weapon=bow distance=2 target=sergeant",
        "contact": "target=sergeant",
        "clash": "coalition.troops=sergeant,dead,dead,dead,knight,archer "
        "france.troops=sergeant,dead,dead,archer,dead,knight order_limit=4",
    },
    "breizh": {
        "battle": "montfort=6 blois=5 montfort_bonus=1",
        "siege": "sieges=dinan,dol,rennes pool=7",
        "fight": "targets=1,2",
    },
    "cent-ans": {
        "pitched-battle": "attacker.english=6 attacker.leaders=henry-v defender.french=5",
        "siege": "place=castle-2 attacker.english=6 defender.french=3",
    },
    "joan": {
        "combat": "attacker.cards=6,4 attacker.influence=2 defender.card=5 defender.fortification=castle",
        "raid": "fortification=castle",
        "corruption": "fortification=castle",
        "embassy": "corrupts=garrison",
        "uprising": "towns=castle,garrison",
        "free-companies": "towns=castle,garrison",
        "fidelity": "coins=2 enemy_coins=1",
        "naval-battle": "first.card=5 second.card=4",
        "great-battle": "duels.0.first.card=5 duels.0.second.card=4 duels.1.first.card=3 duels.1.second.card=6",
        "game-end": "length=normal turn=5",
    },
    "legendary": {
        "melee": "attackers=foot-knights,henry-v defenders=pikemen,bowmen",
        "shooting": "attackers=bowmen defenders=foot-knights distance=1",
        "forced-march": "unit=bowmen",
    },
}
_WORDS = "combat_help.words"  # in a context: what stands beside --help


class ScenarioCommand(TyperCommand):
    """A command that takes a scenario. With a game and combat named, its help is of these."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        ctx.meta[_WORDS] = list(args)
        left: list[str] = super().parse_args(ctx, args)
        return left

    def format_help(self, ctx: Any, formatter: Any) -> None:
        words, facts = without_facts(ctx.meta.get(_WORDS, []))
        if (named := combat_named(words)) is None:
            super().format_help(ctx, formatter)
            return
        tell(*named, str(self.name), formatter, facts)


def without_facts(words: list[str]) -> tuple[list[str], str | None]:
    """The words without an owner's file of facts, and that file.

    >>> without_facts(["--facts", "box.toml", "cent-ans", "siege"]), without_facts(["cent-ans", "--facts=box.toml"])
    ((['cent-ans', 'siege'], 'box.toml'), (['cent-ans'], 'box.toml'))
    """
    left, facts = list[str](), None
    rest = iter(words)
    for word in rest:
        if word == "--facts":
            facts = next(rest, None)
        elif word.startswith("--facts="):
            facts = word.partition("=")[2]
        else:
            left.append(word)
    return left, facts


def combat_named(words: list[str]) -> tuple[str, str] | None:
    """The game and combat that the words begin with, None if they name none.

    >>> combat_named(["cent-ans", "siege", "place=paris", "--help"]), combat_named(["cent-ans", "--help"])
    (('cent-ans', 'siege'), None)
    """
    from simcore.games import COMBATS

    game, combat, *_ = [word for word in words if not word.startswith("-")] + ["", ""]
    return (game, combat) if combat in COMBATS.get(game, {}) else None


def tell(game: str, combat: str, command: str, formatter: Any, facts: str | None = None) -> None:
    """The fields of a combat, those of alike parts once, and how to go on; under an owner's file of facts."""
    from simcore.cli import startup

    startup.load_engine()
    from simcore.cli.schema import published

    schema = published(game, combat, facts)
    formatter.write_text(f"{game} {combat}. {schema.get('description', '')}")
    for title, rows in sections(schema):
        with formatter.section(title):
            _write(rows, formatter)
    if example := EXAMPLES.get(game, {}).get(combat):  # a game registered from outside has none
        with formatter.section("Example"):
            # Not through `write_text`, which may break a line where a word must not be broken.
            formatter.write(f"  simcore odds {game} {combat} {example}\n")
    formatter.write_paragraph()
    formatter.write_text(
        f"The options of the command: simcore {command} --help. As a schema: simcore schema {game} {combat}."
    )


def _write(rows: Rows, formatter: Any) -> None:
    """Fields and what is said of them, side by side; unlike the library's, names are not broken at their hyphens."""
    first = max(len(name) for name, _ in rows) + 2
    room = max(formatter.width - formatter.current_indent - first, 20)
    for name, said in rows:
        lines = textwrap.wrap(said, room, break_on_hyphens=False)
        for at, line in enumerate(lines):
            formatter.write(f"{'':{formatter.current_indent}}{'' if at else name:{first}}{line}\n")


def sections(schema: Schema) -> Iterator[tuple[str, Rows]]:
    """Titles and fields: those of the combat first, then of each kind of part."""
    parts: dict[str, list[str]] = {}
    own = [row for name, field in schema["properties"].items() for row in _rows(name, field, parts)]
    yield "Fields", own
    seen: set[str] = set()
    while waiting := [part for part in parts if part not in seen]:
        part = waiting[0]
        seen.add(part)
        inner = schema["$defs"][part]
        paths = parts[part]
        rows: Rows = []
        for name, field in inner.get("properties", {}).items():
            deeper: dict[str, list[str]] = {}
            rows += _rows(name, field, deeper)
            for other, names in deeper.items():
                known = parts.setdefault(other, [])
                known += [one for path in paths for one in (f"{path}.{tail}" for tail in names) if one not in known]
        if rows:
            yield f"Fields of {' and '.join(paths)}", rows


def _rows(name: str, field: Schema, parts: dict[str, list[str]]) -> Iterator[tuple[str, str]]:
    if name in ("game", "combat"):
        return
    said = [str(field[key]) for key in ("description",) if field.get(key)]
    if allowed := " or ".join(dict.fromkeys(_allowed(name, field, parts))):
        said.append(allowed)
    if field.get("default") not in (None, [], {}):
        default = field["default"]
        said.append(f"default {str(default).lower() if isinstance(default, bool) else _plain(default)}")
    yield name, "; ".join(said) or "see the schema"


def _plain(default: Any) -> str:
    if isinstance(default, list):
        return ",".join(map(_plain, default))
    return (
        ", ".join(f"{key} {_plain(one)}" for key, one in default.items()) if isinstance(default, dict) else str(default)
    )


def _allowed(path: str, field: Schema, parts: dict[str, list[str]]) -> Iterator[str]:
    """What a field can be, in words, an alternative at a time; parts of it are put down in `parts`."""
    if "$ref" in field:
        part = field["$ref"].rpartition("/")[2]
        if path not in parts.setdefault(part, []):
            parts[part].append(path)
        yield f"its fields, see {path} below"
        return
    if "anyOf" in field:
        # Where a list will do, whatever else stands there is a shorter spelling of one.
        lists = [one for one in field["anyOf"] if one.get("type") == "array"]
        for one in lists or field["anyOf"]:
            yield from _allowed(path, one, parts)
        return
    if "enum" in field or "const" in field:
        yield ", ".join(str(one) for one in field.get("enum", [field.get("const")]) if one is not None)
        return
    kind = field.get("type")
    if kind == "array":
        inner = field.get("items") or {"anyOf": field.get("prefixItems", [])}
        many = _range(field.get("minItems"), field.get("maxItems"))
        if choices := " or ".join(dict.fromkeys(_allowed(f"{path}.0", inner, parts) if inner else [])):
            yield f"a list{' of ' + many if many else ''}: {choices}"
    elif kind in ("integer", "number"):
        limits = _range(field.get("minimum"), field.get("maximum"))
        yield f"{'a whole number' if kind == 'integer' else 'a number'}{' ' * bool(limits)}{limits}"
    elif kind == "boolean":
        yield "true or false"
    elif kind == "object" and "additionalProperties" in field:
        yield "a table of names and numbers"
    elif kind == "string" and "pattern" in field and not re.search(r"\^\[\^,\]", field["pattern"]):
        yield "steps in their order"


def _range(low: Any, high: Any) -> str:
    """Two limits in words; one that nobody comes near is none."""
    if high is not None and high >= 10**9:
        high = None
    if low is not None and low <= -(10**9):
        low = None
    if low is None or high is None:
        return "" if low == high else f"from {low}" if high is None else f"up to {high}"
    return str(low) if low == high else f"from {low} to {high}"
