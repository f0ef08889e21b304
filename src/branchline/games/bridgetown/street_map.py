"""The city as characters, for the terminal: streets, rails, bridges with their flags, and racers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.game import Json

if TYPE_CHECKING:
    from branchline.games.bridgetown.rules import Bridgetown

COLUMNS = 78  # so that the map fits a terminal of 80
TALL = 2.1  # a character is about this much taller than wide
SIGNS = {"junction": "○", "road": "∘", "rail": "●", "overpass": "▣", "start": "▶"}
LEGEND = (
    "○ ∘ space  ● on the rails  ▣ overpass  ═ ‖ rails  · street  ▶ start",
    "CAPITALS are flags, small letters are racers, + is several racers",
)


def map_lines(game: Bridgetown, signs: dict[str, str]) -> list[str]:
    """The map in rows; `signs` are ready-made marks, one character wide, that replace a space's own."""
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
    lines = ["".join(row).rstrip() for row in grid]
    return [*filter(None, lines), *LEGEND]


def _cell(node: Json, across: float, rows: int) -> tuple[int, int]:
    column, row = round(node["x"] / across), round(node["y"] / across / TALL)
    return min(max(column, 0), COLUMNS), min(max(row, 0), rows)


def _street(grid: list[list[str]], a: tuple[int, int], b: tuple[int, int], edge: Json) -> None:
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
