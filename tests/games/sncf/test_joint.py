"""Nobody is ever stuck: the joint plan of build.cut-off in whole games, looked at by a search of its own."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from branchline.core.bits import bits
from branchline.core.errors import BoardError
from branchline.core.game import CHANCE, OVER
from branchline.games.sncf.mind import Mind, playout
from branchline.games.sncf.mind.kernels.playout import lay_out
from branchline.games.sncf.mind.kernels.position import allowed
from branchline.games.sncf.rules.cutoff import cityless
from branchline.games.sncf.rules.game import Sncf
from branchline.games.sncf.rules.state import COLOURS, SncfState

from .oracle import matched, searched
from .positions import france_game
from .test_naive import Table, random_board


def way_to_a_city(game: Sncf, state: SncfState, railroad: int) -> int:
    """How many legal cubes, one after the other, bring this railroad into a city; 0 if none do.

    A depth-first search over what `builds` lists: hexes nearer to an empty city first.
    """
    tables = game.tables
    cities = tables.cities & ~state.closed
    rings, seen = [cities], cities
    while rings[-1]:
        rings.append(tables.around(rings[-1]) & tables.rural & ~state.closed & ~seen)
        seen |= rings[-1]
    tried: set[int] = set()

    def search(before: SncfState, cubes: int) -> int:
        if before.value[railroad]:
            return cubes
        listed = [tables.index[action[2]] for action in game.builds(before, railroad)]
        listed.sort(key=lambda index: next(n for n, ring in enumerate([*rings, -1]) if ring >> index & 1))
        for index in listed:
            if before.track[railroad] | 1 << index not in tried:
                tried.add(before.track[railroad] | 1 << index)
                after = before.copy()
                after.box[railroad] = 2  # the cubes in boxes aside
                game._lay(after, railroad, index, lambda *event: None)
                found = search(after, cubes + 1)
                if found:
                    return found
        return 0

    return search(state, 0)


def nobody_is_stuck(game: Sncf, rng: Random, players: int, greedy: bool) -> int:
    """Play a game: after every cube each railroad without a city has a way. How often that was looked at."""
    state, looks = game.start(players), 0
    while state.to_move != OVER:
        seat = state.to_move
        if seat == CHANCE:
            action = game.draw(state, rng)
        elif greedy:
            action = game.mind.advise(game.mask(state, seat), rng)
        else:
            action = rng.choice(game.legal_actions(state))
        game.apply(state, action)
        if action[0] in ("build", "suburb"):
            for railroad in cityless(state):
                assert way_to_a_city(game, state, railroad), f"{COLOURS[railroad]} is stuck"
                looks += 1
    return looks


@pytest.mark.rule("build.cut-off")
@pytest.mark.prove("cutoff")
@pytest.mark.parametrize("players", range(3, 7))
@pytest.mark.parametrize(("who", "short", "full"), [("random", 10, 2000), ("greedy", 1, 400)])
def test_after_every_build_every_railroad_without_a_city_can_still_build_to_one(
    who: str, short: int, full: int, players: int, count: Any
) -> None:
    game, looks = france_game(), 0
    for number in range(count(short, full)):
        looks += nobody_is_stuck(game, Random(f"cutoff/{who}/{players}/{number}"), players, who == "greedy")
    assert looks > 0


def small_board(rng: Random) -> Sncf:
    while True:
        game = random_board(rng, "france")
        if (game.tables.rural | game.tables.cities).bit_count() <= 14:
            return game


@pytest.mark.rule("build.cut-off")
@pytest.mark.prove("cutoff")
def test_flow_matching_and_trying_everything_agree_on_small_boards(count: Any) -> None:
    """In every position of random games: each next cube is allowed exactly if ways are left for all."""
    rng, answers = Random("small boards"), {True: 0, False: 0}
    for _ in range(count(6, 100)):
        game = small_board(rng)
        state = game.start(6)
        while state.to_move != OVER and (state.to_move == CHANCE or cityless(state)):
            if state.to_move >= 0 and rng.random() < 0.3:
                table = Table(game, state, state.to_move)
                railroad = rng.randrange(6)
                legal = {action[2] for action in game.builds(state, railroad)}
                for hex in table.next_hexes(COLOURS[railroad]):
                    table.track[COLOURS[railroad]].add(hex)
                    asked = (table.neighbours, table.places(), table.cities(), table.begin())
                    table.track[COLOURS[railroad]].remove(hex)
                    assert matched(*asked) == searched(*asked) == (hex in legal)
                    answers[hex in legal] += 1
            game.apply(state, game.random_action(state, rng))
    assert min(answers.values()) > 5


@pytest.mark.rule("build.cut-off")
@pytest.mark.prove("cutoff")
def test_the_kernel_allows_what_the_rules_allow(count: Any) -> None:
    """In random positions of our board and of odd ones, hex by hex."""
    rng, refused = Random("kernel"), 0
    for number in range(count(20, 400)):
        game = random_board(rng, "france") if number % 2 else france_game()
        state = game.start(rng.choice(game.seats))
        while state.to_move != OVER and (state.to_move == CHANCE or cityless(state)):
            if state.to_move >= 0 and rng.random() < 0.2:
                refused += kernel_agrees(game, state)
            game.apply(state, game.random_action(state, rng))
    assert refused > 5


def kernel_agrees(game: Sncf, state: SncfState) -> int:
    """How many of the next hexes are refused, by both alike."""
    mind, refused = Mind(game), 0
    at = mind.board.positions(1)[0]
    lay_out(at, playout.numbers(mind, state), playout.sets(game.tables, state))
    number = {bit: hexagon for hexagon, bit in enumerate(mind.board.bit)}
    for railroad in range(6):
        legal = {game.tables.index[action[2]] for action in game.builds(state, railroad)}
        for index in bits(state.open[railroad]):
            assert bool(allowed(at, railroad, number[index])) == (index in legal)
            refused += index not in legal
    return refused


def test_a_board_that_is_drawn_at_random_has_a_plan_or_is_refused() -> None:
    rng = Random("plans")
    for _ in range(30):
        try:
            game = random_board(rng, "france")
        except BoardError:
            continue
        state = game.start(3)
        while state.to_move == CHANCE:
            game.apply(state, game.draw(state, rng))
        assert all(way_to_a_city(game, state, railroad) for railroad in range(6))
