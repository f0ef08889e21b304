"""Claim: String Railway's judge is at least 5 times as fast as shapely, and a position takes 80 ms to search.

Microseconds and milliseconds; shapely is measured in the same run.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from functools import partial

import numpy as np
import shapely
from shapely import LineString, Point, Polygon
from shapely.prepared import prep
from tests.games.string_railway.boards import Game, played

from branchline.games.string_railway.geometry.judge_string import judge_string
from branchline.games.string_railway.geometry.layout import Layout
from branchline.games.string_railway.geometry.verdict import judge, scratch
from branchline.games.string_railway.laying.finder import FAST, THOROUGH, Finder, propose
from branchline.games.string_railway.mind.warm import compile_kernels

Points = tuple[tuple[int, int], ...]


def microseconds(call: Callable[[], object], times: int) -> float:
    """The median of many calls."""
    taken = []
    for _ in range(times):
        start = time.perf_counter_ns()
        call()
        taken.append((time.perf_counter_ns() - start) / 1000)
    return statistics.median(taken)


class Shapely:
    """The same judgement by shapely, without the rules of bend and clearance, which it has no words for."""

    def __init__(self, layout: Layout) -> None:
        self.field = prep(Polygon(layout.field.tolist()))
        self.tiles = [Polygon(row[:8].reshape(4, 2).tolist()) for row in layout.tiles]
        self.cores = [Polygon(row[8:16].reshape(4, 2).tolist()) for row in layout.tiles]
        self.strings = []
        for s in range(layout.string_count):
            rows = layout.segments[layout.segments[:, 4] == s]
            self.strings.append(LineString([*rows[:, :2].tolist(), rows[-1, 2:4].tolist()]))
        self.string_tree = shapely.STRtree(self.strings)
        self.tile_tree = shapely.STRtree(self.tiles)

    def judge(self, points: Points) -> int | None:
        """Number of crossings outside tiles, or None where a rule is broken."""
        line = LineString(points)
        if not line.is_simple or not self.field.contains(line):
            return None
        entered = [int(t) for t in self.tile_tree.query(line, predicate="intersects")]
        for t in entered:
            if line.intersection(self.tiles[t]).geom_type != "LineString" or not line.intersects(
                self.cores[t]
            ):
                return None
        for end in (points[0], points[-1]):
            if not any(self.tiles[t].covers(Point(end)) for t in entered):
                return None
        count = 0
        for s in self.string_tree.query(line, predicate="intersects"):
            shared = line.intersection(self.strings[s])
            for place in getattr(shared, "geoms", [shared]):
                count += not any(self.tiles[t].covers(place) for t in entered)
        return count


def kernel_times() -> dict[str, float]:
    """Kernel, whole judge from a Python list, and shapely on boards at the end of the game."""
    rows: dict[str, list[float]] = {}
    for seed in range(4):
        game = played(4, seed)
        layout = game.layout
        oracle = Shapely(layout)
        head, entered, crossed = scratch()
        for target in (30_000, 60_000):
            for company in range(4):
                for found in Finder(layout, company).strings(target, want=2):
                    line = np.array(found.points, dtype=np.int64)
                    kernel = partial(
                        judge_string, line, target, company, layout.field, layout.convex, layout.segments,
                        layout.chunks, layout.strings, layout.tiles, layout.numbers, head, entered, crossed,
                    )  # fmt: skip
                    assert kernel() == 0
                    name = f"{target // 1000} cm"
                    rows.setdefault(f"kernel {name}", []).append(microseconds(kernel, 60))
                    rows.setdefault(f"judge {name}", []).append(
                        microseconds(partial(judge, layout, company, target, found.points), 60)
                    )
                    rows.setdefault(f"shapely {name}", []).append(
                        microseconds(partial(oracle.judge, found.points), 10)
                    )
        rows.setdefault("segments", []).append(layout.segment_count)
        rows.setdefault("tiles", []).append(layout.tile_count)
    return {name: round(statistics.median(values), 1) for name, values in rows.items()}


def throughput() -> dict[str, float]:
    """Legal strings per second when many are asked for."""
    made, spent = 0, 0.0
    for seed in range(6):
        game = played(4, 100 + seed, 14)
        company, _ = game.prepare()
        finder = Finder(game.layout, company)
        for target in (30_000, 60_000):
            start = time.perf_counter()
            made += len(finder.strings(target, want=60, most=60))
            spent += time.perf_counter() - start
    return {"legal strings per second": round(made / spent, 1)}


def positions(count: int) -> dict[str, float]:
    """Games of 3, 4 and 5 companies: times, positions without a string, share of the best score."""
    times: list[float] = []
    thorough_times: list[float] = []
    none = one_none = asked = compared = reached = 0
    seed = 1_000
    while len(times) < count:
        game = Game((4, 3, 5)[seed % 3], seed)
        while not game.over() and len(times) < count:
            company, lengths = game.prepare()
            start = time.perf_counter()
            finder = Finder(game.layout, company, FAST)
            found = {target: finder.strings(target, want=1) for target in (30_000, 60_000)}
            times.append(1000 * (time.perf_counter() - start))
            none += not any(found[target] for target in lengths)
            one_none += sum(not found[target] for target in lengths)
            asked += len(lengths)
            if len(times) % 8 == 0:
                start = time.perf_counter()
                for target in lengths:
                    best = max(
                        (
                            p.verdict.score
                            for p in propose(game.layout, company, target, (), THOROUGH, 1) + found[target]
                        ),
                        default=None,
                    )
                    compared += best is not None
                    reached += bool(found[target]) and found[target][0].verdict.score == best
                thorough_times.append(1000 * (time.perf_counter() - start))
            game.finish(company)
        seed += 1
    times.sort()
    return {
        "positions": len(times),
        "fast search ms median": round(statistics.median(times), 1),
        "fast search ms p90": round(times[len(times) * 9 // 10], 1),
        "thorough search ms median": round(statistics.median(thorough_times), 1),
        "positions with a legal string %": round(100 - 100 * none / len(times), 3),
        "lengths with a legal string %": round(100 - 100 * one_none / asked, 3),
        "compared with thorough": compared,
        "fast reaches the best score %": round(100 * reached / compared, 2),
    }


def run(seconds: float) -> dict[str, float]:
    """Print everything; `seconds` is about how long the positions take, 100 of them a second at best."""
    start = time.perf_counter()
    compile_kernels()
    result: dict[str, float] = {"compile or load s": round(time.perf_counter() - start, 2)}
    result |= kernel_times()
    for name in ("30 cm", "60 cm"):
        result[f"times faster than shapely {name}"] = round(
            result[f"shapely {name}"] / result[f"kernel {name}"], 1
        )
    result |= throughput()
    result |= positions(round(100 * seconds))
    for name, value in result.items():
        print(f"{name:36} {value}")
    return result
