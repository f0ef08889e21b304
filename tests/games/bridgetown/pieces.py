"""What only these tests know of the game: flags are conserved, and nothing is secret."""

from __future__ import annotations

from branchline.core.action import Action
from branchline.games.bridgetown.rules import Bridgetown
from branchline.games.bridgetown.state import MODES, BridgetownState


def audit(game: Bridgetown, state: BridgetownState) -> None:
    """Every flag is in the bag, on a bridge or on a card; one flag a bridge and a place."""
    tables = game.tables
    seen = 0
    for colour in range(MODES):
        on_cards = [state.cards[seat * MODES + colour] for seat in range(state.players)]
        blue = state.with_rails and colour == tables.streetcar
        total = tables.blue_flags if blue else tables.per_colour[state.players]
        lying = state.flags[colour]
        assert state.bag[colour] >= 0
        assert state.bag[colour] + lying.bit_count() + sum(map(int.bit_count, on_cards)) == total
        assert not seen & lying, "two flags lie on one bridge"
        seen |= lying
        if blue:
            assert lying in (0, 1 << tables.rail_bridge), "blue lies only on Steel"
    if state.with_rails:
        others = sum(lying for colour, lying in enumerate(state.flags) if colour != tables.streetcar)
        assert not others >> tables.rail_bridge & 1, "only blue lies on Steel"
    for seat in range(state.players):
        card = state.cards[seat * MODES : seat * MODES + MODES]
        assert sum(card) == state.held[seat], "a card has one flag a place"
        assert state.modes[seat].bit_count() + state.specials[seat].bit_count() <= 3
        assert state.specials[seat].bit_count() <= 2


def reveals(game: Bridgetown, state: BridgetownState, action: Action) -> bool:
    return False
