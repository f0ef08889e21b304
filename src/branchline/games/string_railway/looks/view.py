"""A state as JSON for screens. Everything lies open, so all see the same; `seat` only says who looks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from branchline.core.bits import bits
from branchline.core.game import OVER, Json
from branchline.games.string_railway.rules.game import StringRailway
from branchline.games.string_railway.rules.ids import RAILS_FROM, string_ids, tile_ids
from branchline.games.string_railway.rules.options import OPTIONS
from branchline.games.string_railway.rules.state import COMPANIES, CORNERS, PHASES, PLAY, StringState
from branchline.games.string_railway.rules.tables import (
    LANDMARK,
    LANDMARK_IN_MOUNTAIN,
    LIMITS,
    NO_LIMIT,
    OTHERS_POINTS,
    OWN_POINTS,
    OWNER_GAINS,
    STATIONS,
)

if TYPE_CHECKING:
    from branchline.games.string_railway.looks import Looks


def view(looks: Looks, state: StringState, seat: int | None) -> Json:
    game = looks.game
    over = state.to_move == OVER
    measures = game.positions.measures(state.choices)
    return {
        "game": game.id,
        "seat": seat,
        "to_move": state.to_move,
        "phase": "over" if over else PHASES[state.phase],
        "step": step(state),
        "players": state.players,
        "options": {option.name: option.values[n] for option, n in zip(OPTIONS, state.choices, strict=True)},
        "company": None if over or state.phase < PLAY - 1 else COMPANIES[state.company],
        "drawn": [STATIONS[kind] for kind in state.drawn],
        "draws": state.draws,
        "may_draw": not over and state.phase == PLAY and game.may_draw(state),
        "corners": game.free_corners(state) if state.phase == CORNERS else [],
        "stations": {
            STATIONS[kind]: station(kind) | {"owner": OWNER_GAINS[kind]} for kind in range(len(STATIONS))
        },
        "deck": {STATIONS[kind]: count for kind, count in enumerate(state.deck) if count},
        "measures": {
            "tile": measures.tile,
            "short": measures.short,
            "long": measures.long,
            "river": measures.river,
            "mountain": measures.mountain,
            "loop": measures.loop,
        },
        "field": _points(state.field),
        "marks": _points(state.marks),
        "river": _points(state.river),
        "mountain": _points(state.mountain),
        "tiles": _tiles(state),
        "strings": [
            {"id": id, "company": COMPANIES[company], "points": _points(points)}
            for id, company, points in zip(
                string_ids(state)[RAILS_FROM:], state.layers, state.rails, strict=True
            )
        ],
        "companies": [_company(state, company) for company in range(len(state.score))],
        "seats": [_seat(game, state, each) for each in range(state.players)],
        "scores": [list(score) for score in game.scores(state)] if over else None,
    }


def step(state: StringState) -> str:
    """What is done now, in one word."""
    if state.phase != PLAY:
        return PHASES[state.phase]
    if state.draws:
        return "draw"
    return "place" if state.drawn else "lay"


def station(kind: int) -> dict[str, Any]:
    """What a card says: its points, for others, inside the mountain where that differs, and for how many."""
    return {
        "points": OWN_POINTS[kind],
        "others": OTHERS_POINTS[kind],
        "inside": LANDMARK_IN_MOUNTAIN if kind == LANDMARK else None,
        "limit": None if LIMITS[kind] == NO_LIMIT else LIMITS[kind],
    }


def _points(points: tuple[tuple[int, int], ...]) -> list[list[int]]:
    return [[x, y] for x, y in points]


def _tiles(state: StringState) -> list[dict[str, Any]]:
    found = []
    for tile, (id, kind) in enumerate(zip(tile_ids(state), state.kinds, strict=True)):
        numbers = state.tiles[tile]
        card = station(kind)
        if card["inside"] and state.high[tile]:
            card["points"] = card["others"] = card["inside"]
        found.append(
            card
            | {
                "id": id,
                "kind": STATIONS[kind],
                "x": (numbers[0] + numbers[4]) // 2,
                "y": (numbers[1] + numbers[5]) // 2,
                "corners": [list(numbers[at : at + 2]) for at in range(0, 8, 2)],
                "owner": COMPANIES[state.owners[tile]] if state.owners[tile] >= 0 else None,
                "present": [COMPANIES[company] for company in bits(state.present[tile])],
                "mountain": bool(state.high[tile]),
            }
        )
    return found


def _company(state: StringState, company: int) -> dict[str, Any]:
    return {
        "id": COMPANIES[company],
        "seat": state.seat(company),
        "score": state.score[company],
        "short": state.short[company],
        "long": state.long[company],
        "corner": state.corners[company] if state.corners[company] >= 0 else None,
    }


def _seat(game: StringRailway, state: StringState, seat: int) -> dict[str, Any]:
    own = [company for company in range(len(state.score)) if state.seat(company) == seat]
    return {
        "companies": [COMPANIES[company] for company in own],
        "points": game.scores(state)[seat][0],  # what decides first
    }
