"""Who learned the game: every turn legal, what the network is told, and what its weights say."""

from __future__ import annotations

from math import dist
from random import Random

import numpy as np
import pytest

from branchline.core.errors import BranchlineError
from branchline.core.game import CHANCE, OVER
from branchline.core.mind import Plan, Sight
from branchline.core.network import Layers, Network, from_bytes, judged, softmax, to_bytes
from branchline.core.practice import ARRAYS, PHASES, Lesson, phase_of
from branchline.games.string_railway.laying.finder import QUICK, Finder
from branchline.games.string_railway.mind import Mind, learned, practice
from branchline.games.string_railway.mind.features import (
    COMPANIES,
    COMPANY,
    SCALE,
    SEAT,
    SEATS,
    VERSION,
    features,
    part_over,
)
from branchline.games.string_railway.mind.likely import COARSE
from branchline.games.string_railway.mind.outlook import network
from branchline.games.string_railway.mind.plans import widen
from branchline.games.string_railway.mind.ratings import WITHIN, foreseen
from branchline.games.string_railway.rules.state import PLAY, StringState

from .positions import GAME
from .test_plans import reached

POSITIONS = [(2, 3), (3, 7), (4, 6), (5, 12)]  # players, and turns that were played


def any_weights() -> Layers:
    rng = np.random.default_rng(5)
    shapes = [each.shape for each in network().layers[:-1]]
    made = [rng.normal(size=shape).astype(np.float32) / max(1, shape[0]) ** 0.5 for shape in shapes]
    return Layers._make([*made, np.ones((SEATS + 1, PHASES), np.float32)])


@pytest.mark.parametrize(("players", "turns"), POSITIONS)
def test_a_turn_by_the_network_is_legal_and_the_best_of_those_compared(players: int, turns: int) -> None:
    mind, state = Mind(GAME), reached("learned", turns, players)
    before = state.copy()
    plan = learned.decide(mind, state, Random(1), Sight(plans=8))
    assert state == before
    after = state.copy()
    for action in plan:
        assert after.to_move == state.to_move
        GAME.check(after, action)
        GAME.apply(after, action)
    assert after.to_move in (CHANCE, OVER)
    found = learned.turns(mind, state, Random(1), 8, network().layers)
    assert len(found) <= 8 and found[0] == (max(worth for worth, _ in found), plan)
    assert found[0][0] == pytest.approx(np.log(mind.outlook(after)[state.to_move]))


def test_before_and_between_turns_it_does_what_a_greedy_player_does() -> None:
    mind, state = Mind(GAME), GAME.start(3)
    assert learned.decide(mind, state, Random(1), Sight(plans=8)) == (mind.advise(state, Random(1)),)
    assert mind.considered(state, Random(1), 4) == mind.plans(state, Random(1), 4)


@pytest.mark.parametrize(("players", "turns"), POSITIONS)
def test_the_network_is_told_what_is_foreseen_and_nothing_hidden(players: int, turns: int) -> None:
    mind, state = Mind(GAME), reached("told", turns, players)
    things, holds, seats = features(mind, state)
    assert (things.shape, seats.shape) == ((COMPANIES, len(COMPANY)), (SEATS, len(SEAT)))
    companies = len(state.score)
    assert not things[companies:].any() and not seats[players:].any() and not holds[players:].any()
    assert holds.sum() == companies and all(holds[company % players, company] for company in range(companies))
    finder = Finder(GAME.positions.of(state).layout, -1, COARSE)
    for company in range(companies):
        seen = foreseen(GAME, state, finder, company, 3)
        assert things[company, 5:8] * SCALE[5:8] == pytest.approx(seen)
        assert things[company, 1] * SCALE[1] == state.score[company]
    assert np.abs(things).max() < 8 and np.abs(seats).max() < 8
    for other in (GAME.mask(state, 0), GAME.guess(GAME.mask(state, 0), 0, Random(2))):
        for ours, theirs in zip((things, holds, seats), features(mind, other), strict=True):
            np.testing.assert_array_equal(ours, theirs)


