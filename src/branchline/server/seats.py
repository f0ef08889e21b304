"""What is frozen when a table is made, and who drives its seats."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from typing import Literal

import msgspec
from msgspec import Struct

from branchline.core.game import AnyGame
from branchline.server.answers import Person
from branchline.server.boards import loaded
from branchline.server.questions import Tempo
from branchline.server.store import Write

Status = Literal["waiting", "playing", "over", "ended"]


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

    def load(self) -> AnyGame:
        return loaded(self.game, self.board)


class Seat(Struct):
    """Who drives a seat, and how it stands with them."""

    kind: Literal["me", "friend", "anyone", "screen", "bot"]
    name: str
    colour: str = ""
    bot: str = ""  # the bot that drives the seat now
    joined: bool = False
    agreed: bool = False
    conceded: bool = False
    owner: str | None = None  # the hash of a browser's cookie
    token: str | None = None  # the hash of the secret link's token

    def person(self) -> Person:
        """What everyone may know."""
        return Person(
            self.name, self.colour, self.kind, self.bot or None, self.joined, self.agreed, self.conceded
        )

    def write(self, table: str, seat: int) -> Write:
        body = msgspec.structs.asdict(self)
        owner, token = body.pop("owner"), body.pop("token")
        return Write("seat", (table, seat, msgspec.json.encode(body).decode(), owner, token))


def read_seat(body: str, owner: str | None, token: str | None) -> Seat:
    seat = msgspec.json.decode(body, type=Seat)
    seat.owner, seat.token = owner, token
    return seat


def hashed(token: str) -> str:
    """What is stored of a token or a cookie. 128 random bits need neither salt nor stretching."""
    return hashlib.blake2b(token.encode(errors="replace"), digest_size=20).hexdigest()


def same(stored: str | None, given: str | None) -> bool:
    """Compare hashes in constant time; nothing is the same as nothing stored."""
    return bool(stored and given) and hmac.compare_digest(str(stored), str(given))


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whoever asks: an address, a browser's cookie and a token, both as hashes."""

    address: str
    owner: str | None = None
    token: str | None = None

    def holds(self, seat: Seat) -> bool:
        return same(seat.owner, self.owner) or same(seat.token, self.token)

    def hosts(self, setup: Setup) -> bool:
        return same(setup.host, self.owner) or same(setup.host, self.token)
