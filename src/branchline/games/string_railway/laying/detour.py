"""The kernel that finds ways round: longer ways between two tiles, over a grid point off the short one."""

import numpy as np

from branchline.games.string_railway.geometry.measures import Ints
from branchline.games.string_railway.laying.kernels import compiled
from branchline.games.string_railway.laying.legs import FAR


@compiled
def find_vias(
    frame: Ints, point_tiles: Ints, distance_a: Ints, parent_a: Ints, distance_b: Ints, parent_b: Ints,
    loss: int, least: int, most: int, vias: Ints, sizes: Ints,
) -> int:  # fmt: skip
    """Ways from tile a over a point to tile b, between least and most long; returns how many."""
    columns, lines = frame[2], frame[3]
    nodes = columns * lines
    layers = distance_a.shape[0] // nodes
    stamp = np.full(nodes, -1, np.int64)
    found = 0
    room = vias.shape[0]
    picked = np.empty(room, np.int64)
    there = np.empty(vias.shape[1], np.int64)
    tried = 0
    for k in range(nodes):
        node = (k * 7919) % nodes
        if point_tiles[node] >= 0:
            continue
        best = FAR
        best_a = -1
        best_b = -1
        for a in range(min(layers, loss + 1)):
            for b in range(min(layers, loss + 1 - a)):
                both = distance_a[a * nodes + node] + distance_b[b * nodes + node]
                if both < best:
                    best = both
                    best_a = a
                    best_b = b
        if best < least or best > most:
            continue
        apart = True
        for f in range(found):
            other = picked[f]
            if abs(other % columns - node % columns) + abs(other // columns - node // columns) < 5:
                apart = False
        if not apart:
            continue
        tried += 1
        if tried > 60:
            break
        size = 0
        state = best_a * nodes + node
        while state >= 0 and size < vias.shape[1]:
            there[size] = state % nodes
            size += 1
            state = parent_a[state]
        if size >= vias.shape[1]:
            continue
        for m in range(size):
            vias[found, m] = there[size - 1 - m]
            if m > 2:
                p = there[m]
                for j in range(max(0, p // columns - 1), min(lines, p // columns + 2)):
                    for i in range(max(0, p % columns - 1), min(columns, p % columns + 2)):
                        stamp[j * columns + i] = node
        state = parent_b[best_b * nodes + node]
        back = 0
        clash = False
        while state >= 0 and size < vias.shape[1]:
            p = state % nodes
            if back > 1 and stamp[p] == node:
                clash = True
                break
            vias[found, size] = p
            size += 1
            back += 1
            state = parent_b[state]
        if clash or size >= vias.shape[1]:
            continue
        sizes[found] = size
        picked[found] = node
        found += 1
        if found == room:
            break
    return found
