"""The kernels of who learned the game beside the rules: every step legal, every feature the same."""

from __future__ import annotations

import json
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
from branchline.games.koplopers.mind import Mind, learned, practice
from branchline.games.koplopers.mind.features import SEAT, TRAIN, VERSION, features, part_over
from branchline.games.koplopers.mind.kernels import desk as held
from branchline.games.koplopers.mind.kernels import table
from branchline.games.koplopers.mind.kernels.desk import (
    NET_TYPE,
    SEAT_FEATURES,
    THING_FEATURES,
    VERBS,
    desks_for,
)
from branchline.games.koplopers.mind.kernels.features import describe
from branchline.games.koplopers.mind.kernels.greedy import greedy_turn
from branchline.games.koplopers.mind.kernels.memory import all_but_cards, best_turn
from branchline.games.koplopers.mind.kernels.position import SEATS, row_of, take_row
from branchline.games.koplopers.mind.kernels.steps import deal, replay
from branchline.games.koplopers.mind.kernels.turns import think
from branchline.games.koplopers.mind.likely import fitted
from branchline.games.koplopers.mind.outlook import network
from branchline.games.koplopers.rules.game import Koplopers
from branchline.games.koplopers.rules.state import PLAY, KoplopersState

from .test_small_board import small

OPTIONS: list[dict[str, str]] = [{}, {"yard": "free", "again": "no-duty"}, {"coupled": "one-point"}]


@pytest.fixture(scope="module")
def game() -> Koplopers:
    return load("koplopers")


@pytest.fixture(autouse=True, scope="module")
def kernels() -> None:
    """Compiled by one process, whoever is first."""
    prepare(load("koplopers"))


def any_weights() -> Layers:
    rng = np.random.default_rng(5)
    shapes = [NET_TYPE[name].shape for name in NET_TYPE.names or ()]
    made = [rng.normal(size=shape).astype(np.float32) / max(1, shape[0]) ** 0.5 for shape in shapes]
    return Layers._make([*made, np.ones((SEATS + 1, PHASES), np.float32)])


def position(game: Koplopers, rng: Random, options: dict[str, str]) -> KoplopersState:
    """Where greedy play with many random actions has led; trains are coupled there, and turns half done."""
    state, length = game.start(rng.choice(game.seats), **options), rng.choice((1, 20, 60, 120, 200, 300))
    while state.to_move != OVER and (length > 0 or state.active < 0):
        if state.to_move == CHANCE:
            game.apply(state, game.draw(state, rng))
            continue
        at_random = rng.random() < 0.3
        action = game.random_action(state, rng) if at_random else game.mind.advise(state, rng)
        game.apply(state, action)
        length -= 1
    return state


def to_be_asked(game: Koplopers, rng: Random, options: dict[str, str]) -> KoplopersState:
    """The same, where a seat has to decide about its turn."""
    while True:
        state = position(game, rng, options)
        while state.to_move == CHANCE or (state.to_move >= 0 and state.phase != PLAY):
            chance = state.to_move == CHANCE
            game.apply(state, game.draw(state, rng) if chance else game.mind.advise(state, rng))
        if state.to_move != OVER:
            return state


def played(game: Koplopers, state: KoplopersState, steps: Any, loose: int) -> KoplopersState | None:
    """The state after the steps of a kernel, each of them legal; none where the last one leaves a duty."""
    mind, after = Mind(game), state.copy()
    for number, step in enumerate(steps.tolist()):
        assert after.to_move == state.to_move
        action = learned.action(mind, after, step)
        if loose and number == len(steps) - 1:
            assert action not in game.legal_actions(after)
            return None
        game.check(after, action)
        game.apply(after, action)
    return after


def same(state: KoplopersState, row: Any) -> bool:
    """Is it the same position, as far as it is in a row?"""
    read = state.copy()
    take_row(read, row)
    return read == state


