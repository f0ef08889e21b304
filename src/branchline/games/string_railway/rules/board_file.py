"""What is wrong with a board file that meets the schema: measures that do not go together, a thin deck.

Within these limits everything fits on the fields of all numbers of players, round free fields included: the
smallest is the triangle with a quarter of the loop as its side, in whose middle a round mountain and a round
river keep clear of the homes. All of it is arithmetic, so a board is judged at once.
"""

from __future__ import annotations

from typing import Any

from branchline.core.board import Fault, name_faults
from branchline.games.string_railway.geometry.measures import Measures

STRINGS = 20  # laid in a game of any number of players, each after a draw
MOST = 57  # tiles of a deck: with five homes they are as many as a table holds
CORE = 1_200  # of a tile that a string must reach: the search's grid (0.8 cm) has a point in it at any angle


def judge(game_id: str, data: dict[str, Any]) -> list[Fault]:
    """Every fault, with its key."""
    return [*_measures(Measures(**data["measures"])), *_deck(data["deck"]), *_title(data)]


def _measures(measures: Measures) -> list[Fault]:
    loop, tile = measures.loop, measures.tile
    faults = []
    if measures.long <= measures.short:
        faults.append(("measures.long", "is not longer than the short string"))
    if measures.short < 3 * tile:
        faults.append(("measures.short", "is too short to join two stations: three cards at least"))
    if 8 * tile > loop // 4:
        faults.append(("measures.tile", "is too large for the field: a side holds eight cards at least"))
    if 5 * measures.mountain > 2 * loop:
        faults.append(("measures.mountain", "does not fit into the triangle: two fifths of the loop at most"))
    if 4 * measures.river > loop:
        faults.append(("measures.river", "does not fit into the field: a quarter of the loop at most"))
    if tile - 2 * measures.graze < CORE:
        reason = f"leaves too little of a card: {CORE / 1000:g} cm between two edges at least"
        faults.append(("measures.graze", reason))
    if measures.arc_gap < 2 * measures.clear:
        faults.append(("measures.arc_gap", "is too small for any bend: twice the clearance at least"))
    for key, length in (("river", measures.river), ("mountain", measures.mountain)):
        if length < 16 * measures.bend:  # a round one has a radius of a sixth of it, and ovals are sharper
            faults.append((f"measures.{key}", "is too short for a loop: sixteen times the bend at least"))
    return faults


def _deck(deck: dict[str, int]) -> list[Fault]:
    tiles, countryside = sum(deck.values()), deck.get("countryside", 0)
    needed = STRINGS + 1 + min(countryside, STRINGS)
    if tiles < needed:
        return [("deck", f"has too few cards, {tiles}, but a game may draw {needed}")]
    if tiles > MOST:
        return [("deck", f"has too many cards, {tiles}, but the table holds {MOST}")]
    return []


def _title(data: dict[str, Any]) -> list[Fault]:
    return name_faults([("title", data["title"])], ()) if data.get("title") else []
