"""The judge of a tile's place, and places where one fits: the nearest, the first on a lattice, by chance."""

from dataclasses import replace
from random import Random

import numpy as np

from branchline.games.string_railway.geometry.columns import HEAD
from branchline.games.string_railway.geometry.layout import Layout, tile_row
from branchline.games.string_railway.geometry.measures import REACH, Point
from branchline.games.string_railway.geometry.shapes import (
    Quad,
    half_diagonal,
    points_of,
    strictly_inside,
    tile_at,
)
from branchline.games.string_railway.geometry.terrain import contact
from branchline.games.string_railway.geometry.verdict import FINE, Verdict, read_refusal

LATTICE, LATTICE_DEGREES = 1_000, 15  # place.discard
NEAR_STEP, NEARBY = 250, 40  # a refused tile is moved by up to so many steps
BATCH = 64  # places drawn at a time


def check_tile(layout: Layout, x: int, y: int, degrees: int) -> tuple[Verdict, tuple[Quad, Quad] | None]:
    """Whether a tile may lie there, with its rounded corners and core."""
    from branchline.games.string_railway.geometry.judge_place import judge_tile

    if isinstance(points_of([(x, y), (degrees, 0)]), str) or not 0 <= degrees < 90:
        return Verdict("place.inside"), None
    quad, core = tile_at(layout.measures, x, y, degrees)
    if isinstance(points_of(list(quad)), str):
        return Verdict("place.inside", (x, y)), None
    head = np.zeros(HEAD, np.int64)
    row = tile_row(0, quad, core, -1, 0, 0)
    if judge_tile(row, *layout.ground, head):
        return _tile_witness(layout, quad, read_refusal(head)), None
    return FINE, (quad, core)


def _tile_witness(layout: Layout, quad: Quad, refused: Verdict) -> Verdict:
    """The same refusal with the place where the tile and the other thing are nearest, and how near."""
    if refused.rule == "place.inside":
        return refused
    if refused.rule == "place.tile":
        line, closed = layout.corners(refused.thing), True
    elif refused.rule == "place.field":
        line, closed = [(int(x), int(y)) for x, y in layout.field], True
    else:
        rows = layout.segments[layout.segments[:, 4] == refused.thing]
        line, closed = [*map(_spot, rows[:, :2].tolist()), _spot(rows[-1, 2:4].tolist())], False
    place, away = contact(line, closed, quad)
    if refused.rule == "place.tile" and any(strictly_inside(line, corner) for corner in quad):
        away = 0
    return replace(refused, place=place, amount=away)


def _spot(pair: list[int]) -> Point:
    return pair[0], pair[1]


def nearest_place_for(layout: Layout, x: int, y: int, degrees: int) -> Point | None:
    """The nearest place of a lattice round this one where the tile fits as it is turned, or None."""
    from branchline.games.string_railway.geometry.judge_place import legal_places

    steps = range(-NEARBY, NEARBY + 1)
    spots = sorted((dx * dx + dy * dy, dx, dy) for dx in steps for dy in steps)
    candidates = np.array(
        [(x + NEAR_STEP * dx, y + NEAR_STEP * dy, 0) for _, dx, dy in spots], dtype=np.int64
    )
    candidates = candidates[(abs(candidates[:, :2]) < REACH - 2 * layout.measures.tile).all(axis=1)]
    found = np.zeros(1, np.int64)
    diagonal = np.array([half_diagonal(layout.measures.tile, degrees)], dtype=np.int64)
    if not legal_places(candidates, diagonal, *layout.ground, np.zeros(HEAD, np.int64), found):
        return None
    return _spot(candidates[found[0], :2].tolist())


def lattice_place(layout: Layout) -> tuple[int, int, int] | None:
    """The first legal place on the lattice of 1 cm and 15 degrees, or None: then a tile may be discarded."""
    from branchline.games.string_railway.geometry.judge_place import first_place

    degrees = range(0, 90, LATTICE_DEGREES)
    diagonals = np.array([half_diagonal(layout.measures.tile, d) for d in degrees], dtype=np.int64)
    found = np.zeros(3, np.int64)
    if first_place(diagonals, LATTICE, 0, *layout.ground, np.zeros(HEAD, np.int64), found):
        return int(found[0]), int(found[1]), LATTICE_DEGREES * int(found[2])
    return None


def random_places(
    layout: Layout,
    rng: Random,
    count: int,
    near: Point | None = None,
    within: int = 20_000,
    tries: int = 4_000,
) -> list[tuple[int, int, int, Quad, Quad]]:
    """Up to `count` legal places for a tile: x, y, degrees, corners, core; near a point if one is given."""
    from branchline.games.string_railway.geometry.judge_place import legal_places

    left, low, right, high = (int(c) for c in (*layout.field.min(axis=0), *layout.field.max(axis=0)))
    if near is not None:
        left, right = max(left, near[0] - within), min(right, near[0] + within)
        low, high = max(low, near[1] - within), min(high, near[1] + within)
    places: list[tuple[int, int, int, Quad, Quad]] = []
    if left >= right or low >= high:
        return places
    diagonals = np.array([half_diagonal(layout.measures.tile, d) for d in range(90)], dtype=np.int64)
    while tries > 0 and len(places) < count:
        candidates = np.array(
            [
                (rng.randrange(left, right), rng.randrange(low, high), rng.randrange(90))
                for _ in range(min(tries, BATCH))
            ],
            dtype=np.int64,
        )
        tries -= BATCH
        found = np.zeros(count - len(places), np.int64)
        number = legal_places(candidates, diagonals, *layout.ground, np.zeros(HEAD, np.int64), found)
        for x, y, degrees in candidates[found[:number]].tolist():
            places.append((x, y, degrees, *tile_at(layout.measures, x, y, degrees)))
    return places
