"""What others seem to hold: by what they did, never by what they hold, and nearer to it than an even deal."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from branchline.bots.compiling import prepare
from branchline.core.game import CHANCE, OVER
from branchline.core.mind import Plan
from branchline.core.network import judged, softmax
from branchline.games import load
from branchline.games.sncf.mind import Mind, learned, playout
from branchline.games.sncf.mind.features import features
from branchline.games.sncf.mind.kernels import belief, table
from branchline.games.sncf.mind.kernels.desk import desk_type
from branchline.games.sncf.mind.kernels.features import NOBODY
from branchline.games.sncf.mind.kernels.playout import lay_out, quick_turn
from branchline.games.sncf.mind.kernels.position import HANDS, TOKEN
from branchline.games.sncf.mind.kernels.turns import think
from branchline.games.sncf.mind.outlook import network
from branchline.games.sncf.mind.weights import HELD
from branchline.games.sncf.rules.game import Sncf
from branchline.games.sncf.rules.state import ACT, COLOURS, MOST_CUBES, SncfState

from .quick import as_actions

MANNER = np.zeros(table.MANNER)
BOARDS = ("sncf-france", "sncf-germany")


@pytest.fixture(autouse=True, scope="module")
def kernels() -> None:
    """Compiled by one process, whoever is first."""
    prepare(load("sncf-france"))


def mind_of(game_id: str) -> Mind:
    game = load(game_id)
    assert isinstance(game, Sncf)
    return Mind(game)


def played(mind: Mind, players: int, turns: int, rng: Random) -> list[SncfState]:
    """The positions in front of some turns, all by the network; fewer if the game is over before."""
    game, found = mind.game, list[SncfState]()
    state = game.start(players)
    while state.to_move == CHANCE:
        game.apply(state, game.draw(state, rng))
    while len(found) <= turns and state.to_move != OVER:
        found.append(state.copy())
        plans = learned.turns(
            mind, game.mask(state, state.to_move), learned.weights(game.id), np.zeros(table.MANNER)
        )
        for action in plans[0][1]:
            game.apply(state, action)
    return found


class Asked:
    """What a seat asks of the story so far."""

    def __init__(self, mind: Mind, state: SncfState, seat: int) -> None:
        self.mind, self.seat, self.net = mind, seat, learned.weights(mind.game.id)[0]
        self.state, room = mind.game.mask(state, seat), mind.board.positions(3)
        self.now, self.begun, self.after = room
        self.desk, self.past = (
            np.zeros(1, desk_type(len(mind.board.bit)))[0],
            learned.past_of(mind, self.state),
        )
        self.lay(self.now, self.state)
        self.lay(self.begun, learned.beginning(mind, self.state))
        belief.ask(self.begun, self.after, self.desk, self.past, self.net, seat, MANNER)

    def lay(self, position: Any, state: SncfState) -> None:
        lay_out(position, playout.numbers(self.mind, state), playout.sets(self.mind.game.tables, state))

    def worlds(self, heat: float, luck: int, count: int) -> list[list[int]]:
        """Hands that were swapped for long, six a seat."""
        word, hands, found = np.array([luck], np.uint64), self.desk["hands"], []
        given = (self.now, self.after, self.desk, self.past, self.net, self.seat)
        table.deal(self.now, self.desk, self.seat, word)
        belief.take_hands(*given, hands, heat)
        for _ in range(count):
            belief.swap_cubes(*given, heat, 60, word)
            belief.as_hands(self.now, self.past, hands)
            found.append(hands[: 6 * self.state.players].tolist())
        return found


@pytest.mark.parametrize("game_id", BOARDS)
def test_games_of_the_kernel_are_told_as_a_state_keeps_them(game_id: str) -> None:
    """So that what a belief wins there says what it wins at a table: turns of the network and quick ones."""
    mind, net, luck = mind_of(game_id), learned.weights(game_id)[0], np.array([5], np.uint64)
    game, room, seen = mind.game, mind.board.positions(2), set[str]()
    for players in game.seats:
        state, rng = game.start(players), Random(players)
        while state.to_move == CHANCE:
            game.apply(state, game.draw(state, rng))
        desk, past = np.zeros(1, desk_type(len(mind.board.bit)))[0], np.zeros(1, belief.PAST_TYPE)[0]
        while state.to_move != OVER:
            seat = state.to_move
            lay_out(room[0], playout.numbers(mind, state), playout.sets(game.tables, state))
            if rng.random() < 0.5:
                turn = desk["turns"][rng.randrange(think(room[0], room[1], desk, net, seat, MANNER, True))]
                belief.tell(past, seat, turn)
                done = learned.actions(mind, turn)
            else:
                log = np.zeros((MOST_CUBES, 4), np.int64)
                prospect, gain, path, choice = (desk[name] for name in ("prospect", "gain", "path", "choice"))
                rows = quick_turn(room[0], luck, prospect, gain, path, choice, log, 0)
                belief.tell_log(past, seat, log, rows)
                done = tuple(as_actions(mind, log[:rows]))
            for action in learned.whole(mind, state, done):
                game.apply(state, action)
            seen.add(done[0][0])
        kept, acts = learned.past_of(mind, state), int(past["acts"][0])
        assert acts == kept["acts"][0] > 0
        told, wanted = past["story"][:acts], kept["story"][:acts]
        np.testing.assert_array_equal(told[:, :3], wanted[:, :3])
        trades = told[:, 1] >= 6
        np.testing.assert_array_equal(told[trades, 3], wanted[trades, 3])
    assert seen == {"build", "trade", *(["start"] if game.germany else [])}


@pytest.mark.parametrize("game_id", BOARDS)
def test_what_everybody_did_is_kept_and_leads_from_the_deal_to_the_position(game_id: str) -> None:
    """Acts are public, which a mask keeps; replayed they lead to the same track, boxes and trades."""
    mind, rng = mind_of(game_id), Random(2)
    game = mind.game
    for players in game.seats:
        state = game.start(players)
        acts = list[tuple[int, ...]]()
        while state.to_move != OVER and len(acts) < 60:
            if state.building < 0 and state.to_move >= 0 and len(acts) % 4 == 0:
                asked = Asked(mind, state, state.to_move)
                for name in ("track", "closed", "once", "startable", "open"):
                    np.testing.assert_array_equal(asked.begun[name], asked.now[name])
                hidden = [*range(HANDS, HANDS + 36), TOKEN]
                led, here = (np.delete(each["ints"], hidden) for each in (asked.begun, asked.now))
                np.testing.assert_array_equal(led, here)
            action = game.random_action(state, rng)
            if action[0] == "trade":
                acts.append(
                    (state.to_move, 6 + COLOURS.index(action[1]), COLOURS.index(action[2]), action[3])
                )
            elif action[0] in ("build", "start"):
                index = game.tables.index[action[2]]
                acts.append((state.to_move, COLOURS.index(action[1]), index >> 8, index & 255))
            game.apply(state, action)
            for seat in (None, 0):
                past = game.mask(state, seat).past
                assert [tuple(past[at : at + ACT]) for at in range(0, len(past), ACT)] == acts


@pytest.mark.parametrize("game_id", BOARDS)
def test_swapped_hands_are_those_that_fit_what_a_seat_knows(game_id: str) -> None:
    mind = mind_of(game_id)
    game = mind.game
    for players in game.seats:
        for state in played(mind, players, 14, Random(players))[4::5]:
            seat = state.to_move
            for hands in Asked(mind, state, seat).worlds(0.1, 5, 6):
                world = state.copy()
                world.hands = hands
                assert game.mask(world, seat) == game.mask(state, seat)
                assert [sum(hands[each::6]) for each in range(6)] == [
                    sum(state.hands[each::6]) for each in range(6)
                ]
                for at in range(0, len(hands), 6):
                    assert sum(hands[at : at + 6]) == state.shares[at // 6]
                for held, bought, low in zip(hands, state.net, state.low, strict=True):
                    assert held >= bought - low


def test_before_anybody_did_anything_hands_are_dealt_evenly() -> None:
    mind = mind_of("sncf-france")
    state = played(mind, 3, 0, Random(4))[0]
    asked = Asked(mind, state, 0)
    mean = np.mean(asked.worlds(0.1, 3, 3000), 0)
    table.deal(asked.now, asked.desk, 0, np.array([3], np.uint64))
    even = asked.desk["expected"][:3].ravel()
    assert mean == pytest.approx(even, abs=0.1)


def choices_in(asked: Asked, before: SncfState) -> list[Plan]:
    """What its owner may have chosen among: the best of each kind by what all could see."""
    mind, desk, times = asked.mind, asked.desk, Counter[int]()
    asked.lay(asked.now, before)
    asked.now["ints"][HANDS : HANDS + 36] = belief.ANY_HAND
    count = think(asked.now, asked.after, desk, asked.net, NOBODY, MANNER, True)
    turns, found = desk["turns"][:count].copy(), list[Plan]()
    for best in np.argsort(-desk["worth"][:count], kind="stable"):
        kind = belief.kind_of(turns[best])
        times[kind] += 1
        if times[kind] <= (belief.BUILDS if kind < 6 else 1):
            found.append(learned.whole(mind, before, learned.actions(mind, turns[best])))
    return found


@pytest.mark.parametrize("game_id", BOARDS)
def test_a_hand_is_asked_as_its_owner_would_have_seen_each_choice(game_id: str) -> None:
    """What a choice promises with a hand is what the plain network says of the position after it."""
    mind = mind_of(game_id)
    game, layers = mind.game, network(game_id).layers
    positions = played(mind, 4, 9, Random(9))
    state = positions[-1]
    asked, compared = Asked(mind, state, state.to_move), Counter[str]()
    past = asked.past
    assert past["asked"][0] >= 5
    befores = [each for each in positions[:-1] if each.to_move != state.to_move]
    for at in range(past["asked"][0]):
        before = befores[at]
        seat = before.to_move
        assert past["seat"][at] == seat
        own = slice(seat * 6, seat * 6 + 6)
        dealt = np.array(before.hands[own]) - np.array(before.net[own])
        chance = belief.chance_of_turn(asked.after, asked.desk, past, asked.net, at, dealt, 0.1)
        worth = past["worth"].copy()
        assert -4 < chance <= 0
        choices = choices_in(asked, game.mask(before, None))
        assert past["choices"][at] == len(choices)
        for k, choice in enumerate(choices):
            after, sold = game.mask(before, seat), past["trade"][at, k, 0]
            assert (sold >= 0) == (choice[0][0] == "trade")
            if sold >= 0 and not after.hands[seat * 6 + sold]:
                assert worth[k] == belief.UNLIKELY
                continue
            for action in choice:
                game.apply(after, action)
            if after.to_move == OVER:
                continue
            things, holds, seats = (each.astype(np.float32) for each in features(mind, after))
            numbers = judged(layers, things, holds / np.float32(HELD), seats)[:4]
            assert worth[k] == pytest.approx(np.log(softmax(numbers)[seat]), abs=1e-4)
            compared[choice[0][0]] += 1
    assert compared["trade"] > 50 and compared["build"] > 20
    assert bool(compared["start"]) == game.germany


@pytest.mark.parametrize("game_id", BOARDS)
def test_worlds_are_nearer_to_the_truth_than_an_even_deal(game_id: str) -> None:
    """Everybody played by the network; in the whole game, a few turns each so far."""
    mind, wrong, even = mind_of(game_id), 0.0, 0.0
    for seed in range(3):
        for state in played(mind, 4, 20, Random(f"truth/{seed}"))[7::4]:
            asked, seat = Asked(mind, state, state.to_move), state.to_move
            table.deal(asked.now, asked.desk, seat, np.array([7], np.uint64))
            truth, word = np.array(state.hands), np.array([11], np.uint64)
            for hands in asked.worlds(0.1, 7, 24):
                wrong += np.abs(np.array(hands) - truth).sum()
                table.deal(asked.now, asked.desk, seat, word)
                even += np.abs(asked.desk["hands"][: len(truth)] - truth).sum()
    assert wrong < 0.85 * even


def test_what_is_thought_of_others_does_not_hang_on_what_they_hold() -> None:
    mind, rng = mind_of("sncf-france"), Random(6)
    state = played(mind, 4, 8, Random(1))[-1]
    seat = state.to_move
    other = mind.game.guess(mind.game.mask(state, seat), seat, rng)
    assert other != state
    first, second = (Asked(mind, each, seat).worlds(0.1, 9, 3) for each in (state, other))
    assert first == second
