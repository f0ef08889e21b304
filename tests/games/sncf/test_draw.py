"""Pictures: whole SVG files in which every place is named, nothing overlaps and track joins neighbours."""

from __future__ import annotations

import json
import re
from itertools import combinations
from random import Random
from typing import cast
from xml.etree import ElementTree

import pytest

from branchline.core.board import Board
from branchline.core.game import CHANCE, OVER, Json
from branchline.core.svg import COLOURS, SIGNAL, Box, around, text_width
from branchline.games import game_on
from branchline.games.sncf.looks import draw
from branchline.games.sncf.looks.text import LETTER
from branchline.games.sncf.rules.game import Sncf

from .positions import drawn, france_game, germany_game

GAMES = {"france": france_game(), "germany": germany_game()}
SVG = "{http://www.w3.org/2000/svg}"


def views(game: Sncf, seed: int, players: int, every: int = 90, **options: str) -> list[Json]:
    """What a seat sees in the course of a random game, the end included."""
    rng, state, found = Random(seed), game.start(players, **options), []
    for number in range(game.longest):
        if number % every == 0 or state.to_move == OVER:
            found.append(game.looks.view(game.mask(state, 0), 0))
        if state.to_move == OVER:
            break
        action = game.draw(state, rng) if state.to_move == CHANCE else game.random_action(state, rng)
        game.apply(state, action)
    return found


def names(root: ElementTree.Element) -> dict[str, list[Box]]:
    """The boxes of each name's lines on the map, as a renderer must fill them."""
    found: dict[str, list[Box]] = {}
    for group in root.iter(f"{SVG}g"):
        title = group.find(f"{SVG}title")
        if title is not None:
            size = float(group.attrib["font-size"])
            for line in group.iter(f"{SVG}text"):
                x, y = float(line.attrib["x"]), float(line.attrib["y"])
                half = float(line.attrib["textLength"]) / 2
                box = Box(x - half, y - 0.9 * size, x + half, y)
                found.setdefault(title.text or "", []).append(box)
    return found


def circles(root: ElementTree.Element) -> list[Box]:
    found = []
    for each in root.iter(f"{SVG}circle"):
        x, y, radius = (float(each.get(key, "0")) for key in ("cx", "cy", "r"))
        found.append(around(x, y, radius, radius))
    return found


def assert_nothing_overlaps(root: ElementTree.Element) -> None:
    named = names(root)
    for one, other in combinations(named, 2):
        assert not any(a.meets(b) for a in named[one] for b in named[other]), f"{one} lies over {other}"
    for name, boxes in named.items():
        covered = [disc for disc in circles(root) for box in boxes if box.meets(disc)]
        assert not covered, f"{name} lies over {covered}"


@pytest.mark.parametrize("country", GAMES)
def test_the_bare_board_names_every_place_and_says_whose_it_is(country: str) -> None:
    game = GAMES[country]
    svg = game.looks.picture(None)
    root = ElementTree.fromstring(svg)
    shown = " ".join(names(root)) + " ".join(each.text or "" for each in root.iter(f"{SVG}text"))
    for id, name in game.tables.names.items():
        assert f"{name} ({id})" in shown or name.upper() in shown
    for each in game.board.data["hexes"]:
        assert each["kind"] != "rural" or each["id"] in shown
    assert game.board.data["title"] in shown
    assert game.board.data["note"].split(":")[0] in shown


@pytest.mark.parametrize(("players", "hidden"), [(3, "strict"), (4, "tally"), (6, "open")])
@pytest.mark.parametrize("country", GAMES)
def test_nothing_overlaps_from_the_first_draw_to_the_end(country: str, players: int, hidden: str) -> None:
    game = GAMES[country]
    for view in (None, *views(game, players, players, hidden=hidden)):
        assert_nothing_overlaps(ElementTree.fromstring(game.looks.picture(view)))


def texts(root: ElementTree.Element) -> list[Box]:
    """Every text as wide as it is squeezed to, or by an estimate on the wide side."""
    found = []
    for group in (root, *root.iter(f"{SVG}g")):
        for each in group.findall(f"{SVG}text"):
            place = {**group.attrib, **each.attrib}
            size, x, y = (float(place[key]) for key in ("font-size", "x", "y"))
            wide = float(place.get("textLength", text_width(each.text or "", size)))
            left = x - wide * {"start": 0, "middle": 0.5, "end": 1}[place.get("text-anchor", "start")]
            found.append(Box(left, y - size, left + wide, y))
    return found


@pytest.mark.parametrize("country", GAMES)
def test_nothing_lies_outside_the_page(country: str) -> None:
    for view in (None, *views(GAMES[country], 5, 6, hidden="open")):
        root = ElementTree.fromstring(GAMES[country].looks.picture(view))
        width, height = float(root.attrib["width"]), float(root.attrib["height"])
        for box in (*circles(root), *texts(root)):
            assert box.left > 0 and box.top > 0 and box.right < width and box.bottom < height


