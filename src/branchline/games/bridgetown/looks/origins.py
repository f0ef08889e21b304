"""Where points came from, for the end: colours by the bridge where the first flag was taken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from branchline.core.looks import Origin
from branchline.games.bridgetown.rules.state import ALL_BRIDGES, BRIDGES, MODES, BridgetownState

if TYPE_CHECKING:
    from branchline.games.bridgetown.looks import Looks


def points(looks: Looks, state: BridgetownState) -> list[int]:
    """end.colours, end.eight: a flag of every bridge counts as all of them."""
    cards = [state.cards[seat * MODES : seat * MODES + MODES] for seat in range(state.players)]
    return [
        BRIDGES if state.held[seat] == ALL_BRIDGES else MODES - card.count(0)
        for seat, card in enumerate(cards)
    ]


def origins(looks: Looks, state: BridgetownState, events: list[tuple[Any, ...]], seat: int) -> list[Origin]:
    """Colours that are new on the card, and those that an exchange has cost."""
    words, tables, found = looks.game.words, looks.game.tables, []
    own = [event for event in events if event[0] in ("took", "gave-back") and event[1] == seat]
    for what, _, bridge, by, colours in own:
        if colours:
            colour = tables.colours[tables.mode[by]] if what == "took" else by
            found.append((colours, words.sentence("looks", "origin.colour", colour), words.name(bridge)))
    more = sum(1 if what == "took" else -1 for what, *_ in own)
    if state.held[seat] == ALL_BRIDGES and more > 0:
        card = state.cards[seat * MODES : seat * MODES + MODES]
        every = words.sentence("looks", "origin.eight")
        found.append((BRIDGES - MODES + card.count(0), every, ""))
    return found
