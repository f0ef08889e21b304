"""Kernels for the search grid: for each edge between grid points what it crosses and which tile it touches.

A grid point has sixteen neighbours; an edge is stored once, at the end from which it is one of `DX`, `DY`.
"""

import math

from branchline.games.string_railway.geometry.exact import (
    cross,
    hits_quad,
    in_quad,
    inside,
    meet,
    segments_near,
)
from branchline.games.string_railway.geometry.measures import Ints
from branchline.games.string_railway.laying.kernels import compiled

DX = (1, 1, 0, -1, 2, 1, -1, -2)
DY = (0, 1, 1, 1, 1, 2, 2, 1)
FREE, PAIR, BLOCKED = -1, 64, 1 << 20  # an edge's tile: none, one (0-63), two (PAIR + 64 a + b), or closed
MARGIN = 350  # grid points keep this distance from the field string
GROWN = 80  # edges keep this distance from tiles that they do not enter


@compiled
def mark_field(frame: Ints, field: Ints, convex: int, open_points: Ints, edge_tiles: Ints) -> None:
    """Close the grid points outside or too near the field string, and edges that cut a corner of it."""
    left, low, columns, lines, step = frame[0], frame[1], frame[2], frame[3], frame[4]
    n = field.shape[0]
    for j in range(lines):
        for i in range(columns):
            x = left + i * step
            y = low + j * step
            node = j * columns + i
            open_points[node] = 1 if inside(field, x, y) else 0
            for e in range(n):
                if not open_points[node]:
                    break
                f = e + 1 if e + 1 < n else 0
                if segments_near(x, y, x, y, field[e, 0], field[e, 1], field[f, 0], field[f, 1], MARGIN):
                    open_points[node] = 0
    if convex:
        return
    for node in range(columns * lines):
        x = left + (node % columns) * step
        y = low + (node // columns) * step
        for d in range(8):
            u, v = x + DX[d] * step, y + DY[d] * step
            for e in range(n):
                f = e + 1 if e + 1 < n else 0
                if meet(x, y, u, v, field[e, 0], field[e, 1], field[f, 0], field[f, 1]):
                    edge_tiles[node, d] = BLOCKED
                    break


@compiled
def grow_tiles(tiles: Ints) -> None:
    """Make the tiles larger by the margin on each side, for keeping away from them."""
    for t in range(tiles.shape[0]):
        x, y = (tiles[t, 0] + tiles[t, 4]) // 2, (tiles[t, 1] + tiles[t, 5]) // 2
        for k in range(0, 8, 2):
            dx, dy = tiles[t, k] - x, tiles[t, k + 1] - y
            size = math.hypot(dx, dy)
            tiles[t, k] += round(dx / size * GROWN * math.sqrt(2.0))
            tiles[t, k + 1] += round(dy / size * GROWN * math.sqrt(2.0))
        tiles[t, 16], tiles[t, 17] = tiles[t, 0:8:2].min(), tiles[t, 1:8:2].min()
        tiles[t, 18], tiles[t, 19] = tiles[t, 0:8:2].max(), tiles[t, 1:8:2].max()


@compiled
def mark_tile(frame: Ints, tiles: Ints, grown: Ints, t: int, point_tiles: Ints, edge_tiles: Ints) -> None:
    """Give the points in the core and the edges that touch the grown tile to tile t."""
    left, low, columns, lines, step = frame[0], frame[1], frame[2], frame[3], frame[4]
    i0 = max(0, (grown[t, 16] - left) // step - 2)
    i1 = min(columns - 1, (grown[t, 18] - left) // step + 3)
    j0 = max(0, (grown[t, 17] - low) // step - 2)
    j1 = min(lines - 1, (grown[t, 19] - low) // step + 1)
    for j in range(j0, j1 + 1):
        for i in range(i0, i1 + 1):
            x = left + i * step
            y = low + j * step
            node = j * columns + i
            if in_quad(tiles, t, 8, x, y):
                point_tiles[node] = t
            for d in range(8):
                if hits_quad(grown, t, 0, x, y, x + DX[d] * step, y + DY[d] * step):
                    old = edge_tiles[node, d]
                    if old == FREE:
                        edge_tiles[node, d] = t
                    elif 0 <= old < PAIR:
                        edge_tiles[node, d] = PAIR + 64 * old + t
                    else:
                        edge_tiles[node, d] = BLOCKED


@compiled
def mark_segments(
    frame: Ints, segments: Ints, first: int, costs: Ints, tiles: Ints, edge_tiles: Ints, edge_costs: Ints
) -> None:
    """Add what crossing the segments from `first` on costs to the edges that cross them outside tiles."""
    left, low, columns, lines, step = frame[0], frame[1], frame[2], frame[3], frame[4]
    for s in range(first, segments.shape[0]):
        cx, cy, dx, dy = segments[s, 0], segments[s, 1], segments[s, 2], segments[s, 3]
        cost = costs[segments[s, 4]]
        i0 = max(0, (min(cx, dx) - left) // step - 1)
        i1 = min(columns - 1, (max(cx, dx) - left) // step + 2)
        j0 = max(0, (min(cy, dy) - low) // step - 1)
        j1 = min(lines - 1, (max(cy, dy) - low) // step)
        for j in range(j0, j1 + 1):
            for i in range(i0, i1 + 1):
                ax = left + i * step
                ay = low + j * step
                node = j * columns + i
                side = cross(cx, cy, dx, dy, ax, ay) >= 0
                for d in range(8):
                    bx = ax + DX[d] * step
                    by = ay + DY[d] * step
                    if side == (cross(cx, cy, dx, dy, bx, by) >= 0):
                        continue
                    # half-open on both, so an edge through a vertex of a string crosses it once
                    if (cross(ax, ay, bx, by, cx, cy) >= 0) == (cross(ax, ay, bx, by, dx, dy) >= 0):
                        continue
                    owner = edge_tiles[node, d]
                    if owner >= 0 and crossing_inside(tiles, owner, ax, ay, bx, by, cx, cy, dx, dy):
                        continue
                    edge_costs[node, d] = min(100, edge_costs[node, d] + cost)


@compiled
def crossing_inside(
    tiles: Ints, owner: int, ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int
) -> bool:
    """Whether the crossing lies on a tile of the edge; rounding does no harm in the search."""
    if owner == BLOCKED:
        return False
    third = cross(cx, cy, dx, dy, ax, ay)
    fourth = cross(cx, cy, dx, dy, bx, by)
    part = third / (third - fourth)
    x = int(ax + part * (bx - ax))
    y = int(ay + part * (by - ay))
    if owner < PAIR:
        return in_quad(tiles, owner, 0, x, y)
    return in_quad(tiles, (owner - PAIR) // 64, 0, x, y) or in_quad(tiles, (owner - PAIR) % 64, 0, x, y)
