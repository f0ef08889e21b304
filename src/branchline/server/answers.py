"""What the server says, over the WebSocket and over HTTP alike; named by `type`."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from branchline.core.game import CHANCE, OVER
from branchline.server.call_answers import Calls
from branchline.server.ending_answers import Ending
from branchline.server.plan_answers import Planned, Plans, Queued
from branchline.server.puzzle_answers import Puzzles
from branchline.server.review_answers import Explained, Hinted, Review, Reviewing
from branchline.server.watch_answers import Led, Opened


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
    conceded: bool
    muted: bool  # the host has silenced them in the chat
    open: bool  # the others have agreed that a person may take this bot's seat
    taken: int | None  # the version at which they took the seat over from somebody else
    held: bool  # a person holds the seat and sees its hand, also while a bot plays for them


class Wish(Struct, frozen=True):
    """What people have asked each other for: an end, more time, a bot for a person or a person for a bot, or
    that somebody goes back to before their last action."""

    what: Literal["end", "time", "bot", "person", "back", "eyes"]
    seat: int | None  # whom it is about
    agreed: list[int]
    asked: list[int]  # whose consent is still missing
    until: float  # then it lapses; an end takes place if only absent people have not agreed


class ClockNow(Struct, frozen=True):
    """The clocks: seconds left per seat (live), and when the mover's time runs out."""

    left: list[float] | None
    deadline: float | None


class LessonNow(Struct, frozen=True):
    """What a lesson says to its learner: what to do, ids to point at, the rule behind it; at the end what
    was learnt."""

    title: str
    goal: str
    step: int  # 1 is the first
    steps: int
    notes: list[str]
    hints: list[str]  # for after a wrong try
    points: list[str]
    why: str
    finished: bool
    puzzle: str = ""  # its name, where it is one: then all of it is one turn, and `notes` ask or say why


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
    choices: list[Any]  # for the seat to move: its legal actions
    complete: bool  # choices holds every legal action
    events: list[Any]  # what the last move brought, with what chance drew after it
    lines: list[str]  # the same as sentences
    mover: int | None  # whose move that was; -1: chance alone; None: nothing has happened yet
    began: int  # the step before it: whoever has seen only an earlier one has missed a move
    takeback: int | None  # the earliest version that this seat may go back to
    clock: ClockNow | None
    seats: list[Person]
    scores: list[list[int]] | None
    rematch: str | None
    ranks: list[int] | None = None  # at the end: how many seats came before each one; 0 has won
    points: list[int] | None = None  # at the end: every seat's, as the game counts them on its screens
    wishes: list[Wish] = []  # what people have asked each other for
    waits: float | None = None  # after this moment a bot may play for the person to move, if they are absent
    imported: int = 0  # so many actions came from a record: whoever made the table may know what is hidden
    consent: list[
        int
    ] = []  # who must agree before this seat takes back its last action; none: it is free, or nothing
    redrawn: int = 0  # so often chance was drawn anew, because somebody alone with bots took back
    board: str = ""  # the title of the board, where it is not ours
    # where people share a screen: this seat knows something that the others may not see
    curtain: bool = False
    hints: bool = False  # hints are given here also among people: all have agreed by sitting down
    late: bool = False  # it is the table as it was some turns or minutes ago
    watched: list[int] = []  # seats whose eyes are lent to who has a link, as all have agreed
    lesson: LessonNow | None = None  # where the table is one, for its learner
    text: str | None = None  # the view as plain text, where it was asked for


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
    queued: list[Queued] = []  # the turns that your seats have queued, or why they were not played


class Present(Struct, frozen=True, tag="present", tag_field="type"):
    """Who is there: seats with a connection, and how many only watch."""

    seats: list[int]
    watching: int


class Forgot(Struct, frozen=True, tag="forgot", tag_field="type"):
    """Somebody has taken back their name and everything that they said; the chat as it is now."""

    seat: int
    chat: list[Said]


class Done(Struct, frozen=True, tag="done", tag_field="type"):
    """It is stored. A repeated key gets the same answer."""

    version: int
    key: str | None = None


Stopped = Literal["chance", "other", "over"]


