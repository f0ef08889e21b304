"""What a greedy player does."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from branchline.core.errors import over
from branchline.core.game import OVER, Action
from branchline.games.string_railway.geometry.place import lattice_place
from branchline.games.string_railway.laying.proposals import quick
from branchline.games.string_railway.mind.ratings import NEAR, gift_of, promise, rated_places, rated_strings
from branchline.games.string_railway.rules.game import StringRailway
from branchline.games.string_railway.rules.state import CORNERS, PLAY, StringState
from branchline.games.string_railway.rules.tables import STATIONS

if TYPE_CHECKING:
    from branchline.games.string_railway.mind import Mind

TRIED = 3  # places for which a string is really laid


def advise(mind: Mind, state: StringState, rng: Random) -> Action:
    """Place a tile where the next string gains most by it, then lay the best string, the long one late."""
    if state.to_move == OVER:
        raise over()
    game = mind.game
    if state.phase != PLAY:
        if state.phase == CORNERS:
            return _corner(game, state, rng)
        return quick(game, state, rng)
    if game.may_draw(state):
        return ("draw",)
    if state.drawn:
        return _place(game, state, rng)
    return _lay(game, state)


def _corner(game: StringRailway, state: StringState, rng: Random) -> Action:
    """A corner away from river and mountain, which cost points to cross."""
    return "corner", max(game.free_corners(state), key=lambda corner: room(state, corner) + rng.random())


def room(state: StringState, corner: int) -> int:
    """How far a corner is from river and mountain, squared."""
    x, y = state.marks[corner]
    return min((x - u) ** 2 + (y - v) ** 2 for u, v in (*state.river, *state.mountain))


def _lay(game: StringRailway, state: StringState) -> Action:
    found = rated_strings(game, state)
    return max(found, key=lambda each: each[0])[1] if found else ("forfeit", state.left(state.company)[0])


def _place(game: StringRailway, state: StringState, rng: Random) -> Action:
    """Estimate many places of each tile by its legs alone, then try the best ones with real strings."""
    company = state.company
    target = game.length(state, state.left(company)[0])
    rated = rated_places(game, state, rng, NEAR)
    if not rated:
        return somewhere(game, state)
    best, found = float("-inf"), rated[0]
    for estimate, kind, place in rated[:TRIED]:
        after = state.copy()
        game.apply(after, ("place", STATIONS[kind], place[:2], place[2]))
        strings = game.positions.of(after).best(company, target)
        gift = gift_of(state, company, kind, place[:2])
        worth = max((promise(after, company, each) for each in strings), default=-9.0)
        worth -= gift
        if worth > best:
            best, found = worth, (estimate, kind, place)
    _, kind, place = found
    return "place", STATIONS[kind], place[:2], place[2]


def somewhere(game: StringRailway, state: StringState) -> Action:
    """Where no place was sampled: the lattice has the last word."""
    place, kind = lattice_place(game.positions.of(state).layout), STATIONS[state.drawn[0]]
    return ("discard", kind) if place is None else ("place", kind, place[:2], place[2])
