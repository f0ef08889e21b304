"""What is frozen when a table is made, who drives its seats, and who holds them by which secret."""

from __future__ import annotations

import hashlib
import hmac
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import msgspec
from msgspec import Struct

from branchline.core.game import AnyGame
from branchline.core.voice import say
from branchline.server.answers import Person
from branchline.server.boards import loaded
from branchline.server.names import shown
from branchline.server.questions import Tempo
from branchline.server.refusals import Denied
from branchline.server.store import Write

Status = Literal["waiting", "playing", "over", "ended"]
KEPT = 64  # so many links that were used are known again


class Setup(Struct, frozen=True):
    """What a table was made with; it never changes."""

    game: str
    players: int
    options: dict[str, str]
    board: str = ""  # the text of a board that is not ours
    tempo: Tempo = Tempo()
    absent: str = ""
    listed: bool = False
    host: str = ""  # the hash of whoever may hand out seats
    created: float = 0
    imported: int = 0  # so many actions came from a record
    title: str = ""  # of a board that is not ours
    lesson: bool = False  # the game's first game, by its study
    hints: bool = False  # hints also among people, as everyone agrees who sits down
    puzzle: str = ""  # the name of the puzzle that it is: what was imported is its position

    def load(self) -> AnyGame:
        return loaded(self.game, self.board)


def encoded_setup(setup: Setup) -> str:
    return msgspec.json.encode(setup).decode()


def read_setup(text: str) -> Setup:
    return msgspec.json.decode(text, type=Setup)


class Seat(Struct):
    """Who drives a seat, and how it stands with them. Secrets are here as hashes only."""

    kind: Literal["me", "friend", "anyone", "screen", "bot"]
    name: str
    colour: str = ""
    bot: str = ""  # the bot that drives the seat now
    joined: bool = False
    conceded: bool = False
    muted: bool = False
    open: bool = False  # a bot's seat that a person may take, as the others have agreed
    since: int = 0  # the row by which its person took it over: what was hidden before is not theirs to see
    holders: list[str] = []  # cookies and tokens, one for each device of its person
    link: str = ""  # whoever brings it gets the seat, once
    device: str = ""  # whoever brings it holds the seat too, once
    calling: str = ""  # the same, sent along with the last call
    called: list[str] = []  # names that its person had before, and that the table has spoken
    used: list[str] = []  # links that have been used or replaced

    def person(self) -> Person:
        """What everyone may know."""
        return Person(
            shown(self.name), self.colour, self.kind, self.bot or None, self.joined, self.conceded,
            self.muted, self.open, self.since or None, bool(self.holders),
        )  # fmt: skip

    @property
    def held(self) -> bool:
        """A person has this seat, also while a bot plays for them."""
        return self.kind != "bot" and self.joined and not self.conceded

    def write(self, table: str, seat: int) -> list[Write]:
        body = msgspec.json.encode(self).decode()
        # lists of one's own tables are found by holder; whether they hold it still, the seat says
        return [
            Write("seat", (table, seat, body)),
            *(Write("holder", (each, table)) for each in self.holders),
        ]

    def spent(self, *links: str) -> list[str]:
        """The used links, with these too."""
        return [*self.used, *filter(None, links)][-KEPT:]


def read_seat(body: str) -> Seat:
    return msgspec.json.decode(body, type=Seat)


def hashed(token: str) -> str:
    """What is stored of a token or a cookie. 128 random bits need neither salt nor stretching."""
    return hashlib.blake2b(token.encode(errors="replace"), digest_size=20).hexdigest()


def derived(*secrets: str) -> str:
    """A token that follows from what the asker alone knows: a repeated question gets it again, and nobody
    keeps it."""
    text = "\n".join(secrets).encode(errors="replace")
    found = hashlib.blake2b(text, digest_size=16, person=b"token").digest()
    return urlsafe_b64encode(found).decode().rstrip("=")


def same(stored: str | None, given: str | None) -> bool:
    """Compare hashes in constant time; nothing is the same as nothing stored."""
    return bool(stored and given) and hmac.compare_digest(str(stored), str(given))


def among(stored: Iterable[str], given: str | None) -> bool:
    return given is not None and any(same(each, given) for each in stored)


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whoever asks: an address, a browser's cookie and a token, both as hashes."""

    address: str
    owner: str | None = None
    token: str | None = None
    secret: str = ""  # follows from cookie and token, is stored nowhere: new links are derived from it
    origin: str = ""  # by which they have found this server

    @property
    def who(self) -> str:
        """The same for every question of one device; a key is known by it."""
        return (self.token or self.owner or "-")[:12]

    def holds(self, seat: Seat) -> bool:
        return among(seat.holders, self.owner) or among(seat.holders, self.token)

    def hosts(self, setup: Setup) -> bool:
        return same(setup.host, self.owner) or same(setup.host, self.token)


def own(visitor: Visitor, seats: list[Seat], number: int) -> Seat:
    """The visitor's own seat, or Denied."""
    if number >= len(seats) or not visitor.holds(seats[number]):
        raise Denied("not-yours", say("server.not-your-seat"))
    return seats[number]
