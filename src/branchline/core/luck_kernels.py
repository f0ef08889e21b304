"""What chance decides inside kernels, compiled once for all games: numbers, and a turn among good ones."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline.core.jit import compiler

compiled = compiler("branchline.core", "luck_kernels")

Luck = Any  # an array of one word, which moves on


@compiled
def chance_of(luck: Luck, most: int) -> int:
    """A number below `most`, by xorshift."""
    x = luck[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    luck[0] = x
    return int((x >> np.uint64(11)) % np.uint64(most))


@compiled
def dice(luck: Luck) -> float:
    return chance_of(luck, 1 << 30) / (1 << 30)


@compiled
def preferred(
    worths: NDArray[np.float64], temperature: float, at_random: float, worst: float, luck: Luck
) -> int:
    """The best turn; with a temperature now and then another, in some parts of the cases any at all.

    `worst` is how much less a turn may promise, as in `core.mind.preferred`.
    """
    if at_random > 0 and dice(luck) < at_random:
        return int(dice(luck) * len(worths))
    best, at, top = -1e18, 0, worths.max()
    for i in range(len(worths)):
        worth = worths[i]
        if worth < top - worst:
            continue
        if temperature > 0:  # by Gumbel's trick
            worth -= temperature * np.log(-np.log(max(1e-12, dice(luck))))
        if worth > best:
            best, at = worth, i
    return at
