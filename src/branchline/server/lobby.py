"""Making tables, beginning and going on: create, start, rematch, and lists of tables."""

from __future__ import annotations

import asyncio
import logging
from functools import cache
from time import monotonic

from branchline.bots import BOTS, USUAL, named
from branchline.core.action import to_text
from branchline.core.errors import BranchlineError, RecordError
from branchline.core.game import AnyGame
from branchline.core.record import Record, read
from branchline.core.voice import say
from branchline.games import here, load, sound
from branchline.games.lessons import has_lesson
from branchline.games.puzzles import Listed as Puzzled
from branchline.games.puzzles import puzzles_of
from branchline.server import consent, puzzling, sitting, teaching
from branchline.server.answers import Again, Choice, Created, GameCard, Games, Listed, Lists, Sat, SeatLink
from branchline.server.boards import canonical, loaded, title_of
from branchline.server.clocks import patient
from branchline.server.live import Room
from branchline.server.match import Match
from branchline.server.names import chosen as own_choice
from branchline.server.names import engineer, usual
from branchline.server.questions import Create, Join, Learn, NewSeat, Solve
from branchline.server.refusals import Denied
from branchline.server.seats import Seat, Setup, Visitor, derived, encoded_setup, hashed
from branchline.server.spoken import later
from branchline.server.store import Conflict, Row, Unsaved, Write
from branchline.server.tables import Listing, Tables
from branchline.server.warming import warm

log = logging.getLogger("branchline.lobby")
LIST = 100  # the longest list of tables


def games() -> Games:
    """What can be played here; a game that is broken loses its place, and the log says why."""
    return Games([card(here(game)) for game in sound(lament).values()], list(BOTS))


@cache
def lament(why: str) -> None:
    """Say once what is wrong with a game."""
    log.error("%s; the others are played", why)


@cache
def unnamed(game_id: str, language: str) -> None:
    log.error(
        "%s says nothing about itself: 'ui' of its words/%s.json has no 'about.%s'; the others are played",
        *(game_id, language, game_id),
    )


def card(game: AnyGame) -> GameCard:
    words = game.words.groups
    options = [
        Choice(
            option.name,
            words["options"].get(option.name, option.name),
            [(value, words["options"].get(f"{option.name}.{value}", value)) for value in option.values],
        )
        for option in game.options
    ]
    about = words["ui"].get(f"about.{game.id}", "")
    if not about:
        unnamed(game.id, game.words.language)
    return GameCard(
        game.id,
        game.name,
        about,
        list(game.seats),
        options,
        words["verbs"],
        game.lists_all,
        has_lesson(game.id),
        len(puzzles_of(game.id)),
    )


# --- new tables


async def learn(tables: Tables, visitor: Visitor, asked: Learn) -> Created:
    """A table that is the first game of whoever asks."""
    return await create(tables, visitor, teaching.wanted_table(asked), lesson=True)


async def solve(tables: Tables, visitor: Visitor, asked: Solve) -> Created:
    """A table that is a puzzle, for whoever asks."""
    puzzle, wanted = await asyncio.to_thread(puzzling.wanted_table, asked)
    return await create(tables, visitor, wanted, puzzle=puzzle)


