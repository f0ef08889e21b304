"""The OpenAPI document, made from the message types."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from branchline import __version__
from branchline.server import answers as a
from branchline.server import call_answers as c
from branchline.server import plan_answers as p
from branchline.server import questions as q
from branchline.server import review_answers as r
from branchline.server import watch_answers as w
from branchline.server.ending_answers import Ending
from branchline.server.puzzle_answers import Puzzles


class Operation(NamedTuple):
    """One method of one address."""

    method: str
    path: str
    summary: str
    answer: Any
    body: Any = None
    query: dict[str, dict[str, Any]] = {}  # noqa: RUF012 - a NamedTuple, never changed
    status: int = 200


NUMBER = {"type": "integer", "minimum": 0, "maximum": 2**53}
LINE = {"type": "string", "maxLength": 200}
PLAN = {"type": "integer", "minimum": 1, "maximum": q.PLANS}
SVG = "image/svg+xml"
TEXT = {"type": "string", "enum": ["1"]}

OPERATIONS = (
    Operation("get", "/health", "Is the server well?", dict[str, str]),
    Operation("get", "/api/games", "What can be played, and by which bots", a.Games),
    Operation("get", "/api/games/{id}/rules", "The rules of a game", a.Rules),
    Operation("get", "/api/games/{id}/board", "The board of a game, as its file has it", dict[str, Any]),
    Operation("get", "/api/tables/{id}/board", "The board of a table, which may be its own", dict[str, Any]),
    Operation("get", "/api/tables/{id}/words", "What its screens say", dict[str, dict[str, str]]),
    Operation("get", "/api/reach", "Under which address others reach this server", a.Reach),
    Operation("post", "/api/qr", "A link as a picture to scan", SVG, q.Drawn),
    Operation("get", "/api/tables", "Tables that anyone may join or watch", a.Lists),
    Operation("get", "/api/mine", "Tables of this browser", a.Lists),
    Operation("post", "/api/tables", "Make a table", a.Created, q.Create, status=201),
    Operation("post", "/api/lessons", "Make a table that is a lesson", a.Created, q.Learn, status=201),
    Operation("get", "/api/puzzles", "All puzzles, and the one of today", Puzzles),
    Operation("post", "/api/puzzles", "Make a table that is a puzzle", a.Created, q.Solve, status=201),
    Operation(
        "get",
        "/api/tables/{id}",
        "A table now, at a step, or as soon as it is past a version",
        a.TableNow,
        query={"at": NUMBER, "after": NUMBER, "wait": {**NUMBER, "maximum": 30}, "text": TEXT},
    ),
    Operation(
        "post",
        "/api/tables/{id}",
        "Ask anything, exactly as over the WebSocket",
        a.Done
        | a.Tried
        | a.Proposed
        | a.Understood
        | a.Sat
        | w.Opened
        | a.Again
        | r.Reviewing
        | r.Hinted
        | r.Explained
        | p.Planned
        | p.Plans
        | p.Queued
        | c.Calls,
        q.Question,
    ),
    Operation(
        "get",
        "/api/tables/{id}/picture",
        "A table now, at a step or where a plan has led, drawn as the asker may see it",
        SVG,
        query={"at": NUMBER, "plan": PLAN},
    ),
    Operation(
        "get",
        "/api/tables/{id}/position",
        "A table now, at a step or where a plan has led, in words, as the asker knows it; or how far it is",
        a.Position,
        query={"at": NUMBER, "plan": PLAN, "where": LINE},
    ),
    Operation(
        "get",
        "/api/tables/{id}/moves",
        "What the asker may do now or where a plan has led, as it is typed",
        a.Moves,
        query={"begun": LINE, "plan": PLAN},
    ),
    Operation(
        "get",
        "/api/tables/{id}/log",
        "What has happened, as the asker may know it",
        a.Log,
        query={"since": {"type": "string", "pattern": "^(turn|[0-9]{1,9})?$"}},
    ),
    Operation("get", "/api/tables/{id}/ending", "How the points of a finished game grew", Ending),
    Operation("get", "/api/tables/{id}/review", "What a review of a finished game has found", r.Review),
    Operation(
        "get",
        "/api/tables/{id}/record",
        "The record of a finished game, whole or up to a step",
        str,
        query={"at": NUMBER},
    ),
)


def document() -> dict[str, Any]:
    """The whole document."""
    types = [a.Answer, *q.VERBS.values(), q.Create, q.Learn, q.Solve, q.Drawn]
    _, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    paths: dict[str, Any] = {}
    for each in OPERATIONS:
        paths.setdefault(each.path, {})[each.method] = described(each)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Branchline", "version": __version__, "description": "See docs/protocol.md."},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}},
        },
    }


def described(operation: Operation) -> dict[str, Any]:
    parameters: list[dict[str, Any]] = []
    if "{id}" in operation.path:
        parameters.append({"name": "id", "in": "path", "required": True, "schema": {"type": "string"}})
        parameters += [
            {"name": name, "in": "query", "required": False, "schema": schema}
            for name, schema in operation.query.items()
        ]
    content: dict[str, Any]
    if operation.answer in (str, SVG):
        kind = "text/plain" if operation.answer is str else SVG
        content = {kind: {"schema": {"type": "string"}}}
    else:
        content = {"application/json": {"schema": schema_of(operation.answer)}}
    found: dict[str, Any] = {
        "summary": operation.summary,
        "parameters": parameters,
        "responses": {
            str(operation.status): {"description": "It is so.", "content": content},
            "4XX": {
                "description": "A refusal, in the one shape of all of them.",
                "content": {"application/json": {"schema": schema_of(a.Refusal)}},
            },
        },
    }
    if operation.body is not None:
        schema = schema_of(operation.body)
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
        found["security"] = [{}, {"seat": []}]
    return found


def schema_of(kind: Any) -> dict[str, Any]:
    """A reference, a choice of references, or a plain schema."""
    if kind is q.Question:
        kinds = list(q.VERBS.values())
        return {"anyOf": [{"$ref": f"#/components/schemas/{each.__name__}"} for each in kinds]}
    (found,), _ = msgspec.json.schema_components([kind], ref_template="#/components/schemas/{name}")
    return found
