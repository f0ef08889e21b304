"""Games as numbers: an index means one thing, every legal action has its choices, and secrets stay secret."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any

import numpy as np
import pytest

from branchline import BranchlineError, load, rl

from .tables import LISTED, VARIANTS, decisions

MOST_INDICES = 5_000


@pytest.mark.parametrize("game_id", LISTED)
def test_there_are_fewer_than_5000_indices_and_each_says_what_it_means(game_id: str) -> None:
    numbers = load(game_id).numbers
    assert 0 < numbers.size < MOST_INDICES
    told = [text for text in numbers.meanings if text != "never"]
    assert all(told) and len(set(told)) == len(told)
    with pytest.raises(BranchlineError, match=f"is 0 to {numbers.size - 1}, not {numbers.size}"):
        numbers.meaning(numbers.size)


@pytest.mark.prove("rl")
@pytest.mark.parametrize(("game_id", "options"), VARIANTS, ids=str)
def test_every_legal_action_has_choices_of_its_own_and_they_lead_to_it(
    game_id: str, options: dict[str, str], count: Any
) -> None:
    game = load(game_id)
    numbers, longest = game.numbers, 0
    for seed in range(count(2, 40)):
        for place, state in enumerate(decisions(game, game.seats[seed % len(game.seats)], seed, options)):
            if (place + seed) % count(9, 1):
                continue
            legal = game.legal_actions(state)
            found = {numbers.index_of(state, action): action for action in legal}
            assert len(found) == len(legal)
            for chosen, action in found.items():
                assert numbers.action_of(state, *chosen) == action
            longest = max(longest, *map(len, found))
            offered = set(numbers.choices(state))
            assert offered == {chosen[0] for chosen in found}
            assert np.flatnonzero(numbers.mask(offered)).tolist() == sorted(offered)
    assert longest <= numbers.depth + 1


@pytest.mark.parametrize("game_id", LISTED)
def test_an_index_means_the_same_in_every_position(game_id: str) -> None:
    """The verb of whatever it stands for is the first word of its meaning; a ride and a walk are one `go`."""
    game = load(game_id)
    for state in decisions(game, game.seats[-1], 3, {}):
        for index, actions in game.numbers.choices(state).items():
            words = game.numbers.meaning(index).split()
            for action in actions:
                assert words[0] == ("go" if action[0] in ("ride", "walk") else action[0])
                named = [word for word in map(str, action[1:]) if word in words]
                if action[0] in ("build", "trade", "start", "place", "swap", "disrupt", "shift", "repair"):
                    assert named == list(map(str, action[1:]))
                elif action[0] in ("ride", "walk"):
                    assert named[0] == action[1]


def test_choices_that_are_not_there_or_not_enough_are_refused() -> None:
    game = load("bridgetown")
    for seed in range(30):
        for state in decisions(game, 4, seed, {}):
            split = [index for index, left in game.numbers.choices(state).items() if len(left) > 1]
            if split:
                with pytest.raises(BranchlineError, match="leaves a choice"):
                    game.numbers.action_of(state, split[0])
                with pytest.raises(BranchlineError, match="cannot be chosen now"):
                    game.numbers.action_of(state, split[0], split[0])
                with pytest.raises(BranchlineError, match="at least one choice"):
                    game.numbers.action_of(state)
                with pytest.raises(BranchlineError, match="not among the legal actions"):
                    game.numbers.index_of(state, ("fly",))
                return
    raise AssertionError("no ride had a choice of flags")


@pytest.mark.prove("rl")
@pytest.mark.parametrize("kind", ["state", "features"])
@pytest.mark.parametrize("game_id", LISTED)
def test_what_a_seat_cannot_see_is_not_in_its_observation(game_id: str, kind: str, count: Any) -> None:
    """Two worlds that differ only in secrets give the same arrays; in its own secrets they do not."""
    game, rng, differ = load(game_id), Random(7), 0
    play = rl.Play(game, game.seats[-1], kind)
    twin = play.copy()
    for seed in range(count(2, 30)):
        for place, state in enumerate(decisions(game, game.seats[-1], seed, {})):
            if place % count(23, 3):
                continue
            for seat in range(state.players):
                world = game.guess(game.mask(state, seat), seat, rng)
                play.state, twin.state = state, world
                differ += world != state
                assert np.array_equal(play.observe(seat), twin.observe(seat))
                if seat == state.to_move:  # nor does the mask tell it
                    assert game.numbers.choices(state).keys() == game.numbers.choices(world).keys()
    assert differ > 0 or game_id == "bridgetown"  # where nothing is hidden


@pytest.mark.parametrize("game_id", LISTED)
def test_every_field_of_an_observation_is_named_and_the_own_seat_comes_first(game_id: str) -> None:
    game = load(game_id)
    for players in game.seats:
        layout = game.numbers.layout(players)
        assert [field.start for field in layout.fields] == [0, *(each.stop for each in layout.fields[:-1])]
        assert layout.fields[-1].stop == layout.size
        assert all(field.what for field in layout.fields)
        low, high = game.numbers.bounds(players)
        mover = next(field for field in layout.fields if field.name in ("to move", "to_move"))
        for place, state in enumerate(decisions(game, players, players, {})):
            if place % 17:
                continue
            for seat in range(players):
                found = game.numbers.observe(game.mask(state, seat), seat)
                assert found.shape == (layout.size,) and (found >= low).all() and (found <= high).all()
                to_move = found[mover.start : mover.stop]
                assert to_move.tolist().index(1) == (state.to_move - seat) % players


@pytest.mark.parametrize("game_id", LISTED)
def test_two_positions_that_a_seat_can_tell_apart_have_two_observations(game_id: str) -> None:
    """Nothing that a seat knows is left out: random play meets no two that look alike and are not."""
    game, seen = load(game_id), dict[bytes, Any]()
    for place, state in enumerate(decisions(game, game.seats[0], 11, {})):
        if place % 3:
            continue
        masked = game.mask(state, 0)
        known = seen.setdefault(game.numbers.observe(masked, 0).tobytes(), masked)
        assert known == masked


@pytest.mark.parametrize("game_id", LISTED)
def test_the_features_are_those_of_the_learned_bots(game_id: str) -> None:
    game = load(game_id)
    play = rl.Play(game, None, "features")
    play.begin(4)
    masked = game.mask(play.state, 0)
    parts = game.mind.features(masked)
    plain = import_module(f"{type(game.mind).__module__}.features").features(game.mind, masked)
    for one, other in zip(parts, plain, strict=True):
        np.testing.assert_allclose(one, other, atol=1e-5)
    size = sum(each.size for each in parts) + game.seats[-1]
    found = play.observe(0)
    assert found.shape == (size,) and np.isfinite(found).all()
    assert found[-game.seats[-1] :].tolist() == [1.0] + [0.0] * (game.seats[-1] - 1)


def test_a_game_without_numbers_says_so() -> None:
    game = load("string-railway")
    with pytest.raises(BranchlineError, match="no list of actions"):
        game.numbers.offered(game.start(2), [], ())
    with pytest.raises(BranchlineError, match="no array of what a seat knows"):
        game.numbers.layout(2)
