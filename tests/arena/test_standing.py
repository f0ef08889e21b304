"""Shares, intervals, ratings and the sequential test, against values that are known."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from branchline.arena.sequential import judge
from branchline.arena.series import Result
from branchline.arena.standing import paces, ratings, shares_of, standings, wilson


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (8, 10, 0.4902, 0.9433),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, table I
        (15, 148, 0.0624, 0.1605),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_gives_the_published_intervals(wins: int, games: int, low: float, high: float) -> None:
    found = wilson(wins, games, 1.959964)
    assert found == pytest.approx((low, high), abs=6e-5)


def game(number: int, **scores: int) -> Result:
    return Result(number, tuple(name[0] for name in scores), tuple((each,) for each in scores.values()))


def test_a_shared_win_counts_in_parts() -> None:
    results = [game(0, a=3, b1=3, b2=1), game(1, b1=1, a=5, b2=2), game(2, b1=4, b2=4, a=4)]
    a, b = standings(reversed(results))
    assert (a.bot, a.games, a.seats) == ("a", 3, 3)
    assert (b.bot, b.games, b.seats) == ("b", 3, 6)
    assert [a.wins, b.wins] == pytest.approx([1 / 2 + 1 + 1 / 3, 1 / 2 + 2 / 3])
    assert a.score == (4.0,) and b.score == (2.5,)
    assert shares_of("b", results) == pytest.approx([1 / 4, 0, 1 / 3])


def test_ratings_follow_the_order_of_a_table() -> None:
    results = [game(number, a=30, b=20, c=10) for number in range(20)]
    found = ratings(results)
    assert found["a"][0] > 30 > found["b"][0] > 20 > found["c"][0]
    assert all(deviation < 8 for _, deviation in found.values())
    alone = ratings([game(0, a1=3, a2=2, a3=1)])
    assert alone["a"][0] == pytest.approx(25), "who plays himself learns nothing about his strength"


def test_time_is_counted_by_turns() -> None:
    timed = Result(0, ("a", "b"), ((1,), (2,)), ((1000, 3000), (0,)))
    assert paces([timed]) == {"a": (2.0, 3.0), "b": (0.0, 0.0)}


@pytest.mark.prove("arena")
@pytest.mark.parametrize("seats", [(0.4, 0.4, 0.4, 0.4), (0.7, 0.5, 0.3, 0.1)], ids=["alike", "unlike"])
def test_the_sequential_test_seldom_errs(seats: tuple[float, ...], count: Callable[[int, int], int]) -> None:
    """With exactly the claimed share either answer is an error of one kind: at most 5 in 100 each."""
    rng, tries = Random("errs"), count(200, 4000)
    said = {"holds": 0, "fails": 0, "": 0}
    for _ in range(tries):
        shares = [float(rng.random() < seats[game % 4]) for game in range(400)]
        said[judge(shares, 0.4, 4).decided] += 1
    print(said)
    assert said["holds"] <= 0.05 * tries
    assert said["fails"] <= 0.05 * tries


@pytest.mark.prove("arena")
@pytest.mark.parametrize(("share", "answer", "games"), [(0.6, "holds", 80), (0.25, "fails", 110)])
def test_the_sequential_test_soon_knows(
    share: float, answer: str, games: int, count: Callable[[int, int], int]
) -> None:
    rng, tries = Random("knows"), count(100, 2000)
    right = used = 0
    for _ in range(tries):
        verdict = judge([float(rng.random() < share) for _ in range(400)], 0.4, 4)
        right += verdict.decided == answer
        used += verdict.games
    print(right / tries, used / tries)
    assert right >= 0.95 * tries
    assert used / tries <= games
