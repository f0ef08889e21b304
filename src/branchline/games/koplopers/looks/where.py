"""How far a station is from one's trains, in words: whoever cannot see the lines asks for it."""

from __future__ import annotations

from functools import partial, reduce
from typing import TYPE_CHECKING, Any, NamedTuple

from branchline.core.bits import mask_of
from branchline.core.game import Json
from branchline.games.koplopers.looks.position import ticket

if TYPE_CHECKING:
    from branchline.games.koplopers.looks import Looks
    from branchline.games.koplopers.rules.game import Koplopers


class Way(NamedTuple):
    """How a train comes to a station: for so many points, past these, turned round first or not."""

    points: int
    past: list[str]
    turned: bool


def places(looks: Looks, view: Json) -> dict[str, str]:
    """Stations."""
    return {id: looks.game.words.name(id) for id in looks.game.tables.stations}


def where(looks: Looks, view: Json, place: str) -> list[str]:
    game = looks.game
    trains = [each for each in view["trains"] if view["seat"] in (None, each["seat"])]
    if not place:
        said = game.words.sentence
        return [near(game, view, each) for each in trains] or [said("looks", "trains.none-yet")]
    return [*here(game, view, place), *(told(game, view, each, place) for each in trains)]


def ways(game: Koplopers, view: Json, train: dict[str, Any]) -> dict[str, Way]:
    """Every station that a train could come to, the cheapest way to each.

    drive.onward, drive.disrupted, turn.once; that a drive ends on a free section (drive.free) is a matter of
    the moment and is left out. A train that is blocked has none.
    """
    tables, found = game.tables, dict[str, Way]()
    if train["blocked"]:
        return found
    closed = mask_of(tables.station_index[station] for station in view["letters"].values() if station)
    start = 2 * tables.section_index[train["section"]]
    if tables.nodes[tables.front[start]] != train["front"]:
        start ^= 1
    may_turn = tables.station[start] >= 0 or tables.in_yard[start]
    for turned in (False, True) if may_turn else (False,):
        seen, front = {start ^ turned}, [(start ^ turned, int(turned), list[str]())]
        for direction, points, past in front:  # grows while it is read
            station = tables.station[direction]
            on = past
            if station >= 0:
                id = tables.stations[station]
                if id not in found or points < found[id].points:
                    found[id] = Way(points, past, turned)
                on = [*past, id] if points > turned else past
            for end in tables.onward[direction]:
                if end not in seen and not tables.front_bit[end] & closed:
                    seen.add(end)
                    front.append((end, points + 1, on))
    return found


def near(game: Koplopers, view: Json, train: dict[str, Any]) -> str:
    """The stations that a train comes to for the points of one turn, the nearest first."""
    said, rings = partial(game.words.sentence, "looks"), dict[int, list[str]]()
    found = ways(game, view, train)
    for station, way in sorted(found.items(), key=lambda each: each[1].points):
        if 0 < way.points <= view["points_a_turn"]:
            rings.setdefault(way.points, []).append(station)
    lines = [said("where.ring", points, stations) for points, stations in rings.items()]
    told = reduce(partial(said, "where.also"), lines) if lines else said("where.nowhere")
    return said("where.train", train["id"], told)


def here(game: Koplopers, view: Json, place: str) -> list[str]:
    """Where it lies, who waits there, and what is disrupted."""
    said, lines = partial(game.words.sentence, "looks"), list[str]()
    for region in game.board.data["regions"].values():
        if place in region["stations"]:
            waiting = [ticket(game, game.chip[id]) for id in view["waiting"].get(place, ())]
            lines.append(said("waiting.at", place, region["name"], waiting or said("nobody")))
    lines += [
        said("letter", letter, station) for letter, station in view["letters"].items() if station == place
    ]
    return lines


def told(game: Koplopers, view: Json, train: dict[str, Any], place: str) -> str:
    """How far it is for a train, and what it passes."""
    said, found = partial(game.words.sentence, "looks"), ways(game, view, train).get(place)
    if train["station"] == place:
        return said("where.train", train["id"], said("where.here"))
    if found is None:
        blocked = train["blocked"]
        return said("where.train", train["id"], said("mark.blocked" if blocked else "where.no-way"))
    parts = [said("points", found.points)]
    if found.turned:
        parts.append(said("where.turned"))
    if found.past:
        parts.append(said("where.past", found.past))
    return said("where.train", train["id"], parts)
