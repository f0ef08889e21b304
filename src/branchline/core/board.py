"""Board files: strict JSON, a schema, and then what only the game can judge."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from math import isfinite
from typing import Any

from branchline.core.action import folded
from branchline.core.errors import BoardError

Fault = tuple[str, str]  # the key and the reason
LARGEST = 200_000  # characters of a board file; ours have a quarter of it
TOLD = 20  # faults; who mends these asks again


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
    """A board that somebody wrote, or BoardError with the first faults that were found.

    `judge` is the game's own check and is asked only when the schema is met. It counts before it
    computes: a board that passes loads within a second and 100 MB, on any machine.
    """
    if len(text) > LARGEST:
        raise BoardError(source, [("the file", f"has {len(text)} characters; a board has {LARGEST} at most")])
    data = strict_json(text, source)
    faults = schema_faults(data, schema) or judge(data)
    if faults:
        raise BoardError(source, faults[:TOLD])
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

    def whole(digits: str) -> int:
        if len(digits) > 18:
            raise BoardError(source, [(digits[:18] + "…", "has more digits than any number of a board")])
        return int(digits)

    def fraction(digits: str) -> float:
        if not isfinite(float(digits)):
            no_constant(digits[:18])
        return float(digits)

    try:
        data = json.loads(
            text, object_pairs_hook=once, parse_constant=no_constant, parse_int=whole, parse_float=fraction
        )
        json.dumps(data, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise BoardError(source, [("the file", "holds half a character, such as \\ud800")]) from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise BoardError(source, [(where, f"this is not JSON: {error.msg}")]) from None
    except RecursionError:
        raise BoardError(source, [("the file", "is nested too deeply for a board")]) from None
    return data


@cache
def _validator() -> Any:
    """Draft 2020-12, in which 1.0 is no integer: boards hold what Python calls an int."""
    import jsonschema  # here because it costs 60 ms and only boards from outside need it

    draft = jsonschema.Draft202012Validator
    integers = draft.TYPE_CHECKER.redefine("integer", lambda checker, value: type(value) is int)
    extend: Any = jsonschema.validators.extend
    return extend(draft, {"pattern": _pattern}, type_checker=integers)


def _pattern(validator: Any, pattern: str, value: Any, schema: Any) -> Iterator[Any]:
    """A `$` is the very end of a text, as JSON Schema means it; Python's would let a line break follow."""
    import jsonschema

    if isinstance(value, str) and not re.search(pattern.replace("$", r"\Z"), value):
        yield jsonschema.ValidationError(f"{value!r} does not match {pattern!r}")


def schema_faults(data: Any, schema: dict[str, Any]) -> list[Fault]:
    """The first places where the data does not meet the schema."""
    errors = list(islice(_validator()(schema).iter_errors(data), TOLD))
    errors.sort(key=lambda error: list(map(str, error.absolute_path)))
    return [(key_of(list(error.absolute_path)), _shortened(error.message)) for error in errors]


def _shortened(reason: str) -> str:
    """A reason may begin with the whole value; what is wrong with it stands at the end."""
    return reason if len(reason) <= 200 else f"{reason[:90]} … {reason[-90:]}"


_MARKUP = re.compile(r"[?\[\]{}<>\\\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069]")


def name_faults(names: Iterable[tuple[str, str]], taken: Iterable[str]) -> list[Fault]:
    """Printed names, each with its key, that prompts and screens could not tell from something else.

    `taken` are words of the game's grammar: its verbs, its colours, whatever else is typed.

    >>> name_faults([("hexes[0].name", "Red"), ("hexes[1].name", "[b]"), ("hexes[2].name", "Arles")], ["red"])
    [('hexes[0].name', "'Red' is a word of the game and cannot name a place"), \
('hexes[1].name', "'[b]' holds a character that means something else, or is invisible")]
    """
    words = {folded(word) for word in taken}
    found = []
    for key, name in names:
        plain = folded(name)
        if _MARKUP.search(name):
            found.append((key, f"{name!r} holds a character that means something else, or is invisible"))
        elif plain in words:
            found.append((key, f"{name!r} is a word of the game and cannot name a place"))
        elif not any(letter.isalpha() for letter in plain):
            found.append((key, f"{name!r} has no letter; a name is a word"))
    return found


def key_of(path: list[str | int]) -> str:
    """A path into a file as people read it.

    >>> key_of(["hexes", 3, "kind"])
    'hexes[3].kind'
    """
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text or "the file"
