"""How a position looks to a seat: flags and colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.game import OVER, winners
from branchline.games.bridgetown.mind.weights import COLOUR, FLAG
from branchline.games.bridgetown.rules.state import ALL_BRIDGES, MODES, BridgetownState

if TYPE_CHECKING:
    from branchline.games.bridgetown.mind import Mind

WINNING = 20.0


def value(mind: Mind, state: BridgetownState, seat: int) -> float:
    """My flags and colours less those of the others, of whom the best counts most."""
    worth = [_card(state, other) for other in range(state.players)]
    mine = worth.pop(seat)
    apart = mine - 0.5 * max(worth) - 0.5 * sum(worth) / len(worth)
    if state.to_move == OVER:
        won = winners(mind.game.scores(state))
        return apart + (WINNING / len(won) if seat in won else -WINNING)
    return apart


def _card(state: BridgetownState, seat: int) -> float:
    held, card = state.held[seat], state.cards[seat * MODES : seat * MODES + MODES]
    colours = MODES - card.count(0)
    return FLAG * held.bit_count() + COLOUR * colours + (WINNING if held == ALL_BRIDGES else 0)
