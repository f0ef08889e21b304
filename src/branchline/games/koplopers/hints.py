"""For bots and previews: what a position is worth, and what a player with a plan does in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from branchline.core.bits import bits
from branchline.core.game import OVER, Action
from branchline.games.koplopers.atlas import KEPT
from branchline.games.koplopers.state import ANSWER, PLAY, UNITS, KoplopersState, own_trains
from branchline.games.koplopers.timetable import FLEET, Turn, best_yard, planner

if TYPE_CHECKING:
    from branchline.games.koplopers.rules import Koplopers


def value(game: Koplopers, state: KoplopersState, seat: int) -> float:
    """Passengers delivered and those on their way, less those of the best other seat."""
    totals = []
    for other in range(state.players):
        total = float(state.delivered[other])
        for train in own_trains(state, other):
            total += _on_the_way(game, state, train)
        totals.append(total)
    mine = totals.pop(seat)
    return mine - max(totals)


def _on_the_way(game: Koplopers, state: KoplopersState, train: int) -> float:
    if state.to_move == OVER:
        return -float(state.load[train]) if state.advanced else 0.0
    costs = game.atlas.cost[state.at[train]]
    tables = game.tables
    return sum(
        tables.passengers[chip] * KEPT[int(2 * costs[tables.destination[chip]])]
        for chip in bits(state.aboard[train])
    )


def advise(game: Koplopers, state: KoplopersState) -> Action:
    """The next step of a plan for the whole turn."""
    legal = game.legal_actions(state)
    if len(legal) == 1:
        return legal[0]
    if state.phase == ANSWER:
        return legal[0] if _gains_by_accepting(game, state) else legal[1]
    if state.phase != PLAY:
        return legal[-1]  # settle or offer as soon as that is possible; what nobody planned is left
    if state.must_build:
        return best_yard(game, state, legal)
    return Turn(game, state, legal).step()


def _gains_by_accepting(game: Koplopers, state: KoplopersState) -> bool:
    """An offer is good when the own train is worth more after it, and the other gains less."""
    plans = planner(game, state, FLEET)
    gains = []
    for train in (state.partner, state.trader):
        before = plans.promise(state.at[train], state.aboard[train], 0)
        gains.append(plans.promise(state.at[train], state.aboard[train] ^ state.moved, 0) - before)
    return gains[0] > max(0.0, gains[1])


def ledger(game: Koplopers, events: list[tuple[Any, ...]], seat: int) -> list[tuple[int, str]]:
    """Passengers who arrive; those who board are named, too, but bring nothing yet."""
    rows: list[tuple[int, str]] = []
    words = game.words
    destination = dict(zip(game.tables.chips, game.tables.destination, strict=True))
    for event in events:
        if event[0] == "alighted" and event[1] == seat:
            rows.append((event[5], words.sentence("ui", "ledger.alighted", event[5], event[4])))
        elif event[0] in ("boarded", "picked") and game.train[event[1]] // UNITS == seat:
            goal = game.tables.stations[destination[event[2]]]
            rows.append((0, words.sentence("ui", "ledger.aboard", event[2], goal)))
    return rows
