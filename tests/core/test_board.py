"""Board files are read strictly, and every fault is named with its key."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from branchline import load
from branchline.core.errors import BoardError

FRANCE = load("sncf-france").board.data
GERMANY = load("sncf-germany").board.data


def refused(data: Any, game: str = "sncf-france") -> list[tuple[str, str]]:
    text = data if isinstance(data, str) else json.dumps(data)
    with pytest.raises(BoardError) as caught:
        load(game, text, "my.json")
    assert all(str(caught.value).count(f"my.json: {key}: ") for key, _ in caught.value.faults)
    return caught.value.faults


def changed(**values: Any) -> dict[str, Any]:
    return {**copy.deepcopy(FRANCE), **values}


def hexed(number: int, base: dict[str, Any] = FRANCE, **values: Any) -> dict[str, Any]:
    data = copy.deepcopy(base)
    data["hexes"][number].update(values)
    return data


def test_noise_is_no_board() -> None:
    assert refused("what?")[0][0] == "line 1, column 1"
    assert refused('{"id": "a", "id": "b"}') == [("id", "stands twice in one object")]
    assert refused('{"id": NaN}')[0][0] == "NaN"
    assert refused("[" * 100_000)[0][0] in ("the file", "line 1, column 100001")
    assert refused("[]")[0][0] == "the file"


def test_the_schema_names_every_fault_with_its_key() -> None:
    data = hexed(3, kind="ruby")
    data["hexes"][5]["col"] = -1
    data["surprise"] = 1
    keys = [key for key, _ in refused(data)]
    assert keys == ["the file", "hexes[3].kind", "hexes[5].col"]


@pytest.mark.parametrize(
    ("data", "key", "reason"),
    [
        (hexed(0, id="a8"), "hexes[0].id", "is a9, not a8"),
        (hexed(0, value=3), "hexes[0].value", "a purple hex is worth 2"),
        (hexed(1, name="Nowhere"), "hexes[1].name", "a rural hex has no name"),
        (hexed(2, name="Calais"), "hexes[2].name", "Calais is already hexes[0]"),
        (hexed(0, kind="white", value=8), "hexes[0].kind", "France has none"),
        (changed(goal="b8"), "goal", "'b8' is not a city"),
        (changed(blocked=[{"between": ["a9", "z9"]}]), "blocked[0].between", "there is no hex 'z9'"),
        (changed(blocked=[{"between": ["a9", "o12"]}]), "blocked[0].between", "are no neighbours"),
        (changed(rules="germany"), "rules", "plays by 'germany'"),
    ],
)
def test_a_subtly_wrong_board_is_refused_with_key_and_reason(data: Any, key: str, reason: str) -> None:
    assert any(found == key and reason in why for found, why in refused(data))


def test_a_hex_that_cannot_be_reached_is_named() -> None:
    data = copy.deepcopy(FRANCE)
    data["hexes"].append({"id": "z39", "col": 38, "row": 25, "kind": "rural"})
    assert refused(data) == [("hex z39", "cannot be reached from the other hexes")]


def test_a_board_without_a_goal_or_a_suburb_is_refused() -> None:
    data = copy.deepcopy(FRANCE)
    del data["goal"]
    assert refused(data)[0][0] == "goal"
    data = changed(hexes=[each for each in FRANCE["hexes"] if each["id"] != "d8"])
    assert any("6 suburbs" in why for _, why in refused(data))


def test_germany_needs_purple_cities_and_knows_no_paris() -> None:
    data = copy.deepcopy(GERMANY)
    for each in data["hexes"]:
        if each["kind"] == "purple":
            each.update(kind="yellow", value=1)
    assert refused(data, "sncf-germany") == [
        ("hexes", "Germany ends by its purple cities, and this board has none")
    ]
    assert refused(hexed(1, GERMANY, kind="paris", name="Paris"), "sncf-germany")[0][0] == "hexes[1].kind"
    assert refused({**copy.deepcopy(GERMANY), "goal": "b4"}, "sncf-germany")[0][0] == "goal"


def test_a_custom_board_plays_and_travels_in_its_record() -> None:
    from random import Random

    from branchline.core.record import last_state, new_record, play_out, read, write

    data = changed(id="mine", blocked=[])
    game = load("sncf-france", json.dumps(data), "mine.json")
    assert not game.board.shipped
    record = new_record(game, 3, {})
    rng = Random(1)
    play_out(game, game.start(3), lambda state: game.random_action(state, rng), record)
    kept = read(write(record))
    again = load(kept.game, kept.custom)
    assert again.board.digest == game.board.digest
    last_state(again, kept)


@pytest.mark.parametrize(
    ("text", "key", "reason"),
    [
        ('{"id": "a", "hexes": [' + "9" * 5000 + "]}", "9" * 18 + "…", "more digits"),
        ('{"id": 1e999}', "1e999", "is no number that a board may hold"),
        ('{"id": "a\\ud800"}', "the file", "holds half a character"),
        (" " * 200_001, "the file", "has 200001 characters; a board has 200000 at most"),
    ],
)
def test_numbers_and_files_beyond_measure_get_a_sentence(text: str, key: str, reason: str) -> None:
    [(found, why)] = refused(text)
    assert found == key
    assert reason in why


@pytest.mark.parametrize("value", [0.0, 1.0, True, "1"])
def test_an_integer_is_an_integer(value: Any) -> None:
    [(key, reason)] = refused(hexed(0, col=value))
    assert key == "hexes[0].col"
    assert "is not of type 'integer'" in reason


def test_an_id_ends_where_its_text_ends() -> None:
    [(key, reason)] = refused(hexed(0, id="a9\n"))
    assert key == "hexes[0].id"
    assert "does not match" in reason


def test_twenty_faults_are_told_at_most() -> None:
    data = copy.deepcopy(FRANCE)
    for each in data["hexes"]:
        each["kind"] = "ruby"
    assert len(refused(data)) == 20
