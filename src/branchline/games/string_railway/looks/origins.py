"""Where points came from, for the end: stations and crossings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from branchline.core.looks import Origin
from branchline.games.string_railway.rules.state import COMPANIES, StringState

if TYPE_CHECKING:
    from branchline.games.string_railway.looks import Looks


def origins(looks: Looks, state: StringState, events: list[tuple[Any, ...]], seat: int) -> list[Origin]:
    """Of each company of this seat; with two players only the lower one counts (end.two-players)."""
    words, found = looks.game.words, []
    whose = "-of" if state.players == 2 else ""  # each has two companies
    for event in events:
        if event[0] in ("entered", "visited", "crossed") and state.seat(COMPANIES.index(event[1])) == seat:
            points = event[4] if event[0] == "crossed" else event[3]
            if points:
                rule = words.sentence("looks", f"origin.{event[0]}{whose}", event[1])
                found.append((points, rule, words.name(event[2])))
    return found
