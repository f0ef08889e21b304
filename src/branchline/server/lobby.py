"""Making tables and sitting at them: create, join, hand over, leave, concede, agree to end, rematch."""

from __future__ import annotations

import asyncio
from time import monotonic

from branchline.bots import BOTS, USUAL, named
from branchline.core.action import to_text
from branchline.core.errors import RecordError
from branchline.core.game import AnyGame
from branchline.core.record import Record, read
from branchline.games import GAMES, load
from branchline.server.answers import Again, Choice, Created, GameCard, Games, Listed, Lists, Sat, SeatLink
from branchline.server.boards import loaded
from branchline.server.live import Room
from branchline.server.match import Match, encoded_setup
from branchline.server.questions import Create, Join, NewSeat
from branchline.server.refusals import Denied
from branchline.server.seats import Seat, Setup, Visitor, hashed, same
from branchline.server.store import Row, Write
from branchline.server.tables import Listing, Tables
from branchline.server.warming import warm

LIST = 100  # the longest list of tables
# bots are called after people who built engines, a name for each seat
ENGINEERS = ("Stephenson", "Brunel", "Borsig", "Crampton", "Gresley", "Chapelon")


def games() -> Games:
    """What can be played here."""
    return Games([card(load(game_id)) for game_id in GAMES], list(BOTS))


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
    about = words["ui"][f"about.{game.id}"]
    return GameCard(game.id, game.name, about, list(game.seats), options, words["verbs"], game.lists_all)


# --- new tables


async def create(tables: Tables, visitor: Visitor, wanted: Create) -> Created:
    """A table in the store and in memory; it begins at once if nobody is missing."""
    world = tables.world
    record = await asyncio.to_thread(read, wanted.record) if wanted.record else None
    board = record.custom if record else wanted.board
    if record and record.game != wanted.game:
        raise RecordError(f"the record is one of {record.game}, not of {wanted.game}")
    await tables.boards.judge(visitor.address, wanted.game, board, wanted.record)
    setup, rows = await asyncio.to_thread(prepared, wanted, record, world.now())
    token = world.token()
    host = visitor.owner or hashed(token)
    setup = Setup(
        setup.game, setup.players, setup.options, setup.board, wanted.tempo, wanted.absent, wanted.listed,
        host, world.now(),
    )  # fmt: skip
    seats, links = [], []
    for number, asked in enumerate(wanted.seats):
        seat, link = new_seat(asked, number, visitor, world.token())
        seats.append(seat)
        if link:
            links.append(SeatLink(number, asked.kind, link))
    id = world.token()
    room = await store_new(tables, id, setup, seats, rows)
    room.looked, room.patron = monotonic(), visitor.address
    await start(room)
    return Created(id, "" if visitor.owner else token, links)


def prepared(wanted: Create, record: Record | None, now: float) -> tuple[Setup, list[Row]]:
    """Judge what was asked for; runs beside the event loop. Boards and records have passed before."""
    for seat in wanted.seats:
        if seat.kind == "bot":
            named(seat.bot)
    if wanted.absent:
        named(wanted.absent)
    board = record.custom if record else wanted.board
    game = warm(loaded(wanted.game, board))
    options = dict(game.complete(record.options if record else wanted.options))
    game.start(len(wanted.seats), **options)
    rows = imported(game, record, len(wanted.seats), now) if record else []
    return Setup(game.id, len(wanted.seats), options, board), rows


def imported(game: AnyGame, record: Record, seats: int, now: float) -> list[Row]:
    """The rows of a record; `judge.py` has checked them one by one."""
    if record.players != seats:
        raise RecordError(f"the record has {record.players} seats, the table {seats}")
    return [
        Row(number, "act", seat, to_text(action), found, "", now)
        for number, (seat, action, found) in enumerate(record.rows, start=1)
    ]


def new_seat(asked: NewSeat, number: int, visitor: Visitor, token: str) -> tuple[Seat, str]:
    """A seat and, where there is one, the token of its secret link."""
    if asked.kind == "bot":
        name = asked.name or ENGINEERS[number % len(ENGINEERS)]
        return Seat("bot", name, asked.colour, asked.bot, joined=True), ""
    seat = Seat(asked.kind, asked.name or f"Player {number + 1}", asked.colour)
    if asked.kind == "anyone":
        return seat, ""
    seat.token = hashed(token)
    if asked.kind in ("me", "screen"):
        seat.joined, seat.owner = True, visitor.owner
    return seat, token


