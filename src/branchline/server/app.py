"""Routes only: what comes in by which address."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute

from branchline import __version__
from branchline.core.errors import BranchlineError
from branchline.core.languages import LANGUAGES
from branchline.core.plan import Walk
from branchline.core.voice import quoted, say
from branchline.games import load, spoken
from branchline.server import consent, history, lobby, openapi, pages, planning, puzzling, shelf
from branchline.server.agents.mounting import Door
from branchline.server.answers import encode
from branchline.server.ending import ending_of
from branchline.server.guard import Guard, refused
from branchline.server.hall import Hall, Settings
from branchline.server.live import Room
from branchline.server.packing import Packing
from branchline.server.questions import (
    PLANS,
    BadMessage,
    Create,
    Drawn,
    Learn,
    Solve,
    read_body,
    read_question,
)
from branchline.server.reach import reach
from branchline.server.refusals import Denied
from branchline.server.seats import Visitor
from branchline.server.security import bounded_body, visitor_of
from branchline.server.sockets import listen
from branchline.server.store import Store
from branchline.server.verbs import Asked, answer, moves
from branchline.server.windows import enter

LONGEST_WAIT = 30.0
LONGEST_LINE = 200  # letters


def reply(message: Any, status: int = 200) -> Response:
    return Response(encode(message), status, media_type="application/json")


def hall_of(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


async def room_of(request: Request) -> tuple[Room, Visitor, list[int]]:
    """Where somebody asks, who, and the seats through whose eyes they look: their own, or a lent one."""
    hall = hall_of(request)
    room, eyes = await enter(hall.tables, request.path_params["id"])
    visitor = visitor_of(request)
    seats = room.admitted(visitor)
    room.look(visitor, seats)
    hall.thinkers.wake(room)  # bots alone wait for somebody who looks
    await consent.looked(room, visitor)
    if not seats:
        return room, visitor, [] if eyes is None else [eyes]
    return room, visitor, room.seats_of(visitor)


def number(request: Request, name: str, least: float = 0, most: float = 2**53) -> int | None:
    """A whole number from the query, or None when it is not there."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= 16 and least <= int(text) <= most):
        raise BadMessage(say("server.whole-number", repr(name), f"{least:g}", f"{most:g}"))
    return int(text)


def short(request: Request, name: str) -> str | None:
    """A line that somebody typed, from the query, or None when it is not there."""
    text = request.query_params.get(name)
    if text is not None and len(text) > LONGEST_LINE:
        raise BadMessage(say("server.long", quoted(name), LONGEST_LINE))
    return text


async def walk_of(request: Request, room: Room, visitor: Visitor) -> Walk | None:
    """Where a plan of the asker's seat has led, if one is asked for (`plan`)."""
    plan = number(request, "plan", 1, PLANS)
    if plan is None:
        return None
    hall = hall_of(request)
    asked = Asked(hall.tables, hall.thinkers, hall.reviews, room, visitor)
    return (await planning.opened(asked.planner(), plan))[0]


# --- tables


async def get_games(request: Request) -> Response:
    return reply(await asyncio.to_thread(lobby.games))


async def get_rules(request: Request) -> Response:
    return reply(await asyncio.to_thread(shelf.rules, request.path_params["id"]))


async def get_game_board(request: Request) -> Response:
    return reply((await asyncio.to_thread(load, request.path_params["id"])).board.data)


async def get_table_board(request: Request) -> Response:
    room, _, _ = await room_of(request)
    return reply(room.match.game.board.data)


async def get_table_words(request: Request) -> Response:
    """What a screen of this table says by itself: names, those of its board too, sentences, and its terms."""
    room, _, _ = await room_of(request)
    game = room.match.game  # in the language of whoever asks, or in English where it has no words in that
    if (wanted := request.query_params.get("lang")) and wanted not in LANGUAGES:
        game = await asyncio.to_thread(spoken, game, wanted)
    words = game.words
    return reply(
        {"names": words.names, **{group: words.groups[group] for group in ("ui", "first", "glossary")}}
    )


async def post_qr(request: Request) -> Response:
    asked = read_body(await bounded_body(request, hall_of(request).gate.limits.message), Drawn)
    return Response(await asyncio.to_thread(shelf.qr, asked.text), media_type="image/svg+xml")


async def get_reach(request: Request) -> Response:
    """For links: who has opened the page as 127.0.0.1 learns the address that works for others."""
    settings, port = hall_of(request).settings, request.scope["server"][1]
    return reply(reach(visitor_of(request).address, settings.host, port, settings.proxies))


