"""The set-up: who lays what, which fields, rivers and mountains are accepted, corners and homes."""

from __future__ import annotations

from random import Random

import pytest

from branchline.core.errors import BadAction, Refused
from branchline.core.game import CHANCE
from branchline.games.string_railway.geometry.measures import REACH
from branchline.games.string_railway.geometry.shapes import length_of
from branchline.games.string_railway.rules.state import CORNERS, MOUNTAIN, PLAY, RIVER, Points, StringState

from .positions import GAME, after_setup, circle, done, played, refused, straight

SQUARE: Points = ((0, 0), (80_000, 0), (80_000, 80_000), (0, 80_000))
STREAM = straight((10_000, 40_000), (70_000, 40_000), 120)
RANGE = circle(40_000, 40_000, 17_510)


def by_players(players: int = 4, **options: str) -> StringState:
    return GAME.start(players, terrain="players", **options)


def before_mountain() -> StringState:
    state = by_players()
    done(state, ("river", STREAM))
    return state


@pytest.mark.rule("setup.roles")
@pytest.mark.parametrize(
    ("players", "seats"), [(2, [1, 0, 1]), (3, [0, 1, 2]), (4, [1, 2, 3]), (5, [2, 3, 4])]
)
def test_who_lays_field_river_and_mountain(players: int, seats: list[int]) -> None:
    state = GAME.start(players, field="chosen", terrain="players")
    rng, found = Random("roles"), []
    while state.phase < CORNERS:
        found.append(state.to_move)
        done(state, GAME.random_action(state, rng))
    assert found == seats
    assert [GAME.start(players).to_move, GAME.start(players, field="drawn").to_move] == [CHANCE, CHANCE]


@pytest.mark.rule("setup.order")
def test_nobody_is_ahead_of_their_time() -> None:
    state = by_players()
    refused(state, ("mountain", RANGE), "setup.order")
    refused(state, ("corner", 0), "setup.order")
    refused(state, ("forfeit", "short"), "setup.order")
    refused(played(4, 1), ("river", STREAM), "setup.order")
    with pytest.raises(BadAction, match="drawn now"):
        GAME.check(GAME.start(4), ("corner", 0))


@pytest.mark.rule("setup.two-players")
def test_two_players_have_two_companies_each() -> None:
    state = after_setup(2)
    assert len(state.score) == 4
    assert [state.seat(company) for company in range(4)] == [0, 1, 0, 1]
    seats = GAME.looks.view(state, 0)["seats"]
    assert [seat["companies"] for seat in seats] == [["red", "yellow"], ["blue", "green"]]


@pytest.mark.rule("setup.shuffle")
def test_the_deck_has_35_stations_in_no_order() -> None:
    state = after_setup()
    assert sum(state.deck) == 35
    assert dict(GAME.chance(state)) == {
        ("tile", "town"): 2, ("tile", "central"): 4, ("tile", "transfer"): 2, ("tile", "local"): 6,
        ("tile", "junction"): 3, ("tile", "suburban"): 6, ("tile", "terminal"): 2,
        ("tile", "countryside"): 8, ("tile", "landmark"): 2,
    }  # fmt: skip
    state.deck[1] = 0
    with pytest.raises(BadAction):
        GAME.check(state, ("tile", "town"))


@pytest.mark.rule("setup.score")
def test_every_company_begins_with_the_points_of_its_home() -> None:
    assert after_setup(5).score == [3] * 5


@pytest.mark.rule("field.standard")
def test_square_and_pentagon_are_as_long_as_the_loop() -> None:
    for players in (2, 4, 5):
        state = GAME.start(players)
        assert len(state.field) == len(state.marks) == (5 if players == 5 else 4)
        assert abs(length_of(state.field, closed=True) - 320_000_000) < 10_000


@pytest.mark.rule("field.triangle")
@pytest.mark.parametrize(("triangle", "side"), [("literal", 80_000), ("full", 106_667)])
def test_the_triangle_has_sides_of_a_quarter_or_a_third_of_the_loop(triangle: str, side: int) -> None:
    state = GAME.start(3, triangle=triangle)
    assert abs(length_of(state.field, closed=True) - 3_000 * side) < 10_000
    assert all(abs(each) < REACH for point in state.field for each in point)


def chosen(*, field: Points = SQUARE, marks: Points = SQUARE) -> tuple[str, Points, Points]:
    return "field", field, marks


