"""Terrain that is shaped to its field: rounds and ovals, looked for where there is most room.

Chance falls back on them, and a free field in which none of them fits is refused (field.room): so whatever
field is accepted, a river and a mountain can be laid on it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from branchline.games.string_railway.geometry.measures import Floats, Measures, Point
from branchline.games.string_railway.geometry.shapes import length_of
from branchline.games.string_railway.geometry.terrain import check_mountain, check_river, home_rows

Points = tuple[Point, ...]

LATTICE = 2_000  # of the middles that are tried
APART = 6_000  # middles that are nearer to each other are one
HEIGHTS = (1.0, 0.7, 0.45, 0.3)  # of an oval that is 1 wide, roundest first
TURNS = 8  # of an oval, over half a circle
MOUNTAIN_LINK, RIVER_LINK = 600, 500
GAP = 1 / 6  # of the oval that a river leaves open


@lru_cache(maxsize=64)
def fitted_mountain(measures: Measures, field: Points, marks: Points) -> Points | None:
    """A round or oval mountain, or None where none fits."""
    links = math.ceil(measures.mountain / MOUNTAIN_LINK)
    turns = 2 * math.pi * np.arange(links) / links
    for mountain in _ovals(measures, field, marks, turns, measures.mountain, True):
        if check_mountain(measures, field, marks, mountain).legal:
            return mountain
    return None


@lru_cache(maxsize=64)
def fitted_river(measures: Measures, field: Points, marks: Points) -> Points | None:
    """A river that runs round most of an oval, or None where none fits."""
    links = math.ceil(measures.river / RIVER_LINK)
    turns = 2 * math.pi * (GAP / 2 + (1 - GAP) * np.arange(links + 1) / links)
    for river in _ovals(measures, field, marks, turns, measures.river, False):
        if check_river(measures, field, marks, river).legal:
            return river
    return None


def _ovals(
    measures: Measures, field: Points, marks: Points, turns: Floats, length: int, closed: bool
) -> Iterator[Points]:
    """Lines of this length round ovals that may fit: a middle has room for the oval's height at least."""
    middles = _middles(measures, field, marks)
    for height in HEIGHTS:
        for turn in range(TURNS if height < 1 else 1):
            way = math.pi * turn / TURNS
            across, along = np.cos(turns), height * np.sin(turns)
            shape = np.column_stack(
                [
                    across * math.cos(way) - along * math.sin(way),
                    across * math.sin(way) + along * math.cos(way),
                ]
            )
            size = float(length) / 6
            for _ in range(3):  # the length grows with the size, but for the rounding
                size *= 1000 * length / length_of(_rounded(size * shape), closed)
            line = size * shape
            for x, y, room in middles:
                if height * size < room:
                    yield _rounded(line + np.array([x, y]))


def _rounded(line: Floats) -> Points:
    return tuple((int(x), int(y)) for x, y in np.rint(line))


def _middles(measures: Measures, field: Points, marks: Points) -> list[tuple[int, int, float]]:
    """Points inside the field with the room around them, the most first, none right beside another."""
    xs, ys = zip(*field, strict=True)
    lattice = np.stack(
        np.meshgrid(np.arange(min(xs), max(xs), LATTICE), np.arange(min(ys), max(ys), LATTICE)), axis=-1
    ).reshape(-1, 2)
    room = _distances(lattice, [(a, b) for a, b in zip(field, field[1:] + field[:1], strict=True)])
    room[~_inside(lattice, field)] = -1.0
    homes = home_rows(measures, field, marks)
    for home in homes if homes is not None else ():
        corners = [(int(home[k]), int(home[k + 1])) for k in range(0, 8, 2)]
        room = np.minimum(
            room, _distances(lattice, list(zip(corners, corners[1:] + corners[:1], strict=True)))
        )
    found: list[tuple[int, int, float]] = []
    for at in np.argsort(-room, kind="stable"):
        x, y = (int(each) for each in lattice[at])
        if room[at] <= 0:
            break
        if all(math.hypot(x - u, y - v) >= APART for u, v, _ in found):
            found.append((x, y, float(room[at])))
    return found


def _distances(points: Floats, edges: list[tuple[Point, Point]]) -> Floats:
    """How far each point is from the nearest of the edges."""
    best = np.full(len(points), np.inf)
    for (ax, ay), (bx, by) in edges:
        dx, dy = bx - ax, by - ay
        px, py = points[:, 0] - ax, points[:, 1] - ay
        part = np.clip((px * dx + py * dy) / max(1, dx * dx + dy * dy), 0.0, 1.0)
        best = np.minimum(best, np.hypot(px - part * dx, py - part * dy))
    return best


def _inside(points: Floats, field: Points) -> np.ndarray:
    """Which points lie inside; near the border it does not matter."""
    odd = np.zeros(len(points), bool)
    x, y = points[:, 0], points[:, 1]
    for (ax, ay), (bx, by) in zip(field, field[1:] + field[:1], strict=True):
        if ay != by:
            spans = (ay > y) != (by > y)
            odd ^= spans & (x < ax + (y - ay) * (bx - ax) / (by - ay))
    return odd
