"""What is wrong with a board file that meets the schema: lengths that do not go together, a thin deck."""

from __future__ import annotations

from typing import Any

from branchline.core.board import Fault

STRINGS = 20  # laid in a game of any number of players, each after a draw
MOST = 57  # tiles of a deck: with five homes they are as many as a table holds


def judge(data: dict[str, Any]) -> list[Fault]:
    """Every fault, with its key."""
    measures, deck = data["measures"], data["deck"]
    faults = []
    if measures["long"] <= measures["short"]:
        faults.append(("measures.long", "is not longer than the short string"))
    if measures["short"] < 3 * measures["tile"]:
        faults.append(("measures.short", "is too short to join two stations: three tiles at least"))
    if 8 * measures["tile"] > measures["loop"] // 4:
        faults.append(("measures.tile", "is too large for the field: a side holds eight tiles at least"))
    if 2 * measures["mountain"] > measures["loop"]:
        faults.append(("measures.mountain", "does not fit into the field: half the loop at most"))
    if 4 * measures["river"] > measures["loop"]:
        faults.append(("measures.river", "does not fit into the field: a quarter of the loop at most"))
    if 2 * measures.get("graze", 0) >= measures["tile"]:
        faults.append(("measures.graze", "leaves nothing of a tile"))
    tiles, countryside = sum(deck.values()), deck.get("countryside", 0)
    needed = STRINGS + 1 + min(countryside, STRINGS)
    if tiles < needed:
        faults.append(("deck", f"has {tiles} tiles, but a game may draw {needed}"))
    if tiles > MOST:
        faults.append(("deck", f"has {tiles} tiles, but the table holds {MOST}"))
    return faults
