"""What the contract's suite cannot know of Koplopers: chips, cards, units and counters agree."""

from __future__ import annotations

from branchline.core.action import Action
from branchline.games.koplopers.rules import Koplopers
from branchline.games.koplopers.state import CHIPS, DIVIDE, UNITS, KoplopersState, capacity, in_reserve


def audit(game: Koplopers, state: KoplopersState) -> None:
    """Every chip, card and unit is in one place, and what is counted is what is there."""
    tables = game.tables
    chips = 0
    for group in (*state.waiting, *state.aboard, *state.box):
        assert not chips & group, "a chip is in two places"
        chips |= group
    if state.phase != CHIPS:
        assert chips == (1 << len(tables.chips)) - 1, "a chip is lost"
    assert state.chips_left == sum(group.bit_count() for group in state.waiting)
    cards = state.deck | state.discard
    assert not state.deck & state.discard
    for seat, hand in enumerate(state.hands):
        assert not cards & hand, "a card is in two places"
        assert hand.bit_count() == state.held[seat]
        assert (hand & ~state.pile).bit_count() == state.old[seat]
        cards |= hand
        assert state.delivered[seat] == tables.total(state.box[seat])
        assert 0 <= in_reserve(state, seat) <= UNITS, "a unit is lost"
    assert cards == (1 << len(tables.cards)) - 1, "a card is lost"
    occupied = 0
    for train, direction in enumerate(state.at):
        assert state.load[train] == tables.total(state.aboard[train])
        if direction >= 0:
            assert not occupied >> (direction >> 1) & 1, "two trains on one section"
            occupied |= 1 << (direction >> 1)
            assert state.load[train] <= capacity(state, train) or state.phase == DIVIDE
        else:
            assert not state.aboard[train], "passengers on a train that is not on the board"
    assert state.occupied == occupied
    disrupted = [station for station in state.letters if station >= 0]
    assert len(set(disrupted)) == len(disrupted), "two letters on one station"
    assert state.disrupted == sum(1 << station for station in disrupted)
    assert 0 <= state.points <= 5


def reveals(game: Koplopers, state: KoplopersState, action: Action) -> bool:
    """No action turns a secret into public knowledge but by showing it."""
    return False
