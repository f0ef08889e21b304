"""What only String Railway's tests know: nothing is lost, and the table is what the state says."""

from __future__ import annotations

import math
from random import Random

from branchline.core.action import Action
from branchline.games.string_railway.geometry.measures import Point
from branchline.games.string_railway.geometry.shapes import home_at, length_of
from branchline.games.string_railway.rules.game import StringRailway
from branchline.games.string_railway.rules.ids import tile_ids
from branchline.games.string_railway.rules.state import (
    CORNERS,
    FIELD,
    LENGTHS,
    PLAY,
    SHORTS,
    Points,
    StringState,
)
from branchline.games.string_railway.rules.tables import STATIONS

SHARE = 0.2  # of the games for each option that others play: ours take long, and have many options


def audit(game: StringRailway, state: StringState) -> None:
    for kind, station in enumerate(STATIONS):
        held = state.deck[kind] + state.bottom[kind] + state.removed[kind]
        held += state.drawn.count(kind) + state.kinds.count(kind)
        if kind:
            assert held == game.deck[kind], f"a {station} was lost or made"
    companies = len(state.score)
    for company in range(companies):
        laid = state.layers.count(company)
        left = state.short[company] + state.long[company]
        assert laid + left <= SHORTS[state.players] + 1, "a string was made"
        assert (state.short[company], state.long[company]) >= (0, 0)
    assert len(state.layers) == len(state.rails)
    assert state.turns >= len(state.rails)
    assert len(state.kinds) == len(state.tiles) == len(state.owners) == len(state.present) == len(state.high)
    assert not state.drawn or state.phase == PLAY


# --- what people try and are often refused


def wrong_actions(game: StringRailway, state: StringState, rng: Random) -> list[Action]:
    """Well-formed actions that a person would plausibly try now."""
    out_of_turn: list[Action] = [
        ("river", ((0, 0), (60_000, 0))), ("corner", rng.randrange(-1, 6)), ("forfeit", rng.choice(LENGTHS)),
        ("place", rng.choice(STATIONS[1:]), (40_000, 40_000), 0), ("draw",), ("lay", rng.randint(1, 9)),
    ]  # fmt: skip
    if state.phase == PLAY:
        return [*out_of_turn, *_wrong_tiles(state, rng), *_wrong_strings(game, state, rng)]
    if state.phase == CORNERS:
        return [*out_of_turn, *(("corner", corner) for corner in range(-1, 6))]
    return [*out_of_turn, *_wrong_grounds(game, state, rng)]


def _scaled(points: list[Point], factor: float, dx: int = 0, dy: int = 0) -> Points:
    return tuple((round(x * factor) + dx, round(y * factor) + dy) for x, y in points)


def _wrong_grounds(game: StringRailway, state: StringState, rng: Random) -> list[Action]:
    found: list[Action] = []
    for action in game.legal_actions(state):
        line = list(action[1])
        moved = _scaled(line, 1, rng.randint(-60_000, 60_000), rng.randint(-60_000, 60_000))
        found.append((action[0], moved, *action[2:]))
        found.append((action[0], _scaled(line, rng.uniform(0.7, 1.4)), *action[2:]))
        bent = line[:]
        at = rng.randrange(len(bent))
        bent[at] = bent[at][0] + rng.randint(-900, 900), bent[at][1] + rng.randint(-900, 900)
        found.append((action[0], tuple(bent), *action[2:]))
        mixed = line[:]
        other = rng.randrange(len(mixed))
        mixed[at], mixed[other] = mixed[other], mixed[at]
        found.append((action[0], tuple(mixed), *action[2:]))
        if state.phase == FIELD:
            found += _wrong_fields(line, list(action[2]), rng)
        else:
            found += _wrong_lines(game, state, action[0], rng)
    return found


