"""The kernels of who learned the game beside the rules: every turn legal, every feature the same."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from branchline.bots.compiling import prepare
from branchline.core.errors import BranchlineError
from branchline.core.game import CHANCE, OVER
from branchline.core.mind import Sight
from branchline.core.network import Layers, as_record, from_bytes, judged, softmax, to_bytes
from branchline.core.practice import ARRAYS, PHASES, Lesson, phase_of
from branchline.games import load
from branchline.games.bridgetown.mind import Mind, learned, practice
from branchline.games.bridgetown.mind.features import BRIDGE, SEAT, VERSION, features, part_over
from branchline.games.bridgetown.mind.kernels import table
from branchline.games.bridgetown.mind.kernels.desk import (
    KIND,
    NET_TYPE,
    ONE,
    SEAT_FEATURES,
    SPECIAL,
    THING_FEATURES,
    THINGS,
    desks_for,
)
from branchline.games.bridgetown.mind.kernels.features import describe
from branchline.games.bridgetown.mind.kernels.memory import (
    PLACES_OF,
    TURN_OF,
    forget_positions,
    remembered,
    room_for,
)
from branchline.games.bridgetown.mind.kernels.position import PHASE, SEATS, row_of, take_row
from branchline.games.bridgetown.mind.kernels.turns import DECLINES, PUTS, RIDES, SITS, take, think
from branchline.games.bridgetown.mind.outlook import fitted, network
from branchline.games.bridgetown.rules.game import Bridgetown
from branchline.games.bridgetown.rules.state import DOUBLE, FIRST, PLACE, SWAP, BridgetownState

OPTIONS: list[dict[str, str]] = [{}, {"streetcar": "free", "ties": "break"}, {"specials": "off"}]


@pytest.fixture(scope="module")
def game() -> Bridgetown:
    return load("bridgetown")


@pytest.fixture(autouse=True, scope="module")
def kernels() -> None:
    """Compiled by one process, whoever is first."""
    prepare(load("bridgetown"))


def any_weights() -> Layers:
    rng = np.random.default_rng(5)
    shapes = [NET_TYPE[name].shape for name in NET_TYPE.names or ()]
    made = [rng.normal(size=shape).astype(np.float32) / max(1, shape[0]) ** 0.5 for shape in shapes]
    return Layers._make([*made, np.ones((SEATS + 1, 4), np.float32)])


def position(game: Bridgetown, rng: Random, options: dict[str, str]) -> BridgetownState:
    """Wherever random play has led, now and then in the middle of a turn or of a draw."""
    state = game.start(rng.choice(game.seats), **options)
    for _ in range(rng.choice((12, 25, 40, 60, 90, 130, 200))):
        if state.to_move == OVER:
            break
        game.apply(state, game.random_action(state, rng))
    while state.first < 0:
        game.apply(state, game.random_action(state, rng))
    return state


def to_be_asked(game: Bridgetown, rng: Random, options: dict[str, str]) -> BridgetownState:
    """The same, where a seat has to decide."""
    while True:
        state = position(game, rng, options)
        while state.to_move == CHANCE:
            game.apply(state, game.random_action(state, rng))
        if state.to_move != OVER:
            return state


@pytest.mark.prove("kernel")
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_features_are_the_same_in_the_kernel(game: Bridgetown, options: dict[str, str], count: Any) -> None:
    assert (len(BRIDGE), len(SEAT)) == (THING_FEATURES, SEAT_FEATURES)
    mind, desk = Mind(game), desks_for(game.tables, 1)[0]
    for seed in range(count(25, 2000)):
        state = position(game, Random(f"features/{seed}"), options)
        plain = features(mind, state)
        describe(mind.town[0], row_of(state), desk)
        np.testing.assert_allclose(desk["seats"], plain.seats, atol=1e-5, err_msg=str(seed))
        np.testing.assert_allclose(desk["things"], plain.things, atol=1e-5, err_msg=str(seed))


@pytest.mark.prove("kernel")
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_turn_is_legal_and_leads_where_the_rules_say(
    game: Bridgetown, options: dict[str, str], count: Any
) -> None:
    mind, net, desk = Mind(game), as_record(any_weights(), NET_TYPE), desks_for(game.tables, 1)[0]
    for seed in range(count(12, 600)):
        state = to_be_asked(game, Random(f"turns/{seed}"), options)
        found = think(mind.town[0], row_of(state), desk, net[0])
        assert found
        for turn in desk["turns"][:found].copy():
            after, row = state.copy(), row_of(state)
            for action in learned.actions(mind, state, turn):
                assert after.to_move == state.to_move
                game.check(after, action)
                game.apply(after, action)
            take(mind.town[0], row, turn)
            assert row.tolist() == row_of(after).tolist()


@pytest.mark.prove("kernel")
def test_no_turn_is_forgotten(game: Bridgetown, count: Any) -> None:
    """Every action that may be done begins some turn; of the swaps only the best three."""
    mind, net, desk = Mind(game), as_record(any_weights(), NET_TYPE), desks_for(game.tables, 1)[0]
    seen: set[tuple[int, int, bool]] = set()
    for seed in range(count(60, 1000)):
        state = to_be_asked(game, Random(f"listed/{seed}"), {})
        found = think(mind.town[0], row_of(state), desk, net[0])
        turns = desk["turns"][:found]
        listed = {learned.actions(mind, state, turn)[0] for turn in turns}
        assert {action for action in game.legal_actions(state) if action[0] != "swap"} <= listed
        seen |= {(turn[KIND], turn[SPECIAL], bool(turn[ONE] >= 0)) for turn in turns.tolist()}
    assert {kind for kind, _, _ in seen} == {PUTS, RIDES, DECLINES, SITS}
    assert {special for kind, special, _ in seen if kind == PUTS} == {0, FIRST, DOUBLE, SWAP}
    assert (RIDES, 0, True) in seen


def test_the_kernel_computes_what_the_plain_network_does(game: Bridgetown) -> None:
    mind, layers = Mind(game), any_weights()
    for seed in range(10):
        state = to_be_asked(game, Random(f"network/{seed}"), {})
        found = learned.outlook(mind, state, as_record(layers, NET_TYPE))
        things, holds, seats = (each.astype(np.float32) for each in features(mind, state))
        plain = softmax(judged(layers, things, holds, seats)[: state.players])
        assert found == pytest.approx(plain.tolist(), abs=1e-4)
        assert sum(found) == pytest.approx(1, abs=1e-5)


@pytest.mark.rule("light.streetcar")
def test_a_desk_that_served_one_rule_of_the_streetcar_serves_the_other(game: Bridgetown) -> None:
    """What it remembers of plans by the one is not taken for what they are worth by the other."""
    net, shared = as_record(any_weights(), NET_TYPE)[0], desks_for(game.tables, 1)[0]
    town = Mind(game).town[0]
    for seed in range(40):
        options = {"streetcar": "free" if seed % 2 else "rails"}
        state = to_be_asked(game, Random(f"rails/{seed // 2}"), options)
        row, fresh = row_of(state), desks_for(game.tables, 1)[0]
        count = think(town, row.copy(), shared, net)
        assert count == think(town, row.copy(), fresh, net)
        np.testing.assert_array_equal(shared["worth"][:count], fresh["worth"][:count])


def test_what_a_look_ahead_remembers_is_told_apart_by_the_whole_position(game: Bridgetown) -> None:
    desk = desks_for(game.tables, 1)[0]
    rows = [row_of(to_be_asked(game, Random(f"met/{seed}"), {})) for seed in range(30)]
    forget_positions(desk)
    for row in rows:
        at = room_for(row, TURN_OF)
        assert not remembered(desk, at, row, TURN_OF), "nothing is known of it"
        assert remembered(desk, at, row, TURN_OF)
        assert not remembered(desk, at, row, PLACES_OF), "something else of the same position"
        for place in range(len(row)):  # another position in the same room
            other = row.copy()
            other[place] += 1
            remembered(desk, at, row, PLACES_OF)
            assert not remembered(desk, at, other, PLACES_OF)
    forget_positions(desk)
    assert not remembered(desk, room_for(rows[-1], PLACES_OF), rows[-1], PLACES_OF)


def test_what_a_look_ahead_remembers_is_what_it_would_find_anew(game: Bridgetown) -> None:
    mind, net, manner = Mind(game), as_record(any_weights(), NET_TYPE)[0], learned.manner_of(4, 2, 2)
    board, town, shared, placed = mind.arrays, mind.town[0], desks_for(game.tables, 1)[0], 0
    forget_positions(shared)
    rows = [row_of(to_be_asked(game, Random(f"anew/{seed}"), {})) for seed in range(60)]
    for row in [*rows, *rows]:  # the second time it is remembered
        fresh, found = desks_for(game.tables, 1)[0], []
        for desk in (shared, fresh):
            by_network, greedily, luck = row.copy(), row.copy(), np.array([7], np.uint64)
            table.network_turn(town, by_network, desk, net)
            table.greedy_turn(board, town, greedily, desk, manner, luck)
            share = table.promised(town, row.copy(), desk, net, 0)
            found.append((by_network.tolist(), greedily.tolist(), share, luck[0]))
        assert found[0] == found[1]
        placed += int(row[PHASE]) == PLACE
    assert 20 < placed < 100, "places and rides"


def test_a_turn_is_chosen_without_knowing_what_will_be_drawn(game: Bridgetown) -> None:
    """Two games that have been the same so far, with other draws to come, lead to the same turn."""
    mind, net = Mind(game), as_record(any_weights(), NET_TYPE)
    for seed in range(4):
        state = to_be_asked(game, Random(f"secret/{seed}"), {})
        seat = state.to_move
        other = game.guess(game.mask(state, seat), seat, Random(seed))
        first, second = (
            learned.looked_ahead(mind, game.mask(each, seat), net, learned.manner_of(4, 2, 2), Random(seed))
            for each in (state, other)
        )
        assert first == second


def test_games_of_all_kinds_of_players_are_played_by_the_rules(game: Bridgetown) -> None:
    """Turn by turn in the kernel: each leads to a state that the rules can go on from."""
    mind, net = Mind(game), as_record(any_weights(), NET_TYPE)
    desks, luck = desks_for(game.tables, 2), np.array([7], np.uint64)
    manner = learned.manner_of(3, 2, 1)
    for players in game.seats:
        state, rng = game.start(players), Random(players)
        while state.to_move != OVER:
            if state.to_move == CHANCE:
                game.apply(state, game.draw(state, rng))
                continue
            row, kind = row_of(state), state.to_move % 4
            before = {tuple(row_of(after)) for after in all_after(game, state)}
            table.one_turn(mind.arrays, mind.town[0], row, desks, net[0], kind, manner, luck)
            assert tuple(row) in before
            take_row(state, row)
        assert sum(mind.outcome(state)) == pytest.approx(1)


def all_after(game: Bridgetown, state: BridgetownState) -> list[BridgetownState]:
    """Every state in which this seat's turn may end."""
    found, open_ends = list[BridgetownState](), [state]
    while open_ends:
        here = open_ends.pop()
        for action in game.legal_actions(here):
            after = here.copy()
            game.apply(after, action)
            done = after.to_move != state.to_move or action[0] in ("ride", "walk", "stay", "sit", "decline")
            placed = action[0] == "place" and not after.owing
            (found if done or placed else open_ends).append(after)
    return found