class Tried(Struct, frozen=True, tag="tried", tag_field="type"):
    """What the actions would bring to the asker. `stopped` says why it went no further."""

    version: int
    steps: int
    stopped: Stopped | None
    view: Any
    choices: list[Any]
    events: list[Any]
    lines: list[str]
    ledger: list[tuple[int, str]]
    free: bool = False  # it would bring no points and could be taken back: nobody need ask twice
    key: str | None = None


def stopped(seat: int, to_move: int) -> Stopped | None:
    """Why a seat's actions went no further; None: they could have."""
    if to_move == seat:
        return None
    return "over" if to_move == OVER else "chance" if to_move == CHANCE else "other"


class Proposal(Struct, frozen=True):
    """A completed action and what it would bring."""

    action: Any
    ledger: list[tuple[int, str]]


class Proposed(Struct, frozen=True, tag="proposed", tag_field="type"):
    """What was begun, completed."""

    version: int
    actions: list[Proposal]
    key: str | None = None


class Understood(Struct, frozen=True, tag="understood", tag_field="type"):
    """The actions that a typed line means, one after the other; whether they are legal, `try` says."""

    version: int
    meant: list[Any]
    key: str | None = None


class MoveLine(Struct, frozen=True):
    """What to type, the words of which one stands behind it or what it brings, and what the verb does."""

    typed: str
    ends: list[str]
    brings: str
    verb: str


class Moves(Struct, frozen=True, tag="moves", tag_field="type"):
    """What the asker may do now, as it is typed."""

    version: int
    lines: list[MoveLine]
    examples: dict[str, str]  # lines that one could type in this game, and what they mean


class Sat(Struct, frozen=True, tag="sat", tag_field="type"):
    """You sit here, or may give this link away. A token is sent once; a repeated key gets it again."""

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
    """The token of one's own seat, or of an invitation, which works once."""

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
    imported: bool  # begun from a record
    board: str  # the title of the board, where it is not ours
    lesson: bool
    hints: bool  # hints are given there: whoever sits down agrees
    puzzle: bool


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
    events: list[Any]  # what the lines say


class Log(Struct, frozen=True, tag="log", tag_field="type"):
    """What has happened, as the asker may know it."""

    id: str
    version: int
    rows: list[LogRow]
    chat: list[Said]


class Position(Struct, frozen=True, tag="position", tag_field="type"):
    """A table in words, as the asker may know it: headings, each with its lines."""

    version: int
    step: int
    parts: list[tuple[str, list[str]]]


class Choice(Struct, frozen=True):
    """An option of a game; the first value is the default."""

    name: str
    text: str
    values: list[tuple[str, str]]  # value and sentence, the default first


class GameCard(Struct, frozen=True):
    """A game that can be played here."""

    id: str
    name: str
    about: str
    seats: list[int]
    options: list[Choice]
    verbs: dict[str, str]
    lists_all: bool
    lesson: bool  # there is a first game to learn it by
    puzzles: int  # so many


class Games(Struct, frozen=True, tag="games", tag_field="type"):
    """What can be played, and by which bots."""

    games: list[GameCard]
    bots: list[str]


class Reach(Struct, frozen=True, tag="reach", tag_field="type"):
    """For who sits at the server's own machine: its address in the network, and whether it listens there."""

    address: str  # "": not known, or nobody's business
    open: bool


class RuleText(Struct, frozen=True):
    """A rule, or the opening of a chapter: paragraphs, each with where it comes from."""

    chapter: str
    rule: str | None
    paragraphs: list[tuple[str, str]]


class Rules(Struct, frozen=True, tag="rules", tag_field="type"):
    """The rules of a game in our words, in their order."""

    game: str
    name: str
    sections: list[RuleText]


Answer = (
    TableNow
    | Welcome
    | Present
    | Said
    | Forgot
    | Led
    | Done
    | Tried
    | Proposed
    | Understood
    | Moves
    | Sat
    | Opened
    | Again
    | Refusal
    | Created
    | Lists
    | Log
    | Position
    | Ending
    | Review
    | Reviewing
    | Hinted
    | Planned
    | Plans
    | Queued
    | Explained
    | Calls
    | Games
    | Puzzles
    | Reach
    | Rules
)

encode = msgspec.json.Encoder().encode
