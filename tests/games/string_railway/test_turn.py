"""Drawing and placing tiles, and which string may be laid."""

from __future__ import annotations

import io
from random import Random

import pytest
from rich.console import Console

from branchline.core.errors import BadAction, BranchlineError
from branchline.core.game import CHANCE
from branchline.games.string_railway.rules.tables import STATIONS
from branchline.prompt import Reader
from branchline.table import do, new_table, undo

from .positions import (
    ACROSS,
    BESIDE,
    GAME,
    HOME_AND_CENTRAL,
    after_setup,
    done,
    lay,
    position,
    refused,
    straight,
)


def stations(kinds: list[int]) -> list[str]:
    return [STATIONS[kind] for kind in kinds]


@pytest.mark.rule("draw.one")
def test_a_later_turn_draws_one_tile() -> None:
    state = position(*HOME_AND_CENTRAL)
    done(state, lay())
    assert (state.to_move, state.draws, state.company) == (CHANCE, 1, 1)
    done(state, ("tile", "local"))
    assert (state.to_move, stations(state.drawn)) == (1, ["local"])


@pytest.mark.rule("draw.first")
def test_the_very_first_turn_draws_two() -> None:
    for players in GAME.seats:
        state = after_setup(players)
        done(state, ("tile", "local"))
        assert state.to_move == CHANCE
        done(state, ("tile", "town"))
        assert (state.to_move, stations(state.drawn)) == (0, ["local", "town"])


@pytest.mark.rule("draw.countryside")
@pytest.mark.parametrize(
    "drawn",
    [
        ("countryside", "local", "town"),
        ("local", "countryside", "town"),
        ("countryside", "countryside", "town"),
        ("local", "countryside", "countryside"),
    ],
)
def test_a_countryside_draws_one_more_and_never_two(drawn: tuple[str, ...]) -> None:
    state = after_setup()
    for station in drawn:
        assert state.to_move == CHANCE
        done(state, ("tile", station))
    assert (state.to_move, stations(state.drawn)) == (0, list(drawn))


@pytest.mark.rule("draw.countryside")
def test_a_countryside_as_the_extra_tile_of_a_later_turn_draws_nothing() -> None:
    state = position(*HOME_AND_CENTRAL)
    done(state, lay())
    done(state, ("tile", "countryside"))
    assert state.to_move == CHANCE
    done(state, ("tile", "countryside"))
    assert state.to_move == 1


@pytest.mark.rule("draw.optional")
def test_the_extra_tile_can_be_a_choice_before_the_first_tile_is_placed() -> None:
    state = position(*HOME_AND_CENTRAL, drawn=("countryside", "local"), extra="optional")
    assert ("draw",) in GAME.legal_actions(state)
    asked = state.copy()
    done(asked, ("draw",))
    assert asked.to_move == CHANCE
    done(asked, ("tile", "countryside"))
    refused(asked, ("draw",), "draw.optional")
    done(state, ("place", "local", (60_000, 20_000), 0))
    refused(state, ("draw",), "draw.optional")
    refused(position(*HOME_AND_CENTRAL, drawn=("local",), extra="optional"), ("draw",), "draw.optional")
    refused(position(*HOME_AND_CENTRAL, drawn=("countryside",)), ("draw",), "draw.optional")


@pytest.mark.rule("place.all")
def test_the_string_waits_until_all_tiles_are_placed() -> None:
    state = position(*HOME_AND_CENTRAL, drawn=("town", "local"))
    error = refused(state, lay(), "place.all")
    assert error.values["drawn"] == ["town", "local"]
    refused(state, ("forfeit", "long"), "place.all")
    done(state, ("place", "local", (60_000, 20_000), 30))
    refused(state, lay(), "place.all")
    done(state, ("place", "town", (60_000, 30_000), 0))
    done(state, lay())


@pytest.mark.rule("place.all")
def test_a_placed_tile_is_taken_back_before_the_string_and_never_after_it() -> None:
    console = Console(file=io.StringIO())
    table = new_table(GAME, ["Ann", "Ben", "bot:greedy"], {}, console, Reader(console), "takeback")
    rng = Random("takeback")
    while table.state.to_move != 0 or not table.state.drawn:
        do(table, GAME.random_action(table.state, rng))
    before = table.state.copy()
    do(table, GAME.random_action(table.state, rng))
    undo(table, 0)
    assert table.state == before
    while table.state.drawn:
        do(table, GAME.random_action(table.state, rng))
    do(table, ("forfeit", "short"))
    while table.state.to_move == CHANCE:
        do(table, GAME.draw(table.state, rng))
    with pytest.raises(BranchlineError, match="chance or another person acted since"):
        undo(table, 0)


@pytest.mark.rule("place.drawn")
def test_only_what_was_drawn_is_placed() -> None:
    state = position(*HOME_AND_CENTRAL, drawn=("town",))
    error = refused(state, ("place", "local", (60_000, 20_000), 0), "place.drawn")
    assert str(error) == "You have no Local to place; in hand is Town."
    refused(position(*HOME_AND_CENTRAL), ("place", "local", (60_000, 20_000), 0), "place.drawn")
    refused(state, ("discard", "local"), "place.drawn")


@pytest.mark.rule("place.inside")
def test_a_tile_lies_inside_the_field() -> None:
    state = position(*HOME_AND_CENTRAL, drawn=("town",))
    error = refused(state, ("place", "town", (78_000, 20_000), 0), "place.inside")
    assert error.values["at"][0] == 80_500
    refused(state, ("place", "town", (99_999, -99_999), 45), "place.inside")


