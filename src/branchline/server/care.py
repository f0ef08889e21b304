"""Care of the data: copy, restore, check and delete, for whoever runs a server."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from pathlib import Path

from branchline.core.errors import BranchlineError
from branchline.core.record import last_state
from branchline.core.voice import say
from branchline.server.clocks import DAY
from branchline.server.metrics import Metrics
from branchline.server.store import Store, Write, copies, is_postgres, store_for
from branchline.server.tables import Tables
from branchline.server.world import World

TOGETHER = 100  # tables that are deleted at once
TRIES = 3  # a table may be played at while it is checked; then it is read again
KINDS = ("over", "ended", "waiting", "playing")


def back_up(database: str, target: str) -> int:
    """Copy a database that may be in use."""
    if is_postgres(database):
        raise BranchlineError(say("server.pg-dump"))
    copies.backup(database, target)
    print(say("server.backed-up", str(Path(target))))
    return 0


def restore(copy: str, database: str, replace: bool) -> int:
    """Put a copy in the database's place."""
    if is_postgres(database):
        raise BranchlineError(say("server.pg-restore"))
    kept = copies.restore(copy, database, replace)
    print(
        say("server.restored-kept", database, copy, str(kept))
        if kept
        else say("server.restored", database, copy)
    )
    return 0


async def check(database: str) -> int:
    """Read everything, replay every game, and say what is wrong."""
    if not is_postgres(database):
        copies.judge(database)
    store = store_for(database)
    await store.open(upgrade=False)
    try:
        tables = Tables(store, World(), Metrics())
        ids = [id for (id,) in await store.read("ids")]
        faults = {id: fault for id in ids if (fault := await fault_of(tables, id))}
        orphans = [id for (id,) in await store.read("orphans")]
    finally:
        await store.close()
    for id, fault in faults.items():
        print(say("server.check-fault", id, fault), file=sys.stderr)
    for id in orphans:
        print(say("server.check-orphan", id), file=sys.stderr)
    print(say("server.checked", len(ids) - len(faults), len(ids)))
    return 2 if faults or orphans else 0


async def fault_of(tables: Tables, id: str) -> str:
    """What is wrong with a table, in a sentence; nothing when all is well."""
    fault = ""
    for _ in range(TRIES):
        try:
            fault = await difference(tables, id)
        except Exception as error:  # whatever it is, the other tables are checked too
            fault = str(error) or type(error).__name__
        if not fault:
            break
    return fault


async def difference(tables: Tables, id: str) -> str:
    """Where a table does not say what its log says; raises where it cannot be read."""
    found = await tables.store.read("table", id)
    if not found:
        return ""  # deleted meanwhile
    status, to_move = found[0][2], found[0][4]
    match = await tables.load(id)
    last_state(match.game, match.record())  # every digest
    if len(match.seats) != match.setup.players:
        return say("server.fault-seats", len(match.seats), match.setup.players)
    if [row.n for row in match.rows] != list(range(1, len(match.rows) + 1)):
        return say("server.fault-row")
    if (status, to_move) != (match.status, match.state.to_move):
        return say("server.fault-status", status, match.status)
    return ""


async def delete(database: str, days: int, sure: bool, world: World | None = None) -> int:
    """Delete tables at which nothing has happened for so many days; first say how many they are."""
    store = store_for(database)
    await store.open(upgrade=False)
    try:
        now = (world or World()).now()
        values = (now - days * DAY, now - days * DAY, now)
        old = await store.read("old", *values)
        counts = Counter(status for _, status in old)
        told = ", ".join(say(f"server.left-{kind}", counts[kind]) for kind in KINDS if counts[kind])
        found = tables_in(len(old)) + (f" ({told})" if told else "")
        print(say("server.left-alone", days, found))
        orphans = [id for (id,) in await store.read("orphans")]
        if orphans:
            print(say("server.deleted-partly", tables_in(len(orphans))))
        if (old or orphans) and not sure:
            print(say("server.say-yes"))
        if old and sure:
            print(say("server.deleted-now", tables_in(await deleted(store, [id for id, _ in old], values))))
        if orphans and sure:
            await asyncio.gather(*(store.save(remains(id)) for id in orphans))
            print(say("server.cleared", tables_in(len(orphans))))
    finally:
        await store.close()
    return 0


def tables_in(number: int) -> str:
    return say("server.tables", number)


async def deleted(store: Store, ids: list[str], values: tuple[float, ...]) -> int:
    """Each table in a transaction of its own, unless somebody has come back to it meanwhile."""
    for first in range(0, len(ids), TOGETHER):
        changes = (
            [Write("delete table", (id, *values)), *remains(id)] for id in ids[first : first + TOGETHER]
        )
        await asyncio.gather(*map(store.save, changes))
    left = {id for (id,) in await store.read("ids")}
    return len([id for id in ids if id not in left])


def remains(id: str) -> list[Write]:
    """Take away what is left of a table that does not stand any more."""
    parts = ("rows", "seats", "holders", "notes", "reviews", "plans", "ways", "calls")
    return [Write(f"delete {part}", (id,)) for part in parts]
