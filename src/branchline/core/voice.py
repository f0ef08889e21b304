"""What we say ourselves, beside what games say: sentences of `words/LANGUAGE/PART.json`, in the language of
whoever is spoken to.

Whoever serves somebody says once in which language (`speaking`); all that is said meanwhile is said in it, as
deep down as it may be. That is a context variable, so each task of a server has its own.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from typing import Any

from branchline.core.languages import ENGLISH
from branchline.core.words import fill

log = logging.getLogger("branchline.words")
LONGEST = 40  # letters of what somebody typed, inside a sentence
_spoken: ContextVar[str] = ContextVar("language", default=ENGLISH)


def language() -> str:
    """What is spoken here and now."""
    return _spoken.get()


def speak(language: str) -> None:
    """From now on, in this task or at this screen."""
    _spoken.set(language)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """In here, this language.

    >>> with speaking("nl"):
    ...     say("core.over")
    'het spel is afgelopen: er kan niets meer in gedaan worden'
    """
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)


def say(key: str, *places: Any, people: Sequence[str] = (), **values: Any) -> str:
    """A sentence of ours with its values filled in: `part.key`.

    >>> say("core.over")
    'the game is over: nothing more can be done in it'
    """
    part, _, name = key.partition(".")
    try:
        return fill(sentences(language(), part)[name], places, values, {}, people, language())
    except (LookupError, TypeError, ValueError, AttributeError, FileNotFoundError) as error:
        # a mistake of ours, and no reason that somebody hears nothing at all
        log.warning("words/%s has no good sentence %r: %r", language(), key, error)
        return " ".join([key, *map(str, (*places, *values.values()))])


def quoted(text: str) -> str:
    """A text from outside in a sentence, in the quotation marks of the language; it may be of any size.

    >>> quoted("chess"), quoted("x" * 50)[-4:]
    ("'chess'", "xx…'")
    """
    cut = text if len(text) <= LONGEST else text[:LONGEST] + "…"
    return say("core.quoted", repr(cut)[1:-1])  # signs that steer a terminal are spelt out


def shown(value: Any) -> str:
    """The same of a value of any kind."""
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, int) and abs(value) >= 10**18:
        return say("core.long-number")  # printing thousands of digits is refused by Python
    text = repr(value)
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"


@cache
def sentences(language: str, part: str) -> dict[str, str]:
    """All sentences of a part."""
    found: dict[str, str] = json.loads(
        (files("branchline") / "words" / language / f"{part}.json").read_text("utf-8")
    )
    return found
