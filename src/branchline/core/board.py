"""Board files: strict JSON, a schema, and then what only the game can judge."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from branchline.core.errors import BoardError

Fault = tuple[str, str]  # the key and the reason


@dataclass(frozen=True, slots=True)
class Board:
    """A board as data. A released board is never edited, so its digest names it for ever."""

    id: str
    data: dict[str, Any]
    digest: str
    shipped: bool = False  # ours, so that a record needs only its name


def digest_of(data: dict[str, Any]) -> str:
    """Twelve hex digits that change with any value of the board."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()


def shipped_board(text: str) -> Board:
    """A board of our own, which the tests have judged already."""
    data = json.loads(text)
    return Board(data["id"], data, digest_of(data), shipped=True)


def read_board(
    text: str, source: str, schema: dict[str, Any], judge: Callable[[dict[str, Any]], list[Fault]]
) -> Board:
    """A board that somebody wrote, or BoardError with every fault that was found.

    `judge` is the game's own check and is asked only when the schema is met.
    """
    data = strict_json(text, source)
    faults = schema_faults(data, schema) or judge(data)
    if faults:
        raise BoardError(source, faults)
    return Board(data["id"], data, digest_of(data))


def strict_json(text: str, source: str) -> Any:
    """JSON without doubled keys, NaN or infinities; BoardError says where it ends."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in pairs:
            if key in found:
                raise BoardError(source, [(key, "stands twice in one object")])
            found[key] = value
        return found

    def no_constant(name: str) -> None:
        raise BoardError(source, [(name, "is no number that a board may hold")])

    try:
        return json.loads(text, object_pairs_hook=once, parse_constant=no_constant)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise BoardError(source, [(where, f"this is not JSON: {error.msg}")]) from None
    except RecursionError:
        raise BoardError(source, [("the file", "is nested too deeply for a board")]) from None


def schema_faults(data: Any, schema: dict[str, Any]) -> list[Fault]:
    """Every place where the data does not meet the schema."""
    import jsonschema  # here because it costs 60 ms and only boards from outside need it

    validator = jsonschema.Draft202012Validator(schema)
    errors = sorted(validator.iter_errors(data), key=lambda error: list(map(str, error.absolute_path)))
    return [(key_of(list(error.absolute_path)), error.message[:200]) for error in errors]


def key_of(path: list[str | int]) -> str:
    """A path into a file as people read it.

    >>> key_of(["hexes", 3, "kind"])
    'hexes[3].kind'
    """
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text or "the file"
