"""Why a free action is refused: stops, boarding, coupling, transfers and offers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from branchline.core.bits import bits
from branchline.core.errors import BranchlineError
from branchline.core.game import Action
from branchline.games.koplopers.rules.coupling import uncouple_places
from branchline.games.koplopers.rules.driving import is_blocked, stations_of
from branchline.games.koplopers.rules.exchange import can_leave, can_open, loads
from branchline.games.koplopers.rules.state import (
    BARGAIN,
    DIVIDE,
    DOUBLE,
    MOST_LEFT,
    MOST_OFFERS,
    RECOUPLED,
    STOPPED,
    TRADED,
    TRAINS,
    UNITS,
    KoplopersState,
    capacity,
    in_reserve,
)

if TYPE_CHECKING:
    from branchline.games.koplopers.rules.game import Koplopers


def free_action(game: Koplopers, state: KoplopersState, train: int, action: Action) -> BranchlineError:
    """Refusals of `stop`, `board`, `couple`, `uncouple`, `transfer` and `negotiate`."""
    verb = action[0]
    other = -1
    if verb in ("couple", "transfer", "negotiate"):
        other = game.train[action[2]]
        if verb == "negotiate" and other // UNITS == train // UNITS:
            return game.violation("offer.other", train=TRAINS[other])
        if verb != "negotiate" and other // UNITS != train // UNITS:
            offer = f"negotiate {action[1]} {action[2]}"
            how = part(game, "own.offer" if verb == "transfer" else "own.act", offer=offer)
            return game.violation("train.own", train=TRAINS[other], how=how)
        if state.at[other] < 0:
            return not_on_the_board(game, state, other)
    refusal = not_free(game, state, train)
    if refusal:
        return refusal
    if other < 0:
        if verb == "uncouple":
            return _uncouple(game, state, train, action)
        return _stop(game, state, train, action)
    station = game.tables.stations[game.tables.station[state.at[train]]]
    if game.tables.station[state.at[other]] != game.tables.station[state.at[train]]:
        return game.violation("free.together", train=TRAINS[train], other=TRAINS[other], station=station)
    nobody = not can_open(game.tables, state, train, other)
    if verb == "negotiate":
        if nobody:
            return game.violation("transfer.nobody", train=TRAINS[train], other=TRAINS[other])
        return game.violation("offer.count", most=MOST_OFFERS)
    refusal = not_free(game, state, other)
    if refusal:
        return refusal
    if verb == "couple":
        return _couple(game, state, train, other)
    rule = "transfer.nobody" if nobody else "transfer.once"
    return game.violation(rule, train=TRAINS[train], other=TRAINS[other])


def part(game: Koplopers, key: str, **values: Any) -> str:
    """A part of a sentence that depends on the case."""
    return game.words.sentence("ui", key, **values)


def not_on_the_board(game: Koplopers, state: KoplopersState, train: int) -> BranchlineError:
    """train.board: of the numbers that are not on the board the lower ones are built next."""
    name, seat = TRAINS[train], train // UNITS
    units = range(seat * UNITS, seat * UNITS + UNITS)
    if seat != state.active:
        return game.violation("train.board", train=name, why=part(game, "absent.other"))
    absent = [other for other in units if state.at[other] < 0]
    if train in absent[: in_reserve(state, seat)]:
        return game.violation("train.board", train=name, why=part(game, "absent.reserve"))
    double = next(other for other in units if state.flags[other] & DOUBLE)
    return game.violation("train.board", train=name, why=part(game, "absent.coupled", other=TRAINS[double]))


def not_free(game: Koplopers, state: KoplopersState, train: int) -> BranchlineError | None:
    """What forbids every free action of a train."""
    tables, name = game.tables, TRAINS[train]
    station = tables.station[state.at[train]]
    if station < 0:
        how = part(game, "station.turn" if tables.in_yard[state.at[train]] else "station.drive")
        return game.violation("free.station", train=name, how=how)
    if state.disrupted >> station & 1:
        return game.violation("free.disrupted", train=name, station=tables.stations[station])
    if state.freed_before[train] == station and not state.again:
        traded = state.flags[train] & TRADED
        when = part(game, "again.traded" if traded else "again.turn")
        return game.violation("free.again", train=name, station=tables.stations[station], when=when)
    return None


def _stop(game: Koplopers, state: KoplopersState, train: int, action: Action) -> BranchlineError:
    tables, name = game.tables, TRAINS[train]
    station = tables.station[state.at[train]]
    if action[0] == "stop":
        if state.flags[train] & STOPPED:
            return game.violation("stop.once", train=name)
        return game.violation("stop.nothing", train=name, station=tables.stations[station])
    chip = tables.chip_index[action[2]]
    if not state.waiting[station] >> chip & 1:
        return game.violation("board.here", chip=action[2], station=tables.stations[station])
    alighting = tables.total(tables.bound[station] & state.aboard[train])  # once it has stopped: nobody
    if tables.passengers[chip] > capacity(state, train) - state.load[train] + alighting:
        return _no_room(game, state, train, action[2], alighting)
    return game.violation("board.stop", train=name, how=f"stop {name}")


def _no_room(
    game: Koplopers, state: KoplopersState, train: int, chip: str, alighting: int = 0
) -> BranchlineError:
    room = capacity(state, train) - state.load[train] + alighting
    return game.violation("board.room", train=TRAINS[train], chip=chip, room=room)


def pick(game: Koplopers, state: KoplopersState, action: Action) -> BranchlineError:
    tables = game.tables
    if not state.advanced:
        return game.violation("pass.advanced")
    train, chip = game.train[action[1]], tables.chip_index[action[2]]
    here = any(state.waiting[s] >> chip & 1 for s in range(len(tables.stations)) if state.passed >> s & 1)
    if train != state.passing or not here:
        stations = stations_of(tables, state.passed) if train == state.passing else []
        where = part(game, "passed.some" if stations else "passed.none", stations=stations)
        known = {"train": action[1], "chip": action[2], "stations": stations}
        return game.violation("pass.window", **known, where=where)
    return _no_room(game, state, train, action[2])


def blocked(game: Koplopers, state: KoplopersState, train: int) -> BranchlineError | None:
    if not is_blocked(game.tables, state, train):
        return None
    near = stations_of(game.tables, game.tables.touch[state.at[train]] & state.disrupted)
    return game.violation("disrupt.blocked", train=TRAINS[train], station=near[0])


def _couple(game: Koplopers, state: KoplopersState, train: int, other: int) -> BranchlineError:
    for each in (train, other):
        if state.flags[each] & DOUBLE and not state.flags[each] & RECOUPLED:
            return game.violation("couple.units", train=TRAINS[each])
        refusal = blocked(game, state, each)
        if refusal:
            return refusal
    for each in (train, other):
        if state.flags[each] & RECOUPLED:
            return game.violation("couple.once", train=TRAINS[each])
    raise AssertionError("two trains that can be coupled were refused")


def _uncouple(game: Koplopers, state: KoplopersState, train: int, action: Action) -> BranchlineError:
    tables, name = game.tables, TRAINS[train]
    if state.flags[train] & RECOUPLED:
        return game.violation("couple.once", train=name)
    if not state.flags[train] & DOUBLE:
        return game.violation("uncouple.units", train=name)
    refusal = blocked(game, state, train)
    if refusal:
        return refusal
    free = [tables.sections[d >> 1] for d in uncouple_places(tables, state, train)]
    if action[2] in free:
        return game.violation("uncouple.divide", train=name)
    return game.violation("uncouple.section", section=action[2], sections=free or [part(game, "none")])


def exchange(game: Koplopers, state: KoplopersState, action: Action) -> BranchlineError:
    """Refusals while chips are being chosen."""
    tables = game.tables
    ours, theirs = state.aboard[state.trader], state.aboard[state.partner]
    names = {"train": TRAINS[state.trader], "other": TRAINS[state.partner]}
    bargain = state.phase == BARGAIN
    if action[0] == "leave":
        key = "leave.divided" if state.phase == DIVIDE else "leave.often"
        return game.violation("transfer.leave", why=part(game, key, **names, most=MOST_LEFT))
    if action[0] not in (("give", "ask", "offer") if bargain else ("shift", "settle")):
        how = part(game, "open.bargain" if bargain else "open.shift")
        way_out = part(game, "open.leave") if can_leave(state) else ""
        return game.violation("transfer.open", **names, how=how + way_out)
    if action[0] in ("offer", "settle"):
        if not state.moved and state.phase != DIVIDE:
            return game.violation("transfer.nothing", **names)
        chip = part(game, "this-exchange")
    else:
        number = tables.chip_index[action[1]]
        aboard = {"give": ours, "ask": theirs}.get(action[0], ours | theirs)
        if not aboard >> number & 1:
            sides = {"give": names["train"], "ask": names["other"]}
            where = sides.get(action[0]) or part(game, "aboard.either", **names)
            chips = [tables.chips[each] for each in bits(aboard & ~state.moved)]
            return game.violation(
                "transfer.aboard", chip=action[1], where=where, chips=chips or [part(game, "none")]
            )
        if state.moved >> number & 1:
            return game.violation("transfer.moved", chip=action[1])
        chip = action[1]
    now = loads(tables, state)
    return game.violation("transfer.room", **names, chip=chip, load=now[0], other_load=now[1])
