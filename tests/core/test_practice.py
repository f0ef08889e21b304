"""Who sits at the tables where a network learns."""

from __future__ import annotations

from random import Random

import numpy as np

from branchline.core.network import Layers
from branchline.core.practice import Lesson, Pools, seating

NOTHING = Layers._make(np.zeros(1, np.float32) for _ in Layers._fields)
POOLS: Pools = ({"level": 1.0}, {"greedy": 1.0}, {"tries": 1.0}, {"network": 1.0, "greedy": 1.0})


def test_whoever_learns_against_our_bots_sits_alone_among_them() -> None:
    lesson = Lesson("seed", 0, (NOTHING, NOTHING), exploits=True)
    for number in range(20):
        names, rival = seating(lesson, 4, POOLS, Random(number))
        assert sorted(names) == ["before", "before", "before", "network"] and rival == "before"


def test_nobody_is_a_network_before_anything_was_learned() -> None:
    names, rival = seating(Lesson("seed", 0, (NOTHING, NOTHING)), 4, POOLS, Random(1))
    assert names == ["greedy"] * 4 and not rival
