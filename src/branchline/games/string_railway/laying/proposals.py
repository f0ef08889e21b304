"""Proposals that pass `check`: what `legal_actions` offers, what completes a begun action, a quick one.

The same state always gets the same proposals: where they are sampled, the state itself is the seed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any

from branchline.core.errors import BranchlineError, over
from branchline.core.game import CHANCE, OVER, Action
from branchline.games.string_railway.geometry.layout import Layout
from branchline.games.string_railway.geometry.measures import Point
from branchline.games.string_railway.geometry.place import lattice_place, random_places
from branchline.games.string_railway.geometry.shapes import length_of, points_of
from branchline.games.string_railway.laying.finder import FAST, Finder, Proposal, Quality, propose
from branchline.games.string_railway.laying.positions import Position
from branchline.games.string_railway.laying.strokes import fit_stroke
from branchline.games.string_railway.rules import setup
from branchline.games.string_railway.rules.ids import tile_ids
from branchline.games.string_railway.rules.state import CORNERS, FIELD, LENGTHS, PLAY, StringState
from branchline.games.string_railway.rules.tables import STATIONS

if TYPE_CHECKING:
    from branchline.games.string_railway.rules.game import StringRailway

PLACES = 8  # offered for each drawn tile
TERRAINS = 3
QUICK = Quality(step=1600, layers=2, chains=40, tries=6, sweeps=8, reach=60_000, detours=2)
QUICK_TRIES = 6
QUICK_CHAINS = 12  # looked at before a random player forfeits, which is always legal


def actions(game: StringRailway, state: StringState) -> list[Action]:
    """What may be done or drawn now, as far as it can be listed; never empty, and always legal."""
    if state.to_move == OVER:
        raise over()
    if state.phase == CORNERS or (state.to_move == CHANCE and state.phase == PLAY):
        if state.phase == PLAY:
            return [action for action, _ in game.chance(state)]
        return [("corner", corner) for corner in game.free_corners(state)]
    if state.phase != PLAY:
        return _set_ups(game, state)
    if state.drawn:
        return _tiles(game, state)
    return [*strings(game, state, LENGTHS), *(("forfeit", name) for name in state.left(state.company))]


def _set_ups(game: StringRailway, state: StringState) -> list[Action]:
    rng = Random(f"{state.phase}/{state.field}/{state.river}")
    found = [setup.drawn(game, state, rng) for _ in range(TERRAINS)]
    if state.phase == FIELD:
        measures, companies = game.positions.measures(state.choices), len(state.score)
        if companies != 3:  # the literal triangle is shorter than the loop, so it is no free field
            field = setup.standard(measures, companies)
            if passes(game, state, ("field", field, field)):  # on a short loop a pentagon is too small
                found.insert(0, ("field", field, field))
    return found


def _tiles(game: StringRailway, state: StringState) -> list[Action]:
    position = game.positions.of(state)
    rng = Random(f"{state.turns}/{state.drawn}/{state.tiles[-1]}")
    found: list[Action] = [("draw",)] if game.may_draw(state) else []
    for kind in sorted(set(state.drawn)):
        places = _places(position, rng, PLACES)
        found += [("place", STATIONS[kind], place, angle) for place, angle in places]
        if not places:
            found.append(("discard", STATIONS[kind]))
    return found


def _places(position: Position, rng: Random, count: int) -> list[tuple[Point, int]]:
    """Legal places for a tile; the lattice that decides about discarding is asked where none was sampled."""
    sampled = [((x, y), angle) for x, y, angle, _, _ in random_places(position.layout, rng, count)]
    if sampled:
        return list(dict.fromkeys(sampled))
    place = lattice_place(position.layout)
    return [] if place is None else [(place[:2], place[2])]


def strings(game: StringRailway, state: StringState, lengths: Sequence[str]) -> list[Action]:
    """The best strings that were found, of each length that is left."""
    position = game.positions.of(state)
    return [
        ("lay", name, found.points)
        for name in lengths
        if name in state.left(state.company)
        for found in position.best(state.company, game.length(state, name))
    ]


# --- a quick random action


def quick(game: StringRailway, state: StringState, rng: Random) -> Action:
    """Any legal action without a whole search: a random place, or a string from a random own station."""
    if state.to_move == OVER:
        raise over()
    if state.to_move == CHANCE:
        return game.draw(state, rng)
    if state.phase != PLAY:
        if state.phase == CORNERS:
            return "corner", rng.choice(game.free_corners(state))
        return setup.drawn(game, state, rng)
    if state.drawn:
        if game.may_draw(state) and rng.random() < 0.5:
            return ("draw",)
        kind = rng.choice(state.drawn)
        places = _places(game.positions.of(state), rng, 1)
        if not places:
            return "discard", STATIONS[kind]
        return ("place", STATIONS[kind], *places[0])
    position, company = game.positions.of(state), state.company
    name = rng.choice(state.left(company))
    target = game.length(state, name)
    points = quick_string(position, company, target, rng)
    if points:
        return "lay", name, points
    found = position.finder(company, target).strings(target, want=1, most=QUICK_CHAINS)
    return ("lay", name, found[0].points) if found else ("forfeit", name)


def quick_string(position: Position, company: int, target: int, rng: Random) -> tuple[Point, ...]:
    """A legal string over two or three random stations, an own one among them; empty if a few tries fail."""
    own = [tile for tile, present in enumerate(position.present) if present >> company & 1]
    for _ in range(QUICK_TRIES):
        start, middle = rng.choice(own), rng.randrange(len(position.present))
        finder = Finder(position.layout, company, QUICK, target, [start, middle])
        via = [start]
        if middle != start and finder.slots[middle] >= 0 and rng.random() < 0.7:
            via.append(middle)
        ends = [
            tile
            for tile in range(len(position.present))
            if tile not in via and _near(finder, via[-1], tile, target)
        ]
        if len(via) == 2 and not _near(finder, start, middle, target):
            continue
        for end in rng.sample(ends, min(2, len(ends))):
            for found in finder.strings(target, [*via, end], want=1):
                return found.points
    return ()


def _near(finder: Finder, start: int, end: int, target: int) -> bool:
    """Whether a leg shorter than the string leads from one station to the other."""
    return bool(((legs := finder.leg_length[start, end]) >= 0).any() and 10 * legs[legs >= 0].min() < target)


# --- completing what a person began


def complete(game: StringRailway, state: StringState, partial: Action) -> list[Action]:
    """Completed actions for a begun one: a string through named stations or along a stroke, or the best."""
    if state.to_move < 0:
        return []
    verb = partial[0] if partial else ""
    if verb == "lay" and state.phase == PLAY and not state.drawn:
        found = _completed_string(game, state, partial)
    elif verb in ("river", "mountain") and len(partial) == 2:
        found = _fitted_terrain(game, state, partial)
    else:
        return [action for action in actions(game, state) if action[: len(partial)] == partial]
    return [action for action in found if passes(game, state, action)]


def _completed_string(game: StringRailway, state: StringState, partial: Action) -> list[Action]:
    company = state.company
    lengths = state.left(company)
    if len(partial) == 1:
        return strings(game, state, lengths)
    name, given = partial[1], partial[2:]
    if name not in lengths:
        return []
    if not given:
        return strings(game, state, [name])
    position, target = game.positions.of(state), game.length(state, name)
    if all(isinstance(each, str) for each in given):
        ids = tile_ids(state)
        if not all(each in ids for each in given):
            return []
        found = through(position, company, target, [ids.index(each) for each in given])
    elif len(given) == 1:
        if passes(game, state, partial):
            return [partial]
        found = fit_stroke(position.layout, company, target, given[0])
    else:
        return []
    return [("lay", name, each.points) for each in found]


def through(position: Position, company: int, target: int, tiles: list[int]) -> list[Proposal]:
    """The best strings that visit these stations in this order, or any with the one that is named.

    Exactly these, but where that fails those that stand between them are visited as well.
    """
    if len(tiles) > 1:
        found = propose(position.layout, company, target, tiles, FAST)
        if not found:
            more = [tiles[0]]
            for a, b in pairwise(tiles):
                more += [*(tile for tile in between(position.layout, a, b) if tile not in tiles), b]
            if len(tiles) < len(more) == len(set(more)):
                found = propose(position.layout, company, target, more, FAST)
        return found
    found = position.finder(company, target).strings(target, want=40)
    return [each for each in found if any(entry.tile == tiles[0] for entry in each.verdict.entered)][:3]


def between(layout: Layout, a: int, b: int) -> list[int]:
    """The tiles that stand in the straight way from one to another, in that order."""
    from branchline.games.string_railway.geometry.exact import hits_quad

    start, end = layout.centre(a), layout.centre(b)
    found = [
        (math.dist(start, layout.centre(tile)), tile)
        for tile in range(layout.tile_count)
        if tile not in (a, b) and hits_quad(layout.tiles, tile, 0, *start, *end)
    ]
    return [tile for _, tile in sorted(found)]


def _fitted_terrain(game: StringRailway, state: StringState, partial: Action) -> list[Action]:
    """A stroke made as long as the river or the mountain is, round its own middle."""
    thing, stroke = partial
    closed = thing == "mountain"
    measures = game.positions.measures(state.choices)
    points = points_of(stroke, most=4_000)
    if isinstance(points, str) or len(set(map(tuple, points.tolist()))) < 3:
        return []
    target = measures.mountain if closed else measures.river
    line = [(float(x), float(y)) for x, y in points]
    for _ in range(3):
        line = _even(line, closed, math.ceil(target / 600))
        middle = [sum(axis) / len(line) for axis in zip(*line, strict=True)]
        factor = 1000 * target / max(1, length_of(_rounded(line), closed))
        line = [(middle[0] + factor * (x - middle[0]), middle[1] + factor * (y - middle[1])) for x, y in line]
    return [(thing, tuple(_rounded(line)))]


def _rounded(line: list[tuple[float, float]]) -> list[Point]:
    return [(round(x), round(y)) for x, y in line]


def _even(line: list[tuple[float, float]], closed: bool, count: int) -> list[tuple[float, float]]:
    """The same line with so many equal steps."""
    whole = [*line, line[0]] if closed else line
    steps = [math.dist(a, b) for a, b in pairwise(whole)]
    total, found, passed, at = sum(steps), [], 0.0, 0
    for number in range(count if closed else count + 1):
        want = total * number / count
        while at < len(steps) - 1 and passed + steps[at] < want:
            passed += steps[at]
            at += 1
        part = (want - passed) / steps[at] if steps[at] else 0.0
        (x, y), (u, v) = whole[at], whole[at + 1]
        found.append((x + part * (u - x), y + part * (v - y)))
    return found


def passes(game: StringRailway, state: StringState, action: Any) -> bool:
    """Whether an action is legal."""
    try:
        game.check(state, action)
    except BranchlineError:
        return False
    return True
