"""Free fields of any shape: each is refused by a rule, or everything fits on it and a game can be played."""

from __future__ import annotations

import json
import math
from collections import Counter
from random import Random
from typing import Any

import pytest

from branchline import load
from branchline.core.errors import RuleViolation
from branchline.core.game import OVER
from branchline.games.string_railway.rules.game import StringRailway
from branchline.games.string_railway.rules.state import CORNERS, PLAY, Points

from .positions import GAME

MEASURES: list[dict[str, int]] = [
    {},
    {"mountain": 128_000, "river": 80_000},
    {"loop": 400_000, "mountain": 160_000, "river": 90_000, "tile": 8_000},
    {"loop": 240_000, "mountain": 20_000, "river": 60_000, "tile": 2_000},
]
S_SHAPED: Points = (
    (-10_127, -13_165), (-46_582, -13_165), (-46_582, -33_418), (10_127, -33_418), (10_127, 13_165),
    (46_582, 13_165), (46_582, 33_418), (-10_127, 33_418),
)  # fmt: skip


def game_with(**measures: int) -> StringRailway:
    data = json.loads(json.dumps(GAME.board.data))
    data["measures"] |= measures
    game = load("string-railway", json.dumps(data))
    assert isinstance(game, StringRailway)
    return game


def shape(rng: Random) -> list[tuple[float, float]]:
    """Round, starred, thin, notched, stepped or quite wild, in any size."""
    kind, n = rng.randrange(5), rng.randint(3, 40)
    if kind == 0:  # rays of any length
        return [
            ((away := rng.uniform(0.2, 1)) * math.cos(turn), away * math.sin(turn))
            for turn in (2 * math.pi * k / n for k in range(n))
        ]
    if kind == 1:  # a star
        thin = rng.uniform(0.1, 1)
        turns = [math.pi * k / n for k in range(2 * n)]
        return [
            ((thin if k % 2 else 1) * math.cos(t), (thin if k % 2 else 1) * math.sin(t))
            for k, t in enumerate(turns)
        ]
    if kind == 2:  # a bar
        high = rng.uniform(0.05, 1)
        return [(0, 0), (1, 0), (1, high), (0, high)]
    if kind == 3:  # a comb
        teeth, deep = rng.randint(1, 6), rng.uniform(0.05, 0.95)
        steps = [(k, part) for k in range(teeth) for part in (0.0, 0.4, 0.6)]
        top = [(1 - (k + part) / teeth, 0.6 - 0.6 * deep * (part > 0)) for k, part in steps]
        return [(0, 0), (1, 0), *top[1:], (0, 0.6)]
    return [(rng.random(), rng.random()) for _ in range(n)]


def laid(rng: Random, game: StringRailway, companies: int) -> tuple[Points, Points]:
    """A shape as long as the loop, turned somehow, with marks on its corners and edges."""
    line = shape(rng)
    turn, loop = rng.uniform(0, 2 * math.pi), game.board.data["measures"]["loop"]
    c, s = math.cos(turn), math.sin(turn)
    line = [(x * c - y * s, x * s + y * c) for x, y in line]
    size = loop / sum(math.dist(a, b) for a, b in zip(line, line[1:] + line[:1], strict=True))
    middle = [(min(axis) + max(axis)) / 2 for axis in zip(*line, strict=True)]
    field = [(round((x - middle[0]) * size), round((y - middle[1]) * size)) for x, y in line]
    if rng.random() < 0.1:
        field[0] = field[0][0] + rng.randint(-2_000, 2_000), field[0][1]
    marks, pieces = [], len(field)
    first = rng.random()
    for k in range(companies):
        at = (first + k / companies) % 1 * pieces
        (ax, ay), (bx, by) = field[int(at)], field[(int(at) + 1) % pieces]
        part = rng.choice((0.0, at % 1))
        marks.append((round(ax + part * (bx - ax)), round(ay + part * (by - ay))))
    return tuple(field), tuple(marks)


@pytest.mark.prove("fields")
def test_every_field_is_refused_by_a_rule_or_everything_fits_on_it(count: Any) -> None:
    games, rng, seen = [game_with(**measures) for measures in MEASURES], Random("fields"), Counter[str]()
    for number in range(count(80, 3_000)):
        game, players = games[number % len(games)], rng.choice((2, 3, 4, 5))
        terrain = rng.choice(("drawn", "players"))
        state = game.start(players, field="chosen", terrain=terrain, corners=rng.choice(("chosen", "drawn")))
        action = ("field", *laid(rng, game, len(state.score)))
        try:
            action = game.accept(state, action)
        except RuleViolation as error:
            assert error.rule.startswith("field.") or error.rule == "string.shape", error
            seen[error.rule] += 1
            continue
        seen["accepted"] += 1
        game.apply(state, action)
        assert game.legal_actions(state)
        while state.phase != PLAY:
            action = game.random_action(state, rng)
            game.check(state, action)
            game.apply(state, action)
        for _ in range(12):
            if state.to_move != OVER:
                game.apply(state, game.random_action(state, rng))
    assert seen["accepted"] > 5, seen
    assert {"field.simple", "field.area", "field.loop", "field.marks"} <= set(seen), seen


@pytest.mark.rule("field.room")
def test_a_field_without_room_for_the_mountain_is_refused_at_once() -> None:
    marks = S_SHAPED[0], S_SHAPED[2], S_SHAPED[5]
    game = game_with(mountain=128_000)
    with pytest.raises(RuleViolation) as caught:
        game.check(game.start(3, field="chosen"), ("field", S_SHAPED, marks))
    assert caught.value.rule == "field.room"
    assert str(caught.value) == "The field has no room for a mountain of 128 cm: lay it wider somewhere."
    GAME.check(GAME.start(3, field="chosen"), ("field", S_SHAPED, marks))


def test_terrain_is_shaped_to_a_narrow_field() -> None:
    bar: Points = ((-70_000, 0), (70_000, 0), (70_000, 20_000), (-70_000, 20_000))
    state, rng = GAME.start(3, field="chosen"), Random("narrow")
    GAME.apply(state, GAME.accept(state, ("field", bar, bar[:3])))
    while state.phase < CORNERS:
        action = GAME.draw(state, rng)
        GAME.check(state, action)
        GAME.apply(state, action)
    assert max(y for _, y in state.mountain) < 20_000


def test_two_homes_that_would_touch_are_refused() -> None:
    tip: Points = ((0, -60_000), (7_000, -7_000), (75_000, 10_000), (0, 40_000), (-60_000, 10_000))
    game = game_with(tile=5_000)
    state = game.start(3, field="chosen")
    size = 320_000 / sum(math.dist(a, b) for a, b in zip(tip, tip[1:] + tip[:1], strict=True))
    field = tuple((round(x * size), round(y * size)) for x, y in tip)
    with pytest.raises(RuleViolation, match="mark"):
        game.check(state, ("field", field, (field[0], field[3], (field[0][0] + 1, field[0][1]))))
