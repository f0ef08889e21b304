"""What the server says about puzzles."""

from __future__ import annotations

from msgspec import Struct


class PuzzleCard(Struct, frozen=True):
    """A puzzle in a list; `number` is its place in the order of difficulty, from 1."""

    game: str
    id: str
    number: int
    players: int
    difficulty: int  # in thousandths


class Puzzles(Struct, frozen=True, tag="puzzles", tag_field="type"):
    """All puzzles, each game's from the easiest to the hardest, and today's, the same for everybody."""

    puzzles: list[PuzzleCard]
    today: PuzzleCard | None
