"""A masked state as JSON for screens: only what the seat may see, and all that it needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from branchline.core.bits import bits
from branchline.core.game import OVER, Json
from branchline.games.koplopers.rules.driving import is_blocked
from branchline.games.koplopers.rules.duty import owed
from branchline.games.koplopers.rules.state import (
    ACTED,
    ANSWER,
    BARGAIN,
    COLOURS,
    COSTS,
    DIVIDE,
    DOUBLE,
    DROVE,
    ENDINGS,
    EXCHANGE,
    LETTERS,
    PLAY,
    POINTS,
    ROUNDS,
    STOPPED,
    TRAINS,
    TURNED,
    UNITS,
    KoplopersState,
    capacity,
    in_reserve,
    own_trains,
)
from branchline.games.koplopers.rules.stops import boarding_owed, stop_owed

if TYPE_CHECKING:
    from branchline.games.koplopers.looks import Looks
    from branchline.games.koplopers.rules.game import Koplopers

PHASES = ("chips", "deal", "first", "play", "transfer", "divide", "bargain", "answer", "refill")


def view(looks: Looks, state: KoplopersState, seat: int | None) -> Json:
    game, tables = looks.game, looks.game.tables
    over = state.to_move == OVER
    return {
        "game": game.id,
        "seat": seat,
        "to_move": state.to_move,
        "active": state.active if state.active >= 0 else None,
        "phase": "over" if over else PHASES[state.phase],
        "players": state.players,
        "advanced": bool(state.advanced),
        "first": state.first if state.first >= 0 else None,
        "round": state.round,
        "rounds": ROUNDS[state.players],
        "last_round": bool(state.last),
        "ended": ENDINGS[state.ended] or None,
        "points": state.points,
        "points_a_turn": POINTS,
        "costs": COSTS,
        "card_played": bool(state.card_played),
        "pointer": LETTERS[state.pointer],
        "letters": {
            letter: tables.stations[station] if station >= 0 else None
            for letter, station in zip(LETTERS, state.letters, strict=True)
        },
        "chips_left": state.chips_left,
        "waiting": {
            id: [tables.chips[chip] for chip in bits(state.waiting[number])]
            for number, id in enumerate(tables.stations)
            if state.waiting[number]
        },
        "trains": [_train(game, state, train) for train, d in enumerate(state.at) if d >= 0],
        "obligations": _obligations(game, state) if seat == state.active else [],
        "exchange": _exchange(game, state),
        "passing": _passing(game, state),
        "pile": len(tables.cards) - sum(state.held) - state.discard.bit_count(),
        "discard": [tables.cards[card] for card in bits(state.discard)],
        "seats": [_seat(game, state, other) for other in range(state.players)],
        "scores": [list(score) for score in game.scores(state)] if over else None,
    }


def _train(game: Koplopers, state: KoplopersState, train: int) -> dict[str, Any]:
    tables, direction, flags = game.tables, state.at[train], state.flags[train]
    station = tables.station[direction]
    return {
        "id": TRAINS[train],
        "seat": train // UNITS,
        "units": 2 if flags & DOUBLE else 1,
        "section": tables.sections[direction >> 1],
        "front": tables.nodes[tables.front[direction]],
        "back": tables.nodes[tables.front[direction ^ 1]],
        "station": tables.stations[station] if station >= 0 else None,
        "nearest": tables.nearest(direction),
        "in_yard": tables.in_yard[direction],
        "load": state.load[train],
        "capacity": capacity(state, train),
        "chips": [tables.chips[chip] for chip in bits(state.aboard[train])],
        "blocked": is_blocked(tables, state, train),
        "acted": bool(flags & ACTED),
        "turned": bool(flags & TURNED),
        "drove": bool(flags & DROVE),
        "done": bool(flags & STOPPED),
        "rested": tables.stations[station] if 0 <= station == state.freed_before[train] else None,
    }


def _obligations(game: Koplopers, state: KoplopersState) -> list[dict[str, Any]]:
    """What has to happen before the turn may end; of no use to the others."""
    if state.phase != PLAY or state.to_move < 0:
        return []
    if state.must_build:
        return [{"what": "build", "train": None, "cost": COSTS["build"]}]
    found: list[dict[str, Any]] = []
    for train in own_trains(state, state.active):
        cost = owed(game, state, train, state.points)
        if stop_owed(game.tables, state, train):
            found.append({"what": "stop", "train": TRAINS[train], "cost": 0})
        elif boarding_owed(game.tables, state, train):
            found.append({"what": "board", "train": TRAINS[train], "cost": 0})
        elif 0 <= cost <= state.points:
            found.append({"what": "act", "train": TRAINS[train], "cost": cost})
    return found


def _exchange(game: Koplopers, state: KoplopersState) -> dict[str, Any] | None:
    if state.phase not in (EXCHANGE, DIVIDE, BARGAIN, ANSWER):
        return None
    chips = game.tables.chips
    return {
        "train": TRAINS[state.trader],
        "other": TRAINS[state.partner],
        "gives": [chips[chip] for chip in bits(state.moved & state.aboard[state.trader])],
        "asks": [chips[chip] for chip in bits(state.moved & state.aboard[state.partner])],
        "offers": state.offers,
    }


def _passing(game: Koplopers, state: KoplopersState) -> dict[str, Any] | None:
    if state.passing < 0:
        return None
    return {
        "train": TRAINS[state.passing],
        "stations": [game.tables.stations[station] for station in bits(state.passed)],
    }


def _seat(game: Koplopers, state: KoplopersState, seat: int) -> dict[str, Any]:
    """One player's strip; `hand` only where the viewer may know it."""
    tables = game.tables
    known = state.hands[seat] or not state.held[seat]
    return {
        "colour": COLOURS[seat],
        "points": state.delivered[seat],
        "aboard": sum(state.load[seat * UNITS : seat * UNITS + UNITS]),
        "box": [tables.chips[chip] for chip in bits(state.box[seat])],
        "reserve": in_reserve(state, seat),
        "units": UNITS,
        "repair": bool(state.repairs >> seat & 1),
        "cards": state.held[seat],
        "hand": [tables.cards[card] for card in bits(state.hands[seat])] if known else None,
    }
