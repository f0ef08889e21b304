"""Positions to test rules in: a game under way, hands and boxes as wanted, track where it is wanted.

Boards are ours or drawn as text: one sign a hex, odd rows shifted right by half a hex.

    .  open country     1 2 3 4 8  a city of that value     S  suburb     P  Paris     -  no hex
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, cast

from branchline.core.game import OVER
from branchline.games import load
from branchline.games.sncf.rules.game import Sncf
from branchline.games.sncf.rules.state import COLOURS, DEALT, ENDINGS, SncfState

from ..acting import Acting

# Red leaves Paris by Gare Saint-Lazare, Blue by Gare du Nord, and so on
SUBURBS = {"red": "d8", "blue": "d9", "green": "e8", "yellow": "e10", "purple": "f8", "black": "f9"}
KINDS = {
    ".": "rural",
    "1": "yellow",
    "2": "purple",
    "3": "red",
    "4": "blue",
    "8": "white",
    "S": "suburb",
    "P": "paris",
}


class Position(Acting[Sncf, SncfState]):
    """A game and its state; changes are made by the game's own functions."""

    def lay(self, colour: str, hexes: str) -> Position:
        """Lay track of one railroad, hex by hex, where it has room; in Germany the first one is its start."""
        state, railroad = self.state, self.game.colour[colour]
        for id in hexes.split():
            index = self.game.tables.index[id]
            places = state.open[railroad] if state.track[railroad] else state.startable
            assert places >> index & 1, f"{colour} cannot come to {id}"
            assert state.box[railroad], f"{colour}'s box is empty"
            self.game._lay(state, railroad, index, lambda *event: None)
        return self

    def road(self, colour: str, to: str) -> Position:
        """Lay a shortest road of one railroad to that hex, past the city that would end the game."""
        tables, railroad = self.game.tables, self.game.colour[colour]
        through = tables.land & ~self.state.closed & ~tables.goal
        while not self.state.track[railroad] >> tables.index[to] & 1:
            near = self.state.open[railroad] & through
            road = tables.path(near, through, 1 << tables.index[to])
            step = next(id for id, index in tables.index.items() if near & road & 1 << index)
            self.lay(colour, step)
        return self

    def hold(self, seat: int, **shares: int) -> Position:
        """Give a seat exactly these shares, out of the boxes and back into them."""
        state = self.state
        for railroad, colour in enumerate(COLOURS):
            more = shares.get(colour, 0) - state.hands[seat * 6 + railroad]
            assert more <= state.box[railroad], f"{colour}'s box is too small"
            state.hands[seat * 6 + railroad] += more
            state.box[railroad] -= more
            state.shares[seat] += more
        return self

    def drain(self, to: int, **left: int) -> Position:
        """Leave so many cubes in these boxes and give the others to a seat."""
        hand = dict(zip(COLOURS, self.hand(to), strict=True))
        for colour, cubes in left.items():
            hand[colour] += self.box(colour) - cubes
        return self.hold(to, **hand)

    def turn_of(self, seat: int) -> Position:
        self.state.to_move = seat
        return self

    def box(self, colour: str) -> int:
        return self.state.box[self.game.colour[colour]]

    def value(self, colour: str) -> int:
        return self.state.value[self.game.colour[colour]]

    def hand(self, seat: int) -> list[int]:
        return self.state.hands[seat * 6 : seat * 6 + 6]

    def track(self, colour: str) -> set[str]:
        hexes = self.state.track[self.game.colour[colour]]
        return {id for id, index in self.game.tables.index.items() if hexes >> index & 1}

    @property
    def ended(self) -> str:
        """Why the game is over; nothing while it goes on."""
        assert bool(self.state.ended) == (self.state.to_move == OVER)
        return ENDINGS[self.state.ended]

    def copy(self) -> Position:
        return Position(self.game, self.state.copy())


def france_game() -> Sncf:
    return load("sncf-france")


def germany_game() -> Sncf:
    return load("sncf-germany")


def france(players: int = 3, suburbs: Mapping[str, str] = SUBURBS, **options: str) -> Position:
    """France on our board: seat 0 holds the Locomotive and begins."""
    return begun(france_game(), players, suburbs, options)


def germany(players: int = 3, **options: str) -> Position:
    """Germany on our board: seat 0 holds the Locomotive and must start a railroad."""
    return begun(germany_game(), players, {}, options)


def begun(game: Sncf, players: int, suburbs: Mapping[str, str], options: Mapping[str, str]) -> Position:
    """After a deal in which everyone gets the colours in order, again and again."""
    at = Position(game, game.start(players, **options))
    at.do(*(f"suburb {colour} {suburbs[colour]}" for colour in COLOURS if suburbs))
    for seat in range(players):
        at.do(*(f"deal {seat} {COLOURS[number % 6]}" for number in range(DEALT[players])))
    at.do("locomotive 0")
    return at


def drawn(rules: str, picture: str, goal: str = "", heavy: str = "") -> Sncf:
    """The game on a board that is drawn as text; `heavy` names pairs of hexes, `a1-a2`."""
    hexes: list[dict[str, Any]] = []
    for row, line in enumerate(picture.strip().splitlines()):
        for column, sign in enumerate(line.split()):
            if sign != "-":
                each = {"id": f"{chr(97 + row)}{column + 1}", "col": column, "row": row, "kind": KINDS[sign]}
                if sign != ".":
                    each["name"] = f"{KINDS[sign]}-{each['id']}"
                if sign.isdigit():
                    each["value"] = int(sign)
                hexes.append(each)
    data: dict[str, Any] = {"id": "drawn", "rules": rules, "hexes": hexes}
    data["blocked"] = [{"between": pair.split("-")} for pair in heavy.split()]
    if goal:
        data["goal"] = goal
    game_id = f"sncf-{rules}"
    return cast(Sncf, load(game_id, json.dumps(data), "drawn"))


def drawn_germany(picture: str, heavy: str = "", players: int = 3, **options: str) -> Position:
    return begun(drawn("germany", picture, heavy=heavy), players, {}, options)
