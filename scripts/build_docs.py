"""Gathers the pages and whatever they link to in build/docs/source and builds the site from them: docs/mkdocs.yml.

Pages keep their places, so that a link is the same on the site as in the folder. What a page links to is gathered too,
and the pages among it are read in their turn; a link that leads nowhere stops the build, here or in MkDocs.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build" / "docs"
LINK = re.compile(r"\]\(([^)\s#]+)[^)]*\)")
CODE = re.compile(r"```.*?```", re.DOTALL)


def linked(page: Path) -> list[Path]:
    """The files that a page links to. Stops for one that is not there."""
    found = []
    for link in LINK.findall(CODE.sub("", page.read_text(encoding="utf-8"))):
        if not link.startswith(("http:", "https:", "mailto:")):
            target = (page.parent / link).resolve()
            if not target.is_file() or not target.is_relative_to(ROOT):
                sys.exit(f"{page.relative_to(ROOT)}: {link} leads to no file of this project")
            found.append(target)
    return found


def gathered() -> set[Path]:
    """The README, all pages in docs/, and all files that can be reached from them."""
    waiting = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    found: set[Path] = set()
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting += linked(file) if file.suffix == ".md" else []
    return found


def main() -> None:
    """Gather, and build."""
    source = BUILD / "source"
    shutil.rmtree(source, ignore_errors=True)
    for file in sorted(gathered()):
        place = source / file.relative_to(ROOT)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, place)
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--clean"]  # less said would be less found
    code = subprocess.run([*command, "--config-file", str(ROOT / "docs" / "mkdocs.yml")], cwd=ROOT).returncode
    if code == 0:
        print(f"built: {BUILD / 'site' / 'index.html'}")
    sys.exit(code)


if __name__ == "__main__":
    main()
