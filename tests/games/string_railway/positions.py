"""Positions laid out by hand: a square field, upright tiles, straight strings; lengths in 0.001 cm."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import pytest

from branchline import load
from branchline.core.action import Action
from branchline.core.errors import RuleViolation
from branchline.core.game import CHANCE, OVER
from branchline.games.string_railway.geometry.measures import Point
from branchline.games.string_railway.geometry.shapes import strictly_inside, tile_at
from branchline.games.string_railway.rules.game import StringRailway
from branchline.games.string_railway.rules.state import PLAY, Points, StringState
from branchline.games.string_railway.rules.tables import STATIONS

Event = tuple[Any, ...]


def string_game() -> StringRailway:
    game = load("string-railway")
    assert isinstance(game, StringRailway)
    return game


GAME = string_game()


def straight(a: Point, b: Point, links: int = 60) -> Points:
    """A straight string."""
    return tuple(
        (a[0] + (b[0] - a[0]) * k // links, a[1] + (b[1] - a[1]) * k // links) for k in range(links + 1)
    )


def circle(x: int, y: int, radius: int, count: int = 100) -> Points:
    """A mountain."""
    turns = [2 * math.pi * k / count for k in range(count)]
    return tuple((x + round(radius * math.cos(t)), y + round(radius * math.sin(t))) for t in turns)


ACROSS = straight((10_000, 40_000), (40_000, 40_000))  # 30 cm
BESIDE = straight((10_000, 41_000), (40_000, 41_000))
NO_RIVER = ((75_000, 77_000), (75_500, 77_000))  # in a corner where nobody goes
NO_MOUNTAIN = circle(70_000, 75_000, 1_000)


def position(
    *tiles: tuple[str, int, int],
    players: int = 4,
    company: int = 0,
    river: Points = NO_RIVER,
    mountain: Points = NO_MOUNTAIN,
    rails: tuple[tuple[int, Points], ...] = (),
    drawn: tuple[str, ...] = (),
    **options: str,
) -> StringState:
    """A turn of the company with these tiles on the table; a home is company 0's."""
    state = GAME.start(players, **options)
    state.phase, state.company, state.to_move = PLAY, company, state.seat(company)
    state.field = state.marks = ((0, 0), (80_000, 0), (80_000, 80_000), (0, 80_000))
    state.river, state.mountain = river, mountain
    measures = GAME.positions.measures(state.choices)
    for station, x, y in tiles:
        quad, core = tile_at(measures, x, y, 0)
        home = station == "home"
        state.kinds.append(STATIONS.index(station))
        state.tiles.append(tuple(c for p in (*quad, *core) for c in p))
        state.owners.append(0 if home else -1)
        state.present.append(int(home))
        state.high.append(int(strictly_inside(mountain, (x, y))))
    for layer, points in rails:
        state.rails.append(points)
        state.layers.append(layer)
    for station in drawn:
        state.drawn.append(STATIONS.index(station))
        state.deck[STATIONS.index(station)] -= 1
    return state


HOME_AND_CENTRAL = (("home", 10_000, 40_000), ("central", 40_000, 40_000))


def done(state: StringState, action: Action) -> list[Event]:
    """Check and apply; returns what was said."""
    GAME.check(state, action)
    events: list[Event] = []
    GAME.apply(state, action, lambda *event: events.append(event))
    return events


def refused(state: StringState, action: Action, rule: str) -> RuleViolation:
    """The refusal of an action, which must be by that rule."""
    with pytest.raises(RuleViolation) as caught:
        GAME.check(state, action)
    assert caught.value.rule == rule, str(caught.value)
    return caught.value


def lay(points: Points = ACROSS, length: str = "short") -> Action:
    return "lay", length, points


def after_setup(players: int = 4, seed: object = 1, **options: str) -> StringState:
    """A game whose homes are placed and whose first tiles are still in the deck."""
    rng = Random(f"{seed}")
    state = GAME.start(players, **options)
    while state.phase != PLAY:
        action = GAME.random_action(state, rng)
        done(state, action)
    assert state.to_move == CHANCE
    return state


def played(players: int, turns: int, seed: object = 1, **options: str) -> StringState:
    """A random game at the moment when so many strings lie or are given up, and tiles are placed."""
    rng = Random(f"{seed}")
    state = GAME.start(players, **options)
    while state.to_move != OVER and (
        state.phase != PLAY or state.turns < turns or state.drawn or state.draws
    ):
        GAME.apply(state, GAME.random_action(state, rng))
    return state
