"""What is said about a game that was looked at again, and about the work on it."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct


class Mistake(Struct, frozen=True):
    """A turn that cost its seat much: what would have been better, and why, in sentences made of facts."""

    seat: int
    step: int  # actions before it
    steps: int  # actions of it
    better: list[Any]  # the better turn, action by action; `try` with `at` shows it
    cost: float  # of the share of the win, to who made it
    off: float  # that may be off by so much: two standard errors
    shares: list[float]  # everybody's share of the win after the better turn
    played: list[float]  # and after what was done
    lines: list[str]


class Review(Struct, frozen=True, tag="review", tag_field="type"):
    """A finished game looked at again. Shares are of the win, from 0 to 1."""

    version: int
    chances: list[tuple[int, list[float]]]  # after so many actions, everybody's share by what all could see
    bands: list[tuple[int, list[float], list[float]]]  # at some of these: from where to where it may be
    cost: list[float]  # what all of each seat's own turns cost it, by what it could know
    turns: list[int]  # so many of them: a sum over a game may be more than the whole win
    luck: list[float]  # and what chance brought it
    mistakes: list[Mistake]  # the costliest first


class Reviewing(Struct, frozen=True, tag="reviewing", tag_field="type"):
    """How far the review of a table is."""

    state: Literal["waiting", "working", "done", "stopped", "failed"]
    part: float = 0.0  # of the work
    ahead: int = 0  # reviews of other tables that come first
    text: str = ""  # why it failed
    key: str | None = None


class HintedTurn(Struct, frozen=True):
    """A turn that could be done now, in words, with what it brings at once and the share of the win then."""

    plan: list[Any]  # action by action
    text: str
    chance: float
    ledger: list[tuple[int, str]]


class Explained(Struct, frozen=True, tag="explained", tag_field="type"):
    """Why a bot did a turn: that turn first, then the next best, by what the asker may know; and the same
    facts in sentences."""

    seat: int
    began: int  # the step before the turn
    step: int  # the step after it
    turns: list[HintedTurn]
    lines: list[str]
    key: str | None = None


class Hinted(Struct, frozen=True, tag="hinted", tag_field="type"):
    """The best turns at first sight, by what the asker knows."""

    version: int
    turns: list[HintedTurn]
    key: str | None = None
