"""The only place where a game moves on: one lock, check, apply on a copy, store, then tell.

A match is made from what the store holds and can be made again from it at any time. Rows are only
added: a takeback is a row, and versions only grow.
"""

from __future__ import annotations

import asyncio
from bisect import bisect
from collections.abc import Callable, Sequence
from copy import copy
from typing import Any

import msgspec

from branchline.bots import USUAL
from branchline.core.action import Action, from_text, to_text
from branchline.core.errors import BranchlineError
from branchline.core.game import CHANCE, OVER, AnyGame
from branchline.core.record import UNFINISHED, Record, digest, new_record, result_text
from branchline.core.voice import say
from branchline.games import here
from branchline.server import queueing, takebacks, teaching
from branchline.server.clocks import Clocks
from branchline.server.panes import Panes
from branchline.server.queueing import Queue
from branchline.server.refusals import Denied, deleted
from branchline.server.seats import Seat, Setup, Status, Visitor, own
from branchline.server.store import Conflict, Gone, Row, Store, Write
from branchline.server.wishes import Wishes
from branchline.server.world import World

Event = tuple[Any, ...]
Note = tuple[str, int, str]  # a row that is no action: its kind, seat and body
MOVING = ("act", "back", "end")  # rows that make a new version


class Repeated(Exception):
    """This key was answered before, by that row."""

    def __init__(self, n: int) -> None:
        self.n = n


