"""The state of a game of SNCF and its copy. Railroads are numbered in the order of `COLOURS`."""

from __future__ import annotations

from dataclasses import dataclass, field

from branchline.core.record import brief

COLOURS = ("red", "blue", "green", "yellow", "purple", "black")

DEALT = {3: 10, 4: 8, 5: 6, 6: 5}  # cubes a player, by the number of players
SHARE_LIMIT = {3: 20, 4: 15, 5: 12, 6: 10}
PENALTY = 20  # for each share over the limit
MOST_CUBES = 5  # in one build
MOST_BOUGHT = 2  # shares in one trade
EMPTY_BOXES = 5  # end a game of France

# phase
SUBURBS, DEAL, LOCOMOTIVE, PLAY = range(4)

# hidden: what may be known of the others' shares
STRICT, TALLY, OPEN = range(3)

# ended: why the game is over, by the names in `ENDINGS`
ENDINGS = ("", "goal", "boxes", "stall", "purple", "impossible", "dead-end")
GOAL, BOXES, STALL, PURPLE, IMPOSSIBLE, DEAD_END = range(1, 7)


ACT = 4  # bytes of `past` for a cube or a trade


def six() -> list[int]:
    return [0] * 6


@dataclass(slots=True)
class JointPlan:
    """One joint plan, and what is known of others. Copies of a state share it: it is replaced, never changed.

    Lists hold hexes for each railroad without a city. In a hex of `last` one more cube leaves no plan.
    """

    ways: list[int] = field(default_factory=six)  # the plan itself
    # hexes of `last` that a railroad needs however the others go
    alone: list[int] = field(default_factory=six)
    joint: int = 0  # the other hexes of `last`
    last: int = 0
    spare: list[int] = field(default_factory=six)  # hexes of `last` that a railroad may enter all the same
    unreached: int = 0  # hexes of the plan that nobody else can enter yet
    loose: list[int] = field(default_factory=six)  # another way, which holds while its hexes have room
    firm: int = 0  # another plan, which holds until one of its hexes gets a cube
    hexes: int = 0  # all of these ways together

    def copy(self) -> JointPlan:
        return JointPlan(
            self.ways[:], self.alone[:], self.joint, self.last, self.spare[:], self.unreached, self.loose[:],
            self.firm, self.hexes,
        )  # fmt: skip


@dataclass(slots=True)
class SncfState:
    """Sets of hexes are ints with one bit a hex; lists hold a number per railroad or per seat.

    `hands`, `net` and `low` hold six numbers a seat. `net` is what a seat has bought less what it
    has sold, `low` the lowest that this has been: both are public, and prove what it must hold.
    """

    to_move: int
    players: int
    hidden: int
    at_once: int
    stall: int
    by_boxes: int
    phase: int
    first: int  # who holds the Locomotive
    building: int  # the railroad of the build under way, or -1
    built: int  # its cubes so far
    still: int  # turns in a row with no cube placed and no share gained within the limit
    ended: int
    closed: int  # hexes that no railroad may enter any more
    once: int  # rural hexes with at least one cube
    startable: int  # cities far enough from all track
    box: list[int]
    value: list[int]
    track: list[int]
    open: list[int]  # hexes next to a railroad's track that it has room to enter
    shares: list[int]
    hands: list[int]
    net: list[int]
    low: list[int]
    plan: JointPlan = field(compare=False)  # France: how the railroads without a city can still get one each
    # what everybody saw since the deal, for whoever wonders what the others hold; an act is its seat and then
    # a railroad and a hex in two bytes, or 6 and the railroad of the share sold, the one bought, and how many
    past: bytes = field(default=b"", compare=False)

    __repr__ = brief

    def copy(self) -> SncfState:
        return SncfState(
            self.to_move, self.players, self.hidden, self.at_once, self.stall, self.by_boxes, self.phase,
            self.first, self.building, self.built, self.still, self.ended, self.closed, self.once,
            self.startable, self.box[:], self.value[:], self.track[:], self.open[:], self.shares[:],
            self.hands[:], self.net[:], self.low[:], self.plan, self.past,
        )  # fmt: skip
