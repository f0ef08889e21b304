"""Chapter "The end": what is checked after each completed turn, in France and in both games."""

from __future__ import annotations

from random import Random

import pytest

from branchline.bots import named
from branchline.core.errors import Refused
from branchline.core.game import OVER

from .positions import Position, france, germany


def before_marseille(end: str = "after-turn") -> Position:
    """Black has come to n12, next to Marseille (o12); Toulon (o13) lies behind it."""
    return france(end=end).road("black", "n12")


@pytest.mark.rule("end.after-turn")
def test_a_build_that_passes_marseille_goes_on_and_then_the_game_ends() -> None:
    at = before_marseille()
    at.do("build black o12")
    assert at.ended == ""
    assert at.state.to_move == 0
    value = at.value("black")
    at.do("build black o13")
    assert at.value("black") == value + 3
    assert at.do("done") == [("ends", "end.goal")]
    assert at.ended == "goal"


@pytest.mark.rule("end.after-turn")
def test_at_once_marseille_ends_the_game_within_the_build() -> None:
    at = before_marseille(end="at-once")
    events = at.do("build black o12")
    assert events[-1] == ("ends", "end.goal")
    assert at.ended == "goal"
    with pytest.raises(Refused, match="the game is over"):
        at.game.legal_actions(at.state)


@pytest.mark.rule("end.goal")
@pytest.mark.parametrize("end", ["after-turn", "at-once"])
def test_track_in_marseille_ends_the_game_and_its_city_counts(end: str) -> None:
    at = before_marseille(end=end)
    value = at.value("black")
    at.do("build black o12")
    if not at.ended:
        at.do("done")
    assert at.value("black") == value + 4
    assert at.ended == "goal"


@pytest.mark.rule("end.goal")
def test_the_neighbours_of_marseille_do_not_end_the_game() -> None:
    at = before_marseille()
    at.do("build black n11", "done")
    assert at.ended == ""


@pytest.mark.rule("end.after-turn")
def test_there_are_no_equal_turns() -> None:
    at = before_marseille()
    at.do("build black o12", "done")  # the Locomotive player's own turn
    assert at.state.to_move == OVER
    with pytest.raises(Refused, match="over"):
        at.do("trade red blue 1")


@pytest.mark.rule("end.after-turn")
def test_five_empty_boxes_within_a_build_end_it_only_with_the_turn() -> None:
    at = france().drain(1, blue=0, green=0, yellow=0, purple=0, red=2)
    at.do("build red c8")
    assert at.ended == ""
    at.do("build red b8")  # the box is empty, so the turn is over
    assert at.ended == "boxes"


@pytest.mark.rule("end.boxes")
def test_five_empty_boxes_end_the_game() -> None:
    at = france().drain(1, blue=0, green=0, yellow=0, purple=0, red=2)
    assert at.do("trade black red 2")[-1] == ("ends", "end.boxes")
    assert at.ended == "boxes"


@pytest.mark.rule("end.boxes")
def test_four_empty_boxes_do_not() -> None:
    at = france().drain(1, blue=0, green=0, yellow=0, red=2)
    at.do("trade black red 2")
    assert at.state.box.count(0) == 4
    assert at.ended == ""


@pytest.mark.rule("end.boxes")
def test_a_box_refilled_by_the_sale_of_the_turn_is_not_empty() -> None:
    at = france().drain(1, blue=0, green=0, yellow=0, purple=0, red=2)
    at.do("trade blue red 2")
    assert at.box("red") == 0
    assert at.box("blue") == 1
    assert at.ended == ""


@pytest.mark.rule("end.boxes")
def test_five_empty_boxes_do_not_end_germany() -> None:
    at = germany().lay("red", "g9").lay("black", "p6")
    at.drain(1, blue=0, green=0, yellow=0, purple=0, red=2)
    at.do("trade black red 2")
    assert at.state.box.count(0) == 5
    assert at.ended == ""


def swap(at: Position, turns: int) -> None:
    """So many turns in which one share is swapped for one."""
    for _ in range(turns):
        hand = at.hand(at.state.to_move)
        at.do("trade red blue 1" if hand[0] else "trade blue red 1")


@pytest.mark.rule("end.stall")
@pytest.mark.parametrize("rounds", ["3", "1", "2", "5"])
@pytest.mark.parametrize("players", [3, 6])
@pytest.mark.parametrize("game", ["france", "germany"])
def test_rounds_in_which_nothing_grows_end_the_game(game: str, players: int, rounds: str) -> None:
    if game == "france":
        at = france(players, stall=rounds)
    else:
        at = germany(players, stall=rounds).lay("red", "g9")
    swap(at, int(rounds) * players - 1)
    assert at.ended == ""
    swap(at, 1)
    assert at.ended == "stall"


@pytest.mark.rule("end.stall")
def test_three_rounds_are_the_default() -> None:
    at = france(4)
    swap(at, 11)
    assert at.ended == ""
    swap(at, 1)
    assert at.ended == "stall"


@pytest.mark.rule("end.stall")
@pytest.mark.parametrize("action", [("trade green black 2",), ("build red d7", "done")])
def test_a_cube_or_one_share_more_begins_the_count_anew(action: tuple[str, ...]) -> None:
    at = france(3, stall="1")
    swap(at, 2)
    at.do(*action)
    assert at.state.still == 0
    swap(at, 2)
    assert at.ended == ""
    swap(at, 1)
    assert at.ended == "stall"


@pytest.mark.rule("end.stall")
@pytest.mark.parametrize(("shares", "ends"), [(19, False), (20, True), (25, True)])
def test_a_share_over_the_limit_does_not_put_the_end_off(shares: int, ends: bool) -> None:
    at = france(3, stall="1").hold(2, red=shares - 9, blue=9)
    swap(at, 2)
    at.do("trade blue black 2")
    assert at.ended == ("stall" if ends else "")


@pytest.mark.rule("end.stall")
def test_no_bot_buys_a_share_over_the_limit_when_the_game_would_end() -> None:
    """Seat 2 is at its limit and losing; whatever it trades the game ends, so a penalty buys nothing."""
    at = france(3, stall="1").hold(2, red=20).hold(0, blue=10).lay("blue", "c9")
    swap(at, 2)
    rng = Random("penalty")
    for bot in ("greedy", "expert", *["casual"] * 20):
        first = named(bot)(at.game, at.game.mask(at.state, 2), rng)[0]
        assert (first[0], first[-1]) != ("trade", 2)


@pytest.mark.rule("end.stall")
def test_a_start_begins_the_count_anew() -> None:
    at = germany(3, stall="1").lay("red", "g9")
    swap(at, 2)
    at.do("start blue p6")
    assert at.state.still == 0


def test_at_the_end_the_goal_comes_before_the_boxes_in_the_reason() -> None:
    at = before_marseille().drain(1, blue=0, green=0, yellow=0, purple=0, black=1)
    at.do("build black o12")
    assert at.ended == "goal"
