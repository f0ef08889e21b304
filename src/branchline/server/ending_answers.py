"""What the server says of a finished game: points over time, and where they came from."""

from __future__ import annotations

from msgspec import Struct


class Origin(Struct, frozen=True):
    """Points of a seat in the whole game: by which rule, in words, and where."""

    rule: str
    place: str
    points: int


class BestTurn(Struct, frozen=True):
    """The turn that brought most: it went from step `began` to `step`."""

    seat: int
    began: int
    step: int
    points: int
    lines: list[str]


class Ending(Struct, frozen=True, tag="ending", tag_field="type"):
    """A finished game: every seat's points wherever they changed, and where they came from."""

    version: int
    curve: list[tuple[int, list[int]]]  # after this step, the points of every seat; first: when all is dealt
    origins: list[list[Origin]]  # of each seat; they add up to its points
    best: BestTurn | None
