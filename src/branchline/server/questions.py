"""What clients ask, over the WebSocket and over HTTP alike; `docs/protocol.md` has examples.

A question is named by its verb, which is a key of it: `{"do": ["build", "red", "f12"], "after": 41}`.
"""

from __future__ import annotations

import hashlib
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta, Struct, field

from branchline.bots import USUAL
from branchline.core.errors import BranchlineError
from branchline.core.voice import say
from branchline.server.asking import PLAIN, Ask, SeatNumber
from branchline.server.call_questions import Call, ListCalls, Ring, Uncall

# a name is one line, and has no signs that turn the direction of the text around it
NAME = r"^[^\x00-\x1f\x7f-\x9f\ud800-\udfff\u2028-\u202e\u2066-\u2069]*$"
LINES = r"^[^\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]*$"  # several

Name = Annotated[str, Meta(min_length=1, max_length=24, pattern=NAME)]
Wished = Literal["end", "time", "bot", "person", "back", "eyes"]
Colour = Literal["", "red", "blue", "green", "yellow", "purple", "black", "orange", "white"]
Version = Annotated[int, Meta(ge=0, le=2**53)]
Part = Annotated[float, Meta(ge=0, le=1)]
ActionJson = Annotated[list[Any], Meta(max_length=64)]
PLANS = 6  # of one seat at a table
PlanNumber = Annotated[int, Meta(ge=1, le=PLANS)]


class Do(Ask, frozen=True):
    """Act. `after` is the version that the actor has seen; the key makes a repeated send harmless."""

    do: ActionJson
    after: Version


class Try(Ask, frozen=True):
    """What these actions would bring: nothing is done, drawn, stored or revealed. `at`: what they would have
    brought at that step of a game that is over, to who was to move; `plan`: where that plan has led."""

    actions: Annotated[list[ActionJson], Meta(min_length=1, max_length=20)] = field(name="try")
    at: Version | None = None
    plan: PlanNumber | None = None


class Propose(Ask, frozen=True):
    """Complete what was begun."""

    propose: ActionJson
    plan: PlanNumber | None = None


class Typed(Ask, frozen=True):
    """What a line means that somebody typed: printed names, several steps, a string by its stations."""

    typed: Annotated[str, Meta(min_length=1, max_length=200, pattern=PLAIN)]
    plan: PlanNumber | None = None


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
    """Make a link that works once: for whoever shall have the seat, or for one's own second device."""

    hand: SeatNumber
    device: bool = False


class Leave(Ask, frozen=True):
    """Get up. A bot plays on; where nothing is hidden and no bot is named, the seat is free for anyone."""

    leave: SeatNumber
    bot: str | None = None


class Drive(Ask, frozen=True):
    """Let a bot drive one's seat, or take it back (no bot)."""

    drive: SeatNumber
    bot: str | None = None


class Forget(Ask, frozen=True):
    """Remove one's name, everything that one has said in this seat, and its note. What was played stays."""

    forget: SeatNumber


class Concede(Ask, frozen=True):
    """Give up a seat for good: a bot plays it to the end."""

    concede: SeatNumber


class Agree(Ask, frozen=True):
    """Ask the others for something or agree to it, or no longer.

    `end` ends the game without a result, `time` gives that seat more time, `bot` lets a bot play for an
    absent one, `person` lets somebody take over a bot's seat, `eyes` lets who has a link see what that seat
    sees, until anyone no longer agrees.
    """

    agree: Wished
    seat: SeatNumber | None = None
    yes: bool = True


class Mute(Ask, frozen=True):
    """As host: that seat is silent in the chat, or may speak again."""

    mute: SeatNumber
    yes: bool = True


class Fill(Ask, frozen=True):
    """As host: a bot into a seat that is free."""

    fill: SeatNumber
    bot: str = USUAL


class Cancel(Ask, frozen=True):
    """As host: no game at this table, which still waits for somebody."""

    cancel: Literal[True]


class Window(Ask, frozen=True):
    """A link for watching: the table so many `turns` or `minutes` ago, or through the `eyes` of a seat;
    or all links with a delay are `closed`."""

    window: Literal["turns", "minutes", "eyes", "closed"]
    by: Annotated[int, Meta(ge=0, le=1000)] = 0  # how many, or the seat


class Rematch(Ask, frozen=True):
    """The same table again, with everyone one seat on."""

    rematch: Literal[True]


class Hint(Ask, frozen=True):
    """The best turns that the asker could do now, where nobody else plays but bots, or all agreed to hints
    by sitting down."""

    hint: Literal[True]


class Plan(Ask, frozen=True):
    """Play on by oneself, from what one knows, for oneself and as a guess for others; nothing is played.

    `at` begins that plan at a step, anew. `keep` is how many actions of one's own choice stay, `then` what
    follows them. `drop` forgets the plan.
    """

    plan: PlanNumber
    at: Version | None = None
    keep: Annotated[int, Meta(ge=0, le=1000)] | None = None
    then: Annotated[list[ActionJson], Meta(max_length=20)] = field(default_factory=list)
    drop: bool = False


