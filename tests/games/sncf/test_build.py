"""Chapter "Build": cubes, room, heavy lines and closed hexes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from branchline.games.sncf.rules.game import Sncf
from branchline.games.sncf.rules.state import COLOURS

from .positions import SUBURBS, Position, drawn_germany, france, france_game, germany, germany_game


def builds(at: Position, colour: str) -> set[str]:
    """Where this railroad may place its next cube."""
    found = at.game.legal_actions(at.state)
    return {action[2] for action in found if action[:2] == ("build", colour)}


def toms_builds(at: Position, cities: int, rural: int) -> bool:
    """Can Blue place five cubes, three in 1-point cities and two in rural hexes?"""
    if cities == rural == 0:
        return at.value("blue") == 3 and len(at.track("blue")) == 6
    tables = at.game.tables
    for hex in builds(at, "blue"):
        is_rural = bool(tables.rural >> tables.index[hex] & 1)
        if tables.points[tables.index[hex]] > 1 or (rural if is_rural else cities) == 0:
            continue
        after = at.copy()
        after.do(f"build blue {hex}")
        if toms_builds(after, cities - (not is_rural), rural - is_rural):
            return True
    return False


@pytest.mark.rule("score.city")
@pytest.mark.parametrize("suburb", SUBURBS.values())
def test_tom_builds_blue_into_three_1_point_cities_and_two_rural_hexes_for_3_points(suburb: str) -> None:
    others = [other for other in SUBURBS.values() if other != suburb]
    colours = [colour for colour in COLOURS if colour != "blue"]
    at = france(suburbs={"blue": suburb, **dict(zip(colours, others, strict=True))})
    assert toms_builds(at, 3, 2)


@pytest.mark.rule("build.cube")
def test_a_cube_leaves_the_box_and_lies_on_the_map_for_good() -> None:
    at = france()
    box = at.box("red")
    assert at.do("build red c8") == [("built", 0, "red", "c8")]
    assert at.box("red") == box - 1
    assert at.track("red") == {"d8", "c8"}


@pytest.mark.rule("build.cube")
def test_a_player_who_holds_no_share_of_a_railroad_may_build_it() -> None:
    at = france().hold(0, blue=10)
    at.do("build red c8")
    assert at.track("red") == {"d8", "c8"}


@pytest.mark.rule("build.count")
def test_a_build_of_no_cube_is_refused() -> None:
    at = france()
    assert at.refused("done").rule == "build.count"


@pytest.mark.rule("build.count")
@pytest.mark.parametrize("cubes", [1, 2, 3, 4])
def test_a_build_may_stop_after_one_to_four_cubes(cubes: int) -> None:
    at = france()
    for hex in ("c8", "b8", "c9", "b9")[:cubes]:
        at.do(f"build red {hex}")
        assert at.state.to_move == 0
    at.do("done")
    assert at.state.to_move == 1


@pytest.mark.rule("build.count")
def test_the_fifth_cube_ends_the_turn() -> None:
    at = france()
    at.do("build red c8", "build red b8", "build red c9", "build red b9", "build red a9")
    assert at.state.to_move == 1
    assert len(at.track("red")) == 6


@pytest.mark.rule("build.count")
def test_a_build_takes_no_more_cubes_than_the_box_holds() -> None:
    at = france().drain(1, red=2)
    at.do("build red c8", "build red b8")
    assert at.box("red") == 0
    assert at.state.to_move == 1


@pytest.mark.rule("build.count")
def test_a_build_that_has_nowhere_to_go_is_over() -> None:
    at = drawn_germany("1 1 1 . . . 1 2").lay("red", "a1").lay("blue", "a7 a6 a5 a4 a3")
    at.do("build red a2")
    assert at.state.to_move == 1


@pytest.mark.rule("build.one-railroad")
def test_one_turn_builds_one_railroad() -> None:
    at = france()
    at.do("build red c8")
    assert at.verbs() == {"build", "done"}
    assert {action[1] for action in at.game.legal_actions(at.state) if len(action) == 3} == {"red"}
    violation = at.refused("build blue c9")
    assert violation.rule == "build.one-railroad"
    assert "for Red" in str(violation)
    assert "not of Blue" in str(violation)


@pytest.mark.rule("build.box")
def test_a_railroad_with_an_empty_box_cannot_build() -> None:
    at = france().drain(1, red=0)
    assert builds(at, "red") == set()
    violation = at.refused("build red c8")
    assert violation.rule == "build.box"
    assert "Red's box is empty" in str(violation)


@pytest.mark.rule("build.adjacent")
def test_a_cube_connects_to_its_railroads_own_track() -> None:
    at = france()
    assert builds(at, "red") == {"d7", "c8", "c9"}
    violation = at.refused("build red b8")
    assert violation.rule == "build.adjacent"
    assert violation.values["nearest"] in {"c8", "c9"}
    at.do("build red c8", "build red b8")


@pytest.mark.rule("build.adjacent")
def test_the_track_of_other_railroads_does_not_connect() -> None:
    at = france().lay("blue", "c9 b9")
    assert at.refused("build red b10").rule == "build.adjacent"
    assert "b10" in builds(at, "blue")


@pytest.mark.rule("build.branch")
def test_a_build_may_branch() -> None:
    at = france()
    at.do("build red c8", "build red d7", "build red c9", "build red b8", "build red e7")
    assert at.track("red") == {"d8", "c8", "d7", "c9", "b8", "e7"}


@pytest.mark.rule("build.twice")
@pytest.mark.parametrize("hex", ["c8", "d7", "d8"])
def test_a_railroad_has_never_two_cubes_in_a_hex(hex: str) -> None:
    at = france().lay("red", "c8 d7")
    violation = at.refused(f"build red {hex}")
    assert violation.rule == "build.twice"
    assert at.game.words.name(hex) in str(violation)


@pytest.mark.rule("build.rural")
def test_a_rural_hex_has_room_for_two_railroads() -> None:
    at = france().lay("green", "f7").lay("purple", "g8")
    assert "f7" in builds(at, "purple")
    at.lay("purple", "f7").lay("black", "g9 h8 h7 g7")
    violation = at.refused("build black f7")
    assert violation.rule == "build.rural"
    assert set(violation.values["holders"]) == {"green", "purple"}
    assert "Green and Purple" in str(violation)


@pytest.mark.rule("build.city")
def test_a_city_has_room_for_one_railroad() -> None:
    at = france().lay("blue", "c9")
    violation = at.refused("build red c9")
    assert violation.rule == "build.city"
    assert str(violation).startswith("Amiens belongs to Blue")


@pytest.mark.rule("build.heavy-line")
def test_heavy_line_caen_le_havre() -> None:
    at = france().lay("green", "f7 f6 e6")
    violation = at.refused("build green d6")
    assert violation.rule == "build.heavy-line"
    assert "between Caen and Le Havre" in str(violation)
    assert "Seine estuary" in str(violation)
    at.do("build green e7", "build green d6")  # the way round is open


@pytest.mark.rule("build.heavy-line")
@pytest.mark.parametrize("game", [france_game, germany_game])
def test_no_heavy_line_can_be_crossed_from_either_side(game: Callable[[], Sncf]) -> None:
    tables = game().tables
    assert len(tables.blocked) == 4
    for line in tables.blocked:
        one, other = sorted(line)
        assert not tables.neighbours[one] >> other & 1
        assert not tables.neighbours[other] >> one & 1
        assert not tables.around(1 << one) >> other & 1


@pytest.mark.rule("build.paris")
@pytest.mark.parametrize("colour", COLOURS)
def test_paris_is_closed_to_all(colour: str) -> None:
    violation = france().refused(f"build {colour} e9")
    assert violation.rule == "build.paris"
    assert "Paris" in str(violation)


@pytest.mark.rule("build.suburb")
@pytest.mark.parametrize("colour", COLOURS)
def test_the_suburbs_of_others_are_closed(colour: str) -> None:
    at = france()
    for other, suburb in SUBURBS.items():
        if other != colour:
            violation = at.refused(f"build {colour} {suburb}")
            assert violation.rule == "build.suburb"
            assert at.game.words.name(suburb) in str(violation)


@pytest.mark.rule("build.started")
def test_an_unstarted_railroad_cannot_build() -> None:
    at = germany()
    at.do("start red g9")
    violation = at.refused("build blue g10")
    assert violation.rule == "build.started"
    assert "Blue is not on the map" in str(violation)
    assert builds(at, "blue") == set()
