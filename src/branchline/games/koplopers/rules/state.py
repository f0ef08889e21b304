"""The state of a game of Koplopers & Dwarsliggers and its copy.

Places are numbers of the board's tables: a section with a direction is `2 * section + end`, so that
turning a train round flips the last bit. Trains are numbered three a seat; sets of chips, cards,
sections and stations are ints with one bit a member.
"""

from __future__ import annotations

from dataclasses import dataclass

from branchline.core.record import brief

COLOURS = ("red", "blue", "green", "yellow")
LETTERS = ("A", "B", "C")
UNITS = 3  # a player's, and so his most trains
TRAINS = tuple(f"{colour[0].upper()}{number}" for colour in COLOURS for number in (1, 2, 3))

POINTS = 5  # action points a turn
COSTS = {"build": 3, "turn": 1, "drive": 1, "disrupt": 1, "repair": 1}  # a drive's is for each section
CAPACITY = 500  # of one unit
ROUNDS = {2: 25, 3: 25, 4: 20}
HAND = {2: 5, 3: 3, 4: 3}
FEW_CHIPS = 6  # fewer than this on the board, and an empty player: the last round
MOST_OFFERS = 3
MOST_LEFT = 3  # exchanges that are opened and left again in one turn

# phase
CHIPS, DEAL, FIRST, PLAY, EXCHANGE, DIVIDE, BARGAIN, ANSWER, REFILL = range(9)

# flags of a train; READY and DOUBLE stay, the others are of this turn. AGREED: its owner has accepted an
# offer for it since his turn, which becomes TRADED in his next one
TURNED, DROVE, STOPPED, ACTED, RECOUPLED, READY, DOUBLE, AGREED, TRADED = (1 << bit for bit in range(9))
LASTING = READY | DOUBLE

NOWHERE = -1

# ended: why the game is over
ENDINGS = ("", "rounds", "early")
BY_ROUNDS, EARLY = 1, 2


@dataclass(slots=True)
class KoplopersState:
    """Lists are by station (`waiting`), by train (`at` to `freed_before`) or by seat (the rest)."""

    to_move: int
    players: int
    advanced: int
    passing_must: int
    yard_free: int
    again: int
    one_point: int
    phase: int
    first: int  # who has the card of the black train
    active: int  # whose turn it is, also while another seat answers
    round: int  # where the black train stands
    last: int  # the running round is the last
    ended: int
    points: int  # action points left
    must_build: int  # the first turn, and no train yet
    card_played: int
    offers: int  # made this turn
    left: int  # exchanges that were opened and left this turn
    exchanged: int  # pairs of own trains that exchanged chips this turn, by the sum of their numbers
    trader: int  # the train whose owner opened an exchange, or -1
    partner: int
    moved: int  # chips that change trains when the exchange is settled
    passing: int  # the train that has just driven, or -1 (advanced)
    passed: int  # the stations on its way
    pointer: int  # the red disc: which letter goes next
    deck: int
    discard: int
    pile: int  # the cards that the draw pile was last made of
    repairs: int  # seats that still have their repair card
    occupied: int  # sections with a train
    disrupted: int  # stations with a letter
    chips_left: int  # on the board
    letters: list[int]  # where A, B and C are, or -1
    waiting: list[int]  # chips at each station
    at: list[int]  # section and direction of each train, or -1
    aboard: list[int]
    load: list[int]
    flags: list[int]
    freed: list[int]  # the station of a train's free actions in its owner's latest turn, or -1
    freed_before: list[int]  # and in the turn before that
    hands: list[int]
    held: list[int]  # how many cards each seat holds
    old: list[int]  # how many of them are older than the pile
    box: list[int]  # chips delivered
    delivered: list[int]  # passengers delivered

    __repr__ = brief

    def copy(self) -> KoplopersState:
        return KoplopersState(
            self.to_move,
            self.players,
            self.advanced,
            self.passing_must,
            self.yard_free,
            self.again,
            self.one_point,
            self.phase,
            self.first,
            self.active,
            self.round,
            self.last,
            self.ended,
            self.points,
            self.must_build,
            self.card_played,
            self.offers,
            self.left,
            self.exchanged,
            self.trader,
            self.partner,
            self.moved,
            self.passing,
            self.passed,
            self.pointer,
            self.deck,
            self.discard,
            self.pile,
            self.repairs,
            self.occupied,
            self.disrupted,
            self.chips_left,
            self.letters[:],
            self.waiting[:],
            self.at[:],
            self.aboard[:],
            self.load[:],
            self.flags[:],
            self.freed[:],
            self.freed_before[:],
            self.hands[:],
            self.held[:],
            self.old[:],
            self.box[:],
            self.delivered[:],
        )


def own_trains(state: KoplopersState, seat: int) -> list[int]:
    """The trains that a seat has on the board."""
    at, first = state.at, seat * UNITS
    return [train for train in range(first, first + UNITS) if at[train] >= 0]


def in_reserve(state: KoplopersState, seat: int) -> int:
    """How many units a seat could still build."""
    reserve = UNITS
    for train in range(seat * UNITS, seat * UNITS + UNITS):
        if state.at[train] >= 0:
            reserve -= 2 if state.flags[train] & DOUBLE else 1
    return reserve


def free_number(state: KoplopersState, seat: int) -> int:
    """The lowest train number of a seat that is not on the board."""
    return state.at.index(NOWHERE, seat * UNITS, seat * UNITS + UNITS)


def capacity(state: KoplopersState, train: int) -> int:
    return 2 * CAPACITY if state.flags[train] & DOUBLE else CAPACITY


def rounds_left(state: KoplopersState) -> int:
    """Rounds after this one."""
    return 0 if state.last else ROUNDS[state.players] - state.round
