"""What a seat may know: chapter "Hidden hands" of RULES.md."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from branchline.core.game import OVER, Action
from branchline.games.sncf.rules.state import COLOURS, DEAL, DEALT, OPEN, SncfState

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
    hidden = [s for s in range(state.players) if state.hands[s * 6] == UNKNOWN]
    if not hidden:
        return world
    if state.phase == DEAL:
        world.box = [game.tables.cubes] * 6
        for other in range(state.players):
            if other not in hidden:
                for railroad in range(6):
                    world.box[railroad] -= state.hands[other * 6 + railroad]
    loose = [0] * 6  # cubes that lie in some hidden hand
    for railroad in range(6):
        seen = world.box[railroad] + laid(game, state, railroad)
        for other in range(state.players):
            if other not in hidden:
                seen += state.hands[other * 6 + railroad]
        loose[railroad] = game.tables.cubes - seen
    if state.phase == DEAL:
        loose = world.box  # nothing is proved yet: everybody draws from what the bag may hold
    for other in hidden:
        for railroad in range(6):
            place = other * 6 + railroad
            world.hands[place] = proved = state.net[place] - state.low[place]
            loose[railroad] -= proved
    pool = [railroad for railroad in range(6) for _ in range(loose[railroad])]
    rng.shuffle(pool)
    for other in hidden:
        for _ in range(state.shares[other] - sum(world.hands[other * 6 : other * 6 + 6])):
            railroad = pool.pop()
            world.hands[other * 6 + railroad] += 1
            if state.phase == DEAL:
                world.box[railroad] -= 1
    return world


def laid(game: Sncf, state: SncfState, railroad: int) -> int:
    """Cubes of the box that have become track; the one in the suburb never was in a box."""
    return (state.track[railroad] & ~game.tables.suburbs).bit_count()


def expected(game: Sncf, state: SncfState, seat: int | None) -> list[float]:
    """How many shares each seat is likely to hold, six a seat: proved ones, then an even split."""
    hands = list(map(float, state.hands))
    hidden = [s for s in range(state.players) if state.hands[s * 6] == UNKNOWN]
    if not hidden:
        return hands
    proved = [net - low for net, low in zip(state.net, state.low, strict=True)]
    room = [state.shares[s] - sum(proved[s * 6 : s * 6 + 6]) for s in hidden]
    all_room = sum(room) or 1
    for railroad in range(len(COLOURS)):
        loose = game.tables.cubes - state.box[railroad] - laid(game, state, railroad)
        for other in range(state.players):
            place = other * 6 + railroad
            loose -= proved[place] if other in hidden else state.hands[place]
        for other, free in zip(hidden, room, strict=True):
            hands[other * 6 + railroad] = proved[other * 6 + railroad] + loose * free / all_room
    return hands


def possible(game: Sncf, state: SncfState) -> list[int]:
    """1 for each railroad of which the seat to move could hold a share in some world that fits, else 0."""
    hand = state.to_move * 6
    return [int(shares > 0) for shares in expected(game, state, None)[hand : hand + 6]]
