"""Why an action is refused: what the moment forbids, whatever stops a train altogether, and then the
first rule of its chapter, in the order of RULES.md, that it breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.action import to_text
from branchline.core.bits import bits
from branchline.core.errors import BadAction, BranchlineError
from branchline.core.game import Action
from branchline.games.koplopers.rules import why_free_actions
from branchline.games.koplopers.rules.driving import dismantle_cost, points_for
from branchline.games.koplopers.rules.duty import owed, still_owing
from branchline.games.koplopers.rules.forms import malformed
from branchline.games.koplopers.rules.legal import first_yards
from branchline.games.koplopers.rules.named_drives import shortest, spelled_out
from branchline.games.koplopers.rules.state import (
    ANSWER,
    COSTS,
    DROVE,
    LETTERS,
    PLAY,
    READY,
    STOPPED,
    TRAINS,
    TURNED,
    UNITS,
    KoplopersState,
    in_reserve,
    own_trains,
)
from branchline.games.koplopers.rules.stops import boardable, boarding_owed, stop_owed
from branchline.games.koplopers.rules.why_free_actions import part

if TYPE_CHECKING:
    from branchline.games.koplopers.rules.game import Koplopers

IN_EXCHANGE = ("shift", "settle", "leave", "give", "ask", "offer")


def explain(game: Koplopers, state: KoplopersState, action: Action) -> BranchlineError:
    listed = game.meant(state, action)
    if listed != action:
        return BadAction(game.words.typed("bad", "listed", game.words.line(to_text(listed))))
    return malformed(game, state, action) or _rule(game, state, action)


def _rule(game: Koplopers, state: KoplopersState, action: Action) -> BranchlineError:
    verb = action[0]
    if state.phase == ANSWER:
        return game.violation("offer.answer", train=TRAINS[state.partner])
    if state.phase != PLAY:
        return why_free_actions.exchange(game, state, action)
    if verb in IN_EXCHANGE:
        return game.violation("transfer.none")
    if verb in ("accept", "decline"):
        return game.violation("offer.none")
    if verb == "pick":
        return why_free_actions.pick(game, state, action)
    if state.passing >= 0 and state.passing_must:
        chips = boardable(game.tables, state, state.passing, state.passed)
        if chips:
            name, chip = TRAINS[state.passing], game.tables.chips[chips[0]]
            return game.violation("pass.must", train=name, chip=chip, how=f"pick {name} {chip}")
    if verb == "build":
        return _build(game, state, action)
    if verb in ("disrupt", "repair"):
        return _card(game, state, action)
    if verb == "done":
        return _done(game, state)
    train = game.train[action[1]]
    if train // UNITS != state.active:
        return game.violation("train.own", train=action[1], how=part(game, "own.act"))
    if state.at[train] < 0:
        return why_free_actions.not_on_the_board(game, state, train)
    if verb == "turn":
        return _turn(game, state, train)
    if verb == "drive":
        return _drive(game, state, train, action)
    if verb == "dismantle":
        return _dismantle(game, state, train)
    return why_free_actions.free_action(game, state, train, action)


def _points_missing(
    game: Koplopers, state: KoplopersState, cost: int, action: Action, instead: str = ""
) -> BranchlineError:
    """Nothing else forbids it: the points are too few, or kept for trains that would not have acted."""
    if state.points < cost:
        key = "left.instead" if instead else "left.some" if state.points else "left.none"
        how = part(game, key, left=state.points, instead=instead)
        return game.violation("points.left", cost=cost, left=state.points, how=how)
    after = state.copy()
    game.apply(after, action)
    needs = {
        TRAINS[train]: owed(game, after, train, state.points)
        for train in still_owing(game, state, state.active)
        if after.at[train] >= 0 and owed(game, after, train, state.points) > 0
    }
    known = {"trains": list(needs), "count": len(needs), "need": sum(needs.values())}
    return game.violation("duty.points", cost=cost, left=state.points, **known)


def _build(game: Koplopers, state: KoplopersState, action: Action) -> BranchlineError:
    tables = game.tables
    yard = tables.yard_index[action[1]]
    number = (state.active - state.first) % state.players + 1
    if state.must_build and not state.advanced and tables.yard_number[yard] != number:
        yards = [tables.yard_ids[y] for y in first_yards(game, state)]
        return game.violation("build.number", yard=action[1], yards=yards)
    if state.occupied >> (tables.yards[yard] >> 1) & 1:
        return game.violation("build.empty", yard=action[1])
    if not in_reserve(state, state.active):
        return game.violation("build.reserve")
    return _points_missing(game, state, COSTS["build"], action)


def _card(game: Koplopers, state: KoplopersState, action: Action) -> BranchlineError:
    tables = game.tables
    if state.must_build and state.points <= COSTS["build"]:
        return _first(game, state)
    if action[0] == "disrupt":
        card = tables.card_index[action[1]]
        station = tables.stations[tables.card_station[card]]
        if state.card_played:
            return game.violation("disrupt.once")
        if not state.hands[state.active] >> card & 1:
            cards = [tables.stations[tables.card_station[c]] for c in bits(state.hands[state.active])]
            return game.violation("disrupt.hand", station=station, cards=cards or [part(game, "none")])
        if tables.card_bit[card] & state.disrupted:
            return game.violation("disrupt.station", station=station)
    else:
        if not state.repairs >> state.active & 1:
            return game.violation("repair.card")
        if state.letters[LETTERS.index(action[1])] < 0:
            on_board = [letter for letter, s in zip(LETTERS, state.letters, strict=True) if s >= 0]
            return game.violation("repair.letter", letter=action[1], letters=on_board or [part(game, "none")])
    return _points_missing(game, state, COSTS[action[0]], action)


def _first(game: Koplopers, state: KoplopersState) -> BranchlineError:
    yards = [game.tables.yard_ids[yard] for yard in first_yards(game, state)]
    return game.violation("build.first", cost=COSTS["build"], yards=yards)


def _done(game: Koplopers, state: KoplopersState) -> BranchlineError:
    tables = game.tables
    if state.must_build:
        return _first(game, state)
    trains = own_trains(state, state.active)
    for train in trains:
        station = tables.station[state.at[train]]
        if stop_owed(tables, state, train):
            known = {"train": TRAINS[train], "station": tables.stations[station]}
            return game.violation("stop.owed", **known, how=f"stop {TRAINS[train]}")
        if boarding_owed(tables, state, train):
            chips = [tables.chips[chip] for chip in boardable(tables, state, train, 1 << station)]
            return game.violation("stop.board", train=TRAINS[train], chips=chips)
    train = next(train for train in trains if owed(game, state, train, state.points) >= 0)
    cost = owed(game, state, train, state.points)
    how = part(game, "act.paid" if cost else "act.free", cost=cost, left=state.points)
    return game.violation("duty.act", train=TRAINS[train], cost=cost, left=state.points, how=how)


def _cannot_move(game: Koplopers, state: KoplopersState, train: int) -> BranchlineError | None:
    """What forbids driving, turning and dismantling alike."""
    refusal = why_free_actions.blocked(game, state, train)
    if not refusal and state.flags[train] & STOPPED:
        return game.violation("free.last", train=TRAINS[train])
    return refusal


def _turn(game: Koplopers, state: KoplopersState, train: int) -> BranchlineError:
    tables, name, direction = game.tables, TRAINS[train], state.at[train]
    refusal = _cannot_move(game, state, train)
    if refusal:
        return refusal
    if state.flags[train] & DROVE:
        return game.violation("turn.before-driving", train=name)
    if state.flags[train] & TURNED:
        return game.violation("turn.once", train=name)
    if tables.station[direction] < 0 and not tables.in_yard[direction]:
        if not tables.ahead[direction] & state.disrupted:
            return game.violation("turn.open-track", train=name, station=tables.nearest(direction))
    elif not state.flags[train] & READY and tables.onward[direction]:
        return _not_driven(game, state, name)
    return _points_missing(game, state, COSTS["turn"], ("turn", name))


def _not_driven(game: Koplopers, state: KoplopersState, name: str) -> BranchlineError:
    """turn.driven, with how the train can drive on now, as its shortest drives say."""
    drives = [each for each in game.legal_actions(state) if each[:2] == ("drive", name)]
    sections = [each[2] for each in drives if len(each) == 3]
    how = game.words.line(to_text(min(drives, key=len, default=())))
    key = "driven.over" if sections else "driven.past" if drives else "driven.wait"
    known = {"train": name, "sections": sections}
    return game.violation("turn.driven", **known, how=part(game, key, **known, how=how))


def _drive(game: Koplopers, state: KoplopersState, train: int, action: Action) -> BranchlineError:
    """What stands in the way of the drive that was meant: the first of these without which it would go."""
    tables, name, places = game.tables, TRAINS[train], action[2:]
    refusal = _cannot_move(game, state, train)
    if refusal:
        return refusal
    start = state.at[train]
    places = spelled_out(tables, start, places)
    taken = state.occupied & ~(1 << (start >> 1))
    path = None
    if places != (tables.nodes[tables.front[start]],):
        path = shortest(tables, start, places, 0, 0)
    if path is None:
        return _not_onward(game, state, train, places)
    path = shortest(tables, start, places, state.disrupted, 0)
    if path is None:
        path = shortest(tables, start, places, 0, 0) or []
        closed = next(d for d in path if tables.front_bit[d] & state.disrupted)
        station = tables.stations[tables.station[closed]]
        return game.violation("drive.disrupted", train=name, station=station)
    free = shortest(tables, start, places, state.disrupted, taken)
    if free is None:
        section = path[-1] >> 1
        holder = next(t for t, d in enumerate(state.at) if d >> 1 == section)
        return game.violation("drive.free", section=tables.sections[section], train=TRAINS[holder])
    if points_for(state, train, state.points) < len(free) <= state.points:
        return game.violation("coupled.one-point", train=name)
    drive: Action = ("drive", name, *(tables.sections[d >> 1] for d in free))
    return _points_missing(game, state, len(free), drive, _as_far_as(game, state, name, free))


def _as_far_as(game: Koplopers, state: KoplopersState, name: str, path: list[int]) -> str:
    """The drive to the last station on the way that can be reached now; nothing if there is none."""
    tables, legal = game.tables, set(game.legal_actions(state))
    for direction in reversed(path[: state.points]):
        place = tables.nodes[tables.front[direction]]
        if place in tables.station_index and game.meant(state, ("drive", name, place)) in legal:
            return game.words.line(f"drive {name} {game.words.name(place)}")
    return ""


def _not_onward(
    game: Koplopers, state: KoplopersState, train: int, places: tuple[str, ...]
) -> BranchlineError:
    """drive.onward, drive.yard: the first of these places to which no track leads on."""
    tables, start = game.tables, state.at[train]
    reached, number = start, 0
    for number in range(len(places)):
        further = None
        if places != (tables.nodes[tables.front[start]],):  # nobody means a round trip by that
            further = shortest(tables, start, places[: number + 1], 0, 0)
        if further is None:
            break
        reached = further[-1]
    place = places[number]
    section = tables.section_index.get(place, -1)
    if place in tables.yard_index or (section >= 0 and tables.in_yard[2 * section]):
        return game.violation("drive.yard", section=place)
    front = tables.nodes[tables.front[reached]]
    known = {"train": TRAINS[train], "place": place, "front": front}
    said = "onward.section" if section >= 0 else "onward.here" if place == front else "onward.station"
    onward = [
        tables.sections[end >> 1]
        for end in tables.onward[reached]
        if not tables.front_bit[end] & state.disrupted
    ]
    if onward:
        goes = "onward.over"
    elif tables.onward[reached]:
        goes = "onward.closed"
    elif reached != start:
        goes = "onward.end"
    else:
        goes = "onward.turn" if ("turn", TRAINS[train]) in game.legal_actions(state) else "onward.wait"
    goes = part(game, goes, **known, sections=onward)
    what = part(game, said, **known)
    return game.violation("drive.onward", what=what, goes=goes, **known, sections=onward)


def _dismantle(game: Koplopers, state: KoplopersState, train: int) -> BranchlineError:
    tables, name = game.tables, TRAINS[train]
    if state.aboard[train]:
        chips = [tables.chips[chip] for chip in bits(state.aboard[train])]
        return game.violation("dismantle.empty", train=name, chips=chips)
    refusal = _cannot_move(game, state, train)
    if refusal:
        return refusal
    cost = dismantle_cost(tables, state, train)
    if not cost:
        return game.violation("dismantle.yard", train=name)
    return _points_missing(game, state, cost, ("dismantle", name))
