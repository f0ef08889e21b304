"""Positions to test rules in: trains, chips, cards and disruptions where they are wanted."""

from __future__ import annotations

from branchline.core.action import from_typed, to_text
from branchline.core.game import CHANCE, Action, silent
from branchline.games import load
from branchline.games.koplopers.rules.driving import place
from branchline.games.koplopers.rules.game import Koplopers
from branchline.games.koplopers.rules.rounds import begin_turn
from branchline.games.koplopers.rules.state import DOUBLE, LETTERS, READY, KoplopersState

from ..acting import Acting


class Position(Acting[Koplopers, KoplopersState]):
    """A game and its state, with words to build a position and to act in it."""

    # --- acting

    def refill(self) -> Position:
        """Draw whatever chance has to draw, the first outcome each time."""
        while self.state.to_move == CHANCE:
            self.game.apply(self.state, self.game.legal_actions(self.state)[0])
        return self

    def rule(self, text: str) -> str:
        return self.refused(text).rule

    def meant(self, text: str) -> str:
        """The listed action that is done when this is typed."""
        return to_text(self.game.accept(self.state, from_typed(text, self.game.called)))

    def listed(self, verb: str) -> list[Action]:
        return [action for action in self.game.legal_actions(self.state) if action[0] == verb]

    # --- building

    def put(
        self, train: str, section: str, front: str, chips: str = "", units: int = 1, ready: bool = True
    ) -> Position:
        """A train on a section with its front there; `ready` if it has driven since it was turned."""
        tables, number = self.game.tables, self.game.train[train]
        direction = 2 * tables.section_index[section]
        if tables.nodes[tables.front[direction]] != front:
            direction ^= 1
        assert tables.nodes[tables.front[direction]] == front, f"{front} is no end of {section}"
        place(self.state, number, direction, (READY if ready else 0) | (DOUBLE if units == 2 else 0))
        for chip in chips.split():
            self.state.aboard[number] |= 1 << tables.chip_index[chip]
            self.state.load[number] += tables.passengers[tables.chip_index[chip]]
        return self

    def wait(self, station: str, chips: str) -> Position:
        """Chips that wait in a station."""
        for chip in chips.split():
            self.state.waiting[self.game.tables.station_index[station]] |= (
                1 << self.game.tables.chip_index[chip]
            )
            self.state.chips_left += 1
        return self

    def disrupt(self, **letters: str) -> Position:
        """Letters on stations."""
        for letter, station in letters.items():
            number = self.game.tables.station_index[station]
            self.state.letters[LETTERS.index(letter)] = number
            self.state.disrupted |= 1 << number
        return self

    def hold(self, seat: int, *stations: str) -> Position:
        """Exactly these disruption cards in a hand, out of the pile and back into it."""
        state, tables = self.state, self.game.tables
        state.deck |= state.hands[seat]
        state.hands[seat] = 0
        for station in stations:
            card = tables.card_station.index(tables.station_index[station])
            for other in range(state.players):
                if state.hands[other] >> card & 1:  # swap it against a card of the pile
                    swapped = state.deck & -state.deck
                    state.hands[other] ^= 1 << card | swapped
                    state.deck ^= 1 << card | swapped
            state.hands[seat] |= 1 << card
            state.deck &= ~(1 << card)
        state.held[seat] = len(stations)
        return self

    def points(self, left: int) -> Position:
        self.state.points = left
        return self

    def turn_of(self, seat: int) -> Position:
        """A new turn begins for this seat."""
        begin_turn(self.state, seat, silent)
        self.state.must_build = 0
        return self

    def card(self, station: str) -> str:
        tables = self.game.tables
        return tables.cards[tables.card_station.index(tables.station_index[station])]

    # --- looking

    def at(self, train: str) -> tuple[str, str]:
        """The section and the front of a train; empty when it is not on the board."""
        direction = self.state.at[self.game.train[train]]
        if direction < 0:
            return "", ""
        tables = self.game.tables
        return tables.sections[direction >> 1], tables.nodes[tables.front[direction]]

    def load(self, train: str) -> int:
        return self.state.load[self.game.train[train]]

    def aboard(self, train: str) -> set[str]:
        chips = self.state.aboard[self.game.train[train]]
        return {id for id, number in self.game.tables.chip_index.items() if chips >> number & 1}

    def copy(self) -> Position:
        return Position(self.game, self.state.copy())


def koplopers() -> Koplopers:
    return load("koplopers")


def begun(players: int = 2, **options: str) -> Position:
    """Seat 0 begins, after a set-up in which chips and cards come in order."""
    at = Position(koplopers(), koplopers().start(players, **options))
    return at.refill()


def midgame(players: int = 2, **options: str) -> Position:
    """Round 5, seat 0 to move with five points; no train and no chip on the board yet."""
    at = begun(players, **options)
    state = at.state
    state.round, state.must_build = 5, 0
    state.waiting = [0] * len(state.waiting)
    state.chips_left = 0
    return at
