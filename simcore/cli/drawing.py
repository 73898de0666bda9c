"""What `odds` and `table` draw: an answer or a sweep as a figure, in the words of its combat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from simcore.errors import BadInput

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

    from simcore.evaluation.result import Result

MOST_FIELDS = 2
MOST_NUMBERS = 150  # cells of a heat map that have room for their number
CELL = (0.55, 0.4)  # inches
SMALLEST, LARGEST = (7.0, 5.0), (14.0, 12.0)


def check_fields(varied: Sequence[str]) -> None:
    """Refuse at once what no picture can show."""
    if len(varied) > MOST_FIELDS:
        raise BadInput("picture", f"{len(varied)} fields to vary", f"at most {MOST_FIELDS}: a curve, or a heat map")


def draw_odds(result: Result) -> Figure:
    """Chances of winners, and what each side has left."""
    from simcore.cli.answer import Saying, title
    from simcore.report.survivors import Left, outcome_chart

    said = Saying(result)
    events = {event: said.event(event) for event in result.win}
    intervals = None if result.interval is None else {events[event]: result.interval[event] for event in result.win}
    return outcome_chart(
        {events[event]: share for event, share in result.win.items()},
        {said.event(side): Left(*counts) for side, counts in said.left().items()},
        title=title(result.scenario),
        note=_note({**result.to_dict(outcomes=False), "stated": said.stated()}),
        intervals=intervals,
    )


def draw_table(frame: DataFrame, varied: Sequence[str]) -> Figure:
    """One field: a curve for each winner, with intervals where it was counted; two: a map of the first one's chance."""
    return _curves(frame, varied[0]) if len(varied) == 1 else _map(frame, *varied)


def chance_columns(frame: DataFrame) -> dict[str, str]:
    """The columns of chances, and what each is the chance of; those that never happen are left out."""
    columns = [column for column in frame.columns if column.startswith(("win_", "chance_of "))]
    words = _words(frame)
    told = {}
    for column in columns:
        if frame[column].fillna(0.0).any() or len(columns) == 1:
            event = column.removeprefix("win_").removeprefix("chance_of ")
            told[column] = words.get(event, event.replace("_", " "))
    return told


def _words(frame: DataFrame) -> dict[str, str]:
    """Winners as columns name them, in words."""
    from simcore.cli.formatting import event_name
    from simcore.games import find_combat

    attrs: Any = frame.attrs
    combat = find_combat(attrs["scenario"]["game"], attrs["scenario"]["combat"])
    return {winner.replace("-", "_"): event_name(winner, combat.words) for winner in combat.winners}


def cells(values: Sequence[Any]) -> list[Any]:
    """Values of a field as an axis or a table names them."""
    return ["absent" if value is None else value for value in values]


def _curves(frame: DataFrame, field: str) -> Figure:
    from simcore.report.charts import line_chart

    lines, intervals = {}, {}
    for column, said in chance_columns(frame).items():
        share = frame[column].fillna(0.0)
        lines[said] = share.tolist()
        bounds = [f"interval_{column.removeprefix('win_')}_{end}" for end in ("low", "high")]
        if set(bounds) <= set(frame.columns):  # rows that are exact have none: they are what they are
            intervals[said] = (frame[bounds[0]].fillna(share).tolist(), frame[bounds[1]].fillna(share).tolist())
    return line_chart(
        cells(frame[field].tolist()), lines, title=_title(frame), x_label=field, y_label="chance",
        note=_note(frame.attrs, frame), intervals=intervals,
    )  # fmt: skip


def _map(frame: DataFrame, rows: str, columns: str) -> Figure:
    from simcore.report.heatmap import Panel, grid, heat_map

    column, said = next(iter(chance_columns(frame).items()))
    values = grid(frame.assign(**{at: cells(frame[at].tolist()) for at in (rows, columns)}), x=columns, y=rows,
                  value=column)  # fmt: skip
    room = [3.0 + CELL[0] * values.shape[1], 2.5 + CELL[1] * values.shape[0]]
    wide, high = (min(max(own, least), most) for own, least, most in zip(room, SMALLEST, LARGEST, strict=True))
    return heat_map(
        [Panel("", values.to_numpy(dtype=float), list(values.columns), list(values.index))], title=_title(frame),
        x_label=columns, y_label=rows, scale_label=f"chance: {said}", columns=1, size=(wide, high),
        numbers=values.size <= MOST_NUMBERS, note=_note(frame.attrs, frame),
    )  # fmt: skip


def _title(frame: DataFrame) -> str:
    from simcore.cli.answer import title

    attrs: Any = frame.attrs
    return title(attrs["scenario"])


def _note(answer: Mapping[Any, Any], frame: DataFrame | None = None) -> str:
    """What the chances rest on: the scenario where it is one, how they were found, policies, figures of no rulebook."""
    from simcore.cli.formatting import fields
    from simcore.tables import beyond_the_rulebook, told_policies

    if frame is not None:
        own = {key: part for key, part in answer["scenario"].items() if key not in ("game", "combat")}
        counted = (frame["method"] == "monte-carlo").any()
        stated = f"All with {fields(own)}." if own else ""
    else:
        counted, stated = answer["method"] == "monte-carlo", answer["stated"]
    found = ", exact."
    if counted:
        trials = f"{answer['trials']:,} trials" if answer["trials"] else "trials"
        found = f", {trials} (seed {answer['seed']}); 95 % intervals." if frame is None or len(
            answer["vary"]) == 1 else f", {trials} (seed {answer['seed']})."  # fmt: skip
    told = [stated, f"simcore {answer['version']}{found}", *told_policies(answer), *beyond_the_rulebook(answer)]
    return " ".join(part for part in told if part)
