"""The board of La guerre de Cent Ans as a map: `python scripts/pictures/cent_ans_map.py [FILE]`.

Solid marks and upright names are in the rulebook's text; hollow marks and *italics* are assumed in whole or in part (a
city whose place is named, but not as a city), grey lines in whole. Default file: reports/cent-ans-map.png.
"""

from __future__ import annotations

import sys
from pathlib import Path

from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patheffects import withStroke

from simcore.games.cent_ans.full_game.facts import FullFacts, full_facts
from simcore.report.heatmap import write_png

HOME = Path(__file__).resolve().parents[2] / "reports" / "cent-ans-map.png"
UNITS = {"english": "E", "burgundian": "B", "french": "F", "armagnac": "A", "elite": "●", "routier": "R"}
HALO = [withStroke(linewidth=2.5, foreground="white")]  # names stay legible over borders and rivers
MARKER = {"none": "o", "town": "s", "city": "D", "paris": "*"}


def draw(printed: FullFacts) -> Figure:
    """Zones as marks coloured by region, borders as lines, rivers in blue, set-up counts beside the names."""
    figure = Figure(figsize=(15, 15), layout="constrained")
    axes = figure.subplots()
    axes.set_aspect(1.4)
    axes.set_axis_off()
    scoring = [name for name, region in printed.regions.items() if region.value.point]
    colours = {name: f"C{at}" if at < 10 else ("teal", "gold")[at - 10] for at, name in enumerate(scoring)}
    at = {key: (zone.value.longitude, zone.value.latitude) for key, zone in printed.zones.items()}
    for fact in printed.borders.values():
        border = fact.value
        (x0, y0), (x1, y1) = (at[name] for name in border.zones)
        shut = bool(border.river) and not border.bridge
        colour = "tab:blue" if border.river else ("0.8" if fact.assumed else "black")
        style = ":" if shut else ("--" if fact.assumed and border.river else "-")
        axes.plot([x0, x1], [y0, y1], color=colour, linestyle=style, linewidth=2 if border.river else 1.2, zorder=1)
        if border.bridge:
            axes.plot((x0 + x1) / 2, (y0 + y1) / 2, marker="s", color="tab:blue", markersize=6, zorder=2)
    marks = printed.marks
    for key, fact in printed.zones.items():
        zone = fact.value
        x, y = at[key]
        colour = colours.get(zone.region, "0.45")
        printed_all = "assumed" not in fact.source
        axes.plot(
            x, y, marker=MARKER[zone.place], markersize=15 if zone.place != "paris" else 24, color=colour,
            markerfacecolor=colour if printed_all else "white", markeredgewidth=2.5, zorder=3,
        )  # fmt: skip
        if zone.coast:
            axes.plot(x, y, marker="o", markersize=25, color="tab:blue", markerfacecolor="none", zorder=2)
        if key in marks["routier_camps"].value:
            axes.plot(x, y + 0.14, marker="^", markersize=10, color="black", zorder=4)
        name = zone.name if not zone.place_name or zone.place_name == zone.name else f"{zone.name}\n({zone.place_name})"
        style = "normal" if printed_all else "italic"
        below, beside = (-15, 14) if zone.coast else (-11, 10)  # clear of the mark, and of the ring around a coast
        axes.annotate(name, (x, y), (0, below), textcoords="offset points", ha="center", va="top", fontsize=8,
                      style=style, color=colour if zone.region in colours else "0.3", path_effects=HALO)  # fmt: skip
        garrison = printed.setup.get(key)
        if garrison is not None:
            told = " ".join(f"{n}{UNITS[kind]}" for kind, n in garrison.value.model_dump().items() if n)
            axes.annotate(told, (x, y), (beside, 6), textcoords="offset points", fontsize=8, weight="bold",
                          path_effects=HALO, color="0.55" if "assumed" in garrison.source else "black")  # fmt: skip
    legend = [
        Line2D([], [], marker="D", linestyle="", color="0.3", label="city (named in the rulebook's text)"),
        Line2D(
            [], [], marker="D", linestyle="", color="0.3", markerfacecolor="white", label="city (assumed to be one)"
        ),
        Line2D([], [], marker="s", linestyle="", color="0.3", markerfacecolor="white", label="town"),
        Line2D([], [], marker="o", linestyle="", color="0.3", markerfacecolor="white", label="zone without a place"),
        Line2D(
            [], [], marker="o", markersize=14, linestyle="", color="tab:blue", markerfacecolor="none", label="coast"
        ),
        Line2D([], [], marker="^", linestyle="", color="black", label="Routier camp (assumed)"),
        Line2D([], [], color="black", label="border from the rulebook's text"),
        Line2D([], [], color="0.8", label="border (assumed)"),
        Line2D([], [], color="tab:blue", linestyle="--", marker="s", label="river with a bridge (assumed)"),
        Line2D([], [], color="tab:blue", linestyle=":", label="river without a bridge (assumed)"),
        *(Line2D([], [], marker="o", linestyle="", color=hue, label=f"{name}: 1 VP") for name, hue in colours.items()),
    ]
    axes.legend(handles=legend, loc="lower left", fontsize=8)
    axes.set_title(
        "La guerre de Cent Ans: the board as data. Hollow marks, italics and grey counts are assumed, in whole or in "
        "part, and not in the rulebook's text.\nUnits: " + ", ".join(f"{sign} {kind}" for kind, sign in UNITS.items()),
        fontsize=11,
    )  # fmt: skip
    return figure


def main(file: Path = HOME) -> None:
    """Draw the map of the board that ships with the package."""
    printed = full_facts()
    assumed = sum("assumed" in fact.source for _, fact in printed.items())
    file.parent.mkdir(parents=True, exist_ok=True)
    write_png(draw(printed), file, {"board": printed.digest, "assumed facts": str(assumed)})


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