def test_any_shape_is_laid_or_drawn() -> None:
    state = GAME.start(4, field="chosen")
    done(state, chosen(marks=((40_000, 0), (80_000, 40_000), (40_000, 80_000), (0, 40_000))))
    assert state.phase == RIVER
    for seed in range(4):
        state = played(5, 3, seed, field="drawn")
        assert len(state.field) == 60
        assert len(state.tiles) > 5


@pytest.mark.rule("field.loop")
def test_a_free_field_is_as_long_as_the_loop() -> None:
    state = GAME.start(4, field="chosen")
    error = refused(
        state, chosen(field=tuple((x * 99 // 100, y * 99 // 100) for x, y in SQUARE)), "field.loop"
    )
    assert str(error) == "The field string is 3.2 cm too short: it must be 320 cm long."


@pytest.mark.rule("field.simple")
def test_a_free_field_does_not_meet_itself() -> None:
    bow: Points = ((0, 0), (80_000, 70_000), (80_000, 0), (0, 49_580))
    error = refused(GAME.start(4, field="chosen"), chosen(field=bow), "field.simple")
    assert str(error) == "The field string meets itself at (33169, 29023)."


@pytest.mark.rule("field.area")
def test_a_free_field_has_room_for_every_company() -> None:
    thin: Points = ((-80_000, 0), (70_000, 0), (70_000, 10_000), (-80_000, 10_000))
    error = refused(GAME.start(4, field="chosen"), chosen(field=thin, marks=thin), "field.area")
    assert error.values["missing"] == 2_100


@pytest.mark.rule("field.marks")
def test_marks_lie_on_the_string_apart_and_are_as_many_as_companies() -> None:
    state = GAME.start(4, field="chosen")
    for marks in (
        ((0, 0), (5_000, 0), (80_000, 80_000), (0, 80_000)),
        ((0, 0), (40_000, 5_000), (80_000, 80_000), (0, 80_000)),
        SQUARE[:3],
    ):
        refused(state, chosen(marks=marks), "field.marks")


def test_a_clockwise_or_hostile_field_is_no_field() -> None:
    state = GAME.start(4, field="chosen")
    refused(state, chosen(field=SQUARE[::-1]), "string.shape")
    refused(state, chosen(field=SQUARE * 200_000), "string.shape")
    with pytest.raises(BadAction):
        GAME.check(state, ("field", SQUARE))


def test_a_field_that_goes_round_to_the_right_is_taken_as_the_other_way_round() -> None:
    state = GAME.start(4, field="chosen")
    assert GAME.accept(state, chosen(field=SQUARE[::-1])) == chosen(field=SQUARE[::-1][::-1])


@pytest.mark.rule("terrain.length")
def test_the_river_has_its_length_and_so_has_the_mountain() -> None:
    error = refused(by_players(), ("river", STREAM[:-1]), "terrain.length")
    assert str(error) == "The string of the river is 0.5 cm too short: it must be 60 cm long."
    error = refused(before_mountain(), ("mountain", circle(40_000, 40_000, 18_000)), "terrain.length")
    assert error.values["how"] == "long"


@pytest.mark.rule("terrain.bend")
def test_the_river_has_no_sharp_bend() -> None:
    sharp = (
        *straight((10_000, 40_000), (40_000, 40_000)),
        *straight((40_100, 40_400), (10_100, 40_400))[:60],
    )
    error = refused(by_players(), ("river", sharp), "terrain.bend")
    assert error.values["at"] in sharp


@pytest.mark.rule("terrain.self")
def test_river_and_mountain_do_not_cross_themselves() -> None:
    ring = circle(40_000, 40_000, 10_000, 60)
    error = refused(by_players(), ("river", (*ring, *ring[:1])[:61]), "terrain.length")
    coil = circle(40_000, 40_000, 9_560, 120)
    refused(by_players(), ("river", (*coil, (49_500, 40_001))), "terrain.self")
    assert error.values["how"] == "long"


@pytest.mark.rule("terrain.home")
def test_river_and_mountain_leave_room_for_the_homes() -> None:
    low = tuple((x, 4_000) for x, _ in STREAM)
    aside = tuple((x - 8_000, y) for x, y in low)
    refused(by_players(), ("river", aside), "terrain.home")
    ridge = tuple((30_000 + (x - 40_000) * 149 // 100, 5_440 + (y - 40_000) * 31 // 100) for x, y in RANGE)
    refused(before_mountain(), ("mountain", ridge), "terrain.home")


@pytest.mark.rule("river.inside")
def test_only_one_end_of_the_river_leaves_the_field() -> None:
    long_out = tuple((x - 12_250, y) for x, y in STREAM)
    done(by_players(), ("river", long_out))
    both = tuple((x, 40_000) for x in range(-1_250, 58_751, 500))
    done(by_players(), ("river", both))
    state = GAME.start(3, terrain="players")
    across = tuple((x, 18_000) for x in range(10_010, 70_011, 500))
    refused(state, ("river", across), "river.inside")
    refused(by_players(), ("river", tuple((x, -500) for x, _ in STREAM)), "river.inside")


@pytest.mark.rule("river.end")
def test_the_end_of_the_river_sticks_out_five_centimetres_at_most() -> None:
    error = refused(by_players(), ("river", tuple((x - 16_250, y) for x, y in STREAM)), "river.end")
    assert str(error).startswith("The end of the river sticks out 1.25 cm too far")


@pytest.mark.rule("mountain.inside")
def test_the_mountain_stays_inside_and_may_cross_the_river() -> None:
    state = before_mountain()
    outside = tuple((x - 25_000, y) for x, y in RANGE)
    assert "at" in refused(state, ("mountain", outside), "mountain.inside").values
    done(state, ("mountain", RANGE))
    assert state.phase == CORNERS


def test_terrain_in_front_of_hostile_points() -> None:
    refused(by_players(), ("river", STREAM * 9_000), "string.shape")
    refused(by_players(), ("river", ((5, 5), (5, 5))), "string.shape")
    for broken in (
        "river",
        ("river", 5),
        ("river", ()),
        ("river", ((1, 2, 3),)),
        ("river", ((0.5, 1), (2, 2))),
    ):
        with pytest.raises((BadAction, Refused)):
            GAME.check(by_players(), broken if isinstance(broken, tuple) else (broken,))


def corners(players: int) -> StringState:
    state, rng = GAME.start(players), Random("corners")
    while state.phase < CORNERS:
        done(state, GAME.draw(state, rng))
    return state


@pytest.mark.rule("corner.free")
def test_each_company_takes_a_free_corner() -> None:
    state = corners(4)
    done(state, ("corner", 2))
    assert state.to_move == 1
    error = refused(state, ("corner", 2), "corner.free")
    assert error.values["free"] == ["0", "1", "3"]
    refused(state, ("corner", 4), "corner.free")
    refused(state, ("corner", -1), "corner.free")
    for corner in (0, 3, 1):
        done(state, ("corner", corner))
    assert state.phase == PLAY
    assert state.corners == [2, 0, 3, 1]
    assert after_setup(4, corners="drawn").corners != [-1] * 4


@pytest.mark.rule("corner.opposite")
def test_the_homes_of_a_player_of_two_lie_opposite_each_other() -> None:
    state = corners(2)
    done(state, ("corner", 1))
    error = refused(state, ("corner", 3), "corner.opposite")
    assert error.values["free"] == ["0", "2"]
    done(state, ("corner", 2))
    refused(state, ("corner", 0), "corner.opposite")
    done(state, ("corner", 3))
    assert GAME.legal_actions(state) == [("corner", 0)]
    done(state, ("corner", 0))
    assert state.corners == [1, 2, 3, 0]


@pytest.mark.rule("corner.home")
@pytest.mark.parametrize(("players", "away"), [(3, 2_988), (4, 283), (5, 247)])
def test_the_home_lies_as_near_to_its_mark_as_it_can(players: int, away: int) -> None:
    state = after_setup(players)
    for company, corner in enumerate(state.corners):
        x, y = state.marks[corner]
        numbers = state.tiles[company]
        near = min((numbers[k] - x) ** 2 + (numbers[k + 1] - y) ** 2 for k in range(0, 8, 2)) ** 0.5
        assert abs(near - away) < 5
        assert state.owners[company] == company
        assert state.present[company] == 1 << company


def test_set_up_is_proposed_and_a_stroke_becomes_a_river_or_a_mountain() -> None:
    state = by_players()
    for action in GAME.legal_actions(state):
        GAME.check(state, action)
    fitted = GAME.propose(state, ("river", straight((15_000, 30_000), (60_000, 35_000))))
    assert len(fitted) == 1
    done(state, fitted[0])
    assert state.phase == MOUNTAIN
    fitted = GAME.propose(state, ("mountain", circle(40_000, 40_000, 9_000, 40)))
    done(state, fitted[0])
