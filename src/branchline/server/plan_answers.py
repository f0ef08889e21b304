"""What the server says of plans and queued turns, to the seat that made them alone."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class PlanRow(Struct, frozen=True):
    """An action of a plan: by whom (-1: drawn as a guess), and what it brought in it."""

    seat: int
    action: Any
    lines: list[str]


class Planned(Struct, frozen=True, tag="planned", tag_field="type"):
    """Where a plan has led. Everything in it is made from what its seat knows, and guessed beyond that."""

    plan: int
    eyes: int  # whose knowledge it is made from
    at: int  # the step of the table at which it begins
    rows: list[PlanRow]
    turn: list[Any]  # the actions of the seat's coming turn, to be played or queued
    text: str  # the same in words
    table: Any  # the position, as a table: its version and `takeback` count the rows of the plan
    key: str | None = None


class PlanCard(Struct, frozen=True):
    """A plan in the list of one's own."""

    plan: int
    at: int | None  # None: what it began from was taken back
    actions: int  # chosen by hand
    text: str


class Queued(Struct, frozen=True, tag="queued", tag_field="type"):
    """The turn that one's seat has queued, or why it was not played; an empty turn: none is queued."""

    seat: int
    turn: list[Any]
    lines: list[str]  # what it is to bring
    why: str = ""
    key: str | None = None


class Plans(Struct, frozen=True, tag="plans", tag_field="type"):
    """One's own plans at this table, and what is queued."""

    plans: list[PlanCard]
    most: int
    queued: Queued
    key: str | None = None