class ListPlans(Ask, frozen=True):
    """One's own plans at this table."""

    plans: Literal[True]


class QueueTurn(Ask, frozen=True):
    """Play the coming turn of a plan as soon as one is to move, if it brings then what it brings in the plan.

    0: nothing is queued any more. `after` is a version that one has seen: who has acted since queues nothing.
    """

    queue: Annotated[int, Meta(ge=0, le=PLANS)]
    after: Version


class Why(Ask, frozen=True):
    """Why a bot did the turn that the action before this step is of: there too, and always after the end."""

    why: Annotated[int, Meta(ge=1, le=2**53)]


class Show(Ask, frozen=True):
    """At a puzzle: its best turn is played for whoever asks."""

    show: Literal[True]


class LookAgain(Ask, frozen=True):
    """Have a finished game looked at again, or hear how far that is; false: no longer."""

    review: bool


class Place(Struct, frozen=True, forbid_unknown_fields=True):
    """Where somebody looks at a finished game: the result, its review, or a step or a turn of the review on
    the board; and what they point at there, by its id or by where it is in parts of the board's width and
    height."""

    page: Literal["result", "review", "board"] = "result"
    step: Version | None = None  # on the board; none: as it ended
    turn: SeatNumber | None = None  # of the review's mistakes, the first is 0
    shown: Literal["before", "played", "better"] | None = None  # of that turn
    point: Annotated[str, Meta(min_length=1, max_length=64, pattern=PLAIN)] | None = None
    spot: tuple[Part, Part] | None = None


class Lead(Ask, frozen=True):
    """When a game is over: others may follow where one looks from now on; false: no longer."""

    lead: bool


class Look(Ask, frozen=True):
    """Who leads looks there."""

    look: Place


Question = (
    Do
    | Try
    | Propose
    | Typed
    | Takeback
    | Chat
    | Note
    | Join
    | Hand
    | Leave
    | Drive
    | Forget
    | Concede
    | Agree
    | Mute
    | Fill
    | Cancel
    | Window
    | Rematch
    | Hint
    | Why
    | Show
    | LookAgain
    | ListPlans
    | QueueTurn
    | Plan  # behind those that may have a plan too
    | Lead
    | Look
    | ListCalls
    | Call
    | Uncall
    | Ring
    | Rename  # last, because others have a name too
)
VERBS: dict[str, type[Ask]] = {
    next(name for name in kind.__struct_encode_fields__ if name != "key"): kind for kind in get_args(Question)
}
_decoders = {verb: msgspec.json.Decoder(kind) for verb, kind in VERBS.items()}
_keys = msgspec.json.Decoder(dict[str, msgspec.Raw])


def fingerprint(question: Ask) -> str:
    """What a question says, apart from its key: a repeated key must come with the same."""
    body = msgspec.json.encode(msgspec.structs.replace(question, key=None))
    return hashlib.blake2b(body, digest_size=6).hexdigest()


class BadMessage(BranchlineError):
    """What was sent is no message of ours."""

    kind = "bad-message"


def read_question(data: bytes | str) -> Any:
    """One of the questions, or BadMessage.

    >>> read_question('{"do": ["build", "red", "f12"], "after": 41}').after
    41
    """
    try:
        found = _keys.decode(data)
        verb = next((name for name in VERBS if name in found), None)
        if verb is None:
            raise BadMessage(say("server.message-keys", ", ".join(VERBS)))
        return _decoders[verb].decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadMessage(say("server.no-message", str(error))) from None


def read_body(data: bytes, kind: type[Any]) -> Any:
    """A body of that kind, or BadMessage."""
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadMessage(say("server.no-message", str(error))) from None


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
    bot: str = USUAL
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
    hints: bool = False  # hints also among people: whoever sits down agrees
    absent: str | None = None  # the bot for people whose time has run out; "": everyone waits, by the day


class Learn(Struct, frozen=True, forbid_unknown_fields=True):
    """A table that is a lesson: the first game of whoever asks, alone with bots."""

    game: Annotated[str, Meta(max_length=64)]
    name: Name | None = None


class Solve(Struct, frozen=True, forbid_unknown_fields=True):
    """A table that is a puzzle: its position, whoever asks in the seat to move, alone with bots."""

    game: Annotated[str, Meta(max_length=64)]
    puzzle: Annotated[str, Meta(max_length=32)]
    name: Name | None = None


class Drawn(Struct, frozen=True, forbid_unknown_fields=True):
    """A text to draw as a QR code. It comes in a body, so that no log ever holds a secret link."""

    text: Annotated[str, Meta(min_length=1, max_length=400)]
