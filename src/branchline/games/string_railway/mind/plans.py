"""Whole turns that are worth a look."""

from __future__ import annotations

from math import dist
from random import Random
from typing import TYPE_CHECKING

from branchline.core.errors import over
from branchline.core.game import OVER, Action
from branchline.core.mind import Plan
from branchline.games.string_railway.laying.finder import FAST, Quality
from branchline.games.string_railway.laying.proposals import quick
from branchline.games.string_railway.mind.advise import room, somewhere
from branchline.games.string_railway.mind.likely import COARSE, TRUST
from branchline.games.string_railway.mind.ratings import Place, gift_of, rated_places, rated_strings
from branchline.games.string_railway.rules.game import StringRailway
from branchline.games.string_railway.rules.state import CORNERS, PLAY, StringState
from branchline.games.string_railway.rules.tables import STATIONS

if TYPE_CHECKING:
    from branchline.games.string_railway.mind import Mind

PLACES = 8  # looked at for each place that is tried
BESIDE = 2_500  # places that are nearer to each other are one
STRINGS = 4  # of each length, for each place


def plans(mind: Mind, state: StringState, rng: Random, width: int) -> list[Plan]:
    """Whole turns, the best first: every tile to a place, then a string; the wider, the more places."""
    if state.to_move == OVER:
        raise over()
    game = mind.game
    if state.phase != PLAY:
        if state.phase == CORNERS:
            corners = sorted(game.free_corners(state), key=lambda corner: -room(state, corner))
            return [(("corner", corner),) for corner in corners[:width]]
        return [(quick(game, state, rng),) for _ in range(width)]
    if game.may_draw(state):
        return [(("draw",),)]
    game.positions.of(state).for_all(COARSE)  # for playouts of these plans
    return whole_turns(game, state, rng, width, FAST)


def whole_turns(
    game: StringRailway, state: StringState, rng: Random, width: int, quality: Quality
) -> list[Plan]:
    """At most so many turns of a position in which tiles or a string are to be laid, the best first."""
    turns: list[tuple[float, Plan]] = []
    widen(game, state, rng, width, 0.0, (), turns, quality)
    return varied(turns)[:width]


def varied(turns: list[tuple[float, Plan]]) -> list[Plan]:
    """The best turn of every kind first, then the second of each; a kind is places and a length."""
    turns.sort(key=lambda each: -each[0])
    kinds: dict[Action, int] = {}
    ranked = []
    for rank, (_, plan) in enumerate(turns):
        kind = (*plan[:-1], plan[-1][:2])
        kinds[kind] = kinds.get(kind, 0) + 1
        ranked.append((kinds[kind], rank, plan))
    ranked.sort(key=lambda each: each[:2])
    return [plan for _, _, plan in ranked]


def widen(
    game: StringRailway,
    state: StringState,
    rng: Random,
    width: float,
    worth: float,
    begun: Plan,
    turns: list[tuple[float, Plan]],
    quality: Quality,
) -> None:
    """Add the turns that begin so: over the places of a drawn tile, else over strings."""
    if not state.drawn:
        turns += [(worth + gain, (*begun, action)) for gain, action in strings(game, state, quality)]
        return
    # the places of several tiles multiply: together they are a quarter of the turns that are wanted
    tried = max(2, round((width / 4) ** (1 / len(state.drawn))))
    found = rated_places(game, state, rng, PLACES * tried, TRUST[:2], quality)
    if not found:
        action = somewhere(game, state)
        after = state.copy()
        game.apply(after, action)
        if after.to_move == state.to_move:
            widen(game, after, rng, width, worth, (*begun, action), turns, quality)
        else:
            turns.append((worth, (*begun, action)))
        return
    # the legs after each of these places are made from those here
    game.positions.of(state).finder(state.company, game.length(state, state.left(state.company)[-1]), quality)
    for kind, place in apart(found)[:tried]:
        action = ("place", STATIONS[kind], place[:2], place[2])
        after = state.copy()
        game.apply(after, action)
        gift = gift_of(state, state.company, kind, place[:2])
        widen(game, after, rng, width / tried, worth - gift, (*begun, action), turns, quality)


def apart(rated: list[tuple[float, int, Place]]) -> list[tuple[int, Place]]:
    """The places, the best first, without those right beside a better one of the same tile."""
    kept: list[tuple[int, Place]] = []
    for _, kind, place in rated:
        if all(kind != other or dist(place[:2], there[:2]) > BESIDE for other, there in kept):
            kept.append((kind, place))
    return kept


def strings(
    game: StringRailway, state: StringState, quality: Quality, want: int = STRINGS
) -> list[tuple[float, Action]]:
    """The best strings of each length with what they are worth; giving one up is the last resort."""
    found = rated_strings(game, state, want, quality)
    return found or [(-9.0, ("forfeit", state.left(state.company)[0]))]
