"""Sentences that are kept, or told to several people, and said when somebody reads them: in their language.

Such a text is the key of a sentence with its values, as JSON. A text without a key, as rows have that are
older than the languages, is what it is.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

import msgspec
from msgspec import Struct

from branchline.core.languages import ENGLISH, LANGUAGES
from branchline.core.voice import language, say, speaking
from branchline.server.names import inside

BEGINS = '{"key":"'


class Sentence(Struct, frozen=True):
    """A sentence that is not said yet. Of a value that differs by language there is one for each."""

    key: str
    values: dict[str, Any] = {}


def later(key: str, **values: Any) -> str:
    """A sentence to be kept. Names go into it as they are; a list of them is joined when it is said.

    >>> aloud(later("server.disagrees", name="Anna"))
    'Anna does not agree.'
    """
    return msgspec.json.encode(Sentence(key, values)).decode()


def sentence_in(text: str) -> Sentence | None:
    """What is to be said, or none: then the text is what it is."""
    if not text.startswith(BEGINS):
        return None
    try:
        return msgspec.json.decode(text, type=Sentence)
    except msgspec.DecodeError:
        return None  # an older text with a strange name in it


def mentions(text: str, name: str) -> bool:
    """Does a text that was kept speak of somebody by this name?"""
    found = sentence_in(text)
    if found is None:
        return name in text
    return any(name in (each if isinstance(each, list) else [each]) for each in found.values.values())


def aloud(text: str) -> str:
    """A text that was kept, in the language of whoever is served.

    >>> aloud("Anna does not agree.")
    'Anna does not agree.'
    """
    found = sentence_in(text)
    return text if found is None else said(found)


def said(sentence: Sentence) -> str:
    return say(sentence.key, **{name: _shown(value) for name, value in sentence.values.items()})


def _shown(value: Any) -> Any:
    if isinstance(value, dict):
        return of_here(value)
    if isinstance(value, list):
        return together(value)
    return inside(value) if isinstance(value, str) else value


def together(names: list[str]) -> str:
    """
    >>> together(["Anna", "Ben"]), together(["Anna"])
    ('Anna and Ben', 'Anna')
    """
    return reduce(lambda one, other: say("server.and", one, other), map(inside, names))


def in_all(make: Callable[[], str]) -> dict[str, str]:
    """The same in every language, for what is made of more than a sentence of ours."""
    found = {}
    for each in LANGUAGES:
        with speaking(each):
            found[each] = make()
    return found


def of_here(texts: dict[str, str]) -> str:
    """The one of these that is in the language of whoever is served."""
    return texts.get(language(), texts.get(ENGLISH, ""))


class Unsaid:
    """What a refusal says that several may hear who asked for the same at once."""

    def __init__(self, key: str) -> None:
        self.key = key

    def __str__(self) -> str:
        return say(self.key)
