"""What a move brings or costs a seat, in the units of its score, and what a coordinator is there for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from branchline.games.bridgetown.rules.state import ALL_BRIDGES, BRIDGES, MODES, BridgetownState
from branchline.games.bridgetown.rules.tables import WALK

if TYPE_CHECKING:
    from branchline.games.bridgetown.looks import Looks


def ledger(
    looks: Looks, state: BridgetownState, events: list[tuple[Any, ...]], seat: int
) -> list[tuple[int, str]]:
    """Colours are the score, and a flag of every bridge is as much as there are bridges (end.eight).

    A flag alone brings no point, and is named all the same; a coordinator says what one will ride.
    """
    rows: list[tuple[int, str]] = []
    words, tables = looks.game.words, looks.game.tables
    own = [event for event in events if event[1:2] == (seat,)]
    taken = [event for event in own if event[0] == "took"]
    given = [event for event in own if event[0] == "gave-back"]
    exchanged = [event[2] for event in given]
    for event in own:
        if event[0] == "placed":
            rows.append((0, _coordinator(looks, state, event[2], seat)))
        elif event[0] == "took" and event[2] in exchanged:
            rows.append((0, words.sentence("ui", "ledger.exchanged", event[2])))
        elif event[0] == "took":
            held = state.held[seat].bit_count()
            rows.append((0, words.sentence("ui", "ledger.took", event[2], held, BRIDGES)))
    for _, _, _, colour, colours in given:
        if colours:
            rows.append((colours, words.sentence("ui", "ledger.lost", colour)))
    for _, _, _, mode, colours in taken:
        if colours:
            rows.append((colours, words.sentence("ui", "ledger.colour", tables.colours[tables.mode[mode]])))
    if state.held[seat] == ALL_BRIDGES and taken:
        card = state.cards[seat * MODES : seat * MODES + MODES]
        rows.append((BRIDGES - MODES + card.count(0), words.sentence("ui", "ledger.eight")))
    return rows


def _coordinator(looks: Looks, state: BridgetownState, id: str, seat: int) -> str:
    """What one will do with a coordinator there, as the wheel stands now."""
    words, tables = looks.game.words, looks.game.tables
    mode = tables.mode.get(id)
    if mode is None:
        return words.sentence("ui", "ledger.special", id, words.filled("ui", f"special.{id}"))
    others = sum(each >> mode & 1 for other, each in enumerate(state.modes) if other != seat)
    key = "ledger.walk" if tables.network[mode] == WALK else "ledger.ride"
    return words.sentence("ui", key, id, tables.speed[mode] + others, tables.colours[mode])