async def store_new(tables: Tables, id: str, setup: Setup, seats: list[Seat], rows: list[Row]) -> Room:
    made = (id, setup, seats, rows, tables.store, tables.world)
    # a record takes its time to replay, and a board from outside to load
    match = await asyncio.to_thread(Match, *made) if rows or setup.board else Match(*made)
    values = (id, encoded_setup(setup), match.status, int(setup.listed), -1, None, setup.created, None)
    change = [Write("table", values), match.turn(match.state.to_move)]
    change += [seat.write(id, number) for number, seat in enumerate(seats)]
    change += [Write("row", (id, *row)) for row in rows]
    await tables.store.save(change)
    return tables.admit(match)


async def start(room: Room) -> None:
    """Begin if everybody is there, and wake whoever is to move."""
    await room.match.begin()
    room.on_change(room)


# --- seats


def own(room: Room, visitor: Visitor, seat: int) -> Seat:
    """The visitor's own seat, or Denied."""
    if seat >= len(room.match.seats) or not visitor.holds(room.match.seats[seat]):
        raise Denied("not-yours", "That seat is not yours.")
    return room.match.seats[seat]


async def changed(room: Room, what: str, seat: int) -> None:
    """Store a seat as it is now and tell everyone; the caller holds the lock."""
    await room.match.save_seats(what, seat)
    room.seats_changed()


async def join(tables: Tables, room: Room, visitor: Visitor, asked: Join) -> Sat:
    match = room.match
    async with match.lock:
        token = None
        if asked.token is not None:
            given = hashed(asked.token)
            found = [number for number, seat in enumerate(match.seats) if same(seat.token, given)]
            if not found or (asked.join is not None and asked.join != found[0]):
                raise Denied("not-yours", "This link leads to no seat, or no longer.")
            number = found[0]
        else:
            free = [n for n, seat in enumerate(match.seats) if seat.kind == "anyone" and not seat.joined]
            if asked.join not in free:
                raise Denied("not-yours", "That seat is not free; ask for a link.")
            number, token = asked.join, tables.world.token()
        seat = match.seats[number]
        if seat.conceded:
            raise Denied("over", "That seat was given up; a bot plays it to the end.")
        if token:
            seat.token = hashed(token)
        if not seat.joined or seat.kind == "bot" or asked.name != "Player":
            seat.name, seat.colour = asked.name, asked.colour or seat.colour
        seat.kind = "friend" if seat.kind == "bot" else seat.kind
        seat.joined, seat.bot = True, ""
        if visitor.owner:
            seat.owner = visitor.owner
        await changed(room, "join", number)
    await start(room)
    return Sat(number, token)


async def rename(room: Room, visitor: Visitor, seat: int, name: str, colour: str) -> None:
    async with room.match.lock:
        found = own(room, visitor, seat)
        found.name, found.colour = name, colour or found.colour
        await changed(room, "name", seat)


async def hand(tables: Tables, room: Room, visitor: Visitor, seat: int) -> Sat:
    """A new link for a seat: one's own, or as host a bot's or an empty one."""
    async with room.match.lock:
        if seat >= len(room.match.seats):
            raise Denied("not-yours", "There is no such seat.")
        found = room.match.seats[seat]
        if visitor.holds(found):
            found.owner = None
        elif not visitor.hosts(room.match.setup) or not (found.kind == "bot" or not found.joined):
            raise Denied(
                "not-yours", "Only its player hands a seat over, or the host a bot's or an empty one."
            )
        if found.conceded:
            raise Denied("over", "That seat was given up; a bot plays it to the end.")
        token = tables.world.token()
        found.token = hashed(token)
        if found.kind == "anyone" and not found.joined:
            found.kind = "friend"
        await changed(room, "hand", seat)
        return Sat(seat, token)


async def leave(room: Room, visitor: Visitor, seat: int, bot: str | None) -> None:
    if bot is not None:
        named(bot)
    async with room.match.lock:
        found = own(room, visitor, seat)
        found.owner = found.token = None
        if bot is not None or found.conceded:
            found.kind, found.bot = "bot", bot or found.bot
        else:
            found.kind, found.joined, found.bot = "anyone", False, ""
        await changed(room, "leave", seat)


