"""What a seat may know: chapter "Hidden cards" of RULES.md."""

from __future__ import annotations

from random import Random

from branchline.core.bits import bits
from branchline.core.game import OVER, Action
from branchline.games.koplopers.rules.state import KoplopersState


def mask(state: KoplopersState, seat: int | None) -> KoplopersState:
    """hidden.hands: the cards in other hands lie among those that the draw pile may hold."""
    known = state.copy()
    if state.to_move == OVER:
        return known
    for other in range(state.players):
        if other != seat:
            known.deck |= known.hands[other]
            known.hands[other] = 0
    return known


def shown(state: KoplopersState, action: Action, seat: int | None) -> Action:
    """A dealt card is seen by its owner alone."""
    if action[0] == "deal" and action[1] != seat:
        return ("deal", action[1], "?")
    return action


def guess(state: KoplopersState, seat: int | None, rng: Random) -> KoplopersState:
    """Deal the unseen cards: those older than the pile to hands that hold old cards, then the rest."""
    world = state.copy()
    unknown = [s for s in range(state.players) if state.hands[s] == 0 and state.held[s]]
    if not unknown:
        return world
    old = list(bits(state.deck & ~state.pile))
    new = list(bits(state.deck & state.pile))
    rng.shuffle(old)
    rng.shuffle(new)
    for other in unknown:
        for pack, count in ((old, state.old[other]), (new, state.held[other] - state.old[other])):
            for _ in range(count):
                card = 1 << pack.pop()
                world.hands[other] |= card
                world.deck &= ~card
    return world
