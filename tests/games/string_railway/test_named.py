"""Strings by their stations and proposals by their numbers: found, listed, or refused for the true reason."""

from __future__ import annotations

from random import Random

import pytest

from branchline.core.action import from_typed, to_text
from branchline.core.errors import BadAction, BranchlineError, Refused, RuleViolation
from branchline.core.game import OVER
from branchline.games.string_railway.rules.state import StringState
from branchline.games.string_railway.rules.tables import STATIONS

from .positions import ACROSS, GAME, HOME_AND_CENTRAL, after_setup, done, position, refused


def why(state: StringState, line: str) -> str:
    """What a person is told who types this line."""
    with pytest.raises(BranchlineError) as caught:
        GAME.understand(state, line)
    return str(caught.value)


def with_companies(state: StringState, tile: int, *companies: int) -> StringState:
    state.present[tile] = sum(1 << company for company in companies)
    return state


NEAR = (("home", 10_000, 40_000), ("local", 30_000, 40_000))
FAR = (*NEAR, ("town", 70_000, 40_000))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (
            "lay short home-red town1",
            "Red's home, Town 1: they are 25 cm too far apart for the short string of 30 cm.",
        ),
        ("lay short town1", "Town 1 is 25 cm too far from your network for the short string of 30 cm."),
        (
            "lay long home-red town1 local1",
            "Red's home, Town 1, Local 1: they are 30 cm too far apart for the long string of 60 cm.",
        ),
        ("lay short home-red home-red", "Red's home is named twice; a string enters a station only once."),
        ("lay long local1 town1", "A part of the string must lie on Red's network: Red's home."),
        (
            "lay short home-blue local1",
            "there is no station 'home-blue' on the table; there are home-red, local1, town1",
        ),
        ("lay short local7", "there is no station 'local7' on the table; there are local1"),
        ("lay 9", "there is no proposal 9: '? lay' shows 4 proposals, 'lay 1' to 'lay 4'"),
        ("lay medium", "'lay medium' should be 'lay short|long STATIONS' or 'lay short|long POINTS'"),
    ],
)  # fmt: skip
def test_named_stations_of_which_no_string_can_be_made(line: str, says: str) -> None:
    assert why(position(*FAR), line) == says


def test_tiles_in_hand_and_strings_that_are_used_up_come_first() -> None:
    waiting = position(*NEAR, drawn=("town",))
    for line in ("lay", "lay 1", "lay short", "lay short home-red local1", "lay long nowhere"):
        assert why(waiting, line) == "First place what you have drawn: Town. Then comes the string."
    poor = position(*NEAR)
    poor.long[0] = 0
    for line in ("lay long", "lay long home-red local1", "forfeit long"):
        assert why(poor, line) == "Red has no long string left, only 4 short strings."


@pytest.mark.rule("string.terminal")
def test_a_terminal_in_the_way_is_named() -> None:
    tiles = (("home", 10_000, 40_000), ("terminal", 27_200, 40_000), ("local", 36_000, 40_000))
    state = position(*tiles, ("central", 20_000, 60_000))
    assert why(state, "lay short home-red terminal1 local1") == (
        "A string that reaches Terminal 1 ends there: name it first or last."
    )
    blocked = position(*tiles[:2], ("local", 44_400, 40_000))
    error = GAME.explain(blocked, ("lay", "short", "home-red", "local1"))
    assert isinstance(error, RuleViolation) and error.rule == "string.terminal"
    assert "the string would have to pass Terminal 1" in why(blocked, "lay short home-red local1")


@pytest.mark.rule("string.limit")
def test_a_full_station_that_is_named_or_in_the_way_is_named() -> None:
    tiles = (("home", 10_000, 40_000), ("countryside", 27_200, 40_000), ("local", 44_400, 40_000))
    state = with_companies(position(*tiles), 1, 2)
    assert why(state, "lay short home-red countryside1") == (
        "Countryside 1 takes 1 company and no more: Yellow came first."
    )
    assert why(state, "lay short home-red local1") == (
        "From Red's home to Local 1 the string would have to pass Countryside 1, "
        "which takes 1 company and no more."
    )


def test_a_station_in_the_way_that_may_be_entered_is_visited_as_well() -> None:
    tiles = (("home", 10_000, 40_000), ("central", 27_200, 40_000), ("local", 44_400, 40_000))
    state = position(*tiles)
    found = GAME.propose(state, ("lay", "short", "home-red", "local1"))
    assert found
    done(state, found[0])
    assert state.present == [1, 1, 1]


@pytest.mark.rule("string.length")
def test_the_way_round_that_is_too_long_is_said() -> None:
    wall = tuple((x, y) for x in (27_200,) for y in range(34_000, 47_000, 5_200))
    state = position(
        ("home", 10_000, 40_000), ("local", 43_000, 40_000), *(("terminal", x, y) for x, y in wall)
    )
    assert why(state, "lay short home-red local1").startswith("From Red's home to Local 1")


