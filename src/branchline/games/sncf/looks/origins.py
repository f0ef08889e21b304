"""Where points came from, for the end: cities of the railroads that one held, and trades."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from branchline.core.looks import Origin
from branchline.games.sncf.rules.state import COLOURS, PENALTY, SHARE_LIMIT, SncfState

if TYPE_CHECKING:
    from branchline.games.sncf.looks import Looks


def origins(looks: Looks, state: SncfState, events: list[tuple[Any, ...]], seat: int) -> list[Origin]:
    """score.shares, score.limit: what each city and each trade changed of the worth of this hand."""
    words, found = looks.game.words, []
    hand = dict(zip(COLOURS, state.hands[seat * 6 : seat * 6 + 6], strict=True))
    value = dict(zip(COLOURS, state.value, strict=True))
    for event in events:
        if event[0] == "city" and hand[event[1]]:
            found.append(
                (
                    event[3] * hand[event[1]],
                    words.sentence("looks", "origin.shares", event[1]),
                    words.name(event[2]),
                )
            )
        elif event[0] == "traded" and event[1] == seat:
            _, _, sold, bought, count = event
            trade = words.sentence("looks", "origin.trade", sold, bought)
            gain = value[bought] * count - value[sold]
            found.append((gain, words.sentence("looks", "origin.trades"), trade))
            if count == 2 and state.shares[seat] > SHARE_LIMIT[state.players]:
                found.append((-PENALTY, words.sentence("looks", "origin.over"), words.name(bought)))
    return found
