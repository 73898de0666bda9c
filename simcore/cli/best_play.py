"""`simcore best`: what to choose in a combat, and what it is worth."""

from __future__ import annotations

from math import floor, log10
from typing import TYPE_CHECKING, Annotated

import typer

from simcore.cli import options, startup

if TYPE_CHECKING:
    from rich.console import RenderableType

    from simcore.advice.best_play import BestPlay, Decided, Regret
    from simcore.contracts.combat import Situation

MOST_OPTIONS = 10  # of one choice that are printed
MOST_SITUATIONS = 15  # of one side that are printed
ROUNDING = 1e-12
DECIMALS, MOST_DECIMALS = 4, 8  # of a utility that is not a chance; more where less is given away


def best_play(
    words: options.Words = None,
    side: Annotated[
        str | None, typer.Option(metavar="NAME", help="Whose best play is asked for; the first side if left out.")
    ] = None,
    utility: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=WEIGHT",
            help="What that side wants: weights of chances and means, such as win.attacker=1 attacker.lost=-0.1 "
            "(give the option several times); its win chance if left out. The other side wants the least of it.",
        ),
    ] = None,
    exact: options.Exact = False,
    facts: options.FactsFile = None,
    as_json: options.Json = False,
) -> None:
    """What to choose in one combat, by best play of both sides, and what each named policy gives away.

    Before the dice: refuge or battle, siege or not, which card. Between dice: who takes each LOSS. The best play is
    told as a short list of steps, with what that list itself gives away.

    \b
    Example:
    simcore best cent-ans pitched-battle attacker.english=6 attacker.burgundian=4 defender.french=5 defender.armagnac=5
    """
    from simcore.cli.arguments import read_scenario
    from simcore.cli.output import print_for_people, print_json

    scenario = read_scenario(words or [])
    weights = read_utility(utility)
    startup.load_engine()
    from simcore.advice.best_play import best_play

    played = best_play(scenario, side=side, utility=weights, facts=facts, exact=exact)
    if as_json:
        print_json(played.to_dict())
    else:
        print_for_people(report(played))


def read_utility(words: list[str] | None) -> dict[str, float] | None:
    """Weights by name from NAME=WEIGHT words."""
    from simcore.errors import BadInput

    weights: dict[str, float] = {}
    for word in words or []:
        name, _, text = word.rpartition("=")
        try:
            weight = float(text)
        except ValueError:
            raise BadInput("utility", word, "NAME=WEIGHT") from None
        if name in weights:
            raise BadInput("utility", word, f"each name once; {name} is given twice")
        weights[name] = weight
    return weights or None


class Saying:
    """Values in the terms of the utility: a chance as such, everything else as a number."""

    def __init__(self, played: BestPlay) -> None:
        [name, *others], [weight, *_] = list(played.utility), list(played.utility.values())
        self.chance = name.startswith("win.") and not others and weight == 1.0
        self.rounding = ROUNDING * max(1.0, *map(abs, played.utility.values()))
        given = [away for one in (*played.words, *played.policies) for away in (one.regret, one.regret_against_stated)]
        least = min((away for away in given if away >= self.rounding), default=1.0)
        self.decimals = min(MOST_DECIMALS, max(DECIMALS, 1 - floor(log10(least))))

    def value(self, value: float) -> str:
        from simcore.cli.formatting import exact_chance

        # Sums of chances may miss 0 and 1 by a rounding.
        value = next((whole for whole in (0.0, 1.0) if abs(value - whole) < ROUNDING), value)
        return exact_chance(value, certain=value == 1.0) if self.chance else f"{value:.{self.decimals}f}"

    def regret(self, regret: float) -> str:
        if regret < self.rounding:
            return "nothing"
        if self.chance:
            return f"{100.0 * regret:.2g} points"
        return f"{regret:.{self.decimals}f}" if regret > 10.0**-self.decimals else f"{regret:.2g}"


