"""Board files: the measures of the table and the deck."""

from __future__ import annotations

import json
from typing import Any

import pytest

from branchline import load
from branchline.core.errors import BoardError
from branchline.core.game import OVER
from branchline.games.string_railway.geometry.measures import Measures

from .positions import GAME


def changed(**parts: dict[str, Any]) -> str:
    data = json.loads(json.dumps(GAME.board.data))
    for key, values in parts.items():
        data[key] |= values
    return json.dumps(data)


def test_our_board_is_the_standard_game() -> None:
    assert Measures(**GAME.board.data["measures"]) == Measures()
    assert sum(GAME.deck) == 35


@pytest.mark.parametrize(
    ("parts", "key"),
    [
        ({"measures": {"long": 20_000}}, "measures.long"),
        ({"measures": {"tile": 8_000, "short": 23_000}}, "measures.short"),
        ({"measures": {"tile": 8_000, "loop": 250_000}}, "measures.tile"),
        ({"measures": {"mountain": 160_000, "loop": 300_000}}, "measures.mountain"),
        ({"measures": {"river": 81_000}}, "measures.river"),
        ({"measures": {"tile": 2_000, "graze": 1_000}}, "measures.graze"),
        ({"deck": {"countryside": 1}}, ""),
        ({"deck": {"local": 0, "suburban": 0}}, "deck"),
        ({"deck": {"local": 20, "suburban": 20}}, "deck"),
        ({"measures": {"loop": "long"}}, "measures.loop"),
        ({"measures": {"weight": 3}}, "measures"),
        ({"deck": {"airport": 3}}, "deck"),
    ],
)
def test_a_board_that_does_not_work_is_refused_by_its_key(parts: dict[str, Any], key: str) -> None:
    text = changed(**parts)
    if not key:
        assert load("string-railway", text).board.id == "table-1"
        return
    with pytest.raises(BoardError) as caught:
        load("string-railway", text)
    assert key in [fault[0] for fault in caught.value.faults]


def test_a_game_is_played_on_a_board_of_ones_own() -> None:
    from random import Random

    game = load("string-railway", changed(measures={"tile": 4_000, "short": 25_000}, deck={"local": 9}))
    state, rng = game.start(3), Random("own board")
    while state.to_move != OVER:
        action = game.random_action(state, rng)
        game.check(state, action)
        game.apply(state, action)
    assert game.looks.picture(game.looks.view(state, None))
