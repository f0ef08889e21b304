"""How a game ends, who wins, and that nothing is hidden."""

from __future__ import annotations

from random import Random

import pytest

from branchline.core.errors import Refused
from branchline.core.game import OVER, winners

from .positions import GAME, HOME_AND_CENTRAL, done, lay, played, position


@pytest.mark.rule("end.strings")
@pytest.mark.parametrize(("players", "strings"), [(2, 20), (3, 15), (4, 20)])
def test_the_game_ends_when_all_strings_are_laid(players: int, strings: int) -> None:
    state = played(players, 99)
    assert state.to_move == OVER
    assert state.turns == strings
    assert sum(state.short) + sum(state.long) == 0
    with pytest.raises(Refused):
        GAME.check(state, ("forfeit", "short"))


@pytest.mark.rule("end.five")
def test_five_players_lay_twenty_strings_and_one_short_string_each_is_unused() -> None:
    state = played(5, 99)
    assert (state.turns, state.to_move) == (20, OVER)
    assert GAME.start(5).short == [3] * 5
    assert GAME.start(5).long == [1] * 5


@pytest.mark.rule("end.most")
def test_most_points_win_and_ties_stay() -> None:
    state = played(4, 99)
    for score, best in (([5, 9, 9, -2], [1, 2]), ([5, 9, 10, 4], [2])):
        state.score = score
        assert winners(GAME.scores(state)) == best


@pytest.mark.rule("end.most")
def test_points_may_fall_below_zero() -> None:
    state = position(*HOME_AND_CENTRAL, rails=((1, ((25_250, 30_000), (25_251, 50_001))),))
    state.score[0], state.present[1] = 0, 1
    done(state, lay())
    assert state.score[0] == -1


@pytest.mark.rule("end.two-players")
@pytest.mark.parametrize(
    ("first", "second", "best"),
    [((5, 9), (5, 8), [0]), ((5, 5), (6, 6), [1]), ((9, 5), (5, 9), [0, 1]), ((4, 30), (5, 5), [1])],
)
def test_the_lowest_colour_loses(first: tuple[int, int], second: tuple[int, int], best: list[int]) -> None:
    state = played(2, 99)
    state.score = [first[0], second[0], first[1], second[1]]
    assert winners(GAME.scores(state)) == best


@pytest.mark.rule("hidden.open")
def test_everything_lies_open_but_the_order_of_the_deck() -> None:
    state = played(3, 4)
    for seat in (None, 0, 1, 2):
        assert GAME.mask(state, seat) == state
        assert GAME.guess(state, seat, Random(1)) == state
        assert GAME.looks.view(state, seat) | {"seat": None} == GAME.looks.view(state, None)
