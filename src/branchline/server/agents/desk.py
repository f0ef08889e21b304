"""Every tool, done by questions to a server. What goes out is what it says to the seat's token, in words."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any
from urllib.parse import quote, urlsplit

from branchline.core.action import from_text
from branchline.core.errors import BranchlineError
from branchline.core.game import OVER
from branchline.server.agents import telling, tools
from branchline.server.agents.api import Api, Turned

SEAT = re.compile(r"([A-Za-z0-9_-]{8,40})#([A-Za-z0-9_-]{8,64})\Z")
LINK = re.compile(r"(?:(?P<home>https?://.*?)/table/)?(?P<id>[A-Za-z0-9_-]{8,40})"
                  r"(?:#(?:device=|call=)?(?P<token>[A-Za-z0-9_-]{8,64}))?\Z")  # fmt: skip
TYPED = 200  # letters that a server reads as people type; longer lines are points of a string
POLL = 20  # seconds of one question that waits
STEP = 0.5  # seconds between two looks at how far a review is


class Refusal(BranchlineError):
    """The answer of a tool that did nothing: a sentence, and what to do next."""


class Place:
    """A seat at a table, by its token."""

    def __init__(self, api: Api, seat: str) -> None:
        found = SEAT.match(seat.strip())
        if not found:
            raise Refusal("A seat is TABLE#TOKEN, as `new_table` or `join` gave it to you.")
        self.api, self.token = api, found[2]
        self.path = f"/api/tables/{found[1]}"

    async def get(self, what: str, /, **query: str | int) -> Any:
        return await self.api.get(f"{self.path}{what}", self.token, **query)

    async def post(self, **question: Any) -> Any:
        return await self.api.post(self.path, self.token, **question)

    async def table(self, **query: str | int) -> Any:
        """The table, if this token holds a seat at it."""
        return self._held(await self.get("", **query))

    @staticmethod
    def _held(table: Any) -> Any:
        if table["seat"] is None:
            raise Refusal(
                "This token holds no seat at that table (any more). `join` by a link gives you one."
            )
        return table

    async def own_turn(self) -> Any:
        """The table, if this seat is to move."""
        table = await self.table()
        if table["to_move"] != table["seat"] or table["status"] != "playing":
            raise Refusal(" ".join(["It is not your turn.", *telling.turn(table)]))
        return table

    async def told(self) -> list[str]:
        """The position in words, with what happened since this seat has acted."""
        log, found = await self.get("/log", since="turn"), await self.get("/position")
        return [*telling.happened(log, "Since your last turn:"), *telling.position(found)]


# --- before a game


async def games(api: Api, asked: tools.Games) -> list[str]:
    return telling.games(await api.get("/api/games"))


async def rules(api: Api, asked: tools.Rules) -> list[str]:
    found = await api.get(f"/api/games/{quote(asked.game, safe='')}/rules")
    wanted = asked.rule.strip().strip("[]").casefold()
    told = telling.rules(found, wanted)
    if told is None:
        ids = [part["rule"] for part in found["sections"] if part["rule"]]
        near = [each for each in ids if each.split(".")[0] == wanted.split(".")[0]]
        raise Refusal(f"There is no rule or chapter {asked.rule!r}; there are {', '.join(near or ids)}.")
    return told


async def new_table(api: Api, asked: tools.NewTable) -> list[str]:
    cards = (await api.get("/api/games"))["games"]
    card = next((each for each in cards if each["id"] == asked.game), None)
    if card is None:
        raise Refusal(f"There is no game {asked.game!r}; there are {', '.join(c['id'] for c in cards)}.")
    players = asked.players or max(card["seats"][0], 1 + asked.friends)
    listed = asked.bots.split(",") if isinstance(asked.bots, str) else asked.bots
    names = [each.strip() for each in listed if each.strip()]
    bots = players - 1 - asked.friends
    if bots < 0 or len(names) not in (1, bots):
        raise Refusal(
            f"{players} seats are you, {asked.friends} friends and {max(bots, 0)} bots: name one bot for all"
            f" of these, or each of them; you named {len(names)}."
        )
    seats: list[dict[str, Any]] = [{"kind": "me", "name": asked.name}]
    seats += [{"kind": "friend"}] * asked.friends
    seats += [{"kind": "bot", "bot": each} for each in (names * bots if len(names) == 1 else names)]
    made = await api.post("/api/tables", game=asked.game, seats=seats, options=asked.options)
    mine, *invited = made["seats"]
    seat = f"{made['id']}#{mine['token']}"
    links = [
        f"Seat {each['seat'] + 1}: {address(api, made['id'])}#{each['token']}"
        for each in invited
        if each["kind"] == "friend"
    ]
    if links:
        links.insert(0, "Invitations, each of which works once; the game begins when everyone has sat down:")
    return [
        f"A table of {card['name']} with {players} seats.",
        *seated(seat),
        *links,
        *await arrived(api, seat),
    ]


def address(api: Api, id: str) -> str:
    """A table's page; where nobody can open it, only what `join` needs."""
    return f"{api.home}/table/{id}" if api.home else id