@pytest.mark.rule("place.field")
def test_a_tile_keeps_off_the_field_string() -> None:
    state = position(*HOME_AND_CENTRAL, drawn=("town",))
    refused(state, ("place", "town", (77_351, 20_000), 0), "place.field")
    done(state, ("place", "town", (77_350, 20_000), 0))


@pytest.mark.rule("place.string")
def test_a_tile_keeps_off_every_string() -> None:
    for start, thing in (
        ((25_000, 20_000), "blue-string1"),
        ((25_000, 60_000), "mountain"),
        ((55_000, 60_000), "river"),
    ):
        x, y = start
        loop = ((20_000, 57_351), (30_000, 57_351), (25_000, 50_000))
        state = position(
            *HOME_AND_CENTRAL, drawn=("town",), rails=((1, straight((20_000, 17_351), (30_000, 17_351))),),
            river=straight((50_000, 57_351), (60_000, 57_351)), mountain=loop,
        )  # fmt: skip
        error = refused(state, ("place", "town", (x, y), 0), "place.string")
        assert error.values["string"] == thing
        done(state, ("place", "town", (x, y + 1), 0))


@pytest.mark.rule("place.tile")
def test_a_tile_touches_no_other() -> None:
    state = position(*HOME_AND_CENTRAL, drawn=("town",))
    error = refused(state, ("place", "town", (40_000, 45_099), 0), "place.tile")
    assert str(error).startswith(
        "The Town has no room beside Central 1 at (37500, 42500): it would be 0.09 cm"
    )
    done(state, ("place", "town", (40_000, 45_100), 0))


@pytest.mark.parametrize(
    "action",
    [
        ("place", "town", (40_000, 60_000), 90),
        ("place", "town", (40_000, 60_000), -1),
        ("place", "town", (100_000, 60_000), 0),
        ("place", "town", 40_000, 60_000, 0),
        ("place", "home", (40_000, 60_000), 0),
        ("place", "castle", (40_000, 60_000), 0),
        ("place", "town", (40_000.0, 60_000), 0),
        ("place", "town", ((1, 2), (3, 4)), 0),
        ("place",),
    ],
)
def test_a_malformed_place_is_no_action(action: tuple[object, ...]) -> None:
    with pytest.raises(BadAction):
        GAME.check(position(*HOME_AND_CENTRAL, drawn=("town",)), action)


FULL = tuple(("local", x, y) for x in range(4_000, 80_000, 6_000) for y in range(4_000, 80_000, 14_000))


@pytest.mark.rule("place.discard")
def test_a_tile_is_put_away_only_where_it_fits_nowhere() -> None:
    state = position(*HOME_AND_CENTRAL, drawn=("town",))
    error = refused(state, ("discard", "town"), "place.discard")
    done(state.copy(), ("place", "town", error.values["at"], error.values["angle"]))
    for option in ("removed", "redraw"):
        state = position(*HOME_AND_CENTRAL, drawn=("town", "central"), unplaceable=option)
        # a net of strings leaves no free square
        state.rails = [straight((x, 500), (x, 79_500)) for x in range(1_000, 80_000, 4_000)]
        state.layers = [1] * len(state.rails)
        assert GAME.legal_actions(state) == [("discard", "town"), ("discard", "central")]
        done(state, ("discard", "town"))
        if option == "removed":
            assert (state.removed[1], state.to_move) == (1, 0)
            continue
        assert (state.bottom[1], state.to_move) == (1, CHANCE)
        done(state, ("tile", "countryside"))
        assert (state.to_move, stations(state.drawn)) == (0, ["central", "countryside"])
        done(state, ("discard", "central"))
        assert state.to_move == 0, "one tile is drawn anew in a turn, not two"


@pytest.mark.rule("lay.left")
def test_a_company_lays_the_strings_that_it_has() -> None:
    state = position(*HOME_AND_CENTRAL)
    state.short[0] = 0
    error = refused(state, lay(), "lay.left")
    assert str(error) == "Red has no short string left, only 1 long string."
    refused(state, ("forfeit", "short"), "lay.left")
    with pytest.raises(BadAction):
        GAME.check(state, ("lay", "medium", ACROSS))
    state = position(*HOME_AND_CENTRAL)
    done(state, lay())
    assert (state.short[0], state.long[0]) == (3, 1)


@pytest.mark.rule("lay.forfeit")
def test_a_string_can_be_given_up_for_nothing() -> None:
    for length, left in (("short", (3, 1)), ("long", (4, 0))):
        state = position(*HOME_AND_CENTRAL)
        assert ("forfeit", length) in GAME.legal_actions(state)
        done(state, ("forfeit", length))
        assert (state.short[0], state.long[0]) == left
        assert (state.score[0], state.turns, state.rails) == (3, 1, [])


@pytest.mark.rule("lay.beneath")
def test_a_new_string_lies_on_top() -> None:
    state = position(*HOME_AND_CENTRAL, rails=((1, straight((25_250, 30_000), (25_251, 50_001), 1)),))
    done(state, lay())
    assert state.rails[-1] == ACROSS
    state.to_move = state.company = 0
    done(state, lay(BESIDE))
    assert [string["company"] for string in GAME.looks.view(state, None)["strings"]] == ["blue", "red", "red"]
