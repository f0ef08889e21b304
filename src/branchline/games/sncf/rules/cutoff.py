"""build.cut-off: all railroads without a city can still get one each, by ways that leave each other room.

The truth is a flow (`together`): each railroad sends one unit from its track over open country, which takes
two railroads, into an empty city, which takes one. It is asked seldom, because a joint plan is remembered
(`JointPlan`) and most cubes take no room from it.
"""

from __future__ import annotations

from collections.abc import Iterable

from branchline.core.bits import bits
from branchline.games.sncf.rules.state import JointPlan, SncfState, six
from branchline.games.sncf.rules.tables import Tables

ALL = range(6)


def replan(tables: Tables, state: SncfState, railroad: int, index: int) -> None:
    """Bring the plan up to date after this cube, which lies on it, is of it, or has come near it."""
    old, cube = state.plan, 1 << index
    own = old.ways[railroad]
    near = state.open[railroad] & old.unreached & ~own
    state.plan = plan = old.copy()
    ways, loose, alone = plan.ways, plan.loose, plan.alone
    if own and tables.points[index]:  # it has a city now and needs nothing more
        ways[railroad] = loose[railroad] = alone[railroad] = plan.spare[railroad] = 0
        plan.last = plan.joint | _any(alone)
        if plan.joint:
            plan.joint = 0
            watch(tables, state)
            return
    elif own:  # whatever was needed is so still: every road from here is one that there was before
        ways[railroad] = own & ~cube
    tight = cube & (state.closed | _any(ways))  # no room beside a way is left here
    stale = [other for other in ALL if ways[other] & (cube | near) or loose[other] & tight]
    if cube & plan.firm:
        watch(tables, state)
    elif stale or (own and plan.joint & state.open[railroad]):
        _assess(tables, state, _renewed(tables, state, stale))


def watch(tables: Tables, state: SncfState) -> None:
    """Assess everything anew; ways that have room and hexes known to be needed are kept."""
    ways = state.plan.ways[:]
    state.plan = JointPlan(ways, state.plan.alone[:], state.plan.joint)
    _assess(tables, state, _renewed(tables, state, cityless(state)))


def cityless(state: SncfState) -> list[int]:
    """The railroads that the rule protects, once all of them lie in their suburbs."""
    return [] if 0 in state.track else [r for r in ALL if not state.value[r]]


def _renewed(tables: Tables, state: SncfState, stale: list[int]) -> list[int]:
    """Give these railroads ways with room where they lack one; returns all whose hexes are to be assessed."""
    plan, closed, small = state.plan, state.closed, tables.cities | state.once
    ways = plan.ways
    for railroad in stale:
        way, ways[railroad] = ways[railroad], 0
        one, two = _once_and_twice(ways)
        taken = closed | two | one & small
        if not way or way & taken:
            # where nobody else can come soon, the plan lasts longer
            open_to_one, open_to_two = _once_and_twice(state.open)
            crowd = open_to_one & ~state.open[railroad] | open_to_two
            way = _way(tables, state, railroad, taken | crowd) or _way(tables, state, railroad, taken)
            if not way:
                # there is a plan after every legal cube; tests also lay others
                found = together(tables, nearest(state), closed, state.once) or six()
                found = [way & ~track for way, track in zip(found, state.track, strict=True)]
                state.plan = JointPlan(found, plan.alone, plan.joint)
                return cityless(state)
            stale = stale + [other for other in ALL if plan.loose[other] & way and other not in stale]
        ways[railroad] = way
    return stale


def _assess(tables: Tables, state: SncfState, stale: Iterable[int]) -> None:
    """Find out for the hexes of these ways whether there is a plan when one more cube lies there."""
    plan, small = state.plan, tables.cities | state.once  # `small` has room for one
    one, two = _once_and_twice(plan.ways)
    open_to_one, open_to_two = _once_and_twice(state.open)
    for railroad in stale:
        way = plan.ways[railroad]
        plan.loose[railroad] = 0
        # one more cube takes its room; what was needed before is needed still
        full = way & (two | small) & ~(plan.joint | plan.alone[railroad])
        asked = full & (open_to_one & ~state.open[railroad] | open_to_two)
        plan.unreached = plan.unreached & ~way | full & ~asked
        if not asked:
            continue
        taken = two & ~way | (one & ~way | two) & small
        another = _way(tables, state, railroad, taken | asked)
        if another:
            plan.loose[railroad] = another
            continue
        for cube in map((1).__lshift__, bits(asked)):
            if cube & small and not _way(tables, state, railroad, cube):
                plan.alone[railroad] |= cube
                continue
            another = cube != asked and _way(tables, state, railroad, taken | cube)
            if another:
                plan.loose[railroad] |= another
            elif not _kept(plan, together(tables, nearest(state), *with_cube(tables, state, cube))):
                plan.joint |= cube
    plan.last = plan.joint | _any(plan.alone)
    for railroad in ALL:
        way = plan.ways[railroad]
        plan.spare[railroad] = plan.last & way
        for index in bits(plan.joint & state.open[railroad] & ~way) if way else ():
            # being there may make up for it
            if _kept(plan, together(tables, *left_by(tables, state, railroad, index))):
                plan.spare[railroad] |= 1 << index
    plan.unreached &= one
    plan.hexes = one | plan.firm | _any(plan.loose)


