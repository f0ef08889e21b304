"""Bridgetown as numbers: a ride is a mode and where it ends, then which flags, where that leaves a choice."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.core import numbers
from branchline.core.action import Action
from branchline.core.bits import bits
from branchline.core.numbers import Part, joined, one_of, rotated
from branchline.games.bridgetown.rules import movement
from branchline.games.bridgetown.rules.game import Bridgetown
from branchline.games.bridgetown.rules.state import (
    ALL_BRIDGES,
    BRIDGES,
    EXCHANGE,
    MODES,
    BridgetownState,
)

PLAIN = ("first", "decline", "double", "sit")
MEMO = 100_000  # rides whose index is kept


class Numbers(numbers.Numbers[BridgetownState]):
    """Placing, swapping, the plain words, staying, going somewhere by a mode, and the flags of a ride."""

    game: Bridgetown
    depth = 1

    def __init__(self, game: Bridgetown) -> None:
        super().__init__(game)
        tables = game.tables
        modes, ids, spaces = tables.mode_ids, tables.bridge_ids, tables.ids
        pairs = [(one, other) for at, one in enumerate(ids) for other in ids[at + 1 :]]
        listed: list[Action] = [("place", id) for id in (*modes, *tables.special_ids)]
        listed += [("swap", *pair) for pair in pairs]
        listed += [(word,) for word in PLAIN]
        listed += [("stay", id) for id in modes]
        self._index = {action: index for index, action in enumerate(listed)}
        self._go = len(listed)  # where rides and walks begin: a mode and a space
        self._takes = self._go + MODES * tables.size  # and the flags that a ride takes, as a set of bridges
        words = [" ".join(action) for action in listed]
        words += [f"go by {mode} to {space}" for mode in modes for space in spaces]
        words += [
            "take " + (" ".join(ids[each] for each in bits(flags)) or "nothing")
            for flags in range(ALL_BRIDGES + 1)
        ]
        self.meanings = tuple(words)

    def offered(
        self, state: BridgetownState, left: Sequence[Action], chosen: tuple[int, ...]
    ) -> dict[int, list[Action]]:
        known, found = self._index, dict[int, list[Action]]()
        for action in left:
            if chosen:  # the same ride, but for its flags: flag.card says which of them are exchanged
                _, free, exchanged = movement.outcome(self.game, state, action)
                found[self._takes + (free | exchanged)] = [action]
                continue
            index = known.get(action)
            if index is None:
                index = self._gone(action)
            if index in found:
                found[index].append(action)
            else:
                found[index] = [action]
        return found

    def _gone(self, action: Action) -> int:
        """The index of a ride or a walk: a mode rides, or walks where it cannot."""
        tables = self.game.tables
        end = action[action.index(EXCHANGE) - 1] if EXCHANGE in action else action[-1]
        index = self._go + tables.mode[action[1]] * tables.size + tables.index[end]
        if len(self._index) < MEMO:
            self._index[action] = index
        return index

    def parts(self, players: int) -> tuple[list[Part], list[Part]]:
        size, ids = self.game.tables.size, self.game.tables.bridge_ids
        bridges = f"bridges {', '.join(ids)}"
        lists = [
            Part("options", 3, "specials, rails, ties broken",
                 lambda s, _: [s.with_specials, s.with_rails, s.by_flags]),
            Part("counters", 4, "phase, round, turn, a mode must follow",
                 lambda s, _: [s.phase, s.round, s.turn, s.owing]),
            Part("bag", MODES, "flags of each colour to be drawn", lambda s, _: s.bag),
        ]  # fmt: skip
        sets = [
            Part("to move", players, "one of the seats, the own first",
                 lambda s, seat: one_of(s.to_move, seat, players)),
            Part("first", players, "who has the disc, the own seat first",
                 lambda s, seat: one_of(s.first, seat, players)),
            Part("moved", players, "seats that have had their move in this turn, the own first",
                 lambda s, seat: (s.moved >> seat | s.moved << players - seat) & (1 << players) - 1),
            Part("using", 3, "specials of the move under way", lambda s, _: s.using),
            Part("flags", MODES * BRIDGES, f"on bridges, for each colour: {bridges}",
                 lambda s, _: joined(s.flags, BRIDGES)),
            Part("at", players * size, "one space a seat, the own seat first",
                 lambda s, seat: joined([1 << at for at in rotated(s.at, seat)], size)),
            Part("modes", players * MODES, "with a coordinator, of each seat",
                 lambda s, seat: joined(rotated(s.modes, seat), MODES)),
            Part("specials", players * 3, "with a coordinator, of each seat",
                 lambda s, seat: joined(rotated(s.specials, seat), 3)),
            Part("held", players * BRIDGES, "bridges with a flag on each seat's card",
                 lambda s, seat: joined(rotated(s.held, seat), BRIDGES)),
            Part("cards", players * MODES * BRIDGES, "the same by colour, of each seat",
                 lambda s, seat: joined(rotated(s.cards, seat, MODES), BRIDGES)),
        ]  # fmt: skip
        return lists, sets
