"""From a freehand stroke to a string: the legal string of exact length that lies nearest; chapter 4.3 C."""

import math
from collections.abc import Sequence

import numpy as np

from branchline.games.string_railway.geometry.layout import Layout
from branchline.games.string_railway.geometry.measures import Floats, Ints
from branchline.games.string_railway.geometry.shapes import points_of
from branchline.games.string_railway.geometry.verdict import judge, scratch
from branchline.games.string_railway.laying.finder import FAST, Proposal, Quality, pack, propose

MOST_STROKE = 4_000  # points that a pointer may leave
SPACING = 600.0
SNAP = 3_000.0  # an end so near a tile is drawn onto it
INSET, CLEAR_OF_TILES = 60.0, 120.0


def _even(points: Ints) -> Floats:
    """The stroke with equal, larger steps; tremor below the step goes."""
    steps = np.hypot(*np.diff(points, axis=0).T)
    arcs = np.concatenate([[0.0], np.cumsum(steps)])
    count = max(2, math.ceil(arcs[-1] / SPACING))
    want = np.linspace(0.0, arcs[-1], count + 1)
    return np.column_stack([np.interp(want, arcs, points[:, 0]), np.interp(want, arcs, points[:, 1])])


def _depths(row: Ints, at: int, points: Floats) -> Floats:
    """How deep points lie in a tile (at 0) or its core (at 8); below 0 how far outside its sides."""
    corners = row[at : at + 8].reshape(4, 2).astype(float)
    edges = np.roll(corners, -1, axis=0) - corners
    edges /= np.hypot(edges[:, 0], edges[:, 1])[:, None]
    away = points[:, None, :] - corners[None, :, :]
    sides: Floats = (edges[:, 0] * away[:, :, 1] - edges[:, 1] * away[:, :, 0]).min(axis=1)
    return sides


def _snap(layout: Layout, line: Floats) -> Floats:
    """Lead both ends onto a tile where one is near."""
    for at in (0, -1):
        end = line[at]
        depths = [float(_depths(row, 8, end[None, :])[0]) for row in layout.tiles]
        tile = int(np.argmax(depths))
        if -SNAP < depths[tile] < INSET:
            way = end + np.linspace(0, 1, 41)[:, None] * (np.array(layout.centre(tile)) - end)
            new = way[np.argmax(_depths(layout.tiles[tile], 8, way) > INSET)]
            line = np.vstack([new, line]) if at == 0 else np.vstack([line, new])
    return line


def tiles_on(layout: Layout, line: Floats) -> list[tuple[int, int]]:
    """The tiles whose core the stroke visits, in order, each with the stroke's deepest point in it."""
    visits = []
    for t, row in enumerate(layout.tiles):
        depths = _depths(row, 8, line)
        # an end in the tile must stay an end
        at = 0 if depths[0] > 0 else len(line) - 1 if depths[-1] > 0 else int(np.argmax(depths))
        if depths[at] > 0:
            visits.append((at, t))
    return [(t, at) for at, t in sorted(visits)]


def _leave_others(layout: Layout, line: Floats, visited: Sequence[int]) -> Floats:
    """Push points off tiles that the stroke only grazes, away from their centres."""
    line = line.copy()
    for t, row in enumerate(layout.tiles):
        if t in visited:
            continue
        middle = np.array(layout.centre(t), dtype=float)
        for i in np.flatnonzero(_depths(row, 0, line) > -CLEAR_OF_TILES):
            ways = middle + np.linspace(1.0, 4.0, 61)[:, None] * (line[i] - middle)
            line[i] = ways[np.argmax(_depths(row, 0, ways) < -CLEAR_OF_TILES)]
    return line


def fit_stroke(
    layout: Layout, company: int, target: int, stroke: object, quality: Quality = FAST
) -> list[Proposal]:
    """Legal strings for a stroke, the nearest first: along it, else through its stations by the best way."""
    from branchline.games.string_railway.laying.filling import NOTHING, follow, links

    points = points_of(stroke, most=MOST_STROKE)
    if isinstance(points, str):
        return []
    steps = np.hypot(*np.diff(points, axis=0).T)
    if not 1_000 < steps.sum() < 6 * target:
        return []
    if layout.tile_count < 2:
        return []
    line = _snap(layout, _even(points))
    visits = tiles_on(layout, line)
    if len(visits) < 2:
        return []
    via = [t for t, _ in visits]
    first, last = visits[0][1], visits[-1][1]
    body = _leave_others(layout, line[first : last + 1], via)
    way = np.column_stack([body, np.full(len(body), -1.0)])
    for t, at in visits:
        way[at - first, :2] = line[at]
        way[at - first, 2] = t
    head, entered, crossed = scratch()
    best = np.zeros((links(target), 2), np.int64)
    score = follow(pack(layout, company), way, target, 60, body, best, head, entered, crossed)
    if score > NOTHING:
        verdict = judge(layout, company, target, best)
        return [Proposal(tuple((int(x), int(y)) for x, y in best), verdict)]
    return propose(layout, company, target, via, quality, want=1)
