"""How far a hex is for every railroad, in words: whoever cannot see the map asks for it."""

from __future__ import annotations

from functools import partial, reduce
from typing import TYPE_CHECKING

from branchline.core.bits import bits, mask_of
from branchline.core.game import Json
from branchline.games.sncf.rules.state import COLOURS, MOST_CUBES

if TYPE_CHECKING:
    from branchline.games.sncf.looks import Looks
    from branchline.games.sncf.rules.game import Sncf


def places(looks: Looks, view: Json) -> dict[str, str]:
    """Railroads and hexes."""
    return {id: looks.game.words.name(id) for id in (*COLOURS, *looks.game.tables.index)}


def where(looks: Looks, view: Json, place: str) -> list[str]:
    game = looks.game
    if not place:
        return [near(game, view, each["id"]) for each in view["railroads"]]
    if place in COLOURS:
        return [f"{each}." for each in cities(game, rings(game, view, place))] or [near(game, view, place)]
    return hexagon(game, view, place)


def rings(game: Sncf, view: Json, railroad: str) -> list[int]:
    """The hexes that a railroad reaches with no cube, with one, with two and so on, as sets.

    build.rural, build.city, build.paris, build.suburb, build.heavy-line; what build.cut-off forbids may be
    allowed a turn later and is not left out.
    """
    tables, own, once, twice = game.tables, 0, 0, 0
    for each in view["railroads"]:
        track = mask_of(tables.index[id] for id in each["track"])
        own |= track if each["id"] == railroad else 0
        once, twice = once | track, twice | once & track
    closed = own | twice | once & tables.cities | tables.kinds["paris"] | tables.suburbs
    free, found = tables.land & ~closed, [own]
    while found[-1]:
        found.append(tables.around(found[-1]) & free)
        free &= ~found[-1]
    return found[:-1]


def way(game: Sncf, found: list[int], index: int) -> list[str]:
    """The hexes of one shortest way to a hex of these rings, past cities where it may be."""
    tables, path = game.tables, list[int]()
    for ring in reversed(found[: next(n for n, ring in enumerate(found) if ring >> index & 1)]):
        path.append(index)
        index = max(bits(tables.neighbours[index] & ring), key=tables.points.__getitem__)
    return [tables.ids[each] for each in reversed(path)]


def cities(game: Sncf, found: list[int]) -> list[str]:
    """The cities at each distance with their values, the nearest first."""
    tables, name = game.tables, game.words.name
    lines = []
    for cubes, ring in enumerate(found[1:], start=1):
        there = sorted(bits(ring & tables.cities), key=lambda index: -tables.points[index])
        if there:
            told = [f"{name(tables.ids[index])} {tables.points[index]}" for index in there]
            lines.append(game.words.sentence("looks", "where.ring", cubes, told))
    return lines


def near(game: Sncf, view: Json, railroad: str) -> str:
    """What one build of a railroad could reach, in one line."""
    said, found = partial(game.words.sentence, "looks"), rings(game, view, railroad)
    if not found:
        return said("told", railroad, said("where.unstarted"))
    told = cities(game, found[: MOST_CUBES + 1])
    return said("told", railroad, reduce(partial(said, "joined"), told) if told else said("no-city"))


def hexagon(game: Sncf, view: Json, place: str) -> list[str]:
    """What a hex is, its track and heavy lines, and who would need how many cubes, by which hexes."""
    tables, said = game.tables, partial(game.words.sentence, "looks")
    index = tables.index[place]
    there = [each["id"] for each in view["railroads"] if place in each["track"]]
    lines = [said(f"where.{kind(game, index)}", tables.points[index])]
    if there:
        lines.append(said("where.track", there))
    across = [tables.ids[other] for pair in tables.blocked if index in pair for other in pair - {index}]
    if across:
        lines.append(said("where.heavy", across))
    found, none = list[tuple[int, str]](), list[str]()
    for each in view["railroads"]:
        ways = rings(game, view, each["id"])
        if each["id"] in there or not ways:
            continue
        if not any(ring >> index & 1 for ring in ways):
            none.append(each["id"])
            continue
        path = way(game, ways, index)
        short = each["box"] is not None and each["box"] < len(path)
        key = "where.away.box" if short else "where.away"
        found.append((len(path), said(key, each["id"], len(path), path, each["box"])))
    lines += [line for _, line in sorted(found, key=lambda each: each[0])]
    begin = starts(game, view, index)
    if begin:
        lines.append(said("where.start", begin))
    if none and kind(game, index) in ("city", "country"):
        lines.append(said("where.none", none))
    return lines


def kind(game: Sncf, index: int) -> str:
    tables = game.tables
    if tables.kinds["paris"] >> index & 1:
        return "paris"
    if tables.suburbs >> index & 1:
        return "suburb"
    return "city" if tables.points[index] else "country"


def starts(game: Sncf, view: Json, index: int) -> list[str]:
    """The railroads that may start there by now: start.unstarted, start.box, start.city, start.distance."""
    tables = game.tables
    track = [tables.index[id] for each in view["railroads"] for id in each["track"]]
    if not (game.germany and tables.points[index]) or any(tables.too_near[at] >> index & 1 for at in track):
        return []
    return [each["id"] for each in view["railroads"] if not each["track"] and each["box"]]
