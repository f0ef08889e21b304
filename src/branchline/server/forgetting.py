"""Taking one's name and words away from a table for good."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from branchline.core.languages import ENGLISH
from branchline.core.voice import sentences
from branchline.core.words import isolated
from branchline.server.live import Room, forgot
from branchline.server.match import Match
from branchline.server.names import usual
from branchline.server.seats import Visitor, own
from branchline.server.sitting import uncalled
from branchline.server.spoken import later, sentence_in
from branchline.server.store import Row, Write


async def forget(room: Room, visitor: Visitor, number: int, mark: str) -> None:
    """Take one's name, chat and note away for good; the moves belong to the game, and so does what the
    table said, without the name. What somebody else said in this seat before is not one's own."""
    match = room.match
    async with match.lock:
        match.first(mark)
        seat, since = own(visitor, match.seats, number), sat_down(match, number)
        rows = [without(row, [seat.name, *seat.called], since, number) for row in match.rows]
        writes = [
            Write("forget chat", (match.id, number, since)),
            Write("forget note", (match.id, number)),
            Write("forget plans", (match.id, number)),
            *uncalled(match, number),
            *(
                Write("forget name", (row.body, match.id, row.n))
                for row, before in zip(rows, match.rows, strict=True)
                if row.kind == "say" and row != before
            ),
        ]
        more: dict[str, Any] = {"name": usual(number), "called": []}
        added = await match.reseat(number, "forget", writes=writes, mark=mark, **more)
        match.rows = [*rows, *added]
        room.tell_all(partial(forgot, room, number))
        room.seats_changed()


def sat_down(match: Match, seat: int) -> int:
    """The row by which the seat's person sat down; 0: it is theirs from the beginning."""
    came = ("join", "takeover")
    rows = (row.n for row in match.rows if row.seat == seat and row.kind == "seat" and row.body in came)
    return max(rows, default=0)


def without(row: Row, names: list[str], since: int, seat: int) -> Row:
    """A row without what its seat's person takes away."""
    if row.seat != seat or row.n <= since or row.kind not in ("chat", "say"):
        return row
    if row.kind == "chat":
        return row._replace(body="")
    found = sentence_in(row.body)
    if found is None:
        return row._replace(body=unnamed(row.body, names, seat))
    if found.key == "server.renamed":
        return row._replace(body="")  # without names that says nothing
    values = {key: hidden(value, names, seat) for key, value in found.values.items()}
    return row._replace(body=later(found.key, **values))


def hidden(value: Any, names: list[str], seat: int) -> Any:
    """A value of a sentence without these names of a seat."""
    if isinstance(value, list):
        return [hidden(each, names, seat) for each in value]
    return usual(seat) if value in names else value


def unnamed(text: str, names: list[str], seat: int) -> str:
    """The same for a row that is older than sentences with values, and in English."""
    spoken = "|".join(re.escape(isolated(name)) for name in sorted(names, key=len, reverse=True))
    text = re.sub(rf"(?<!\w)(?:{spoken})(?!\w)", usual(seat), text)
    renamed = re.sub(r"\{\w+\}", "", sentences(ENGLISH, "server")["renamed"]).rstrip(".")
    return "" if renamed in text else text
