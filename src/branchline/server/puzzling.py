"""A table that is a puzzle: the position of a study, its solver in the seat to move, bots in all others.

Who solves it sees and is told only what the seat may know; where they stand follows from study and log.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from branchline.bots import USUAL
from branchline.core.action import from_text
from branchline.core.errors import BranchlineError
from branchline.core.puzzle import Puzzle
from branchline.core.record import Record
from branchline.core.voice import say
from branchline.games import GAMES
from branchline.games.puzzles import Listed, of_the_day, puzzle_named, puzzles_of
from branchline.server import takebacks
from branchline.server.puzzle_answers import PuzzleCard, Puzzles
from branchline.server.questions import Create, NewSeat, Solve
from branchline.server.refusals import Denied
from branchline.server.seats import Visitor

if TYPE_CHECKING:
    from branchline.server.match import Match


def listed(now: float) -> Puzzles:
    """All that there are, and the one of this day, which ends at midnight UTC."""
    today = of_the_day(datetime.fromtimestamp(now, UTC).date())
    cards = [card(each) for game_id in GAMES for each in puzzles_of(game_id)]
    return Puzzles(cards, card(today) if today else None)


def card(puzzle: Listed) -> PuzzleCard:
    return PuzzleCard(puzzle.game, puzzle.id, number_of(puzzle), puzzle.players, puzzle.difficulty)


def number_of(puzzle: Listed) -> int:
    return 1 + puzzles_of(puzzle.game).index(puzzle)


def wanted_table(asked: Solve) -> tuple[Listed, Create]:
    """The puzzle that is meant, and a table for it: its solver alone with bots, without a clock."""
    try:
        found = puzzle_named(asked.game, asked.puzzle)
    except BranchlineError as error:
        raise Denied("unknown", str(error)) from None
    seats = [NewSeat("bot", USUAL)] * found.players
    seats[found.puzzle().seat] = NewSeat("me", name=asked.name)
    return found, Create(game=asked.game, seats=seats, options=found.study.record.options)


def record_of(puzzle: Listed) -> Record:
    """The game up to the puzzle."""
    record = puzzle.study.record
    return replace(record, rows=record.rows[: puzzle.step])


def found_for(match: Match) -> Listed | None:
    """The puzzle that a table is; none any more where the package has lost it."""
    return next((each for each in puzzles_of(match.setup.game) if each.id == match.setup.puzzle), None)


def followed(match: Match) -> Puzzle | None:
    """The puzzle of this table after all that stands."""
    found = found_for(match)
    if found is None:
        return None
    puzzle = Puzzle(match.game, found.study, found.step)
    return puzzle.follow([from_text(row.body) for row in match.standing])


def title(match: Match) -> str:
    """`Puzzle 7 of 36`; nothing at a table that is none."""
    found = found_for(match) if match.setup.puzzle else None
    return say("server.puzzle-title", number_of(found), len(puzzles_of(found.game))) if found else ""


def unsolved(match: Match) -> bool:
    return isinstance(match.lesson, Puzzle) and not match.lesson.finished


async def show(match: Match, by: Visitor, seat: int, mark: str) -> int:
    """The solution is played for its solver, after what they began is taken back; the version after it."""
    async with match.lock:
        match.first(mark, by, seat)
        puzzle = match.lesson
        waits = isinstance(puzzle, Puzzle) and not puzzle.finished and seat == puzzle.seat
        if not isinstance(puzzle, Puzzle) or not waits or match.status != "playing":
            raise Denied("over", say("server.no-puzzle"))
        if puzzle.begun:
            start = takebacks.version(match, match.setup.imported)
            await match.go_back(*takebacks.going_back(match, seat, start, ""))
        await match.play_turn(puzzle.turn_of(puzzle.solution), mark)
        return match.version
