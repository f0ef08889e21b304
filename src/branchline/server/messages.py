"""Every message, both ways: one set for the WebSocket and for HTTP.

What a client asks is named by its first key, `{"do": ["build", "red", "f12"], "after": 41}`. What
the server answers is named by `type`. `docs/protocol.md` explains them with examples.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta, Struct, field

from branchline.core.errors import BranchlineError

PLAIN = r"^[^\x00-\x1f\x7f\ud800-\udfff]*$"  # one line of text
LINES = r"^[^\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]*$"  # several

Key = Annotated[str, Meta(max_length=64, pattern=PLAIN)]
Name = Annotated[str, Meta(min_length=1, max_length=24, pattern=PLAIN)]
Colour = Literal["", "red", "blue", "green", "yellow", "purple", "black", "orange", "white"]
SeatNumber = Annotated[int, Meta(ge=0, le=99)]
Version = Annotated[int, Meta(ge=0, le=2**53)]
ActionJson = Annotated[list[Any], Meta(max_length=64)]


class Ask(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every question may carry: a key of the client's, sent back with the answer."""

    key: Key | None = None


class Do(Ask, frozen=True):
    """Act. `after` is the version that the actor has seen; the key makes a repeated send harmless."""

    do: ActionJson
    after: Version


class Try(Ask, frozen=True):
    """What these actions would bring: nothing is done, drawn, stored or revealed."""

    actions: Annotated[list[ActionJson], Meta(min_length=1, max_length=20)] = field(name="try")


class Propose(Ask, frozen=True):
    """Complete what was begun."""

    propose: ActionJson


class Takeback(Ask, frozen=True):
    """Go back to an earlier version, as long as all actions since are the asker's own."""

    takeback: Version
    after: Version


class Chat(Ask, frozen=True):
    """Say something to everyone at the table."""

    chat: Annotated[str, Meta(min_length=1, max_length=500, pattern=LINES)]


class Note(Ask, frozen=True):
    """Keep a private note; it replaces the one before."""

    note: Annotated[str, Meta(max_length=5000, pattern=LINES)]


class Rename(Ask, frozen=True):
    """Change the name and the colour of one's seat."""

    name: Name
    colour: Colour = ""
    seat: SeatNumber | None = None


class Join(Ask, frozen=True):
    """Sit down: by the token of a secret link, or in a seat that is free for anyone."""

    join: SeatNumber | None
    token: Annotated[str, Meta(max_length=64)] | None = None
    name: Name = "Player"
    colour: Colour = ""


class Hand(Ask, frozen=True):
    """Make a new secret link for a seat; the old one is worth nothing from now on."""

    hand: SeatNumber


class Leave(Ask, frozen=True):
    """Get up. A bot plays on, or the seat is free for anyone."""

    leave: SeatNumber
    bot: str | None = None


class Drive(Ask, frozen=True):
    """Let a bot drive one's seat, or take it back (no bot)."""

    drive: SeatNumber
    bot: str | None = None


class Concede(Ask, frozen=True):
    """Give up a seat for good: a bot plays it to the end."""

    concede: SeatNumber


class Agree(Ask, frozen=True):
    """Agree that the game ends here without a result, or no longer."""

    agree: bool


class Rematch(Ask, frozen=True):
    """The same table again, with everyone one seat on."""

    rematch: Literal[True]


Question = (
    Do
    | Try
    | Propose
    | Takeback
    | Chat
    | Note
    | Rename
    | Join
    | Hand
    | Leave
    | Drive
    | Concede
    | Agree
    | Rematch
)
VERBS: dict[str, type[Ask]] = {
    next(name for name in kind.__struct_encode_fields__ if name != "key"): kind for kind in get_args(Question)
}
_decoders = {verb: msgspec.json.Decoder(kind) for verb, kind in VERBS.items()}
_keys = msgspec.json.Decoder(dict[str, msgspec.Raw])


class BadMessage(BranchlineError):
    """What was sent is no message of ours."""

    kind = "bad-message"


def read_question(data: bytes | str) -> Any:
    """One of the questions, or BadMessage.

    >>> read_question('{"do": ["build", "red", "f12"], "after": 41}').after
    41
    """
    try:
        verb = next((name for name in _keys.decode(data) if name in VERBS), None)
        if verb is None:
            raise BadMessage(f"a message has one of the keys {', '.join(VERBS)}")
        return _decoders[verb].decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadMessage(f"this is no message of ours: {error}") from None


def read_body(data: bytes, kind: type[Any]) -> Any:
    """A body of that kind, or BadMessage."""
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadMessage(f"this is no message of ours: {error}") from None


# --- a new table


class Tempo(Struct, frozen=True, forbid_unknown_fields=True):
    """How long people may think: no limit, a live clock, or days for every move."""

    kind: Literal["none", "live", "days"] = "none"
    seconds: Annotated[float, Meta(ge=0, le=86_400)] = 900  # live: on each clock at the start
    increment: Annotated[float, Meta(ge=0, le=3_600)] = 10  # live: added after each action
    days: Annotated[float, Meta(gt=0, le=60)] = 3


class NewSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """Who will drive a seat: me, a friend by a secret link, anyone, the same screen, or a bot."""

    kind: Literal["me", "friend", "anyone", "screen", "bot"]
    bot: str = "greedy"
    name: Name | None = None
    colour: Colour = ""


