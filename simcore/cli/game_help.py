"""The end of `simcore play --help`: the options of every full game, its policies and what they can be tuned by."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, get_args

from typer.core import TyperCommand

from simcore.cli import startup

if TYPE_CHECKING:
    from simcore.contracts.full_game import FullGame
    from simcore.gameplay.game import Game


class PlayCommand(TyperCommand):
    """Loads the games for its help, which is when somebody wants to read of them."""

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        startup.load_engine()
        from simcore.games import FULL_GAMES, find_game

        for name in FULL_GAMES:
            game = find_game(name)
            for title, rows in (("options", list(options(game))), ("policies", list(policies(game.rules)))):
                if not rows:  # a game may have no options, and a list of nothing cannot be laid out
                    continue
                with formatter.section(f"{name}: {title}"):
                    formatter.write_dl(rows)
        super().format_epilog(ctx, formatter)


def options(game: FullGame) -> Iterator[tuple[str, str]]:
    """OPTION=VALUE words that a game understands, with their meanings; the first value is the default."""
    for name, field in game.options.model_fields.items():
        default = str(field.default).lower() if isinstance(field.default, bool) else str(field.default)
        known = ("true", "false") if isinstance(field.default, bool) else get_args(field.annotation)
        others = [str(value) for value in known if str(value) != default]
        yield f"{name}={'|'.join([default, *others])}", field.description or ""


def policies(rules: Game) -> Iterator[tuple[str, str]]:
    """Policies and their parameters, with defaults, meanings and ranges."""
    names = {policy.number: name for name, policy in rules.policies.items()}
    for name, policy in rules.policies.items():
        yield name, policy.summary
        for key, parameter in policy.parameters.items():
            if key == "base":
                yield f"  {key}={names[int(parameter.default)]}", f"{parameter.meaning}: any other one by name"
            else:
                yield f"  {key}={parameter.default:g}", f"{parameter.meaning}; {parameter.range}"