@pytest.mark.prove("kernel")
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_a_greedy_turn_is_legal_and_leads_where_the_rules_say(
    game: Koplopers, options: dict[str, str], count: Any
) -> None:
    mind, desk, loose, positions = Mind(game), desks_for(1)[0], 0, count(40, 3000)
    for seed in range(positions):
        state = to_be_asked(game, Random(f"greedy/{seed}"), options)
        row = row_of(state)
        assert same(state, row)
        greedy_turn(mind.railway[0], row, desk)
        after = played(game, state, desk["steps"][: desk["step_count"]], desk["loose"])
        loose += after is None
        assert after is None or same(after, row), seed
    assert loose <= max(1, positions // 20), "a turn that the kernel cannot end by the rules is rare"


@pytest.mark.prove("kernel")
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_turn_is_legal_and_leads_where_the_rules_say(
    game: Koplopers, options: dict[str, str], count: Any
) -> None:
    mind, net, desk, verbs = Mind(game), as_record(any_weights(), NET_TYPE), desks_for(2)[0], set[int]()
    for seed in range(count(15, 1000)):
        state = to_be_asked(game, Random(f"turns/{seed}"), options)
        row = row_of(state)
        found = think(mind.railway[0], row, desk, net[0], True)
        assert found and same(state, row)
        for number in range(found):
            steps = desk["turns"][number][: desk["turn_count"][number]]
            after = played(game, state, steps, desk["loosely"][number])
            if after is not None:
                end = row_of(state)
                replay(mind.railway[0], end, desks_for(1)[0], steps, len(steps))
                assert same(after, end)
            verbs |= set(steps[:, 0].tolist())
    assert {"build", "turn", "drive", "stop", "board", "disrupt", "done"} <= {VERBS[verb] for verb in verbs}


@pytest.mark.prove("kernel")
@pytest.mark.parametrize("options", [{}, {"variant": "advanced"}], ids=str)
def test_features_are_the_same_in_the_kernel(game: Koplopers, options: dict[str, str], count: Any) -> None:
    assert (len(TRAIN), len(SEAT)) == (THING_FEATURES, SEAT_FEATURES)
    mind, desk = Mind(game), desks_for(1)[0]
    for seed in range(count(25, 2000)):
        state = position(game, Random(f"features/{seed}"), options)
        plain = features(mind, state)
        describe(mind.railway[0], row_of(state), desk)
        np.testing.assert_allclose(desk["seats"], plain.seats, atol=1e-4, err_msg=str(seed))
        np.testing.assert_allclose(desk["things"], plain.things, atol=1e-4, err_msg=str(seed))


def test_the_kernel_computes_what_the_plain_network_does(game: Koplopers) -> None:
    mind, layers = Mind(game), any_weights()
    for seed in range(10):
        state = to_be_asked(game, Random(f"network/{seed}"), {})
        found = learned.outlook(mind, state, as_record(layers, NET_TYPE))
        things, holds, seats = (each.astype(np.float32) for each in features(mind, state))
        plain = softmax(judged(layers, things, holds, seats)[: state.players])
        assert found == pytest.approx(plain.tolist(), abs=1e-4)
        assert sum(found) == pytest.approx(1, abs=1e-5)


def test_the_fitted_outlook_is_the_same_in_the_kernel(game: Koplopers) -> None:
    mind, desk = Mind(game), desks_for(1)[0]
    for seed in range(10):
        state = to_be_asked(game, Random(f"outlook/{seed}"), {})
        plain = fitted(mind, state)
        for seat in range(state.players):
            found = table.by_outlook(mind.railway[0], row_of(state), desk, seat)
            assert found == pytest.approx(plain[seat], abs=1e-6)


def test_a_turn_is_chosen_without_knowing_the_cards_of_others(game: Koplopers) -> None:
    """Two worlds that look alike to a seat, masked or not, lead to the same turn and the same chances."""
    mind, net = Mind(game), as_record(any_weights(), NET_TYPE)
    for seed in range(6):
        state = to_be_asked(game, Random(f"secret/{seed}"), {})
        seat = state.to_move
        other = game.guess(game.mask(state, seat), seat, Random(seed))
        worlds = (state, other, game.mask(state, seat), game.mask(other, seat))
        manner = learned.manner_by(Sight(4, 2, 3))
        plans = {learned.looked_ahead(mind, each, net, manner, Random(seed)) for each in worlds}
        assert len(plans) == 1
        assert len({tuple(mind.outlook(each)) for each in worlds}) == 1


def test_what_worlds_share_is_what_each_would_think_alone(game: Koplopers) -> None:
    """A look ahead remembers positions without their cards; a desk that served many is as good as new."""
    mind, net, luck = Mind(game), learned.weights(), np.array([5], np.uint64)
    railway, shared, known = mind.railway[0], desks_for(1)[0], 0
    for seed in range(12):
        state = to_be_asked(game, Random(f"worlds/{seed}"), {})
        row, remembering = row_of(game.mask(state, state.to_move)), desks_for(1)[0]
        for _ in range(3):
            world, fresh = row.copy(), desks_for(1)[0]
            deal(railway, world, state.to_move, luck)
            count = think(railway, world.copy(), fresh, net[0], True)
            assert count == think(railway, world.copy(), shared, net[0], True)
            np.testing.assert_array_equal(fresh["worth"][:count], shared["worth"][:count])
            best, key = int(np.argmax(fresh["worth"][:count])), all_but_cards(world)
            known += key in remembering["known"]
            found = best_turn(railway, world.copy(), remembering, net[0])
            steps = fresh["turn_count"][best]
            assert (found, remembering["turn_count"][found]) == (best, steps)
            np.testing.assert_array_equal(remembering["turns"][found, :steps], fresh["turns"][best, :steps])
    assert known > 12


def test_cards_are_dealt_as_the_rules_say(game: Koplopers) -> None:
    """A world of the kernel looks to its seat as the real one does."""
    mind = Mind(game)
    for seed in range(20):
        state = to_be_asked(game, Random(f"deal/{seed}"), {})
        seat, row, world = state.to_move, row_of(state), state.copy()
        deal(mind.railway[0], row, seat, np.array([seed + 1], np.uint64))
        take_row(world, row)
        assert game.mask(world, seat) == game.mask(state, seat)
        assert [hand.bit_count() for hand in world.hands] == state.held
        old = [(hand & ~world.pile).bit_count() for hand in world.hands]
        assert old == state.old


def test_games_of_all_kinds_of_players_are_played_by_the_rules(game: Koplopers) -> None:
    """Turn by turn in the kernel, each leads to a state that the rules can go on from."""
    mind, net = Mind(game), as_record(any_weights(), NET_TYPE)
    desks, luck, manner = desks_for(2), np.array([7], np.uint64), learned.manner_by(Sight(3, 1, 2))
    for players in game.seats:
        state, rng = game.start(players), Random(players)
        while state.to_move != OVER:
            if state.to_move == CHANCE:
                game.apply(state, game.draw(state, rng))
                continue
            row, kind = row_of(state), (state.to_move + state.round) % 5
            table.one_turn(mind.railway[0], row, desks, net[0], kind, manner, luck)
            take_row(state, row)
            assert state.to_move == OVER or game.legal_actions(state)
        assert sum(mind.outcome(state)) == pytest.approx(1)


def test_a_game_of_practice_is_the_same_wherever_it_is_played(game: Koplopers) -> None:
    layers = any_weights()
    lesson = Lesson("same", 1, (layers, layers))
    together, alone = practice.play(game, lesson, range(6)), practice.play(game, lesson, range(4, 6))
    mine = together.number >= 4
    for name in ARRAYS:
        assert (getattr(together, name)[mine] == getattr(alone, name)).all()
    assert set(together.players) <= set(game.seats)


def test_a_contest_counts_the_wins_of_one_seat(game: Koplopers) -> None:
    layers, greedy, anything = any_weights(), [0.0] * table.MANNER, [0.0] * table.MANNER
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


def test_chances_are_those_of_the_network_by_its_heat(game: Koplopers) -> None:
    mind, layers = Mind(game), network().layers
    for seed in range(6):
        state = to_be_asked(game, Random(f"heat/{seed}"), {})
        heat = layers.heat[state.players, phase_of(part_over(state))]
        plain = np.log(learned.outlook(mind, state, as_record(layers, NET_TYPE))) / heat
        assert mind.outlook(state) == pytest.approx(softmax(plain).tolist(), abs=1e-4)


def test_the_careless_never_throw_away_a_turn(game: Koplopers) -> None:
    """With any temperature a turn promises at least the e-th part of the best."""
    mind = Mind(game)
    for seed in range(6):
        state = to_be_asked(game, Random(f"careless/{seed}"), {})
        worth = {plan: each for each, plan in learned.turns(mind, state, learned.weights())}
        for again in range(5):
            plan = learned.decide(mind, state, Random(again), Sight(temperature=1.0))
            assert worth[plan] >= max(worth.values()) - 1


@pytest.mark.parametrize("sight", [Sight(), Sight(temperature=0.25), Sight(4, 2, 2)], ids=str)
def test_the_advanced_game_is_played_without_the_network(game: Koplopers, sight: Sight) -> None:
    """Nobody has learned to take passengers aboard in passing: plans and playouts decide there."""
    mind = Mind(game)
    for seed in range(3):
        state = to_be_asked(game, Random(f"advanced/{seed}"), {"variant": "advanced"})
        after = state.copy()
        for action in learned.decide(mind, game.mask(state, state.to_move), Random(seed), sight):
            game.check(after, action)
            game.apply(after, action)


@pytest.mark.parametrize("large", [False, True], ids=["small", "large"])
def test_on_any_board_a_turn_is_legal(large: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A board of four stations; and ours, if it were too large for the kernels and played without them."""
    if large:
        monkeypatch.setattr(held, "DIRECTIONS", 128)
    game = load("koplopers", None if large else json.dumps(small()))
    mind, rng = Mind(game), Random(1)
    assert (mind.railway is None) == large
    state = game.start(2)
    for _ in range(60):
        if state.to_move == OVER:
            break
        if state.to_move == CHANCE:
            game.apply(state, game.draw(state, rng))
            continue
        for action in learned.decide(mind, game.mask(state, state.to_move), rng, Sight(2, 1, 2)):
            game.check(state, action)
            game.apply(state, action)


def test_after_a_turn_everybody_goes_on_by_the_network(game: Koplopers) -> None:
    mind = Mind(game)
    for seed in range(3):
        state = to_be_asked(game, Random(f"on/{seed}"), {})
        found = mind.go_on(state.copy(), Random(1), 4)
        assert len(found) == state.players and sum(found) == pytest.approx(1, abs=1e-5)
        assert found == mind.go_on(state.copy(), Random(1), 4)