def _wrong_fields(line: list[Point], marks: list[Point], rng: Random) -> list[Action]:
    flat = _scaled(line, 1)
    flat = tuple((x, y // 6) for x, y in flat)
    whole = length_of(line, closed=True) / length_of(flat, closed=True)
    flat = _scaled(list(flat), whole)
    near = [marks[0], *marks[:-1]]
    off = [(x + 3_000, y) for x, y in marks]
    bow: Points = ((0, 0), (80_000, 70_000), (80_000, 0), (0, 49_580))
    bar: Points = ((-70_000, 0), (70_000, 0), (70_000, 20_000), (-70_000, 20_000))
    beside = tuple((35_000 * k - 35_000, 0) for k in range(len(marks)))  # homes that leave a bar no room
    return [
        ("field", bow, bow[: len(marks)]), ("field", bar, beside),
        ("field", flat, tuple(marks)), ("field", tuple(line), tuple(near)),
        ("field", tuple(line), tuple(off)), ("field", tuple(line), tuple(marks[1:])),
        ("field", tuple(line[::-1]), tuple(marks)),
        ("field", tuple(line), tuple(rng.sample(line, min(len(marks), len(line))))),
    ]  # fmt: skip


def _wrong_lines(game: StringRailway, state: StringState, thing: str, rng: Random) -> list[Action]:
    """Straight and folded rivers, round mountains anywhere, loops that cross themselves."""
    measures, (x, y) = game.positions.measures(state.choices), rng.choice(state.field)
    middle = [sum(axis) // len(state.field) for axis in zip(*state.field, strict=True)]
    if thing == "river":
        end = _middle(_home(game, state, rng))
        return [
            (thing, _straight((x, y), rng.uniform(0, 2 * math.pi), measures.river)),
            (thing, _straight(end, math.atan2(middle[1] - end[1], middle[0] - end[0]), measures.river)),
            (thing, _folded((middle[0], middle[1]), measures.river)),
        ]
    return [
        (thing, _eight(measures.mountain, middle[0], middle[1])),
        (thing, _ring(measures.mountain, x * 3 // 4, y * 3 // 4)),
    ]


def _home(game: StringRailway, state: StringState, rng: Random) -> tuple[int, ...]:
    found = home_at(game.positions.measures(state.choices), state.field, rng.choice(state.marks))
    assert found is not None
    return tuple(each for point in found[1] for each in point)


def _straight(start: Point, way: float, length: int) -> Points:
    links = max(2, length // 500)
    c, s = length / links * math.cos(way), length / links * math.sin(way)
    return tuple((start[0] + round(k * c), start[1] + round(k * s)) for k in range(links + 1))


def _folded(start: Point, length: int) -> Points:
    """There and back, with a sharp turn."""
    there = _straight(start, 0.3, length // 2)
    back = _straight((there[-1][0], there[-1][1]), 0.3 + math.pi * 0.98, length - length // 2)
    return (*there, *back[1:])


def _coil(tile: tuple[int, ...], length: int) -> Points:
    """Back and forth on one tile of 5 cm, along its sides."""
    (x, y), way = _middle(tile), math.atan2(tile[3] - tile[1], tile[2] - tile[0])
    c, s = math.cos(way), math.sin(way)
    line, right, row = [(-1_900, -1_900)], True, 0
    while length_of(line) < 1000 * length and row < 12:
        side = 1 if right else -1
        middle = side * 1_900, line[-1][1] + 300
        line.append((middle[0], middle[1] - 300))
        for k in range(1, 8):
            turn = -math.pi / 2 + math.pi * k / 8
            line.append(
                (middle[0] + side * round(300 * math.cos(turn)), middle[1] + round(300 * math.sin(turn)))
            )
        line.append((middle[0], middle[1] + 300))
        right, row = not right, row + 1
    while len(line) > 2 and length_of(line[:-1]) >= 1000 * length:
        line.pop()
    (ax, ay), (bx, by) = line[-2:]
    part = (length - length_of(line[:-1]) / 1000) / max(1.0, math.dist(line[-2], line[-1]))
    line[-1] = ax + round(part * (bx - ax)), ay + round(part * (by - ay))
    return tuple((x + round(u * c - v * s), y + round(u * s + v * c)) for u, v in line)


def _ring(length: int, x: int, y: int) -> Points:
    count = length // 600
    radius = length / (2 * count * math.sin(math.pi / count))
    turns = [2 * math.pi * k / count for k in range(count)]
    return tuple((x + round(radius * math.cos(t)), y + round(radius * math.sin(t))) for t in turns)


def _eight(length: int, x: int, y: int, closed: bool = True) -> Points:
    turns = [2 * math.pi * k / 150 + 0.01 for k in range(150)]
    line = [(round(100_000 * math.sin(t)), round(90_000 * math.sin(2 * t))) for t in turns]
    return _scaled(line, 1000 * length / length_of(line, closed), x, y)


def _middle(tile: tuple[int, ...]) -> Point:
    return (tile[0] + tile[4]) // 2, (tile[1] + tile[5]) // 2


def _wrong_tiles(state: StringState, rng: Random) -> list[Action]:
    found: list[Action] = []
    kinds = state.drawn or [rng.randrange(1, len(STATIONS))]
    lines = [*state.rails, state.river, state.mountain, state.field]
    for kind in kinds:
        station = STATIONS[kind]
        spots = [
            _middle(rng.choice(state.tiles)),
            rng.choice(rng.choice(lines)),
            rng.choice(state.field),
            (99_000, 0),
        ]
        for x, y in spots:
            away = rng.choice((0, 1_000, 2_600, 5_050))
            found.append(("place", station, (x + rng.choice((-away, away)), y), rng.randrange(90)))
        found += [("discard", station), ("place", station, (2_600, 40_000), 0)]
    return [
        *found,
        ("place", rng.choice(STATIONS[1:]), (10_000, 10_000), 0),
        ("discard", rng.choice(STATIONS[1:])),
    ]


def _wrong_strings(game: StringRailway, state: StringState, rng: Random) -> list[Action]:
    ids = tile_ids(state)
    found: list[Action] = [
        ("lay", 0),
        ("lay", 7),
        ("lay", "short", "nowhere", ids[0]),
        ("lay", "short", "local99"),
    ]
    for _ in range(8):
        named = [rng.choice(ids) for _ in range(rng.randint(1, 4))]
        found.append(("lay", rng.choice(LENGTHS), *named))
    terminals = [id for id in ids if id.startswith("terminal")]
    if terminals:
        found.append(("lay", "long", f"home-{'red'}", terminals[0], rng.choice(ids)))
    if state.drawn or len(state.tiles) < 2:
        return found
    for length in LENGTHS:
        target = game.length(state, length)
        one, other = rng.sample(state.tiles, 2)
        a, b = _middle(one), _middle(other)
        far = math.dist(a, b)
        straight = [(a[0] + (b[0] - a[0]) * k // 60, a[1] + (b[1] - a[1]) * k // 60) for k in range(61)]
        found += [("lay", length, tuple(straight)), ("lay", length, _scaled(straight, target / max(1, far)))]
        factor = target / max(1, far)
        found.append(
            ("lay", length, _scaled(straight, factor, round(a[0] * (1 - factor)), round(a[1] * (1 - factor))))
        )
        found += [
            ("lay", length, _eight(target, *a, closed=False)), ("lay", length, _folded(a, target)),
            ("lay", length, _coil(one, target)),
        ]  # fmt: skip
        lays = [action for action in game.legal_actions(state) if action[:2] == ("lay", length)]
        for action in lays[:2]:
            line = list(action[2])
            found.append(
                ("lay", length, _scaled(line, 1, rng.randint(-6_000, 6_000), rng.randint(-6_000, 6_000)))
            )
            at = rng.randrange(len(line))
            line[at] = line[at][0] + rng.randint(-60, 60), line[at][1] + rng.randint(-60, 60)
            found.append(("lay", length, tuple(line)))
            found.append(("lay", length, tuple(action[2][: -rng.randint(1, 9)])))
        for rail in state.rails[-3:]:
            found.append(("lay", length, rail))
            found.append(("lay", length, tuple((x + rng.randint(-300, 300), y) for x, y in rail)))
    return found
