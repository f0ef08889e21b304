"""The table packed for the kernels: segments with boxes around eight of them, strings, tiles.

Built from plain lists of whole numbers, and grown by one string or tile at a time without repacking.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline.games.string_railway.geometry.columns import IN_MOUNTAIN, KIND, OWNER, PRESENT, TILE_COLUMNS
from branchline.games.string_railway.geometry.measures import MOST_TILES, MOUNTAIN, Ints, Measures, Point
from branchline.games.string_railway.geometry.shapes import is_convex, strictly_inside

CHUNK = 8


def tile_row(
    kind: int, quad: Sequence[Point], core: Sequence[Point], owner: int, present: int, high: int
) -> Ints:
    """One tile as a row of the packed tiles."""
    xs = [x for x, _ in quad]
    ys = [y for _, y in quad]
    flat = [c for p in (*quad, *core) for c in p]
    return np.array(
        [*flat, min(xs), min(ys), max(xs), max(ys), kind, owner, present, high], dtype=np.int64
    ).reshape(1, TILE_COLUMNS)


def _room(buffer: Ints, used: int, more: int) -> Ints:
    """The buffer, doubled until `more` rows fit."""
    if used + more <= buffer.shape[0]:
        return buffer
    bigger = np.zeros((max(2 * buffer.shape[0], used + more), buffer.shape[1]), np.int64)
    bigger[:used] = buffer[:used]
    return bigger


@dataclass(slots=True)
class Grid:
    """A grid over the field for finding ways, and how much of the table it knows."""

    frame: Ints
    open_points: NDArray[Any]
    point_tiles: NDArray[Any]
    edge_tiles: NDArray[Any]
    edge_costs: NDArray[Any]
    known_tiles: int = 0
    known_segments: int = 0

    def copy(self) -> Grid:
        """A grid of its own; what never changes is shared."""
        return Grid(
            self.frame, self.open_points, self.point_tiles.copy(), self.edge_tiles.copy(),
            self.edge_costs.copy(), self.known_tiles, self.known_segments,
        )  # fmt: skip


class Layout:
    """What lies on the table: the field, strings and tiles, numbered in the order in which they came."""

    __slots__ = (
        "_chunks", "_segments", "_strings", "_tiles", "chunk_count", "convex", "field", "grids", "measures",
        "mountain", "mountain_box", "numbers", "segment_count", "string_count", "tile_count",
    )  # fmt: skip

    def __init__(self, measures: Measures, field: Sequence[Point]) -> None:
        self.measures = measures
        self.field: Ints = np.array(field, dtype=np.int64)
        self.convex = int(is_convex(field))
        self.numbers = measures.numbers()
        self._segments: Ints = np.zeros((512, 5), np.int64)
        self._chunks: Ints = np.zeros((64, 6), np.int64)
        self._strings: Ints = np.zeros((32, 2), np.int64)
        self._tiles: Ints = np.zeros((40, TILE_COLUMNS), np.int64)
        self.segment_count = self.chunk_count = self.string_count = self.tile_count = 0
        self.mountain: list[Point] = []
        self.mountain_box: tuple[Point, Point] = (0, 0), (0, 0)
        self.grids: dict[tuple[int, int], Grid] = {}

    @property
    def segments(self) -> Ints:
        """Rows x1 y1 x2 y2 string."""
        return self._segments[: self.segment_count]

    @property
    def chunks(self) -> Ints:
        """Rows left low right high first-segment past-last-segment."""
        return self._chunks[: self.chunk_count]

    @property
    def strings(self) -> Ints:
        """Rows kind company."""
        return self._strings[: self.string_count]

    @property
    def tiles(self) -> Ints:
        """Rows as `columns` says."""
        return self._tiles[: self.tile_count]

    @property
    def ground(self) -> tuple[Ints, Ints, Ints, Ints, Ints]:
        """What a tile's place is judged by, in the order in which kernels take it."""
        return self.field, self.segments, self.chunks, self.tiles, self.numbers

    def add_string(
        self, kind: int, company: int, points: Sequence[Point] | Ints, closed: bool = False
    ) -> int:
        """Put a string on the table and return its number."""
        line = np.asarray(points, dtype=np.int64)
        if kind == MOUNTAIN:
            self.mountain = [(int(x), int(y)) for x, y in line]
            xs, ys = zip(*self.mountain, strict=True)
            self.mountain_box = (min(xs), min(ys)), (max(xs), max(ys))
            closed = True
        after = np.roll(line, -1, axis=0) if closed else line[1:]
        before = line if closed else line[:-1]
        n = after.shape[0]
        self._segments = _room(self._segments, self.segment_count, n)
        rows = self._segments[self.segment_count : self.segment_count + n]
        rows[:, 0:2] = before
        rows[:, 2:4] = after
        rows[:, 4] = self.string_count
        starts = np.arange(0, n, CHUNK)
        self._chunks = _room(self._chunks, self.chunk_count, len(starts))
        boxes = self._chunks[self.chunk_count : self.chunk_count + len(starts)]
        lowest, highest = np.minimum(before, after), np.maximum(before, after)
        boxes[:, 0:2] = np.minimum.reduceat(lowest, starts, axis=0)
        boxes[:, 2:4] = np.maximum.reduceat(highest, starts, axis=0)
        boxes[:, 4] = self.segment_count + starts
        boxes[:, 5] = self.segment_count + np.minimum(starts + CHUNK, n)
        self._strings = _room(self._strings, self.string_count, 1)
        self._strings[self.string_count] = kind, company
        self.segment_count += n
        self.chunk_count += len(starts)
        self.string_count += 1
        return self.string_count - 1

    def add_tile(
        self, kind: int, quad: Sequence[Point], core: Sequence[Point], owner: int = -1, present: int = 0
    ) -> int:
        """Put a tile on the table and return its number; whether it is in the mountain is seen here."""
        if self.tile_count == MOST_TILES:
            raise ValueError("no more tiles fit on a table")
        x = (quad[0][0] + quad[2][0]) // 2
        y = (quad[0][1] + quad[2][1]) // 2
        high = int(self._in_mountain((x, y)))
        self._tiles = _room(self._tiles, self.tile_count, 1)
        self._tiles[self.tile_count] = tile_row(kind, quad, core, owner, present, high)[0]
        self.tile_count += 1
        return self.tile_count - 1

    def _in_mountain(self, p: Point) -> bool:
        """Most points lie beside its box; searches ask about thousands of them."""
        if not self.mountain:
            return False
        (left, low), (right, high) = self.mountain_box
        return left < p[0] < right and low < p[1] < high and strictly_inside(self.mountain, p)

    def mark(self, tile: int, owner: int, present: int) -> None:
        """Set whose tile it is and which companies are on it (a bit each)."""
        self._tiles[tile, OWNER] = owner
        self._tiles[tile, PRESENT] = present

    def tile(self, tile: int) -> tuple[int, int, int, int]:
        """Kind, owner, companies present, whether in the mountain."""
        row = self._tiles[tile]
        return int(row[KIND]), int(row[OWNER]), int(row[PRESENT]), int(row[IN_MOUNTAIN])

    def centre(self, tile: int) -> Point:
        """The middle of a tile."""
        row = self._tiles[tile]
        return int(row[0] + row[4]) // 2, int(row[1] + row[5]) // 2

    def corners(self, tile: int) -> list[Point]:
        """The corners of a tile."""
        row = self._tiles[tile]
        return [(int(row[k]), int(row[k + 1])) for k in range(0, 8, 2)]

    def copy(self) -> Layout:
        """A table of its own, search grids included."""
        other = Layout.__new__(Layout)
        other.measures, other.field, other.convex, other.numbers = (
            self.measures, self.field, self.convex, self.numbers,
        )  # fmt: skip
        other._segments, other._chunks = self._segments.copy(), self._chunks.copy()
        other._strings, other._tiles = self._strings.copy(), self._tiles.copy()
        other.segment_count, other.chunk_count = self.segment_count, self.chunk_count
        other.string_count, other.tile_count = self.string_count, self.tile_count
        other.mountain, other.mountain_box = self.mountain, self.mountain_box
        other.grids = {key: grid.copy() for key, grid in self.grids.items()}
        return other
