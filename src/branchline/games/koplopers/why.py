"""Why an action is refused: the first rule, in the order of RULES.md, that it breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from branchline.core.bits import bits
from branchline.core.errors import BadAction, BranchlineError
from branchline.core.game import Action
from branchline.games.koplopers import why_free
from branchline.games.koplopers.choices import first_yards
from branchline.games.koplopers.driving import dismantle_cost, is_blocked, points_for, stations_of
from branchline.games.koplopers.duty import owed
from branchline.games.koplopers.state import (
    ANSWER,
    BUILD_COST,
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
from branchline.games.koplopers.stopping import boardable, boarding_owed, stop_owed

if TYPE_CHECKING:
    from branchline.games.koplopers.rules import Koplopers

FORMS = {
    "build": "build YARD",
    "turn": "turn TRAIN",
    "drive": "drive TRAIN SECTION ...",
    "dismantle": "dismantle TRAIN",
    "disrupt": "disrupt CARD",
    "repair": "repair LETTER",
    "stop": "stop TRAIN",
    "board": "board TRAIN CHIP",
    "pick": "pick TRAIN CHIP",
    "transfer": "transfer TRAIN TRAIN",
    "shift": "shift CHIP",
    "settle": "settle",
    "couple": "couple TRAIN TRAIN",
    "uncouple": "uncouple TRAIN SECTION",
    "negotiate": "negotiate TRAIN TRAIN",
    "give": "give CHIP",
    "ask": "ask CHIP",
    "offer": "offer",
    "accept": "accept",
    "decline": "decline",
    "done": "done",
}
IN_EXCHANGE = ("shift", "settle", "give", "ask", "offer")
MOST_SECTIONS = 20  # a longer path is no drive that anybody could pay for


def explain(game: Koplopers, state: KoplopersState, action: Action) -> BranchlineError:
    return _malformed(game, state, action) or _rule(game, state, action)


def _malformed(game: Koplopers, state: KoplopersState, action: Action) -> BadAction | None:
    verb = action[0] if action else ""
    if not isinstance(verb, str) or verb not in FORMS:
        return BadAction(f"{game.name} has no verb {str(verb)[:40]!r}; it has {', '.join(FORMS)}")
    form = FORMS[verb].split()[1:]
    arguments = list(action[1:])
    if form[-1:] == ["..."]:
        form = ["TRAIN", *["SECTION"] * min(max(len(arguments) - 1, 1), MOST_SECTIONS)]
    if len(arguments) != len(form):
        return BadAction(f"an action with {verb!r} is '{FORMS[verb]}', with other arguments than these")
    tables = game.tables
    known: dict[str, Any] = {
        "YARD": tables.yard_index,
        "TRAIN": TRAINS[: state.players * UNITS],
        "SECTION": tables.section_index,
        "CARD": tables.card_index,
        "LETTER": LETTERS,
        "CHIP": tables.chip_index,
    }
    for kind, argument in zip(form, arguments, strict=True):
        if not isinstance(argument, str) or argument not in known[kind]:
            return BadAction(f"there is no {kind.lower()} {str(argument)[:40]!r} in this game")
    if form == ["TRAIN", "TRAIN"]:
        if arguments[0] == arguments[1]:
            return BadAction(f"'{FORMS[verb]}' needs two different trains")
        if verb == "transfer" and arguments[0] > arguments[1] and arguments[0][0] == arguments[1][0]:
            return BadAction(f"name the lower number first: 'transfer {arguments[1]} {arguments[0]}'")
    return None


def _rule(game: Koplopers, state: KoplopersState, action: Action) -> BranchlineError:
    verb = action[0]
    if state.phase == ANSWER:
        return game.violation("offer.answer", train=TRAINS[state.partner])
    if state.phase != PLAY:
        return why_free.exchange(game, state, action)
    if verb in IN_EXCHANGE:
        return game.violation("transfer.none")
    if verb in ("accept", "decline"):
        return game.violation("offer.none")
    if verb == "pick":
        return why_free.pick(game, state, action)
    if state.passing >= 0 and state.passing_must:
        chips = boardable(game.tables, state, state.passing, state.passed)
        if chips:
            return game.violation("pass.must", train=TRAINS[state.passing], chip=game.tables.chips[chips[0]])
    if verb == "build":
        return _build(game, state, action)
    if verb in ("disrupt", "repair"):
        return _card(game, state, action)
    if verb == "done":
        return _done(game, state)
    train = game.train[action[1]]
    if train // UNITS != state.active:
        return game.violation("train.own", train=action[1])
    if state.at[train] < 0:
        return game.violation("train.board", train=action[1])
    if verb == "turn":
        return _turn(game, state, train)
    if verb == "drive":
        return _drive(game, state, train, action)
    if verb == "dismantle":
        return _dismantle(game, state, train)
    return why_free.free_action(game, state, train, action)


def _too_few_points(game: Koplopers, state: KoplopersState, cost: int) -> BranchlineError | None:
    if state.points < cost:
        return game.violation("points.left", cost=cost, left=state.points)
    return None


def _kept_for_duty(game: Koplopers, state: KoplopersState, cost: int, but: int = -1) -> BranchlineError:
    """Nothing else forbids the action, so its points are needed for trains that have not acted."""
    waiting = [
        TRAINS[train]
        for train in own_trains(state, state.active)
        if train != but and owed(game, state, train, state.points) >= 0
    ]
    return game.violation("duty.points", cost=cost, left=state.points, trains=waiting or ["another train"])


def _build(game: Koplopers, state: KoplopersState, action: Action) -> BranchlineError:
    tables = game.tables
    yard = tables.yard_index[action[1]]
    if state.occupied >> (tables.yards[yard] >> 1) & 1:
        return game.violation("build.empty", yard=action[1])
    if state.must_build:
        yards = [tables.yard_ids[y] for y in first_yards(game, state)]
        return game.violation("build.number", yard=action[1], yards=yards)
    if not in_reserve(state, state.active):
        return game.violation("build.reserve")
    return _too_few_points(game, state, BUILD_COST) or _kept_for_duty(game, state, BUILD_COST)


def _card(game: Koplopers, state: KoplopersState, action: Action) -> BranchlineError:
    tables = game.tables
    if action[0] == "disrupt":
        card = tables.card_index[action[1]]
        station = tables.stations[tables.card_station[card]]
        if state.card_played:
            return game.violation("disrupt.once")
        if not state.hands[state.active] >> card & 1:
            return game.violation("disrupt.hand", station=station)
        if tables.card_bit[card] & state.disrupted:
            return game.violation("disrupt.station", station=station)
    else:
        if not state.repairs >> state.active & 1:
            return game.violation("repair.card")
        if state.letters[LETTERS.index(action[1])] < 0:
            on_board = [letter for letter, s in zip(LETTERS, state.letters, strict=True) if s >= 0]
            return game.violation("repair.letter", letter=action[1], letters=on_board or ["none"])
    if state.must_build:
        return game.violation("build.first", cost=BUILD_COST)
    return _too_few_points(game, state, 1) or _kept_for_duty(game, state, 1)


def _done(game: Koplopers, state: KoplopersState) -> BranchlineError:
    tables = game.tables
    if state.must_build:
        return game.violation("build.first", cost=BUILD_COST)
    trains = own_trains(state, state.active)
    for train in trains:
        station = tables.station[state.at[train]]
        if stop_owed(tables, state, train):
            return game.violation("stop.owed", train=TRAINS[train], station=tables.stations[station])
        if boarding_owed(tables, state, train):
            chips = [tables.chips[chip] for chip in boardable(tables, state, train, 1 << station)]
            return game.violation("stop.board", train=TRAINS[train], chips=chips)
    train = next(train for train in trains if owed(game, state, train, state.points) >= 0)
    cost = owed(game, state, train, state.points)
    return game.violation("duty.act", train=TRAINS[train], cost=cost, left=state.points)


def _cannot_move(game: Koplopers, state: KoplopersState, train: int) -> BranchlineError | None:
    """What forbids driving, turning and dismantling alike."""
    if is_blocked(game.tables, state, train):
        near = stations_of(game.tables, game.tables.touch[state.at[train]] & state.disrupted)
        return game.violation("disrupt.blocked", train=TRAINS[train], station=near[0])
    if state.flags[train] & STOPPED:
        return game.violation("free.last", train=TRAINS[train])
    return None


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
            ahead = stations_of(tables, tables.ahead[direction])
            return game.violation("turn.open-track", train=name, station=ahead[0])
    elif not state.flags[train] & READY and tables.onward[direction]:
        sections = [tables.sections[end >> 1] for end in tables.onward[direction]]
        return game.violation("turn.driven", train=name, sections=sections)
    return _too_few_points(game, state, 1) or _kept_for_duty(game, state, 1, train)


def _drive(game: Koplopers, state: KoplopersState, train: int, action: Action) -> BranchlineError:
    tables, name, path = game.tables, TRAINS[train], action[2:]
    refusal = _cannot_move(game, state, train)
    if refusal:
        return refusal
    direction = state.at[train]
    passed = 0
    for section in path:
        onward = {tables.sections[end >> 1]: end for end in tables.onward[direction]}
        if section not in onward:
            if tables.in_yard[2 * tables.section_index[section]]:
                return game.violation("drive.yard", section=section)
            known = list(onward) or ["none: turn round first"]
            front = tables.nodes[tables.front[direction]]
            return game.violation("drive.onward", train=name, section=section, front=front, sections=known)
        direction = onward[section]
        if tables.front_bit[direction] & state.disrupted:
            station = tables.stations[tables.station[direction]]
            return game.violation("drive.disrupted", train=name, station=station)
        passed |= tables.front_bit[direction]
    refusal = _too_few_points(game, state, len(path))
    if refusal:
        return refusal
    if state.occupied >> (direction >> 1) & 1 and direction >> 1 != state.at[train] >> 1:
        holder = next(t for t, d in enumerate(state.at) if d >> 1 == direction >> 1)
        return game.violation("drive.free", section=path[-1], train=TRAINS[holder])
    if points_for(state, train, state.points) < len(path):
        return game.violation("coupled.one-point", train=name)
    listed = game.routes_of(state).way_to(state.at[train], direction, passed, state.disrupted)
    if listed != path:
        return game.violation("drive.shortest", train=name, way=" ".join(listed))
    return _kept_for_duty(game, state, len(path), train)


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
    return _too_few_points(game, state, cost) or _kept_for_duty(game, state, cost, train)