def test_proposals_are_listed_with_numbers_and_done_by_them() -> None:
    state = position(*FAR)
    lines = GAME.looks.listing(state, ())
    assert lines is not None
    lays = [action for action in GAME.legal_actions(state) if action[0] == "lay"]
    numbers = [f"lay {number + 1}" for number in range(len(lays))]
    assert [typed for typed, _ in lines] == [*numbers, "forfeit short", "forfeit long"]
    assert lines[0][1].startswith("short, +2: ")
    assert {"Red's home", "Local 1"} <= set(lines[0][1].partition(": ")[2].split("; ")[0].split(", "))
    for number, action in enumerate(lays, start=1):
        assert GAME.propose(state, ("lay", number)) == [action]
    long = GAME.looks.listing(state, ("lay", "long"))
    assert long is not None and {typed for typed, _ in long} < {typed for typed, _ in lines}
    assert all(brings.startswith("long, ") for _, brings in long)
    through = GAME.looks.listing(state, ("lay", "short", "home-red", "local1"))
    assert through is not None and through[0][0] in ("lay short home-red local1", "lay short local1 home-red")
    assert why(state, "lay 0").startswith("there is no proposal 0: ")
    with pytest.raises(BadAction, match="lists what it can stand for"):
        GAME.check(state, ("lay", 1))


def test_places_rivers_and_mountains_have_numbers_too() -> None:
    state = position(*HOME_AND_CENTRAL, drawn=("town",))
    lines = GAME.looks.listing(state, ("place",))
    assert lines is not None
    assert GAME.propose(state, ("place", 1)) == GAME.legal_actions(state)[:1]
    assert lines[0][0] == "place 1"
    assert lines[0][1].startswith("Town at ")
    ground = GAME.start(4, terrain="players")
    done(ground, *GAME.propose(ground, ("river", 2)))
    assert GAME.looks.listing(ground, ()) and GAME.looks.listing(after_corners(), ()) is None


def after_corners() -> StringState:
    state, rng = GAME.start(4), Random("ground")
    while state.to_move < 0:
        done(state, GAME.draw(state, rng))
    return state


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("LAY Short, Home-Red, Local1", "lay short home-red local1"),
        ("lay short Red's home Local 1", "lay short home-red local1"),
        ("lay long central 4, red's home", "lay long central4 home-red"),
        ("Place Town 30000,40000 15", "place town 30000,40000 15"),
        ("place TOWN 30000,40000, 15", "place town 30000,40000 15"),
        ("Forfeit LONG", "forfeit long"),
        ("discard Countryside", "discard countryside"),
        ("Lay 2", "lay 2"),
        ("corner 3", "corner 3"),
    ],
)
def test_capitals_commas_and_printed_names_are_understood(typed: str, said: str) -> None:
    assert to_text(from_typed(typed, GAME.called)) == said


def test_every_example_of_the_help_can_be_typed() -> None:
    for line in GAME.words.groups["examples"]:
        action = from_typed(line.removeprefix("try "), GAME.called)
        assert action[0] in GAME.words.groups["verbs"]
        if action[0] in ("place", "lay") and len(action) > 2:
            assert action[1] in ("short", "long", *STATIONS)


def test_the_prompt_says_what_is_left_and_the_map_has_a_scale() -> None:
    state = position(*HOME_AND_CENTRAL, drawn=("town", "local"))
    assert GAME.looks.prompt(GAME.looks.view(state, 0)) == "to place: Town, Local"
    state = position(*HOME_AND_CENTRAL)
    assert GAME.looks.prompt(GAME.looks.view(state, 0)) == "to lay: 4 short, 1 long"
    shown = GAME.looks.text(GAME.looks.view(state, 0))
    assert "|10000" in shown and " 40000 " in shown and "10000 is 10 cm" in shown
    assert GAME.looks.prompt(GAME.looks.view(after_setup(), 0)) == ""


def test_counts_of_one_are_words_of_one() -> None:
    state = position(*HOME_AND_CENTRAL)
    state.score[0], state.score[1] = 1, -1
    shown = GAME.looks.text(GAME.looks.view(state, 0))
    assert ": 1 point, 4 short" in shown and ": −1 point, 4 short" in shown and ": 3 points, " in shown
    full = with_companies(position(("home", 10_000, 40_000), ("countryside", 40_000, 40_000)), 1, 1)
    error = refused(full, ("lay", "short", ACROSS), "string.limit")
    assert str(error) == "Countryside 1 takes 1 company and no more: Blue came first."


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (
            "place countryside 40000.5,50000 0",
            "'40000.5' is no whole number: a place is in whole thousandths",
        ),
        ("place countryside 40000,50000 7.5", "'7.5' is no whole number: "),
        (
            "place suburban 43043 47378 74",
            "a place is written x,y with a comma and no space: 'place STATION X,Y",
        ),
    ],
)
def test_a_place_that_is_written_otherwise_is_told_how_it_is_written(line: str, says: str) -> None:
    assert why(position(*NEAR, drawn=("countryside", "suburban")), line).startswith(says)


