"""Where points came from, for the end: passengers by the station where they got off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from branchline.core.game import OVER
from branchline.core.looks import Origin
from branchline.games.koplopers.rules.state import UNITS, KoplopersState

if TYPE_CHECKING:
    from branchline.games.koplopers.looks import Looks


def points(looks: Looks, state: KoplopersState) -> list[int]:
    """Passengers delivered; score.advanced: those who are left aboard are paid for at the end."""
    if state.to_move == OVER:
        return [score[0] for score in looks.game.scores(state)]
    return list(state.delivered)


def origins(looks: Looks, state: KoplopersState, events: list[tuple[Any, ...]], seat: int) -> list[Origin]:
    """score.passengers, score.advanced."""
    words = looks.game.words
    found: list[Origin] = [
        (event[5], words.sentence("looks", "origin.delivered"), words.name(event[4]))
        for event in events
        if event[0] == "alighted" and event[1] == seat
    ]
    left = sum(state.load[seat * UNITS : seat * UNITS + UNITS])
    if state.to_move == OVER and state.advanced and left:
        found.append((-left, words.sentence("looks", "origin.left"), ""))
    return found
