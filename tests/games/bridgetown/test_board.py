"""The board: its shape, and what its judge finds wrong with another one."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from branchline.core.errors import BoardError
from branchline.games import load, read_board
from branchline.games.bridgetown.rules.board_file import _endless, _ways
from branchline.games.bridgetown.rules.tables import DRIVE, RAIL, WALK, Tables
from branchline.testing import conform

from . import odd_boards
from .positions import game

Board = dict[str, Any]


def test_our_board_says_that_it_is_ours() -> None:
    assert game().board.id == "portland-1"
    assert "own design" in game().board.data["note"]


def test_our_board_has_the_shape_that_its_page_describes() -> None:
    data, tables = game().board.data, game().tables
    kinds = [node["kind"] for node in data["nodes"]]
    assert (len(kinds), len(data["edges"])) == (103, 150)
    assert [kinds.count(kind) for kind in ("junction", "road", "rail", "overpass")] == [54, 26, 7, 7]
    assert sum(tables.rail) == 23
    boarding = [space for space in range(tables.size) if tables.steps(RAIL, space, True)]
    assert len(boarding) == 43
    for length, most in ((5, (2, 6)), (10, (3, 9))):
        ends = [len({way[0] for way in tables.ways(RAIL, space, length)}) for space in boarding]
        assert (min(ends), max(ends)) == most
    for length, mean in ((3, 9), (4, 16), (5, 26), (6, 39)):
        ends = [len({way[0] for way in tables.ways(DRIVE, space, length)}) for space in range(tables.size)]
        assert round(sum(ends) / len(ends)) == mean


def test_every_length_has_a_move_from_every_space() -> None:
    tables = game().tables
    for space in range(tables.size):
        assert all(tables.ways(DRIVE, space, length) for length in range(1, 11))
        assert all(tables.ways(WALK, space, length) for length in range(1, 5))


def edge(data: Board, a: str, b: str) -> Board:
    found: Board = next(each for each in data["edges"] if {each["a"], each["b"]} == {a, b})
    return found


def node(data: Board, id: str) -> Board:
    found: Board = next(each for each in data["nodes"] if each["id"] == id)
    return found


def drop(data: Board, a: str, b: str) -> None:
    data["edges"].remove(edge(data, a, b))


def join(data: Board, a: str, b: str, **more: Any) -> None:
    data["edges"].append({"a": a, "b": b, "street": "New St", "kind": "road", "rail": False, **more})


BROKEN: list[tuple[str, str, Callable[[Board], Any]]] = [
    ("nodes[1].id", "already nodes[0].id", lambda d: d["nodes"][1].update(id=d["nodes"][0]["id"])),
    ("bridges[0].id", "already nodes", lambda d: d["bridges"][0].update(id="pearl")),
    ("modes[3].color", "already", lambda d: d["modes"][0].update(color="red")),
    ("modes[3].id", "the word for an exchange", lambda d: d["modes"][3].update(id="exchange")),
    ("overpasses[1].id", "already overpasses[0]", lambda d: d["overpasses"][1].update(id="skidmore")),
    ("edges[5].a", "no space 'nowhere'", lambda d: d["edges"][5].update(a="nowhere")),
    ("bridges[2].node", "no space", lambda d: d["bridges"][2].update(node="nowhere")),
    ("bridges[2].node", "not bridge:steel", lambda d: d["bridges"][2].update(node="pearl")),
    ("bridges[0].order", "has order 1", lambda d: d["bridges"].reverse()),
    ("edges[5]", "joined to itself", lambda d: d["edges"][5].update(a="irvington", b="irvington")),
    ("edges[150]", "are joined by edges", lambda d: join(d, "pearl", "ev_10")),
    ("edges[3].rail", "both on the rails", lambda d: d["edges"][3].update(rail=True)),
    ("edges[3].oneway", "one-way", lambda d: d["edges"][3].update(oneway=True)),
    ("overpasses[0].upper", "does not say", lambda d: node(d, "ov_burn_1st").pop("deck")),
    ("overpasses[0]", "not joined by stairs", lambda d: drop(d, "ov_burn_1st", "skidmore")),
    ("overpasses[0].rail_below", "the opposite", lambda d: d["overpasses"][0].update(rail_below=False)),
    ("edges[150].kind", "stairs join", lambda d: join(d, "pearl", "union", kind="stairs")),
    ("nodes[13].deck", "a deck of no overpass", lambda d: d["nodes"][13].update(deck="upper")),
    ("nodes", "one start", lambda d: node(d, "pearl").update(kind="start")),
    ("modes", "one mode goes on rails", lambda d: d["modes"][7].update(network="drive")),
    ("bridges", "one bridge carries the rails", lambda d: node(d, "br_fremont").update(rail=True)),
    ("game.blue_flags", "one blue flag for each round", lambda d: d["game"].update(blue_flags=4)),
    ("barges", "one barge for each round", lambda d: d["barges"].pop()),
    ("nodes[10]", "is a dead end", lambda d: drop(d, "front", "union")),
    ("nodes[10]", "has 3 neighbours", lambda d: join(d, "front", "lovejoy")),
    ("nodes[0]", "has 3 neighbours", lambda d: join(d, "br_fremont", "front")),
    (
        "nodes[19].rail",
        "neighbours on the rails",
        lambda d: edge(d, "glisan_4", "old_town").update(rail=False),
    ),
    ("nodes[11]", "too near", lambda d: node(d, "i405_lovejoy").update(x=205, y=130)),
    ("edges[150]", "no overpass", lambda d: join(d, "i405_glisan", "bway_everett")),
    ("edges[150]", "crosses the river", lambda d: join(d, "riverplace", "omsi")),
    ("nodes[9].bank", "bridges lie in the river", lambda d: d["nodes"][9].update(bank="river")),
    ("bridges[0]", "does not join west and east", lambda d: node(d, "kerby").update(bank="west")),
    ("nodes[17].name", "is a word of the game", lambda d: node(d, "pearl").update(name="Red")),
    ("nodes[17].name", "is a word of the game", lambda d: node(d, "pearl").update(name="Exchange")),
    ("nodes[17].name", "has no letter", lambda d: node(d, "pearl").update(name="2")),
    ("nodes[17].name", "means something else", lambda d: node(d, "pearl").update(name="[/x]")),
    ("nodes[17].name", "is also what old_town", lambda d: node(d, "pearl").update(name="Old Town")),
    ("nodes[17].name", "is also what br_steel", lambda d: node(d, "pearl").update(name="Steel")),
    ("specials[0].name", "is also what taxi", lambda d: d["specials"][0].update(name="Taxi")),
    ("title", "means something else", lambda d: d.update(title="[red]")),
    ("modes[3].color", "has the letter W of white", lambda d: d["modes"][3].update(color="wine")),
    ("game.player_colors[3]", "the letter G", lambda d: d["game"]["player_colors"].__setitem__(3, "grey")),
    ("nodes[17].id", "does not match", lambda d: node(d, "pearl").update(id="pearl\n")),
    ("modes[5].speed", "6 is greater than the maximum of 5", lambda d: d["modes"][5].update(speed=6)),
    ("modes[5].speed", "4.0 is not of type 'integer'", lambda d: d["modes"][5].update(speed=4.0)),
    ("canvas", "more than 3 times", lambda d: d.update(canvas=[900, 2800])),
    ("nodes[17]", "beside the canvas", lambda d: node(d, "pearl").update(x=1001)),
    ("nodes[8]", "one connection leads from the start", lambda d: join(d, "start", "i405_glisan")),
    ("nodes[8]", "and no rails", lambda d: node(d, "start").update(rail=True)),
    ("edges", "40000 at most", lambda d: stretch(d, 2.9)),
]


def stretch(data: Board, by: float) -> None:
    data["canvas"] = [side * 2 for side in data["canvas"]]
    for number, each in enumerate(data["nodes"]):
        each["x"] = each["x"] * by if number % 2 else each["x"]
        each["x"] = min(each["x"], data["canvas"][0])


@pytest.mark.parametrize(("key", "reason", "breaking"), BROKEN, ids=[f"{k}-{r}" for k, r, _ in BROKEN])
def test_the_judge_names_key_and_reason(key: str, reason: str, breaking: Callable[[Board], Any]) -> None:
    data = copy.deepcopy(game().board.data)
    breaking(data)
    with pytest.raises(BoardError) as caught:
        read_board("bridgetown", json.dumps(data), "mine.json")
    assert any(key == found and reason in why for found, why in caught.value.faults), str(caught.value)


def test_a_board_that_falls_apart_without_one_street_is_refused() -> None:
    data = copy.deepcopy(game().board.data)
    for other in ("vaughn", "i405_glisan"):
        drop(data, "i405_lovejoy", other)
    join(data, "i405_lovejoy", "lovejoy", street="again")
    with pytest.raises(BoardError):
        read_board("bridgetown", json.dumps(data), "mine.json")
    data = copy.deepcopy(game().board.data)
    for bridge, west in zip(data["bridges"][:-1], ("vaughn", "union", "old_town"), strict=False):
        drop(data, bridge["node"], west)
    with pytest.raises(BoardError):
        read_board("bridgetown", json.dumps(data), "mine.json")


def test_rails_in_two_parts_are_refused() -> None:
    data = copy.deepcopy(game().board.data)
    edge(data, "rose_q", "holladay")["rail"] = False
    with pytest.raises(BoardError, match="rails"):
        read_board("bridgetown", json.dumps(data), "mine.json")


@pytest.mark.parametrize("key", ["nodes", "edges", "bridges", "modes", "specials", "game", "river", "barges"])
def test_the_schema_asks_for_every_part(key: str) -> None:
    data = copy.deepcopy(game().board.data)
    del data[key]
    with pytest.raises(BoardError, match=key):
        read_board("bridgetown", json.dumps(data), "mine.json")


def test_a_board_with_so_many_ways_that_tables_would_explode_is_refused() -> None:
    rng = Random(5)
    crowded = next(board for board in iter(lambda: odd_boards.dense(rng), None) if len(board["nodes"]) > 110)
    with pytest.raises(BoardError, match="edges: there are more than 200000 ways to ride"):
        read_board("bridgetown", json.dumps(crowded), "mine.json")


def test_a_board_on_which_one_ride_crosses_many_bridges_is_refused() -> None:
    data = copy.deepcopy(game().board.data)
    banks = {each["id"]: each["bank"] for each in data["nodes"]}
    for each in data["edges"]:
        if each["kind"] == "bridge":
            end = "a" if banks[each["b"]] == "river" else "b"
            each[end] = {"west": "naito_morr", "east": "i5_morr"}[banks[each[end]]]
    [(key, reason)] = _ways(Tables(data))
    assert key.startswith("nodes[")
    assert reason == "a ride of 10 from here can cross 5 bridges; 4 at most"


def test_a_corner_where_more_than_eight_streets_meet_is_refused() -> None:
    data = copy.deepcopy(game().board.data)
    for other in ("lovejoy", "hoyt", "front", "naito_n", "glisan_4", "i405_lovejoy"):
        join(data, "pearl", other)
    with pytest.raises(BoardError, match="pearl has 9 neighbours; 8 at most"):
        read_board("bridgetown", json.dumps(data), "mine.json")


def test_a_walker_who_could_only_turn_back_is_found() -> None:
    data = copy.deepcopy(game().board.data)
    tables = Tables(data)
    pearl, ev_10 = tables.index["pearl"], tables.index["ev_10"]
    tables.paths[ev_10] = [pearl]
    assert _endless(tables) == [(f"nodes[{ev_10}]", "a walk move from pearl to ev_10 cannot go on")]


def test_the_start_of_a_game_of_every_size_finds_flags_enough() -> None:
    data = copy.deepcopy(game().board.data)
    data["game"]["setup_max_same_color"] = 1
    other = load("bridgetown", json.dumps(data), "mine.json")
    for players in other.seats:
        for streetcar in ("rails", "free"):
            conform(other, players, 1, {"streetcar": streetcar})


def test_another_board_can_be_played() -> None:
    data = copy.deepcopy(game().board.data)
    data["id"] = "mine"
    data["modes"][5]["speed"] = 5
    other = load("bridgetown", json.dumps(data), "mine.json")
    assert other.board.id == "mine"
    assert other.legal_actions(other.start(3))


def mutated(data: Board, rng: Random) -> Board:
    """A board with one or two values changed, dropped or borrowed from elsewhere."""
    other = copy.deepcopy(data)
    for _ in range(rng.randint(1, 2)):
        part = other[rng.choice(["nodes", "edges", "bridges", "modes", "overpasses", "game", "barges"])]
        each = rng.choice(part) if isinstance(part, list) else part
        key = rng.choice(list(each))
        ids = [node["id"] for node in data["nodes"]]
        how = rng.randrange(4)
        if how == 0:
            del each[key]
        elif how == 1:
            each[key] = rng.choice(
                [*ids, 0, -1, 7, True, None, [], "road", "junction", "stairs", "bridge:steel"]
            )
        elif how == 2:
            each[key] = part[0].get(key, 1) if isinstance(part, list) else 1
        elif isinstance(part, list):
            part.remove(each)
    return other


def test_a_mutated_board_is_read_or_refused_and_never_crashes(count: Callable[[int, int], int]) -> None:
    rng = Random(2)
    refused = 0
    for _ in range(count(40, 1000)):
        try:
            read_board("bridgetown", json.dumps(mutated(game().board.data, rng)), "mutated.json")
        except BoardError as error:
            refused += 1
            assert all(key and reason for key, reason in error.faults)
    assert refused > 20