def test_chances_are_those_of_the_network_by_its_heat() -> None:
    mind, layers = Mind(GAME), network().layers
    for players, turns in POSITIONS:
        state = reached("heat", turns, players)
        things, holds, seats = (each.astype(np.float32) for each in features(mind, state))
        heat = layers.heat[players, phase_of(part_over(state))]
        plain = softmax(judged(layers, things, holds, seats)[:players] / heat)
        assert mind.outlook(state) == pytest.approx(plain.tolist(), abs=1e-5)
        assert sum(mind.outlook(state)) == pytest.approx(1)


@pytest.mark.parametrize("players", GAME.seats)
def test_before_the_first_turn_the_order_of_the_seats_is_all_that_is_known(players: int) -> None:
    mind, state = Mind(GAME), GAME.start(players)
    said = mind.outlook(state)
    assert sum(said) == pytest.approx(1) and said[0] == min(said), "who begins wins least often"
    while state.phase != PLAY:
        assert mind.outlook(state) == said
        GAME.apply(state, GAME.random_action(state, Random(1)))
    assert mind.outlook(state) == pytest.approx(said, abs=0.2), "the network thinks so too"


def test_the_network_knows_whether_a_string_is_laid_without_another_tile() -> None:
    """A tile that lies makes the next string worth more, but none is drawn for it any more."""
    mind, state, told = Mind(GAME), reached("lays", 5), SEAT.index("lays a string next, without another tile")
    seat = state.to_move
    assert state.drawn and features(mind, state).seats[seat, told] == 0
    while state.drawn:
        GAME.apply(state, mind.advise(state, Random(1)))
    assert features(mind, state).seats[:, told].nonzero()[0].tolist() == [seat]
    GAME.apply(state, mind.advise(state, Random(1)))
    assert state.to_move == CHANCE and not features(mind, state).seats[:, told].any()


def drawn(count: int) -> StringState:
    """A position with so many tiles in hand."""
    state = reached("hand", 6)
    state.drawn = (state.drawn * 3)[:count]
    return state


def test_the_places_of_several_tiles_do_not_multiply() -> None:
    """A turn with three tiles would take ten times as long as one with a single tile."""
    for count in (1, 2, 3):
        state, turns = drawn(count), list[tuple[float, Plan]]()
        widen(GAME, state, Random(1), 32, 0.0, (), turns, QUICK)
        tables = {plan[:-1] for _, plan in turns}
        assert all(len(places) == count for places in tables)
        assert 4 <= len(tables) <= 12, count


def test_the_careless_never_throw_away_a_turn() -> None:
    """With any temperature a turn promises at least the e-th part of the best."""
    mind, state = Mind(GAME), reached("careless", 9)
    worth = {plan: each for each, plan in learned.turns(mind, state, Random(3), 8, network().layers)}
    for _ in range(4):
        plan = learned.decide(mind, state, Random(3), Sight(plans=8, temperature=1.0))
        assert worth[plan] >= max(worth.values()) - learned.WORST


@pytest.mark.parametrize(("players", "turns"), POSITIONS)
def test_a_beginner_puts_a_tile_near_and_lays_a_string_that_brings_much_at_once(
    players: int, turns: int
) -> None:
    mind, state, rng = Mind(GAME), reached("obvious", turns, players), Random(players)
    seat, company, done = state.to_move, state.company, list[str]()
    assert state.drawn
    while state.to_move == seat:
        before = state.copy()
        (action,) = mind.slip(state, rng, 4)
        assert state == before
        GAME.check(state, action)
        done.append(action[0])
        if action[0] == "place":
            own = [
                tile[:2] for tile, here in zip(state.tiles, state.present, strict=True) if here >> company & 1
            ]
            assert min(dist(action[2], each) for each in own) < 2 * WITHIN
        else:
            finder = Finder(GAME.positions.of(state).layout, company, QUICK)
            found = [finder.strings(GAME.length(state, name), want=4) for name in state.left(company)]
            brings = {each.points: each.verdict.score for strings in found for each in strings}
            assert brings[action[2]] > max(brings.values()) - learned.SHORT_OF
        GAME.apply(state, action)
    assert done[-1] == "lay" and set(done[:-1]) == {"place"}