class Create(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A new table; `record` is a played game to go on from, `board` the text of a board file."""

    game: Annotated[str, Meta(max_length=64)]
    seats: Annotated[list[NewSeat], Meta(min_length=1, max_length=12)]
    options: dict[str, str] = {}
    board: Annotated[str, Meta(max_length=400_000)] = ""
    record: Annotated[str, Meta(max_length=900_000)] = ""
    tempo: Tempo = Tempo()
    listed: bool = False
    absent: str = ""  # the bot that plays for people whose time has run out; none: everyone waits


# --- what the server says


class Said(Struct, frozen=True, tag="said", tag_field="type"):
    """A line of the chat; no seat: the table itself says it."""

    n: int
    seat: int | None
    text: str
    at: float


class Person(Struct, frozen=True):
    """Who sits in a seat, as everyone may know it."""

    name: str
    colour: str
    kind: Literal["me", "friend", "anyone", "screen", "bot"]
    bot: str | None  # the bot that drives the seat now
    joined: bool
    agreed: bool
    conceded: bool


class ClockNow(Struct, frozen=True):
    """The clocks: seconds left per seat (live), and when the mover's time runs out."""

    left: list[float] | None
    deadline: float | None


class TableNow(Struct, frozen=True, tag="table", tag_field="type"):
    """Everything that this viewer may see now. No patches: each one stands for itself."""

    id: str
    game: str
    version: int
    step: int  # how many actions stand
    status: Literal["waiting", "playing", "over", "ended"]
    seat: int | None  # whose view this is; None: a spectator's
    to_move: int
    view: Any
    choices: Any  # for the seat to move: its legal actions
    complete: bool  # choices holds every legal action
    events: Any  # what the last move brought
    takeback: int | None  # the earliest version that this seat may go back to
    clock: ClockNow | None
    seats: Any
    scores: list[list[int]] | None
    rematch: str | None
    text: str | None = None  # the view as plain text, where it was asked for
    lines: list[str] | None = None  # the events as sentences


class Welcome(Struct, frozen=True, tag="welcome", tag_field="type"):
    """The first message on a WebSocket: which seats are yours, who is there, your note, the chat."""

    id: str
    name: str
    seats: list[int]
    host: bool
    present: list[int]
    watching: int
    note: str
    chat: list[Said]
    now: float


class Present(Struct, frozen=True, tag="present", tag_field="type"):
    """Who is there: seats with a connection, and how many only watch."""

    seats: list[int]
    watching: int


class Done(Struct, frozen=True, tag="done", tag_field="type"):
    """It is stored. A repeated key gets the same answer."""

    version: int
    key: str | None = None


class Tried(Struct, frozen=True, tag="tried", tag_field="type"):
    """What the actions would bring to the asker. `stopped` says why it went no further."""

    version: int
    steps: int
    stopped: Literal["chance", "other", "over"] | None
    view: Any
    choices: Any
    events: Any
    lines: list[str]
    ledger: list[tuple[int, str]]
    key: str | None = None


class Proposal(Struct, frozen=True):
    """A completed action and what it would bring."""

    action: Any
    ledger: list[tuple[int, str]]


class Proposed(Struct, frozen=True, tag="proposed", tag_field="type"):
    """What was begun, completed."""

    version: int
    actions: list[Proposal]
    key: str | None = None


class Sat(Struct, frozen=True, tag="sat", tag_field="type"):
    """You sit here; the token is yours alone and is never sent again."""

    seat: int
    token: str | None
    key: str | None = None


class Again(Struct, frozen=True, tag="again", tag_field="type"):
    """The table of the rematch."""

    id: str
    key: str | None = None


class Refusal(Struct, frozen=True, tag="refused", tag_field="type"):
    """The one shape of every refusal. A `stale` one holds the fresh table in its values."""

    error: str
    rule: str | None
    text: str
    values: dict[str, Any]
    key: str | None = None


class SeatLink(Struct, frozen=True):
    """The token of a seat: whoever has it may drive the seat."""

    seat: int
    kind: str
    token: str


class Created(Struct, frozen=True, tag="created", tag_field="type"):
    """A new table. The link of a seat is /table/ID#TOKEN; /table/ID alone is for watching."""

    id: str
    host: str
    seats: list[SeatLink]


class Listed(Struct, frozen=True):
    """A table in a list."""

    id: str
    game: str
    name: str
    status: str
    to_move: int
    seats: list[Person]
    free: list[int]
    mine: list[int]
    changed: float


class Lists(Struct, frozen=True, tag="tables", tag_field="type"):
    """Tables that anyone may join or watch, or your own."""

    tables: list[Listed]


class LogRow(Struct, frozen=True):
    """One action as the asker may see it."""

    n: int
    seat: int
    action: Any
    lines: list[str]
    at: float


class Log(Struct, frozen=True, tag="log", tag_field="type"):
    """What has happened, as the asker may know it."""

    id: str
    version: int
    rows: list[LogRow]
    chat: list[Said]


class Choice(Struct, frozen=True):
    """An option of a game; the first value is the default."""

    name: str
    text: str
    values: dict[str, str]


class GameCard(Struct, frozen=True):
    """A game that can be played here."""

    id: str
    name: str
    seats: list[int]
    options: list[Choice]
    verbs: dict[str, str]
    lists_all: bool


class Games(Struct, frozen=True, tag="games", tag_field="type"):
    """What can be played, and by which bots."""

    games: list[GameCard]
    bots: list[str]


Answer = (
    TableNow
    | Welcome
    | Present
    | Said
    | Done
    | Tried
    | Proposed
    | Sat
    | Again
    | Refusal
    | Created
    | Lists
    | Log
    | Games
)

encode = msgspec.json.Encoder().encode
