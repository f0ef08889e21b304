"""The state of a game of Bridgetown Races and its copy.

Modes, their flags' colours and bridges are numbered in the order of the board file: mode 3 takes
flags of colour 3, and bridge 0 is the one at the top of the river.
"""

from __future__ import annotations

from dataclasses import dataclass

from branchline.core.record import brief

BRIDGES = 8
MODES = 8
ALL_BRIDGES = (1 << BRIDGES) - 1
TURNS = 3  # rides in a round
COORDINATORS = 3  # of each player

# phase
FLAGS, DISC, PLACE, ASK, RACE = range(5)

# specials are bits, for who holds them on the wheel and for what a move uses
FIRST, DOUBLE, SWAP = 1, 2, 4
ALL_SPECIALS = FIRST | DOUBLE | SWAP

EXCHANGE = "exchange"  # stands in a ride before the bridges at which an old flag is given for the new


@dataclass(slots=True)
class BridgetownState:
    """Sets of bridges, modes, specials and seats are ints with one bit each.

    `flags` and `bag` hold a number per colour, `cards` one per seat and colour: the bridges at which
    that seat's card shows a flag of that colour.
    """

    to_move: int
    players: int
    with_specials: int
    with_rails: int  # the streetcar keeps to the rails, and blue to the bridge that carries them
    by_flags: int  # ties are broken by flags and turn order
    phase: int
    round: int
    turn: int  # of the race, from 1
    first: int  # who holds the first player's disc, -1 before it is drawn
    moved: int  # seats that have had their move in this turn
    using: int  # specials that the move under way uses
    owing: int  # a special was placed, and a mode must follow at once
    flags: list[int]  # bridges on which a flag of each colour lies
    bag: list[int]  # flags of each colour to be drawn; blue ones lie aside where rails count
    at: list[int]  # the space of each racer
    modes: list[int]  # modes with a coordinator of each seat
    specials: list[int]  # specials with a coordinator of each seat
    held: list[int]  # bridges that have a flag on each seat's card
    cards: list[int]

    __repr__ = brief

    def copy(self) -> BridgetownState:
        return BridgetownState(
            self.to_move,
            self.players,
            self.with_specials,
            self.with_rails,
            self.by_flags,
            self.phase,
            self.round,
            self.turn,
            self.first,
            self.moved,
            self.using,
            self.owing,
            self.flags[:],
            self.bag[:],
            self.at[:],
            self.modes[:],
            self.specials[:],
            self.held[:],
            self.cards[:],
        )
