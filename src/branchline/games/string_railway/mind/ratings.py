"""What strings and places are worth to the company that lays and places them."""

from __future__ import annotations

from math import hypot
from random import Random

import numpy as np

from branchline.core.game import Action
from branchline.games.string_railway.geometry.columns import IN_MOUNTAIN, KIND, OWNER, PRESENT
from branchline.games.string_railway.geometry.measures import Floats, Point
from branchline.games.string_railway.geometry.place import random_places
from branchline.games.string_railway.geometry.shapes import Quad
from branchline.games.string_railway.laying.finder import FAST, Finder, Proposal, Quality
from branchline.games.string_railway.laying.positions import Position
from branchline.games.string_railway.rules.game import StringRailway
from branchline.games.string_railway.rules.state import StringState
from branchline.games.string_railway.rules.tables import LIMITS, NO_LIMIT, OTHERS_POINTS

Place = tuple[int, int, int, Quad, Quad]

NEAR, FAR = 32, 4  # places looked at: round the own stations, and anywhere
WITHIN = 16_000  # how far from an own station
REACHED = 25_000  # a company can soon use a tile this near to a station of its own
HELD_BACK = (0.0, 0.0, 2.0, 2.5, 3.0, 3.5)  # points that the long string must bring more, by turns left
GIFT = 0.15  # of a tile's points, for each company that can soon use it
PROSPECT = 0.2  # of the points that are near for the strings to come
FAR_OFF = 20_000  # what is nearer than half of this counts wholly, beyond one and a half not at all
DENIED = 0.3  # of the points that others lose


def rated_strings(
    game: StringRailway, state: StringState, want: int = 3, quality: Quality = FAST
) -> list[tuple[float, Action]]:
    """The best strings of each length that is left, with what they are worth."""
    company, position = state.company, game.positions.of(state)
    turns = min(5, state.short[company] + state.long[company])
    found: list[tuple[float, Action]] = []
    position.finder(company, game.length(state, state.left(company)[-1]), quality)  # serves both lengths
    for name in state.left(company):
        for proposal in position.best(company, game.length(state, name), want, quality):
            worth = promise(state, company, proposal) if turns > 1 else _gain(state, company, proposal)
            if turns > 1 and name == "long":
                worth -= HELD_BACK[turns]
            found.append((worth, ("lay", name, proposal.points)))
    return found


def promise(state: StringState, company: int, proposal: Proposal) -> float:
    """What a string brings, and what it leaves near for the strings to come."""
    return _gain(state, company, proposal) + PROSPECT * _prospects(state, company, proposal)


def _gain(state: StringState, company: int, proposal: Proposal) -> float:
    """The string's points, what it costs or gives owners, and seats in limited stations that it takes."""
    worth = float(proposal.verdict.score)
    for entry in proposal.verdict.entered:
        if entry.owner >= 0:
            own = state.seat(entry.owner) == state.seat(company)
            worth += entry.owner_points * (1.0 if own else -DENIED)
        present = state.present[entry.tile]
        limit = LIMITS[state.kinds[entry.tile]]
        if not present >> company & 1 and limit < NO_LIMIT and present.bit_count() + 1 == limit:
            worth += DENIED * 0.5  # nobody else comes in any more
    return worth


def _prospects(state: StringState, company: int, proposal: Proposal) -> float:
    """Points of stations that the company's next strings could enter: the nearer, the likelier."""
    entered = {entry.tile for entry in proposal.verdict.entered}
    own, others, worth = [], [], []
    for tile, (kind, present) in enumerate(zip(state.kinds, state.present, strict=True)):
        if present >> company & 1 or tile in entered:
            own.append(state.tiles[tile][:2])
        elif present.bit_count() < LIMITS[kind]:
            others.append(state.tiles[tile][:2])
            worth.append(OTHERS_POINTS[kind])
    if not others:
        return 0.0
    away = np.array(others)[:, None, :] - np.array(own)[None, :, :]
    nearest = np.hypot(away[:, :, 0], away[:, :, 1]).min(axis=1)
    return float((np.array(worth) * np.clip(1.5 - nearest / FAR_OFF, 0.0, 1.0)).sum())


