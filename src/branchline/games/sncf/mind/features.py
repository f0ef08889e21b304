"""What the network is told about a position, by what a seat knows: its hand, and what others may hold.

The plain text of `kernels/features.py`. Three arrays of six rows:

- *things*, a row for each railroad: `RAILROAD` names the columns;
- *holds*, a row for each seat: how many shares of each railroad it is likely to hold;
- *seats*, a row for each seat: `SEAT` names the columns.

A number is divided so that it is about 1 at most. *The end* is the goal in France, in Germany an empty purple
city; a railroad *runs* if whoever is next could end the game with it: the last such city is within its cubes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from branchline.core.bits import bits
from branchline.core.game import OVER
from branchline.games.sncf.mind import weights
from branchline.games.sncf.mind.value import expected, prospects
from branchline.games.sncf.rules.hidden import known, loose, masked_hands
from branchline.games.sncf.rules.state import MOST_CUBES, PENALTY, SHARE_LIMIT, SncfState

if TYPE_CHECKING:
    from branchline.games.sncf.mind import Mind
    from branchline.games.sncf.rules.game import Sncf

VERSION = 1  # of all that is said here: weights belong to one

RAILROAD = (
    "value", "value above the mean", "cubes in the box", "its box is empty", "cubes for one build", "track",
    "shares in hands", "is on the map", *(f"city points {n} cubes away" for n in range(1, 7)),
    "points of a greedy build", "of one with five cubes", "of one with two", "prospects as `value` has them",
    "cubes to the end", "runs", "the end is within two builds", "points on the way to it if within one",
    "hexes to enter next", "city points that it alone is nearest to", "city points that it shares being near",
    "has no city", "shares of who holds most", "shares of who is to move", "shares that may be anybody's",
    "the end is within one build",
)  # fmt: skip
SEAT = (
    "points above the mean", "above the best other", "prospects above the mean", "above the best other",
    "above the best other after greedy builds", "doubt about its hand in points",
    "points above the best other in doubts", "its hand is known", "is to move", "turns until it moves",
    "place in turn order", "shares of the limit", "shares to the limit", "shares over it",
    "above the best other after the best run for it", "somebody could run",
    "above the best other after the run that is best for who is to move", "the game is over",
    "turns without progress", "empty boxes, or purple cities", "cubes in boxes", "three players", "four",
    "five", "six", "part of its shares that can grow", "how few railroads it holds",
    "cubes to the end for whoever is nearest", "leads", "points above the best other, close by",
)  # fmt: skip
REACH, FAR = 6, 15
SAME = 1e-6  # points: sums of fractions that differ by less are equal
USUALLY_LAID = 40  # cubes; nine games of ten end with fewer on the map
NEXT, BEYOND = 133, 5  # hundredths of points, as the kernel counts


class Features(NamedTuple):
    things: NDArray[np.float64]
    holds: NDArray[np.float64]
    seats: NDArray[np.float64]


class Survey(NamedTuple):
    """What the map says about a railroad."""

    ahead: list[int]
    gain: list[int]
    way: int
    run: int
    entrances: int


def features(mind: Mind, state: SncfState) -> Features:
    """Of a masked state, by what it shows."""
    game = mind.game
    ways = ways_to_the_end(game, state)
    surveys, distances = [], []
    for railroad in range(6):
        found, distance = surveyed(game, state, railroad, ways)
        surveys.append(found)
        distances.append(distance)
    own, tied = whose(game, state, distances)
    hands = expected(game, state)
    holds = np.zeros((6, 6))
    holds[: state.players] = np.array(hands).reshape(-1, 6)
    spare = loose(game, state, known(state))
    things, mean = np.zeros((6, len(RAILROAD))), sum(state.value) / 6
    worth = prospects(game, state)
    runners = [runs(game, state, surveys[railroad], railroad, len(ways[0])) for railroad in range(6)]
    for railroad, (ahead, gain, way, run, entrances) in enumerate(surveys):
        value, box, track = state.value[railroad], state.box[railroad], state.track[railroad].bit_count()
        column = holds[: state.players, railroad]
        near = way <= min(MOST_CUBES, box)
        mover = holds[state.to_move, railroad] if state.to_move != OVER else 0.0
        things[railroad] = [
            value / 20, (value - mean) / 10, box / 16, box == 0, min(box, MOST_CUBES) / MOST_CUBES,
            track / 16, column.sum() / 16, track > 0, *(each / 5 for each in ahead),
            gain[min(box, MOST_CUBES)] / 6, gain[MOST_CUBES] / 6, gain[min(box, 2)] / 4,
            (worth[railroad] - value) / 5, way / 12, runners[railroad], way <= min(2 * MOST_CUBES, box),
            run / 8 if near else 0.0, entrances / 12, own[railroad] / 10, tied[railroad] / 6,
            value == 0, column.max() / 6, mover / 6, spare[railroad] / 10, near,
        ]  # fmt: skip
    return Features(things, holds, of_seats(game, state, surveys, runners, holds, len(ways[0])))


def ways_to_the_end(game: Sncf, state: SncfState) -> tuple[list[int], dict[int, tuple[int, int]]]:
    """The cities that end the game; for each hex the cubes to the nearest of them and the points on them."""
    tables = game.tables
    free = tables.land & ~state.closed
    targets = list(bits((tables.kinds["purple"] if tables.germany else tables.goal) & free))
    found = {index: (1, tables.points[index]) for index in targets}
    level = list(targets)
    for length in range(2, FAR):
        following: dict[int, tuple[int, int]] = {}
        for index in level:
            for other in bits(tables.neighbours[index] & free):
                if other not in found:
                    best = max(following.get(other, (0, 0))[1], found[index][1] + tables.points[other])
                    following[other] = (length, best)
        found |= following
        level = list(following)
    return targets, found


def surveyed(
    game: Sncf, state: SncfState, railroad: int, ways: tuple[list[int], dict[int, tuple[int, int]]]
) -> tuple[Survey, dict[int, int]]:
    """The survey, and how many cubes away each hex is."""
    tables, track = game.tables, state.track[railroad]
    free = tables.land & ~state.closed & ~track
    front = seen = state.open[railroad] if track else state.startable
    nearest = [ways[1][index] for index in bits(front) if index in ways[1]]
    way = min((length for length, _ in nearest), default=FAR)
    run = max((best for length, best in nearest if length == way), default=0)
    entrances, ahead, distance = front.bit_count(), [], dict[int, int]()
    for length in range(1, REACH + 1):
        distance |= dict.fromkeys(bits(front), length)
        ahead.append(sum(tables.points[index] for index in bits(front)))
        front = tables.around(front) & free & ~seen
        seen |= front
    return Survey(ahead, greedy_gain(game, state, railroad), way, run, entrances), distance


def greedy_gain(game: Sncf, state: SncfState, railroad: int) -> list[int]:
    """What a build by taste scores with each number of cubes; the goal and build.cut-off are left aside."""
    tables, track = game.tables, state.track[railroad]
    found = [0] * (MOST_CUBES + 1)
    if not track:
        return found
    free = tables.land & ~state.closed & ~track
    listed = options = state.open[railroad] & ~tables.goal
    for count in range(1, MOST_CUBES + 1):
        found[count] = found[count - 1]
        if options:
            best = max(bits(options), key=lambda index: (taste(game, state, index, free & ~listed), -index))
            found[count] += tables.points[best]
            fresh = tables.neighbours[best] & free & ~listed & ~tables.goal
            options = options & ~(1 << best) | fresh
            listed |= fresh
    return found


def taste(game: Sncf, state: SncfState, index: int, beyond: int) -> int:
    tables = game.tables
    found = 100 * tables.points[index]
    for other in bits(tables.neighbours[index] & beyond):
        around = tables.neighbours[other] & ~state.closed
        found += NEXT * tables.points[other] + BEYOND * sum(tables.points[each] for each in bits(around))
    return found


def whose(game: Sncf, state: SncfState, distances: list[dict[int, int]]) -> tuple[list[int], list[int]]:
    """City points to which each railroad is the nearest, alone or with others."""
    own, tied = [0] * 6, [0] * 6
    for city in bits(game.tables.cities & ~state.closed):
        least = min(each.get(city, FAR) for each in distances)
        near = [railroad for railroad in range(6) if distances[railroad].get(city, FAR) == least < FAR]
        for railroad in near:
            (own if len(near) == 1 else tied)[railroad] += game.tables.points[city]
    return own, tied


def runs(game: Sncf, state: SncfState, survey: Survey, railroad: int, targets: int) -> bool:
    return bool(targets == 1 and survey.way <= min(MOST_CUBES, state.box[railroad]) and state.track[railroad])


def above(totals: NDArray[np.float64]) -> NDArray[np.float64]:
    """By how much each total is above the best of the others."""
    return np.array([total - np.delete(totals, seat).max() for seat, total in enumerate(totals)])


def doubts(game: Sncf, state: SncfState) -> list[float]:
    """By how many points each hand may differ from what is expected: it was drawn from the loose cubes."""
    sure = known(state)
    spare, value = np.array(loose(game, state, sure)), np.array(state.value)
    pool, hidden, found = spare.sum(), masked_hands(state), []
    for seat in range(state.players):
        room = state.shares[seat] - sum(sure[seat * 6 : seat * 6 + 6])
        spread = 0.0
        if seat in hidden and room > 0 and pool > 1:
            variance = (spare * value**2).sum() / pool - ((spare * value).sum() / pool) ** 2
            spread = float(max(0.0, room * variance * (pool - room) / (pool - 1)) ** 0.5)
        found.append(spread)
    return found


def of_seats(
    game: Sncf, state: SncfState, surveys: list[Survey], runners: list[bool], holds: NDArray[np.float64],
    targets: int,
) -> NDArray[np.float64]:  # fmt: skip
    players, mover, limit = state.players, state.to_move, SHARE_LIMIT[state.players]
    over, box, value = mover == OVER, state.box, np.array(state.value, float)
    hands = holds[:players]
    fines = np.array([PENALTY * max(0, each - limit) for each in state.shares])
    after_builds = value + weights.SOON * np.array(
        [survey.gain[min(box[railroad], MOST_CUBES)] for railroad, survey in enumerate(surveys)]
    )
    plain = hands @ value - fines
    likely = hands @ np.array(prospects(game, state)) - fines
    gaps = [above(plain), above(likely), above(hands @ after_builds - fines)]
    ended = {
        railroad: above(plain + hands[:, railroad] * surveys[railroad].run)
        for railroad in range(6)
        if runners[railroad] and not over
    }
    liked = max(ended, key=lambda railroad: (round(ended[railroad][mover], 6), -railroad), default=-1)
    spread = doubts(game, state)
    found = np.zeros((6, len(SEAT)))
    for seat in range(players):
        doubt = sum(each**2 / (1 if at == seat else players - 1) for at, each in enumerate(spread))
        shares, row = max(1, state.shares[seat]), hands[seat]
        place = ((seat - state.first) % players) / players
        grown = sum(row[railroad] for railroad in range(6) if box[railroad])
        found[seat] = [
            limited((plain[seat] - plain.mean()) / 20, 3), limited(gaps[0][seat] / 20, 3),
            limited((likely[seat] - likely.mean()) / 20, 3), limited(gaps[1][seat] / 20, 3),
            limited(gaps[2][seat] / 20, 3), spread[seat] / 10,
            limited(gaps[0][seat] / (1 + doubt**0.5), 3), seat not in masked_hands(state), seat == mover,
            0.0 if over else ((seat - mover) % players) / players, place, state.shares[seat] / limit,
            max(0, limit - state.shares[seat]) / 10, max(0, state.shares[seat] - limit) / 3,
            max((limited(each[seat] / 20, 1.5) for each in ended.values()), default=-1.5), len(ended) > 0,
            limited(ended[liked][seat] / 20, 1.5) if ended else 0.0, over,
            state.still / (state.stall * players), (targets if game.germany else box.count(0)) / 5,
            sum(box) / 100, *(players == each for each in (3, 4, 5, 6)), grown / shares,
            float(row @ row) / shares**2,
            min((each.way for r, each in enumerate(surveys) if each.way <= box[r]), default=FAR) / 12,
            gaps[0][seat] > SAME or (gaps[0][seat] > -SAME and place > 0), limited(gaps[0][seat] / 5, 2),
        ]  # fmt: skip
    return found


def part_over(laid: int) -> float:
    """How much of a game is over, by the cubes on the map."""
    return laid / USUALLY_LAID


def limited(number: float, most: float) -> float:
    return max(-most, min(most, number))
