"""Plain pages: files of the package, with no text of any user in them and no script inline."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from branchline.server.refusals import Denied

FOLDER = Path(__file__).parent / "plain"
KINDS = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


@cache
def page(name: str) -> tuple[bytes, str]:
    path = FOLDER / name
    return path.read_bytes(), KINDS[path.suffix]


def answer(name: str) -> Response:
    content, kind = page(name)
    return Response(content, media_type=kind)


async def lobby_page(request: Request) -> Response:
    return answer("lobby.html")


async def table_page(request: Request) -> Response:
    return answer("table.html")


async def plain_file(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in {path.name for path in FOLDER.iterdir()}:
        raise Denied("unknown", "There is no such file.")
    return answer(name)
