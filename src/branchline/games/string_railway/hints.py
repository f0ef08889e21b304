"""For bots and people: what a position is worth, what greedy would do, the ledger of points."""

from __future__ import annotations

from math import hypot
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from branchline.core.errors import over
from branchline.core.game import OVER, Action
from branchline.games.string_railway import suggest
from branchline.games.string_railway.geometry import Quad
from branchline.games.string_railway.ground import lattice_place
from branchline.games.string_railway.measures import LIMITS, OTHERS_POINTS, STATIONS, Floats, Point
from branchline.games.string_railway.search import FAST, Proposal, Search
from branchline.games.string_railway.state import COMPANIES, CORNERS, PLAY, StringState
from branchline.games.string_railway.tabletop import Tabletop
from branchline.games.string_railway.terrain import random_places

if TYPE_CHECKING:
    from branchline.games.string_railway.rules import StringRailway

Place = tuple[int, int, int, Quad, Quad]

NEAR, FAR = 32, 4  # places looked at: round the own stations, and anywhere
WITHIN = 16_000  # how far from an own station
TRIED = 3  # places for which a string is really laid
REACHED = 25_000  # a company can soon use a tile this near to a station of its own
HELD_BACK = (0.0, 0.0, 2.0, 2.5, 3.0, 3.5)  # points that the long string must bring more, by turns left
GIFT = 0.15  # of a tile's points, for each company that can soon use it
PROSPECT = 0.2  # of the points that are near for the strings to come
FAR_OFF = 20_000  # what is nearer than half of this counts wholly, beyond one and a half not at all
DENIED = 0.3  # of the points that others lose


def value(state: StringState, seat: int) -> float:
    """Points ahead of the best other seat; a string that is left counts like an average one."""
    worth = []
    for each in range(state.players):
        own = [
            state.score[company] + 3.5 * state.short[company] + 5.5 * state.long[company]
            for company in range(len(state.score))
            if state.seat(company) == each
        ]
        worth.append(min(own) + 0.25 * max(own))
    return worth[seat] - max(other for each, other in enumerate(worth) if each != seat)


def ledger(
    game: StringRailway, state: StringState, events: list[tuple[Any, ...]], seat: int
) -> list[tuple[int, str]]:
    """Every point that these events bring to the seat's companies, with place and thing."""
    rows = []
    for event in events:
        if event[0] not in ("entered", "visited", "crossed"):
            continue
        points = event[4] if event[0] == "crossed" else event[3]
        if points and state.seat(COMPANIES.index(event[1])) == seat:
            rows.append((points, game.words.sentence("ui", f"ledger.{event[0]}", *event[1:])))
    return rows


# --- greedy


def advise(game: StringRailway, state: StringState, rng: Random) -> Action:
    """Place a tile where the next string gains most by it, then lay the best string, the long one late."""
    if state.to_move == OVER:
        raise over()
    if state.phase != PLAY:
        if state.phase == CORNERS:
            return _corner(game, state, rng)
        return suggest.quick(game, state, rng)
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


def rated_strings(game: StringRailway, state: StringState, want: int = 3) -> list[tuple[float, Action]]:
    """The best strings of each length that is left, with what they are worth."""
    company, top = state.company, game.tops.of(state)
    turns = min(5, state.short[company] + state.long[company])
    found: list[tuple[float, Action]] = []
    top.search(company, game.length(state, state.left(company)[-1]))  # serves both lengths
    for name in state.left(company):
        for proposal in top.best(company, game.length(state, name), want):
            worth = _gain(state, company, proposal)
            if turns > 1:
                worth += PROSPECT * _prospects(state, company, proposal)
                if name == "long":
                    worth -= HELD_BACK[turns]
            found.append((worth, ("lay", name, proposal.points)))
    return found


def _gain(state: StringState, company: int, proposal: Proposal) -> float:
    """The string's points, what it costs or gives owners, and seats in limited stations that it takes."""
    worth = float(proposal.verdict.score)
    for entry in proposal.verdict.entered:
        if entry.owner >= 0:
            own = state.seat(entry.owner) == state.seat(company)
            worth += entry.owner_points * (1.0 if own else -DENIED)
        present = state.present[entry.tile]
        limit = LIMITS[state.kinds[entry.tile]]
        if not present >> company & 1 and limit < 99 and present.bit_count() + 1 == limit:
            worth += DENIED * 0.5  # nobody else comes in any more
    return worth


