"""Looking ahead, compiled once for all games: time is spent on the turns that may still be the best."""

import numpy as np
from numpy.typing import NDArray

from branchline.core.jit import compiler

compiled = compiler("branchline.core", "look_kernels")

LEAST = 2  # turns that are compared to the end


@compiled
def still_in(order: NDArray[np.int64], sums: NDArray[np.float64], count: int, world: int, worlds: int) -> int:
    """How many turns, the first in `order`, are tried in this world: after a quarter of all worlds the better
    half of them, after the half of all worlds the better half of these."""
    if 4 * world != worlds and 2 * world != worlds:
        return count
    kept = min(count, max(LEAST, (count + 1) // 2))
    for i in range(kept):
        for k in range(i + 1, count):
            if sums[order[k]] > sums[order[i]]:
                order[i], order[k] = order[k], order[i]
    return kept


@compiled
def best_of(order: NDArray[np.int64], sums: NDArray[np.float64], count: int) -> int:
    """The best of those that were tried in all worlds; of equals the one that came first at first sight."""
    best = order[0]
    for i in range(1, count):
        each = order[i]
        if sums[each] > sums[best]:
            best = each
    return int(best)