def test_whole_games_in_the_kernel_end(game: Bridgetown) -> None:
    mind, net = Mind(game), np.repeat(as_record(any_weights(), NET_TYPE), 2)
    for players in game.seats:
        state, rng = game.start(players), Random(players)
        while state.to_move == CHANCE:
            game.apply(state, game.draw(state, rng))
        things = np.zeros((9, THINGS, THING_FEATURES), np.float32)
        seats, row = np.zeros((9, SEATS, SEAT_FEATURES), np.float32), row_of(state)
        winner, rows = table.play_game(
            mind.arrays, mind.town[0], row, desks_for(game.tables, 2), net, np.arange(players) % 4,
            np.zeros(players, np.int64), np.repeat(learned.manner_of(2, 1, 1)[None], players, 0), 7, 1.0,
            things, seats, np.zeros(9, np.int64),
        )  # fmt: skip
        take_row(state, row)
        assert state.to_move == OVER
        assert mind.outcome(state)[winner] > 0
        assert rows == len(things)


def test_the_fitted_outlook_is_the_same_in_the_kernel(game: Bridgetown) -> None:
    mind, desk = Mind(game), desks_for(game.tables, 1)[0]
    for seed in range(10):
        state = to_be_asked(game, Random(f"outlook/{seed}"), {})
        plain = fitted(mind, state)
        for seat in range(state.players):
            found = table.by_outlook(mind.town[0], row_of(state), desk, seat)
            assert found == pytest.approx(plain[seat], abs=1e-6)


