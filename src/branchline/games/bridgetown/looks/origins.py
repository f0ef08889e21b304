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
    name, tables, found = looks.game.words.name, looks.game.tables, []
    card = state.cards[seat * MODES : seat * MODES + MODES]
    taken: dict[int, list[str]] = {}
    given: dict[int, list[str]] = {}
    for event in events:
        if event[0] == "took" and event[1] == seat:
            taken.setdefault(tables.mode[event[3]], []).append(event[2])
        elif event[0] == "gave-back" and event[1] == seat:
            given.setdefault(tables.colour[event[3]], []).append(event[2])
    for colour in range(MODES):
        now = card[colour].bit_count()
        before = now - len(taken.get(colour, ())) + len(given.get(colour, ()))
        if now and not before:
            found.append((1, f"The colour {name(tables.colours[colour])}", name(taken[colour][0])))
        elif before and not now:
            found.append((-1, f"The colour {name(tables.colours[colour])}", name(given[colour][0])))
    if state.held[seat] == ALL_BRIDGES and sum(map(len, taken.values())) > sum(map(len, given.values())):
        found.append((BRIDGES - MODES + card.count(0), "A flag of every bridge", ""))
    return found
