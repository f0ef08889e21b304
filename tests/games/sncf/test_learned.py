"""The kernels of who learned the game beside the rules: every turn legal, every feature the same."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from branchline.bots.compiling import prepare
from branchline.core.game import CHANCE, OVER
from branchline.core.mind import Plan, Sight
from branchline.core.network import Layers, as_record, judged, softmax
from branchline.core.practice import phase_of
from branchline.games import load
from branchline.games.sncf.mind import Mind, learned, playout, practice
from branchline.games.sncf.mind.features import RAILROAD, SEAT, features, part_over
from branchline.games.sncf.mind.kernels import table
from branchline.games.sncf.mind.kernels.belief import PAST_TYPE
from branchline.games.sncf.mind.kernels.desk import NET_TYPE, SEATS, THINGS, desk_type
from branchline.games.sncf.mind.kernels.features import describe
from branchline.games.sncf.mind.kernels.playout import lay_out
from branchline.games.sncf.mind.kernels.turns import take, think
from branchline.games.sncf.mind.outlook import network
from branchline.games.sncf.mind.weights import HELD
from branchline.games.sncf.rules.game import Sncf
from branchline.games.sncf.rules.state import PLAY, SncfState

OPTIONS: list[tuple[str, dict[str, str]]] = [
    ("sncf-france", {}),
    ("sncf-france", {"end": "at-once", "stall": "1"}),
    ("sncf-germany", {}),
    ("sncf-germany", {"possible": "boxes", "hidden": "open"}),
]
STYLE = np.array([0.5, 0.0, 1.0, 1.0, 60.0, 0.0, 0.0, 4.0, 2.0, 2.0, 0.1])


@pytest.fixture(autouse=True, scope="module")
def kernels() -> None:
    """Compiled by one process, whoever is first."""
    prepare(load("sncf-france"))


def any_weights() -> Layers:
    rng = np.random.default_rng(5)
    shapes = [NET_TYPE[name].shape for name in NET_TYPE.names or ()]
    made = [rng.normal(size=shape).astype(np.float32) / max(1, shape[0]) ** 0.5 for shape in shapes]
    return Layers._make([*made, np.ones((7, 4), np.float32)])


def position(game: Sncf, rng: Random, options: dict[str, str]) -> SncfState:
    """In front of a turn, wherever random or quick play has led."""
    state = game.start(rng.choice(game.seats), **options)
    for _ in range(rng.choice((45, 80, 150, 250))):
        if state.to_move == OVER:
            break
        game.apply(state, game.random_action(state, rng))
    while state.to_move == CHANCE or (state.to_move != OVER and state.building >= 0):
        game.apply(state, game.random_action(state, rng))
    return state


def described(mind: Mind, state: SncfState) -> Any:
    now, desk = mind.board.positions(1)[0], np.zeros(1, desk_type(len(mind.board.bit)))[0]
    lay_out(now, playout.numbers(mind, state), playout.sets(mind.game.tables, state))
    describe(now, desk, learned.viewer_of(state))
    return desk


@pytest.mark.prove("kernel")
@pytest.mark.parametrize(("game_id", "options"), OPTIONS, ids=str)
def test_features_are_the_same_in_the_kernel(game_id: str, options: dict[str, str], count: Any) -> None:
    game = load(game_id)
    assert isinstance(game, Sncf)
    assert (len(RAILROAD), len(SEAT)) == (THINGS, SEATS)
    for seed in range(count(25, 1000)):
        rng = Random(f"features/{seed}")
        state = position(game, rng, options)
        viewer = rng.choice([None, *range(state.players)])
        masked = game.mask(state, viewer)
        desk, plain = described(Mind(game), masked), features(Mind(game), masked)
        np.testing.assert_allclose(desk["expected"][: state.players], plain.holds[: state.players], atol=1e-9)
        np.testing.assert_allclose(desk["things"], plain.things, atol=1e-5)
        np.testing.assert_allclose(desk["seats"], plain.seats, atol=1e-5)


@pytest.mark.prove("kernel")
@pytest.mark.parametrize(("game_id", "options"), OPTIONS, ids=str)
@pytest.mark.parametrize("by_network", [True, False])
def test_every_turn_is_legal_and_leads_where_the_rules_say(
    game_id: str, options: dict[str, str], by_network: bool, count: Any
) -> None:
    game = load(game_id)
    assert isinstance(game, Sncf)
    mind, net = Mind(game), as_record(any_weights(), NET_TYPE)
    for seed in range(count(12, 600)):
        state = position(game, Random(f"turns/{seed}"), options)
        if state.to_move == OVER:
            continue
        masked = game.mask(state, state.to_move)
        room, desk = mind.board.positions(2), np.zeros(1, desk_type(len(mind.board.bit)))[0]
        lay_out(room[0], playout.numbers(mind, masked), playout.sets(game.tables, masked))
        found = think(room[0], room[1], desk, net[0], learned.viewer_of(masked), STYLE, by_network)
        assert found
        viewer, beside = learned.viewer_of(masked), np.zeros(1, desk_type(len(mind.board.bit)))[0]
        for turn, worth in zip(desk["turns"][:found].copy(), desk["worth"][:found].copy(), strict=True):
            after = state.copy()
            for action in learned.whole(mind, masked, learned.actions(mind, turn)):
                game.check(after, action)
                game.apply(after, action)
            lay_out(room[0], playout.numbers(mind, state), playout.sets(game.tables, state))
            take(room[0], turn)
            ours, theirs = room[0]["ints"].tolist(), playout.numbers(mind, after).tolist()
            ours[12:14] = theirs[12:14]  # marks of searches are the kernel's own
            assert ours == theirs
            for name, bits_of in (("closed", after.closed), ("once", after.once)):
                assert [
                    index for index, bit in enumerate(mind.board.bit) if bits_of >> bit & 1
                ] == np.flatnonzero(room[0][name]).tolist()
            if by_network:  # what it promises is found from the survey in front of it, and afresh the same
                table.promise(room[0], beside, net[0], viewer)
                assert worth == pytest.approx(np.log(beside["shares"][state.to_move]), abs=1e-5)


def test_the_kernel_computes_what_the_plain_network_does() -> None:
    game = load("sncf-france")
    assert isinstance(game, Sncf)
    mind, layers = Mind(game), any_weights()
    for seed in range(10):
        state = position(game, Random(f"network/{seed}"), {})
        if state.to_move == OVER:
            continue
        masked = game.mask(state, state.to_move)
        found = learned.outlook(mind, masked, as_record(layers, NET_TYPE))
        things, holds, seats = (each.astype(np.float32) for each in features(mind, masked))
        plain = softmax(judged(layers, things, holds / np.float32(HELD), seats)[: state.players])
        assert found == pytest.approx(plain.tolist(), abs=1e-4)
        assert sum(found) == pytest.approx(1, abs=1e-5)


def test_chances_are_even_before_the_first_turn_and_heated_after_it() -> None:
    for game_id in ("sncf-france", "sncf-germany"):
        game, rng = load(game_id), Random(8)
        assert isinstance(game, Sncf)
        layers = network(game_id).layers
        for players in game.seats:
            state = game.start(players)
            assert game.mind.outlook(state) == [1 / players] * players
            while state.to_move == CHANCE:
                game.apply(state, game.draw(state, rng))
            masked = game.mask(state, None)
            while masked.phase != PLAY:
                game.apply(state, game.legal_actions(state)[0])
                masked = game.mask(state, None)
            things, holds, seats = (each.astype(np.float32) for each in features(Mind(game), masked))
            numbers = judged(layers, things, holds / np.float32(HELD), seats)[:players]
            laid = sum(each.bit_count() for each in masked.track)
            heat = layers.heat[players, phase_of(part_over(laid))]
            assert game.mind.outlook(masked) == pytest.approx(softmax(numbers / heat).tolist(), abs=1e-5)


@pytest.mark.parametrize("game_id", ["sncf-france", "sncf-germany"])
def test_an_end_that_is_only_thought_of_is_not_known_before_the_hands_are(game_id: str) -> None:
    """A masked hand counts for nothing in `scores`: who ends the game in thought would always have won."""
    game, ended = load(game_id), 0
    assert isinstance(game, Sncf)
    for seed in range(8):
        state = game.start(4)
        while state.to_move != OVER:
            chance, before = state.to_move == CHANCE, state.copy()
            rng = Random(f"end/{seed}/{len(state.past)}")
            game.apply(state, game.draw(state, rng) if chance else game.mind.advise(state, rng))
        seat, layers = before.to_move, network(game_id).layers
        thought = game.mask(before, seat)
        game.apply(thought, next(each for each in game.legal_actions(before) if ends(game, before, each)))
        things, holds, seats = (each.astype(np.float32) for each in features(Mind(game), thought))
        numbers = judged(layers, things, holds / np.float32(HELD), seats)[:4]
        heat = layers.heat[4, phase_of(part_over(sum(each.bit_count() for each in thought.track)))]
        assert game.mind.outlook(thought) == pytest.approx(softmax(numbers / heat).tolist(), abs=1e-5)
        assert game.mind.outlook(state) == game.mind.outcome(state)
        ended += max(game.mind.outlook(thought)) < 0.999
    assert ended, "somebody was in doubt"


def ends(game: Sncf, state: SncfState, action: Any) -> bool:
    after = state.copy()
    game.apply(after, action)
    return after.to_move == OVER


def test_nobody_does_half_of_a_trade() -> None:
    plans: list[Plan] = [
        (("build", "red", "a1"),), (("trade", "red", "blue", 2),), (("trade", "red", "blue", 1),),
        (("build", "red", "a2"),),
    ]  # fmt: skip
    found = [(-1.0 - rank / 10, plan) for rank, plan in enumerate(plans)]
    assert learned.wholly(found) == [*found[:2], found[3]]
    assert learned.wholly(found[::-1])[:2] == [found[3], found[2]], "the better of the two stays"


def test_a_turn_is_chosen_by_what_a_seat_knows_alone() -> None:
    """Two worlds that look the same to a seat lead to the same turn, with and without a look ahead."""
    game, rng = load("sncf-france"), Random(3)
    assert isinstance(game, Sncf)
    mind, net = Mind(game), as_record(any_weights(), NET_TYPE)
    for seed in range(4):
        state = position(game, Random(f"secret/{seed}"), {})
        if state.to_move == OVER:
            continue
        seat = state.to_move
        other = game.guess(game.mask(state, seat), seat, rng)
        first, second = (
            learned.looked_ahead(mind, game.mask(each, seat), net, STYLE, Random(seed))
            for each in (state, other)
        )
        assert first == second


def test_games_of_all_kinds_of_players_end() -> None:
    for game_id in ("sncf-france", "sncf-germany"):
        game = load(game_id)
        assert isinstance(game, Sncf)
        mind, net = Mind(game), np.repeat(as_record(any_weights(), NET_TYPE), 2)
        room, desks = mind.board.positions(table.ROOM), np.zeros(2, desk_type(len(mind.board.bit)))
        for players in game.seats:
            state, rng = game.start(players), Random(players)
            while state.to_move == CHANCE:
                game.apply(state, game.draw(state, rng))
            ints, kinds = playout.numbers(mind, state), np.arange(players) % 5
            things, holds, seats = (np.zeros((9, 6, width), np.float32) for width in (THINGS, 6, SEATS))
            winner, rows = table.play_game(
                room, desks, np.zeros(1, PAST_TYPE)[0], ints, playout.sets(game.tables, state), net, kinds,
                np.zeros(players, np.int64), np.repeat(STYLE[None], players, 0), 7, False, 1.0, things, holds,
                seats, np.zeros(9, np.int64),
            )  # fmt: skip
            assert ints[0] == OVER
            assert 0 <= winner < players
            assert rows


def test_a_contest_counts_the_wins_of_one_seat() -> None:
    """A level that sees no further than anything at all loses to one that chooses."""
    game = load("sncf-france")
    shipped = practice.shipped(game).layers
    anything = practice.player(Sight())
    anything[1][table.RANDOM] = 1.0
    wins = practice.contest(
        game, (shipped, shipped), practice.player(Sight()), anything, 3, range(12), "contest"
    )
    assert wins >= 9
