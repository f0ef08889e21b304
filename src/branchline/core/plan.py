"""A plan: somebody plays on by hand from what one seat knows, for that seat and, as a guess, for the others.

It is a side line of a study (`study.py`) with the eyes of its seat. The world in which it goes on is dealt
from the seat's masked state, and what is drawn in it is drawn anew: nothing comes from what is hidden.
"""

from __future__ import annotations

from random import Random
from typing import Any

from branchline.core.action import Action
from branchline.core.game import CHANCE, OVER, AnyGame
from branchline.core.study import Line, Place

Event = tuple[Any, ...]


class Walk:
    """Where a plan has led, and what each of its rows brought.

    The same seed and the same actions lead to the same place: chance is drawn by the number of the row.

    >>> import branchline
    >>> game = branchline.load("sncf-france")
    >>> walk = Walk(game, game.mask(game.start(players=3), 1), 1, "41 1")
    >>> walk.world.to_move >= 0, len(walk.line.rows) > 0
    (True, True)
    >>> walk.add(game.legal_actions(walk.world)[0])
    >>> walk.by_hand()[0][0]
    'build'
    """

    def __init__(self, game: AnyGame, masked: Any, eyes: int, seed: str) -> None:
        self.game, self.eyes, self.seed = game, eyes, seed
        self.world = game.guess(masked, eyes, Random(f"{seed} world"))
        self.line = Line()
        self.events: list[list[Event]] = []  # of each row
        self._settle()

    def add(self, action: Action, judged: bool = False) -> None:
        """One more action of whoever is to move, with what chance draws after it; refused unless legal."""
        self._apply(action if judged else self.game.accept(self.world, action))
        self._settle()

    def by_hand(self) -> list[Action]:
        """What somebody chose of it, without what was drawn."""
        return [action for seat, action, _ in self.line.rows if seat != CHANCE]

    def mover(self) -> int:
        """Through whose eyes the next decision is looked at: the seat's own where there is none."""
        return self.world.to_move if self.world.to_move >= 0 else self.eyes

    def seen(self) -> Any:
        """The place it has led to, as whoever decides there would know it; others' hands are guessed ones."""
        return self.game.mask(self.world, None if self.world.to_move == OVER else self.mover())

    def last(self) -> tuple[int, list[Event]]:
        """Where the last move began, counted in rows, and what it brought with what chance drew after it."""
        began = max(len(self.line.rows) - 1, 0)
        while began > 0 and self.line.rows[began][0] == CHANCE:
            began -= 1
        return began, [event for events in self.events[began:] for event in events]

    def coming(self, done: list[Action]) -> tuple[int, list[Action]]:
        """The next turn of the seat after what it has really done since, and the row at which it begins.

        It ends where chance or another seat has a say. None, where the seat has played otherwise.
        """
        mine = [n for n, (seat, _, _) in enumerate(self.line.rows) if seat == self.eyes]
        if [self.line.rows[n][1] for n in mine[: len(done)]] != done:
            return 0, []
        turn = mine[len(done) :]
        run = [n for place, n in enumerate(turn) if n == turn[0] + place]
        return (run[0] if run else 0), [self.line.rows[n][1] for n in run]

    def _settle(self) -> None:
        while self.world.to_move == CHANCE:
            self._apply(self.game.draw(self.world, Random(f"{self.seed} {len(self.line.rows)}")))

    def _apply(self, action: Action) -> None:
        events: list[Event] = []
        self.line.rows.append((self.world.to_move, action, ""))
        self.line.places.append(Place())
        self.game.apply(self.world, action, lambda *event: events.append(event))
        self.events.append(events)
