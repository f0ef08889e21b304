"""Paid actions once more, slowly and without a shortcut: they must be those that the game lists."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from branchline.core.game import CHANCE, OVER, Action
from branchline.games.koplopers.rules.driving import can_turn, dismantle_cost, points_for
from branchline.games.koplopers.rules.duty import needs, owed, still_owing
from branchline.games.koplopers.rules.game import Koplopers
from branchline.games.koplopers.rules.state import (
    ACTED,
    COSTS,
    LETTERS,
    PLAY,
    STOPPED,
    TRAINS,
    KoplopersState,
    in_reserve,
    own_trains,
)

from .positions import koplopers

PAID = ("turn", "drive", "dismantle", "build", "disrupt", "repair")


def naive_drives(game: Koplopers, state: KoplopersState, train: int) -> dict[tuple[int, int], int]:
    """Each end (in the advanced game with the stations passed) and what it costs, by walking all ways."""
    tables, start = game.tables, state.at[train]
    found: dict[tuple[int, int], int] = {}
    if state.flags[train] & STOPPED or tables.touch[start] & state.disrupted:
        return found
    most = points_for(state, train, state.points)

    def walk(direction: int, passed: int, cost: int) -> None:
        if cost and (direction >> 1 == start >> 1 or not state.occupied >> (direction >> 1) & 1):
            key = (direction, passed if state.advanced else 0)
            found[key] = min(cost, found.get(key, cost))
        if cost < most:
            for end in tables.onward[direction]:
                if not tables.front_bit[end] & state.disrupted:
                    walk(end, passed | tables.front_bit[end], cost + 1)

    walk(start, 0, 0)
    return found


def candidates(game: Koplopers, state: KoplopersState) -> list[tuple[Action, int, int]]:
    """Every paid action but for duty: the action, its train (or -1) and its cost. Drives are left out."""
    tables, found = game.tables, list[tuple[Action, int, int]]()
    for train in own_trains(state, state.active):
        if can_turn(tables, state, train) and points_for(state, train, state.points):
            found.append((("turn", TRAINS[train]), train, 1))
        cost = dismantle_cost(tables, state, train)
        if cost:
            found.append((("dismantle", TRAINS[train]), train, cost))
    if in_reserve(state, state.active):
        for yard, direction in enumerate(tables.yards):
            if not state.occupied >> (direction >> 1) & 1:
                found.append((("build", tables.yard_ids[yard]), -1, COSTS["build"]))
    if not state.card_played:
        for card, id in enumerate(tables.cards):
            if state.hands[state.active] >> card & 1 and not tables.card_bit[card] & state.disrupted:
                found.append((("disrupt", id), -1, 1))
    if state.repairs >> state.active & 1:
        for letter, station in zip(LETTERS, state.letters, strict=True):
            if station >= 0:
                found.append((("repair", letter), -1, 1))
    return found


def allowed(game: Koplopers, state: KoplopersState, action: Action, train: int, cost: int) -> bool:
    """duty.points, by doing it and counting what is needed then."""
    if cost > state.points:
        return False
    if train >= 0 and not state.flags[train] & ACTED and owed(game, state, train, state.points) == cost:
        return True
    after = state.copy()
    game.apply(after, action)
    return needs(game, after, still_owing(game, state, state.active), state.points) <= after.points


def first_way(game: Koplopers, state: KoplopersState, train: int, end: int, passed: int) -> Action:
    """The drive by which an end is listed."""
    way = game.routes[state.advanced].way_to(state.at[train], end, passed, state.disrupted)
    return ("drive", TRAINS[train], *way)


def compare(game: Koplopers, state: KoplopersState, legal: list[Action]) -> None:
    listed = {action for action in legal if action[0] in PAID}
    slow = {each[0] for each in candidates(game, state) if allowed(game, state, *each)}
    for train in own_trains(state, state.active):
        for (end, passed), cost in naive_drives(game, state, train).items():
            action = first_way(game, state, train, end, passed)
            assert len(action) - 2 == cost
            if allowed(game, state, action, train, cost):
                slow.add(action)
    assert listed == slow


@pytest.mark.rule("duty.points")
@pytest.mark.rule("drive.shortest")
@pytest.mark.prove("koplopers-naive")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"variant": "advanced"}, {"yard": "free", "coupled": "one-point"}])
def test_the_listed_paid_actions_are_those_of_a_slow_search(
    players: int, options: dict[str, str], count: Any
) -> None:
    game, rng, looked = koplopers(), Random(f"naive-{players}-{options}"), 0
    for _ in range(count(3, 60)):
        state = game.start(players, **options)
        while state.to_move != OVER:
            if state.to_move == CHANCE:
                game.apply(state, game.draw(state, rng))
                continue
            legal = game.legal_actions(state)
            if state.phase == PLAY and not state.must_build:
                looked += 1
                compare(game, state, legal)
            game.apply(state, rng.choice(legal))
    assert looked > 300
