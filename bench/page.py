"""docs/bots.md has tables that are made of kept results: where these lie, and how a table gets there."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Collection
from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs"
RESULTS = DOCS / "results"
PAGE = DOCS / "bots.md"


def with_table(name: str, table: str) -> str:
    """The page with this in the place that `dev.py NAME` fills."""
    begin, end = f"<!-- {name}: made by dev.py {name} -->", f"<!-- end of the {name} -->"
    before, rest = PAGE.read_text("utf-8").split(begin)
    _, after = rest.split(end)
    return f"{before}{begin}\n\n{table}{end}{after}"


def chosen_by(parser: ArgumentParser, titles: Collection[str]) -> Namespace:
    """What was typed: titles that there are, and numbers of one or more."""
    parser.add_argument(
        "only", nargs="*", metavar="GAME", help=f"of {', '.join(titles)}; all if none is named"
    )
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="(all cores)")
    chosen = parser.parse_args()
    if unknown := [game for game in chosen.only if game not in titles]:
        parser.error(f"there is no game {unknown[0]!r}: choose from {', '.join(titles)}")
    numbers = {name: value for name, value in vars(chosen).items() if isinstance(value, int)}
    if min(numbers.values()) < 1:
        parser.error(f"{' and '.join(f'--{name}' for name in numbers)} are 1 or more")
    return chosen
