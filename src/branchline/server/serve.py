"""Running a server: bind, say where it is, open the browser, stop cleanly."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import io
import logging
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable
from dataclasses import fields, replace
from functools import partial
from typing import Any, NamedTuple

import uvicorn
from starlette.applications import Starlette

from branchline.core.errors import BranchlineError
from branchline.core.voice import say
from branchline.server import logs
from branchline.server.app import create_app
from branchline.server.calls.caller import AFTER, CallSettings
from branchline.server.guests import guests
from branchline.server.hall import Settings
from branchline.server.processes import supervise
from branchline.server.proxies import Proxies
from branchline.server.reach import is_local, link
from branchline.server.security import Gate, Limits
from branchline.server.store import is_postgres, store_for
from branchline.server.store.claim import claimed

SPARE_FILES = 100  # for the database, workers, logs

log = logging.getLogger("branchline.serve")


class Server(uvicorn.Server):
    """Says when it can be reached, and answers those who wait before it goes."""

    announce: Callable[[], None] = staticmethod(lambda: None)
    farewell: Callable[[], None] = staticmethod(lambda: None)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.announce()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.farewell()
        asyncio.get_running_loop().set_exception_handler(left_behind)
        await super().shutdown(sockets)


def left_behind(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """While it stops: a database that is silent fails what was asked of it, and nobody waits for that."""
    log.warning("not finished at the end", extra={"error": type(context.get("exception")).__name__})


def settings_from(environment: dict[str, str], processes: int = 1) -> Settings:
    """What whoever runs a server may set for each process: BRANCHLINE_RATE, BRANCHLINE_TABLES_AN_HOUR, ...

    >>> settings_from({"BRANCHLINE_RATE": "50"}).limits.rate
    50.0
    """

    def value(name: str, default: float) -> float:
        text = environment.get(f"BRANCHLINE_{name.upper()}", "")
        try:
            return float(text) if text else default
        except ValueError:
            raise BranchlineError(
                say("server.setting-number", f"BRANCHLINE_{name.upper()}", repr(text))
            ) from None

    plain = Limits()
    chosen = {
        each.name: type(getattr(plain, each.name))(value(each.name, getattr(plain, each.name)))
        for each in fields(Limits)
    }
    limits = replace(plain, **chosen)
    limits = replace(limits, sockets=min(limits.sockets, most_files() - SPARE_FILES))
    spare = max(2, ((os.cpu_count() or 2) - 1) // processes)
    calls = CallSettings(after=value("call_after", AFTER))
    return Settings(limits, int(value("workers", spare)), value("bot_seconds", 10.0), calls=calls)


def most_files() -> int:
    """As many files as the system lets this process open; connections are files."""
    if sys.platform == "win32":
        return 512
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 65_536 if hard == resource.RLIM_INFINITY else hard
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(wanted, 65_536)), hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def door(gate: Gate) -> dict[str, Any]:
    """How uvicorn takes connections in."""
    if sys.platform == "win32":  # no httptools there; h11 has a limit of its own
        return {"http": "h11", "h11_max_incomplete_event_size": gate.limits.head}
    from branchline.server.door import protocols

    return protocols(gate)


def config(app: Starlette, limits: Limits) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        **door(app.state.hall.gate),
        proxy_headers=False,  # ours trusts nobody who was not named
        log_config=None,
        access_log=False,  # ours leaves queries out
        server_header=False,
        ws_max_size=limits.message,
        ws_per_message_deflate=False,  # measured: a third more CPU and 37 KiB more a connection
        timeout_keep_alive=10,
        timeout_graceful_shutdown=3,
        lifespan="on",
    )


def bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # named as TCP, because asyncio switches Nagle's delay off (40 ms an answer) only where it knows that
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
    except OSError as error:
        found.close()
        raise BranchlineError(
            say("server.no-listening", f"{host}:{port}", error.strerror or str(error))
        ) from None
    return found


class Chosen(NamedTuple):
    """What somebody chose for a server, as each of its processes gets it."""

    host: str
    trusted: str = ""
    root: str = ""
    bots: str = ""
    processes: int = 1
    calls: CallSettings = CallSettings()


def serve(chosen: Chosen, port: int, database: str, browser: bool = True) -> int:
    """Serve until Ctrl-C or SIGTERM, which is how services are stopped; both end well."""
    if chosen.processes > 1 and not is_postgres(database):
        raise BranchlineError(say("server.processes-postgres", chosen.processes))
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    log_to_stderr()
    settings = settings_for(chosen)  # what is wrong with one is said here
    listening = bound(chosen.host, port)
    address = link(chosen.host, listening.getsockname()[1])
    run = partial(serve_on, listening, database, chosen)
    with listening, contextlib.nullcontext() if is_postgres(database) else claimed(database):
        asyncio.run(probe(database))
        told = partial(announce, chosen.host, address, database, browser)
        with contextlib.suppress(KeyboardInterrupt):
            if chosen.processes == 1:
                run_server(listening, database, settings, told)
            else:
                supervise(chosen.processes, run, told)
    print(say("server.stopped"), flush=True)
    return 0


def serve_on(
    listening: socket.socket,
    database: str,
    chosen: Chosen,
    ready: Callable[[], None],
) -> None:
    """One of several processes."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    log_to_stderr()
    with contextlib.suppress(KeyboardInterrupt):
        run_server(listening, database, settings_for(chosen), ready)


def run_server(
    listening: socket.socket, database: str, settings: Settings, ready: Callable[[], None]
) -> None:
    app = create_app(store_for(database), settings)
    server = Server(config(app, settings.limits))
    server.farewell = app.state.hall.farewell
    server.announce = ready
    gc.freeze()  # what was imported stays; looking through it again and again cost a twentieth of every move
    gc.set_threshold(10_000, 20, 20)
    server.run(sockets=[listening])


def settings_for(chosen: Chosen) -> Settings:
    found = settings_from(dict(os.environ), chosen.processes)
    return replace(
        found,
        proxies=Proxies(chosen.trusted, chosen.root),
        host=chosen.host,
        bots=guests(chosen.bots, found.bot_seconds),
        calls=replace(chosen.calls, after=found.calls.after),
    )


def log_to_stderr() -> None:
    logs.to_stderr(os.environ.get("BRANCHLINE_LOG") or ("warning" if sys.stderr.isatty() else "info"))


async def probe(database: str) -> None:
    """Open the database once, so that what is wrong with it is one sentence and no traceback."""
    store = store_for(database)
    await store.open()
    await store.close()


def announce(host: str, address: str, database: str, browser: bool) -> None:
    print(say("server.banner", address), flush=True)
    kept = database if "://" not in database else "PostgreSQL"
    print(say("server.kept-in", kept), flush=True)
    if not is_local(host):
        print(say("server.on-a-phone") + "\n" + qr(address), flush=True)
    if browser and has_browser():
        webbrowser.open(address)


def qr(address: str) -> str:
    """A QR code of half blocks."""
    import segno

    out = io.StringIO()
    segno.make(address, micro=False).terminal(out, compact=True)
    return out.getvalue()


def has_browser() -> bool:
    """A real one: a text browser would take the terminal away from us."""
    if not sys.stdout.isatty():
        return False
    if sys.platform.startswith("linux"):
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return True
