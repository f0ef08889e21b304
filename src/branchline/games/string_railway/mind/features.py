"""What the network is told about a position: all of it is open, so nothing is hidden from it.

Three arrays:

- *things*, a row for each company: `COMPANY` names the columns, `kernels/features.py` fills most of them;
- *holds*, a row for each seat: 1 for its own companies;
- *seats*, a row for each seat: `SEAT` names the columns.

A number is divided so that it is about 1 at most. What strings *bring* is foreseen on the table as it lies,
by the best chains of stations that are found on a coarse grid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from branchline.core.game import OVER
from branchline.games.string_railway.geometry.measures import Floats
from branchline.games.string_railway.mind.likely import BESIDE_SEEN, COARSE, LONG_BESIDE, SPREAD, TRUST
from branchline.games.string_railway.mind.ratings import HELD_BACK
from branchline.games.string_railway.rules.state import SHORTS, StringState
from branchline.games.string_railway.rules.tables import COUNTRYSIDE, LIMITS, NO_LIMIT, OTHERS_POINTS

if TYPE_CHECKING:
    from branchline.games.string_railway.mind import Mind

VERSION = 2  # of all that is said here: weights belong to one

COMPANY = (
    "is in the game", "points", "short strings left", "long strings left", "strings left",
    "what its next string brings if the others wait", "the second", "the third",
    "what its best short string brings", "its best long one",
    "what its next string brings if all lay in turn", "the second", "the third", "what others pay it then",
    "stations", "points of stations that it may enter within 7 cm", "within 14 cm", "within 21 cm",
    "within 14 cm at the loss of a point", "within 14 cm with one place left",
    "within 14 cm of another company as well", "room for tiles within 8 cm",
    "land nearer to it than to others", "turns until it lays", "others that may still pay it for a transfer",
    "others that are near and may cost it a point", "stations within 21 cm only at the loss of a point",
)  # fmt: skip
SCALE = np.array(
    (1, 30, 4, 1, 5, 6, 6, 6, 6, 9, 6, 6, 6, 3, 10, 6, 10, 15, 10, 5, 10, 400, 400, 5, 4, 4, 5), dtype=float
)
SEAT = (
    "likely points above the best other", "above the mean of the others", "by how sure a lead is",
    "the same if all lay in turn", "points above the best other", "place in the round", "whose turn is next",
    "turns until then", "turns to come", "one turn each or fewer", "two or fewer", "two players", "three",
    "four", "five", "worth of the tiles to come", "of them those for one company", "for few companies",
    "tiles in hand", "is in the lead", "the game is over", "above the second other",
    "lays a string next, without another tile",
)  # fmt: skip
COMPANIES = SEATS = 5


class Features(NamedTuple):
    things: Floats
    holds: Floats
    seats: Floats


def part_over(state: StringState) -> float:
    """How much of the game is over."""
    companies = len(state.score)
    return state.turns / (companies * (SHORTS[state.players] + 1))


def features(mind: Mind, state: StringState) -> Features:
    """Of a position in which homes lie on the table."""
    companies, players = len(state.score), state.players
    things, seats = np.zeros((COMPANIES, len(COMPANY))), np.zeros((SEATS, len(SEAT)))
    if state.to_move != OVER:
        describe_table(mind, state, things)
    for company in range(companies):
        things[company, :5] = (
            1, state.score[company], state.short[company], state.long[company],
            state.short[company] + state.long[company],
        )  # fmt: skip
        things[company, 23] = (company - state.company) % companies
    describe_seats(mind, state, things, seats)
    things /= SCALE
    holds = np.zeros((SEATS, COMPANIES))
    for company in range(companies):
        holds[company % players, company] = 1
    return Features(things, holds, seats)


def describe_table(mind: Mind, state: StringState, things: Floats) -> None:
    """What the kernel sees on the table."""
    from branchline.games.string_railway.mind.kernels.features import describe

    game = mind.game
    finder = game.positions.of(state).for_all(COARSE)
    lengths = np.array([game.length(state, "short"), game.length(state, "long")])
    describe(
        finder.leg_length, *finder.starts, *finder.ends, finder.distance, len(finder.grid.open_points),
        np.array(state.kinds), np.array(state.high), np.array(state.owners), np.array(state.present),
        state.company, np.array([state.short, state.long]).T.copy(), lengths,
        np.array(HELD_BACK, dtype=float), int(finder.layout.measures.anchor == "end"), things,
    )  # fmt: skip


def likely_points(state: StringState, things: Floats, first: int) -> list[float]:
    """What each seat may end with, by what is foreseen from that column on."""
    whole = []
    for company, (score, short, long) in enumerate(zip(state.score, state.short, state.long, strict=True)):
        gains = things[company, first : first + len(TRUST)]
        seen = float(np.dot(TRUST, gains))
        whole.append(score + BESIDE_SEEN[min(5, short + long)] + LONG_BESIDE * long + seen)
    return of_seats(state, whole)


def of_seats(state: StringState, whole: list[float]) -> list[float]:
    """With two companies the lower one decides, and then the higher one."""
    if state.players == len(whole):
        return whole
    pairs = [(whole[seat], whole[seat + state.players]) for seat in range(state.players)]
    return [min(pair) + 0.1 * max(pair) for pair in pairs]


def describe_seats(mind: Mind, state: StringState, things: Floats, seats: Floats) -> None:
    companies, players = len(state.score), state.players
    alone, in_turn = likely_points(state, things, 5), likely_points(state, things, 10)
    points = of_seats(state, [float(score) for score in state.score])
    to_come = sum(state.short) + sum(state.long)
    deck = [(count, kind) for kind, count in enumerate(mind.game.left_in_deck(state)) if count]
    tiles = max(1, sum(count for count, _ in deck))
    worth = sum(count * OTHERS_POINTS[kind] for count, kind in deck) / tiles
    single = sum(count for count, kind in deck if kind == COUNTRYSIDE) / tiles
    few = sum(count for count, kind in deck if LIMITS[kind] < NO_LIMIT) / tiles
    spread = SPREAD * max(0.1, to_come / companies) ** 0.5
    for seat in range(players):

        def above(whole: list[float], seat: int = seat) -> tuple[float, float, float]:
            others = sorted((each for other, each in enumerate(whole) if other != seat), reverse=True)
            second = others[min(1, len(others) - 1)]
            return (
                whole[seat] - others[0], whole[seat] - sum(others) / len(others), whole[seat] - second,
            )  # fmt: skip

        best, mean, second = above(alone)
        until = min((company - state.company) % companies for company in range(seat, companies, players))
        seats[seat] = (
            best / 10, mean / 10, max(-3.0, min(3.0, best / (2 * spread))), above(in_turn)[0] / 10,
            above(points)[0] / 10, seat / players, until == 0, until / companies, to_come / 20,
            to_come <= companies, to_come <= 2 * companies, players == 2, players == 3, players == 4,
            players == 5, worth / 3, single, few, len(state.drawn) / 2, above(points)[0] > 0,
            state.to_move == OVER, second / 10, until == 0 and state.to_move >= 0 and not state.drawn,
        )  # fmt: skip