def seated(seat: str) -> list[str]:
    return [f"Your SEAT for all other tools (secret): {seat}"]


async def arrived(api: Api, seat: str) -> list[str]:
    table = await Place(api, seat).table()
    return [f"You are {telling.name(table, table['seat'])}, seat {table['seat'] + 1}.", *telling.turn(table)]


async def join(api: Api, asked: tools.Join) -> list[str]:
    found = LINK.match(asked.link.strip())
    if not found:
        raise Refusal("A link looks like https://.../table/ID#TOKEN; its end ID#TOKEN is enough.")
    if found["home"] and not at_home(api, found["home"]):
        raise Refusal(
            f"This link belongs to {found['home']}, and its secret is not sent anywhere else. Here are tables"
            f" of {api.home or 'this process alone'}; if that is the same server, say only ID#TOKEN."
        )
    path, token = f"/api/tables/{found['id']}", found["token"]
    number = None if token else await free(api, path)
    question = {"join": number, "name": asked.name} | ({"token": token} if token else {})
    sat = await api.post(path, **question)
    seat = f"{found['id']}#{sat['token']}"
    return [*seated(seat), *await arrived(api, seat)]


def at_home(api: Api, home: str) -> bool:
    """The secret of a link goes only to the server that it belongs to."""
    ours, theirs = urlsplit(api.home), urlsplit(home)
    return bool(api.home) and ours.netloc.lower() == theirs.netloc.lower()


async def free(api: Api, path: str) -> int:
    """A seat for anyone; without one the link only shows the table."""
    people = (await api.get(path))["seats"]
    found = (n for n, each in enumerate(people) if each["kind"] == "anyone" and not each["joined"])
    seat = next(found, None)
    if seat is None:
        raise Refusal("No seat of that table is free for anyone: ask for an invitation, /table/ID#TOKEN.")
    return seat


# --- in a game


async def look(api: Api, asked: tools.Look) -> list[str]:
    place = Place(api, asked.seat)
    table = await place.table(text=1) if asked.map else await place.table()
    drawn = ["The board:", table["text"]] if asked.map and table["text"] else []
    return [*telling.turn(table), *await place.told(), *drawn]


async def moves(api: Api, asked: tools.Moves) -> list[str]:
    place = Place(api, asked.seat)
    await place.own_turn()
    begun = asked.begun.strip()
    return telling.moves(await place.get("/moves", begun=begun), begun)


async def meant(place: Place, line: str) -> list[Any]:
    """The actions that a line stands for; whether they are legal, `try` says."""
    if len(line) <= TYPED:
        found: list[Any] = (await place.post(typed=line))["meant"]
        return found
    return [list(from_text(line))]


async def attempt(api: Api, asked: tools.Try) -> list[str]:
    place = Place(api, asked.seat)
    await place.own_turn()
    actions = await meant(place, asked.action)
    found = await place.post(**{"try": actions})
    return telling.tried(found, actions)


