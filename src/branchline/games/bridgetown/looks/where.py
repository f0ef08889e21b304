"""How far a space is by each mode, in words: whoever cannot see the streets asks for it."""

from __future__ import annotations

from functools import partial, reduce
from typing import TYPE_CHECKING

from branchline.core.game import Json
from branchline.games.bridgetown.looks.position import bridge
from branchline.games.bridgetown.rules.movement import split
from branchline.games.bridgetown.rules.tables import WALK, Tables

if TYPE_CHECKING:
    from branchline.games.bridgetown.looks import Looks
    from branchline.games.bridgetown.rules.game import Bridgetown


def places(looks: Looks, view: Json) -> dict[str, str]:
    """Spaces and bridges; the space of a bridge is called by its bridge."""
    tables, name = looks.game.tables, looks.game.words.name
    spaces = {id: id if id in tables.bridge_at else name(id) for id in tables.ids}
    return {**spaces, **{id: name(id) for id in tables.bridge_ids}}


def where(looks: Looks, view: Json, place: str) -> list[str]:
    game, tables = looks.game, looks.game.tables
    seat = view["to_move"] if view["seat"] is None else view["seat"]
    stands = tables.index[view["seats"][max(seat, 0)]["space"]]
    if not place:
        return [overview(game, view, each, stands) for each in view["bridges"]]
    space = tables.index[tables.space_of.get(place, place)]
    crossed = tables.bridge_at.get(tables.ids[space])
    lines = [bridge(game, each) for each in view["bridges"] if each["id"] == crossed]
    if stands == space:
        return [*lines, game.words.sentence("looks", "where.here")]
    lines += [mode(game, each, stands, space) for each in view["wheel"]]
    return [*lines, *now(game, view, tables.ids[space])]


def steps(tables: Tables, network: int, start: int) -> dict[int, int]:
    """How many spaces away each space is: move.connected, move.overpass, streetcar.board, streetcar.rails."""
    found, front = {start: 0}, [start]
    for here in front:  # grows while it is read
        for there in tables.steps(network, here, here == start):
            if there not in found:
                for deck in tables.decks[there] if network == WALK else (there,):
                    found.setdefault(deck, found[here] + 1)
                front.append(there)
    return found


def away(game: Bridgetown, each: Json, stands: int, space: int) -> int | None:
    tables = game.tables
    return steps(tables, tables.network[tables.mode[each["id"]]], stands).get(space)


def mode(game: Bridgetown, each: Json, stands: int, space: int) -> str:
    """How far it is by a mode, and how far that goes now: a ride has its exact length."""
    said, spaces = partial(game.words.sentence, "looks"), away(game, each, stands, space)
    if spaces is None:
        return said("where.no-way", each["id"])
    return said("where.mode", each["id"], spaces, each["now"])


def overview(game: Bridgetown, view: Json, each: Json, stands: int) -> str:
    """A bridge, its flag, and how many spaces away it is; by which modes, where that is not by all alike."""
    said, rings = partial(game.words.sentence, "looks"), dict[int, list[str]]()
    space = game.tables.index[game.tables.space_of[each["id"]]]
    for one in view["wheel"]:
        spaces = away(game, one, stands, space)
        if spaces is not None:
            rings.setdefault(spaces, []).append(one["id"])
    alike = list(rings.values()) == [[one["id"] for one in view["wheel"]]]
    told = [said("where.spaces" if alike else "where.ring", *ring) for ring in sorted(rings.items())]
    flag = game.words.sentence("ui", "flag" if each["flag"] else "flag.none", each["flag"])
    return said("where.bridge", each["id"], flag, reduce(partial(said, "joined"), told or [said("none")]))


def now(game: Bridgetown, view: Json, space: str) -> list[str]:
    """By which modes one may end there now, and by which one may pass."""
    ends, passes = dict[str, None](), dict[str, None]()
    for ride in view["rides"]:
        path, _ = split(tuple(ride["action"]))
        if path[-1] == space:
            ends[ride["action"][1]] = None
        elif space in path:
            passes[ride["action"][1]] = None
    found = (("where.ends", list(ends)), ("where.passes", list(passes)))
    return [game.words.sentence("looks", key, modes) for key, modes in found if modes]
