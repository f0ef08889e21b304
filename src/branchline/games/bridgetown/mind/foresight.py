"""A plan of up to three rides for one seat: which modes, in which order, for which flags.

A flag is taken by one colour only, so what a ride gains does not depend on the rides before it, and
the best plan is found by working backwards: what is a space worth with these modes still to ride?
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from branchline.core.bits import bits
from branchline.games.bridgetown.mind import weights
from branchline.games.bridgetown.rules.rounds import unplaced
from branchline.games.bridgetown.rules.state import MODES, PLACE, TURNS, BridgetownState
from branchline.games.bridgetown.rules.tables import WALK

if TYPE_CHECKING:
    from branchline.games.bridgetown.rules.game import Bridgetown


def served(worth: Iterable[tuple[int, float]], placed: int) -> dict[int, list[float]]:
    """For each mode that could be placed: what the best sets of modes are worth that it belongs to."""
    sets: list[list[float]] = [[] for _ in range(MODES)]
    for modes, value in worth:
        for mode in bits(modes & ~placed):
            sets[mode].append(value)
    return {
        mode: sorted(values, reverse=True)[: weights.SERVED] for mode, values in enumerate(sets) if values
    }


def weighed(best: list[float]) -> float:
    """A mode that serves several good plans leaves more ways open."""
    return best[0] + weights.OPEN * sum(best) / len(best)


class Foresight:
    """What spaces are worth to a seat, for each set of modes that it has still to ride."""

    def __init__(self, game: Bridgetown, state: BridgetownState, seat: int) -> None:
        self.game, self.state, self.seat = game, state, seat
        self.tables = game.tables
        self.card = state.cards[seat * MODES : seat * MODES + MODES]
        self.last = state.round == self.tables.rounds
        self.missing = [
            space for b, space in enumerate(self.tables.bridge_spaces) if not state.held[seat] >> b & 1
        ]
        self.flag = weights.FLAG
        if len(self.missing) == 1:
            self.flag = weights.LAST_FLAG
        elif self.last and len(self.missing) > TURNS:
            self.flag = weights.IDLE_FLAG
        self.gain = [self._gains(mode) for mode in range(MODES)]
        self.resting = [self._resting(space) for space in range(self.tables.size)]
        self._values: dict[tuple[int, int, int], float] = {}
        self._ends: dict[tuple[int, int, int, int], list[tuple[int, float]]] = {}
        self._lengths: dict[tuple[int, int], list[tuple[int, float]]] = {}
        self._safe: dict[tuple[int, int, int], float] = {}

    def _gains(self, mode: int) -> dict[int, float]:
        """What each flag of this mode's colour would bring, colour aside: only what is worth taking."""
        held = self.state.held[self.seat]
        new = 0.0 if self.card[mode] else weights.COLOUR
        found = {}
        for bridge in bits(self.state.flags[mode]):
            if not held >> bridge & 1:
                found[bridge] = self.flag
                continue
            old = next(colour for colour in range(MODES) if self.card[colour] >> bridge & 1)
            lost = weights.COLOUR if self.card[old].bit_count() == 1 else 0.0
            if new > lost:
                found[bridge] = -lost
        return found

    def taking(self, mode: int, bridges: int, step: int) -> float:
        """What a ride of this mode gains by these bridges, as the plan's ride number `step`."""
        gain = self.gain[mode]
        total, colour = 0.0, 0.0
        for bridge in gain:
            if bridges >> bridge & 1:
                safe = self.safe(mode, bridge, step)
                total += gain[bridge] * safe
                colour = max(colour, safe)
        return total if self.card[mode] else total + weights.COLOUR * colour

    def safe(self, mode: int, bridge: int, step: int) -> float:
        """How likely the flag still lies there when my ride number `step` comes."""
        key = mode, bridge, step
        found = self._safe.get(key)
        if found is None:
            found = 1.0
            for other in range(self.state.players):
                if other != self.seat:
                    found *= 1.0 - self._threat(other, mode, bridge, step)
            self._safe[key] = found
        return found

    def _threat(self, other: int, mode: int, bridge: int, step: int) -> float:
        """How likely another takes that flag before: who is on the mode, in reach, and in want of it."""
        state, tables = self.state, self.tables
        if state.modes[other] >> mode & 1:
            has = 1.0
        else:
            has = weights.MAY_COME * unplaced(state, other) if state.phase == PLACE else 0.0
        rides = self._rides(other)
        sooner = min(rides, step + self._before(other))
        if not has or not sooner:
            return 0.0
        network = self.game.network(state, mode)
        at_once = tables.in_reach(network, state.at[other], tables.speed[mode]) | tables.in_reach(
            network, state.at[other], tables.speed[mode] + 1
        )
        reach = weights.NEAR if at_once >> bridge & 1 else weights.ELSEWHERE
        wants = weights.HAS_ONE if state.held[other] >> bridge & 1 else 1.0
        return has * reach * wants * sooner / rides

    def _rides(self, other: int) -> int:
        """How many rides another has still to make in this round, as far as one can see."""
        state = self.state
        rides = state.modes[other].bit_count()
        return rides + unplaced(state, other) if state.phase == PLACE else rides

    def _before(self, other: int) -> int:
        """1 if the other moves before my next ride."""
        state = self.state
        if state.phase != PLACE and state.to_move == self.seat:
            return 0
        return int((other - state.first) % state.players < (self.seat - state.first) % state.players)

    def lengths(self, mode: int, step: int) -> list[tuple[int, float]]:
        """How far the mode goes as ride number `step`, with likelihoods: bonuses come and go."""
        key = mode, step
        found = self._lengths.get(key)
        if found is not None:
            return found
        state = self.state
        spread = {self.tables.speed[mode]: 1.0}
        for other in range(state.players):
            if other == self.seat or not state.modes[other] >> mode & 1:
                continue
            there = max(0.0, 1 - (step + self._before(other)) / self._rides(other))
            after: dict[int, float] = {}
            for length, odds in spread.items():
                after[length] = after.get(length, 0.0) + odds * (1 - there)
                after[length + 1] = after.get(length + 1, 0.0) + odds * there
            spread = after
        likely = {length: odds for length, odds in spread.items() if odds > weights.LIKELY}
        total = sum(likely.values())
        found = self._lengths[key] = [(length, odds / total) for length, odds in likely.items()]
        return found

    def ends(self, mode: int, length: int, space: int, step: int) -> list[tuple[int, float]]:
        """Where a ride may end, each with the most that it gains on the way there."""
        key = mode, length, space, step
        found = self._ends.get(key)
        if found is None:
            tables, network = self.tables, self.game.network(self.state, mode)
            ways = tables.ways(network, space, length)
            gaining = 0
            for bridge in self.gain[mode]:
                gaining |= 1 << bridge
            if not ways:  # stuck.walk, stuck.stay
                best = {end: 0.0 for end, _, _ in tables.ways(WALK, space, 1)} | {space: 0.0}
            elif not gaining & tables.in_reach(network, space, length):
                best = {end: 0.0 for end, _, _ in ways}
            else:
                best = {}
                for end, bridges, _ in ways:
                    gained = self.taking(mode, bridges & gaining, step) if bridges & gaining else 0.0
                    if gained >= best.get(end, 0.0):
                        best[end] = gained
            found = self._ends[key] = list(best.items())
        return found

    def worth(self, modes: int, space: int, step: int) -> float:
        """The most that riding all these modes from this space is likely to bring."""
        if not modes:
            return self.resting[space]
        key = modes, space, step
        found = self._values.get(key)
        if found is None:
            found = max(
                self.riding(mode, modes & ~(1 << mode), space, step, self.lengths(mode, step))
                for mode in bits(modes)
            )
            self._values[key] = found
        return found

    def riding(
        self, mode: int, rest: int, space: int, step: int, lengths: Iterable[tuple[int, float]]
    ) -> float:
        """What it brings to ride this mode now and the rest afterwards."""
        total = 0.0
        resting, worth = self.resting, self.worth
        for length, odds in lengths:
            best = 0.0
            for end, gained in self.ends(mode, length, space, step):
                value = gained + (worth(rest, end, step + 1) if rest else resting[end])
                if value > best:
                    best = value
            total += odds * best
        return total

    def doubled(self, modes: int, space: int, step: int) -> float:
        """The same with Double on whichever of these rides it serves best."""
        best = 0.0
        for mode in bits(modes):
            rest = modes & ~(1 << mode)
            twice = 2 * self.tables.speed[mode]
            if self.tables.ways(self.game.network(self.state, mode), space, twice):
                best = max(best, self.riding(mode, rest, space, step, [(twice, 1.0)]))
            if rest:
                best = max(best, self._double_later(mode, rest, space, step))
        return best

    def _double_later(self, mode: int, rest: int, space: int, step: int) -> float:
        total = 0.0
        for length, odds in self.lengths(mode, step):
            total += odds * max(
                gained + self.doubled(rest, end, step + 1)
                for end, gained in self.ends(mode, length, space, step)
            )
        return total

    def _resting(self, space: int) -> float:
        """What it is worth to end the round here: missing bridges close by."""
        if self.last:
            return 0.0
        distance = self.tables.distance(space)
        return weights.CLOSE * sum(max(0.0, 1 - distance[bridge] / weights.FAR) for bridge in self.missing)
