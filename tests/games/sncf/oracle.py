"""Joint plans found in two other ways than the engine's flow: as a matching, and by trying everything.

Hexes are ids, `near` says which touch, `room` for how many more railroads each has room, and `begin` which
hexes each railroad without a city may enter next. Cities end a way; hexes without room are left out.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

Near = Mapping[str, Collection[str]]
Place = tuple[str, int]  # a railroad, or one of the places in a hex


def matched(near: Near, room: Mapping[str, int], cities: Collection[str], begin: Near) -> bool:
    """Do ways for all of them exist that share no place? They do if everyone finds a follower of its own.

    Each railroad is followed by a place that it may enter, each place of open country by one beside it or,
    when nobody passes, by itself. That is a matching, and it is made larger one railroad after the other.
    """
    places: dict[str, list[Place]] = {hex: [(hex, n) for n in range(room[hex])] for hex in room}
    follower: dict[Place, Place] = {
        place: place for hex in places if hex not in cities for place in places[hex]
    }

    def following(one: Place) -> list[Place]:
        hexes = begin[one[0]] if one[0] in begin else near[one[0]]
        own = [] if one[0] in begin else [one]
        return own + [place for hex in hexes for place in places.get(hex, ())]

    def freed(one: Place, asked: set[Place]) -> bool:
        for place in following(one):
            if place not in asked:
                asked.add(place)
                if place not in follower or freed(follower[place], asked):
                    follower[place] = one
                    return True
        return False

    return all(freed((railroad, -1), set()) for railroad in begin)


def searched(near: Near, room: Mapping[str, int], cities: Collection[str], begin: Near) -> bool:
    """Does some way of the first railroad leave ways for the others? Tries everything: for small boards."""
    hopeless: set[tuple[int, tuple[int, ...]]] = set()  # so many railroads to go, and the room that was left

    def goes(left: list[Collection[str]], room: dict[str, int]) -> bool:
        key = (len(left), tuple(room.values()))
        if key in hopeless:
            return False
        if not left or walks(left, room, left[0], frozenset()):
            return True
        hopeless.add(key)
        return False

    def walks(
        left: list[Collection[str]], room: dict[str, int], hexes: Collection[str], way: frozenset[str]
    ) -> bool:
        for hex in hexes:
            if not room.get(hex) or hex in way:
                continue
            longer = way | {hex}
            if hex not in cities:
                found = walks(left, room, near[hex], longer)
            else:
                found = goes(left[1:], {each: places - (each in longer) for each, places in room.items()})
            if found:
                return True
        return False

    return goes(sorted(begin.values(), key=len), dict(room))