async def get_tables(request: Request) -> Response:
    return reply(await lobby.open_tables(hall_of(request).tables, visitor_of(request)))


async def get_mine(request: Request) -> Response:
    return reply(await lobby.my_tables(hall_of(request).tables, visitor_of(request)))


async def post_tables(request: Request) -> Response:
    hall, visitor = hall_of(request), visitor_of(request)
    wanted = read_body(await bounded_body(request, hall.gate.limits.body), Create)
    hall.tables.may_make(visitor.address)
    return reply(await lobby.create(hall.tables, visitor, wanted), 201)


async def post_lessons(request: Request) -> Response:
    hall, visitor = hall_of(request), visitor_of(request)
    asked = read_body(await bounded_body(request, hall.gate.limits.message), Learn)
    hall.tables.may_make(visitor.address)
    return reply(await lobby.learn(hall.tables, visitor, asked), 201)


async def get_puzzles(request: Request) -> Response:
    return reply(await asyncio.to_thread(puzzling.listed, hall_of(request).settings.world.now()))


async def post_puzzles(request: Request) -> Response:
    hall, visitor = hall_of(request), visitor_of(request)
    asked = read_body(await bounded_body(request, hall.gate.limits.message), Solve)
    hall.tables.may_make(visitor.address)
    return reply(await lobby.solve(hall.tables, visitor, asked), 201)


async def get_table(request: Request) -> Response:
    """The table now, at a step (`at`), or as soon as it is past a version (`after`, `wait`)."""
    room, _, seats = await room_of(request)
    text = request.query_params.get("text") == "1"
    at, after = number(request, "at"), number(request, "after")
    wait = number(request, "wait", most=LONGEST_WAIT)
    if at is not None:
        # of several people at one screen, the one to move is looking
        return reply(await asyncio.to_thread(history.at_step, room, room.viewer(seats), at, text))
    if after is not None and wait and room.match.version == after and not hall_of(request).leaving:
        waiter = asyncio.get_running_loop().create_future()
        room.waiters.append(waiter)
        try:
            with contextlib.suppress(TimeoutError), hall_of(request).metrics.polls.track_inprogress():
                await asyncio.wait_for(waiter, wait)
        finally:
            if waiter in room.waiters:  # a table that nobody waits for any more can be forgotten
                room.waiters.remove(waiter)
        room, _, seats = await room_of(request)  # somebody may have taken a seat over meanwhile
    return Response(room.frame(room.viewer(seats), text), media_type="application/json")


async def post_table(request: Request) -> Response:
    """Any question, exactly as over the WebSocket."""
    hall = hall_of(request)
    question = read_question(await bounded_body(request, hall.gate.limits.message))
    room, visitor, _ = await room_of(request)  # who they are counts when all of it is here
    asked = Asked(hall.tables, hall.thinkers, hall.reviews, room, visitor, desk=hall.desk)
    return reply(await answer(asked, question))


async def get_picture(request: Request) -> Response:
    hall = hall_of(request)
    room, visitor, seats = await room_of(request)
    at = number(request, "at")
    hall.gate.drawing(visitor.address, hall.settings.world.elapsed())
    walk = await walk_of(request, room, visitor)
    async with hall.drawing:  # the table itself never waits for more than one of them
        room, visitor, seats = await room_of(request)  # whoever waited may have lost what they could see
        if walk is not None:
            drawn = await asyncio.to_thread(planning.picture, walk)
        else:
            drawn = await asyncio.to_thread(history.picture_at, room, room.viewer(seats), at)
    return Response(drawn, media_type="image/svg+xml")


async def get_position(request: Request) -> Response:
    """A table in words; with `where`, how far a place is by its name, or all that is near."""
    room, visitor, seats = await room_of(request)
    at, where = number(request, "at"), short(request, "where")
    walk = await walk_of(request, room, visitor)
    if walk is not None:
        return reply(await asyncio.to_thread(planning.in_words, room, walk, where))
    return reply(await asyncio.to_thread(history.position_at, room, room.viewer(seats), at, where))


async def get_moves(request: Request) -> Response:
    """What the asker may do now or in a `plan`, as it is typed; all of it, or what begins so (`begun`)."""
    hall = hall_of(request)
    begun = short(request, "begun") or ""
    room, visitor, _ = await room_of(request)
    asked = Asked(hall.tables, hall.thinkers, hall.reviews, room, visitor)
    return reply(await moves(asked, begun, number(request, "plan", 1, PLANS)))


