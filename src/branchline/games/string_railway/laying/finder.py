"""Finding strings to lay: legs between tiles, chains of stations, and strings made from them.

Everything here is a proposal: each string has passed `judge`. The same position gives the same strings.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from branchline.games.string_railway.geometry.columns import IN_MOUNTAIN, KIND, OWNER, PRESENT, Packed
from branchline.games.string_railway.geometry.layout import Grid, Layout
from branchline.games.string_railway.geometry.measures import RAIL, Ints, Point
from branchline.games.string_railway.geometry.verdict import Verdict, judge, scratch


class Quality(NamedTuple):
    """How hard to look: grid step, layers of points lost, chains, waves, sweeps, longest leg, detours."""

    step: int
    layers: int
    chains: int
    tries: int
    sweeps: int
    reach: int
    detours: int


FAST = Quality(step=800, layers=3, chains=300, tries=16, sweeps=16, reach=60_000, detours=8)
# for who compares many turns: strings by this grid were worth as much as by the finer one on 92 tables of
# greedy games, at half the work; fewer points lost on the way made no difference on a grid of 1.2 cm
QUICK = FAST._replace(step=1600, layers=2)
THOROUGH = Quality(step=600, layers=4, chains=800, tries=36, sweeps=40, reach=62_000, detours=40)


class Proposal(NamedTuple):
    """A legal string and what it scores."""

    points: tuple[Point, ...]
    verdict: Verdict


def crossing_costs(layout: Layout, company: int) -> Ints:
    """Points that the company loses by crossing each string."""
    own, other = layout.measures.costs()
    rail = np.where(layout.strings[:, 1] == company, own, other)
    return np.where(layout.strings[:, 0] == RAIL, rail, 1).astype(np.int64)


def pack(layout: Layout, company: int) -> Packed:
    """The table as the search kernels see it."""
    from branchline.games.string_railway.laying.grid import grow_tiles

    grown = layout.tiles.copy()
    grow_tiles(grown)
    return Packed(
        layout.field, layout.convex, layout.segments, layout.chunks, layout.strings,
        crossing_costs(layout, company), layout.tiles, grown, layout.numbers, company,
    )  # fmt: skip


def grid_of(layout: Layout, packed: Packed, step: int) -> Grid:
    """The table's grid of this step for the board's company, brought up to date."""
    from branchline.games.string_railway.laying import grid as kernels

    own, other = layout.measures.costs()
    key = step, packed.company if own != other else -1
    grid = layout.grids.get(key)
    if grid is None:
        left, low = (int(c) for c in layout.field.min(axis=0))
        right, high = (int(c) for c in layout.field.max(axis=0))
        columns, lines = (right - left) // step + 1, (high - low) // step + 1
        # half a step off the corner, and odd numbers, so that grid lines seldom run along strings
        frame = np.array([left + step // 2 + 7, low + step // 2 + 3, columns, lines, step], dtype=np.int64)
        nodes = columns * lines
        grid = Grid(
            frame, np.zeros(nodes, np.int8), np.full(nodes, -1, np.int16), np.full((nodes, 8), -1, np.int32),
            np.zeros((nodes, 8), np.int16),
        )  # fmt: skip
        kernels.mark_field(frame, layout.field, layout.convex, grid.open_points, grid.edge_tiles)
        layout.grids[key] = grid
    for t in range(grid.known_tiles, layout.tile_count):
        kernels.mark_tile(grid.frame, layout.tiles, packed.grown, t, grid.point_tiles, grid.edge_tiles)
    if grid.known_segments < layout.segment_count:
        kernels.mark_segments(
            grid.frame, layout.segments, grid.known_segments, packed.costs, layout.tiles, grid.edge_tiles,
            grid.edge_costs,
        )  # fmt: skip
    grid.known_tiles, grid.known_segments = layout.tile_count, layout.segment_count
    return grid


class Finder:
    """Everything that is known about a position once its legs are found; good until the table changes."""

    def __init__(
        self,
        layout: Layout,
        company: int,
        quality: Quality = FAST,
        longest: int | None = None,
        only: Sequence[int] = (),
        before: Finder | None = None,
    ) -> None:
        """With the finder of a table to which only tiles and strings were added, what they leave is known."""
        self.layout, self.company, self.quality = layout, company, quality
        self.packed = pack(layout, company)
        self.grid = grid_of(layout, self.packed, quality.step)
        self._stations()
        self._legs(min(quality.reach, longest or layout.measures.long), only, before)

    def _stations(self) -> None:
        """What each tile is to the company: usable, already its own, a terminal, worth so much."""
        from branchline.games.string_railway.laying.chains import rate_stations

        tiles = self.layout.tiles
        count = len(tiles)
        self.usable, self.mine = np.zeros(count, np.int64), np.zeros(count, np.int64)
        self.terminal, self.worth = np.zeros(count, np.int64), np.zeros(count, np.int64)
        if self.company < 0:  # legs for everybody, and no strings
            self.usable[:] = 1
            return
        kinds, high, owners, present = tiles[:, [KIND, IN_MOUNTAIN, OWNER, PRESENT]].T.copy()
        rate_stations(
            kinds, high, owners, present, self.company, self.usable, self.mine, self.terminal, self.worth
        )

    def _legs(self, reach: int, only: Sequence[int], before: Finder | None) -> None:
        """The legs from every usable tile, or from these only."""
        from branchline.games.string_railway.laying.legs import grow_all

        grid, count = self.grid, self.layout.tile_count
        most_cost = max(self.layout.measures.costs())
        layers = self.quality.layers + (most_cost - 1)
        nodes = len(grid.open_points)
        sources = np.array([t for t in np.flatnonzero(self.usable) if not only or t in only], dtype=np.int64)
        self.slots = np.full(count, -1, np.int64)
        self.slots[sources] = np.arange(len(sources))
        self.distance: NDArray[Any] = np.empty((len(sources), layers * nodes), np.int32)
        self.parents: NDArray[Any] = np.empty((len(sources), layers * nodes), np.int32)
        self.leg_length = np.full((count, count, layers), -1, np.int64)
        self.leg_state = np.full((len(sources), count, layers), -1, np.int64)
        self.followed: NDArray[Any] = np.empty((len(sources), nodes), np.uint8)
        self.nodes = np.zeros((2, count, count, layers), np.int64)
        known = np.zeros(len(sources), np.int64)
        if before is not None and (self.usable[: len(before.usable)] == before.usable).all():
            self._keep(before, known)
        starts, ends = self.nodes
        grow_all(
            grid.frame, grid.open_points, grid.point_tiles, grid.edge_tiles, grid.edge_costs, self.usable,
            sources, known, reach // 10, layers, self.distance, self.parents, self.leg_length, self.leg_state,
            self.followed, starts, ends,
        )  # fmt: skip
        left, low, columns, _, step = (int(c) for c in grid.frame)
        self.starts = (
            (left + starts % columns * step).astype(float),
            (low + starts // columns * step).astype(float),
        )
        self.ends = (left + ends % columns * step).astype(float), (low + ends // columns * step).astype(float)

    def _keep(self, before: Finder, known: Ints) -> None:
        """Take over the legs of the tiles that what was added does not touch."""
        from branchline.games.string_railway.laying.legs import still_known

        old, grid = len(before.usable), self.grid
        still_known(
            grid.edge_tiles,
            grid.edge_costs,
            before.grid.edge_tiles,
            before.grid.edge_costs,
            before.followed,
            known[: len(before.followed)],
        )
        kept = np.flatnonzero(known)
        tiles = np.flatnonzero(self.usable)[kept]
        self.distance[kept], self.followed[kept] = before.distance[kept], before.followed[kept]
        self.leg_length[tiles, :old] = before.leg_length[tiles]
        self.nodes[:, tiles, :old] = before.nodes[:, tiles]
        if self.company >= 0:  # strings are made of them
            self.parents[kept], self.leg_state[kept, :old] = before.parents[kept], before.leg_state[kept]

    def chains(self, target: int, via: Sequence[int] = (), most: int | None = None) -> Ints:
        """Chains of stations for a string of this length, the most promising first."""
        from branchline.games.string_railway.laying.chains import CHAIN_COLUMNS, list_chains, ways_apart

        rows = np.zeros((most or self.quality.chains, CHAIN_COLUMNS), np.int64)
        count = list_chains(
            self.leg_length, ways_apart(self.leg_length), *self.starts, *self.ends, self.usable, self.mine,
            self.terminal, self.worth, int(self.layout.measures.anchor == "end"), target,
            8 if target > 40_000 else 6, np.array(via, dtype=np.int64), rows,
        )  # fmt: skip
        return rows[:count]

    def strings(
        self, target: int, via: Sequence[int] = (), want: int = 3, most: int | None = None
    ) -> list[Proposal]:
        """The best legal strings found, best first, each through other stations or with another score."""
        from branchline.games.string_railway.laying.chains import COUNT, SPAN, TILES, WORTH
        from branchline.games.string_railway.laying.filling import (
            MADE,
            NOTHING,
            TOO_LONG,
            chain_way,
            links,
            realise,
        )

        if via and not self._possible(via):
            return []
        head, entered, crossed = scratch()
        found: dict[tuple[int, ...], tuple[int, Ints]] = {}
        nowhere = np.zeros(0, np.int64)
        best = np.zeros((links(target), 2), np.int64)
        detours = self.quality.detours
        for chain in self.chains(target, via, most):
            scores = sorted((score for score, _ in found.values()), reverse=True)
            if len(scores) >= want and scores[want - 1] >= chain[WORTH]:
                break
            stations = tuple(sorted(chain[TILES : TILES + chain[COUNT]].tolist()))
            if stations in found and found[stations][0] >= chain[WORTH]:
                continue
            way = chain_way(chain, self.grid.frame, self.slots, self.parents, self.leg_state, -1, nowhere)
            state, score = NOTHING, NOTHING
            # a way much shorter than the string needs a detour anyhow
            if chain[SPAN] > 0.45 * target or not detours:
                state, score = realise(
                    self.packed, way, target, int(chain[WORTH]), self.quality.tries, self.quality.sweeps,
                    best, head, entered, crossed,
                )  # fmt: skip
            if state != MADE and state != TOO_LONG and detours and chain[SPAN] < 0.9 * target:
                detours -= 1
                score = self._detour(chain, target, best, head, entered, crossed)
            if score > NOTHING and (stations not in found or found[stations][0] < score):
                found[stations] = score, best.copy()
        ranked = sorted(found.values(), key=lambda pair: -pair[0])[:want]
        return [
            Proposal(tuple(map(tuple, line.tolist())), judge(self.layout, self.company, target, line))
            for _, line in ranked
        ]

    def _possible(self, via: Sequence[int]) -> bool:
        return (
            len(via) == len(set(via)) and 2 <= len(via) <= 8 and all(0 <= t < len(self.usable) for t in via)
        )

    def _detour(self, chain: Ints, target: int, best: Ints, head: Ints, entered: Ints, crossed: Ints) -> int:
        """A string along the chain with one leg going round over a far point."""
        from branchline.games.string_railway.laying.chains import COUNT, LAYERS, SPAN, TILES, WORTH
        from branchline.games.string_railway.laying.detour import find_vias
        from branchline.games.string_railway.laying.filling import MADE, NOTHING, chain_way, realise

        vias = np.zeros((4, 600), np.int64)
        sizes = np.zeros(4, np.int64)
        grid = self.grid
        for leg in range(int(chain[COUNT]) - 1):
            a, b = int(chain[TILES + leg]), int(chain[TILES + leg + 1])
            loss = int(chain[LAYERS + leg])
            rest = int(chain[SPAN]) // 10 - int(self.leg_length[a, b, loss])
            want = target // 10 - rest
            count = find_vias(
                grid.frame, grid.point_tiles, self.distance[self.slots[a]], self.parents[self.slots[a]],
                self.distance[self.slots[b]], self.parents[self.slots[b]], loss, want * 72 // 100, want,
                vias, sizes,
            )  # fmt: skip
            for k in range(count):
                way = chain_way(
                    chain, grid.frame, self.slots, self.parents, self.leg_state, leg, vias[k, : sizes[k]]
                )
                state, score = realise(
                    self.packed, way, target, int(chain[WORTH]), self.quality.tries, -4,
                    best, head, entered, crossed,
                )  # fmt: skip
                if state == MADE:
                    return int(score)
        return int(NOTHING)


def propose(
    layout: Layout, company: int, target: int, via: Sequence[int] = (), quality: Quality = FAST, want: int = 3
) -> list[Proposal]:
    """The best legal strings found, through exactly these tiles in this order if any are named.

    A thorough look is a fast one and a finer one; it also follows where a fast look alone finds nothing.
    """
    found = Finder(layout, company, FAST if quality == THOROUGH else quality, target, via).strings(
        target, via, want
    )
    if quality == THOROUGH or not found:
        finer = Finder(layout, company, THOROUGH, target, via).strings(target, via, want)
        stations = [sorted(entry.tile for entry in p.verdict.entered) for p in finer]
        finer += [p for p in found if sorted(entry.tile for entry in p.verdict.entered) not in stations]
        found = sorted(finer, key=lambda p: -p.verdict.score)[:want]
    return found
