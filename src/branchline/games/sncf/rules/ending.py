"""The check after each completed turn: chapter "The end" of RULES.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.bits import bits
from branchline.core.game import OVER, Say
from branchline.games.sncf.rules.state import (
    BOXES,
    DEAD_END,
    EMPTY_BOXES,
    ENDINGS,
    GOAL,
    IMPOSSIBLE,
    PURPLE,
    STALL,
    SncfState,
)

if TYPE_CHECKING:
    from branchline.games.sncf.rules.game import Sncf

SHORT = 12  # cubes: a road of this length is tried for all railroads at once; none has fewer in all


def end_of_turn(game: Sncf, state: SncfState, placed: bool, say: Say) -> None:
    """Close the turn, then either the game or the way for the next player: end.after-turn."""
    state.building, state.built = -1, 0
    ended = _germany(game, state, placed) if game.germany else _france(game, state)
    if not ended and state.still >= state.stall * state.players:  # end.stall
        ended = STALL
    if ended:
        state.ended, state.to_move = ended, OVER
        say("ends", f"end.{ENDINGS[ended]}")
    else:
        state.to_move = (state.to_move + 1) % state.players  # turn.order


def _france(game: Sncf, state: SncfState) -> int:
    if state.closed & game.tables.goal:  # end.goal
        return GOAL
    return BOXES if state.box.count(0) >= EMPTY_BOXES else 0  # end.boxes


def _germany(game: Sncf, state: SncfState, placed: bool) -> int:
    empty = game.tables.kinds["purple"] & ~state.closed
    if not empty:  # end.purple
        return PURPLE
    # without a new cube the roads are as they were, and only boxes can have changed
    if (placed or state.by_boxes) and not all_possible(game, state, empty):  # end.impossible
        return IMPOSSIBLE
    return 0 if can_grow(game, state) else DEAD_END  # end.dead-end


def can_grow(game: Sncf, state: SncfState) -> bool:
    """Can any railroad build or start now?"""
    railroads = zip(state.box, state.track, state.open, strict=True)
    return any(box and (near if track else state.startable) for box, track, near in railroads)


def all_possible(game: Sncf, state: SncfState, empty: int) -> bool:
    """Could a railroad still come to each of these cities, each judged by itself?"""
    tables, cubes = game.tables, game.tables.cubes
    free = ~state.closed & tables.land
    if not state.by_boxes:
        # one flood for all: whoever has SHORT cubes may set out, and nobody goes further than SHORT
        seen, front = 0, state.startable if 0 in state.track else 0
        for track, near in zip(state.track, state.open, strict=True):
            if cubes - track.bit_count() >= SHORT:
                front |= near
        for _ in range(SHORT):
            seen |= front
            if not empty & ~seen:
                return True
            front = tables.around(front) & free & ~seen
            if not front:
                break
        empty &= ~seen
    sources = [
        (near if track else state.startable, box if state.by_boxes else cubes - track.bit_count())
        for track, near, box in zip(state.track, state.open, state.box, strict=True)
    ]
    return all(_possible(game, state, city, sources) for city in bits(empty))


def _possible(game: Sncf, state: SncfState, city: int, sources: list[tuple[int, int]]) -> bool:
    """Walk back from the city over open hexes until a railroad's road meets it, counting cubes."""
    tables = game.tables
    free = ~state.closed & tables.land
    seen = front = 1 << city
    length = 1
    while front:
        for near, cubes in sources:
            if cubes >= length and front & near:
                return True
        front = tables.around(front) & free & ~seen
        seen |= front
        length += 1
    return False