@pytest.mark.parametrize("country", GAMES)
def test_track_joins_neighbours_and_leaves_no_hex_out(country: str) -> None:
    game = GAMES[country]
    tables = game.tables
    for view in views(game, 2, 4):
        svg = game.looks.picture(view)
        for railroad in view["railroads"]:
            track = railroad["track"]
            pairs = draw.network(game, track)
            for one, other in pairs:
                assert tables.neighbours[tables.index[one]] >> tables.index[other] & 1
            assert len(pairs) == max(0, len(track) - 1), "a railroad is one piece and has no ring"
            assert {id for pair in pairs for id in pair} == (set(track) if pairs else set())
            path = re.search(f'd="([^"]*)"[^>]*class="track {railroad["id"]}"', svg)
            assert (path[1].count("M") if path else 0) == len(pairs)


def test_two_railroads_in_one_hex_run_side_by_side() -> None:
    game = GAMES["france"]
    for view in views(game, 2, 4):
        sheet = draw.Sheet(game, view)
        shared = [id for id, both in sheet.holders.items() if len(both) == 2]
        svg = game.looks.picture(view)
        for id in shared:
            x, y = sheet.at[id]
            for colour, side in zip(sheet.holders[id], (-draw.BESIDE, draw.BESIDE), strict=True):
                path = re.search(f'd="([^"]*)"[^>]*class="track {colour}"', svg)
                assert path is not None
                assert f"{x:.1f} {y + side:.1f}" in path[1]


def test_every_railroad_has_its_letter_and_its_marker() -> None:
    view = views(GAMES["germany"], 3, 4)[-1]
    root = ElementTree.fromstring(GAMES["germany"].looks.picture(view))
    letters = [each.text for each in root.iter(f"{SVG}text") if each.get("text-anchor") == "middle"]
    for railroad in view["railroads"]:
        letter = LETTER[railroad["id"]]
        on_map = int(len(railroad["track"]) > 0)
        assert letters.count(letter) >= 2 + on_map, "in the panel, on the value track, on the map"
    assert set(LETTER) == set(COLOURS)


@pytest.mark.parametrize("country", GAMES)
def test_a_city_that_ends_the_game_is_ringed_until_it_has_track(country: str) -> None:
    game = GAMES[country]

    def rings(view: Json | None) -> int:
        root = ElementTree.fromstring(game.looks.picture(view))
        return sum(each.get("stroke") == SIGNAL for each in root.iter(f"{SVG}circle")) - 1  # the legend

    left = len(draw.Sheet(game, None).ends)
    assert rings(None) == left
    view = views(game, 3, 4)[-1]
    held = {id for railroad in view["railroads"] for id in railroad["track"]}
    assert rings(view) == len(draw.Sheet(game, view).ends - held)


def test_names_that_try_to_break_out_are_escaped() -> None:
    hostile = [
        "</text><script>x()</script>",
        "\"' onload='x' \x00\ud800",
        "]]>&lt;&amp;",
        "W" * 30,
        "- -",
        "-",
    ]
    data = json.loads(json.dumps(GAMES["germany"].board.data))
    data["title"], data["note"] = hostile[0], "N" * 200 + " " + hostile[1] + " <b>" * 40
    cities = [each for each in data["hexes"] if "name" in each]
    for number, each in enumerate(cities):
        each["name"] = hostile[number % len(hostile)]
    data["blocked"][0]["because"] = hostile[0]
    board = Board("germany-1", data, "")
    svg = game_on("sncf-germany", board).looks.picture(None)
    root = ElementTree.fromstring(svg.encode())
    kinds = {each.tag.removeprefix(SVG) for each in root.iter()}
    assert kinds <= {"svg", "title", "g", "rect", "circle", "line", "path", "text", "radialGradient", "stop"}
    assert_nothing_overlaps(root)


def test_a_small_board_and_one_full_of_long_names_are_drawn() -> None:
    small = drawn("germany", "2 . 2")
    assert_nothing_overlaps(ElementTree.fromstring(small.looks.picture(None)))
    rows = [" ".join("283.4832"[(3 * row + column) % 8] for column in range(10)) for row in range(9)]
    data = json.loads(json.dumps(drawn("germany", "\n".join(rows)).board.data))
    for number, each in enumerate(each for each in data["hexes"] if "name" in each):
        each["name"] = ("Villefranche-de-Rouergue", "Ax", "Neubrandenburg", "Saint-Étienne")[number % 4]
    full = cast(Sncf, game_on("sncf-germany", Board("full", data, "")))
    for view in (None, *views(full, 1, 4)):
        assert_nothing_overlaps(ElementTree.fromstring(full.looks.picture(view)))


@pytest.mark.parametrize("country", GAMES)
def test_the_same_view_gives_the_same_bytes(country: str) -> None:
    view = views(GAMES[country], 1, 5)[-1]
    again = game_on(f"sncf-{country}", GAMES[country].board)
    assert again.looks.picture(json.loads(json.dumps(view))) == GAMES[country].looks.picture(view)


def test_a_picture_needs_nothing_from_outside() -> None:
    svg = GAMES["france"].looks.picture(None)
    assert re.findall(r"https?://[^\"]+", svg) == ["http://www.w3.org/2000/svg"]
    assert "href" not in svg and "@import" not in svg


def test_it_renders_to_png() -> None:
    resvg = pytest.importorskip("resvg_py")
    png = resvg.svg_to_bytes(svg_string=GAMES["france"].looks.picture(None), zoom=0.5)
    assert png.startswith(b"\x89PNG")