async def drive(room: Room, visitor: Visitor, seat: int, bot: str | None) -> None:
    """A bot for one's seat, or oneself again."""
    if bot is not None:
        named(bot)
    async with room.match.lock:
        found = own(room, visitor, seat)
        if found.conceded:
            raise Denied("over", "That seat was given up; a bot plays it to the end.")
        if bot is None and room.match.setup.tempo.kind == "live" and room.match.clocks.left[seat] <= 0:
            raise Denied("over", "That seat is out of time; a bot plays it to the end.")
        found.bot = bot or ""
        await changed(room, "drive", seat)


async def stand_in(room: Room, seat: int, now: float) -> None:
    """The mover's time has run out: the table's bot plays until they return."""
    match = room.match
    async with match.lock:
        deadline = match.clocks.deadline(match.state.to_move)
        late = deadline is not None and deadline < now and match.state.to_move == seat
        bot = match.stand_in()
        if late and bot and match.mover() is not None and not match.seats[seat].bot:
            match.seats[seat].bot = bot
            await changed(room, "away", seat)


async def concede(room: Room, visitor: Visitor, seat: int) -> None:
    async with room.match.lock:
        found = own(room, visitor, seat)
        if room.match.status != "playing":
            raise Denied("over", "There is nothing to give up: the game is not running.")
        found.conceded, found.bot = True, found.bot or room.match.setup.absent or USUAL
        await changed(room, "concede", seat)


async def agree(room: Room, visitor: Visitor, seats: list[int], agrees: bool) -> None:
    """When every person at the table agrees, the game ends without a result."""
    match = room.match
    async with match.lock:
        if not seats or match.status != "playing":
            raise Denied(
                "over" if seats else "not-yours", "Only players of a running game can agree to end it."
            )
        for seat in seats:
            match.seats[seat].agreed = agrees
        await match.save_seats("agree", *seats)
        if all(seat.agreed for seat in match.seats if seat.joined and not seat.bot):
            await match.note_row("end", -1, "agreed")
        room.seats_changed()


async def rematch(tables: Tables, room: Room, seats: list[int]) -> Again:
    """The same table once more; everyone moves on by a seat and keeps their link's token."""
    match = room.match
    async with match.lock:
        if match.status not in ("over", "ended"):
            raise Denied("over", "A rematch follows a game that is over.")
        if not seats:
            raise Denied("not-yours", "Only players ask for a rematch.")
        if match.rematch is None:
            id, old = tables.world.token(), match.setup
            setup = Setup(
                old.game, old.players, old.options, old.board, old.tempo, old.absent, old.listed, old.host,
                tables.world.now(),
            )  # fmt: skip
            again = [fresh(match.seats[(number + 1) % old.players]) for number in range(old.players)]
            other = await store_new(tables, id, setup, again, [])
            await tables.store.save([Write("rematch", (id, match.id))])
            match.rematch = id
            room.tell()
            await start(other)
    return Again(match.rematch)


def fresh(seat: Seat) -> Seat:
    bot = seat.bot if seat.kind == "bot" else ""
    return Seat(seat.kind, seat.name, seat.colour, bot, seat.joined, owner=seat.owner, token=seat.token)


# --- lists


async def open_tables(tables: Tables, visitor: Visitor) -> Lists:
    return Lists([listed(each, visitor) for each in await tables.listings("listed", LIST)])


async def my_tables(tables: Tables, visitor: Visitor) -> Lists:
    if visitor.owner is None:
        return Lists([])
    return Lists([listed(each, visitor) for each in await tables.listings("owned", visitor.owner, LIST)])


def listed(table: Listing, visitor: Visitor) -> Listed:
    seats = table.seats
    return Listed(
        table.id,
        table.setup.game,
        load(table.setup.game).name if table.setup.game in GAMES else table.setup.game,
        table.status,
        table.to_move,
        [seat.person() for seat in seats],
        [n for n, seat in enumerate(seats) if seat.kind == "anyone" and not seat.joined],
        [n for n, seat in enumerate(seats) if visitor.holds(seat)],
        table.changed,
    )
