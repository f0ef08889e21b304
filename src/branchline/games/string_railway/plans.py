"""For the search: whole turns that are worth a look, and what a position promises to everybody."""

from __future__ import annotations

from math import dist, exp
from random import Random
from typing import TYPE_CHECKING

from branchline.core.errors import over
from branchline.core.game import OVER, Action
from branchline.games.string_railway import hints, suggest
from branchline.games.string_railway.measures import STATIONS
from branchline.games.string_railway.search import Quality, Search
from branchline.games.string_railway.state import CORNERS, PLAY, StringState

if TYPE_CHECKING:
    from branchline.games.string_railway.rules import StringRailway

Plan = tuple[Action, ...]

PLACES = 8  # looked at for each place that is tried
BESIDE = 2_500  # places that are nearer to each other are one
STRINGS = 4  # of each length, for each place
COARSE = Quality(step=1600, layers=2, chains=1, tries=0, sweeps=0, reach=30_000, detours=0)
# fitted to 966 positions of greedy games: what the strings that are left bring, by their number (one more if
# the long one is among them), and beside what is foreseen for the next three
ALONE, LONG_ALONE = (0.0, 5.0, 10.2, 15.0, 18.6, 21.2), 2.1
BESIDE_SEEN, LONG_BESIDE = (0.0, 3.5, 7.6, 12.2, 17.2, 22.5), 0.5
TRUST = (0.56, 0.59, 0.43)  # how much of what is foreseen for the next strings comes true
SPREAD = 1.2  # how far it comes otherwise, for the root of the strings that a company has left


def plans(game: StringRailway, state: StringState, rng: Random, width: int) -> list[Plan]:
    """Whole turns, the best first: every tile to a place, then a string; the wider, the more places."""
    if state.to_move == OVER:
        raise over()
    if state.phase != PLAY:
        if state.phase == CORNERS:
            corners = sorted(game.free_corners(state), key=lambda corner: -hints.room(state, corner))
            return [(("corner", corner),) for corner in corners[:width]]
        return [(suggest.quick(game, state, rng),) for _ in range(width)]
    if game.may_draw(state):
        return [(("draw",),)]
    turns: list[tuple[float, Plan]] = []
    widen(game, state, rng, width, 0.0, (), turns)
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
    width: int,
    worth: float,
    begun: Plan,
    turns: list[tuple[float, Plan]],
) -> None:
    """Add the turns that begin so: over the places of a drawn tile, else over strings."""
    if not state.drawn:
        turns += [(worth + gain, (*begun, action)) for gain, action in strings(game, state)]
        return
    # the places of several tiles multiply
    tried = max(2, {1: width // 4, 2: width // 12}.get(len(state.drawn), 2))
    found = hints.rated_places(game, state, rng, PLACES * tried, TRUST[:2])
    if not found:
        action = hints.somewhere(game, state)
        after = state.copy()
        game.apply(after, action)
        if after.to_move == state.to_move:
            widen(game, after, rng, width, worth, (*begun, action), turns)
        else:
            turns.append((worth, (*begun, action)))
        return
    for kind, place in apart(found)[:tried]:
        action = ("place", STATIONS[kind], place[:2], place[2])
        after = state.copy()
        game.apply(after, action)
        gift = hints.gift_of(state, state.company, kind, place[:2])
        widen(game, after, rng, width, worth - gift, (*begun, action), turns)


def apart(rated: list[tuple[float, int, hints.Place]]) -> list[tuple[int, hints.Place]]:
    """The places, the best first, without those right beside a better one of the same tile."""
    kept: list[tuple[int, hints.Place]] = []
    for _, kind, place in rated:
        if all(kind != other or dist(place[:2], there[:2]) > BESIDE for other, there in kept):
            kept.append((kind, place))
    return kept


def strings(game: StringRailway, state: StringState) -> list[tuple[float, Action]]:
    """The best strings of each length with what they are worth; giving one up is the last resort."""
    found = hints.rated_strings(game, state, STRINGS)
    return found or [(-9.0, ("forfeit", state.left(state.company)[0]))]


# --- what a position promises


def outlook(game: StringRailway, state: StringState) -> list[float]:
    """Before the end: by points and strings that are left."""
    if state.phase != PLAY:
        return [1 / state.players] * state.players
    return shares(
        state,
        [
            score + ALONE[min(5, short + long)] + LONG_ALONE * long
            for score, short, long in zip(state.score, state.short, state.long, strict=True)
        ],
    )


def shares(state: StringState, whole: list[float]) -> list[float]:
    """Likely shares of the win by likely scores: the more strings are left, the less a lead is worth."""
    mine = [[whole[c] for c in range(len(whole)) if state.seat(c) == seat] for seat in range(state.players)]
    worth = [min(each) + (0.25 * max(each) if len(each) > 1 else 0.0) for each in mine]
    scale = SPREAD * max(0.1, (sum(state.short) + sum(state.long)) / len(whole)) ** 0.5
    best = max(worth)
    weights = [exp((each - best) / scale) for each in worth]
    return [each / sum(weights) for each in weights]


def playout(game: StringRailway, state: StringState, rng: Random, turns: int) -> list[float]:
    """The outlook with what everybody's next strings promise on the table as it lies; nothing is drawn."""
    if state.to_move == OVER or state.phase != PLAY or not turns:
        return game.outlook(state)
    companies = len(state.score)
    search, whole = Search(game.tops.of(state).table, -1, COARSE), []
    rounds = min(len(TRUST), max(1, turns // companies))
    for company in range(companies):
        short, long = state.short[company], state.long[company]
        gains = hints.foreseen(game, state, search, company, rounds)
        seen = sum(trust * gain for gain, trust in zip(gains, TRUST, strict=False))
        whole.append(state.score[company] + BESIDE_SEEN[min(5, short + long)] + LONG_BESIDE * long + seen)
    return shares(state, whole)