def test_a_game_of_practice_is_the_same_wherever_it_is_played(game: Bridgetown) -> None:
    layers = any_weights()
    lesson = Lesson("same", 1, (layers, layers))
    together, alone = practice.play(game, lesson, range(6)), practice.play(game, lesson, range(4, 6))
    mine = together.number >= 4
    for name in ARRAYS:
        assert (getattr(together, name)[mine] == getattr(alone, name)).all()
    assert set(together.players) <= set(game.seats)


def test_games_go_on_by_strong_players_to_the_end_of_a_round_or_of_the_game(game: Bridgetown) -> None:
    mind = Mind(game)
    for seed in range(4):
        state = to_be_asked(game, Random(f"on/{seed}"), {})
        near, far = (mind.go_on(state.copy(), Random(seed), turns) for turns in (0, 10**6))
        assert near == mind.go_on(state.copy(), Random(seed), 0)
        assert sum(near) == pytest.approx(1, abs=1e-5)
        assert sum(far) == pytest.approx(1, abs=1e-5)
        assert set(far) <= {0.0, max(far)}, "at the end the win is shared by who has won"


def test_a_contest_counts_the_wins_of_one_seat(game: Bridgetown) -> None:
    layers = any_weights()
    greedy, anything = (practice.manner(name, Random(1), 3, True) for name in ("greedy", "network"))
    anything[table.RANDOM] = 1.0
    wins = practice.contest(
        game, (layers,), (table.GREEDY, greedy), (table.LEARNED, anything), 3, range(12), "contest"
    )
    assert wins >= 9


