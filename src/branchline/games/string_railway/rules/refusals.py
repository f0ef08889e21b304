"""What geometry refuses, in words: which rule, where, by how much, and the nearest thing that would do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from branchline.core.bits import bits
from branchline.core.errors import BadAction, BranchlineError
from branchline.core.game import Action
from branchline.games.string_railway.geometry.measures import Measures
from branchline.games.string_railway.geometry.place import nearest_place_for
from branchline.games.string_railway.geometry.terrain import contact
from branchline.games.string_railway.geometry.verdict import Verdict
from branchline.games.string_railway.rules.ids import string_ids, tile_ids
from branchline.games.string_railway.rules.state import COMPANIES, StringState

if TYPE_CHECKING:
    from branchline.games.string_railway.rules.game import StringRailway

SHOWN = 8  # stations in a sentence


def cm(units: float) -> str:
    """Units of 0.001 cm as people read them.

    >>> cm(310), cm(100), cm(60_000)
    ('0.31', '0.1', '60')
    """
    return f"{units / 1_000:.2f}".rstrip("0").rstrip(".")


def amount(verdict: Verdict, whole: int) -> dict[str, Any]:
    """How much too long or too short, in words and in millionths of a centimetre, and what is right."""
    how = "short" if verdict.amount < 0 else "long"
    return {"by": cm(abs(verdict.amount) / 1_000), "how": how, "amount": verdict.amount, "whole": cm(whole)}


# --- set-up


def field_refusal(game: StringRailway, state: StringState, verdict: Verdict) -> BranchlineError:
    measures, companies = game.positions.measures(state.choices), len(state.score)
    if verdict.rule == "length":
        return game.violation("field.loop", **amount(verdict, measures.loop))
    if verdict.rule == "simple":
        return game.violation("field.simple", at=verdict.place)
    if verdict.rule == "area":
        return game.violation("field.area", missing=-(-verdict.amount // 1_000_000), companies=companies)
    if verdict.rule == "corners":
        values: dict[str, Any] = {
            "at": verdict.place,
            "number": verdict.thing,
            "given": verdict.amount,
            "apart": cm(3 * measures.tile),
        }
        why = game.words.sentence("ui", f"mark.{verdict.why}", **values)
        return game.violation("field.marks", why=why, count=companies, at=verdict.place)
    if verdict.rule == "room":
        size = verdict.amount if verdict.why == "tiles" else cm(verdict.amount)
        return game.violation("field.room", what=game.words.sentence("ui", f"room.{verdict.why}", size=size))
    return game.violation("string.shape", why=verdict.why)


def terrain_refusal(game: StringRailway, state: StringState, thing: str, verdict: Verdict) -> BranchlineError:
    measures, at = game.positions.measures(state.choices), verdict.place
    if verdict.rule == "length":
        whole = measures.river if thing == "river" else measures.mountain
        return game.violation("terrain.length", thing=thing, **amount(verdict, whole))
    if verdict.rule == "bend":
        return game.violation("terrain.bend", thing=thing, at=at, radius=cm(measures.bend))
    if verdict.rule == "self":
        return game.violation("terrain.self", thing=thing, at=at, how=_itself(game, measures, verdict))
    if verdict.rule == "home":
        how = _apart(game, verdict.amount, measures.tile_string_gap)
        return game.violation("terrain.home", thing=thing, at=at, how=how)
    if verdict.rule == "outside":
        by = cm(verdict.amount / 1_000)
        return game.violation("river.end", by=by, at=at, most=cm(measures.river_outside))
    if verdict.rule == "field":
        return game.violation("river.inside" if thing == "river" else "mountain.inside", at=at)
    return game.violation("string.shape", why=verdict.why)


def _itself(game: StringRailway, measures: Measures, verdict: Verdict) -> str:
    """How a string meets itself: it crosses, or it comes too near."""
    if not verdict.amount:
        return game.words.sentence("ui", "self.crosses")
    away = cm(verdict.amount // 10 * 10)
    return game.words.sentence("ui", "self.near", away=away, clear=cm(measures.clear))


def _apart(game: StringRailway, away: int, gap: int) -> str:
    """How far two things are from each other, against what they need."""
    if not away:
        return game.words.sentence("ui", "apart.on", gap=cm(gap))
    return game.words.sentence("ui", "apart.near", away=cm(min(away, gap - 1) // 10 * 10), gap=cm(gap))


# --- tiles


def tile_refusal(
    game: StringRailway, state: StringState, action: Action, verdict: Verdict
) -> BranchlineError:
    """Why a tile may not lie there, and the nearest place where it may."""
    _, station, (x, y), angle = action
    layout = game.positions.of(state).layout
    near = nearest_place_for(layout, x, y, angle)
    fix = (
        game.words.sentence("ui", "fits", station=station, x=near[0], y=near[1], angle=angle) if near else ""
    )
    given: dict[str, Any] = {"station": station, "at": verdict.place, "fix": fix}
    if verdict.rule in ("tile-field", "shape"):
        return game.violation("place.inside", **given)
    measures = layout.measures
    if verdict.rule == "tile-tile":
        how = _apart(game, verdict.amount, measures.tile_tile_gap)
        return game.violation("place.tile", other=tile_ids(state)[verdict.thing], how=how, **given)
    how = _apart(game, verdict.amount, measures.tile_string_gap)
    if verdict.thing < 0:
        return game.violation("place.field", how=how, **given)
    return game.violation("place.string", string=string_ids(state)[verdict.thing], how=how, **given)


# --- strings


def string_refusal(game: StringRailway, state: StringState, target: int, verdict: Verdict) -> BranchlineError:
    """A refused string in words, with its witness."""
    rule, at, measures = verdict.rule, verdict.place, game.positions.measures(state.choices)
    if rule == "shape":
        if "whole numbers" in verdict.why or "list of points" in verdict.why:
            return BadAction(f"a string is a list of points x,y;x,y: {verdict.why}")
        return game.violation("string.shape", why=verdict.why, at=at)
    if rule == "length":
        return game.violation("string.length", **amount(verdict, target))
    if rule == "field":
        return game.violation("string.field", at=at, vertex=verdict.thing)
    if rule == "bend":
        return game.violation("string.bend", at=at, vertex=verdict.thing, radius=cm(measures.bend))
    if rule == "self":
        return game.violation("string.self", how=_itself(game, measures, verdict), at=at)
    if rule == "end":
        return _loose_end(game, state, verdict)
    if rule == "network":
        return network_refusal(game, state)
    if rule == "touch":
        how = game.words.sentence("ui", "touch.along" if verdict.amount else "touch.point")
        return game.violation("string.touch", string=string_ids(state)[verdict.thing], at=at, how=how)
    station = tile_ids(state)[verdict.thing]
    if rule == "twice":
        return game.violation("string.twice", station=station, at=at)
    if rule == "graze":
        return game.violation("string.graze", station=station, at=at, deep=cm(measures.graze))
    if rule == "sameend":
        return game.violation("string.same-end", station=station, at=at)
    if rule == "terminal":
        return game.violation("string.terminal", station=station, at=at)
    return limit_refusal(game, state, verdict.thing, verdict.amount)


def _loose_end(game: StringRailway, state: StringState, verdict: Verdict) -> BranchlineError:
    layout = game.positions.of(state).layout
    away, nearest = min(
        (contact(_single(verdict.place), False, layout.corners(tile))[1], tile)
        for tile in range(layout.tile_count)
    )
    return game.violation(
        "string.ends",
        which="last" if verdict.thing else "first",
        at=verdict.place,
        station=tile_ids(state)[nearest],
        away=cm(max(away, 10)),
    )


def _single(place: tuple[int, int]) -> list[tuple[int, int]]:
    """A point as a line of no length."""
    return [place, place]


def network_of(state: StringState) -> list[str]:
    """The stations of the company that lays."""
    ids = tile_ids(state)
    return [ids[tile] for tile, present in enumerate(state.present) if present >> state.company & 1]


def network_refusal(game: StringRailway, state: StringState) -> BranchlineError:
    end = game.positions.measures(state.choices).anchor == "end"
    own = network_of(state)
    part = game.words.sentence("ui", "network.end" if end else "network.part")
    more = [] if len(own) <= SHOWN else ["…"]
    return game.violation(
        "string.network", part=part, company=COMPANIES[state.company], own=own[:SHOWN] + more
    )


def limit_refusal(game: StringRailway, state: StringState, tile: int, limit: int) -> BranchlineError:
    there = [COMPANIES[company] for company in bits(state.present[tile])]
    return game.violation("string.limit", station=tile_ids(state)[tile], limit=limit, there=there)
