"""What a seat may know: everything but the order of the draws, and no state holds that."""

from __future__ import annotations

from random import Random

from branchline.games.bridgetown.state import BridgetownState


def mask(state: BridgetownState, _seat: int | None) -> BridgetownState:
    """place.open: coordinators, flags, cards and the contents of the bag are known to all."""
    return state.copy()


def guess(state: BridgetownState, _seat: int | None, _rng: Random) -> BridgetownState:
    """The only world that fits what a seat has seen is the one it sees."""
    return state.copy()
