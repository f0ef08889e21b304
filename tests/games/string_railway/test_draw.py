"""Pictures and text: what lies on the table is shown, and nothing stands in the way of reading it."""

from __future__ import annotations

import json
from random import Random
from xml.etree import ElementTree

import pytest
from rich.text import Text

from .positions import GAME, HOME_AND_CENTRAL, played, position


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_picture_shows_every_card_and_string(players: int) -> None:
    state = played(players, 7, "draw")
    view = json.loads(json.dumps(GAME.looks.view(state, 0)))
    root = ElementTree.fromstring(GAME.looks.picture(view))
    titles = [each.text or "" for each in root.iter("{http://www.w3.org/2000/svg}title")]
    name = GAME.words.name
    for tile in view["tiles"]:
        assert any(title.split(",")[0] == name(tile["id"]) for title in titles)
    for string in view["strings"]:
        assert name(string["id"]) in titles
    assert {"the river", "the mountain", "the field"} <= set(titles)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_text_shows_every_station_with_its_place(players: int) -> None:
    state = played(players, 7, "draw")
    shown = Text.from_markup(GAME.looks.text(GAME.looks.view(state, 0))).plain
    for tile in GAME.looks.view(state, 0)["tiles"]:
        assert tile["id"] in shown
        assert f"{tile['x']},{tile['y']}" in shown
    assert shown.count("points,") == len(state.score)
    assert max(map(len, shown.split("\n"))) <= 110


def test_before_the_field_is_laid_there_is_only_a_sentence() -> None:
    view = GAME.looks.view(GAME.start(4, field="chosen"), None)
    assert "not laid yet" in GAME.looks.text(view)
    assert GAME.looks.picture(view).startswith("<svg")


def test_the_view_says_what_is_done_now() -> None:
    state = position(*HOME_AND_CENTRAL, drawn=("town",))
    view = GAME.looks.view(state, 0)
    assert (view["step"], view["drawn"], view["company"]) == ("place", ["town"], "red")
    assert view["tiles"][0] | {"corners": 0} == {
        "id": "home-red", "kind": "home", "x": 10_000, "y": 40_000, "corners": 0, "owner": "red",
        "present": ["red"], "mountain": False, "points": 3, "others": 2, "inside": None, "limit": None,
    }  # fmt: skip
    town, landmark = view["stations"]["town"], view["stations"]["landmark"]
    assert town == {"points": 3, "others": 1, "inside": None, "limit": None, "owner": -1}
    assert (landmark["points"], landmark["inside"], landmark["limit"]) == (1, 3, 2)


def test_the_view_says_which_corners_are_free_and_what_decides() -> None:
    state = GAME.start(2)
    while state.to_move < 0:
        GAME.apply(state, GAME.draw(state, Random(1)))
    assert GAME.looks.view(state, 0)["corners"] == [0, 1, 2, 3]
    GAME.apply(state, ("corner", 1))
    assert GAME.looks.view(state, 1)["corners"] == [0, 2], "the corner opposite is the first player's"
    state.score = [5, 9, 7, 4]
    assert [seat["points"] for seat in GAME.looks.view(state, None)["seats"]] == [5, 4]
