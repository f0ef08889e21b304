"""What the contract's suite cannot know of Koplopers: chips, cards, units and counters agree."""

from __future__ import annotations

from random import Random

from branchline.core.action import Action
from branchline.core.bits import bits
from branchline.games.koplopers.rules.game import Koplopers
from branchline.games.koplopers.rules.state import (
    CHIPS,
    DIVIDE,
    LETTERS,
    TRAINS,
    UNITS,
    KoplopersState,
    capacity,
    in_reserve,
)


def audit(game: Koplopers, state: KoplopersState) -> None:
    """Every chip, card and unit is in one place, and what is counted is what is there."""
    tables = game.tables
    chips = 0
    for group in (*state.waiting, *state.aboard, *state.box):
        assert not chips & group, "a chip is in two places"
        chips |= group
    if state.phase != CHIPS:
        assert chips == (1 << len(tables.chips)) - 1, "a chip is lost"
    assert state.chips_left == sum(group.bit_count() for group in state.waiting)
    cards = state.deck | state.discard
    assert not state.deck & state.discard
    for seat, hand in enumerate(state.hands):
        assert not cards & hand, "a card is in two places"
        assert hand.bit_count() == state.held[seat]
        assert (hand & ~state.pile).bit_count() == state.old[seat]
        cards |= hand
        assert state.delivered[seat] == tables.total(state.box[seat])
        assert 0 <= in_reserve(state, seat) <= UNITS, "a unit is lost"
    assert cards == (1 << len(tables.cards)) - 1, "a card is lost"
    occupied = 0
    for train, direction in enumerate(state.at):
        assert state.load[train] == tables.total(state.aboard[train])
        if direction >= 0:
            assert not occupied >> (direction >> 1) & 1, "two trains on one section"
            occupied |= 1 << (direction >> 1)
            assert state.load[train] <= capacity(state, train) or state.phase == DIVIDE
        else:
            assert not state.aboard[train], "passengers on a train that is not on the board"
    assert state.occupied == occupied
    disrupted = [station for station in state.letters if station >= 0]
    assert len(set(disrupted)) == len(disrupted), "two letters on one station"
    assert state.disrupted == sum(1 << station for station in disrupted)
    assert 0 <= state.points <= 5


def wrong_actions(game: Koplopers, state: KoplopersState, rng: Random) -> list[Action]:
    """What a person might try here, often against a rule: any train, yard, card, chip, station or track."""
    tables = game.tables
    trains = TRAINS[: state.players * UNITS]
    own = trains[state.active * UNITS : state.active * UNITS + UNITS] if state.active >= 0 else trains
    train, other = rng.sample(own, 2)
    there = state.at[game.train[train]]
    near = tables.onward[there] if there >= 0 else ()
    path = [tables.sections[rng.choice(near or (0,)) >> 1], *rng.sample(tables.sections, rng.randint(0, 2))]
    walk = _walk(game, there, rng) if there >= 0 else path
    aboard = [chip for chip in tables.chips if state.aboard[game.train[train]] >> tables.chip_index[chip] & 1]
    chip = rng.choice([*aboard, rng.choice(tables.chips)])
    station = tables.station[there]
    here = [
        other for other in trains if station >= 0 and tables.station[state.at[game.train[other]]] == station
    ]
    foreign = rng.choice([each for each in (rng.choice(trains), *here) if each != train] or [other])
    second = rng.choice([other, *(each for each in here if each in own and each != train)])
    waiting = [tables.chips[each] for each in bits(state.waiting[station])] if station >= 0 else []
    hand = [tables.cards[each] for each in bits(state.hands[state.active])] if state.active >= 0 else []
    return [
        ("build", rng.choice(tables.yard_ids)),
        ("turn", rng.choice([train, foreign])),
        ("drive", train, *path),
        ("drive", train, *walk),
        ("drive", train, rng.choice(tables.stations)),
        ("drive", rng.choice(trains), rng.choice(tables.stations)),
        ("dismantle", train),
        ("disrupt", rng.choice(tables.cards)),
        ("disrupt", rng.choice(hand or tables.cards)),
        ("repair", rng.choice(LETTERS)),
        ("stop", rng.choice([train, foreign])),
        ("board", train, rng.choice([chip, *waiting])),
        ("pick", train, chip),
        ("transfer", train, second),
        ("transfer", train, foreign),
        ("couple", train, second),
        ("uncouple", train, rng.choice(path)),
        ("negotiate", train, foreign),
        ("shift", chip),
        ("give", chip),
        ("ask", rng.choice(tables.chips)),
        ("settle",),
        ("offer",),
        ("leave",),
        ("accept",),
        ("done",),
    ]


def _walk(game: Koplopers, direction: int, rng: Random) -> list[str]:
    """A drive over sections that do lead on, as far as somebody might hope to come."""
    found = []
    for _ in range(rng.randint(1, 6)):
        if game.tables.onward[direction]:
            direction = rng.choice(game.tables.onward[direction])
            found.append(game.tables.sections[direction >> 1])
    return found or [game.tables.sections[0]]
