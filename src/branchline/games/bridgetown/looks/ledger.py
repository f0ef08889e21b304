"""What a move brings or costs a seat: flags and colours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from branchline.games.bridgetown.rules.state import ALL_BRIDGES, MODES, BridgetownState

if TYPE_CHECKING:
    from branchline.games.bridgetown.looks import Looks


def ledger(
    looks: Looks, state: BridgetownState, events: list[tuple[Any, ...]], seat: int
) -> list[tuple[int, str]]:
    """Flags and colours are what counts: one point for each that these events bring or cost."""
    rows: list[tuple[int, str]] = []
    words, tables = looks.game.words, looks.game.tables
    card = state.cards[seat * MODES : seat * MODES + MODES]
    taken: dict[int, int] = {}
    given: dict[int, int] = {}
    full = 0
    for event in events:
        if event[0] == "gave-back" and event[1] == seat:
            colour = tables.colour[event[3]]
            given[colour] = given.get(colour, 0) + 1
            full |= 1 << tables.bridge[event[2]]
        elif event[0] == "took" and event[1] == seat:
            mode = tables.mode[event[3]]
            taken[mode] = taken.get(mode, 0) + 1
            new = not full >> tables.bridge[event[2]] & 1
            rows.append((int(new), words.sentence("ui", "ledger.took", event[2])))
    for colour in range(MODES):
        now = card[colour].bit_count()
        before = now - taken.get(colour, 0) + given.get(colour, 0)
        if now and not before:
            rows.append((1, words.sentence("ui", "ledger.colour", tables.colours[colour])))
        elif before and not now:
            rows.append((-1, words.sentence("ui", "ledger.lost", tables.colours[colour])))
    if state.held[seat] == ALL_BRIDGES:
        rows.append((0, words.sentence("ui", "ledger.eight")))
    return rows