async def create(
    tables: Tables, visitor: Visitor, wanted: Create, lesson: bool = False, puzzle: Puzzled | None = None
) -> Created:
    """A table in the store and in memory; it begins at once if nobody is missing."""
    world = tables.world
    patient(wanted.tempo)
    record = puzzling.record_of(puzzle) if puzzle else None
    if wanted.record:
        record = await asyncio.to_thread(read, wanted.record)
    board = await asyncio.to_thread(canonical, record.custom if record else wanted.board)
    if record and record.game != wanted.game:
        raise RecordError(say("server.record-other-game", record.game, wanted.game))
    await tables.boards.judge(visitor.address, wanted.game, board, wanted.record)
    tables.make_place(wanted.game, board, visitor.address)
    setup, rows = await asyncio.to_thread(prepared, wanted, board, record, world.now())
    token = world.token()
    host = visitor.owner or hashed(token)
    absent = wanted.absent
    if absent is None:
        absent = "" if wanted.tempo.kind == "none" else USUAL
    setup = Setup(
        setup.game, setup.players, setup.options, setup.board, wanted.tempo, absent, wanted.listed,
        host, world.now(), setup.imported, setup.title, lesson, wanted.hints, puzzle.id if puzzle else "",
    )  # fmt: skip
    seats, links = [], []
    for number, (asked, name) in enumerate(zip(wanted.seats, names_of(wanted.seats), strict=True)):
        seat, link = new_seat(asked, name, visitor, world.token())
        seats.append(seat)
        if link:
            links.append(SeatLink(number, asked.kind, link))
    id = world.token()
    if puzzle:
        rows = [row for row in rows if row.kind == "act"]  # everybody knows that it is no fair deal
    room = await store_new(tables, id, setup, seats, rows)
    room.looked, room.patron = monotonic(), visitor.address
    await start(room)
    return Created(id, "" if visitor.owner else token, links)


def prepared(wanted: Create, board: str, record: Record | None, now: float) -> tuple[Setup, list[Row]]:
    """Judge what was asked for; runs beside the event loop. Boards and records have passed before."""
    for seat in wanted.seats:
        if seat.kind == "bot":
            named(seat.bot)
    if wanted.absent:
        named(wanted.absent)
    game = warm(loaded(wanted.game, board))
    options = dict(game.complete(record.options if record else wanted.options))
    game.start(len(wanted.seats), **options)
    rows = imported(game, record, len(wanted.seats), now) if record else []
    if wanted.hints:
        rows.append(Row(len(rows) + 1, "say", -1, later("server.hints-for-all"), "", "", now))
    steps = len(record.rows) if record else 0
    return Setup(game.id, len(wanted.seats), options, board, imported=steps, title=title_of(game)), rows


def imported(game: AnyGame, record: Record, seats: int, now: float) -> list[Row]:
    """The rows of a record, which was judged before, and a sentence for everyone: it is no fair deal."""
    if record.players != seats:
        raise RecordError(say("server.record-seats", record.players, seats))
    rows = [
        Row(number, "act", seat, to_text(action), found, "", now)
        for number, (seat, action, found) in enumerate(record.rows, start=1)
    ]
    if rows:
        text = later("server.imported", count=len(rows))
        rows.append(Row(len(rows) + 1, "say", -1, text, "", "", now))
    return rows


def names_of(seats: list[NewSeat]) -> list[str]:
    """Everyone's name: the one that was said, the usual one, or for a bot an engineer's that is free."""
    chosen: dict[int, str] = {}
    for number, seat in enumerate(seats):
        if seat.name:
            rest = [usual(other) for other in range(len(seats)) if other != number]
            chosen[number] = own_choice(seat.name, number, [*chosen.values(), *rest])
    for number, seat in enumerate(seats):
        if number not in chosen:
            bot = seat.kind == "bot"
            chosen[number] = engineer(number, chosen.values()) if bot else usual(number)
    return [chosen[number] for number in range(len(seats))]


def new_seat(asked: NewSeat, name: str, visitor: Visitor, token: str) -> tuple[Seat, str]:
    """A seat and, where there is one, its token: an invitation, or what a script holds its seat by."""
    if asked.kind == "bot":
        return Seat("bot", name, asked.colour, asked.bot, joined=True), ""
    seat = Seat(asked.kind, name, asked.colour)
    if asked.kind == "anyone":
        return seat, ""
    if asked.kind == "friend":
        seat.link = hashed(token)
        return seat, token
    seat.joined = True
    seat.holders = [visitor.owner or hashed(token)]
    return seat, "" if visitor.owner else token


