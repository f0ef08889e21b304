"""Positions with one train, two trains, or two that meet, for what is refused there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from branchline.games.koplopers.rules.state import RECOUPLED

from .positions import Position, midgame

Builder = Callable[[], Position]


def one(section: str = "MP-ZL", front: str = "ZL", chips: str = "", **more: Any) -> Position:
    """Red's only train, in the middle of the game."""
    return midgame().put("R1", section, front, chips, **more)


def two(chips: str = "", other: str = "") -> Position:
    """Two trains of Red in Utrecht."""
    return midgame().put("R1", "GD-UT", "UT", chips).put("R2", "ASD-UT", "UT", other)


def meeting(chips: str = "P44", other: str = "P05") -> Position:
    """Red and Blue in Zwolle."""
    return midgame().put("R1", "ZL-DV", "ZL", chips).put("B1", "MP-ZL", "ZL", other)


def after(at: Position, *texts: str) -> Position:
    at.do(*texts)
    return at


def rested() -> Position:
    """A train that made a free action in Utrecht in the turn before."""
    at = one("GD-UT", "UT").wait("UT", "P45 P46")
    at.do("stop R1", "board R1 P45", "board R1 P46", "done")
    return at.refill().turn_of(0).wait("UT", "P39")


def recoupled() -> Position:
    at = two()
    at.state.flags[0] |= RECOUPLED
    return at
