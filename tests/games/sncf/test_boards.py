"""Chapter "Boards": what we say of our boards is so, and a board that cannot be played is refused."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import pytest

from branchline.core.bits import bits
from branchline.core.errors import BoardError
from branchline.games import read_board

from .positions import drawn, france_game, germany_game


def test_our_boards_are_accepted_by_our_judge() -> None:
    for game in (france_game(), germany_game()):
        read_board(game.id, json.dumps(game.board.data), game.board.id)


def test_france_has_130_hexes_with_100_points_and_germany_117() -> None:
    assert sum(france_game().tables.points) == 100
    assert len(france_game().tables.index) == 130
    assert len(germany_game().tables.index) == 117


def test_every_suburb_touches_paris_two_yellow_cities_and_one_rural_hex() -> None:
    data = france_game().board.data
    kinds = {each["id"]: each["kind"] for each in data["hexes"]}
    tables = france_game().tables
    for suburb in bits(tables.suburbs):
        touched = Counter(kinds[tables.ids[index]] for index in bits(tables.neighbours[suburb]))
        assert touched == {"paris": 1, "suburb": 2, "yellow": 2, "rural": 1}


def test_marseille_is_9_to_12_cubes_from_the_suburbs() -> None:
    tables = france_game().tables
    cubes = []
    for suburb in bits(tables.suburbs):
        free = tables.rural | tables.cities
        road = tables.path(tables.neighbours[suburb] & free, free, tables.goal)
        cubes.append(road.bit_count())
    assert (min(cubes), max(cubes)) == (9, 12)


def changed(game_id: str, **values: Any) -> str:
    game = france_game() if game_id == "sncf-france" else germany_game()
    data = {**json.loads(json.dumps(game.board.data)), **values}
    return json.dumps({key: value for key, value in data.items() if value is not None})


@pytest.mark.parametrize(
    ("game_id", "values", "reason"),
    [
        ("sncf-france", {"rules": "germany"}, "plays by 'germany'"),
        ("sncf-france", {"goal": None}, "names the city that ends the game"),
        ("sncf-france", {"goal": "b8"}, "'b8' is not a city"),
        ("sncf-germany", {"goal": "g9"}, "has no goal"),
        ("sncf-france", {"blocked": [{"between": ["d6", "z9"]}]}, "there is no hex 'z9'"),
        ("sncf-france", {"blocked": [{"between": ["d6", "a9"]}]}, "are no neighbours"),
        ("sncf-france", {"blocked": [{"between": ["d6", "d7"]}, {"between": ["d7", "d6"]}]}, "there already"),
    ],
)
def test_a_faulty_board_is_told_what_is_wrong(game_id: str, values: dict[str, Any], reason: str) -> None:
    with pytest.raises(BoardError, match=reason):
        read_board(game_id, changed(game_id, **values), "board.json")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Red", "'Red' is a word of the game"),
        ("Done", "is a word of the game"),
        ("G9", "is a word of the game"),
        ("2", "has no letter"),
        ("[/x]", "means something else"),
        ("LYON", "Lyon is already hexes[0]"),
        ("Lyón", "Lyon is already hexes[0]"),
    ],
)
def test_a_name_that_could_mean_something_else_is_refused(name: str, reason: str) -> None:
    data = json.loads(changed("sncf-france"))
    data["hexes"][0]["name"] = name
    with pytest.raises(BoardError, match=re.escape(reason)):
        read_board("sncf-france", json.dumps(data), "board.json")


@pytest.mark.parametrize(("key", "entries", "most"), [("hexes", 301, 300), ("blocked", 901, 900)])
def test_a_board_of_too_many_parts_is_refused_before_it_is_looked_at(
    key: str, entries: int, most: int
) -> None:
    data = json.loads(changed("sncf-germany"))
    data[key] = [data[key][0]] * entries
    with pytest.raises(BoardError, match=f"{key}: has {entries} entries; a board has {most} at most"):
        read_board("sncf-germany", json.dumps(data), "board.json")


@pytest.mark.parametrize(
    ("rules", "picture", "goal", "reason"),
    [
        ("germany", "1 . 1", "", "has none"),
        ("germany", "1 2 - 1", "", "cannot be reached"),
        ("germany", "S 1 2", "", "Germany has no suburb"),
        ("france", "S S S S S\n1 1 1 1 1", "b1", "France has 6 suburbs"),
        ("france", "S S S S S S 8\n1 1 1 1 1 1 1", "b1", "Berlin's kind"),
        ("france", "S S S S S S S S\n1 - - 1 1 1 1 1", "b1", "no road to a city"),
    ],
)
def test_a_board_whose_shape_cannot_be_played_is_refused(
    rules: str, picture: str, goal: str, reason: str
) -> None:
    with pytest.raises(BoardError, match=reason):
        drawn(rules, picture, goal)
