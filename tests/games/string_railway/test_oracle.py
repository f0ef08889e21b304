"""The judge against the independent oracle, and its invariance: 500 strings, 10,000 in a proof."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from branchline.games.string_railway.geometry.layout import Layout
from branchline.games.string_railway.geometry.measures import Ints
from branchline.games.string_railway.geometry.verdict import judge

from . import fuzz
from .oracle import Oracle


@pytest.fixture(scope="module")
def cases(count: Any) -> list[tuple[int, int, int, list[tuple[int, int]]]]:
    return fuzz.cases(count(500, 10_000))


@pytest.mark.prove("strings")
def test_no_disagreement(cases: list[tuple[int, int, int, list[tuple[int, int]]]]) -> None:
    oracles = [Oracle(layout) for layout in fuzz.TABLES]
    seen: Counter[str] = Counter()
    for number, company, target, points in cases:
        verdict = judge(fuzz.TABLES[number], company, target, points)
        expected = oracles[number].judge(company, target, points)
        assert (verdict.rule, verdict.score, len(verdict.crossed)) == expected, (
            number,
            company,
            target,
            points,
        )
        seen[verdict.rule] += 1
    assert seen[""] > len(cases) / 20
    print(dict(seen))
    assert {"length", "bend", "touch", "end", "network", "field"} <= set(seen)


def moved(layout: Layout, turn: int, dx: int, dy: int) -> Layout:
    """The table turned by right angles and moved."""
    other = layout.copy()
    other.grids = {}

    def act(pairs: Ints) -> Ints:
        x, y = pairs[..., 0].copy(), pairs[..., 1].copy()
        for _ in range(turn):
            x, y = -y, x
        return np.stack([x + dx, y + dy], axis=-1)

    other.field = act(layout.field)
    other._segments[: layout.segment_count, :4] = act(layout.segments[:, :4].reshape(-1, 2, 2)).reshape(-1, 4)
    other._tiles[: layout.tile_count, :16] = act(layout.tiles[:, :16].reshape(-1, 8, 2)).reshape(-1, 16)
    for boxes, corners in (
        (other.chunks, layout.chunks[:, :4]),
        (other.tiles[:, 16:20], layout.tiles[:, 16:20]),
    ):
        pair = act(corners.reshape(-1, 2, 2))
        boxes[:, 0:2], boxes[:, 2:4] = pair.min(axis=1), pair.max(axis=1)
    return other


def test_invariance(cases: list[tuple[int, int, int, list[tuple[int, int]]]]) -> None:
    shifts = [(0, 123, -77), (1, 0, 0), (2, 5, 9), (3, -1, 4)]
    tables = {(n, s): moved(layout, *s) for n, layout in enumerate(fuzz.TABLES) for s in shifts}
    for k, (number, company, target, points) in enumerate(cases):
        turn, dx, dy = shifts[k % 4]
        plain = judge(fuzz.TABLES[number], company, target, points)
        line = points
        for _ in range(turn):
            line = [(-y, x) for x, y in line]
        there = judge(tables[number, (turn, dx, dy)], company, target, [(x + dx, y + dy) for x, y in line])
        assert (plain.rule, plain.score, plain.thing) == (there.rule, there.score, there.thing)
        back = judge(fuzz.TABLES[number], company, target, points[::-1])
        assert (plain.rule, plain.score, plain.length) == (back.rule, back.score, back.length)
        assert sorted(e[0] for e in plain.entered) == sorted(e[0] for e in back.entered)