async def get_ending(request: Request) -> Response:
    room, _, _ = await room_of(request)
    return reply(await asyncio.to_thread(ending_of, room))


async def get_review(request: Request) -> Response:
    room, _, _ = await room_of(request)
    return reply(await hall_of(request).reviews.found(room))


async def get_log(request: Request) -> Response:
    room, _, seats = await room_of(request)
    since = request.query_params.get("since", "")
    return reply(await asyncio.to_thread(history.log_since, room, seats, since))


async def get_record(request: Request) -> Response:
    room, _, _ = await room_of(request)
    name = f"{room.match.game.id}-{room.match.id[:8]}.txt"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    text = await asyncio.to_thread(history.record_text, room, number(request, "at"))
    return PlainTextResponse(text, headers=headers)


async def any_call(request: Request) -> Response:
    """Where the links in calls lead: confirm an address, or no more calls."""
    return await hall_of(request).desk.page(request)


# --- the server itself


async def get_health(request: Request) -> Response:
    """Ok while the database keeps what is written; a probe that everyone who asks shares."""
    well = await hall_of(request).pulse.beats()
    return reply({"status": "ok" if well else "cannot write", "version": __version__}, 200 if well else 503)


async def get_metrics(request: Request) -> Response:
    return PlainTextResponse(hall_of(request).metrics.text())


async def get_openapi(request: Request) -> Response:
    return Response(encode(openapi.document()), media_type="application/json")


async def on_refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, BranchlineError)
    hall_of(request).metrics.refusals.labels(error.kind).inc()
    return refused(error)


async def on_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    kinds = {404: "unknown", 405: "method"}
    kind = kinds.get(error.status_code, "bad-message")
    return refused(Denied(kind, say(f"server.http-{kind}", request.method)))


ROUTES = [
    Route("/", pages.page),
    Route("/table/{id}", pages.page),
    Route("/static/{path:path}", pages.static_file),
    Route("/sw.js", pages.app_file),
    Route("/manifest.webmanifest", pages.app_file),
    Route("/offline.html", pages.app_file),
    Route("/calls/{id}", any_call, methods=["GET", "POST"]),
    Route("/health", get_health),
    Route("/metrics", get_metrics),
    Route("/openapi.json", get_openapi),
    Route("/api/games", get_games),
    Route("/api/games/{id}/rules", get_rules),
    Route("/api/games/{id}/board", get_game_board),
    Route("/api/reach", get_reach),
    Route("/api/qr", post_qr, methods=["POST"]),
    Route("/api/mine", get_mine),
    Route("/api/tables", get_tables),
    Route("/api/tables", post_tables, methods=["POST"]),
    Route("/api/lessons", post_lessons, methods=["POST"]),
    Route("/api/puzzles", get_puzzles),
    Route("/api/puzzles", post_puzzles, methods=["POST"]),
    Route("/api/tables/{id}", get_table),
    Route("/api/tables/{id}", post_table, methods=["POST"]),
    Route("/api/tables/{id}/board", get_table_board),
    Route("/api/tables/{id}/words", get_table_words),
    Route("/api/tables/{id}/picture", get_picture),
    Route("/api/tables/{id}/position", get_position),
    Route("/api/tables/{id}/moves", get_moves),
    Route("/api/tables/{id}/ending", get_ending),
    Route("/api/tables/{id}/review", get_review),
    Route("/api/tables/{id}/log", get_log),
    Route("/api/tables/{id}/record", get_record),
    WebSocketRoute("/ws/{id}", listen),
]


def create_app(store: Store, settings: Settings | None = None) -> Starlette:
    """The application. Its `state.hall` is open while it runs."""
    hall = Hall(store, settings or Settings())
    agents = Door(hall.gate.limits.message)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await hall.open()
        yield
        await agents.close()
        await hall.close()

    guard = Middleware(Guard, gate=hall.gate, metrics=hall.metrics, world=hall.settings.world)
    handlers = {BranchlineError: on_refusal, HTTPException: on_http}
    app = Starlette(
        routes=[*ROUTES, Route("/mcp", agents, methods=["POST"])],
        middleware=[guard, Middleware(Packing)],
        exception_handlers=handlers,
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False  # one address for one thing
    app.state.hall = hall
    return app
