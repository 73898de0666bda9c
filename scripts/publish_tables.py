"""Make the outcome tables that the project publishes: `python scripts/publish_tables.py [FOLDER]` (default: tables/).

Each table is written as CSV (six significant digits) and as Parquet (all digits); README.md says how to read them.
What is in them: `outcome_tables`, a module for each game. Prints how long each took to
compute, compilation included: after a change of the rules the second run tells the speed.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from time import perf_counter

import pandas as pd
from outcome_tables import GAMES, REGRET
from outcome_tables.regret import COLUMNS as REGRET_COLUMNS
from outcome_tables.shared import COMMAND, Game, Published, meaning

from simcore.io.files import write_whole
from simcore.tables import beyond_the_rulebook, told_policies, write_table

HOME = Path(__file__).resolve().parents[1] / "tables"
CSV_DIGITS = 6
TABLES = (*(published for game in GAMES for published in game.tables), REGRET)


def described(columns_of: Mapping[str, str], published: Published, frame: pd.DataFrame) -> str:
    told: dict[str, list[str]] = {}
    for column in frame.columns:
        told.setdefault(meaning(column, columns_of), []).append(f"`{column}`")
    lines = "\n".join(f"| {', '.join(columns)} | {text} |" for text, columns in told.items())
    beyond = " ".join(beyond_the_rulebook(frame.attrs)) or "All its figures are in the rulebook."
    beyond = " ".join([*told_policies(frame.attrs), beyond])
    return (
        f"### {published.title}\n\n[{published.name}.csv]({published.name}.csv), "
        f"[{published.name}.parquet]({published.name}.parquet): {len(frame):,} rows. {published.text}\n\n"
        f"{beyond} Made by `{frame.attrs['command']}`.\n\n"
        f"| columns | what they hold |\n| --- | --- |\n{lines}\n"
    )


def chapter(game: Game, frames: dict[str, pd.DataFrame]) -> str:
    parts = "\n".join(described(game.columns, published, frames[published.name]) for published in game.tables)
    return (
        f"## {game.title}\n\nHow the rules are read: [READINGS.md](../simcore/games/{game.house}/READINGS.md); "
        f"figures with their sources: `simcore facts {game.slug}` (`--assumed`: only what is assumed).\n\n{parts}"
    )


def readme(frames: dict[str, pd.DataFrame]) -> str:
    parts = "\n".join(chapter(game, frames) for game in GAMES)
    parts += f"\n## Policies of all games\n\n{described(REGRET_COLUMNS, REGRET, frames[REGRET.name])}"
    return f"""# Outcome tables

Made by `{COMMAND}`, never by hand; pictures of them are in [reports](../reports/README.md).
All chances are shares of 1, all means are in units, points or rounds. CSV files hold {CSV_DIGITS} significant digits,
Parquet files all. A table names the figures that it rests on and its rulebook's text does not carry: *assumed* ones are
this project's guess, *public* ones are published elsewhere, by others. A table that rests on neither says so.
Where a policy decides anything, the table names it; where none is named, none does.

## Reading them

Beside a CSV file lies another one (`.csv.meta.json`), and a Parquet schema has a key `simcore`: both hold the
scenarios, the sweeps, the digest of the rules, the version, the policies, the assumed and the public facts, and the
command as JSON.

```python
import pandas as pd
from simcore.tables import read_table

frame = read_table("tables/cent-ans-units.parquet")  # or .csv; the metadata is in frame.attrs
frame = pd.read_parquet("tables/cent-ans-units.parquet")  # the same without simcore
frame = pd.read_csv("tables/cent-ans-units.csv")  # bare columns
```

```sql
-- DuckDB: the rows, and the metadata as JSON text
SELECT * FROM 'tables/cent-ans-units.parquet';
SELECT decode(value) FROM parquet_kv_metadata('tables/cent-ans-units.parquet') WHERE decode(key) = 'simcore';
```

```python
import json
import polars

frame = polars.read_parquet("tables/cent-ans-units.parquet")
metadata = json.loads(polars.read_parquet_metadata("tables/cent-ans-units.parquet")["simcore"])
```

{parts}"""


def timed(published: Published) -> pd.DataFrame:
    began = perf_counter()
    frame = published.make()
    print(f"{published.name}: {len(frame):,} rows in {perf_counter() - began:.2f} s", flush=True)
    return frame


def main(folder: Path = HOME) -> None:
    """Make every table, then write them all."""
    frames = {published.name: timed(published) for published in TABLES}
    folder.mkdir(parents=True, exist_ok=True)
    for name, frame in frames.items():
        write_table(frame, folder / f"{name}.csv", digits=CSV_DIGITS)
        write_table(frame, folder / f"{name}.parquet")
    text = readme(frames)
    write_whole(folder / "README.md", lambda file: file.write(text.encode()))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
