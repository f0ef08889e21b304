"""Where tables live: one protocol, plain SQL that SQLite and PostgreSQL both understand.

Every statement stands once, with `{}` for each value; a store writes them in its own dialect.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from branchline.core.errors import BranchlineError
from branchline.core.voice import say

if TYPE_CHECKING:
    from branchline.server.store.channel import Channel

SAVING = 10.0  # seconds that a save may take before whoever waits for it is told so
READING = 10.0


class Conflict(Exception):
    """Somebody else has stored that row first."""


class Gone(Exception):
    """The table has been deleted, so nothing of it is stored any more."""


class Unsaved(BranchlineError):
    """A save that the database has not confirmed: it may stand there or not."""

    kind = "unsaved"

    def __str__(self) -> str:  # several may hear it, each in their language
        return say("server.unsaved")


class Unread(BranchlineError):
    """A question that the database has not answered."""

    kind = "unread"

    def __str__(self) -> str:
        return say("server.unread")


class Write(NamedTuple):
    """One statement of `WRITES` and its values."""

    statement: str
    values: tuple[Any, ...]


class Row(NamedTuple):
    """One line of a table's log. Rows are only ever added.

    Kinds: `act` (an action; seat -1 is chance), `back` (a takeback to row `body`), `chat`, `say` (the
    table speaks, of that seat or of none), `seat` (who drives a seat has changed), `wish` (somebody agrees
    to something, or not), `wished` (it was granted or has lapsed), `time` (a clock gets more), `end` (an
    agreed end).
    """

    n: int
    kind: str
    seat: int
    body: str
    digest: str
    key: str
    at: float


class News(NamedTuple):
    """What another process may have changed at a table, and the rows that it has added."""

    driver: str
    rematch: str | None
    queued: list[tuple[int, str]]
    rows: list[Row]


class Store(Protocol):
    """A database. `save` returns when everything in it is on the disk, all or nothing.

    It raises Conflict, Gone where a table is deleted, or Unsaved when it cannot know; never
    does a caller wait longer than SAVING.
    """

    name: str  # of this process among those that share the database; none: nobody shares it
    on_saved: Callable[[float], None]  # hears how many seconds a save took

    async def open(self, upgrade: bool = True) -> None: ...

    async def close(self) -> None: ...

    async def save(self, change: Sequence[Write]) -> None: ...

    async def read(self, query: str, *values: Any) -> list[tuple[Any, ...]]: ...


class Shared(Store, Protocol):
    """A database on which several processes may be at once."""

    channel: Channel

    async def newer(self, known: Mapping[str, int]) -> dict[str, News | None]: ...


# nothing has happened since the first value, nothing has been said since the second, and no clock runs
# beyond the third
OLD = (
    "t.changed < {} AND NOT EXISTS (SELECT 1 FROM rows r WHERE r.table_id = t.id AND r.at >= {})"
    " AND (t.deadline IS NULL OR t.deadline < {})"
)
# the id of a table that stands, and stays until the change is stored; of a deleted one nothing, which no
# row may have for its table
_STANDING = "(SELECT t.id FROM tables t WHERE t.id = {}{lock})"
_GONE = "table_id = {} AND NOT EXISTS (SELECT 1 FROM tables t WHERE t.id = table_id)"

SEEN = "seen at the table"  # why a call is void for good

# in the order in which the statements of one change must run
WRITES = {
    "table": "INSERT INTO tables(id, setup, status, listed, to_move, deadline, changed, rematch)"
    " VALUES({}, {}, {}, {}, {}, {}, {}, {})",
    "seat": "INSERT INTO seats(table_id, seat, body) VALUES({}, {}, {})"
    " ON CONFLICT(table_id, seat) DO UPDATE SET body = excluded.body",
    "holder": "INSERT INTO holders(hash, table_id) VALUES({}, {}) ON CONFLICT(hash, table_id) DO NOTHING",
    "row": "INSERT INTO rows(table_id, n, kind, seat, body, digest, key, at)"
    f" VALUES({_STANDING}, {{}}, {{}}, {{}}, {{}}, {{}}, {{}}, {{}})",
    # whoever changes a game is from then on the process that sees to its bots, clocks and queued turns
    "turn": "UPDATE tables SET status = {}, to_move = {}, deadline = {}, changed = {}, driver = {}"
    " WHERE id = {}",
    "rematch": "UPDATE tables SET rematch = {} WHERE id = {}",
    "note": f"INSERT INTO notes(table_id, seat, body) VALUES({_STANDING}, {{}}, {{}})"
    " ON CONFLICT(table_id, seat) DO UPDATE SET body = excluded.body",
    "review": f"INSERT INTO reviews(table_id, body) VALUES({_STANDING}, {{}})"
    " ON CONFLICT(table_id) DO UPDATE SET body = excluded.body",
    # a conflict, unless a seat has still queued this: its table would be there twice
    "still queued": "INSERT INTO tables SELECT t.* FROM tables t WHERE t.id = {} AND NOT EXISTS (SELECT 1"
    " FROM plans q WHERE q.table_id = t.id AND q.seat = {} AND q.n = 0 AND q.body = {}{lock})",
    # a seat's plans have the numbers from 1 on; 0 is the turn that it has queued
    "plan": f"INSERT INTO plans(table_id, seat, n, body) VALUES({_STANDING}, {{}}, {{}}, {{}})"
    " ON CONFLICT(table_id, seat, n) DO UPDATE SET body = excluded.body",
    "drop plan": "DELETE FROM plans WHERE table_id = {} AND seat = {} AND n = {}",
    # a note at no table
    "probe": "INSERT INTO notes(table_id, seat, body) VALUES('', 0, {})"
    " ON CONFLICT(table_id, seat) DO UPDATE SET body = excluded.body",
    # what was said in a seat since its person sat down, and what the table said of them by their name
    "forget chat": "UPDATE rows SET body = '' WHERE table_id = {} AND seat = {} AND n > {} AND kind = 'chat'",
    "forget name": "UPDATE rows SET body = {} WHERE table_id = {} AND n = {}",
    "forget note": "DELETE FROM notes WHERE table_id = {} AND seat = {}",
    "forget plans": "DELETE FROM plans WHERE table_id = {} AND seat = {}",
    # what the server itself keeps secret: made once, by whichever process comes first
    "secret": "INSERT INTO secrets(name, body) VALUES({}, {}) ON CONFLICT(name) DO NOTHING",
    # a way to call a seat's person, and how much of the table's log was looked at for it
    "way": "INSERT INTO ways(id, table_id, seat, owner, looked, body)"
    f" VALUES({{}}, {_STANDING}, {{}}, {{}}, -1, {{}})"
    " ON CONFLICT(id) DO UPDATE SET owner = excluded.owner, body = excluded.body, looked = -1",
    # these two name the body that they have seen: it may have been changed meanwhile
    "way is": "UPDATE ways SET body = {} WHERE id = {} AND body = {}",
    "looked": "UPDATE ways SET looked = {} WHERE id = {} AND body = {}",
    "look again": "UPDATE ways SET looked = -1 WHERE id = {}",
    "inherit ways": "UPDATE ways SET owner = {} WHERE table_id = {} AND owner = {}",
    "drop way": "DELETE FROM ways WHERE id = {}",
    "drop calls": "DELETE FROM calls WHERE way = {}",
    "forget ways": "DELETE FROM ways WHERE table_id = {} AND seat = {}",
    "forget calls": "DELETE FROM calls WHERE table_id = {} AND seat = {}",
    "all ways": "DELETE FROM ways WHERE table_id = {}",
    "all calls": "DELETE FROM calls WHERE table_id = {}",
    # a call that is owed: `waiting`, `claimed` by a process, `sending`, and then `sent`, `failed`, `unsure`
    # or `void`. Each step names the one before it, so that of several processes one takes it. What was void
    # is owed again when it comes up again, after a take-back or a bot's help, unless its person has seen it.
    "past calls": "DELETE FROM calls WHERE way = {} AND turn < {}",
    "call": "INSERT INTO calls(id, way, table_id, seat, what, turn, due, state, tries, holder, at, why)"
    " VALUES({}, {}, {}, {}, {}, {}, {}, 'waiting', 0, '', {}, '') ON CONFLICT(id) DO UPDATE SET"
    " state = 'waiting', due = excluded.due, tries = 0, holder = '', at = excluded.at, why = ''"
    f" WHERE calls.state = 'void' AND calls.why <> '{SEEN}'",
    "claim call": "UPDATE calls SET state = 'claimed', holder = {}, at = {} WHERE id = {}"
    " AND ((state = 'waiting' AND due <= {}) OR (state = 'claimed' AND at < {}))",
    "begin call": "UPDATE calls SET state = 'sending', at = {} WHERE id = {} AND holder = {}"
    " AND state = 'claimed'",
    "settle call": "UPDATE calls SET state = {}, due = {}, tries = {}, why = {}, at = {}"
    " WHERE id = {} AND holder = {}",
    "void call": "UPDATE calls SET state = 'void', why = {} WHERE id = {} AND state = 'waiting'",
    "unsure calls": "UPDATE calls SET state = 'unsure' WHERE state = 'sending' AND at < {}",
    # a table goes first, if it is still old then: its id, and the values above; the rest follows it
    "delete table": f"DELETE FROM tables AS t WHERE t.id = {{}} AND {OLD}",
    "delete rows": f"DELETE FROM rows WHERE {_GONE}",
    "delete seats": f"DELETE FROM seats WHERE {_GONE}",
    "delete holders": f"DELETE FROM holders WHERE {_GONE}",
    "delete notes": f"DELETE FROM notes WHERE {_GONE}",
    "delete reviews": f"DELETE FROM reviews WHERE {_GONE}",
    "delete plans": f"DELETE FROM plans WHERE {_GONE}",
    "delete ways": f"DELETE FROM ways WHERE {_GONE}",
    "delete calls": f"DELETE FROM calls WHERE {_GONE}",
}

_TABLE = (
    "SELECT t.id, t.setup, t.status, t.listed, t.to_move, t.deadline, t.changed, t.rematch,"
    " t.driver FROM tables t"
)
_SEATS = "SELECT s.table_id, s.body FROM seats s WHERE s.table_id IN (SELECT t.id FROM tables t"
_LISTED = " WHERE t.listed = 1 AND t.status IN ('waiting', 'playing') ORDER BY t.changed DESC LIMIT {}"
_OWNED = " WHERE t.id IN (SELECT table_id FROM holders WHERE hash = {}) ORDER BY t.changed DESC LIMIT {}"
READS = {
    "table": _TABLE + " WHERE t.id = {}",
    "seats": "SELECT seat, body FROM seats WHERE table_id = {} ORDER BY seat",
    "rows": "SELECT n, kind, seat, body, digest, key, at FROM rows WHERE table_id = {} ORDER BY n",
    "latest": "SELECT COALESCE(MAX(n), 0) FROM rows WHERE table_id = {}",
    "listed": _TABLE + _LISTED,
    "seats of listed": _SEATS + _LISTED + ") ORDER BY s.table_id, s.seat",
    "owned": _TABLE + _OWNED,
    "seats of owned": _SEATS + _OWNED + ") ORDER BY s.table_id, s.seat",
    "held": "SELECT table_id FROM holders WHERE hash = {}",
    "due": "SELECT id, driver FROM tables WHERE deadline < {} AND status = 'playing'",
    "note": "SELECT body FROM notes WHERE table_id = {} AND seat = {}",
    "review": "SELECT body FROM reviews WHERE table_id = {}",
    "plans": "SELECT n, body FROM plans WHERE table_id = {} AND seat = {} AND n > 0 ORDER BY n",
    "queued": "SELECT seat, body FROM plans WHERE table_id = {} AND n = 0",
    # tables that wait for nobody, and whose process is none of these that live: a bot is to move where
    # somebody plays too, chance has not begun, or a turn is queued
    "unattended": "SELECT t.id, t.driver FROM tables t LEFT JOIN seats s ON s.table_id = t.id"
    " AND s.seat = t.to_move WHERE t.status = 'playing'"
    " AND (t.driver = '' OR {} NOT LIKE '%' || t.driver || '%') AND (t.to_move = -1 OR EXISTS (SELECT 1"
    ' FROM plans q WHERE q.table_id = t.id AND q.seat = t.to_move AND q.n = 0 AND q.body LIKE \'%"why":""%\')'
    ' OR (s.body NOT LIKE \'%"bot":""%\' AND EXISTS'
    ' (SELECT 1 FROM seats p WHERE p.table_id = t.id AND p.body LIKE \'%"bot":""%\')))',
    "secret": "SELECT body FROM secrets WHERE name = {}",
    "way": "SELECT id, table_id, seat, owner, looked, body FROM ways WHERE id = {}",
    "ways": "SELECT id, table_id, seat, owner, looked, body FROM ways WHERE table_id = {} ORDER BY id",
    "ways of": "SELECT id, table_id, seat, owner, looked, body FROM ways WHERE owner = {}",
    # tables at which something has happened that those who want to be called may have to hear of
    "overlooked": "SELECT DISTINCT w.table_id FROM ways w WHERE w.looked <"
    " (SELECT COALESCE(MAX(r.n), 0) FROM rows r WHERE r.table_id = w.table_id)",
    # that are due, and such as a process has left behind before it began to send: everyone's first before
    # anyone's second, and of nobody more than a few
    "due calls": "SELECT id, way, table_id, seat, what, turn, due, tries, owner, body FROM (SELECT c.*,"
    " w.owner, w.body, ROW_NUMBER() OVER (PARTITION BY COALESCE(w.owner, c.id) ORDER BY c.due, c.id) AS place"
    " FROM calls c LEFT JOIN ways w ON w.id = c.way WHERE (c.state = 'waiting' AND c.due < {})"
    " OR (c.state = 'claimed' AND c.at < {})) AS found WHERE place <= 8 ORDER BY place, due LIMIT {}",
    "held call": "SELECT state FROM calls WHERE id = {} AND holder = {}",
    "ids": "SELECT id FROM tables ORDER BY id",
    "old": f"SELECT t.id, t.status FROM tables t WHERE {OLD}",
    "orphans": "SELECT table_id FROM rows WHERE table_id NOT IN (SELECT id FROM tables)"
    " UNION SELECT table_id FROM seats WHERE table_id NOT IN (SELECT id FROM tables)"
    " UNION SELECT table_id FROM holders WHERE table_id NOT IN (SELECT id FROM tables)"
    " UNION SELECT table_id FROM notes WHERE table_id <> '' AND table_id NOT IN (SELECT id FROM tables)"
    " UNION SELECT table_id FROM reviews WHERE table_id NOT IN (SELECT id FROM tables)"
    " UNION SELECT table_id FROM plans WHERE table_id NOT IN (SELECT id FROM tables)"
    " UNION SELECT table_id FROM ways WHERE table_id NOT IN (SELECT id FROM tables)"
    " UNION SELECT table_id FROM calls WHERE table_id NOT IN (SELECT id FROM tables)",
}

# what a probe of the database writes: it needs no place of its own
PROBE = Write("probe", ("written",))


async def confirmed(saved: asyncio.Future[None], tell: Callable[[float], None]) -> None:
    """Wait for a save as long as it may take, and tell how long it took.

    A writer leaves out what is done when its turn comes.
    """
    late = saved.get_loop().call_later(SAVING, _too_late, saved)
    begun = time.monotonic()
    try:
        await saved
        tell(time.monotonic() - begun)
    finally:
        late.cancel()


def _too_late(saved: asyncio.Future[None]) -> None:
    if not saved.done():
        saved.set_exception(Unsaved())


def dialect(statements: dict[str, str], place: Any, lock: str = "") -> dict[str, str]:
    """Statements with a store's own signs for values, `place(1)` is the first, and for keeping what it reads.

    >>> dialect({"note": READS["note"]}, lambda n: f"${n}")["note"]
    'SELECT body FROM notes WHERE table_id = $1 AND seat = $2'
    """
    return {
        name: text.format(*(place(n) for n in range(1, text.count("{}") + 1)), lock=lock)
        for name, text in statements.items()
    }


_GROW = "UPDATE seats SET body = substr(body, 1, length(body) - 1) || "  # one more field of its JSON
# each list of statements brings a database from its number to the next; released ones never change
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        "CREATE TABLE tables(id TEXT PRIMARY KEY, setup TEXT NOT NULL, status TEXT NOT NULL,"
        " listed INTEGER NOT NULL, to_move INTEGER NOT NULL, deadline DOUBLE PRECISION,"
        " changed DOUBLE PRECISION NOT NULL, rematch TEXT)",
        "CREATE TABLE seats(table_id TEXT NOT NULL, seat INTEGER NOT NULL, body TEXT NOT NULL,"
        " owner TEXT, token TEXT, PRIMARY KEY(table_id, seat))",
        "CREATE TABLE rows(table_id TEXT NOT NULL, n INTEGER NOT NULL, kind TEXT NOT NULL,"
        " seat INTEGER NOT NULL, body TEXT NOT NULL, digest TEXT NOT NULL, key TEXT NOT NULL,"
        " at DOUBLE PRECISION NOT NULL, PRIMARY KEY(table_id, n))",
    ),
    (
        "CREATE TABLE notes(table_id TEXT NOT NULL, seat INTEGER NOT NULL, body TEXT NOT NULL,"
        " PRIMARY KEY(table_id, seat))",
        "CREATE INDEX seats_owner ON seats(owner)",
        "CREATE INDEX tables_status ON tables(status, deadline)",
    ),
    (
        # a seat is held by several devices: who, is a part of its body; this is the way to their tables
        "CREATE TABLE holders(hash TEXT NOT NULL, table_id TEXT NOT NULL, PRIMARY KEY(hash, table_id))",
        "INSERT INTO holders(hash, table_id) SELECT DISTINCT owner, table_id FROM seats"
        " WHERE owner IS NOT NULL",
        _GROW + """',"holders":["' || COALESCE(owner || '","', '') || token || '"]}'"""
        """ WHERE token IS NOT NULL AND body LIKE '%"joined":true%'""",
        _GROW + """',"holders":["' || owner || '"]}' WHERE owner IS NOT NULL AND token IS NULL""",
        _GROW + """',"link":"' || token || '"}' WHERE token IS NOT NULL AND body LIKE '%"joined":false%'""",
        "DROP INDEX seats_owner",
        "ALTER TABLE seats DROP COLUMN owner",
        "ALTER TABLE seats DROP COLUMN token",
    ),
    ("CREATE TABLE reviews(table_id TEXT PRIMARY KEY, body TEXT NOT NULL)",),
    (
        "CREATE TABLE plans(table_id TEXT NOT NULL, seat INTEGER NOT NULL, n INTEGER NOT NULL,"
        " body TEXT NOT NULL, PRIMARY KEY(table_id, seat, n))",
    ),
    (
        "ALTER TABLE tables ADD COLUMN driver TEXT NOT NULL DEFAULT ''",
        # the lobby finds its newest tables, however many are stored
        "CREATE INDEX tables_listed ON tables(changed) WHERE listed = 1 AND status IN ('waiting', 'playing')",
    ),
    (
        "CREATE TABLE secrets(name TEXT PRIMARY KEY, body TEXT NOT NULL)",
        "CREATE TABLE ways(id TEXT PRIMARY KEY, table_id TEXT NOT NULL, seat INTEGER NOT NULL,"
        " owner TEXT NOT NULL, looked INTEGER NOT NULL, body TEXT NOT NULL)",
        "CREATE INDEX ways_table ON ways(table_id)",
        "CREATE INDEX ways_owner ON ways(owner)",
        "CREATE TABLE calls(id TEXT PRIMARY KEY, way TEXT NOT NULL, table_id TEXT NOT NULL,"
        " seat INTEGER NOT NULL, what TEXT NOT NULL, turn INTEGER NOT NULL, due DOUBLE PRECISION NOT NULL,"
        " state TEXT NOT NULL, tries INTEGER NOT NULL, holder TEXT NOT NULL, at DOUBLE PRECISION NOT NULL,"
        " why TEXT NOT NULL)",
        "CREATE INDEX calls_due ON calls(state, due)",
        "CREATE INDEX calls_way ON calls(way)",
        "CREATE INDEX calls_table ON calls(table_id)",
    ),
)


def pending(found: int) -> tuple[tuple[str, ...], ...]:
    """What must run on a database with that number."""
    if found > len(MIGRATIONS):
        raise BranchlineError(
            f"the database has format {found}, this Branchline knows {len(MIGRATIONS)}: use a newer one"
        )
    return MIGRATIONS[found:]


def unchanged(found: int, name: str) -> None:
    """Refuse a database of another format, for those who only look."""
    if pending(found):
        raise BranchlineError(
            f"{name} has format {found}; 'branchline serve' brings it to format {len(MIGRATIONS)}"
        )


def is_postgres(database: str) -> bool:
    return database.startswith(("postgresql://", "postgres://"))


def store_for(database: str) -> Store:
    """SQLite for a path, PostgreSQL for an address that begins with postgresql://."""
    if is_postgres(database):
        from branchline.server.store.postgres import PostgresStore

        return PostgresStore(database)
    from branchline.server.store.sqlite import SqliteStore

    return SqliteStore(database)