def report(played: BestPlay) -> list[RenderableType]:
    """The answer for people."""
    from simcore.cli.answer import policies
    from simcore.cli.formatting import column_name, name, weighted
    from simcore.cli.output import grid, heading
    from simcore.games import find_combat

    say, game, combat = Saying(played), played.scenario["game"], played.scenario["combat"]
    values = [
        ["both sides at their best", say.value(played.value)],
        ["against the opponent's stated policy", say.value(played.against_stated)],
    ]
    if played.turn_by_turn is not None or played.left_out:
        values = [["by one plan, against the opponent's stated orders", say.value(played.value)]]
    parts: list[RenderableType] = [
        heading(f"{game}: best play for {name(played.side)}, {combat.replace('-', ' ')}", first=True),
        grid(["", ""], [
            ["wants the most of", weighted(played.utility)],
            *values,
            *policies(played.stated_policies, "as stated"),
        ]),
    ]  # fmt: skip
    if played.choices:
        parts.append(heading("Before the dice"))
    for choice in played.choices:
        after = f"After {', '.join(choice.after)}: " if choice.after else ""
        parts.append(f"{after}{name(choice.side)} decides ({choice.what}):")
        resolved = find_combat(game, combat)
        parts += ranked_options(say, choice, column_name(resolved.spent(choice.side), resolved.words))
    headers = ["", "against best", "gives away", "against stated", "gives away"]
    for title, group in (("In words", played.words), ("Named policies", played.policies)):
        if group:
            parts += [heading(title), grid(headers, [row(say, one) for one in group], right=(1, 2, 3, 4))]
    if not played.words:  # no list of steps is a policy here: the best of the named ones, for each field
        for field in dict.fromkeys(one.field for one in played.policies):
            least = min((one for one in played.policies if one.field == field), key=lambda one: one.regret)
            equals = [
                one.policy for one in played.policies
                if one.field == field and one.regret - least.regret < say.rounding
            ]  # fmt: skip
            gives = f"which {'each give' if len(equals) > 1 else 'gives'} away {say.regret(least.regret)}"
            parts.append(f"In words: {name(field)} {' or '.join(equals)}, {gives}.")
    if (anew := played.turn_by_turn) is not None:
        parts += [
            heading("With orders given anew each turn, both sides at once"),
            grid(["", ""], [
                ["both sides at their best", say.value(anew.value)],
                ["against the opponent's stated orders", say.value(anew.against_stated)],
            ], right=(1,)),
        ]  # fmt: skip
        for whose in dict.fromkeys(one.side for one in anew.situations):
            parts += by_situation(whose, [one for one in anew.situations if one.side == whose])
    for whose in dict.fromkeys(one.side for one in played.situations):
        parts += by_situation(whose, [one for one in played.situations if one.side == whose])
    if played.pairs and played.pairs[0].own is None:
        whose = next(one for one in find_combat(game, combat).players if one != played.side)
        parts += [
            heading(f"Between the dice {name(played.side)} has nothing to choose, {name(whose)} has"),
            grid(["policy", f"worth to {name(played.side)}"],
                 [[one.opponent, say.value(one.value)] for one in played.pairs], right=(1,)),
        ]  # fmt: skip
    elif played.pairs:
        parts += [heading("Policy against policy"), matrix(say, played)]
    return [*parts, *(f"\nleft out: {what}" for what in played.left_out)]


def ranked_options(say: Saying, choice: Decided, spent: str) -> list[RenderableType]:
    """The options of one choice, those of most worth first: where they are several, with what each of them costs."""
    from simcore.cli.output import grid

    best, rows = choice.options[choice.taken], list[list[str]]()
    ranked = sorted(
        choice.options.items(),
        key=lambda option: (option[0] != choice.taken, option[0] not in choice.costs, abs(option[1] - best)),
    )
    for what, value in ranked[:MOST_OPTIONS]:
        mark = "best" if what == choice.taken else "as good" if what in choice.costs else ""
        costs = [f"{choice.costs[what]:.2f}" if what in choice.costs else ""] if choice.costs else []
        rows.append([what, say.value(value), mark, *costs])
    parts: list[RenderableType] = [grid(["", "worth", "", spent][: len(rows[0])], rows, right=(1, 3))]
    if len(ranked) > MOST_OPTIONS:
        parts.append(f"and {len(ranked) - MOST_OPTIONS:,} more (--json has them all)")
    if choice.costs:
        parts.append(f"{len(choice.costs)} options are worth the same; one that costs least is taken ({spent}).")
    return parts


def by_situation(side: str, situations: list[Situation]) -> list[RenderableType]:
    """What best play of a side does, the likeliest situations first."""
    from simcore.cli.formatting import exact_chance, name
    from simcore.cli.output import grid, heading

    rows = [
        [exact_chance(one.chance, certain=one.chance == 1.0), one.where, one.does]
        for one in situations[:MOST_SITUATIONS]
    ]
    parts: list[RenderableType] = [
        heading(f"Best play of {name(side)}, by situation"),
        grid(["chance", "situation", "best"], rows, right=(0,)),
    ]  # fmt: skip
    if len(situations) > MOST_SITUATIONS:
        rest = exact_chance(sum(one.chance for one in situations[MOST_SITUATIONS:]))
        parts.append(f"and {len(situations) - MOST_SITUATIONS:,} more, {rest} together (--json has them all)")
    return parts


def row(say: Saying, one: Regret) -> list[str]:
    return [
        steps_in_words(one.policy), say.value(one.against_best), say.regret(one.regret),
        say.value(one.against_stated), say.regret(one.regret_against_stated),
    ]  # fmt: skip


def matrix(say: Saying, played: BestPlay) -> RenderableType:
    from simcore.cli.output import grid

    own = list(dict.fromkeys(p.own for p in played.pairs if p.own is not None))
    other = list(dict.fromkeys(p.opponent for p in played.pairs))
    value = {(p.own, p.opponent): say.value(p.value) for p in played.pairs}
    rows = [[mine, *(value[mine, theirs] for theirs in other)] for mine in own]
    return grid(["own / opponent's", *other], rows, right=tuple(range(1, len(other) + 1)))


def steps_in_words(policy: str) -> str:
    """A list of steps as a player would say it.

    >>> steps_in_words("armagnac-to-3,french,armagnac"), steps_in_words("keep_dice")
    ('armagnac while more than 3 are left, then french, then armagnac', 'keep_dice')
    """
    parts = (step.partition("-to-") for step in policy.split(","))
    return ", then ".join(f"{kind} while more than {kept} are left" if kept else kind for kind, _, kept in parts)
