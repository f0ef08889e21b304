"""Positions to test rules in: coordinators, racers, flags and cards where they are wanted."""

from __future__ import annotations

from typing import Any

from branchline.core.action import Action, from_text, from_typed, to_text
from branchline.core.game import silent
from branchline.games import load
from branchline.games.bridgetown.rules import rounds
from branchline.games.bridgetown.rules.game import Bridgetown
from branchline.games.bridgetown.rules.state import MODES, BridgetownState

from ..acting import Acting

FLAGS = {
    "fremont": "red",
    "broadway": "green",
    "burnside": "yellow",
    "morrison": "purple",
    "hawthorne": "black",
    "marquam": "orange",
    "ross_island": "white",
}


class Position(Acting[Bridgetown, BridgetownState]):
    """A game and its state."""

    def accepts(self, text: str) -> str:
        """The listed action that this one stands for."""
        return to_text(self.game.accept(self.state, from_text(text)))

    def typed(self, line: str) -> str:
        """The listed action that a person means by this line."""
        return to_text(self.game.accept(self.state, from_typed(line, self.game.called)))

    def rides(self, mode: str) -> list[Action]:
        legal = self.game.legal_actions(self.state)
        return [action for action in legal if action[0] == "ride" and action[1] == mode]

    def steps(self, mode: str) -> set[int]:
        """How many spaces the rides of this mode have."""
        return {len([id for id in ride[2:] if id in self.game.tables.index]) for ride in self.rides(mode)}

    def ends(self, mode: str) -> set[str]:
        return {[id for id in ride if id in self.game.tables.index][-1] for ride in self.rides(mode)}

    def ride_to(self, mode: str, end: str, *extra: str) -> list[tuple[Any, ...]]:
        """Take some ride of this mode that ends there, with these bridges exchanged."""
        tail = (end, "exchange", *extra) if extra else (end,)
        ride = next(ride for ride in self.rides(mode) if ride[-len(tail) :] == tail)
        return self.do(" ".join(ride))

    def any_ride(self) -> list[tuple[Any, ...]]:
        """Move somehow, taking no flag."""
        rides = [a for a in self.game.legal_actions(self.state) if a[0] in ("ride", "walk", "stay")]
        bridges = {bridge["node"] for bridge in self.game.board.data["bridges"]}
        return self.do(" ".join(next(ride for ride in rides if not bridges & set(ride))))

    def put(self, **racers: str) -> Position:
        """Racers by seat: `put(s0="pearl")`."""
        for seat, space in racers.items():
            self.state.at[int(seat[1:])] = self.game.tables.index[space]
        return self

    def flag(self, bridge: str, colour: str | None) -> Position:
        """Lay this flag on a bridge, or none."""
        tables, bit = self.game.tables, 1 << self.game.tables.bridge[bridge]
        for each in range(MODES):
            if self.state.flags[each] & bit:
                self.state.flags[each] ^= bit
                self.state.bag[each] += 1
        if colour is not None:
            self.state.flags[tables.colour[colour]] |= bit
            self.state.bag[tables.colour[colour]] -= 1
        return self

    def card(self, seat: int, **places: str) -> Position:
        """Flags on a card, out of the bag."""
        for bridge, colour in places.items():
            number, bit = self.game.tables.colour[colour], 1 << self.game.tables.bridge[bridge]
            self.state.cards[seat * MODES + number] |= bit
            self.state.held[seat] |= bit
            self.state.bag[number] -= 1
        return self

    def on_card(self, seat: int) -> dict[str, str]:
        card = self.game.looks.view(self.state, None)["seats"][seat]["card"]
        return {bridge: colour for bridge, colour in card.items() if colour}

    def lying(self) -> dict[str, str | None]:
        return {each["id"]: each["flag"] for each in self.game.looks.view(self.state, None)["bridges"]}

    def at(self, seat: int) -> str:
        return self.game.tables.ids[self.state.at[seat]]


def game() -> Bridgetown:
    return load("bridgetown")


def begun(players: int = 3, first: int = 0, **options: str) -> Position:
    """Flags as above, and that seat about to place the first coordinator."""
    at = Position(game(), game().start(players, **options))
    for bridge in game().tables.bridge_ids:
        if bridge == "steel":
            if options.get("streetcar") == "free":
                at.do("flag steel blue")
        else:
            at.do(f"flag {bridge} {FLAGS[bridge]}")
    at.do(f"begin {first}")
    return at


def racing(*placed: str, first: int = 0, round: int = 1, **options: str) -> Position:
    """A race about to begin; each seat's coordinators as words, `"taxi bike double"`."""
    at = begun(len(placed), first, **options)
    tables, state = at.game.tables, at.state
    for seat, words in enumerate(placed):
        for id in words.split():
            if id in tables.special_bit:
                state.specials[seat] |= tables.special_bit[id]
            else:
                state.modes[seat] |= 1 << tables.mode[id]
    state.round = round
    rounds.next_turn(at.game, state, silent)
    return at
