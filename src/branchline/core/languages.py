"""The languages that people play in: what grammar must know of each, and which one somebody wishes.

A language is a line here, and words and rules with its id in each game's folder. The plural rules are those
of CLDR for whole numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

ENGLISH = "en"


class Language(NamedTuple):
    """What is not in anybody's words: how many forms a noun has beside a number, and which."""

    name: str  # as its speakers write it
    forms: int  # of a noun beside a number
    form: Callable[[int], int]  # which of them goes with a number that is not negative
    seat: str  # a seat of which nobody knows who sits there
    marks: tuple[str, str, str]  # where a rule comes from, as RULES.md marks it: printed, follows, our ruling


LANGUAGES = {
    "en": Language("English", 2, lambda n: int(n != 1), "Seat {}", ("printed", "follows", "our ruling")),
    "fr": Language("Français", 2, lambda n: int(n > 1), "Place {}", ("imprimé", "découle", "notre décision")),
    "nl": Language(
        "Nederlands", 2, lambda n: int(n != 1), "Plaats {}", ("gedrukt", "volgt", "onze beslissing")
    ),
    "de": Language(
        "Deutsch", 2, lambda n: int(n != 1), "Platz {}", ("gedruckt", "folgt", "unsere Festlegung")
    ),
}


def language_for(wishes: Iterable[str]) -> str:
    """The first of these wishes, as locales or browsers write them, that we speak; else English.

    >>> language_for(["fr_CA.UTF-8"]), language_for(["sv", "de-AT", "en"]), language_for(["C", ""])
    ('fr', 'de', 'en')
    """
    known = (re.split("[-_.@]", wish.strip().lower())[0] for wish in wishes)
    return next((each for each in known if each in LANGUAGES), ENGLISH)
