"""The position in words: everything that stands on the board is named, and nothing that is hidden."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from branchline import GAMES, load
from branchline.core.game import CHANCE, OVER, AnyGame
from branchline.core.looks import Looks

PEOPLE = ("Ada", "Brunel", "Cleo", "Dirk", "Eve", "Fritz")


def reached(game_id: str, part: float) -> Any:
    """A position of a game of greedy players, somewhere on its way."""
    states = played(game_id)
    return next(each for each in states[int(part * len(states)) :] if each.to_move >= 0).copy()


@cache
def played(game_id: str) -> list[Any]:
    game, rng = load(game_id), Random("position")
    states: list[Any] = []
    state = game.start(game.seats[-1])
    while state.to_move != OVER and len(states) < 120:
        states.append(state.copy())
        chance = state.to_move == CHANCE
        game.apply(
            state, game.draw(state, rng) if chance else game.mind.advise(game.mask(state, state.to_move), rng)
        )
    return states


def view_of(game: AnyGame, state: Any, seat: int | None) -> Any:
    return game.looks.view(game.mask(state, seat), seat)


def told(game: AnyGame, view: Any) -> str:
    return "\n".join(line for title, lines in game.looks.position(view, PEOPLE) for line in (title, *lines))


def ids(game_id: str, view: Any) -> list[str]:
    """What a player must find in the words of this game."""
    if game_id.startswith("sncf"):
        cities = {each["id"] for each in load(game_id).board.data["hexes"] if "name" in each}
        track = [id for each in view["railroads"] for id in each["track"] if id in cities]
        return [*(each["id"] for each in view["railroads"]), *track]
    if game_id == "koplopers":
        own = [id for each in view["seats"] for id in each["hand"] or ()]
        return [*own, *view["waiting"], *(each["front"] for each in view["trains"])]
    if game_id == "bridgetown":
        spaces = [each["space"] for each in view["seats"]]
        return [*spaces, *(each["id"] for each in (*view["bridges"], *view["wheel"], *view["specials"]))]
    return [each["id"] for each in (*view["tiles"], *view["companies"])]


@pytest.mark.parametrize("part", [0.4, 0.9])
@pytest.mark.parametrize("game_id", GAMES)
def test_everything_on_the_table_is_named(game_id: str, part: float) -> None:
    game, state = load(game_id), reached(game_id, part)
    for seat in (state.to_move, None):
        view = view_of(game, state, seat)
        said = told(game, view)
        names = [game.words.name(id) for id in ids(game_id, view)]
        assert names
        assert [name for name in names if name not in said] == []
        others = [name for number, name in enumerate(PEOPLE[: state.players]) if number != seat]
        assert [name for name in others if name not in said] == []
        assert ("You are to move." in said) == (seat is not None)
        assert "None" not in said.replace("None yet", "").replace("None.", "")


@pytest.mark.parametrize("game_id", GAMES)
def test_two_worlds_that_look_alike_to_a_seat_sound_alike(game_id: str) -> None:
    """A world dealt anew differs in every secret, so whatever is told of one would differ."""
    game, hides, differs = load(game_id), False, False
    for part in (0.5, 0.9):
        state = reached(game_id, part)
        for seat in (None, *range(state.players)):
            masked = game.mask(state, seat)
            other = game.guess(masked, seat, Random(f"other {part} {seat}"))
            assert told(game, view_of(game, other, seat)) == told(game, view_of(game, state, seat))
            hides, differs = hides or masked != state, differs or other != state
    assert hides == differs


@pytest.mark.parametrize("game_id", GAMES)
def test_the_end_is_told_too(game_id: str) -> None:
    game, rng = load(game_id), Random("end")
    state = game.start(game.seats[0])
    while state.to_move != OVER:
        game.apply(state, game.random_action(state, rng))
    assert "The game is over." in told(game, view_of(game, state, None))


def test_a_game_without_words_of_its_own_is_told_by_its_fields() -> None:
    game = load("sncf-france")
    view = {"seat": 1, "to_move": 1, "players": 2, "left": 7, "seats": [{"points": 3}, {"points": 4}]}
    assert Looks.position(game.looks, view, ("Ada", "Jo")) == [
        ("The table", ["You are to move.", "seat: 1", "left: 7"]),
        ("You", ["points: 4"]),
        ("Ada", ["points: 3"]),
    ]
