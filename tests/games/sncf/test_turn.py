"""Chapter "A turn": one action, then the next player."""

from __future__ import annotations

import pytest

from .positions import france, germany


@pytest.mark.rule("turn.order")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_turns_go_round_the_table_from_the_locomotive(players: int) -> None:
    at = france(players)
    for turn in range(2 * players):
        assert at.state.to_move == turn % players
        at.do("trade red blue 1" if turn < players else "trade blue red 1")


@pytest.mark.rule("turn.order")
def test_a_build_is_a_turn_and_so_is_a_start() -> None:
    at = france()
    at.do("build red d7", "done")
    assert at.state.to_move == 1
    at = germany()
    at.do("start red g9")
    assert at.state.to_move == 1


@pytest.mark.rule("turn.order")
def test_nobody_passes() -> None:
    at = france()
    assert at.verbs() == {"build", "trade"}
    at = germany()
    assert at.verbs() == {"start"}
    at.do("start red g9")
    assert at.verbs() == {"start", "build", "trade"}


@pytest.mark.rule("turn.one-action")
def test_a_build_under_way_cannot_turn_into_a_trade() -> None:
    at = france()
    at.do("build red d7")
    violation = at.refused("trade red blue 1")
    assert violation.rule == "turn.one-action"
    assert "build of Red" in str(violation)


@pytest.mark.rule("turn.one-action")
def test_a_build_under_way_cannot_turn_into_a_start() -> None:
    at = germany()
    at.do("start red g9", "build red g10")
    violation = at.refused("start blue p6")
    assert violation.rule == "turn.one-action"
    assert violation.values == {"railroad": "red"}
