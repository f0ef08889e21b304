"""A view in words: one's companies and what to do, the others, then every station and where it lies."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, degrees, hypot
from typing import TYPE_CHECKING

from branchline.core.game import Json
from branchline.core.looks import Part, listed, seat_order, seated, turn
from branchline.core.words import plural

if TYPE_CHECKING:
    from branchline.games.string_railway.looks import Looks
    from branchline.games.string_railway.rules.game import StringRailway

WINDS = ("east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east")
MIDDLE = 0.25  # of the way from the middle of the field to its rim is still its middle


def position(looks: Looks, view: Json, people: Sequence[str] = ()) -> list[Part]:
    game = looks.game
    parts: list[Part] = [("Now", now(looks, view, people))]
    others = []
    for seat, facts in seat_order(view):
        own = [company(game, view, each) for each in view["companies"] if each["id"] in facts["companies"]]
        if view["seat"] == seat:
            parts.append(("Your companies" if len(own) > 1 else "Your company", own))
        else:
            others.append(f"{seated(view, seat, people)}: {' '.join(own)}")
    parts.append(("The others" if view["seat"] is not None else "The seats", others))
    if view["tiles"]:
        parts.append(("Stations", [station(game, view, each) for each in view["tiles"]]))
    deck = [f"{count} {game.words.name(kind)}" for kind, count in view["deck"].items()]
    parts.append(("In the deck", [f"{listed(deck)}."]))
    return parts


def now(looks: Looks, view: Json, people: Sequence[str]) -> list[str]:
    game = looks.game
    lines = [turn(view, people)]
    if view["company"]:
        left = looks.prompt(view)
        lines.append(f"{game.words.name(view['company'])}{f': {left}' if left else ' draws a station'}.")
    if not view["field"]:
        lines.append("The field is not laid yet.")
    elif view["river"]:
        lines.append("A river runs through the field, and there is a mountain.")
    return lines


def company(game: StringRailway, view: Json, each: Json) -> str:
    there = [game.words.name(tile["id"]) for tile in view["tiles"] if each["id"] in tile["present"]]
    strings = [string for string in view["strings"] if string["company"] == each["id"]]
    return (
        f"{game.words.name(each['id'])}: {plural(each['score'], '# point', '# points')}, "
        f"{each['short']} short and {each['long']} long strings left, {len(strings)} laid; "
        f"stations: {listed(there, 'none')}."
    )


def station(game: StringRailway, view: Json, tile: Json) -> str:
    """Its worth, who is there and how many more may come, and where it lies."""
    name = game.words.name
    worth = f"{tile['points']} a company" if tile["kind"] == "junction" else str(tile["points"])
    if tile["points"] != tile["others"] and tile["kind"] != "junction":
        worth = f"{tile['points']} for its owner, {tile['others']} for others"
    room = "" if not tile["limit"] else f", {len(tile['present'])} of {tile['limit']}"
    here = listed(map(name, tile["present"]), "nobody")
    high = ", on the mountain" if tile["mountain"] else ""
    return (
        f"{name(tile['id'])}: {worth.replace('-', '−')}; {here}{room}; "
        f"{whereabouts(view, tile)}{high}{nearest(game, view, tile)}."
    )


def whereabouts(view: Json, tile: Json) -> str:
    """The part of the field in which a station lies.

    >>> whereabouts({"field": [[0, 0], [100, 0], [100, 100], [0, 100]]}, {"x": 90, "y": 50})
    'in the east'
    """
    xs, ys = [x for x, _ in view["field"]], [y for _, y in view["field"]]
    across = (tile["x"] - (min(xs) + max(xs)) / 2) / ((max(xs) - min(xs)) / 2)
    up = (tile["y"] - (min(ys) + max(ys)) / 2) / ((max(ys) - min(ys)) / 2)
    return "in the middle" if hypot(across, up) < MIDDLE else f"in the {wind(across, up)}"


def nearest(game: StringRailway, view: Json, tile: Json) -> str:
    """How one comes here from the nearest other station."""
    others = [each for each in view["tiles"] if each is not tile]
    if not others:
        return ""
    near = min(others, key=lambda each: hypot(each["x"] - tile["x"], each["y"] - tile["y"]))
    across, up = tile["x"] - near["x"], tile["y"] - near["y"]
    return f", {hypot(across, up) / 1000:.1f} cm {wind(across, up)} of {game.words.name(near['id'])}"


def wind(across: float, up: float) -> str:
    """
    >>> wind(1, 0), wind(-1, -1)
    ('east', 'south-west')
    """
    return WINDS[round(degrees(atan2(up, across)) / 45) % 8]
