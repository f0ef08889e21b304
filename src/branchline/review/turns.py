"""A record cut into decisions: what one seat did before chance or another seat had a say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from branchline.core.action import Action
from branchline.core.game import CHANCE, AnyGame
from branchline.core.mind import Plan
from branchline.core.record import Record, replay


@dataclass(frozen=True, slots=True)
class Turn:
    """What a seat did from a position, and what it could know there."""

    seat: int
    step: int  # rows before it
    plan: Plan
    state: Any  # as it was, all of it; judged is what the seat's mask shows
    chance: tuple[int, ...] = ()  # rows of chance before it, since the turn before


def turns_of(game: AnyGame, record: Record) -> tuple[list[Turn], Any]:
    """All decisions of a record that was played to its end, and how it ended."""
    found: list[Turn] = []
    actions: list[Action] = []
    before, since, chance, draws = None, 0, list[int](), tuple[int, ...]()
    last = None
    for step, state in replay(game, record):
        last = state
        row = record.rows[step] if step < len(record.rows) else None
        if actions and (row is None or row[0] != record.rows[since][0]):
            found.append(Turn(record.rows[since][0], since, tuple(actions), before, draws))
            actions = []
        if row is None:
            continue
        if row[0] == CHANCE:
            chance.append(step)
            continue
        if not actions:
            before, since, draws = state.copy(), step, tuple(chance)
            chance = []
        actions.append(row[1])
    return found, last
