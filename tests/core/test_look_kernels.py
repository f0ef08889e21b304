"""A look ahead spends its worlds on the turns that may still be the best."""

from __future__ import annotations

import numpy as np

from branchline.core.look_kernels import best_of, still_in


def test_the_better_half_goes_on_after_a_quarter_and_after_a_half_of_the_worlds() -> None:
    order, sums = np.arange(6), np.array([0.1, 0.9, 0.2, 0.8, 0.7, 0.3])
    found, tried = 6, []
    for world in range(8):
        found = still_in(order, sums, found, world, 8)
        tried.append(found)
    assert tried == [6, 6, 3, 3, 2, 2, 2, 2]
    assert sorted(order.tolist()) == list(range(6)) and set(order[:3].tolist()) == {1, 3, 4}
    assert best_of(order, sums, found) == 1


def test_two_are_compared_to_the_end_and_one_world_asks_all() -> None:
    order, sums = np.arange(2), np.array([0.5, 0.4])
    assert [still_in(order, sums, 2, world, 4) for world in range(4)] == [2, 2, 2, 2]
    assert still_in(np.arange(5), np.zeros(5), 5, 0, 1) == 5
