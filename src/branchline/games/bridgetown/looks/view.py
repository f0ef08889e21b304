"""A state as JSON for screens: everything lies open, so all seats see the same (place.open)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from branchline.core.action import Action
from branchline.core.bits import bits
from branchline.core.game import OVER, Json
from branchline.games.bridgetown.rules import movement
from branchline.games.bridgetown.rules.rounds import unplaced
from branchline.games.bridgetown.rules.state import (
    ALL_BRIDGES,
    ASK,
    BRIDGES,
    DISC,
    DOUBLE,
    MODES,
    PLACE,
    RACE,
    TURNS,
    BridgetownState,
)

if TYPE_CHECKING:
    from branchline.games.bridgetown.looks import Looks
    from branchline.games.bridgetown.rules.game import Bridgetown

PHASES = {DISC: "disc", PLACE: "place", ASK: "ask", RACE: "race"}


def view(looks: Looks, state: BridgetownState, seat: int | None) -> Json:
    game, tables = looks.game, looks.game.tables
    over = state.to_move == OVER
    lying = game.lying(state)
    return {
        "game": game.id,
        "seat": seat,
        "to_move": state.to_move,
        "phase": "over" if over else PHASES.get(state.phase, "flags"),
        "players": state.players,
        "round": state.round,
        "rounds": tables.rounds,
        "turn": state.turn,
        "turns": TURNS,
        "first": state.first if state.first >= 0 else None,
        "moved": list(bits(state.moved)),
        "using": [id for id, bit in tables.special_bit.items() if state.using & bit],
        "must_place_mode": bool(state.owing),
        "bridges": [
            {"id": id, "flag": tables.colours[lying[bridge]] if lying[bridge] >= 0 else None}
            for bridge, id in enumerate(tables.bridge_ids)
        ],
        "wheel": [_mode(game, state, seat, mode) for mode in range(MODES)],
        "specials": [
            {"id": id, "seat": next((s for s, held in enumerate(state.specials) if held & bit), None)}
            for id, bit in tables.special_bit.items()
        ]
        if state.with_specials
        else [],
        "bag": dict(zip(tables.colours, state.bag, strict=True)),
        "aside": tables.colours[tables.streetcar] if state.with_rails else None,
        "seats": [_seat(game, state, other) for other in range(state.players)],
        "rides": _rides(game, state) if seat is not None and seat == state.to_move else [],
        "scores": [list(score) for score in game.scores(state)] if over else None,
    }


def _mode(game: Bridgetown, state: BridgetownState, seat: int | None, mode: int) -> dict[str, Any]:
    """A mode of the wheel: who is there, and how far it goes for the viewer, now and if he waits."""
    tables = game.tables
    there = [other for other in range(state.players) if state.modes[other] >> mode & 1]
    base = tables.speed[mode]
    now = base + sum(other != seat for other in there)
    if state.using & DOUBLE:  # double.base
        now = 2 * base
    return {
        "id": tables.mode_ids[mode],
        "color": tables.colours[mode],
        "base": base,
        "coordinators": there,
        "now": now,
        # whoever is there may ride away before the viewer's next move, and nobody arrives in a race
        "wait": now if state.phase == PLACE or state.using & DOUBLE else base,
    }


def _seat(game: Bridgetown, state: BridgetownState, seat: int) -> dict[str, Any]:
    """One player's strip: where the racer stands, his card, and what he has on the wheel."""
    tables = game.tables
    card = state.cards[seat * MODES : seat * MODES + MODES]
    places: dict[str, str | None] = {}
    for bridge, id in enumerate(tables.bridge_ids):
        colours = [tables.colours[colour] for colour in range(MODES) if card[colour] >> bridge & 1]
        places[id] = colours[0] if colours else None
    return {
        "color": tables.seat_colours[seat],
        "space": tables.ids[state.at[seat]],
        "card": places,
        "flags": state.held[seat].bit_count(),
        "colours": MODES - card.count(0),
        # end.eight: a flag of every bridge beats any number of colours
        "points": BRIDGES if state.held[seat] == ALL_BRIDGES else MODES - card.count(0),
        "modes": [tables.mode_ids[mode] for mode in bits(state.modes[seat])],
        "specials": [id for id, bit in tables.special_bit.items() if state.specials[seat] & bit],
        "unplaced": unplaced(state, seat) if state.phase == PLACE else 0,
    }


def _rides(game: Bridgetown, state: BridgetownState) -> list[dict[str, Any]]:
    """Every ride of the seat to move with its end and the flags that it takes."""
    if state.phase != RACE:
        return []
    return [
        {"action": list(ride), "end": movement.split(ride)[0][-1], "takes": takes, "exchanges": exchanges}
        for ride, takes, exchanges in ridden(game, state, state.modes[state.to_move])
    ]


def ridden(game: Bridgetown, state: BridgetownState, modes: int) -> list[tuple[Action, list[str], list[str]]]:
    """The rides of these modes with the bridges whose flags they take and exchange; most flags come first."""
    ids, found = game.tables.bridge_ids, []
    for mode in bits(modes):
        for ride in game.rides(state, mode):
            if ride[0] == "ride":
                _, free, exchanged = movement.outcome(game, state, ride)
                takes, exchanges = ([ids[bridge] for bridge in bits(each)] for each in (free, exchanged))
                found.append((ride, takes, exchanges))
    found.sort(key=lambda each: (-len(each[1]), -len(each[2]), len(each[0])))
    return found