def _any(sets: list[int]) -> int:
    a, b, c, d, e, f = sets
    return a | b | c | d | e | f


def _once_and_twice(sets: list[int]) -> tuple[int, int]:
    """What is in one of these sets or more, and what is in two or more."""
    one = two = 0
    for each in sets:
        two |= one & each
        one |= each
    return one, two


def _way(tables: Tables, state: SncfState, railroad: int, taken: int) -> int:
    """A shortest way to an empty city where neither track nor `taken` leaves no room."""
    free = ~(state.closed | taken)
    return tables.path(state.open[railroad] & free, tables.rural & free, tables.cities & free)


def _kept(plan: JointPlan, ways: list[int] | None) -> bool:
    """Whether there is another plan; if so its hexes are looked after."""
    for way in ways or ():
        plan.firm |= way
    return ways is not None


def nearest(state: SncfState) -> dict[int, int]:
    """The railroads without a city, with the hexes that each may enter next."""
    return {railroad: state.open[railroad] for railroad in cityless(state)}


def with_cube(tables: Tables, state: SncfState, cube: int) -> tuple[int, int]:
    """`closed` and `once` when one more cube lies there."""
    if cube & (tables.cities | state.once):
        return state.closed | cube, state.once
    return state.closed, state.once | cube


def left_by(tables: Tables, state: SncfState, railroad: int, index: int) -> tuple[dict[int, int], int, int]:
    """What `together` asks for, as it is when this railroad has laid a cube in that hex."""
    near = nearest(state)
    if tables.points[index]:
        near.pop(railroad, None)
    elif railroad in near:
        near[railroad] |= tables.neighbours[index] & ~state.track[railroad]
    return near, *with_cube(tables, state, 1 << index)


def together(tables: Tables, near: dict[int, int], closed: int, once: int) -> list[int] | None:
    """A way for each of these railroads, as hexes, such that there is room for all; None if there are none.

    `near` holds the hexes that each may enter next. Augmenting paths, one for each railroad: a hex is a way
    in and a way out, with as much room between as it has for track. A railroad is a way out, numbered ~r.
    """
    free = (tables.rural | tables.cities) & ~closed
    carried: dict[int, list[int]] = {}  # for each hex, from where the units come that enter it
    for railroad in near:
        if not _augmented(tables, near, free, once, carried, railroad):
            return None
    follows: dict[int, list[int]] = {}
    for index, sources in carried.items():
        for source in sources:
            follows.setdefault(source, []).append(index)
    ways = [0] * 6
    for railroad in near:
        place = ~railroad
        while place < 0 or not tables.points[place]:
            place = follows[place].pop()
            ways[railroad] |= 1 << place
    return ways


def _augmented(
    tables: Tables, near: dict[int, int], free: int, once: int, carried: dict[int, list[int]], railroad: int
) -> bool:
    """Send one more unit, from this railroad; False if there is no room, however the others go."""
    begin = (~railroad, True)  # a hex, and whether it is its way out
    before = {begin: begin}
    queue = [begin]
    for node in queue:
        place, out = node
        if out:
            ahead = near[~place] if place < 0 else tables.neighbours[place]
            steps = [(index, False) for index in bits(ahead & free)]
            if carried.get(place):
                steps.append((place, False))
        else:
            units = carried.get(place, ())
            steps = [(source, True) for source in units]
            if len(units) < (1 if (tables.cities | once) >> place & 1 else 2):
                if tables.points[place]:
                    _send(carried, before, node)
                    return True
                steps.append((place, True))
        for step in steps:
            if step not in before:
                before[step] = node
                queue.append(step)
    return False


def _send(
    carried: dict[int, list[int]], before: dict[tuple[int, bool], tuple[int, bool]], node: tuple[int, bool]
) -> None:
    """Carry the unit along the path that was found: units on their way back are taken up."""
    while before[node] != node:
        last, node = node, before[node]
        (source, out), (place, into_out) = node, last
        if source == place:
            continue  # room inside a hex is counted by the units that enter it
        if out and not into_out:
            carried.setdefault(place, []).append(source)
        else:
            carried[source].remove(place)


def in_each_others_way(tables: Tables, near: dict[int, int], closed: int, once: int) -> list[int]:
    """As few of these railroads as possible that have no joint plan."""
    for railroad in list(near):
        fewer = {other: hexes for other, hexes in near.items() if other != railroad}
        if together(tables, fewer, closed, once) is None:
            near = fewer
    return list(near)
