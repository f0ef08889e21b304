"""What a seat of Koplopers knows, part by part."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from branchline.core.numbers import Part, joined, one_of, rotated
from branchline.games.koplopers.rules.state import LETTERS, UNITS
from branchline.games.koplopers.rules.tables import Tables

OPTIONS = ("advanced", "passing_must", "yard_free", "again", "one_point")
COUNTERS = (
    "phase", "round", "last", "ended", "points", "must_build", "card_played", "offers", "left", "pointer",
    "chips_left",
)  # fmt: skip
TRAIN_FLAGS = 9


def parts(tables: Tables, players: int) -> tuple[list[Part], list[Part]]:
    """Numbers and sets; lists by seat or by train begin with the viewer's own."""
    trains, stations, sections = players * UNITS, len(tables.stations), len(tables.sections)
    chips, cards, ends = len(tables.chips), len(tables.cards), len(tables.front)

    def plain(name: str, names: tuple[str, ...]) -> Part:
        return Part(name, len(names), ", ".join(names), lambda s, _: [getattr(s, each) for each in names])

    def numbers(name: str, what: str, per: int = 1) -> Part:
        width = players * per
        return Part(name, width, what, lambda s, seat: rotated(getattr(s, name), seat, per))

    def one(name: str, what: str, per: int = 1) -> Part:
        width = players * per
        return Part(name, width, what, lambda s, seat: one_of(getattr(s, name), seat * per, width))

    def flags(name: str, width: int, what: str) -> Part:
        return Part(name, width, what, lambda s, _: getattr(s, name))

    def sets(name: str, width: int, what: str, per: int = 1) -> Part:
        whole = players * per * width
        return Part(name, whole, what, lambda s, seat: joined(rotated(getattr(s, name), seat, per), width))

    lists = [
        plain("options", OPTIONS),
        plain("counters", COUNTERS),
        numbers("load", "passengers aboard each train", UNITS),
        numbers("freed", "the station of a train's free actions in its owner's latest turn, or -1", UNITS),
        numbers("freed_before", "and in the turn before that", UNITS),
        numbers("held", "cards of each seat"),
        numbers("old", "how many of them are older than the pile"),
        numbers("delivered", "passengers of each seat"),
    ]
    found = [
        one("to_move", "one of the seats, the own first"),
        one("active", "whose turn it is"),
        one("first", "who has the card of the black train"),
        Part("repairs", players, "seats that have their repair card, the own first",
             lambda s, seat: (s.repairs >> seat | s.repairs << players - seat) & (1 << players) - 1),
        flags("exchanged", 4, "pairs of own trains that exchanged, by the sum of their numbers"),
        one("trader", "the train whose owner opened an exchange", UNITS),
        one("partner", "the other train of it", UNITS),
        one("passing", "the train that has just driven", UNITS),
        flags("moved", chips, "chips that change trains"),
        flags("passed", stations, "stations on the way of the train that has just driven"),
        flags("deck", cards, "cards that may be drawn or in other hands"),
        flags("discard", cards, "cards that were played"),
        flags("pile", cards, "cards of which the draw pile was last made"),
        flags("occupied", sections, "sections with a train"),
        flags("disrupted", stations, "stations with a letter"),
        Part("letters", len(LETTERS) * stations, "the station of A, of B and of C",
             lambda s, _: joined([1 << at if at >= 0 else 0 for at in s.letters], stations)),
        Part("waiting", stations * chips, "chips at each station", lambda s, _: joined(s.waiting, chips)),
        Part("at", trains * ends, "section and direction of each train", placed(players, ends)),
        sets("aboard", chips, "chips of each train", UNITS),
        sets("flags", TRAIN_FLAGS, "turned, drove, stopped, acted, recoupled, ready, double, agreed, traded, "
             "of each train", UNITS),
        sets("hands", cards, "cards of each seat, none where they are hidden"),
        sets("box", chips, "chips delivered by each seat"),
    ]  # fmt: skip
    return lists, found


def placed(players: int, ends: int) -> Callable[[Any, int], int]:
    def read(state: Any, seat: int) -> int:
        return joined([1 << at if at >= 0 else 0 for at in rotated(state.at, seat, UNITS)], ends)

    return read
