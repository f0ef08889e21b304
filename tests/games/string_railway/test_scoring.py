"""What a string scores, with an event for every point gained or lost; the acceptance list of the page."""

from __future__ import annotations

from typing import Any

import pytest

from branchline.games.string_railway.rules.state import COMPANIES, Points, StringState

from .positions import ACROSS, BESIDE, GAME, HOME_AND_CENTRAL, circle, done, lay, position, straight

UP = straight((25_250, 30_000), (25_251, 50_001), 1)


def points(events: list[tuple[Any, ...]]) -> dict[str, int]:
    """Points by company, from the events alone."""
    found: dict[str, int] = {}
    for event in events:
        if event[0] in ("entered", "visited", "crossed"):
            gained = event[4] if event[0] == "crossed" else event[3]
            found[event[1]] = found.get(event[1], 0) + gained
    return found


def scored(state: StringState, line: Points = ACROSS) -> dict[str, int]:
    """Lay it; what changed on the score track must be what the events and the ledger say."""
    before, company = state.score[:], state.company
    events = done(state, lay(line))
    told = points(events)
    changed = {
        COMPANIES[c]: new - old
        for c, (old, new) in enumerate(zip(before, state.score, strict=True))
        if new != old
    }
    assert changed == {c: n for c, n in told.items() if n}
    for seat in range(state.players):
        rows = GAME.looks.ledger(state, events, seat)
        own = [COMPANIES[c] for c in range(len(before)) if state.seat(c) == seat]
        assert sum(row[0] for row in rows) == sum(told.get(c, 0) for c in own)
    state.company, state.to_move = company, state.seat(company)
    return told


@pytest.mark.rule("score.station")
@pytest.mark.parametrize(
    ("station", "worth"),
    [("central", 3), ("local", 2), ("suburban", 2), ("terminal", 3), ("countryside", 1), ("landmark", 1)],
)
def test_a_newly_entered_station_brings_its_points_once(station: str, worth: int) -> None:
    state = position(("home", 10_000, 40_000), (station, 40_000, 40_000))
    assert scored(state) == {"red": worth}
    assert scored(state, BESIDE) == {}


@pytest.mark.rule("score.station")
def test_passing_a_station_counts_like_ending_there() -> None:
    state = position(*HOME_AND_CENTRAL, ("local", 25_000, 40_000))
    events = done(state, lay())
    assert ("entered", "red", "local1", 2, (22_500, 40_000)) in events
    assert points(events) == {"red": 5}


@pytest.mark.rule("score.owner", "score.others")
@pytest.mark.parametrize(("station", "first", "second", "owner"), [("town", 3, 1, -1), ("transfer", 0, 2, 1)])
def test_the_first_company_owns_and_others_pay_or_bring(
    station: str, first: int, second: int, owner: int
) -> None:
    state = position(("home", 10_000, 40_000), (station, 40_000, 40_000))
    events = done(state, lay())
    assert ("owns", "red", f"{station}1") in events
    assert points(events) == {"red": first}
    assert state.owners[1] == 0
    state.company = state.to_move = 1
    state.present[0] |= 2  # as if blue had been at red's home already
    assert scored(state, BESIDE) == {"blue": second, "red": owner}
    assert state.owners[1] == 0
    assert scored(state, straight((10_000, 39_000), (40_000, 39_000))) == {}, (
        "its second string brings nothing"
    )


@pytest.mark.rule("score.home")
def test_a_home_brings_others_two_and_costs_its_owner_one() -> None:
    state = position(*HOME_AND_CENTRAL)
    assert scored(state) == {"red": 3}, "the first string over the own home: nothing for the home"
    state.company = state.to_move = 1
    state.present[1] |= 2
    assert scored(state, BESIDE) == {"blue": 2, "red": -1}
    assert scored(state, straight((10_000, 39_000), (40_000, 39_000))) == {}


