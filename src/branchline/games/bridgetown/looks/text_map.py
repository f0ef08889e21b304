"""The city as characters, for the terminal: streets, rails, bridges with their flags, and racers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from branchline.core.game import Json

if TYPE_CHECKING:
    from branchline.games.bridgetown.rules.game import Bridgetown

COLUMNS = 78  # so that the map fits a terminal of 80
TALL = 2.1  # a character is about this much taller than wide
SIGNS = {"junction": "○", "road": "∘", "rail": "●", "overpass": "▣", "start": "▶"}
LEGEND = ("map.signs", "map.letters")
Cell = tuple[int, int]  # column and row
Grid = list[list[str]]


def map_lines(game: Bridgetown, signs: dict[str, str], labels: Iterable[str] = ()) -> list[str]:
    """The map in rows; `signs` are ready-made marks, one character wide, that replace a space's own.

    `labels` are spaces that get their id beside them, the most important first.
    """
    data = game.board.data
    across = data["canvas"][0] / COLUMNS
    rows = round(data["canvas"][1] / across / TALL)
    grid = [[" "] * (COLUMNS + 1) for _ in range(rows + 1)]
    at = {node["id"]: _cell(node, across, rows) for node in data["nodes"]}
    for edge in data["edges"]:
        if edge["kind"] != "stairs":
            _street(grid, at[edge["a"]], at[edge["b"]], edge)
    for node in data["nodes"]:
        column, row = at[node["id"]]
        sign = "●" if node["rail"] else SIGNS.get(node["kind"], "○")
        grid[row][column] = signs.get(node["id"], sign)
    taken = set(at.values())
    for id in labels:
        _label(grid, taken, id, at[id])
    lines = ["".join(row).rstrip() for row in grid]
    return [*filter(None, lines), *(game.words.sentence("looks", key) for key in LEGEND)]


def _cell(node: Json, across: float, rows: int) -> Cell:
    column, row = round(node["x"] / across), round(node["y"] / across / TALL)
    return min(max(column, 0), COLUMNS), min(max(row, 0), rows)


def _street(grid: Grid, a: Cell, b: Cell, edge: Json) -> None:
    """A thin line of characters; rails and bridges are heavier than streets."""
    steps = max(abs(b[0] - a[0]), abs(b[1] - a[1]), 1)
    level = abs(b[0] - a[0]) >= abs(b[1] - a[1])
    sign = "·"
    if edge["rail"]:
        sign = "[blue]═[/]" if level else "[blue]‖[/]"
    elif edge["kind"] == "bridge":
        sign = "[bold]─[/]"
    for step in range(1, steps):
        column = round(a[0] + (b[0] - a[0]) * step / steps)
        row = round(a[1] + (b[1] - a[1]) * step / steps)
        if grid[row][column] == " ":
            grid[row][column] = sign


def _label(grid: Grid, taken: set[Cell], id: str, at: Cell) -> None:
    """An id right, left, below or above its space, where it hides least; nowhere if it would hide a space."""
    (column, row), size = at, len(id)
    best, least = None, size
    for left, line in (
        (column + 1, row),
        (column - size, row),
        *((column + shift - size // 2, row + down) for down in (1, -1) for shift in (0, 2, -2, 4, -4)),
    ):
        if not 0 <= line < len(grid) or not 0 <= left <= len(grid[0]) - size:
            continue
        cells = [(left + place, line) for place in range(size)]
        # a space between two labels, so that they are read as two
        if taken.intersection(cells) - {at} or {(left - 1, line), (left + size, line)} & (taken - {at}):
            continue
        hidden = sum(grid[line][each] != " " for each, _ in cells)
        if hidden < least:
            best, least = cells, hidden
    if best is None:
        return
    taken.update(best)
    for each, line in best:
        grid[line][each] = ""
    grid[best[0][1]][best[0][0]] = f"[cyan]{id}[/]"