async def play(api: Api, asked: tools.Play) -> list[str]:
    place = Place(api, asked.seat)
    table = await place.own_turn()
    actions = await meant(place, asked.action)
    tried = await place.post(**{"try": actions})  # all of them are legal, or this refuses and nothing is done
    version = table["version"]
    for each in actions[: tried["steps"]]:
        version = (await place.post(do=each, after=version))["version"]
    log = await place.get("/log", since=str(table["step"]))
    done = f"Done: {telling.actions(actions[: tried['steps']])}."
    return [done, *telling.happened(log, "What happened:"), *telling.turn(await place.table())]


async def wait(api: Api, asked: tools.Wait) -> list[str]:
    place, until = Place(api, asked.seat), monotonic() + asked.seconds
    table = await place.table()
    while not decided(table) and (left := until - monotonic()) >= 1:
        begun, seconds, version = monotonic(), min(POLL, int(left)), table["version"]
        table = await place.table(after=version, wait=seconds)
        if table["version"] == version and monotonic() - begun < seconds - 1:
            break  # nobody is kept waiting where the server goes
    if decided(table):
        return [*telling.turn(table), *await place.told()]
    return [*telling.turn(table), "Nothing for you to do yet: call `wait` again."]


def decided(table: Any) -> bool:
    """The seat is to move, or the game is over."""
    over = table["status"] in ("over", "ended") or table["to_move"] == OVER
    return over or (table["status"] == "playing" and table["to_move"] == table["seat"])


async def review(api: Api, asked: tools.Review) -> list[str]:
    place, until = Place(api, asked.seat), monotonic() + asked.seconds
    table = await place.table()
    if table["status"] != "over":
        raise Refusal(" ".join(["A review comes after the end.", *telling.turn(table)]))
    told = [*telling.turn(table), *telling.ending(table, await place.get("/ending"))]
    try:
        state = await place.post(review=True)
        while state["state"] in ("waiting", "working") and monotonic() < until:
            await asyncio.sleep(STEP)
            state = await place.post(review=True)
        if state["state"] == "done":
            return [*told, *telling.review(table, await place.get("/review"))]
    except Turned as error:
        if error.kind != "unlearned":
            raise
        return [*told, str(error)]
    far = f"{state['part']:.0%} done" if state["state"] == "working" else state["state"]
    return [*told, state["text"] or f"The review is not ready ({far}): call `review` again."]


Answer = Callable[[Api, Any], Awaitable[list[str]]]
ANSWERS: dict[type[tools.Tool], Answer] = {
    tools.Games: games,
    tools.Rules: rules,
    tools.NewTable: new_table,
    tools.Join: join,
    tools.Look: look,
    tools.Moves: moves,
    tools.Try: attempt,
    tools.Play: play,
    tools.Wait: wait,
    tools.Review: review,
}

NEXT = {
    "bad-action": "`moves` lists what you may do now.",
    "stale": "Somebody was quicker: `look` again.",
    "too-many": "",
}


async def answer(api: Api, asked: tools.Tool) -> str:
    """What a tool says, or Refusal with a sentence; nothing is lost by what cannot be done."""
    try:
        return "\n".join(await ANSWERS[type(asked)](api, asked))
    except Turned as error:
        rule = f" [{error.rule}]" if error.rule else ""
        more = f"`rules` with rule={error.rule} has it in full." if error.rule else NEXT.get(error.kind, "")
        raise Refusal(f"Refused{rule}: {sentence(error)} {more}".strip()) from None
    except Refusal as error:
        raise Refusal(f"Refused: {error}") from None
    except BranchlineError as error:
        raise Refusal(f"Refused: {sentence(error)} {NEXT['bad-action']}") from None


def sentence(error: BranchlineError) -> str:
    """What an error says, ready for another sentence behind it."""
    text = str(error)
    return text if text.endswith((".", "?", "!")) else f"{text}."
