"""The kernel that finds the shortest way from one tile to every other, for each number of points lost on it.

Dijkstra's algorithm on the grid, in layers by points lost; lengths are whole tenths of a millimetre, so the
queue is a row of buckets. Tiles are ends of the way: it passes no tile.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline.games.string_railway.geometry.measures import Ints
from branchline.games.string_railway.laying.grid import BLOCKED, DX, DY, FREE, PAIR
from branchline.games.string_railway.laying.kernels import compiled

FAR = 1 << 30


@compiled
def grow_legs(
    frame: Ints, open_points: Ints, point_tiles: Ints, edge_tiles: Ints, edge_costs: Ints, usable: Ints,
    source: int, most: int, layers: int, distance: Ints, parent: Ints, leg_length: Ints, leg_state: Ints,
    followed: Ints, heads: Ints, entry_state: Ints, entry_next: Ints,
) -> None:  # fmt: skip
    """Fill distance and parent (layer·points + point) and the leg that reaches each tile in each layer.

    `followed` gets the edges that led nearer to a point or as near (a bit for each way of a point). Any other
    edge may be closed or cost more: what it led to is reached before at no greater loss, in the same order.
    Only distances that are no better than those of a layer below may then differ from ones found afresh.
    """
    columns, lines, step = frame[2], frame[3], frame[4]
    nodes = columns * lines
    distance[:] = FAR
    parent[:] = -1
    followed[:] = 0
    heads[:] = -1
    used = 0
    right, up, offsets, lengths = np.empty((4, 16), np.int64)
    for d in range(16):
        sign = 1 if d < 8 else -1
        right[d], up[d] = sign * DX[d % 8], sign * DY[d % 8]
        offsets[d] = up[d] * columns + right[d]
        lengths[d] = int(math.sqrt(right[d] * right[d] + up[d] * up[d]) * step / 10)
    fewest = np.empty(nodes, np.int8)  # layers, for each point; none is wanted of a closed one
    for node in range(nodes):
        fewest[node] = layers if open_points[node] else 0
        if point_tiles[node] == source and open_points[node]:
            distance[node] = 0
            entry_state[used] = node
            entry_next[used] = heads[0]
            heads[0] = used
            used += 1
    for now in range(most + 1):
        at = heads[now]
        while at >= 0:  # every step is longer than nothing, so no more come in here
            state = entry_state[at]
            at = entry_next[at]
            if distance[state] != now:
                continue
            layer, node = 0, state
            while node >= nodes:
                layer += 1
                node -= nodes
            if layer >= fewest[node]:
                continue  # reached before with no more crossings
            fewest[node] = layer
            here = point_tiles[node]
            if here >= 0 and here != source:
                if leg_length[here, layer] < 0:
                    leg_length[here, layer] = now
                    leg_state[here, layer] = state
                continue
            j = node // columns
            i = node - j * columns
            inner = 2 <= i < columns - 2 and 2 <= j < lines - 2
            for d in range(16):
                if not inner and not (0 <= i + right[d] < columns and 0 <= j + up[d] < lines):
                    continue
                goal = node + offsets[d]
                if fewest[goal] <= layer:
                    continue
                base, way = node, d
                if d >= 8:
                    base, way = goal, d - 8
                next_layer = layer + edge_costs[base, way]
                if next_layer >= fewest[goal]:
                    continue
                then = now + lengths[d]
                next_state = next_layer * nodes + goal
                if then > most or then > distance[next_state]:
                    continue
                owner = edge_tiles[base, way]
                if owner != FREE:
                    if owner == BLOCKED:
                        continue
                    there = point_tiles[goal]
                    if owner < PAIR:
                        if owner == source:
                            if here != source or there == source:
                                continue
                        elif there != owner or here == source or not usable[owner]:
                            continue
                    else:
                        a, b = (owner - PAIR) // 64, (owner - PAIR) % 64
                        if here != source or (a != source and b != source):
                            continue
                        other = a + b - source
                        if there != other or not usable[other]:
                            continue
                followed[base] |= 1 << way
                if then == distance[next_state]:
                    continue
                distance[next_state], parent[next_state] = then, state
                entry_state[used] = next_state
                entry_next[used] = heads[then]
                heads[then] = used
                used += 1


@compiled
def leg_starts(parent: Ints, leg_state: Ints, nodes: int, starts: Ints, ends: Ints) -> None:
    """The grid points where each leg of one source leaves the source and reaches its goal."""
    for t in range(leg_state.shape[0]):
        for k in range(leg_state.shape[1]):
            state = leg_state[t, k]
            if state < 0:
                continue
            ends[t, k] = state % nodes
            while parent[state] >= 0:
                state = parent[state]
            starts[t, k] = state % nodes


@compiled
def grow_all(
    frame: Ints, open_points: Ints, point_tiles: Ints, edge_tiles: Ints, edge_costs: Ints, usable: Ints,
    sources: Ints, known: Ints, most: int, layers: int, distance: Ints, parents: Ints, leg_length: Ints,
    leg_state: Ints, followed: Ints, starts: Ints, ends: Ints,
) -> None:  # fmt: skip
    """The legs of all sources but those that are known."""
    nodes = frame[2] * frame[3]
    # buckets, as long as they can be, since no way to a point is found twice: what grows in the loop slows it
    heads: NDArray[Any] = np.empty(most + 1, np.int32)
    entry_state, entry_next = np.empty((2, (16 * layers + 1) * nodes), np.int32)
    for slot in range(sources.shape[0]):
        if known[slot]:
            continue
        source = sources[slot]
        grow_legs(
            frame, open_points, point_tiles, edge_tiles, edge_costs, usable, source, most, layers,
            distance[slot], parents[slot], leg_length[source], leg_state[slot], followed[slot],
            heads, entry_state, entry_next,
        )  # fmt: skip
        leg_starts(parents[slot], leg_state[slot], nodes, starts[source], ends[source])


@compiled
def still_known(
    edge_tiles: Ints, edge_costs: Ints, tiles_before: Ints, costs_before: Ints, followed: Ints, known: Ints
) -> None:
    """Which sources followed no edge that has changed since."""
    known[:] = 1
    for node in range(edge_tiles.shape[0]):
        changed = 0
        for way in range(8):
            if (
                edge_tiles[node, way] != tiles_before[node, way]
                or edge_costs[node, way] != costs_before[node, way]
            ):
                changed |= 1 << way
        if changed:
            for slot in range(followed.shape[0]):
                if followed[slot, node] & changed:
                    known[slot] = 0
