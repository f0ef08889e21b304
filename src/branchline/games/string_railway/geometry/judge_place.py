"""Kernels that judge a tile's place (chapter 3.4) and distances: what is nearer than allowed to what."""

import math

import numpy as np

from branchline.games.string_railway.geometry.columns import STRING_GAP, TILE_GAP
from branchline.games.string_railway.geometry.curve import refuse
from branchline.games.string_railway.geometry.exact import in_quad, inside, meet, segments_near
from branchline.games.string_railway.geometry.kernels import compiled
from branchline.games.string_railway.geometry.measures import Ints


@compiled
def quad_near_segment(row: Ints, t: int, ax: int, ay: int, bx: int, by: int, gap: int) -> bool:
    """Whether the segment is nearer than gap to the closed tile."""
    if max(ax, bx) + gap < row[t, 16] or min(ax, bx) - gap > row[t, 18]:
        return False
    if max(ay, by) + gap < row[t, 17] or min(ay, by) - gap > row[t, 19]:
        return False
    if in_quad(row, t, 0, ax, ay):
        return True
    for k in range(4):
        i = 2 * k
        j = 2 * ((k + 1) % 4)
        if segments_near(row[t, i], row[t, i + 1], row[t, j], row[t, j + 1], ax, ay, bx, by, gap):
            return True
    return False


@compiled
def judge_tile(
    row: Ints, field: Ints, segments: Ints, chunks: Ints, tiles: Ints, numbers: Ints, head: Ints
) -> int:
    """Why the tile in row 0 may not lie there, or 0; the thing is the string (-1 the field's) or the tile."""
    head[:] = 0
    gap = numbers[STRING_GAP]
    for k in range(4):
        if not inside(field, row[0, 2 * k], row[0, 2 * k + 1]):
            return refuse(head, 14, row[0, 2 * k], row[0, 2 * k + 1], k, 0)
    n = field.shape[0]
    for e in range(n):
        f = e + 1 if e + 1 < n else 0
        if quad_near_segment(row, 0, field[e, 0], field[e, 1], field[f, 0], field[f, 1], gap):
            return refuse(head, 15, field[e, 0], field[e, 1], -1, gap)
    for c in range(chunks.shape[0]):
        if chunks[c, 0] - gap > row[0, 18] or chunks[c, 2] + gap < row[0, 16]:
            continue
        if chunks[c, 1] - gap > row[0, 19] or chunks[c, 3] + gap < row[0, 17]:
            continue
        for s in range(chunks[c, 4], chunks[c, 5]):
            if quad_near_segment(row, 0, segments[s, 0], segments[s, 1], segments[s, 2], segments[s, 3], gap):
                return refuse(head, 15, segments[s, 0], segments[s, 1], segments[s, 4], gap)
    gap = numbers[TILE_GAP]
    for t in range(tiles.shape[0]):
        if tiles[t, 16] - gap > row[0, 18] or tiles[t, 18] + gap < row[0, 16]:
            continue
        if tiles[t, 17] - gap > row[0, 19] or tiles[t, 19] + gap < row[0, 17]:
            continue
        near = in_quad(row, 0, 0, tiles[t, 0], tiles[t, 1])
        for k in range(4):
            i = 2 * k
            j = 2 * ((k + 1) % 4)
            near = near or quad_near_segment(
                row, 0, tiles[t, i], tiles[t, i + 1], tiles[t, j], tiles[t, j + 1], gap
            )
        if near or in_quad(tiles, t, 0, row[0, 0], row[0, 1]):
            return refuse(head, 16, tiles[t, 0], tiles[t, 1], t, gap)
    return 0


@compiled
def write_square(row: Ints, at: int, cx: int, cy: int, ux: int, uy: int) -> None:
    """A square by its centre and half diagonal, counter-clockwise."""
    row[0, at] = cx + ux
    row[0, at + 1] = cy + uy
    row[0, at + 2] = cx - uy
    row[0, at + 3] = cy + ux
    row[0, at + 4] = cx - ux
    row[0, at + 5] = cy - uy
    row[0, at + 6] = cx + uy
    row[0, at + 7] = cy - ux


