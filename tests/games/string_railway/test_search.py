"""Proposals: legal, repeatable, through the stations asked for; strokes; hostile input; lazy compilation."""

import math
import os
import re
import subprocess
import sys
import time
from importlib.resources import files
from pathlib import Path
from random import Random

import numpy as np
import pytest

from branchline.games.string_railway.geometry.measures import Measures
from branchline.games.string_railway.geometry.verdict import judge
from branchline.games.string_railway.laying.chains import FAR_AWAY, KEY, TAUT, misfit
from branchline.games.string_railway.laying.finder import FAST, QUICK, THOROUGH, Finder, grid_of, propose
from branchline.games.string_railway.laying.strokes import fit_stroke

from .boards import Game, played
from .fuzz import notched


def test_every_position_of_some_games() -> None:
    for companies, seed in ((4, 11), (3, 12), (5, 13)):
        game = Game(companies, seed)
        while not game.over():
            company, lengths = game.prepare()
            finder = Finder(game.layout, company)
            found = [p for target in lengths for p in finder.strings(target)]
            assert found and all(p.verdict.legal and len(p.points) <= 121 for p in found)
            assert game.finish(company)


def test_repeatable() -> None:
    layout = played(4, 3, 10).layout
    assert propose(layout, 1, 30_000) == propose(layout.copy(), 1, 30_000)
    assert played(5, 7, 6).scores == played(5, 7, 6).scores


def best_by_trying_all(finder: Finder, target: int) -> int:
    """The best key of a chain by the rules of the search, without leaving anything out."""
    most = target / 10 * 1.06 / TAUT
    legs, (start_x, start_y), (end_x, end_y) = finder.leg_length, finder.starts, finder.ends
    best = -(1 << 40)

    def go_on(path: list[int], before: int, span: float, points: int, own: int) -> None:
        nonlocal best
        here = path[-1]
        for there in np.flatnonzero(finder.usable).tolist():
            fewest = FAR_AWAY
            for loss, leg in enumerate(legs[here, there].tolist()):
                if not 0 <= leg < fewest or leg > most or there in path:
                    continue
                fewest = leg  # to lose more has to be shorter
                whole = span + leg
                if len(path) > 1:
                    whole += 0.1 * math.hypot(
                        end_x[path[-2], here, before] - start_x[here, there, loss],
                        end_y[path[-2], here, before] - start_y[here, there, loss],
                    )
                if whole > most:
                    continue
                now = points + int(finder.worth[there]) - loss
                joined = own | int(finder.mine[there])
                if joined and path[0] < there:
                    best = max(best, 1000 * now - misfit(whole * 10, float(target)) - 3 * len(path))
                if len(path) < 5 and not finder.terminal[there]:
                    go_on([*path, there], loss, whole, now, joined)

    for first in np.flatnonzero(finder.usable).tolist():
        go_on([first], 0, 0.0, int(finder.worth[first]), int(finder.mine[first]))
    return best


def test_what_the_search_for_chains_leaves_out_is_no_better() -> None:
    """Every chain of up to six stations, late in a game."""
    compared = 0
    for seed in range(8):
        layout = played(4, seed, 18).layout
        for company in range(4):
            finder = Finder(layout, company, QUICK)
            best = best_by_trying_all(finder, 30_000)
            assert finder.chains(30_000, most=1)[:, KEY].tolist() == ([best] if best > -(1 << 40) else [])
            compared += best > -(1 << 40)
    assert compared > 20


def test_stations_asked_for() -> None:
    layout = played(4, 3, 12).layout
    for found in propose(layout, 0, 60_000, want=3):
        # the order in which the string visits its stations
        line = np.array(found.points)
        first = {
            e.tile: int(np.argmin(np.hypot(line[:, 0] - e.place[0], line[:, 1] - e.place[1])))
            for e in found.verdict.entered
        }
        via = sorted(first, key=first.__getitem__)
        again = propose(layout, 0, 60_000, via=via, want=1)
        assert again and sorted(e.tile for e in again[0].verdict.entered) == sorted(via)
        assert again[0].verdict.score >= found.verdict.score
    assert propose(layout, 0, 30_000, via=[0, 0]) == [] and propose(layout, 0, 30_000, via=[0, 99]) == []


