"""docs/bots.md has tables that are made of kept results: where these lie, and how a table gets there."""

from __future__ import annotations

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


def write(path: Path, text: str) -> None:
    """All of it or nothing: whoever is killed meanwhile leaves what was there before."""
    part = path.with_suffix(".part")
    part.write_text(text, "utf-8")
    part.replace(path)
