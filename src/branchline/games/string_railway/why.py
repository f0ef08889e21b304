"""Whether an action is allowed, and if not why: the first rule, in the order of RULES.md, that it breaks.

Strings cannot be listed, so this check is the truth. A refusal of geometry carries its witness: where,
which thing, how much.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from branchline.core.action import to_text
from branchline.core.errors import BadAction, BranchlineError, Refused
from branchline.core.game import CHANCE, OVER, Action
from branchline.games.string_railway.ground import (
    check_field,
    check_mountain,
    check_river,
    check_tile,
    lattice_place,
)
from branchline.games.string_railway.measures import MOST_POINTS, REACH, STATIONS
from branchline.games.string_railway.names import string_ids, tile_ids
from branchline.games.string_railway.state import COMPANIES, CORNERS, FIELD, LENGTHS, PLAY, StringState
from branchline.games.string_railway.verdict import Verdict, judge

if TYPE_CHECKING:
    from branchline.games.string_railway.rules import StringRailway

FORMS = {
    "field": "field POINTS MARKS",
    "river": "river POINTS",
    "mountain": "mountain POINTS",
    "corner": "corner NUMBER",
    "tile": "tile STATION",
    "draw": "draw",
    "place": "place STATION X,Y ANGLE",
    "discard": "discard STATION",
    "lay": "lay short|long POINTS",
    "forfeit": "forfeit short|long",
}
SETUP = ("field", "river", "mountain", "corner")


def check(game: StringRailway, state: StringState, action: Action) -> None:
    """Raise unless the action is allowed now."""
    if state.to_move == OVER:
        raise Refused("the game is over: nothing more can be done in it")
    refused = _malformed(action) or _refusal(game, state, action)
    if refused is not None:
        raise refused


def _malformed(action: Action) -> BadAction | None:
    verb = action[0] if action else ""
    if not isinstance(verb, str) or verb not in FORMS:
        return BadAction(f"String Railway has no verb {str(verb)[:40]!r}; it has {', '.join(FORMS)}")
    form = FORMS[verb].split()
    if len(action) != len(form):
        return BadAction(f"'{_short(action)}' should be '{FORMS[verb]}'")
    for want, given in zip(form[1:], action[1:], strict=True):
        if want == "STATION" and given not in STATIONS[1:]:
            return BadAction(f"there is no station {str(given)[:40]!r}; there are {', '.join(STATIONS[1:])}")
        if want == "short|long" and given not in LENGTHS:
            return BadAction(f"a string is short or long, not {str(given)[:40]!r}")
        if want in ("NUMBER", "ANGLE") and type(given) is not int:
            return BadAction(f"{str(given)[:40]!r} is no whole number; it should be '{FORMS[verb]}'")
        if want == "ANGLE" and not 0 <= given < 90:
            return BadAction(f"a tile lies at an angle of 0 to 89 degrees, not {str(given)[:40]}")
        if want == "X,Y" and not _on_table(given):
            return BadAction(f"a place is two whole numbers below {REACH:,}, such as 30000,40000")
        if want in ("POINTS", "MARKS") and not _are_points(given):
            return BadAction(f"a list of up to {MOST_POINTS} points x,y;x,y is needed: '{FORMS[verb]}'")
    return None


def _short(action: Action) -> str:
    """As much of an action as fits into a sentence, whatever its size."""
    text = to_text(tuple(part[:9] if isinstance(part, tuple | str) else part for part in action[:6]))
    return text if len(text) <= 80 else text[:80] + "…"


def _on_table(place: Any) -> bool:
    return (
        isinstance(place, tuple)
        and len(place) == 2
        and all(type(each) is int and abs(each) < REACH for each in place)
    )


def _are_points(points: Any) -> bool:
    """Pairs of whole numbers; whether they are fit for a string is for the rules to say."""
    if not isinstance(points, tuple) or not points:
        return False
    if len(points) > MOST_POINTS:
        return True  # the rule says how many, without a look at each
    return all(
        isinstance(point, tuple) and len(point) == 2 and type(point[0]) is int and type(point[1]) is int
        for point in points
    )


def _refusal(game: StringRailway, state: StringState, action: Action) -> BranchlineError | None:
    verb = action[0]
    now = "tile" if state.phase == PLAY else SETUP[state.phase]
    if state.to_move == CHANCE:
        if verb != now or (verb == "tile" and not game.left_in_deck(state)[STATIONS.index(action[1])]):
            return BadAction(f"'{_short(action)}' is not among what can be drawn now")
    elif verb == "tile" or (state.phase != PLAY and verb != now):
        wanted = FORMS[now] if state.phase != PLAY else "place, lay or forfeit"
        return game.violation("setup.order", verb=verb, wanted=wanted)
    elif state.phase == PLAY and verb in SETUP:
        return game.violation("setup.order", verb=verb, wanted="place, lay or forfeit")
    if verb == "tile":
        return None
    if state.phase == FIELD:
        return _field(game, state, action)
    if state.phase == CORNERS:
        return _corner(game, state, action[1])
    if state.phase != PLAY:
        return _terrain(game, state, action)
    return _turn(game, state, action)


# --- set-up


def _field(game: StringRailway, state: StringState, action: Action) -> BranchlineError | None:
    verdict = check_field(game.tops.measures(state.choices), len(state.score), action[1], action[2])
    if verdict.legal:
        return None
    if verdict.rule == "length":
        return game.violation("field.loop", **_amount(verdict))
    if verdict.rule == "simple":
        return game.violation("field.simple", at=verdict.place)
    if verdict.rule == "area":
        return game.violation("field.area", missing=-(-verdict.amount // 1_000_000))
    if verdict.rule == "corners":
        return game.violation("field.marks", why=verdict.why, at=verdict.place, count=len(state.score))
    return game.violation("string.shape", why=verdict.why)


def _terrain(game: StringRailway, state: StringState, action: Action) -> BranchlineError | None:
    thing = action[0]
    measures = game.tops.measures(state.choices)
    judged = check_river if thing == "river" else check_mountain
    verdict = judged(measures, state.field, state.marks, action[1])
    if verdict.legal:
        return None
    if verdict.rule == "length":
        return game.violation("terrain.length", thing=thing, **_amount(verdict))
    if verdict.rule == "bend":
        return game.violation("terrain.bend", thing=thing, at=verdict.place)
    if verdict.rule == "self":
        return game.violation("terrain.self", thing=thing, at=verdict.place)
    if verdict.rule == "home":
        return game.violation("terrain.home", thing=thing, at=verdict.place)
    if verdict.rule == "outside":
        return game.violation("river.end", by=centimetres(verdict.amount), at=verdict.place)
    if verdict.rule == "field":
        rule = "river.inside" if thing == "river" else "mountain.inside"
        return game.violation(rule, at=verdict.place)
    return game.violation("string.shape", why=verdict.why)


def _corner(game: StringRailway, state: StringState, corner: int) -> BranchlineError | None:
    free = game.free_corners(state)
    if corner in free:
        return None
    if not 0 <= corner < len(state.corners) or corner in state.corners:
        return game.violation("corner.free", corner=corner, free=[str(each) for each in free])
    first = (corner + 2) % 4
    return game.violation("corner.opposite", corner=corner, first=first, free=[str(each) for each in free])


# --- a turn


def _turn(game: StringRailway, state: StringState, action: Action) -> BranchlineError | None:
    verb = action[0]
    if verb == "draw":
        return None if game.may_draw(state) else game.violation("draw.optional")
    if verb in ("lay", "forfeit"):
        if state.drawn:
            drawn = [STATIONS[kind] for kind in state.drawn]
            return game.violation("place.all", drawn=drawn)
        if action[1] not in state.left(state.company):
            return game.violation("lay.left", company=COMPANIES[state.company], length=action[1])
        return _string(game, state, action) if verb == "lay" else None
    kind = STATIONS.index(action[1])
    if kind not in state.drawn:
        drawn = [STATIONS[each] for each in state.drawn] or ["nothing"]
        return game.violation("place.drawn", station=action[1], drawn=drawn)
    if verb == "discard":
        place = lattice_place(game.tops.of(state).table)
        if place is None:
            return None
        return game.violation("place.discard", station=action[1], at=place[:2], angle=place[2])
    return _place(game, state, action)


def _place(game: StringRailway, state: StringState, action: Action) -> BranchlineError | None:
    _, station, (x, y), angle = action
    verdict, _ = check_tile(game.tops.of(state).table, x, y, angle)
    if verdict.legal:
        return None
    if verdict.rule in ("tile-field", "shape"):
        return game.violation("place.inside", station=station, at=verdict.place)
    if verdict.rule == "tile-tile":
        return game.violation(
            "place.tile", station=station, other=tile_ids(state)[verdict.thing], at=verdict.place
        )
    if verdict.thing < 0:
        return game.violation("place.field", station=station, at=verdict.place)
    return game.violation(
        "place.string", station=station, string=string_ids(state)[verdict.thing], at=verdict.place
    )


def _string(game: StringRailway, state: StringState, action: Action) -> BranchlineError | None:
    _, length, points = action
    table = game.tops.of(state).table
    verdict = judge(table, state.company, game.length(state, length), points)
    return None if verdict.legal else string_refusal(game, state, verdict)


def string_refusal(game: StringRailway, state: StringState, verdict: Verdict) -> BranchlineError:
    """A refused string in words, with its witness."""
    rule, at = verdict.rule, verdict.place
    if rule == "shape":
        if "whole numbers" in verdict.why or "list of points" in verdict.why:
            return BadAction(f"a string is a list of points x,y;x,y: {verdict.why}")
        return game.violation("string.shape", why=verdict.why, at=at)
    if rule == "length":
        return game.violation("string.length", **_amount(verdict))
    if rule == "field":
        return game.violation("string.field", at=at, vertex=verdict.thing)
    if rule == "bend":
        return game.violation("string.bend", at=at, vertex=verdict.thing)
    if rule == "self":
        how = "comes too near to" if verdict.amount else "crosses"
        return game.violation("string.self", how=how, at=at)
    if rule == "end":
        return game.violation("string.ends", which="last" if verdict.thing else "first", at=at)
    if rule == "network":
        end = game.tops.measures(state.choices).anchor == "end"
        part = "An end" if end else "A part"
        return game.violation("string.network", part=part, company=COMPANIES[state.company])
    if rule == "touch":
        return game.violation("string.touch", string=string_ids(state)[verdict.thing], at=at)
    station = tile_ids(state)[verdict.thing]
    if rule == "twice":
        return game.violation("string.twice", station=station, at=at)
    if rule == "graze":
        return game.violation("string.graze", station=station, at=at)
    if rule == "sameend":
        return game.violation("string.same-end", station=station, at=at)
    if rule == "terminal":
        return game.violation("string.terminal", station=station, at=at)
    return game.violation("string.limit", station=station, limit=verdict.amount, at=at)


def _amount(verdict: Verdict) -> dict[str, Any]:
    """How much too long or too short, in words and in millionths of a centimetre."""
    how = "short" if verdict.amount < 0 else "long"
    return {"by": centimetres(abs(verdict.amount)), "how": how, "amount": verdict.amount}


def centimetres(millionths: int) -> str:
    """A length as people read it.

    >>> centimetres(310_000)
    '0.31'
    """
    return f"{millionths / 1_000_000:.2f}"