def test_thorough_is_no_worse() -> None:
    for seed in range(6):
        game = played(4, seed, 9)
        company, _ = game.prepare()
        fast = propose(game.layout, company, 30_000)
        best = propose(game.layout, company, 30_000, quality=THOROUGH)
        assert best[0].verdict.score >= fast[0].verdict.score
        assert [p.verdict.score for p in best] == sorted((p.verdict.score for p in best), reverse=True)


def test_a_view_of_an_array_is_judged_like_a_list() -> None:
    game = played(4, 2, 7)
    company, _ = game.prepare()
    found = propose(game.layout, company, 30_000)[0]
    line = np.array(found.points, dtype=np.int64)
    assert judge(game.layout, company, 30_000, line[::-1]).score == found.verdict.score


@pytest.mark.parametrize(
    "flags",
    [{"anchor": "end"}, {"rail_cost": "others"}, {"rail_cost": "two"}, {"count": "string"}, {"graze": 0}],
)
def test_flags(flags: dict[str, object]) -> None:
    game = Game(4, 21, measures=Measures(**flags))  # type: ignore[arg-type]
    for _ in range(8):
        company, _ = game.prepare()
        assert game.finish(company)


def test_field_that_is_not_convex() -> None:
    layout = notched(Measures(), 1)
    assert not layout.convex
    found = propose(layout, 0, 30_000) + propose(layout, 0, 60_000)
    assert found and all(p.verdict.legal for p in found)


def test_grid_follows_the_table() -> None:
    game = played(4, 6, 8)
    finder = Finder(game.layout, 0)
    fresh = game.layout.copy()
    fresh.grids = {}
    again = grid_of(fresh, finder.packed, FAST.step)
    assert np.array_equal(finder.grid.edge_tiles, again.edge_tiles)
    assert np.array_equal(finder.grid.edge_costs, again.edge_costs)
    assert np.array_equal(finder.grid.point_tiles, again.point_tiles)


def test_stroke() -> None:
    rng = Random(3)
    tried = same = 0
    for seed in range(8):
        game = played(4, seed, 10)
        company, _ = game.prepare()
        for target in (30_000, 60_000):
            for found in Finder(game.layout, company).strings(target, want=1):
                stroke = [
                    (x + round(rng.gauss(0, 60)), y + round(rng.gauss(0, 60))) for x, y in found.points[::2]
                ]
                fitted = fit_stroke(game.layout, company, target, stroke)
                tried += 1
                assert all(p.verdict.legal for p in fitted)
                same += bool(fitted) and {e.tile for e in fitted[0].verdict.entered} == {
                    e.tile for e in found.verdict.entered
                }
    assert same >= 0.6 * tried, (same, tried)


HOSTILE: list[object] = [
    None, 7, "0,0;1,1", [], [(0, 0)], [(0, 0), (0.5, 1)], [(0, 0), (math.nan, 1)], [(0, 0), (math.inf, 1)],
    [(0, 0), (10**30, 1)], [(0, 0), (100_000, 1)], [(0, 0), (0, 0)], [(0, 0), (1, 2, 3)], [(0, 0), 5], [[0,
    0], [True, 1]],
    [(0, 0), ("1", 2)], {"a": 1}, [(0, 0)] * 1_000_000, [(k % 2, 0) for k in range(1_000_000)], [[[]], [[]]],
    np.zeros((3, 2)), np.zeros((3, 3), np.int64), np.zeros((10**6, 2), np.int64), [None, None], ((0, 0),
    [1, None]),
    [(-(2**63), 0), (2**63, 0)], [np.int64(3), np.int64(4)], [(np.int64(1), 2), (3, 4)],
]  # fmt: skip


