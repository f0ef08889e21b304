"""The page and its files, as Vite built them into the package: one page for all addresses."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from functools import cache
from html import escape
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from branchline.core.errors import BranchlineError
from branchline.core.voice import language, say
from branchline.games import GAMES
from branchline.server.hall import Hall
from branchline.server.packing import LEAST, pack, takes_gzip
from branchline.server.refusals import Denied
from branchline.server.windows import enter

FOLDER = Path(__file__).parent.parent / "static"
KINDS = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}
FRESH = {"cache-control": "no-cache"}  # asked for again each time, since their names stay
FOR_EVER = {"cache-control": "public, max-age=31536000, immutable"}  # names hold a hash of the content
NOT_BUILT = """<!doctype html><html lang="{}"><meta charset="utf-8"><title>Branchline</title>
<h1>{}</h1>
<p>{}</p></html>"""


# the page can be installed, and then has an icon
HEAD = (
    '<link rel="manifest" href="{root}/manifest.webmanifest">'
    '<link rel="apple-touch-icon" href="{root}/static/icon-180.png">'
)


@cache
def files() -> dict[str, tuple[bytes, str]]:
    """Every file of the build, in memory: they are few, small and never change."""
    found = {}
    for path in FOLDER.rglob("*"):
        if path.is_file() and path.suffix in KINDS:
            found[path.relative_to(FOLDER).as_posix()] = path.read_bytes(), KINDS[path.suffix]
    return found


@cache
def small(name: str) -> bytes | None:
    """A file of the build packed as small as can be, once; none where that saves nothing."""
    content, kind = files()[name]
    packed = pack(content) if kind.startswith(("text/", "image/svg")) and len(content) >= LEAST else content
    return packed if len(packed) < len(content) else None


@cache
def ahead(game_id: str) -> bytes:
    """What a table of that game needs first, named in the page's head: on a slow line each file that is only
    found in another one costs a round trip."""
    try:
        built = json.loads((FOLDER / "manifest.json").read_text("utf-8"))
    except FileNotFoundError:
        return b""
    first = [built["src/table/Table.svelte"]]
    if drawn := built.get(f"src/games/{GAMES.get(game_id)}/index.ts"):
        first.append(drawn)
    names = dict.fromkeys(name for each in first for name in each["imports"])
    scripts = [each for each in (*first, *map(built.get, names)) if not each.get("isEntry")]
    links = [f'<link rel="modulepreload" crossorigin href="./{each["file"]}">' for each in scripts]
    sheets = [css for each in scripts for css in each.get("css", ())]
    links += [f'<link rel="preload" as="style" crossorigin href="./{css}">' for css in sheets]
    return "".join(links).encode()


@cache
def introduced(language: str) -> bytes:
    """The page, which says in this language what it is: links and searches show that."""
    text = files()["index.html"][0].decode().replace('<html lang="en">', f'<html lang="{language}">')
    about = escape(say("page.about"))
    return re.sub(r'(name="description"\s+content=")[^"]*', lambda found: found[1] + about, text).encode()


async def page(request: Request) -> Response:
    if "index.html" not in files():
        told = NOT_BUILT.format(language(), say("server.not-built"), say("server.not-built-why"))
        return HTMLResponse(told, 503)
    content, kind = introduced(language()), files()["index.html"][1]
    hall: Hall = request.app.state.hall
    if id := request.path_params.get("id"):
        with suppress(BranchlineError):  # the page itself says that there is no such table
            content = content.replace(
                b"</head>", ahead((await enter(hall.tables, id))[0].match.game.id) + b"</head>"
            )
    links = HEAD.format(root=hall.settings.proxies.root).encode()
    content = content.replace(b"</head>", links + b"</head>")
    content = content.replace(b'"./assets/', f'"{hall.settings.proxies.root}/static/assets/'.encode())
    return Response(content, media_type=kind)  # never stored: it may set a cookie, and names the files


async def static_file(request: Request) -> Response:
    name = request.path_params["path"]
    if name not in files():
        raise Denied("unknown", say("server.no-file"))
    return sent(request, name, FOR_EVER if name.startswith("assets/") else FRESH)


async def app_file(request: Request) -> Response:
    """What a browser installs, at the root: a service worker has a say only below its own address."""
    name = request.url.path.rpartition("/")[2]
    if name not in files():
        raise Denied("unknown", say("server.pages-not-built"))
    return sent(request, name, FRESH)


def sent(request: Request, name: str, headers: dict[str, str]) -> Response:
    content, kind = files()[name]
    packed = small(name) if takes_gzip(request.headers) else None
    if packed is None:
        return Response(content, media_type=kind, headers=headers)
    return Response(packed, media_type=kind, headers={**headers, "content-encoding": "gzip"})