def test_legs_of_the_table_before_are_those_that_are_found_afresh() -> None:
    """Wherever nothing new touches them they are taken over; strings are made of them."""
    mind, rng, taken = Mind(GAME), Random(8), 0
    state = GAME.start(3)
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            GAME.apply(state, GAME.draw(state, rng))
            continue
        if state.phase == PLAY:
            position, length = GAME.positions.of(state), GAME.length(state, "long")
            for company, quality in ((-1, COARSE), (state.company, QUICK)):
                taken += (company, length, quality) in position.older
                grown = position.finder(company, length, quality)
                fresh = Finder(position.layout, company, quality, length)
                np.testing.assert_array_equal(grown.leg_length, fresh.leg_length)
                points = len(fresh.grid.open_points)
                np.testing.assert_array_equal(grown.distance[:, :points], fresh.distance[:, :points])
                if company >= 0:
                    assert grown.strings(length) == fresh.strings(length)
        for action in mind.slip(state, rng, 4):
            GAME.apply(state, action)
    assert taken > 20


def test_the_heat_counts_in_the_digest_because_turns_are_compared_by_chances() -> None:
    known = network()
    warmer = Network(known.layers._replace(heat=known.layers.heat * np.float32(1.5)), known.origin)
    assert warmer.skill() == known.skill() and Mind(GAME).skill() == known.digest() != warmer.digest()


def test_a_world_is_played_on_by_the_rules_and_by_its_luck_alone() -> None:
    mind, state = Mind(GAME), reached("on", 8)
    first, again, other = (mind.go_on(state.copy(), Random(luck), 4) for luck in (1, 1, 2))
    assert first == again != other
    assert sum(first) == pytest.approx(1) and first != mind.outlook(state)
    end = mind.go_on(state.copy(), Random(1), 100)
    assert sum(end) == pytest.approx(1) and max(end) >= 1 / state.players, "it was played to the end"
    assert set(end) <= {0.0, max(end)}


def test_a_game_of_practice_is_the_same_wherever_it_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(practice, "WIDTHS", (2, 4))
    layers = any_weights()
    lesson = Lesson("same", 1, (layers, layers))
    together, alone = practice.play(GAME, lesson, range(2)), practice.play(GAME, lesson, range(1, 2))
    mine = together.number == 1
    for name in ARRAYS:
        assert (getattr(together, name)[mine] == getattr(alone, name)).all()
    assert set(together.players) <= set(GAME.seats)
    winner, ended = together.winner[0], together.finals[0]
    assert ended[winner] == ended[: together.players[0]].max(), "who won ended with most"


def test_a_contest_counts_the_wins_of_one_seat() -> None:
    """Who plays by strange weights, beside a greedy player."""
    odd, greedy = (practice.LEARNED, [2.0, 0.0]), (practice.GREEDY, [0.0, 0.0])
    wins = practice.contest(GAME, (any_weights(),), odd, greedy, 2, range(2), "contest")
    assert 0 <= wins <= 2
    assert practice.player(Sight(plans=16, temperature=0.1)) == (practice.LEARNED, [16.0, 0.1])


def test_the_weights_of_the_package_are_whole_and_say_where_they_come_from() -> None:
    found = practice.shipped(GAME)
    assert found.layers.heat.shape == (SEATS + 1, PHASES)
    assert {"game", "seed", "iterations", "games", "commit", "torch"} <= set(found.origin)
    data = to_bytes(found)
    assert from_bytes(data, VERSION, "copy").digest() == found.digest()
    with pytest.raises(BranchlineError, match="features of version"):
        from_bytes(data, VERSION + 1, "copy")
