"""A view in words: one's companies and what to do, the others, then every station and where it lies."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, degrees, hypot
from typing import TYPE_CHECKING

from branchline.core.game import Json
from branchline.core.looks import Part, listed, seat_order, turn
from branchline.games.string_railway.rules.refusals import decimal

if TYPE_CHECKING:
    from branchline.games.string_railway.looks import Looks
    from branchline.games.string_railway.rules.game import StringRailway

WINDS = ("east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east")
MIDDLE = 0.25  # of the way from the middle of the field to its rim is still its middle


def position(looks: Looks, view: Json, people: Sequence[str] = ()) -> list[Part]:
    game, said = looks.game, looks.game.words.sentence
    parts: list[Part] = [(said("looks", "now"), now(looks, view, people))]
    others = []
    for seat, facts in seat_order(view):
        own = [company(game, view, each) for each in view["companies"] if each["id"] in facts["companies"]]
        if view["seat"] == seat:
            parts.append((said("looks", "yours.both" if len(own) > 1 else "yours"), own))
        else:
            others.append(said("looks", "seat.told", seat, " ".join(own), people=people))
    parts.append((said("looks", "others" if view["seat"] is not None else "seats"), others))
    if view["tiles"]:
        found = [station(game, view, each) for each in view["tiles"]]
        parts.append((said("looks", "stations"), found))
    deck = listed((said("looks", "deck.kind", count, kind) for kind, count in view["deck"].items()), "")
    parts.append((said("looks", "deck"), [f"{deck}." if deck else said("looks", "deck.nothing")]))
    return parts


def now(looks: Looks, view: Json, people: Sequence[str]) -> list[str]:
    said = looks.game.words.sentence
    lines = [turn(view, people)]
    if view["company"]:
        left = looks.prompt(view)
        lines.append(said("looks", "now.company" if left else "now.draws", view["company"], left))
    if not view["field"]:
        lines.append(said("looks", "no-field"))
    elif view["river"]:
        lines.append(said("looks", "ground"))
    return lines


def company(game: StringRailway, view: Json, each: Json) -> str:
    said = game.words.sentence
    there = [tile["id"] for tile in view["tiles"] if each["id"] in tile["present"]]
    laid = sum(string["company"] == each["id"] for string in view["strings"])
    counts = each["score"], each["short"], each["long"], laid
    return said("looks", "company", each["id"], *counts, there or said("looks", "none"))


def station(game: StringRailway, view: Json, tile: Json) -> str:
    """Its worth, who is there and how many more may come, and where it lies."""
    said = game.words.sentence
    worth = said("looks", "worth.each", tile["points"]) if tile["kind"] == "junction" else str(tile["points"])
    if tile["points"] != tile["others"] and tile["kind"] != "junction":
        worth = said("looks", "worth.owner", tile["points"], tile["others"])
    here: str | list[str] = tile["present"] or said("looks", "nobody")
    if tile["limit"]:
        here = said("looks", "room", here, len(tile["present"]), tile["limit"])
    where = [said("looks", f"in.{whereabouts(view, tile)}")]
    if tile["mountain"]:
        where.append(said("looks", "high"))
    where += nearest(game, view, tile)
    return said("looks", "station", tile["id"], worth.replace("-", "−"), here, where)


def whereabouts(view: Json, tile: Json) -> str:
    """The part of the field in which a station lies.

    >>> whereabouts({"field": [[0, 0], [100, 0], [100, 100], [0, 100]]}, {"x": 90, "y": 50})
    'east'
    """
    xs, ys = [x for x, _ in view["field"]], [y for _, y in view["field"]]
    across = (tile["x"] - (min(xs) + max(xs)) / 2) / ((max(xs) - min(xs)) / 2)
    up = (tile["y"] - (min(ys) + max(ys)) / 2) / ((max(ys) - min(ys)) / 2)
    return "middle" if hypot(across, up) < MIDDLE else wind(across, up)


def nearest(game: StringRailway, view: Json, tile: Json) -> list[str]:
    """How one comes here from the nearest other station, if there is one."""
    others = [each for each in view["tiles"] if each is not tile]
    if not others:
        return []
    near = min(others, key=lambda each: hypot(each["x"] - tile["x"], each["y"] - tile["y"]))
    return [from_other(game, tile, near)]


def from_other(game: StringRailway, tile: Json, other: Json) -> str:
    """How far away from another station it lies, and in which direction."""
    across, up = tile["x"] - other["x"], tile["y"] - other["y"]
    away = decimal(game, f"{hypot(across, up) / 1000:.1f}")
    return game.words.sentence("looks", f"of.{wind(across, up)}", away, other["id"])


def wind(across: float, up: float) -> str:
    """
    >>> wind(1, 0), wind(-1, -1)
    ('east', 'south-west')
    """
    return WINDS[round(degrees(atan2(up, across)) / 45) % 8]
