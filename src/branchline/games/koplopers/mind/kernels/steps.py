"""What the steps of a turn do to a position: the rules of driving, stopping and boarding, compiled."""

from typing import Any

from branchline.core.game import CHANCE, OVER
from branchline.core.luck_kernels import chance_of
from branchline.games.koplopers.mind.kernels import compiled
from branchline.games.koplopers.mind.kernels.desk import (
    BOARD,
    BUILD,
    DISMANTLE,
    DISRUPT,
    DONE,
    DRIVE,
    REPAIR,
    STEPS,
    STOP,
    TURN,
    Desk,
    Ints,
    Railway,
)
from branchline.games.koplopers.mind.kernels.duty import dismantle_cost, drive_ends, free_station
from branchline.games.koplopers.mind.kernels.position import (
    ABOARD,
    ACTIVE,
    ALL_ROUNDS,
    AT,
    BOX,
    CARD,
    CARD_PLAYED,
    CHIP,
    CHIPS_LEFT,
    DECK,
    DELIVERED,
    DISCARD,
    ENDED,
    EXCHANGED,
    FIRST,
    FLAGS,
    FREED,
    FREED_BEFORE,
    HELD,
    LAST,
    LETTER,
    LOAD,
    MUST_BUILD,
    OLD,
    PHASE,
    PILE,
    PLAYERS,
    POINTER,
    POINTS_LEFT,
    REPAIRS,
    ROUND,
    TO_MOVE,
    Row,
)
from branchline.games.koplopers.rules.state import (
    ACTED,
    AGREED,
    BY_ROUNDS,
    DROVE,
    EARLY,
    FEW_CHIPS,
    HAND,
    LASTING,
    LETTERS,
    NOWHERE,
    PLAY,
    POINTS,
    READY,
    REFILL,
    STOPPED,
    TRADED,
    TURNED,
    UNITS,
)

Luck = Any
BUILDING = 3  # points
TWO_HAND, HAND_OF_MORE = HAND[2], HAND[3]


@compiled
def hand_of(players: int) -> int:
    return TWO_HAND if players == 2 else HAND_OF_MORE


@compiled
def begin_turn(row: Row, seat: int) -> None:
    row[PHASE], row[ACTIVE], row[TO_MOVE] = PLAY, seat, seat
    if seat == row[FIRST]:
        row[ROUND] += 1
        if row[ROUND] == ALL_ROUNDS[row[PLAYERS]]:
            row[LAST] = BY_ROUNDS
    row[POINTS_LEFT] = POINTS
    row[MUST_BUILD] = row[ROUND] == 1
    row[CARD_PLAYED] = row[EXCHANGED] = 0
    for train in range(seat * UNITS, seat * UNITS + UNITS):
        flags = row[FLAGS + train]
        row[FLAGS + train] = flags & LASTING | (TRADED if flags & AGREED else 0)
        row[FREED_BEFORE + train] = row[FREED + train]
        row[FREED + train] = NOWHERE


@compiled
def somebody_empty(row: Row) -> bool:
    for seat in range(row[PLAYERS]):
        load = 0
        for train in range(seat * UNITS, seat * UNITS + UNITS):
            load += row[LOAD + train]
        if not load:
            return True
    return False


@compiled
def end_turn(net: Railway, row: Row) -> None:
    seat = row[ACTIVE]
    for train in range(seat * UNITS, seat * UNITS + UNITS):
        if row[FLAGS + train] & (TURNED | DROVE) and free_station(net, row, train) >= 0:
            row[FLAGS + train] |= STOPPED
    row[POINTS_LEFT] = 0
    if not row[LAST] and row[CHIPS_LEFT] < FEW_CHIPS and somebody_empty(row):
        row[LAST] = EARLY
    if row[LAST] and (seat + 1) % row[PLAYERS] == row[FIRST]:
        row[ENDED], row[TO_MOVE] = row[LAST], OVER
    elif row[HELD + seat] < hand_of(row[PLAYERS]):
        row[PHASE], row[TO_MOVE] = REFILL, CHANCE
    else:
        begin_turn(row, (seat + 1) % row[PLAYERS])


@compiled
def refill(net: Railway, row: Row, luck: Luck) -> None:
    """The seat whose turn is over draws a card, and the next begins."""
    held, gone, seat = 0, 0, row[ACTIVE]
    for other in range(row[PLAYERS]):
        held += row[HELD + other]
    for card in range(net.cards):
        gone += row[CARD + card] == DISCARD
    if held + gone == net.cards:
        for card in range(net.cards):
            row[PILE + card] = row[CARD + card] == DISCARD
            if row[CARD + card] == DISCARD:
                row[CARD + card] = DECK
        for other in range(row[PLAYERS]):
            row[OLD + other] = row[HELD + other]
    pile = 0
    for card in range(net.cards):
        pile += row[CARD + card] == DECK
    chosen = chance_of(luck, pile)
    for card in range(net.cards):
        if row[CARD + card] == DECK:
            if chosen == 0:
                row[CARD + card] = seat
                break
            chosen -= 1
    row[HELD + seat] += 1
    begin_turn(row, (seat + 1) % row[PLAYERS])


