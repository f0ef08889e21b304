"""The kernel that finds the shortest way from one tile to every other, for each number of points lost on it.

Dijkstra's algorithm on the grid, in layers by points lost; lengths are whole tenths of a millimetre, so the
queue is a row of buckets. Tiles are ends of the way: it passes no tile.
"""

import math

import numpy as np

from branchline.games.string_railway.geometry.measures import Ints
from branchline.games.string_railway.laying.grid import BLOCKED, DX, DY, FREE, PAIR
from branchline.games.string_railway.laying.kernels import compiled

FAR = 1 << 30


@compiled
def grow_legs(
    frame: Ints, open_points: Ints, point_tiles: Ints, edge_tiles: Ints, edge_costs: Ints, usable: Ints,
    source: int, most: int, layers: int, distance: Ints, parent: Ints, leg_length: Ints, leg_state: Ints,
) -> None:  # fmt: skip
    """Fill distance and parent (layer·points + point) and the leg that reaches each tile in each layer."""
    columns, lines, step = frame[2], frame[3], frame[4]
    nodes = columns * lines
    distance[:] = FAR
    parent[:] = -1
    heads = np.full(most + 1, -1, np.int64)
    size = 4096
    entry_state = np.empty(size, np.int64)
    entry_next = np.empty(size, np.int64)
    used = 0
    fewest = np.full(nodes, layers, np.int64)
    offsets = np.empty(8, np.int64)
    lengths = np.empty(8, np.int64)
    for d in range(8):
        offsets[d] = DY[d] * columns + DX[d]
        lengths[d] = int(math.sqrt(DX[d] * DX[d] + DY[d] * DY[d]) * step / 10)
    for node in range(nodes):
        if point_tiles[node] == source and open_points[node]:
            distance[node] = 0
            if used == size:
                size *= 2
                entry_state = np.append(entry_state, entry_state)
                entry_next = np.append(entry_next, entry_next)
            entry_state[used] = node
            entry_next[used] = heads[0]
            heads[0] = used
            used += 1
    for now in range(most + 1):
        while heads[now] >= 0:
            at = heads[now]
            heads[now] = entry_next[at]
            state = entry_state[at]
            if distance[state] != now:
                continue
            layer = state // nodes
            node = state % nodes
            if layer >= fewest[node]:
                continue  # reached before with no more crossings
            fewest[node] = layer
            here = point_tiles[node]
            if here >= 0 and here != source:
                if leg_length[here, layer] < 0:
                    leg_length[here, layer] = now
                    leg_state[here, layer] = state
                continue
            i = node % columns
            j = node // columns
            for d in range(16):
                way = d % 8
                sign = 1 if d < 8 else -1
                i2, j2 = i + sign * DX[way], j + sign * DY[way]
                if i2 < 0 or j2 < 0 or i2 >= columns or j2 >= lines:
                    continue
                goal = j2 * columns + i2
                if fewest[goal] <= layer or not open_points[goal]:
                    continue
                base = node if d < 8 else goal
                owner = edge_tiles[base, way]
                there = point_tiles[goal]
                if owner != FREE:
                    if owner == BLOCKED:
                        continue
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
                next_layer = layer + edge_costs[base, way]
                if next_layer >= layers or next_layer >= fewest[goal]:
                    continue
                then = now + lengths[way]
                next_state = next_layer * nodes + goal
                if then > most or then >= distance[next_state]:
                    continue
                distance[next_state], parent[next_state] = then, state
                if used == size:
                    size *= 2
                    entry_state = np.append(entry_state, entry_state)
                    entry_next = np.append(entry_next, entry_next)
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