class Match:
    """One table's game and its log."""

    def __init__(
        self,
        id: str,
        setup: Setup,
        seats: list[Seat],
        rows: list[Row],
        store: Store,
        world: World,
        rematch: str | None = None,
        queued: dict[int, Queue] | None = None,
    ) -> None:
        self.id, self.setup, self.seats, self.store, self.world = id, setup, seats, store, world
        self.rematch, self.driver = rematch, ""  # the next table; the process that changed it last
        self.saves, self._game = 0, setup.load()  # saves that went well
        self.lock = asyncio.Lock()
        self.lost = False  # memory and store may differ: make this match again from the store
        self.tell: Callable[[], None] = lambda: None  # whoever listens
        self.queued = queued or {}  # by seat; its own business until it is played
        self.tell_queued: Callable[[int], None] = lambda seat: None  # whoever holds that seat
        self.rows = rows
        self.keys: dict[str, tuple[str, int]] = {}  # who and key: what was asked, and the row
        self.ended = False  # by agreement
        self._replay(rows)

    # --- from the log

    @property
    def game(self) -> AnyGame:  # in the language of whoever is served
        return here(self._game)

    def _replay(self, rows: list[Row]) -> None:
        """The position that the log leads to. What is in the store was checked when it came."""
        self.standing: list[Row] = []
        self.redrawn = 0  # so often chance was drawn anew after a takeback
        self.number = rows[-1].n if rows else 0
        self.version = 0
        clocks = Clocks(self.setup.tempo, self.setup.players, self.setup.created)
        self.wishes, self._panes = Wishes(self.setup.tempo), Panes()
        for row in rows:
            self.remember(row)
            self.wishes.pass_row(row)
            if row.kind == "act":
                self.standing.append(row)
            elif row.kind == "back":
                self._drop(bisect(self.standing, int(row.body), key=lambda each: each.n))
            elif row.kind == "end":
                self.ended = True
            else:
                if not self.standing and (row.kind, row.body) == ("seat", "join"):
                    clocks.since = row.at  # the first clock runs when everyone is there
                continue
            self.version = row.n
        self.state, self.events = self.position(len(self.standing))
        if self.standing and digest(self.state) != self.standing[-1].digest:
            raise BranchlineError(say("server.no-replay", self.id))
        self.lesson = teaching.followed(self)
        for row in rows:
            clocks.pass_row(row)
        self.clocks = clocks

    def position(self, step: int) -> tuple[Any, list[Event]]:
        """The state after that many standing actions, and what the last move to it brought."""
        state = self.game.start(self.setup.players, **self.setup.options)
        events: list[Event] = []
        for row in self.standing[:step]:
            if row.seat != CHANCE:
                events.clear()
            self.game.apply(state, from_text(row.body), lambda *event: events.append(event))
        return state, events

    def last_move(self, step: int) -> tuple[int | None, int]:
        """Who made the move that led to a step, and the step before it; chance's draws belong to it."""
        began = step - 1
        while began > 0 and self.standing[began].seat == CHANCE:
            began -= 1
        return (self.standing[began].seat, began) if step else (None, 0)

    # --- what it is now

    @property
    def status(self) -> Status:
        if self.state.to_move == OVER:
            return "over"
        if self.ended:
            return "ended"
        return "playing" if self.standing or self.full() else "waiting"

    def full(self) -> bool:
        """Everybody has sat down."""
        return all(seat.joined for seat in self.seats)

    def hides(self, seat: int) -> bool:
        """This seat knows something now that a spectator does not."""
        if self.status != "playing":
            return False
        return bool(self.game.mask(self.state, seat) != self.game.mask(self.state, None))

    def mover(self) -> Seat | None:
        """The seat whose decision is awaited."""
        seat: int = self.state.to_move
        return self.seats[seat] if seat >= 0 and self.status == "playing" else None

    @property
    def panes(self) -> Panes:
        return self._panes.after(self.rows)

    def waits(self) -> float | None:
        """Until when the table waits patiently for the person to move; None: for nobody."""
        mover = self.mover()
        if mover is None or mover.bot or not mover.held:
            return None
        return self.clocks.since + self.clocks.patience()

    def stand_in(self) -> str:
        """The bot that plays for people whose time has run out; none: the table waits for them."""
        return self.setup.absent or (USUAL if self.setup.tempo.kind == "live" else "")

    earliest = takebacks.earliest

    def record(self) -> Record:
        """The game as it stands; full of secrets until it is over."""
        record = new_record(self.game, self.setup.players, self.setup.options)
        record.imported, record.redrawn = self.setup.imported, self.redrawn
        record.rows = [(row.seat, from_text(row.body), row.digest) for row in self.standing]
        record.result = (
            result_text(self.game.scores(self.state)) if self.state.to_move == OVER else UNFINISHED
        )
        return record

    # --- moves

    async def begin(self) -> None:  # what chance lays out is drawn when everybody has sat down
        async with self.lock:
            if self.status == "playing" and self.state.to_move == CHANCE:
                await self.advance(teaching.drawn(self, self.state, self.lesson), "")

    async def do(
        self, seat: int, action: Action, after: int, mark: str = "", by: Visitor | None = None
    ) -> int:
        """One action of a seat, by its person or a bot; returns the version that it led to."""
        async with self.lock:
            self.first(mark, by, seat)
            self.awaits(seat, after)
            action = self.game.accept(self.state, action)
            if by is not None:
                teaching.judge(self, action)
            return await self.advance(action, mark)

    async def play_turn(self, actions: Sequence[Action], mark: str) -> None:
        """Actions of the seat to move that are known to be legal. The caller holds the lock."""
        for number, action in enumerate(actions, start=1):
            await self.advance(action, mark if number == len(actions) else "")

    async def takeback(self, by: Visitor, seat: int, target: int, after: int, mark: str = "") -> list[Row]:
        """Go back to an earlier version by rows of its own, which are returned."""
        async with self.lock:
            self.first(mark, by, seat)
            self._current(after)
            step, rows = takebacks.going_back(self, seat, target, mark)
            return await self.go_back(step, rows)

    async def go_back(self, step: int, rows: list[Row]) -> list[Row]:
        """That step again, by these rows, the last of which says so. The caller holds the lock."""
        state, events = self.position(step)
        queued = queueing.gone_back(self)
        await self._store(rows, state.to_move, queued)
        self._drop(step)
        self.state, self.events = state, events
        self.lesson = teaching.followed(self)
        self._keep(rows)
        queueing.keep(self, queued)
        return rows

    def _drop(self, step: int) -> None:
        """What was taken back does not stand any more."""
        self.redrawn += any(row.seat == CHANCE for row in self.standing[step:])
        del self.standing[step:]

    def first(self, mark: str, by: Visitor | None = None, seat: int = -1) -> None:
        """Under the lock: Repeated for a key that was answered before, Denied where `by` has not the seat."""
        if mark:
            who, asked, key = mark.split(" ", 2)
            found, n = self.keys.get(f"{who} {key}", (asked, 0))
            if found != asked:
                raise Denied("key", say("server.key-used"))
            if n:
                raise Repeated(n)
        if by is not None:
            own(by, self.seats, seat)

    def remember(self, row: Row) -> None:
        if row.key:
            who, asked, key = row.key.split(" ", 2)
            self.keys[f"{who} {key}"] = asked, row.n

    def version_at(self, n: int) -> int:
        """The version that stood when that row was stored."""
        return max((row.n for row in self.rows if row.n <= n and row.kind in MOVING), default=0)

    def _current(self, after: int) -> None:
        if self.status in ("over", "ended"):
            raise Denied("over", say("server.over"))
        if self.status == "waiting":
            raise Denied("waiting", say("server.waiting"))
        if after != self.version:
            raise Denied("stale", say("server.stale", self.version, after))

    def awaits(self, seat: int, after: int) -> None:
        self._current(after)
        if seat != self.state.to_move:
            raise Denied("not-yours", say("server.not-your-turn", self.state.to_move + 1))

    async def advance(
        self, action: Action, mark: str, said: Sequence[Row] = (), rest: Queue | None = None
    ) -> int:
        """Apply an action and everything that chance does after it; all rows go in one transaction.

        What the table says before it goes along, and what is left of a queued turn.
        """
        game, now = self.game, self.world.now()
        state, events, rows = self.state.copy(), [], []
        mover, number, lesson = state.to_move, self.number + len(said), copy(self.lesson)
        queued = queueing.acted(self, mover, rest)
        while True:
            if lesson:
                lesson.passed(state, action)
            game.apply(state, action, lambda *event: events.append(event))
            if lesson:
                lesson.settle(state)
            number += 1
            rows.append(Row(number, "act", mover, to_text(action), digest(state), "", now))
            if state.to_move != CHANCE:
                break
            mover = CHANCE
            action = teaching.drawn(self, state, lesson)
        if mark:
            rows[-1] = rows[-1]._replace(key=mark)
        await self._store([*said, *rows], state.to_move, queued)
        self.state, self.events, self.lesson = state, events, lesson
        self.standing += rows
        self._keep([*said, *rows])
        queueing.keep(self, queued)
        return self.version

    # --- the other rows

    async def note_row(self, kind: str, seat: int, body: str, mark: str = "") -> Row:
        """One row that is no action: chat, or what the table says. The caller holds the lock."""
        (row,) = await self.note_rows([(kind, seat, body)], mark=mark)
        return row

    async def note_rows(
        self, notes: Sequence[Note], *writes: Write, seats: list[Seat] | None = None, mark: str = ""
    ) -> list[Row]:
        """Rows that are no actions, in one transaction with other writes; `seats` as they will be then."""
        now = self.world.now()
        rows = [
            Row(number, kind, seat, body, "", "", now)
            for number, (kind, seat, body) in enumerate(notes, start=self.number + 1)
        ]
        rows[-1] = rows[-1]._replace(key=mark)
        wishes, clocks = self.wishes.after(rows), self.clocks.after(rows)
        if not self.standing and any((row.kind, row.body) == ("seat", "join") for row in rows):
            clocks.since = now  # the first clock runs when everyone is there
        ended = rows[-1].kind == "end"
        change = [*map(self._written, rows), *writes]
        if any(row.kind not in ("chat", "say") for row in rows):
            change.append(self.turn(self.state.to_move, "ended" if ended else "", seats, clocks, wishes))
        await self.save(change)
        self.wishes, self.clocks = wishes, clocks
        self.rows += rows
        self.number = rows[-1].n
        self.remember(rows[-1])
        if ended:
            self.ended, self.version = True, self.number
        return rows

    async def reseat(
        self, seat: int, what: str, *notes: Note, writes: Sequence[Write] = (), mark: str = "", **fields: Any
    ) -> list[Row]:
        """Change a seat: stored first, with a row that says what happened, and only then so in memory."""
        changed = msgspec.structs.replace(self.seats[seat], **fields)
        seats = [changed if number == seat else each for number, each in enumerate(self.seats)]
        kept = [*changed.write(self.id, seat), *writes]
        rows = await self.note_rows([("seat", seat, what), *notes], *kept, seats=seats, mark=mark)
        for name, value in fields.items():
            setattr(self.seats[seat], name, value)  # the same object: a thinking bot watches it
        if any(write.statement == "forget plans" for write in writes):
            self.queued.pop(seat, None)
        return rows

    # --- storing

    def _keep(self, rows: list[Row]) -> None:
        """What was stored is now so."""
        self.rows += rows
        self.number = self.version = rows[-1].n
        self.remember(rows[-1])
        self.tell()

    async def _store(self, rows: list[Row], to_move: int, queued: queueing.Change) -> None:
        clocks, wishes = self.clocks.after(rows), self.wishes.after(rows)
        turn = self.turn(to_move, clocks=clocks, wishes=wishes)
        await self.save([*map(self._written, rows), turn, *queueing.written(self, queued)])
        self.clocks, self.wishes = clocks, wishes

    def _written(self, row: Row) -> Write:
        return Write("row", (self.id, *row))

    def turn(
        self,
        to_move: int,
        status: str = "",
        seats: list[Seat] | None = None,
        clocks: Clocks | None = None,
        wishes: Wishes | None = None,
    ) -> Write:
        """What lists and clocks read of a table without its log, now or as it will be."""
        seats, clocks, wishes = seats or self.seats, clocks or self.clocks, wishes or self.wishes
        if not status:
            begun = bool(self.standing) or all(seat.joined for seat in seats)
            status = "over" if to_move == OVER else "playing" if begun else "waiting"
        # the store keeps a deadline only where something happens when it passes
        watched = status == "playing" and to_move >= 0 and self.stand_in() and not seats[to_move].bot
        deadlines = (clocks.deadline(to_move) if watched else None, wishes.deadline())
        deadline = min((each for each in deadlines if each is not None), default=None)
        return Write("turn", (status, to_move, deadline, self.world.now(), self.store.name, self.id))

    async def save(self, change: list[Write]) -> None:
        if self.lost:  # whoever waited for the lock meanwhile: this match writes nothing any more
            raise Denied("stale", say("server.read-anew"))
        try:
            await self.store.save(change)
        except Conflict:  # where others write too, what they wrote is followed
            self.lost = not self.store.name
            raise Denied("stale", say("server.quicker")) from None
        except BaseException as error:
            self.lost = True  # it may have been stored or not
            if isinstance(error, Gone):
                raise deleted() from None
            raise
        self.saves += 1
        if any(write.statement == "turn" for write in change):
            self.driver = self.store.name

    # --- what a seat may ask without changing anything

    def eyes(self, seat: int) -> Any:
        """What the seat knows, which is to decide: all that it may ask is answered from this."""
        if self.status != "playing" or self.state.to_move != seat:
            raise Denied("not-yours", say("server.own-turn"))
        return self.game.mask(self.state, seat)
