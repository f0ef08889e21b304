"""Strings that try the judge: legal ones, moved ones, near touches, shared stretches, ends on borders."""

from dataclasses import replace
from math import isqrt
from random import Random

from branchline.games.string_railway.geometry.layout import Layout
from branchline.games.string_railway.geometry.measures import RIVER, Measures
from branchline.games.string_railway.geometry.place import random_places
from branchline.games.string_railway.geometry.shapes import length_of, tile_at
from branchline.games.string_railway.laying.finder import Finder

from .boards import Game, played

XY = tuple[int, int]
FLAGS: list[dict[str, object]] = [
    {},
    {"count": "string"},
    {"anchor": "end"},
    {"rail_cost": "two"},
    {"rail_cost": "others"},
    {"graze": 0},
    {},
]


def notched(measures: Measures, seed: int) -> Layout:
    """A field that is not convex, with a river and tiles, half of them company 0's."""
    rng = Random(seed)
    field = [(-30_000, -30_000), (50_000, -30_000), (50_000, 10_000), (20_000, 15_000), (18_000, 50_000),
             (-5_000, 50_000), (-8_000, 12_000), (-30_000, 20_000)]  # fmt: skip
    layout = Layout(measures, field)
    layout.add_string(RIVER, -1, [(-20_000 + 600 * i, -10_000 + 8 * (i - 50) ** 2 // 10) for i in range(100)])
    for kind in (0, 2, 4, 5, 7, 6, 9, 8, 2, 4, 1, 3):
        for _, _, _, quad, core in random_places(layout, rng, 1):
            layout.add_tile(kind, quad, core, 0 if kind == 0 else -1, rng.choice((0, 1, 2)) if kind else 1)
    for found in Finder(layout, 0).strings(measures.short, want=2):
        layout.add_string(2, 0, found.points)
    return layout


def boards(count: int) -> list[tuple[Layout, int]]:
    """Tables with the company to lay on them."""
    made: list[tuple[Layout, int]] = []
    seed = 0
    while len(made) < count:
        kind = len(made) % 4
        if kind == 3:
            made.append((notched(Measures(), seed), 0))
        else:
            game = played((4, 3, 5)[kind], seed, 8 + seed % 9) if seed % 2 else Game((4, 3, 5)[kind], seed)
            company, _ = game.prepare()
            made.append((game.layout, company))
        seed += 1
    return made


def scaled(points: list[XY], target: int) -> list[XY]:
    """The string with its length mended by moving points near one end along the last segment."""
    over = length_of(points) // 1000 - target
    (ax, ay), (bx, by) = points[-2], points[-1]
    size = isqrt((bx - ax) ** 2 + (by - ay) ** 2)
    if 0 < abs(over) < 2000 and size - over > 300:
        points[-1] = bx - (bx - ax) * over // size, by - (by - ay) * over // size
    return points


def variant(layout: Layout, points: list[XY], target: int, rng: Random) -> list[XY]:
    """One string made from a legal one."""
    line = list(points)
    kind = rng.randrange(11)
    if kind == 0:
        return line
    if kind == 1:
        dx, dy = rng.randint(-1500, 1500), rng.randint(-1500, 1500)
        return [(x + dx, y + dy) for x, y in line]
    i = rng.randrange(len(line))
    if kind == 2:
        far = rng.choice((3, 30, 200, 900))
        line[i] = line[i][0] + rng.randint(-far, far), line[i][1] + rng.randint(-far, far)
        return line
    if kind in (3, 4) and layout.segment_count:
        # a vertex on or one unit beside another string's vertex or middle, mostly the nearest
        row = min(
            rng.sample(range(layout.segment_count), min(layout.segment_count, 300)),
            key=lambda s: (
                abs(int(layout.segments[s, 0]) - line[i][0]) + abs(int(layout.segments[s, 1]) - line[i][1])
            ),
        )
        ax, ay, bx, by = (int(c) for c in layout.segments[row, :4])
        line[i] = ((ax, ay), ((ax + bx) // 2, (ay + by) // 2))[kind - 3]
        line[i] = line[i][0] + rng.choice((0, 0, 1, -1)), line[i][1] + rng.choice((0, 0, 1, -1))
        return scaled(line, target) if rng.random() < 0.5 else line
    if kind == 5 and layout.segment_count > 20:
        # run along another string for a stretch
        at = min(
            range(layout.segment_count - 3),
            key=lambda s: (
                abs(int(layout.segments[s, 0]) - line[i][0]) + abs(int(layout.segments[s, 1]) - line[i][1])
            ),
        )
        for k in range(rng.randint(2, 3)):
            if i + k < len(line):
                line[i + k] = int(layout.segments[at + k, 0]), int(layout.segments[at + k, 1])
        return scaled(line, target)
    if kind == 6 and layout.tile_count:
        # an end or a vertex on, or a unit beside, the nearest corner or edge of a tile
        i = rng.choice((0, len(line) - 1, i))
        corners = [(int(r[2 * k]), int(r[2 * k + 1]), int(r[(2 * k + 2) % 8]), int(r[(2 * k + 3) % 8]))
                   for r in layout.tiles for k in range(4)]  # fmt: skip
        ax, ay, bx, by = min(corners, key=lambda c: abs(c[0] - line[i][0]) + abs(c[1] - line[i][1]))
        part = rng.choice((0, 2, 5))
        line[i] = ax + (bx - ax) * part // 10 + rng.choice((-1, 0, 1)), ay + (by - ay) * part // 10
        return scaled(line, target)
    if kind == 7:
        # a bump: the string comes near itself or another
        for k in range(4):
            if 0 < i + k < len(line) - 1:
                line[i + k] = line[i + k][0] + rng.randint(-400, 400), line[i + k][1] + rng.randint(-400, 400)
        return scaled(line, target)
    if kind == 8:
        # a vertex on, or a unit beside, the field string
        ring = [(int(x), int(y)) for x, y in layout.field]
        (ax, ay), (bx, by) = rng.choice(list(zip(ring, ring[1:] + ring[:1], strict=True)))
        part = rng.choice((0, 500, rng.randint(0, 1000)))
        line[i] = (
            ax + (bx - ax) * part // 1000 + rng.choice((-1, 0, 1)),
            ay + (by - ay) * part // 1000 + rng.choice((-1, 0, 1)),
        )
        return line
    if kind == 9 and layout.segment_count:
        # a corner on a corner or on the middle of a piece that is crossed there, or nearly so
        rows = rng.sample(range(layout.segment_count), min(layout.segment_count, 200))
        row = min(
            rows,
            key=lambda s: (
                abs(int(layout.segments[s, 0]) - line[i][0]) + abs(int(layout.segments[s, 1]) - line[i][1])
            ),
        )
        ax, ay, bx, by = (int(c) for c in layout.segments[row, :4])
        x, y = rng.choice(((ax, ay), (bx, by), ((ax + bx) // 2, (ay + by) // 2)))
        line = [
            (u + x - line[i][0], v + y - line[i][1]) for u, v in line
        ]  # the whole string, as it is shaped
        return line
    # cut short and mended: another end
    return scaled(line[: -rng.randint(1, 4)], target)


def cases(count: int, seed: int = 5) -> list[tuple[int, int, int, list[XY]]]:
    """(board number, company, target, points), the boards being `boards(count of them)` in order."""
    rng = Random(seed)
    made: list[tuple[int, int, int, list[XY]]] = []
    tables = boards(8 + count // 250)
    sources = []
    for number, (layout, company) in enumerate(tables):
        finder = Finder(layout, company)
        for target in (30_000, 60_000):
            sources += [(number, company, target, list(p.points)) for p in finder.strings(target, want=6)]
    for number, (layout, _) in enumerate(tables):
        flags = FLAGS[number % len(FLAGS)]
        if number % 4 != 1:  # let sharp strings pass, so that the later rules are tried
            flags = flags | {"bend": 3, "clear": 40, "arc_gap": 900}
        layout.measures = replace(layout.measures, **flags)  # type: ignore[arg-type]
        layout.numbers = layout.measures.numbers()
    while len(made) < count:
        number, company, target, points = rng.choice(sources)
        line = variant(tables[number][0], points, target, rng)
        if len(line) > 2:
            if rng.random() < 0.85:  # any length will do: then the later rules are tried
                target = length_of(line) // 1000
            made.append((number, rng.choice((company, company, company, 1)), target, line))
    global TABLES
    TABLES = [layout for layout, _ in tables]
    return made


TABLES: list[Layout] = []


def tile_example(measures: Measures, x: int, y: int) -> tuple[tuple[XY, ...], tuple[XY, ...]]:
    """An upright tile."""
    return tile_at(measures, x, y, 0)