@compiled
def deal(net: Railway, row: Row, seat: int, luck: Luck) -> None:
    """All cards that this seat has not seen are dealt anew, older ones to who holds old ones."""
    for card in range(net.cards):
        if row[CARD + card] < DECK and row[CARD + card] != seat:
            row[CARD + card] = DECK
    for other in range(row[PLAYERS]):
        if other == seat:
            continue
        for new in range(2):
            count = row[HELD + other] - row[OLD + other] if new else row[OLD + other]
            for _ in range(count):
                fitting = 0
                for card in range(net.cards):
                    fitting += row[CARD + card] == DECK and row[PILE + card] == new
                if not fitting:
                    break
                chosen = chance_of(luck, fitting)
                for card in range(net.cards):
                    if row[CARD + card] == DECK and row[PILE + card] == new:
                        if chosen == 0:
                            row[CARD + card] = other
                            break
                        chosen -= 1


@compiled
def mark_free(row: Row, train: int, station: int) -> None:
    row[FREED + train] = station
    if row[FREED_BEFORE + train] == station:
        row[FLAGS + train] |= STOPPED
    else:
        row[FLAGS + train] |= STOPPED | ACTED


@compiled
def remove(row: Row, train: int) -> None:
    row[AT + train] = row[FREED + train] = row[FREED_BEFORE + train] = NOWHERE
    row[LOAD + train] = row[FLAGS + train] = 0


@compiled
def stop(net: Railway, row: Row, train: int) -> None:
    station, seat, left = net.station[row[AT + train]], train // UNITS, False
    row[FLAGS + train] |= STOPPED
    for chip in range(net.chips):
        if row[CHIP + chip] == ABOARD + train and net.destination[chip] == station:
            row[CHIP + chip] = BOX + seat
            row[LOAD + train] -= net.passengers[chip]
            row[DELIVERED + seat] += net.passengers[chip]
            left = True
    if left:
        mark_free(row, train, station)


@compiled
def disrupt(net: Railway, row: Row, card: int) -> None:
    seat, letter = row[ACTIVE], row[POINTER]
    row[LETTER + letter] = net.card_station[card]
    row[POINTER] = (letter + 1) % len(LETTERS)
    if not row[PILE + card]:
        row[OLD + seat] -= 1
    row[CARD + card] = DISCARD
    row[HELD + seat] -= 1
    row[CARD_PLAYED] = 1
    row[POINTS_LEFT] -= 1


@compiled
def take(net: Railway, row: Row, desk: Desk, verb: int, what: int, where: int) -> None:
    """One step of a turn; a drive's length is found again."""
    if verb == BUILD:
        seat = row[ACTIVE]
        for train in range(seat * UNITS, seat * UNITS + UNITS):
            if row[AT + train] < 0:
                row[AT + train] = net.yards[what]
                row[FLAGS + train] = READY | ACTED
                break
        row[POINTS_LEFT] -= BUILDING
        row[MUST_BUILD] = 0
    elif verb == TURN:
        row[AT + what] ^= 1
        row[FLAGS + what] = row[FLAGS + what] & ~READY | TURNED | ACTED
        row[POINTS_LEFT] -= 1
    elif verb == DRIVE:
        drive_ends(net, row, what, row[POINTS_LEFT], desk.reached, desk.queue)
        row[POINTS_LEFT] -= desk.reached[where]
        row[AT + what] = where
        row[FLAGS + what] |= DROVE | ACTED | READY
    elif verb == STOP:
        stop(net, row, what)
    elif verb == BOARD:
        row[CHIP + where] = ABOARD + what
        row[CHIPS_LEFT] -= 1
        row[LOAD + what] += net.passengers[where]
        mark_free(row, what, net.station[row[AT + what]])
    elif verb == DISRUPT:
        disrupt(net, row, what)
    elif verb == REPAIR:
        row[LETTER + what] = NOWHERE
        row[REPAIRS + row[ACTIVE]] = 0
        row[POINTS_LEFT] -= 1
    elif verb == DISMANTLE:
        row[POINTS_LEFT] -= dismantle_cost(net, row, what)
        remove(row, what)
    elif verb == DONE:
        end_turn(net, row)


@compiled
def note(desk: Desk, verb: int, what: int, where: int) -> None:
    """Remember a step of the turn that is being made."""
    if desk.step_count < STEPS:
        desk.steps[desk.step_count, 0] = verb
        desk.steps[desk.step_count, 1] = what
        desk.steps[desk.step_count, 2] = where
        desk.step_count += 1


@compiled
def do(net: Railway, row: Row, desk: Desk, verb: int, what: int, where: int) -> None:
    note(desk, verb, what, where)
    take(net, row, desk, verb, what, where)


@compiled
def replay(net: Railway, row: Row, desk: Desk, steps: Ints, count: int) -> None:
    """A turn that was made before, in another world."""
    for i in range(count):
        take(net, row, desk, steps[i, 0], steps[i, 1], steps[i, 2])
