"""What a seat may know: chapter "Hidden hands" of RULES.md."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from branchline.core.game import OVER, Action
from branchline.games.sncf.rules.state import DEAL, DEALT, OPEN, SncfState

if TYPE_CHECKING:
    from branchline.games.sncf.rules.game import Sncf

UNKNOWN = -1


def mask(state: SncfState, seat: int | None) -> SncfState:
    """hidden.hands: the other hands are gone; while cubes are dealt the bag is too (hidden.deal).

    hidden.public: boxes, track, trades and the number of everyone's shares stay. The masked state can be
    played on: `trades` lists what a masked hand could sell, and such a hand stays masked. What it is worth
    (`scores`) only a world says, so `guess` one first.
    """
    known = state.copy()
    if state.hidden == OPEN or state.to_move == OVER:  # hidden.open
        return known
    for other in range(state.players):
        if other != seat:
            known.hands[other * 6 : other * 6 + 6] = [UNKNOWN] * 6
    if state.phase == DEAL:
        known.box = [UNKNOWN] * 6
    return known


def shown(state: SncfState, action: Action, seat: int | None) -> Action:
    """A dealt cube is seen by its owner alone."""
    if action[0] == "deal" and action[1] != seat and state.hidden != OPEN:
        return ("deal", action[1], "?")
    return action


def reveals(state: SncfState, action: Action) -> bool:
    """The last cube of the deal: after it the boxes are filled and lie open."""
    return state.phase == DEAL and sum(state.shares) + 1 == DEALT[state.players] * state.players


def guess(game: Sncf, state: SncfState, seat: int | None, rng: Random) -> SncfState:
    """Deal the unseen cubes: first what a seat is proved to hold, then the rest at random."""
    world = state.copy()
    hidden = masked_hands(state)
    if not hidden:
        return world
    if state.phase == DEAL:
        world.box = [game.tables.cubes] * 6
        for other in range(state.players):
            if other not in hidden:
                for railroad in range(6):
                    world.box[railroad] -= state.hands[other * 6 + railroad]
    world.hands = known(state)
    # while cubes are dealt nothing is proved: everybody draws from what the bag may hold
    unseen = world.box if state.phase == DEAL else loose(game, state, world.hands)
    pool = [railroad for railroad in range(6) for _ in range(unseen[railroad])]
    rng.shuffle(pool)
    for other in hidden:
        for _ in range(state.shares[other] - sum(world.hands[other * 6 : other * 6 + 6])):
            railroad = pool.pop()
            world.hands[other * 6 + railroad] += 1
            if state.phase == DEAL:
                world.box[railroad] -= 1
    return world


def masked_hands(state: SncfState) -> list[int]:
    """The seats whose hands are not known here."""
    return [seat for seat in range(state.players) if state.hands[seat * 6] == UNKNOWN]


def cubes_laid(game: Sncf, state: SncfState, railroad: int) -> int:
    """Cubes of the box that have become track; the one in the suburb never was in a box."""
    return (state.track[railroad] & ~game.tables.suburbs).bit_count()


def known(state: SncfState) -> list[int]:
    """Shares that each seat is known to hold, six a seat: of a hidden hand what its trades prove."""
    hands = state.hands[:]
    for seat in masked_hands(state):
        for place in range(seat * 6, seat * 6 + 6):
            hands[place] = state.net[place] - state.low[place]
    return hands


def loose(game: Sncf, state: SncfState, hands: list[int]) -> list[int]:
    """Cubes of each railroad that lie in some hidden hand, beside what is `known` of it."""
    cubes = game.tables.cubes
    return [
        cubes - state.box[railroad] - cubes_laid(game, state, railroad) - sum(hands[railroad::6])
        for railroad in range(6)
    ]


def possible(game: Sncf, state: SncfState) -> list[int]:
    """1 for each railroad of which the seat to move could hold a share in some world that fits, else 0."""
    first, hands = state.to_move * 6, known(state)
    own = hands[first : first + 6]
    if state.shares[state.to_move] == sum(own):
        return [int(shares > 0) for shares in own]
    unseen = loose(game, state, hands)
    return [int(shares > 0 or cubes > 0) for shares, cubes in zip(own, unseen, strict=True)]
