"""Whether chances come true: how it is counted, and what the kept games say."""

from __future__ import annotations

from math import log
from pathlib import Path

import pytest
from bench import calibration
from bench.calibration import Bin, Found
from bench.page import PAGE

KEPT = calibration.results_of()
PLAYED = [each for each in KEPT if each.games >= calibration.GAMES]


def test_the_page_is_what_the_kept_games_say() -> None:
    assert PAGE.read_text("utf-8") == calibration.page(KEPT), "run: python3 dev.py calibration"
    assert calibration.CHART.read_text("utf-8") == calibration.chart(KEPT) + "\n"


@pytest.mark.parametrize("kept", PLAYED, ids=lambda kept: f"{kept.game}-{kept.seats}")
def test_what_the_kept_games_were_told_came_true(kept: Found) -> None:
    assert not kept.wrong()


def test_a_title_that_is_not_played_to_its_end_says_so() -> None:
    begun = Found("bridgetown", 2, 120)
    assert f"| {calibration.GAMES - 120} games are still to be played |" in calibration.rows([begun])


def test_positions_of_one_game_are_no_more_than_one_game() -> None:
    often, once = Found("bridgetown", 2), Found("bridgetown", 2)
    for number in range(100):
        won = [1.0, 0.0] if number % 2 else [0.0, 1.0]
        once.add([[0.52, 0.48]], won)
        often.add([[0.52, 0.48]] * 10, won)
    assert often.bins[5].count == 10 * once.bins[5].count
    assert often.bins[5].error() == pytest.approx(once.bins[5].error())
    assert once.bins[5].error() == pytest.approx((0.25 + 0.02**2) ** 0.5 / 10)


def test_a_bin_that_does_not_come_true_is_named() -> None:
    found = Found("bridgetown", 2)
    for _ in range(100):
        found.add([[0.9, 0.1]] * calibration.PARTS, [0.0, 1.0])
    assert found.wrong() == [
        "10 % came true in 100 %",
        "90 % came true in 0 %",
        "knowing nothing is better in part 1, 2, 3, 4, 5, 6, 7, 8, 9, 10",
    ]
    assert Bin(100, 50.0, 54.0, 1.0).holds()
    assert not Bin(100, 50.0, 60.0, 1.0).holds()


def test_a_game_tells_everybodys_share_in_each_part_of_it(tmp_path: Path) -> None:
    shares, won = calibration.one_game("bridgetown", 2, 1)
    assert (shares, won) == calibration.one_game("bridgetown", 2, 1)
    assert len(shares) == calibration.PARTS
    assert all(sum(each) == pytest.approx(1) for each in [*shares, won])
    found = Found("bridgetown", 2)
    found.add(shares, won)
    assert found.losses[0] == pytest.approx(-sum(w * log(s) for w, s in zip(won, shares[0], strict=True)))
    calibration.keep(found, tmp_path)
    again = calibration.found("bridgetown", 2, tmp_path)
    assert again.games == 1
    assert again.bins[0].said == pytest.approx(found.bins[0].said, abs=1e-4)
