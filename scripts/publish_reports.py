"""Make the pictures of the published tables: `python scripts/publish_reports.py [FOLDER]` (default: reports/).

README.md there says what they show, with what is counted from the tables. What is drawn and found: `pictures`, a
module for each game, and the map. Then the page of full games, and the what-ifs, each by its own script (`what_if`).
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import full_games
import pandas as pd
import what_if
from pictures import CHAPTERS, cent_ans_map
from pictures.shared import Picture

from simcore.io.files import write_whole
from simcore.report.heatmap import write_png
from simcore.tables import read_table

ROOT = Path(__file__).resolve().parents[1]
COMMAND = "python3 tasks.py reports"
HOME, TABLES = ROOT / "reports", ROOT / "tables"
PICTURES = tuple(picture for pictures in CHAPTERS.values() for picture in pictures)
WHAT_IFS = tuple(import_module(f"what_if_{name}") for name in what_if.QUESTIONS)


def described(picture: Picture, frame: pd.DataFrame) -> str:
    findings = "\n".join(f"- {finding}" for finding in picture.told(frame))
    return (
        f"### {picture.title}\n\n![{picture.title}]({picture.name}.png)\n\n"
        f"{picture.text} From [{picture.table}](../tables/README.md), made by `{COMMAND}`.\n\n{findings}\n"
    )


def readme(frames: dict[str, pd.DataFrame]) -> str:
    parts = "\n".join(
        f"## {title}\n\n" + "\n".join(described(picture, frames[picture.table]) for picture in pictures)
        for title, pictures in CHAPTERS.items()
    )
    asked = "\n".join(f"- [{question}]({what_if.page_of(name)}.md)" for name, question in what_if.QUESTIONS.items())
    return (
        "# Full games and speed\n\n"
        f"- [Who wins whole games, and who plays well]({full_games.FILE})\n"
        f"- [The board of La guerre de Cent Ans as a map]({cent_ans_map.HOME.name}): what is assumed is hollow\n"
        "- [How fast it is, beside other programs](benchmarks.md): `python3 tasks.py bench --full --report reports`\n"
        f"\n# What-ifs\n\nQuestions of the rulebooks, each answered by a short script to run and change:\n\n{asked}\n\n"
        "# Pictures of the outcome tables\n\n"
        f"Made by `{COMMAND}` from the files in [tables](../tables/README.md), findings included; make them again "
        f"after the tables. All chances are exact.\n\n{parts}"
    )


def main(folder: Path = HOME) -> None:
    """Draw every picture, then write them all."""
    frames = {name: read_table(TABLES / f"{name}.parquet") for name in {picture.table for picture in PICTURES}}
    figures = {picture: picture.draw(frames[picture.table]) for picture in PICTURES}
    folder.mkdir(parents=True, exist_ok=True)
    for picture, figure in figures.items():
        attrs = frames[picture.table].attrs
        write_png(figure, folder / f"{picture.name}.png", {str(key): attrs[key] for key in attrs})
    cent_ans_map.main(folder / cent_ans_map.HOME.name)
    played = full_games.page()
    write_whole(folder / full_games.FILE, lambda file: file.write(played.encode()))
    text = readme(frames)
    write_whole(folder / "README.md", lambda file: file.write(text.encode()))
    for script in WHAT_IFS:
        what_if.publish(script.answer(), folder)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
