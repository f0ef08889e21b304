"""The documents say what the server does: OpenAPI, TypeScript types, and docs/protocol.md."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.routing import Route

from branchline.server import openapi, typescript
from branchline.server.answers import Answer
from branchline.server.app import ROUTES
from branchline.server.questions import VERBS, Create, read_body, read_question
from branchline.server.refusals import STATUS
from tests.server.house import House

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "protocol.md").read_text("utf-8")
EXAMPLES = re.findall(r"```json (\w+)\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize(("kind", "text"), EXAMPLES, ids=lambda each: each[:40])
def test_examples_are_messages_of_ours(kind: str, text: str) -> None:
    if kind == "ask":
        read_question(text)
    elif kind == "create":
        read_body(text.encode(), Create)
    else:
        found = msgspec.json.decode(text, type=Answer)
        assert set(msgspec.json.decode(text)) == set(msgspec.to_builtins(found)), (
            "an example leaves fields out"
        )


def test_every_question_and_every_error_is_explained() -> None:
    asked = {verb for kind, text in EXAMPLES if kind == "ask" for verb in msgspec.json.decode(text)}
    assert set(VERBS) <= asked
    for error in STATUS.keys() - {"refused"}:
        assert f"`{error}`" in PAGE


async def test_the_program_at_the_end_plays_a_game(served: House) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    script = f"BASE = {served.base!r}\n{program}"
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", script, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    out, error = await asyncio.wait_for(process.communicate(), 120)
    assert process.returncode == 0, error.decode()
    scores = msgspec.json.decode(out)
    assert len(scores) == 3


def test_the_document_has_every_address() -> None:
    inside = {(path, method) for path, methods in openapi.document()["paths"].items() for method in methods}
    plain = {"/", "/table/{id}", "/static/{path:path}", "/metrics", "/openapi.json", "/calls/{id}"}
    plain |= {"/sw.js", "/manifest.webmanifest", "/offline.html"}
    served = {
        (route.path, method.lower())
        for route in ROUTES
        if isinstance(route, Route) and route.path not in plain
        for method in (route.methods or set()) - {"HEAD"}
    }
    assert inside == served
    for path in {path for path, _ in served} | {"/ws/{id}"}:
        assert f"{path.replace('{id}', 'ID')}`" in PAGE


def references(part: Any) -> set[str]:
    if isinstance(part, dict):
        here = {part["$ref"]} if "$ref" in part else set()
        return here.union(*map(references, part.values()))
    return set().union(*map(references, part)) if isinstance(part, list) else set()


def test_every_reference_leads_somewhere() -> None:
    document = openapi.document()
    known = {f"#/components/schemas/{name}" for name in document["components"]["schemas"]}
    assert references(document) <= known


def test_the_typescript_types_are_current() -> None:
    kept = (ROOT / "frontend" / "src" / "protocol.gen.ts").read_text("utf-8")
    assert kept == typescript.module(), (
        "run: python -m branchline.server.typescript > frontend/src/protocol.gen.ts"
    )
    assert "unknown[]" not in kept