def _prospects(state: StringState, company: int, proposal: Proposal) -> float:
    """Points of stations that the company's next strings could enter: the nearer, the likelier."""
    entered = {entry.tile for entry in proposal.verdict.entered}
    own, others, worth = [], [], []
    for tile, (kind, present) in enumerate(zip(state.kinds, state.present, strict=True)):
        if present >> company & 1 or tile in entered:
            own.append(state.tiles[tile][:2])
        elif present.bit_count() < LIMITS[kind]:
            others.append(state.tiles[tile][:2])
            worth.append(OTHERS_POINTS[kind])
    if not others:
        return 0.0
    away = np.array(others)[:, None, :] - np.array(own)[None, :, :]
    nearest = np.hypot(away[:, :, 0], away[:, :, 1]).min(axis=1)
    return float((np.array(worth) * np.clip(1.5 - nearest / FAR_OFF, 0.0, 1.0)).sum())


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
        strings = game.tops.of(after).best(company, target)
        gift = gift_of(state, company, kind, place[:2])
        worth = max(
            (_gain(after, company, each) + PROSPECT * _prospects(after, company, each) for each in strings),
            default=-9.0,
        )
        worth -= gift
        if worth > best:
            best, found = worth, (estimate, kind, place)
    _, kind, place = found
    return "place", STATIONS[kind], place[:2], place[2]


def rated_places(
    game: StringRailway, state: StringState, rng: Random, near: int, trust: tuple[float, ...] = ()
) -> list[tuple[float, int, Place]]:
    """Sampled places of the drawn tiles, the best first by the chains that they would make.

    With `trust` the company's strings after the next one count as well, each so much.
    """
    company, top = state.company, game.tops.of(state)
    target = game.length(state, state.left(company)[0])
    base = top.search(company, target)
    rated: list[tuple[float, int, Place]] = []
    for kind in sorted(set(state.drawn)):
        for place in _places(top, company, rng, near):
            search = _with_tile(top, base, kind, place, target)
            worth = _ahead(game, state, search, trust) if trust else _estimate(search, target)
            rated.append((worth - gift_of(state, company, kind, place[:2]), kind, place))
    rated.sort(key=lambda each: -each[0])
    return rated


def _places(top: Tabletop, company: int, rng: Random, near: int) -> list[Place]:
    own = [tile for tile, present in enumerate(top.present) if present >> company & 1]
    found: list[Place] = []
    for _ in range(near // 4):
        found += random_places(top.table, rng, 4, top.table.centre(rng.choice(own)), WITHIN, 256)
    return found + random_places(top.table, rng, near * FAR // NEAR)


def somewhere(game: StringRailway, state: StringState) -> Action:
    """Where no place was sampled: the lattice has the last word."""
    place, kind = lattice_place(game.tops.of(state).table), STATIONS[state.drawn[0]]
    return ("discard", kind) if place is None else ("place", kind, place[:2], place[2])


def _with_tile(top: Tabletop, base: Search, kind: int, place: Place, target: int) -> Search:
    """The legs with a new tile: those from it are found, all others are known."""
    table = top.table.copy()
    tile = table.add_tile(kind, place[3], place[4])
    search = Search(table, base.company, FAST, target, [tile])
    old = slice(0, tile)
    for ours, known in (
        (search.leg_length, base.leg_length),
        *zip(search.starts, base.starts, strict=True),
        *zip(search.ends, base.ends, strict=True),
    ):
        ours[old, old] = known
    search.leg_length[:, tile] = search.leg_length[tile]
    for axis in range(2):  # a leg backwards starts where it ended
        search.starts[axis][:, tile] = search.ends[axis][tile]
        search.ends[axis][:, tile] = search.starts[axis][tile]
    return search


def _estimate(search: Search, target: int) -> float:
    """What the best chain of stations brings."""
    from branchline.games.string_railway.chains import KEY

    chains = search.chains(target, most=1)
    return float(chains[0, KEY]) / 1000 if len(chains) else -9.0


def _ahead(game: StringRailway, state: StringState, search: Search, trust: tuple[float, ...]) -> float:
    """What the best chain brings, and those after it as far as they are trusted."""
    gains = foreseen(game, state, search, search.company, 1 + len(trust))
    return float(gains[0] + sum(part * gain for part, gain in zip(trust, gains[1:], strict=True)))


def foreseen(game: StringRailway, state: StringState, search: Search, company: int, rounds: int) -> Floats:
    """What the company's next strings would bring if the table of the search stayed as it is."""
    from branchline.games.string_railway.foresight import foresee

    table, gains = search.table, np.zeros(rounds)
    kinds, owners, present, high = (
        np.array(column)
        for column in zip(*(table.tile(tile) for tile in range(table.tile_count)), strict=True)
    )
    foresee(
        search.leg_length, *search.starts, *search.ends, kinds, high, owners, present, company,
        len(state.score), np.array([state.short[company], state.long[company]]),
        np.array([game.length(state, "short"), game.length(state, "long")]),
        np.array(HELD_BACK, dtype=float), int(table.measures.anchor == "end"), gains,
    )  # fmt: skip
    return gains


def gift_of(state: StringState, company: int, kind: int, at: Point) -> float:
    """What others may soon make of a tile that is placed there."""
    room = LIMITS[kind] - 1
    near = 0
    for other in range(len(state.score)):
        if state.seat(other) == state.seat(company):
            continue
        near += any(
            present >> other & 1 and hypot(tile[0] - at[0], tile[1] - at[1]) < REACHED
            for tile, present in zip(state.tiles, state.present, strict=True)
        )
    return GIFT * OTHERS_POINTS[kind] * min(room, near)
