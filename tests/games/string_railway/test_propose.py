"""What completes a begun action: stations by name, a stroke, or nothing at all; and what it brings."""

from __future__ import annotations

from random import Random

import pytest

from branchline.core.action import Action
from branchline.core.game import OVER
from branchline.games.string_railway.rules.ids import tile_ids
from branchline.games.string_railway.rules.state import StringState
from branchline.games.string_railway.rules.tables import STATIONS

from .positions import ACROSS, GAME, HOME_AND_CENTRAL, done, played, position


def stations(state: StringState, action: Action) -> set[str]:
    """The stations that a string lies on, newly or not."""
    from branchline.games.string_railway.geometry.verdict import judge

    verdict = judge(GAME.positions.of(state).layout, state.company, GAME.length(state, action[1]), action[2])
    return {tile_ids(state)[entry.tile] for entry in verdict.entered}


def test_stations_named_in_order_become_a_string() -> None:
    state = position(*HOME_AND_CENTRAL, ("local", 25_000, 46_000), ("town", 60_000, 60_000))
    found = GAME.propose(state, ("lay", "short", "home-red", "central1"))
    assert found
    for action in found:
        assert stations(state, action) == {"home-red", "central1"}
        done(state.copy(), action)
    through = GAME.propose(state, ("lay", "long", "home-red", "local1", "central1"))
    assert stations(state, through[0]) == {"home-red", "local1", "central1"}


@pytest.mark.parametrize(
    "partial",
    [
        ("lay", "short", "home-red", "town1"), ("lay", "short", "home-red", "home-red"),
        ("lay", "short", "home-red", "nosuch"), ("lay", "short", "home-blue", "central1"),
        ("lay", "medium"), ("lay", "short", 5), ("lay", "short", "home-red", ACROSS), ("fly",),
        ("lay", "short", ()),
    ],
)  # fmt: skip
def test_what_cannot_be_completed_gets_nothing(partial: Action) -> None:
    state = position(*HOME_AND_CENTRAL, ("town", 75_000, 60_000))
    assert GAME.propose(state, partial) == []


def test_a_single_station_or_only_a_length_gets_the_best_strings() -> None:
    state = position(*HOME_AND_CENTRAL, ("local", 25_000, 46_000))
    assert {action[1] for action in GAME.propose(state, ("lay",))} == {"short", "long"}
    shorts = GAME.propose(state, ("lay", "short"))
    assert {action[1] for action in shorts} == {"short"}
    for action in GAME.propose(state, ("lay", "short", "local1")):
        assert "local1" in stations(state, action)
    assert GAME.propose(state, ("forfeit",)) == [("forfeit", "short"), ("forfeit", "long")]


def test_a_stroke_becomes_a_string_of_exact_length() -> None:
    state = position(*HOME_AND_CENTRAL)
    rng = Random("stroke")
    wobbly = tuple((x + rng.randrange(-90, 90), y + rng.randrange(-90, 90)) for x, y in ACROSS[::3])
    found = GAME.propose(state, ("lay", "short", wobbly))
    assert found and found[0][2] != wobbly
    done(state.copy(), found[0])
    assert GAME.propose(state, ("lay", "short", ACROSS)) == [("lay", "short", ACROSS)], "a legal one stays"


def test_a_begun_place_gets_places() -> None:
    state = position(*HOME_AND_CENTRAL, drawn=("town", "local"))
    assert {action[1] for action in GAME.propose(state, ("place",))} == {"town", "local"}
    assert {action[1] for action in GAME.propose(state, ("place", "town"))} == {"town"}
    assert GAME.propose(state, ("lay", "short")) == []


def test_the_cache_knows_one_station_from_another_in_the_same_place() -> None:
    """Tiles that were taken back and others put there must not be mixed up."""
    for station in ("central", "local", "town", "central"):
        state = position(("home", 10_000, 40_000), (station, 40_000, 40_000))
        layout = GAME.positions.of(state).layout
        assert STATIONS[layout.tile(1)[0]] == station


def test_proposals_are_legal_and_repeatable_in_whole_games() -> None:
    for players in GAME.seats:
        state, rng = played(players, 3), Random("again")
        while state.to_move != OVER and state.turns < 9:
            legal = GAME.legal_actions(state)
            GAME.positions.kept.clear()
            assert GAME.legal_actions(state) == legal
            for action in legal:
                GAME.check(state, action)
            GAME.apply(state, GAME.random_action(state, rng))


def test_ideas_begin_with_what_promises_most() -> None:
    """The page shows them in this order: the mind's own places before those that are merely legal."""
    from branchline.server.worker import PLANS, propose

    state, rng = played(3, 3), Random(3)
    while not state.drawn:
        GAME.apply(state, GAME.random_action(state, rng))
    ideas = [action for action, _ in propose(GAME, state, ())["actions"]]
    best = [plan[0] for plan in GAME.mind.plans(state.copy(), Random(0), PLANS)]
    assert ideas[0] == best[0]
    assert set(best) | set(GAME.propose(state, ())) == set(ideas)
    assert len(ideas) == len(set(ideas))