async def store_new(tables: Tables, id: str, setup: Setup, seats: list[Seat], rows: list[Row]) -> Room:
    made = (id, setup, seats, rows, tables.store, tables.world)
    # a record takes its time to replay, and a board from outside to load
    match = await asyncio.to_thread(Match, *made) if rows or setup.board else Match(*made)
    values = (id, encoded_setup(setup), match.status, int(setup.listed), -1, None, setup.created, None)
    change = [Write("table", values), match.turn(match.state.to_move)]
    for number, seat in enumerate(seats):
        change += seat.write(id, number)
    change += [Write("row", (id, *row)) for row in rows]
    await tables.store.save(change)
    return tables.admit(match)


async def start(room: Room) -> None:
    """Begin if everybody is there, and wake whoever is to move.

    What led here is stored. If the beginning is not, the table is lost to memory for now, and the hall
    reads it anew at its next tick and comes here again.
    """
    try:
        await room.match.begin()
    except (Denied, Unsaved):
        return
    room.on_change(room)


async def stand_in(room: Room, seat: int, now: float) -> None:
    """A deadline has passed: of the seat to move, or of something that people have asked each other for."""
    await sitting.stand_in(room, seat, now)
    await consent.due(room, now)


async def join(tables: Tables, room: Room, visitor: Visitor, asked: Join) -> Sat:
    """Sit down, and begin if nobody is missing now."""
    sat = await sitting.join(tables.world, room, visitor, asked)
    await start(room)
    return sat


async def rematch(tables: Tables, room: Room, visitor: Visitor) -> Again:
    """The same table once more; everyone moves on by a seat and keeps their link's token."""
    match = room.match
    async with match.lock:
        if match.status not in ("over", "ended"):
            raise Denied("over", say("server.rematch-over"))
        if not room.seats_of(visitor):
            raise Denied("not-yours", say("server.rematch-players"))
        if match.rematch is None:
            tables.may_make(visitor.address)
            # who asks for it at the same time elsewhere makes the same table, and the database has it once
            id, old = derived("rematch", match.id), match.setup
            setup = Setup(
                old.game, old.players, old.options, old.board, old.tempo, old.absent, old.listed, old.host,
                tables.world.now(), title=old.title, hints=old.hints,
            )  # fmt: skip
            again = [fresh(match.seats[(number + 1) % old.players]) for number in range(old.players)]
            try:
                other = await store_new(tables, id, setup, again, [])
            except Conflict:
                other = await tables.room(id)
            await match.save([Write("rematch", (id, match.id))])
            match.rematch = id
            room.tell()
            await start(other)
    return Again(match.rematch)


def fresh(seat: Seat) -> Seat:
    bot = seat.bot if seat.kind == "bot" else ""
    link = (
        "" if seat.joined else seat.link
    )  # an invitation stays one; what would hand this seat over does not
    return Seat(seat.kind, seat.name, seat.colour, bot, seat.joined, holders=seat.holders[:], link=link)


# --- lists


async def open_tables(tables: Tables, visitor: Visitor) -> Lists:
    return Lists([listed(each, visitor) for each in await tables.listings("listed", LIST)])


async def my_tables(tables: Tables, visitor: Visitor) -> Lists:
    if visitor.owner is None:
        return Lists([])
    found = [listed(each, visitor) for each in await tables.listings("owned", visitor.owner, LIST)]
    return Lists([each for each in found if each.mine])


def name_of(game_id: str) -> str:
    """A game's name, or its id where it cannot be loaded any more."""
    try:
        return here(load(game_id)).name
    except BranchlineError:
        return game_id


def listed(table: Listing, visitor: Visitor) -> Listed:
    seats = table.seats
    return Listed(
        table.id,
        table.setup.game,
        name_of(table.setup.game),
        table.status,
        table.to_move,
        [seat.person() for seat in seats],
        [n for n, seat in enumerate(seats) if seat.kind == "anyone" and not seat.joined],
        [n for n, seat in enumerate(seats) if visitor.holds(seat)],
        table.changed,
        table.setup.imported > 0,
        table.setup.title,
        table.setup.lesson,
        table.setup.hints,
        bool(table.setup.puzzle),
    )