def rated_places(
    game: StringRailway, state: StringState, rng: Random, near: int, trust: tuple[float, ...] = (),
    quality: Quality = FAST,
) -> list[tuple[float, int, Place]]:  # fmt: skip
    """Sampled places of the drawn tiles, the best first by the chains that they would make.

    With `trust` the company's strings after the next one count as well, each so much.
    """
    company, position = state.company, game.positions.of(state)
    target = game.length(state, state.left(company)[0])
    base = position.finder(company, target, quality)
    rated: list[tuple[float, int, Place]] = []
    for kind in sorted(set(state.drawn)):
        for place in _places(position, company, rng, near):
            finder = _with_tile(position, base, kind, place, target)
            worth = _ahead(game, state, finder, trust) if trust else _estimate(finder, target)
            rated.append((worth - gift_of(state, company, kind, place[:2]), kind, place))
    rated.sort(key=lambda each: -each[0])
    return rated


def _places(position: Position, company: int, rng: Random, near: int) -> list[Place]:
    own = [tile for tile, present in enumerate(position.present) if present >> company & 1]
    found: list[Place] = []
    for _ in range(near // 4):
        found += random_places(position.layout, rng, 4, position.layout.centre(rng.choice(own)), WITHIN, 256)
    return found + random_places(position.layout, rng, near * FAR // NEAR)


def _with_tile(position: Position, base: Finder, kind: int, place: Place, target: int) -> Finder:
    """The legs with a new tile: those from it are found, all others are known."""
    layout = position.layout.copy()
    tile = layout.add_tile(kind, place[3], place[4])
    finder = Finder(layout, base.company, base.quality, target, [tile])
    old = slice(0, tile)
    for ours, known in (
        (finder.leg_length, base.leg_length),
        *zip(finder.starts, base.starts, strict=True),
        *zip(finder.ends, base.ends, strict=True),
    ):
        ours[old, old] = known
    finder.leg_length[:, tile] = finder.leg_length[tile]
    for axis in range(2):  # a leg backwards starts where it ended
        finder.starts[axis][:, tile] = finder.ends[axis][tile]
        finder.ends[axis][:, tile] = finder.starts[axis][tile]
    return finder


def _estimate(finder: Finder, target: int) -> float:
    """What the best chain of stations brings."""
    from branchline.games.string_railway.laying.chains import KEY

    chains = finder.chains(target, most=1)
    return float(chains[0, KEY]) / 1000 if len(chains) else -9.0


def _ahead(game: StringRailway, state: StringState, finder: Finder, trust: tuple[float, ...]) -> float:
    """What the best chain brings, and those after it as far as they are trusted."""
    gains = foreseen(game, state, finder, finder.company, 1 + len(trust))
    return float(gains[0] + sum(part * gain for part, gain in zip(trust, gains[1:], strict=True)))


def foreseen(game: StringRailway, state: StringState, finder: Finder, company: int, rounds: int) -> Floats:
    """What the company's next strings would bring if the table of the search stayed as it is."""
    from branchline.games.string_railway.mind.kernels.playout import next_gains

    layout, gains = finder.layout, np.zeros(rounds)
    kinds, high, owners, present = layout.tiles[:, [KIND, IN_MOUNTAIN, OWNER, PRESENT]].T.copy()
    next_gains(
        finder.leg_length, *finder.starts, *finder.ends, kinds, high, owners, present, company,
        np.array([state.short[company], state.long[company]]),
        np.array([game.length(state, "short"), game.length(state, "long")]),
        np.array(HELD_BACK, dtype=float), int(layout.measures.anchor == "end"), gains,
    )  # fmt: skip
    return gains


def gift_of(state: StringState, company: int, kind: int, at: Point) -> float:
    """What others may soon make of a tile that is placed there."""
    room = LIMITS[kind] - 1
    near = 0
    for other in range(len(state.score)):
        if state.seat(other) == state.seat(company):
            continue
        near += any(
            present >> other & 1 and hypot(tile[0] - at[0], tile[1] - at[1]) < REACHED
            for tile, present in zip(state.tiles, state.present, strict=True)
        )
    return GIFT * OTHERS_POINTS[kind] * min(room, near)
