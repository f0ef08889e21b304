"""Every point that a turn brings, and what for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from branchline.games.string_railway.rules.state import COMPANIES, StringState

if TYPE_CHECKING:
    from branchline.games.string_railway.looks import Looks


def ledger(
    looks: Looks, state: StringState, events: list[tuple[Any, ...]], seat: int
) -> list[tuple[int, str]]:
    """Every point that these events bring to the seat's companies, with place and thing."""
    rows = []
    for event in events:
        if event[0] not in ("entered", "visited", "crossed"):
            continue
        points = event[4] if event[0] == "crossed" else event[3]
        if points and state.seat(COMPANIES.index(event[1])) == seat:
            rows.append((points, looks.game.words.sentence("ui", f"ledger.{event[0]}", *event[1:])))
    return rows
