"""Chapter "Scoring": cities, shares, the limit and ties."""

from __future__ import annotations

import pytest

from branchline.core.game import winners
from branchline.games.sncf.rules.state import COLOURS

from .positions import Position, france, germany, germany_game


def worth(at: Position, **values: int) -> Position:
    """Put the markers where they are wanted."""
    at.state.value = [values.get(colour, 0) for colour in COLOURS]
    return at


def points(at: Position) -> list[int]:
    return [score[0] for score in at.game.scores(at.state)]


@pytest.mark.rule("score.city")
@pytest.mark.parametrize(
    ("road", "value"), [("c8", 0), ("c9", 1), ("c8 b8 a9", 2), ("c9 b9", 3), ("c8 b8 a9 b9", 4)]
)
def test_entering_a_city_adds_its_value_and_open_country_adds_nothing(road: str, value: int) -> None:
    at = france()
    for hex in road.split():
        at.do(f"build red {hex}")
    assert at.value("red") == value
    assert at.state.value[1:] == [0] * 5


@pytest.mark.rule("score.city")
def test_marseille_is_worth_4() -> None:
    at = france().road("black", "n12")
    before = at.value("black")
    assert ("city", "black", "o12", 4) in at.do("build black o12")
    assert at.value("black") == before + 4


@pytest.mark.rule("score.city")
def test_yellow_is_1_purple_2_red_3_blue_4_and_berlin_8() -> None:
    values = {"yellow": 1, "purple": 2, "red": 3, "blue": 4, "white": 8}
    for game in (france().game, germany_game()):
        for each in game.board.data["hexes"]:
            assert game.tables.points[game.tables.index[each["id"]]] == values.get(each["kind"], 0)


@pytest.mark.rule("score.shares")
def test_pete_scores_172() -> None:
    at = worth(france(6), red=25, black=19, green=17, yellow=10, purple=10, blue=9)
    at.hold(3, red=3, green=4, yellow=1, purple=1, blue=1)
    assert points(at)[3] == 75 + 0 + 68 + 10 + 10 + 9 == 172


@pytest.mark.rule("score.shares")
def test_shares_of_an_unstarted_railroad_are_worth_nothing() -> None:
    at = germany().lay("red", "g9").hold(0, red=2, blue=8)
    assert points(at)[0] == 2 * 8


@pytest.mark.rule("score.limit")
@pytest.mark.parametrize(("players", "limit"), [(3, 20), (4, 15), (5, 12), (6, 10)])
@pytest.mark.parametrize("game", ["france", "germany"])
def test_each_share_over_the_limit_costs_20(game: str, players: int, limit: int) -> None:
    at = worth(france(players) if game == "france" else germany(players), red=10)
    for shares, expected in ((limit, 10 * limit), (limit + 1, 10 * limit - 10), (limit + 2, 10 * limit - 20)):
        at.hold(1, red=shares)
        assert points(at)[1] == expected


@pytest.mark.rule("score.limit")
def test_the_limit_may_be_exceeded_in_play() -> None:
    at = france(6).hold(0, red=10)
    at.do("trade red blue 2")
    assert at.state.shares[0] == 11
    at.turn_of(0).do("trade red blue 2")
    assert at.state.shares[0] == 12


@pytest.mark.rule("score.limit")
def test_a_score_may_be_negative() -> None:
    at = worth(france(6), red=1).hold(2, red=12)
    assert points(at)[2] == 12 - 40


@pytest.mark.rule("score.tie")
@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_among_equals_the_last_from_the_locomotive_wins(first: int) -> None:
    at = worth(france(4), red=1)
    at.state.first = first
    for seat in range(4):
        at.hold(seat, red=5, blue=3)
    assert winners(at.game.scores(at.state)) == [(first + 3) % 4]


@pytest.mark.rule("score.tie")
def test_only_the_tied_players_count() -> None:
    at = worth(france(4), red=1)
    at.state.first = 2
    for seat, red in enumerate((5, 4, 5, 5)):
        at.hold(seat, red=red)
    # in turn order from the Locomotive: 2, 3, 0, 1; of the tied seats 2, 3 and 0 the last is 0
    assert winners(at.game.scores(at.state)) == [0]


@pytest.mark.rule("score.tie")
def test_more_points_beat_a_later_seat() -> None:
    at = worth(france(3), red=1)
    for seat, red in enumerate((6, 5, 5)):
        at.hold(seat, red=red)
    assert winners(at.game.scores(at.state)) == [0]
