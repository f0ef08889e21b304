"""What geometry refuses, in words: the sentence of the rule asks for values, and the verdict has them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from branchline.core.bits import bits
from branchline.core.errors import RuleViolation
from branchline.core.game import Action
from branchline.games.string_railway.geometry.measures import MOST_POINTS, Measures
from branchline.games.string_railway.geometry.place import nearest_place_for
from branchline.games.string_railway.geometry.terrain import contact
from branchline.games.string_railway.geometry.verdict import Verdict
from branchline.games.string_railway.rules.ids import string_ids, tile_ids
from branchline.games.string_railway.rules.state import COMPANIES, StringState

if TYPE_CHECKING:
    from branchline.games.string_railway.rules.game import StringRailway

SHOWN = 8  # stations in a sentence
# what the sentence does not say, but screens and programs use
BESIDES = {
    "field.loop": {"amount"}, "field.marks": {"at"}, "terrain.length": {"amount"},
    "string.length": {"amount"}, "string.field": {"vertex"}, "string.bend": {"vertex"},
    "string.same-end": {"at"}, "string.shape": {"at"},
}  # fmt: skip


class Case(NamedTuple):
    """An action that geometry refuses."""

    game: StringRailway
    state: StringState
    action: Action
    verdict: Verdict
    measures: Measures

    def cm(self, units: float) -> str:
        return cm(self.game, units)

    def phrase(self, key: str, **values: Any) -> str:
        """A part of the sentence."""
        return self.game.words.sentence("ui", key, **values)


def refusal(game: StringRailway, state: StringState, action: Action, verdict: Verdict) -> RuleViolation:
    """The rule's own sentence, with whatever it asks for."""
    case = Case(game, state, action, verdict, game.positions.measures(state.choices))
    asked = game.words.fields("refusals", verdict.rule) | BESIDES.get(verdict.rule, set())
    return game.violation(verdict.rule, **{name: VALUES[name](case) for name in sorted(asked)})


def cm(game: StringRailway, units: float) -> str:
    """Units of 0.001 cm as people read them.

    >>> from branchline import load
    >>> [cm(load("string-railway"), units) for units in (310, 100, 60_000)]
    ['0.31', '0.1', '60']
    >>> cm(load("string-railway", language="fr"), 310)
    '0,31'
    """
    return decimal(game, f"{units / 1_000:.2f}".rstrip("0").rstrip("."))


def decimal(game: StringRailway, number: str) -> str:
    """A number as the language writes it."""
    return number.replace(".", game.words.sentence("looks", "decimal"))


def network_of(state: StringState) -> list[str]:
    """The stations of the company that lays."""
    ids = tile_ids(state)
    return [ids[tile] for tile, present in enumerate(state.present) if present >> state.company & 1]


# --- what sentences ask for


def _whole(case: Case) -> str:
    """What the string should be long."""
    verb = case.action[0]
    if verb == "lay":
        return case.cm(case.game.length(case.state, case.action[1]))
    return case.cm(
        {"field": case.measures.loop, "river": case.measures.river}.get(verb, case.measures.mountain)
    )


def _how(case: Case) -> str:
    """How the rule is broken."""
    amount, measures = case.verdict.amount, case.measures
    if case.verdict.rule in ("string.length", "terrain.length", "field.loop"):
        return "short" if amount < 0 else "long"
    if case.verdict.rule == "string.touch":
        return case.phrase("touch.along" if amount else "touch.point")
    if case.verdict.rule in ("string.self", "terrain.self"):
        if not amount:
            return case.phrase("self.crosses")
        return case.phrase("self.near", away=case.cm(amount // 10 * 10), clear=case.cm(measures.clear))
    gap = measures.tile_tile_gap if case.verdict.rule == "place.tile" else measures.tile_string_gap
    if not amount:
        return case.phrase("apart.on", gap=case.cm(gap))
    return case.phrase("apart.near", away=case.cm(min(amount, gap - 1) // 10 * 10), gap=case.cm(gap))


def _why(case: Case) -> str:
    """In which of several ways."""
    verdict = case.verdict
    if verdict.rule == "string.shape":
        return case.phrase(f"shape.{verdict.why}", most=MOST_POINTS)
    apart = case.cm(3 * case.measures.tile)
    return case.phrase(
        f"mark.{verdict.why}", at=verdict.place, number=verdict.thing, given=verdict.amount, apart=apart
    )


def _what(case: Case) -> str:
    """What finds no room."""
    why, amount = case.verdict.why, case.verdict.amount
    return case.phrase(f"room.{why}", size=amount if why == "tiles" else case.cm(amount))


def _station(case: Case) -> str:
    """The tile that is placed, that a string breaks the rule at, or that its loose end is nearest to."""
    if case.action[0] == "place":
        return str(case.action[1])
    tile = _nearest(case)[1] if case.verdict.rule == "string.ends" else case.verdict.thing
    return tile_ids(case.state)[tile]


def _nearest(case: Case) -> tuple[int, int]:
    """How far it is to the nearest tile, and that tile."""
    layout, place = case.game.positions.of(case.state).layout, case.verdict.place
    return min(
        (contact([place, place], False, layout.corners(tile))[1], tile) for tile in range(layout.tile_count)
    )


def _fix(case: Case) -> str:
    """The nearest place where the tile may lie."""
    _, station, (x, y), angle = case.action
    near = nearest_place_for(case.game.positions.of(case.state).layout, x, y, angle)
    return case.phrase("fits", station=station, x=near[0], y=near[1], angle=angle) if near else ""


def _own(case: Case) -> list[str]:
    own = network_of(case.state)
    return own if len(own) <= SHOWN else [*own[:SHOWN], "…"]


VALUES: dict[str, Callable[[Case], Any]] = {
    "amount": lambda case: case.verdict.amount,
    "at": lambda case: case.verdict.place,
    "away": lambda case: case.cm(max(_nearest(case)[0], 10)),
    "by": lambda case: case.cm(abs(case.verdict.amount) / 1_000),
    "companies": lambda case: len(case.state.score),
    "company": lambda case: COMPANIES[case.state.company],
    "count": lambda case: len(case.state.score),
    "deep": lambda case: case.cm(case.measures.graze),
    "fix": _fix,
    "how": _how,
    "limit": lambda case: case.verdict.amount,
    "missing": lambda case: -(-case.verdict.amount // 1_000_000),
    "most": lambda case: case.cm(case.measures.river_outside),
    "other": lambda case: tile_ids(case.state)[case.verdict.thing],
    "own": _own,
    "part": lambda case: case.phrase(f"network.{case.measures.anchor}"),
    "radius": lambda case: case.cm(case.measures.bend),
    "station": _station,
    "string": lambda case: string_ids(case.state)[case.verdict.thing],
    "there": lambda case: [COMPANIES[each] for each in bits(case.state.present[case.verdict.thing])],
    "thing": lambda case: case.action[0],
    "vertex": lambda case: case.verdict.thing,
    "what": _what,
    "which": lambda case: "last" if case.verdict.thing else "first",
    "whole": _whole,
    "why": _why,
}
