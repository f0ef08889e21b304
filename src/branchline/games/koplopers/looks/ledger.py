"""What an action brings to a seat, as points and why, before it is done and in the log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from branchline.games.koplopers.rules.state import UNITS, KoplopersState

if TYPE_CHECKING:
    from branchline.games.koplopers.looks import Looks


def ledger(
    looks: Looks, state: KoplopersState, events: list[tuple[Any, ...]], seat: int
) -> list[tuple[int, str]]:
    """Passengers who arrive; those who board are named, too, but bring nothing yet."""
    rows: list[tuple[int, str]] = []
    game, words = looks.game, looks.game.words
    for event in events:
        if event[0] == "alighted" and event[1] == seat:
            rows.append((event[5], words.sentence("ui", "ledger.alighted", event[5], event[4])))
        elif event[0] in ("boarded", "picked") and game.train[event[1]] // UNITS == seat:
            ticket = game.chip[event[2]]
            rows.append((0, words.sentence("ui", "ledger.aboard", ticket["passengers"], ticket["dest"])))
    return rows
