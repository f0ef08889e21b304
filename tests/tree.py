"""The tree of every game folder, for docs/architecture.md, made from the files that are there.

python -m tests.tree     writes it into the page; tests/test_architecture.py compares
"""

from __future__ import annotations

import textwrap
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from branchline.games import GAMES
from tests.checkout import ROOT

PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- made by python -m tests.tree -->\n", "<!-- until here -->\n"
HOMES = ROOT / "src" / "branchline" / "games"
FOLDERS = sorted({each for each in GAMES.values() if (HOMES / each / "rules").is_dir()})  # those with floors
WIDTH = 90


def files(home: Path) -> Iterator[str]:
    """Everything below a folder that is no cache, by its path from there."""
    for path in sorted(home.rglob("*")):
        name = path.relative_to(home).as_posix()
        if path.is_file() and "__pycache__" not in name:
            yield name


def shelf(home: Path) -> list[str]:
    """A folder in lines: its own files, then those of each folder in it; modules by their bare names."""
    shelves: dict[str, list[str]] = defaultdict(list)
    for name in files(home):
        folder, _, file = name.rpartition("/")
        if file != "__init__.py":
            shelves[folder].append(file.removesuffix(".py"))
    lines = []
    for folder, names in sorted(shelves.items()):
        names = ["games between bots, up to their puzzles"] if folder == "puzzles" else names
        head = f"  {folder + '/' if folder else '':<15} "
        lines += textwrap.wrap(
            "  ".join(names),
            WIDTH,
            initial_indent=head,
            subsequent_indent=" " * len(head),
            break_on_hyphens=False,
        )
    return lines


def trees(above: str) -> str:
    """The folders of all games below one."""
    lines = [line for name in FOLDERS for line in (f"{name}/", *shelf(ROOT / above / name))]
    return f"In `{above}`:\n\n```text\n" + "\n".join(lines) + "\n```\n"


def shared() -> str:
    """Which module names the games share, floor by floor."""
    homes: dict[str, set[str]] = defaultdict(set)
    for folder in FOLDERS:
        for name in files(HOMES / folder):
            if name.endswith(".py"):
                homes[name].add(folder)
    everywhere = [name for name in homes if len(homes[name]) == len(FOLDERS)]
    lines = [
        f"{len(everywhere)} of {len(homes)} names of modules are shared by all {len(FOLDERS)} games "
        "(9 of 82 before they had floors).",
        "",
        "| floor | in every game | in some | in one alone |",
        "|---|---|---|---|",
    ]
    floors: dict[str, list[list[str]]] = defaultdict(lambda: [[], [], []])
    for name, games in sorted(homes.items()):
        floor, _, module = name.removesuffix(".py").rpartition("/")
        column = 0 if len(games) == len(FOLDERS) else 1 if len(games) > 1 else 2
        if module != "__init__":
            floors[floor][column].append(f"`{module}`")
    lines += [
        f"| `{floor}/` | {' | '.join(', '.join(cell) for cell in columns)} |"
        for floor, columns in sorted(floors.items())
    ]
    return "\n".join([*lines, ""])


def made() -> str:
    return "\n".join([BEGIN, trees("src/branchline/games"), shared(), trees("frontend/src/games")])


def page(text: str) -> str:
    """The page with what is made put in again."""
    before, found, rest = text.partition(BEGIN)
    _, ended, after = rest.partition(END)
    assert found and ended, f"docs/architecture.md has no '{BEGIN.strip()}' ... '{END.strip()}'"
    return before + made() + END + after


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
