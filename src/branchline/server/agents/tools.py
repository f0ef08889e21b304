"""What an agent may ask: each tool with its arguments. The docstrings are what agents read."""

from __future__ import annotations

import inspect
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

LONGEST_WAIT = 50  # seconds: clients of agents give a tool up after a minute
SEAT = "your seat, as `new_table` or `join` gave it to you: TABLE#TOKEN"

Seat = Annotated[str, Meta(max_length=120, description=SEAT)]
GameId = Annotated[str, Meta(max_length=64, description="the id of a game, from `games`")]
Line = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=4000,
        description="one line, as `moves` shows how to type it, such as `build red Le Havre` or `done`",
    ),
]

ABOUT = """Railway board games with every rule enforced. This is how a game is played:
1. `games` lists what there is; `rules` explains one.
2. `new_table` makes a table against bots (or with people, by links), or `join` sits you down by a link that
somebody gave you. Both answer with your SEAT, a secret that every other tool asks for.
3. `look` tells the position; `moves` lists what you may do now, exactly as it is typed; `try` says what an
action would bring without doing it; `play` does it. A turn may be made of several actions: go on until it is
over.
4. `wait` waits until you are to move again, and tells what the others did.
5. When the game is over, `look` has the result, and `review` says which turns cost most.
A refusal changes nothing. It says what is wrong, mostly what would be right, and names the rule in brackets;
`rules` with that id has the whole rule."""


class Tool(Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked of a tool."""


class Games(Tool, frozen=True):
    """What can be played here: each game with its id, what it is about, for how many, its options
    with the sentence of each value (the first is what is taken where you say nothing), and the bots
    by strength."""


class Rules(Tool, frozen=True):
    """The rules of a game. Without `rule`: the introduction, a turn, and the chapters with the ids
    of their rules. With an id (`build.adjacent`, as refusals name them): that rule, word by word.
    With the name of a chapter: all of it. With `all`: everything, which is long."""

    game: GameId
    rule: Annotated[str, Meta(max_length=80, description="an id, a chapter's name, `all`, or nothing")] = ""


class NewTable(Tool, frozen=True):
    """Make a table. You sit first, then come invited friends, and bots have the other seats. The
    answer has your SEAT for all other tools (keep it secret: whoever has it plays your seat) and a
    link for each friend. The game begins at once where nobody is missing."""

    game: GameId
    players: Annotated[
        int, Meta(ge=0, le=12, description="how many seats in all; 0: as few as the game allows")
    ] = 0
    bots: Annotated[
        Annotated[str, Meta(max_length=200)] | Annotated[list[str], Meta(max_length=12)],
        Meta(description="a bot's name for all their seats, or one for each: a list, or with commas"),
    ] = "casual"
    friends: Annotated[int, Meta(ge=0, le=11, description="how many seats to invite others to")] = 0
    options: Annotated[
        dict[str, str], Meta(max_length=20, description='of the game, by name: {"hidden": "open"}')
    ] = {}
    name: Annotated[str, Meta(min_length=1, max_length=24, description="what you are called")] = "Agent"


class Join(Tool, frozen=True):
    """Sit down at a table by a link that somebody gave you: `https://.../table/ID#TOKEN` (an
    invitation, which works once), only its end `ID#TOKEN`, or `https://.../table/ID` where a seat
    is free for anyone. The answer has your SEAT for all other tools; keep it secret."""

    link: Annotated[str, Meta(min_length=8, max_length=400, description="the link")]
    name: Annotated[str, Meta(min_length=1, max_length=24, description="what you are called")] = "Agent"


class Look(Tool, frozen=True):
    """The position in words, as your seat may know it: whose turn it is, what happened since your
    last turn, what you have, what the others have, the board. At the end: the result. Nothing
    changes by looking."""

    seat: Seat
    map: Annotated[bool, Meta(description="also the board drawn in letters, as a terminal shows it")] = False


class Moves(Tool, frozen=True):
    """What you may do now, as it is typed, in your own turn. `red|blue` stands for one of these
    words, and so does a word in capitals (`END`) for one of those that the line explains; `then one
    of:` lists the words of which one stands at the end, each with its printed name in brackets
    (either may be typed); two spaces and brackets behind a line say what it brings. `#` lines say
    what a verb does. Where a game's moves cannot be listed (strings on a table) it offers good ones
    by number, `place 1`, `lay 2`, and shows how to type your own."""

    seat: Seat
    begun: Annotated[
        str, Meta(max_length=200, description="only what begins with these words, such as `build red`")
    ] = ""


class Try(Tool, frozen=True):
    """What an action would bring you: what would happen, points and why, and whether your turn
    would go on. Nothing is played, drawn or revealed. What is not allowed is refused, with the
    rule."""

    seat: Seat
    action: Line


class Play(Tool, frozen=True):
    """Do an action, in your own turn. Several steps of one verb may stand in a line where `moves`
    shows that (`build red d6 e6`): all of them are done, or none. The answer tells what happened
    and whether you are still to move. A refusal says why, names the rule, and changes nothing."""

    seat: Seat
    action: Line


class Wait(Tool, frozen=True):
    """Wait until you are to move or the game is over, and tell what happened and the position.
    After `seconds` it answers in any case; then call it again."""

    seat: Seat
    seconds: Annotated[int, Meta(ge=0, le=LONGEST_WAIT, description="how long at most")] = 20


class Review(Tool, frozen=True):
    """After the end: the result, where everyone's points came from, and, where the bots have
    learned the game, which turns cost most, what would have been better, and how much was luck. A
    review takes a minute or some; where it is not ready within `seconds`, call again."""

    seat: Seat
    seconds: Annotated[int, Meta(ge=0, le=LONGEST_WAIT, description="how long to wait for it")] = 20


TOOLS: dict[str, type[Tool]] = {
    "games": Games,
    "rules": Rules,
    "new_table": NewTable,
    "join": Join,
    "look": Look,
    "moves": Moves,
    "try": Try,
    "play": Play,
    "wait": Wait,
    "review": Review,
}
CHANGING = ("new_table", "join", "play")  # all others only read


def description(kind: type[Tool]) -> str:
    """What an agent reads about a tool, as running text."""
    return " ".join((inspect.getdoc(kind) or "").split())


def schema(kind: type[Tool]) -> dict[str, Any]:
    """The arguments of a tool as JSON Schema.

    >>> schema(Look)["required"]
    ['seat']
    """
    _, parts = msgspec.json.schema_components([kind])
    found: dict[str, Any] = parts[kind.__name__]
    return {name: value for name, value in found.items() if name not in ("title", "description")}