@pytest.mark.parametrize("points", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_points(points: object) -> None:
    layout = played(4, 1, 3).layout
    start = time.perf_counter()
    verdict = judge(layout, 0, 30_000, points)
    assert verdict.rule == "string.shape" and verdict.why
    assert fit_stroke(layout, 0, 30_000, points) == []
    assert time.perf_counter() - start < 0.5


def test_hostile_but_well_formed() -> None:
    layout = played(4, 1, 3).layout
    rng = Random(9)
    for _ in range(200):
        n = rng.randint(2, 400)
        far = rng.choice((1, 5, 1_000, 99_999))
        points = [(rng.randint(-far, far), rng.randint(-far, far)) for _ in range(n)]
        verdict = judge(layout, 0, 30_000, points)
        assert verdict.rule in ("string.length", "string.shape", "string.field")
        if verdict.rule == "string.length":
            assert judge(layout, 0, verdict.length // 1000, points).rule
        fit_stroke(layout, 0, 30_000, points)


def test_importing_is_cheap() -> None:
    code = (
        "import sys;"
        "from branchline.games.string_railway.geometry import layout, place, terrain, verdict;"
        "from branchline.games.string_railway.laying import finder, strokes;"
        "from branchline.games.string_railway.mind.warm import is_compiled;"
        "assert 'numba' not in sys.modules; assert not is_compiled()"
    )
    root = str(Path(__file__).parents[3])
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([root, *sys.path])}
    subprocess.run([sys.executable, "-c", code], check=True, env=environment)


def test_warm_leaves_nothing_to_compile() -> None:
    code = """
import importlib
from branchline.games.string_railway.laying.kernels import KERNELS
from branchline.games.string_railway.mind.warm import compile_kernels, is_compiled
compile_kernels()
assert is_compiled()
names = (*KERNELS, "mind.kernels.playout", "mind.kernels.features")
modules = [importlib.import_module(f"branchline.games.string_railway.{name}") for name in names]
kernels = [f for m in modules for f in vars(m).values() if hasattr(f, "signatures")]
before = [len(f.signatures) for f in kernels]
from tests.games.string_railway.boards import played
from tests.games.string_railway.fuzz import notched
from branchline.games.string_railway.geometry.measures import Measures
played(5, 1, 6)
notched(Measures(), 1)
assert before == [len(f.signatures) for f in kernels]
"""
    root = str(Path(__file__).parents[3])
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([root, *sys.path])}
    subprocess.run([sys.executable, "-c", code], check=True, env=environment)


def test_what_a_second_process_compiles_is_what_the_first_one_waits_for() -> None:
    code = """
import branchline
from branchline.games.string_railway.laying.filling import realise
mind, found = branchline.load("string-railway").mind, []
def wait():
    assert not realise.signatures, "the first one has used it before"
    mind.warm_aside()
    found.extend(realise.signatures)
mind.warm(lambda text: None, wait)
assert found and list(realise.signatures) == found, (found, realise.signatures)
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_cache_of_kernels_is_named_by_all_that_they_call_or_take_numbers_from() -> None:
    from branchline.games.string_railway.geometry.kernels import GAME
    from branchline.games.string_railway.geometry.kernels import KERNELS as OF_GEOMETRY
    from branchline.games.string_railway.laying.kernels import KERNELS as OF_LAYING

    of_mind = (*OF_LAYING, "mind.kernels.playout", "mind.kernels.features")
    game = Path(str(files(GAME)))
    for floor, covered in (("geometry", OF_GEOMETRY), ("laying", OF_LAYING), ("mind", of_mind)):
        for path in (game / floor).rglob("*.py"):
            if "\n@compiled\n" in path.read_text():
                assert ".".join(path.relative_to(game).with_suffix("").parts) in covered
        for name in covered:
            source = (game / f"{name.replace('.', '/')}.py").read_text()
            for module in re.findall(rf"^from {re.escape(GAME)}\.(\S+) import", source, re.MULTILINE):
                assert module in covered or module.endswith("kernels"), f"{name} takes from {module}"
