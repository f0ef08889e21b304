"""SNCF as numbers: every build, trade and start has one index; hexes are planes of rows and columns."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.core import numbers
from branchline.core.action import Action, to_text
from branchline.core.numbers import Part, joined, one_of, rotated
from branchline.games.sncf.rules.game import DONE, TRADE, Sncf
from branchline.games.sncf.rules.state import COLOURS, MOST_BOUGHT, SncfState

OPTIONS = ("hidden", "at_once", "stall", "by_boxes")
COUNTERS = ("phase", "built", "still", "ended")


class Numbers(numbers.Numbers[SncfState]):
    """Builds by railroad and hex, then trades by what is given and taken, `done`, and Germany's starts."""

    game: Sncf

    def __init__(self, game: Sncf) -> None:
        super().__init__(game)
        tables = game.tables
        listed: list[Action] = [action for row in tables.build for action in row]
        listed += [each for row in TRADE for trades in row for each in trades[1 : MOST_BOUGHT + 1]]
        listed.append(DONE)
        if game.germany:
            listed += [action for row in tables.start for action in row]
        self.meanings = tuple("never" if "" in action else to_text(action) for action in listed)
        self._index = {action: index for index, action in enumerate(listed)}

    def offered(
        self, state: SncfState, left: Sequence[Action], chosen: tuple[int, ...]
    ) -> dict[int, list[Action]]:
        index = self._index
        return {index[action]: [action] for action in left}

    def parts(self, players: int) -> tuple[list[Part], list[Part]]:
        size, width = self.game.tables.size, self.game.tables.width
        plane = f"a plane of {size // width} rows and {width} columns"

        def by_seat(name: str, what: str) -> Part:
            return Part(name, 6 * players, what, lambda state, seat: rotated(getattr(state, name), seat, 6))

        lists = [
            Part("options", 4, ", ".join(OPTIONS), lambda s, _: [s.hidden, s.at_once, s.stall, s.by_boxes]),
            Part("counters", 4, ", ".join(COUNTERS), lambda s, _: [s.phase, s.built, s.still, s.ended]),
            Part("box", 6, "cubes of each railroad, -1 while they are dealt", lambda s, _: s.box),
            Part("value", 6, "of a share of each railroad", lambda s, _: s.value),
            Part("shares", players, "of each seat, the own first", lambda s, seat: rotated(s.shares, seat)),
            by_seat("hands", "shares of each railroad, six a seat, -1 where they are hidden"),
            by_seat("net", "shares bought less shares sold, six a seat"),
            by_seat("low", "the lowest that this has been, six a seat"),
        ]
        sets = [
            Part("to move", players, "one of the seats, the own first",
                 lambda s, seat: one_of(s.to_move, seat, players)),
            Part("locomotive", players, "who began, the own seat first",
                 lambda s, seat: one_of(s.first, seat, players)),
            Part("building", 6, "the railroad of the build under way", lambda s, _: one_of(s.building, 0, 6)),
            Part("closed", size, f"hexes that nobody may enter any more, {plane}", lambda s, _: s.closed),
            Part("once", size, "rural hexes with a cube, such a plane", lambda s, _: s.once),
            Part("startable", size, "cities where a railroad may start, such a plane",
                 lambda s, _: s.startable),
            Part("track", 6 * size, f"such a plane for each railroad: {', '.join(COLOURS)}",
                 lambda s, _: joined(s.track, size)),
        ]  # fmt: skip
        return lists, sets