@pytest.mark.rule("score.junction")
def test_a_junction_brings_one_every_time() -> None:
    state = position(("home", 10_000, 40_000), ("junction", 40_000, 40_000))
    assert scored(state) == {"red": 1}
    assert scored(state, BESIDE) == {"red": 1}


@pytest.mark.rule("score.landmark")
def test_a_landmark_brings_three_in_the_mountain() -> None:
    tiles = (("home", 10_000, 40_000), ("landmark", 40_000, 40_000))
    assert scored(position(*tiles)) == {"red": 1}
    high = position(*tiles, mountain=circle(40_000, 40_100, 12_000))
    assert points(done(high, lay())) == {"red": 3 - 1}


@pytest.mark.rule("score.crossing")
@pytest.mark.parametrize(("count", "cost"), [("point", 2), ("string", 1), ("as-read", 2)])
def test_through_the_mountain_from_edge_to_edge(count: str, cost: int) -> None:
    state = position(*HOME_AND_CENTRAL, mountain=circle(25_000, 40_100, 8_000), count=count)
    events = [event for event in done(state, lay()) if event[0] == "crossed"]
    assert [event[1:5] for event in events] == [("red", "mountain", 1, -1), ("red", "mountain", 2, 1 - cost)]
    assert state.score[0] == 3 + 3 - cost
    sentence = GAME.words.event(events[1])
    assert sentence.startswith("Red: crossing number 2 with the mountain: ")


@pytest.mark.rule("score.crossing")
def test_river_and_railways_of_all_cost_one() -> None:
    for company in (0, 1):
        state = position(*HOME_AND_CENTRAL, rails=((company, UP),))
        assert scored(state) == {"red": 2}
    assert scored(position(*HOME_AND_CENTRAL, river=UP)) == {"red": 2}
    assert scored(position(*HOME_AND_CENTRAL)) == {"red": 3}


@pytest.mark.rule("score.crossing")
def test_new_stations_of_three_and_two_with_the_mountain_crossed_twice() -> None:
    tiles = (*HOME_AND_CENTRAL, ("local", 25_000, 40_000))
    assert scored(position(*tiles, mountain=circle(25_000, 40_100, 8_000))) == {"red": 3 + 2 - 1 - 1}


@pytest.mark.rule("score.on-tile")
@pytest.mark.parametrize(("x", "worth"), [(40_001, 3), (37_500, 3), (37_499, 2), (37_400, 2)])
def test_a_crossing_on_a_station_is_free(x: int, worth: int) -> None:
    state = position(*HOME_AND_CENTRAL, rails=((1, ((x, 70_001), (x, 9_999))),))
    assert scored(state) == {"red": worth}


@pytest.mark.rule("score.double")
@pytest.mark.parametrize(
    ("double", "reading", "own", "other"),
    [
        ("off", "default", 1, 1), ("on", "default", 2, 2), ("on", "english", 2, 2), ("on", "french", 1, 2),
        ("all", "french", 2, 2), ("others", "default", 1, 2),
    ],
)  # fmt: skip
def test_railways_cost_two_in_the_variant(double: str, reading: str, own: int, other: int) -> None:
    for company, cost in ((0, own), (1, other)):
        across = straight((27_250, 30_000), (27_251, 50_001), 1)
        state = position(
            *HOME_AND_CENTRAL, rails=((company, UP),), river=across, double=double, reading=reading
        )
        assert scored(state) == {"red": 3 - cost - 1}


@pytest.mark.parametrize(
    ("options", "count", "anchor"),
    [
        ({}, "point", "part"),
        ({"reading": "english"}, "string", "part"),
        ({"reading": "french"}, "string", "end"),
        ({"reading": "french", "anchor": "part"}, "string", "part"),
        ({"reading": "english", "count": "point", "anchor": "end"}, "point", "end"),
    ],
)
def test_a_reading_is_a_preset_that_named_options_win_over(
    options: dict[str, str], count: str, anchor: str
) -> None:
    measures = GAME.positions.measures(GAME.start(4, **options).choices)
    assert (measures.count, measures.anchor) == (count, anchor)
