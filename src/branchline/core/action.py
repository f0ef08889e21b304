"""Actions as text and as JSON, both ways.

An argument is an id (no white space, comma or semicolon, never a number), an int, a point `x,y`
or a list of points `x,y;x,y`. A list of one point ends with a semicolon, an empty one is `;`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from branchline.core.errors import BadAction
from branchline.core.voice import quoted, say

#: A verb and its arguments: `("build", "red", "f12")`. Joined with spaces it is what people read.
Action = tuple[Any, ...]

_INT = re.compile(r"-?[0-9]{1,18}\Z")
_POINT = re.compile(r"-?[0-9]{1,18},-?[0-9]{1,18}\Z")
_ID = re.compile(r"[^\s,;~]+\Z")
LONGEST_NAME = 6  # words


def to_text(action: Action) -> str:
    """What people read, records hold and prompts take.

    >>> to_text(("lay", "short", ((0, 5), (30, 5))))
    'lay short 0,5;30,5'
    """
    return " ".join(map(_word, action))


def _word(argument: Any) -> str:
    if _is_point(argument):
        return f"{argument[0]},{argument[1]}"
    if isinstance(argument, tuple) and all(map(_is_point, argument)):
        points = ";".join(map(_word, argument))
        return points if len(argument) > 1 else points + ";"
    return str(argument)


def _is_point(argument: Any) -> bool:
    return isinstance(argument, tuple) and len(argument) == 2 and all(type(part) is int for part in argument)


def from_text(text: str) -> Action:
    """The action that a text says, or BadAction.

    >>> from_text("lay short 0,5;30,5")
    ('lay', 'short', ((0, 5), (30, 5)))
    """
    words = text.split()
    if not words:
        raise BadAction(say("core.action-empty"))
    action = tuple(_argument(word) for word in words)
    if not isinstance(action[0], str):
        raise BadAction(say("core.action-verb", quoted(words[0])))
    return action


def _argument(word: str) -> Any:
    if _INT.match(word):
        return int(word)
    if ";" in word:
        parts = [part for part in word.split(";") if part]
        if all(_POINT.match(part) for part in parts):
            return tuple(_point(part) for part in parts)
    elif _POINT.match(word):
        return _point(word)
    elif _ID.match(word):
        return word
    raise BadAction(say("core.action-word", quoted(word)))


def _point(text: str) -> tuple[int, int]:
    x, y = text.split(",")
    return int(x), int(y)


def from_json(data: Any) -> Action:
    """The action in a JSON list, or BadAction.

    >>> from_json(["lay", "short", [[0, 5], [30, 5]]])
    ('lay', 'short', ((0, 5), (30, 5)))
    """
    if not isinstance(data, (list, tuple)) or not data or not isinstance(data[0], str):
        raise BadAction(say("core.action-list"))
    return tuple(map(_element, data))


def _element(element: Any) -> Any:
    if isinstance(element, str):
        if not _ID.match(element) or _INT.match(element):
            raise BadAction(say("core.action-id", quoted(element)))
        return element
    if type(element) is int:
        if not -(10**18) < element < 10**18:
            raise BadAction(say("core.action-digits"))
        return element
    if isinstance(element, (list, tuple)):
        if len(element) == 2 and all(type(part) is int for part in element):
            return tuple(map(_element, element))
        points = tuple(map(_element, element)) if all(isinstance(p, (list, tuple)) for p in element) else None
        if points is not None and all(map(_is_point, points)):
            return points
    raise BadAction(say("core.action-arguments"))


def shortened(text: str) -> str:
    """A list of points is read by programs; people need to see its beginning only.

    >>> shortened("1000,2000;" * 60)
    '1000,2000;1000,2000;1000,2000;1000,2000;…'
    """
    return text if len(text) <= 60 else text[:40] + "…"


@lru_cache(maxsize=8192)
def folded(text: str) -> str:
    """A printed name as people type it: no accents, no case, no marks between its letters.

    >>> folded("Évreux"), folded("Le Havre"), folded("'s-Hertogenbosch")
    ('evreux', 'lehavre', 'shertogenbosch')
    """
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(filter(str.isalnum, plain)) or plain


Called = Callable[[str, int], Mapping[str, str]]  # the verb and the place: ids and their printed names


def from_typed(text: str, called: Called, verbs: Mapping[str, str] | None = None) -> Action:
    """The action that a person typed: capitals, commas and printed names of places and verbs are understood.

    >>> from_typed("Build RED, Le Havre", lambda verb, place: {"red": "Red", "d6": "Le Havre"})
    ('build', 'red', 'd6')
    >>> from_typed("Changer de sens R1", lambda verb, place: {}, {"turn": "Changer de sens"})
    ('turn', 'R1')
    """
    words = [word for part in text.split() for word in _without_commas(part)]
    if not words:
        return from_text(text)
    verb, at = _named(words[: 2 * LONGEST_NAME], _Names.of(verbs or {}))
    verb = verb.casefold()
    out = [verb]
    known: dict[int, _Names] = {}  # a game has few such lists of names, and each serves many places
    while at < len(words):
        ids = called(verb, len(out))
        names = known.get(id(ids)) or known.setdefault(id(ids), _Names.of(ids))
        named, size = _named(words[at : at + 2 * LONGEST_NAME], names)
        out.append(named)
        at += size
    return from_text(" ".join(out))


def id_of(text: str, ids: Mapping[str, str]) -> str | None:
    """Which of these a person means, by its id or its printed name, or None.

    >>> id_of("le havre", {"d6": "Le Havre", "c8": "Rouen"})
    'd6'
    """
    words = text.split()[:LONGEST_NAME]
    found, size = _named(words, _Names.of(ids)) if words else ("", 0)
    return found if size == len(text.split()) and found in ids else None


def _without_commas(word: str) -> list[str]:
    """`red,g9` is two words; a point or a list of points is one."""
    word = word.strip(",")
    if all(_POINT.match(part) for part in word.split(";") if part):
        return [word]
    return [part for part in word.split(",") if part]


class _Names(NamedTuple):
    """The ids that may stand in a place, by all that people may type for them; each word is sought once."""

    ids: Mapping[str, str]
    printed: dict[str, list[str]]
    folded: dict[str, list[str]]
    begun: dict[str, list[str]]

    @classmethod
    def of(cls, ids: Mapping[str, str]) -> _Names:
        found = cls(ids, {}, {}, {})
        for id, name in ids.items():
            found.folded.setdefault(folded(id), []).append(id)
            if name != id:
                found.printed.setdefault(folded(name), []).append(id)
            for beginning in dict.fromkeys(beginnings(name)):
                found.begun.setdefault(beginning, []).append(id)
        return found


def _named(words: list[str], names: _Names) -> tuple[str, int]:
    """The id that the first words stand for, the longest name first, and how many words it took.

    Several words are a printed name before the first of them is an id: `broadway bridge` is not the id
    `broadway`. One word is an id as it is written, then a printed name, then an id in other letters.
    Last, the first words of a printed name are enough where no other name begins so, and where what
    follows is understood, too: `le mans` is not Le Havre.
    """
    if not _INT.match(words[0]):
        found = _in_full(words, names)
        if found:
            return found
        found = _cut_short(words, names)
        if found:
            rest = words[found[1] :]
            if not rest or _INT.match(rest[0]) or _in_full(rest, names) or _cut_short(rest, names):
                return found
    return words[0], 1


def _in_full(words: list[str], names: _Names) -> tuple[str, int] | None:
    written = words[0] in names.ids
    for size in range(min(len(words), LONGEST_NAME), int(written), -1):
        wanted = folded(" ".join(words[:size]))
        found = names.printed.get(wanted, [])
        if not found and not written:
            found = names.folded.get(wanted, [])
            # `a#1` is not `a.1`
            found = [id for id in found if id.casefold() == words[0].casefold()] or found
        if len(found) == 1:
            return found[0], size
    return (words[0], 1) if written else None


def _cut_short(words: list[str], names: _Names) -> tuple[str, int] | None:
    for size in range(min(len(words), LONGEST_NAME), 0, -1):
        wanted = folded(" ".join(words[:size]))
        found = names.begun.get(wanted, [])
        if len(found) == 1:
            return found[0], size
    return None


def beginnings(name: str) -> list[str]:
    """A printed name cut off after each of its words but the last, folded.

    >>> beginnings("Den Haag Centraal")
    ['den', 'denhaag']
    """
    words = name.split()
    return [folded(" ".join(words[:size])) for size in range(1, len(words))]


def next_words(actions: Iterable[Action], begun: Action) -> list[Any]:
    """What can follow a begun action among these: the next elements, in order, each once.

    >>> next_words([("build", "red", "f12"), ("build", "blue", "a1"), ("done",)], ("build",))
    ['red', 'blue']
    """
    size = len(begun)
    following = {action[size]: None for action in actions if len(action) > size and action[:size] == begun}
    return list(following)