@pytest.mark.parametrize("line", ["lay short 10000,40000 30000,40000", "lay short 10000 40000 30000 40000"])
def test_points_that_are_joined_by_spaces_are_told_how_they_are_joined(line: str) -> None:
    assert why(position(*NEAR), line) == (
        "points are written x,y and joined by ';' without spaces: 'lay short|long POINTS', "
        "where POINTS are such as 30000,40000;35000,42000"
    )


def test_a_listed_river_says_where_it_begins_and_ends() -> None:
    state = GAME.start(3, terrain="players")
    rivers = [action for action in GAME.legal_actions(state) if action[0] == "river"]
    listed = GAME.looks.listing(state, ("river",))
    assert listed
    for (typed, says), (_, points) in zip(listed, rivers, strict=True):
        (x, y), (u, v) = points[0], points[-1]
        assert typed.startswith("river ")
        assert says == f"begins at {x},{y} and ends at {u},{v}"


def test_the_table_of_tiles_has_headings() -> None:
    lines = GAME.looks.text(GAME.looks.view(position(*NEAR), 0)).splitlines()
    heading = next(number for number, line in enumerate(lines) if line.split()[:1] == ["Station"])
    assert lines[heading].split() == ["Station", "Points", "Companies", "Place"]
    row = lines[heading + 2]
    assert row.index("home-red") == lines[heading].index("Station")
    assert row.index("10000,40000") == lines[heading].index("Place")


def test_after_the_end_nothing_is_advised_planned_or_drawn() -> None:
    state = position(*NEAR)
    state.to_move = OVER
    rng = Random(1)
    for asked in (
        lambda: GAME.mind.advise(state, rng),
        lambda: GAME.mind.plans(state, rng, 2),
        lambda: GAME.random_action(state, rng),
        lambda: GAME.chance(state),
    ):
        with pytest.raises(Refused, match="the game is over"):
            asked()


# --- places of contact


@pytest.mark.rule("place.string")
def test_what_is_near_a_string_is_told_from_what_lies_on_it() -> None:
    state = position(*HOME_AND_CENTRAL, drawn=("town",), rails=((1, ((60_000, 10_000), (60_000, 70_000))),))
    error = refused(state, ("place", "town", (57_351, 20_000), 0), "place.string")
    assert error.values["at"][0] == 60_000 and 17_500 <= error.values["at"][1] <= 22_500
    assert "it would be 0.14 cm away, and 0.15 cm are needed." in str(error)
    assert str(error).endswith("It would fit with: place Town 57101,20000 0")
    done(state.copy(), ("place", "town", (57_101, 20_000), 0))
    on = refused(state, ("place", "town", (60_000, 40_000), 0), "place.string")
    assert "it would lie on it" in str(on)
    beside = refused(state, ("place", "town", (2_600, 20_000), 0), "place.field")
    assert beside.values["at"][0] == 0 and "it would be 0.1 cm away" in str(beside)


@pytest.mark.rule("string.ends")
def test_a_loose_end_is_told_which_station_is_near() -> None:
    state = position(("home", 10_000, 40_000), ("central", 43_000, 40_000))
    points = tuple((10_000 + 500 * k, 40_000) for k in range(61))
    assert str(refused(state, ("lay", "short", points), "string.ends")) == (
        "The last end of the string lies on no station, at (40000, 40000); "
        "the nearest is Central 1, 0.5 cm away."
    )


@pytest.mark.rule("draw.optional")
def test_why_there_is_no_extra_tile() -> None:
    says = "There is no extra card to draw: "
    automatic = position(*NEAR, drawn=("countryside",))
    assert why(automatic, "draw") == says + "here a countryside draws it by itself."
    without = position(*NEAR, drawn=("town",), extra="optional")
    assert why(without, "draw") == says + "it needs a countryside in hand."
    late = position(*NEAR, drawn=("countryside",), extra="optional")
    late.extra = 1
    assert why(late, "draw") == says + "it comes once in a turn, and before the first card is placed."


@pytest.mark.rule("river.end")
def test_a_river_may_cross_the_field_string_at_a_corner_but_not_touch_it() -> None:
    state = GAME.start(4, terrain="players")
    done(state.copy(), ("river", tuple((500 * k - 2_000, 40_000) for k in range(121))))
    bent = tuple((abs(500 * k - 3_000), 40_000 + 500 * k // 3) for k in range(121))
    with pytest.raises(RuleViolation):
        GAME.check(state, ("river", bent))