def test_the_weights_of_the_package_are_whole_and_say_where_they_come_from() -> None:
    found = network()
    assert found.layers.heat.shape == (SEATS + 1, PHASES)
    assert {"game", "seed", "iterations", "games", "commit", "torch"} <= set(found.origin)
    data = to_bytes(found)
    assert from_bytes(data, VERSION, "copy").digest() == found.digest()
    with pytest.raises(BranchlineError, match="features of version"):
        from_bytes(data, VERSION + 1, "copy")


def test_chances_are_those_of_the_network_by_its_heat(game: Bridgetown) -> None:
    """The plain outlook, which needs no compiler, is what the kernel finds, evened out."""
    mind, layers = Mind(game), network().layers
    assert isinstance(game.mind, Mind) and game.mind.prepared and not mind.prepared
    for seed in range(6):
        state = to_be_asked(game, Random(f"heat/{seed}"), {})
        heat = layers.heat[state.players, phase_of(part_over(game, state.round))]
        plain = np.log(learned.outlook(mind, state, as_record(layers, NET_TYPE))) / heat
        for each in (mind, game.mind):
            assert each.outlook(state) == pytest.approx(softmax(plain).tolist(), abs=1e-4)


def test_the_careless_never_throw_away_a_turn(game: Bridgetown) -> None:
    """With any temperature a turn promises at least the e-th part of the best."""
    mind = Mind(game)
    for seed in range(6):
        state = to_be_asked(game, Random(f"careless/{seed}"), {})
        worth = {plan: each for each, plan in learned.turns(mind, state, learned.weights())}
        for again in range(5):
            plan = learned.decide(mind, state, Random(again), Sight(temperature=1.0))
            assert worth[plan] >= max(worth.values()) - 1