@compiled
def write_tile(row: Ints, cx: int, cy: int, ux: int, uy: int, vx: int, vy: int) -> None:
    """A tile's corners, core and box from the half diagonals of the tile and of the core."""
    write_square(row, 0, cx, cy, ux, uy)
    write_square(row, 8, cx, cy, vx, vy)
    wide = max(abs(ux), abs(uy))
    row[0, 16] = cx - wide
    row[0, 17] = cy - wide
    row[0, 18] = cx + wide
    row[0, 19] = cy + wide


@compiled
def first_place(
    diagonals: Ints, step: int, start: int, field: Ints, segments: Ints, chunks: Ints, tiles: Ints,
    numbers: Ints, head: Ints, found: Ints,
) -> bool:  # fmt: skip
    """The first legal place on the lattice of this step and these half diagonals, from row `start` on."""
    left, right = field[:, 0].min(), field[:, 0].max()
    low, high = field[:, 1].min(), field[:, 1].max()
    row = np.zeros((1, 24), np.int64)
    columns = (right - left) // step + 1
    lines = (high - low) // step + 1
    for k in range(start, columns * lines):
        x = left + (k % columns) * step
        y = low + (k // columns) * step
        for d in range(diagonals.shape[0]):
            write_tile(row, x, y, diagonals[d, 0], diagonals[d, 1], 0, 0)
            if judge_tile(row, field, segments, chunks, tiles, numbers, head) == 0:
                found[0], found[1], found[2] = x, y, d
                return True
    return False


@compiled
def legal_places(
    candidates: Ints, diagonals: Ints, field: Ints, segments: Ints, chunks: Ints, tiles: Ints, numbers: Ints,
    head: Ints, found: Ints,
) -> int:  # fmt: skip
    """Numbers of the first legal candidates (x, y, number of a half diagonal); returns how many."""
    row = np.zeros((1, 24), np.int64)
    count = 0
    for k in range(candidates.shape[0]):
        if count == found.shape[0]:
            break
        d = candidates[k, 2]
        write_tile(row, candidates[k, 0], candidates[k, 1], diagonals[d, 0], diagonals[d, 1], 0, 0)
        if judge_tile(row, field, segments, chunks, tiles, numbers, head) == 0:
            found[count] = k
            count += 1
    return count


@compiled
def meets_field(points: Ints, closed: bool, field: Ints, hits: Ints) -> int:
    """How many pairs (segment, field edge) meet; the first two pairs are left in hits."""
    n = points.shape[0]
    k = field.shape[0]
    count = 0
    for i in range(n if closed else n - 1):
        j = i + 1 if i + 1 < n else 0
        for e in range(k):
            f = e + 1 if e + 1 < k else 0
            if meet(
                points[i, 0], points[i, 1], points[j, 0], points[j, 1],
                field[e, 0], field[e, 1], field[f, 0], field[f, 1],
            ):  # fmt: skip
                if count < 2:
                    hits[count, 0] = i
                    hits[count, 1] = e
                count += 1
    return count


@compiled
def string_near_tile(points: Ints, closed: bool, rows: Ints, gap: int, head: Ints) -> int:
    """HOME: the string keeps this gap from all these tiles."""
    n = points.shape[0]
    for t in range(rows.shape[0]):
        for i in range(n if closed else n - 1):
            j = i + 1 if i + 1 < n else 0
            if quad_near_segment(rows, t, points[i, 0], points[i, 1], points[j, 0], points[j, 1], gap):
                return refuse(head, 18, points[i, 0], points[i, 1], t, gap)
    return 0


@compiled
def free_way(
    ax: float, ay: float, dx: float, dy: float, most: float, field: Ints, segments: Ints, chunks: Ints,
    tiles: Ints,
    but: int, other: int,
) -> float:  # fmt: skip
    """How far one can go from a in the unit direction d up to a string, a tile or the field, or `most`."""
    bx = ax + dx * most
    by = ay + dy * most
    left, right = min(ax, bx), max(ax, bx)
    low, high = min(ay, by), max(ay, by)
    best = most
    for c in range(chunks.shape[0]):
        if chunks[c, 0] > right or chunks[c, 2] < left or chunks[c, 1] > high or chunks[c, 3] < low:
            continue
        for s in range(chunks[c, 4], chunks[c, 5]):
            best = min(
                best,
                way_to(ax, ay, dx, dy, segments[s, 0], segments[s, 1], segments[s, 2], segments[s, 3], best),
            )
    n = field.shape[0]
    for e in range(n):
        f = e + 1 if e + 1 < n else 0
        best = min(best, way_to(ax, ay, dx, dy, field[e, 0], field[e, 1], field[f, 0], field[f, 1], best))
    for t in range(tiles.shape[0]):
        if t in (but, other):
            continue
        if tiles[t, 16] > right or tiles[t, 18] < left or tiles[t, 17] > high or tiles[t, 19] < low:
            continue
        for k in range(4):
            i = 2 * k
            j = 2 * ((k + 1) % 4)
            best = min(
                best, way_to(ax, ay, dx, dy, tiles[t, i], tiles[t, i + 1], tiles[t, j], tiles[t, j + 1], best)
            )
    return best


@compiled
def way_to(
    ax: float, ay: float, dx: float, dy: float, cx: float, cy: float, ex: float, ey: float, most: float
) -> float:
    """How far the ray from a goes until it meets the segment from c to e, or `most`."""
    wx = ex - cx
    wy = ey - cy
    down = dx * wy - dy * wx
    if abs(down) < 1e-12:
        return most
    far = ((cx - ax) * wy - (cy - ay) * wx) / down
    part = ((cx - ax) * dy - (cy - ay) * dx) / down
    if far < 0.0 or far > most or part < -1e-9 or part > 1.0 + 1e-9:
        return most
    return far


@compiled
def polygon_simple(polygon: Ints) -> int:
    """-1 if no two edges of the polygon meet but neighbours in their corner, else an edge that does."""
    n = polygon.shape[0]
    for i in range(n):
        a = (i + 1) % n
        for j in range(i + 1, n):
            b = (j + 1) % n
            if j == a or b == i:
                # neighbours share a corner; folding back makes one's far end lie on the other
                far = b if j == a else j
                near = i if j == a else a
                if meet(
                    polygon[i, 0], polygon[i, 1], polygon[a, 0], polygon[a, 1],
                    polygon[far, 0], polygon[far, 1], polygon[far, 0], polygon[far, 1],
                ) or meet(
                    polygon[j, 0], polygon[j, 1], polygon[b, 0], polygon[b, 1],
                    polygon[near, 0], polygon[near, 1], polygon[near, 0], polygon[near, 1],
                ):  # fmt: skip
                    return j
            elif meet(
                polygon[i, 0], polygon[i, 1], polygon[a, 0], polygon[a, 1],
                polygon[j, 0], polygon[j, 1], polygon[b, 0], polygon[b, 1],
            ):  # fmt: skip
                return j
    return -1


@compiled
def float_in_quad(tiles: Ints, t: int, at: int, x: float, y: float, inset: float) -> bool:
    """Whether a drawn point lies in the tile, at least `inset` from its border."""
    for k in range(4):
        i = at + 2 * k
        j = at + 2 * ((k + 1) % 4)
        ex = float(tiles[t, j] - tiles[t, i])
        ey = float(tiles[t, j + 1] - tiles[t, i + 1])
        side = ex * (y - tiles[t, i + 1]) - ey * (x - tiles[t, i])
        if side < inset * math.sqrt(ex * ex + ey * ey):
            return False
    return True
